"""Kernel perceptrons against the oracle: bit for bit on floats, exactly on whole numbers."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from helpers.kernels import (
    KERNELS,
    PREDICT_WITH,
    RULES,
    WITHOUT_END,
    entries_of,
    float_rows,
    listed_updates,
    oracle,
    recording,
    updates_of,
    whole_rows,
)
from reference_kernel import SEARCHES

from rosenblatt.learners import Averaged, Kernel, Perceptron, Voted

AT_ZERO = ("mistake", "positive", "negative")
EXACT = ("linear", "no bias", "poly", "cubic")  # the same bits on every machine

every_rule = pytest.mark.parametrize("rule", RULES)
few_and_many_classes = pytest.mark.parametrize("n_classes", [2, 4])


def assert_same_run(name, X, y, run, rows=None, sample_weight=None, within=0.0, **options):
    """The list of mistakes and updates, the counts of each epoch, and the scores under each way to predict."""
    learner = Kernel(**KERNELS[name], predict_with="last", **WITHOUT_END, **options)
    entries = recording(learner)
    learner.fit(X if rows is None else rows, y, sample_weight=sample_weight)
    np.testing.assert_allclose(entries, entries_of(run), rtol=within, atol=0)
    assert learner.visited == run.n_visits
    assert learner.report.mistakes_per_epoch == run.mistakes_per_epoch
    assert learner.report.updates_per_epoch == run.updates_per_epoch
    for predict_with in PREDICT_WITH:
        model = replace(learner.model, predict_with=predict_with)
        scores = [run.decide(x, predict_with) for x in X]
        np.testing.assert_allclose(model.decision_function(X), scores, rtol=within, atol=100 * within)
    if not within:
        assert listed_updates(learner.model) == updates_of(run)


@few_and_many_classes
@every_rule
@pytest.mark.parametrize("name", EXACT)
def test_floats_bit_for_bit(name, rule, n_classes):
    """Every rule at zero, orders, row weights, dense and sparse rows. Row 9 is zero."""
    cases = zip(AT_ZERO, ("given", "shuffled", "shuffled-once"), (None, 0.1, 0.3), strict=True)
    for seed, (at_zero, order, weight) in enumerate(cases):
        X, y = float_rows(n_classes, seed=seed)
        weights = None if weight is None else [weight * (k + 1) for k in range(len(y))]
        own = {"rule": rule, **RULES[rule], "at_zero": at_zero, "order": order}
        run = oracle(name, X, y, epochs=3, seed=seed, weights=weights, **own)
        rows = sp.csr_matrix(X) if seed == 1 else None
        assert_same_run(name, X, y, run, rows, weights, max_iter=3, random_state=seed, **own)


@every_rule
@pytest.mark.parametrize("name", EXACT)
def test_one_vs_rest_bit_for_bit(name, rule):
    """Each class answers its own mistakes, by the scores before the visit."""
    for seed, at_zero in enumerate(AT_ZERO):
        X, y = float_rows(4, seed=seed)
        own = {"rule": rule, **RULES[rule], "at_zero": at_zero}
        run = oracle(name, X, y, epochs=3, one_vs_rest=True, **own)
        assert_same_run(name, X, y, run, max_iter=3, order="given", multiclass="one-vs-rest", **own)


@few_and_many_classes
@every_rule
def test_radial_kernel_to_twelve_digits(rule, n_classes):
    own = {"rule": rule, **RULES[rule]}
    X, y = float_rows(n_classes)
    run = oracle("rbf", X, y, epochs=4, order="shuffled", seed=3, **own)
    assert_same_run("rbf", X, y, run, within=1e-12, max_iter=4, random_state=3, **own)
    if n_classes > 2:
        run = oracle("rbf", X, y, epochs=4, one_vs_rest=True, **own)
        assert_same_run("rbf", X, y, run, within=1e-12, max_iter=4, order="given", multiclass="one-vs-rest", **own)


@pytest.mark.parametrize("order", SEARCHES)
@few_and_many_classes
@every_rule
def test_orders_that_search_for_mistakes(rule, n_classes, order):
    for seed, (name, at_zero) in enumerate(zip(("linear", "poly", "cubic"), AT_ZERO, strict=True)):
        X, y = float_rows(n_classes, seed=seed)
        own = {"rule": rule, **RULES[rule], "at_zero": at_zero, "order": order}
        run = oracle(name, X, y, epochs=5, seed=seed, **own)
        assert_same_run(name, X, y, run, max_iter=5, random_state=seed, **own)


@pytest.mark.parametrize("rule", ["perceptron", "margin", "normalized"])
def test_the_rate_multiplies_the_step(rule):
    for n_classes, multiclass in ((2, "argmax"), (4, "argmax"), (4, "one-vs-rest")):
        X, y = float_rows(n_classes, seed=2)
        weights = [0.1 * (k + 1) for k in range(len(y))]
        own = {"rule": rule, **RULES[rule], "order": "given"}
        is_one = multiclass == "one-vs-rest"
        run = oracle("poly", X, y, epochs=3, rate=0.3, weights=weights, one_vs_rest=is_one, **own)
        assert_same_run("poly", X, y, run, sample_weight=weights, max_iter=3, eta0=0.3, multiclass=multiclass, **own)


@pytest.mark.parametrize("largest", [4, 60, 3000])
@few_and_many_classes
@pytest.mark.parametrize("name", ["linear", "no bias", "cubic"])
def test_whole_numbers_exactly(name, n_classes, largest):
    """By Fractions: the same entries and votes; scores are whole, and averages right to 1e-12.

    Up to 60, products of rows are exact in float32 but their powers are not. Up to 3000, products are not, and powers
    not even in float64.
    """
    for seed, at_zero in enumerate(AT_ZERO):
        X, y = whole_rows(n_classes, seed=seed, largest=largest)
        exact, labels = [[Fraction(int(v)) for v in x] for x in X.tolist()], y.tolist()
        own = {"at_zero": at_zero, "order": "shuffled"}
        run = oracle(name, exact, labels, dot=reference.exact_dot, epochs=3, seed=seed, **own)
        for predict_with in PREDICT_WITH:
            learner = Kernel(
                **KERNELS[name], predict_with=predict_with, max_iter=3, random_state=seed, **own, **WITHOUT_END
            )
            entries = recording(learner)
            learner.fit(X, y)
            assert entries == entries_of(run)
            scores = np.array([run.decide(x, predict_with) for x in exact], dtype=np.float64)
            within = 1e-12 if predict_with == "averaged" or (name == "cubic" and largest > 60) else 0.0
            np.testing.assert_allclose(learner.model.decision_function(X), scores, rtol=within, atol=within)


LINEAR_RULES = {"perceptron": {}, "margin": {"margin": 3.0}, "pa1": {"C": 0.25}}
STRATEGIES = [(2, "argmax"), (4, "argmax"), (4, "one-vs-rest")]


def rows_of_length_four(n_classes, seed, n=22):
    """Rows with four numbers ±1 among zeros: squared norms are 4, so steps of PA-I are exact."""
    rng = np.random.default_rng(seed)
    X = np.zeros((n, 7))
    for row in X:
        row[rng.permutation(7)[:4]] = rng.choice([-1.0, 1.0], 4)
    y = np.array([*range(n_classes), *rng.integers(n_classes, size=n - n_classes).tolist()])
    return X, y


@pytest.mark.parametrize(("n_classes", "multiclass"), STRATEGIES)
@pytest.mark.parametrize("rule", LINEAR_RULES)
def test_linear_kernel_is_the_perceptron(rule, n_classes, multiclass):
    """The same entries; scores, means and votes are those of the learners with weights."""
    twins = {"last": Perceptron, "averaged": Averaged, "voted": Voted}
    for seed, bias, at_zero in ((0, True, "mistake"), (1, False, "positive"), (2, True, "negative")):
        X, y = rows_of_length_four(n_classes, seed)
        own = {"rule": rule, **LINEAR_RULES[rule], "multiclass": multiclass, "fit_intercept": bias, "at_zero": at_zero}
        own |= {"max_iter": 4, "random_state": seed, **WITHOUT_END}
        for predict_with, make in twins.items():
            kernel, weights = Kernel(kernel="linear", predict_with=predict_with, **own), make(**own)
            lists = recording(kernel), recording(weights)
            kernel.fit(X, y), weights.fit(X, y)
            if rule == "pa1":  # steps have more bits with every update, until they are rounded
                np.testing.assert_allclose(*lists, rtol=1e-9)
            else:
                assert lists[0] == lists[1]
            assert len(lists[0]) > 20
            assert kernel.report.mistakes_per_epoch == weights.report.mistakes_per_epoch
            rows = X if rule != "pa1" else np.random.default_rng(seed).normal(size=(30, 7))  # rounded scores may tie
            scores = kernel.model.decision_function(rows), weights.model.decision_function(rows)
            np.testing.assert_allclose(*scores, rtol=1e-9, atol=1e-9)
            assert kernel.model.predict(rows).tolist() == weights.model.predict(rows).tolist()


@few_and_many_classes
def test_class_weights_are_weights_of_the_rows(n_classes):
    X, y = float_rows(n_classes)
    factors = dict(zip(sorted(set(y)), (0.5, 2.0, 1.5, 0.3), strict=False))
    run = oracle("poly", X, y, epochs=3, weights=[factors[label] for label in y])
    assert_same_run("poly", X, y, run, class_weight=factors, max_iter=3, order="given")


def test_rows_of_weight_zero_are_not_visited():
    """They have no part in γ either."""
    X, y = map(np.array, float_rows(2))
    weights = np.ones(len(y))
    weights[[1, 5, 9]] = 0.0
    kept = weights > 0
    whole, part = (Kernel(max_iter=3) for _ in range(2))
    whole.fit(X, y, sample_weight=weights)
    part.fit(X[kept], y[kept])
    assert whole.model.decision_function(X).tobytes() == part.model.decision_function(X).tobytes()
    assert np.flatnonzero(kept)[part.model.numbers].tolist() == whole.model.numbers.tolist()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("gamma", [None, "scale", "auto", 0.25])
def test_gamma_from_the_rows(gamma, form):
    X, y = map(np.array, float_rows(2, d=11))
    expected = {"auto": 1 / 11, 0.25: 0.25}.get(gamma, 1 / (11 * X.var()))
    assert math.isclose(Kernel(gamma=gamma, max_iter=1).fit(form(X), y).gamma, expected, rel_tol=1e-14)
    poly = Kernel(kernel="poly", gamma=gamma, max_iter=1).fit(form(X), y)
    assert math.isclose(poly.gamma, 1.0 if gamma is None else expected, rel_tol=1e-14)


def test_gamma_of_rows_far_from_zero():
    """The variance is not the difference of two large numbers."""
    X, y = map(np.array, float_rows(2, d=11))
    X = X + 1e8
    assert math.isclose(Kernel(max_iter=1).fit(X, y).gamma, 1 / (11 * X.var()), rel_tol=1e-6)


def test_gamma_is_the_same_from_every_storage():
    X, y = map(np.array, float_rows(4, n=30, d=11))
    forms = (np.asarray, np.float32, sp.csr_matrix, lambda X: sp.csr_matrix(X.astype(np.float32)))
    assert len({Kernel(max_iter=1).fit(form(X), y).gamma for form in forms}) == 1


def test_gamma_of_equal_numbers_is_one():
    assert Kernel(max_iter=1).fit(np.full((4, 2), 3.0), [0, 1, 0, 1]).gamma == 1.0


def test_exclusive_or_is_learned_by_a_parabola():
    X, y = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1, 1, 1, -1]
    learner = Kernel(kernel="poly", degree=2, predict_with="last").fit(X, y)
    assert learner.report.reason == "converged"
    assert learner.report.errors == 0
    assert learner.model.predict(X).tolist() == y
    assert Kernel(kernel="linear", predict_with="last", max_iter=50).fit(X, y).report.reason != "converged"


@pytest.mark.parametrize("predict_with", PREDICT_WITH)
def test_two_rings_are_learned_by_the_radial_kernel(predict_with):
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    X, y = np.vstack([ring, 3 * ring]), np.repeat(["inner", "outer"], 24)
    learner = Kernel(predict_with=predict_with, max_iter=60).fit(X, y)
    assert learner.report.reason == "converged"
    assert learner.report.errors == 0
    assert learner.model.predict([[0.2, 0.1], [2.9, -0.8]]).tolist() == ["inner", "outer"]
