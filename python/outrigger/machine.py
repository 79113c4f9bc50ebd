"""A machine as lists of plain objects, from a file or made by hand."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outrigger import _core

_LISTS = (
    "bodies joints coordinates drives springs stops couplings loads mounts materials friction "
    "contact_laws spheres shapes contact_pairs bounding_groups tyre_types tyres brakes drivelines "
    "sensors visuals visual_links cameras controls"
).split()


class Machine:
    """What a machine is made of: `settings` and lists such as `bodies`, `joints`, `drives`.

    The lists are ordinary lists of Body, Joint, ... objects, to be edited freely; a World copies them
    when it is made, so later edits of the machine do not change it. machine["boom"] finds a part by name.
    """

    __slots__ = ["name", "title", "settings", "engine", "hydraulics", *_LISTS]

    name: str
    title: str
    settings: _core.Settings
    engine: _core.Engine
    hydraulics: _core.Hydraulics
    bodies: list[_core.Body]
    joints: list[_core.Joint]
    coordinates: list[_core.Coordinate]
    drives: list[_core.Drive]
    springs: list[_core.Spring]
    stops: list[_core.Stop]
    couplings: list[_core.Coupling]
    loads: list[_core.Load]
    mounts: list[_core.Mount]
    materials: list[_core.Material]
    friction: list[_core.FrictionPair]
    contact_laws: list[_core.ContactLaw]
    spheres: list[_core.ContactSphere]
    shapes: list[_core.ContactShape]
    contact_pairs: list[_core.ContactPair]
    bounding_groups: list[_core.BoundingGroup]
    tyre_types: list[_core.TyreType]
    tyres: list[_core.Tyre]
    brakes: list[_core.Brake]
    drivelines: list[_core.Driveline]
    sensors: list[_core.Sensor]
    visuals: list[_core.VisualShape]
    visual_links: list[_core.VisualLink]
    cameras: list[_core.Camera]
    controls: list[_core.Control]

    def __init__(self, name: str = "machine", **values: Any) -> None:
        self.name = name
        self.title = ""
        self.settings = _core.Settings()
        self.engine = _core.Engine()
        self.hydraulics = _core.Hydraulics()
        for part in _LISTS:
            setattr(self, part, [])
        for key, value in values.items():
            if key not in Machine.__slots__:
                fields = ", ".join(Machine.__slots__)
                raise TypeError(f"Machine() has no field '{key}'; fields are: {fields}")
            setattr(self, key, value)

    def __getitem__(self, name: str) -> Any:
        """The body, joint, drive, ... of this name; KeyError where there is none or more than one."""
        found = [(kind, p) for kind in _LISTS for p in getattr(self, kind) if p.name == name]
        if not found:
            raise KeyError(f"machine '{self.name}' has no part named '{name}'")
        if len(found) > 1:
            kinds = ", ".join(kind for kind, _ in found)
            raise KeyError(f"several parts are named '{name}' (in {kinds}); use machine.part(kind, name)")
        return found[0][1]

    def part(self, kind: str, name: str) -> Any:
        """A part by list and name: machine.part("joints", "boom_pin")."""
        if kind not in _LISTS:
            raise KeyError(f"'{kind}' is not one of {', '.join(_LISTS)}")
        parts = {p.name: p for p in getattr(self, kind)}
        if name not in parts:
            raise KeyError(f"machine.{kind} has no '{name}'; there are: {', '.join(parts)}")
        return parts[name]

    def copy(self) -> Machine:
        """A machine of its own, with copies of all parts."""
        return copy.deepcopy(self)

    def check(self) -> None:
        """Raises outrigger.Error for numbers and names that are not allowed."""
        _core._check_machine(self)

    def place(self, position: Sequence[float], heading: float = 0.0) -> None:
        """Moves the machine: turns it about z by `heading` [rad] and shifts it by `position` [m]."""
        _core._place_machine(self, position, heading)

    def __repr__(self) -> str:
        counts = [f"{len(getattr(self, kind))} {kind}" for kind in _LISTS if getattr(self, kind)]
        return f"<Machine '{self.name}': {', '.join(counts) or 'empty'}>"


_Path = str | os.PathLike[str]
_Changes = Mapping[str, Any] | None


def _texts(changes: _Changes) -> dict[str, str]:
    return {str(path): str(value) for path, value in (changes or {}).items()}


def read_machine(
    path: _Path, variants: Iterable[str] = (), changes: _Changes = None
) -> Machine:
    """A Machine from a file (docs/machine-format.md).

    variants: names of variants of the file; changes: values instead of those in the file, by path:
    {"bodies.boom.mass": 450}.
    """
    machine = Machine()
    _core._read_machine(machine, path, list(variants), _texts(changes))
    return machine


def read_machine_text(
    text: str, name: str = "text", variants: Iterable[str] = (), changes: _Changes = None
) -> Machine:
    """The same for text in memory; `name` stands for the file's name in messages."""
    machine = Machine()
    _core._read_machine_text(machine, text, name, list(variants), _texts(changes))
    return machine
