"""One pass over rows under weights that stay: scores, predictions; and checks of the rows themselves."""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import predicted, winner_of_many
from rosenblatt.loops.rows import U0, U1, U2, U3, dot, score_two, squared_norm


@inlined
def score_in_turn(rows, i, last, weights, scratch):
    """Rows are asked for one after the other, and scored two at a time: row i has line i mod 2 of the scores."""
    if i & U1 == U0:
        score_two(rows, i, min(i + U1, last), weights, scratch, min(i + U2, last), min(i + U3, last))


@jit
def score(rows, weights, scratch, scores):
    """The score of every row under every row of the weights: w·x + b, the bias added last."""
    last = np.uint64(scores.shape[0]) - U1
    for i in range(np.uint64(scores.shape[0])):
        if scratch is None:
            scores[i, U0] = dot(rows, i, weights.w, U0, i) + weights.b[0]
        else:
            score_in_turn(rows, i, last, weights, scratch)
            for k in range(weights.b.size):
                scores[i, k] = scratch.scores[i & U1, k]


@jit
def predict(rows, weights, sign_of_zero, scratch, winners):
    """The class predicted for every row."""
    last = np.uint64(winners.size) - U1
    for i in range(np.uint64(winners.size)):
        if scratch is None:
            winners[i] = predicted(rows, i, weights, sign_of_zero, scratch)
        else:
            score_in_turn(rows, i, last, weights, scratch)
            winners[i] = winner_of_many(scratch.scores, i & U1, sign_of_zero)


@jit
def largest_norm(rows, visits, start):
    """The largest squared norm among the visited rows, from position ``start`` on.

    Returns it with the position of the first one that is not finite, or with the number of visits.
    """
    largest = 0.0
    for t in range(start, visits.size):
        squared = squared_norm(rows, np.uint64(visits[t]))
        if not np.isfinite(squared):
            return largest, t
        if squared > largest:
            largest = squared
    return largest, visits.size


@jit
def lengths(rows, folded, row_lengths):
    """The length of every row, with a further feature whose square is ``folded``."""
    for i in range(np.uint64(row_lengths.size)):
        row_lengths[i] = np.sqrt(squared_norm(rows, i) + folded)


@jit
def first_disorder(columns, starts, n_features):
    """The first row whose columns do not rise strictly (or −1), and the first out of bounds (or −1)."""
    unsorted, outside = -1, -1
    for i in range(starts.size - 1):
        for e in range(starts[i], starts[i + 1]):
            if columns[e] < 0 or columns[e] >= n_features:
                return unsorted, i
            if unsorted < 0 and e > starts[i] and columns[e] <= columns[e - 1]:
                unsorted = i
    return unsorted, outside
