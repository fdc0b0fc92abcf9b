"""Columns for cached scores: the cosines of a row with all rows. They hold whatever the weights are."""

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.loops.arguments import Rule
from rosenblatt.loops.csr import transpose
from rosenblatt.loops.rows import CSR, Dense
from rosenblatt.loops.score_cache import COSINE, cosines_of
from rosenblatt.loops.scoring import lengths

MAX_BYTES, MAX_SHARE = 40e6, 0.08  # of memory: so much, and this share of the input
AT_ONCE, NUMBERS_AT_ONCE = 64, 1_000_000  # so that what is computed together stays small
LONG_ENOUGH = 1 + 1e-6  # a length is rounded, and bounds need one that is not too short


class Columns:
    """Room for as many columns as memory allows; a new one takes the place of that not used for longest."""

    def __init__(self, block: Block, rule: Rule, most: int) -> None:
        self.block, self.rule = block, rule
        bytes_left = MAX_BYTES + MAX_SHARE * block.n_bytes - self._bytes_turned()
        self.room = max(0, min(most, int(bytes_left / (2 * block.n_rows))))

    def make_room(self, has_bias: bool) -> None:
        """Done when columns are first wanted, since it takes a pass over the rows.

        has_bias: whether scores have a bias, learned or fixed; then rows have a further feature, which is 1.
        """
        n_rows = self.block.n_rows
        self.cosines = np.empty((self.room, n_rows), np.int16)
        self.place = np.full(n_rows, -1, np.int32)  # for each row its column, or −1
        self.lengths = np.zeros(self.room)  # for each column, the length of its row scaled by the rates
        self.used = np.zeros(self.room, np.int64)  # for each column, the last visit that used it
        self._owners = np.zeros(self.room, np.uint32)  # for each column, its row
        self._filled = 0  # how many places have been taken in turn
        self.row_lengths = np.empty(n_rows)
        lengths(self.block.rows, 1.0 if has_bias else 0.0, self.row_lengths)
        self.row_lengths *= LONG_ENOUGH
        self.row_lengths[self.row_lengths == 0.0] = 1.0
        if isinstance(self.block.rows, CSR):
            self._turned = self._turn(self.block.rows)

    def cost(self, count: int) -> float:
        """Of so many columns, in multiply-adds of visits."""
        stored = self.block.stored_numbers
        if self.block.is_sparse:  # a feature that other rows have too is met in each of them
            return count * stored / 4
        return (0.5 + count / 40) * stored  # together they are cheaper, but the rows must be read

    def add(self, rows: np.ndarray) -> None:
        """Give rows their columns."""
        rows = rows[self.place[rows] < 0]
        at_once = max(1, min(AT_ONCE, NUMBERS_AT_ONCE // self.block.n_features))
        for first in range(0, len(rows), at_once):
            some = rows[first : first + at_once]
            places = self._free(len(some))
            self.place[some], self._owners[places] = places, some
            self.used[places] = int(self.used.max()) + 1  # later than all others: they are not to go again
            if isinstance(self.block.rows, CSR):
                self._compute_sparse(self.block.rows, some, places)
            else:
                self._compute_dense(self.block.rows, some, places)

    def _free(self, count: int) -> np.ndarray:
        """Places for so many columns: empty ones, or those of the columns not used for longest."""
        if self._filled + count <= self.room:
            self._filled += count
            return np.arange(self._filled - count, self._filled)
        places = np.argpartition(self.used, count - 1)[:count]
        self.place[self._owners[places][self.used[places] > 0]] = -1
        return places

    def _compute_dense(self, stored: Dense, rows: np.ndarray, places: np.ndarray) -> None:
        """A product of matrices: its own order of additions is within the error that is reckoned with."""
        scaled = self.rule.rate * np.asarray(stored.values[rows], np.float64)
        row_lengths = np.sqrt(np.square(scaled).sum(axis=1) + self.rule.bias_rate**2)
        row_lengths[row_lengths == 0.0] = 1.0
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
        """Row by row, through the features that it has."""
        scratch = np.empty((1, self.block.n_rows))
        for row, place in zip(rows, places, strict=True):
            self.lengths[place] = cosines_of(
                stored, self._turned, np.uint64(row), self.rule, self.row_lengths, scratch, self.cosines[place]
            )

    def _bytes_turned(self) -> int:
        rows = self.block.rows
        return (rows.values.nbytes + rows.columns.nbytes) if isinstance(rows, CSR) else 0

    def _turn(self, rows: CSR) -> CSR:
        """The rows of the features."""
        stored = slice(int(rows.starts[0]), int(rows.starts[-1]))
        counts = np.bincount(rows.columns[stored], minlength=self.block.n_features)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(rows.starts.dtype)
        transposed = CSR(np.empty_like(rows.values[stored]), np.empty_like(rows.columns[stored]), starts.copy())
        transpose(rows, transposed)
        return transposed._replace(starts=starts)
