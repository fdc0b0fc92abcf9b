"""Largest absolute value of each feature, page by page, to find features of very different sizes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from rosenblatt.data.chunks import Chunk
from rosenblatt.loops.ranges import raise_largest
from rosenblatt.loops.rows import CSR

ONE_LENGTH = 0.001  # rows whose lengths differ by no more than this share of the longest have one length


class Spread(NamedTuple):
    """Features with the smallest and the largest maximum absolute value. All-zero features are skipped."""

    smallest: float
    smallest_column: int
    largest: float
    largest_column: int

    @property
    def ratio(self) -> float:
        return self.largest / self.smallest


class LargestValues:
    """Largest absolute value of each feature over the pages that have passed."""

    def __init__(self) -> None:
        self._largest = np.zeros(0)
        self._are_scaled: bool | None = None  # None before the first page
        self._is_complete = False

    def watched(self, pages: Iterable[list[Chunk]]) -> Iterator[list[Chunk]]:
        """Yield the same pages and record their largest values."""
        for page in pages:
            for part in page:
                self._add(part)
            yield page
        self._is_complete = True

    def spread(self) -> Spread | None:
        """Return the spread; None if not all rows have passed, all features are zero, or rows are scaled already.

        Sparse rows of one length, common in text, count as scaled: there a feature is small because it is rare.
        """
        largest = self._largest
        columns = np.flatnonzero((largest > 0) & np.isfinite(largest))
        if not self._is_complete or not len(columns) or self._are_scaled:
            return None
        least, most = columns[largest[columns].argmin()], columns[largest[columns].argmax()]
        return Spread(float(largest[least]), int(least), float(largest[most]), int(most))

    def _add(self, part: Chunk) -> None:
        rows, missing = part.block.rows, part.block.n_features - len(self._largest)
        if self._are_scaled is None and part.n_rows:  # the first rows tell
            self._are_scaled = isinstance(rows, CSR) and _have_one_length(rows)
        if missing > 0:
            self._largest = np.append(self._largest, np.zeros(missing))
        if isinstance(rows, CSR):
            stored = slice(int(rows.starts[0]), int(rows.starts[-1]))
            raise_largest(rows.columns[stored], rows.values[stored], self._largest)
        elif part.n_rows:
            for largest in (rows.values.max(axis=0), -rows.values.min(axis=0)):
                np.fmax(self._largest, largest, out=self._largest)


def _have_one_length(rows: CSR) -> bool:
    entries = np.diff(rows.starts)
    stored = rows.values[rows.starts[0] : rows.starts[-1]]
    squares = np.bincount(np.repeat(np.arange(len(entries)), entries), np.square(stored), len(entries))
    lengths = np.sqrt(squares[entries > 0])
    return len(lengths) > 1 and bool(np.ptp(lengths) <= ONE_LENGTH * lengths.max())
