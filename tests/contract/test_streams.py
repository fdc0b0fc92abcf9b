"""One example at a time: dicts in, labels out. The bits are those of rows in arrays; a failing call changes nothing."""

import copy
import math
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, strategies as st
from river import checks, evaluate, linear_model, metrics, preprocessing

import rosenblatt
from contract.shell import n_updates, n_visits
from rosenblatt import DataError, OptionError, RosenblattError, online, river

TWINS = {online.Perceptron: rosenblatt.Perceptron, online.AveragedPerceptron: rosenblatt.AveragedPerceptron}
RULES = [{"eta0": 0.5}, {"rule": "margin", "margin": 0.75}, {"rule": "normalized"}, {"rule": "pa"}]
RULES += [{"rule": "pa1", "C": 0.3}, {"rule": "pa2", "C": 0.7}]
NAMES = list("kbcjedghiaf")
every_learner = pytest.mark.parametrize("make", TWINS)


def bits(model, X):
    """Scores, classes and counts of a learner of dicts or of an estimator."""
    report = model.report if hasattr(model, "report") else model.report_
    labels = model.model.classes if hasattr(model, "model") else model.classes_
    scores = getattr(model, "model", model).decision_function(X)
    return scores.tobytes(), labels.tolist(), n_visits(report), n_updates(report), report.n_mistakes


def pickled(model):
    return pickle.loads(pickle.dumps(model))


@st.composite
def streams(draw):
    """Examples that leave out zeros, their rows in columns of appearance, labels, weights, and options of a learner."""
    k, rng = draw(st.integers(2, 4)), np.random.default_rng(draw(st.integers(0, 9999)))
    X = rng.normal(size=(draw(st.integers(k, 14)), 11)) * (rng.random(11) < 0.5)
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.6]))] = 0.0
    y = np.concatenate([rng.permutation(k), rng.integers(k, size=len(X) - k)])
    y = np.array(draw(st.sampled_from([["p", "q", "r", "s"], [30, 10, 20, 5]])))[y]
    rows = [{name: value for name, value in zip(NAMES, row, strict=True) if value} for row in X.tolist()]
    seen = list(dict.fromkeys(name for row in rows for name in row)) or ["k"]
    weights = rng.choice([0.1, 1.0, 2.5], len(X)) if draw(st.booleans()) else np.ones(len(X))
    options = {"at_zero": draw(st.sampled_from(["mistake", "positive", "negative"]))}
    options |= {**draw(st.sampled_from(RULES)), "fit_intercept": draw(st.booleans())}
    return rows, X[:, [NAMES.index(name) for name in seen]], seen, y, weights, options


@given(streams(), st.sampled_from(list(TWINS)), st.booleans(), st.data())
def test_a_loop_over_dicts_is_partial_fit_is_fit(stream, make, late, data):
    """In any cuts, copied or saved in between; classes known or late; features get columns when they first come."""
    rows, X, seen, y, weights, options = stream
    classes = None if late and options["at_zero"] == "mistake" else np.unique(y).tolist()
    cut = data.draw(st.integers(1, len(y)))
    model = make(classes=classes, **options)
    assert model.predict_one(rows[0]) in (None, *y)
    twin = TWINS[make](**options).partial_fit(X[:cut], y[:cut], classes=classes, sample_weight=weights[:cut])
    for i, (row, label, weight) in enumerate(zip(rows, y.tolist(), weights.tolist(), strict=True)):
        model.learn_one(row, label, weight)
        if i + 1 == cut:
            assert model.predict_one(rows[-1]) == twin.predict(X[-1:]).tolist()[0]
            assert model.predict_one({**rows[-1], "never learned": 9.0}) == model.predict_one(rows[-1])
            model = data.draw(st.sampled_from([copy.copy, copy.deepcopy, pickled]))(model)
    if cut < len(y):
        twin.partial_fit(X[cut:], y[cut:], sample_weight=weights[cut:])
    once = TWINS[make](order="given", max_iter=1, **options).fit(X, y, sample_weight=weights)
    assert model.feature_names == ([] if not any(rows) else seen)
    assert bits(model, X) == bits(twin, X) == bits(once, X)
    assert [model.predict_one(row) for row in rows] == once.predict(X).tolist()
    many = once.coef_.shape[0] > 1
    w = [list(row.values()) for row in (model.weights.values() if many else [model.weights])]
    assert [row[: len(seen)] for row in w] in (once.coef_.tolist(), [[]])
    assert (list(model.bias.values()) if many else [model.bias]) == once.intercept_.tolist()


@every_learner
def test_learn_many_and_files(make, tmp_path):
    rng = np.random.default_rng(0)
    X, y, weights = rng.normal(size=(20, 3)), rng.integers(3, size=20), rng.choice([0.0, 1.0, 2.0], 20)
    rows = [dict(zip("abc", row, strict=True)) for row in X.tolist()]
    loop = make()
    for row, label, weight in zip(rows, y.tolist(), weights, strict=True):
        loop.learn_one(row, label, weight)
    for frame in (rows, iter(rows), pd.DataFrame(rows), pl.DataFrame(rows)):
        model = make()
        model.learn_many(frame, pd.Series(y), weights)
        assert bits(model, X) == bits(loop, X)
    with pytest.raises(DataError, match="20.*19"):
        model.learn_many(rows, y[1:])
    rosenblatt.save(tmp_path / "model", model)
    again = rosenblatt.load(tmp_path / "model")
    assert (type(again), again.feature_names, bits(again, X)) == (make, ["a", "b", "c"], bits(loop, X))
    for each in (again, loop):
        each.learn_one({"c": -9.0, "new": 2.0}, 7)
    wide = np.c_[X, X[:, 0]]
    assert again.feature_names == ["a", "b", "c", "new"]
    assert bits(again, wide) == bits(loop, wide) != bits(model, X)


def test_values_are_numbers_truth_values_or_strings():
    model, plain = online.Perceptron(), online.Perceptron()
    model.learn_one({"a": 2, "b": True, "c": np.float32(0.5), "colour": "red"}, 1)
    plain.learn_one({"a": 2.0, "b": 1.0, "c": 0.5, "colour=red": 1.0}, 1)
    for each in (model, plain):
        each.learn_one({"a": np.int64(-1), "b": np.bool_(False)}, -1)
        each.learn_one({}, -1)
    assert (model.weights, model.bias) == (plain.weights, plain.bias)
    assert model.feature_names == ["a", "b", "c", "colour=red"]


@every_learner
def test_columns_and_first_predictions(make):
    for features, x, names in ((None, {3: 1.0}, [0, 1, 2, 3]), (["z", "a"], {"a": 1.0}, ["z", "a"])):
        model = make(features=features)
        model.learn_one(x, 1)
        assert model.feature_names == names
    assert make().predict_one({"a": 1.0}) is None
    assert make(classes=["x", "y"]).predict_one({"a": 1.0}) == "x"
    assert make(classes=[-1, 1], at_zero="positive").predict_one({}) == 1


BAD_VALUES = [math.nan, -math.inf, None, 1j, [1], b"1", 10**400]
BAD_CALLS = [
    *[({name: value}, "p", 1.0, name) for value in BAD_VALUES for name in ("a", "new")],
    *[([1], "p", 1.0, "dict"), ({"a": "b", "a=b": 1}, "p", 1.0, "a=b"), ({"a": 1.0}, None, 1.0, "y")],
    *[({"new": 1.0}, ["p"], 1.0, "y"), ({"new": 1.0}, 3, 1.0, "y"), ({"a": 1.0}, "p", -1.0, "w")],
    *[({"a": 1.0}, "p", "2", "w"), ({"new": 1e308, "a": 1e308}, "z", 1e300, "verflow")],
]


@every_learner
@pytest.mark.parametrize(("x", "y", "w", "place"), BAD_CALLS)
def test_an_example_that_fails_changes_nothing(make, x, y, w, place):
    model, X = make(), np.array([[1.0, 0.5], [-1.0, 2.0]])
    for row, label in (({"a": 1.0, "b": 2.0}, "p"), ({"a": -1.0}, "q"), ({"b": 1.0}, "q")):
        model.learn_one(row, label)
    before = bits(model, X)
    with pytest.raises(RosenblattError, match=place):
        model.learn_one(x, y, w)
    assert (bits(model, X), model.feature_names) == (before, ["a", "b"])
    if place in ("a", "new", "dict", "a=b"):
        with pytest.raises(DataError, match=place):
            model.predict_one(x)
    model.learn_one({"c": 1.0}, "p")
    assert model.feature_names == ["a", "b", "c"]


BAD_OPTIONS = [("features", 5), ("features", "aa"), ("classes", 5), ("eta0", [1, 2]), ("at_zero", "x"), ("rule", "x")]


@pytest.mark.parametrize(("name", "value"), BAD_OPTIONS)
def test_bad_options_are_named(name, value):
    with pytest.raises(OptionError if name in ("eta0", "at_zero", "rule") else DataError, match=name):
        online.Perceptron(**{name: value})
    with pytest.raises(RosenblattError, match="learn_one"):
        _ = online.Perceptron().model


# --- River

CHECKS = [
    pytest.param(make, check, id=f"{make.__name__}-{check.__name__}")
    for make in (river.Perceptron, river.AveragedPerceptron, river.PAClassifier)
    for check in checks.yield_checks(make())
]


@pytest.mark.conformance
@pytest.mark.parametrize(("make", "check"), CHECKS)
def test_rivers_checks(make, check):
    check(make().clone())


def test_no_check_goes_missing():
    assert len(CHECKS) >= 3 * 40
    assert not river.Perceptron()._unit_test_skips()


@pytest.mark.parametrize("name", ["Perceptron", "AveragedPerceptron"])
def test_a_pipeline_is_its_steps(name):
    stream = [({"a": x, "b": y}, x > y) for x, y in np.random.default_rng(7).normal(size=(100, 2)).tolist()]
    pipeline = preprocessing.StandardScaler() | getattr(river, name)()
    score = evaluate.progressive_val_score(stream, pipeline, metrics.Accuracy())
    scaler, model, right = preprocessing.StandardScaler(), getattr(online, name)(), []
    for x, y in stream:
        right.append(model.predict_one(scaler.transform_one(x)) == y)
        scaler.learn_one(x)
        model.learn_one(scaler.transform_one(x), y)
    assert score.get() == np.mean(right[1:]) > 0.8  # there is no first prediction
    assert (pipeline[-1].weights, pipeline[-1].bias) == (model.weights, model.bias)
    twin = pipeline[-1].clone({"eta0": 0.25})
    assert (twin.eta0, twin.predict_one({"a": 1.0})) == (0.25, None)


@pytest.mark.parametrize("make", [river.Perceptron, river.AveragedPerceptron, river.PAClassifier])
@pytest.mark.parametrize("labels", [[False, True], ["p", "q", "r"]])
def test_probabilities_are_the_softmax_of_scores(make, labels):
    model, rng = make(), np.random.default_rng(0)
    assert model.predict_proba_one({"a": 1.0}) == {}
    for a, b, k in zip(*rng.normal(size=(2, 20)).tolist(), rng.integers(len(labels), size=20), strict=True):
        model.learn_one({"a": a, "b": b}, labels[k])
    scores = model.model.decision_function([[0.3, -0.2]])[0]
    shares = np.exp([0.0, scores] if len(labels) == 2 else scores)
    found = model.predict_proba_one({"a": 0.3, "b": -0.2})
    assert found == pytest.approx(dict(zip(labels, shares / shares.sum(), strict=True)))
    assert max(found, key=found.get) == model.predict_one({"a": 0.3, "b": -0.2})


@given(st.integers(0, 9999), st.sampled_from([0, 1, 2]), st.booleans())
def test_passive_aggressive_weights_are_those_of_river(seed, mode, bias):
    rng = np.random.default_rng(seed)
    ours = river.PAClassifier(C=0.3, mode=mode, learn_intercept=bias)
    theirs = linear_model.PAClassifier(C=0.3, mode=mode, learn_intercept=bias)
    for row, y in zip(rng.normal(size=(20, 3)).tolist(), (rng.random(20) < 0.5).tolist(), strict=True):
        x = dict(zip("abc", row, strict=True))
        ours.learn_one(x, y)
        theirs.learn_one(x, y)
    assert ours.weights == pytest.approx(dict(theirs.weights), rel=1e-9, abs=1e-9)
    assert ours.intercept == pytest.approx(theirs.intercept, rel=1e-9, abs=1e-9)
    with pytest.raises(OptionError, match="mode"):
        river.PAClassifier(mode=3)
