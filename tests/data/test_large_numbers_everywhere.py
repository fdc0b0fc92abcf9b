"""Whole numbers from 2**53 on, in the less usual places."""

import numpy as np
import pandas as pd
import pytest

from rosenblatt import Perceptron, online
from rosenblatt.errors import DataError

B = 2**53
X = np.array([[1.0], [-1], [1], [-2]])


@pytest.mark.parametrize("dtype", ["Int64", "UInt64", "int64[pyarrow]", "uint64[pyarrow]", "int64"])
def test_labels_in_the_integers_of_pandas_stay_apart(dtype):
    y = pd.Series([B, B + 1, 5, 5], dtype=dtype)
    assert Perceptron(max_iter=5).fit(X, y).classes_.tolist() == [5, B, B + 1]
    assert Perceptron().partial_fit(X, y).classes_.tolist() == [5, B, B + 1]


@pytest.mark.parametrize("other", [1e300, 2.0**70, -1.0e300, 0.5])
def test_a_label_that_no_type_holds_with_the_other_is_refused(other):
    for learn in (
        lambda: Perceptron().fit([[1.0], [-1.0]], [B + 1, other]),
        lambda: Perceptron().partial_fit([[1.0], [-1.0]], [0, B + 1], classes=[0, B + 1, other]),
        lambda: online.Perceptron(classes=[B + 1, other]).learn_one({"a": 1}, B + 1),
    ):
        with pytest.raises(DataError, match="which float64 would round, and "):
            learn()


def test_large_features_of_dicts_are_refused_whatever_class_comes():
    large, refused = {"a": B + 1}, pytest.raises(DataError, match="got 9007199254740993 for 'a'")
    model = online.Perceptron()
    model.learn_one({"a": 1.0}, 1)
    with refused:
        model.learn_one(large, 0)
    with refused:
        model.predict_one(large)
    model.learn_one({"a": 1.0}, 0)
    with refused:
        model.learn_one(large, 2)
    with refused:
        model.predict_one(large)
    named = online.Perceptron(classes=[0, 1])
    named.learn_one({"a": 1.0}, 0)
    with refused:
        named.predict_one(large)


def test_probabilities_of_large_features_are_refused():
    river = pytest.importorskip("rosenblatt.river")
    model = river.Perceptron()
    for label in (0, 1):
        model.learn_one({"a": 1.0}, label)
        with pytest.raises(DataError, match="got 9007199254740993 for 'a'"):
            model.predict_proba_one({"a": B + 1})


def test_a_penalty_without_end_is_refused():
    with pytest.raises(ValueError, match="alpha must be a finite number, at least 0; got inf"):
        Perceptron(alpha=float("inf")).fit(X, [0, 1, 0, 1])
