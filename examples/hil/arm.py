"""The arm of the bundled excavator as a controller knows it: angles and cylinders, from its drawing.

x along the reach, z up, in the plane of the arm. Pitch of boom, stick and bucket: the angle of their x axis above
the horizontal [rad], as the outputs `pitch:BODY:uppercarriage` give it. Levers: positive lengthens the cylinder.
"""

import math

OUTPUTS = ["pitch:uppercarriage:uppercarriage", "pitch:boom:uppercarriage", "pitch:stick:uppercarriage",
           "pitch:bucket:uppercarriage", "bucket_cylinder", "depth", "reach"]

# Points of machines/excavator.yaml in their bodies [m].
BOOM_FOOT, BOOM_CYLINDER_FOOT, BOOM_CYLINDER = (0.3, 0.7), (0.7, 0.08), (2.3, 0.42)
STICK_PIN, STICK_CYLINDER_FOOT, STICK_CYLINDER = (5.4, 0.0), (2.75, 1.0), (-0.8, 0.29)
HINGE, ROCKER, BUCKET_CYLINDER, ROCKER_LENGTH = (2.45, 0.0), (2.03, 0.0), (0.1, 0.6), 0.7
ROD_PIN, TEETH = (-0.0168, 0.4797), (1.48, 0.0)
# Largest speeds of the cylinders, out and in [m/s].
SPEEDS = {"boom": (0.31, 0.40), "stick": (0.53, 0.65), "bucket": (0.44, 0.60)}


def turned(point, angle):
    c, s = math.cos(angle), math.sin(angle)
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def per_turn(start, end, pin):
    """Change of the distance from `start` to `end` per radian that `end` turns about `pin`, x towards z."""
    way, radius = minus(end, start), minus(end, pin)
    return dot(way, (-radius[1], radius[0])) / math.hypot(*way)


class Arm:
    """Changes of the cylinders per radian of boom, stick and bucket, each against the part before it."""

    def __init__(self, machine):
        upper, self.boom, self.stick, self.bucket = (machine[name] for name in OUTPUTS[:4])
        self.boom_lever = per_turn(minus(BOOM_CYLINDER_FOOT, BOOM_FOOT), turned(BOOM_CYLINDER, self.boom - upper),
                                   (0.0, 0.0))
        stick_end = turned(STICK_CYLINDER, self.stick - self.boom)
        self.stick_lever = per_turn(STICK_CYLINDER_FOOT, (STICK_PIN[0] + stick_end[0], stick_end[1]), STICK_PIN)
        self.bucket_lever = self._bucket_lever(machine["bucket_cylinder"], self.bucket - self.stick)

    @staticmethod
    def _bucket_lever(length, angle):
        # The joint of cylinder, rocker and rod, in the frame of the stick: on two circles, on the upper side.
        across = minus(ROCKER, BUCKET_CYLINDER)
        distance = math.hypot(*across)
        along = (length**2 - ROCKER_LENGTH**2 + distance**2) / (2 * distance)
        up = math.sqrt(max(length**2 - along**2, 0.0))
        ex, ez = across[0] / distance, across[1] / distance
        joint = (BUCKET_CYLINDER[0] + along * ex - up * ez, BUCKET_CYLINDER[1] + along * ez + up * ex)
        pin = turned(ROD_PIN, angle)
        pin = (HINGE[0] + pin[0], HINGE[1] + pin[1])
        rod = minus(joint, pin)
        of_pin = (-(pin[1] - HINGE[1]), pin[0] - HINGE[0])
        of_joint = (-(joint[1] - ROCKER[1]), joint[0] - ROCKER[0])
        rocker_per_bucket = dot(rod, of_pin) / dot(rod, of_joint)
        return per_turn(BUCKET_CYLINDER, joint, ROCKER) * rocker_per_bucket

    def hinge_rates(self):
        """Velocity of the bucket's hinge per radian of the boom and of the stick: ((x, z), (x, z))."""
        stick = turned(HINGE, self.stick)
        boom = turned(STICK_PIN, self.boom)
        whole = (boom[0] + stick[0], boom[1] + stick[1])
        return (-whole[1], whole[0]), (-stick[1], stick[0])

    def teeth_from_hinge(self, pitch=None):
        return turned(TEETH, self.bucket if pitch is None else pitch)


def lever(function, speed):
    """The lever for a speed of a cylinder [m/s]: the machine's levers have a dead zone of 0.06 and the curve 1.8."""
    out, back = SPEEDS[function]
    share = min(1.0, abs(speed) / (out if speed > 0 else back))
    return 0.0 if share < 1e-4 else math.copysign(0.06 + 0.94 * share ** (1 / 1.8), speed)


def speed_of(function, position):
    """The speed of a cylinder that a lever asks for [m/s]."""
    share = max(0.0, (min(1.0, abs(position)) - 0.06) / 0.94) ** 1.8
    return math.copysign(share * SPEEDS[function][0 if position > 0 else 1], position)


def difference(a, b):
    return math.remainder(a - b, 2 * math.pi)
