"""Rows y·(x, 1), each and each column times a power of two: about equally long, and exactly as separable as before."""

from fractions import Fraction
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack

from rosenblatt.proofs.check.certificate_format import HullPoint
from rosenblatt.proofs.search.hull_vertices import SignedRows
from rosenblatt.proofs.search.margins import exact_sums, hull_of
from rosenblatt.proofs.search.min_norm_point import Nearest
from rosenblatt.proofs.search.whole_products import MANTISSA

PASSES = 3  # over rows and columns in turn
NOISE = 1e-15  # of a row's length and a point's: what rounding makes of their product
LEAST, LARGEST = -1074, 400  # powers of two: the least float64, and numbers whose squares are finite


class ScaledRows(SignedRows):
    """Rows and columns times powers of two, the 1 as a column of its own.

    row_powers, column_powers: the powers of two.
    """

    def __init__(self, X: Any, signs: np.ndarray, row_powers: np.ndarray, column_powers: np.ndarray) -> None:
        super().__init__(X, signs, folded=False)
        self.row_powers, self.column_powers = row_powers, column_powers

    def plane(self, scaled: np.ndarray) -> np.ndarray:
        """The plane that has the rows as they were on the sides on which this one has the scaled rows."""
        mantissas, exponents = np.frexp(scaled)
        exponents = exponents + self.column_powers
        filled = exponents[scaled != 0]
        most, least = int(filled.max()), int(filled.min())
        top = min(max(0, most - least + MANTISSA + LEAST), LARGEST)  # about 1, or as large as the least weights need
        return np.asarray(np.ldexp(mantissas, exponents - most + top))

    def plane_before(self, hull: HullPoint) -> list[Fraction]:
        """The plane Σ multiplier·row of the rows as they were: its products with scaled rows have the same signs."""
        pairs = zip(hull.rows, hull.multipliers, strict=True)
        parts = [multiplier / Fraction(2) ** int(self.row_powers[row]) for row, multiplier in pairs]
        sums = exact_sums(np.array([self.vector(row) for row in hull.rows]), parts)
        return [v / Fraction(4) ** int(power) for v, power in zip(sums, self.column_powers, strict=True)]

    def hull_before(self, nearest: Nearest) -> HullPoint:
        """The point of the hull of the rows as they were that is in the direction of this one."""
        pairs = zip(nearest.names, nearest.shares.tolist(), strict=True)
        parts = [share * Fraction(2) ** int(self.row_powers[row]) for row, share in pairs]
        return hull_of(nearest.names, [part / sum(parts) for part in parts])

    def lowest_of_all(self, point: np.ndarray, count: int) -> list[int]:
        """The rows that are farthest back along a point, and as many more as floats cannot tell from them."""
        products = self._products(self.X, self.signs, point)
        noise = NOISE * self.X.shape[1] * self.longest * float(np.abs(point).max(initial=0.0))
        unsure = int((products <= products.min() + noise).sum())
        return np.argsort(products)[: max(count, unsure)].tolist()  # type: ignore[no-any-return]


def scaled_rows(X: Any, signs: np.ndarray, folded: bool) -> ScaledRows:
    """Rows of about the same length; as they are where float64 cannot hold them otherwise."""
    rows, columns, values = _entries(X, folded)
    shape = (X.shape[0], X.shape[1] + folded)
    mantissas, exponents = np.frexp(values)
    whole = np.ldexp(mantissas, MANTISSA).astype(np.int64)
    lowest_bits = exponents - MANTISSA + np.log2((whole & -whole).astype(np.float64)).astype(np.int64)
    row_powers, column_powers = (np.zeros(n, dtype=np.int64) for n in shape)
    for _ in range(PASSES):
        column_powers = -_most(exponents + row_powers[rows], columns, shape[1])
        row_powers = -_most(exponents + column_powers[columns], rows, shape[0])
    row_powers = np.maximum(row_powers, _most(LEAST - lowest_bits - column_powers[columns], rows, shape[0]))
    powers = row_powers[rows] + column_powers[columns]
    if (exponents + powers).max(initial=0) > LARGEST:
        row_powers, column_powers, powers = (np.zeros_like(given) for given in (row_powers, column_powers, powers))
    scaled = csr_matrix((np.ldexp(values, powers), (rows, columns)), shape)
    return ScaledRows(scaled if hasattr(X, "tocsr") else scaled.toarray(), signs, row_powers, column_powers)


def _entries(X: Any, folded: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, column and value of all numbers that are not 0, of the 1 after each row too."""
    ones = np.ones((X.shape[0], int(folded)))
    entries = (hstack([X, ones]) if hasattr(X, "tocsr") else csr_matrix(np.column_stack([X, ones]))).tocoo()
    filled = entries.data != 0
    return entries.row[filled], entries.col[filled], entries.data[filled].astype(np.float64)


def _most(numbers: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
    """The largest number of each place; 0 where there is none."""
    most = np.full(count, np.iinfo(np.int64).min)
    np.maximum.at(most, places, numbers)
    return np.where(most == np.iinfo(np.int64).min, 0, most)
