"""Lengths of the steps by which visits move the weights.

The update rules differ only in the visits that they answer, and in this length.

Let h = y·a for two classes and h = ½ (a_true − a_rival) for many, ℓ = 1 − h the hinge loss, and ‖x‖ the norm without
the bias. A visit is answered if it is a mistake or h ≤ β, by the step

    CONSTANT     τ = 1                         perceptron, margin perceptron
    NORMALIZED   τ = 1 / ‖x‖
    PA           τ = ℓ / ‖x‖²                  the smallest step after which ℓ = 0
    PA_I         τ = min(C, ℓ / ‖x‖²)
    PA_II        τ = ℓ / (‖x‖² + 1/(2C))

A row of zeros has no direction to move in: τ = 0, except in PA-II, which moves the bias.
"""

import math
from typing import Any

import numpy as np

from rosenblatt.loops.jit import inlined
from rosenblatt.loops.rows import squared_norm

CONSTANT, NORMALIZED, PA, PA_I, PA_II = range(5)
SMALLEST = 5e-324  # squared norm above 0


@inlined
def step_of(rule, rows, i, h, wrong):
    """Step τ of a visit of row i: 0 if the visit is not answered."""
    return step_by(rule.margin, rule.step, rows, i, h, wrong)


@inlined
def step_by(margin, step, rows, i, h, wrong):
    if margin is None:  # known when the loop is compiled
        return 1.0 if wrong else 0.0
    if not (wrong or h <= margin):
        return 0.0
    return length_of_step(step, squared_norm(rows, i), h)


@inlined
def step_with_norm(margin, step, squared, h, wrong):
    """Step τ of a visit of a row whose squared norm is known: 0 if the visit is not answered."""
    if margin is None:
        return 1.0 if wrong else 0.0
    if not (wrong or h <= margin):
        return 0.0
    return length_of_step(step, squared, h)


@inlined
def length_of_step(step, squared, h):
    """Step τ of a visit that is answered, whose row has the squared norm ‖x‖². NaN if the norm overflows."""
    if step.kind == CONSTANT:
        return 1.0
    if not np.isfinite(squared):
        return np.nan
    if step.kind == PA_II:
        return (1.0 - h) / (squared + 0.5 / step.C)
    if squared == 0.0:
        return 0.0
    if step.kind == NORMALIZED:
        return 1.0 / np.sqrt(squared)
    return min(step.C, (1.0 - h) / squared)  # C is infinite for PA


@inlined
def is_found(rule, wrong, tau):
    """Return True for a visit that a search finds: a mistake, or a row within the margin of the margin perceptron.

    PA goes on to make updates after its last mistake. A search that answered them all would not end.
    """
    return found_by(rule.step, wrong, tau)


@inlined
def found_by(step, wrong, tau):
    if step is None:
        return wrong
    return wrong or (step.kind < PA and tau > 0.0)


def longest_step(rule: Any) -> float:
    """Upper bound on the step τ; infinite for PA and PA-II, whose step grows with the loss."""
    if rule.step is None or rule.step.kind == CONSTANT:
        return 1.0
    if rule.step.kind == NORMALIZED:
        return 1.0 / math.sqrt(SMALLEST)
    return math.inf if rule.step.kind == PA_II else float(rule.step.C)
