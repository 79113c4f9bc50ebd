#!/usr/bin/python3
"""Draws instants of moving meshes side by side: mesh_frames.py FRAMES PICTURE [--follow BODY] TIME...

FRAMES is what build/release/pedestrian_frames writes. --follow keeps a body in place. Faces are drawn
from far to near, seen from the side and a little from above.
"""
import argparse

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PolyCollection

COLOURS = {"car": (0.42, 0.55, 0.75), "head": (0.90, 0.66, 0.52), "hand": (0.90, 0.66, 0.52),
           "forearm": (0.90, 0.66, 0.52), "thorax": (0.75, 0.30, 0.25), "arm": (0.75, 0.30, 0.25),
           "foot": (0.20, 0.20, 0.22)}
OTHER = (0.28, 0.33, 0.45)


def colour(name):
    return np.array(COLOURS.get(name.split("_")[-1], OTHER))


def read(path):
    meshes, frames = {}, []
    with open(path) as file:
        for line in file:
            words = line.split()
            if words[0] == "mesh":
                vertices, faces = int(words[2]), int(words[3])
                meshes[words[1]] = (
                    np.array([next(file).split() for _ in range(vertices)], float),
                    np.array([next(file).split() for _ in range(faces)], int))
            elif words[0] == "frame":
                frames.append((float(words[1]), {}))
            else:
                numbers = np.array(words[1:], float)
                frames[-1][1][words[0]] = (numbers[:3], numbers[3:].reshape(3, 3))
    return meshes, frames


def draw(axes, meshes, poses, origin):
    turn, tilt = np.radians(-62), np.radians(14)
    forward = -np.array([np.cos(turn) * np.cos(tilt), np.sin(turn) * np.cos(tilt), np.sin(tilt)])
    right = np.array([-np.sin(turn), np.cos(turn), 0])
    up, light = np.cross(right, forward), np.array([0.3, -0.5, 0.8])
    polygons, colours, depths = [], [], []
    for name, (vertices, faces) in meshes.items():
        position, rotation = poses[name]
        corners = (vertices @ rotation.T + position - origin)[faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        seen = normals @ forward < 0
        corners, normals = corners[seen], normals[seen]
        polygons.append(np.stack([corners @ right, corners @ up], -1))
        colours.append(colour(name) * (0.4 + 0.6 * np.clip(normals @ light, 0, 1))[:, None])
        depths.append((corners @ forward).max(axis=1))
    order = np.argsort(-np.concatenate(depths))
    polygons, colours = np.concatenate(polygons)[order], np.concatenate(colours)[order]
    axes.add_collection(PolyCollection(polygons, facecolors=colours, edgecolors=colours,
                                       linewidths=0.2))
    axes.set(xlim=(-2.6, 1.4), ylim=(-0.6, 2.4), aspect="equal")
    axes.axis("off")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("frames")
    parser.add_argument("picture")
    parser.add_argument("times", type=float, nargs="+")
    parser.add_argument("--follow", default="")
    options = parser.parse_args()
    meshes, frames = read(options.frames)
    across = 3
    down = -(-len(options.times) // across)
    figure, grid = plt.subplots(down, across, figsize=(4.0 * across, 3.0 * down), squeeze=False)
    for axes in grid.flat:
        axes.axis("off")
    for axes, time in zip(grid.flat, options.times):
        at, poses = min(frames, key=lambda frame: abs(frame[0] - time))
        draw(axes, meshes, poses, poses[options.follow][0] if options.follow else np.zeros(3))
        axes.set_title(f"{at:.2f} s", fontsize=10)
    figure.tight_layout()
    figure.savefig(options.picture, dpi=80)


main()
