"""The point of a convex hull that is nearest to 0 (Wolfe's algorithm, 1976).

A set can be separated exactly where 0 is not in the hull of its rows y·(x, 1). Then the nearest point is the best
separator itself, and its length the margin. Where 0 is in the hull, the search ends with a few rows around it, the
obstruction. Here all is float64: what is found is a suggestion, to be proven elsewhere.
"""

import math
from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy.linalg import qr, qr_delete, qr_insert, solve_triangular

NO_SHARE = 1e-12  # of a vertex in the nearest point
DEPENDENT = 1e-13  # how far from the plane of the others a vertex is in it, over the longest vertex
CANDIDATES, IN_SPACE = 200, 1e-9  # for an exchange: how many are tried, and how exactly they are in the same space
NOISE = 1e-15  # what rounding makes of a product, over the lengths of both


class Vertices(Protocol):
    """The corners of the hull: named by row, or by pair of rows."""

    longest: float  # the length of the longest, roughly

    def vector(self, name: Any) -> np.ndarray: ...

    def lowest(self, point: np.ndarray, everywhere: bool) -> tuple[Any, float]:
        """The vertex that is farthest back along a point, with its product; not everywhere: among likely ones."""


class Nearest(NamedTuple):
    names: list[Any]  # vertices, none in the plane of the others …
    shares: np.ndarray  # … and how much of each is in the point: positive, together 1
    point: np.ndarray
    lowest: float  # the lowest product of the point with a vertex: where it is positive, the point separates

    @property
    def length(self) -> float:
        return math.sqrt(float(self.point @ self.point))


class Corral:
    """Vertices that span the nearest point, with the QR decomposition of their vectors, each led by a constant."""

    def __init__(self, name: Any, vector: np.ndarray, lead: float) -> None:
        self.lead, self.names, self.shares = lead, [name], np.ones(1)
        self.vectors = vector[:, None]
        self.point = vector.copy()
        self._Q, self._R = qr(self._led(vector)[:, None], mode="economic")

    def add(self, name: Any, vector: np.ndarray) -> bool:
        """Take in a vertex, and move to the nearest point of all.

        False where it is in the plane of the others, up to rounding: then this corral is of no more use.
        """
        if len(self.names) > len(vector):
            return False
        n = len(self.names)
        try:
            self._Q, self._R = qr_insert(self._Q, self._R, self._led(vector), n, which="col")
            if abs(self._R[n, n]) <= DEPENDENT * self.lead:
                return False
            self.names.append(name)
            self.shares = np.append(self.shares, 0.0)
            self.vectors = np.column_stack([self.vectors, vector])
            while not self._approach():
                pass
        except (np.linalg.LinAlgError, ValueError):  # what SciPy raises where rounding has left no decomposition
            return False
        self.point = self.vectors @ self.shares
        return True

    def copy(self) -> "Corral":
        twin = copy(self)
        twin.names = [*self.names]
        return twin

    def _approach(self) -> bool:
        """Go to the nearest point of the plane through all, or as far as the hull goes, and drop who is left behind."""
        shares = np.zeros(len(self.names))
        R = self._R[: len(shares), : len(shares)]
        for _ in range(3):  # BᵀB·shares = 1 for the led vectors B; and again for what roundings have left of it
            square = self.lead**2 * shares.sum() + self.vectors.T @ (self.vectors @ shares)
            shares += solve_triangular(R, solve_triangular(R, 1.0 - square, trans="T"))
        shares /= shares.sum()
        if not np.isfinite(shares).all():
            raise np.linalg.LinAlgError
        if (shares > NO_SHARE).all():
            self.shares = shares
            return True
        back = np.flatnonzero(shares <= NO_SHARE)
        room = self.shares[back] / np.maximum(self.shares[back] - shares[back], 1e-300)
        self.shares = self.shares + min(1.0, float(room.min())) * (shares - self.shares)
        left = np.union1d(np.flatnonzero(self.shares <= NO_SHARE), back[[int(room.argmin())]])
        for k in left[::-1].tolist():
            self._Q, self._R = qr_delete(self._Q, self._R, k, which="col")
            del self.names[k]
        self.vectors, self.shares = np.delete(self.vectors, left, axis=1), np.delete(self.shares, left)
        self.shares /= self.shares.sum()
        return False

    def _led(self, vector: np.ndarray) -> np.ndarray:
        return np.concatenate([[self.lead], vector])


def nearest_to_zero(
    vertices: Vertices, first: Any, good: Callable[[Nearest], bool], over: Callable[[], bool]
) -> Nearest:
    """The nearest point of the hull, or one that is ``good`` enough, or the one at hand when it is ``over``.

    ``good`` is asked whenever all vertices have been looked at.
    """
    corral = Corral(first, vertices.vector(first), vertices.longest)
    while True:
        square = float(corral.point @ corral.point)
        name, product = vertices.lowest(corral.point, everywhere=False)
        if over() or product >= 0.5 * square or not _gains(product, square, vertices):
            name, product = vertices.lowest(corral.point, everywhere=True)
            found = Nearest(corral.names, corral.shares, corral.point, product)
            if good(found) or over() or not _gains(product, square, vertices) or name in corral.names:
                return found
        before = corral.copy()
        if not corral.add(name, vertices.vector(name)) or float(corral.point @ corral.point) >= square:
            return Nearest(before.names, before.shares, before.point, product)  # rounding is all that is left


def _gains(product: float, square: float, vertices: Vertices) -> bool:
    """Whether a vertex with this product brings the point nearer to 0, beyond what rounding would say."""
    return square - product > NOISE * vertices.longest * max(math.sqrt(square), NOISE * vertices.longest)


def exchanged(vertices: Any, names: list[Any], vectors: np.ndarray, place: int) -> list[Any]:
    """Vertices that span the same space, with another in this place: one for which 0 is on the right side of it.

    In terms of the vertices, 0 has a share a little below 0 in this place. A vertex whose own share there is below 0
    turns that round when it comes in.
    """
    led = np.column_stack([np.full(len(vectors), vertices.longest), vectors]).T
    Q, R = qr(led, mode="economic")
    share = Q @ solve_triangular(R, np.eye(len(names))[place], trans="T")  # the share of a led vector in this place
    for name in vertices.lowest_of_all(share[1:], CANDIDATES):
        vector = np.concatenate([[vertices.longest], vertices.vector(name)])
        outside = vector - Q @ (Q.T @ vector)
        if name not in names and float(share @ vector) < 0 and outside @ outside <= (IN_SPACE * vertices.longest) ** 2:
            return [*names[:place], name, *names[place + 1 :]]
    return names
