"""Kernel values of training rows with all rows, computed when first needed and kept within a limit of memory."""

import numpy as np

from rosenblatt.data.blocks import Block, take_rows
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.learners.lru_places import Places
from rosenblatt.loops.threads import in_slices
from rosenblatt.models.kernel import check_dense
from rosenblatt.models.kernel_function import EXACT_INT32, ROWS_AT_ONCE, KernelFunction, Rows, stored_values

MB = 2**20  # bytes
SYMMETRIC = 1e-8  # relative difference of kernel values that still counts as symmetric
COLUMNS_AT_ONCE = 16384
COST_OF_STORING = 32.0  # multiply-adds in the time in which one number is stored
LEAST_ROWS = 32  # rows of kernel values that must fit into the cache: one block


class Gram:
    """Rows of the Gram matrix, for one run: as many as fit into a limit of memory.

    ``numbers`` has one line per cached row, from which ``kernel.power`` gives the kernel values: products of whole
    numbers as int32 where they fit, else float64.
    """

    def __init__(self, kernel: KernelFunction, rows: Rows, cache_mb: float) -> None:
        self.kernel, self.rows = kernel, rows
        n_rows = rows.block.n_rows
        self.is_given = kernel.name == "precomputed"  # then the rows are the matrix
        self.n_computed = 0  # lines so far
        if self.is_given:
            self.numbers = np.asarray(rows.block.rows.values)
            self.room, self.place = n_rows, np.arange(n_rows, dtype=np.int32)
            return
        is_int = kernel.is_power and rows.is_whole and rows.longest**2 < EXACT_INT32
        dtype = np.dtype(np.int32 if is_int else np.float64)
        per_row, least = n_rows * dtype.itemsize, min(LEAST_ROWS, n_rows)
        self.room = min(n_rows, int(cache_mb * MB / per_row))
        if self.room < least:
            needed = least * per_row / MB
            raise OptionError(
                f"{subject('cache_mb')} must hold at least {least} rows of kernel values, {needed:.3g} MB for "
                f"{n_rows} training rows; got {cache_mb:g}: {option('cache_mb', round(needed + 0.5, 1))} does."
            )
        self.numbers = np.empty((self.room, n_rows), dtype)
        self._places = Places(self.room, n_rows)
        self.place = self._places.place  # for each row its line, or −1

    def among(self, rows: np.ndarray) -> np.ndarray:
        """Kernel values of some rows with each other."""
        some = self.rows.part(rows)
        return self.kernel.of_products(stored_values(self.kernel, some, some))

    def lines(self, rows: np.ndarray) -> np.ndarray:
        """Line of ``numbers`` of each row; at most ``room`` different rows. Missing lines are computed."""
        if self.is_given:
            return rows
        places, distinct = self._places, np.unique(rows)
        known = places.place[distinct]
        places.touch(known[known >= 0])
        missing = distinct[known < 0]
        self.n_computed += len(missing)
        for first in range(0, len(missing), ROWS_AT_ONCE):
            some = missing[first : first + ROWS_AT_ONCE]
            self._fill(places.assign(some), self.rows.part(some))
        return np.asarray(places.place[rows])

    def _fill(self, lines: np.ndarray, some: Rows) -> None:
        """Compute lines, a part of the columns at a time, so that products stay in the processor's cache."""
        n_rows = self.rows.block.n_rows
        at_once = n_rows if self.kernel.name == "callable" else COLUMNS_AT_ONCE
        for first in range(0, n_rows, at_once):
            columns = slice(first, min(first + at_once, n_rows))
            self._put(lines, columns, stored_values(self.kernel, some, self.rows.part(columns)))

    def _put(self, lines: np.ndarray, columns: slice, values: np.ndarray) -> None:
        """Store values, on all cores: most of the time goes to memory that is touched for the first time."""

        def put_lines(first: int, last: int) -> None:
            for k in range(first, last):
                self.numbers[lines[k], columns] = values[k]

        in_slices(put_lines, len(lines), COST_OF_STORING * values.size)

    def diagonal(self) -> np.ndarray:
        """Squared norm of every row in the space of the kernel, without a bias."""
        block = self.rows.block
        match self.kernel.name:
            case "linear":
                return self.rows.squares
            case "poly":
                return self.kernel.of_products(self.rows.squares)
            case "rbf":
                return np.ones(block.n_rows)
            case "precomputed":
                return np.ascontiguousarray(np.diagonal(self.numbers), dtype=np.float64)
        one_by_one = (take_rows(block, np.array([i])) for i in range(block.n_rows))
        return np.array([self.kernel.called(row, row)[0, 0] for row in one_by_one])


def check_gram(block: Block, n_before: int) -> None:
    """Raise a DataError unless the rows are a symmetric matrix of kernel values. n_before: rows of earlier calls."""
    check_dense(block)
    values, n_rows = block.rows.values, block.n_rows
    if n_before or n_rows != block.n_features:
        raise DataError(
            "X must be a square matrix for the kernel 'precomputed', with one row and one column per training row; got "
            f"shape {(n_before + n_rows, block.n_features)}."
        )
    limit = SYMMETRIC * float(np.abs(values).max())
    for i in range(n_rows):
        bad = np.flatnonzero(~(np.abs(values[i] - values[:, i]) <= limit))
        if len(bad):
            j = int(bad[0])
            raise DataError(
                "X must be symmetric for the kernel 'precomputed'; "
                f"got {values[i, j]} in row {i}, column {j}, and {values[j, i]} in row {j}, column {i}."
            )
