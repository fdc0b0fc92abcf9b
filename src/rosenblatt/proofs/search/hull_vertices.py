"""Vertices of the searched hulls: rows y·(x, 1), or differences of rows of two classes.

Computing all products takes a pass over the data, so between such passes only likely vertices are considered.
"""

from typing import Any

import numpy as np

from rosenblatt.proofs.search.whole_products import Units

LIKELY = 1500  # rows: those that were farthest back when all were last looked at
SLICE = 2**22  # numbers that are turned at a time


class SignedRows:
    """Rows y·(x, 1), or y·x without intercept. 0 is in their hull if no plane separates the classes.

    signs: y, or y divided by a length: then the rows are shorter, and 0 is in their hull as before.
    basis: other coordinates, as in ``whitening``.
    """

    def __init__(self, X: Any, signs: np.ndarray, folded: bool, basis: Any = None) -> None:
        self.X, self.signs, self.folded, self.basis = X, signs, folded, basis
        self.is_sparse = hasattr(X, "tocsr") and not isinstance(basis, np.ndarray)
        self.longest = float((abs(signs) * lengths(X, folded, basis)).max())
        self._likely: np.ndarray | None = None
        self._near: Any = None

    def vector(self, row: int) -> np.ndarray:
        x = _dense(self.X[row : row + 1])[0]
        z = self.signs[row] * (np.append(x, 1.0) if self.folded else x)
        return np.asarray(z if self.basis is None else self.basis.T @ z)

    def separator(self, point: np.ndarray) -> np.ndarray:
        """Vector in the original coordinates with the same products as the point has in these."""
        return np.asarray(point if self.basis is None else self.basis @ point)

    def units(self) -> Units:
        """Power of two that makes the numbers of the rows integers."""
        return Units(np.append(_stored(self.X), 1.0))

    def lowest(self, point: np.ndarray, everywhere: bool) -> tuple[int, float]:
        if not everywhere and self._likely is not None:
            products = self._products(self._near, self.signs[self._likely], point)
            k = int(products.argmin())
            return int(self._likely[k]), float(products[k])
        products = self._products(self.X, self.signs, point)
        if len(products) > LIKELY:
            self._likely = np.argpartition(products, LIKELY)[:LIKELY]
            self._near = self.X[self._likely]
        k = int(products.argmin())
        return k, float(products[k])

    def lowest_of_all(self, point: np.ndarray, count: int) -> list[int]:
        """Rows with the lowest products with a point, the lowest first."""
        products = self._products(self.X, self.signs, point)
        return np.argsort(products)[:count].tolist()  # type: ignore[no-any-return]

    def _products(self, X: Any, signs: np.ndarray, point: np.ndarray) -> np.ndarray:
        v = self.separator(point)
        return np.asarray(signs * (X @ v[:-1] + v[-1] if self.folded else X @ v))


class Differences:
    """Rows of the positive class minus rows of the negative. Their nearest point to 0 joins the two hulls."""

    def __init__(self, X: Any, signs: np.ndarray) -> None:
        self.X = X
        self.positive, self.negative = np.flatnonzero(signs > 0), np.flatnonzero(signs < 0)
        self.longest = 2.0 * float(np.sqrt(_squares(X).max()))
        self.is_sparse = hasattr(X, "tocsr")
        self._likely: tuple[np.ndarray, np.ndarray] | None = None
        self._near: list[Any] = []

    def vector(self, pair: tuple[int, int]) -> np.ndarray:
        here, there = pair
        return np.asarray(_dense(self.X[here : here + 1])[0] - _dense(self.X[there : there + 1])[0])

    def lowest(self, point: np.ndarray, everywhere: bool) -> tuple[tuple[int, int], float]:
        if not everywhere and self._likely is not None:
            (here, up), (there, down) = (
                (rows, near @ point) for rows, near in zip(self._likely, self._near, strict=True)
            )
        else:
            products = np.asarray(self.X @ point)
            here, there = self.positive, self.negative
            up, down = products[here], products[there]
            if len(products) > LIKELY:
                self._likely = _first(here, up), _first(there, -down)
                self._near = [self.X[rows] for rows in self._likely]
        i, j = int(up.argmin()), int(down.argmax())
        return (int(here[i]), int(there[j])), float(up[i] - down[j])

    def lowest_of_all(self, point: np.ndarray, count: int) -> list[tuple[int, int]]:
        """Pairs of the rows with the lowest products with a point."""
        products = np.asarray(self.X @ point)
        here, there = (
            rows[np.argsort(keys)[: int(count**0.5)]].tolist()
            for rows, keys in ((self.positive, products[self.positive]), (self.negative, -products[self.negative]))
        )
        return [(i, j) for i in here for j in there]

    def units(self) -> Units:
        """Power of two that makes the differences integers. They are rounded if floats have too few bits."""
        return Units(np.append(_stored(self.X), np.ldexp(2.0, np.frexp(self.longest)[1])))


def _first(rows: np.ndarray, keys: np.ndarray) -> np.ndarray:
    half = LIKELY // 2
    return rows if len(rows) <= half else rows[np.argpartition(keys, half)[:half]]


def lengths(X: Any, folded: bool, basis: Any = None) -> np.ndarray:
    """Lengths of the rows (x, 1), in the coordinates of the basis."""
    if basis is None:
        return np.asarray(np.sqrt(_squares(X) + folded))
    step = max(1, SLICE // basis.shape[0])
    parts = []
    for first in range(0, X.shape[0], step):
        part = _dense(X[first : first + step])
        part = np.column_stack([part, np.ones(len(part))]) if folded else part
        parts.append(np.sqrt(_squares(np.asarray(part @ basis))))
    return np.concatenate(parts)


def _stored(X: Any) -> np.ndarray:
    return np.asarray(X.data if hasattr(X, "tocsr") else X.ravel(), dtype=np.float64)


def _squares(X: Any) -> np.ndarray:
    return np.asarray(X.multiply(X).sum(axis=1)).ravel() if hasattr(X, "tocsr") else np.einsum("ij,ij->i", X, X)


def _dense(rows: Any) -> np.ndarray:
    return np.asarray(rows.toarray() if hasattr(rows, "tocsr") else rows, dtype=np.float64)
