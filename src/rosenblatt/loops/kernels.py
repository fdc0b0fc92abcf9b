"""Kernel perceptron: scores are sums of kernel values, one per update, in the order of the updates.

    f_k(x) = Σ_e s_e K(x_e, x)

The sum is over the updates e that moved class k, each on a row x_e with the signed step s_e. A *move* is one term of
such a sum: a row, a class, a step. For two classes, an update is one move of the shared score. For many classes, it is
one move of the true class and one of its rival; one against the rest, one move of one class.

Kernel values are powers of products p, by repeated multiplication: K = (coef0 + gamma p)^degree.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy import float64

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import OVERFLOW, strongest_rival
from rosenblatt.loops.rows import U0, U1, at
from rosenblatt.loops.steps import is_found, step_with_norm
from rosenblatt.loops.update import list_mistake

CHUNK = 1024  # rows whose kernel values are computed together: their scores stay in cache


class Power(NamedTuple):
    """Kernel as a function of a product p: (coef0 + gamma p)^degree."""

    degree: int
    gamma: float
    coef0: float


class Moves(NamedTuple):
    """Moves of a run, in order. Moves of one visit stand together."""

    row: Any  # number among the rows of products
    k: Any  # class that moves; 0 for the shared score of two classes
    step: Any  # signed: with the rate and the weight of the row
    when: Any  # visit, from 1


class Lines(NamedTuple):
    """Numbers of some rows with all rows, from which the power gives kernel values."""

    numbers: Any  # one line per row that has one
    place: Any  # for each row its line, or −1
    power: Power


class Visitors(NamedTuple):
    """Facts about the rows that a visit needs beside their scores."""

    classes: Any  # one number per row, unsigned
    weights: Any  # factor of the update: one number, or one per row
    squares: Any  # squared norm of each row, for rules whose step depends on it


@inlined
def kernel_values(products, row, first, last, power, scratch):
    """Kernel values of one row of products with the next rows, into line 1 of the scratch. Returns their number."""
    count = min(last - first, np.uint64(scratch.shape[1]))
    for j in range(count):
        base = power.coef0 + power.gamma * float64(products[row, first + j])
        scratch[U0, j] = base
        scratch[U1, j] = base
    for _ in range(1, power.degree):
        for j in range(count):
            scratch[U1, j] *= scratch[U0, j]
    return count


@jit
def add_moves(moves, products, power, begin, end, scratch, scores):
    """Add the moves to the scores of the rows from ``begin`` to ``end``: f_k(x_j) ← f_k(x_j) + s K(x, x_j).

    Given: the moves, the products of their rows with all rows, the kernel, and scratch space.
    Changes: the scores, one line per class and one column per row.
    """
    for first in range(np.uint64(begin), np.uint64(end), np.uint64(scratch.shape[1])):
        previous = np.int64(-1)
        count = U0
        for e in range(np.uint64(moves.row.size)):
            if np.int64(moves.row[e]) != previous:
                previous = np.int64(moves.row[e])
                count = kernel_values(products, np.uint64(previous), first, np.uint64(end), power, scratch)
            k, step = np.uint64(moves.k[e]), moves.step[e]
            for j in range(count):
                scores[k, first + j] += step * scratch[U1, j]


@inlined
def value_with(values, lines, place, t, j, later):
    """Kernel value of visit t with a later visit, of row j: from the values at hand, or from a line of numbers."""
    if place < 0:
        return values[t, later]
    base = lines.power.coef0 + lines.power.gamma * float64(lines.numbers[np.uint64(place), j])
    value = base
    for _ in range(1, lines.power.degree):
        value *= base
    return value


@inlined
def signed_answer(a, y, squared, rule):
    """Decide whether a score is a mistake for the sign y, and by which step: NaN if the score overflowed."""
    wrong = y * a < 0.0 or (a == 0.0 and y != rule.sign_of_zero)
    tau = step_with_norm(rule.margin, rule.step, squared, y * a, wrong)
    return wrong, tau if np.isfinite(a) else np.nan


@inlined
def argmax_answer(scores, t, label, squared, rule):
    """Strongest rival of the true class, whether it wins, and the step: NaN if a score overflowed."""
    winner, wrong, h = strongest_rival(scores, t, label, rule.sign_of_zero)
    tau = step_with_norm(rule.margin, rule.step, squared, h, wrong)
    return winner, wrong, tau if winner != OVERFLOW else np.nan


@jit
def learn_signs(visitors, visits, visited, rule, values, lines, scores, mistakes):
    """Visit rows one after another; answer each mistake at once. For two classes, and for each class against the rest.

    Given: the visitors, the rows to visit, the number of visits before these, the rule, and kernel values: of the
    visited rows with each other; or, if these are empty, lines of some rows. Then a visit that is answered and whose
    row has no line is the last.
    Changes: the scores of the visited rows, one line per visit; the list of mistakes, from its start.
    Returns the number of visits made, and of mistakes; or −1 − t and 0 if a score overflowed at visit t.
    """
    count, n, n_scores = 0, np.uint64(visits.size), np.uint64(scores.shape[1])
    for t in range(n):
        i, before = np.uint64(visits[t]), count
        label, squared = np.int64(visitors.classes[i]), visitors.squares[i]
        place = np.int64(-1) if values.shape[0] > 0 else np.int64(lines.place[i])
        last = n if values.shape[0] > 0 or place >= 0 else t
        for k in range(n_scores):
            y = 1.0 if label == (1 if n_scores == 1 else np.int64(k)) else -1.0
            wrong, tau = signed_answer(scores[t, k], y, squared, rule)
            if not np.isfinite(tau):
                return -1 - np.int64(t), 0
            if wrong or tau > 0.0:
                moved = np.int64(k) if n_scores > 1 else 0 if y > 0.0 else 1
                list_mistake(mistakes, count, i, moved, visited + np.int64(t) + 1, tau, wrong)
                count += 1
                step = (y * (tau * at(visitors.weights, i))) * rule.rate
                for later in range(t + U1, last):
                    scores[later, k] += step * value_with(values, lines, place, t, np.uint64(visits[later]), later)
        if count > before and last == t:
            return np.int64(t) + 1, count
    return np.int64(n), count


@jit
def learn_argmax(visitors, visits, visited, rule, values, lines, scores, mistakes):
    """Visit rows one after another; answer each mistake at once: the class with the highest score wins.

    See ``learn_signs``.
    """
    count, n = 0, np.uint64(visits.size)
    for t in range(n):
        i = np.uint64(visits[t])
        label = np.uint64(visitors.classes[i])
        winner, wrong, tau = argmax_answer(scores, t, label, visitors.squares[i], rule)
        if not np.isfinite(tau):
            return -1 - np.int64(t), 0
        if wrong or tau > 0.0:
            list_mistake(mistakes, count, i, winner, visited + np.int64(t) + 1, tau, wrong)
            count += 1
            place = np.int64(-1) if values.shape[0] > 0 else np.int64(lines.place[i])
            if values.shape[0] == 0 and place < 0:
                return np.int64(t) + 1, count
            step, rival = (tau * at(visitors.weights, i)) * rule.rate, np.uint64(winner)
            for later in range(t + U1, n):
                value = value_with(values, lines, place, t, np.uint64(visits[later]), later)
                scores[later, label] += step * value
                scores[later, rival] += -step * value
    return np.int64(n), count


@jit
def find_mistakes(visitors, visits, rule, needs_step, scores, mistakes):
    """List the rows that are mistakes under these scores, or within the margin of that rule, until the list is full.

    Given: the visitors, the rows to look at, the rule, whether to pass over mistakes with step 0, and the scores of
    these rows, one line each. Changes: the list of mistakes, from its start; the visits in it are 0.
    Returns the number of mistakes, or −1 − t if a score overflowed at row t.
    """
    count = 0
    for t in range(np.uint64(visits.size)):
        if count == mistakes.row.size:
            break
        i = np.uint64(visits[t])
        label = np.uint64(visitors.classes[i])
        if scores.shape[1] == 1:
            y = 1.0 if label == U1 else -1.0
            winner = 0 if y > 0.0 else 1
            wrong, tau = signed_answer(scores[t, U0], y, visitors.squares[i], rule)
        else:
            winner, wrong, tau = argmax_answer(scores, t, label, visitors.squares[i], rule)
        if not np.isfinite(tau):
            return -1 - np.int64(t)
        if is_found(rule, wrong, tau) and (tau > 0.0 or not needs_step):
            list_mistake(mistakes, count, i, winner, 0, tau, wrong)
            count += 1
    return count
