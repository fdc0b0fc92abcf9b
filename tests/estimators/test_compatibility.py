"""Attributes, parameters and warnings that scikit-learn's Perceptron has too."""

import pickle
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.linear_model
from helpers.algorithms import ESTIMATORS
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier, StackingClassifier
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rosenblatt import OptionError, Perceptron, VotedPerceptron, load, save

X, Y = load_iris(return_X_y=True)
PAIR = X[:100], Y[:100]

# Rows of class 0 weigh nothing.
WEIGHTS = np.where(Y == 0, 0.0, 1.0)


@pytest.mark.parametrize("classifier", [Perceptron, sklearn.linear_model.Perceptron])
def test_t_counts_visits_from_one(classifier):
    model = classifier(max_iter=3, tol=None, warm_start=True)
    assert not hasattr(model, "t_")
    with pytest.warns(ConvergenceWarning) if classifier is Perceptron else warnings.catch_warnings():
        assert model.fit(X, Y).t_ == 1 + 3 * 150
        assert model.fit(X, Y).t_ == 1 + 3 * 150
    assert model.partial_fit(X[:50], Y[:50]).t_ == 1 + 3 * 150 + 50
    model = classifier()
    assert model.partial_fit(X[:50], Y[:50], classes=[0, 1, 2]).t_ == 51
    assert model.partial_fit(X[50:], Y[50:]).t_ == 151
    assert isinstance(model.t_, float)


def test_t_counts_no_rows_of_weight_zero():
    assert Perceptron(max_iter=2).fit(X, Y, sample_weight=WEIGHTS).t_ == 1 + 2 * 100


@pytest.mark.parametrize("estimator", [estimator for estimator in ESTIMATORS if estimator is not VotedPerceptron])
@pytest.mark.parametrize("rows", [PAIR, (X, Y)])
def test_sparsify_and_densify(estimator, rows):
    model = estimator(max_iter=3)
    for method in (model.sparsify, model.densify):
        with pytest.raises(NotFittedError):
            method()
    scores = model.fit(*rows).decision_function(rows[0])
    dense = model.coef_
    assert model.densify() is model
    assert model.sparsify() is model
    theirs = sklearn.linear_model.Perceptron().fit(*rows).sparsify().coef_
    assert type(model.coef_) is type(theirs)
    assert model.coef_.format == theirs.format
    np.testing.assert_array_equal(model.coef_.toarray(), dense)
    twin = pickle.loads(pickle.dumps(model))
    assert sp.issparse(twin.coef_)
    for fitted in (model, twin):
        np.testing.assert_array_equal(fitted.decision_function(rows[0]), scores)
    with pytest.raises(ValueError, match="read-only"):
        model.coef_.data[:] = 0
    assert model.densify().coef_.tolist() == dense.tolist()
    assert isinstance(model.sparsify().fit(*rows).coef_, np.ndarray)
    assert isinstance(model.sparsify().partial_fit(*rows).coef_, np.ndarray)


def test_votes_have_no_coef_to_sparsify():
    assert not hasattr(VotedPerceptron().fit(*PAIR), "sparsify")


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"at_zero": "positive"},
        {"order": "all-mistakes"},
        {"class_weight": "balanced"},
        {"class_weight": {0: 2.0, 1: 3.0}},
        {"early_stopping": True},
        {"certify_when_stalled": True},
        {"warm_start": True},
    ],
)
def test_a_class_of_weight_zero_stays_a_class(estimator, options, tmp_path):
    model = estimator(max_iter=5, **options).fit(X, Y, sample_weight=WEIGHTS)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.decision_function(X).shape == (150, 3)
    assert model.report_.n_rows <= 100
    assert set(model.predict(X[50:])) <= {1, 2}
    assert model.fit(X, Y, sample_weight=WEIGHTS).classes_.tolist() == [0, 1, 2]
    save(tmp_path / "model", model)
    for again in (pickle.loads(pickle.dumps(model)), load(tmp_path / "model")):
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
        assert again.classes_.tolist() == [0, 1, 2]
        assert again.t_ == model.t_
    if estimator is not VotedPerceptron:
        assert model.coef_.shape == (3, 4)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_rows_of_weight_zero_change_no_weight(estimator):
    """The weights of a run without those rows, whose class has a row of zeros beside them."""
    options = {"order": "given", "max_iter": 5, "class_weight": "balanced"}
    kept = estimator(**options).fit(X, Y, sample_weight=WEIGHTS)
    without = estimator(**options).fit(X[50:], Y[50:])
    assert kept.report_.mistakes_per_epoch == without.report_.mistakes_per_epoch
    assert kept.predict(X[50:]).tolist() == without.predict(X[50:]).tolist()
    if estimator is not VotedPerceptron:
        assert kept.coef_[0].tolist() == [0, 0, 0, 0]
        np.testing.assert_allclose(kept.coef_[2] - kept.coef_[1], 2 * without.coef_[0], rtol=1e-15)


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("lone", [0, 1])
def test_all_weight_on_one_of_two_classes(estimator, lone):
    model = estimator().fit(*PAIR, sample_weight=(PAIR[1] == lone).astype(float))
    assert model.classes_.tolist() == [0, 1]
    assert set(model.predict(PAIR[0][PAIR[1] == lone])) == {lone}


def test_ensembles_with_a_class_of_weight_zero():
    stacking = StackingClassifier([("a", Perceptron(max_iter=5)), ("b", VotedPerceptron())], cv=3)
    stacking.fit(X, Y, sample_weight=WEIGHTS)
    assert stacking.classes_.tolist() == [0, 1, 2]
    assert set(stacking.predict(X[50:])) <= {0, 1, 2}
    # Bootstrap samples of few rows, as weights: some draw no row of a class.
    bagging = BaggingClassifier(Perceptron(max_iter=5), n_estimators=20, max_samples=4, random_state=0).fit(X, Y)
    assert {tuple(model.classes_) for model in bagging.estimators_} == {(0, 1, 2)}
    assert bagging.predict(X).shape == (150,)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("alpha", -1, "a finite number, at least 0"),
        ("alpha", "x", "a finite number, at least 0"),
        ("alpha", np.nan, "a finite number, at least 0"),
        ("l1_ratio", 2, "a number from 0 to 1"),
        ("l1_ratio", None, "a number from 0 to 1"),
        ("shuffle", "x", "True or False"),
        ("shuffle", 1, "True or False"),
        ("n_jobs", "x", "a whole number other than 0, or None"),
        ("n_jobs", 0, "a whole number other than 0, or None"),
        ("n_jobs", 1.5, "a whole number other than 0, or None"),
        ("penalty", "l3", "None, "),
    ],
)
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_parameters_without_use_are_checked(name, value, rule, method):
    with pytest.raises(OptionError, match=f"^{name} must be {rule}.*; got {value!r}") as caught:
        getattr(Perceptron(**{name: value}), method)(*PAIR)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("verbose", -1, "True, False or a whole number, at least 0"),
        ("verbose", "x", "True, False or a whole number, at least 0"),
        ("warm_start", "x", "True or False"),
        ("certify_when_stalled", "x", "True or False"),
        ("tol", "x", "a number, at least 0"),
        ("max_iter", 0, "a whole number, at least 1"),
    ],
)
def test_parameters_of_all_estimators_are_checked(estimator, name, value, rule):
    with pytest.raises(OptionError, match=f"^{name} must be {rule}; got {value!r}"):
        estimator(**{name: value}).fit(*PAIR)


def test_parameters_as_numpy_has_them_are_taken():
    options = {"alpha": np.float32(0), "l1_ratio": np.int64(1), "shuffle": np.bool_(True), "n_jobs": np.int64(-1)}
    Perceptron(**options, verbose=np.int64(0), warm_start=np.bool_(False)).fit(*PAIR)


SEARCH = """
import warnings
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from rosenblatt import Perceptron

if __name__ == "__main__":
    X, y = load_iris(return_X_y=True)
    options = {"cv": 3, "n_jobs": %d}
    GridSearchCV(Perceptron(), {"max_iter": [2, 3]}, **options).fit(X, y)
    pipeline = make_pipeline(StandardScaler(), Perceptron())
    GridSearchCV(pipeline, {"perceptron__max_iter": [2, 3]}, **options).fit(X, y)
    warnings.warn("another warning")
"""


@pytest.mark.compiled
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_search_warns_once_under_pythons_own_filters(n_jobs, tmp_path):
    script = tmp_path / "search.py"
    script.write_text(SEARCH % n_jobs)
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    told = [line for line in run.stderr.splitlines() if "ConvergenceWarning" in line]
    assert len(told) == 2, run.stderr  # two searches
    assert all("did not converge" in line and "Other fits of this search" in line for line in told)
    assert "UserWarning: another warning" in run.stderr


def warnings_of(call):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        call()
    return [str(warning.message) for warning in seen if warning.category is ConvergenceWarning]


def test_every_search_and_every_fit_of_a_user_warns(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    model = Perceptron()
    search = GridSearchCV(model, {"max_iter": [2, 3]}, cv=3)
    for _ in range(2):
        assert len(warnings_of(lambda: search.fit(X, Y))) == 1
    assert len(warnings_of(lambda: GridSearchCV(search.best_estimator_, {"max_iter": [2]}, cv=3).fit(X, Y))) == 1
    replaced = GridSearchCV(make_pipeline(Perceptron()), {"perceptron": [Perceptron(max_iter=2)]}, cv=3)
    for _ in range(2):  # models that are values of the grid warn in each fold and at the end
        assert len(warnings_of(lambda: replaced.fit(X, Y))) == 4
    for fitted in (search.best_estimator_, clone(search.best_estimator_), model.set_params(max_iter=2)):
        for _ in range(2):
            [message] = warnings_of(lambda: fitted.fit(X, Y))  # noqa: B023
            assert "this search" not in message
    assert list(tmp_path.iterdir()) == []


def test_a_warning_made_an_error_is_an_error_of_every_fit():
    search = GridSearchCV(Perceptron(max_iter=2), {"random_state": [0, 1]}, cv=3, error_score="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        for _ in range(2):
            with pytest.raises(ConvergenceWarning):
                search.fit(X, Y)
        search.set_params(error_score=np.nan)
        with pytest.raises(ValueError, match="All the 6 fits failed"):
            search.fit(X, Y)


def test_a_search_without_a_place_for_its_note_warns_each_time(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    search = GridSearchCV(make_pipeline(StandardScaler(), Perceptron(max_iter=2)), {}, cv=3)
    assert len(warnings_of(lambda: search.fit(X, Y))) == 4
