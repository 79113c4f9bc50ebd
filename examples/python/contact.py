"""Contacts: a bouncing ball by a law of contact in numpy and by a World, and boxes that fall on each other.

    ./outrigger python examples/python/contact.py [FOLDER]

Left: the same law (k δ^1.5 (1 + D v), restitution 0.7) once as a plain call in a custom loop, once
in the step of a World. Right: three boxes are let go above each other and come to rest.
"""

import numpy as np
import outrigger
from plotting import plt, save

MASS, RADIUS, HEIGHT, RESTITUTION, STIFFNESS = 1.0, 0.1, 0.6, 0.7, 2e5


def ball_in_numpy(duration, h=2e-5):
    """Semi-implicit Euler with outrigger.NormalLaw as a library."""
    law = outrigger.NormalLaw(kind="restitution", stiffness=STIFFNESS, exponent=1.5, restitution=RESTITUTION)
    z, v, rate, heights = HEIGHT, 0.0, None, []
    for _ in range(round(duration / h)):
        depth = RADIUS - z
        if depth <= 0:
            rate = None
            force = 0.0
        else:
            rate = rate if rate is not None else law.damping_rate(-v)
            force = law.force(depth, -v, rate)
        v += h * (force / MASS - 9.81)
        z += h * v
        heights.append(z)
    return h * np.arange(1, len(heights) + 1), np.array(heights)


def ball_in_world(duration):
    machine = outrigger.Machine("ball")
    machine.settings.step = 2e-4
    inertia = [0.4 * MASS * RADIUS**2] * 3
    machine.bodies.append(outrigger.Body("ball", mass=MASS, inertia=inertia, position=(0, 0, HEIGHT)))
    # Rubber and asphalt, of which the ground is made, are in the library of materials.
    machine.contact_laws.append(
        outrigger.ContactLaw(
            "bounce", material_a="rubber", material_b="asphalt", stiffness=STIFFNESS, restitution=RESTITUTION
        )
    )
    machine.shapes.append(
        outrigger.ContactShape("ball", body="ball", kind="sphere", radius=RADIUS, material="rubber")
    )
    world = outrigger.World(machine)
    r = world.run(duration)
    return r["time"], r["ball_z"], world.take_events()


def boxes(duration):
    machine = outrigger.Machine("boxes")
    machine.settings.step = 1e-3
    for other in ("wood", "asphalt"):
        machine.friction.append(
            outrigger.FrictionPair(
                f"wood-{other}", material_a="wood", material_b=other,
                static_coefficient=0.5, dynamic_coefficient=0.4,
            )
        )
    machine.materials.append(outrigger.Material("wood", young=1e9, restitution=0.3))
    for i in range(3):
        name, size, mass = f"box{i + 1}", np.array([0.4, 0.4, 0.3]), 20.0
        machine.bodies.append(
            outrigger.Body(
                name, mass=mass, inertia=mass / 12 * (size @ size - size**2),
                position=(0.04 * i, 0, 0.2 + 0.45 * i),
                rotation=outrigger.rotation_about((0, 1, 0), 0.1 * (-1) ** i),
            )
        )
        machine.shapes.append(outrigger.ContactShape(name, body=name, kind="box", size=size, material="wood"))
    world = outrigger.World(machine)
    r = world.run(duration, every=5, bodies=["box1", "box2", "box3"])
    weight = sum(abs(c.force[2]) for c in world.contacts() if "ground" in (c.shape_a, c.shape_b))
    print(f"boxes: the ground carries {weight:.1f} N of {3 * 20 * 9.81:.1f} N")
    return r, size


def main():
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), width_ratios=(2, 1))
    t, z = ball_in_numpy(1.6)
    left.plot(t, z, "k", label="law called from numpy")
    t_world, z_world, events = ball_in_world(1.6)
    left.plot(t_world[::40], z_world[::40], "o", ms=3, label="World")
    difference = np.abs(np.interp(t_world, t, z) - z_world).max()
    print(f"ball: numpy and World differ by {1e3 * difference:.2f} mm at most; {events[0].text}")
    left.set(xlabel="time [s]", ylabel="height of the centre [m]", title="bouncing ball")
    left.legend()

    r, size = boxes(2.5)
    corners = 0.5 * np.array([[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1], [-1, 0, -1]]) * size
    for row, shade in ((0, 0.3), (len(r) // 12, 0.5), (len(r) - 1, 1.0)):
        for body in range(3):
            pose = r.poses[row, body]
            outline = corners @ outrigger.rotation_of_quaternion(pose[3:]).T + pose[:3]
            right.plot(outline[:, 0], outline[:, 2], f"C{body}", alpha=shade)
    right.axhline(0, color="k", lw=1)
    right.set(xlabel="x [m]", ylabel="z [m]", title="boxes at 0, 0.2 and 2.5 s", aspect="equal")
    save(figure, __file__)


if __name__ == "__main__":
    main()
