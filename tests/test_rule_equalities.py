"""The equalities of the design for every update rule and every learner, bit for bit.

tests/test_equalities.py has them for the plain perceptron.
"""

import copy
import pickle

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from helpers.bits import bits, examples
from helpers.cached_scores import cache_scores_always
from helpers.equal_runs import LEARNERS, STORAGES, in_parts, stored

import rosenblatt
from rosenblatt.learners import in_memory, score_cache

RULES = {"margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}

every_rule = pytest.mark.parametrize("rule", RULES)
every_learner = pytest.mark.parametrize("name", LEARNERS)
few_and_many_classes = pytest.mark.parametrize("n_classes", [2, 4])


def made(name, rule, **options):
    return LEARNERS[name](rule=rule, **RULES[rule], **options)


def all_bits(learner, X):
    """Bits of a learner, with its updates and their steps. Row 9 of the examples is zero."""
    model, report = learner.model, learner.report
    steps = []
    if hasattr(model, "survival"):
        steps = np.broadcast_to(np.float64(model.mistakes.step), len(model.mistakes.row)).tolist()
    return [*bits(learner, X), report.updates, report.zero_rows, steps]


@few_and_many_classes
@every_learner
@every_rule
def test_fit_is_the_same_from_every_storage(rule, name, n_classes):
    """Dense = CSR (int32 and int64 indices), float32 = float64, over shuffled epochs."""
    X, y = examples(n_classes, n=41)
    results = [
        all_bits(made(name, rule, max_iter=2).fit(stored(X, storage, dtype), y), X)
        for storage in STORAGES
        for dtype in (np.float32, np.float64)
    ]
    assert all(result == results[0] for result in results)


@few_and_many_classes
@every_learner
@every_rule
def test_one_block_is_many_blocks(rule, name, n_classes):
    """fit (given order, one epoch) = partial_fit of all = in sevens = one at a time; classes known or late."""
    X, y = examples(n_classes, n=22)
    for storage in STORAGES:
        for dtype in (np.float32, np.float64):
            rows = stored(X, storage, dtype)
            expected = all_bits(made(name, rule, order="given", max_iter=1).fit(rows, y), X)
            for size in (1, 7, len(y)):
                assert all_bits(in_parts(made(name, rule), rows, y, size), X) == expected
            assert all_bits(in_parts(made(name, rule), rows, y, 7, classes=np.unique(y)), X) == expected


@pytest.mark.parametrize("at_zero", ["positive", "negative"])
@few_and_many_classes
@every_learner
@every_rule
def test_one_block_is_many_blocks_under_every_rule_at_zero(rule, name, n_classes, at_zero):
    X, y = examples(n_classes, n=22)
    expected = all_bits(made(name, rule, order="given", max_iter=1, at_zero=at_zero).fit(X, y), X)
    parts = in_parts(made(name, rule, at_zero=at_zero), X, y, 7, classes=np.unique(y))
    assert all_bits(parts, X) == expected


@few_and_many_classes
@every_learner
@every_rule
def test_saved_and_resumed_is_uninterrupted(rule, name, n_classes, tmp_path):
    """By pickle, by a copy, and by a model file; the zero row comes before the cut."""
    X, y = examples(n_classes, n=41)
    expected = all_bits(made(name, rule).partial_fit(X, y), X)
    half = made(name, rule).partial_fit(X[:20], y[:20])
    rosenblatt.save(tmp_path / "half.perceptron", half)
    loaded = rosenblatt.load(tmp_path / "half.perceptron")
    assert loaded.options == half.options
    for resumed in (pickle.loads(pickle.dumps(half)), copy.deepcopy(half), loaded):
        assert all_bits(resumed, X) == all_bits(half, X)
        assert all_bits(resumed.partial_fit(X[20:], y[20:]), X) == expected


@few_and_many_classes
@every_learner
@every_rule
def test_a_fitted_model_is_loaded_as_it_was_saved(rule, name, n_classes, tmp_path):
    X, y = examples(n_classes, n=41)
    learner = made(name, rule, max_iter=3).fit(X, y)
    first, second = tmp_path / "first.perceptron", tmp_path / "second.perceptron"
    rosenblatt.save(first, learner)
    loaded = rosenblatt.load(first)
    rosenblatt.save(second, loaded)
    assert first.read_bytes() == second.read_bytes()
    assert loaded.model.decision_function(X).tobytes() == learner.model.decision_function(X).tobytes()
    assert all_bits(loaded.partial_fit(X, y), X) == all_bits(learner.partial_fit(X, y), X)


@pytest.mark.parametrize("is_weighed", [False, True])
@pytest.mark.parametrize("order", ["shuffled", "first-mistake", "random-mistake", "all-mistakes"])
@few_and_many_classes
@every_rule
def test_averaged_and_pocket_are_folds_over_the_votes(rule, n_classes, order, is_weighed):
    """The voted model's list of updates gives the last, the averaged and the longest-lived weights."""
    X, y = examples(n_classes, n=41)
    weights = np.linspace(0.5, 2.0, len(y)) if is_weighed else None
    options = {"order": order, "max_iter": 5, "random_state": 3, "stop_when_converged": False}
    learner = made("voted", rule, **options).fit(X, y, sample_weight=weights)
    voted = learner.model
    assert len(voted.mistakes.row) == learner.report.updates > 3
    w = np.zeros_like(voted.start.w)
    u = np.zeros_like(w)
    b, beta, pocket, longest = np.zeros(len(w)), np.zeros(len(w)), np.zeros_like(w), voted.mistakes.when[0] - 1
    steps = np.broadcast_to(voted.mistakes.step, len(voted.mistakes.row))
    factors = np.broadcast_to(voted.support.weights, len(voted.support.classes))
    assert (steps > 0).all()
    for row, rival, when, step, survival in zip(*voted.mistakes[:3], steps, voted.survival[1:], strict=True):
        x, true, s = np.float64(voted.support.rows.values[row]), voted.support.classes[row], step * factors[row]
        moves = [(0, 1.0 if true else -1.0)] if len(w) == 1 else [(true, 1.0), (rival, -1.0)]
        for k, sign in moves:
            w[k] += (sign * s) * x
            b[k] += sign * s
            u[k] += (sign * (when * s)) * x
            beta[k] += sign * (when * s)
        if survival > longest:
            pocket, longest = w.copy(), survival
    last = made("perceptron", rule, **options).fit(X, y, sample_weight=weights)
    assert last.model.weights.w.tobytes() == w.tobytes()
    assert last.model.weights.b.tobytes() == b.tobytes()
    average = made("averaged", rule, **options).fit(X, y, sample_weight=weights).model.weights
    c = last.visited + 1
    assert average.w.tobytes() == (w - u / c).tobytes()
    assert average.b.tobytes() == (b - beta / c).tobytes()
    kept = made("pocket", rule, **options).fit(X, y, sample_weight=weights).model.weights
    assert kept.w.tobytes() == pocket.tobytes()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@few_and_many_classes
@every_rule
def test_votes_are_those_of_the_weights_themselves(rule, n_classes, form):
    """All rows lie on one line, and the rows voted on are orthogonal to it: their scores are rounding."""
    for seed, length in enumerate((1.0, 1e-6)):  # short rows have long steps
        rng = np.random.default_rng(seed)
        line = rng.normal(size=12)
        X = length * rng.choice([-2.3, -1.1, 0.7, 1.9], size=(10, 1)) * line
        y = np.array([-1, 1, *rng.choice([-1, 1], 8)] if n_classes == 2 else [0, 1, 2, 3, *rng.integers(4, size=6)])
        across = np.zeros((15, 12))
        for row in across:
            first, second = rng.permutation(12).reshape(2, 6)
            factors = rng.normal(size=6)
            row[first], row[second] = factors * line[second], -factors * line[first]
        visits, own = list(range(10)), {"rule": rule, **RULES[rule]}
        run = reference.Run(X.tolist(), y.tolist(), visits, bias_rate=0, dot=reference.lane_dot, **own)
        learner = made("voted", rule, order="given", max_iter=1, fit_intercept=False).fit(X, y)
        assert learner.model.decision_function(form(across)).tolist() == run.shares(across.tolist())


@every_learner
@every_rule
def test_all_learners_make_the_same_updates(rule, name):
    X, y = examples(4, n=41)
    runs = [made(kind, rule, max_iter=4, random_state=5).fit(X, y).report for kind in ("perceptron", name)]
    assert runs[0].updates_per_epoch == runs[1].updates_per_epoch
    assert runs[0].mistakes_per_epoch == runs[1].mistakes_per_epoch


@every_rule
def test_binary_is_the_pair_of_the_argmax_rule(rule):
    """A third class that comes last finds the rows (−w, +w), and joins at zero."""
    X, y = examples(2)
    X[:, 3] = 0.0  # its weight stays 0.0, and must not become −0.0
    learner = made("perceptron", rule).partial_fit(X, y)
    w, b = learner.model.weights.w.copy(), learner.model.weights.b.copy()
    pair = np.vstack([-w, w, np.zeros((1, 11))])
    new = np.where(np.arange(11) == 3, 1.0, 0.0)[None]  # a row along the feature whose weights are zero
    learner.partial_fit(new, [7])
    assert learner.model.classes.tolist() == [-1, 1, 7]
    rival = 0 if b[0] <= 0.0 else 1  # the class with the larger bias wins
    moved = learner.model.weights.w - pair
    assert np.flatnonzero(moved.any(axis=0)).tolist() == [3]
    assert moved[2, 3] == -moved[rival, 3] > 0.0
    assert moved[1 - rival, 3] == 0.0
    assert not np.signbit(learner.model.weights.w[learner.model.weights.w == 0]).any()


@few_and_many_classes
@every_learner
@every_rule
def test_the_same_call_gives_the_same_bits(rule, name, n_classes):
    X, y = examples(n_classes, n=41)
    first, second = (all_bits(made(name, rule, max_iter=3).fit(X, y), X) for _ in range(2))
    assert first == second
    assert all_bits(made(name, rule, max_iter=3, random_state=1).fit(X, y), X) != first


@few_and_many_classes
@every_learner
@every_rule
def test_a_weight_of_zero_is_not_even_a_visit(rule, name, n_classes):
    X, y = examples(n_classes, n=41)
    weights = np.ones(len(y))
    weights[[0, 9, 13, 14, 40]] = 0.0  # the zero row among them
    kept = weights > 0
    expected = all_bits(made(name, rule, max_iter=3).fit(X[kept], y[kept]), X)
    assert all_bits(made(name, rule, max_iter=3).fit(X, y, sample_weight=weights), X) == expected
    parts = made(name, rule).partial_fit(X, y, sample_weight=weights)
    assert all_bits(parts, X) == all_bits(made(name, rule).partial_fit(X[kept], y[kept]), X)


@every_learner
@every_rule
def test_class_weights_are_sample_weights(rule, name):
    X, y = examples(4, n=41)
    factors = {"a": 0.5, "b": 2.0, "c": 3.0, "d": 0.1}
    by_row = [factors[label] for label in y.tolist()]
    expected = all_bits(made(name, rule, max_iter=3).fit(X, y, sample_weight=by_row), X)
    assert all_bits(made(name, rule, max_iter=3, class_weight=factors).fit(X, y), X) == expected


@pytest.mark.parametrize("form", [np.asarray, np.float32, sp.csr_matrix])
@few_and_many_classes
@every_learner
@every_rule
def test_cached_scores_change_nothing(rule, name, n_classes, form, monkeypatch):
    """Rows with many features, on which few updates are left after some epochs; one of them is zero."""
    rng = np.random.default_rng(3)
    X = np.round(rng.normal(size=(40, 60)), 1)
    X[rng.random(X.shape) < 0.5] = 0.0
    y = (X @ rng.normal(size=(60, n_classes))).argmax(axis=1)
    X[5] = 0.0
    cache_scores_always(monkeypatch)
    learn_cached, calls, runs = score_cache.learn_cached, [], []
    monkeypatch.setattr(score_cache, "learn_cached", lambda *given: (calls.append(1), learn_cached(*given))[1])
    for make_cache in (lambda *given: None, in_memory.ScoreCache):
        assert not calls
        monkeypatch.setattr(in_memory, "ScoreCache", make_cache)
        learner = made(name, rule, max_iter=10, stop_when_converged=False, n_iter_no_change=None, random_state=1)
        learner.fit(form(X), y, sample_weight=np.linspace(0.5, 2.0, len(y)))
        report, last = learner.report, learner.weights.view.w.tobytes()
        runs.append([all_bits(learner, X), last, report.mistakes_per_epoch, report.updates_per_epoch])
    assert runs[0] == runs[1]
    assert calls
