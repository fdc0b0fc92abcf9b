"""Tuples of arrays that are arguments of loops."""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.rows import CSR, Dense


class Examples(NamedTuple):
    """Rows with their classes. The class of a row is its number among the rows of the weights."""

    rows: Dense | CSR
    classes: Any  # one number per row, unsigned
    weights: Any  # factor of the update after a mistake on the row: one number, or one per row


class StepRule(NamedTuple):
    """Formula of the step τ: see ``loops/steps.py``."""

    kind: int  # CONSTANT, NORMALIZED, PA, PA_I or PA_II
    C: float  # limit (PA-I) or softness (PA-II) of the step; infinite where the formula has none


class Rule(NamedTuple):
    """Update rule: learning rates, the sign of zero, the margin and the step.

    For the plain perceptron, margin and step are None, so that its loops are compiled without them.
    """

    rate: Any  # λ: one number, or one per feature
    bias_rate: float  # 0 where no bias is learned
    sign_of_zero: int  # of a score that is exactly zero: 0 neither, +1, −1
    margin: Any = None  # β: a score y·a ≤ β is answered; −∞ where only mistakes are
    step: StepRule | None = None
    one_vs_rest: Any = None  # True if each class learns by itself, with the other classes as −1


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
    """List of mistakes: the row, the class that rivals the true one, the visit (from 1), and the step.

    With a margin, the list also has updates that are no mistakes. A mistake with step 0 is no update.

    One against the rest, an entry is a mistake of one class, which alone moves: towards the row if it is the true
    class, else away from it. A visit then has up to one entry per class, all at the same time.
    """

    row: Any
    wrong_class: Any  # rival of the true class; one against the rest, the class that moves
    when: Any
    step: Any = 1.0  # τ: one number for all, or one per mistake
    wrong: Any = True  # whether the visit was a mistake: True for all, or one per mistake


def part_of(mistakes: Mistakes, where: Any) -> Mistakes:
    """Some entries of a list of mistakes: by a slice, a mask or places."""
    return Mistakes(*(column[where] if isinstance(column, np.ndarray) else column for column in mistakes))


def copied(mistakes: Mistakes) -> Mistakes:
    """Copy of a list of mistakes."""
    return Mistakes(*(column.copy() if isinstance(column, np.ndarray) else column for column in mistakes))


def joined(lists: list[Mistakes]) -> Mistakes:
    """Concatenate lists of mistakes."""
    if len(lists) == 1:
        return lists[0]
    columns = zip(*lists, strict=True)
    return Mistakes(*(np.concatenate(some) if isinstance(some[0], np.ndarray) else some[0] for some in columns))


def updates_among(mistakes: Mistakes) -> Mistakes:
    """Entries that moved the weights: those with a step above 0."""
    if not isinstance(mistakes.step, np.ndarray) or bool((mistakes.step > 0).all()):
        return mistakes
    return part_of(mistakes, mistakes.step > 0)


def as_order(w: np.ndarray, feature_major: bool) -> np.ndarray:
    """Weights stored class by class or feature by feature; copied only if needed."""
    return np.asarray(w, order="F" if feature_major else "C")
