"""Forces and controllers written in Python.

    ./outrigger python examples/python/custom_force.py [FOLDER]

Left: a ball that falls through air, drag F = -c |v| v; exact: v = v∞ tanh(g t/v∞), v∞ = √(m g/c).
Right: an inverted pendulum on a cart, held upright by a force on the cart that a Python function
computes from both coordinates (LQR gains); at 3 s somebody pushes.
"""

import numpy as np
import outrigger
from plotting import plt, save

GRAVITY = 9.81


def falling_ball(mass=0.5, drag=0.02):
    machine = outrigger.Machine("ball")
    machine.bodies.append(outrigger.Body("ball", kind="point", mass=mass, position=(0, 0, 100)))
    machine.sensors.append(outrigger.Sensor("velocity", kind="velocity", target="ball"))
    world = outrigger.World(machine)

    def air(t, pose, twist):
        return -drag * np.linalg.norm(twist.linear) * twist.linear

    world.add_force("ball", air, name="drag")
    r = world.run(5.0, every=10)
    limit = np.sqrt(mass * GRAVITY / drag)
    return r["time"], -r["velocity_z"], limit * np.tanh(GRAVITY * r["time"] / limit)


def cart_pole():
    machine = outrigger.Machine("cart")
    machine.bodies = [
        outrigger.Body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1), position=(0, 0, 0)),
        outrigger.Body(
            "pole", mass=0.3, centre=(0, 0, 0.5), inertia=(0.025, 0.025, 1e-4), position=(0, 0, 0),
            rotation=outrigger.rotation_about((0, 1, 0), 0.15),
        ),
    ]
    machine.joints = [
        outrigger.Joint("rail", type="prismatic", body_b="cart", axis_a=(1, 0, 0), axis_b=(1, 0, 0)),
        outrigger.Joint(
            "hinge", type="revolute", body_a="cart", body_b="pole", axis_a=(0, 1, 0), axis_b=(0, 1, 0),
            zero_a=(0, 0, 1), zero_b=(0, 0, 1),
        ),
    ]
    machine.coordinates = [
        outrigger.Coordinate("x", kind="displacement", joint="rail"),
        outrigger.Coordinate("tilt", kind="angle", joint="hinge"),
    ]
    world = outrigger.World(machine)
    forces = []

    def hold_upright(t, x, speed):
        tilt, rate = world.value("tilt"), world.speed("tilt")
        force = 6.0 * x + 9.0 * speed + 90.0 * tilt + 22.0 * rate
        forces.append((t, np.clip(force, -30, 30)))
        return forces[-1][1]

    world.add_force("x", hold_upright, name="controller")
    push = lambda t, pose, twist: (0.8 if 3.0 < t < 3.2 else 0.0, 0, 0)  # noqa: E731
    world.add_force("pole", push, name="push", point=(0, 0, 1))
    return world.run(8.0, every=10), np.array(forces)


def main():
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(12, 3.8))
    t, v, exact = falling_ball()
    print(f"falling ball: largest error of the speed {np.abs(v - exact).max():.1e} m/s")
    left.plot(t, exact, "k", label="exact")
    left.plot(t[::25], v[::25], "o", ms=4, label="force in Python")
    left.set(xlabel="time [s]", ylabel="speed [m/s]", title="drag")
    r, forces = cart_pole()
    middle.plot(r["time"], np.degrees(r["tilt"]), label="tilt [°]")
    middle.plot(r["time"], 10 * r["x"], label="cart [dm]")
    middle.axvspan(3.0, 3.2, color="0.85")
    middle.set(xlabel="time [s]", title="cart and pole")
    right.plot(forces[:, 0], forces[:, 1], "C3")
    right.set(xlabel="time [s]", ylabel="force on the cart [N]", title="controller")
    left.legend()
    middle.legend()
    save(figure, __file__)


if __name__ == "__main__":
    main()
