"""Rules, goals and metrics: what must not happen, what must be reached, what is measured.

They are data. The program watches them on every observation, takes points, tells the trainee, and
computes the score from what was recorded, now or in ten years.
"""

from __future__ import annotations

import sys

from outrigger.training.signals import Condition, Signal, tree_of

GROUPS = ("safety", "quality", "productivity", "economy", "machine care", "handling")
REDUCTIONS = ("max", "min", "mean", "final", "integral", "rms", "path", "share")


class Part:
    """A rule, goal or metric, and the line of the session file that it was written in."""

    def __init__(self, data: dict):
        self.data = data


def _line() -> int:
    """The line of the first caller outside of this package."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("outrigger."):
        frame = frame.f_back
    return frame.f_lineno if frame is not None else 0


def _fault(title, message, advice, points, per, grace, group, critical, ends):
    return {
        "title": title,
        "message": message or title,
        "advice": advice,
        "points": points,
        "per": per,
        "grace": grace,
        "group": group,
        "critical": critical,
        "ends": ends,
        "line": _line(),
    }


def never(title: str, when: Condition, *, points: float = 10, per: str = "event", grace: float = 0.0,
          message: str = "", advice: str = "", group: str = "safety", critical: bool = False,
          ends: bool = False) -> Part:
    """Must not happen. Takes points for every event (it counts again once it has been over for 1 s), or
    per second. `grace`: it must last so long [s]. `critical`: caps the whole score. `ends`: ends the
    session as failed."""
    data = _fault(title, message, advice, points, per, grace, group, critical, ends)
    return Part({"kind": "violation", "when": tree_of(when), **data})


def limit(title: str, of: Signal, *, at_most: float | None = None, at_least: float | None = None,
          points: float = 10, per: str = "event", grace: float = 0.0, message: str = "",
          advice: str = "", group: str = "safety", critical: bool = False, ends: bool = False) -> Part:
    """A signal must stay within limits; else as `never`."""
    beyond = []
    if at_most is not None:
        beyond.append([">", tree_of(of), tree_of(at_most)])
    if at_least is not None:
        beyond.append(["<", tree_of(of), tree_of(at_least)])
    if not beyond:
        raise ValueError(f"limit({title!r}) wants at_most, at_least or both")
    when = beyond[0] if len(beyond) == 1 else ["or", *beyond]
    data = _fault(title, message, advice, points, per, grace, group, critical, ends)
    return Part({"kind": "violation", "when": when, **data})


def each(title: str, of: Signal, *, points: float, message: str = "", advice: str = "",
         group: str = "quality", critical: bool = False) -> Part:
    """Takes points for every whole unit that a signal reaches for the first time: fences moved, tens of
    seconds over time."""
    data = _fault(title, message, advice, points, "event", 0.0, group, critical, False)
    return Part({"kind": "count", "when": tree_of(of), **data})


def within(title: str, seconds: float, when: Condition, *, points: float = 10, message: str = "",
           advice: str = "", group: str = "productivity", ends: bool = False) -> Part:
    """Must have happened by this time."""
    data = _fault(title, message, advice, points, "event", seconds, group, False, ends)
    return Part({"kind": "deadline", "when": tree_of(when), **data})


def once(title: str, when: Condition, *, hint: str = "", weight: float = 1.0,
         progress: Signal | None = None, any_time: bool = False) -> Part:
    """A goal: reached as soon as the condition holds. Goals are worked on one after the other, unless
    `any_time`. `hint` is told when its turn comes; `progress` (0 to 1) moves the bar on the way."""
    return held(title, 0.0, when, hint=hint, weight=weight, progress=progress, any_time=any_time)


def held(title: str, seconds: float, when: Condition, *, hint: str = "", weight: float = 1.0,
         progress: Signal | None = None, any_time: bool = False) -> Part:
    """A goal: reached when the condition has held without a break for so long."""
    return Part({
        "kind": "goal",
        "title": title,
        "when": tree_of(when),
        "seconds": seconds,
        "hint": hint,
        "weight": weight,
        "progress": None if progress is None else tree_of(progress),
        "any_time": any_time,
        "line": _line(),
    })


def metric(title: str, of: Signal, reduce: str, *, unit: str = "", group: str = "productivity",
           poor: float, expert: float, points: float = 0.0, when: Condition | None = None,
           advice: str = "") -> Part:
    """Measures: the largest, least, mean, final value, integral over time, root of the mean square, or
    way there and back (`path`) of a signal, or the share of the time that a condition holds (`share`),
    while `when` holds. From `expert` to `poor` it costs from 0 to `points`."""
    return Part({
        "kind": "metric",
        "title": title,
        "of": tree_of(of),
        "reduce": reduce,
        "unit": unit,
        "group": group,
        "poor": poor,
        "expert": expert,
        "points": points,
        "when": None if when is None else tree_of(when),
        "advice": advice,
        "line": _line(),
    })
