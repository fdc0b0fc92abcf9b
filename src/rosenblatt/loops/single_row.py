"""Rows that come one at a time: receive, predict, observe, pay, update.

The same parts as in ``learn``, for a row that is alone and CSR. Arrays are given by themselves: to recognise a
tuple of arrays takes Numba longer than to visit a row.
"""

import numpy as np

from rosenblatt.loops.arguments import Examples, Rule, Scratch, Weights
from rosenblatt.loops.binary import add_to_average, update
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import CORRECT, OVERFLOW, wrong_class_alone
from rosenblatt.loops.rows import CSR, U0, U7, squared_norm
from rosenblatt.loops.simd import total, zero_lanes

VISITS, MISTAKES, LARGEST, REACH = 0, 1, 2, 3  # what a tally holds


@jit
def learn_one(values, columns, label, step, rule, w, b, scratch, tally):
    """Notes 000 and 001: one example of class ``true``; a mistake is answered at once.

    Given: the row, its class and weight; rule = [rate, rate of the bias, sign of zero]; scratch, of which two rows
    hold scores and eight hold lanes.
    Changes the weights, and tally = [visits, mistakes, largest squared norm, how far weights can have come].
    Returns the winner in the true class's place, CORRECT, or OVERFLOW: then nothing was changed, because
    something was not finite or could become so.
    """
    return visit(values, columns, label, step, Rule(rule[0], rule[1], rule[2]), Weights(w, b), None, scratch, tally)


@jit
def learn_one_by_average(values, columns, label, step, rule, w, b, sum_w, sum_b, scratch, tally):
    """As ``learn_one``, with Algorithm 7's sum."""
    rule, averaging_sum = Rule(rule[0], rule[1], rule[2]), Weights(sum_w, sum_b)
    return visit(values, columns, label, step, rule, Weights(w, b), averaging_sum, scratch, tally)


@inlined
def visit(values, columns, label, step, rule, weights, averaging_sum, scratch, tally):
    examples = Examples(CSR(values, columns, (0, values.size)), (label,), step)
    squared = squared_norm(examples.rows, U0)
    length = max(1.0, np.sqrt(squared))
    reach = tally[REACH] + step * max(rule.rate, rule.bias_rate) * length * (tally[VISITS] + 1.0)
    if not (step > 0.0 and squared < SAFE and reach * length * (weights.w.shape[1] + 1.0) < SAFE):
        return OVERFLOW
    if weights.b.size == 1:
        winner = wrong_class_alone(examples, U0, rule, weights, None)
    else:
        winner = wrong_class_alone(examples, U0, rule, weights, Scratch(scratch[:2], scratch[2:]))
    if winner == OVERFLOW:
        return OVERFLOW
    tally[VISITS] += 1.0
    tally[LARGEST] = max(tally[LARGEST], squared)
    if winner != CORRECT:
        update(examples, U0, winner, 1.0, rule, weights)
        add_to_average(examples, U0, winner, tally[VISITS], rule, averaging_sum)
        tally[MISTAKES] += 1.0
        tally[REACH] = reach
    return winner


@jit
def predict_one(values, columns, places, w, b):
    """The class with the highest score: on a tie the one with the lowest place.

    Two classes have one row of weights: the second's. Returns OVERFLOW where a score is not finite.
    """
    return winner_of_one(values, columns, places, w, b, w, b, np.inf)


@jit
def predict_one_by_average(values, columns, places, w, b, sum_w, sum_b, tally):
    """As ``predict_one``, by the average: w − u/c with c = visits + 1."""
    return winner_of_one(values, columns, places, w, b, sum_w, sum_b, tally[VISITS] + 1.0)


@inlined
def winner_of_one(values, columns, places, w, b, sum_w, sum_b, c):
    """The winner under the weights w − u/c, where c is finite, or else under w."""
    best, winner = -np.inf, np.int64(0)
    for k in range(np.uint64(b.size)):
        lanes = zero_lanes()
        for e in range(np.uint64(values.size)):
            j = np.uint64(columns[e])
            lanes[j & U7] += values[e] * (sum_w[k, j] / -c + w[k, j] if c < np.inf else w[k, j])
        a = total(lanes) + (b[k] - sum_b[k] / c if c < np.inf else b[k])
        if not np.isfinite(a):
            return OVERFLOW
        if b.size == 1:
            return 1 if a > 0.0 or (a == 0.0 and places[1] < places[0]) else 0
        if a > best or (a == best and places[k] < places[winner]):
            best, winner = a, np.int64(k)
    return winner
