"""Operators of the first bucket: one that cuts slices, one that stabs and slews in the ground."""

import math


def toward(now, goal, gain, most=1.0):
    """A lever that brings a value to its goal; past the dead zone of the lever."""
    error = goal - now
    if abs(error) < 0.02:
        return 0.0
    return math.copysign(min(most, 0.2 + gain * abs(error)), error)


def inward(state):
    """How far the bucket is curled in [rad]: 0 with the teeth straight down, growing towards the cab."""
    return (-math.pi / 2 - state["bucket_angle"] + math.pi / 2) % (2 * math.pi) - math.pi / 2


class expert:
    def __init__(self):
        self.phase, self.begun = "out", 0.0

    def go(self, phase, state):
        self.phase, self.begun = phase, state.time

    def __call__(self, state):
        levers = {"parking_brake": 1, "boom": 0, "stick": 0, "bucket": 0, "slew": 0}
        depth, reach, curl, slew = state["depth"], state["reach"], inward(state), state["slew_angle"]
        since = state.time - self.begun
        if self.phase == "out":
            levers["slew"] = toward(slew, 0.0, 1.0, 0.7)
            levers["stick"] = -0.8 if reach < 7.0 else 0.0
            levers["bucket"] = toward(curl, 0.0, 1.5, 0.8)
            levers["boom"] = toward(-depth, 0.5, 0.6, 0.7)
            if reach > 6.9 and abs(slew) < 0.05 and abs(curl) < 0.25 or since > 14:
                self.go("down", state)
        elif self.phase == "down":
            levers["boom"] = -0.45
            if depth > 0.25 or since > 8:
                self.go("pull", state)
        elif self.phase == "pull":
            levers["stick"] = 0.7
            levers["boom"] = toward(-depth, -0.25, 1.0, 0.5)
            if reach < 5.2 or since > 7:
                self.go("curl", state)
        elif self.phase == "curl":
            levers["bucket"], levers["stick"] = 0.9, 0.2
            levers["boom"] = 0.25
            if curl > 1.5 or since > 5:
                self.go("lift", state)
        elif self.phase == "lift":
            levers["boom"], levers["bucket"] = 0.8, 0.5
            if depth < -1.1 or since > 8:
                self.go("aside", state)
        elif self.phase == "aside":
            levers["slew"] = 0.7 if slew < 0.95 else 0.0
            if slew > 0.9:
                self.go("empty", state)
        elif self.phase == "empty":
            levers["bucket"], levers["boom"] = -0.8, 0.4 if depth > -1.0 else 0.0
            if state["carried"] < 50 or since > 6:
                self.go("out", state)
        return levers


def careless(state):
    """No brake; presses the bucket down, slews in the ground, and gives up rocking."""
    t = state.time
    if t < 4:
        return {"stick": -0.5, "bucket": -0.6}
    if t < 9:
        return {"boom": -1.0, "bucket": 0, "stick": 0}
    if t < 16:
        return {"boom": -0.3, "slew": 0.9 if int(t) % 4 < 2 else -0.9, "stick": 0.6}
    return {"boom": 0, "slew": 0, "stick": 0}
