"""Operators of the session with blade and outriggers."""


def clip(x, low=-1.0, high=1.0):
    return max(low, min(high, x))


class expert:
    """Feet down until the rear wheels are free, then the blade by the level; both once more at the end."""

    def __call__(self, state):
        front = max(state["wheel.wheel_front_left"], state["wheel.wheel_front_right"])
        rear = max(state["wheel.wheel_rear_left"], state["wheel.wheel_rear_right"])
        blade = outriggers = 0.0
        if rear > 4e3:
            outriggers = 1.0 if state["force.foot_left"] < 1e3 else 0.5
        if state["force.blade"] < 1e3:
            blade = 1.0
        elif rear <= 5.5e3 and (front > 4e3 or state.pitch < -0.08):
            blade = clip(0.35 + 0.5 * -state.pitch, 0.3, 0.8)
        elif state.pitch > 0.25:
            outriggers = max(outriggers, 0.4)
        return {"blade": blade, "outriggers": outriggers}


def careless(state):
    """Slews at once, and raises the nose as far as the blade goes."""
    return {"slew": 0.6 if state.time < 3 else 0.0, "blade": 1.0, "outriggers": 0.0}
