"""Machines as Python objects: the same ones as files and C++ make, and no way to break them."""

import copy
import unittest

import numpy as np
import outrigger
from support import MACHINES, ROOT, free_body, pendulum


class Fields(unittest.TestCase):
    def test_vectors_are_views_of_the_object(self):
        body = outrigger.Body("arm", mass=2, centre=[1, 2, 3])
        centre = body.centre
        centre[0] = 7
        self.assertEqual(body.centre.tolist(), [7, 2, 3])
        del body  # the view keeps the object alive
        self.assertEqual(centre.tolist(), [7, 2, 3])

    def test_a_diagonal_stands_for_an_inertia(self):
        body = outrigger.Body("arm", inertia=(1, 2, 3))
        self.assertEqual(body.inertia.tolist(), np.diag([1, 2, 3]).tolist())
        body.inertia[0, 1] = body.inertia[1, 0] = 0.5
        self.assertEqual(body.inertia[1, 0], 0.5)

    def test_wrong_values_name_field_and_value(self):
        body = outrigger.Body()
        for value, error, text in [
            ([1, 2], ValueError, r"centre: expected an array of shape \(3,\), not \(2,\)"),
            ([1, 2, float("nan")], ValueError, "centre: nan is not a finite number"),
            ("xyz", TypeError, "centre"),
            (None, TypeError, "centre"),
            ([[1, 2, 3]], ValueError, r"\(1, 3\)"),
            (["a", "b", "c"], TypeError, "centre"),
        ]:
            with self.subTest(value=value), self.assertRaisesRegex(error, text):
                body.centre = value
        with self.assertRaises(TypeError):
            body.mass = "heavy"
        with self.assertRaises(AttributeError):
            body.mas = 3
        with self.assertRaisesRegex(TypeError, "no field 'mas'; fields are: .*mass"):
            outrigger.Body("arm", mas=3)
        with self.assertRaisesRegex(ValueError, "type: 'hinge' is not one of revolute, prismatic"):
            outrigger.Joint("pin", type="hinge")

    def test_values_show_their_numbers(self):
        pose = outrigger.Pose(position=(1, 2.5, -3))
        self.assertEqual(
            repr(pose), "Pose(position=(1, 2.5, -3), rotation=((1, 0, 0), (0, 1, 0), (0, 0, 1)))"
        )
        self.assertEqual(repr(outrigger.AllowableLoad(force=3)), "AllowableLoad(force=3, torque=0, breaks=False)")
        world = outrigger.World("small-crane")
        self.assertEqual(repr(world.twist("load")), "Twist(linear=(0, 0, 0), angular=(0, 0, 0))")
        self.assertRegex(repr(world.reaction("rope")), r"JointReaction\(force=\(3686.22, 1345.15, .*\)")
        self.assertRegex(repr(world.energies()), "kinetic 0 J, potential 7015")
        self.assertEqual(repr(world.save()), "<Snapshot: t = 0 s, step 0>")

    def test_functions_from_what_stands_for_them(self):
        drive = outrigger.Drive("d")
        drive.function = "sin(t)"
        self.assertEqual((drive.function.kind, drive.function.formula), ("formula", "sin(t)"))
        drive.function = 3
        self.assertEqual((drive.function.kind, drive.function.value), ("constant", 3))
        drive.function = [[0, 0], [1, 2]]
        self.assertEqual(drive.function.table.tolist(), [[0, 0], [1, 2]])
        drive.function = outrigger.lever("boom")
        self.assertTrue(drive.function.relative)
        with self.assertRaisesRegex(ValueError, "function: expected an array of shape"):
            drive.function = [1, 2, 3]
        with self.assertRaises(ValueError):
            drive.function.table[0, 0] = 1  # a copy: read-only

    def test_copies_are_independent(self):
        machine = pendulum()
        other = machine.copy()
        other.bodies[0].mass = 9
        other.joints.clear()
        self.assertEqual(machine.bodies[0].mass, 2)
        self.assertEqual(len(machine.joints), 1)
        self.assertEqual(copy.copy(machine.bodies[0]).name, "rod")

    def test_lists_of_copies_cannot_be_appended_to(self):
        body = outrigger.Body("arm", points={"tip": (1, 0, 0)})
        self.assertEqual(body.points["tip"], (1, 0, 0))
        with self.assertRaises(TypeError):
            body.points["end"] = (2, 0, 0)
        with self.assertRaises(AttributeError):
            outrigger.BoundingGroup("g", parts=["a"]).parts.append("b")


class Machines(unittest.TestCase):
    def test_every_bundled_machine_makes_a_world_of_the_same_bits(self):
        for path in sorted(MACHINES.glob("*.yaml")):
            with self.subTest(machine=path.name):
                direct, through = outrigger.World(path), outrigger.World(outrigger.read_machine(path))
                for _ in range(3):
                    direct.step()
                    through.step()
                self.assertEqual(direct.hash(), through.hash())

    def test_parts_by_name(self):
        crane = outrigger.read_machine(MACHINES / "small-crane.yaml", variants=["heavy"])
        self.assertEqual(crane.part("bodies", "load").mass, 1300)
        with self.assertRaisesRegex(KeyError, "several parts are named 'slew'"):
            crane["slew"]
        with self.assertRaisesRegex(KeyError, "no part named 'wings'"):
            crane["wings"]

    def test_changes_by_path(self):
        crane = outrigger.read_machine(MACHINES / "small-crane.yaml", changes={"bodies.load.mass": 55})
        self.assertEqual(crane.part("bodies", "load").mass, 55)

        self.assertAlmostEqual(crane.part("bodies", "load").inertia[0, 0], 42.6667 * 55 / 400, 3)

    def test_one_name_stands_for_a_list_of_one(self):
        crane = outrigger.read_machine(MACHINES / "small-crane.yaml", variants="heavy")
        self.assertEqual(crane.part("bodies", "load").mass, 1300)
        with self.assertRaisesRegex(outrigger.Error, "unknown variant 'heavi'; did you mean 'heavy'"):
            outrigger.read_machine("small-crane", variants="heavi")
        self.assertEqual(outrigger.BoundingGroup("g", parts="boom").parts, ("boom",))
        self.assertEqual(outrigger.World("small-crane").run(0.01, bodies="load").bodies, ("load",))

    def test_bundled_machines_and_sites_by_name(self):
        self.assertEqual(outrigger.read_machine("small-crane").name, "small-crane")
        self.assertEqual(outrigger.read_site("worksite").name, "worksite")
        world = outrigger.World("small-crane", site="worksite")
        self.assertIn("load", world.body_names)
        with self.assertRaisesRegex(outrigger.Error, "no file 'smal-crane' and no bundled one.*'small-crane'"):
            outrigger.World("smal-crane")
        with self.assertRaisesRegex(outrigger.Error, "no file 'work' and no bundled one.*worksite"):
            outrigger.World("small-crane", site="work")

    def test_the_version_is_that_of_the_command_line(self):
        main = (ROOT / "apps" / "outrigger" / "main.cpp").read_text(encoding="utf-8")
        self.assertIn(f'"outrigger {outrigger.__version__}"', main)

    def test_files_that_are_wrong_say_where(self):
        with self.assertRaisesRegex(outrigger.Error, "text:2: .*unknown key 'mas'"):
            outrigger.read_machine_text("outrigger: 1\nbodies: {a: {mas: 1}}\n")
        with self.assertRaises(outrigger.Error):
            outrigger.read_machine("no/such/file.yaml")

    def test_machines_that_are_wrong_say_what(self):
        def changed(change):
            machine = pendulum()
            change(machine)
            return machine

        cases = [
            (lambda m: setattr(m.bodies[0], "mass", -1), "body 'rod': mass: -1 is not allowed"),
            (lambda m: setattr(m.bodies[0], "mass", float("nan")), "body 'rod': mass: nan"),
            (lambda m: m.bodies[0].rotation.fill(1), "rotation.*orthonormal"),
            (lambda m: m.bodies.append(m.bodies[0]), "body 'rod' is defined twice"),
            (lambda m: setattr(m.joints[0], "body_b", "arm"), "unknown body 'arm'"),
            (lambda m: setattr(m.coordinates[0], "kind", "displacement"), "no such coordinate"),
            (lambda m: setattr(m.settings, "step", 0.0), "settings: step: 0 is not allowed"),
            (lambda m: m.springs.append(outrigger.Spring("s", coordinate="x")), "unknown coordinate 'x'"),
            (lambda m: m.springs.append(outrigger.Spring("s", coordinate="angle", spring="2*")), "spring 's'"),
            (lambda m: m.joints[0].axis_a.fill(0), "axis_a.*direction"),
        ]
        for change, text in cases:
            with self.subTest(text=text), self.assertRaisesRegex(outrigger.Error, text):
                outrigger.World(changed(change))
        with self.assertRaisesRegex(TypeError, r"machine.bodies\[1\]: expected an outrigger.Body, not int"):
            outrigger.World(changed(lambda m: m.bodies.append(3)))
        with self.assertRaisesRegex(TypeError, "machine.joints: expected a list, not NoneType"):
            outrigger.World(changed(lambda m: setattr(m, "joints", None)))
        with self.assertRaises(TypeError):
            outrigger.World(42)

    def test_later_edits_do_not_reach_the_world(self):
        machine = pendulum()
        world = outrigger.World(machine)
        before = world.hash()
        machine.bodies[0].mass = 99
        machine.bodies.clear()
        self.assertEqual(world.hash(), before)
        world.step()

    def test_placing(self):
        machine = outrigger.Machine("box", bodies=[free_body(position=(1, 0, 0))])
        machine.place((0, 5, 0), np.pi / 2)
        np.testing.assert_allclose(machine.bodies[0].position, (0, 6, 0), atol=1e-12)


class Help(unittest.TestCase):
    def test_every_public_name_has_a_text(self):
        for name in outrigger.__all__:
            if not name.endswith("Error"):
                self.assertTrue(getattr(outrigger, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
