"""Reports of how training ended: reasons, patience, validation, Ctrl-C and the mistake bound."""

import json
import math
import signal
import threading
import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st

import rosenblatt
from contract.shell import n_updates, n_visits
from rosenblatt import AveragedPerceptron, KernelPerceptron, OptionError, Perceptron, PocketPerceptron, VotedPerceptron

ESTIMATORS = (Perceptron, AveragedPerceptron, VotedPerceptron, PocketPerceptron)
ORDERS = ("given", "shuffled", "shuffled-once", "first-mistake", "random-mistake")  # one update at a time
AT_ZERO = ("mistake", "positive", "negative")
NOTE_004 = rosenblatt.sample("note-004")[:2]

every_estimator = pytest.mark.parametrize("make", ESTIMATORS)


def noisy(n=120, d=3, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, (X[:, 0] + random.normal(size=n) > 0).astype(int)


def separable(n=60, d=3, seed=0, n_classes=2):
    random = np.random.default_rng(seed)
    X = random.integers(-9, 10, size=(4 * n, d)).astype(float)
    scores = X @ random.integers(-3, 4, size=(d, n_classes)) + random.integers(-2, 3, size=n_classes)
    first, second = np.sort(scores, axis=1)[:, ::-1].T[:2]
    chosen = first > second
    X, y = X[chosen][:n], scores.argmax(axis=1)[chosen][:n]
    return (X, y) if len(np.unique(y)) == n_classes else separable(n, d, seed + 1000, n_classes)


# --- Reasons. ---


@every_estimator
def test_converged_means_an_epoch_without_a_mistake(make):
    model = make(max_iter=1_000).fit(*separable())
    report = model.report_
    assert report.reason == "converged"
    assert report.mistakes_per_epoch[-1] == 0
    assert 0 not in report.mistakes_per_epoch[:-1]
    assert model.n_iter_ == report.n_epochs == len(report.mistakes_per_epoch)


def test_the_last_weights_are_right_after_convergence():
    X, y = separable()
    model = Perceptron().fit(X, y)
    assert (model.report_.errors, model.score(X, y)) == (0, 1.0)


@every_estimator
def test_noise_stalls_and_is_not_called_converged(make):
    report = make(max_iter=5_000).fit(*noisy()).report_
    assert report.reason == "stalled"
    assert report.n_epochs < 5_000
    assert min(report.mistakes_per_epoch) > 0


@every_estimator
def test_patience_counts_epochs_without_a_new_low(make):
    report = make(max_iter=400, n_iter_no_change=4, tol=0).fit(*noisy()).report_
    made = report.mistakes_per_epoch
    low = [min(made[:end]) for end in range(1, len(made) + 1)]
    assert report.reason == "stalled"
    assert low[-1] == low[-5] or make in (AveragedPerceptron, VotedPerceptron)  # which wait until they have forgotten
    if make is Perceptron:
        assert all(low[end] < low[end - 4] for end in range(4, len(low) - 1))


def test_tol_is_the_share_by_which_a_new_low_must_be_lower():
    ends = [
        Perceptron(max_iter=500, n_iter_no_change=5, tol=tol).fit(*noisy(400)).report_.n_epochs for tol in (0.5, 0.001)
    ]
    assert ends[0] < ends[1]


@every_estimator
def test_max_iter_is_the_number_of_epochs(make):
    X, y = noisy()
    report = make(max_iter=7, n_iter_no_change=None).fit(X, y).report_
    assert (report.reason, report.n_epochs, n_visits(report)) == ("max_iter", 7, 7 * len(y))


@every_estimator
def test_as_written_a_run_makes_all_epochs(make):
    X, y = separable()
    report = make(max_iter=30, stop_when_converged=False, n_iter_no_change=None).fit(X, y).report_
    assert (report.n_epochs, report.mistakes_per_epoch[-1]) == (30, 0)


@pytest.mark.parametrize("order", ["first-mistake", "random-mistake"])
def test_where_a_visit_is_an_update_max_iter_counts_updates(order):
    report = Perceptron(order=order, max_iter=20, n_iter_no_change=None).fit(*noisy()).report_
    assert (report.reason, n_updates(report), n_visits(report)) == ("max_iter", 20, 20)


def test_a_run_that_did_not_converge_warns():
    with pytest.warns(UserWarning, match="converge"):
        Perceptron(max_iter=3).fit(*noisy())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Perceptron().fit(*separable())
        AveragedPerceptron(max_iter=3).fit(*noisy())


def test_streams_are_open():
    X, y = noisy()
    model = Perceptron().partial_fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])
    assert (model.report_.reason, n_visits(model.report_)) == ("open", len(y))


# --- Early stopping. ---


@every_estimator
def test_early_stopping_keeps_the_weights_that_predicted_the_held_out_rows_best(make):
    X, y = noisy(400)
    model = make(early_stopping=True, validation_fraction=0.25, n_iter_no_change=5, max_iter=200).fit(X, y)
    report = model.report_
    errors = report.validation_errors_per_epoch
    assert report.reason == "early_stopped" or (report.reason == "stalled" and make in (Perceptron, PocketPerceptron))
    assert (report.validation_rows, report.n_rows, len(errors)) == (100, 300, report.n_epochs)
    assert report.reason == "stalled" or len(errors) - 1 - int(np.argmin(errors)) == 5
    # The same run, ended at the best epoch, has the same weights.
    best = int(np.argmin(errors)) + 1
    short = make(early_stopping=True, validation_fraction=0.25, n_iter_no_change=None, max_iter=best).fit(X, y)
    assert model.decision_function(X).tobytes() == short.decision_function(X).tobytes()


def test_early_stopping_is_refused_for_streams():
    with pytest.raises(OptionError, match="early_stopping"):
        Perceptron(early_stopping=True).partial_fit(*noisy())


# --- Ctrl-C. ---


@pytest.mark.parametrize("make", [*ESTIMATORS, KernelPerceptron])
def test_ctrl_c_ends_training_with_a_usable_model(make):
    X, y = noisy(300)
    timer = threading.Timer(0.15, signal.raise_signal, [signal.SIGINT])
    timer.start()
    model = make(max_iter=10**6, n_iter_no_change=None).fit(X, y)
    timer.join()
    assert model.report_.reason == "interrupted"
    assert set(model.predict(X)) <= {0, 1}
    assert model.report_.n_mistakes == sum(model.report_.mistakes_per_epoch)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# --- Counting. ---


@given(st.integers(0, 10**6), st.sampled_from(["perceptron", "margin", "pa1"]), st.sampled_from([2, 3]))
def test_the_report_counts_what_the_trace_shows(seed, rule, n_classes):
    X, y = separable(14, seed=seed, n_classes=n_classes)
    y = np.where(np.random.default_rng(seed).random(len(y)) < 0.1, y[::-1], y)
    trace = rosenblatt.trace(X, y, rule=rule, max_iter=5, random_state=seed % 97)
    report = Perceptron(rule=rule, max_iter=5, random_state=seed % 97).fit(X, y).report_
    steps = list(trace)
    assert n_visits(report) == len(steps)
    assert report.n_mistakes == sum(step.mistake for step in steps)
    assert report.radius == pytest.approx(max(math.hypot(*row, 1.0) for row in X.tolist()))
    assert json.loads(report.to_json()) == report.to_dict()
    assert report.to_dict()["mistakes_per_epoch"] == report.mistakes_per_epoch


def test_rows_of_zeros_and_rows_of_weight_zero():
    X, y = separable(20)
    X = np.vstack([X, np.zeros((2, 3))])
    y = np.append(y, [0, 1])
    report = Perceptron(rule="pa1", max_iter=4).fit(X, y).report_
    assert report.zero_rows == 2
    weights = np.ones(len(y))
    weights[-2:] = 0.0
    kept = Perceptron(max_iter=3, n_iter_no_change=None, order="given").fit(X[:-2], y[:-2])
    skipped = Perceptron(max_iter=3, n_iter_no_change=None, order="given").fit(X, y, sample_weight=weights)
    assert kept.decision_function(X).tolist() == skipped.decision_function(X).tolist()
    assert kept.report_.mistakes_per_epoch == skipped.report_.mistakes_per_epoch


# --- The mistake bound. ---


@given(st.integers(0, 10**6), st.sampled_from(ORDERS), st.sampled_from(AT_ZERO), st.booleans(), st.sampled_from([2, 3]))
def test_covered_runs_stay_within_the_bound(seed, order, at_zero, fit_intercept, n_classes):
    X, y = separable(10, seed=seed, n_classes=n_classes)
    certificate = rosenblatt.certify(X, y, fit_intercept=fit_intercept)
    if not certificate.separable:  # through the origin
        return
    model = Perceptron(order=order, at_zero=at_zero, fit_intercept=fit_intercept, eta0=0.5, n_iter_no_change=None)
    model.set_params(max_iter=10**6 if "mistake" in order else 10**4).fit(X, y, sample_weight=np.full(len(y), 3.0))
    theorem = model.report_.theorem(certificate)
    assert (model.report_.reason, theorem.voided_by) == ("converged", ())
    assert theorem.mistakes == model.report_.n_mistakes <= theorem.bound


@pytest.mark.parametrize("rule", ["margin", "pa", "pa1", "pa2", "normalized"])
def test_each_rule_has_its_own_bound_without_a_bias(rule):
    random = np.random.default_rng(0)
    X = random.integers(-9, 10, size=(60, 4)).astype(float)
    y = np.sign(X @ [3, -1, 2, 1]).astype(int)
    X, y = X[y != 0], y[y != 0]
    model = Perceptron(rule=rule, fit_intercept=False, max_iter=10**4, n_iter_no_change=None).fit(X, y)
    theorem = model.report_.theorem(rosenblatt.certify(X, y, fit_intercept=False))
    assert theorem.voided_by == ()
    assert model.report_.n_mistakes <= theorem.bound


MANY = tuple(np.repeat(part, 20, axis=0) for part in NOTE_004)
VOID = [
    (NOTE_004, {}, {"coef_init": [-100.0, 900.0]}),
    (NOTE_004, {}, {"intercept_init": [900.0]}),
    (NOTE_004, {"eta0": [0.01, 0.01]}, {}),
    (NOTE_004, {}, {"sample_weight": [1.0, 1.0, 1.0, 300.0]}),
    (NOTE_004, {"class_weight": {1: 0.001}}, {}),
    (MANY, {"order": "all-mistakes"}, {}),
]


@pytest.mark.parametrize(("data", "options", "given"), VOID)
def test_what_the_theorem_does_not_cover_breaks_the_bound_and_is_named(data, options, given):
    model = Perceptron(**{"order": "given", "max_iter": 10**4, "n_iter_no_change": None, **options}).fit(*data, **given)
    theorem = model.report_.theorem(rosenblatt.certify(*data))
    assert model.report_.reason == "converged"
    assert theorem.voided_by
    assert model.report_.n_mistakes > 55


def test_a_certificate_of_other_rows_is_refused():
    X, y = NOTE_004
    report = Perceptron().fit(X, y).report_
    with pytest.raises(rosenblatt.RosenblattError):
        report.theorem(rosenblatt.certify(np.hstack([X, X]), y))


def test_a_stalled_run_searches_for_a_certificate_if_asked_to():
    X, y, _ = rosenblatt.sample("xor")
    model = Perceptron(certify_when_stalled=True).fit(X, y)
    assert (model.report_.reason, model.certificate_.separable) == ("not_separable", False)
    assert model.certificate_.check(X, y)


# --- Options that break their rule are named, and change nothing. ---

BAD = [
    *[("max_iter", value) for value in (0, -1, 1.5, "many")],
    *[("eta0", value) for value in (0, -1.0, math.nan, math.inf, [1.0, 2.0])],
    *[("order", "sorted"), ("at_zero", "never"), ("rule", "adatron"), ("multiclass", "ovo"), ("tol", -1)],
    *[("n_iter_no_change", value) for value in (0, "often")],
    *[("validation_fraction", value) for value in (0, 1, 2.0)],
    *[("random_state", value) for value in (-1, "seed", 2**40)],
    *[("class_weight", value) for value in ("even", {0: -1.0}, {0: math.nan}, 3)],
    *[("fit_intercept", "yes"), ("early_stopping", 2), ("stop_when_converged", "no"), ("margin", 1.0), ("C", 1.0)],
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_option_is_named_and_the_model_stays_as_it_was(name, value):
    X, y = separable()
    model = Perceptron().fit(X, y)
    before = model.coef_.tolist()
    more = {"early_stopping": True} if name == "validation_fraction" else {}
    with pytest.raises((OptionError, rosenblatt.DataError), match=name):
        model.set_params(**{name: value, **more}).fit(X, y)
    assert model.coef_.tolist() == before


@pytest.mark.parametrize(
    ("X", "y", "named"),
    [
        ([[1.0], [math.nan]], [0, 1], "X"),
        ([[1.0], [math.inf]], [0, 1], "X"),
        ([[1.0], [2.0]], [1, 1], "class"),
        ([[1.0], [2.0]], [0, 1, 1], "3"),
        ([[1e200], [-1e200]], [0, 1], "X|score|overflow|weights"),
        ([["a"], ["b"]], [0, 1], "a"),
    ],
)
def test_bad_rows_are_refused(X, y, named):
    with pytest.raises((ValueError, rosenblatt.RosenblattError), match=named):
        Perceptron(max_iter=10**5).fit(X, y)
