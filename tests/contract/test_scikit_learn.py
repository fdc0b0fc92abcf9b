"""The estimators as scikit-learn sees them: its own checks and tests, its tools, and the inputs that it takes."""

import itertools
import os
import pickle
import re
import sys
import warnings
from functools import partial
from unittest.mock import patch

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given, strategies as st
from sklearn import config_context, linear_model
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris
from sklearn.ensemble import VotingClassifier
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import estimator_checks_generator

import rosenblatt
from rosenblatt import DataError, KernelPerceptron, OptionError, PassiveAggressiveClassifier, Perceptron

LINEAR = (Perceptron, rosenblatt.AveragedPerceptron, rosenblatt.PocketPerceptron, PassiveAggressiveClassifier)
KINDS = (*LINEAR, rosenblatt.VotedPerceptron, KernelPerceptron)
X, Y = (column[::3] for column in load_iris(return_X_y=True))
TWO = X[:34], Y[:34]  # two classes, which a plane separates
WEIGHTS = np.random.default_rng(0).choice([0.0, 0.5, 1.0, 3.0], len(Y))
every_kind = pytest.mark.parametrize("kind", KINDS)


def bits(model, rows=X):
    """Scores and counts of a fitted estimator."""
    return model.decision_function(rows).tobytes(), model.classes_.tolist(), model.report_.mistakes_per_epoch, model.t_


# --- scikit-learn's checks of any estimator

# A weight of 2 is one step of twice the size; a row that stands twice is visited twice, each time under the weights of
# that moment. No online perceptron makes the two equal.
FAILING = {"check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data"}
CHECKS = list(itertools.chain(*(estimator_checks_generator(kind(max_iter=5)) for kind in KINDS)))
SLOW = {(KernelPerceptron, "check_classifiers_train"), (rosenblatt.VotedPerceptron, "check_classifiers_train")}


def named(estimator, check):
    name = check.func.__name__
    marks = [pytest.mark.compiled] if (type(estimator), name) in SLOW else []
    return pytest.param(estimator, check, id=f"{type(estimator).__name__}-{name}", marks=marks)


@pytest.mark.conformance
@pytest.mark.parametrize(("estimator", "check"), [named(*pair) for pair in CHECKS])
def test_scikit_learns_checks(estimator, check):
    if check.func.__name__ in FAILING:
        with pytest.raises(AssertionError):
            check(estimator)
    else:
        check(estimator)


def test_no_check_goes_missing():
    assert len(CHECKS) >= 60 * len(KINDS)
    assert {*FAILING, "check_array_api_input"} <= {check.func.__name__ for _, check in CHECKS}


# --- scikit-learn's own tests: test_perceptron.py, and test_sgd.py with Perceptron in the place of SGDClassifier

FIXED = ("average", "epsilon", "learning_rate", "loss", "power_t")  # options of SGDClassifier that Perceptron has not
MAKERS = {"Perceptron", "SGDClassifier", "SparseSGDClassifier"}  # make the class under test
LEFT_OUT = {  # scikit-learn's own Perceptron fails them; and class weights in partial_fit, of which nothing is promised
    *("test_adaptive_longer_than_constant", "test_average_binary_computed_correctly", "test_balanced_weight"),
    *("test_class_weights", "test_equal_class_weight", "test_late_onset_averaging_reached", "test_power_t_limits"),
    *("test_learning_rate_PA_raises", "test_multi_core_gridsearch_and_early_stopping", "test_sgd_proba"),
    *("test_multi_thread_multi_class_and_early_stopping", "test_plain_has_no_average_attr", "test_sample_weights"),
    *("test_sgd_failing_penalty_validation", "test_sgd_l1_ratio_not_used", "test_sgd_multiclass_average"),
    *("test_sgd_predict_proba_method_access", "test_underflow_or_overflow", "test_partial_fit_weight_class_balanced"),
}
DIFFERENCES = [  # the reason, what the failure says, and the tests
    ("The perceptron has no penalty.", "penalty", "test_perceptron_l1_ratio", "test_clone", "test_sgd_clf"),
    ("The perceptron has no penalty.", "penalty", "test_sgd_l1", "test_l1_ratio", "test_large_regularization"),
    ("The perceptron has no penalty.", "penalty", "test_numerical_stability_large_gradient"),
    ("Our sentence is another.", "Actual.*coef_init", "test_provide_coef"),
    ("Our sentence is another.", "Actual.*intercept_init", "test_set_intercept_offset["),
    ("Our sentence is another.", "Actual.*early_stopping", "test_sgd_early_stopping_with_partial_fit"),
    (
        "Weights that are all zero are refused first.",
        "Actual.*sample_weight",
        "test_sgd_error_on_zero_validation_weight",
    ),
    ("partial_fit needs no classes: a new class joins at zero.", "DID NOT RAISE", "test_partial_fit_exception"),
    ("A label that y lacks is a warning: a fold may lack it.", "DID NOT RAISE", "test_wrong_class_weight_label"),
    ("tol is a share of the mistakes, and n_iter_no_change is 'auto'.", "tol", "test_tol_parameter"),
    ("Another rule holds rows out.", "Arrays are not equal", "test_validation_set_not_used_for_training"),
    ("The test replaces a private function.", "not subscriptable", "test_validation_mask_correctly_subsets"),
    ("Weights are float64, whatever the rows are.", "float64", "test_sgd_dtype_match[float32"),
]


class Suite:
    """A plugin of pytest that chooses the tests of a class, and notes how they end."""

    def __init__(self):
        self.failed, self.passed = {}, []

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.originalname not in LEFT_OUT and MAKERS & used_by(item)]
        module = items[0].module
        if hasattr(module, "_update_kwargs"):
            module._update_kwargs = partial(without_fixed, module._update_kwargs)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        try:
            yield
            self.passed.append(item.name)
        except (Exception, pytest.fail.Exception) as error:
            self.failed[item.name] = str(error)
            raise


def used_by(item):
    """Names that a test calls, or gets as its parameters."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {getattr(value, "__name__", "") for value in values} | {*item.function.__code__.co_names}


def without_fixed(update_kwargs, kwargs):
    update_kwargs(kwargs)
    for name in FIXED:
        kwargs.pop(name, None)


SGD = pytest.param("sgd", "SGDClassifier", 95, marks=pytest.mark.compiled)  # takes long as plain Python


@pytest.mark.conformance
@pytest.mark.parametrize(("stem", "replaced", "least"), [("perceptron", "Perceptron", 6), SGD])
def test_scikit_learns_tests(stem, replaced, least):
    """They pass, or fail as the list of differences says."""
    suite, path = Suite(), f"{linear_model.__path__[0]}/tests/test_{stem}.py"
    with patch.object(linear_model, replaced, Perceptron):
        pytest.main([path, "-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "always"], [suite])
    sys.modules.pop(f"sklearn.linear_model.tests.test_{stem}")
    assert len(suite.passed) + len(suite.failed) >= least
    for name, error in suite.failed.items():
        assert [
            message for _, message, *names in DIFFERENCES if name.startswith(tuple(names)) and re.search(message, error)
        ], (name, error)
    differing = tuple(name for _, _, *names in DIFFERENCES for name in names)
    assert [name for name in suite.passed if name.startswith(differing)] == []


# --- scikit-learn's tools


@every_kind
def test_tools_fit_as_by_hand(kind):
    folds, options = StratifiedKFold(3), {"max_iter": 2}
    expected = [kind(**options).fit(X[a], Y[a]).score(X[b], Y[b]) for a, b in folds.split(X, Y)]
    assert cross_val_score(kind(**options), X, Y, cv=folds).tolist() == expected
    search = GridSearchCV(make_pipeline(StandardScaler(), kind()), {f"{kind.__name__.lower()}__max_iter": [1, 2]}, cv=3)
    by_hand = clone(search.fit(X, Y).estimator).set_params(**search.best_params_).fit(X, Y)
    assert search.decision_function(X).tobytes() == by_hand.decision_function(X).tobytes()
    rest = OneVsRestClassifier(kind(**options)).fit(X, Y)
    signs = [np.equal(Y, label).astype(int) for label in range(3)]
    assert [bits(each) for each in rest.estimators_] == [bits(kind(**options).fit(X, y)) for y in signs]
    voters = [(str(seed), kind(max_iter=1, random_state=seed)) for seed in range(3)]
    votes = np.array([model.fit(X, Y).predict(X) for _, model in voters])
    most = [np.bincount(column).argmax() for column in votes.T]
    assert VotingClassifier(voters).fit(X, Y).predict(X).tolist() == most
    calibrated = CalibratedClassifierCV(kind(**options), cv=3, ensemble=False).fit(*TWO)
    order = kind(**options).fit(*TWO).decision_function(X).argsort()
    assert (np.diff(calibrated.predict_proba(X)[order, 1]) >= 0).all()
    with config_context(enable_metadata_routing=True):
        model = kind(**options).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        routed = cross_validate(model, X, Y, params={"sample_weight": WEIGHTS}, return_estimator=True, cv=folds)
    for fitted, score, (a, b) in zip(routed["estimator"], routed["test_score"], folds.split(X, Y), strict=True):
        by_hand = kind(**options).fit(X[a], Y[a], sample_weight=WEIGHTS[a])
        assert (bits(fitted), score) == (bits(by_hand), by_hand.score(X[b], Y[b], sample_weight=WEIGHTS[b]))


@every_kind
def test_parameters_copies_and_files(kind, tmp_path):
    model = kind(max_iter=3, at_zero="positive", class_weight={0: 2.0}).fit(X, Y)
    twin, expected = clone(model), bits(model)
    assert twin.get_params() == model.get_params() != kind().get_params()
    assert not hasattr(twin, "report_")
    assert bits(kind().set_params(**model.get_params()).fit(X, Y)) == expected
    with pytest.raises(ValueError, match="no_such"):
        kind().set_params(no_such=1)
    rosenblatt.save(tmp_path / "model", model)
    for again in (pickle.loads(pickle.dumps(model)), rosenblatt.load(tmp_path / "model")):
        assert (type(again), again.get_params(), bits(again)) == (kind, model.get_params(), expected)
        assert bits(again.partial_fit(X, Y)) != expected
    assert bits(model) == expected


def warned(call):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        call()
    return [str(warning.message) for warning in seen if warning.category is ConvergenceWarning]


def test_last_weights_warn_that_training_did_not_converge():
    last = KernelPerceptron(kernel="linear", predict_with="last", max_iter=2)
    for model in (Perceptron(max_iter=2), PassiveAggressiveClassifier(max_iter=2), last):
        [message] = warned(partial(model.fit, X, Y))
        assert type(model).__name__ in message
    assert not warned(lambda: [kind(max_iter=2).fit(X, Y) for kind in (*LINEAR[1:3], *KINDS[4:])])
    assert not warned(lambda: [kind().fit(*TWO) for kind in KINDS])
    search = GridSearchCV(make_pipeline(StandardScaler(), Perceptron()), {"perceptron__max_iter": [1, 2]}, cv=3)
    assert [len(warned(partial(search.fit, X, Y))) for _ in range(2)] == [1, 1]  # once for all fits
    assert [len(warned(partial(search.best_estimator_.fit, X, Y))) for _ in range(2)] == [1, 1]


# --- Rows, labels and weights as users have them

NAMES = ["a", "b", "c", "d"]
FORMS = {
    "pandas": lambda X: pd.DataFrame(X, columns=NAMES),
    "polars": lambda X: pl.DataFrame(X, schema=NAMES),
    "list": np.ndarray.tolist,
    "objects": lambda X: X.astype(object),
}


@every_kind
@pytest.mark.parametrize("form", FORMS)
def test_rows_of_every_form_give_the_same_bits(kind, form):
    rows = FORMS[form](X)
    model = kind(max_iter=2).fit(rows, Y)
    assert bits(model, rows) == bits(kind(max_iter=2).fit(X, Y))
    model.partial_fit(rows, pd.Series(Y))
    if not hasattr(rows, "columns"):
        assert not hasattr(model, "feature_names_in_")
        return
    before = bits(model, rows)
    for names in (NAMES[::-1], NAMES[:3]):  # another order, a column missing
        for call in (model.predict, model.decision_function, lambda rows: model.partial_fit(rows, Y)):
            with pytest.raises(DataError, match="feature names"):
                call(rows[names])
    assert (model.feature_names_in_.tolist(), bits(model, rows)) == (NAMES, before)


@every_kind
@pytest.mark.parametrize("read_only", [True, False])
def test_a_users_arrays_are_never_changed(kind, read_only):
    own = [X.copy(), Y.copy(), WEIGHTS.copy()]
    for column in own:
        column.flags.writeable = not read_only
    model = kind(class_weight="balanced", max_iter=2).fit(*own[:2], sample_weight=own[2])
    assert bits(model, own[0]) == bits(kind(class_weight="balanced", max_iter=2).fit(X, Y, sample_weight=WEIGHTS))
    kind().partial_fit(*own[:2], sample_weight=own[2])
    assert [column.tobytes() for column in own] == [column.tobytes() for column in (X, Y, WEIGHTS)]


CLASS_WEIGHTS = st.sampled_from(["balanced", {0: 2.0}, {0: 0.0, 1: 0.3, 2: 7.0}])


@given(st.sampled_from(KINDS), CLASS_WEIGHTS, st.sampled_from([None, WEIGHTS, Y / 2]), st.integers(0, 9999))
def test_class_weights_are_weights_of_rows(kind, class_weight, weights, seed):
    """Balanced classes: by the number of rows that are visited."""
    chosen = np.r_[0, 20, 40, np.random.default_rng(seed).choice(len(Y), 9)]  # of all classes
    rows, y, weights = X[chosen], Y[chosen], np.ones(12) if weights is None else weights[chosen]
    labels, counts = np.unique(y[weights > 0], return_counts=True)
    balanced = dict(zip(labels, counts.sum() / (len(labels) * counts), strict=True))
    factors = balanced if class_weight == "balanced" else class_weight
    by_row = weights * [factors.get(label, 1.0) for label in y]
    options = {"max_iter": 2, "random_state": seed}
    model = kind(class_weight=class_weight, **options).fit(rows, y, sample_weight=weights)
    assert bits(model, rows) == bits(kind(**options).fit(rows, y, sample_weight=by_row), rows)


@every_kind
def test_a_class_without_weight_stays_a_class(kind):
    model = kind(max_iter=3).fit(X, Y, sample_weight=(Y != 0).astype(float))
    assert (model.classes_.tolist(), model.decision_function(X).shape) == ([0, 1, 2], (len(Y), 3))
    assert set(model.predict(X[Y != 0])) <= {1, 2}
    assert model.t_ == 1 + model.n_iter_ * np.count_nonzero(Y)


@given(st.sampled_from(LINEAR), st.booleans(), st.booleans(), st.integers(1, 3))
def test_warm_starts_and_given_weights_go_on(kind, two, bias, epochs):
    rows, y = TWO if two else (X, Y)
    options = {"order": "given", "fit_intercept": bias, "stop_when_converged": False}
    warm, cold = (kind(max_iter=epochs, warm_start=each, **options).fit(rows, y) for each in (True, False))
    started = clone(cold).fit(rows, y, coef_init=warm.coef_, intercept_init=warm.intercept_)
    once, first = bits(cold), (cold.coef_, cold.intercept_)
    assert bits(warm.fit(rows, y)) != once == bits(cold.fit(rows, y))
    if kind in (Perceptron, PassiveAggressiveClassifier):
        longer = kind(max_iter=2 * epochs, **options).fit(rows, y)
        assert bits(warm) == bits(started)
        assert warm.coef_.tobytes() == longer.coef_.tobytes()
    again = warm.fit(rows, y, coef_init=first[0], intercept_init=first[1])
    assert bits(again) == bits(cold.fit(rows, y, coef_init=first[0], intercept_init=first[1]))
    new = warm.fit(rows, y + 5)  # other classes: from zero
    assert new.coef_.tobytes() == clone(cold).fit(rows, y).coef_.tobytes()


def test_random_states():
    drawn = [Perceptron(max_iter=1, random_state=np.random.RandomState(s)).fit(X, Y) for s in (0, 0, 1)]
    assert bits(drawn[0]) == bits(drawn[1]) != bits(drawn[2])
    assert len({bits(Perceptron(max_iter=1, random_state=None).fit(X, Y))[0] for _ in range(8)}) > 1


# --- Attributes


@pytest.mark.parametrize("kind", LINEAR)
def test_weights_are_read_only_and_may_be_shown_sparse(kind, capsys):
    model = kind(max_iter=2, verbose=1).fit(X, Y)
    assert len(capsys.readouterr().out.splitlines()) == 2
    dense, expected = model.coef_, bits(model)
    for array in (model.coef_, model.intercept_):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    for twin in (model.sparsify(), pickle.loads(pickle.dumps(model))):
        assert (twin.coef_.format, twin.coef_.toarray().tolist(), bits(twin)) == ("csr", dense.tolist(), expected)
        assert twin.densify().coef_.tobytes() == dense.tobytes()
    assert isinstance(model.sparsify().partial_fit(X, Y).coef_, np.ndarray)
    with pytest.raises(NotFittedError):
        kind().sparsify()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("options", [{}, {"predict_with": "averaged"}, {"kernel": "rbf", "gamma": 0.3}])
def test_support_rows_have_the_names_of_svc(options, form):
    model = KernelPerceptron(**{"kernel": "linear", "predict_with": "last", "max_iter": 3, **options}).fit(form(X), Y)
    assert (Y[model.support_] == np.repeat([0, 1, 2], model.n_support_)).all()
    assert model.support_.tolist() == sorted(set(model.support_), key=lambda i: (Y[i], i))
    support = form(X[model.support_])
    assert abs(model.support_vectors_ - support).sum() == 0
    if model.kernel == "rbf":
        scores = rbf_kernel(X, support, gamma=0.3) @ model.dual_coef_.T
        with pytest.raises(AttributeError, match="coef_"):
            _ = model.coef_
    else:
        scores = X @ model.coef_.T + model.intercept_
        np.testing.assert_allclose(model.dual_coef_ @ support, model.coef_, atol=1e-9)
    np.testing.assert_allclose(model.decision_function(X), scores, atol=1e-9)
    assert not hasattr(KernelPerceptron(kernel="precomputed"), "partial_fit")


# --- scikit-learn's weights


@given(st.integers(0, 9999), st.booleans(), st.booleans(), st.integers(1, 3))
def test_weights_of_two_classes_are_those_of_scikit_learn(seed, bias, weighted, epochs):
    """Bit for bit, on whole numbers, which are added without rounding."""
    rng = np.random.default_rng(seed)
    rows, y = rng.integers(-3, 4, (20, 3)).astype(float), np.arange(20) % 2
    weights = rng.integers(1, 4, 20).astype(float) if weighted else None
    options = {"shuffle": False, "fit_intercept": bias, "max_iter": epochs, "tol": None}
    theirs = linear_model.Perceptron(**options).fit(rows, y, sample_weight=weights)
    ours = Perceptron(stop_when_converged=False, **options).fit(rows, y, sample_weight=weights)
    assert (ours.coef_.tolist(), ours.intercept_.tolist()) == (theirs.coef_.tolist(), theirs.intercept_.tolist())


@pytest.mark.filterwarnings("ignore::FutureWarning")  # it goes in scikit-learn 1.10
@given(st.integers(0, 9999), st.sampled_from(["hinge", "squared_hinge"]), st.sampled_from([0.03, 1.0, 20.0]), st.data())
def test_passive_aggressive_weights_are_those_of_scikit_learn(seed, loss, C, data):
    rng = np.random.default_rng(seed)
    rows, y = rng.normal(size=(20, 4)) * (rng.random((20, 4)) < 0.7), np.arange(20) % 2
    form, bias = data.draw(st.sampled_from([(np.asarray, True), (np.asarray, False), (sp.csr_matrix, False)]))
    options = {"class_weight": {0: data.draw(st.sampled_from([0.5, 1.0, 4.0]))}}
    options |= {"C": C, "loss": loss, "shuffle": False, "fit_intercept": bias, "max_iter": 2, "tol": None}
    theirs = linear_model.PassiveAggressiveClassifier(**options)
    ours = PassiveAggressiveClassifier(stop_when_converged=False, **options)
    for model in (theirs, ours):
        model.fit(form(rows), y)
    near = {"rtol": 1e-9, "atol": 1e-9 * np.abs(theirs.coef_).max()}
    np.testing.assert_allclose(ours.coef_, theirs.coef_, **near)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, **near)


# --- Errors

ALL_BAD = {"max_iter": 0, "random_state": "x", "verbose": -1, "class_weight": {0: -1.0}}
OWN_BAD = {
    Perceptron: {"penalty": "l2", "alpha": -1, "l1_ratio": 2, "shuffle": "x", "n_jobs": 0},
    rosenblatt.AveragedPerceptron: {"eta0": -1.0, "warm_start": "x", "certify_when_stalled": "x"},
    rosenblatt.VotedPerceptron: {"eta0": [1.0, 2.0], "warm_start": 2, "rule": "x"},
    rosenblatt.PocketPerceptron: {"warm_start": None},
    KernelPerceptron: {"kernel": "x", "degree": 0, "gamma": -1.0, "coef0": "x", "predict_with": "x"},
    PassiveAggressiveClassifier: {"C": 0, "loss": "x", "average": 5, "shuffle": 1},
}


@pytest.mark.parametrize(
    ("kind", "name", "value"), [(kind, *bad) for kind, own in OWN_BAD.items() for bad in (ALL_BAD | own).items()]
)
def test_errors_name_the_parameter(kind, name, value):
    for method in ("fit", "partial_fit"):
        model = kind(**{name: value})
        with pytest.raises(OptionError, match=name) as caught:
            getattr(model, method)(*TWO)
        assert isinstance(caught.value, ValueError)
        assert not [name for name in vars(model) if name.endswith("_")]


NAN = np.where(np.arange(200).reshape(50, 4) == 14, np.nan, X)  # in row 3, column 2
BAD_DATA = [
    *[(NAN, Y, None, "row 3, column 2"), (X, Y[1:], None, "50.*49"), (X, np.zeros(50), None, "one class")],
    *[(X, None, None, "y"), (X, np.where(Y == 0, np.nan, Y), None, "NaN"), ({"a": 1.0}, Y, None, "dict")],
    *[
        ([[10**400], [1]], [0, 1], None, "large"),
        (X, Y, -WEIGHTS, "sample_weight"),
        (X, Y, WEIGHTS[1:], "sample_weight"),
    ],
    *[(X, Y, weights, "sample_weight") for weights in (WEIGHTS * 0, WEIGHTS * np.nan, ["much"] * 50)],
]


@every_kind
@pytest.mark.parametrize(("rows", "y", "weights", "place"), BAD_DATA, ids=range(len(BAD_DATA)))
def test_bad_data_are_refused_and_change_nothing(kind, rows, y, weights, place):
    model = kind(max_iter=2).fit(X, Y)
    before = bits(model)
    with pytest.raises(rosenblatt.RosenblattError, match=place):
        model.fit(rows, y, sample_weight=weights)
    assert (bits(model), model.n_features_in_) == (before, 4)
    for bad, named in ((X[:, :3], "3 features.* 4 features"), (NAN, "row 3, column 2")):
        with pytest.raises(DataError, match=named):
            model.predict(bad)
    for start in ({"coef_init": [[1.0]]}, {"intercept_init": [1.0, 2.0]}) if kind in LINEAR else ():
        with pytest.raises(DataError, match=next(iter(start))):
            model.fit(X, Y, **start)
    with pytest.raises(NotFittedError):
        kind().predict(X)
