#!/usr/bin/python3
"""A suspension on a test rig, simulated: spring, damper and bump stops that answer travel and its rate by a force.

A machine that has no suspension of its own is given this one by the protocol of docs/hil.md, as a real one on a rig
would be: the rig imposes the travel that the machine says, the load cell says the force.
"""

import argparse
import math
import sys

from outrigger_hil import Machine


def force(travel, rate, options):
    """On the body, upwards [N]. Travel above 0: extended from where the spring is free."""
    total = -options.stiffness * travel - options.damping * rate
    if abs(travel) > options.stop:
        total -= options.stop_stiffness * (travel - math.copysign(options.stop, travel))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7401)
    parser.add_argument("--transport", choices=["udp", "tcp"], default="udp")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--lag", type=int, default=0)
    parser.add_argument("--travel", default="coordinate:travel", help="output with the travel [m]")
    parser.add_argument("--rate", default="coordinate_speed:travel", help="output with its rate [m/s]")
    parser.add_argument("--input", default="suspension", help="input that takes the force [N]")
    parser.add_argument("--stiffness", type=float, default=20e3, help="[N/m]")
    parser.add_argument("--damping", type=float, default=1500.0, help="[N s/m]")
    parser.add_argument("--stop", type=float, default=0.08, help="travel of the bump stops [m]")
    parser.add_argument("--stop-stiffness", type=float, default=60e3, help="[N/m]")
    options = parser.parse_args()
    with Machine(options.host, options.port, "suspension", [options.travel, options.rate], [options.input], "lockstep",
                 options.every, options.lag, options.transport) as machine:
        while machine.next():
            machine.answer(**{options.input: force(machine[options.travel], machine[options.rate], options)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
