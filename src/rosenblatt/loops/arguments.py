"""The tuples that loops take: what is given, what changes, what comes out."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.rows import CSR, Dense


class Examples(NamedTuple):
    """What is learned from. The class of a row is its number among the rows of the weights."""

    rows: Dense | CSR
    classes: Any  # one number a row, unsigned
    weights: Any  # how far a mistake on the row moves the weights: one number, or one a row


class Rule(NamedTuple):
    """How a mistake is told and answered."""

    rate: Any  # λ: one number, or one a feature
    bias_rate: float  # 0 where no bias is learned
    sign_of_zero: int  # of a score that is exactly zero: 0 neither, +1, −1


class Weights(NamedTuple):
    """One row of w and one b for each class. Two classes share one row: it is class 1's, and class 0's
    is its negative. There may be more rows of w than classes: room for those to come."""

    w: Any
    b: Any


class Scratch(NamedTuple):
    """Where many classes are scored, two visits at a time. Two classes need none."""

    scores: Any  # a row for either visit, a column a class
    lanes: Any  # eight sums a class


def scratch_for(weights: Weights) -> Scratch | None:
    n_classes = len(weights.b)
    return None if n_classes == 1 else Scratch(np.empty((2, n_classes)), np.empty((8, n_classes)))


class Mistakes(NamedTuple):
    """A list of mistakes: which row, the class that won in its place, and at which visit (from 1)."""

    row: Any
    wrong_class: Any
    when: Any


def as_order(w: np.ndarray, feature_major: bool) -> np.ndarray:
    """Weights with each class's side by side, or each feature's; as they are where they lie so already."""
    return np.asarray(w, order="F" if feature_major else "C")
