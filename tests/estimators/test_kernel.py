"""KernelPerceptron: the names and shapes of SVC, precomputed values, functions, and the boundaries of learners."""

import itertools
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

import rosenblatt
from rosenblatt import KernelPerceptron, Perceptron, plots
from rosenblatt.errors import DataError, OptionError

X, Y = load_iris(return_X_y=True)
TWO = X[:100], Y[:100]


@pytest.mark.parametrize("rows", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("multiclass", ["argmax", "one-vs-rest"])
def test_attributes_are_those_of_svc(rows, multiclass):
    model = KernelPerceptron(kernel="poly", degree=2, multiclass=multiclass, max_iter=3).fit(rows(X), Y)
    theirs = SVC(kernel="poly", degree=2, coef0=1.0, gamma=1.0).fit(X, Y)
    for name in ("support_", "n_support_", "dual_coef_"):
        assert getattr(model, name).ndim == getattr(theirs, name).ndim
    assert (Y[model.support_] == np.repeat([0, 1, 2], model.n_support_)).all()  # class by class
    vectors = model.support_vectors_
    assert ((vectors.toarray() if sp.issparse(vectors) else vectors) == X[model.support_]).all()
    assert model.dual_coef_.shape == (3, len(model.support_))
    assert model.decision_function(rows(X)).shape == theirs.decision_function(X).shape == (150, 3)
    binary = KernelPerceptron(max_iter=3).fit(rows(TWO[0]), TWO[1])
    assert binary.decision_function(rows(X)).shape == (150,)
    assert binary.dual_coef_.shape == (1, binary.n_support_.sum())


def test_dual_coefficients_give_the_scores():
    model = KernelPerceptron(kernel="rbf", gamma=0.3, predict_with="last", max_iter=5).fit(X, Y)
    values = rbf_kernel(model.support_vectors_, X, gamma=0.3)
    np.testing.assert_allclose((model.dual_coef_ @ values).T, model.decision_function(X), rtol=1e-9)


@pytest.mark.parametrize("multiclass", ["argmax", "one-vs-rest"])
@pytest.mark.parametrize("predict_with", ["last", "averaged"])
def test_coefficients_of_normalised_scores(predict_with, multiclass):
    options = {"predict_with": predict_with, "multiclass": multiclass, "normalize_scores": True, "max_iter": 3}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        plane = KernelPerceptron(kernel="linear", **options).fit(X, Y)
        curved = KernelPerceptron(kernel="rbf", gamma=0.3, **options).fit(X, Y)
    np.testing.assert_allclose(X @ plane.coef_.T + plane.intercept_, plane.decision_function(X), rtol=1e-9, atol=1e-12)
    values = rbf_kernel(curved.support_vectors_, X, gamma=0.3)
    np.testing.assert_allclose((curved.dual_coef_ @ values).T, curved.decision_function(X), rtol=1e-9, atol=1e-12)


def test_the_linear_kernel_has_the_weights_of_the_perceptron():
    for fit_intercept in (True, False):
        options = {"fit_intercept": fit_intercept, "max_iter": 20, "order": "given"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            kernel = KernelPerceptron(kernel="linear", predict_with="last", **options).fit(10 * X, Y)
            primal = Perceptron(**options).fit(10 * X, Y)
        np.testing.assert_allclose(kernel.coef_, primal.coef_, rtol=1e-9)
        np.testing.assert_allclose(kernel.intercept_, primal.intercept_, rtol=1e-9)
    with pytest.raises(AttributeError, match="has no coef_ or intercept_, except for the kernel 'linear'"):
        KernelPerceptron(max_iter=1).fit(X, Y).coef_  # noqa: B018


def test_precomputed_values_work_in_cross_validation():
    values = polynomial_kernel(X, degree=2, gamma=0.5, coef0=1)
    options = {"predict_with": "averaged", "max_iter": 5, "order": "given"}
    given = cross_val_score(KernelPerceptron(kernel="precomputed", **options), values, Y, cv=3)
    assert not hasattr(KernelPerceptron(kernel="precomputed"), "partial_fit")
    computed = cross_val_score(KernelPerceptron(kernel="poly", degree=2, gamma=0.5, **options), X, Y, cv=3)
    assert given.tolist() == computed.tolist()


def test_saving_precomputed_values_keeps_their_columns(tmp_path):
    values = polynomial_kernel(X, degree=2)
    model = KernelPerceptron(kernel="precomputed", max_iter=3).fit(values, Y)
    rosenblatt.save(tmp_path / "k", model)
    loaded = rosenblatt.load(tmp_path / "k")
    assert loaded.decision_function(values[:7]).tobytes() == model.decision_function(values[:7]).tobytes()
    with pytest.raises(DataError, match="X must have 150 columns, one kernel value per training row; got 149"):
        loaded.learner_.model.predict(values[:7, 1:])
    with pytest.raises(DataError, match="X has 149 features, but KernelPerceptron is expecting 150"):
        loaded.predict(values[:7, 1:])


def test_a_function_is_called_with_rows_as_they_were_given():
    forms = set()

    def kernel(A, B):
        forms.add((type(A), type(B)))
        return np.asarray((A @ B.T + 1.0) if not sp.issparse(A) else (A @ B.T).toarray() + 1.0)

    options = {"predict_with": "averaged", "max_iter": 3}
    expected = KernelPerceptron(kernel="linear", **options).fit(X, Y).decision_function(X)
    for rows in (np.asarray, sp.csr_matrix):
        model = KernelPerceptron(kernel=kernel, **options).fit(rows(X), Y)
        np.testing.assert_allclose(model.decision_function(rows(X)), expected)
    assert forms == {(np.ndarray, np.ndarray), (sp.csr_matrix, sp.csr_matrix)}
    model.predict(X)  # trained on sparse rows: support rows come dense
    assert all(one is other for one, other in forms)


def test_the_last_scores_warn_if_training_does_not_converge():
    noisy = np.random.default_rng(0).permutation(Y)
    with pytest.warns(ConvergenceWarning, match="KernelPerceptron did not converge: .*predict_with='voted'") as caught:
        KernelPerceptron(kernel="linear", predict_with="last", max_iter=2).fit(X, noisy)
    assert caught[0].filename == __file__  # the caller's
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        KernelPerceptron(max_iter=2).fit(X, noisy)


def test_a_function_may_return_sparse_values():
    rows = sp.csr_matrix(X)
    model = KernelPerceptron(kernel=lambda A, B: A @ B.T, max_iter=1).fit(rows, Y)
    expected = KernelPerceptron(kernel="linear", fit_intercept=False, max_iter=1).fit(rows, Y)
    assert model.report_.n_mistakes == expected.report_.n_mistakes
    with pytest.raises(DataError, match="kernel must return real numbers; got"):
        KernelPerceptron(kernel=lambda A, B: np.full((len(A), len(B)), "x")).fit(X, Y)


@pytest.mark.parametrize(("kernel", "count"), [("linear", 1), ("poly", 0), ("rbf", 0)])
def test_a_row_of_zeros_has_a_direction_under_other_kernels(kernel, count):
    report = KernelPerceptron(kernel=kernel, rule="pa1", max_iter=1).fit([[0.0, 0.0], [1.0, 2.0]], [0, 1]).report_
    assert report.zero_rows == count


def test_wide_sparse_rows_are_not_made_dense_together(monkeypatch):
    from rosenblatt.models import kernel_function

    rows = sp.random(60, 3000, 0.01, format="csr", random_state=0)
    labels = np.arange(60) % 2
    expected = KernelPerceptron(kernel="poly", degree=2, max_iter=3).fit(rows, labels)
    monkeypatch.setattr(kernel_function, "DENSE_AT_ONCE", 7000)  # two rows
    model = KernelPerceptron(kernel="poly", degree=2, max_iter=3).fit(rows, labels)
    assert model.decision_function(rows).tobytes() == expected.decision_function(rows).tobytes()


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_kernel_values_that_are_not_finite(value):
    def kernel(A, B):
        return np.full((len(A), len(B)), value)

    with pytest.raises(DataError, match=f"kernel must return finite numbers; got {value}"):
        KernelPerceptron(kernel=kernel).fit(X, Y)


def test_parameters_are_checked_when_fitted():
    with pytest.raises(OptionError, match="cache_mb must hold at least 32 rows of kernel values"):
        KernelPerceptron(cache_mb=0.001).fit(X, Y)
    with pytest.raises(
        DataError, match=r"X must be symmetric for the kernel 'precomputed'; got 1\.0 in row 0, column 1"
    ):
        KernelPerceptron(kernel="precomputed").fit(np.triu(np.ones((4, 4))), [0, 1, 0, 1])


def test_boundaries_are_drawn_at_the_means_of_other_features():
    model = KernelPerceptron(max_iter=3).fit(X, Y)
    space = plots.boundaries.Space.of(model, X, Y, (2, 3), None)
    points = np.array([[1.4, 0.2], [5.8, 2.2]])
    rows = np.tile(X.mean(axis=0), (2, 1))
    rows[:, [2, 3]] = points
    assert space.winners(points).tolist() == model.predict(rows).tolist() == [0, 2]
    with pytest.raises(DataError, match="model must have weights to be drawn by them; a kernel perceptron has none"):
        plots.weights(model)
    with pytest.raises(DataError, match="A model to export must have weights of features; a kernel perceptron has"):
        rosenblatt.export(model, "k.onnx")


def test_a_trace_has_coefficients_of_rows():
    rows, labels, _ = rosenblatt.sample("xor")
    trace = rosenblatt.trace(rows, labels, kernel="poly", degree=2, order="given")
    scores = {step.number: step.score for step in trace}
    values = (1.0 + np.asarray(rows) @ np.asarray(rows).T) ** 2
    for before, step in itertools.pairwise(trace):
        assert scores[step.number] == before.weights @ values[step.index]
    assert (trace[-1].weights, trace[-1].bias) == (pytest.approx([-7, -4, 5, 5]), 0.0)
    assert "α0  α1  α2  α3" in str(trace)
    for draw in (plots.loss, plots.proof):
        with pytest.raises(DataError, match="trace must be of a run with weights"):
            draw(trace)
    assert plots.mistakes(trace).get_title().startswith("converged")


def test_traces_of_precomputed_values_and_of_many_classes():
    values = rbf_kernel(X[::5], gamma=0.2)
    runs = [
        rosenblatt.trace(values, Y[::5], kernel="precomputed", max_iter=2, order="given"),
        rosenblatt.trace(X[::5], Y[::5], kernel="rbf", gamma=0.2, max_iter=2, order="given"),
    ]
    for one, other in zip(*runs, strict=True):
        np.testing.assert_allclose(one.score, other.score, rtol=1e-9)
        assert (one.mistake, one.weights.tolist()) == (other.mistake, other.weights.tolist())
    assert runs[0][0].weights.shape == (3, 30)
