"""The search among rows of about the same length, for sets that are undecided as they are.

Rows of very different lengths hide the short ones from floats, and squares of very short ones underflow. And an exact
plane may be found that does not separate once its weights are rounded: then another has to be found that does.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.search.float_plane import float_plane, wrong_side
from rosenblatt.proofs.search.margins import exact_sums
from rosenblatt.proofs.search.min_norm_point import Nearest, nearest_to_zero
from rosenblatt.proofs.search.refined_min_norm import refined_nearest
from rosenblatt.proofs.search.scaled_rows import ScaledRows

FIRST_BITS = 96  # of shares; twice as many whenever these do not tell

T = TypeVar("T")


class Separated(NamedTuple):
    """A float64 plane that separates the rows as they were, and a point of their hull that bounds the margin."""

    plane: np.ndarray
    hull: HullPoint


def search_scaled(
    corners: ScaledRows,
    hull: HullPoint | None,
    good: Callable[[Nearest], bool],
    over: Callable[..., bool],
    contradiction: Callable[[list[int]], T | None],
) -> Separated | T | None:
    """A float64 plane, or a contradiction; None where it is over before, or no plane of float64 numbers was found.

    hull: the point nearest to 0 of the rows as they were, where it is known. Its plane has the widest margin.
    contradiction: the proof that these rows forbid every plane, if they do.
    """
    if hull is not None:
        center = corners.plane_before(hull)
        if any(center) and not wrong_side(corners, center):
            plane = float_plane(corners, center, list(hull.rows), over)
            if plane is not None:
                return Separated(corners.plane(plane), hull)
    nearest, bits = nearest_to_zero(corners, 0, good, over), FIRST_BITS
    while not over(nearest.length):
        nearest = refined_nearest(corners, nearest, bits, good, over)
        names = nearest.names
        center = exact_sums(np.array([corners.vector(name) for name in names]), nearest.shares.tolist())
        if any(center) and not wrong_side(corners, center):
            plane = float_plane(corners, center, names, over)
            return None if plane is None else Separated(corners.plane(plane), corners.hull_before(nearest))
        if found := contradiction(names):
            return found
        bits *= 2
    return None
