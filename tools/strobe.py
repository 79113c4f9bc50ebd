#!/usr/bin/python3
"""Draws a recorded run as a stroboscopic side view.

    outrigger run machines/excavator.yaml --input boom=0.3 --record run.jsonl
    tools/strobe.py run.jsonl picture.png [--frames 6] [--view xz] [--circle BODY=RADIUS]...

Every body is the hull of its frame origin, its named points, its joint points and its unturned
boxes; distances that drives and springs act on (cylinders) and distance joints (ropes) are lines. Early frames are pale, the last one is dark.
Uses the machine file inside the recording (--machine FILE for another); variants and includes are
not followed.
"""
import argparse
import json
import pathlib
import sys

try:
    import numpy as np
    import yaml
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError as error:
    sys.exit(f"strobe.py: {error}; please run: sudo apt-get install python3-matplotlib python3-yaml"
             " and call it with /usr/bin/python3")

AXES = {"x": 0, "y": 1, "z": 2}


def rotation(w, x, y, z):
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


class Pose:
    """Position and quaternion (w, x, y, z) of a recorded body frame."""

    def __init__(self, numbers=(0, 0, 0, 1, 0, 0, 0)):
        self.position = np.array(numbers[:3], dtype=float)
        self.rotation = rotation(*numbers[3:])

    def point(self, local):
        return self.position + self.rotation @ np.array(local, dtype=float)

    def local(self, point):
        return self.rotation.T @ (np.array(point, dtype=float) - self.position)


def as_map(section):
    """A section may be a map of names or a list of things with a name."""
    if isinstance(section, list):
        return {thing["name"]: thing for thing in section}
    return section or {}


def box_corners(shapes):
    """Corners of the boxes among a body's shapes, in its frame; turned ones are left out."""
    corners = []
    turns = ("rotation", "rotation_deg", "axis_angle", "axis_angle_deg", "quaternion", "x_axis")
    for shape in shapes or []:
        if "box" not in shape or any(key in shape for key in turns):
            continue
        half = np.array(shape["box"], dtype=float) / 2
        centre = np.array(shape.get("at", [0, 0, 0]), dtype=float)
        corners += [centre + half * np.array([i, j, k])
                    for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    return corners


class Machine:
    """Points of the bodies in their frames, and lines between bodies."""

    def __init__(self, text, start):
        self.tree = yaml.safe_load(text)
        self.start = start  # poses at the first frame, for points given in the world
        self.named = {name: as_map(body.get("points")) for name, body
                      in as_map(self.tree.get("bodies")).items()}
        self.hull = {name: [np.zeros(3)] + [np.array(p, dtype=float) for p in points.values()]
                     for name, points in self.named.items()}
        for name, body in as_map(self.tree.get("bodies")).items():
            self.hull[name] += box_corners(body.get("shapes"))
        for joint in as_map(self.tree.get("joints")).values():
            for body, point in self.ends(joint):
                if body in self.hull:
                    self.hull[body].append(point)
        used = {d["coordinate"] for section in ("drives", "springs", "stops")
                for d in as_map(self.tree.get(section)).values()}
        lines = [c for name, c in as_map(self.tree.get("coordinates")).items()
                 if c["kind"] == "distance" and name in used]
        lines += [j for j in as_map(self.tree.get("joints")).values() if j["type"] == "distance"]
        self.lines = [self.ends(line) for line in lines]

    def ends(self, thing):
        """(body, point in its frame) for both bodies of a joint or distance."""
        result = []
        for body, point_key, world_key in zip(thing["bodies"], ("point_a", "point_b"),
                                              ("from", "to")):
            world = thing.get("at", thing.get(world_key))
            if world is not None:
                point = self.start.get(body, Pose()).local(world)
            else:
                point = thing.get(point_key, [0, 0, 0])
                if isinstance(point, str):
                    point = self.named[body][point]
            result.append((body, np.array(point, dtype=float)))
        return result


def convex_hull(points):
    """Corners of the convex hull in the plane, in order (monotone chain)."""
    points = sorted(set(map(tuple, np.round(points, 9))))
    if len(points) < 3:
        return points

    def half(ordered):
        chain = []
        for p in ordered:
            while len(chain) > 1 and ((chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                                      - (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(points) + half(points[::-1])


def open_text(path):
    """A text file, or a sentence why it cannot be had."""
    try:
        return open(path, encoding="utf-8", errors="replace")
    except FileNotFoundError:
        sys.exit(f"{path}: no such file")
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")


def read_entry(line):
    """A line of a recording as a dictionary; None where it is none."""
    try:
        entry = json.loads(line)
    except json.JSONDecodeError:
        return None
    return entry if isinstance(entry, dict) else None


def read_recording(path):
    with open_text(path) as file:
        header = read_entry(file.readline())
        if not header or "outrigger_recording" not in header:
            sys.exit(f"{path}: this is no recording of outrigger run --record")
        frames = []
        for line in file:
            entry = read_entry(line)
            if entry is None:
                break  # the run was killed in the middle of a line
            if "poses" in entry:
                frames.append(entry)
    if not frames:
        sys.exit(f"{path}: the recording has no poses; was the run ended at once?")
    return header, frames


def circle_radii(texts):
    """BODY=RADIUS of --circle."""
    radii = {}
    for text in texts:
        name, _, radius = text.partition("=")
        try:
            radii[name] = float(radius)
        except ValueError:
            sys.exit(f"--circle wants BODY=RADIUS, for example --circle ball=0.5; got '{text}'")
    return radii


def save(figure, path):
    try:
        figure.savefig(path, dpi=110, bbox_inches="tight")
    except FileNotFoundError:
        sys.exit(f"{path}: there is no folder '{pathlib.Path(path).parent}'")
    except (OSError, ValueError) as error:
        sys.exit(f"{path}: {error}")


def draw_frame(axis, machine, poses, view, circles, shade, last):
    colour = plt.cm.YlOrBr(0.25 + 0.5 * shade)
    edge = plt.cm.Greys(0.35 + 0.6 * shade)
    alpha = 0.95 if last else 0.55
    for index, (name, points) in enumerate(machine.hull.items()):
        if name not in poses:
            continue
        order = index + 100 * shade
        if name in circles:
            centre = poses[name].position[view]
            axis.add_patch(plt.Circle(centre, circles[name], facecolor="0.35", edgecolor="0.15",
                                      alpha=alpha, zorder=order, linewidth=0.8))
            continue
        corners = convex_hull([poses[name].point(p)[view] for p in points])
        if len(corners) == 1:
            axis.plot(*corners[0], "o", color=edge, markersize=2, zorder=order)
        else:
            axis.add_patch(plt.Polygon(corners, closed=True, facecolor=colour, edgecolor=edge,
                                       joinstyle="round", linewidth=2.4 if last else 1.2,
                                       alpha=alpha, zorder=order))
    for (body_a, point_a), (body_b, point_b) in machine.lines:
        a = poses.get(body_a, Pose()).point(point_a)[view]
        b = poses.get(body_b, Pose()).point(point_b)[view]
        axis.plot([a[0], b[0]], [a[1], b[1]], color="0.2" if last else edge, alpha=alpha,
                  linewidth=2.2 if last else 0.9, solid_capstyle="round", zorder=90 + 100 * shade)


def main():
    parser = argparse.ArgumentParser(description="Stroboscopic side view of a recorded run.")
    parser.add_argument("recording")
    parser.add_argument("picture")
    parser.add_argument("--machine", help="machine file instead of the recorded one")
    parser.add_argument("--frames", type=int, default=6, help="how many poses (default 6)")
    parser.add_argument("--view", default="xz", choices=[a + b for a in "xyz" for b in "xyz" if a != b])
    parser.add_argument("--circle", action="append", default=[], metavar="BODY=RADIUS",
                        help="draw this body as a circle about its frame origin")
    parser.add_argument("--trace", metavar="BODY:POINT", help="draw the path of a named point")
    parser.add_argument("--title", default="")
    options = parser.parse_args()

    header, frames = read_recording(options.recording)
    text = header["files"][0]["text"]
    if options.machine:
        with open_text(options.machine) as file:
            text = file.read()

    def poses_of(frame):
        return {name: Pose(numbers) for name, numbers in zip(header["bodies"], frame["poses"])
                if numbers is not None}

    machine = Machine(text, poses_of(frames[0]))
    circles = circle_radii(options.circle)
    view = [AXES[letter] for letter in options.view]

    count = max(2, min(options.frames, len(frames)))
    chosen = [round(k * (len(frames) - 1) / (count - 1)) for k in range(count)]
    figure, axis = plt.subplots(figsize=(9, 5.6))
    for k, index in enumerate(chosen):
        draw_frame(axis, machine, poses_of(frames[index]), view, circles, k / (count - 1),
                   k == count - 1)
    if options.trace:
        body, _, point = options.trace.partition(":")
        if point not in machine.named.get(body, {}):
            sys.exit(f"--trace: body '{body}' has no named point '{point}'")
        path_points = np.array([poses_of(f)[body].point(machine.named[body][point])[view]
                                for f in frames if body in poses_of(f)])
        axis.plot(path_points[:, 0], path_points[:, 1], "--", color="tab:blue", linewidth=1.3,
                  zorder=400, label=f"path of {body} {point}")
        axis.legend(loc="best", fontsize=9)
    axis.set_aspect("equal")
    axis.autoscale_view()
    axis.margins(0.05)
    if options.view[1] == "z":
        axis.axhline(0.0, color="0.5", linewidth=1.2, zorder=0)
    axis.set_xlabel(f"{options.view[0]} [m]")
    axis.set_ylabel(f"{options.view[1]} [m]")
    axis.grid(alpha=0.25)
    times = ", ".join(f"{frames[i]['t']:.1f}" for i in chosen)
    axis.set_title(options.title + ("; " if options.title else "") + f"t = {times} s", fontsize=10)
    figure.tight_layout()
    save(figure, options.picture)


if __name__ == "__main__":
    main()
