"""Columns of K for the score cache: K_ij is the cosine of λ x_i and x_j, for one row i and all rows j.

Columns do not depend on the weights. With a bias, rows have one more feature, which is 1.
"""

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.learners.lru_places import Places
from rosenblatt.loops.arguments import Rule
from rosenblatt.loops.csr import transpose
from rosenblatt.loops.error_bounds import SHORTEST
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.loops.score_cache import COSINE, cosines_of
from rosenblatt.loops.scoring import lengths

MAX_BYTES, MAX_SHARE = 40e6, 0.08  # memory limit for columns: bytes, and fraction of the input
AT_ONCE, NUMBERS_AT_ONCE = 64, 1_000_000  # columns, and numbers, that are computed together
LONG_ENOUGH = 1 + 1e-6  # factor of a rounded length, so that it is not too short for a bound


class Columns:
    """Columns of K, as many as memory allows; a new one replaces the least recently used."""

    def __init__(self, block: Block, rule: Rule, most: int) -> None:
        self.block, self.rule = block, rule
        bytes_left = MAX_BYTES + MAX_SHARE * block.n_bytes - self._bytes_transposed()
        self.room = max(0, min(most, int(bytes_left / (2 * block.n_rows))))

    def make_room(self, has_bias: bool) -> None:
        """Allocate the columns and compute the length of every row. Called when columns are first wanted.

        has_bias: whether scores have a bias, learned or fixed.
        """
        n_rows = self.block.n_rows
        self.cosines = np.empty((self.room, n_rows), np.int16)
        self._places = Places(self.room, n_rows)
        self.place, self.used = self._places.place, self._places.used  # of rows, and of columns
        self.lengths = np.zeros(self.room)  # for each column i, |λ x_i|
        self.row_lengths = np.empty(n_rows)
        lengths(self.block.rows, 1.0 if has_bias else 0.0, self.row_lengths)
        self.row_lengths = LONG_ENOUGH * np.maximum(self.row_lengths, SHORTEST)
        if isinstance(self.block.rows, CSR):
            self._transposed = self._transpose(self.block.rows)

    def cost(self, count: int) -> float:
        """Estimated cost of computing ``count`` columns, in multiply-adds."""
        stored = self.block.stored_numbers
        if self.block.is_sparse:  # each feature of row i is visited in all rows that have it
            return count * stored / 4
        return (0.5 + count / 40) * stored  # a product of matrices; all rows are read once

    def add(self, rows: np.ndarray) -> None:
        """Compute the columns of these rows that are not stored yet."""
        rows = rows[self.place[rows] < 0]
        at_once = max(1, min(AT_ONCE, NUMBERS_AT_ONCE // self.block.n_features))
        for first in range(0, len(rows), at_once):
            some = rows[first : first + at_once]
            places = self._places.assign(some)
            if isinstance(self.block.rows, CSR):
                self._compute_sparse(self.block.rows, some, places)
            else:
                self._compute_dense(self.block.rows, some, places)

    def _compute_dense(self, stored: Dense, rows: np.ndarray, places: np.ndarray) -> None:
        """Compute columns by a matrix product. ε allows for any order of additions."""
        scaled = self.rule.rate * np.asarray(stored.values[rows], np.float64)
        row_lengths = np.maximum(np.sqrt(np.square(scaled).sum(axis=1) + self.rule.bias_rate**2), SHORTEST)
        self.lengths[places] = row_lengths
        scaled *= (COSINE / row_lengths)[:, None]
        bias = COSINE * self.rule.bias_rate / row_lengths
        step = max(1, NUMBERS_AT_ONCE // self.block.n_features)
        for a in range(0, self.block.n_rows, step):
            products = scaled @ np.asarray(stored.values[a : a + step], np.float64).T
            products += bias[:, None]
            products /= self.row_lengths[a : a + step]
            self.cosines[places, a : a + step] = np.rint(products, out=products)

    def _compute_sparse(self, stored: CSR, rows: np.ndarray, places: np.ndarray) -> None:
        """Compute columns one row at a time, through the transpose."""
        scratch = np.empty((1, self.block.n_rows))
        for row, place in zip(rows, places, strict=True):
            self.lengths[place] = cosines_of(
                stored, self._transposed, np.uint64(row), self.rule, self.row_lengths, scratch, self.cosines[place]
            )

    def _bytes_transposed(self) -> int:
        rows = self.block.rows
        return (rows.values.nbytes + rows.columns.nbytes) if isinstance(rows, CSR) else 0

    def _transpose(self, rows: CSR) -> CSR:
        """The transpose, in CSR form."""
        stored = slice(int(rows.starts[0]), int(rows.starts[-1]))
        counts = np.bincount(rows.columns[stored], minlength=self.block.n_features)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(rows.starts.dtype)
        transposed = CSR(np.empty_like(rows.values[stored]), np.empty_like(rows.columns[stored]), starts.copy())
        transpose(rows, transposed)
        return transposed._replace(starts=starts)
