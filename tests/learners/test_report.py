"""The report: named fields, good to print, to show and to turn into JSON."""

import json
import pickle

import numpy as np
import pytest
from helpers.algorithms import LEARNERS
from helpers.model_states import examples
from helpers.sets import note_004

from rosenblatt.conventions import SEARCHING_ORDERS
from rosenblatt.learners import Averaged, Perceptron, Report, Voted

FIELDS = {
    "updates": 9,
    "updates_per_epoch": [3, 1, 2, 1, 2, 0],
    "zero_rows": 0,
    "reason": "converged",
    "n_epochs": 6,
    "n_mistakes": 9,
    "mistakes_per_epoch": [3, 1, 2, 1, 2, 0],
    "errors": 0,
    "first_pass_errors": 3,
    "n_examples": 24,
    "n_rows": 4,
    "validation_errors_per_epoch": None,
    "validation_rows": None,
}


def test_fields_and_json():
    report = Perceptron(order="given").fit(*note_004()).report
    data = json.loads(report.to_json())
    assert {name: data[name] for name in FIELDS} == FIELDS
    assert data["radius"] == np.sqrt(11)
    assert data["seconds"] > 0
    assert set(data) == {*FIELDS, "radius", "seconds"}


def test_radius_without_a_bias_is_not_augmented():
    assert Perceptron(fit_intercept=False, max_iter=1).fit(*note_004()).report.radius == np.sqrt(10)


def test_text():
    text = str(Perceptron(order="given").fit(*note_004()).report)
    assert text.splitlines()[:5] == [
        "reason              converged: an epoch passed without a mistake",
        "epochs              6",
        "mistakes            9 in 24 visits",
        "mistakes per epoch  3 1 2 1 2 0",
        "errors left         none: every training row is predicted right",
    ]
    html = Perceptron(order="given").fit(*note_004()).report._repr_html_()
    assert '<tr><th scope="row">epochs</th><td>6</td></tr>' in html
    assert "Mistakes per epoch: 3 1 2 1 2 0" in html  # the name of the picture


def test_a_converged_average_that_errs_says_why():
    X, y = np.array([[-4.0], [-3.0], [3.0], [-1.0]]), np.array([0, 0, 1, 1])
    report = Averaged(order="given").fit(X, y).report
    assert (report.reason, report.errors) == ("converged", 1)
    lines = dict(report.lines())
    assert lines["errors left"] == "1 of 4 training rows are predicted wrong"
    assert lines["last weights"].startswith("predict every training row right; the average")
    assert Perceptron(order="given").fit(X, y).report.errors == 0


@pytest.mark.parametrize("options", [{"max_iter": 1}, {"early_stopping": True}])
def test_last_weights_are_praised_only_after_an_epoch_without_mistakes(options):
    X, y = np.array([[-4.0], [-3.0], [3.0], [-1.0]] * 5), np.array([0, 0, 1, 1] * 5)
    assert "last weights" not in dict(Averaged(**options).fit(X, y).report.lines())
    assert "last weights" not in dict(Perceptron().fit(X, y).report.lines())


def test_the_first_pass_is_said_plainly():
    text = str(Perceptron(order="given").fit(*note_004()).report)
    assert "first pass          3 of 4 rows were predicted wrong before they were learned (75.0 %)" in text.splitlines()


@pytest.mark.parametrize("order", ["given", "shuffled", "shuffled-once"])
@pytest.mark.parametrize("make", LEARNERS)
def test_the_first_pass_predicts_each_row_before_it_is_learned(make, order):
    X, y = examples(3)
    learner, visited = make(order=order, max_iter=3), []
    learner.on_visits = lambda examples, visits, mistakes: visited.extend(visits.tolist())
    report = learner.fit(X, y, sample_weight=np.arange(len(y)) % 4).report
    assert report.n_rows == len(y) * 3 // 4  # rows of weight 0 are not learned
    running = Perceptron()
    for row in visited[: report.n_rows]:
        running.partial_fit(X[[row]], y[[row]], sample_weight=[row % 4])
    assert report.first_pass_errors == report.mistakes_per_epoch[0] == running.n_mistakes > 0


@pytest.mark.parametrize("order", SEARCHING_ORDERS)
def test_a_searching_order_has_no_first_pass(order):
    report = Perceptron(order=order).fit(*note_004()).report
    assert report.first_pass_errors is None
    assert "first pass" not in str(report)


def test_weights_that_may_know_the_rows_have_no_first_pass():
    X, y = note_004()
    assert Perceptron().fit(X, y, coef_init=[1.0, 0.0]).report.first_pass_errors is None
    assert Perceptron().fit(X, y, coef_init=[0.0, 0.0]).report.first_pass_errors is not None
    assert Perceptron().partial_fit(X, y).report.first_pass_errors is None


def test_errors_are_said_plainly():
    report = Perceptron(max_iter=1).fit([[0.0], [1.0], [2.0]], [0, 1, 0]).report
    assert "of 3 training rows are predicted wrong" in str(report)


def test_long_runs_are_abridged():
    report = Report("max_iter", 30, list(range(1000, 1030)), 1.0, 30, 1, 0.1)
    assert "1,000 1,001 1,002 1,003 1,004 1,005 … 1,025 1,026 1,027 1,028 1,029" in str(report)
    assert report.errors is None


def test_votes_are_counted_when_asked_for():
    report = Voted(order="given").fit(*note_004()).report
    assert report.count_errors is not None
    saved = pickle.loads(pickle.dumps(Voted(order="given").fit(*note_004()).report))
    assert saved.count_errors is None
    assert saved.errors == report.errors == 1
    assert report.count_errors is None


def test_an_open_run_has_no_errors_to_count():
    report = Perceptron().partial_fit(*note_004()).report
    assert (report.reason, report.errors, report.n_epochs, report.n_rows) == ("open", None, 1, 4)
    assert "errors left" not in str(report)


def test_validation_errors_are_shown():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    report = Perceptron(early_stopping=True).fit(X, X[:, 0] > 0).report
    assert len(report.validation_errors_per_epoch) == report.n_epochs
    assert "validation errors" in str(report)
