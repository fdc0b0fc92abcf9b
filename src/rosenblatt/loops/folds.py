"""What a list of mistakes gives: the weights, Algorithm 7's sum, the longest run, the votes."""

import numpy as np

from rosenblatt.loops.jit import jit, part
from rosenblatt.loops.rivals import predicted
from rosenblatt.loops.visits import update


@jit
def replay(examples, mistakes, rule, weights):
    """The mistakes once more: what ``learn`` does to the weights, without the visits in between."""
    for k in range(mistakes.row.size):
        update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], 1.0, rule, weights)


@jit
def average(examples, mistakes, rule, cached):
    """Note 003, Algorithm 7, lines 9 and 10: u ← u + y c x and β ← β + y c, c the number of the visit."""
    for k in range(mistakes.row.size):
        times = np.float64(mistakes.when[k])
        update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], times, rule, cached)


@jit
def longest_run(examples, mistakes, rule, trailing, kept, run):
    """Gallant's pocket: keep the weights that survived most visits, the earlier ones on ties.

    Changes: the trailing weights, which are those before the next mistake; the kept ones; and
    run = (visit at which the trailing weights were made, survival of the kept ones).
    """
    for k in range(mistakes.row.size):
        survival = mistakes.when[k] - run[0]
        if survival > run[1]:
            run[1] = survival
            put(trailing, kept)
        run[0] = mistakes.when[k]
        update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], 1.0, rule, trailing)


@part
def put(weights, copy):
    """Copy weights. In loops, because Numba takes seconds to compile an assignment of whole arrays."""
    for k in range(weights.b.size):
        copy.b[k] = weights.b[k]
        for j in range(weights.w.shape[1]):
            copy.w[k, j] = weights.w[k, j]


@jit
def vote(examples, mistakes, survival, rule, weights, board, rows, tally):
    """Note 003, voted perceptron: every weight vector of the run predicts each row, as often as it survived.

    Changes: the weights, which run from the start to the end; the tally, a row for each row of ``rows``.
    """
    cast_votes(rows, survival[0], rule.sign_of_zero, weights, board, tally)
    for k in range(mistakes.row.size):
        update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], 1.0, rule, weights)
        cast_votes(rows, survival[k + 1], rule.sign_of_zero, weights, board, tally)


@part
def cast_votes(rows, survival, sign_of_zero, weights, board, tally):
    """One weight vector's votes: ±survival where two classes share a row, else survival for the winner."""
    if survival == 0:
        return
    n_rows = np.uint64(tally.shape[0])
    for i in range(n_rows):
        winner = predicted(rows, i, n_rows, weights, sign_of_zero, board)
        if board is None:
            tally[i, 0] += survival if winner == 1 else -survival
        else:
            tally[i, winner] += survival
