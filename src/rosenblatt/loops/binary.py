"""Perceptron with two classes: visit rows, list the mistakes, update the weights.

Class 1 is y = +1 and class 0 is y = −1. The line numbers are those of Algorithm 5 in Maryland CMSC 422, Lecture 6.
"""

import numpy as np

from rosenblatt.loops.jit import jit
from rosenblatt.loops.prefetch import prefetch_ahead, prefetch_distance
from rosenblatt.loops.rows import U0, at, dot
from rosenblatt.loops.steps import is_found, step_of
from rosenblatt.loops.update import list_mistake, move


@jit
def learn(examples, visits, visited, rule, weights, averaging_sum, mistakes):
    """Visit the rows one after another; answer each mistake at once.

    Given: the examples, the rows to visit, the number of visits before these, and the rule.
    Changes: the weights; the sum of Algorithm 7, unless it is None; the list of mistakes, from its start.
    Returns the number of mistakes, or −1 − t if the score overflowed at visit t.
    """
    w, b = weights
    count, distance = 0, prefetch_distance(examples.rows)
    for t in range(np.uint64(visits.size)):
        rows = prefetch_ahead(examples, visits, t, distance)
        i = np.uint64(visits[t])
        y = 1.0 if examples.classes[i] == 1 else -1.0
        a = dot(rows, i, w, U0) + b[U0]  # line 5: a ← w·x + b
        if not np.isfinite(a):
            return -1 - np.int64(t)
        wrong = y * a < 0.0 or (a == 0.0 and y != rule.sign_of_zero)  # line 6: y a ≤ 0 is a mistake
        tau = step_of(rule, rows, i, y * a, wrong)  # 1 after a mistake of the plain perceptron
        if not np.isfinite(tau):
            return -1 - np.int64(t)
        if wrong or tau > 0.0:
            c, step = visited + np.int64(t) + 1, y * (tau * at(examples.weights, i))
            move(weights, U0, rows, i, step, rule)  # lines 7 and 8: w ← w + τ λ y x, b ← b + τ λ y
            if averaging_sum is not None:
                move(averaging_sum, U0, rows, i, c * step, rule)  # Algorithm 7: u ← u + c τ λ y x, β ← β + c τ λ y
            list_mistake(mistakes, count, i, 0 if y > 0.0 else 1, c, tau, wrong)
            count += 1
    return count


@jit
def find_mistakes(examples, visits, rule, weights, needs_step, mistakes):
    """List the rows that are mistakes under these weights, or within the margin of that rule, until the list is full.

    Given: the examples, the rows to look at, the rule, the weights, and whether to pass over mistakes with step 0.
    Changes: the list of mistakes, from its start; the visits in it are 0.
    Returns the number of mistakes, or −1 − t if the score overflowed at row t.
    """
    w, b = weights
    count, distance = 0, prefetch_distance(examples.rows)
    for t in range(np.uint64(visits.size)):
        if count == mistakes.row.size:
            break
        rows = prefetch_ahead(examples, visits, t, distance)
        i = np.uint64(visits[t])
        y = 1.0 if examples.classes[i] == 1 else -1.0
        a = dot(rows, i, w, U0) + b[U0]
        if not np.isfinite(a):
            return -1 - np.int64(t)
        wrong = y * a < 0.0 or (a == 0.0 and y != rule.sign_of_zero)
        tau = step_of(rule, rows, i, y * a, wrong)
        if not np.isfinite(tau):
            return -1 - np.int64(t)
        if is_found(rule, wrong, tau) and (tau > 0.0 or not needs_step):
            list_mistake(mistakes, count, i, 0 if y > 0.0 else 1, 0, tau, wrong)
            count += 1
    return count
