"""The loss along a run is the criterion of the weights after each visit."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import DataError, Perceptron, generate, perceptron_loss, sample, trace
from rosenblatt.plots import losses
from rosenblatt.plots.losses import loss

DATA = generate(30, 3, noise=0.2, seed=4)


def after_each_visit(ax, visits):
    """The height of the step line after 0, 1, 2 … visits."""
    x, y = ax.lines[0].get_data()
    return y[np.searchsorted(x[:-1], np.arange(visits + 1), side="right") - 1]


@pytest.mark.parametrize("storage", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("options", [{}, {"order": "all-mistakes"}, {"order": "random-mistake"}, {"eta0": 0.3}])
def test_the_loss_is_the_criterion_after_every_visit(options, storage):
    X = storage(DATA.X)
    run = trace(X, DATA.y, max_iter=4, **options)
    ax = loss(run)
    expected = [perceptron_loss(X, DATA.y, w[0], b[0]) for w, b in map(run.replay, range(len(run) + 1))]
    np.testing.assert_allclose(after_each_visit(ax, len(run)), expected, rtol=1e-12, atol=1e-12)
    assert ax.lines[0].get_drawstyle() == "steps-post"
    assert max(expected) > expected[0] == 0


def test_the_loss_of_many_classes_is_how_far_rivals_are_above():
    y = np.arange(30) % 3
    run = trace(DATA.X, y, max_iter=3)
    ax = loss(run)
    expected = []
    for w, b in map(run.replay, range(len(run) + 1)):
        scores = DATA.X @ w.T + b
        expected.append(sum(max(0.0, max(np.delete(row, k)) - row[k]) for row, k in zip(scores, y, strict=True)))
    np.testing.assert_allclose(after_each_visit(ax, len(run)), expected, rtol=1e-12, atol=1e-12)
    assert ax.get_ylabel() == "Σ rival's score − own, of the wrong rows"


def test_the_loss_of_note_004():
    table = sample("note-004")
    run = trace(table.X, table.y, order="first-mistake")
    ax = loss(run)
    assert ax.lines[0].get_xdata().tolist() == [*range(10), 9]
    assert ax.lines[0].get_ydata().tolist() == [0, 6.5, 5, 1.75, 1, 4, 0.75, 1, 3, 0, 0]
    assert ax.get_title() == "loss 0 after 9 mistakes, 6.5 at most"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("visit", "Σ −y·(w·x + b) of the wrong rows")


def test_mistakes_are_ticks_below_zero():
    run = trace(DATA.X, DATA.y, max_iter=4)
    ax = loss(run)
    x, y = ax.lines[-1].get_data()
    assert x[::3].tolist() == x[1::3].tolist() == (np.flatnonzero(run.wrong) + 1).tolist()
    assert np.isnan(y[2::3]).all()
    (low, high), top = ax.get_ylim(), np.nanmax(y)
    assert np.nanmin(y) == 0
    assert low + top * (high - low) < 0


def test_rows_that_are_held_out_count_too():
    run = trace(DATA.X, DATA.y, max_iter=5, early_stopping=True, validation_fraction=0.3)
    w, b = run.replay(len(run))
    assert loss(run).lines[0].get_ydata()[-1] == pytest.approx(perceptron_loss(DATA.X, DATA.y, w[0], b[0]))


def test_a_start_other_than_zero_and_no_mistake():
    table = sample("note-004")
    run = trace(table.X, table.y, coef_init=[[1.0, 0.0]], intercept_init=[0.5])
    ax = loss(run)
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [4, 0]]
    assert ax.get_title() == "loss 0 after 0 mistakes, 0 at most"


def test_a_long_run_is_computed_at_some_of_its_changes(monkeypatch):
    monkeypatch.setattr(losses, "MAX_PRODUCTS", 0)
    run = trace(DATA.X, DATA.y, max_iter=30, n_iter_no_change=30)
    made = len(run.mistakes.row)
    assert made > 100
    ax = loss(run)
    x, y = ax.lines[0].get_data()
    assert len(x) == losses.FEWEST_POINTS + 1
    for visit, drawn in zip(x, y, strict=True):
        w, b = run.replay(int(visit))
        assert drawn == pytest.approx(perceptron_loss(DATA.X, DATA.y, w[0], b[0]))
    assert x[-2] == run.mistakes.when[-1]
    assert (ax.lines[0].get_drawstyle(), ax.lines[0].get_marker()) == ("default", "o")  # unknown between
    assert ax.get_xlabel() == f"visit (computed at 49 of {made} changes)"
    assert "at most" not in ax.get_title()


def test_the_loss_is_of_a_trace():
    with pytest.raises(DataError, match=r"^trace must be of rosenblatt.trace\(X, y\), which .*; got Perceptron.$"):
        loss(Perceptron())


def test_the_loss_of_one_perceptron_per_class_is_their_sum():
    X, y = sample("iris")[:2]
    run = trace(X, y, multiclass="one-vs-rest", order="given", max_iter=1)
    ax = loss(run)
    scores = run.model.decision_function(X)
    signs = np.where(np.asarray(y)[:, None] == run.classes, 1.0, -1.0)
    assert ax.lines[0].get_ydata()[-1] == pytest.approx(np.maximum(0, -signs * scores).sum())
    assert ax.get_ylabel() == "Σ −y·(w·x + b) of the wrong rows"
