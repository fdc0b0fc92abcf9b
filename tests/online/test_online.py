"""One at a time: the same bits as in blocks, whatever comes when; and nothing changes when it fails."""

import copy
import math
import pickle
from collections import defaultdict

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.bits import bits, examples
from hypothesis import given, strategies as st

from rosenblatt import learners
from rosenblatt.errors import DataError, NotTrained, OptionError, TrainingOverflow
from rosenblatt.online import AveragedPerceptron, Perceptron

TWINS = {Perceptron: learners.Perceptron, AveragedPerceptron: learners.Averaged}
NAMES = ["k", "b", "c", "j", "e", "d", "g", "h", "i", "a", "f"]


@pytest.fixture(params=TWINS, ids=lambda cls: cls.__name__)
def online(request):
    return request.param


def dicts(X, names=NAMES):
    return [dict(zip(names, row, strict=True)) for row in X.tolist()]


def taught(model, rows, y):
    for x, label in zip(rows, y.tolist(), strict=True):
        model.learn_one(x, label)
    return model


def outcome(model, X):
    """As ``bits`` has it: a learner that knows of every row."""
    return bits(model._singles.settled(), X)


@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_a_loop_of_learn_one_is_partial_fit_is_fit(online, n_classes, at_zero):
    X, y = examples(n_classes)
    classes = None if at_zero == "mistake" else np.unique(y).tolist()
    expected = bits(TWINS[online](order="given", max_iter=1, at_zero=at_zero).fit(X, y), X)
    model = taught(online(at_zero=at_zero, classes=classes), dicts(X), y)
    assert outcome(model, X) == expected
    assert [model.predict_one(x) for x in dicts(X)] == model.model.predict(X).tolist()
    assert (model.n_mistakes, model.n_examples) == (model.report.n_mistakes, len(y))


@pytest.mark.parametrize("n_classes", [2, 4])
def test_predict_one_along_the_way_is_the_model_so_far(online, n_classes):
    X, y = examples(n_classes)
    model, learner = online(), TWINS[online]()
    assert model.predict_one({"a": 1.0}) is None
    for x, row, label in zip(dicts(X), X, y.tolist(), strict=True):
        if learner.n_features:
            assert model.predict_one(x) == learner.model.predict([row]).tolist()[0]
        model.learn_one(x, label)
        learner.partial_fit([row], [label])


def test_features_that_come_late_had_weight_zero_before(online):
    """Rows name only what is not zero: columns are numbered as names come, and lanes with them."""
    X, y = examples(4)
    rows = [{name: value for name, value in x.items() if value} for x in dicts(X)]
    seen = list(dict.fromkeys(name for x in rows for name in x))
    columns = [NAMES.index(name) for name in seen]
    model = taught(online(), rows, y)
    assert model.feature_names == seen
    assert outcome(model, X[:, columns]) == bits(TWINS[online]().partial_fit(X[:, columns], y), X[:, columns])


@pytest.mark.parametrize("n_classes", [2, 4])
def test_the_order_of_the_keys_does_not_matter_where_features_are_given(online, n_classes):
    X, y = examples(n_classes)
    rng = np.random.default_rng(0)
    expected = bits(TWINS[online]().partial_fit(X, y), X)
    rows = [{key: x[key] for key in rng.permutation(NAMES).tolist() if x[key] or rng.random() < 0.5} for x in dicts(X)]
    assert outcome(taught(online(features=NAMES), rows, y), X) == expected


def test_whole_numbers_are_their_own_columns(online):
    X, y = examples(2)
    rows = [{j: value for j, value in enumerate(x) if value or j == 10} for x in X.tolist()]
    model = taught(online(), [dict(reversed(x.items())) for x in rows], y)
    assert model.feature_names == list(range(11))
    assert outcome(model, X) == bits(TWINS[online]().partial_fit(X, y), X)


def test_learn_many_is_a_loop_of_learn_one(online):
    X, y = examples(4)
    expected = outcome(taught(online(), dicts(X), y), X)
    many = online()
    many.learn_many(dicts(X), y)
    frame = online()
    frame.learn_many(pd.DataFrame(X.astype(np.float64), columns=NAMES), pd.Series(y))
    assert outcome(many, X) == outcome(frame, X) == expected


@pytest.mark.parametrize("n_classes", [2, 4])
def test_weights_are_sample_weights(online, n_classes):
    X, y = examples(n_classes)
    weights = np.random.default_rng(1).integers(0, 4, len(y)) / 2
    model = online(features=NAMES)
    model.learn_many(dicts(X), y, weights)
    assert outcome(model, X) == bits(TWINS[online]().partial_fit(X, y, sample_weight=weights), X)


@pytest.mark.parametrize("n_classes", [2, 4])
def test_a_copy_goes_on_by_itself(online, n_classes):
    X, y = examples(n_classes)
    whole = outcome(taught(online(), dicts(X), y), X)
    half = taught(online(), dicts(X)[:30], y[:30])
    for twin in (copy.deepcopy(half), pickle.loads(pickle.dumps(half))):
        assert outcome(taught(twin, dicts(X)[30:], y[30:]), X) == whole
    assert half.n_examples == 30
    assert outcome(taught(half, dicts(X)[30:], y[30:]), X) == whole


def test_a_copy_of_an_untaught_model_can_learn(online):
    twin = copy.deepcopy(online(features=["a", "b"]))
    twin.learn_one({"a": 1.0, "b": 2.0}, 1)
    assert twin.feature_names == ["a", "b"]


def test_an_interrupt_leaves_a_state_that_was_there(monkeypatch):
    """Ctrl-C that partial_fit has noted is raised when the row is learned: the counts are those after it."""
    model = AveragedPerceptron()
    model.learn_one({"a": 1.0}, "x")
    learn = learners.Averaged.partial_fit

    def interrupted(*arguments, **options):
        learn(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(learners.Averaged, "partial_fit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.learn_one({"a": -1.0}, "y")
    monkeypatch.undo()
    model.learn_one({"a": -1.0}, "y")
    assert (model.n_examples, model.report.n_examples) == (3, 3)


def test_a_first_row_of_no_weight_is_no_visit(online):
    model = online()
    model.learn_one({"a": 1.0}, 1, w=0)
    assert model.predict_one({"a": 1.0}) is None
    assert model.n_examples == 0


def test_keys_are_columns_only_where_all_are_numbers():
    for x in ({0: "red", 1: 2.0}, {1: 2.0, 0: "red"}):
        model = Perceptron()
        model.learn_one(x, 1)
        assert set(model.feature_names) == {"0=red", 1}


def test_a_name_after_numbers_is_refused():
    model = Perceptron()
    model.learn_one({3: 1.0}, 1)
    with pytest.raises(DataError, match="x must have numbers from 0 to .* as keys, as the first; got 'a'."):
        model.learn_one({3: 1.0, 9: 1.0, "a": 1.0}, 1)
    assert model.feature_names == [0, 1, 2, 3]


def test_numbers_too_large_for_memory_change_nothing(online, monkeypatch):
    model = online()
    model.learn_one({0: 1.0}, 1)

    def full(rows, n_features):
        if n_features > 10:
            raise MemoryError
        rows.n_features = n_features

    monkeypatch.setattr("rosenblatt.learners.weights.WeightRows.set_features", full)
    with pytest.raises(
        DataError, match="x must have keys whose weights fit into memory; got 1001 features: take names."
    ):
        model.learn_one({1000: 1.0}, 1)
    assert (model.feature_names, model.n_examples, model.predict_one({0: 1.0})) == ([0], 1, 1)


def test_rows_of_frames_and_series(online):
    X, y = examples(4)
    expected = outcome(taught(online(), dicts(X), y), X)
    for rows in (pl.DataFrame(X.astype(np.float64), schema=NAMES), pd.Series(dicts(X)), iter(dicts(X))):
        model = online()
        model.learn_many(rows, pd.Series(y))
        assert outcome(model, X) == expected


def test_a_mapping_that_makes_up_values_is_not_asked_for_them():
    model = Perceptron()
    model.learn_one({"a": 1.0, "b": 2.0}, 1)
    x = defaultdict(float, {"a": 1.0, "c": 1.0})
    model.predict_one(x)
    model.learn_one(x, -1)
    assert list(x) == ["a", "c"]


def test_rate_and_bias_are_those_of_the_learner(online):
    X, y = examples(2)
    options = {"eta0": 0.3, "fit_intercept": False}
    model = taught(online(**options), dicts(X), y)
    assert outcome(model, X) == bits(TWINS[online](**options).partial_fit(X, y), X)
    assert model.bias == 0.0


def test_strings_are_features_of_their_own():
    model = Perceptron()
    model.learn_one({"colour": "red", "size": 2}, "apple")
    model.learn_one({"colour": "yellow", "size": 3}, "banana")
    assert model.feature_names == ["colour=red", "size", "colour=yellow"]
    assert model.weights == {"colour=red": -1.0, "size": 1.0, "colour=yellow": 1.0}
    assert model.bias == 0.0
    assert model.predict_one({"colour": "red"}) == "apple"
    assert model.predict_one({"colour": "blue"}) == "apple"  # a score of zero
    model.learn_one({"colour": "green", "size": 1}, "pear")
    assert model.weights["pear"]["colour=green"] == 1.0
    assert set(model.bias) == {"apple", "banana", "pear"}


def test_numbers_of_any_kind_are_numbers():
    model = Perceptron()
    model.learn_one({"a": 1, "b": True, "c": np.float32(0.5), "d": np.int64(3)}, 1)
    model.learn_one({"a": -1, "b": False, "c": np.float64(0.25), "d": 0}, -1)
    assert model.weights == {"a": 2.0, "b": 1.0, "c": 0.25, "d": 3.0}


def test_an_example_without_features_has_the_bias():
    model = Perceptron()
    model.learn_one({}, 1)
    model.learn_one({"a": 1.0}, -1)
    assert (model.weights, model.bias, model.predict_one({})) == ({"a": -1.0}, 0.0, -1)
    model.learn_one({}, 1)
    assert (model.bias, model.predict_one({})) == (1.0, 1)


NOT_NUMBERS = [math.nan, math.inf, -math.inf, None, 1j, [1], 10**400]


@pytest.mark.parametrize("bad", NOT_NUMBERS, ids=repr)
@pytest.mark.parametrize("known", [True, False])
def test_a_bad_value_is_refused_by_its_name_and_changes_nothing(online, bad, known):
    X, y = examples(4)
    model = taught(online(), dicts(X), y)
    before = outcome(model, X)
    x = {**dicts(X)[0], "g" if known else "new": bad}
    name = "g" if known else "new"
    for call in (lambda: model.learn_one(x, "a"), lambda: model.predict_one(x), lambda: model.learn_one(x, "z")):
        with pytest.raises(DataError, match=f"x must have finite numbers or strings as values; got .* for '{name}'"):
            call()
    assert outcome(model, X) == before
    assert model.feature_names == NAMES
    model.learn_one(dicts(X)[0], "b")


def test_a_failed_example_takes_its_features_along(online):
    model = online()
    model.learn_one({"a": 1.0}, "one")
    model.learn_one({"a": -1.0}, "two")
    for x, y, w in (({"b": 1.0}, 3, 1.0), ({"b": 1.0}, ["one"], 1.0), ({"b": 1e308, "c": 1.0}, "one", 1e300)):
        with pytest.raises((DataError, TrainingOverflow)):
            model.learn_one(x, y, w)
        assert (model.feature_names, model.n_examples) == (["a"], 2)
    model.learn_one({"c": 1.0}, "one")
    assert model.feature_names == ["a", "c"]
    assert len(model.weights) == 2


def test_huge_numbers_are_learned_until_they_overflow(online):
    model, learner = online(), TWINS[online]()
    for value, label in ((1e150, 1), (-1e150, -1), (1e140, -1)):
        model.learn_one({"a": value, "b": 1.0}, label)
        learner.partial_fit([[value, 1.0]], [label])
    X = np.array([[1.0, 1.0]])
    before = bits(learner, X)
    assert outcome(model, X) == before
    for label in (-1, 1):
        with pytest.raises(TrainingOverflow):
            model.learn_one({"a": -1e200, "b": 1.0}, 1)
        assert outcome(model, X) == bits(learner, X)
        model.learn_one({"a": -3.0 * label, "b": 1.0}, label)
        learner.partial_fit([[-3.0 * label, 1.0]], [label])
    assert outcome(model, X) == bits(learner, X) != before


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: Perceptron().learn_one([1], 1), DataError, "x must be a dict of features; got list."),
        (lambda: Perceptron().learn_one([], 1), DataError, "x must be a dict of features; got list."),
        (lambda: Perceptron().learn_one("", 1), DataError, "x must be a dict of features; got str."),
        (lambda: Perceptron().learn_one({"a": b"1"}, 1), DataError, "got b'1' for 'a'"),
        (lambda: Perceptron().learn_one({"a": np.complex128(1)}, 1), DataError, "for 'a'"),
        (lambda: Perceptron().learn_one({"a": 1}, 1, 10**400), DataError, "w must be a finite number"),
        (lambda: Perceptron().learn_one({"a": 1}, 1, np.ones(2)), DataError, "w must be a finite number"),
        (lambda: Perceptron().learn_many(None, [1]), DataError, "X must be dicts or a data frame; got NoneType."),
        (lambda: Perceptron().learn_many([{}], 1), DataError, "y must have a label for each row of X; got int."),
        (lambda: Perceptron(features=5), DataError, "features must be a list of names; got 5."),
        (lambda: Perceptron(features=[[1]]), DataError, "features must be a list of names"),
        (lambda: Perceptron(classes=5), DataError, "classes must be a list of labels; got 5."),
        (lambda: Perceptron(at_zero="positive").learn_one({"a": 1}, "x"), DataError, r"classes=\[…\]"),
        (lambda: Perceptron().predict_one(3), DataError, "x must be a dict of features; got int."),
        (lambda: Perceptron().learn_one({"a": 1}, None), DataError, "y must be all numbers or all strings"),
        (
            lambda: Perceptron().learn_one({"a": 1}, 1, -1),
            DataError,
            "w must be a finite number, not negative; got -1.",
        ),
        (lambda: Perceptron().learn_one({"a": 1}, 1, "2"), DataError, "w must be a finite number"),
        (
            lambda: Perceptron().learn_one({-1: 1}, 1),
            DataError,
            "x must have numbers from 0 to .* as keys, as the first; got -1.",
        ),
        (lambda: Perceptron().learn_one({"a": "b", "a=b": 1}, 1), DataError, "each feature once; got 'a=b' twice."),
        (lambda: Perceptron(features="abca"), DataError, "features must name each feature once; got 'a' twice."),
        (lambda: Perceptron(eta0=[1, 2]), OptionError, "eta0 must be one number for features that may yet come"),
        (lambda: Perceptron(at_zero="no"), OptionError, "at_zero must be one of"),
        (lambda: Perceptron().learn_many([{}], [1, 2]), DataError, "X, y and w must be of one length; got 1, 2 and 2."),
        (lambda: Perceptron().report, NotTrained, "Perceptron must be taught before it has a report: call learn_one."),
        (lambda: Perceptron().model, NotTrained, "Perceptron must be taught before it has a model: call learn_one."),
    ],
)
def test_bad_input_gets_one_sentence(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_classes_that_are_named_predict_before_they_come(online):
    model = online(classes=["x", "y", "z"])
    model.learn_one({"a": 1.0}, "y")
    assert model.model.classes.tolist() == ["x", "y", "z"]
    assert model.predict_one({"a": 1.0}) == "y"
    assert model.predict_one({"a": -1.0}) == model.model.predict([[-1.0]])[0]


SMALL = st.sampled_from([0.0, 1.0, -1.0, 0.5, 3.0, 1e-300, 0.1])
ROW = st.dictionaries(st.sampled_from("abcdefghijkl"), SMALL, max_size=10)


@given(st.lists(st.tuples(ROW, st.sampled_from(["p", "q", "r"]), st.sampled_from([1.0, 1.0, 2.5])), max_size=25))
def test_any_stream_is_partial_fit_in_columns_of_appearance(stream):
    names = list(dict.fromkeys(name for x, _, _ in stream for name in x)) or ["none"]
    X = np.array([[x.get(name, 0.0) for name in names] for x, _, _ in stream])
    for cls, twin in TWINS.items():
        model, learner = cls(), twin()
        for (x, y, w), row in zip(stream, X, strict=True):
            model.learn_one(x, y, w)
            learner.partial_fit([row], [y], sample_weight=[w])
            assert model.predict_one(x) == learner.model.predict([row])[0]
        if stream:
            assert outcome(model, X) == bits(learner, X)


def test_a_number_that_was_never_learned_counts_for_nothing(online):
    """It has a column of its own, but no weight: nothing beyond the weights is read or written."""
    model = online()
    model.learn_one({0: 1.0}, 1)
    model.learn_one({0: -1.0}, -1)
    assert model.predict_one({900_000_000: 1.0, 0: 2.0}) == 1
    assert model.feature_names == [0]
    X, y = examples(2)
    rows = [dict(enumerate(row)) for row in X.tolist()]
    asked = online()
    for x, label in zip(rows, y.tolist(), strict=True):
        asked.predict_one(x)
        asked.learn_one(x, label)
    assert outcome(asked, X) == outcome(taught(online(), rows, y), X)


def test_before_anything_is_learned_all_scores_are_zero(online):
    assert online().predict_one({"a": 1.0}) is None
    assert online(classes=["x", "y"]).predict_one({"a": 1.0}) == "x"
    assert online(classes=[-1, 1], at_zero="positive").predict_one({"a": 1.0}) == 1  # note 000
