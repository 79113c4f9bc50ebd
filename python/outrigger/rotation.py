"""Rotation matrices from what people have at hand."""

import numpy
from numpy.typing import ArrayLike, NDArray


def rotation_about(axis: ArrayLike, angle: float) -> NDArray[numpy.float64]:
    """Rotation matrix about an axis (need not be a unit vector) by an angle [rad]."""
    axis = numpy.asarray(axis, float)
    length = numpy.linalg.norm(axis)
    if axis.shape != (3,) or not length > 0 or not numpy.isfinite(length):
        raise ValueError(f"axis: expected three finite numbers, not all zero, not {axis}")
    x, y, z = axis / length
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return numpy.eye(3) + numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * cross @ cross


def rotation_of_quaternion(q: ArrayLike) -> NDArray[numpy.float64]:
    """Rotation matrices of unit quaternions (..., 4), w first, as in World.poses() and Recording.poses."""
    q = numpy.asarray(q, float)
    if q.shape[-1:] != (4,):
        raise ValueError(f"q: expected shape (..., 4), not {q.shape}")
    w, x, y, z = numpy.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return numpy.moveaxis(numpy.array(rows), (0, 1), (-2, -1))
