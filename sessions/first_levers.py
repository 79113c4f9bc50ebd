"""The first session: one lever after the other, with prompts. Nothing can be broken."""

from outrigger.training import held, metric, never, once, signal

ARM = ("boom", "stick", "bucket", "slew")
NAMES = {"boom": "boom (right stick, forward and back)", "stick": "stick (left stick, forward and back)",
         "bucket": "bucket (right stick, sideways)", "slew": "slewing (left stick, sideways)"}

#: goal -> the lever it asks for
ASKED = {}


def ask(title, lever, when, hint):
    ASKED[title] = lever
    return once(title, when, hint=hint)


def initialize():
    cylinder = {name: signal(f"{name}_cylinder") for name in ("boom", "stick", "bucket")}
    slew = signal("slew_angle")
    return {
        "Title": "First levers",
        "Excavator_Position": (20, 28),
        "Excavator_Heading": 0,
        "Marks": [(32, 28, 3.0)],
        "Available_Time": 300,
        "Tags": ["beginner"],
        "Briefing": "Each prompt names one lever and the way it goes (ISO pattern: the left stick slews and "
                    "moves the stick, the right one moves boom and bucket). Move only that lever, gently, and "
                    "let go when the next prompt comes. At the end you drive 12 m ahead and stop.",
        "Goals": [
            ask("boom up", "boom", cylinder["boom"] > 2.55, "raise the BOOM: right stick back"),
            ask("boom down", "boom", cylinder["boom"] < 2.45, "lower the BOOM: right stick forward"),
            ask("stick out", "stick", cylinder["stick"] < 2.90, "push the STICK out: left stick forward"),
            ask("stick in", "stick", cylinder["stick"] > 3.05, "pull the STICK in: left stick back"),
            ask("bucket out", "bucket", cylinder["bucket"] < 2.20, "open the BUCKET: right stick to the right"),
            ask("bucket in", "bucket", cylinder["bucket"] > 2.45, "curl the BUCKET in: right stick to the left"),
            ask("slew left", "slew", slew > 0.35, "SLEW left: left stick to the left"),
            ask("slew right", "slew", slew < -0.35, "SLEW right: left stick to the right"),
            held("slew to the front", 0.5, (slew.abs() < 0.08) & (signal("lever.slew").abs() < 0.05),
                 hint="slew back until the arm points ahead, and let go"),
            ask("boom up to travel", "boom", cylinder["boom"] > 2.60, "raise the BOOM again, to see where you drive"),
            held("drive and stop", 1, (signal("mark.1") < 3.0) & (signal("speed").abs() < 0.05),
                 hint="drive ahead into the blue circle: travel forward, then let go and brake"),
        ],
        "Rules": [
            never("arm on the ground", (signal("force.teeth") > 2000) | (signal("force.bucket") > 2000)
                  | (signal("force.stick") > 2000), points=5, group="machine care",
                  message="the arm hit the ground", advice="Keep an eye on the teeth while you move the boom."),
            never("driving with the arm aside", (signal("speed").abs() > 0.3) & (slew.abs() > 0.3), points=10,
                  message="you drove with the arm to the side",
                  advice="Slew to the front before you drive: the arm is as wide as a road."),
        ],
        "Metrics": [
            metric("time", signal("time"), "final", unit="s", poor=240, expert=30, points=20,
                   advice="Look for the lever before you move it, then hold it over until the next prompt."),
            metric("levers moved together", ((signal("lever.boom").abs() > 0.2) & (signal("lever.stick").abs() > 0.2))
                   | ((signal("lever.boom").abs() > 0.2) & (signal("lever.slew").abs() > 0.2))
                   | ((signal("lever.stick").abs() > 0.2) & (signal("lever.bucket").abs() > 0.2)),
                   "share", group="handling", poor=0.3, expert=0.0, points=10,
                   advice="One lever at a time in this session."),
        ],
    }


_since = {"goal": "", "time": 0.0}


def practice(state):
    """Names the lever when it is the wrong one, a second and a half after the prompt."""
    if state.goal != _since["goal"]:
        _since.update(goal=state.goal, time=state.time)
    asked = ASKED.get(state.goal)
    wrong = [name for name in ARM if name != asked and abs(state[f"lever.{name}"]) > 0.4]
    if not asked or not wrong or state.time - _since["time"] < 1.5:
        return None
    return None, "warning", f"that was the {NAMES[wrong[0]]}; asked for: {NAMES[asked]}"
