"""Levelling with blade and outriggers: supported, level, wheels relieved."""

from outrigger.training import held, limit, metric, never, signal

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
CARRIES = 10e3  # [N]


def initialize():
    pitch, roll = signal("pitch"), signal("roll")
    supported = ((signal("force.blade") >= CARRIES) & (signal("force.foot_left") >= CARRIES)
                 & (signal("force.foot_right") >= CARRIES))
    relieved = signal(f"wheel.wheel_{WHEELS[0]}") < 6e3
    for wheel in WHEELS[1:]:
        relieved = relieved & (signal(f"wheel.wheel_{wheel}") < 6e3)
    off = sum((signal(f"wheel.wheel_{wheel}") < 6e3) * 0.25 for wheel in WHEELS)
    return {
        "Title": "Levelling with blade and outriggers",
        "Excavator_Position": (26, 79),
        "Excavator_Heading": 0,
        "Available_Time": 90,
        "Tags": ["supports"],
        "Briefing": "The pad falls by 2 degrees to the front. Put blade and outriggers down until the machine "
                    "stands on them, level to 0.4 degrees, with every wheel relieved. Hold it for 5 seconds. Do "
                    "not slew before the machine is supported.",
        "Goals": [
            held("supported, level, wheels relieved", 5,
                 supported & relieved & (pitch.abs() <= 0.4) & (roll.abs() <= 0.8),
                 hint="lower the outriggers until the rear wheels are free, then the blade until the machine is level",
                 progress=0.5 * (1 - pitch.abs() / 2.0) + 0.5 * off),
        ],
        "Rules": [
            limit("overshoot", pitch, at_most=0.8, points=5, group="quality",
                  message="the nose was raised too far: more than 0.8 degrees",
                  advice="Let go of the blade half a degree early; it goes on for a moment."),
            never("slewed before supported", (signal("slew_angle").abs() > 0.05) & ~supported, points=10,
                  message="you slewed before the machine was supported",
                  advice="First blade and both feet on the ground, then the arm."),
            limit("tipping margin", signal("share.least"), at_least=0.06, points=10, grace=0.1,
                  message="one side carries less than 6 % of the machine",
                  advice="Bring the arm in before you raise one side."),
            limit("tipping", signal("share.least"), at_least=0.02, points=20, grace=0.2, critical=True, ends=True,
                  message="the machine tips: one side is off the ground",
                  advice="Lower the side that you raised; never lift one side alone."),
        ],
        "Metrics": [
            metric("time", signal("time"), "final", unit="s", poor=85, expert=25, points=20,
                   advice="Lower blade and outriggers together until they touch; work slowly only from there."),
            metric("pitch at the end", pitch.abs(), "final", unit="deg", group="quality", poor=0.4, expert=0.05,
                   points=10, advice="The last tenths are short touches of one lever."),
            metric("lever travel", signal("lever.blade") + 2 * signal("lever.outriggers"), "path", group="handling",
                   poor=40, expert=12, points=10, advice="Hold a lever over, rather than tapping it."),
        ],
    }
