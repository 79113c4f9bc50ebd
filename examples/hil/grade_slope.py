#!/usr/bin/python3
"""Grades a slope with the excavator: pulls the teeth along a straight line towards the machine.

    ./outrigger run excavator --hil 7401 --duration 40 &
    examples/hil/grade_slope.py --port 7401 --slope 10 --length 4

First the teeth go to the far end of the line, then along it at --speed. Height and reach of the teeth are those of
the outputs `depth` and `reach`; boom and stick carry the hinge, the bucket keeps its pitch.
"""

import argparse
import math
import sys

from arm import OUTPUTS, Arm, difference, lever
from outrigger_hil import Machine

GAIN, FASTEST, TURN = 4.0, 0.8, 0.8  # [1/s], of the hinge [m/s], of the bucket [rad/s]


class Grader:
    """reach and height of the teeth over time: to the far end, along the line, and rest."""

    def __init__(self, options):
        self.far, self.near = options.far, options.far - options.length
        self.low, self.slope = options.height, math.tan(math.radians(options.slope))
        self.speed, self.pitch = options.speed, math.radians(options.pitch)
        self.begun = None
        self.passed = self.done = False

    def height(self, reach):
        return self.low + self.slope * (reach - self.near)

    def target(self, now, reach, height):
        """(reach, height), (their rates)"""
        if self.begun is None:
            if math.hypot(reach - self.far, height - self.height(self.far)) < 0.01:
                self.begun = now
            return (self.far, self.height(self.far)), (0.0, 0.0)
        # The first second begins gently, so that the levers can follow.
        t = now - self.begun
        way = self.speed * (t - 0.5 if t > 1.0 else 0.5 * t * t)
        rate = self.speed * min(t, 1.0)
        if way >= self.far - self.near:  # a second to come to rest
            self.passed = True
            self.done = t > (self.far - self.near) / self.speed + 1.5
            return (self.near, self.height(self.near)), (0.0, 0.0)
        at = self.far - way
        return (at, self.height(at)), (-rate, -rate * self.slope)


def levers(machine, grader):
    arm = Arm(machine)
    reach, height = machine["reach"], -machine["depth"]
    (x, z), rate = grader.target(machine.time, reach, height)
    turn = max(-TURN, min(TURN, GAIN * difference(grader.pitch, arm.bucket)))
    # Boom and stick carry the hinge: the teeth follow it at the pitch that is wanted.
    now, then = arm.teeth_from_hinge(), arm.teeth_from_hinge(grader.pitch)
    away = math.hypot(now[0] - then[0], now[1] - then[1])
    correct = (x - reach, z - height) if away < 0.3 else (x - reach + now[0] - then[0], z - height + now[1] - then[1])
    vx, vz = (rate[i] + GAIN * correct[i] for i in (0, 1))
    size = math.hypot(vx, vz)
    if size > FASTEST:
        vx, vz = vx * FASTEST / size, vz * FASTEST / size
    (ax, az), (bx, bz) = arm.hinge_rates()
    # What the bucket's own turn does to the teeth is taken back by the hinge.
    vx += turn * now[1]
    vz -= turn * now[0]
    size = ax * bz - bx * az
    if abs(size) < 0.5:
        size = math.copysign(0.5, size)
    boom, both = (vx * bz - vz * bx) / size, (ax * vz - az * vx) / size
    return {
        "boom": lever("boom", boom * arm.boom_lever),
        # The stick's rate counts from the ground; its cylinder sees it from the boom.
        "stick": lever("stick", both * arm.stick_lever),
        "bucket": lever("bucket", (turn - boom - both) * arm.bucket_lever),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7401)
    parser.add_argument("--transport", choices=["udp", "tcp"], default="udp")
    parser.add_argument("--every", type=int, default=1, help="steps per exchange")
    parser.add_argument("--lag", type=int, default=0, help="exchanges by which answers are used later")
    parser.add_argument("--token", default="")
    parser.add_argument("--far", type=float, default=8.5, help="reach where the line begins [m]")
    parser.add_argument("--length", type=float, default=4.0, help="of the line, horizontally [m]")
    parser.add_argument("--height", type=float, default=0.3, help="of its near end [m]")
    parser.add_argument("--slope", type=float, default=10.0, help="rising away from the machine [deg]")
    parser.add_argument("--pitch", type=float, default=-110.0, help="of the bucket [deg]")
    parser.add_argument("--speed", type=float, default=0.4, help="of the teeth along the line, horizontally [m/s]")
    options = parser.parse_args()
    grader = Grader(options)
    worst = 0.0
    with Machine(options.host, options.port, "grade-slope", OUTPUTS, ["boom", "stick", "bucket"], "lockstep",
                 options.every, options.lag, options.transport, options.token) as machine:
        while machine.next():
            if grader.begun is not None and not grader.passed:
                worst = max(worst, abs(-machine["depth"] - grader.height(machine["reach"])))
            machine.answer(**levers(machine, grader))
            if grader.done:
                break
    print(f"graded from {grader.far:g} to {grader.near:g} m: teeth at most {100 * worst:.1f} cm off", flush=True)
    return 0 if grader.done else 1


if __name__ == "__main__":
    sys.exit(main())
