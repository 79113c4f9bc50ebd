"""Forces and controllers in Python: right motion, errors that leave the world unharmed."""

import traceback
import unittest

import numpy as np
import outrigger
from support import free_body, free_world, pendulum


class BodyForces(unittest.TestCase):
    def test_constant_force_and_torque(self):
        world = free_world()
        world.add_force("body", lambda t, pose, twist: ((4, 0, 0), (0, 0, 1.2)))
        world.run(0.5)
        np.testing.assert_allclose(world.pose("body").position, (0.25, 0, 0), atol=1e-9)
        np.testing.assert_allclose(world.twist("body").angular, (0, 0, 1.0), atol=1e-6)

    def test_a_force_off_the_centre_turns(self):
        world = free_world()
        world.add_force("body", lambda t, pose, twist: (0, 0.1, 0), point=(1, 0, 0))
        world.step()
        np.testing.assert_allclose(world.acceleration("body").angular, (0, 0, 0.1 / 0.6), atol=1e-6)

    def test_explicit_spring_is_second_order(self):
        def error(h):
            machine = outrigger.Machine("mass", bodies=[free_body(position=(0.1, 0, 0))])
            machine.settings.gravity = (0, 0, 0)
            machine.settings.step, machine.settings.tolerance, machine.settings.max_iterations = h, 1e-9, 20
            world = outrigger.World(machine)
            world.add_force("body", lambda t, pose, twist: -200 * pose.position)
            world.run(1.0)
            return abs(world.pose("body").position[0] - 0.1 * np.cos(10))

        self.assertAlmostEqual(error(2e-3) / error(1e-3), 4, delta=0.4)

    def test_stability_is_that_of_theory(self):
        """Explicit: ω h < √2, damped by (ω h)⁴/8 per step; with its tangent: always stable, not damped."""

        def swing(rate, tangent=False, steps=50):
            """Amplitude after some steps of a mass on a spring with ω = `rate` / h, from 0.1 m."""
            k = 2.0 * (rate / 1e-3) ** 2
            world = free_world(free_body(position=(0.1, 0, 0)))
            tangents = ((0, 0, 0), k * np.eye(3), np.zeros((3, 3)))
            world.add_force(
                "body", lambda t, p, v: (-k * p.position, *tangents) if tangent else -k * p.position
            )
            world.run(steps * 1e-3)
            position, speed = world.pose("body").position[0], world.twist("body").linear[0]
            return np.hypot(position, speed * 1e-3 / rate)

        self.assertLess(swing(1.3), 0.1)
        self.assertGreater(swing(1.5), 10)
        self.assertLess(swing(5.0, tangent=True), 0.11)
        self.assertAlmostEqual(swing(0.3) / 0.1, (1 - 0.3**4 / 8) ** 50, delta=0.03)

    def test_time_and_arguments(self):
        world, calls = free_world(free_body(velocity=(1, 0, 0))), []
        world.add_force("body", lambda t, pose, twist: calls.append((t, pose.position[0], twist.linear[0])))
        world.step()
        world.step()
        np.testing.assert_allclose(calls, [(0, 0, 1), (1e-3, 1e-3, 1), (2e-3, 2e-3, 1)], atol=1e-12)


class Contacts(unittest.TestCase):
    def pushed_block(self, share, duration):
        """A block of 10 kg on the ground, friction 0.4, pushed by a share of its weight.

        Returns distance and acceleration.
        """
        machine = outrigger.Machine("block")
        machine.materials.append(outrigger.Material("wood", young=1e8, restitution=0.05))
        machine.friction.append(
            outrigger.FrictionPair(
                "f", material_a="wood", material_b="asphalt",
                static_coefficient=0.4, dynamic_coefficient=0.4,
            )  # fmt: skip
        )
        machine.bodies.append(free_body("block", mass=10, inertia=(0.4, 0.4, 0.6), position=(0, 0, 0.1)))
        machine.shapes.append(
            outrigger.ContactShape("block", body="block", kind="box", size=(0.6, 0.6, 0.2), material="wood")
        )
        world = outrigger.World(machine)
        world.run(0.5)  # comes to rest
        start = world.pose("block").position[0]
        world.add_force("block", lambda t, pose, twist: (share * 10 * 9.81, 0, 0), point=(0, 0, -0.1))
        world.run(duration / 2)
        speed = world.twist("block").linear[0]
        world.run(duration / 2)
        acceleration = (world.twist("block").linear[0] - speed) / (duration / 2)
        return world.pose("block").position[0] - start, acceleration

    def test_friction_holds_or_gives_way(self):
        distance, acceleration = self.pushed_block(0.3, 1.0)
        self.assertLess(abs(distance), 1e-3)
        self.assertLess(abs(acceleration), 1e-3)
        distance, acceleration = self.pushed_block(0.6, 1.0)
        self.assertAlmostEqual(acceleration, 0.2 * 9.81, delta=0.005)


class CoordinateForces(unittest.TestCase):
    def test_spring_in_python_is_the_built_in_one(self):
        own, machine = outrigger.World(pendulum()), pendulum()
        spring, damper = outrigger.linear(30), outrigger.linear(2)
        machine.springs.append(outrigger.Spring("s", coordinate="angle", spring=spring, damper=damper))
        built_in = outrigger.World(machine)
        own.add_force("angle", lambda t, x, speed: (-30 * x - 2 * speed, 30, 2))
        a, b = own.run(2.0), built_in.run(2.0)
        self.assertLess(np.abs(a["angle"] - b["angle"]).max(), 1e-7)

    def test_controller_reads_the_world(self):
        world = outrigger.World(pendulum())
        world.add_force("angle", lambda t, x, speed: -50 * world.value("angle") - 20 * world.speed("angle"))
        world.run(3.0)
        self.assertLess(abs(world.value("angle")), 1e-2)


class Failures(unittest.TestCase):
    def test_an_exception_leaves_step_with_its_traceback(self):
        world = outrigger.World(pendulum())

        def broken(t, x, speed):
            if t > 0.0105:
                raise ZeroDivisionError("in the controller")
            return 0.0

        world.add_force("angle", broken)
        try:
            world.run(1.0)
        except ZeroDivisionError as e:
            text = "".join(traceback.format_exception(e))
        self.assertIn("in broken", text)
        self.assertIn("in the controller", text)
        self.assertEqual(world.step_count, 10)
        before = world.hash()
        with self.assertRaises(ZeroDivisionError):
            world.step()
        self.assertEqual(world.hash(), before)

    def test_wrong_results(self):
        for result in (float("nan"), "much", (1, 2), [[1]], (1, 2, 3, 4, 5), {}, object(), np.zeros(3)):
            world = outrigger.World(pendulum())
            before, results = world.hash(), [0.0, result]
            world.add_force("angle", lambda t, x, v: results[0])
            changed = world.hash()
            results[0] = result
            with self.subTest(result=result), self.assertRaisesRegex((ValueError, TypeError), "force 'force'"):
                world.step()
            self.assertEqual(world.hash(), changed)
            with self.subTest(result=result), self.assertRaises((ValueError, TypeError)):
                outrigger.World(pendulum()).add_force("angle", lambda t, x, v: result)
        zero = (0, 0, 0)
        for result in (1.0, (1, 2), (zero, (1, 2)), np.full(3, np.inf), (zero, zero, np.eye(2), np.eye(3))):
            with self.subTest(result=result), self.assertRaises((ValueError, TypeError)):
                free_world().add_force("body", lambda t, p, v: result)

    def test_wrong_arguments(self):
        world = free_world()
        with self.assertRaises(TypeError):
            world.add_force("body", 3)
        with self.assertRaises(outrigger.Error):
            world.add_force("nobody", lambda *a: 0)
        with self.assertRaises(ValueError):
            world.add_force("body", lambda *a: (0, 0, 0), point=(1, 2))
        with self.assertRaises(TypeError):
            world.add_force("body", lambda t: (0, 0, 0))  # one argument too few

    def test_functions_may_not_change_or_step_their_world(self):
        world = free_world()
        deeds = [
            lambda: world.step(),
            lambda: world.run(0.1),
            lambda: world.add_body(free_body("x")),
            lambda: world.remove(world.body("body")),
            lambda: world.restore(world.save()),
            lambda: world.add_force("body", lambda *a: None),
            lambda: world.find_equilibrium(),
        ]
        for deed in deeds:
            with self.assertRaisesRegex(outrigger.Error, "may read its world but not change"):
                world.add_force("body", lambda t, p, v: deed())
        self.assertEqual(world.body_names, ("body",))
        world.step()

    def test_on_step_may_edit_but_not_step(self):
        world = free_world()

        @world.on_step
        def edit(w):
            if w.step_count == 2:
                w.add_body(free_body("late"))

        world.run(0.005)
        self.assertEqual(world.body_names, ("body", "late"))
        self.assertTrue(world.remove_on_step(edit))
        self.assertFalse(world.remove_on_step(edit))
        world.on_step(lambda w: w.step())
        with self.assertRaisesRegex(outrigger.Error, "may not step its own world"):
            world.step()

    def test_an_exception_in_on_step_stops_the_run(self):
        world = free_world()

        @world.on_step
        def stop(w):
            if w.step_count == 5:
                raise StopIteration("enough")

        with self.assertRaises(StopIteration):
            world.run(1.0)
        self.assertEqual(world.step_count, 5)

    def test_removed_forces_act_no_more(self):
        world = free_world()
        h = world.add_force("body", lambda *a: (2, 0, 0))
        world.step()
        world.remove(h)
        world.step()
        np.testing.assert_allclose(world.acceleration("body").linear, 0, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
