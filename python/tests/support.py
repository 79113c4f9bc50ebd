"""Machines for the tests."""

import pathlib

import outrigger

ROOT = pathlib.Path(__file__).resolve().parents[2]
MACHINES = ROOT / "machines"


def pendulum(step=1e-3, angle=0.5):
    """A rod of 1 m on a pivot; coordinate "angle" from hanging down, about -y."""
    machine = outrigger.Machine("pendulum")
    machine.settings.step = step
    machine.bodies.append(
        outrigger.Body(
            "rod", mass=2.0, centre=(0, 0, -0.5), inertia=(0.17, 0.17, 0.01), position=(0, 0, 0),
            rotation=outrigger.rotation_about((0, -1, 0), angle),
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


def free_body(name="body", **values):
    fields = dict(mass=2.0, inertia=(0.4, 0.5, 0.6), position=(0, 0, 0))
    fields.update(values)
    return outrigger.Body(name, **fields)


def free_world(*bodies, gravity=(0, 0, 0)):
    machine = outrigger.Machine("free")
    machine.settings.gravity = gravity
    machine.bodies = list(bodies) or [free_body()]
    return outrigger.World(machine)
