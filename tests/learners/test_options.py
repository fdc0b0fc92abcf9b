"""Options: checked when they are given, each with a sentence."""

import math

import numpy as np
import pytest

from rosenblatt.errors import OptionError
from rosenblatt.learners import Options, Perceptron


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "random"}, "order must be one of 'shuffled', 'given', .*; got 'random'"),
        ({"at_zero": "zero"}, "at_zero must be one of 'mistake', 'positive', 'negative'; got 'zero'"),
        ({"order": []}, r"order must be one of .*; got \[\]"),
        ({"eta0": [[1.0], [2.0, 3.0]]}, "eta0 must be a positive number, or one per feature"),
        ({"fit_intercept": "no"}, "fit_intercept must be True or False; got 'no'"),
        ({"early_stopping": "no"}, "early_stopping must be True or False; got 'no'"),
        ({"class_weight": np.array([1, 2])}, "class_weight must be None, 'balanced' or a mapping"),
        ({"n_iter_no_change": np.array([1, 2])}, "n_iter_no_change must be a whole number"),
        ({"max_iter": 0}, "max_iter must be a whole number, at least 1; got 0"),
        ({"max_iter": 2.5}, "max_iter must be a whole number, at least 1; got 2.5"),
        ({"max_iter": True}, "max_iter must be a whole number"),
        ({"n_iter_no_change": 0}, "n_iter_no_change must be a whole number, at least 1, 'auto' or None; got 0"),
        ({"tol": -1}, "tol must be a number, at least 0; got -1"),
        ({"tol": math.inf}, "tol must be a number"),
        ({"eta0": 0}, "eta0 must be positive, or nothing is learned; got 0"),
        ({"eta0": -1.0}, "eta0 must be a positive number, or one per feature; got -1.0"),
        ({"eta0": "optimal"}, "eta0 must be a positive number, or one per feature; got 'optimal'"),
        ({"eta0": math.nan}, "eta0 must be a positive number"),
        ({"validation_fraction": 1.0}, "validation_fraction must be a number between 0 and 1; got 1.0"),
        ({"class_weight": "balance"}, "class_weight must be None, 'balanced' or a mapping .*; got 'balance'"),
        ({"random_state": -1}, "random_state must be a whole number, at least 0; got -1"),
        ({"random_state": 2**32}, "random_state must be below 2"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(OptionError, match=message):
        Options(**options)


def test_rates():
    assert Options(eta0=0.5).compiled_rule(3)[:2] == (0.5, 0.5)
    assert Options(eta0=0.5, fit_intercept=False).compiled_rule(3)[:2] == (0.5, 0.0)
    rate, bias_rate, *_ = Options(eta0=[1, 2, 3]).compiled_rule(3)
    assert (rate.tolist(), bias_rate) == ([1, 2, 3], 1.0)
    rate, bias_rate, *_ = Options(eta0=[1, 2, 3, 4]).compiled_rule(3)
    assert (rate.tolist(), bias_rate) == ([1, 2, 3], 4.0)
    with pytest.raises(OptionError, match="3 or, with the bias's, 4 of them; got 2"):
        Perceptron(eta0=[1.0, 2.0]).fit(np.eye(3), [0, 1, 1])


def test_patience_is_a_rule_of_the_shape():
    patience = Options().patience
    assert patience(150, 4, 3) == 100
    assert patience(10**6, 10, 2) == 10
    assert patience(10**6, 100, 2) == 5
    assert patience(10**5, 100, 5) == 5
    assert Options(n_iter_no_change=7).patience(10**6, 100, 2) == 7
    for never in (
        Options(n_iter_no_change=None),
        Options(stop_when_converged=False),
        Options(order="first-mistake"),
        Options(order="random-mistake", n_iter_no_change=3),
    ):
        assert never.patience(150, 4, 3) == math.inf
    assert Options().validation_patience() == 5
    assert Options(n_iter_no_change=None).validation_patience() == math.inf
    assert Options(n_iter_no_change=9).validation_patience() == 9


def test_iterations():
    assert Options().iterations(1000) == 1000
    assert Options(max_iter=3).iterations(1000) == 3
    assert Perceptron(max_iter=10**400).fit([[1.0], [-1.0]], [0, 1]).report.reason == "converged"
    assert Options(order="first-mistake").iterations(1000) == 100_000
    assert Options(order="random-mistake").iterations(10) == 100_000
    assert Options(order="all-mistakes").iterations(10) == 10
