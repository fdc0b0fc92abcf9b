"""The equalities of the design, over every learner, bit for bit."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.bits import bits, examples
from helpers.equal_runs import LEARNERS, STORAGES, in_parts, stored

from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_fit_is_the_same_from_every_storage(name, n_classes):
    """Dense = CSR (int32 and int64 indices), float32 = float64, over shuffled epochs."""
    X, y = examples(n_classes)
    results = [
        bits(LEARNERS[name](max_iter=4).fit(stored(X, storage, dtype), y), X)
        for storage in STORAGES
        for dtype in (np.float32, np.float64)
    ]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("name", LEARNERS)
def test_one_block_is_many_blocks(name, storage, dtype, n_classes):
    """fit (given order, one epoch) = partial_fit of all = in sevens = one at a time; classes known or late."""
    X, y = examples(n_classes)
    rows = stored(X, storage, dtype)
    expected = bits(LEARNERS[name](order="given", max_iter=1).fit(rows, y), X)
    for size in (1, 7, len(y)):
        assert bits(in_parts(LEARNERS[name](), rows, y, size), X) == expected
    assert bits(in_parts(LEARNERS[name](), rows, y, 7, classes=np.unique(y)), X) == expected


@pytest.mark.parametrize("at_zero", ["positive", "negative"])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_one_block_is_many_blocks_under_every_rule_at_zero(name, n_classes, at_zero):
    X, y = examples(n_classes)
    expected = bits(LEARNERS[name](order="given", max_iter=1, at_zero=at_zero).fit(X, y), X)
    assert bits(in_parts(LEARNERS[name](at_zero=at_zero), X, y, 7, classes=np.unique(y)), X) == expected


@pytest.mark.parametrize("name", LEARNERS)
def test_unsorted_duplicated_and_explicit_zero_entries(name):
    """CSR that is not in order is put in order first, and the user's matrix stays as it was."""
    X, y = examples(2)
    tidy = sp.csr_matrix(X.astype(np.float64))
    rows, columns = np.repeat(np.arange(len(y)), np.diff(tidy.indptr)), tidy.indices
    halves = np.concatenate([tidy.data, tidy.data, np.zeros(len(y))]) / 2
    all_rows = np.concatenate([rows, rows, np.arange(len(y))])
    all_columns = np.concatenate([columns, columns, np.full(len(y), 10)])
    mix = np.lexsort((np.random.default_rng(1).permutation(len(all_rows)), all_rows))
    starts = np.concatenate([[0], np.cumsum(np.bincount(all_rows))])
    messy = sp.csr_matrix((halves[mix], all_columns[mix], starts), shape=X.shape)
    before = [messy.data.copy(), messy.indices.copy(), messy.indptr.copy()]
    assert not messy.has_sorted_indices
    expected = bits(LEARNERS[name](max_iter=3).fit(tidy, y), X)
    assert bits(LEARNERS[name](max_iter=3).fit(messy, y), X) == expected
    assert bits(LEARNERS[name](max_iter=3).fit(tidy.tocsc(), y), X) == expected
    for now, then in zip((messy.data, messy.indices, messy.indptr), before, strict=True):
        np.testing.assert_array_equal(now, then)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_saved_and_resumed_is_uninterrupted(name, n_classes):
    X, y = examples(n_classes)
    whole = in_parts(LEARNERS[name](), X, y, 61)
    half = LEARNERS[name]().partial_fit(X[:20], y[:20])
    resumed = pickle.loads(pickle.dumps(half)).partial_fit(X[20:], y[20:])
    assert bits(resumed, X) == bits(whole, X)
    assert bits(copy.deepcopy(half).partial_fit(X[20:], y[20:]), X) == bits(whole, X)


@pytest.mark.parametrize("n_classes", [2, 4])
def test_averaged_and_pocket_are_folds_over_the_votes(n_classes):
    """The voted model's list of mistakes gives the last, the averaged and the longest-lived weights."""
    X, y = examples(n_classes)
    options = {"order": "shuffled", "max_iter": 5, "random_state": 3}
    voted = Voted(**options).fit(X, y).model
    w = np.zeros_like(voted.start.w)
    u = np.zeros_like(w)
    b, beta, pocket, longest = np.zeros(len(w)), np.zeros(len(w)), np.zeros_like(w), 0
    for row, rival, when, survival in zip(*voted.mistakes[:3], voted.survival[1:], strict=True):
        x, true = np.float64(voted.support.rows.values[row]), voted.support.classes[row]
        moves = [(0, 1.0 if true else -1.0)] if len(w) == 1 else [(true, 1.0), (rival, -1.0)]
        for k, sign in moves:
            w[k] += sign * x
            b[k] += sign
            u[k] += (sign * when) * x
            beta[k] += sign * when
        if survival > longest:
            pocket, longest = w.copy(), survival
    last = Perceptron(**options).fit(X, y)
    assert last.model.weights.w.tobytes() == w.tobytes()
    assert last.model.weights.b.tobytes() == b.tobytes()
    average = Averaged(**options).fit(X, y).model.weights
    c = last.visited + 1
    assert average.w.tobytes() == (w - u / c).tobytes()
    assert average.b.tobytes() == (b - beta / c).tobytes()
    assert Pocket(ratchet=False, **options).fit(X, y).model.weights.w.tobytes() == pocket.tobytes()


def test_binary_is_the_pair_of_the_argmax_rule():
    """A third class that comes last finds the rows (−w, +w), and joins at zero."""
    X, y = examples(2)
    X[:, 3] = 0.0  # its weight stays 0.0, and must not become −0.0
    learner = Perceptron().partial_fit(X, y)
    w = learner.model.weights.w.copy()
    learner.partial_fit(np.zeros((1, 11)), [7])
    assert learner.model.classes.tolist() == [-1, 1, 7]
    np.testing.assert_array_equal(learner.model.weights.w, np.vstack([-w, w, np.zeros((1, 11))]))
    assert not np.signbit(learner.model.weights.w[learner.model.weights.w == 0]).any()


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_call_gives_the_same_bits(name):
    X, y = examples(4)
    assert bits(LEARNERS[name](max_iter=3).fit(X, y), X) == bits(LEARNERS[name](max_iter=3).fit(X, y), X)
    other = LEARNERS[name](max_iter=3, random_state=1).fit(X, y)
    assert bits(other, X) != bits(LEARNERS[name](max_iter=3).fit(X, y), X)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_a_weight_of_zero_is_not_even_a_visit(name, n_classes):
    X, y = examples(n_classes)
    weights = np.ones(len(y))
    weights[[0, 13, 14, 40, 60]] = 0.0
    kept = weights > 0
    expected = bits(LEARNERS[name](max_iter=3).fit(X[kept], y[kept]), X)
    assert bits(LEARNERS[name](max_iter=3).fit(X, y, sample_weight=weights), X) == expected
    parts = LEARNERS[name]().partial_fit(X, y, sample_weight=weights)
    assert bits(parts, X) == bits(LEARNERS[name]().partial_fit(X[kept], y[kept]), X)
