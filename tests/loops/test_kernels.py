"""Loops of the kernel perceptron, against NumPy."""

import numpy as np
import pytest

from rosenblatt.loops.kernel_votes import scores_at_moves, sum_signs, sum_winners
from rosenblatt.loops.kernels import Moves, Power, add_moves


def some_moves(n_classes, n_moves=12, n_rows=5, seed=0):
    """Moves at visits that rise, some of them at the same visit."""
    rng = np.random.default_rng(seed)
    row, k = rng.integers(n_rows, size=n_moves), rng.integers(n_classes, size=n_moves)
    return Moves(row, k, rng.normal(size=n_moves), np.sort(rng.integers(2, 20, size=n_moves)))


def running(moves, values, n_classes):
    """Scores after each move."""
    scores = np.zeros((n_classes, values.shape[1]))
    for row, k, step in zip(moves.row, moves.k, moves.step, strict=True):
        scores[k] += step * values[row]
        yield scores.copy()


@pytest.mark.parametrize("dtype", [np.float64, np.int32])
@pytest.mark.parametrize("power", [Power(1, 1.0, 1.0), Power(3, 0.3, 0.7)])
def test_scores_are_sums_of_powers(power, dtype):
    """Chunks that do not divide the rows, and rows from a beginning to an end."""
    rng = np.random.default_rng(0)
    products = rng.integers(-9, 10, size=(5, 11)).astype(dtype)
    moves = some_moves(3)
    base = power.coef0 + power.gamma * products.astype(np.float64)
    values = base.copy()
    for _ in range(1, power.degree):
        values *= base
    expected = np.ones((3, 11))
    for row, k, step in zip(moves.row, moves.k, moves.step, strict=True):
        expected[k, 2:10] += step * values[row, 2:10]
    for chunk in (1, 3, 8, 20):
        scores = np.ones((3, 11))
        add_moves(moves, products, power, 2, 10, np.empty((2, chunk)), scores)
        assert scores.tobytes() == expected.tobytes()


@pytest.mark.parametrize("wins_at_zero", [False, True])
@pytest.mark.parametrize("n_classes", [1, 3])
def test_signed_votes(n_classes, wins_at_zero):
    values = np.random.default_rng(1).integers(-1, 2, size=(5, 7)).astype(np.float64)
    moves = some_moves(n_classes)._replace(step=np.tile([1.0, -1.0, 2.0], 4))
    expected = np.zeros((n_classes, 7))
    after = list(running(moves, values, n_classes))
    for visit in range(1, 26):
        made = [e for e in range(12) if moves.when[e] <= visit]
        for k in set(moves.k[made].tolist()):
            f = after[made[-1]][k]
            expected[k] += np.where((f > 0) | ((f == 0) & wins_at_zero), 1, -1)
    scores, tally = np.zeros((n_classes, 7)), np.zeros((n_classes, 7))
    for first, last in ((0, 4), (4, 7)):  # as two threads would
        made = np.zeros(n_classes, np.int64)
        sum_signs(moves, values, 25, wins_at_zero, first, last, made, scores, tally)
    np.testing.assert_array_equal(tally, expected)
    np.testing.assert_array_equal(scores, after[-1])


@pytest.mark.parametrize("last_wins", [False, True])
def test_votes_for_the_highest_score(last_wins):
    values = np.random.default_rng(2).integers(-1, 2, size=(5, 7)).astype(np.float64)
    moves = some_moves(3)._replace(step=np.tile([1.0, -1.0, 2.0], 4))
    expected = np.zeros((3, 7))
    after = list(running(moves, values, 3))
    for visit in range(moves.when[0], 26):
        f = after[np.flatnonzero(moves.when <= visit)[-1]]
        winner = 2 - f[::-1].argmax(axis=0) if last_wins else f.argmax(axis=0)
        expected[winner, range(7)] += 1
    scores, tally = np.zeros((3, 7)), np.zeros((3, 7))
    for first, last in ((0, 3), (3, 7)):
        sum_winners(moves, values, 25, last_wins, first, last, np.empty((2, 7)), scores, tally)
    np.testing.assert_array_equal(tally, expected)


def test_scores_on_the_own_row_before_each_move():
    """For columns that are a slice of the rows: moves on other rows are not noted."""
    values = np.random.default_rng(4).normal(size=(5, 5))
    moves = some_moves(2)
    before = [np.zeros((2, 5)), *running(moves, values, 2)]
    own = np.full(12, np.nan)
    scores_at_moves(moves, np.ascontiguousarray(values[:, 1:4]), 1, np.zeros((2, 3)), own)
    for e, (row, k) in enumerate(zip(moves.row, moves.k, strict=True)):
        assert own[e] == before[e][k, row] if 1 <= row < 4 else np.isnan(own[e])
