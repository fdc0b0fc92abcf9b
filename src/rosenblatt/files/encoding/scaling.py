"""Scaling of table numbers: shift and divisor, computed page by page in one pass.

    standard   less the mean, over the standard deviation (of all rows, not of a sample of more)
    maxabs     over the largest absolute value
    unit       as they are; the whole encoded row is then brought to length 1
    none       as they are

A number that is the same in every row becomes 0 under "standard". Missing values take no part.
"""

from typing import NamedTuple

import numpy as np

from rosenblatt.conventions import SCALES, Scale
from rosenblatt.errors import DataError, check_choice, option


class Scaling(NamedTuple):
    """One number per feature each: the mean, which replaces missing values, the shift, and the divisor."""

    mean: np.ndarray
    shift: np.ndarray
    divisor: np.ndarray

    def rows(self, page: np.ndarray) -> np.ndarray:
        """Scale a page of features × rows. NaN marks missing values."""
        if np.isnan(page.min(initial=0.0)):
            page = np.where(np.isnan(page), self.mean[:, None], page)
        rows = np.empty(page.shape[::-1])
        np.subtract(page.T, self.shift, out=rows)
        rows /= self.divisor
        return rows


class PageMoments(NamedTuple):
    """Means, spreads and ranges of the features of one page."""

    counts: np.ndarray
    mean: np.ndarray
    squares: np.ndarray  # the sum of squared distances from the mean
    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def of(page: np.ndarray) -> "PageMoments":
        """Compute the moments of a page of features × rows. NaN marks missing values."""
        page = np.ascontiguousarray(page)  # numpy's order of additions depends on the layout
        count = np.full(len(page), float(page.shape[1]))
        low, high = page.min(axis=1), page.max(axis=1)
        missing = np.isnan(page) if np.isnan(low).any() else None
        if missing is not None:
            count -= missing.sum(axis=1)
            low, high = np.fmin.reduce(page, axis=1), np.fmax.reduce(page, axis=1)
        with np.errstate(over="ignore", invalid="ignore"):  # overflow is reported at the end
            mean = (page if missing is None else np.where(missing, 0.0, page)).sum(axis=1) / np.maximum(count, 1)
            distances = page - mean[:, None]
            if missing is not None:
                distances[missing] = 0.0
            squares = np.square(distances, out=distances).sum(axis=1)
        return PageMoments(count, mean, squares, low, high)


class Moments:
    """Means, spreads and ranges of features over all pages.

    The sums of a page are those of numpy, and pages are put together in their order (Chan, Golub and LeVeque), so that
    pages of the same rows give the same bits, and means far from zero cost no digits.
    """

    def __init__(self, size: int) -> None:
        self.count = np.zeros(size)
        self.mean = np.zeros(size)
        self.squares = np.zeros(size)  # the sum of squared distances from the mean
        self.low = np.full(size, np.nan)
        self.high = np.full(size, np.nan)

    def add(self, page: np.ndarray) -> None:
        """Add a page of features × rows. NaN marks missing values."""
        self.take(PageMoments.of(page))

    def take(self, page: PageMoments) -> None:
        """Merge the moments of a page."""
        with np.errstate(over="ignore", invalid="ignore"):  # overflow is reported by scaling()
            apart = page.mean - self.mean
            total = np.maximum(self.count + page.counts, 1)
            self.squares += page.squares + np.square(apart) * (self.count * page.counts / total)
            self.mean += apart * (page.counts / total)
        self.count += page.counts
        self.low = np.fmin(self.low, page.low)
        self.high = np.fmax(self.high, page.high)

    def scaling(self, scale: Scale, names: list[str], name: str = "DATA") -> Scaling:
        """Scaling of the rows so far, or a DataError if there is no finite number."""
        check_choice("scale", scale, SCALES)
        for column, count in zip(names, self.count, strict=True):
            if not count:
                ignore = option("ignore", column)
                raise DataError(f"{name} column {column!r} must have a value in some row: {ignore} leaves it out.")
        size = len(names)
        constant = self.low == self.high
        mean = np.where(constant, self.low, self.mean)  # a mean of equal numbers can be rounded away from them
        shift, divisor = np.zeros(size), np.ones(size)
        if scale == "standard":
            shift = mean
            divisor = np.where(constant, 1.0, np.sqrt(self.squares / np.maximum(self.count, 1)))
        elif scale == "maxabs":
            divisor = np.maximum(np.abs(self.low), np.abs(self.high))
        for column, good in zip(names, np.isfinite(mean) & np.isfinite(divisor), strict=True):
            if not good:
                raise DataError(
                    f"{name} column {column!r} must have numbers that can be squared and added; some are too large."
                )
        return Scaling(mean, shift, np.where(divisor == 0, 1.0, divisor))


def unit_rows(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Divide the stored numbers of each row by its length. A row of zeros stays. ``starts`` as in CSR."""
    lengths = np.diff(starts)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    largest = np.zeros(len(lengths))
    np.maximum.at(largest, rows, np.abs(values))
    largest[largest == 0] = 1.0
    values = values / largest[rows]  # squares neither overflow nor vanish
    norms = np.sqrt(np.bincount(rows, np.square(values), len(lengths)))
    norms[norms == 0] = 1.0
    return np.asarray(values / norms[rows])
