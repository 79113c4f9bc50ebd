"""Editing a machine while it runs: a chain grows link by link, is cut, and goes back in time.

    ./outrigger python examples/python/edit_at_run_time.py [FOLDER]

Every half second a link is added and pinned to the end of the chain; at 3 s the third pin is removed and
the lower part falls as an articulation of its own. A snapshot of 3 s is then restored, and the same run without
the cut shows what would have been.
"""

import numpy as np
import outrigger
from plotting import plt, save

LINK = 0.3


def link(name, position):
    return outrigger.Body(
        name, mass=1.0, centre=(LINK / 2, 0, 0), inertia=(1e-3, 8e-3, 8e-3), position=position,
        points={"end": (LINK, 0, 0)},
    )


def pin(name):
    return outrigger.Joint(name, type="revolute", point_a=(LINK, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 1, 0))


def shape(world, names):
    """Ends of the links in the x-z plane."""
    poses = [world.pose(n) for n in names if n in world.body_names]
    return [(p.point((0, 0, 0))[[0, 2]], p.point((LINK, 0, 0))[[0, 2]]) for p in poses]


def main():
    machine = outrigger.Machine("chain")
    machine.bodies.append(link("link1", (0, 0, 0)))
    first = pin("pin1")
    first.point_a = (0, 0, 0)
    first.body_b = "link1"
    machine.joints.append(first)
    world = outrigger.World(machine)
    names, energy = ["link1"], []
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5))

    def watch(w):
        energy.append((w.time, w.energies().total, len(w.body_names), w.articulation_count))

    world.on_step(watch)
    for i in range(2, 7):
        world.run(0.5)
        end = world.pose(names[-1]).point((LINK, 0, 0))
        names.append(f"link{i}")
        world.add_body(link(names[-1], end))
        world.add_joint(pin(f"pin{i}"), names[-2], names[-1])
    world.run(0.5)
    saved = world.save()
    cut = world.joint("pin3")
    world.remove(cut)
    print(f"after the cut: {world.articulation_count} articulations; is the pin still there? {world.alive(cut)}")
    for shade in (0.3, 0.65, 1.0):
        for a, b in shape(world, names):
            left.plot(*np.transpose([a, b]), "C3o-", ms=3, alpha=shade)
        world.run(0.15)
    world.restore(saved)
    print(f"restored: t = {world.time:g} s, {world.articulation_count} articulation, alive: {world.alive(cut)}")
    for shade in (0.3, 0.65, 1.0):
        for a, b in shape(world, names):
            left.plot(*np.transpose([a, b]), "C0o-", ms=3, alpha=shade)
        world.run(0.15)
    left.plot([], [], "C3", label="pin 3 removed")
    left.plot([], [], "C0", label="restored, not cut")
    left.set(title="0, 0.15 and 0.3 s after the cut", xlabel="x [m]", ylabel="z [m]")
    left.set(aspect="equal", xlim=(-1, 1))
    left.legend(loc="upper left")
    t, total, bodies, articulations = np.transpose(energy)
    right.plot(t, bodies, ".", ms=2, label="bodies")
    right.plot(t, articulations, ".", ms=2, label="articulations")
    right.plot(t, total, ".", ms=2, label="energy [J]")
    right.set(xlabel="time [s]")
    right.legend()
    save(figure, __file__)


if __name__ == "__main__":
    main()
