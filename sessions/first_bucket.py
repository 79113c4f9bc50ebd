"""The first bucket: fill it, lift it, slew aside, empty it; three times."""

from outrigger.training import distance_to, each, limit, metric, never, once, rectangle, signal

START = (30, 53)
BUCKETS = 2
FULL, EMPTY = 500, 60  # [kg]


def initialize():
    carried, slew = signal("carried"), signal("slew_angle")
    goals = []
    for i in range(BUCKETS):
        goals += [
            once(f"fill bucket {i + 1}", carried > FULL, hint="reach out, lower the teeth a hand's depth into the "
                 "ground, pull the stick in and curl the bucket", progress=carried * (1 / FULL)),
            once(f"lift bucket {i + 1}", (signal("depth") < -0.8) & (carried > EMPTY),
                 hint="curl in and lift the full bucket clear of the ground"),
            once(f"carry bucket {i + 1} aside", (slew.abs() > 0.8) & (carried > EMPTY),
                 hint="slew well aside, with the bucket curled in"),
            once(f"empty bucket {i + 1}", carried < EMPTY, hint="open the bucket"),
        ]
    return {
        "Title": "The first bucket",
        "Excavator_Position": START,
        "Excavator_Heading": 90,
        "Deformables": [rectangle(24, 36, 57, 63)],
        "Available_Time": 240,
        "Tags": ["digging"],
        "Briefing": f"Dig {BUCKETS} buckets out of the field ahead and drop them well aside. Set the parking brake; "
                    "cut thin slices along the way of the teeth rather than pushing the whole bucket in.",
        "Goals": goals,
        "Rules": [
            each("dragged", distance_to(*START) / 0.3, points=10, group="machine care",
                 message="the machine was dragged by 0.3 m", advice="Set the parking brake, and cut less deep."),
            limit("front lifted", signal("share.rear"), at_least=0.06, points=10, grace=0.2,
                  message="the rear wheels carry almost nothing", advice="Do not press the machine up with the boom."),
            never("slewed in the ground", (signal("lever.slew").abs() > 0.3) & (signal("depth") > 0.1), points=10,
                  group="machine care", message="you slewed with the teeth in the ground",
                  advice="Lift first: sideways the arm is weak."),
        ],
        "Metrics": [
            metric("time", signal("time"), "final", unit="s", poor=220, expert=30, points=20,
                   advice="Move two levers at a time: stick and bucket while filling, boom and slew on the way."),
            metric("dug", signal("removed.1"), "max", unit="m³", group="productivity", poor=0.3, expert=0.8, points=0),
        ],
    }
