"""Point of a convex hull nearest to 0 (Wolfe's algorithm, 1976).

Classes are separable if and only if 0 is not in the hull of the rows y·(x, 1). Then the nearest point is the best
separator, and its length the margin. If 0 is in the hull, the search ends with a few rows around it, the obstruction.
All computations are in float64: the result is a suggestion, to be proven elsewhere.
"""

import math
from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy.linalg import qr, qr_delete, solve_triangular
from scipy.linalg.blas import dtrsv
from scipy.sparse import csr_matrix, vstack

from rosenblatt.proofs.search.whole_products import Units

NO_SHARE = 1e-12  # of a vertex in the nearest point
DEPENDENT = 1e-13  # how far from the plane of the others a vertex is in it, over the longest vertex
CANDIDATES, IN_SPACE = 200, 1e-9  # for an exchange: how many are tried, and how exactly they are in the same space
NOISE = 1e-15  # what rounding makes of a product, over the lengths of both


class Vertices(Protocol):
    """Vertices of the hull, identified by row or by pair of rows."""

    longest: float  # the length of the longest, roughly
    is_sparse: bool

    def vector(self, name: Any) -> np.ndarray: ...

    def lowest(self, point: np.ndarray, everywhere: bool) -> tuple[Any, float]:
        """Vertex with the lowest product with a point, and the product, among likely ones."""

    def lowest_of_all(self, point: np.ndarray, count: int) -> list[Any]:
        """Vertices with the lowest products with a point, among all."""

    def units(self) -> Units:
        """Power of two that makes all numbers of the vertices integers."""


class Nearest(NamedTuple):
    names: list[Any]  # vertices, none in the plane of the others …
    shares: np.ndarray  # … and how much of each is in the point: positive, together 1
    point: np.ndarray
    lowest: float  # the lowest product of the point with a vertex: where it is positive, the point separates

    @property
    def length(self) -> float:
        return math.sqrt(float(self.point @ self.point))


class DenseStack(NamedTuple):
    """Vectors as rows of a dense matrix."""

    vectors: np.ndarray

    def added(self, vector: np.ndarray) -> "DenseStack":
        return DenseStack(np.vstack([self.vectors, vector]))

    def without(self, places: np.ndarray) -> "DenseStack":
        return DenseStack(np.delete(self.vectors, places, axis=0))

    def products(self, vector: np.ndarray) -> np.ndarray:
        return np.asarray(self.vectors @ vector)

    def combined(self, shares: np.ndarray) -> np.ndarray:
        return np.asarray(shares @ self.vectors)


class SparseStack(NamedTuple):
    """Vectors as rows of a sparse matrix."""

    vectors: Any

    @classmethod
    def of(cls, vector: np.ndarray) -> "SparseStack":
        return cls(csr_matrix(vector[None]))

    def added(self, vector: np.ndarray) -> "SparseStack":
        return SparseStack(vstack([self.vectors, csr_matrix(vector[None])], format="csr"))

    def without(self, places: np.ndarray) -> "SparseStack":
        return SparseStack(self.vectors[np.delete(np.arange(self.vectors.shape[0]), places)])

    def products(self, vector: np.ndarray) -> np.ndarray:
        return np.asarray(self.vectors @ vector)

    def combined(self, shares: np.ndarray) -> np.ndarray:
        return np.asarray(self.vectors.T @ shares)


class Corral:
    """Vertices that span the nearest point, each led by a constant: B, and R, the triangle of its QR decomposition.

    Q is not stored: a solution with R alone is refined once by its residual, which is as exact (the corrected
    seminormal equations), and works on sparse vectors.
    """

    def __init__(self, name: Any, vector: np.ndarray, lead: float, is_sparse: bool) -> None:
        self.lead, self.names, self.shares = lead, [name], np.ones(1)
        self.stack: DenseStack | SparseStack = SparseStack.of(vector) if is_sparse else DenseStack(vector[None])
        self.point = vector.copy()
        self._R = np.array([[math.hypot(lead, math.sqrt(float(vector @ vector)))]])

    def add(self, name: Any, vector: np.ndarray) -> bool:
        """Add a vertex, and move to the nearest point of all.

        Return False if it is in the plane of the others, up to rounding: then this corral cannot be used further.
        """
        n = len(self.names)
        if n > len(vector):
            return False
        column, left, left_lead = np.zeros(n), vector, self.lead
        for _ in range(2):  # what the others leave of it; and again for what roundings have left of them in it
            part = self._solve(self.lead * left_lead + self.stack.products(left), transposed=True)
            column += part
            shares = self._solve(part)
            left, left_lead = left - self.stack.combined(shares), left_lead - self.lead * float(shares.sum())
        height = math.hypot(left_lead, math.sqrt(float(left @ left)))
        if not height > DEPENDENT * self.lead:
            return False
        triangle = np.zeros((n + 1, n + 1), order="F")
        triangle[:n, :n], triangle[:n, n], triangle[n, n] = self._R, column, height
        self._R = triangle
        self.names.append(name)
        self.shares = np.append(self.shares, 0.0)
        self.stack = self.stack.added(vector)
        try:
            while not self._approach():
                pass
        except (np.linalg.LinAlgError, ValueError):  # what SciPy raises where rounding has left no decomposition
            return False
        self.point = self.stack.combined(self.shares)
        return True

    def copy(self) -> "Corral":
        twin = copy(self)
        twin.names = [*self.names]
        return twin

    def _approach(self) -> bool:
        """Move to the nearest point of the plane through all vertices, or to the edge of the hull; drop vertices whose
        share is 0."""
        shares = np.zeros(len(self.names))
        left = np.ones(len(self.names))
        for again in range(3):  # BᵀB·shares = 1; and again for what roundings have left of it
            if again:
                left = 1.0 - self.lead**2 * shares.sum() - self.stack.products(self.stack.combined(shares))
            shares += self._solve(self._solve(left, transposed=True))
        shares /= shares.sum()
        if not np.isfinite(shares).all():
            raise np.linalg.LinAlgError
        if (shares > NO_SHARE).all():
            self.shares = shares
            return True
        back = np.flatnonzero(shares <= NO_SHARE)
        room = self.shares[back] / np.maximum(self.shares[back] - shares[back], 1e-300)
        self.shares = self.shares + min(1.0, float(room.min())) * (shares - self.shares)
        gone = np.union1d(np.flatnonzero(self.shares <= NO_SHARE), back[[int(room.argmin())]])
        for k in gone[::-1].tolist():
            self._R = _without_column(self._R, k)
            del self.names[k]
        self.stack, self.shares = self.stack.without(gone), np.delete(self.shares, gone)
        self.shares /= self.shares.sum()
        return False

    def _solve(self, right: np.ndarray, transposed: bool = False) -> np.ndarray:
        return np.asarray(dtrsv(self._R, right, trans=transposed))


def _without_column(R: np.ndarray, k: int) -> np.ndarray:
    """Triangle of a QR decomposition after one column is removed."""
    n = len(R)
    triangle = np.zeros((n - 1, n - 1), order="F")
    triangle[:k, :k], triangle[:k, k:] = R[:k, :k], R[:k, k + 1 :]
    if k < n - 1:
        _, turned = qr_delete(np.eye(n - k), R[k:, k:], 0, which="col", check_finite=False)
        triangle[k:, k:] = turned[:-1]
    return triangle


def nearest_to_zero(
    vertices: Vertices, first: Any, good: Callable[[Nearest], bool], over: Callable[[float], bool]
) -> Nearest:
    """Nearest point of the hull, or one that is ``good`` enough, or the current one when time is ``over``.

    ``good`` is called after each pass over all vertices, ``over`` always, with the length of the point.
    """
    corral = Corral(first, vertices.vector(first), vertices.longest, vertices.is_sparse)
    while True:
        square = float(corral.point @ corral.point)
        name, product = vertices.lowest(corral.point, everywhere=False)
        is_over = over(math.sqrt(square))
        if is_over or product >= 0.5 * square or not _gains(product, square, vertices):
            name, product = vertices.lowest(corral.point, everywhere=True)
            nearest = Nearest(corral.names, corral.shares, corral.point, product)
            if good(nearest) or is_over or not _gains(product, square, vertices) or name in corral.names:
                return nearest
        before = corral.copy()
        if not corral.add(name, vertices.vector(name)) or float(corral.point @ corral.point) >= square:
            return Nearest(before.names, before.shares, before.point, product)  # rounding is all that is left


def _gains(product: float, square: float, vertices: Vertices) -> bool:
    """Return True if a vertex with this product brings the point nearer to 0, beyond rounding."""
    return square - product > NOISE * vertices.longest * max(math.sqrt(square), NOISE * vertices.longest)


def exchanged(vertices: Any, names: list[Any], vectors: np.ndarray, place: int) -> list[Any]:
    """Vertices that span the same space, one of them replaced so that 0 is on its right side.

    Expressed by the vertices, 0 has a share slightly below 0 in this place. A vertex with a negative share there
    reverses the sign when it is exchanged.
    """
    led = np.column_stack([np.full(len(vectors), vertices.longest), vectors]).T
    try:
        Q, R = qr(led, mode="economic")
        share = Q @ solve_triangular(R, np.eye(len(names))[place], trans="T")  # the share of a led vector in this place
    except (np.linalg.LinAlgError, ValueError):  # they do not span what they seem to
        return names
    for name in vertices.lowest_of_all(share[1:], CANDIDATES):
        vector = np.concatenate([[vertices.longest], vertices.vector(name)])
        outside = vector - Q @ (Q.T @ vector)
        if name not in names and float(share @ vector) < 0 and outside @ outside <= (IN_SPACE * vertices.longest) ** 2:
            return [*names[:place], name, *names[place + 1 :]]
    return names
