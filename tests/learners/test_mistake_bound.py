"""The mistake theorem at work: which runs it covers, and what a run that stalls can have proven."""

import json
import pickle
import signal
import sys
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from rosenblatt import (
    AveragedPerceptron,
    DataError,
    OptionError,
    Perceptron,
    PocketPerceptron,
    VotedPerceptron,
    certify,
    commands,
    sample,
    train,
)
from rosenblatt.cli import main
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.learners import Report
from rosenblatt.proofs import search, stalls
from rosenblatt.proofs.claims import Bracket
from rosenblatt.proofs.search import certify as searched

ESTIMATORS = [Perceptron, AveragedPerceptron, VotedPerceptron, PocketPerceptron]
XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([0, 1, 1, 0])
SLOW = np.array([[10.0], [14.0]]), np.array([-1, 1])  # 127 mistakes, one or two an epoch
START = "starting weights that are not zero"
RATES = "rates that differ between features"
WEIGHTS = "sample or class weights that differ between rows"
AT_ONCE = "order='all-mistakes', which makes many updates at once"
IDLE = "a class without rows"


def note_004():
    table = sample("note-004")
    return table.X, table.y


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["rosenblatt", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0, " ".join(capsys.readouterr().out.split())


# Which runs are covered.


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_worked_example_makes_nine_mistakes_of_at_most_55(estimator):
    X, y = note_004()
    theorem = estimator(order="given", max_iter=100).fit(X, y).report_.theorem(certify(X, y))
    assert (theorem.mistakes, theorem.bound, theorem.voided_by) == (9, 55, ())
    assert str(theorem).splitlines() == [
        "verdict           separable, proven",
        "augmented margin  0.447214 to 0.447214",
        "theorem           9 mistakes of at most 55 (proven)",
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
        "56 mistakes, which took rounding, or other rows than were certified",
    )


def test_a_certificate_of_many_classes_is_taken_for_what_it_says():
    X, y = np.array([[-1.0], [0.0], [1.0]]), np.array(["a", "b", "c"])
    report = Perceptron(order="given").fit(X, y).report_
    facts = {"fit_intercept": True, "classes": ("a", "b", "c"), "n_rows": 3, "n_features": 1}
    certificate = SimpleNamespace(
        separable=True, mistake_bound=10**400, augmented_radius=2.0, augmented_margin=Bracket(0.25, 0.5), **facts
    )
    assert str(report.theorem(certificate)).endswith("mistakes of at most 1.00000E+400 (proven)")


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


# A run that stalls.


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_set_without_a_plane_ends_with_its_proof(estimator):
    model = estimator(certify_when_stalled=True, max_iter=5000, n_iter_no_change=5).fit(*XOR)
    unasked = estimator(max_iter=5000, n_iter_no_change=5).fit(*XOR)
    assert (model.report_.reason, unasked.report_.reason) == ("not_separable", "stalled")
    assert model.certificate_.separable is False
    assert model.certificate_.check(*XOR)
    assert model.report_.certified_rows.tolist() == [0, 1, 2, 3]
    assert unasked.certificate_ is None
    assert model.n_iter_ == unasked.n_iter_
    np.testing.assert_array_equal(model.decision_function(XOR[0]), unasked.decision_function(XOR[0]))


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_slow_set_that_a_plane_separates_goes_on_until_it_converges(estimator):
    options = {"order": "given", "n_iter_no_change": 2, "max_iter": 1000}
    stalled = estimator(**options).fit(*SLOW)
    model = estimator(certify_when_stalled=True, **options).fit(*SLOW)
    assert (stalled.report_.reason, model.report_.reason) == ("stalled", "converged")
    assert model.report_.n_mistakes == 127
    assert model.report_.theorem().mistakes <= model.report_.theorem().bound
    assert "127 mistakes of at most" in str(model.report_)
    unhurried = estimator(**{**options, "n_iter_no_change": None}).fit(*SLOW)
    np.testing.assert_array_equal(model.decision_function(SLOW[0]), unhurried.decision_function(SLOW[0]))


def test_max_iter_still_ends_a_run_that_would_converge():
    model = Perceptron(certify_when_stalled=True, order="given", n_iter_no_change=2, max_iter=20)
    with pytest.warns(ConvergenceWarning, match="a plane separates them, as certificate_ proves: max_iter allows more"):
        model.fit(*SLOW)
    assert (model.report_.reason, model.n_iter_) == ("max_iter", 20)


def test_the_warning_says_where_the_proof_is():
    with pytest.warns(
        ConvergenceWarning, match="proven that no plane separates the rows, .*; certificate_ proves that"
    ):
        Perceptron(certify_when_stalled=True).fit(*XOR)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_without_a_stall_nothing_is_asked_and_no_bit_changes(estimator, monkeypatch):
    monkeypatch.delattr(search, "certify")
    X, y = sample("setosa")[:2]
    for options in ({}, {"stop_when_converged": False, "max_iter": 9}, {"early_stopping": True}):
        asked = estimator(certify_when_stalled=True, **options).fit(X, y)
        unasked = estimator(**options).fit(X, y)
        np.testing.assert_array_equal(asked.decision_function(X), unasked.decision_function(X))
        assert asked.certificate_ is None


@pytest.mark.parametrize("undecided", ["a budget that ends", "rows too long"])
def test_undecided_is_stalled(undecided, monkeypatch):
    X, y = XOR
    if undecided == "rows too long":
        X = X * 1e151
    else:
        monkeypatch.setattr(search, "certify", lambda X, y, **_: searched(X, y, budget=0))
    model = Perceptron(certify_when_stalled=True).fit(X, y)
    assert model.report_.reason == "stalled"
    assert (model.certificate_ is None) == (undecided == "rows too long")


def test_the_search_may_take_as_long_as_training_did_and_at_least_ten_seconds(monkeypatch):
    budgets = []
    monkeypatch.setattr(search, "certify", lambda X, y, **options: budgets.append(options["budget"]))
    Perceptron(certify_when_stalled=True).fit(*XOR)
    monkeypatch.setattr(stalls, "LEAST_SECONDS", 0.0)
    Perceptron(certify_when_stalled=True).fit(*XOR)
    assert budgets[0] == 10.0
    assert 0.0 < budgets[1] < 10.0


def contradicting():
    """Rows that a plane separates, and two more that contradict them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    X[:, 0] += np.where(X[:, 0] > 0, 0.01, -0.01)
    y = np.where(X[:, 0] > 0, "p", "n")
    return np.vstack([X, [[5.0, 0.0], [-5.0, 0.0]]]), np.append(y, ["n", "p"])


@pytest.mark.parametrize("as_rows", [np.asarray, sp.csr_matrix])
def test_the_verdict_is_about_the_rows_that_are_trained_on(as_rows):
    X, y = contradicting()
    X = as_rows(X)
    weights = np.append(np.ones(40), [0.0, 0.0])
    model = Perceptron(certify_when_stalled=True, n_iter_no_change=1).fit(X, y, sample_weight=weights)
    assert model.report_.reason == "converged"
    assert model.certificate_.separable is True
    rows = model.report_.certified_rows
    assert rows.tolist() == list(range(40))
    assert model.certificate_.check(X[rows], y[rows])
    assert "(proven)" in str(model.report_)
    model = Perceptron(certify_when_stalled=True, class_weight={"p": 3.0}).fit(X, y)
    assert (model.report_.reason, model.certificate_.check(X, y)) == ("not_separable", True)


def test_held_out_rows_are_no_part_of_the_verdict():
    X, y = contradicting()
    model = Perceptron(certify_when_stalled=True, early_stopping=True, validation_fraction=0.2, n_iter_no_change=9)
    model = model.set_params(order="given", max_iter=500).fit(np.vstack([X, X]), np.append(y, y))
    rows = model.report_.certified_rows
    assert model.report_.reason == "not_separable"
    assert model.certificate_.n_rows == len(rows) == model.report_.n_rows == 67
    assert model.certificate_.check(np.vstack([X, X])[rows], np.append(y, y)[rows])


def test_three_classes_that_no_weights_tell_apart():
    X, y = np.vstack([XOR[0], [[9.0, 9.0]]]), np.append(XOR[1], 2)
    model = Perceptron(certify_when_stalled=True).fit(X, y)
    assert (model.report_.reason, model.certificate_.check(X, y)) == ("not_separable", True)
    assert pickle.loads(pickle.dumps(model)).certificate_.separable is False


def test_a_class_of_weight_zero_leaves_the_report_whole():
    X, y = np.vstack([XOR[0], [[9.0, 9.0]]]), np.append(XOR[1], 2)
    model = Perceptron(certify_when_stalled=True, class_weight={2: 0.0}).fit(X, y)
    assert model.report_.reason == "not_separable"
    assert "no bound: no plane separates the rows" in str(model.report_)


def test_without_a_bias_a_row_on_the_plane_can_be_right():
    """Zero is positive: the row at 0 is always right, though no plane through 0 has it on a side."""
    X = np.array([[0.0, 0.0], *SLOW[0] * [1.0, 0.0] + [0.0, 1.0]])
    y = np.array([1, -1, 1])
    options = {"fit_intercept": False, "n_iter_no_change": 2, "order": "given", "certify_when_stalled": True}
    model = Perceptron(at_zero="positive", **options).fit(X, y)
    assert (model.report_.reason, model.certificate_.separable) == ("stalled", False)
    assert Perceptron(at_zero="positive", fit_intercept=False, order="given").fit(X, y).report_.reason == "converged"
    assert Perceptron(**options).fit(X, y).report_.reason == "not_separable"


def test_ctrl_c_in_the_search_ends_training(monkeypatch):
    monkeypatch.setattr(search, "certify", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    handler = signal.getsignal(signal.SIGINT)
    model = Perceptron(certify_when_stalled=True).fit(*XOR)
    assert (model.report_.reason, model.certificate_) == ("interrupted", None)
    assert signal.getsignal(signal.SIGINT) is handler
    assert len(model.predict(XOR[0])) == 4


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_pickle_and_clone_with_a_certificate(estimator):
    model = estimator(certify_when_stalled=True, max_iter=5000, n_iter_no_change=5).fit(*XOR)
    twin = pickle.loads(pickle.dumps(model))
    assert twin.certificate_ == model.certificate_
    assert str(twin.report_) == str(model.report_)
    assert clone(model).get_params() == model.get_params()
    assert clone(model).certify_when_stalled is True
    assert not hasattr(clone(model), "certificate_")
    assert model.partial_fit(*XOR).certificate_ is None


def test_certify_when_stalled_is_true_or_false():
    with pytest.raises(OptionError, match="certify_when_stalled must be True or False; got 'yes'"):
        Perceptron(certify_when_stalled="yes").fit(*XOR)


# The command line.


def test_train_can_show_its_theorem(capsys, monkeypatch):
    code, out = run(capsys, monkeypatch, "train", "sample:note-004", "--order", "given", "--certify")
    assert code == 0
    for said in (
        "verdict separable, proven",
        "augmented margin 0.447214 to 0.447214",
        "theorem 9 mistakes of at most 55 (proven)",
    ):
        assert said in out
    _, out = run(capsys, monkeypatch, "train", "sample:note-004", "--order", "all-mistakes", "--certify")
    assert f"theorem no bound: {AT_ONCE}" in out
    _, out = run(capsys, monkeypatch, "train", "sample:note-004", "--no-bias", "--certify", "--epochs", "5")
    assert " margin " in out
    assert "augmented" not in out
    _, out = run(capsys, monkeypatch, "train", "sample:note-004")
    assert "verdict" not in out


def test_json_has_a_summary(capsys, monkeypatch):
    _, out = run(capsys, monkeypatch, "train", "sample:note-004", "--order", "given", "--certify", "--json")
    summary = json.loads(out)["certificate"]
    assert summary.pop("margin") == pytest.approx([0.2**0.5, 0.2**0.5])
    assert summary == {"separable": True, "mistake_bound": 55, "mistakes": 9, "voided_by": []}
    _, out = run(capsys, monkeypatch, "train", "sample:note-004", "--json")
    assert "certificate" not in json.loads(out)


def test_the_next_step_knows_the_verdict(capsys, monkeypatch, tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("0,0,0\n0,1,1\n1,0,1\n1,1,0\n")
    none = "No plane separates the rows. Next: rosenblatt"
    for algorithm, following in (
        ("perceptron", f"train {path} --algorithm averaged"),
        ("averaged", f"train {path} --algorithm pocket --epochs 1000"),
        ("pocket", f"certify {path} --save proof.json"),
    ):
        code, out = run(capsys, monkeypatch, "train", str(path), "--algorithm", algorithm, "--certify")
        assert (code, out.endswith(f"{none} {following}")) == (0, True)
    _, out = run(capsys, monkeypatch, "train", str(path), "--certify-when-stalled")
    assert "not_separable: it is proven that no plane separates the rows" in out
    _, out = run(capsys, monkeypatch, "train", "sample:note-004", "--epochs", "1", "--certify")
    assert out.endswith(
        "more epochs find it. Next: rosenblatt train sample:note-004 --algorithm perceptron --epochs 10"
    )


def test_a_certificate_of_the_stall_is_not_searched_again(monkeypatch, tmp_path):
    np.savez(tmp_path / "xor.npz", X=XOR[0], y=XOR[1])
    calls = []
    monkeypatch.setattr(search, "certify", lambda *data, **options: calls.append(options) or searched(*data))
    model = train(tmp_path / "xor.npz", certify=True, certify_when_stalled=True)
    assert (model.report_.reason, len(calls)) == ("not_separable", 1)
    assert train(tmp_path / "xor.npz", certify=True, max_iter=2).certificate_.separable is False
    assert [options["fit_intercept"] for options in calls] == [True, True]


def test_ctrl_c_in_the_search_leaves_the_report(capsys, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "certify", press)
    code, out = run(capsys, monkeypatch, "train", "sample:note-004", "--certify")
    assert code == 130
    assert "converged: an epoch passed without a mistake" in out
    assert "verdict" not in out
    assert commands.train("sample:note-004", certify=True).certificate_ is None


def test_a_certificate_without_a_proven_margin_bounds_nothing():
    X, y, _ = sample("note-004")
    certificate = certify(X, y)
    none = replace(certificate, augmented_margin=Bracket(0.0, certificate.augmented_margin.upper), mistake_bound=None)
    theorem = Perceptron().fit(X, y).report_.theorem(none)
    assert (theorem.bound, theorem.voided_by) == (None, ("no margin is proven",))
