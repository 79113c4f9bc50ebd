#!/usr/bin/python3
"""Draws the scene of `outrigger mesh show` from two sides: mesh_picture.py SCENE.json PICTURE.

A depth buffer in numpy: hidden parts are hidden, whatever the order of the faces.
"""
import json
import math
import sys
import textwrap

import numpy as np

SIZE = 700  # pixels of one view
BACKGROUND = np.array([0.91, 0.93, 0.945])


class View:
    """Parallel projection onto SIZE x SIZE pixels; pixels hold color and depth."""

    def __init__(self, turn, tilt, corners):
        """`corners` are points that must be seen."""
        c, s, t, u = np.cos(turn), np.sin(turn), np.sin(tilt), np.cos(tilt)
        self.axes = np.array([[-s, c, 0], [-t * c, -t * s, u], [u * c, u * s, t]])
        seen = corners @ self.axes.T
        low, high = seen.min(axis=0), seen.max(axis=0)
        self.middle = self.axes.T @ ((low + high) / 2)
        self.scale = 0.9 * SIZE / max((high - low)[:2].max(), 1e-300)
        self.depth = np.full((SIZE, SIZE), -np.inf)
        self.color = np.tile(BACKGROUND, (SIZE, SIZE, 1))
        self.light = self.axes.T @ np.array([0.3, 0.5, 0.8]) / np.linalg.norm([0.3, 0.5, 0.8])

    def project(self, points):
        p = (np.asarray(points, float).reshape(-1, 3) - self.middle) @ self.axes.T * self.scale
        return np.column_stack([SIZE / 2 + p[:, 0], SIZE / 2 - p[:, 1], p[:, 2]])

    def put(self, x, y, z, color, alpha=1.0):
        """Pixels in any order; the nearest wins."""
        inside = (x >= 0) & (x < SIZE) & (y >= 0) & (y < SIZE)
        x, y, z = x[inside], y[inside], z[inside]
        color = np.broadcast_to(color, (len(inside), 3))[inside]
        order = np.argsort(z, kind="stable")
        x, y, z, color = x[order], y[order], z[order], color[order]
        seen = z >= self.depth[y, x]
        x, y, z, color = x[seen], y[seen], z[seen], color[seen]
        self.color[y, x] = alpha * color + (1 - alpha) * self.color[y, x]
        if alpha == 1.0:
            self.depth[y, x] = z

    def triangles(self, vertices, faces, color, alpha, edges):
        p, f = self.project(vertices), np.asarray(faces).reshape(-1, 3)
        q = np.asarray(vertices, float).reshape(-1, 3)[f]
        normal = np.cross(q[:, 1] - q[:, 0], q[:, 2] - q[:, 0])
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
        shade = 0.4 + 0.55 * np.abs(normal @ self.light)
        front = normal @ self.axes[2] >= 0
        colors = shade[:, None] * np.where(front[:, None], np.array(color), np.array([0.85, 0.3, 0.25]))
        drawn = front if alpha < 1.0 else np.full(len(f), True)  # through glass only the front
        for corner, face_color in zip(p[f[drawn]], colors[drawn]):
            self.fill(corner, face_color, alpha)
        if edges and len(f) < 60000:
            pairs = np.concatenate([p[f[:, [0, 1]]], p[f[:, [1, 2]]], p[f[:, [2, 0]]]])
            self.segments(pairs, np.array([0.25, 0.3, 0.35]), 0.5 * alpha, 0.4)

    def fill(self, t, color, alpha):
        low = np.maximum(np.floor(t[:, :2].min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(t[:, :2].max(axis=0)).astype(int), SIZE - 1)
        if (low > high).any():
            return
        area = (t[1, 0] - t[0, 0]) * (t[2, 1] - t[0, 1]) - (t[1, 1] - t[0, 1]) * (t[2, 0] - t[0, 0])
        if abs(area) < 1e-9:
            return
        x, y = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        u = ((x - t[0, 0]) * (t[2, 1] - t[0, 1]) - (y - t[0, 1]) * (t[2, 0] - t[0, 0])) / area
        v = ((t[1, 0] - t[0, 0]) * (y - t[0, 1]) - (t[1, 1] - t[0, 1]) * (x - t[0, 0])) / area
        hit = (u >= 0) & (v >= 0) & (u + v <= 1)
        x, y = x[hit], y[hit]
        z = t[0, 2] + u[hit] * (t[1, 2] - t[0, 2]) + v[hit] * (t[2, 2] - t[0, 2])
        seen = z >= self.depth[y, x]
        x, y = x[seen], y[seen]
        self.color[y, x] = alpha * color + (1 - alpha) * self.color[y, x]
        if alpha == 1.0:
            self.depth[y, x] = z[seen]

    def segments(self, pairs, color, alpha, pull, wide=False):
        for a, b in pairs:
            n = int(min(max(abs(b - a)[:2].max(), 1), 4 * SIZE)) + 1
            p = a + np.linspace(0, 1, n)[:, None] * (b - a)
            x, y, z = np.rint(p[:, 0]).astype(int), np.rint(p[:, 1]).astype(int), p[:, 2] + pull
            self.put(x, y, z, color, alpha)
            if wide:
                self.put(x + 1, y, z, color, alpha)
                self.put(x, y + 1, z, color, alpha)

    def points(self, points, color):
        grid = np.arange(-4, 5)
        dx, dy = (g.ravel() for g in np.meshgrid(grid, grid))
        disc = dx**2 + dy**2 <= 17
        for p in self.project(points):
            x, y = int(round(p[0])) + dx[disc], int(round(p[1])) + dy[disc]
            self.put(x, y, np.full(len(x), p[2] + 6.0), color)

    def spheres(self, spheres, color, alpha):
        for x, y, z, r in np.asarray(spheres).reshape(-1, 4):
            c, radius = self.project([x, y, z])[0], r * self.scale
            grid = np.arange(-int(radius) - 1, int(radius) + 2)
            dx, dy = (g.ravel() for g in np.meshgrid(grid, grid))
            disc = dx**2 + dy**2 <= radius**2
            dx, dy = dx[disc], dy[disc]
            dz = np.sqrt(np.maximum(radius**2 - dx**2 - dy**2, 0))
            shade = 0.45 + 0.5 * np.clip((dx * 0.3 - dy * 0.5 + dz * 0.8) / max(radius, 1e-9), 0, 1)
            self.put(int(round(c[0])) + dx, int(round(c[1])) + dy, c[2] + dz, shade[:, None] * np.array(color), alpha)

    def layer(self, layer):
        color, alpha = np.array(layer["color"]), layer.get("alpha", 1.0)
        if layer["kind"] == "mesh":
            self.triangles(layer["vertices"], layer["faces"], color, alpha, layer.get("edges", True))
        elif layer["kind"] == "spheres":
            self.spheres(layer["spheres"], color, alpha)
        elif layer["kind"] == "lines":
            self.segments(self.project(layer["points"]).reshape(-1, 2, 3), color, alpha, 1.5, layer.get("wide", False))
        elif layer["kind"] == "points":
            self.points(layer["points"], color)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with open(sys.argv[1], encoding="utf-8") as file:
        scene = json.load(file)
    layers = [layer for layer in scene["layers"] if layer.get("shown", True)]
    layers.sort(key=lambda layer: -layer.get("alpha", 1.0))
    corners = [np.reshape(layer["vertices"], (-1, 3)) for layer in layers if layer.get("vertices")]
    corners += [np.reshape(layer["points"], (-1, 3)) for layer in layers if layer["kind"] == "lines" and layer["points"]]
    corners = np.concatenate(corners) if corners else np.array([[0.0, 0, 0], [1, 1, 1]])
    notes = [finding["text"] for finding in scene.get("findings", [])] + scene.get("text", [])
    lines = textwrap.wrap("; ".join(notes), 190)[:3]
    # Below the views, each with room of its own: legend, then what was found.
    columns = 4
    legend, text = 0.22 * math.ceil(len(layers) / columns) + 0.1, 0.2 * len(lines) + 0.1
    height = 7.7 + legend + text
    figure, axes = plt.subplots(1, 2, figsize=(14, height), dpi=100)
    for axis, turn, tilt, name in ((axes[0], 0.8, 0.5, "from front left above"), (axes[1], 3.94, -0.4, "from behind right below")):
        view = View(turn, tilt, corners)
        for layer in layers:
            view.layer(layer)
        axis.imshow(np.clip(view.color, 0, 1), interpolation="nearest")
        axis.set_title(name, fontsize=10)
        axis.set_axis_off()
    handles = [plt.Line2D([], [], marker="s", linestyle="", color=layer["color"], label=layer["name"]) for layer in layers]
    figure.legend(handles=handles, loc="upper center", ncol=columns, fontsize=9, frameon=False,
                  bbox_to_anchor=(0.5, (legend + text) / height), borderpad=0.2, borderaxespad=0.0)
    figure.text(0.5, 0.08 / height, "\n".join(lines), ha="center", va="bottom", fontsize=9)
    figure.suptitle(scene["title"], fontsize=12, y=1.0 - 0.12 / height, va="top")
    figure.subplots_adjust(left=0.01, right=0.99, top=1.0 - 0.6 / height, bottom=(legend + text) / height, wspace=0.02)
    # By this `outrigger` knows the picture again and may replace it.
    figure.savefig(sys.argv[2], metadata={"Software": "Made by Outrigger"})


if __name__ == "__main__":
    main()
