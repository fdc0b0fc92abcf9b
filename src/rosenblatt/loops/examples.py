"""The tuples that loops take: what is given, what changes, what comes out."""

from typing import Any, NamedTuple

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
    is its negative."""

    w: Any
    b: Any


class Mistakes(NamedTuple):
    """A list of mistakes: which row, the class that won in its place, and at which visit (from 1)."""

    row: Any
    rival: Any
    when: Any
