"""Worlds from Python: motion, results without copies, edits, snapshots, and refusals."""

import gc
import os
import signal
import tempfile
import threading
import time
import unittest
import weakref

import numpy as np
import outrigger
from support import MACHINES, ROOT, free_body, free_world, pendulum


class Names(unittest.TestCase):
    def test_unknown_names_tell_the_nearest_and_the_known_ones(self):
        world = outrigger.World("small-crane")
        known = "did you mean 'load'\\? Known: post, boom, arm, load"
        for call in (world.body, world.pose, lambda name: world.run(0.01, bodies=[name])):
            with self.assertRaisesRegex(outrigger.Error, f"there is no body named 'lod'; {known}"):
                call("lod")
        with self.assertRaisesRegex(outrigger.Error, "no body and no coordinate named 'lod'; did you mean 'load'"):
            world.add_force("lod", lambda t, pose, twist: (0, 0, 0))
        with self.assertRaisesRegex(outrigger.Error, "no coordinate named 'x'; known: .*lift_cylinder"):
            world.value("x")
        with self.assertRaisesRegex(outrigger.Error, "no spring named 'x'; there is none"):
            world.spring("x")


class Starts(unittest.TestCase):
    def test_a_start_that_nobody_can_mean_is_a_warning(self):
        text = (
            "outrigger: 1\nbodies: {ball: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 0, -3]}}}\n"
            "shapes: {ball: {body: ball, sphere: 0.3, material: steel}}\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ball.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            with self.assertWarnsRegex(UserWarning, "body 'ball' starts at .*wholly below the ground.*lift it by 3.30 m"):
                world = outrigger.World(path)
        self.assertEqual([e.kind for e in world.take_events()], ["no_ground"])


class Motion(unittest.TestCase):
    def test_free_fall(self):
        world = free_world(free_body(velocity=(1, 0, 0)), gravity=(0, 0, -9.81))
        world.run(0.5)
        np.testing.assert_allclose(world.pose("body").position, (0.5, 0, -9.81 * 0.125), atol=1e-9)
        np.testing.assert_allclose(world.twist("body").linear, (1, 0, -9.81 * 0.5), atol=1e-9)
        np.testing.assert_allclose(world.acceleration("body").linear, (0, 0, -9.81), atol=1e-9)

    def test_small_swings_have_the_period_of_theory(self):
        world = outrigger.World(pendulum(angle=0.01))
        r = world.run(4.0)
        angle, t = r["angle"], r["time"]
        down = np.flatnonzero((angle[:-1] > 0) & (angle[1:] <= 0))
        zero = t[down] + 1e-3 * angle[down] / (angle[down] - angle[down + 1])
        expected = 2 * np.pi * np.sqrt((0.17 + 2 * 0.25) / (2 * 9.81 * 0.5))
        self.assertAlmostEqual(zero[1] - zero[0], expected, delta=1e-4)

    def test_energy_stays(self):
        world = outrigger.World(pendulum())
        before = world.energies().total
        world.run(2.0)
        self.assertAlmostEqual(world.energies().total, before, delta=1e-4 * abs(before))

    def test_reaction_at_rest_is_the_weight(self):
        world = outrigger.World(pendulum(angle=0.0))
        world.step()
        self.assertAlmostEqual(np.linalg.norm(world.reaction("pivot").force), 2 * 9.81, delta=1e-6)

    def test_levers(self):
        world = outrigger.World(MACHINES / "small-crane.yaml")
        self.assertIn("lift", world.input_names)
        world.set_input("lift", 1.0)
        before = world.value("lift_cylinder")
        world.run(1.0)
        self.assertGreater(world.value("lift_cylinder"), before + 0.02)
        self.assertEqual(world.inputs["lift"], 1.0)
        with self.assertRaisesRegex(outrigger.Error, "inputs are: .*lift"):
            world.set_input("fly", 1)
        with self.assertRaises(outrigger.Error):
            world.set_input("lift", float("nan"))

    def test_the_excavator_on_its_site_is_the_one_of_the_command_line(self):
        site = outrigger.read_site(ROOT / "sites" / "worksite.yaml")
        world = outrigger.World(MACHINES / "excavator.yaml", site=site)
        world.step()
        self.assertGreater(len(world.body_names), 10)
        self.assertIsInstance(site.starts, dict)


class Results(unittest.TestCase):
    def test_columns_are_views_of_one_memory(self):
        r = outrigger.World(pendulum()).run(0.1)
        self.assertEqual(len(r), 101)
        self.assertFalse(r["angle"].flags.owndata)
        self.assertFalse(r["angle"].flags.writeable)
        self.assertTrue(np.shares_memory(r["angle"], r.table))
        self.assertEqual(r["angle"].__array_interface__["data"], r["angle"].__array_interface__["data"])
        np.testing.assert_array_equal(r.table[:, r.columns.index("angle")], r["angle"])
        with self.assertRaisesRegex(KeyError, "columns are: time, angle"):
            r["angel"]

    def test_views_outlive_everything(self):
        world = outrigger.World(pendulum())
        r = world.run(0.1)
        angle = r["angle"]
        expected = angle.copy()
        del r, world
        gc.collect()
        np.testing.assert_array_equal(angle, expected)

    def test_rows_and_sensors(self):
        world = outrigger.World(pendulum())
        sensors = [outrigger.Sensor("tip", kind="position", target="rod", point=(0, 0, -1))]
        r = world.run(0.1, every=10, sensors=sensors, bodies=["rod"])
        self.assertEqual(r.columns, ("time", "tip_x", "tip_y", "tip_z"))
        self.assertEqual(r.poses.shape, (11, 1, 7))
        rotation = outrigger.rotation_of_quaternion(r.poses[-1, 0, 3:])
        np.testing.assert_allclose(rotation @ (0, 0, -1), r.table[-1, 1:], atol=1e-9)
        np.testing.assert_allclose(rotation, world.pose("rod").rotation, atol=1e-9)
        self.assertEqual(r.units["tip_x"], "m")
        wrong = [dict(duration=-1), dict(duration=float("nan")), dict(duration=1, every=0), dict(duration=1e9)]
        for arguments in wrong:
            with self.subTest(**arguments), self.assertRaises(ValueError):
                world.run(**arguments)
        with self.assertRaises(outrigger.Error):
            world.run(0.1, bodies=["arm"])

    def test_all_bodies_at_once(self):
        world = free_world(free_body("a"), free_body("b", position=(1, 2, 3), velocity=(4, 5, 6)))
        self.assertEqual(world.body_names, ("a", "b"))
        np.testing.assert_allclose(world.poses()[1], (1, 2, 3, 1, 0, 0, 0), atol=1e-12)
        out = np.empty((2, 6))
        self.assertIs(world.velocities(out=out), out)
        np.testing.assert_allclose(out[1], (4, 5, 6, 0, 0, 0), atol=1e-12)
        arrays = [np.empty((3, 6)), np.empty(12), np.empty((2, 6), np.float32), np.empty((6, 2)).T]
        for wrong in (*arrays, "out", [[0] * 6] * 2):
            with self.subTest(wrong=wrong), self.assertRaises((ValueError, TypeError)):
                world.velocities(out=wrong)
        out.setflags(write=False)
        with self.assertRaises(ValueError):
            world.velocities(out=out)


class Edits(unittest.TestCase):
    def test_a_rope_holds_a_weight_and_is_let_go(self):
        world = free_world(gravity=(0, 0, -9.81))
        rope = outrigger.Rope("line", stiffness=2e4, damping=2.0)
        above, on_body = outrigger.RopePoint(), outrigger.RopePoint()
        above.point = (0, 0, 3)
        rope.points = [above, on_body]
        line = world.add_rope(rope, ["ground", "body"])
        world.run(3.0)
        self.assertAlmostEqual(world.force(line), 2.0 * 9.81, delta=0.2)
        world.remove(line)
        with self.assertRaisesRegex(outrigger.Error, "names nothing"):
            world.force(line)
        with self.assertRaisesRegex(outrigger.Error, "hold nothing"):
            world.add_rope(rope, ["body", "body"])

    def test_add_and_remove(self):
        world = free_world(gravity=(0, 0, -9.81))
        other = world.add_body(free_body("other", position=(1, 0, 0)))
        pin = world.add_joint(
            outrigger.Joint("pin", type="spherical", point_a=(0.5, 0, 0), point_b=(-0.5, 0, 0)), "body", other
        )
        self.assertEqual(world.articulation_count, 1)
        spring = world.add_spring(
            outrigger.Spring("spring", spring=outrigger.linear(100), free=1.0),
            outrigger.Coordinate("gap", kind="distance"), "body", "other",
        )
        load = world.add_load(outrigger.Load("lift", z=40), "body")
        mount = world.add_mount(outrigger.Mount("foot", stiffness=(10, 10, 10)), other)
        world.run(0.1)
        self.assertIsInstance(world.force(spring), float)
        for part in (load, mount, spring, pin):
            world.remove(part)
            with self.assertRaisesRegex(outrigger.Error, "names nothing"):
                world.remove(part)
        self.assertEqual(world.articulation_count, 2)
        self.assertFalse(world.alive(pin))
        world.remove(other)
        with self.assertRaisesRegex(outrigger.Error, "names nothing"):
            world.pose(other)
        self.assertEqual(world.body_names, ("body",))

    def test_refusals(self):
        world, stranger = free_world(), free_world()
        with self.assertRaisesRegex(ValueError, "belongs to another world"):
            world.pose(stranger.body("body"))
        with self.assertRaisesRegex(outrigger.Error, "already a body named 'body'"):
            world.add_body(free_body())
        with self.assertRaisesRegex(outrigger.Error, "no body named 'arm'"):
            world.pose("arm")
        with self.assertRaisesRegex(TypeError, "expected a body handle or name, not int"):
            world.pose(3)
        with self.assertRaisesRegex(outrigger.Error, "mass"):
            world.add_body(free_body("x", mass=0))
        with self.assertRaises(outrigger.Error):
            world.add_joint(outrigger.Joint("j"), "body", "body")
        with self.assertRaises(TypeError):
            world.remove("body")
        self.assertEqual(world.hash(), stranger.hash())

    def test_events_of_a_breaking_joint(self):
        world = outrigger.World(outrigger.read_machine(MACHINES / "small-crane.yaml", variants=["heavy"]))
        world.set_input("lift", 1.0)
        r = world.run(1.0, every=100)
        events = world.take_events()
        self.assertIn("joint_broken", [e.kind for e in events])
        self.assertTrue(np.isnan(r["rope_force_u"][-1]))
        self.assertEqual(world.take_events(), [])


class Snapshots(unittest.TestCase):
    def test_the_same_bits_again(self):
        world = outrigger.World(MACHINES / "small-crane.yaml")
        world.set_input("slew", 0.5)
        world.run(0.2)
        saved = world.save()
        world.run(0.2)
        expected = world.hash()
        world.restore(saved)
        self.assertEqual(world.hash(), saved.hash())
        world.run(0.2)
        self.assertEqual(world.hash(), expected)
        twin = outrigger.World(MACHINES / "small-crane.yaml")
        with self.assertRaisesRegex(ValueError, "another world"):
            twin.restore(saved)
        twin.restore(saved.to_bytes())
        twin.run(0.2)
        self.assertEqual(twin.hash(), expected)

    def test_damaged_bytes_are_refused(self):
        world = outrigger.World(pendulum())
        data = world.save().to_bytes()
        before = world.hash()
        for damaged in (b"", data[:-3], data[: len(data) // 2], b"x" * len(data), data + b"x"):
            with self.assertRaises(outrigger.Error):
                world.restore(damaged)
        with self.assertRaises(TypeError):
            world.restore("text")
        self.assertEqual(world.hash(), before)

    def test_mixed_bytes_are_refused(self):
        world = outrigger.World("tower")
        world.run(0.05)
        data = world.save().to_bytes()
        world.restore(data)
        twin = outrigger.World("tower")
        twin.run(0.1)
        before = twin.hash()
        # The head of one snapshot and the contacts of another: each word is one that a world had.
        other = twin.save().to_bytes()
        for cut in range(64, len(data), 4096):
            with self.assertRaises(outrigger.Error):
                twin.restore(data[:cut] + other[cut:])
        self.assertEqual(twin.hash(), before)

    def test_snapshots_of_other_machines_are_refused(self):
        machine = pendulum()
        data = outrigger.World(machine).save().to_bytes()
        machine.bodies[0].name, machine.joints[0].body_b = "other", "other"
        for m in (machine, "tower"):
            with self.assertRaises(outrigger.Error):
                outrigger.World(m).restore(data)

    def test_handles_survive_going_back(self):
        world = free_world()
        saved = world.save()
        added = world.add_body(free_body("other"))
        world.restore(saved)
        with self.assertRaises(outrigger.Error):
            world.pose(added)


class Threads(unittest.TestCase):
    def test_a_second_thread_is_refused_while_stepping(self):
        world, seen, stop = outrigger.World(MACHINES / "excavator.yaml"), [], threading.Event()

        def meddle():
            while not stop.is_set():
                try:
                    world.value("boom_cylinder")
                except outrigger.Error as e:
                    seen.append(str(e))

        thread = threading.Thread(target=meddle)
        thread.start()
        world.run(0.5)
        stop.set()
        thread.join()
        self.assertTrue(seen)
        self.assertIn("another thread", seen[0])

    def test_a_run_keeps_its_world_while_its_functions_are_called(self):
        # Another thread that restored the world in on_step left it free although it was still at work.
        world = outrigger.World("tower")
        saved, inside, stop, refused = world.save(), threading.Event(), threading.Event(), []
        world.on_step(lambda w: (inside.set(), time.sleep(0.0005)))

        def meddle():
            while not stop.is_set():
                inside.wait(1)
                inside.clear()
                for change in (lambda: world.restore(saved), world.step, world.save):
                    try:
                        change()
                        refused.append(None)
                    except outrigger.Error as e:
                        refused.append(str(e))

        thread = threading.Thread(target=meddle)
        thread.start()
        world.run(0.05)
        first = len(refused)
        steps = world.step_count
        stop.set()
        thread.join()
        self.assertEqual(steps, 50)
        self.assertGreater(first, 0)
        self.assertEqual(set(refused[: first - 3]), {refused[0]})
        self.assertIn("another thread", refused[0])

    def test_worlds_run_side_by_side(self):
        worlds = [outrigger.World(pendulum()) for _ in range(4)]
        threads = [threading.Thread(target=w.run, args=(0.3,)) for w in worlds]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(len({w.hash() for w in worlds}), 1)


class Interrupts(unittest.TestCase):
    def test_control_c_stops_a_run_and_the_world_goes_on(self):
        world = outrigger.World(pendulum())
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            world.run(1e6, every=10**9)
        timer.join()
        done = world.step_count
        world.step()
        self.assertEqual(world.step_count, done + 1)


class Lifetime(unittest.TestCase):
    def test_a_world_and_its_functions_are_collected(self):
        world = free_world()

        class Holder:
            def __call__(self, w):
                pass

        holder = Holder()
        holder.world = world
        world.on_step(holder.__call__)
        world.add_force("body", lambda t, p, v: holder and (0, 0, 0))
        alive = weakref.ref(holder)
        world.step()
        del world, holder
        gc.collect()
        self.assertIsNone(alive())


if __name__ == "__main__":
    unittest.main()
