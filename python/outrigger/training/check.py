"""What initialize() may return: every key, what is allowed, and its default.

`read_session` turns the dictionary into the plain data that the program works with, or raises
SessionError with file, line, key, value and what is allowed.
"""

from __future__ import annotations

import ast
import difflib
import math

from outrigger.training.place import Fence
from outrigger.training.rules import GROUPS, REDUCTIONS, Part

MOST_FENCES, MOST_PARTS, MOST_BRIEFING = 60, 100, 20_000


class SessionError(Exception):
    """Its text is for the author of the session."""


class Wrong(Exception):
    """What is allowed instead; read_session adds where."""


def number(low=-math.inf, high=math.inf, unit=""):
    span = f"a number from {low:g} to {high:g}" if math.isfinite(low) and math.isfinite(high) else (
        f"a number from {low:g} on" if math.isfinite(low) else "a number")
    allowed = span + (f" [{unit}]" if unit else "")

    def read(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise Wrong(allowed)
        if not low <= value <= high:
            raise Wrong(allowed)
        return float(value)

    return read


def text(most, *, empty=True):
    def read(value):
        if not isinstance(value, str) or len(value) > most or (not empty and not value.strip()):
            raise Wrong(f"a text of {'' if empty else '1 to '}{most} characters" if not empty
                        else f"a text of at most {most} characters")
        return value

    return read


def texts(value):
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
        raise Wrong("a list of texts")
    return list(value)


def _numbers(value, counts, what):
    if (not isinstance(value, (list, tuple)) or len(value) not in counts
            or not all(isinstance(v, (int, float)) and not isinstance(v, bool) and math.isfinite(v)
                       for v in value)):
        raise Wrong(what)
    return [float(v) for v in value]


def position(value):
    return _numbers(value, (2, 3), "(x, y) or (x, y, z) [m]; the machine is put on the ground")[:2]


def a_list(item, most, what):
    def read(value):
        if not isinstance(value, (list, tuple)) or len(value) > most:
            raise Wrong(f"a list of at most {most} {what}")
        return [item(v) for v in value]

    return read


def fence(value):
    if isinstance(value, Fence):
        value = tuple(value)
    elif isinstance(value, (list, tuple)) and len(value) == 2 and isinstance(value[0], (list, tuple)):
        value = (*position(value[0]), value[1])  # (position, heading), as in the thesis
    return _numbers(value, (2, 3), "fences: Fence(x, y, heading), (x, y, heading) or ((x, y), heading)")


def mark(value):
    numbers = _numbers(value, (2, 3), "marks: (x, y) or (x, y, radius) [m]")
    if len(numbers) == 3 and not 0.05 <= numbers[2] <= 50:
        raise Wrong("marks with a radius from 0.05 to 50 m")
    return numbers if len(numbers) == 3 else [*numbers, 1.0]


def polygon(value):
    what = "areas: lists of 3 to 20 corners (x, y) [m], such as rectangle(22, 38, 57, 63)"
    if not isinstance(value, (list, tuple)) or not 3 <= len(value) <= 20:
        raise Wrong(what)
    return [_numbers(corner, (2,), what) for corner in value]


def parts(kinds, what):
    def read(value):
        if not isinstance(value, (list, tuple)) or len(value) > MOST_PARTS:
            raise Wrong(f"a list of at most {MOST_PARTS} {what}")
        for part in value:
            if not isinstance(part, Part) or part.data["kind"] not in kinds:
                raise Wrong(f"a list of {what}")
        return [checked(part.data) for part in value]

    return read


def checked(data):
    """The numbers and words of one rule, goal or metric."""
    line = data["line"]

    def must(key, fine, allowed):
        if not fine:
            raise SessionError(f"{{file}}:{line}: {data['title']!r}: {key} is {data[key]!r:.60}; allowed: {allowed}")

    def plain(key, low, high):
        value = data[key]
        must(key, isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high,
             f"a number from {low:g} to {high:g}")

    must("title", isinstance(data["title"], str) and 0 < len(data["title"]) <= 120, "1 to 120 characters")
    if data["kind"] == "goal":
        plain("seconds", 0, 3600)
        plain("weight", 0.001, 1000)
    else:
        must("group", data["group"] in GROUPS, ", ".join(GROUPS))
        plain("points", 0, 100)
    if data["kind"] == "metric":
        must("reduce", data["reduce"] in REDUCTIONS, ", ".join(REDUCTIONS))
        plain("poor", -1e9, 1e9)
        plain("expert", -1e9, 1e9)
        must("poor", data["poor"] != data["expert"], "another value than expert")
    if data["kind"] in ("violation", "count", "deadline"):
        must("per", data["per"] in ("event", "second"), "event, second")
        plain("grace", 0, 3600)
    return data


def nothing_yet(value):
    if value not in (None, 0, 0.0):
        raise Wrong("0 (the bucket starts empty; put a heap on the site instead)")
    return 0.0


#: key -> (reader, default, what it is)
KEYS = {
    "Title": (text(120, empty=False), None, "name of the session (default: of the file)"),
    "Machine": (text(120, empty=False), "excavator", "machine file beside the session, or a bundled one"),
    "Variants": (texts, None, "variants of the machine (default: those it gives an operator)"),
    "Site": (text(120), None, "site file beside the session, or a bundled one (default: that of the machine)"),
    "Excavator_Position": (position, None, "where the machine stands (default: first start of the site)"),
    "Excavator_Heading": (number(-360, 360, "deg"), 0.0, "where it looks to [deg]"),
    "Fences": (a_list(fence, MOST_FENCES, "fences"), [], "movable fences"),
    "Deformables": (a_list(polygon, 10, "areas"), [], "areas whose soil is measured"),
    "Marks": (a_list(mark, 20, "marks"), [], "circles painted on the ground"),
    "Bucket_Load": (nothing_yet, 0.0, "what the bucket holds at the start"),
    "Available_Time": (number(1, 7200, "s"), 0.0, "the session fails after this [s] (default: no limit)"),
    "Briefing": (text(MOST_BRIEFING), "", "what the trainee reads first, Markdown"),
    "Rules": (parts(("violation", "count", "deadline"), "rules: never, limit, each, within"), [], "what costs points"),
    "Goals": (parts(("goal",), "goals: once, held"), [], "what must be reached"),
    "Metrics": (parts(("metric",), "metrics: metric"), [], "what is measured"),
    "Pass_Mark": (number(0, 100), 60.0, "points needed"),
    "Critical_Cap": (number(0, 100), 40.0, "most points after a critical fault"),
    "Tags": (texts, [], "for lists: safety, digging, CPCS A59, ..."),
}


def key_lines(source: str) -> dict[str, int]:
    """The line of every text key of a dictionary in initialize()."""
    lines = {}
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef) or function.name != "initialize":
            continue
        lines.setdefault("", function.lineno)
        for node in ast.walk(function):
            if isinstance(node, ast.Dict):
                keys = node.keys
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                keys = [node.targets[0].slice]
            else:
                continue
            for key in keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    lines.setdefault(key.value, key.lineno)
    return lines


def read_session(returned, source: str, file: str) -> dict:
    """The dictionary of initialize() as plain data with all keys."""
    lines = key_lines(source)

    def where(key):
        return f"{file}:{lines.get(key, lines.get('', 1))}"

    if not isinstance(returned, dict):
        raise SessionError(f"{where('')}: initialize() returned {returned!r:.60}; allowed: a dictionary")
    out = {}
    for key, value in returned.items():
        if key not in KEYS:
            near = difflib.get_close_matches(str(key), KEYS, 1, 0.5)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise SessionError(f"{where(key)}: unknown key {key!r}{hint} Allowed: {', '.join(KEYS)}")
        if value is None and KEYS[key][1] is None:
            continue
        try:
            out[key] = KEYS[key][0](value)
        except Wrong as wrong:
            raise SessionError(f"{where(key)}: {key} is {value!r:.80}; allowed: {wrong}") from None
        except SessionError as error:
            raise SessionError(str(error).replace("{file}", file, 1)) from None
    for key, (_, default, _) in KEYS.items():
        out.setdefault(key, default)
    return out
