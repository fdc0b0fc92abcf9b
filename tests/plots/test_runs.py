"""Runs by their counts: what is drawn is what was counted."""

from itertools import pairwise

import numpy as np
import pytest

from rosenblatt import AveragedPerceptron, DataError, OptionError, Perceptron, generate, sample, trace, train
from rosenblatt.learners import Perceptron as Learner
from rosenblatt.learners.report import Report
from rosenblatt.plots.axes import colour_of, style
from rosenblatt.plots.lines import MAX_POINTS
from rosenblatt.plots.runs import cumulative, mistakes

NOTE_004 = sample("note-004")


def report(counts, reason="converged", held=None, n_rows=100, visits=None):
    visits = n_rows * len(counts) if visits is None else visits
    return Report(
        reason,
        len(counts),
        counts,
        1.0,
        visits,
        n_rows,
        0.1,
        validation_errors_per_epoch=held,
        validation_rows=held and 20,
    )


def points(line):
    return [tuple(point) for point in line.get_xydata().tolist()]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def of_note_004():
    run = trace(NOTE_004.X, NOTE_004.y, order="given")
    estimator = Perceptron(order="given").fit(NOTE_004.X, NOTE_004.y)
    trained = train("sample:note-004", order="given")
    learner = Learner(order="given").fit(NOTE_004.X, NOTE_004.y)
    return [run, run.report, estimator, trained, learner]


@pytest.mark.parametrize("place", range(5))
def test_mistakes_per_epoch_of_whatever_has_a_report(place):
    ax = mistakes(of_note_004()[place])
    assert points(ax.lines[0]) == [(1, 3), (2, 1), (3, 2), (4, 1), (5, 2), (6, 0)]
    assert ax.get_title() == "converged after 6 epochs, 9 mistakes"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("epoch", "mistakes")
    assert ax.get_ylim()[0] == 0
    assert ax.lines[0].get_marker() == "o"


def test_mistakes_of_a_list_on_axes_that_are_given():
    from matplotlib import pyplot

    ax = pyplot.figure().add_subplot()
    assert mistakes([5, 2, 0], ax=ax) is ax
    assert points(ax.lines[0]) == [(1, 5), (2, 2), (3, 0)]
    assert ax.get_title() == "7 mistakes in 3 epochs"
    assert ax.get_xticks().tolist() == [1, 2, 3]


def test_mistakes_of_a_series():
    import pandas

    assert points(mistakes(pandas.Series([5, 2, 0])).lines[0]) == [(1, 5), (2, 2), (3, 0)]


@pytest.mark.parametrize(
    ("reason", "title"),
    [
        ("stalled", "stalled after 2 epochs, 1 mistake"),
        ("not_separable", "not separable, proven after 2 epochs, 1 mistake"),
        ("max_iter", "stopped after 2 epochs, 1 mistake"),
        ("interrupted", "interrupted after 2 epochs, 1 mistake"),
        ("early_stopped", "stopped early after 2 epochs, 1 mistake"),
        ("open", "1 mistake in 200 visits so far"),
    ],
)
def test_the_title_says_how_the_run_ended(reason, title):
    assert mistakes(report([1, 0], reason)).get_title() == title


def test_one_look_for_a_mistake_is_no_epoch():
    ax = mistakes(trace(NOTE_004.X, NOTE_004.y, order="first-mistake"))
    assert ax.get_title() == "converged after 9 updates"
    assert ax.get_xlabel() == "look for a mistake"
    assert ax.lines[0].get_ydata().tolist() == [1] * 9 + [0]


@pytest.mark.parametrize("count", [0, 1234])
def test_one_epoch_is_a_bar_with_its_number(count):
    ax = mistakes(report([count]))
    (bar,) = ax.patches
    assert (bar.get_x() + bar.get_width() / 2, bar.get_height()) == (1, count)
    assert texts(ax) == [f"{count:,}"]
    assert ax.get_ylim()[1] > count
    assert ax.get_xticks().tolist() == [1]
    assert not ax.lines


def test_a_long_run_keeps_its_peaks():
    counts = np.random.default_rng(0).integers(50, 60, 50_000)
    counts[[7, 31_234]] = 1000, 3
    ax = mistakes(counts)
    x, y = ax.lines[0].get_data()
    assert len(x) <= MAX_POINTS
    assert (x[0], x[-1]) == (1, 50_000)
    assert (x[y.argmax()], y.max(), x[y.argmin()], y.min()) == (8, 1000, 31_235, 3)
    np.testing.assert_array_equal(y, counts[x - 1])
    assert ax.lines[0].get_marker() == "None"


@pytest.mark.parametrize(
    ("counts", "scale"), [([5000, 3], "log"), ([5000, 3, 0], "linear"), ([2999, 3], "linear"), ([3, 3], "linear")]
)
def test_the_scale_is_logarithmic_over_three_decades_without_zero(counts, scale):
    ax = mistakes(counts)
    assert ax.get_yscale() == scale
    low, high = ax.get_ylim()
    assert low < min(counts) if scale == "log" else low == 0
    assert high > max(counts)


def test_training_and_validation_are_shares_and_the_best_epoch_is_marked():
    ax = mistakes(report([40, 30, 20, 10], "early_stopped", [9, 4, 4, 6]))
    training, validation, best = ax.lines
    assert points(training) == [(1, 0.4), (2, 0.3), (3, 0.2), (4, 0.1)]
    assert points(validation) == [(1, 0.45), (2, 0.2), (3, 0.2), (4, 0.3)]
    assert best.get_xdata() == [2, 2]
    assert texts(ax) == ["best: epoch 2, 4 errors", "training", "validation"]
    assert ax.get_ylabel() == "share of rows wrong"
    assert ax.get_ylim()[0] == 0
    assert 0.45 < ax.get_ylim()[1] < 1
    styles = [(line.get_color(), line.get_linestyle()) for line in (training, validation)]
    assert styles == [(colour_of(1), "-"), (colour_of(0), "--")]


def test_a_run_that_stopped_early():
    data = generate(200, 20, noise=0.2, seed=2)
    model = AveragedPerceptron(early_stopping=True, n_iter_no_change=4, max_iter=50).fit(data.X, data.y)
    ax = mistakes(model)
    held = model.report_.validation_errors_per_epoch
    assert model.report_.validation_rows == 20
    assert ax.lines[1].get_ydata().tolist() == [errors / 20 for errors in held]
    assert texts(ax)[0].startswith(f"best: epoch {held.index(min(held)) + 1}, {min(held)} error")


def test_an_interrupted_epoch_has_no_validation():
    ax = mistakes(report([40, 30, 2], "interrupted", [9, 4]))
    assert [len(line.get_xdata()) for line in ax.lines[:2]] == [3, 2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Perceptron(), "report must be of a fitted model: call fit of this Perceptron first."),
        (Learner(), "report must be of a fitted model: call fit of this Perceptron first."),
        ({}, "report must be of a run, as that of a fitted estimator or a trace; got dict."),
        ([], r"report must be of a run, or a list of counts, one per epoch; got \[\]."),
        ([1, -1], r"a list of counts, one per epoch; got \[1, -1\]."),
        ([0.5], r"a list of counts, one per epoch; got \[0.5\]."),
        ([[1], [1, 2]], r"a list of counts, one per epoch; got \[\[1\], \[1, 2\]\]."),
    ],
)
def test_what_has_no_mistakes_per_epoch(given, said):
    with pytest.raises(DataError, match=f"{said}$"):
        mistakes(given)


def test_mistakes_so_far_of_a_trace():
    run = trace(NOTE_004.X, NOTE_004.y, order="given")
    ax = cumulative(run)
    assert points(ax.lines[0]) == list(enumerate([0, *np.cumsum(run.wrong).tolist()]))
    assert texts(ax) == ["9"]
    assert ax.get_title() == "9 mistakes in 24 visits"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("visit", "mistakes so far")


def test_the_title_of_a_longer_run_says_how_often_it_errs_at_the_end():
    ax = cumulative([True] * 50 + [False] * 45 + [True] * 5)
    assert ax.get_title() == "55 mistakes in 100 visits, 5 in the last 10"


def test_several_runs_have_their_names_colours_and_dashes():
    ax = cumulative({"first": [1, 0, 1], "second": np.array([True, True, True, True]), 3: [0, 0]})
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0, 1, 1, 2], [0, 1, 2, 3, 4], [0, 0, 0]]
    assert texts(ax) == ["first: 2", "second: 4", "3: 0"]
    assert len({line.get_color() for line in ax.lines}) == len({line.get_linestyle() for line in ax.lines}) == 3
    assert [text.xy for text in ax.texts] == [(3, 2), (4, 4), (2, 0)]


def test_a_baseline_and_changes():
    ax = cumulative([1, 0, 0, 1, 0, 0, 0, 0], baseline=0.5, changes=[2, 6])
    baseline, *changes = ax.lines[1:]
    assert points(baseline) == [(0, 0), (8, 4)]
    assert [line.get_xdata() for line in changes] == [[2, 2], [6, 6]]
    assert texts(ax) == ["change", "", "2", "baseline 0.5"]
    assert ax.get_ylim()[1] > 4


def test_a_million_visits_are_thinned_out():
    wrong = np.arange(1_000_000) % 7 == 0
    x, y = cumulative(wrong).lines[0].get_data()
    assert len(x) == MAX_POINTS
    np.testing.assert_array_equal(y, -(-x // 7))
    assert x[-1] == 1_000_000


@pytest.mark.parametrize(
    ("run", "options", "error", "said"),
    [
        ([0, 2], {}, DataError, "run must be a trace, or say for each visit whether it was a mistake; got list: rosen"),
        ([], {}, DataError, "run must be a trace, or say for each visit whether it was a mistake; got list: rosen"),
        ({"a": "b"}, {}, DataError, r"run\['a'\] must be a trace, or say for each visit .*; got str: rosen"),
        ({}, {}, DataError, "run must have a run to draw; got an empty dict."),
        ([1], {"baseline": 2}, OptionError, "baseline must be a share of mistakes, from 0 to 1; got 2."),
        ([1], {"changes": [0, 3]}, OptionError, "changes must be visits from 0 to 1; got 3."),
    ],
)
def test_wrong_use_of_cumulative(run, options, error, said):
    with pytest.raises(error, match=f"^{said}"):
        cumulative(run, **options)


def test_labels_are_apart_inside_the_axes_and_beside_their_ends():
    from matplotlib.text import Text

    with style("dark"):
        ax = cumulative({name: [1] * 9 + [place == 0] for place, name in enumerate("abcd")})
        ax.figure.canvas.draw()
    boxes = [Text.get_window_extent(text) for text in ax.texts]  # without its leader
    frame = ax.get_window_extent()
    assert [text.get_text() for text in ax.texts] == ["a: 10", "b: 9", "c: 9", "d: 9"]
    assert all(above.y0 >= below.y1 for above, below in pairwise(boxes))
    assert all(frame.x0 < box.x0 and box.x1 < frame.x1 for box in boxes)
    assert all(ax.transData.transform(text.xy)[0] < box.x0 for text, box in zip(ax.texts, boxes, strict=True))


def test_names_of_runs_are_cut_and_are_no_formulas():
    ax = cumulative({r"$\foo$": [1, 0, 1], "a" * 80: [0, 0, 1]})
    ax.figure.canvas.draw()
    assert texts(ax) == [r"$\foo$: 2", "a" * 23 + "…: 1"]
    assert ax.get_window_extent().width > 0.6 * ax.figure.bbox.width


def test_mistakes_of_single_classes_are_no_share_of_the_rows():
    X, y = sample("iris")[:2]
    model = AveragedPerceptron(multiclass="one-vs-rest", early_stopping=True, max_iter=3).fit(X, y)
    ax = mistakes(model)
    assert ax.get_ylabel() == "mistakes per row"
    np.testing.assert_allclose(ax.lines[0].get_ydata(), np.array(model.report_.mistakes_per_epoch) / 135)
