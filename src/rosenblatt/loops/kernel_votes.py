"""Votes of all weight vectors of a kernel perceptron, on many rows at once.

Moves, kernel values and scores are those of ``loops/kernels``. The scores of a class run from its first weight vector
to its last. A vector that was made at visit s and moved at visit t survived t − s visits. The zero start has no vote.
"""

import numpy as np

from rosenblatt.loops.jit import inlined, jit


@inlined
def move(moves, e, values, first, last, scores):
    """Move the scores of some rows."""
    row, k, step = np.uint64(moves.row[e]), np.uint64(moves.k[e]), moves.step[e]
    for j in range(first, last):
        scores[k, j] += step * values[row, j]


@inlined
def cast_signs(k, votes, wins_at_zero, first, last, scores, tally):
    """Votes of the current vector of class k: for a positive score, against the class for a negative one."""
    for j in range(first, last):
        f = scores[k, j]
        tally[k, j] += votes if f > 0.0 or (f == 0.0 and wins_at_zero) else -votes


@jit
def sum_signs(moves, values, n_visits, wins_at_zero, first, last, made, scores, tally):
    """Sum the signed votes Σ c sign(f_k(x)), for two classes or for each class against the rest.

    Given: the moves, the kernel values of their rows with the rows voted on, the visits of the run, the meaning of a
    score of zero, and the rows to vote on. Changes: the visit at which each class's vector was made, the scores, and
    the tally: one line per class.
    """
    first, last = np.uint64(first), np.uint64(last)
    for e in range(np.uint64(moves.row.size)):
        k = np.uint64(moves.k[e])
        if made[k] > 0 and moves.when[e] > made[k]:
            cast_signs(k, float(moves.when[e] - made[k]), wins_at_zero, first, last, scores, tally)
        move(moves, e, values, first, last, scores)
        made[k] = moves.when[e]
    for c in range(np.uint64(made.size)):
        if made[c] > 0:
            cast_signs(c, float(n_visits + 1 - made[c]), wins_at_zero, first, last, scores, tally)


@inlined
def cast_winners(votes, last_wins, first, last, scores, best, tally):
    """Votes of the current vectors for the class with the highest score: the first on a tie, or the last."""
    for j in range(first, last):
        best[0, j], best[1, j] = scores[0, j], 0.0
    for k in range(np.uint64(1), np.uint64(scores.shape[0])):
        for j in range(first, last):
            higher = scores[k, j] > best[0, j] or (last_wins and scores[k, j] == best[0, j])
            best[1, j] = float(k) if higher else best[1, j]
            best[0, j] = max(scores[k, j], best[0, j])
    for j in range(first, last):
        tally[np.uint64(best[1, j]), j] += votes


@jit
def sum_winners(moves, values, n_visits, last_wins, first, last, best, scores, tally):
    """Sum the votes for the class with the highest score, of many classes.

    Given and changed: as in ``sum_signs``; best: scratch space for two lines.
    """
    first, last, made = np.uint64(first), np.uint64(last), 0
    for e in range(np.uint64(moves.row.size)):
        if made > 0 and moves.when[e] > made:
            cast_winners(float(moves.when[e] - made), last_wins, first, last, scores, best, tally)
        move(moves, e, values, first, last, scores)
        made = moves.when[e]
    if made > 0:
        cast_winners(float(n_visits + 1 - made), last_wins, first, last, scores, best, tally)


@jit
def scores_at_moves(moves, values, first_row, scores, own):
    """Score of the moved class on its own row before each move, for the rows that stand in the columns of ``values``.

    first_row: the row of the first column. Changes: the scores, which run to the last; ``own``, one number per move.
    """
    n = np.uint64(scores.shape[1])
    for e in range(np.uint64(moves.row.size)):
        column = np.int64(moves.row[e]) - first_row
        if column >= 0 and column < np.int64(n):
            own[e] = scores[np.uint64(moves.k[e]), np.uint64(column)]
        move(moves, e, values, np.uint64(0), n, scores)
