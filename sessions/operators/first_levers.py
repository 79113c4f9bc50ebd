"""Operators of the first session: one that does what it is told, one that takes the wrong levers."""

ASKED = {"boom up": ("boom", 0.7), "boom down": ("boom", -0.5), "stick out": ("stick", -0.6),
         "stick in": ("stick", 0.6), "bucket out": ("bucket", -0.6), "bucket in": ("bucket", 0.6),
         "slew left": ("slew", 0.6), "slew right": ("slew", -0.6), "boom up to travel": ("boom", 0.6)}
REST = {"boom": 0, "stick": 0, "bucket": 0, "slew": 0, "travel": 0, "brake": 0}


def expert(state):
    levers = dict(REST)
    if state.goal in ASKED:
        name, value = ASKED[state.goal]
        levers[name] = value
    elif state.goal == "slew to the front":
        # A lever has a dead zone and a curve: small moves need more of it than their share.
        angle = state["slew_angle"]
        if abs(angle) > 0.04:
            levers["slew"] = max(-0.6, min(0.6, -1.2 * angle - (0.2 if angle > 0 else -0.2)))
    elif state.goal == "drive and stop":
        if state["mark.1"] > 1.5:
            levers["travel"] = 0.8
        else:
            levers["brake"] = 0.6
    return levers


def careless(state):
    """Pushes stick and boom at once, lowers the arm to the ground, and drives with the arm aside."""
    levers = dict(REST)
    if state.time < 12:
        levers["boom"] = -1.0
        levers["stick"] = -0.5
    elif state.time < 16:
        levers["boom"], levers["slew"] = 1.0, 1.0
    else:
        levers["travel"] = 1.0
    return levers
