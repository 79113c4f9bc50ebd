#!/usr/bin/env python3
"""Draws the two laws of digging side by side: docs/pictures/digging-laws.png.

Plates: the limits of src/soil/wedge.h and plate.h for level ground, a plate of 1.2 m at 45 degrees without teeth.
THESIS eq. 3.23 with the numbers that were fitted to the wedge at 0.5 m/s (docs/theory/soil.md). The formulas are
written out here once more, so the picture is also a check of them.

    tools/digging_laws.py [OUT.png]
"""

import math
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

WIDTH, RAKE, GRAVITY = 1.2, math.radians(45.0), 9.81

# density of the bank, c, c_a, friction angle, delta, Janosi K; mu_dig, n of eq. 3.23 (empty bucket: sigma_1 = 1)
SOILS = {
    "dry sand": (1600.0, 500.0, 0.0, 33.0, 22.0, 0.025, 52000.0, 1.83),
    "sandy loam": (1540.0, 10000.0, 0.0, 35.0, 22.0, 0.020, 84700.0, 1.21),
    "clay": (2020.0, 35000.0, 8000.0, 10.0, 6.0, 0.010, 137000.0, 1.06),
}


def wedge_draft(soil, depth):
    """Least draft over all planes [N]."""
    density, c, c_a, phi, delta = soil[:5]
    phi, delta = math.radians(phi), math.radians(delta)
    best = math.inf
    for beta in np.radians(np.arange(5.0, 80.0, 0.02)):
        angle = RAKE + beta + delta + phi
        if angle > 3.0:
            break
        # Ahead of the edge; soil on the plate was taken up.
        area = 0.5 * depth**2 / math.tan(beta)
        plane, plate = depth / math.sin(beta), depth / math.sin(RAKE)
        force = WIDTH * (
            density * GRAVITY * area * math.sin(beta + phi)
            + c * plane * math.cos(phi)
            - c_a * plate * math.cos(RAKE + beta + phi)
        )
        best = min(best, force / math.sin(angle))
    return best * math.sin(RAKE + delta) + c_a * depth * WIDTH / math.tan(RAKE)


def thesis(soil, depth, speed):
    return soil[6] * depth ** soil[7] * speed


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/digging-laws.png"
    figure, (by_depth, by_speed, by_way) = plt.subplots(1, 3, figsize=(13, 4.2))
    depths = np.linspace(0.02, 0.5, 40)
    speeds = np.linspace(0.0, 1.2, 60)
    for k, (name, soil) in enumerate(SOILS.items()):
        colour = f"C{k}"
        by_depth.plot(depths, [wedge_draft(soil, d) * 1.03e-3 for d in depths], colour, label=name)
        by_depth.plot(depths, [thesis(soil, d, 0.5) * 1e-3 for d in depths], colour, linestyle="--")
        full = wedge_draft(soil, 0.3)
        by_speed.plot(speeds, full * (1.0 + 0.03 * speeds / 0.5) * 1e-3, colour)
        by_speed.plot(speeds, [thesis(soil, 0.3, v) * 1e-3 for v in speeds], colour, linestyle="--")
        # Pushed 8 cm at 0.2 m/s, then at rest for half a second.
        time = np.linspace(0.0, 0.9, 400)
        way = np.minimum(0.2 * time, 0.08)
        moving = time < 0.4
        elastic = np.minimum(1.0, way / soil[5])
        plates = full * (elastic + np.where(moving & (elastic >= 1.0), 0.03 * 0.2 / 0.5, 0.0))
        by_way.plot(time, plates * 1e-3, colour)
        by_way.plot(time, np.where(moving, thesis(soil, 0.3, 0.2), 0.0) * 1e-3, colour, linestyle="--")
    by_depth.set(xlabel="depth of the edge [m]", title="at 0.5 m/s")
    by_speed.set(xlabel="speed [m/s]", title="0.3 m deep")
    by_way.set(xlabel="time [s]", title="0.3 m deep, 0.2 m/s for 0.4 s, then at rest")
    for axes in (by_depth, by_speed, by_way):
        axes.set_ylabel("draft [kN]")
        axes.set_ylim(bottom=0.0)
        axes.grid(alpha=0.3)
    by_depth.legend(title="plates; dashed: THESIS 3.23")
    figure.tight_layout()
    figure.savefig(out, dpi=110)
    print(out)


if __name__ == "__main__":
    main()
