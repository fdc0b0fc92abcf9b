"""Is this visit a mistake, and who wins when nothing is known? Each for two classes and for many."""

import numpy as np

from rosenblatt.loops.jit import part
from rosenblatt.loops.rows import dot

NO_RIVAL = -1
OVERFLOW = -2


@part
def rival(rows, i, true, weights, sign_of_zero):
    """The class that wins over the true one on row i, NO_RIVAL if none does, or OVERFLOW."""
    if weights.w.shape[0] == 1:
        return rival_of_two(rows, i, true, weights, sign_of_zero)
    return rival_of_many(rows, i, true, weights, sign_of_zero)


@part
def rival_of_two(rows, i, true, weights, sign_of_zero):
    """Note 003, Algorithm 5, lines 5 and 6: a ← w·x + b; a mistake if y·a ≤ 0."""
    y = 1.0 if true == 1 else -1.0
    a = dot(rows, i, weights.w, np.uint64(0)) + weights.b[0]
    if 0.0 < y * a < np.inf or (a == 0.0 and y == sign_of_zero):
        return NO_RIVAL
    if not np.isfinite(a):
        return OVERFLOW
    return 0 if true == 1 else 1


@part
def rival_of_many(rows, i, true, weights, sign_of_zero):
    """The other class with the highest score, if the true class's score does not beat it.

    Equal rivals: the first, or the last where zero counts as positive. A tie with the true class is
    a mistake, unless ties go to the first (or the last) class and that is the true one.
    """
    true = np.int64(true)
    own = dot(rows, i, weights.w, np.uint64(true)) + weights.b[true]
    best = -np.inf
    winner = NO_RIVAL
    for k in range(weights.w.shape[0]):
        if k != true:
            a = dot(rows, i, weights.w, np.uint64(k)) + weights.b[k]
            if not np.isfinite(a):
                return OVERFLOW
            if a > best or (a == best and sign_of_zero > 0):
                best = a
                winner = k
    if not np.isfinite(own):
        return OVERFLOW
    if own > best:
        return NO_RIVAL
    if own == best and sign_of_zero != 0 and (sign_of_zero > 0) == (true > winner):
        return NO_RIVAL
    return winner


@part
def predicted(rows, i, weights, sign_of_zero):
    """The class predicted for row i: on a tie the first, or the last where zero counts as positive."""
    if weights.w.shape[0] == 1:
        a = dot(rows, i, weights.w, np.uint64(0)) + weights.b[0]
        return 1 if a > 0.0 or (a == 0.0 and sign_of_zero > 0) else 0
    best = -np.inf
    winner = 0
    for k in range(weights.w.shape[0]):
        a = dot(rows, i, weights.w, np.uint64(k)) + weights.b[k]
        if a > best or (a == best and sign_of_zero > 0):
            best = a
            winner = k
    return winner
