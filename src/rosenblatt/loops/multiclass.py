"""Perceptron with many classes: the class k with the highest score w_k·x + b_k wins.

Visits t and t + 1 are scored together, so that the weights are read once for both. A mistake at visit t moves two
classes only, and only these are scored again for visit t + 1.
"""

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.prefetch import prefetch_pair_ahead
from rosenblatt.loops.rows import U0, U1, at, dot, score_two
from rosenblatt.loops.steps import is_found, step_of
from rosenblatt.loops.update import list_mistake, move

CORRECT = -1
OVERFLOW = -2


@jit
def learn(examples, visits, visited, rule, weights, averaging_sum, scratch, mistakes):
    """Visit the rows one after another; answer each mistake at once.

    Given: the examples, the rows to visit, the number of visits before these, the rule, and scratch space.
    Changes: the weights; the sum of Algorithm 7, unless it is None; the list of mistakes, from its start.
    Returns the number of mistakes, or −1 − t if a score overflowed at visit t.
    """
    rows, count = examples.rows, 0
    for t in range(np.uint64(visits.size)):
        i = np.uint64(visits[t])
        label = np.uint64(examples.classes[i])
        score_in_pairs(rows, visits, t, weights, scratch)
        winner, wrong, h = strongest_rival(scratch.scores, t & U1, label, rule.sign_of_zero)
        if winner == OVERFLOW:
            return -1 - np.int64(t)
        tau = step_of(rule, rows, i, h, wrong)
        if not np.isfinite(tau):
            return -1 - np.int64(t)
        if wrong or tau > 0.0:
            c, step, rival = visited + np.int64(t) + 1, tau * at(examples.weights, i), np.uint64(winner)
            move(weights, label, rows, i, step, rule)  # towards the true class
            move(weights, rival, rows, i, -step, rule)  # away from its strongest rival
            if averaging_sum is not None:
                move(averaging_sum, label, rows, i, c * step, rule)
                move(averaging_sum, rival, rows, i, -(c * step), rule)
            if t & U1 == U0 and t + U1 < np.uint64(visits.size):
                rescore(rows, np.uint64(visits[t + U1]), label, weights, scratch)
                rescore(rows, np.uint64(visits[t + U1]), rival, weights, scratch)
            list_mistake(mistakes, count, i, winner, c, tau, wrong)
            count += 1
    return count


@jit
def find_mistakes(examples, visits, rule, weights, needs_step, scratch, mistakes):
    """List the rows that are mistakes under these weights, or within the margin of that rule, until the list is full.

    Given: the examples, the rows to look at, the rule, the weights, whether to pass over mistakes with step 0, and
    scratch space.
    Changes: the list of mistakes, from its start; the visits in it are 0.
    Returns the number of mistakes, or −1 − t if a score overflowed at row t.
    """
    count = 0
    for t in range(np.uint64(visits.size)):
        if count == mistakes.row.size:
            break
        i = np.uint64(visits[t])
        score_in_pairs(examples.rows, visits, t, weights, scratch)
        winner, wrong, h = strongest_rival(scratch.scores, t & U1, examples.classes[i], rule.sign_of_zero)
        if winner == OVERFLOW:
            return -1 - np.int64(t)
        tau = step_of(rule, examples.rows, i, h, wrong)
        if not np.isfinite(tau):
            return -1 - np.int64(t)
        if is_found(rule, wrong, tau) and (tau > 0.0 or not needs_step):
            list_mistake(mistakes, count, i, winner, 0, tau, wrong)
            count += 1
    return count


@inlined
def score_in_pairs(rows, visits, t, weights, scratch):
    """At an even t, score visits t and t + 1, into lines 0 and 1 of the scratch scores."""
    if t & U1 == U0:
        ahead = prefetch_pair_ahead(rows, visits, t)
        j = visits[min(t + U1, np.uint64(visits.size) - U1)]
        score_two(ahead, np.uint64(visits[t]), np.uint64(j), weights, scratch)


@inlined
def rescore(rows, j, k, weights, scratch):
    """Score class k again after its update, for the second visit of the pair."""
    scratch.scores[U1, k] = dot(rows, j, weights.w, k) + weights.b[k]


@inlined
def strongest_rival(scores, line, label, sign_of_zero):
    """Other class with the highest score, whether the visit is a mistake, and h = ½ (a_true − a_rival).

    The class is OVERFLOW if a score is not finite. Among equal rivals the first wins, or the last if zero counts as
    positive. A tie with the true class is a mistake, unless ties go to the first (or the last) class and that is
    the true one.
    """
    label = np.int64(label)
    own = scores[line, label]
    best = -np.inf
    winner = OVERFLOW
    for k in range(scores.shape[1]):
        if k != label:
            a = scores[line, k]
            if not np.isfinite(a):
                return OVERFLOW, False, 0.0
            if a > best or (a == best and sign_of_zero > 0):
                best = a
                winner = k
    if not np.isfinite(own):
        return OVERFLOW, False, 0.0
    is_tie_won = sign_of_zero != 0 and (sign_of_zero > 0) == (label > winner)
    wrong = own < best or (own == best and not is_tie_won)
    return winner, wrong, 0.5 * (own - best)


@inlined
def highest(scores, line, sign_of_zero):
    """Class with the highest score: on a tie the first, or the last if zero counts as positive."""
    best = -np.inf
    winner = 0
    for k in range(scores.shape[1]):
        a = scores[line, k]
        if a > best or (a == best and sign_of_zero > 0):
            best = a
            winner = k
    return winner
