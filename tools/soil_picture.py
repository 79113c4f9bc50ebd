#!/usr/bin/python3
"""Draws what `outrigger soil` found: soil_picture.py REPORT.json PICTURE.

Maps of the heights before and after and of their difference, and cross sections: what was there, the top of the
bank, the surface now.
"""
import json
import sys


def draw_map(figure, axis, values, extent, colours, limits, label, sections):
    image = axis.imshow(values, origin="lower", extent=extent, cmap=colours, vmin=limits[0], vmax=limits[1],
                        interpolation="nearest")
    figure.colorbar(image, ax=axis, label=label, shrink=0.85)
    axis.set_aspect("equal")
    axis.set_xlabel("x [m]")
    axis.set_ylabel("y [m]")
    for number, section in enumerate(sections):
        (x0, y0), (x1, y1) = section["from"], section["to"]
        axis.plot([x0, x1], [y0, y1], color="black", linewidth=0.8, linestyle=(0, (5, 3)))
        axis.annotate(chr(ord("A") + number % 26), (x0, y0), fontsize=9, ha="left", va="bottom")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    field = report["map"]
    before, now = np.array(field["before"]), np.array(field["now"])
    cell = field["cell"]
    extent = (field["x"] - cell / 2, field["x"] + cell * (now.shape[1] - 0.5),
              field["y"] - cell / 2, field["y"] + cell * (now.shape[0] - 0.5))
    sections = report["sections"]
    figure = plt.figure(figsize=(15, 5.2 + 2.6 * len(sections)), dpi=100)
    grid = figure.add_gridspec(1 + len(sections), 3, height_ratios=[2.0] + [1.0] * len(sections), hspace=0.45,
                               wspace=0.3)
    low, high = min(before.min(), now.min()), max(before.max(), now.max())
    if high - low < 0.01:
        high = low + 0.01
    change = now - before
    most = max(0.01, np.abs(change).max())
    for column, (values, colours, limits, label, title) in enumerate((
            (before, "cividis", (low, high), "height [m]", "before"),
            (now, "cividis", (low, high), "height [m]", f"after {report['time']:.1f} s"),
            (change, "RdBu", (-most, most), "change [m]", "change: red is dug, blue is heaped"))):
        axis = figure.add_subplot(grid[0, column])
        draw_map(figure, axis, values, extent, colours, limits, label, sections if column else [])
        axis.set_title(title, fontsize=10)
    for row, section in enumerate(sections):
        axis = figure.add_subplot(grid[1 + row, :])
        points = np.array(section["points"])
        along, start, bank, surface = points[:, 0], points[:, 3], points[:, 4], points[:, 5]
        axis.fill_between(along, np.minimum(bank, surface), min(bank.min(), start.min()) - 0.2, color="#b59a72",
                          linewidth=0, label="undisturbed")
        axis.fill_between(along, bank, surface, where=surface > bank + 1e-6, color="#e0b050", linewidth=0,
                          label="loose")
        axis.plot(along, surface, color="black", linewidth=1.2, label="surface")
        axis.plot(along, start, color="gray", linewidth=1.0, linestyle=(0, (4, 3)), label="before")
        axis.set_aspect("equal", adjustable="datalim")
        letter = chr(ord("A") + row % 26)
        (x0, y0), (x1, y1) = section["from"], section["to"]
        axis.set_title(f"section {letter}: ({x0:.1f}, {y0:.1f}) to ({x1:.1f}, {y1:.1f})", fontsize=10)
        axis.set_xlabel("along [m]")
        axis.set_ylabel("height [m]")
        if row == 0:
            axis.legend(fontsize=8, ncol=4, loc="lower right")
    # By this `outrigger` knows the picture again and may replace it.
    made, ending = "Made by Outrigger", sys.argv[2].lower().rpartition(".")[2]
    mark = {"pil_kwargs": {"comment": made.encode()}} if ending in ("jpg", "jpeg") else {
        "metadata": {"Software" if ending == "png" else "Creator": made}}
    figure.savefig(sys.argv[2], bbox_inches="tight", **mark)


if __name__ == "__main__":
    main()
