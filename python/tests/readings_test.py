"""Tyres, mass properties, springs to the ground, and forces that change: names and numbers in Python."""
import unittest

import numpy as np
import outrigger

from support import ROOT, free_body, free_world

WHEEL = """outrigger: 1
settings: {step: 1.0e-3}
bodies: {wheel: {mass: 100, inertia: [4, 8, 4], pose: {position: [0, 0, 0.48]}}}
joints: {plane: {type: planar, bodies: [ground, wheel], at: [0, 0, 0.48], axis: y}}
tyre_types: {small: {radius: 0.5, width: 0.2, nominal_load: 5000, stiffness: 3.0e+5, damping: 4000}}
tyres: {front: {body: wheel, type: small}}
loads: {weight: {body: wheel, force: [0, 0, {input: press}]}}
sensors: {load: {kind: tyre_load, target: front}, slip: {kind: tyre_slip, target: front}}
"""


class Readings(unittest.TestCase):
    def test_tyres(self):
        world = outrigger.World(outrigger.read_machine_text(WHEEL))
        self.assertEqual(world.tyre_names, ("front",))
        recording = world.run(2.0, every=100)
        self.assertEqual(recording.columns, ("time", "load", "slip_x", "slip_y"))
        light = world.tyre_reading("front")
        self.assertAlmostEqual(light.load, 981.0, delta=10)
        world.set_input("press", -2000.0)
        world.run(2.0)
        reading = world.tyre_reading(world.tyre("front"))
        self.assertAlmostEqual(reading.load, 2981.0, delta=30)
        self.assertGreater(reading.deflection, light.deflection)
        self.assertIn("TyreReading", repr(reading))
        with self.assertRaisesRegex(outrigger.Error, "'fornt'.*'front'"):
            world.tyre_reading("fornt")

    def test_mass_of_the_whole_machine(self):
        world = outrigger.World("small-crane")
        machine = outrigger.read_machine("small-crane")
        total = world.total_mass()
        self.assertAlmostEqual(total.mass, sum(b.mass for b in machine.bodies))
        self.assertEqual(total.inertia.shape, (3, 3))
        self.assertAlmostEqual(world.total_mass("load").mass, 400.0)
        with self.assertRaises(outrigger.Error):
            world.total_mass(["nothing"])
        (mass,) = world.mass_matrices()
        matrix = mass.matrix
        self.assertEqual(matrix.shape, (8, 8))
        self.assertEqual(len(mass.names), 8)
        np.testing.assert_allclose(matrix, matrix.T)
        self.assertGreater(np.linalg.eigvalsh(matrix).min(), 0.0)

    def test_spring_to_the_ground(self):
        world = free_world(free_body("ball", position=(1.5, 0, 0)))
        handle = world.add_spring(
            outrigger.Spring("s", spring=outrigger.linear(50.0), free=1.0),
            outrigger.Coordinate("length", kind="distance", point_a=(0, 0, 0)),
            "ground",
            "ball",
        )
        self.assertAlmostEqual(world.force(handle), -25.0)
        recording = world.run(np.pi / 5, every=10, sensors=[outrigger.Sensor("x", kind="position", target="ball")])
        self.assertAlmostEqual(recording["x_x"][-1], 0.5, delta=1e-3)  # half a swing about 1 m

    def test_gravity_and_stiffness_that_change(self):
        machine = outrigger.Machine("free")
        machine.settings.gravity_function = (0, 0, "-2*t")
        machine.bodies.append(free_body("ball"))
        machine.settings.gravity = (0, 0, 0)
        world = outrigger.World(machine)
        world.run(1.0)
        self.assertAlmostEqual(world.pose("ball").position[2], -1 / 3, delta=1e-5)
        again = outrigger.read_machine_text(machine.text())
        self.assertEqual(again.settings.gravity_function[2].formula, "-2*t")
        spring = outrigger.Spring("s", coordinate="c", spring=outrigger.linear(1.0), factor=outrigger.input("k"))
        self.assertEqual(spring.factor.input, "k")
        self.assertIsNone(outrigger.Spring("t").factor)

    def test_changes_take_lists_and_maps(self):
        machine = outrigger.read_machine(
            "small-crane",
            changes={
                "gravity": np.array([0.0, 0.0, -1.62]),
                "bodies.boom.pose.rotation_deg": (0, -30, 0),
                "bodies.boom.pose.position.0": 0,
                "joints.rope.allowable": {"force": 5000, "breaks": False},
                "joints.slide.displacement": "",
            },
        )
        np.testing.assert_allclose(machine.settings.gravity, (0, 0, -1.62))
        self.assertEqual(machine.part("joints", "rope").allowable.force, 5000)
        with self.assertRaisesRegex(outrigger.Error, "is a map: give all of it"):
            outrigger.read_machine("small-crane", changes={"bodies.boom.pose": 3})

    def test_the_vehicle_of_the_guide_drives(self):
        world = outrigger.World(ROOT / "examples" / "cart.yaml")
        total = world.total_mass()
        world.run(2.0)
        loads = sum(world.tyre_reading(t).load for t in world.tyre_names)
        self.assertAlmostEqual(loads, 9.81 * total.mass, delta=0.01 * 9.81 * total.mass)
        world.set_input("travel", 1.0)
        world.run(4.0)
        self.assertGreater(world.twist("chassis").linear[0], 3.0)
        self.assertGreater(world.tyre_reading("rear_left").longitudinal, 100.0)
        self.assertLess(abs(world.pose("chassis").position[1]), 0.05)


if __name__ == "__main__":
    unittest.main()
