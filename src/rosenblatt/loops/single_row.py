"""Compiled training and prediction on single rows.

The same parts as in ``learn``, for a row that is alone and CSR. Arrays are given by themselves: to recognise a
tuple of arrays takes Numba longer than to visit a row. So ``learn_one_by_average`` has ten arguments.
"""

import numpy as np

from rosenblatt.loops.arguments import Examples, Rule, Scratch, StepRule, Weights
from rosenblatt.loops.csr import dot_average
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import CORRECT, OVERFLOW
from rosenblatt.loops.rows import CSR, U0, dot, squared_norm
from rosenblatt.loops.steps import length_of_step
from rosenblatt.loops.update import add_to_average, update
from rosenblatt.loops.visit import strongest_rival

# The tally: counts, the largest squared norm, a bound on the weights; the rule; the limit of squared norms.
VISITS, MISTAKES, UPDATES, ZERO_ROWS, LARGEST, REACH = range(6)
RATE, BIAS_RATE, SIGN_OF_ZERO, MARGIN, STEP, C, LIMIT = range(6, 13)
EXACT = 2.0**106  # a row with a squared norm below this has no whole number that float64 rounds


@jit
def learn_one(values, columns, label, weight, w, b, scratch, tally):
    """Visit one row; answer a mistake at once.

    Given: the row, its class and weight; scratch space, of which two rows hold scores and eight hold lanes.
    Changes: the weights, and the first six numbers of the tally.
    Returns the class that rivals the true one if the weights moved, CORRECT if not, or OVERFLOW: then nothing was
    changed, because a number was not finite or could become so, or the squared norm has reached the limit.
    """
    row = Examples(CSR(values, columns, (0, values.size)), (label,), weight)
    return visit(row, Weights(w, b), None, scratch, tally)


@jit
def learn_one_by_average(values, columns, label, weight, w, b, sum_w, sum_b, scratch, tally):
    """Do as ``learn_one``, with the sum of Algorithm 7."""
    row = Examples(CSR(values, columns, (0, values.size)), (label,), weight)
    return visit(row, Weights(w, b), Weights(sum_w, sum_b), scratch, tally)


@inlined
def visit(examples, weights, averaging_sum, scratch, tally):
    weight = examples.weights
    step_rule = StepRule(tally[STEP], tally[C])
    rule = Rule(tally[RATE], tally[BIAS_RATE], tally[SIGN_OF_ZERO], tally[MARGIN], step_rule, None)
    squared = squared_norm(examples.rows, U0)
    if not (weight > 0.0 and squared < tally[LIMIT]):
        return OVERFLOW
    if weights.b.size == 1:
        winner, wrong, h = strongest_rival(examples, U0, rule, weights, None)
    else:
        winner, wrong, h = strongest_rival(examples, U0, rule, weights, Scratch(scratch[:2], scratch[2:]))
    tau = length_of_step(step_rule, squared, h) if wrong or h <= rule.margin else 0.0
    step, visits, length = tau * weight, tally[VISITS] + 1.0, max(1.0, np.sqrt(squared))
    reach = tally[REACH] + step * max(rule.rate, rule.bias_rate) * length * visits
    if winner == OVERFLOW or not reach * length * (weights.w.shape[1] + 1.0) < SAFE:
        return OVERFLOW
    if not max(weight, step) * visits < SAFE:  # the averaging sum multiplies this by the rate
        return OVERFLOW
    tally[VISITS] = visits
    tally[LARGEST] = max(tally[LARGEST], squared)
    tally[ZERO_ROWS] += squared == 0.0
    tally[MISTAKES] += wrong
    if not tau > 0.0:
        return CORRECT
    update(examples, U0, winner, step, rule, weights)
    add_to_average(examples, U0, winner, step, visits, rule, averaging_sum)
    tally[UPDATES] += 1.0
    tally[REACH] = reach
    return winner


@jit
def predict_one(values, columns, places, w, b, limit):
    """Class with the highest score; on a tie the one with the lowest place.

    Two classes have one row of weights: the second's. Returns OVERFLOW if a score is not finite, or if the squared norm
    has reached the limit.
    """
    rows = CSR(values, columns, (0, values.size))
    if not squared_norm(rows, U0) < limit:
        return OVERFLOW
    return winner_of_one(rows, places, Weights(w, b), None, np.inf)


@jit
def predict_one_by_average(values, columns, places, w, b, sum_w, sum_b, tally, limit):
    """Do as ``predict_one``, by the average w − u / c with c = visits + 1."""
    rows, averaging_sum = CSR(values, columns, (0, values.size)), Weights(sum_w, sum_b)
    if not squared_norm(rows, U0) < limit:
        return OVERFLOW
    return winner_of_one(rows, places, Weights(w, b), averaging_sum, tally[VISITS] + 1.0)


@inlined
def winner_of_one(rows, places, weights, averaging_sum, c):
    """Winner under the weights, or under their average if there is an averaging sum."""
    best, winner = -np.inf, np.int64(0)
    for k in range(np.uint64(weights.b.size)):
        a = score_of_one(rows, weights, averaging_sum, c, k)
        if not np.isfinite(a):
            return OVERFLOW
        if weights.b.size == 1:
            return 1 if a > 0.0 or (a == 0.0 and places[1] < places[0]) else 0
        if a > best or (a == best and places[k] < places[winner]):
            best, winner = a, np.int64(k)
    return winner


@inlined
def score_of_one(rows, weights, averaging_sum, c, k):
    """Score of row ``k`` of the weights, or of their average if there is an averaging sum."""
    if averaging_sum is None:
        return dot(rows, U0, weights.w, k) + weights.b[k]
    b = weights.b[k] - averaging_sum.b[k] / c
    return dot_average(rows, U0, weights.w, averaging_sum.w, c, k) + b


@jit
def score_one(values, columns, w, b, scores):
    """Write the score of each row of the weights. Scores that overflow are not finite."""
    rows, weights = CSR(values, columns, (0, values.size)), Weights(w, b)
    for k in range(np.uint64(b.size)):
        scores[k] = score_of_one(rows, weights, None, np.inf, k)


@jit
def score_one_by_average(values, columns, w, b, sum_w, sum_b, tally, scores):
    """Do as ``score_one``, by the average."""
    rows, weights, averaging_sum = CSR(values, columns, (0, values.size)), Weights(w, b), Weights(sum_w, sum_b)
    for k in range(np.uint64(b.size)):
        scores[k] = score_of_one(rows, weights, averaging_sum, tally[VISITS] + 1.0, k)
