"""Votes of every weight vector of a run, from products of rows and a running sum.

The weights after a mistake are those before it plus a row. So their score of a row x is the score before plus one
product of two rows. That sum is rounded differently from the score that defines the vote: it may decide only what
its error bound proves. The other votes are doubts, and are settled by the weights themselves.

Rows that are voted on stand side by side here, one column each, so that a vote on all of them is vector instructions.
"""

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.rows import U0
from rosenblatt.loops.update import step_of_mistake, update
from rosenblatt.loops.visit import predicted


class Votes(NamedTuple):
    """Weight vectors of a run: the start, then those after each mistake."""

    mistakes: Any
    survival: Any  # of each weight vector: the number of its votes
    errors: Any  # of each weight vector: bound on the error of its scores, over the length of the row scored


class Ballots(NamedTuple):
    """Rows that are voted on, one column each."""

    lengths: Any
    scores: Any  # under the current weight vector, one line per row of the weights
    best: Any  # scratch: MARGIN, HIGHEST, SECOND, WINNER
    tally: Any  # votes for class 1 minus votes against it, or the votes for each class


MARGIN, HIGHEST, SECOND, WINNER = range(4)


@jit
def sum_votes(products, support, votes, ballots, first, doubts):
    """Sum the votes (voted perceptron, Maryland CMSC 422, Lecture 6): every weight vector predicts each row, as often
    as it survived.

    Given: the products of the rows with those on which mistakes were made (the support), scaled by the rates; the
    votes. They are cast from ``first`` on, as long as there is room for doubts.
    Changes: the ballots, whose scores run from the first weights' to the last's; the doubts = [rows, votes].
    Returns the next vote, and the number of doubts.
    """
    count, lengths, survival = 0, ballots.lengths, votes.survival
    for k in range(first, survival.size):
        if count + lengths.size > doubts.shape[1]:
            return k, count
        if k > 0:
            move_scores(products, support, votes.mistakes, k - 1, ballots.scores)
        if survival[k] > 0 and cast_votes(ballots, survival[k], votes.errors[k]) > 0:
            for i in range(np.uint64(lengths.size)):
                if not ballots.best[MARGIN, i] > votes.errors[k] * lengths[i]:
                    doubts[0, count], doubts[1, count] = i, k
                    count += 1
    return survival.size, count


@inlined
def move_scores(products, support, mistakes, k, scores):
    """Update the scores after mistake k, which is on a row of the support."""
    row, n = np.uint64(mistakes.row[k]), np.uint64(products.shape[1])
    step, label = step_of_mistake(support, mistakes, k), np.uint64(support.classes[row])
    if scores.shape[0] == 1:
        step = step if label == 1 else -step
        for i in range(n):
            scores[U0, i] += step * products[row, i]
    else:
        wrong_class = np.uint64(mistakes.wrong_class[k])
        for i in range(n):
            scores[label, i] += step * products[row, i]
        for i in range(n):
            scores[wrong_class, i] -= step * products[row, i]


@inlined
def cast_votes(ballots, survival, error):
    """Cast the votes that are certain, on all rows. Return the number of the others, whose margin is
    within the error."""
    lengths, scores, best, tally = ballots
    n = np.uint64(lengths.size)
    doubtful = 0
    if scores.shape[0] == 1:
        for i in range(n):
            score = scores[U0, i]
            best[MARGIN, i] = np.abs(score)
            sure = survival if np.abs(score) > error * lengths[i] else 0.0
            tally[U0, i] += sure if score > 0.0 else -sure
            doubtful += sure == 0.0
        return doubtful
    for i in range(n):
        best[HIGHEST, i], best[SECOND, i], best[WINNER, i] = scores[U0, i], -np.inf, 0.0
    for c in range(1, scores.shape[0]):
        for i in range(n):
            score, high = scores[c, i], best[HIGHEST, i]
            best[SECOND, i] = max(min(score, high), best[SECOND, i])
            best[WINNER, i] = float(c) if score > high else best[WINNER, i]
            best[HIGHEST, i] = max(score, high)
    for i in range(n):
        best[MARGIN, i] = 0.5 * (best[HIGHEST, i] - best[SECOND, i])
        if best[MARGIN, i] > error * lengths[i]:
            tally[np.uint64(best[WINNER, i]), i] += survival
        else:
            doubtful += 1
    return doubtful


@jit
def settle_doubts(rows, doubts, support, votes, rule, weights, scratch, tally):
    """Cast the doubtful votes, sorted by vote, by the weights themselves, which run from the first to the last."""
    k, mistakes, survival = 0, votes.mistakes, votes.survival
    for t in range(doubts.shape[1]):
        while k < doubts[1, t]:
            step = step_of_mistake(support, mistakes, k)
            update(support, np.uint64(mistakes.row[k]), mistakes.wrong_class[k], step, rule, weights)
            k += 1
        i = np.uint64(doubts[0, t])
        winner = predicted(rows, i, weights, rule.sign_of_zero, scratch)
        if scratch is None:
            tally[U0, i] += survival[k] if winner == 1 else -survival[k]
        else:
            tally[winner, i] += survival[k]
