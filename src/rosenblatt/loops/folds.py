"""What a list of mistakes gives: the weights, Algorithm 7's sum, the longest run."""

import numpy as np

from rosenblatt.loops.jit import jit, part
from rosenblatt.loops.rows import fetch
from rosenblatt.loops.visits import update

AHEAD = 4  # mistakes whose rows are asked for: they are no longer near when they are folded


@jit
def replay(examples, mistakes, rule, weights):
    """The mistakes once more: what ``learn`` does to the weights, without the visits in between."""
    for k in range(mistakes.row.size):
        update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], 1.0, rule, weights)


@jit
def average(examples, mistakes, rule, cached):
    """Note 003, Algorithm 7, lines 9 and 10: u ← u + y c x and β ← β + y c, c the number of the visit."""
    for k in range(mistakes.row.size):
        fetch(examples.rows, np.uint64(mistakes.row[min(k + AHEAD, mistakes.row.size - 1)]))
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
