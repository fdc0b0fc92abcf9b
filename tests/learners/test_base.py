"""Learners: errors, and that a call that fails leaves everything as it was."""

import numpy as np
import pytest
from helpers.algorithms import LEARNERS

from rosenblatt.errors import DataError, NotTrained, OptionError, RosenblattError, TrainingOverflow
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

X, Y = np.array([[1.0, 2.0], [-1.0, 0.5], [0.5, -1.0]]), np.array([1, 0, 1])


def state(learner):
    model = learner.model
    return (
        model.decision_function(X).tobytes(),
        model.classes.tolist(),
        learner.visited,
        learner.report.to_dict(),
        [v.view.w.tobytes() for v in learner.vectors()],
    )


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize(
    ("rows", "labels", "options", "message"),
    [
        ([[np.nan, 1.0]], [1], {}, "Input X contains NaN: .*row 0, column 0"),
        ([[1.0, 1.0, 1.0]], [1], {}, "X must have 2 features, as before; got 3"),
        ([[1.0, 1.0]], [1, 0], {}, "X and y must have as many rows; got 1 and 2"),
        ([[1.0, 1.0]], ["a"], {}, "labels of one kind"),
        ([[1.0, 1.0]], [1], {"sample_weight": [-1.0]}, "not negative"),
        ([[1e200, 0.0], [1e200, 0.0], [-1e200, 0.0]], [1, 0, 5], {}, "Training overflowed"),
        ([[1e308, 0.0], [1e308, 0.0]], [1, 7], {"sample_weight": [1e300, 1.0]}, "Training overflowed"),
    ],
)
def test_a_failed_partial_fit_changes_nothing(kind, rows, labels, options, message):
    learner = kind().partial_fit(X, Y)
    before = state(learner)
    with pytest.raises(RosenblattError, match=message):
        learner.partial_fit(rows, labels, **options)
    assert state(learner) == before
    again = kind().partial_fit(X, Y).partial_fit(X, Y)
    assert state(learner.partial_fit(X, Y))[:3] == state(again)[:3]


@pytest.mark.parametrize("kind", LEARNERS)
def test_a_failed_first_call_leaves_a_learner_untaught(kind):
    learner = kind()
    with pytest.raises(TrainingOverflow):
        learner.partial_fit([[1e200], [1e200], [-1e200]], [1, 1, 0])
    with pytest.raises(NotTrained, match=f"{kind.__name__} must be taught before it has a model: call fit"):
        _ = learner.model
    learner.partial_fit(X, Y)
    assert learner.report.n_examples == 3


def test_a_failed_fit_leaves_the_last_one():
    learner = Perceptron().fit(X, Y)
    before = state(learner)
    with pytest.raises(DataError, match="y must have at least two classes; got one class, 1"):
        learner.fit(X, [1, 1, 1])
    with pytest.raises(TrainingOverflow, match="scores must stay finite, and that of row [012] did not: scale"):
        learner.fit(X * 1e200, Y)
    assert state(learner) == before


@pytest.mark.parametrize("order", ["first-mistake", "random-mistake", "all-mistakes"])
@pytest.mark.parametrize("labels", [[1, 0, 1], [1, 0, 2]])
def test_overflow_in_looking_orders(order, labels):
    with pytest.raises(TrainingOverflow):
        Perceptron(order=order).fit(X * 1e200, labels)


def test_overflow_between_classes():
    with pytest.raises(TrainingOverflow, match="that of row"):
        Perceptron(order="given").fit([[1e200], [1e200], [-1e200], [-1e200]], [0, 1, 2, 1])
    with pytest.raises(TrainingOverflow):
        Perceptron(order="given").partial_fit([[1e155, 0.0], [0.0, 1.0], [1e155, 0.0]], [0, 1, 2])


def test_overflow_of_a_cached_sum():
    """Algorithm 7's sum grows by the number of the visit, and overflows before the weights do."""
    rows, labels = [[1e307, 0.0]] + [[0.0, 0.0]] * 30 + [[0.0, 1e307]], [1] + [0, 1] * 15 + [0]
    assert Perceptron(fit_intercept=False).partial_fit(rows, labels).report.n_mistakes == 32
    with pytest.raises(TrainingOverflow, match="weights must stay finite"):
        Averaged(fit_intercept=False).partial_fit(rows, labels)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"coef_init": [1.0, 2.0, 3.0]}, r"coef_init must have shape \(1, 2\); got \(3,\)"),
        ({"coef_init": [[1.0], [2.0]]}, r"coef_init must have shape \(1, 2\); got \(2, 1\)"),
        ({"coef_init": [[1.0], [2.0, 3.0]]}, "coef_init must be numbers"),
        ({"coef_init": [[1.0, np.nan]]}, "coef_init must be finite; got nan"),
        ({"intercept_init": [[1.0]]}, r"intercept_init must have shape \(1,\); got \(1, 1\)"),
    ],
)
def test_bad_starting_weights(start, message):
    with pytest.raises(DataError, match=message):
        Perceptron().fit(X, Y, **start)


def test_starting_weights_of_many_classes_are_in_sorted_order():
    start = np.arange(6.0).reshape(3, 2)
    learner = Perceptron(max_iter=1, order="given").fit(
        np.zeros((3, 2)), [2, 0, 1], coef_init=start, intercept_init=[1, 2, 3]
    )
    np.testing.assert_array_equal(learner.model.weights.w, start)
    single = Perceptron(max_iter=1).fit([[1.0], [-1.0]], [1, 0], coef_init=[5.0], intercept_init=0.0)
    assert single.model.weights.w.tolist() == [[5.0]]


def test_the_start_votes_unless_it_is_zero():
    learner = Voted(max_iter=1, order="given").fit([[1.0], [-1.0]], [1, 0], coef_init=[[5.0]])
    assert learner.model.survival.tolist() == [3.0]
    assert learner.model.predict([[2.0], [-2.0]]).tolist() == [1, 0]


def test_averages_of_a_start_count_it_once():
    learner = Averaged(max_iter=1, order="given", fit_intercept=False).fit([[1.0], [-1.0]], [0, 1], coef_init=[[1.5]])
    # w: start 1.5, after visit 1 (a mistake) 0.5, after visit 2 (a mistake) −0.5.
    assert learner.model.weights.w[0, 0] == pytest.approx((1.5 + 0.5 - 0.5) / 3)


def test_a_pocket_goes_on_after_fit():
    learner = Pocket().fit(X, Y)
    kept = learner.model.weights.w.copy()
    learner.partial_fit([[0.1, 0.1]], [0])
    assert learner.model.weights.w.tolist() == kept.tolist()
    assert learner.report.reason == "open"


@pytest.mark.parametrize("seed", range(10))
def test_the_pocket_keeps_the_earlier_on_ties(seed):
    """Two equal rows of two classes: every weight vector makes one error, so the first stays."""
    first, later = (Pocket(max_iter=n, random_state=seed).fit([[1.0], [1.0]], [0, 1]) for n in (1, 6))
    assert later.model.weights.w.tolist() == first.model.weights.w.tolist()


def test_unknown_options_are_named():
    with pytest.raises(TypeError, match="eta"):
        Perceptron(eta=1.0)
    with pytest.raises(OptionError):
        Perceptron(order="sideways")
