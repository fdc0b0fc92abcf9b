"""The equalities of the design for one perceptron per class, bit for bit. All classes are named at the start."""

import copy
import pickle

import numpy as np
import pytest
from helpers.bits import bits, examples
from helpers.equal_runs import LEARNERS, in_parts, stored

import rosenblatt
from rosenblatt.data import chunks
from rosenblatt.errors import DataError
from rosenblatt.files.streaming import windows
from rosenblatt.learners import Voted
from rosenblatt.learners.recorder import traced
from rosenblatt.learners.state import learned_from, state_of
from rosenblatt.learners.state_checks import BadState
from rosenblatt.trained.continue_training import continue_training
from rosenblatt.trained.report_tree import report_from, report_tree

RULES = {"perceptron": {}, "pa1": {"C": 0.3}}

every_rule = pytest.mark.parametrize("rule", RULES)
every_learner = pytest.mark.parametrize("name", LEARNERS)


def made(name, rule, **options):
    return LEARNERS[name](multiclass="one-vs-rest", rule=rule, **RULES[rule], **options)


@every_learner
@every_rule
def test_one_block_is_many_blocks_from_every_storage(rule, name):
    X, y = examples(4, n=22)
    expected = bits(made(name, rule, order="given", max_iter=1).fit(X, y), X)
    for storage in ("dense", "csr32"):
        rows = stored(X, storage, np.float64)
        assert bits(made(name, rule, order="given", max_iter=1).fit(rows, y), X) == expected
        for size in (1, 7):
            assert bits(in_parts(made(name, rule), rows, y, size, classes=np.unique(y)), X) == expected
        assert bits(made(name, rule).partial_fit(rows, y), X) == expected


@every_learner
@every_rule
def test_saved_and_resumed_is_uninterrupted(rule, name, tmp_path):
    X, y = examples(4, n=41)
    expected = bits(made(name, rule).partial_fit(X, y), X)
    half = made(name, rule).partial_fit(X[:20], y[:20])
    rosenblatt.save(tmp_path / "half.perceptron", half)
    loaded = rosenblatt.load(tmp_path / "half.perceptron")
    assert loaded.options == half.options
    for resumed in (pickle.loads(pickle.dumps(half)), copy.deepcopy(half), loaded):
        assert bits(resumed, X) == bits(half, X)
        assert bits(resumed.partial_fit(X[20:], y[20:]), X) == expected


@every_learner
def test_a_fitted_model_is_loaded_as_it_was_saved(name, tmp_path):
    """Under early stopping too, where the best model is in the file."""
    X, y = examples(4, n=41)
    for early in (False, True):
        learner = made(name, "perceptron", max_iter=6, early_stopping=early, validation_fraction=0.3).fit(X, y)
        first, second = tmp_path / "first.perceptron", tmp_path / "second.perceptron"
        rosenblatt.save(first, learner)
        loaded = rosenblatt.load(first)
        rosenblatt.save(second, loaded)
        assert first.read_bytes() == second.read_bytes()
        assert loaded.model.decision_function(X).tobytes() == learner.model.decision_function(X).tobytes()
        assert loaded.report.per_class
        assert str(loaded.report) == str(learner.report)


def test_damaged_states_and_reports_are_refused():
    learner = made("perceptron", "perceptron").partial_fit(*examples(4, n=41))
    state = state_of(learner)
    [rows] = state["vectors"]
    two = {**rows, "w": rows["w"][:1], "b": rows["b"][:1], "n_classes": 2}
    with pytest.raises(BadState, match="a class has no weights"):
        learned_from(type(learner), learner.options, {**state, "vectors": [two]})
    tree = report_tree(learner.report)
    assert report_from(tree).per_class
    with pytest.raises(ValueError, match="counts are of nothing"):
        report_from({**tree, "per_class": 1})


@every_learner
def test_a_file_is_its_rows(name, tmp_path, monkeypatch):
    """A file in memory, and one in several windows, which is read once more to know its classes."""
    X, y = examples(4, n=81)
    table = tmp_path / "rows.csv"
    lines = [",".join([*map(repr, row), label]) for row, label in zip(X.astype(float).tolist(), y, strict=True)]
    table.write_text("\n".join([",".join([*(f"x{j}" for j in range(11)), "label"]), *lines]) + "\n")
    options = {"algorithm": name, "multiclass": "one-vs-rest", "scale": "none", "order": "given", "max_iter": 3}
    whole = rosenblatt.train(table, **options)
    assert whole.learner_.options.one_vs_rest
    by_hand = type(whole.learner_)(multiclass="one-vs-rest", order="given", max_iter=3).fit(X.astype(float), y)
    assert bits(whole.learner_, X.astype(float)) == bits(by_hand, X.astype(float))
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MAX_PAGES", 2)
    streamed = rosenblatt.train(table, **options)
    assert bits(streamed.learner_, X.astype(float)) == bits(by_hand, X.astype(float))
    assert streamed.report_.first_pass_errors is None
    more = tmp_path / "more.csv"
    more.write_text(table.read_text().replace(",d\n", ",e\n"))
    with pytest.raises(DataError, match="must have known classes where multiclass is 'one-vs-rest'; got 'e'"):
        continue_training(whole, more)


def test_live_is_replayed():
    """The average and the last weights are folds over the list of entries, in which one class moves."""
    X, y = examples(4, n=41)
    options = {"max_iter": 3, "stop_when_converged": False}
    for rule in RULES:
        voted = made("voted", rule, **options).fit(X, y)
        w, u = np.zeros((4, 11)), np.zeros((4, 11))
        steps = np.broadcast_to(voted.model.mistakes.step, len(voted.model.mistakes.row))
        for row, k, when, step in zip(*voted.model.mistakes[:3], steps, strict=True):
            x, sign = np.float64(voted.model.support.rows.values[row]), 1.0
            sign = 1.0 if voted.model.support.classes[row] == k else -1.0
            w[k] += (sign * step) * x
            u[k] += (sign * (when * step)) * x
        assert made("perceptron", rule, **options).fit(X, y).model.weights.w.tobytes() == w.tobytes()
        average = made("averaged", rule, **options).fit(X, y).model.weights.w
        assert average.tobytes() == (w - u / (voted.visited + 1)).tobytes()
        trace = traced(made("perceptron", rule, **options), X, y)
        assert trace.replay(len(trace)).w.tobytes() == w.tobytes()


def test_votes_are_the_same_from_dense_and_sparse_rows():
    X, y = examples(4, n=41)
    model = Voted(multiclass="one-vs-rest", max_iter=3).fit(stored(X, "csr32", np.float64), y).model
    dense = Voted(multiclass="one-vs-rest", max_iter=3).fit(X, y).model
    for rows in (X, stored(X, "csr64", np.float32)):
        assert model.decision_function(rows).tobytes() == dense.decision_function(X).tobytes()
