"""Rows with exact products: by floats where these are certain, else by integers."""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of
from rosenblatt.data.chunks import matrix_of
from rosenblatt.data.exact_norms import exact_dot, root_below
from rosenblatt.errors import DataError
from rosenblatt.loops.error_bounds import SHORTEST, dot_error

LARGEST = 1e150  # squares of longer rows are not finite
MAX_EXACT_ROWS = 100  # rows whose squares are computed exactly


def searchable(X: Any) -> Block:
    """Convert ``X`` to a block whose squares are finite, or raise a DataError."""
    block = block_of(X)
    radius = radius_of(block, all_rows(block))
    if radius >= LARGEST:
        raise DataError(f"Rows must be shorter than {LARGEST:g} to be searched; got {radius:g}: scale the features.")
    return block


class ExactRows:
    """Rows of two classes, each with its sign, in float64."""

    def __init__(self, block: Block, signs: np.ndarray) -> None:
        self.block, self.signs = block, signs
        self.matrix = matrix_of(block).astype(np.float64, copy=False)  # for products of any order
        values = self.matrix.data if block.is_sparse else self.matrix
        self.are_whole = bool((values == np.rint(values)).all())
        self.squares = _squares(self.matrix)
        self.longest = math.sqrt(float(self.squares.max()))
        self.width = int(np.diff(self.matrix.indptr).max()) if block.is_sparse else block.n_features

    def largest_square(self) -> Fraction:
        """Largest squared length of a row, or slightly more if too many rows are candidates."""
        squares, power = self.squares, 0
        if squares.max() < SHORTEST**2:  # squares that underflow; those of longer rows do not
            values = self.matrix.data if self.block.is_sparse else self.matrix
            power = -int(np.frexp(np.abs(values).max(initial=0.0))[1])
            squares = _squares(self.matrix * 2.0 ** (power // 2) * 2.0 ** (power - power // 2))
        largest = float(squares.max())
        if self.are_whole and largest < 2**53:
            return Fraction(largest)  # none was rounded
        error = 2.0 * float(dot_error(self.width))
        far = np.flatnonzero(squares >= largest * (1.0 - error))
        if len(far) > MAX_EXACT_ROWS:
            return Fraction(largest) * (1 + 2 * Fraction(error)) / Fraction(4) ** power
        return max(exact_dot(row, row) for row in (self.entries(i)[1].tolist() for i in far.tolist()))

    def least_distance(self, w: np.ndarray, b: float, folded: bool) -> float:
        """Lower bound of the distance of a row to the plane; 0 if a row is on its wrong side. Folded: in the space of
        (x, 1)."""
        if not (np.isfinite(w).all() and math.isfinite(b)):
            return 0.0
        scores = self.signs * (np.asarray(self.matrix @ w) + b)
        length = math.sqrt(float(w @ w) + b * b)
        error = float(dot_error(self.width + 1)) * (self.longest + 1.0) * length
        near = np.flatnonzero(~(scores > scores.min() + 2.0 * error))
        least = min(int(self.signs[i]) * (self.exact_score(i, w) + Fraction(b)) for i in near.tolist())
        if least <= 0:
            return 0.0
        weights = w[w != 0].tolist()
        return root_below(least**2 / (exact_dot(weights, weights) + (Fraction(b) ** 2 if folded else 0)))

    def entries(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """Nonzero columns of a row, and their values."""
        if self.block.is_sparse:
            part = slice(self.matrix.indptr[i], self.matrix.indptr[i + 1])
            return self.matrix.indices[part], self.matrix.data[part]
        columns = np.flatnonzero(self.matrix[i])
        return columns, self.matrix[i, columns]

    def dense(self) -> np.ndarray:
        return np.asarray(self.matrix.toarray() if self.block.is_sparse else self.matrix)

    def exact_score(self, i: int, w: np.ndarray) -> Fraction:
        """Exact w·x of a row."""
        columns, values = self.entries(i)
        return exact_dot(values.tolist(), w[columns].tolist())


def _squares(matrix: Any) -> np.ndarray:
    squares = matrix.multiply(matrix).sum(axis=1) if hasattr(matrix, "tocsr") else (matrix**2).sum(axis=1)
    return np.asarray(squares).ravel()
