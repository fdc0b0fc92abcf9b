"""Tuples of arrays that are arguments of loops."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.rows import CSR, Dense


class Examples(NamedTuple):
    """Rows with their classes. The class of a row is its number among the rows of the weights."""

    rows: Dense | CSR
    classes: Any  # one number per row, unsigned
    weights: Any  # factor of the update after a mistake on the row: one number, or one per row


class Rule(NamedTuple):
    """Learning rates, and the rule at zero."""

    rate: Any  # λ: one number, or one per feature
    bias_rate: float  # 0 where no bias is learned
    sign_of_zero: int  # of a score that is exactly zero: 0 neither, +1, −1


class Weights(NamedTuple):
    """One row of w and one b per class. Two classes share one row, that of class 1; its negative serves class 0. There
    may be more rows of w than classes, as room for later classes."""

    w: Any
    b: Any


class Scratch(NamedTuple):
    """Scratch space for scoring many classes, two visits at a time. Two classes need none."""

    scores: Any  # two lines, one per visit; one column per class
    lanes: Any  # eight lines of sums; one column per class


def scratch_for(weights: Weights) -> Scratch | None:
    n_classes = len(weights.b)
    return None if n_classes == 1 else Scratch(np.empty((2, n_classes)), np.empty((8, n_classes)))


class Mistakes(NamedTuple):
    """List of mistakes: the row, the class that won instead of the true one, and the visit (from 1)."""

    row: Any
    wrong_class: Any
    when: Any


def as_order(w: np.ndarray, feature_major: bool) -> np.ndarray:
    """Weights stored class by class or feature by feature; copied only if needed."""
    return np.asarray(w, order="F" if feature_major else "C")
