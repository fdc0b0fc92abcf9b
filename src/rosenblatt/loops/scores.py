"""One pass over rows under weights that stay: scores, predictions; and a look at the rows themselves."""

import numpy as np

from rosenblatt.loops.jit import jit
from rosenblatt.loops.rivals import predicted
from rosenblatt.loops.rows import dot, squared_norm


@jit
def score(rows, weights, scores):
    """The score of every row under every row of the weights: w·x + b, the bias added last."""
    for i in range(scores.shape[0]):
        for k in range(weights.w.shape[0]):
            scores[i, k] = dot(rows, np.uint64(i), weights.w, np.uint64(k)) + weights.b[k]


@jit
def predict(rows, weights, sign_of_zero, winners):
    """The class predicted for every row."""
    for i in range(winners.size):
        winners[i] = predicted(rows, np.uint64(i), weights, sign_of_zero)


@jit
def largest_norm(rows, visits, start, scratch):
    """The largest squared norm among the visited rows, from position ``start`` on.

    Returns it with the position of the first one that is not finite, or with the number of visits.
    """
    largest = 0.0
    for t in range(start, visits.size):
        squared = squared_norm(rows, np.uint64(visits[t]), scratch)
        if not np.isfinite(squared):
            return largest, t
        if squared > largest:
            largest = squared
    return largest, visits.size


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
