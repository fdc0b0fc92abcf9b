"""Certificates: proofs that a plane separates two classes, or that none does; and their check.

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
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate_format import Bracket as Bracket, Claim, Half, HullPoint, shown, shown_root
from rosenblatt.proofs.check.exact_data import Examples, real_numbers, rounding, whole_numbers

LOOSE = 2.0**-40  # how much longer than the longest row a radius may be: exact roots of many like rows take long


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Certificate(Claim):
    """Proof that a plane separates two classes, or that no plane does.

    The arguments below are also attributes. ``check`` verifies the proof for a data set in exact arithmetic. The fields
    named "augmented" are about rows with a further feature that is always 1, the space in which the mistake bound holds
    for a perceptron with a bias. Without intercept they equal the plain fields.

    Parameters
    ----------
    separable : bool or None
        Whether a plane separates the classes. None means undecided.
    fit_intercept : bool
        Whether planes may have a bias.
    classes : tuple
        Negative and positive label, or the only label.
    n_rows : int
        Number of rows.
    n_features : int
        Number of features.
    radius : float
        Largest norm of a row, rounded up.
    augmented_radius : float
        Largest norm of a row (x, 1), rounded up.
    weights : ndarray of shape (n_features,), default=None
        Weights of a separating plane.
    bias : float, default=None
        Bias of that plane.
    margin : Bracket, default=None
        Bounds ``lower`` and ``upper`` on the largest margin of any plane. None if the classes are not separable, and
        for a single class with intercept, whose margin has no largest value.
    hull : HullPoint, default=None
        Rows and multipliers that prove the upper bound of the margin, or that no plane separates the classes.
    augmented_weights : ndarray of shape (n_features,), default=None
        Weights of a separating plane with a large augmented margin.
    augmented_bias : float, default=None
        Bias of that plane.
    augmented_margin : Bracket, default=None
        Bounds on the largest margin in the space of (x, 1).
    augmented_hull : HullPoint, default=None
        Rows and multipliers that prove the upper bound of the augmented margin.
    mistake_bound : int, default=None
        Upper bound on the mistakes of a perceptron that starts at zero and makes one update at a time with one learning
        rate: the whole part of (augmented_radius / augmented_margin.lower)².
    conflicts : tuple of tuple of int, default=()
        Groups of equal rows that have both labels.

    Attributes
    ----------
    rows : list of int or None
        Numbers of the rows of ``hull``.
    multipliers : list of Fraction or None
        Multipliers of these rows.
    augmented_rows : list of int or None
        Numbers of the rows of ``augmented_hull``.
    augmented_multipliers : list of Fraction or None
        Multipliers of these rows.

    See Also
    --------
    rosenblatt.certify : Search for a certificate.
    rosenblatt.MulticlassCertificate : Certificate for more than two classes.
    rosenblatt.load_certificate : Read a certificate from a file.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> certificate = rosenblatt.certify(X, y)
    >>> certificate.separable, certificate.check(X, y)
    (False, True)
    >>> [str(multiplier) for multiplier in certificate.multipliers]
    ['1/4', '1/4', '1/4', '1/4']
    >>> [str(value) for value in certificate.meeting_point(X, y)]
    ['1/2', '1/2']
    """

    def check(self, X: Any, y: Any) -> bool:
        """Check the proof for a data set, in exact arithmetic.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels.

        Returns
        -------
        bool
            Whether the proof holds.
        """
        return not self.faults(X, y)

    def faults(self, X: Any, y: Any) -> list[str]:
        """List the reasons why the proof does not hold for a data set.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels.

        Returns
        -------
        list of str
            One sentence per fault. Empty if the proof holds.
        """
        examples = Examples.of(X, y)
        return self.form_faults() or list(_data_faults(self, examples)) or list(_proof_faults(self, examples))

    def meeting_point(self, X: Any, y: Any) -> list[Fraction] | None:
        """Return a point where the convex hulls of the two classes meet.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels.

        Returns
        -------
        list of Fraction or None
            Exact coordinates of the point. None if the classes are separable or undecided, or without intercept.

        Raises
        ------
        DataError
            If the certificate does not hold for this data.
        """
        if faults := self.faults(X, y):
            raise DataError(f"The certificate must hold for this data; it does not: {faults[0]}")
        if self.hull is None or self.separable is not False or not self.fit_intercept:
            return None
        examples = Examples.of(X, y)
        *sums, total = combination(examples, np.maximum(examples.signs, 0), self.hull, folded=True)[0]
        return [Fraction(value, total) for value in sums]

    def features(self, X: Any) -> list[int] | None:
        """Return the numbers of the columns that matter for the answer.

        For a separating plane these are the columns with a weight other than 0. For rows that contradict each other
        they are the columns in which these rows differ; a feature that tells these rows apart is missing.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows of the certificate.

        Returns
        -------
        list of int or None
            Column numbers from 0. None while undecided.

        Raises
        ------
        DataError
            If X has another shape than the data of the certificate.
        """
        if self.separable is True and self.weights is not None:
            return np.flatnonzero(self.weights).tolist()
        if self.separable is None or self.hull is None:
            return None
        if np.shape(X) != (self.n_rows, self.n_features):
            rule = f"shape {(self.n_rows, self.n_features)}, as the data of the certificate"
            raise DataError(f"X must have {rule}; got {np.shape(X)}.")
        rows = (
            X.tocsr()[list(self.hull.rows)].toarray() if hasattr(X, "tocsr") else real_numbers(X)[list(self.hull.rows)]
        )
        return np.flatnonzero((rows != rows[0]).any(axis=0)).tolist()


def _data_faults(c: Certificate, examples: Examples) -> Iterator[str]:
    """Faults: rows, features or labels other than those of the certificate."""
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
            yield from hull_faults(half.name, half.hull, examples.n_rows)


def hull_faults(name: str, hull: HullPoint, n_rows: int) -> Iterator[str]:
    """Faults: rows that do not exist or occur twice, and invalid multipliers."""
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


def _proof_faults(c: Certificate, examples: Examples) -> Iterator[str]:
    for half in c.halves()[: 1 + c.fit_intercept]:  # without intercept the second is the first
        yield from _radius_faults(half, examples)
        if half.weights is not None and half.bias is not None:
            yield from _plane_faults(half, half.weights, half.bias, examples)
        if half.margin is not None and half.hull is not None:
            yield from _upper_faults(half, half.hull, half.margin.upper, examples)
    if c.separable is False and c.hull is not None:
        yield from obstruction_faults(c.hull, examples, c.fit_intercept)
    for group in c.conflicts:
        yield from _conflict_faults(group, examples)
    if len({row for group in c.conflicts for row in group}) < sum(map(len, c.conflicts)):
        yield "conflicts must be groups without a row in common; two have one."
    if c.augmented_margin is not None and c.mistake_bound is not None:
        bound = Fraction(c.augmented_radius) ** 2 // Fraction(c.augmented_margin.lower) ** 2
        if c.mistake_bound != bound:
            yield f"mistake_bound must be {shown(bound)}, by radius and margin; it is {shown(c.mistake_bound)}."


def _radius_faults(half: Half, examples: Examples) -> Iterator[str]:
    """Faults of the radius: no row may be longer, and one must be nearly as long."""
    sums, error = examples.squares()
    with np.errstate(all="ignore"):
        is_shorter = sums + error <= _float_below(Fraction(half.radius) ** 2 - half.folded)
    doubtful = {int(sums.argmax()), *np.flatnonzero(~is_shorter).tolist()}
    square, row = max((examples.square(row) + half.folded, row) for row in doubtful)
    if _is_below(half.radius, square):
        yield f"{half.name}radius must not be below the norm of row {row}, {shown_root(square)}; it is {half.radius!r}."
    if min(Fraction(half.radius) * (1 - Fraction(LOOSE)), Fraction(math.nextafter(half.radius, 0.0))) ** 2 > square:
        rule = f"must not be above the largest norm, {shown_root(square)} of row {row}, but for rounding"
        yield f"{half.name}radius {rule}; it is {half.radius!r}."


def _plane_faults(half: Half, w: np.ndarray, b: float, examples: Examples) -> Iterator[str]:
    """Faults of the plane: every row must be on its side, and not nearer than the lower bound."""
    least, row = _least_score(examples, w, b)
    if least <= 0:
        yield f"row {row} must be on its side of the plane of {half.name}weights; y·(w·x + b) is {shown(least)}."
    elif half.margin is not None:
        distance_squared = least**2 / _sum_of_squares([*w.tolist(), b if half.folded else 0.0])
        if Fraction(half.margin.lower) ** 2 > distance_squared:
            rule = f"the distance of row {row} from the plane of {half.name}weights, {shown_root(distance_squared)}"
            yield f"{half.name}margin.lower must not be above {rule}; it is {half.margin.lower!r}."


def _upper_faults(half: Half, hull: HullPoint, upper: float, examples: Examples) -> Iterator[str]:
    """Faults of the upper bound: multipliers must sum to 1, and their point must not be farther than the bound."""
    signs = examples.signs[list(hull.rows)]
    for whose, sign in ((" of the negative class", -1), (" of the positive class", 1)) if half.by_class else (("", 0),):
        total = sum(n for n, s in zip(hull.numerators, signs, strict=True) if sign in (s, 0))
        if total != hull.denominator:
            total_shown = shown(Fraction(total, hull.denominator))
            yield f"{half.name}multipliers{whose} must sum to 1; they sum to {total_shown}."
    sums, scale = combination(examples, examples.signs, hull, half.folded)
    square = Fraction(sum(v * v for v in sums), (2 * scale if half.by_class else scale) ** 2)
    if _is_below(upper, square):
        yield f"{half.name}margin.upper must not be below {shown_root(square)}, which its rows prove; it is {upper!r}."


def obstruction_faults(hull: HullPoint, examples: Examples, folded: bool) -> Iterator[str]:
    """Faults of a contradiction: multipliers must sum to 1, and Σ λz must be 0; few rows suffice (Carathéodory)."""
    most = examples.n_features + 1 + folded
    if len(hull.rows) > most:
        yield f"rows must be at most {most}; there are {len(hull.rows)}."
    if sum(hull.numerators) != hull.denominator:
        yield f"multipliers must sum to 1; they sum to {shown(Fraction(sum(hull.numerators), hull.denominator))}."
    sums, scale = combination(examples, examples.signs, hull, folded)
    wrong = [column for column, value in enumerate(sums) if value]
    if wrong:
        total = f"{shown(Fraction(sums[wrong[0]], scale))} in column {wrong[0]}, and not 0 in {len(wrong) - 1} more"
        yield f"The sum of multiplier·y·{'(x, 1)' if folded else 'x'} must be 0; it is {total}."


def _conflict_faults(group: tuple[int, ...], examples: Examples) -> Iterator[str]:
    """Faults of conflicts: the rows must exist, be identical, and have both labels."""
    if any(not 0 <= row < examples.n_rows for row in group) or list(group) != sorted(set(group)):
        yield f"conflicts must be groups of rising rows from 0 to {examples.n_rows - 1}; one has others."
    elif len({float(examples.signs[row]) for row in group}) != 2:
        yield f"Every group of conflicts must have rows of both labels; one with {len(group)} rows does not."
    elif not all(examples.are_same(row, group[0]) for row in group):
        yield f"Rows of a group of conflicts must be the same; those of row {group[0]} are not."


# --- Exact arithmetic on the data. ---


def _least_score(examples: Examples, w: np.ndarray, b: float) -> tuple[Fraction, int]:
    """Smallest y·(w·x + b), and its row."""
    weights, weights_shift = whole_numbers(w.tolist())

    def exact(i: int) -> Fraction:
        columns, numbers, shift = examples.entries(i)
        dot = Fraction(sum(weights[j] * v for j, v in zip(columns, numbers, strict=True)), 1 << weights_shift + shift)
        return -int(examples.signs[i]) * (dot + Fraction(b))

    with np.errstate(all="ignore"):
        sums, sizes = examples.sums(lambda x, j: x * w[j])
        error = rounding(sizes + abs(b), examples.width + 1)
        largest, row = _largest(-examples.signs * (sums + b), error, exact)
    return -largest, row


def _largest(sums: np.ndarray, error: np.ndarray, exact: Callable[[int], Fraction]) -> tuple[Fraction, int]:
    """Largest of the exact sums, and its row. Only candidates are computed exactly."""
    with np.errstate(all="ignore"):
        is_smaller = sums + error < np.fmax.reduce(sums - error)
    return max(((exact(i), i) for i in np.flatnonzero(~is_smaller).tolist()), key=lambda pair: pair[0])


def combination(examples: Examples, signs: np.ndarray, hull: HullPoint, folded: bool) -> tuple[list[int], int]:
    """Sum Σ multiplier·sign·x, or ·(x, 1) if folded, as integers over one scale."""
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


def _sum_of_squares(numbers: list[float]) -> Fraction:
    whole, shift = whole_numbers(numbers)
    return Fraction(sum(v * v for v in whole), 1 << 2 * shift)


def _float_below(number: Fraction) -> float:
    """Float64 not above the number, and close to it."""
    rounded = float(min(number, Fraction(sys.float_info.max)))
    return rounded if rounded <= number else math.nextafter(rounded, -math.inf)


def _is_below(number: float, square: Fraction) -> bool:
    """Return True if a nonnegative number is below the root of the square."""
    return number < math.inf and Fraction(number) ** 2 < square
