"""Placing things: fences, gates, rows along a path, and the little geometry that it takes.

Positions in metres on the map of the site (x east, y north), headings in degrees counter-clockwise
from +x. The program puts everything on the ground.
"""

from __future__ import annotations

import math
from typing import NamedTuple

FENCE_LENGTH = 2.0  # along the board [m]


class Fence(NamedTuple):
    """A movable fence: the middle of its board, and the direction the board points to."""

    x: float
    y: float
    heading: float = 0.0


def ahead(x: float, y: float, heading: float, distance: float, left: float = 0.0):
    """The place so far ahead of (x, y), and to the left."""
    c, s = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    return x + c * distance - s * left, y + s * distance + c * left


def gate(x: float, y: float, heading: float, gap: float) -> list[Fence]:
    """Two fences across a way that goes through (x, y) in this direction, `gap` apart."""
    side = gap / 2 + FENCE_LENGTH / 2
    return [Fence(*ahead(x, y, heading, 0.0, sign * side), heading + 90.0) for sign in (1, -1)]


def fences_along(points, *, every: float = FENCE_LENGTH) -> list[Fence]:
    """Fences one behind the other along a line through these points."""
    fences = []
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        length = math.hypot(x1 - x0, y1 - y0)
        heading = math.degrees(math.atan2(y1 - y0, x1 - x0))
        for i in range(int(length / every)):
            fences.append(Fence(*ahead(x0, y0, heading, (i + 0.5) * every), heading))
    return fences


def rectangle(x0: float, x1: float, y0: float, y1: float) -> list[tuple[float, float]]:
    """Its corners, as Deformables want them."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def turn_between(a: float, b: float) -> float:
    """The angle from a to b the short way round [deg], -180 to 180."""
    return (b - a + 180.0) % 360.0 - 180.0
