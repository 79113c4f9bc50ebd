#!/usr/bin/python3
"""Keeps the bucket of the excavator level while somebody moves boom and stick.

    ./outrigger seat --hil 7401                              # and in another terminal:
    examples/hil/level_bucket.py --port 7401

The operator has boom and stick; the controller reads their levers, cylinders and angles, and writes the lever of the
bucket: the speed that takes back what boom and stick turn it, and 4 1/s times the angle that is missing.
"""

import argparse
import sys

from arm import OUTPUTS, Arm, difference, lever, speed_of
from outrigger_hil import Machine

GAIN = 4.0  # [1/s]
RATE = 4.0  # [1/s]: the machine's levers follow hands no faster


class Follower:
    """A lever as the machine has it: the hand's, at a limited rate."""

    def __init__(self):
        self.place, self.time = 0.0, None

    def follow(self, hand, now):
        most = 0.0 if self.time is None else RATE * (now - self.time)
        self.time = now
        self.place += max(-most, min(most, hand - self.place))
        return self.place


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7401)
    parser.add_argument("--transport", choices=["udp", "tcp"], default="udp")
    parser.add_argument("--mode", choices=["lockstep", "free"], default="lockstep")
    parser.add_argument("--every", type=int, default=1, help="steps per exchange")
    parser.add_argument("--lag", type=int, default=0, help="exchanges by which answers are used later")
    parser.add_argument("--token", default="")
    parser.add_argument("--feedback-only", action="store_true", help="do not look at the operator's levers")
    options = parser.parse_args()
    wanted = None
    levers = {"boom": Follower(), "stick": Follower()}
    with Machine(options.host, options.port, "level-bucket", OUTPUTS + ["input:boom", "input:stick"], ["bucket"],
                 options.mode, options.every, options.lag, options.transport, options.token) as machine:
        print(f"{machine.machine}: keeps the bucket level", flush=True)
        while machine.next():
            arm = Arm(machine)
            if wanted is None:
                wanted = arm.bucket
            carried = 0.0  # [rad/s]
            if not options.feedback_only:
                boom, stick = (levers[f].follow(machine["input:" + f], machine.time) for f in ("boom", "stick"))
                carried = speed_of("boom", boom) / arm.boom_lever + speed_of("stick", stick) / arm.stick_lever
            turn = GAIN * difference(wanted, arm.bucket) - carried
            machine.answer(bucket=lever("bucket", turn * arm.bucket_lever))
        print(f"{machine.ended}; {machine.missed} answers came too late", flush=True)


if __name__ == "__main__":
    sys.exit(main())
