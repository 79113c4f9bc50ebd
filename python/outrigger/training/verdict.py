"""What practice(state) returns, and what a session may draw lots with."""

from __future__ import annotations

import math
import random as _random

NONE, WARNING, PASSED, FAILED = "none", "warning", "passed", "failed"
#: Also as the thesis has it: 0 nothing, 1 warning, 2 end. The end is passed at 100 %.
_NUMBERS = {0: NONE, 1: WARNING}

#: Seeded by the attempt, so that a variant can be had again.
random = _random.Random(0)
#: Given with --set NAME=NUMBER.
parameters: dict[str, float] = {}

MOST_MESSAGE = 500


def verdict_of(returned) -> dict:
    """{"completion": 0..100 or None, "status", "message", "to"}. Raises ValueError that says what is
    allowed."""
    if returned is None:
        return {"completion": None, "status": NONE, "message": "", "to": "both"}
    if not isinstance(returned, (tuple, list)) or not 1 <= len(returned) <= 4:
        raise ValueError(
            f"practice() returned {returned!r:.80}; allowed: (completion, status, message), with the status"
            " none, warning, passed or failed and the message empty or text, or None"
        )
    completion, status, message, to = (*returned, *(None, NONE, "", "both")[len(returned):])
    if completion is not None:
        if isinstance(completion, bool) or not isinstance(completion, (int, float)):
            raise ValueError(f"practice() returned the completion {completion!r:.80}; allowed: 0 to 100")
        if not math.isfinite(completion):
            raise ValueError(f"practice() returned the completion {completion}; allowed: 0 to 100")
        completion = min(100.0, max(0.0, float(completion)))
    if status == 2 and not isinstance(status, bool):
        status = PASSED if completion is not None and completion >= 100.0 else FAILED
    elif isinstance(status, int):
        status = _NUMBERS.get(int(status), status)
    if status not in (NONE, WARNING, PASSED, FAILED):
        raise ValueError(
            f"practice() returned the status {status!r:.80}; allowed: none, warning, passed, failed, or 0"
            " (none), 1 (warning), 2 (end)"
        )
    if not isinstance(message, str):
        raise ValueError(f"practice() returned the message {message!r:.80}; allowed: text")
    if to not in ("trainee", "instructor", "both"):
        raise ValueError(f"practice() sends to {to!r:.80}; allowed: trainee, instructor, both")
    return {"completion": completion, "status": status, "message": message[:MOST_MESSAGE], "to": to}
