"""Driving through fences: six gates, then a stop in the circle."""

from outrigger.training import Fence, each, gate, held, limit, metric, never, once, signal

#: centre, heading of the way through, gap between the fences
GATES = [((16, 28), 0, 4.0), ((24, 30), 20, 3.8), ((32, 32), 0, 3.6), ((40, 28), -35, 3.6),
         ((47, 24), -20, 3.4), ((55, 25), 25, 3.4)]
END, END_HEADING = (59, 27.5), 25


def passed(centre, heading, gap):
    """The middle of the machine is in the gate: on its line, between its fences."""
    import math
    c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    x, y = signal("x") - centre[0], signal("y") - centre[1]
    return ((c * x + s * y).between(0, 2.0)) & ((c * y - s * x).abs() < gap / 2)


def initialize():
    fences: list[Fence] = []
    for (x, y), heading, gap in GATES:
        fences += gate(x, y, heading, gap)
    return {
        "Title": "Driving through fences",
        "Excavator_Position": (10, 28),
        "Excavator_Heading": 0,
        "Fences": fences,
        "Marks": [(*END, 2.0)],
        "Available_Time": 300,
        "Tags": ["driving"],
        "Briefing": "Raise the arm so that you see the ground, then drive through the six gates one after the "
                    "other and stop in the blue circle. 180 seconds are enough; every 10 seconds more cost points. "
                    "The machine is 2.53 m wide, the gates are 4.0 to 3.4 m.",
        "Goals": [
            *(once(f"gate {i + 1}", passed(*g), hint=f"drive through gate {i + 1}, {g[2]:g} m wide")
              for i, g in enumerate(GATES)),
            held("stop in the circle", 1.0, (signal("mark.1") < 2.0) & (signal("speed").abs() < 0.05)
                 & signal("heading").near(END_HEADING, 20), hint="stop in the blue circle"),
        ],
        "Rules": [
            each("fence moved", signal("fences_moved"), points=5, message="a fence was moved",
                 advice="Aim for the middle early: the front wheels cut the corner by half a metre."),
            each("fence down", signal("fences_down"), points=10, message="a fence is down",
                 advice="Stop when you hear it scrape; reverse and straighten up."),
            never("four fences down", signal("fences_down") >= 4, points=0, ends=True,
                  message="four fences are down", advice="Slow down to creep before every gate."),
            limit("speed", signal("speed").abs() * 3.6, at_most=8.0, points=5, grace=0.2,
                  message="faster than 8 km/h", advice="Stay in the range 'offroad' and watch the speed on slopes."),
            never("collision", signal("force.cab") + signal("force.counterweight") + signal("force.boom") > 2e3,
                  points=15, message="cab, counterweight or boom hit something",
                  advice="Look at the rear before you steer hard: it swings out."),
            each("over time", (signal("time") - 180) / 10, points=2, group="productivity",
                 message="10 s over 180 s", advice="Drive on between the gates; brake only before them."),
        ],
        "Metrics": [
            metric("time", signal("time"), "final", unit="s", poor=180, expert=60, points=10,
                   advice="A steady 5 km/h does it in a minute."),
            metric("steering", signal("lever.steering"), "path", group="handling", poor=40, expert=12, points=10,
                   advice="Look one gate ahead and turn the wheel once."),
            metric("highest speed", signal("speed").abs() * 3.6, "max", unit="km/h", group="safety", poor=8.0,
                   expert=6.9, points=0),
        ],
    }
