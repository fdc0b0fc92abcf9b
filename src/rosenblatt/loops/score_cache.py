"""Visits under cached scores: an epoch with few mistakes need not score every row again.

A mistake on row i moves the score of row j by the product of the two rows. So where all scores are at hand, and
for row i a column with its products with every row, the scores after the mistake are too, at one multiply-add a
row. Such a score is rounded otherwise than the score that decides, which is the weights' own, added up in lanes:
so it may only say that a visit is surely right, outside a bound on both roundings. Every other visit is scored.

Scores are kept over the length of their row, and columns are cosines: then one bound holds for all rows.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.binary import add_to_average, update
from rosenblatt.loops.error_bounds import ROUNDING, SAFETY, dot_error
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import CORRECT, wrong_class_alone
from rosenblatt.loops.rows import U0, U1, add, at

COSINE = 32767.0  # columns hold cosines as 16-bit integers, so many of them as the length of a row
ROUNDING_OF_COLUMNS = 0.5 / COSINE


class CachedScores(NamedTuple):
    """Scores of n rows, and the columns of some of them."""

    scores: Any  # of each row under each row of the weights, over the row's length; one after the other
    columns: Any  # cosines of a row, scaled by the rates, with every row; as integers
    lengths: Any  # for each column, the length of its row scaled by the rates: how far a step moves the weights
    reach: Any  # for each row, at least that length
    place: Any  # for each row its column, or −1
    used: Any  # for each column the last visit that used it
    drift: Any  # of two classes: the weights' moves that are pending
    bound: Any  # [ROUNDED, LONGEST, PENDING]


ROUNDED = 0  # how far cached scores can have been rounded away since they were computed
LONGEST = 1  # the largest length that the weights can have had since then
PENDING = 2  # how far the weights have moved by mistakes that scores were not moved by yet


@jit
def learn_cached(
    examples, visits, start, visited, rule, weights, averaging_sum, scratch, cache, patience, mistakes, counts
):
    """What ``learn`` does, from visit ``start`` on.

    A mistake on a row without a column is left pending: scores are not moved by it, only their bound is. Stops
    when that has cost more than ``patience`` visits scored in vain, only to be found right. Returns the next visit.
    Changes counts = [mistakes, those pending, visits in vain while something was pending, and while nothing was].
    """
    error = largest_error(cache, weights)
    for t in range(np.uint64(start), np.uint64(visits.size)):
        i = np.uint64(visits[t])
        if surely_right(cache, i, examples.classes[i], error, weights):
            continue
        winner = wrong_class_alone(examples, i, rule, weights, scratch)
        if winner == CORRECT:
            counts[2 if counts[1] else 3] += 1
            if counts[2] > patience:
                return np.int64(t) + 1
            continue
        update(examples, i, winner, 1.0, rule, weights)
        when = visited + np.int64(t) + 1
        add_to_average(examples, i, winner, when, rule, averaging_sum)
        if cache.place[i] < 0:
            defer_update(examples, i, winner, rule, weights, cache)
            counts[1] += 1
        else:
            apply_update(examples, i, winner, when, weights, cache)
        error = largest_error(cache, weights)
        mistakes.row[counts[0]] = i
        mistakes.wrong_class[counts[0]] = winner
        mistakes.when[counts[0]] = when
        counts[0] += 1
    return np.int64(visits.size)


@jit
def apply_deferred(examples, rows, wrong_classes, weights, cache):
    """Move the scores by mistakes that were pending, now that their rows have columns."""
    for k in range(rows.size):
        apply_update(examples, np.uint64(rows[k]), wrong_classes[k], cache.used[cache.place[rows[k]]], weights, cache)
    cache.bound[PENDING] = cache.drift.b[0] = 0.0
    for j in range(cache.drift.w.shape[1]):
        cache.drift.w[0, j] = 0.0


@inlined
def defer_update(examples, i, winner, rule, weights, cache):
    """A mistake on row i was answered, and is pending: no score can move by more than the weights do."""
    moved = at(examples.weights, i) * cache.reach[i]
    widen(cache, moved)
    if weights.b.size > 1:
        cache.bound[PENDING] += SAFETY * moved
        return
    update(examples, i, winner, 1.0, rule, cache.drift)  # moves for and against make up for each other
    squared = cache.drift.b[0] * cache.drift.b[0]
    for j in range(np.uint64(cache.drift.w.shape[1])):
        squared += cache.drift.w[U0, j] * cache.drift.w[U0, j]
    cache.bound[PENDING] = SAFETY * np.sqrt(squared)


@jit
def cosines_of(rows, transposed, i, rule, row_lengths, scratch, cosines):
    """The column of row i of a CSR matrix, through the rows of its features. Returns the length of row i, scaled."""
    squared = rule.bias_rate * rule.bias_rate
    for j in range(np.uint64(cosines.size)):
        scratch[U0, j] = rule.bias_rate
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        f = np.uint64(rows.columns[e])
        scaled = at(rule.rate, f) * rows.values[e]
        squared += scaled * scaled
        add(transposed, f, scaled, 1.0, scratch, U0)
    length = np.sqrt(squared) if squared > 0.0 else 1.0
    for j in range(np.uint64(cosines.size)):
        cosines[j] = np.int16(np.rint(COSINE * (scratch[U0, j] / (length * row_lengths[j]))))
    return length


@jit
def transpose(rows, transposed):
    """The rows of a CSR matrix as rows of its features. Given: where each feature's row starts."""
    for i in range(np.uint64(rows.starts.size - 1)):
        for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
            f = np.uint64(rows.columns[e])
            place = np.uint64(transposed.starts[f])
            transposed.columns[place], transposed.values[place] = i, rows.values[e]
            transposed.starts[f] += 1


@inlined
def largest_error(cache, weights):
    """How far a cached score can be from the score that decides, both over the length of the row.

    What it was rounded since it was computed, what the lanes may round then and now, and the moves pending.
    """
    lanes = dot_error(weights.w.shape[1]) * cache.bound[LONGEST]
    return SAFETY * (cache.bound[ROUNDED] + lanes) + cache.bound[PENDING]


@inlined
def surely_right(cache, i, label, error, weights):
    """Whether the true class wins however the scores are rounded."""
    n_classes = np.uint64(weights.b.size)
    if n_classes == U1:
        return (cache.scores[i] if label == 1 else -cache.scores[i]) > error
    own = cache.scores[i * n_classes + np.uint64(label)] - 2.0 * error
    behind = 0
    for k in range(i * n_classes, (i + U1) * n_classes):  # to the end: so it is a few vector instructions
        behind += cache.scores[k] < own
    return behind == weights.b.size - 1


@inlined
def apply_update(examples, i, winner, when, weights, cache):
    """A mistake on row i was answered: move all cached scores with the weights, and the bound on their errors.

    The cosine's error is that of an integer in its place, and of its own sum of products.
    """
    column = np.uint64(cache.place[i])
    moved = at(examples.weights, i) * cache.lengths[column]
    label, n_classes = np.uint64(examples.classes[i]), np.uint64(weights.b.size)
    if n_classes == U1:
        step = (moved if label == 1 else -moved) / COSINE
        for j in range(np.uint64(cache.place.size)):
            cache.scores[j] += step * cache.columns[column, j]
    else:
        winner = np.uint64(winner)
        for j in range(np.uint64(cache.place.size)):
            step = moved / COSINE * cache.columns[column, j]
            cache.scores[j * n_classes + label] += step
            cache.scores[j * n_classes + winner] -= step
    widen(cache, moved)
    cache.bound[ROUNDED] += moved * (ROUNDING_OF_COLUMNS + dot_error(weights.w.shape[1]))
    cache.used[column] = when


@inlined
def widen(cache, moved):
    """The weights moved this far: what that may have rounded, in them and in cached scores."""
    cache.bound[LONGEST] += SAFETY * moved
    cache.bound[ROUNDED] += 8.0 * ROUNDING * cache.bound[LONGEST]
