"""Replay of a list of mistakes: weights, Algorithm 7's sum, and the longest run."""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.update import add_to_average, step_of_mistake, update


@jit
def replay(examples, mistakes, rule, weights, averaging_sum):
    """Repeat the updates of a list of mistakes, as ``learn`` makes them, without the visits in between."""
    for k in range(mistakes.row.size):
        i, winner, step = np.uint64(mistakes.row[k]), mistakes.wrong_class[k], step_of_mistake(examples, mistakes, k)
        update(examples, i, winner, step, rule, weights)
        add_to_average(examples, i, winner, step, mistakes.when[k], rule, averaging_sum)


@jit
def longest_run(examples, mistakes, rule, trailing, pocket, run):
    """Gallant's pocket: find the weights that survived most visits, the earlier ones on ties.

    Changes: the trailing weights, which are those before the next mistake; the pocket; and
    run = (visit at which the trailing weights were made, survival of the pocket).
    """
    for k in range(mistakes.row.size):
        survival = mistakes.when[k] - run[0]
        if survival > run[1]:
            run[1] = survival
            put(trailing, pocket)
        run[0] = mistakes.when[k]
        step = step_of_mistake(examples, mistakes, k)
        update(examples, np.uint64(mistakes.row[k]), mistakes.wrong_class[k], step, rule, trailing)


@inlined
def put(weights, copy):
    """Copy weights. In loops, because Numba takes seconds to compile an assignment of whole arrays."""
    for k in range(weights.b.size):
        copy.b[k] = weights.b[k]
        for j in range(weights.w.shape[1]):
            copy.w[k, j] = weights.w[k, j]
