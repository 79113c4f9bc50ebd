#!/usr/bin/python3
"""Draws the columns of a CSV file over its first column: plot.py DATA.csv PICTURE [TITLE [UNITS]].

Columns that share a stem (tip_x, tip_y, tip_z) share a panel; energies share one too, and so do
columns "panel: line". Lines named "measured" are drawn as pale points below the others, and a line
that coincides with another one is dashed, so that both are seen. UNITS are those of the columns
after the first, "m,m,N", for the axes.
"""
import csv
import math
import sys
import textwrap


def read_columns(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if len(rows) < 2:
        sys.exit(f"{path}: no rows to draw")
    numbers = [[float(cell) for cell in row] for row in rows[1:]]
    return rows[0], list(zip(*numbers))


def stem(name):
    if ": " in name:
        return name.split(": ")[0]
    if "energy" in name:
        return "energies"
    head, _, tail = name.rpartition("_")
    return head if tail in ("x", "y", "z", "u", "v", "w", "rx", "ry", "rz") and head else name


def axis_label(panel, units):
    """The name of a panel and the units of its columns, each once: boom_force [N]."""
    known = list(dict.fromkeys(unit for unit in units if unit))
    label = panel + (f" [{', '.join(known)}]" if known else "")
    return textwrap.fill(label, 30, break_long_words=False)


def coincide(a, b):
    """Whether two curves cannot be told apart in a picture."""
    pairs = [(x, y) for x, y in zip(a, b) if math.isfinite(x) and math.isfinite(y)]
    if not pairs:
        return False
    span = max(max(pair) for pair in pairs) - min(min(pair) for pair in pairs)
    return all(abs(x - y) <= 0.005 * span for x, y in pairs)


def styles(names, columns):
    """How each column of a panel is drawn: measured ones below, coinciding ones dashed."""
    drawn, result = [], []
    for name, column in zip(names, columns):
        if name.endswith(": measured"):
            result.append({"marker": ".", "markersize": 5, "linestyle": "", "color": "0.78",
                           "markeredgewidth": 0, "zorder": 1.5})
            continue
        hidden = any(coincide(column, other) for other in drawn)
        result.append({"linewidth": 1.2, "linestyle": (0, (4, 4)) if hidden else "-", "zorder": 2})
        drawn.append(column)
    return result


def draw_panel(axis, times, names, columns):
    for name, column, style in zip(names, columns, styles(names, columns)):
        axis.plot(times, column, label=name, **style)
    axis.grid(alpha=0.3)
    # The axis names a single line already.
    if len(names) > 1:
        axis.legend(fontsize=8, loc="best", framealpha=0.7)
    axis.margins(x=0)


def draw(plt, names, columns, title, units):
    panels = {}
    for index in range(1, len(names)):
        panels.setdefault(stem(names[index]), []).append(index)
    count = max(1, len(panels))
    across = 1 if count <= 3 else 2
    down = math.ceil(count / across)
    figure, axes = plt.subplots(down, across, figsize=(6.4 * across, 0.8 + 2.3 * down),
                                squeeze=False, sharex=True, constrained_layout=True)
    flat = [axis for row in axes for axis in row]
    for axis, (panel, indices) in zip(flat, panels.items()):
        draw_panel(axis, columns[0], [names[i] for i in indices], [columns[i] for i in indices])
        axis.set_ylabel(axis_label(panel, [units[i - 1] for i in indices]), fontsize=8)
    for axis in flat[len(panels):]:
        axis.set_visible(False)
    # The lowest panel of each column has the scale.
    for axis in flat[:len(panels)][-across:]:
        axis.tick_params(labelbottom=True)
        axis.set_xlabel(f"{names[0]} [s]" if names[0] == "t" else names[0])
    figure.align_ylabels()
    if title:
        figure.suptitle(textwrap.fill(title, 75 * across), fontsize=11)
    return figure


def signature(path):
    """How the picture says who made it: by this `outrigger` knows it again and may replace it."""
    made = "Made by Outrigger"
    ending = path.lower().rpartition(".")[2]
    if ending in ("jpg", "jpeg"):
        return {"pil_kwargs": {"comment": made.encode()}}
    return {"metadata": {"Software" if ending == "png" else "Creator": made}}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot.py: this needs python3-matplotlib (tools/setup run installs it)")

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names, columns = read_columns(sys.argv[1])
    title = sys.argv[3] if len(sys.argv) > 3 else ""
    units = sys.argv[4].split(",") if len(sys.argv) > 4 else []
    units += [""] * (len(names) - 1 - len(units))
    figure = draw(plt, names, columns, title, units)
    try:
        figure.savefig(sys.argv[2], dpi=110, **signature(sys.argv[2]))
    except (OSError, ValueError) as error:
        sys.exit(f"plot.py: {sys.argv[2]}: {error}")


if __name__ == "__main__":
    main()
