"""A pendulum made in Python, against its exact solution by Jacobi's elliptic functions.

    ./outrigger python examples/python/pendulum.py [FOLDER]

A particle of mass m on a massless link of length L, let go at 150°:
    sin(θ/2) = k sn(K(k) - √(g/L) t, k),  k = sin(θ₀/2)
The angle of the link is read as a view of the numbers in C++. Halving the step nearly quarters the error.
"""

import numpy as np
import outrigger
from plotting import plt, save

LENGTH, GRAVITY, START = 1.0, 9.81, np.radians(150.0)


def make_pendulum(step):
    machine = outrigger.Machine("pendulum")
    machine.settings.step = step
    machine.settings.tolerance = 1e-9
    machine.settings.max_iterations = 20
    # A rod whose inertia about its own centre is nearly nothing: all mass at the tip.
    machine.bodies.append(
        outrigger.Body(
            "rod",
            mass=1.0,
            centre=(0, 0, -LENGTH),
            inertia=(1e-9, 1e-9, 1e-9),
            position=(0, 0, 0),
            rotation=outrigger.rotation_about((0, -1, 0), START),
        )
    )
    machine.joints.append(
        outrigger.Joint(
            "pivot", type="revolute", body_b="rod", axis_a=(0, -1, 0), axis_b=(0, -1, 0),
            zero_a=(0, 0, -1), zero_b=(0, 0, -1),
        )
    )
    machine.coordinates.append(outrigger.Coordinate("angle", kind="angle", joint="pivot"))
    return machine


def jacobi_sn(u, k):
    """sn(u, k) by the arithmetic-geometric mean (Abramowitz and Stegun 16.4); also the quarter period."""
    a, b, c = [1.0], np.sqrt(1 - k * k), [k]
    while abs(c[-1]) > 1e-16:
        c.append((a[-1] - b) / 2)
        a, b = a + [(a[-1] + b) / 2], np.sqrt(a[-1] * b)
    quarter = np.pi / (2 * a[-1])
    phi = 2 ** (len(a) - 1) * a[-1] * u
    for n in range(len(a) - 1, 0, -1):
        phi = (phi + np.arcsin(c[n] / a[n] * np.sin(phi))) / 2
    return np.sin(phi), quarter


def exact(t):
    k = np.sin(START / 2)
    _, quarter = jacobi_sn(0.0, k)
    return 2 * np.arcsin(k * jacobi_sn(quarter - np.sqrt(GRAVITY / LENGTH) * t, k)[0])


def main():
    figure, (above, below) = plt.subplots(2, 1, figsize=(7, 5.5), sharex=True)
    for step in (4e-3, 2e-3, 1e-3):
        world = outrigger.World(make_pendulum(step))
        recording = world.run(10.0)
        t, angle = recording["time"], recording["angle"]
        error = np.abs(angle - exact(t))
        print(f"h = {step:g} s: largest error {error.max():.2e} rad")
        below.semilogy(t, error + 1e-12, label=f"h = {1e3 * step:g} ms")
    above.plot(t, np.degrees(exact(t)), "k", label="exact")
    above.plot(t[::100], np.degrees(angle[::100]), "o", ms=3, label="Outrigger, h = 1 ms")
    above.set_ylabel("angle [°]")
    above.legend(loc="upper right")
    below.set(xlabel="time [s]", ylabel="error [rad]")
    below.legend()
    save(figure, __file__)


if __name__ == "__main__":
    main()
