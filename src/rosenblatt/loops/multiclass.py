"""Is this visit a mistake, and who wins when nothing is known? Each for two classes and for many.

Two classes have no board. Many are scored two visits at a time, so that the weights are read once for both;
a mistake on the first moves two classes only, and only their scores are redone for the second.
"""

import numpy as np

from rosenblatt.loops.jit import part
from rosenblatt.loops.rows import U0, U1, U2, U3, dot, expect, score_two
from rosenblatt.loops.simd import ask

NO_RIVAL = -1
OVERFLOW = -2


@part
def rival(examples, visits, t, ahead, rule, weights, board):
    """The class that wins over the true one at visit t, NO_RIVAL if none does, or OVERFLOW."""
    rows, i, last = examples.rows, np.uint64(visits[t]), np.uint64(visits.size) - U1
    if board is None:
        later = np.uint64(visits[min(t + ahead, last)])
        ask(examples.classes, later)
        expect(rows, np.uint64(visits[min(t + ahead + ahead, last)]))
        return rival_of_two(rows, i, examples.classes[i], weights, rule.sign_of_zero, later)
    if t & U1 == U0:
        j, after_i, after_j = visits[min(t + U1, last)], visits[min(t + U2, last)], visits[min(t + U3, last)]
        score_two(rows, i, np.uint64(j), weights, board, np.uint64(after_i), np.uint64(after_j))
    return rival_of_many(board.scores, t & U1, examples.classes[i], rule.sign_of_zero)


@part
def rival_alone(examples, i, rule, weights, board):
    """As ``rival``, for row i by itself."""
    rows, true = examples.rows, examples.classes[i]
    if board is None:
        return rival_of_two(rows, i, true, weights, rule.sign_of_zero, i)
    score_two(rows, i, i, weights, board, i, i)
    return rival_of_many(board.scores, U0, true, rule.sign_of_zero)


@part
def redo(examples, visits, t, winner, weights, board):
    """After a mistake at visit t: the scores of the two classes that moved, for the other visit on the board."""
    if board is not None and t & U1 == U0 and t + U1 < np.uint64(visits.size):
        i, j = np.uint64(visits[t]), np.uint64(visits[t + U1])
        true, winner = np.uint64(examples.classes[i]), np.uint64(winner)
        board.scores[U1, true] = dot(examples.rows, j, weights.w, true, j) + weights.b[true]
        board.scores[U1, winner] = dot(examples.rows, j, weights.w, winner, j) + weights.b[winner]


@part
def rival_of_two(rows, i, true, weights, sign_of_zero, later):
    """Note 003, Algorithm 5, lines 5 and 6: a ← w·x + b; a mistake if y·a ≤ 0."""
    y = 1.0 if true == 1 else -1.0
    a = dot(rows, i, weights.w, U0, later) + weights.b[0]
    if 0.0 < y * a < np.inf or (a == 0.0 and y == sign_of_zero):
        return NO_RIVAL
    if not np.isfinite(a):
        return OVERFLOW
    return 0 if true == 1 else 1


@part
def rival_of_many(scores, place, true, sign_of_zero):
    """The other class with the highest score, if the true class's score does not beat it.

    Equal rivals: the first, or the last where zero counts as positive. A tie with the true class is
    a mistake, unless ties go to the first (or the last) class and that is the true one.
    """
    true = np.int64(true)
    own = scores[place, true]
    best = -np.inf
    winner = NO_RIVAL
    for k in range(scores.shape[1]):
        if k != true:
            a = scores[place, k]
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
def predicted(rows, i, weights, sign_of_zero, board):
    """The class predicted for row i by itself."""
    if board is None:
        return winner_of_two(dot(rows, i, weights.w, U0, i) + weights.b[0], sign_of_zero)
    score_two(rows, i, i, weights, board, i, i)
    return winner_of_many(board.scores, U0, sign_of_zero)


@part
def winner_of_two(score, sign_of_zero):
    """Class 1 where its score is positive, or zero and that counts as positive."""
    return 1 if score > 0.0 or (score == 0.0 and sign_of_zero > 0) else 0


@part
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
