"""The votes of every weight vector of a run, from products of rows and a running sum.

The weights after a mistake are those before it plus a row: so their score of a row x is the score before plus one
product of rows. That is rounded otherwise than the score that defines the vote: such a sum may decide only what its
error bound proves, and other votes are doubts, to be settled by the weights themselves.

Rows that are voted on stand side by side here, a column each, so that a vote on all of them is vector instructions.
"""

import numpy as np

from rosenblatt.loops.binary import update
from rosenblatt.loops.jit import inlined, jit
from rosenblatt.loops.multiclass import predicted
from rosenblatt.loops.rows import U0

MARGIN, HIGHEST, SECOND, WINNER = range(4)  # the rows of ``best``


@jit
def sum_votes(products, steps, classes, mistakes, survival, lengths, errors, first, scores, best, tally, doubts):
    """Note 003, voted perceptron: every weight vector predicts each row, as often as it survived.

    Given: the products of the rows with those on which mistakes were made, scaled by the rates; how far a mistake
    on each of those moves the weights, and its class; for each vote, how far its scores can be rounded away, over
    the length of the row scored. Votes are cast from ``first`` on, as long as there is room for doubts. Changes: the
    scores, which run from the first weights' to the last's; the tally; the doubts = [rows, votes]; best is scratch.
    Returns the next vote, and how many doubts there are.
    """
    count = 0
    for k in range(first, survival.size):
        if count + lengths.size > doubts.shape[1]:
            return k, count
        if k > 0:
            row = mistakes.row[k - 1]
            move(products, np.uint64(row), steps[row], classes[row], mistakes.wrong_class[k - 1], scores)
        if survival[k] > 0 and cast_votes(scores, survival[k], errors[k], lengths, best, tally) > 0:
            for i in range(np.uint64(lengths.size)):
                if not best[MARGIN, i] > errors[k] * lengths[i]:
                    doubts[0, count], doubts[1, count] = i, k
                    count += 1
    return survival.size, count


@inlined
def move(products, row, step, label, wrong_class, scores):
    """The scores after a mistake on a row of the support."""
    n = np.uint64(products.shape[1])
    if scores.shape[0] == 1:
        step = step if label == 1 else -step
        for i in range(n):
            scores[U0, i] += step * products[row, i]
    else:
        label, wrong_class = np.uint64(label), np.uint64(wrong_class)
        for i in range(n):
            scores[label, i] += step * products[row, i]
        for i in range(n):
            scores[wrong_class, i] -= step * products[row, i]


@inlined
def cast_votes(scores, survival, error, lengths, best, tally):
    """Cast the votes that are sure, on all rows. Returns how many are not: their margin is within the error."""
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
def settle_doubts(rows, doubts, examples, mistakes, survival, rule, weights, scratch, tally):
    """Cast the votes in doubt, sorted by vote, by the weights themselves, which run from the first to the last."""
    k = 0
    for t in range(doubts.shape[1]):
        while k < doubts[1, t]:
            update(examples, np.uint64(mistakes.row[k]), mistakes.wrong_class[k], 1.0, rule, weights)
            k += 1
        i = np.uint64(doubts[0, t])
        winner = predicted(rows, i, weights, rule.sign_of_zero, scratch)
        if scratch is None:
            tally[U0, i] += survival[k] if winner == 1 else -survival[k]
        else:
            tally[winner, i] += survival[k]
