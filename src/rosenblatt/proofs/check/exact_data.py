"""Exact data for the check of a certificate: integers over powers of two.

Like ``certificate``, this module shares no code with the search, and needs numpy only.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from typing import Any, NamedTuple, Self

import numpy as np

from rosenblatt.errors import DataError

LONE_NEGATIVES = (-1, 0)  # labels, False too, that are the negative class even alone
SLICE = 2**20  # how many numbers are multiplied at a time


class Examples(NamedTuple):
    """Data: a matrix, or the entries of CSR; its labels, and one sign per row."""

    values: np.ndarray
    columns: np.ndarray | None
    starts: np.ndarray | None
    n_rows: int
    n_features: int
    labels: list[Any]
    signs: np.ndarray

    @classmethod
    def of(cls, X: Any, y: Any) -> Self:
        columns = starts = None
        if hasattr(X, "tocsr"):
            X = _in_order(X)
            values, columns, starts, shape = real_numbers(X.data[: X.indptr[-1]]), X.indices, X.indptr, X.shape
        else:
            values = real_numbers(X)
            shape = _checked(values.shape)
        for place in np.flatnonzero(~np.isfinite(values))[:1]:
            row = place // shape[1] if starts is None else np.searchsorted(starts, place, "right") - 1
            name = "NaN" if np.isnan(values.flat[place]) else "infinity"
            raise DataError(f"Input X contains {name}: every value must be a finite number; row {row} has another.")
        labels, signs = _labels_and_signs(y, shape[0])
        return cls(values, columns, starts, shape[0], shape[1], labels, signs)

    @property
    def width(self) -> int:
        """Largest number of values in a row."""
        return self.n_features if self.starts is None else int(np.diff(self.starts).max())

    def entries(self, i: int) -> tuple[list[int], list[int], int]:
        """Nonzero columns of row i, and their values as integers over 2**shift."""
        if self.columns is None or self.starts is None:
            columns = np.flatnonzero(self.values[i])
            return columns.tolist(), *whole_numbers(self.values[i, columns].tolist())
        columns, values = self._filled(i)
        return columns.tolist(), *whole_numbers(values.tolist())

    def sums(self, term: Callable[[np.ndarray, Any], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Sum of each row's terms, and of their absolute values, rounded to float64."""
        parts = []
        for first, last in pairwise(np.linspace(0, self.n_rows, 2 + self.values.size // SLICE, dtype=int).tolist()):
            if self.columns is None or self.starts is None:
                terms = term(self.values[first:last].astype(np.float64), slice(None))
                parts.append((terms.sum(axis=1), np.abs(terms).sum(axis=1)))
            else:
                part = slice(self.starts[first], self.starts[last])
                terms = term(self.values[part].astype(np.float64), self.columns[part])
                row = np.repeat(np.arange(last - first), np.diff(self.starts[first : last + 1]))
                parts.append((np.bincount(row, terms, last - first), np.bincount(row, np.abs(terms), last - first)))
        sums, sizes = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return sums, sizes

    def squares(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared length of every row, rounded, and a bound on its error."""
        with np.errstate(all="ignore"):
            sums, sizes = self.sums(lambda x, _: x * x)
            if self.values.dtype.kind in "biu" or (self.values == np.rint(self.values)).all():
                return sums, np.where(sums < 2**53, 0.0, math.inf)  # sums of whole numbers are exact so far
            return sums, rounding(sizes, self.width)

    def square(self, i: int) -> Fraction:
        _, numbers, shift = self.entries(i)
        return Fraction(sum(v * v for v in numbers), 1 << 2 * shift)

    def are_same(self, i: int, j: int) -> bool:
        if self.columns is None or self.starts is None:
            return np.array_equal(self.values[i], self.values[j])
        (columns, values), (others, other_values) = self._filled(i), self._filled(j)
        return np.array_equal(columns, others) and np.array_equal(values, other_values)

    def _filled(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """Nonzero columns of a CSR row, and their values."""
        assert self.columns is not None
        assert self.starts is not None
        part = slice(self.starts[i], self.starts[i + 1])
        filled = self.values[part] != 0
        return self.columns[part][filled], self.values[part][filled]


def rounding(sizes: np.ndarray, n: int) -> np.ndarray:
    """Error bound of sums of n products in float64. sizes: the sums of their absolute values.

    In whatever order, a sum is wrong by at most (n + 2)·u/(1 − (n + 2)·u) times its size, with u = 2⁻⁵³ (a product is
    rounded once, and goes through fewer than n rounded additions), and by n·2⁻¹⁰⁷⁴ where products underflow. This is
    more than three times that, enough for the roundings in ``sizes``, here, and in a comparison too. Where a sum
    overflowed it is infinite or NaN: nothing is known.
    """
    return np.asarray((n + 4) * 2.0**-51 * sizes + (n + 4) * 2.0**-1022)


def whole_numbers(numbers: list[Any]) -> tuple[list[int], int]:
    """Floats and integers as integers over 2**shift."""
    ratios = [number.as_integer_ratio() for number in numbers]
    shift = max((below.bit_length() for _, below in ratios), default=1) - 1
    return [above << shift + 1 - below.bit_length() for above, below in ratios], shift


def real_numbers(given: Any) -> np.ndarray:
    """Real numbers that float64 holds without rounding, or a DataError."""
    if np.ma.is_masked(given):
        raise DataError("X must have a value everywhere; got a masked array: fill it, X.filled(…).")
    try:
        values = np.asarray(given)
        kind, is_long = values.dtype.kind, values.dtype.itemsize > 4
        with np.errstate(over="ignore"):
            floats = values.astype(np.float64, copy=False) if kind == "O" or (kind in "iuf" and is_long) else values
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"X must be a matrix of numbers: {error}.") from error
    if floats.dtype.kind not in "biuf":
        raise DataError(f"X must be real numbers; got {floats.dtype}.")
    if floats.dtype != values.dtype:
        may_be_rounded = np.isfinite(floats) & ((np.abs(floats) >= 2**53) | (kind not in "iu"))
        pairs = zip(floats[may_be_rounded].tolist(), values[may_be_rounded].tolist(), strict=True)
        for _, number in (pair for pair in pairs if pair[0] != pair[1]):
            raise DataError(f"X must be numbers that float64 holds exactly; got {number!r}.")
    return floats


def _checked(shape: tuple[int, ...]) -> tuple[int, ...]:
    if len(shape) != 2 or 0 in shape:
        raise DataError(f"X must have two dimensions, at least one row and one feature; got shape {shape}.")
    return shape


def _in_order(X: Any) -> Any:
    """CSR with rising columns in every row, or a DataError."""
    _checked(X.shape)
    X = X.tocsr()
    starts, columns, (n_rows, n_features) = X.indptr, X.indices, X.shape
    lengths = np.diff(starts)
    if (
        len(starts) != n_rows + 1
        or starts[0] != 0
        or (lengths < 0).any()
        or starts[-1] > min(len(columns), len(X.data))
    ):
        raise DataError("X must be CSR whose indptr rises from 0 to the number of entries; it does not.")
    columns = columns[: starts[-1]]
    if columns.size and not 0 <= columns.min() <= columns.max() < n_features:
        raise DataError(f"X must have column indices from 0 to {n_features - 1}; it has others.")
    place = np.repeat(np.arange(n_rows), lengths) * n_features + columns
    if (np.diff(place) <= 0).any():
        X = X.copy()  # never the user's own
        X.sum_duplicates()
    return X


def _labels_and_signs(y: Any, n_rows: int) -> tuple[list[Any], np.ndarray]:
    """Sorted distinct labels, and −1 or +1 per row, +1 for the greater label; or a DataError."""
    try:
        labels = np.asarray(y)
    except ValueError as error:
        raise DataError(f"y must have one label per row: {error}.") from error
    if labels.dtype.kind in "OT" and len({isinstance(label, Real) for label in labels.ravel().tolist()}) == 1:
        labels = np.array(labels.tolist())
    if labels.dtype.kind not in "biufUS" or (labels.dtype.kind == "f" and not np.isfinite(labels).all()):
        raise DataError(f"y must be all finite numbers or all strings; got {labels.dtype}.")
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.shape != (n_rows,):
        raise DataError(f"y must have one label for each of {n_rows} rows; got shape {labels.shape}.")
    distinct = np.unique(labels).tolist()
    is_positive = labels == distinct[-1]
    if len(distinct) == 1 and distinct[0] in LONE_NEGATIVES:
        is_positive = ~is_positive
    return distinct, np.where(is_positive, 1.0, -1.0)
