"""A machine as lists of plain objects, from a file or made by hand."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outrigger import _core

_Path = str | os.PathLike[str]

_LISTS = (
    "bodies joints coordinates drives springs stops couplings loads mounts ropes tools beds materials "
    "friction contact_laws spheres shapes contact_pairs bounding_groups tyre_types tyres brakes drivelines "
    "sensors visuals visual_links cameras controls mirrors sounds monitor"
).split()


def _text_of_file(machine: Machine, file: str) -> str:
    write: Any = _core._machine_text  # the stubs know no results of these
    return write(machine, file)


class Machine:
    """What a machine is made of: `settings` and lists such as `bodies`, `joints`, `drives`.

    The lists are ordinary lists of Body, Joint, ... objects, to be edited freely; a World copies them
    when it is made, so later edits of the machine do not change it. machine["boom"] finds a part by name.
    """

    __slots__ = ["name", "title", "settings", "engine", "hydraulics", "seat", "output", *_LISTS]

    name: str
    title: str
    settings: _core.Settings
    engine: _core.Engine
    hydraulics: _core.Hydraulics
    seat: _core.Seat
    output: _core.Output
    bodies: list[_core.Body]
    joints: list[_core.Joint]
    coordinates: list[_core.Coordinate]
    drives: list[_core.Drive]
    springs: list[_core.Spring]
    stops: list[_core.Stop]
    couplings: list[_core.Coupling]
    loads: list[_core.Load]
    mounts: list[_core.Mount]
    ropes: list[_core.Rope]
    tools: list[_core.Tool]
    beds: list[_core.Bed]
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
    mirrors: list[_core.Mirror]
    sounds: list[_core.Sound]
    monitor: list[_core.Instrument]

    def __init__(self, name: str = "machine", **values: Any) -> None:
        self.name = name
        self.title = ""
        self.settings = _core.Settings()
        self.engine = _core.Engine()
        self.hydraulics = _core.Hydraulics()
        self.seat = _core.Seat()
        self.output = _core.Output()
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

    def text(self) -> str:
        """The machine as text of a machine file, which read_machine_text reads as the same machine.

        Numbers have all their digits; rotations are quaternions, equal to about 1e-16. A machine that no
        file can describe is refused (outrigger.Error).
        """
        return _text_of_file(self, "text")

    def save(self, path: _Path) -> None:
        """Writes a machine file (see text()); files of meshes are named as seen from its folder.

        Includes and variants that were read are written out as what they made of the machine; comments
        and the shapes that gave a body its mass are not kept.
        """
        text = _text_of_file(self, os.fspath(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def __repr__(self) -> str:
        counts = [f"{len(getattr(self, kind))} {kind}" for kind in _LISTS if getattr(self, kind)]
        return f"<Machine '{self.name}': {', '.join(counts) or 'empty'}>"


_Changes = Mapping[str, Any] | None
_Names = str | Iterable[str]


def _yaml(value: Any) -> str:
    """A value as it stands in a machine file: lists, arrays and maps in brackets."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inner(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_inner, value)) + "]"
    return str(value)


def _inner(value: Any) -> str:
    """The same inside brackets, where text needs quotes."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _yaml(value)


def _texts(changes: _Changes) -> dict[str, str]:
    return {str(path): _yaml(value) for path, value in (changes or {}).items()}


def _list(names: _Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def read_machine(
    path: _Path,
    variants: _Names = (),
    changes: _Changes = None,
    allow_outside: bool = False,
) -> Machine:
    """A Machine from a file (docs/machine-format.md), or a bundled one by name: "small-crane".

    variants: names of variants of the file, or one name; changes: values instead of those in the file, by
    path: {"bodies.boom.mass": 450}, from which all else follows as in the file: inertia of shapes too.
    allow_outside: the file may name files (includes, meshes) outside of its folder.
    A path is keys joined by dots; elements of lists are numbered from 0 ("bodies.boom.pose.position.2").
    A value may be a number, text, a list or array ([0, 0, 1]), a dict, or "" to remove the key.
    """
    machine = Machine()
    _core._read_machine(
        machine, path, _list(variants), _texts(changes), bool(allow_outside)
    )
    return machine


def read_machine_text(
    text: str, name: str = "text", variants: _Names = (), changes: _Changes = None
) -> Machine:
    """The same for text in memory; `name` stands for the file's name in messages."""
    machine = Machine()
    _core._read_machine_text(machine, text, name, _list(variants), _texts(changes))
    return machine
