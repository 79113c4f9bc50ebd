"""A session to start from: drive to a mark, past fences.

Check it:   outrigger session check THIS_FILE
Drive it:   outrigger session run THIS_FILE
"""

from outrigger.training import each, gate, held, limit, signal


def initialize():
    return {
        "Title": "Drive to the mark",
        "Excavator_Position": (10, 28),
        "Excavator_Heading": 0,
        "Fences": gate(18, 28, 0, 4.0),
        "Marks": [(28, 28, 2.0)],
        "Available_Time": 90,
        "Briefing": "Drive through the gate and stop in the blue circle. Touch no fence.",
        "Goals": [
            held("stop in the mark", 1, (signal("mark.1") < 2.0) & (signal("speed").abs() < 0.05),
                 hint="drive through the gate into the blue circle and stop"),
        ],
        "Rules": [
            limit("too fast", signal("speed"), at_most=8 / 3.6, points=5,
                  message="faster than 8 km/h", advice="Let go of the pedal in time: the machine rolls on."),
            each("fence moved", signal("fences_moved"), points=5,
                 message="a fence was moved", advice="Aim at the middle of the gate early."),
        ],
    }


def practice(state):
    """Called 20 times per second. May be left out: goals and rules work without it."""
    if state.left < 20:
        return None, "warning", "20 seconds left"
    return None
