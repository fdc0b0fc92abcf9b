"""Is a visit a mistake, and which class wins? Each for two classes and for many.

Two classes need no scratch space. Many are scored two visits at a time, so that the weights are read once for both;
a mistake on the first moves two classes only, and only these are scored again for the second.
"""

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U0, U1, U2, U3, dot, prefetch_row_start, score_two
from rosenblatt.loops.simd import prefetch

CORRECT = -1
OVERFLOW = -2


@inlined
def wrong_class(examples, visits, t, distance, rule, weights, scratch):
    """The class that wins over the true one at visit t, CORRECT if none does, or OVERFLOW."""
    rows, i, last = examples.rows, np.uint64(visits[t]), np.uint64(visits.size) - U1
    if scratch is None:
        next_row = np.uint64(visits[min(t + distance, last)])
        prefetch(examples.classes, next_row)
        prefetch_row_start(rows, np.uint64(visits[min(t + distance + distance, last)]))
        return binary_wrong_class(rows, i, examples.classes[i], weights, rule.sign_of_zero, next_row)
    if t & U1 == U0:
        j, after_i, after_j = visits[min(t + U1, last)], visits[min(t + U2, last)], visits[min(t + U3, last)]
        score_two(rows, i, np.uint64(j), weights, scratch, np.uint64(after_i), np.uint64(after_j))
    return multiclass_wrong_class(scratch.scores, t & U1, examples.classes[i], rule.sign_of_zero)


@inlined
def wrong_class_alone(examples, i, rule, weights, scratch):
    """As ``wrong_class``, for row i by itself."""
    rows, label = examples.rows, examples.classes[i]
    if scratch is None:
        return binary_wrong_class(rows, i, label, weights, rule.sign_of_zero, i)
    score_two(rows, i, i, weights, scratch, i, i)
    return multiclass_wrong_class(scratch.scores, U0, label, rule.sign_of_zero)


@inlined
def rescore_moved_classes(examples, visits, t, winner, weights, scratch):
    """After a mistake at visit t: score the two classes that moved again, for the other visit of the pair."""
    if scratch is not None and t & U1 == U0 and t + U1 < np.uint64(visits.size):
        i, j = np.uint64(visits[t]), np.uint64(visits[t + U1])
        label, winner = np.uint64(examples.classes[i]), np.uint64(winner)
        scratch.scores[U1, label] = dot(examples.rows, j, weights.w, label, j) + weights.b[label]
        scratch.scores[U1, winner] = dot(examples.rows, j, weights.w, winner, j) + weights.b[winner]


@inlined
def binary_wrong_class(rows, i, label, weights, sign_of_zero, next_row):
    """Note 003, Algorithm 5, lines 5 and 6: a ← w·x + b; a mistake if y·a ≤ 0."""
    y = 1.0 if label == 1 else -1.0
    a = dot(rows, i, weights.w, U0, next_row) + weights.b[0]
    if 0.0 < y * a < np.inf or (a == 0.0 and y == sign_of_zero):
        return CORRECT
    if not np.isfinite(a):
        return OVERFLOW
    return 0 if label == 1 else 1


@inlined
def multiclass_wrong_class(scores, place, label, sign_of_zero):
    """The other class with the highest score, if the true class's score does not beat it.

    Equal rivals: the first, or the last where zero counts as positive. A tie with the true class is
    a mistake, unless ties go to the first (or the last) class and that is the true one.
    """
    label = np.int64(label)
    own = scores[place, label]
    best = -np.inf
    winner = CORRECT
    for k in range(scores.shape[1]):
        if k != label:
            a = scores[place, k]
            if not np.isfinite(a):
                return OVERFLOW
            if a > best or (a == best and sign_of_zero > 0):
                best = a
                winner = k
    if not np.isfinite(own):
        return OVERFLOW
    if own > best:
        return CORRECT
    if own == best and sign_of_zero != 0 and (sign_of_zero > 0) == (label > winner):
        return CORRECT
    return winner


@inlined
def predicted(rows, i, weights, sign_of_zero, scratch):
    """The class predicted for row i by itself."""
    if scratch is None:
        return winner_of_two(dot(rows, i, weights.w, U0, i) + weights.b[0], sign_of_zero)
    score_two(rows, i, i, weights, scratch, i, i)
    return winner_of_many(scratch.scores, U0, sign_of_zero)


@inlined
def winner_of_two(score, sign_of_zero):
    """Class 1 where its score is positive, or zero and that counts as positive."""
    return 1 if score > 0.0 or (score == 0.0 and sign_of_zero > 0) else 0


@inlined
def winner_of_many(scores, place, sign_of_zero):
    """The class with the highest score: on a tie the first, or the last where zero counts as positive."""
    best = -np.inf
    winner = 0
    for k in range(scores.shape[1]):
        a = scores[place, k]
        if a > best or (a == best and sign_of_zero > 0):
            best = a
            winner = k
    return winner
