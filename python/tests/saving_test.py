"""Machine.save: what is written reads as the same machine, or is refused; nothing is lost silently."""

import os
import pathlib
import re
import tempfile
import unittest

import numpy as np
import outrigger
from support import MACHINES, ROOT, free_body, pendulum

# Every section, and every key that Python cannot reach, with numbers that stand nowhere else.
EVERYTHING = """
outrigger: 1
name: everything
title: "a machine: \\"all\\" of it"
gravity: [0.001, 0.002, -9.803]
settings: {step: 0.00211, duration: 3.011, method: generalized_alpha, rho_infinity: 0.711,
  projection: mass, penalty_rule: global, penalty: 2011.5, max_iterations: 7, tolerance: 0.0511,
  max_substeps: 13, accuracy: 3.011e-8, hht_alpha: 0.0411, newmark_beta: 0.2611, newmark_gamma: 0.5111}
bodies:
  frame: {mass: 611.5, centre: [0.0121, 0.0122, 0.0123], basis: four_points, penalty_scale: 1.511,
    inertia: {xx: 71.1, yy: 72.1, zz: 73.1, xy: 1.01, xz: 1.02, yz: 1.03},
    pose: {position: [0.1, 0.2, 3.0], exact: true}, velocity: [0.131, 0.132, 0.133],
    angular_velocity: [0.141, 0.142, 0.143], points: {eye: [0.151, 0.152, 0.153]}}
  wheel: {mass: 41.5, inertia: [4.11, 4.12, 4.13], pose: {position: [0.1, 0.2, 2.5]}}
  bob: {kind: point, mass: 0.511, pose: {position: [0.161, 0.162, 4.163]}}
joints:
  axle: {type: revolute, bodies: [frame, wheel], point_a: [0, 0, -0.5], axis_a: y, axis_b: y, zero_a: x,
    zero_b: x, allowable: {force: 5011.5, torque: 5012.5, breaks: true}, penalty_scale: 1.611,
    angle: {initial_speed: 0.171, unknown: true}}
  link: {type: distance, bodies: [frame, bob], point_a: eye, length: 1.711}
coordinates:
  reach: {kind: distance, bodies: [frame, bob], point_a: [0.181, 0.182, 0.183]}
drives:
  lift: {coordinate: reach, speed: {lever: lift}, speed_max: 0.191, speed_min: -0.192, acceleration_max: 0.193,
    response_time: 0.0194, lower: 0.195, upper: 5.196, force_max: 1971.5, force_min: -1981.5}
springs:
  line: {coordinate: reach, free: 0.211, stiffness: 212.5, damping: 213.5, force: {formula: "214.5*sin(t)"}}
  curve: {coordinate: reach, free: assembled, spring: {table: [[0, 0], [1.215, 216.5]]}, damper: {formula: "217.5*x"}}
stops: {end: {coordinate: reach, lower: 0.221, upper: 9.222, stiffness: 2231.5, damping: 0.224}}
couplings:
  gear: {coordinates: [axle.angle, reach], ratio: -0.225, offset: 0.226}
  cam: {coordinates: [axle.angle, reach], function: {formula: "227.5*x"}, offset: assembled}
loads:
  push: {body: frame, force: [231.5, {table: [[0, 0], [1, 232.5]]}, 0], point: eye, frame: body}
  turn: {body: wheel, torque: [0, 0, 233.5]}
mounts: {foot: {body: frame, point: eye, anchor: [0.241, 0.242, 0.243], stiffness: [244.5, 245.5, 246.5], damping: [1.247, 1.248, 1.249]}}
materials: {felt: {young: 2511.5, poisson: 0.252, restitution: 0.253}}
friction: {felt: {pair: [felt, steel], static: 0.262, dynamic: 0.261}}
contact_laws:
  felt: {pair: [felt, steel], normal: ramped_kelvin_voigt, stiffness: 2711.5, exponent: 1.272,
    damping: 274.5, ramp_depth: 0.00275, radius: 0.0276, friction: stribeck, viscous: 2.77, stribeck_speed: 0.0278,
    slip_speed: 0.0279, bristle_steps: 2.81, spin_radius: 0.00282, rolling_arm: 0.00283, patch: plane,
    layer_stiffness: 2841.5, layer_damping: 285.5, transition_depth: 0.00286}
  soft: {pair: [felt, felt], restitution: 0.273}
contact_spheres: {toe: {body: frame, centre: [0.291, 0.292, 0.293], radius: 0.294, material: felt, group: toes}}
shapes:
  ball: {body: frame, sphere: 0.311, material: felt}
  box: {body: frame, box: [0.312, 0.313, 0.314], at: [0.315, 0.316, 0.317], rotation_deg: [0, 90, 0], material: steel, group: boxes}
  pill: {body: frame, capsule: {radius: 0.318, length: 0.319}, material: felt}
  tin: {body: frame, cylinder: {radius: 0.321, length: 0.322}, material: felt}
  egg: {body: frame, ellipsoid: [0.323, 0.324, 0.325], material: felt}
  ring: {body: frame, torus: {ring: 0.326, tube: 0.0327, half: true}, material: felt}
  chain: {body: frame, chain_link: {length: 0.5, width: 0.25, diameter: 0.0625, stud: 0.03125}, material: felt}
  wall: {body: ground, plane: x, at: [-0.328, 0, 0], material: steel}
  hull: {body: frame, mesh: {file: parts/hull.obj, unit: 0.329, up: y, hull: 331, materials: {red: felt}}, material: steel}
contact_pairs: {no: {groups: [boxes, ball], touch: false}}
bounding_groups: {all: {parts: [frame, wheel]}}
tyre_types:
  wide: {radius: 0.411, width: 0.212, stiffness: 4131.5, damping: 414.5, bump_deflection: 0.0415, bump_stiffness: 416.5,
    nominal_load: 4171.5, load_min: -0.418, load_max: 0.419, reference_friction: 0.421, trail: 0.0422,
    longitudinal: {mu: 0.423, mu_load: -0.424, stiffness: 4.25, stiffness_load: 0.426, shape: 1.427, curvature: -0.428,
      curvature_load: 0.429, peak_slip: 0.431, relaxation: 0.432},
    lateral: {mu: 0.433, mu_load: -0.434, stiffness: 4.35, stiffness_load: 0.436, shape: 1.437, curvature: -0.438,
      curvature_load: 0.439, peak_slip: 0.441, relaxation: 0.442}}
tyres: {one: {body: wheel, centre: [0.451, 0.452, 0.453], axis: [0, 1, 0.001], type: wide}}
brakes: {parking: {coordinate: axle.angle, force: 511.5, drag: 5.12, input: brake}}
drivelines:
  travel: {coordinates: [axle.angle], radius: 0.521, power: 5221.5, input: pedal, range_input: gear, interlock_input: hand_brake,
    acceleration_max: 0.5261, ranges: [{name: slow, speed_max: 0.523, force_max: 524.5, retarding: 52.55}]}
engine: {inertia: 0.531, torque_rpm: [[532, 533.5], [1534, 535.5]], rated_rpm: 1536, settings_rpm: [537, 1538],
  input: throttle, stop_input: halt12, droop: 0.0539, friction_torque: 5.41, auxiliary_power: 542.5, stall_ratio: 0.543}
hydraulics:
  {flow_max: 0.00551, power_max: 5521.5, pump_time: 0.553,
   consumers: {lift: {flow_per_speed_up: 0.00554, flow_per_speed_down: 0.00555, priority: 0.556}}}
sensors:
  tip: {kind: position, target: frame, point: [0.611, 0.612, 0.613]}
  energy: {kind: energy_total}
  dig: {kind: depth, target: frame, from: wheel, from_point: [0.614, 0.615, 0.616], label: Depth61, for: operators}
  lean: {kind: pitch, target: frame, unit: deg}
visuals:
  case: {body: frame, box: [0.621, 0.622, 0.623], at: [0.624, 0.625, 0.626], colour: [0.627, 0.628, 0.629], opacity: 0.631}
  pin: {body: frame, cylinder: {radius: 0.632, length: 0.633}}
  knob: {body: ground, sphere: 0.634}
  plate: {body: frame, prism: {width: 0.635, profile: [[0, 0], [0.636, 0.637], [0, 0.638]]}}
visual_links:
  rod: {bodies: [frame, bob], point_a: eye, point_b: [0.641, 0.642, 0.643], barrel_radius: 0.644, rod_radius: 0.645,
    colour: [0.646, 0.647, 0.648]}
  bar: {kind: bar, bodies: [frame, wheel], width: 0.651, depth: 0.652}
cameras: {eye: {body: frame, position: [0.661, 0.662, 0.663], direction: -y, field_of_view: 0.664}}
controls:
  lift: {label: Boom up, positive: "up, quickly", negative: down, keys: [KeyA, KeyD], stick: -left_x, dead_zone: 0.0671,
    exponent: 1.672, rate_limit: 6.73}
  gear: {kind: choice, choices: [a, b, "yes"], initial: 2}
  pedal: {kind: pedal, keys: [Space]}
  plain: {}
seat: {site: place69, tilt: {body: frame, warning: 0.691, limit: 0.692, inputs: {halt12: 0.693}}}
outputs: {sensors: [tip], interval: 0.681}
"""


class Saving(unittest.TestCase):
    def test_every_bundled_machine_is_the_same_again(self):
        """Rotations are equal to about 1e-16 only, so motion differs in the last digits."""
        for path in sorted(MACHINES.glob("*.yaml")):
            with self.subTest(machine=path.name):
                machine = outrigger.read_machine(path)
                again = outrigger.read_machine_text(machine.text())
                for kind in ("bodies", "joints", "drives", "sensors", "visuals", "controls"):
                    names = [[p.name for p in getattr(m, kind)] for m in (machine, again)]
                    self.assertEqual(*names)
                for a, b in zip(machine.bodies, again.bodies):
                    self.assertEqual((a.mass, a.inertia.tolist()), (b.mass, b.inertia.tolist()))
                worlds = [outrigger.World(machine), outrigger.World(again)]
                recordings = [w.run(0.2, every=10) for w in worlds]
                self.assertEqual(*[r.columns for r in recordings])
                np.testing.assert_allclose(worlds[0].poses(), worlds[1].poses(), atol=1e-7)

    def test_every_key_is_written(self):
        machine = outrigger.read_machine_text(EVERYTHING, "folder/everything.yaml")
        text = machine.text()
        words = set(re.findall(r"[\w.+-]+", text))
        wanted = [w for w in re.findall(r"[\w.+-]+", EVERYTHING) if re.search(r"\d{2}", w)]
        self.assertGreater(len(wanted), 200)
        self.assertEqual([w for w in wanted if w not in words and w != "3.011e-8"], ["90"])  # a rotation
        self.assertIn("accuracy: 3.011e-08", text)
        for word in ("exact: true", "breaks: true", "frame: body", "touch: false", "half: true", "folder/parts/hull.obj", "up: y", "red: felt", "-left_x", '"up, quickly"', '"yes"', "interval", "[tip]", "from: wheel", "unit: deg", "for: operators"):
            self.assertIn(word, text)
        self.assertEqual(outrigger.read_machine_text(text).title, 'a machine: "all" of it')

    def test_files_of_meshes_are_seen_from_the_new_folder(self):
        machine = outrigger.read_machine_text(EVERYTHING, "/machines/everything.yaml")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "sub.yaml"
            machine.save(path)
            file = re.search(r"file: (.*?),", path.read_text(encoding="utf-8"))[1].strip('"')
            self.assertFalse(os.path.isabs(file))
            with self.assertRaisesRegex(outrigger.Error, "lies outside of the folder"):
                outrigger.read_machine(path)
            again = outrigger.read_machine(path, allow_outside=True)
            self.assertEqual(os.path.normpath(again.part("shapes", "hull").file), "/machines/parts/hull.obj")
            self.assertEqual(again.output.sensors, ("tip",))

    def test_machines_made_in_python(self):
        machine = pendulum()
        again = outrigger.read_machine_text(machine.text())
        a, b = outrigger.World(machine), outrigger.World(again)
        a.run(1.0)
        b.run(1.0)
        self.assertAlmostEqual(a.value("angle"), b.value("angle"), 10)

    def test_what_no_file_can_say_is_refused(self):
        machine = outrigger.Machine("free", bodies=[free_body("two words")])
        with self.assertRaisesRegex(outrigger.Error, "machine 'free' cannot be written as a file.*two words"):
            machine.text()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "m.yaml"
            with self.assertRaises(outrigger.Error):
                machine.save(path)
            self.assertFalse(path.exists())
        machine = pendulum()
        machine.bodies[0].mass = -1
        with self.assertRaisesRegex(outrigger.Error, "mass: -1"):
            machine.text()


class Guide(unittest.TestCase):
    def test_the_blocks_of_the_guide_are_the_bundled_crane(self):
        page = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
        first, joints = blocks[0].split("joints:\n")
        rest = [b for b in blocks[1:] if not b.startswith(" ")]
        for block in blocks[1:]:
            if block.startswith(" "):
                if "type:" in block:
                    joints += block
                else:
                    first = first.rstrip("\n") + "\n" + block
        text = "\n".join([first, "joints:\n" + joints, *rest])
        for variants in ([], "heavy"):
            guide = outrigger.read_machine_text(text, "small-crane", variants=variants)
            bundled = outrigger.read_machine("small-crane", variants=variants)
            self.assertEqual(guide.text(), bundled.text())


if __name__ == "__main__":
    unittest.main()
