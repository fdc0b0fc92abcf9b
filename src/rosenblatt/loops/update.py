"""Perceptron update after a mistake."""

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import U0, add, at


@inlined
def move(weights, k, rows, i, step, rule):
    """Update w_k ← w_k + step λ x and b_k ← b_k + step λ, where x is row i."""
    add(rows, i, step, rule.rate, weights.w, k)
    weights.b[k] += step * rule.bias_rate


@inlined
def update(examples, i, winner, times, rule, weights):
    """Move the weights towards the true class of row i and away from the winner, ``times`` over.

    For two classes or for many, for code that handles both; two classes share one row of weights.
    """
    step = times * at(examples.weights, i)
    label = np.uint64(examples.classes[i])
    if weights.b.size == 1:
        move(weights, U0, examples.rows, i, step if label == 1 else -step, rule)
    else:
        move(weights, label, examples.rows, i, step, rule)
        move(weights, np.uint64(winner), examples.rows, i, -step, rule)


@inlined
def add_to_average(examples, i, winner, when, rule, averaging_sum):
    """Update the averaging sum (Maryland CMSC 422, Algorithm 7, lines 9 and 10): u ← u + y c x and β ← β + y c at visit
    c."""
    if averaging_sum is not None:
        update(examples, i, winner, np.float64(when), rule, averaging_sum)
