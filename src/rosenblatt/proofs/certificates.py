"""Certificates: proof that a plane separates two classes, or that none does; and the check of such a proof.

This file is for whoever doubts the answer. It shares no code with the search, and needs numpy only.

A row is x, its sign y is −1 or +1 by its class, and z = y·(x, 1); without intercept z = y·x. A float is a fraction
(a whole number over a power of two), so what follows is about exactly the given numbers.

- Separable: y·(w·x + b) > 0 on every row. The margin γ is the largest value that the least y·(w·x + b)/‖w‖ can have, so
  every plane gives a lower bound. Half the distance between a point of one class's hull and a point of the other's is
  an upper bound: a plane that has all rows at least γ away on their sides has these two points so. In the augmented
  space γ is the largest value of the least z·V/‖V‖, and ‖Σ λz‖ is an upper bound if λ ≥ 0 and Σ λ = 1: for the best V,
  of length 1, γ ≤ Σ λ z·V ≤ ‖Σ λz‖.
- Not separable: λ ≥ 0, Σ λ = 1 and Σ λz = 0. Then Σ λ z·V = 0 for every V, so no V has z·V > 0 on all rows.
- Undecided: upper bounds of the margins, if any.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from typing import Any, NamedTuple, Self

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.proofs.claims import Bracket as Bracket
from rosenblatt.proofs.claims import Claim, Half, HullPoint, shown, shown_root

LONE_NEGATIVES = (-1, 0)  # labels, False too, that are the negative class even alone
SLICE = 2**20  # how many numbers are multiplied at a time


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Certificate(Claim):
    """A claim about a set that can be checked. Its fields are those of ``Claim``."""

    def check(self, X: Any, y: Any) -> bool:
        """Whether the proof holds for this data."""
        return not self.faults(X, y)

    def faults(self, X: Any, y: Any) -> list[str]:
        """Why the proof does not hold for this data, a sentence each; none where it holds."""
        examples = _Examples.of(X, y)
        return self.form_faults() or list(_data_faults(self, examples)) or list(_proof_faults(self, examples))

    def meeting_point(self, X: Any, y: Any) -> list[Fraction] | None:
        """Where the hulls of the classes meet; None where they do not, or where no bias is learned."""
        if faults := self.faults(X, y):
            raise DataError(f"The certificate must hold for this data; it does not: {faults[0]}")
        if self.hull is None or self.separable is not False or not self.fit_intercept:
            return None
        examples = _Examples.of(X, y)
        *sums, total = _combination(examples, np.maximum(examples.signs, 0), self.hull, folded=True)[0]
        return [Fraction(value, total) for value in sums]


def _data_faults(c: Certificate, examples: "_Examples") -> Iterator[str]:
    """Other rows, features or labels than the certificate is about."""
    if c.n_rows != examples.n_rows:
        yield f"X must have {shown(c.n_rows)} rows, as the certificate; it has {examples.n_rows}."
    if c.n_features != examples.n_features:
        yield f"X must have {shown(c.n_features)} features, as the certificate; it has {examples.n_features}."
    if list(c.classes) != examples.labels:
        yield f"classes must be the labels of y, {tuple(examples.labels[:5])}, the positive one last; they are others."
    for half in c.halves():
        if half.weights is not None and len(half.weights) != c.n_features:
            yield f"{half.name}weights must have {shown(c.n_features)} entries; there are {len(half.weights)}."
        if half.hull is not None:
            yield from _hull_faults(half.name, half.hull, examples.n_rows)


def _hull_faults(name: str, hull: HullPoint, n_rows: int) -> Iterator[str]:
    """Rows that are not there or there twice, and multipliers that are none."""
    if len(hull.rows) != len(hull.numerators):
        yield f"{name}rows must have a multiplier each; there are {len(hull.rows)} and {len(hull.numerators)}."
    if hull.denominator <= 0:
        yield f"{name}hull.denominator must be above 0; it is {shown(hull.denominator)}."
    for row, following in zip(hull.rows, hull.rows[1:], strict=False):
        if row >= following:
            yield f"{name}rows must rise; after {shown(row)} comes {shown(following)}."
    for row, numerator in zip(hull.rows, hull.numerators, strict=False):
        if not 0 <= row < n_rows:
            yield f"{name}rows must be from 0 to {n_rows - 1}; one is {shown(row)}."
        if numerator < 0:
            yield f"{name}multipliers must not be below 0; the numerator of row {shown(row)} is {shown(numerator)}."


# --- The proof. Every comparison is exact; a root is compared by its square. ---


def _proof_faults(c: Certificate, examples: "_Examples") -> Iterator[str]:
    largest, row = _largest_square(examples)
    for half in c.halves()[: 1 + c.fit_intercept]:  # without intercept the second is the first
        yield from _radius_faults(half, largest + half.folded, row)
        if half.weights is not None and half.bias is not None:
            yield from _plane_faults(half, half.weights, half.bias, examples)
        if half.margin is not None and half.hull is not None:
            yield from _upper_faults(half, half.hull, half.margin.upper, examples)
    if c.separable is False and c.hull is not None:
        yield from _obstruction_faults(c.hull, examples, c.fit_intercept)
    if c.augmented_margin is not None and c.mistake_bound is not None:
        bound = (largest + c.fit_intercept) // Fraction(c.augmented_margin.lower) ** 2
        if c.mistake_bound != bound:
            yield f"mistake_bound must be {shown(bound)}, by radius and margin; it is {shown(c.mistake_bound)}."


def _radius_faults(half: Half, square: Fraction, row: int) -> Iterator[str]:
    is_next_enough = half.radius > 0 and not _is_below(math.nextafter(half.radius, 0.0), square)
    if _is_below(half.radius, square) or is_next_enough:
        rule = f"the smallest float64 not below the largest norm, {shown_root(square)} of row {row}"
        yield f"{half.name}radius must be {rule}; it is {half.radius!r}."


def _plane_faults(half: Half, w: np.ndarray, b: float, examples: "_Examples") -> Iterator[str]:
    """Every row is on its side of the plane, and not nearer than the lower bound."""
    least, row = _least_score(examples, w, b)
    if least <= 0:
        yield f"row {row} must be on its side of the plane of {half.name}weights; y·(w·x + b) is {shown(least)}."
    elif half.margin is not None:
        distance_squared = least**2 / _sum_of_squares([*w.tolist(), b if half.folded else 0.0])
        if Fraction(half.margin.lower) ** 2 > distance_squared:
            rule = f"the distance of row {row} from the plane of {half.name}weights, {shown_root(distance_squared)}"
            yield f"{half.name}margin.lower must not be above {rule}; it is {half.margin.lower!r}."


def _upper_faults(half: Half, hull: HullPoint, upper: float, examples: "_Examples") -> Iterator[str]:
    """Multipliers sum to 1, and their point is no farther than the upper bound."""
    signs = examples.signs[list(hull.rows)]
    for whose, sign in ((" of the negative class", -1), (" of the positive class", 1)) if half.by_class else (("", 0),):
        total = sum(n for n, s in zip(hull.numerators, signs, strict=True) if sign in (s, 0))
        if total != hull.denominator:
            total_shown = shown(Fraction(total, hull.denominator))
            yield f"{half.name}multipliers{whose} must sum to 1; they sum to {total_shown}."
    sums, scale = _combination(examples, examples.signs, hull, half.folded)
    square = Fraction(sum(v * v for v in sums), (2 * scale if half.by_class else scale) ** 2)
    if _is_below(upper, square):
        yield f"{half.name}margin.upper must not be below {shown_root(square)}, which its rows prove; it is {upper!r}."


def _obstruction_faults(hull: HullPoint, examples: "_Examples", folded: bool) -> Iterator[str]:
    """Multipliers sum to 1, and Σ λz is 0; so many rows are always enough (Carathéodory)."""
    most = examples.n_features + 1 + folded
    if len(hull.rows) > most:
        yield f"rows must be at most {most}; there are {len(hull.rows)}."
    if sum(hull.numerators) != hull.denominator:
        yield f"multipliers must sum to 1; they sum to {shown(Fraction(sum(hull.numerators), hull.denominator))}."
    sums, scale = _combination(examples, examples.signs, hull, folded)
    wrong = [column for column, value in enumerate(sums) if value]
    if wrong:
        found = f"{shown(Fraction(sums[wrong[0]], scale))} in column {wrong[0]}, and not 0 in {len(wrong) - 1} more"
        yield f"The sum of multiplier·y·{'(x, 1)' if folded else 'x'} must be 0; it is {found}."


# --- Exact arithmetic on the data. ---


class _Examples(NamedTuple):
    """The data: a matrix, or the entries of CSR; its labels, and a sign a row."""

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
            values, columns, starts, shape = _numbers(X.data[: X.indptr[-1]]), X.indices, X.indptr, X.shape
        else:
            values = _numbers(X)
            shape = _checked(values.shape)
        for place in np.flatnonzero(~np.isfinite(values))[:1]:
            row = place // shape[1] if starts is None else np.searchsorted(starts, place, "right") - 1
            name = "NaN" if np.isnan(values.flat[place]) else "infinity"
            raise DataError(f"Input X contains {name}: every value must be a finite number; row {row} has another.")
        labels, signs = _labels_and_signs(y, shape[0])
        return cls(values, columns, starts, shape[0], shape[1], labels, signs)

    def entries(self, i: int) -> tuple[list[int], list[int], int]:
        """The columns of row i that are not 0, and their values as whole numbers over 2**shift."""
        if self.columns is None or self.starts is None:
            columns = np.flatnonzero(self.values[i])
            return columns.tolist(), *_whole_numbers(self.values[i, columns].tolist())
        part = slice(self.starts[i], self.starts[i + 1])
        return self.columns[part].tolist(), *_whole_numbers(self.values[part].tolist())

    def sums(self, term: Callable[[np.ndarray, Any], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Of every row the sum of its terms, and of their absolute values, in float64: rounded."""
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


def _largest_square(examples: _Examples) -> tuple[Fraction, int]:
    """The largest ‖x‖², and its row."""

    def exact(i: int) -> Fraction:
        _, numbers, shift = examples.entries(i)
        return Fraction(sum(v * v for v in numbers), 1 << 2 * shift)

    with np.errstate(all="ignore"):
        sums, sizes = examples.sums(lambda x, _: x * x)
    return _largest(sums, sizes, examples.n_features, exact)


def _least_score(examples: _Examples, w: np.ndarray, b: float) -> tuple[Fraction, int]:
    """The least y·(w·x + b), and its row."""
    weights, weights_shift = _whole_numbers(w.tolist())

    def exact(i: int) -> Fraction:
        columns, numbers, shift = examples.entries(i)
        dot = Fraction(sum(weights[j] * v for j, v in zip(columns, numbers, strict=True)), 1 << weights_shift + shift)
        return -int(examples.signs[i]) * (dot + Fraction(b))

    with np.errstate(all="ignore"):
        sums, sizes = examples.sums(lambda x, j: x * w[j])
        largest, row = _largest(-examples.signs * (sums + b), sizes + abs(b), examples.n_features + 1, exact)
    return -largest, row


def _largest(sums: np.ndarray, sizes: np.ndarray, n: int, exact: Callable[[int], Fraction]) -> tuple[Fraction, int]:
    """The largest of the exact sums, and its row. Only rows that may be the largest are computed exactly.

    A float64 sum of n products, in whatever order, is wrong by at most (n + 2)·u/(1 − (n + 2)·u) times the sum of
    their absolute values, with u = 2⁻⁵³ (a product is rounded once, and goes through fewer than n rounded additions),
    and by n·2⁻¹⁰⁷⁴ where products underflow. ``error`` is more than three times that, enough for the roundings in
    ``sizes``, in ``error`` and in the comparison too. Where a sum overflowed nothing is known, and the row stays.
    """
    with np.errstate(all="ignore"):
        error = (n + 4) * 2.0**-51 * sizes + (n + 4) * 2.0**-1022
        is_smaller = sums + error < np.fmax.reduce(sums - error)
    return max(((exact(i), i) for i in np.flatnonzero(~is_smaller).tolist()), key=lambda pair: pair[0])


def _combination(examples: _Examples, signs: np.ndarray, hull: HullPoint, folded: bool) -> tuple[list[int], int]:
    """Σ multiplier·sign·x, or ·(x, 1) if folded, as whole numbers over one scale."""
    entries = [examples.entries(i) for i in hull.rows]
    most = max((shift for _, _, shift in entries), default=0)
    sums = [0] * (examples.n_features + folded)
    for (columns, values, shift), numerator, sign in zip(entries, hull.numerators, signs[list(hull.rows)], strict=True):
        multiplier = int(sign) * numerator << most - shift
        for column, value in zip(columns, values, strict=True):
            sums[column] += multiplier * value
        if folded:
            sums[-1] += multiplier << shift
    return sums, hull.denominator << most


def _whole_numbers(numbers: list[Any]) -> tuple[list[int], int]:
    """Floats and integers as whole numbers over 2**shift."""
    ratios = [number.as_integer_ratio() for number in numbers]
    shift = max((below.bit_length() for _, below in ratios), default=1) - 1
    return [above << shift + 1 - below.bit_length() for above, below in ratios], shift


def _sum_of_squares(numbers: list[float]) -> Fraction:
    whole, shift = _whole_numbers(numbers)
    return Fraction(sum(v * v for v in whole), 1 << 2 * shift)


def _is_below(number: float, square: Fraction) -> bool:
    """Whether a number, not negative, is below the root of the square."""
    return number < math.inf and Fraction(number) ** 2 < square


# --- What comes in. ---


def _numbers(given: Any) -> np.ndarray:
    """Real numbers that float64 holds without rounding; or a DataError."""
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
    """CSR whose columns rise in every row; or a DataError."""
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
    """The distinct labels, sorted, and −1 or +1 a row, +1 for the greater label; or a DataError."""
    try:
        labels = np.asarray(y)
    except ValueError as error:
        raise DataError(f"y must have one label a row: {error}.") from error
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
