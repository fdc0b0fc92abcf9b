"""The theorem of each update rule: bounds that hold, and the runs that it does not cover."""

import math

import numpy as np
import pytest
from helpers.sets import note_004

import rosenblatt
from rosenblatt import DataError, certify, fold, learners, plots, trace
from rosenblatt.conventions import PASSIVE_AGGRESSIVE, RULES

OTHERS = [rule for rule in RULES if rule != "perceptron"]
OPTIONS = {
    "margin": [{"margin": 0.5}, {"margin": 20.0}, {"margin": 3.0, "eta0": 0.25}],
    "normalized": [{}, {"eta0": 4.0}],
    "pa": [{}],
    "pa1": [{"C": 0.01}, {"C": 100.0}],
    "pa2": [{"C": 0.01}, {"C": 100.0}],
}
BIAS = "a bias, which ‖x‖ does not count: fold it in as a feature"


def separable_sets(n_classes):
    """Small sets of whole numbers that planes through 0 separate."""
    rng = np.random.default_rng(0)
    for _ in range(3):
        X = rng.integers(-5, 6, size=(12, 3))
        scores = X @ np.array([[2, -1, 0], [-1, 1, 1], [1, 0, -2]])[:, :n_classes]
        best, second = np.sort(scores)[:, ::-1].T[:2]
        yield X[best > second], scores.argmax(axis=1)[best > second]


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize(("rule", "options"), [(rule, options) for rule in OPTIONS for options in OPTIONS[rule]])
def test_covered_runs_stay_within_the_bound(rule, options, n_classes):
    for X, y in separable_sets(n_classes):
        certificate = certify(X, y, fit_intercept=False)
        learner = learners.Perceptron(rule=rule, fit_intercept=False, n_iter_no_change=None, max_iter=3000, **options)
        report = learner.fit(X, y).report
        theorem = report.theorem(certificate)
        counted = report.updates if rule == "margin" else report.n_mistakes
        assert theorem.voided_by == ()
        assert (theorem.mistakes, theorem.updates) == (report.n_mistakes, counted if rule == "margin" else None)
        assert 0 < counted <= theorem.bound
        assert report.reason == "converged"


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("C", [0.5, 0.1, 0.001])
def test_pa2_with_a_small_C_is_covered_with_a_bias_too(C, n_classes):
    for X, y in separable_sets(n_classes):
        certificate = certify(X, y)
        report = learners.Perceptron(rule="pa2", C=C, n_iter_no_change=None, max_iter=3000).fit(X, y).report
        theorem, many = report.theorem(certificate), 1 if n_classes == 2 else 2
        radius = np.sqrt(np.square(X).sum(axis=1).max())
        exact = many * (radius**2 + 0.5 / C) / certificate.augmented_margin.lower**2
        assert theorem.voided_by == ()
        assert theorem.bound == pytest.approx(exact, rel=1e-9, abs=1)
        assert 0 < report.n_mistakes <= theorem.bound
        assert learners.Perceptron(rule="pa2", C=0.51).fit(X, y).report.theorem(certificate).voided_by == (BIAS,)


def test_the_bound_of_each_rule_in_numbers():
    """R² = 10 and γ of the rows of note 004 through 0, with β, λ and C in place."""
    X, y = fold(note_004()[0], "last"), note_004()[1]
    certificate = certify(X, y, fit_intercept=False)
    squared, margin = certificate.augmented_radius**2, certificate.augmented_margin.lower
    expected = {
        ("margin", 2.0, 0.5): squared + 2 * 2.0 / 0.5,
        ("normalized", None, 1.0): squared,
        ("pa", None, 1.0): squared,
        ("pa1", 0.01, 1.0): max(squared, 100.0),
        ("pa2", 0.01, 1.0): squared + 50.0,
    }
    for (rule, constant, rate), numerator in expected.items():
        given = {} if constant is None else {"margin" if rule == "margin" else "C": constant}
        learner = learners.Perceptron(rule=rule, eta0=rate, fit_intercept=False, **given).fit(X, y)
        assert learner.report.theorem(certificate).bound == math.floor(numerator / margin**2)


def test_a_bias_beside_w_voids_all_but_the_margin_perceptrons():
    X, y = note_004()
    certificate = certify(X, y)
    for rule in OTHERS:
        theorem = learners.Perceptron(rule=rule, max_iter=50).fit(X, y).report.theorem(certificate)
        expected = () if rule == "margin" else (BIAS,)
        assert theorem.voided_by == expected
        assert (theorem.bound is None) == (rule != "margin")


def test_a_bias_beside_w_breaks_the_bound_of_pa_and_folded_in_it_does_not():
    """Rows of length 0.1, whose ‖x‖² lets the bias jump 100 times too far: here PA overflows."""
    X, y = np.array([[0.115], [-0.095]]), np.array([1, -1])
    options = {"rule": "pa", "max_iter": 2000, "n_iter_no_change": None, "order": "given"}
    folded = fold(X, "last")
    theorem = (
        learners.Perceptron(fit_intercept=False, **options)
        .fit(folded, y)
        .report.theorem(certify(folded, y, fit_intercept=False))
    )
    assert 0 < theorem.mistakes <= theorem.bound < 1000
    with pytest.raises(rosenblatt.TrainingOverflow, match="PA-I limits the steps: rule='pa1'."):
        learners.Perceptron(**options).fit(X, y)


@pytest.mark.parametrize("rule", PASSIVE_AGGRESSIVE)
def test_weights_other_than_one_void_the_bound_of_pa(rule):
    X, y = next(separable_sets(2))
    certificate = certify(X, y, fit_intercept=False)
    learner = learners.Perceptron(rule=rule, fit_intercept=False)
    voided = learner.fit(X, y, sample_weight=np.full(len(y), 2.0)).report.theorem(certificate).voided_by
    assert voided == ("sample or class weights other than 1",)
    assert learner.fit(X, y, sample_weight=np.ones(len(y))).report.theorem(certificate).voided_by == ()


def test_equal_weights_scale_the_margin():
    """A weight of 4 for all rows is a rate of 4: the margin counts for a quarter."""
    X, y = note_004()
    certificate = certify(X, y)
    by_weight = learners.Perceptron(rule="margin", margin=8.0).fit(X, y, sample_weight=np.full(len(y), 4.0))
    by_rate = learners.Perceptron(rule="margin", margin=8.0, eta0=4.0).fit(X, y)
    assert by_weight.report.theorem(certificate) == by_rate.report.theorem(certificate)


def test_the_lines_and_the_dictionary_name_updates():
    X, y = note_004()
    theorem = learners.Perceptron(rule="margin", order="given").fit(X, y).report.theorem(certify(X, y))
    assert theorem.lines()[-1] == ("update bound", f"{theorem.updates} updates, at most 65 possible (proven)")
    assert theorem.to_dict()["mistake_bound"] == 65  # no more mistakes than updates
    assert theorem.to_dict()["updates"] == theorem.updates


def test_a_report_with_its_terms_is_saved_and_loaded(tmp_path):
    X, y = note_004()
    for rule in OTHERS:
        learner = learners.Perceptron(rule=rule, max_iter=30).fit(X, y)
        rosenblatt.save(tmp_path / "m", learner)
        loaded = rosenblatt.load(tmp_path / "m")
        assert loaded.report.terms == learner.report.terms
        assert str(loaded.report.theorem(certify(X, y))) == str(learner.report.theorem(certify(X, y)))


def test_pictures_of_the_bound_and_the_proof():
    X, y = note_004()
    run, certificate = trace(X, y, rule="margin", margin=2.0, order="given"), certify(X, y)
    ax = plots.bound(run, certificate)
    assert ax.get_title() == f"{run.report.updates} updates of at most 75"
    assert plots.proof(run, certificate).get_xlabel() == "updates k"
    X = fold(X, "last")
    run, certificate = trace(X, y, rule="pa1", fit_intercept=False), certify(X, y, fit_intercept=False)
    assert plots.bound(run, certificate).get_ylabel() == "mistakes so far"
    with pytest.raises(DataError, match=r"trace must be of steps of one length .* plots.bound draws"):
        plots.proof(run, certificate)
