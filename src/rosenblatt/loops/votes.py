"""The votes of every weight vector of a run, from products of rows and a running sum.

The weights after a mistake are those before it plus a row: so their score of a row x is the score before plus one
product of rows. That is rounded otherwise than the score that defines the vote: such a sum may decide only what its
error bound proves, and other votes are doubts, to be settled by the weights themselves.
"""

import numpy as np

from rosenblatt.loops.jit import jit, part
from rosenblatt.loops.rivals import predicted
from rosenblatt.loops.rows import U0, at
from rosenblatt.loops.visits import update


@jit
def sum_votes(products, examples, mistakes, survival, lengths, errors, scores, first, tally, doubts):
    """Note 003, voted perceptron: every weight vector predicts each row, as often as it survived.

    Given: the products of each row with those on which mistakes were made, scaled by the rates; the length of each
    row; for each vote, how far a score can be rounded away, over that length. Rows are taken from ``first`` on, as
    long as there is room for the doubts that one can make. Changes: the scores, which run from the first weights'
    to the last's; the tally; the doubts = rows and votes. Returns the next row, and how many doubts there are.
    """
    n_votes = np.uint64(survival.size)
    count = 0
    i = np.uint64(first)
    while i < np.uint64(tally.shape[0]) and count + survival.size <= doubts.shape[1]:
        for k in range(n_votes):
            if k > 0:
                move(products, i, examples, mistakes, k - np.uint64(1), scores)
            if survival[k] > 0 and not cast_vote(scores, i, survival[k], errors[k] * lengths[i], tally):
                doubts[0, count], doubts[1, count] = i, k
                count += 1
        i += np.uint64(1)
    return np.int64(i), count


@part
def move(products, i, examples, mistakes, k, scores):
    """The scores of row i after mistake k."""
    row = np.uint64(mistakes.row[k])
    step = at(examples.weights, row) * products[i, row]
    true = np.uint64(examples.classes[row])
    if scores.shape[1] == 1:
        scores[i, U0] += step if true == 1 else -step
    else:
        scores[i, true] += step
        scores[i, np.uint64(mistakes.rival[k])] -= step


@part
def cast_vote(scores, i, survival, error, tally):
    """Whether the vote is sure; then it is cast."""
    if scores.shape[1] == 1:
        score = scores[i, U0]
        if not np.abs(score) > error:
            return False
        tally[i, U0] += survival if score > 0.0 else -survival
        return True
    best, second, winner = -np.inf, -np.inf, 0
    for k in range(scores.shape[1]):
        score = scores[i, k]
        if score > best:
            best, second, winner = score, best, k
        elif score > second:
            second = score
    if not best - second > 2.0 * error:
        return False
    tally[i, winner] += survival
    return True


@jit
def settle_doubts(rows, doubts, examples, mistakes, survival, rule, weights, board, tally):
    """Cast the votes in doubt, sorted by vote, by the weights themselves, which run from the first to the last."""
    k = 0
    for t in range(doubts.shape[1]):
        while k < doubts[1, t]:
            update(examples, np.uint64(mistakes.row[k]), mistakes.rival[k], 1.0, rule, weights)
            k += 1
        i = np.uint64(doubts[0, t])
        winner = predicted(rows, i, weights, rule.sign_of_zero, board)
        if board is None:
            tally[i, U0] += survival[k] if winner == 1 else -survival[k]
        else:
            tally[i, winner] += survival[k]
