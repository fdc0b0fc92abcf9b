"""Sample and class weights."""

import numpy as np
import pytest

from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Averaged, Perceptron, Pocket
from rosenblatt.learners.class_weights import sample_weights

X = np.array([[1.0, 2.0], [2.0, -1.0], [-1.0, 0.5], [0.5, 0.5], [-2.0, 1.0], [1.0, 1.0]])
Y = np.array([0, 1, 1, 0, 2, 0])


def test_a_weight_scales_the_step():
    learner = Perceptron(order="given", max_iter=1).fit(X[:2], [0, 1], sample_weight=[3.0, 1.0])
    assert learner.model.weights.w.tolist() == [[-3.0 + 2.0, -6.0 - 1.0]]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, -1.0], "sample_weight must be finite and not negative; got -1.0 in row 1"),
        ([np.nan, 1.0], "sample_weight must be finite and not negative; got nan in row 0"),
        ([1.0], r"sample_weight must have one number per row, 2; got shape \(1,\)"),
        (["a", "b"], "sample_weight must be numbers"),
    ],
)
def test_what_is_refused(weights, message):
    with pytest.raises(DataError, match=message):
        sample_weights(weights, 2)


def test_one_number_for_all_and_all_zero():
    assert sample_weights(2.0, 3).tolist() == [2, 2, 2]
    with pytest.raises(DataError, match="sample_weight must be positive for at least one row; all are zero"):
        Perceptron().fit(X, Y, sample_weight=np.zeros(6))
    learner = Perceptron().partial_fit(X, Y, sample_weight=np.zeros(6))
    assert learner.report.n_examples == 0
    learner.partial_fit(X, Y)
    assert learner.report.n_examples == 6


def test_class_weights_are_sample_weights():
    factors = {0: 0.5, 1: 2.0, 2: 3.0}
    by_row = [factors[label] for label in Y]
    expected = Averaged().fit(X, Y, sample_weight=by_row).model.weights
    given = Averaged(class_weight=factors).fit(X, Y).model.weights
    assert given.w.tobytes() == expected.w.tobytes()
    balanced = Averaged(class_weight="balanced").fit(X, Y).model.weights
    by_count = Averaged().fit(X, Y, sample_weight=[6 / (3 * {0: 3, 1: 2, 2: 1}[label]) for label in Y])
    assert balanced.w.tobytes() == by_count.model.weights.w.tobytes()


def test_class_weights_in_a_stream():
    factors = {0: 0.5, 1: 2.0, 9: 3.0}  # 9 may come yet
    stream = Averaged(class_weight=factors).partial_fit(X, Y)
    expected = Averaged().partial_fit(X, Y, sample_weight=[factors.get(label, 1.0) for label in Y])
    assert stream.model.weights.w.tobytes() == expected.model.weights.w.tobytes()


@pytest.mark.parametrize("size", [1, 2, 6])
def test_balance_of_a_stream_goes_by_the_counts_so_far(size):
    """n / (classes × count), each up to and including the row: chunks agree with each other."""
    counts, by_row = {}, []
    for label in Y.tolist():
        counts[label] = counts.get(label, 0) + 1
        by_row.append(sum(counts.values()) / (len(counts) * counts[label]))
    expected = Averaged().partial_fit(X, Y, sample_weight=by_row).model.weights
    learner = Averaged(class_weight="balanced")
    for first in range(0, 6, size):
        learner.partial_fit(X[first : first + size], Y[first : first + size])
    assert learner.model.weights.w.tobytes() == expected.w.tobytes()


def test_a_class_weight_of_zero_is_no_visit():
    learner = Perceptron(class_weight={2: 0.0}, order="given", max_iter=1).fit(X, Y)
    assert learner.report.n_examples == 5
    assert learner.model.classes.tolist() == [0, 1, 2]
    stream = Perceptron(class_weight={2: 0.0}).partial_fit(X, Y)
    assert stream.report.n_examples == 5


def test_a_class_that_is_never_visited_is_no_rival():
    rows, labels = [[2.0, 1.0], [0.0, -1.0], [-1.0, -2.0], [-2.0, -2.0], [-2.0, 2.0]], [2, 0, 1, 2, 1]
    whole = Perceptron(order="given", max_iter=1, class_weight={0: 0.0}).fit(rows, labels)
    stream = Perceptron(class_weight={0: 0.0}).partial_fit(rows, labels)
    assert whole.model.weights.w.tolist() == stream.model.weights.w.tolist()
    with pytest.raises(DataError, match="class_weight must be positive for at least one class; all are zero"):
        Perceptron(class_weight={0: 0, 1: 0, 2: 0}).fit(rows, labels)


def test_bad_class_weights():
    with pytest.raises(OptionError, match="class_weight must map labels to numbers"):
        Perceptron(class_weight={0: "x"}).fit(X, Y)
    with pytest.raises(OptionError, match="class_weight must be finite and not negative"):
        Perceptron(class_weight={0: -1.0}).fit(X, Y)
    learner = Perceptron(class_weight={0: np.nan})
    with pytest.raises(OptionError, match="class_weight must be finite"):
        learner.partial_fit(X, Y)
    assert learner.n_features == 0


def test_a_class_that_a_fold_lacks_is_ignored_with_a_warning():
    with pytest.warns(UserWarning, match="class_weight names 7, which is not a class of y; it is ignored"):
        some = Perceptron(class_weight={7: 5.0, 0: 2.0}).fit(X, Y)
    assert some.model.weights.w.tolist() == Perceptron(class_weight={0: 2.0}).fit(X, Y).model.weights.w.tolist()


def test_the_pocket_weighs_training_errors():
    """A row that weighs 1000 is predicted right, whatever it costs in light ones."""
    line = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]])
    labels = np.array([0, 0, 0, 1, 1, 0])
    weights = np.array([1, 1, 1, 1, 1, 1000.0])
    assert Pocket().fit(line, labels).model.predict([[5.0]]).tolist() == [1]
    assert Pocket().fit(line, labels, sample_weight=weights).model.predict([[5.0]]).tolist() == [0]
