"""Visits with two classes or many, for code that handles both. ``scratch`` is None for two classes."""

import numpy as np

from rosenblatt.loops import binary, multiclass, one_vs_rest
from rosenblatt.loops.arguments import Examples, Mistakes, Rule, Scratch, Weights
from rosenblatt.loops.jit import inlined
from rosenblatt.loops.multiclass import OVERFLOW
from rosenblatt.loops.rows import U0, dot, score_two


def learn(
    examples: Examples,
    visits: np.ndarray,
    visited: int,
    rule: Rule,
    weights: Weights,
    averaging_sum: Weights | None,
    scratch: Scratch | None,
    mistakes: Mistakes,
) -> int:
    """Visit the rows one after another: see ``binary.learn``, ``multiclass.learn`` and ``one_vs_rest.learn``."""
    if scratch is None:
        return int(binary.learn(examples, visits, visited, rule, weights, averaging_sum, mistakes))
    if rule.one_vs_rest:
        return int(one_vs_rest.learn(examples, visits, visited, rule, weights, averaging_sum, scratch, mistakes))
    return int(multiclass.learn(examples, visits, visited, rule, weights, averaging_sum, scratch, mistakes))


def find_mistakes(
    examples: Examples,
    visits: np.ndarray,
    rule: Rule,
    weights: Weights,
    needs_step: bool,
    scratch: Scratch | None,
    mistakes: Mistakes,
) -> int:
    """List the mistakes under these weights: see ``binary.find_mistakes`` and ``multiclass.find_mistakes``."""
    if scratch is None:
        return int(binary.find_mistakes(examples, visits, rule, weights, needs_step, mistakes))
    return int(multiclass.find_mistakes(examples, visits, rule, weights, needs_step, scratch, mistakes))


@inlined
def strongest_rival(examples, i, rule, weights, scratch):
    """Strongest rival of the true class of row i, or OVERFLOW; whether it is a mistake; and h (see ``steps``)."""
    if scratch is None:
        y = 1.0 if examples.classes[i] == 1 else -1.0
        a = dot(examples.rows, i, weights.w, U0) + weights.b[U0]
        if not np.isfinite(a):
            return OVERFLOW, False, 0.0
        wrong = y * a < 0.0 or (a == 0.0 and y != rule.sign_of_zero)
        return 0 if y > 0.0 else 1, wrong, y * a
    score_two(examples.rows, i, i, weights, scratch)
    return multiclass.strongest_rival(scratch.scores, U0, examples.classes[i], rule.sign_of_zero)


@inlined
def predicted(rows, i, weights, sign_of_zero, scratch):
    """Class predicted for row i."""
    if scratch is None:
        a = dot(rows, i, weights.w, U0) + weights.b[U0]
        return 1 if a > 0.0 or (a == 0.0 and sign_of_zero > 0) else 0
    score_two(rows, i, i, weights, scratch)
    return multiclass.highest(scratch.scores, U0, sign_of_zero)
