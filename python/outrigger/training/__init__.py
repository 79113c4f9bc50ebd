"""What session files are written with: docs/sessions.md shows it in ten minutes.

A session file has two functions. `initialize()` returns a dictionary: where the machine stands, fences,
marks, time, briefing, rules, goals, metrics. `practice(state)`, which may be left out, is called while
the machine is driven, and returns completion in percent, a status and a message.
"""

from outrigger.training.place import Fence, ahead, fences_along, gate, rectangle, turn_between
from outrigger.training.rules import each, held, limit, metric, never, once, within
from outrigger.training.signals import Condition, Signal, distance_to, largest, least, signal
from outrigger.training.state import FenceNow, State, SurfaceNow
from outrigger.training.verdict import FAILED, NONE, PASSED, WARNING, parameters, random

__all__ = [
    "FAILED", "NONE", "PASSED", "WARNING", "Condition", "Fence", "FenceNow", "Signal", "State",
    "SurfaceNow", "ahead", "distance_to", "each", "fences_along", "gate", "held", "largest", "least",
    "limit", "metric", "never", "once", "parameters", "random", "rectangle", "signal", "turn_between",
    "within",
]
