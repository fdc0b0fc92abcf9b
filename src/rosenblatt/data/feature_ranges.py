"""Ranges of features, page by page: do some reach far larger values than others?"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from rosenblatt.data.chunks import Chunk
from rosenblatt.loops.ranges import widen_ranges
from rosenblatt.loops.rows import CSR


class Spread(NamedTuple):
    """The features with the smallest and the largest of the largest absolute values; features of zeros take no part."""

    smallest: float
    smallest_column: int
    largest: float
    largest_column: int

    @property
    def ratio(self) -> float:
        return self.largest / self.smallest


class FeatureRanges:
    """The range of each feature, with zero in it, of pages that are gone through."""

    def __init__(self) -> None:
        self._low, self._high = np.zeros(0), np.zeros(0)
        self._is_complete = False

    def watched(self, pages: Iterable[list[Chunk]]) -> Iterator[list[Chunk]]:
        """The same pages, whose ranges are taken on the way."""
        for page in pages:
            for part in page:
                self._add(part)
            yield page
        self._is_complete = True

    def spread(self) -> Spread | None:
        """None where not all rows were gone through, or no feature is more than zeros."""
        largest = np.maximum(-self._low, self._high)
        columns = np.flatnonzero((largest > 0) & np.isfinite(largest))
        if not self._is_complete or not len(columns):
            return None
        least, most = columns[largest[columns].argmin()], columns[largest[columns].argmax()]
        return Spread(float(largest[least]), int(least), float(largest[most]), int(most))

    def _add(self, part: Chunk) -> None:
        rows, missing = part.block.rows, part.block.n_features - len(self._low)
        if missing > 0:
            self._low, self._high = (np.append(numbers, np.zeros(missing)) for numbers in (self._low, self._high))
        if isinstance(rows, CSR):
            stored = slice(int(rows.starts[0]), int(rows.starts[-1]))
            widen_ranges(rows.columns[stored], rows.values[stored], self._low, self._high)
        elif part.n_rows:
            np.fmin(self._low, rows.values.min(axis=0), out=self._low)
            np.fmax(self._high, rows.values.max(axis=0), out=self._high)
