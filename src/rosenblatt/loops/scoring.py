"""One pass over rows under fixed weights: scores, predictions, lengths."""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import highest
from rosenblatt.loops.prefetch import prefetch_distance
from rosenblatt.loops.rows import U0, U1, U2, U3, dot, is_zero, prefetch_row, read_ahead, score_two, squared_norm
from rosenblatt.loops.simd import L2
from rosenblatt.loops.visit import predicted


@inlined
def score_in_pairs(rows, i, last, weights, scratch):
    """At an even i, score rows i and i + 1, into lines 0 and 1 of the scratch scores."""
    if i & U1 == U0:
        ahead = read_ahead(rows, min(i + U2, last), min(i + U3, last))
        score_two(ahead, i, min(i + U1, last), weights, scratch)


@jit
def score(rows, weights, scratch, scores):
    """Score of every row under every row of the weights: w·x + b, the bias added last."""
    last, distance = np.uint64(scores.shape[0]) - U1, prefetch_distance(rows)
    for i in range(np.uint64(scores.shape[0])):
        if scratch is None:
            prefetch_row(rows, min(i + distance.far, last), L2)
            scores[i, U0] = dot(rows, i, weights.w, U0) + weights.b[0]
        else:
            score_in_pairs(rows, i, last, weights, scratch)
            for k in range(weights.b.size):
                scores[i, k] = scratch.scores[i & U1, k]


@jit
def predict(rows, weights, sign_of_zero, scratch, winners):
    """The class predicted for every row."""
    last, distance = np.uint64(winners.size) - U1, prefetch_distance(rows)
    for i in range(np.uint64(winners.size)):
        if scratch is None:
            prefetch_row(rows, min(i + distance.far, last), L2)
            winners[i] = predicted(rows, i, weights, sign_of_zero, scratch)
        else:
            score_in_pairs(rows, i, last, weights, scratch)
            winners[i] = highest(scratch.scores, i & U1, sign_of_zero)


@jit
def largest_norm(rows, visits, start):
    """Largest squared norm among the visited rows, from position ``start`` on.

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
def count_zero_rows(rows, visits):
    """Number of the visited rows whose squared norm is 0."""
    count = 0
    for t in range(visits.size):
        count += is_zero(rows, np.uint64(visits[t]))
    return count


@jit
def lengths(rows, folded, row_lengths):
    """Length of every row, with an additional feature whose square is ``folded``."""
    for i in range(np.uint64(row_lengths.size)):
        row_lengths[i] = np.sqrt(squared_norm(rows, i) + folded)


@jit
def squared_norms(rows, squares):
    """Squared norm of every row: the bits of its product with itself."""
    for i in range(np.uint64(squares.size)):
        squares[i] = squared_norm(rows, i)
