#!/usr/bin/python3
"""Draws the table of a sweep: sweep_report.py FOLDER.

Writes into the folder: outcomes.png (how many cases of each outcome), atlas.png (outcomes over the
parameters, for grids: outer pairs of parameters as panels), responses.png (numbers over each
parameter), sensitivities.png (rank correlation of every number with every parameter), cases.csv.
"""
import csv
import itertools
import json
import sqlite3
import sys
from pathlib import Path

COLOURS = {"SEATED": "#4c9f70", "done": "#4c9f70", "JAM": "#c0392b", "HULL_HIT": "#8e44ad",
           "SHANK_CATCH": "#e67e22", "FLUKES_DOWN": "#f1c40f", "LINK_TWIST": "#2980b9",
           "OVERLOAD": "#7f1d1d", "UNFINISHED": "#95a5a6", "failed": "#222222",
           "killed": "#555555"}
SHOWN = ["peak_tension", "hardest_contact", "place_error", "least_clearance",
         "largest_twist_deg"]


def read(folder):
    path = Path(folder) / "sweep.sqlite"
    if not path.exists():
        sys.exit(f"there is no sweep in '{folder}'")
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = base.execute("SELECT number, parameters, state, outcome, result, attempts FROM cases "
                        "ORDER BY number").fetchall()
    cases = []
    for number, parameters, state, outcome, result, attempts in rows:
        cases.append({"number": number, "parameters": json.loads(parameters),
                      "outcome": outcome if state == "done" else state,
                      "result": json.loads(result), "attempts": attempts})
    if not cases:
        sys.exit(f"the sweep in '{folder}' has no finished cases yet")
    return cases


def colour(outcome):
    return COLOURS.get(outcome, "#bbbbbb")


def draw_outcomes(plt, cases, path):
    counts = {}
    for case in cases:
        counts[case["outcome"]] = counts.get(case["outcome"], 0) + 1
    names = sorted(counts, key=lambda n: -counts[n])
    figure, axis = plt.subplots(figsize=(6.4, 0.8 + 0.45 * len(names)), layout="constrained")
    bars = axis.barh(names, [counts[n] for n in names], color=[colour(n) for n in names])
    axis.bar_label(bars, padding=3)
    axis.invert_yaxis()
    axis.set_xlabel(f"cases, of {len(cases)}")
    figure.savefig(path, dpi=130)


def values_of(cases, name):
    return sorted({case["parameters"][name] for case in cases}, key=lambda v: (isinstance(v, str), v))


def draw_atlas(plt, cases, path):
    """Outcomes as cells: the parameter with most values across, the next one up, others as panels."""
    names = list(cases[0]["parameters"])
    levels = {name: values_of(cases, name) for name in names}
    if any(len(level) > 40 for level in levels.values()):
        return False
    order = sorted(names, key=lambda n: -len(levels[n]))
    across, up = order[0], order[1] if len(order) > 1 else None
    outer = order[2:]
    panels = list(itertools.product(*(levels[n] for n in outer)))
    columns = len(levels[outer[0]]) if len(outer) > 1 else min(len(panels), 3)
    rows = -(-len(panels) // columns)
    figure, axes = plt.subplots(rows, columns, squeeze=False, layout="constrained",
                                figsize=(1.2 + 4.2 * columns, 1.4 + 2.6 * rows))
    where = {tuple(case["parameters"][n] for n in order): case for case in cases}
    ups = levels[up] if up else [None]
    for axis in axes.flat:
        axis.set_visible(False)
    for index, panel in enumerate(panels):
        row, column = (index % rows, index // rows) if len(outer) > 1 else divmod(index, columns)
        axis = axes[row][column]
        axis.set_visible(True)
        for i, x in enumerate(levels[across]):
            for j, y in enumerate(ups):
                key = (x,) + ((y,) if up else ()) + panel
                case = where.get(key)
                face = colour(case["outcome"]) if case else "white"
                axis.add_patch(plt.Rectangle((i - 0.5, j - 0.5), 1, 1, facecolor=face,
                                             edgecolor="white", linewidth=1))
        axis.set_xlim(-0.5, len(levels[across]) - 0.5)
        axis.set_ylim(-0.5, len(ups) - 0.5)
        axis.set_xticks(range(len(levels[across])), [f"{v:g}" if not isinstance(v, str) else v
                                                     for v in levels[across]], fontsize=7)
        axis.set_yticks(range(len(ups)), [("" if v is None else f"{v:g}" if not isinstance(v, str)
                                           else v) for v in ups], fontsize=7)
        axis.set_xlabel(across, fontsize=8)
        axis.set_ylabel(up or "", fontsize=8)
        axis.set_title(", ".join(f"{n} = {v}" for n, v in zip(outer, panel)), fontsize=8)
    present = sorted({case["outcome"] for case in cases})
    handles = [plt.Rectangle((0, 0), 1, 1, color=colour(name)) for name in present]
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - 0.35 / figure.get_figheight()))
    figure.legend(handles, present, loc="upper center", ncol=min(6, len(present)), fontsize=8)
    figure.savefig(path, dpi=130)
    return True


def weakest(cases):
    """Of each parameter, the value with the smallest share of seats."""
    lines = []
    if not any(case["outcome"] == "SEATED" for case in cases):
        return lines
    for name in cases[0]["parameters"]:
        shares = []
        for value in values_of(cases, name):
            those = [c for c in cases if c["parameters"][name] == value]
            shares.append((sum(c["outcome"] == "SEATED" for c in those) / len(those), value, len(those)))
        if len(shares) > 1:
            share, value, count = min(shares, key=lambda s: s[0])
            lines.append(f"{name} = {value}: {100 * share:.0f} % of {count} cases seat")
    return lines


def numbers(cases, name):
    return [case["result"].get(name) for case in cases]


def numeric(values):
    return all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)


def draw_responses(plt, cases, path, shown):
    names = [n for n in cases[0]["parameters"] if numeric([c["parameters"][n] for c in cases])]
    if not names or not shown:
        return False
    figure, axes = plt.subplots(len(shown), len(names), squeeze=False, layout="constrained",
                                figsize=(1 + 3.0 * len(names), 0.6 + 1.9 * len(shown)))
    for i, response in enumerate(shown):
        for j, name in enumerate(names):
            axis = axes[i][j]
            for case in cases:
                axis.plot(case["parameters"][name], case["result"][response], ".", markersize=5,
                          color=colour(case["outcome"]))
            axis.grid(alpha=0.3)
            if j == 0:
                axis.set_ylabel(response, fontsize=8)
            if i == len(shown) - 1:
                axis.set_xlabel(name, fontsize=8)
            axis.tick_params(labelsize=7)
    figure.savefig(path, dpi=130)
    return True


def ranks(values):
    order = sorted(range(len(values)), key=lambda k: values[k])
    out = [0.0] * len(values)
    k = 0
    while k < len(order):
        same = k
        while same + 1 < len(order) and values[order[same + 1]] == values[order[k]]:
            same += 1
        for at in order[k:same + 1]:
            out[at] = 0.5 * (k + same)
        k = same + 1
    return out


def rank_correlation(a, b):
    a, b = ranks(a), ranks(b)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    top = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    bottom = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return top / bottom if bottom > 0 else 0.0


def draw_sensitivities(plt, cases, path, shown):
    names = [n for n in cases[0]["parameters"] if numeric([c["parameters"][n] for c in cases])]
    if not names or not shown or len(cases) < 3:
        return False
    table = [[rank_correlation([c["parameters"][n] for c in cases], numbers(cases, r)) for n in names]
             for r in shown]
    figure, axis = plt.subplots(figsize=(2.6 + 1.3 * len(names), 1.6 + 0.5 * len(shown)),
                                layout="constrained")
    image = axis.imshow(table, cmap="RdBu_r", vmin=-1, vmax=1, aspect="auto")
    axis.set_xticks(range(len(names)), names, fontsize=8, rotation=20, ha="right")
    axis.set_yticks(range(len(shown)), shown, fontsize=8)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            axis.text(j, i, f"{value:+.2f}", ha="center", va="center", fontsize=8)
    figure.colorbar(image, label="rank correlation")
    figure.savefig(path, dpi=130)
    return True


def write_csv(cases, path):
    parameters = list(cases[0]["parameters"])
    results = list(dict.fromkeys(key for case in cases for key in case["result"]))
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["number", *parameters, "outcome", *results])
        for case in cases:
            writer.writerow([case["number"], *(case["parameters"][p] for p in parameters),
                             case["outcome"], *(case["result"].get(r, "") for r in results)])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    cases = read(folder)
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    good = [case for case in cases if case["outcome"] not in ("failed", "killed")]
    shown = []
    if good:
        every = list(good[0]["result"])
        wanted = [n for n in SHOWN if n in every] or [n for n in every if n.endswith(".largest")][:6]
        shown = [n for n in wanted if numeric(numbers(good, n))]
    draw_outcomes(plt, cases, folder / "outcomes.png")
    drawn = ["outcomes.png"]
    if draw_atlas(plt, cases, folder / "atlas.png"):
        drawn.append("atlas.png")
    if good and draw_responses(plt, good, folder / "responses.png", shown):
        drawn.append("responses.png")
    if good and draw_sensitivities(plt, good, folder / "sensitivities.png", shown):
        drawn.append("sensitivities.png")
    write_csv(cases, folder / "cases.csv")
    drawn.append("cases.csv")
    print(f"{folder}: {len(cases)} cases; {', '.join(drawn)}")
    for line in weakest(cases):
        print(f"  weakest: {line}")
    for case in cases:
        if case["attempts"] > 1:
            print(f"  case {case['number']} took {case['attempts']} attempts")


main()
