#!/usr/bin/python3
"""Draws the columns of a CSV file over its first column: plot.py DATA.csv PICTURE [TITLE].

Columns that share a stem (tip_x, tip_y, tip_z) share a panel; energies share one too, and so do
columns "panel: line". Lines named "measured" are drawn as points.
"""
import csv
import math
import sys


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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names, columns = read_columns(sys.argv[1])
    panels = {}
    for index in range(1, len(names)):
        panels.setdefault(stem(names[index]), []).append(index)
    count = max(1, len(panels))
    across = 1 if count <= 3 else 2
    down = math.ceil(count / across)
    figure, axes = plt.subplots(
        down, across, figsize=(6.4 * across, 0.8 + 2.3 * down), squeeze=False, sharex=True
    )
    flat = [axis for row in axes for axis in row]
    for axis, (title, indices) in zip(flat, panels.items()):
        for index in indices:
            measured = names[index].endswith(": measured")
            style = {"linewidth": 1.2}
            if measured:
                style = {"marker": ".", "markersize": 2, "linestyle": "", "color": "0.5", "zorder": 3}
            axis.plot(columns[0], columns[index], label=names[index], **style)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8, loc="best", framealpha=0.7)
        axis.margins(x=0)
    for axis in flat[len(panels):]:
        axis.set_visible(False)
    # The lowest panel of each column has the scale.
    for axis in flat[:len(panels)][-across:]:
        axis.tick_params(labelbottom=True)
        axis.set_xlabel(f"{names[0]} [s]" if names[0] == "t" else names[0])
    if len(sys.argv) > 3:
        figure.suptitle(sys.argv[3], fontsize=11)
    figure.tight_layout()
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()
