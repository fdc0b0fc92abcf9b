"""Classes: signs of lone labels, late classes, kinds of labels."""

import numpy as np
import pytest

from rosenblatt.errors import DataError
from rosenblatt.learners import Averaged, Perceptron, Voted
from rosenblatt.learners.classes import Classes


def test_places_of_rows():
    classes = Classes()
    classes.know(np.array(["b", "a"]))
    classes.arrive(np.array(["b"]))
    assert classes.places().tolist() == [1, 0]
    classes.arrive(np.array(["a"]))
    assert classes.places().tolist() == [1, 0]
    classes.know(np.array(["A"]))
    classes.arrive(np.array(["A"]))
    assert classes.places().tolist() == [2, 1, 0]
    assert classes.labels.tolist() == ["A", "a", "b"]


@pytest.mark.parametrize(
    ("label", "sign"), [(1, 1), (-1, -1), (0, -1), (True, 1), (False, -1), (1.0, 1), ("a", 1), (7, 1), (-7, 1)]
)
def test_the_sign_of_a_lone_label(label, sign):
    learner = Perceptron().partial_fit([[2.0]], [label])
    assert learner.model.weights.w.tolist() == [[2.0 * sign]]
    assert learner.model.predict([[1.0], [-1.0]]).tolist() == [label, label]
    assert np.sign(learner.model.decision_function([[1.0]])).tolist() == [sign]


def test_the_sign_is_turned_when_a_greater_label_comes():
    learner = Perceptron().partial_fit([[2.0, 0.0]], ["a"])
    learner.partial_fit([[1.0, 1.0]], ["b"])
    both = Perceptron(order="given", max_iter=1).fit([[2.0, 0.0], [1.0, 1.0]], ["a", "b"])
    assert learner.model.weights.w.tolist() == both.model.weights.w.tolist() == [[-1.0, 1.0]]
    assert not np.signbit(learner.model.weights.b).any()


@pytest.mark.parametrize("kind", [Perceptron, Averaged, Voted])
def test_known_classes_that_never_come(kind):
    learner = kind().partial_fit([[1.0], [-1.0], [2.0]], ["b", "c", "b"], classes=["a", "b", "c", "d"])
    assert learner.model.classes.tolist() == ["a", "b", "c", "d"]
    assert learner.model.decision_function([[1.0]]).shape == (1, 4)
    assert learner.model.predict([[1.0], [-1.0]]).tolist() == ["b", "c"]
    lone = kind().partial_fit([[1.0]], ["b"], classes=["a", "b", "c"])
    assert lone.model.predict([[1.0]]).tolist() == ["b"]
    two = kind().partial_fit([[1.0]], ["a"], classes=["a", "b"])
    assert two.model.predict([[1.0]]).tolist() == ["a"]


def test_longer_strings_may_come_late():
    learner = Perceptron().partial_fit([[1.0]], ["a"]).partial_fit([[-1.0]], ["a much longer label"])
    assert learner.model.predict([[-1.0]]).tolist() == ["a much longer label"]


def test_labels_of_two_kinds_are_refused():
    learner = Perceptron().partial_fit([[1.0]], [1])
    with pytest.raises(DataError, match="labels of one kind; got .*'a'.* after .*1"):
        learner.partial_fit([[1.0]], ["a"])
    assert learner.model.classes.tolist() == [1]


@pytest.mark.parametrize("at_zero", ["positive", "negative"])
def test_where_zero_has_a_sign_the_classes_must_be_given(at_zero):
    with pytest.raises(DataError, match=r"got 'a': name them all at the start, classes=\[…\]"):
        Perceptron(at_zero=at_zero).partial_fit([[1.0]], ["a"])
    learner = Perceptron(at_zero=at_zero).partial_fit([[1.0]], [1])
    learner.partial_fit([[1.0]], [0])
    assert learner.model.classes.tolist() == [0, 1]
    with pytest.raises(DataError, match="got -1"):
        learner.partial_fit([[1.0]], [-1])
    with pytest.raises(DataError, match="got 2"):
        learner.partial_fit([[1.0]], [2])
    assert Perceptron(at_zero=at_zero).partial_fit([[1.0]], ["a"], classes=["b", "a"]).model.classes.tolist() == [
        "a",
        "b",
    ]


@pytest.mark.parametrize("at_zero", ["positive", "negative"])
def test_one_class_named_where_zero_has_a_sign(at_zero):
    alone = Perceptron(at_zero=at_zero).partial_fit([[1.0]], [1])
    named = Perceptron(at_zero=at_zero).partial_fit([[1.0]], [1], classes=[1])
    assert named.report.n_mistakes == alone.report.n_mistakes == (at_zero == "negative")
    other = Perceptron(at_zero=at_zero).partial_fit([[1.0]], [1], classes=[0])
    assert other.model.classes.tolist() == [0, 1]
    with pytest.raises(DataError, match="got 2"):
        other.partial_fit([[1.0]], [1], classes=[0, 1, 2])


def test_a_first_call_without_visits_leaves_all_open():
    learner = Perceptron(at_zero="positive").partial_fit([[1.0]], ["x"], sample_weight=[0.0])
    learner.partial_fit([[1.0], [2.0], [-1.0]], ["a", "b", "c"], classes=["a", "b", "c"])
    assert learner.model.weights.w.shape == (3, 1)


def test_strings_of_all_kinds_are_strings():
    learner = Perceptron().partial_fit([[1.0]], ["a"], classes=np.array(["a", "b"], dtype=object))
    learner.partial_fit([[1.0]], np.array(["b"], dtype=object))
    assert learner.model.classes.tolist() == ["a", "b"]
    with pytest.raises(DataError, match="Input classes contains NaN"):
        Perceptron().partial_fit([[1.0]], [0], classes=[0, 1, np.nan])


def test_a_class_that_comes_after_looking_orders_joins_at_zero():
    X, y = [[1.0], [-1.0]], [0, 1]
    learner = Perceptron(order="first-mistake").fit(X, y)
    learner.partial_fit([[0.0]], [2])
    assert learner.model.weights.w.tolist() == [[2.0], [-2.0], [0.0]]
