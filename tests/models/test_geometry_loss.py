"""The folded one, the perceptron loss and its gradient."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from helpers.planes import CASES, RULES, exact_score
from hypothesis import given

from rosenblatt import sample
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Perceptron
from rosenblatt.models.criterion import perceptron_gradient, perceptron_loss
from rosenblatt.models.geometry import Hyperplane, fold


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_folded_one_is_the_first_feature_or_the_last(dtype):
    X = np.array([[2, 0], [0, 3], [0, 0]], dtype=dtype)
    for where, expected in (("first", [[1, 2, 0], [1, 0, 3], [1, 0, 0]]), ("last", [[2, 0, 1], [0, 3, 1], [0, 0, 1]])):
        assert fold(X, where).tolist() == expected
        assert fold(X, where).dtype == dtype
        assert fold(X[0], where).tolist() == expected[0]
        for kind in (sp.csr_matrix, sp.csr_array, sp.csc_array):
            folded = fold(kind(X), where)
            assert folded.format == "csr"
            assert folded.dtype == dtype
            assert isinstance(folded, sp.spmatrix) == (kind is sp.csr_matrix)
            np.testing.assert_array_equal(folded.toarray(), expected)
    assert fold([[1, 2]]).dtype == fold(sp.csr_array([[1, 2]])).dtype == np.float64
    with pytest.raises(OptionError, match="where must be 'first' or 'last'; got 'front'."):
        fold(X, "front")
    with pytest.raises(DataError, match="X must have at least one row and one feature"):
        fold(np.zeros((0, 2)))


@pytest.mark.parametrize(("where", "weights"), [("first", [1, 4, -0.5]), ("last", [4, -0.5, 1])])
def test_the_folded_one_learns_the_bias(where, weights):
    """Note 004 with its 1 appended, and as note 000 has it: (4, −0.5) and the bias 1, from both."""
    table = sample("note-004")
    for X in (table.X, sp.csr_array(table.X)):
        model = Perceptron(order="given", fit_intercept=False).fit(fold(X, where), table.y).model
        assert model.weights.w.tolist() == [weights]


@given(CASES)
def test_the_loss_and_its_gradient_are_those_of_fractions(case):
    w, b, X, y = case
    scores = [exact_score(w, b, x) for x in X]
    assert perceptron_loss(X, y, w, b) == sum(max(0, -label * a) for label, a in zip(y, scores, strict=True))
    for at_zero in RULES:
        wrong = [i for i in range(len(X)) if reference.is_mistake(scores[i], y[i], at_zero)]
        by_w, by_b = perceptron_gradient(X, y, w, b, at_zero)
        assert by_w.tolist() == [-sum(y[i] * F(X[i][j]) for i in wrong) for j in range(len(w))]
        assert by_b == -sum(y[i] for i in wrong)


def test_the_gradient_is_the_slope_of_the_loss():
    """Between kinks the loss is linear: a small step changes it by gradient × step, here exactly."""
    X, y, w, b = [[1.0, 2.0], [3.0, -1.0], [-2.0, 5.0], [9.0, 0.0]], [1, -1, 1, 1], [1.0, -2.0], 0.5
    by_w, by_b = perceptron_gradient(X, y, w, b)
    assert (by_w.tolist(), by_b) == ([4, -8], -1)
    loss, step = perceptron_loss(X, y, w, b), 2.0**-10
    assert loss == 2.5 + 5.5 + 11.5
    assert perceptron_loss(X, y, [1.0 + step, -2.0], b) - loss == 4 * step
    assert perceptron_loss(X, y, [1.0, -2.0 + step], b) - loss == -8 * step
    assert perceptron_loss(X, y, w, b + step) - loss == -step


def test_the_loss_is_zero_at_zero_whatever_the_rule():
    X, y = [[1.0, 2.0], [3.0, 4.0]], ["a", "b"]
    assert perceptron_loss(X, y, [0, 0]) == 0
    gradients = {at_zero: perceptron_gradient(X, y, [0, 0], at_zero=at_zero) for at_zero in RULES}
    assert {name: (by_w.tolist(), by_b) for name, (by_w, by_b) in gradients.items()} == {
        "mistake": ([-2, -2], 0),
        "positive": ([1, 2], 1),
        "negative": ([-3, -4], -1),
    }


@pytest.mark.parametrize("at_zero", RULES)
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_a_step_against_the_gradient_is_an_iteration_on_all_mistakes(at_zero, kind):
    rng = np.random.default_rng(1)
    options = {"order": "all-mistakes", "max_iter": 1, "at_zero": at_zero, "stop_when_converged": False}

    def stepped(X, y, w, b):
        by_w, by_b = perceptron_gradient(X, y, w, b, at_zero)
        return (w - by_w).tolist(), b - by_b

    # From zero the bits are the same on any numbers; the scores are all zero, so the rule decides.
    X, y = kind(rng.normal(size=(30, 9))), rng.choice([-1, 1], 30)
    weights = Perceptron(**options).fit(X, y).model.weights
    assert stepped(X, y, np.zeros(9), 0.0) == (weights.w[0].tolist(), weights.b[0])
    # From elsewhere the rows are added to other numbers first: the same where nothing is rounded.
    X, y = kind(rng.integers(-2, 3, size=(30, 3)).astype(float)), rng.choice([-1, 1], 30)
    w = np.array([1.0, -1.0, 2.0])
    for b in (0.0, 0.5):
        weights = Perceptron(**options).fit(X, y, coef_init=[w], intercept_init=[b]).model.weights
        assert stepped(X, y, w, b) == (weights.w[0].tolist(), weights.b[0])


def test_bad_arguments_of_the_loss_are_refused():
    X, y = [[1.0, 2.0], [3.0, 4.0]], [0, 1]
    for function in (perceptron_loss, perceptron_gradient):
        with pytest.raises(DataError, match="X must have 1 features, as many as w; got 2."):
            function(X, y, [1.0])
        with pytest.raises(DataError, match="w must be finite; got nan."):
            function(X, y, [1.0, np.nan])
        with pytest.raises(DataError, match="b must be finite; got inf."):
            function(X, y, [1.0, 2.0], math.inf)
        with pytest.raises(DataError, match="X and y must have as many rows; got 2 and 3"):
            function(X, [0, 1, 1], [1.0, 2.0])
    with pytest.raises(OptionError, match="at_zero must be one of 'mistake', 'positive', 'negative'; got 'zero'."):
        perceptron_gradient(X, y, [1.0, 2.0], at_zero="zero")


def test_labels_are_those_of_the_generative_process():
    """Note 002: +1 if z > 0, else −1; so −1 on the plane."""
    plane = Hyperplane([1, 2], -4)
    assert plane.label([[4, 1], [0, 2], [0, 0]]).tolist() == [1, -1, -1]
    assert plane.label([4, 1]) == 1
