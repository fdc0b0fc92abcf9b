"""Perceptron update after a mistake, and its entry in the list of mistakes."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from rosenblatt.loops.jit import INLINED, inlined
from rosenblatt.loops.rows import U0, add, at


@inlined
def move(weights, k, rows, i, step, rule):
    """Update w_k ← w_k + step λ x and b_k ← b_k + step λ, where x is row i."""
    add(rows, i, step, rule.rate, weights.w, k)
    weights.b[k] += step * rule.bias_rate


@inlined
def update(examples, i, winner, step, rule, weights):
    """Move the weights by a step towards the true class of row i and away from the winner.

    For two classes or for many, for code that handles both; two classes share one row of weights. One against the rest,
    the winner alone moves.
    """
    label = np.uint64(examples.classes[i])
    if weights.b.size == 1:
        move(weights, U0, examples.rows, i, step if label == 1 else -step, rule)
    else:
        move_classes(rule.one_vs_rest, weights, label, np.uint64(winner), examples.rows, i, step, rule)


@inlined
def move_classes(one_vs_rest, weights, label, winner, rows, i, step, rule):
    if one_vs_rest is None:  # known when the loop is compiled
        move(weights, label, rows, i, step, rule)
        move(weights, winner, rows, i, -step, rule)
    else:
        move(weights, winner, rows, i, step if winner == label else -step, rule)


@inlined
def add_to_average(examples, i, winner, step, when, rule, averaging_sum):
    """Update the averaging sum (Maryland CMSC 422, Algorithm 7, lines 9 and 10): u ← u + y c x and β ← β + y c at visit
    c."""
    if averaging_sum is not None:
        update(examples, i, winner, np.float64(when) * step, rule, averaging_sum)


@inlined
def step_of_mistake(examples, mistakes, k):
    """Step of entry k of the list of mistakes, with the weight of its row."""
    return at(mistakes.step, k) * at(examples.weights, np.uint64(mistakes.row[k]))


@inlined
def list_mistake(mistakes, k, i, wrong_class, when, tau, wrong):
    """Write entry k of the list of mistakes."""
    mistakes.row[k] = i
    mistakes.wrong_class[k] = wrong_class
    mistakes.when[k] = when
    put_at(mistakes.step, k, tau)
    put_at(mistakes.wrong, k, wrong)


def put_at(numbers: Any, k: Any, number: Any) -> None:
    """Set element k of an array. One number that stands for all stays."""
    if isinstance(numbers, np.ndarray):
        numbers[k] = number


@overload(put_at, jit_options=INLINED)
def _put_at(numbers, k, number):
    if isinstance(numbers, types.Array):
        return _put
    return lambda numbers, k, number: None


def _put(numbers, k, number):
    numbers[k] = number
