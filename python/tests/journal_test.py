"""World.record: what Python does to a world computes again without Python; events are values."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import outrigger
from support import free_body, pendulum

PROGRAM = pathlib.Path(outrigger._core.__file__).resolve().parents[2] / "outrigger"


def verify(path):
    return subprocess.run([PROGRAM, "replay", "--verify", path], capture_output=True, text=True)


class Recorded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "run.jsonl"

    def assert_verified(self, steps):
        run = verify(self.path)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(f"{steps} steps computed again, every hash equal", run.stdout)

    def test_edits_forces_and_resets(self):
        world = outrigger.World(pendulum(step=5e-3, angle=0.7))
        world.record(self.path)
        self.assertTrue(world.is_recording)
        for _ in range(20):
            world.step()
        stone = world.add_body(
            free_body("stone", position=(3, 0, 2), rotation=outrigger.rotation_about((1, 2, 3), 0.3)))
        world.add_force(stone, lambda t, pose, twist: (-3 * np.asarray(twist.linear), (0, 0, 0.1 * t)))
        world.add_force("angle", lambda t, x, v: (-5 * x - v, 5.0, 1.0))
        world.run(0.2)
        pin = world.add_joint(
            outrigger.Joint("pin", type="spherical", point_a=world.pose(stone).position), "ground", stone)
        world.run(0.2)
        world.break_joint(pin)
        world.run(0.1)
        world.restore(world.save())
        world.reset()
        self.assertEqual(world.step_count, 0)
        world.find_equilibrium()
        world.run(0.1)
        self.assertEqual(world.execute('{"do": "add_body", "body": {"name": "box", "mass": 1, '
                                       '"inertia": [1, 0, 0, 0, 1, 0, 0, 0, 1]}}'), "adds body 'box'")
        world.run(0.1)
        world.stop_recording()
        self.assertFalse(world.is_recording)
        self.assert_verified(20 + 40 + 40 + 20 + 20 + 20)

    def test_a_machine_file_on_a_site(self):
        world = outrigger.World("small-crane", site="worksite")
        world.record(self.path)
        lever = world.input_names[0]
        for i in range(60):
            world.set_input(lever, 0.01 * i)
            world.step()
        steps = world.step_count
        del world  # ends the recording too
        self.assert_verified(steps)

    def test_soil_is_recorded(self):
        world = outrigger.World("small-crane", site="worksite")
        world.record(self.path)
        for _ in range(5):
            world.place_soil("loam", mass=150, x=30, y=68, radius=0.3)
            for _ in range(20):
                world.step()
        self.assertGreater(world.ground_height(30, 68), 0.2)
        self.assertEqual(world.soil_balance()["loam"]["place"], 750_000_000)
        with self.assertRaisesRegex(outrigger.Error, "no soil 'mud' on this site; known are loam"):
            world.place_soil("mud", 10, 30, 68)
        with self.assertRaisesRegex(outrigger.Error, "where it is soil"):
            world.edit_ground(circle=[30, 68, 1], lower=0.2)
        world.stop_recording()
        self.assert_verified(100)

    def test_refusals(self):
        world = outrigger.World(pendulum())
        world.step()
        with self.assertRaisesRegex(outrigger.Error, "a recording begins where the world begins"):
            world.record(self.path)
        world = outrigger.World(pendulum())
        world.record(self.path)
        with self.assertRaisesRegex(outrigger.Error, "is being recorded already"):
            world.record(self.path)
        with self.assertRaisesRegex(outrigger.Error, "there is no command 'dance'"):
            world.execute('{"do": "dance"}')
        with self.assertRaisesRegex(outrigger.Error, "cannot write the recording"):
            outrigger.World(pendulum()).record("/nowhere/run.jsonl")

    def test_a_limit_is_reported(self):
        world = outrigger.World(pendulum(step=5e-3))
        world.record(self.path)
        stone = world.add_body(free_body("stone"))
        world.step()
        before = world.save()
        world.remove(stone)
        world.step()
        world.restore(before)
        world.step()
        world.stop_recording()
        run = verify(self.path)
        self.assertEqual(run.returncode, 1)
        self.assertIn("2 of 3 steps computed again, every hash equal; no further, because the program "
                      "went back to a state", run.stdout)


class Events(unittest.TestCase):
    def test_fields(self):
        world = outrigger.World(pendulum())
        world.break_joint("pivot")
        (event,) = world.take_events()
        self.assertEqual((event.kind, event.step, event.name), ("joint_broken", 0, "pivot"))
        self.assertEqual([(p.kind, p.name) for p in event.parts], [("joint", "pivot")])
        np.testing.assert_allclose(event.place, (0, 0, 0), atol=1e-9)
        as_json = json.loads(event.to_json())
        self.assertEqual(as_json["kind"], "joint_broken")
        self.assertEqual(as_json["parts"], [["joint", "pivot"]])

    def test_reset_and_mark_start(self):
        world = outrigger.World(pendulum())
        start = world.hash()
        world.run(0.1)
        world.reset()
        self.assertEqual(world.hash(), start)
        world.run(0.1)
        world.mark_start()
        here = world.hash()
        world.run(0.1)
        world.reset()
        self.assertEqual(world.hash(), here)


if __name__ == "__main__":
    unittest.main()
