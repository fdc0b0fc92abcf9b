"""The mistake bound: which runs it covers, and what voids it."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.algorithms import ESTIMATORS
from helpers.sets import XOR, note_004
from helpers.voided_bounds import AT_ONCE, IDLE, RATES, START, WEIGHTS

from rosenblatt import (
    DataError,
    Perceptron,
    certify,
    sample,
)
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.learners import Report
from rosenblatt.proofs.check.certificate_format import Bracket


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_worked_example_makes_nine_mistakes_of_at_most_55(estimator):
    X, y = note_004()
    theorem = estimator(order="given", max_iter=100).fit(X, y).report_.theorem(certify(X, y))
    assert (theorem.mistakes, theorem.bound, theorem.voided_by) == (9, 55, ())
    assert str(theorem).splitlines() == [
        "verdict           separable, proven",
        "augmented margin  0.447214 to 0.447214",
        "mistake bound     9 mistakes, at most 55 possible (proven)",
    ]


@cache
def separable_sets(fit_intercept, n_classes):
    """Small sets of whole numbers, with their certificates."""
    rng = np.random.default_rng(0)
    sets = []
    for _ in range(3):
        X = rng.integers(-5, 6, size=(10, 3))
        scores = X @ np.array([[2, -1, 0], [-1, 1, 1], [1, 0, -2]])[:, :n_classes] + [fit_intercept, 0, 0][:n_classes]
        best, second = np.sort(scores)[:, ::-1].T[:2]
        X, y = X[best > second], scores.argmax(axis=1)[best > second]
        sets.append((X, y, certify(X, y, fit_intercept=fit_intercept)))
    return sets


@pytest.mark.parametrize("order", [order for order in ORDERS if order != "all-mistakes"])
@pytest.mark.parametrize("at_zero", AT_ZERO)
@pytest.mark.parametrize(("fit_intercept", "n_classes"), [(True, 2), (False, 2), (True, 3), (False, 3)])
def test_covered_runs_stay_within_the_bound(order, at_zero, fit_intercept, n_classes):
    for X, y, certificate in separable_sets(fit_intercept, n_classes):
        model = Perceptron(order=order, at_zero=at_zero, fit_intercept=fit_intercept, eta0=0.5)
        theorem = model.fit(X, y, sample_weight=np.full(len(y), 3.0)).report_.theorem(certificate)
        assert model.report_.reason == "converged"
        assert 0 < theorem.mistakes <= theorem.bound


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ({"eta0": [0.5, 0.5, 0.5]}, {}),
        ({"eta0": [0.5, 0.5, 0.1], "fit_intercept": False}, {}),
        ({"class_weight": "balanced"}, {}),
        ({"stop_when_converged": False, "max_iter": 20}, {}),
        ({"max_iter": 1}, {}),
        ({"early_stopping": True, "validation_fraction": 0.25}, {}),
        ({}, {"coef_init": [0.0, 0.0], "intercept_init": 0.0}),
        ({}, {"sample_weight": [1, 1, 0, 1]}),
    ],
)
def test_what_looks_as_if_it_voided_the_bound_and_does_not(options, given):
    """Equal rates (one is of a bias that is not learned), equal weights, an early end, fewer rows, a zero start."""
    X, y = np.array([[2.0, 1.0], [-2.0, -1.0], [1.0, 3.0], [-1.0, 2.0]]), np.array([1, -1, 1, -1])
    model = Perceptron(**options).fit(X, y, **given)
    theorem = model.report_.theorem(certify(X, y, fit_intercept=model.fit_intercept))
    assert (theorem.voided_by, theorem.mistakes <= theorem.bound) == ((), True)


MANY = np.repeat(note_004()[0], 20, axis=0), np.repeat(note_004()[1], 20)


@pytest.mark.parametrize(
    ("data", "options", "given", "what"),
    [
        (note_004(), {"max_iter": 10**4}, {"coef_init": [-100.0, 900.0]}, START),
        (note_004(), {"max_iter": 10**4}, {"intercept_init": [900.0]}, START),
        (note_004(), {"max_iter": 10**4, "eta0": [0.01, 0.01]}, {}, RATES),
        (([[1.0], [2.0]], [-1, 1]), {"max_iter": 10**4, "eta0": [1.0, 0.01]}, {}, RATES),
        (note_004(), {"max_iter": 10**4}, {"sample_weight": [1.0, 1.0, 1.0, 300.0]}, WEIGHTS),
        (note_004(), {"max_iter": 10**4, "class_weight": {1: 0.001}}, {}, WEIGHTS),
        (MANY, {"order": "all-mistakes"}, {}, AT_ONCE),
    ],
)
def test_each_thing_that_voids_the_bound_can_break_it(data, options, given, what):
    model = Perceptron(**{"order": "given", "n_iter_no_change": None, **options}).fit(*data, **given)
    theorem = model.report_.theorem(certify(*data))
    assert model.report_.reason == "converged"
    assert (theorem.separable, theorem.bound, theorem.voided_by) == (True, None, (what,))
    assert theorem.mistakes > certify(*data).mistake_bound
    assert str(theorem).endswith(f"no bound: {what}")


def test_a_warm_start_is_not_from_zero():
    X, y = note_004()
    model = Perceptron(warm_start=True).fit(X, y)
    assert model.report_.theorem(certify(X, y)).voided_by == ()
    assert model.fit(X, y).report_.theorem(certify(X, y)).voided_by == (START,)


def test_a_rival_without_rows_voids_the_bound():
    X, y = np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 2])
    report = Perceptron(class_weight={2: 0.0}, at_zero="positive").fit(X, y).report_
    assert report.terms.classes == (0, 1)
    assert report.theorem(certify(X[:2], y[:2])).voided_by == (IDLE,)


def test_no_bound_where_no_plane_separates_or_where_it_is_undecided():
    model = Perceptron(max_iter=3, class_weight={0: 2.0}).fit(*XOR)
    theorem = model.report_.theorem(certify(*XOR))
    assert (theorem.separable, theorem.bound) == (False, None)
    assert theorem.voided_by == (WEIGHTS, "no plane separates the rows")
    theorem = model.report_.theorem(certify(*XOR, budget=0))
    assert theorem.voided_by == (WEIGHTS, "it is undecided whether a plane separates the rows")
    assert theorem.lines()[0] == ("verdict", "undecided")


def test_an_open_run_has_no_bound():
    X, y = note_004()
    theorem = Perceptron().partial_fit(X, y).report_.theorem(certify(X, y))
    assert theorem.voided_by == ("a run that is open: how its rows were weighed is not kept",)


def test_more_mistakes_than_the_bound_are_never_called_proven():
    X, y = note_004()
    report = Perceptron(order="given").fit(X, y).report_
    report.mistakes_per_epoch = [56]
    assert report.theorem(certify(X, y)).voided_by == (
        "56 mistakes exceed it, by rounding or by rows that were not certified",
    )


def test_a_certificate_of_many_classes_is_taken_for_what_it_says():
    X, y = np.array([[-1.0], [0.0], [1.0]]), np.array(["a", "b", "c"])
    report = Perceptron(order="given").fit(X, y).report_
    facts = {"fit_intercept": True, "classes": ("a", "b", "c"), "n_rows": 3, "n_features": 1}
    certificate = SimpleNamespace(
        separable=True, mistake_bound=10**400, augmented_radius=2.0, augmented_margin=Bracket(0.25, 0.5), **facts
    )
    assert str(report.theorem(certificate)).endswith("mistakes, at most 1.00000E+400 possible (proven)")


@pytest.mark.parametrize(
    ("of", "options", "message"),
    [
        (lambda X, y: (X, y), {"fit_intercept": False}, r"certify\(X, y, fit_intercept=True\); it is of fit_.*=False"),
        (lambda X, y: (X[:3], y[:3]), {}, "of the rows that were trained on, 4 of 2 features; it is of 3 of 2, or"),
        (lambda X, y: (X[:, :1], y), {}, "4 of 2 features; it is of 4 of 1"),
        (lambda X, y: (X, y > 0), {}, "or of others: certify the same X and y"),
        (lambda X, y: (X / 2, y), {}, "or of others: certify the same X and y"),
    ],
)
def test_a_certificate_of_something_else_is_refused(of, options, message):
    X, y = note_004()
    report = Perceptron().fit(X, y * 2).report_
    with pytest.raises(DataError, match=message):
        report.theorem(certify(*of(X, y * 2), **options))


def test_a_certificate_must_be_given_or_made():
    report = Perceptron().fit(*note_004()).report_
    with pytest.raises(
        DataError, match=r"certificate must be given, since none was made .*: rosenblatt.certify\(X, y\)"
    ):
        report.theorem()
    assert "certificate" not in report.to_dict()
    assert isinstance(report, Report)


def test_a_certificate_without_a_proven_margin_bounds_nothing():
    X, y, _ = sample("note-004")
    certificate = certify(X, y)
    none = replace(certificate, augmented_margin=Bracket(0.0, certificate.augmented_margin.upper), mistake_bound=None)
    theorem = Perceptron().fit(X, y).report_.theorem(none)
    assert (theorem.bound, theorem.voided_by) == (None, ("no margin is proven",))
