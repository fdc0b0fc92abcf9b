"""Error brackets: a lower bound on the errors of every plane, a plane with few errors, and the check of both.

A row with y·(w·x + b) ≤ 0 is wrong. Rows with multipliers λ ≥ 0, Σ λ = 1 and Σ λ·y·(x, 1) = 0 contradict each other:
Σ λ·y·(w·x + b) is 0 for every plane, so one of its terms is not positive, and a row is wrong. Groups of such rows that
share none cost every plane a row each. Like ``certificates`` this file shares no code with the search.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.proofs.check.certificate import hull_faults, obstruction_faults
from rosenblatt.proofs.check.certificate_format import HullPoint, shown
from rosenblatt.proofs.check.exact_data import Examples, rounding, whole_numbers

LISTED = 5  # groups that are shown


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ErrorBracket:
    """Proven bounds on the fewest errors of any plane on a data set.

    Every plane gets at least ``lower`` rows wrong, and the plane of ``weights`` and ``bias`` gets ``upper`` rows
    wrong. The arguments below are also attributes. A score of exactly 0 is an error.

    Parameters
    ----------
    fit_intercept : bool
        Whether planes may have a bias.
    n_rows : int
        Number of rows.
    weights : ndarray of shape (n_features,)
        Weights of the best plane found.
    bias : float
        Bias of the best plane found.
    errors : tuple of int
        Numbers of the rows that this plane gets wrong, in rising order.
    groups : tuple of HullPoint
        Groups of rows that contradict each other under any linear rule, with multipliers that prove it. No two
        groups share a row, so every plane gets at least one row per group wrong.

    Attributes
    ----------
    lower : int
        Proven lower bound on the errors of any plane.
    upper : int
        Errors of the best plane found.

    See Also
    --------
    rosenblatt.error_bracket : Search for a bracket.
    rosenblatt.Certificate : Proof of whether a plane without errors exists.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y = [[0.0], [1.0], [1.0], [2.0]], [-1, -1, 1, 1]
    >>> bracket = rosenblatt.error_bracket(X, y)
    >>> bracket.lower, bracket.upper, bracket.check(X, y)
    (1, 1, True)
    """

    fit_intercept: bool
    n_rows: int
    weights: np.ndarray
    bias: float
    errors: tuple[int, ...]
    groups: tuple[HullPoint, ...]

    @property
    def lower(self) -> int:
        """Proven lower bound on the errors of any plane."""
        return len(self.groups)

    @property
    def upper(self) -> int:
        """Number of errors of the best plane found."""
        return len(self.errors)

    def check(self, X: Any, y: Any) -> bool:
        """Check both bounds for a data set, in exact arithmetic.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels of two classes, of which the greater is positive.

        Returns
        -------
        bool
            Whether both bounds hold.
        """
        return not self.faults(X, y)

    def faults(self, X: Any, y: Any) -> list[str]:
        """List the reasons why the bounds do not hold for a data set, in exact arithmetic.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels of two classes, of which the greater is positive.

        Returns
        -------
        list of str
            One sentence per fault. Empty if both bounds hold.
        """
        examples = Examples.of(X, y)
        return (
            list(_form_faults(self))
            or list(_data_faults(self, examples))
            or [*_plane_faults(self, examples), *_group_faults(self, examples)]
        )

    def __str__(self) -> str:
        if faults := list(_form_faults(self)):
            return f"No error bracket: {faults[0]}"
        planes = "plane" if self.fit_intercept else "plane through 0"
        fewest = f"{self.lower} to {self.upper}" if self.lower < self.upper else f"exactly {self.upper}"
        lines = [f"The fewest errors of any {planes}: {fewest} of {shown(self.n_rows)} rows"]
        for group in self.groups[:LISTED]:
            lines.append("at least one of rows " + ", ".join(map(shown, group.rows)))
        if self.lower > LISTED:
            lines.append(f"and of {self.lower - LISTED} more groups of rows that contradict each other")
        return "\n  ".join(lines)

    __repr__ = __str__


def wrong_rows(examples: Examples, w: np.ndarray, b: float) -> list[int]:
    """Rows with y·(w·x + b) ≤ 0: by floats if these are certain, else exactly."""
    with np.errstate(all="ignore"):
        sums, sizes = examples.sums(lambda x, j: x * w[j])
        scores = examples.signs * (sums + b)
        error = rounding(sizes + abs(b), examples.n_features + 1)
        is_wrong, is_right = scores < -error, scores > error
    for i in np.flatnonzero(~(is_wrong | is_right)).tolist():  # NaN is neither
        is_wrong[i] = _exact_score(examples, i, w, b) <= 0
    return np.flatnonzero(is_wrong).tolist()


def _exact_score(examples: Examples, i: int, w: np.ndarray, b: float) -> Fraction:
    columns, values, shift = examples.entries(i)
    weights, weights_shift = whole_numbers(w[columns].tolist())
    product = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return int(examples.signs[i]) * (Fraction(product, 1 << weights_shift + shift) + Fraction(b))


def _form_faults(bracket: ErrorBracket) -> Iterator[str]:
    """Faults that no bracket can have. Never raises, whatever the fields hold."""
    w, b = bracket.weights, bracket.bias
    if type(bracket.fit_intercept) is not bool:
        yield f"fit_intercept must be True or False; it is {shown(bracket.fit_intercept)}."
    if type(bracket.n_rows) is not int:
        yield f"n_rows must be a whole number; it is {shown(bracket.n_rows)}."
    if type(w) is not np.ndarray or w.dtype != np.float64 or w.ndim != 1 or not np.isfinite(w).all():
        yield "weights must be a vector of finite float64; they are not."
    if type(b) is not float or not math.isfinite(b) or (b and not bracket.fit_intercept):
        yield f"bias must be a finite float64, 0 without intercept; it is {shown(b)}."
    if type(bracket.errors) is not tuple or any(type(row) is not int for row in bracket.errors):
        yield "errors must be a tuple of row numbers; they are not."
    if type(bracket.groups) is not tuple or not all(map(_is_group, bracket.groups)):
        yield "groups must be a tuple of HullPoints of whole numbers in tuples; they are not."


def _is_group(group: Any) -> bool:
    if type(group) is not HullPoint or not (type(group.rows) is type(group.numerators) is tuple):
        return False
    return all(type(number) is int for number in (*group.rows, *group.numerators, group.denominator))


def _data_faults(bracket: ErrorBracket, examples: Examples) -> Iterator[str]:
    """Faults: data other than that of the bracket, and rows that do not exist."""
    if bracket.n_rows != examples.n_rows:
        yield f"X must have {shown(bracket.n_rows)} rows, as the bracket; it has {examples.n_rows}."
    if len(bracket.weights) != examples.n_features:
        yield f"X must have {len(bracket.weights)} features, as the bracket; it has {examples.n_features}."
    if len(examples.labels) > 2:
        yield f"y must have two labels; it has {len(examples.labels)}."
    for number, group in enumerate(bracket.groups):
        yield from (f"groups[{number}]: {fault}" for fault in hull_faults("", group, examples.n_rows))


def _plane_faults(bracket: ErrorBracket, examples: Examples) -> Iterator[str]:
    """Faults of the plane: the rows it gets wrong must be exactly those named."""
    wrong = wrong_rows(examples, bracket.weights, bracket.bias)
    if list(bracket.errors) != wrong:
        others = sorted(set(wrong) ^ set(bracket.errors))
        where = f"row {shown(others[0])} is named or wrong, not both" if others else "they are, in another order"
        yield f"errors must be the {len(wrong)} rows that the plane gets wrong, in rising order; {where}."


def _group_faults(bracket: ErrorBracket, examples: Examples) -> Iterator[str]:
    """Faults of the groups: the rows of each must cancel out, and no two groups may share a row."""
    home: dict[int, int] = {}
    for number, group in enumerate(bracket.groups):
        for row in group.rows:
            if home.setdefault(row, number) != number:
                yield f"groups must not share rows; groups[{home[row]}] and groups[{number}] share row {row}."
        faults = obstruction_faults(group, examples, bracket.fit_intercept)
        yield from (f"groups[{number}]: {fault}" for fault in faults)
