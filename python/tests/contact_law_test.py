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


if __name__ == "__main__":
    unittest.main()
