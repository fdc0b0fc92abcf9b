"""Perceptrons of more than two classes, one against the rest: class k learns y = +1 for its rows and −1 for all others.

The perceptrons share a pass over the rows, and nothing else. As in ``multiclass``, two visits are scored together, and
a class that moves at the first of them is scored again for the second.
"""

import numpy as np

from rosenblatt.loops.jit import jit
from rosenblatt.loops.multiclass import rescore, score_in_pairs
from rosenblatt.loops.rows import U0, U1, at
from rosenblatt.loops.steps import step_of
from rosenblatt.loops.update import list_mistake, move


@jit
def learn(examples, visits, visited, rule, weights, averaging_sum, scratch, mistakes):
    """Visit the rows one after another; every class answers its own mistakes at once.

    Given: the examples, the rows to visit, the number of visits before these, the rule, and scratch space.
    Changes: the weights; the sum of Algorithm 7, unless it is None; the list of mistakes, from its start. The list
    needs room for one entry per visit and class.
    Returns the number of entries, or −1 − t if a score overflowed at visit t.
    """
    rows, count = examples.rows, 0
    for t in range(np.uint64(visits.size)):
        i = np.uint64(visits[t])
        label, c = np.uint64(examples.classes[i]), visited + np.int64(t) + 1
        score_in_pairs(rows, visits, t, weights, scratch)
        for k in range(np.uint64(weights.b.size)):
            y = 1.0 if k == label else -1.0
            a = scratch.scores[t & U1, k]
            wrong = y * a < 0.0 or (a == 0.0 and y != rule.sign_of_zero)
            tau = step_of(rule, rows, i, y * a, wrong)
            if not (np.isfinite(a) and np.isfinite(tau)):
                return -1 - np.int64(t)
            if wrong or tau > 0.0:
                step = y * (tau * at(examples.weights, i))
                move(weights, k, rows, i, step, rule)
                if averaging_sum is not None:
                    move(averaging_sum, k, rows, i, c * step, rule)
                if t & U1 == U0 and t + U1 < np.uint64(visits.size):
                    rescore(rows, np.uint64(visits[t + U1]), k, weights, scratch)
                list_mistake(mistakes, count, i, k, c, tau, wrong)
                count += 1
    return count
