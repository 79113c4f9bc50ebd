"""Outrigger: real-time machinery simulation, from Python.

    import outrigger

    machine = outrigger.read_machine("machines/small-crane.yaml")
    world = outrigger.World(machine)
    world.set_input("lift", 0.5)
    recording = world.run(4.0, every=10)
    print(recording["time"], recording.columns)

Names are those of the C++ interface (src/description/description.h, src/sim/world.h); SI units, angles
in radians, world z up. The guide is docs/python.md.

Errors: `outrigger.Error` (a ValueError) for descriptions and files that do not fit together, handles of
removed parts and worlds used in a wrong moment; TypeError, ValueError, KeyError for wrong arguments;
`outrigger.InternalError` for a mistake of ours, after which that world refuses to go on.
"""

from outrigger import _core
from outrigger._core import *  # noqa: F401,F403
from outrigger._core import Error, InternalError, Recording, Snapshot, World  # noqa: F401
from outrigger._keywords import accept_keywords
from outrigger.machine import Machine as Machine
from outrigger.machine import read_machine as read_machine
from outrigger.machine import read_machine_text as read_machine_text
from outrigger.rotation import rotation_about as rotation_about
from outrigger.rotation import rotation_of_quaternion as rotation_of_quaternion

__version__ = "0.1.0"

accept_keywords(_core)

__all__ = [name for name in vars(_core) if not name.startswith("_")] + [
    "Machine",
    "read_machine",
    "read_machine_text",
    "rotation_about",
    "rotation_of_quaternion",
]
