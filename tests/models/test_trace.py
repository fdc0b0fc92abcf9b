"""Traces: the notes' tables, and every step of every run equal to the run itself."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from helpers.bits import bits, examples
from helpers.lecture_notes import NOTE_000, NOTE_004

import rosenblatt
from rosenblatt import sample, trace
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted

LEARNERS = {"perceptron": Perceptron, "averaged": Averaged, "voted": Voted, "pocket": Pocket}


def test_the_table_of_note_000():
    run = trace("sample:note-000", order="given", at_zero="positive", fit_intercept=False, max_iter=1)
    assert str(run) == NOTE_000


def test_the_table_of_note_004():
    assert str(trace("sample:note-004", order="first-mistake")) == NOTE_004


def test_the_fields_of_a_step_of_note_004():
    """W⁽³⁾ = (2, −2, −2): y₂ W⁽²⁾·X₂ = −1 was a mistake."""
    table = sample("note-004")
    step = trace(table.X, table.y, order="first-mistake")[1]
    assert (step.number, step.epoch, step.index, step.x.tolist(), step.y) == (2, 2, 1, [-1, -1], -1)
    assert (step.score, step.prediction, step.mistake, step.loss, step.survival) == (1, 1, True, 1, 1)
    assert (step.weights.tolist(), step.bias) == ([2, -2], -2)
    assert json.loads(json.dumps(step.to_dict()))["weights"] == [2, -2]


def test_the_numerical_example_of_note_002():
    """From w = (0.5, 0.3), w₀ = 1: z = 0.8, so w = (1.5, −0.7), w₀ = 0; and then z = −2.2."""
    run = trace([[-1, 1], [9, 0]], [-1, 1], order="given", coef_init=[0.5, 0.3], intercept_init=[1.0])
    step, again = run[0], run[2]
    assert (step.score, step.loss, step.weights.tolist(), step.bias) == (0.8, 0.8, [1.5, -0.7], 0.0)
    assert (again.score, again.prediction, again.mistake, again.survival) == (-2.2, -1, False, 3)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", LEARNERS)
def test_a_trace_is_a_fit(name, n_classes, order):
    X, y = examples(n_classes)
    options = {"order": order, "max_iter": 3, "random_state": 5}
    learner = LEARNERS[name](**options).fit(X, y)
    run = trace(X, y, algorithm=name, **options)
    assert bits_of(run, X) == bits(learner, X)
    assert run.report.mistakes_per_epoch == learner.report.mistakes_per_epoch
    assert sum(step.mistake for step in run) == learner.report.n_mistakes
    last = Perceptron(**options).fit(X, y).model.weights
    np.testing.assert_array_equal(np.atleast_2d(run[-1].weights), last.w)
    np.testing.assert_array_equal(np.atleast_1d(run[-1].bias), last.b)


def bits_of(run, X):
    class Learner:
        model, report = run.model, run.report

    return bits(Learner, X)


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("at_zero", AT_ZERO)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_steps_are_the_live_run(n_classes, at_zero, storage):
    """Each step against a learner that is given one row at a time, and asked before and after."""
    X, y = examples(n_classes)
    X = X.astype(np.float64)
    run = trace(storage(X), y, order="given", max_iter=1, at_zero=at_zero)
    live, classes, made = Perceptron(at_zero=at_zero), np.unique(y), 0
    for number, step in enumerate(run, 1):
        i = step.index
        if number > 1:
            before = live.model
            known = before.classes.tolist()
            if len(known) == n_classes:
                np.testing.assert_array_equal(before.decision_function(X[i : i + 1])[0], step.score)
                assert before.predict(X[i : i + 1])[0] == step.prediction
        live.partial_fit(X[i : i + 1], y[i : i + 1], classes=None if at_zero == "mistake" else classes)
        wrong = live.report.n_mistakes > made
        made = live.report.n_mistakes
        assert (i, step.number, step.y, step.mistake) == (number - 1, number, y[i], wrong)
        assert step.prediction == step.y or step.mistake
        np.testing.assert_array_equal(step.x, X[i])
        if len(live.model.classes) == n_classes:
            np.testing.assert_array_equal(np.atleast_2d(step.weights), live.model.weights.w)
            np.testing.assert_array_equal(np.atleast_1d(step.bias), live.model.weights.b)
    assert made > n_classes


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_replayed_weights_are_those_of_the_steps(n_classes, order):
    X, y = examples(n_classes)
    run = trace(X, y, order=order, max_iter=4, sample_weight=np.arange(len(y)) % 3 + 1.0)
    survival = 0
    for number, step in enumerate(run.steps, 1):
        weights = run.replay(number)
        np.testing.assert_array_equal(np.atleast_2d(step.weights), weights.w)
        np.testing.assert_array_equal(np.atleast_1d(step.bias), weights.b)
        changed = any(not np.array_equal(a, b) for a, b in zip(weights, run.replay(number - 1), strict=True))
        survival = 1 if changed else survival + 1
        assert step.survival == survival
        again = run[number - 1]
        assert (again.number, again.score if n_classes == 2 else again.score.tolist()) == (
            step.number,
            step.score if n_classes == 2 else step.score.tolist(),
        )
    assert not run.replay(0).w.any()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_weights_after_mistakes_are_those_of_the_visits_that_answered_them(n_classes, order):
    X, y = examples(n_classes)
    run = trace(X, y, order=order, max_iter=4, sample_weight=np.arange(len(y)) % 3 + 1.0)
    when = [0, *run.mistakes.when.tolist()]
    weights = list(run.weights_after_mistakes())
    assert len(weights) == len(when) > 4
    for count, (visit, following) in enumerate(zip(when, [*when[1:], np.inf], strict=True)):
        if visit != following:  # in order "all-mistakes" many are answered at once
            for made, replayed in zip(weights[count], run.replay(visit), strict=True):
                np.testing.assert_array_equal(made, replayed)
    some = [0, 2, 2, len(when) - 1]
    for count, chosen in zip(some, run.weights_after_mistakes(some), strict=True):
        np.testing.assert_array_equal(chosen.w, weights[count].w)


@pytest.mark.parametrize(("counts", "said"), [([2, 1], "got 1 after 2"), ([10], "got 10 after 0")])
def test_counts_of_mistakes_that_are_not_there(counts, said):
    run = trace("sample:note-004", order="first-mistake")
    with pytest.raises(OptionError, match=f"^counts must rise, from 0 to 9, the mistakes of the trace; {said}.$"):
        list(run.weights_after_mistakes(counts))


def test_survival_times_are_the_votes():
    X, y = examples(2)
    run = trace(X, y, algorithm="voted", max_iter=3)
    steps = run.steps
    last_of_each = [a.survival for a, b in itertools.pairwise(steps) if b.survival <= a.survival]
    voted = [int(votes) for votes in run.model.survival if votes]
    assert [*last_of_each, steps[-1].survival] == voted


def test_losses_are_the_perceptron_criterion():
    X, y = examples(2)
    for step in trace(X, y, max_iter=2):
        assert step.loss == (max(0.0, -step.y * step.score) if step.mistake else 0.0)
    X, y = examples(4)
    for step in trace(X, y, max_iter=2, order="all-mistakes"):
        own = step.score[["a", "b", "c", "d"].index(step.y)]
        assert step.loss == (max(step.score) - own if step.mistake else 0.0)


def test_epochs_of_a_trace():
    X, y = examples(2, n=20)
    run = trace(X, y, max_iter=3, n_iter_no_change=None)
    assert [step.epoch for step in run] == [1] * 20 + [2] * 20 + [3] * 20
    assert sorted(step.index for step in run.steps[20:40]) == list(range(20))


def test_a_trace_does_not_look_at_arrays_that_change_later():
    X, y = examples(2)
    run = trace(X, y, max_iter=2)
    before = str(run)
    X[:], y[:] = 7, -y
    assert str(run) == before
    weights, rates = np.ones(len(y)), np.ones(X.shape[1])
    run = trace(*examples(2), sample_weight=weights, eta0=rates, max_iter=2)
    before = str(run)
    weights[:], rates[:] = 100, 100
    assert str(run) == before


@pytest.mark.parametrize("lone", ["a", "b", "d"])
def test_a_class_that_is_never_visited_never_comes(lone):
    """Its weight is zero, or all its rows are held out."""
    X, y = examples(4)
    y = np.where(y == lone, "c", y)
    y[0] = lone
    options = {"max_iter": 2, "class_weight": {lone: 0}}
    run = trace(X, y, **options)
    assert 0 not in run.visits
    assert bits_of(run, X) == bits(Perceptron(**options).fit(X, y), X)
    assert all(step.prediction == step.y or step.mistake for step in run)
    assert all(step.prediction != lone for step in run)
    held = [seed for seed in range(9) if held_out(X, y, seed)]
    assert held
    for seed in held:
        run = trace(X, y, early_stopping=True, validation_fraction=0.6, max_iter=2, random_state=seed)
        assert all(step.prediction != lone for step in run)


def held_out(X, y, seed):
    run = trace(X, y, early_stopping=True, validation_fraction=0.6, max_iter=1, random_state=seed)
    return 0 not in run.visits


@pytest.mark.parametrize("order", ["first-mistake", "random-mistake"])
def test_a_run_without_a_mistake_may_have_no_visit(order):
    run = trace([[1.0], [-1.0]], [1, -1], order=order, coef_init=[5.0])
    assert (len(run), run.steps, run.report.reason) == (0, [], "converged")
    assert str(run).endswith("0 mistakes in 0 visits. converged: an epoch passed without a mistake.")
    assert run.replay(0).w.tolist() == [[5.0]]


def test_steps_are_slices_and_compare_as_themselves():
    run = trace("sample:note-004", order="given")
    assert [step.number for step in run[2:5]] == [3, 4, 5]
    step = run[0]
    assert step == step
    assert step in [step]
    assert hash(run)


def test_a_loss_near_the_largest_float_is_finite():
    step = trace([[1e300], [-1.0]], [-1, 1], order="given", coef_init=[1e8], max_iter=1)[0]
    assert step.loss == 1e308


def test_long_tables_leave_out_the_middle():
    run = trace("sample:iris", max_iter=2)
    shown = run.table(8).splitlines()
    assert [line.split()[0] for line in shown[2:11]] == ["1", "2", "3", "4", "5", "6", "…", "299", "300"]
    assert len(run.table(None).splitlines()) == 304
    assert len(run.table(1).splitlines()) == 6
    wrong = [line for line in run.table(None, mistakes_only=True).splitlines()[2:] if " yes " in line]
    assert len(wrong) == run.report.n_mistakes
    assert "‖w‖" in shown[0]


def test_wide_rows_show_their_length():
    header, _, first = trace("sample:digits", max_iter=1).table(1).splitlines()[:3]
    assert header.split() == ["step", "epoch", "row", "‖x‖", "score", "ŷ", "y", "mistake", "‖w‖"]
    assert len(first.split()) == 9


def test_the_names_of_columns_are_those_of_the_frame():
    frame = pd.DataFrame({"width": [1.0, 2.0], 7: [0.0, 1.0]})
    assert trace(frame, [0, 1]).table().split()[:5] == ["step", "epoch", "row", "width", "7"]


def test_a_notebook_shows_the_table():
    shown = trace("sample:note-000", order="given", fit_intercept=False)._repr_html_()
    assert shown.count("<tr>") == len(trace("sample:note-000", order="given", fit_intercept=False)) + 1
    assert ">ŷ</th>" in shown
    hostile = trace([[1.0], [-1.0]], ["<b>", "c"], features=["<i>"])._repr_html_()
    assert "&lt;b&gt;" in hostile
    assert "<i>" not in hostile


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: trace([[1.0], [np.nan]], [0, 1]), DataError, "Input X contains NaN"),
        (lambda: trace([[1.0], [2.0]], [0, 1], algorithm="none"), OptionError, "algorithm must be one of perceptron,"),
        (lambda: trace([[1.0], [2.0]], [0, 1], order="none"), OptionError, "order must be one of 'shuffled'"),
        (lambda: trace([[1.0], [2.0]], [0, 1], odd=1), OptionError, "trace takes the options of the learner: .*'odd'"),
        (lambda: trace([[1.0], [2.0]], [0, 1], features=["a", "b"]), DataError, "features must name every column, 1;"),
        (lambda: trace([[1.0], [2.0]]), DataError, "y must be given with X"),
        (lambda: trace([[1.0], [2.0]], [0, 1], algorithm=[1]), OptionError, "algorithm must be one of"),
        (lambda: trace("sample:note-004").replay("1"), OptionError, "visits must be from 0 to"),
        (lambda: trace("sample:note-004").replay(0.5), OptionError, "visits must be from 0 to"),
        (lambda: trace("sample:note-004").table(0), OptionError, "most must be a whole number, at least 1, or None"),
        (lambda: trace("nowhere.csv"), DataError, "'nowhere.csv': No such file"),
        (lambda: trace("sample:note-004").replay(1000), OptionError, "visits must be from 0 to .* got 1000."),
    ],
)
def test_bad_input_gets_one_sentence(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_a_step_that_is_not_there():
    with pytest.raises(IndexError):
        trace("sample:note-004")[1000]
    assert rosenblatt.trace is trace
