"""Visits under kept scores: an epoch with few mistakes need not score every row again.

A mistake on row i moves the score of row j by the product of the two rows. So where all scores are at hand, and
for row i a column with its products with every row, the scores after the mistake are too, at one multiply-add a
row. Such a score is rounded otherwise than the score that decides, which is the weights' own, added up in lanes:
so it may only say that a visit is surely right, outside a bound on both roundings. Every other visit is scored.

Scores are kept over the length of their row, and columns are cosines: then one bound holds for all rows.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.binary import cache, update
from rosenblatt.loops.error_bounds import ROUNDING, SAFETY, of_a_sum
from rosenblatt.loops.jit import jit, part
from rosenblatt.loops.multiclass import NO_RIVAL, rival_alone
from rosenblatt.loops.rows import U0, U1, add, at

COSINE = 32767.0  # columns hold cosines as 16-bit integers, so many of them as the length of a row
ROUNDING_OF_COLUMNS = 0.5 / COSINE


class Kept(NamedTuple):
    """What is kept of n rows, and of those among them that have a column."""

    scores: Any  # of each row under each row of the weights, over the row's length; one after the other
    columns: Any  # cosines of a row, scaled by the rates, with every row; as integers
    lengths: Any  # for each column, the length of its row scaled by the rates: how far a step moves the weights
    reach: Any  # for each row, at least that length
    place: Any  # for each row its column, or −1
    used: Any  # for each column the last visit that used it
    drift: Any  # of two classes: the weights' moves that are pending
    bound: Any  # [ROUNDED, LONGEST, PENDING]


ROUNDED = 0  # how far kept scores can have been rounded away since they were computed
LONGEST = 1  # the largest length that the weights can have had since then
PENDING = 2  # how far the weights have moved by mistakes that scores were not moved by yet


@jit
def learn_kept(examples, visits, start, visited, rule, weights, cached, board, kept, patience, mistakes, counts):
    """What ``learn`` does, from visit ``start`` on.

    A mistake on a row without a column is left pending: scores are not moved by it, only their bound is. Stops
    when that has cost more than ``patience`` visits scored in vain, only to be found right. Returns the next visit.
    Changes counts = [mistakes, those pending, visits in vain while something was pending, and while nothing was].
    """
    error = largest_error(kept, weights)
    for t in range(np.uint64(start), np.uint64(visits.size)):
        i = np.uint64(visits[t])
        if surely_right(kept, i, examples.classes[i], error, weights):
            continue
        winner = rival_alone(examples, i, rule, weights, board)
        if winner == NO_RIVAL:
            counts[2 if counts[1] else 3] += 1
            if counts[2] > patience:
                return np.int64(t) + 1
            continue
        update(examples, i, winner, 1.0, rule, weights)
        when = visited + np.int64(t) + 1
        cache(examples, i, winner, when, rule, cached)
        if kept.place[i] < 0:
            leave(examples, i, winner, rule, weights, kept)
            counts[1] += 1
        else:
            spread(examples, i, winner, when, weights, kept)
        error = largest_error(kept, weights)
        mistakes.row[counts[0]] = i
        mistakes.rival[counts[0]] = winner
        mistakes.when[counts[0]] = when
        counts[0] += 1
    return np.int64(visits.size)


@jit
def settle(examples, rows, rivals, weights, kept):
    """Move the scores by mistakes that were pending, now that their rows have columns."""
    for k in range(rows.size):
        spread(examples, np.uint64(rows[k]), rivals[k], kept.used[kept.place[rows[k]]], weights, kept)
    kept.bound[PENDING] = kept.drift.b[0] = 0.0
    for j in range(kept.drift.w.shape[1]):
        kept.drift.w[0, j] = 0.0


@part
def leave(examples, i, winner, rule, weights, kept):
    """A mistake on row i was answered, and is pending: no score can move by more than the weights do."""
    moved = at(examples.weights, i) * kept.reach[i]
    widen(kept, moved)
    if weights.b.size > 1:
        kept.bound[PENDING] += SAFETY * moved
        return
    update(examples, i, winner, 1.0, rule, kept.drift)  # moves for and against make up for each other
    squared = kept.drift.b[0] * kept.drift.b[0]
    for j in range(np.uint64(kept.drift.w.shape[1])):
        squared += kept.drift.w[U0, j] * kept.drift.w[U0, j]
    kept.bound[PENDING] = SAFETY * np.sqrt(squared)


@jit
def cosines_of(rows, turned, i, rule, row_lengths, scratch, found):
    """The column of row i of a CSR matrix, through the rows of its features. Returns the length of row i, scaled."""
    squared = rule.bias_rate * rule.bias_rate
    for j in range(np.uint64(found.size)):
        scratch[U0, j] = rule.bias_rate
    for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
        f = np.uint64(rows.columns[e])
        scaled = at(rule.rate, f) * rows.values[e]
        squared += scaled * scaled
        add(turned, f, scaled, 1.0, scratch, U0)
    length = np.sqrt(squared) if squared > 0.0 else 1.0
    for j in range(np.uint64(found.size)):
        found[j] = np.int16(np.rint(COSINE * (scratch[U0, j] / (length * row_lengths[j]))))
    return length


@jit
def turn(rows, turned):
    """The rows of a CSR matrix as rows of its features. Given: where each feature's row starts."""
    for i in range(np.uint64(rows.starts.size - 1)):
        for e in range(np.uint64(rows.starts[i]), np.uint64(rows.starts[i + U1])):
            f = np.uint64(rows.columns[e])
            place = np.uint64(turned.starts[f])
            turned.columns[place], turned.values[place] = i, rows.values[e]
            turned.starts[f] += 1


@part
def largest_error(kept, weights):
    """How far a kept score can be from the score that decides, both over the length of the row.

    What it was rounded since it was computed, what the lanes may round then and now, and the moves pending.
    """
    lanes = of_a_sum(weights.w.shape[1]) * kept.bound[LONGEST]
    return SAFETY * (kept.bound[ROUNDED] + lanes) + kept.bound[PENDING]


@part
def surely_right(kept, i, true, error, weights):
    """Whether the true class wins however the scores are rounded."""
    n_classes = np.uint64(weights.b.size)
    if n_classes == U1:
        return (kept.scores[i] if true == 1 else -kept.scores[i]) > error
    own = kept.scores[i * n_classes + np.uint64(true)] - 2.0 * error
    behind = 0
    for k in range(i * n_classes, (i + U1) * n_classes):  # to the end: so it is a few vector instructions
        behind += kept.scores[k] < own
    return behind == weights.b.size - 1


@part
def spread(examples, i, winner, when, weights, kept):
    """A mistake on row i was answered: move all kept scores with the weights, and the bound on their errors.

    The cosine's error is that of an integer in its place, and of its own sum of products.
    """
    column = np.uint64(kept.place[i])
    moved = at(examples.weights, i) * kept.lengths[column]
    true, n_classes = np.uint64(examples.classes[i]), np.uint64(weights.b.size)
    if n_classes == U1:
        step = (moved if true == 1 else -moved) / COSINE
        for j in range(np.uint64(kept.place.size)):
            kept.scores[j] += step * kept.columns[column, j]
    else:
        winner = np.uint64(winner)
        for j in range(np.uint64(kept.place.size)):
            step = moved / COSINE * kept.columns[column, j]
            kept.scores[j * n_classes + true] += step
            kept.scores[j * n_classes + winner] -= step
    widen(kept, moved)
    kept.bound[ROUNDED] += moved * (ROUNDING_OF_COLUMNS + of_a_sum(weights.w.shape[1]))
    kept.used[column] = when


@part
def widen(kept, moved):
    """The weights moved this far: what that may have rounded, in them and in kept scores."""
    kept.bound[LONGEST] += SAFETY * moved
    kept.bound[ROUNDED] += 8.0 * ROUNDING * kept.bound[LONGEST]
