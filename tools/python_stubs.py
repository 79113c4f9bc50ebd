#!/usr/bin/python3
"""Writes python/outrigger/_core.pyi, from which editors complete and type checkers check.

    ./outrigger python tools/python_stubs.py            write it
    ./outrigger python tools/python_stubs.py --print    print it instead

Names, arguments, defaults and texts are those of the built module. Where C++ takes any object and looks
at it itself, the tables below say what it takes. python/tests/stubs_test.py checks that every public
name stands in the file.
"""
import inspect
import pathlib
import re
import sys

import outrigger
from outrigger import _core

PAGE = pathlib.Path(__file__).resolve().parent.parent / "python" / "outrigger" / "_core.pyi"

HEAD = '''\
"""C++ side of outrigger. Written by tools/python_stubs.py, do not edit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, overload

from numpy import float64
from numpy.typing import ArrayLike, NDArray

from outrigger.machine import Machine

_Array: TypeAlias = NDArray[float64]
_Path: TypeAlias = str | PathLike[str]
'''

# What stands for a function of one variable: a number, a formula, rows of a table.
FUNCTION = "Function | float | str | ArrayLike"

# Arguments that C++ takes as any object, by method and name or by name alone.
ARGUMENTS = {
    "World.__init__.machine": "Machine | _Path",
    "World.__init__.site": "Site | _Path | None",
    "World.run.sensors": "Sequence[Sensor] | None",
    "World.on_step.function": "Callable[[World], Any]",
    "World.remove_on_step.function": "Callable[[World], Any]",
    "World.force.part": "DriveHandle | SpringHandle | BrakeHandle | DrivelineHandle"
                        " | RopeHandle",
    "World.remove.part": "BodyHandle | JointHandle | LoadHandle | MountHandle | SpringHandle"
                         " | RopeHandle | BodyForceHandle | CoordinateForceHandle",
    "World.add_joint.joint": "Joint",
    "World.add_joint.a": "BodyHandle | str | None",
    "World.add_spring.a": "BodyHandle | str | None",
    "World.add_rope.bodies": "Sequence[BodyHandle | str | None]",
    "World.restore.state": "Snapshot | bytes",
    "World.add_force.target": "BodyHandle | CoordinateHandle | str",
    "World.add_force.function": "Callable[..., Any]",
    "World.add_force.point": "ArrayLike | None",
    "NormalLaw.damping_rate.impact_speed": "float",
    "read_site.path": "_Path",
    "body": "BodyHandle | str",
    "joint": "JointHandle | str",
    "coordinate": "CoordinateHandle | str",
    "tyre": "TyreHandle | str",
    "a": "BodyHandle | str",
    "b": "BodyHandle | str",
    "out": "_Array | None",
    "local": "ArrayLike",
    "point": "ArrayLike",
    "stretch": "ArrayLike",
    "slip": "ArrayLike",
    "depth": "ArrayLike",
    "rate": "ArrayLike",
    "speed": "ArrayLike",
    "e": "ArrayLike",
    "damping_ratio": "ArrayLike",
}

# Results that C++ hands out as any object.
RESULTS = {
    "World.add_force": "BodyForceHandle | CoordinateForceHandle",
    "World.on_step": "Callable[[World], Any]",
    "World.residuals": "tuple[float, float, float]",
    "World.inputs": "dict[str, float]",
    "World.input_names": "tuple[str, ...]",
    "World.body_names": "tuple[str, ...]",
    "World.tyre_names": "tuple[str, ...]",
    "MassMatrix.names": "tuple[str, ...]",
    "MassMatrix.units": "tuple[str, ...]",
    "Settings.gravity_function": "tuple[Function, Function, Function] | None",
    "Recording.columns": "tuple[str, ...]",
    "Recording.bodies": "tuple[str, ...]",
    "Recording.keys": "tuple[str, ...]",
    "Recording.units": "dict[str, str]",
    "Recording.__iter__": "Iterator[str]",
    "Site.starts": "dict[str, tuple[_Array, float]]",
    "Body.points": "Mapping[str, tuple[float, float, float]]",
    "BoundingGroup.parts": "tuple[str, ...]",
    "ContactFunction.pair": "tuple[str, str]",
    "ContactFunction.normal": "Callable[[float, float, float], Any]",
    "FrictionLaw.coefficient": "Any",
    "FrictionLaw.force": "tuple[_Array, _Array, bool]",
    "NormalLaw.force": "Any",
    "NormalLaw.by_depth": "Any",
    "NormalLaw.by_rate": "Any",
    "NormalLaw.stored": "Any",
    "restitution_factor": "Any",
    "kelvin_voigt_restitution": "Any",
}

# What may be assigned, where it is more than what is read.
ASSIGNED = {
    "Body.points": "Mapping[str, ArrayLike]",
    "BoundingGroup.parts": "Sequence[str]",
    "Function.table": "ArrayLike",
    "Spring.factor": FUNCTION + " | None",
    "Settings.gravity_function": "Sequence[" + FUNCTION + "] | None",
}

TYPES = [
    (r"outrigger\._core\.", ""),
    (r"numpy\.ndarray(\[[^\]]*\])?", "_Array"),
    (r"\bOptional\[([^\[\]]+)\]", r"\1 | None"),
    (r"\bList\[", "list["),
    (r"\bTuple\[", "tuple["),
    (r"\bDict\[", "dict["),
    (r"\bSet\[", "set["),
    (r"\bfunction\b", "Callable[..., Any]"),
    (r"\bhandle\b", "Any"),
]


def clean(text):
    """A type as pybind11 writes it, as type checkers read it."""
    for pattern, replacement in TYPES:
        text = re.sub(pattern, replacement, text)
    return text


def split_arguments(text):
    """At the commas that are not within brackets or strings."""
    parts, depth, start, quote = [], 0, 0, None
    for i, c in enumerate(text):
        if quote:
            quote = None if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [p.strip() for p in parts + [text[start:]] if p.strip()]


def arguments(where, text):
    """`self: World, body: object` with the types of the tables."""
    result = []
    for i, argument in enumerate(split_arguments(text)):
        name, _, rest = argument.partition(":")
        if name in ("self", "arg0") and i == 0 and "." in where:
            result.append("self")
            continue
        kind, has_default, default = rest.partition("=")
        kind, default = clean(kind.strip()), default.strip()
        if kind in ("object", "Any", "_Array", "Callable[..., Any]"):
            kind = ARGUMENTS.get(f"{where}.{name}", ARGUMENTS.get(name, kind))
        typed = f"{name}: {kind}" if kind else name  # **kwargs has none
        result.append(typed + (f" = {default}" if has_default else ""))
    return ", ".join(result)


def signatures(function):
    """[(arguments, result)] and the text for people, from a docstring of pybind11."""
    doc = inspect.getdoc(function) or ""
    found, text = [], doc
    if "Overloaded function." in doc:
        parts = re.split(r"^\d+\. ", doc, flags=re.MULTILINE)[1:]
    else:
        parts = [doc]
    for part in parts:
        line, _, rest = part.partition("\n")
        match = re.match(r"^\w*\((.*)\)(?: -> (.*))?$", line)
        if match:
            found.append((match[1], match[2] or "None"))
            text = rest.strip()
    return found, text


def doc_lines(text, indent):
    if not text:
        return []
    lines = text.strip().splitlines()
    pad = " " * indent
    if len(lines) == 1:
        return [f'{pad}"""{lines[0]}"""']
    return [f'{pad}"""{lines[0]}'] + [f"{pad}{l}".rstrip() for l in lines[1:]] + [f'{pad}"""']


def method(where, name, function, indent):
    found, text = signatures(function)
    pad = " " * indent
    lines = []
    for given, result in found:
        result = RESULTS.get(where, clean(result))
        if len(found) > 1:
            lines.append(f"{pad}@overload")
        lines.append(f"{pad}def {name}({arguments(where, given)}) -> {result}:"
                     + ("" if text else " ..."))
        lines += doc_lines(text, indent + 4)
    return lines


def words_of(cls, name):
    """The words a property takes, from the message that refuses another; None where it takes any."""
    try:
        setattr(cls(), name, "?")
    except ValueError as error:
        match = re.search(r"is not one of (.*)$", str(error))
        return match and match[1].split(", ")
    except TypeError:
        pass
    return None


def is_plain(cls):
    return "__deepcopy__" in vars(cls)


def field_types(cls, name, value):
    """What is read and what may be assigned (None: nothing)."""
    where = f"{cls.__name__}.{name}"
    found, _ = signatures(value.fget)
    kind = RESULTS.get(where, clean(found[0][1]) if found else "Any")
    if value.fset is None:
        return kind, None
    given, _ = signatures(value.fset)
    takes = clean(split_arguments(given[0][0])[-1].partition(":")[2].strip())
    optional = "None" in (value.__doc__ or "")
    if kind == "object":  # a vector that may be missing
        kind, takes = "_Array | None", "ArrayLike | None"
    elif kind == "_Array":
        takes = "ArrayLike"
    elif kind == "Function":
        takes = FUNCTION
    elif kind == "str" and is_plain(cls) and (words := words_of(cls, name)):
        kind = takes = f"Literal[{', '.join(repr(w).replace(chr(39), chr(34)) for w in words)}]"
    elif takes in ("object", "Any") or where in RESULTS:
        takes = kind
    if optional and "None" not in kind and kind in ("float", "int"):
        kind = takes = f"{kind} | None"
    return kind, ASSIGNED.get(where, takes)


def class_lines(name, cls):
    if issubclass(cls, BaseException):
        return [f"class {name}({cls.__bases__[0].__name__}): ..."]
    lines = [f"class {name}:"] + doc_lines(cls.__doc__, 4)
    fields = {n: v for n, v in vars(cls).items() if isinstance(v, property)}
    if is_plain(cls):  # keywords: python/outrigger/_keywords.py
        keys = ["self"]
        if "name" in fields:
            keys.append("name: str = ...")
        keywords = [f"{n}: {field_types(cls, n, v)[1]} = ..." for n, v in fields.items()
                    if n != "name" and v.fset]
        keys += ["*"] * bool(keywords) + keywords
        lines += ["    def __init__(", *[f"        {key}," for key in keys], "    ) -> None: ..."]
    for member, value in vars(cls).items():
        where = f"{cls.__name__}.{member}"
        if member in fields:
            kind, takes = field_types(cls, member, value)
            doc = doc_lines(value.__doc__, 8)
            lines += ["    @property",
                      f"    def {member}(self) -> {kind}:" + ("" if doc else " ..."), *doc]
            if takes:
                lines += [f"    @{member}.setter",
                          f"    def {member}(self, value: {takes}) -> None: ..."]
        elif member == "__init__" and not is_plain(cls):
            found, text = signatures(value)
            if found:
                lines += method(where, member, value, 4)
        elif is_public_method(member, value):
            lines += method(where, member, value, 4)
    if len(lines) == 1 + len(doc_lines(cls.__doc__, 4)):
        lines.append("    ...")
    return lines


# Of the methods with underscores, those that people use by an operator or a built-in function.
OPERATORS = ("__getitem__", "__len__", "__contains__", "__iter__")


def is_public_method(name, value):
    return callable(value) and (not name.startswith("_") or name in OPERATORS)


def make():
    lines = [HEAD]
    public = {n: v for n, v in vars(_core).items() if not n.startswith("_")}
    classes = {n: v for n, v in public.items() if isinstance(v, type)}
    for name, cls in classes.items():
        lines += [*class_lines(name, cls), ""]
    for name, function in public.items():
        if name not in classes:
            lines += [*method(name, name, function, 0), ""]
    # For python/outrigger/machine.py only.
    lines += [f"def {name}(*arguments: Any) -> None: ..." for name in vars(_core)
              if re.match(r"_[a-z]", name)]
    return "\n".join(lines).rstrip() + "\n"


def main():
    assert outrigger.__file__  # the package makes constructors take keywords
    if "--print" in sys.argv[1:]:
        print(make(), end="")
        return
    PAGE.write_text(make(), encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
