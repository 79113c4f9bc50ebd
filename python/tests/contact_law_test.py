"""Laws of contact as library calls."""

import unittest

import numpy as np
import outrigger


class Laws(unittest.TestCase):
    def test_the_law_gives_its_restitution(self):
        law = outrigger.NormalLaw(kind="restitution", stiffness=1e6, restitution=0.6)
        rate, v, depth, h = law.damping_rate(2.0), 2.0, 0.0, 1e-6
        while True:  # mass 1 kg, semi-implicit Euler, until the force ends
            v -= h * law.force(depth, v, rate)
            depth += h * v
            if depth <= 0 or (v < 0 and law.force(depth, v, rate) == 0):
                break
        self.assertAlmostEqual(-v / 2.0, 0.6, delta=2e-3)

    def test_arrays_and_derivatives(self):
        law = outrigger.NormalLaw(kind="hertz", stiffness=2e5)
        depth = np.linspace(-1e-3, 1e-3, 11)
        np.testing.assert_allclose(law.force(depth), 2e5 * np.maximum(depth, 0) ** 1.5, rtol=1e-12)
        d = 1e-7
        slope = (law.force(5e-4 + d) - law.force(5e-4 - d)) / (2 * d)
        self.assertAlmostEqual(law.by_depth(5e-4), slope, delta=1e-5 * slope)
        self.assertEqual(law.force(depth[:, None], np.zeros(3)).shape, (11, 3))
        with self.assertRaises(ValueError):
            law.force(np.zeros(3), np.zeros(4))

    def test_friction(self):
        law = outrigger.FrictionLaw(kind="coulomb", static_coefficient=0.4, dynamic_coefficient=0.4)
        force, _, sliding = law.force((0, 0, 0), (1, 0, 0), 10.0)
        np.testing.assert_allclose(force, (-4, 0, 0), atol=1e-3)  # Coulomb's step is a little rounded
        self.assertTrue(sliding)
        with self.assertRaises(ValueError):
            law.force((0, 0), (1, 0, 0), 10.0)

    def test_hertz(self):
        modulus = outrigger.effective_modulus(2e11, 0.3, 2e11, 0.3)
        self.assertAlmostEqual(modulus, 2e11 / (2 * 0.91), delta=1)
        stiffness = outrigger.sphere_stiffness(modulus, 0.04)
        self.assertAlmostEqual(stiffness / (4 / 3 * modulus * 0.2), 1, delta=1e-12)
        with self.assertRaises(ValueError):
            outrigger.sphere_stiffness(-1, 1)


BALL = """
outrigger: 1
settings: {step: 0.001}
bodies:
  ball: {mass: 2, inertia: {xx: 0.008, yy: 0.008, zz: 0.008}, pose: {position: [0, 0, 0.2]}}
shapes:
  ball: {body: ball, sphere: 0.1, material: rubber}
friction:
  grip: {pair: [rubber, asphalt], static: 0.4, dynamic: 0.4}
contact_laws:
  l: {pair: [rubber, asphalt], normal: hertz, stiffness: 2e5}
"""


def ball_world(normal=None, **fields):
    functions = []
    if normal is not None:
        fields = {"stiffness": 2e5, **fields}
        functions.append(outrigger.ContactFunction(pair=("rubber", "asphalt"), normal=normal, **fields))
    return outrigger.World(outrigger.read_machine_text(BALL), contact_functions=functions)


class ContactFunctions(unittest.TestCase):
    """Laws of contact written in Python, at work in a world."""

    def test_hertz_in_python_moves_like_the_built_in_law(self):
        def hertz(depth, rate, impact_speed):
            return 2e5 * depth**1.5, 3e5 * depth**0.5, 0.0

        def without_derivatives(depth, rate, impact_speed):
            return 2e5 * depth**1.5

        expected = ball_world()
        expected.run(1.0)
        for law in (hertz, without_derivatives):
            world = ball_world(law)
            world.run(1.0)
            np.testing.assert_allclose(
                world.pose("ball").position, expected.pose("ball").position, atol=1e-6
            )

    def test_another_law(self):
        """A constant force of 4 m g from the surface on: up as fast as down, in half a second's arc."""
        weight = 2 * 9.81
        world = ball_world(lambda depth, rate, speed: (4 * weight * min(1, depth / 1e-4), 0, 0), stiffness=0)
        lowest = min(world.run(0.4, every=1, bodies=["ball"]).poses[:, 0, 2])
        # m g (h + d) = 4 m g d
        self.assertAlmostEqual(0.1 - lowest, 0.1 / 3, delta=1e-3)

    def test_impact_speed(self):
        seen = set()

        def law(depth, rate, impact_speed):
            seen.add(impact_speed)
            return 2e5 * depth**1.5

        ball_world(law).run(0.2)
        self.assertGreater(min(seen), 1.38)
        self.assertLess(max(seen), 1.43)

    def test_errors_leave_the_world_unharmed(self):
        for wrong, error in (
            (lambda d, r, v: 1 / 0, ZeroDivisionError),
            (lambda d, r, v: "much", (TypeError, ValueError)),
            (lambda d, r, v: float("nan"), ValueError),
            (lambda d, r, v: -5.0, ValueError),
            (lambda d, r, v: (1.0, 2.0), ValueError),
        ):
            broken = [True]

            def law(depth, rate, speed, wrong=wrong, broken=broken):
                return wrong(depth, rate, speed) if broken[0] else 2e5 * depth**1.5

            world, whole = ball_world(law), ball_world(lambda d, r, v: 2e5 * d**1.5)
            with self.assertRaises(error):
                world.run(0.3)
            stopped = world.time
            self.assertGreater(stopped, 0.13)  # just before it touches
            broken[0] = False
            world.run(0.4 - stopped)
            whole.run(0.4)
            np.testing.assert_array_equal(world.pose("ball").position, whole.pose("ball").position)

    def test_wrong_arguments(self):
        with self.assertRaisesRegex(TypeError, "cannot be called"):
            ball_world(normal=3)
        with self.assertRaisesRegex(outrigger.Error, "cheese"):
            outrigger.World(
                outrigger.read_machine_text(BALL),
                contact_functions=[outrigger.ContactFunction(pair=("rubber", "cheese"), normal=abs)],
            )
        with self.assertRaisesRegex(outrigger.Error, "restitution 2"):
            ball_world(lambda d, r, v: 0.0, restitution=2.0)
        with self.assertRaises(TypeError):
            outrigger.World(outrigger.read_machine_text(BALL), contact_functions=[1])
        for fields in (
            dict(dynamic_coefficient=-1),
            dict(dynamic_coefficient=float("nan")),
            dict(static_coefficient=0.2, dynamic_coefficient=0.5),
            dict(viscous=float("inf")),
            dict(stribeck_speed=0),
            dict(memory=2),
        ):
            with self.assertRaisesRegex(ValueError, "is not allowed"):
                ball_world(lambda d, r, v: 0.0, friction=outrigger.FrictionLaw(**fields))


if __name__ == "__main__":
    unittest.main()
