"""Operators of the slalom: pure pursuit along curves through the gates, and straight on."""

import math

# Places and directions that a good way goes through.
WAY = [(10, 28, 0), (16, 28, 0), (24, 30, 20), (32, 32, 0), (40, 28, -35), (47, 24, -20), (55, 25, 25),
       (59, 27.5, 33), (62, 29.5, 33)]
REAR_AXLE = -1.25  # [m] from the machine's origin
WHEELBASE = 2.75


def curve(a, b, steps=40):
    """Cubic from place to place with the directions given."""
    length = 1.1 * math.hypot(b[0] - a[0], b[1] - a[1])
    ca, sa = math.cos(math.radians(a[2])) * length, math.sin(math.radians(a[2])) * length
    cb, sb = math.cos(math.radians(b[2])) * length, math.sin(math.radians(b[2])) * length
    for i in range(steps):
        t = i / steps
        h0, h1, h2, h3 = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t, -2 * t**3 + 3 * t**2, t**3 - t**2
        yield h0 * a[0] + h1 * ca + h2 * b[0] + h3 * cb, h0 * a[1] + h1 * sa + h2 * b[1] + h3 * sb


class Pursuit:
    def __init__(self, speed, ahead):
        self.points = [p for a, b in zip(WAY, WAY[1:]) for p in curve(a, b)]
        self.at, self.speed, self.ahead = 0, speed, ahead

    def __call__(self, state):
        c, s = math.cos(math.radians(state.heading)), math.sin(math.radians(state.heading))
        x, y = state.position[0] + REAR_AXLE * c, state.position[1] + REAR_AXLE * s
        while self.at < len(self.points) - 1 and math.hypot(self.points[self.at][0] - x,
                                                           self.points[self.at][1] - y) < self.ahead:
            self.at += 1
        px, py = self.points[self.at]
        left = -s * (px - x) + c * (py - y)
        far = math.hypot(px - x, py - y)
        wanted = math.atan(WHEELBASE * 2 * left / far**2)  # of the middle of the front axle
        return wanted, far


class expert(Pursuit):
    def __init__(self):
        super().__init__(speed=1.6, ahead=3.0)

    def __call__(self, state):
        wanted, _ = super().__call__(state)
        # The lever is the position of the wheel: dead zone 0.06, exponent 1.8, 34 degrees at its end.
        part = min(1.0, abs(wanted) / math.radians(30))
        lever = math.copysign(0.06 + 0.94 * part ** (1 / 1.8), wanted) if part > 0.005 else 0.0
        levers = {"steering": lever, "travel": 0.0, "brake": 0.0,
                  "boom": 0.8 if state["boom_cylinder"] < 2.68 else 0.0,
                  "bucket": 0.8 if state["bucket_cylinder"] < 2.55 else 0.0}
        if state["boom_cylinder"] < 2.66:
            return levers
        if state["mark.1"] < 0.9 or (state.goal == "stop in the circle" and state["mark.1"] < 1.2):
            levers["brake"] = 0.7
        else:
            wanted_speed = 0.8 if state["mark.1"] < 3 else self.speed
            levers["travel"] = max(0.0, min(1.0, 0.55 + 0.6 * (wanted_speed - state.speed)))
        return levers


def careless(state):
    """Straight on, at full speed, in the fastest range."""
    return {"travel": 1.0, "range": 2}
