"""Visits with cached scores: an epoch with few mistakes need not score every row again.

Two classes first. Let l_j be the length of row j and s_j = (w·x_j + b) / l_j its cached score. A mistake on row i
moves the weights by d_i = τ (weight of the example) × |λ x_i| in the direction of λ x_i, and so every cached score by

    s_j ← s_j + y_i d_i K_ij        with K_ij the cosine of λ x_i and x_j.

Where column i of K is at hand this takes one multiply-add per row. But s_j is rounded differently from the score
that decides, which is a dot product in eight lanes. Let ε bound the distance of the two, over l_j (all lengths are
taken as at least ``SHORTEST``, which covers underflow):

    y_j s_j > ε     the visit is right, whatever was rounded: nothing to do;
    otherwise       the row is scored by the weights themselves.

So the mistakes are those of ``learn``, to the last bit. Since scores are divided by l_j, one ε holds for all rows.
With a margin β, which is not divided, the row must have y_j s_j > ε + β / l_j.
With many classes there is one s_jk per class; a mistake moves those of the true class and of the winner. A visit is
surely right where s_jk of the true class is more than 2 (ε + β / l_j) above all others.

Where row i has no column, its update of the scores is deferred: until it is applied, ε also has the length by which
the weights have moved since, as no s_j can have moved further.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.csr import add_products
from rosenblatt.loops.error_bounds import ROUNDING, SAFETY, SHORTEST, dot_error
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import OVERFLOW
from rosenblatt.loops.rows import U0, U1, at
from rosenblatt.loops.steps import step_of
from rosenblatt.loops.update import add_to_average, list_mistake, step_of_mistake, update
from rosenblatt.loops.visit import strongest_rival

COSINE = 32767.0  # columns hold K_ij as a 16-bit integer, in units of 1 / COSINE
ROUNDING_OF_COLUMNS = 0.5 / COSINE


class CachedScores(NamedTuple):
    """Cached scores s_j of n rows, and the columns of K of some of them."""

    scores: Any  # s_j, or s_jk for every class k, row after row
    margins: Any  # for each row j, at least β / l_j; None for the plain perceptron
    columns: Any  # columns of K, as integers
    lengths: Any  # for each column i, |λ x_i|, at least SHORTEST
    reach: Any  # for each row i, at least |λ x_i|
    place: Any  # for each row its column, or −1
    used: Any  # for each column the last visit that used it
    drift: Any  # for two classes: the sum of the deferred updates of the weights
    bound: Any  # the parts of ε: [ROUNDED, LONGEST, PENDING]
    counts: Any  # [DEFERRED, VAIN_PENDING, VAIN_ROUNDED]
    patience: float  # needless visits after which deferred updates should be applied
    scratch: Any  # to score many classes; None for two


ROUNDED = 0  # bound on rounding of s_j by updates since it was computed
LONGEST = 1  # at least the largest length of the weights since then
PENDING = 2  # the length of the deferred updates

DEFERRED = 0  # mistakes by which scores were not moved yet
VAIN_PENDING = 1  # visits scored and found correct, while an update was deferred …
VAIN_ROUNDED = 2  # … and while none was, so only rounding was the cause


@jit
def learn_cached(examples, visits, visited, rule, weights, averaging_sum, cache, mistakes):
    """Do what ``learn`` does, and update the cache.

    Changes: the weights, the averaging sum, the list of mistakes from its start, and the cache.
    Returns the number of visits made and the number of mistakes, or −1 − t for both if a score overflowed at visit t.
    It stops early once deferred updates have caused more than ``cache.patience`` visits in vain.
    """
    counts, count = cache.counts, 0
    error = error_bound(cache, weights)
    for t in range(np.uint64(visits.size)):
        i = np.uint64(visits[t])
        if surely_right(cache, i, examples.classes[i], error + margin_of(cache.margins, i), weights):
            continue
        winner, wrong, h = strongest_rival(examples, i, rule, weights, cache.scratch)
        tau = step_of(rule, examples.rows, i, h, wrong)
        if winner == OVERFLOW or not np.isfinite(tau):
            return -1 - np.int64(t), -1 - np.int64(t)
        if not (wrong or tau > 0.0):
            counts[VAIN_PENDING if counts[DEFERRED] else VAIN_ROUNDED] += 1
            if counts[VAIN_PENDING] > cache.patience:
                return np.int64(t) + 1, count
            continue
        when, step = visited + np.int64(t) + 1, tau * at(examples.weights, i)
        update(examples, i, winner, step, rule, weights)
        add_to_average(examples, i, winner, step, when, rule, averaging_sum)
        if cache.place[i] < 0:
            defer_update(examples, i, winner, step, rule, weights, cache)
        else:
            apply_update(examples, i, winner, step, when, weights, cache)
        error = error_bound(cache, weights)
        list_mistake(mistakes, count, i, winner, when, tau, wrong)
        count += 1
    return np.int64(visits.size), count


@jit
def apply_deferred(examples, mistakes, weights, cache):
    """Move the scores by the deferred updates, once their rows have columns."""
    for k in range(mistakes.row.size):
        i, step = np.uint64(mistakes.row[k]), step_of_mistake(examples, mistakes, k)
        apply_update(examples, i, mistakes.wrong_class[k], step, cache.used[cache.place[i]], weights, cache)
    cache.counts[DEFERRED] = cache.counts[VAIN_PENDING] = 0
    cache.bound[PENDING] = cache.drift.b[0] = 0.0
    for j in range(cache.drift.w.shape[1]):
        cache.drift.w[0, j] = 0.0


@inlined
def margin_of(margins, i):
    """At least β / l_i."""
    if margins is None:
        return 0.0
    return margins[i]


@inlined
def error_bound(cache, weights):
    """Bound ε on the error of s_j: rounding of updates, of dot products then and now, and deferred updates."""
    lanes = dot_error(weights.w.shape[1]) * cache.bound[LONGEST]
    return SAFETY * (cache.bound[ROUNDED] + lanes) + cache.bound[PENDING]


@inlined
def surely_right(cache, i, label, error, weights):
    """Return True if the true class of row i wins however its scores are rounded."""
    n_classes = np.uint64(weights.b.size)
    if n_classes == U1:
        return (cache.scores[i] if label == 1 else -cache.scores[i]) > error
    own = cache.scores[i * n_classes + np.uint64(label)] - 2.0 * error
    behind = 0
    for k in range(i * n_classes, (i + U1) * n_classes):  # to the end: so it is a few vector instructions
        behind += cache.scores[k] < own
    return behind == weights.b.size - 1


@inlined
def apply_update(examples, i, winner, step, when, weights, cache):
    """Update s_j ← s_j + y_i d_i K_ij for all rows j.

    ε grows by the error of K_ij, which is that of an integer in its place and that of its own dot product.
    """
    column = np.uint64(cache.place[i])
    moved = step * cache.lengths[column]
    label, n_classes = np.uint64(examples.classes[i]), np.uint64(weights.b.size)
    if n_classes == U1:
        distance = (moved if label == 1 else -moved) / COSINE
        for j in range(np.uint64(cache.place.size)):
            cache.scores[j] += distance * cache.columns[column, j]
    else:
        winner = np.uint64(winner)
        for j in range(np.uint64(cache.place.size)):
            distance = moved / COSINE * cache.columns[column, j]
            cache.scores[j * n_classes + label] += distance
            cache.scores[j * n_classes + winner] -= distance
    widen(cache, moved)
    cache.bound[ROUNDED] += moved * (ROUNDING_OF_COLUMNS + dot_error(weights.w.shape[1]))
    cache.used[column] = when


@inlined
def defer_update(examples, i, winner, step, rule, weights, cache):
    """Defer an update: s_j stays, and ε grows by the distance that the weights have moved.

    For two classes that is the length of the sum of all deferred updates, in which y = +1 and −1 make up for each
    other; for many it is the sum of their lengths.
    """
    cache.counts[DEFERRED] += 1
    moved = step * cache.reach[i]
    widen(cache, moved)
    if weights.b.size > 1:
        cache.bound[PENDING] += SAFETY * moved
        return
    update(examples, i, winner, step, rule, cache.drift)
    squared = cache.drift.b[0] * cache.drift.b[0]
    for j in range(np.uint64(cache.drift.w.shape[1])):
        squared += cache.drift.w[U0, j] * cache.drift.w[U0, j]
    cache.bound[PENDING] = SAFETY * np.sqrt(squared)


@inlined
def widen(cache, moved):
    """Return ε after a weight update of this length: the rounding of the sums w + Δw and s_j + Δs_j."""
    cache.bound[LONGEST] += SAFETY * moved
    cache.bound[ROUNDED] += 8.0 * ROUNDING * cache.bound[LONGEST]


@jit
def cosines_of(rows, transposed, i, rule, row_lengths, scratch, cosines):
    """Column i of K for a CSR matrix and its transpose. Returns |λ x_i|."""
    for j in range(np.uint64(cosines.size)):
        scratch[U0, j] = rule.bias_rate
    squared = add_products(rows, transposed, i, rule.rate, rule.bias_rate * rule.bias_rate, scratch)
    length = max(np.sqrt(squared), SHORTEST)
    for j in range(np.uint64(cosines.size)):
        cosines[j] = np.int16(np.rint(COSINE * (scratch[U0, j] / (length * row_lengths[j]))))
    return length
