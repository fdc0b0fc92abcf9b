"""Kernel models: their dual coefficients, norms, votes, and kernels that users give."""

from math import tau as full_circle

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.bits import examples
from helpers.kernels import KERNELS, PREDICT_WITH, RULES, listed_updates, oracle, recording, trained, whole_rows

from rosenblatt.data.blocks import block_of
from rosenblatt.learners import Kernel
from rosenblatt.models.kernel_function import KernelFunction, Rows, fill_kernel_values

STRATEGIES = [(2, "argmax"), (4, "argmax"), (4, "one-vs-rest")]
every_strategy = pytest.mark.parametrize(("n_classes", "multiclass"), STRATEGIES)


def values_of(name, X, Z):
    """Kernel values of NumPy."""
    named = KERNELS[name]
    if named["kernel"] == "rbf":
        return np.exp(-named["gamma"] * np.square(X[:, None] - Z[None]).sum(axis=2))
    if named["kernel"] == "linear":
        return X @ Z.T + named.get("fit_intercept", True)
    return (named.get("coef0", 1.0) + named.get("gamma", 1.0) * X @ Z.T) ** named.get("degree", 3)


@pytest.mark.parametrize("predict_with", ["last", "averaged"])
@every_strategy
@pytest.mark.parametrize("name", KERNELS)
def test_dual_coefficients_are_the_model(name, n_classes, multiclass, predict_with):
    X, y = examples(n_classes, n=31)
    X = X.astype(np.float64)
    rule = "pa1" if predict_with == "last" else "perceptron"
    own = {"rule": rule, **RULES[rule], "multiclass": multiclass, "predict_with": predict_with, "max_iter": 3}
    model = trained(name, X, y, **own).model
    dual, support = model.dual_coef(), X[model.numbers]
    assert dual.shape == (1 if n_classes == 2 else 4, len(model.numbers))
    np.testing.assert_array_equal(np.asarray(model.support.rows.values), support)
    assert model.classes[model.support.classes].tolist() == np.asarray(y)[model.numbers].tolist()
    scores = (dual @ values_of(name, support, X)).T
    np.testing.assert_allclose(
        model.decision_function(X), scores[:, 0] if n_classes == 2 else scores, rtol=1e-9, atol=1e-9
    )


def test_numbers_of_support_rows_go_on_through_the_calls():
    X, y = examples(4, n=31)
    learner = Kernel(**KERNELS["poly"], predict_with="last")
    entries, numbers = recording(learner), []
    for first in range(0, 31, 8):
        before = len(entries)
        learner.partial_fit(X[first : first + 8], y[first : first + 8])
        numbers += [first + row for row, *_ in entries[before:]]
    assert [number for number, *_ in listed_updates(learner.model)] == numbers
    assert sorted(learner.model.numbers.tolist()) == sorted(set(numbers))


def test_equal_rows_of_several_calls_are_one_support_row():
    """Equal rows of one class and weight, dense or CSR, are one support row."""
    X, y = whole_rows(2, n=8)
    for form in (np.asarray, sp.csr_matrix):
        learner = Kernel(kernel="linear", predict_with="last")
        for _ in range(5):
            learner.partial_fit(form(X), y)
        model = learner.model
        assert len(model.mistakes.row) > len(model.numbers) == len(set(model.numbers.tolist())) <= 8
        whole = Kernel(kernel="linear", predict_with="last", order="given", max_iter=5, stop_when_converged=False)
        expected = whole.fit(X, y).model.decision_function(X)
        assert model.decision_function(X).tobytes() == expected.tobytes()
    learner = Kernel(kernel="linear").partial_fit([[1.0], [1.0], [1.0]], [0, 1, 0])
    learner.partial_fit([[1.0], [1.0]], [1, 0], sample_weight=[2.0, 1.0])
    rows = list(zip(learner.model.support.classes.tolist(), learner.model.support.weights.tolist(), strict=True))
    assert len(rows[3:]) == len(set(rows[3:]))


@pytest.mark.parametrize("predict_with", ["last", "averaged"])
@every_strategy
@pytest.mark.parametrize("name", ["linear", "no bias", "cubic", "rbf"])
def test_normalized_scores(name, n_classes, multiclass, predict_with):
    """Divided by the norms in the space of the kernel, the bias included."""
    X, y = examples(n_classes, n=14)
    X, y = X.astype(np.float64).tolist(), y.tolist()
    run = oracle(name, X, y, epochs=2, rate=0.5, one_vs_rest=multiclass == "one-vs-rest")
    own = {"order": "given", "max_iter": 2, "eta0": 0.5, "multiclass": multiclass, "stop_when_converged": False}
    model = trained(name, X, y, predict_with=predict_with, normalize_scores=True, **own).model
    expected = np.array([run.decide(x, predict_with, normalize=True) for x in X])
    expected /= run.n_visits + 1 if predict_with == "averaged" else 1
    np.testing.assert_allclose(model.decision_function(X), expected, rtol=1e-9, atol=1e-9)


def test_normalized_scores_of_several_slices(monkeypatch):
    """Norms are computed slice by slice, from the scores on the support rows."""
    X, y = examples(4, n=31)
    for predict_with in ("last", "averaged"):
        own = {"predict_with": predict_with, "normalize_scores": True, "max_iter": 2}
        expected = trained("poly", X, y, **own).model.decision_function(X)
        with monkeypatch.context() as patch:
            patch.setattr("rosenblatt.models.kernel.NUMBERS_AT_ONCE", 100)
            assert trained("poly", X, y, **own).model.decision_function(X).tobytes() == expected.tobytes()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_after_one_mistake_all_models_decide_alike(n_classes):
    """Rows of one class follow the first mistake; the others come after the end."""
    X = np.array([[2.0, 1.0], [3.0, 0.5], [1.5, 1.0]])
    rows = np.random.default_rng(0).normal(size=(20, 2))
    predicted = []
    for predict_with in PREDICT_WITH:
        learner = Kernel(kernel="poly", degree=1, predict_with=predict_with)
        learner.partial_fit(X, [1, 1, 1], classes=range(n_classes))
        assert learner.report.n_mistakes == 1
        predicted.append(learner.model.predict(rows).tolist())
    assert predicted[0] == predicted[1] == predicted[2]
    assert set(predicted[0]) == {0, 1}


@pytest.mark.parametrize("predict_with", PREDICT_WITH)
@every_strategy
@pytest.mark.parametrize("name", ["linear", "cubic"])
def test_kernel_values_given_and_computed_by_a_function(name, n_classes, multiclass, predict_with):
    """The same updates and scores as the kernel itself, on whole numbers."""
    X, y = whole_rows(n_classes, n=25, largest=3)
    rows = whole_rows(n_classes, n=9, seed=5, largest=3)[0]
    own = {"multiclass": multiclass, "predict_with": predict_with, "max_iter": 3}
    for order, rule in (("shuffled", "perceptron"), ("shuffled", "pa1"), ("all-mistakes", "margin")):
        if multiclass == "one-vs-rest" and order != "shuffled":
            continue
        own |= {"order": order, "rule": rule, "C": None, "margin": None, **RULES[rule]}
        if name == "linear" and rule == "pa1":
            continue  # its step does not count the bias, which is in the values
        named = trained(name, X, y, **own).model
        given = Kernel(kernel="precomputed", **own).fit(values_of(name, X, X), y).model
        called = Kernel(kernel=lambda A, B: values_of(name, A, B), **own).fit(X, y).model
        assert listed_updates(given) == listed_updates(called) == listed_updates(named)
        expected = named.decision_function(rows)
        assert called.decision_function(rows).tobytes() == expected.tobytes()
        assert given.decision_function(values_of(name, rows, X)).tobytes() == expected.tobytes()
        assert given.predict(values_of(name, rows, X)).tolist() == named.predict(rows).tolist()


def test_a_function_sees_rows_as_they_were_given():
    """One row and all rows, sparse where the rows are sparse."""
    X, y = whole_rows(2, n=12)
    shapes = set()

    def product(A, B):
        shapes.add((type(A), A.shape[0]))
        return np.asarray((A @ B.T).todense() if sp.issparse(A) else A @ B.T)

    dense = Kernel(kernel=product, max_iter=2).fit(X, y).model
    assert {(kind, count) for kind, count in shapes} == {(np.ndarray, 1)}
    sparse = Kernel(kernel=product, max_iter=2).fit(sp.csr_matrix(X), y).model
    assert any(issubclass(kind, sp.csr_matrix | sp.csr_array) for kind, _ in shapes)
    assert sparse.decision_function(sp.csr_matrix(X)).tobytes() == dense.decision_function(X).tobytes()


def test_a_model_without_updates():
    """Rows of zeros have no step under PA: all scores are zero."""
    zeros, y = np.zeros((4, 4)), [1, -1, 1, -1]
    for kernel in ("linear", "precomputed", lambda A, B: A @ B.T):
        for predict_with in PREDICT_WITH:
            own = {"kernel": kernel, "fit_intercept": False, "predict_with": predict_with, "max_iter": 2}
            model = Kernel(rule="pa1", **own).fit(zeros, y).model
            assert model.decision_function(zeros).tolist() == [0.0] * 4
            assert model.dual_coef().shape == (1, len(model.numbers))


def test_kernels_by_name():
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(5, 3)), rng.normal(size=(7, 3))
    for name in KERNELS:
        learner = trained(name, X, [0, 1, 0, 1, 0], max_iter=1)
        values = np.empty((5, 7))
        fill_kernel_values(learner.model.kernel, Rows(block_of(X)), Rows(block_of(Z)), values)
        np.testing.assert_allclose(values, values_of(name, X, Z), rtol=1e-12)
    assert KernelFunction("poly", 3, 0.5, 2.0).of_products(np.array([4.0])).tolist() == [64.0]


def test_a_ring_is_inside_another_for_the_mean_too():
    angles = np.linspace(0, full_circle, 20, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    X, y = np.vstack([ring, 3 * ring]), np.repeat([0, 1], 20)
    scores = trained("rbf", X, y, predict_with="averaged", max_iter=20).model.decision_function(X)
    assert ((scores > 0) == y).all()
