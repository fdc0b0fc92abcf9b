"""Bars of weights: which, how long, on which side, in which colour, and their names."""

import numpy as np
import pytest
from helpers.linear_models import linear
from matplotlib.colors import to_hex, to_rgba

from rosenblatt import Perceptron, VotedPerceptron, sample, trace
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Perceptron as Learner
from rosenblatt.plots.axes import colour_of, ink_of
from rosenblatt.plots.weight_bars import weights

SPAM = linear(["ham", "spam"], [0.5, -2.0, 0.0, 3.0, -0.25])


def bars_of(ax):
    """From top to bottom: name, width and colour."""
    names = [text.get_text() for text in ax.get_yticklabels()]
    bars = [(name, bar.get_width(), to_hex(bar.get_facecolor())) for name, bar in zip(names, ax.patches, strict=True)]
    return bars[::-1]


def test_weights_stand_by_value_the_positive_ones_to_the_right_in_blue():
    ax = weights(SPAM, ["call", "ok", "the", "free", "home"])
    blue, orange = colour_of(1), colour_of(0)
    expected = [("free", 3.0, blue), ("call", 0.5, blue), ("home", -0.25, orange), ("ok", -2.0, orange)]
    assert bars_of(ax) == expected
    assert [text.get_text() for text in ax.texts][::-1] == ["+3", "+0.5", "−0.25", "−2"]
    assert ax.get_xlabel() == "for ham  ←  weight  →  for spam"
    assert ax.get_title() == "The 4 heaviest of 5 weights"


def test_only_the_heaviest_are_drawn_the_first_of_those_as_heavy():
    rng = np.random.default_rng(0)
    w = rng.integers(-30, 31, 500).astype(float)
    ax = weights(linear([0, 1], w), most=7)
    heaviest = sorted(range(500), key=lambda column: (-abs(w[column]), column))[:7]
    assert sorted(bar[0] for bar in bars_of(ax)) == sorted(f"x{column + 1}" for column in heaviest)
    values = [bar[1] for bar in bars_of(ax)]
    assert values == sorted(values, reverse=True)
    assert ax.get_title() == "The 7 heaviest of 500 weights"


def test_the_other_of_two_classes_has_the_negatives():
    ax = weights(SPAM, label="ham")
    assert [bar[:2] for bar in bars_of(ax)] == [("x2", 2.0), ("x5", 0.25), ("x1", -0.5), ("x4", -3.0)]
    assert [bar[2] for bar in bars_of(ax)] == [colour_of(0)] * 2 + [colour_of(1)] * 2
    assert ax.get_xlabel() == "for spam  ←  weight  →  for ham"


def test_of_many_classes_one_is_drawn_and_the_title_says_whose():
    X, y, names = sample("digits")
    model = Perceptron(max_iter=1).fit(X[:100], y[:100])
    assert weights(model, names).get_title() == "The 20 heaviest of 64 weights for 0"
    ax = weights(model, names, label=3, most=64)
    shown = {name: width for name, width, _ in bars_of(ax)}
    assert shown == {name: w for name, w in zip(names, model.coef_[3], strict=True) if w}
    assert ax.get_xlabel() == "against 3  ←  weight  →  for 3"
    colours = {width > 0: colour for _, width, colour in bars_of(ax)}
    assert colours == {True: colour_of(3), False: to_hex(ink_of(ax))}


def test_names_are_not_taken_for_formulas_and_are_cut_where_long():
    ax = weights(linear([0, 1], [1.0, 2.0, 3.0]), ["$x^2$ and $y_1$", "two\nlines", "a" * 60])
    assert [bar[0] for bar in bars_of(ax)] == ["a" * 27 + "…", "two lines", "$x^2$ and $y_1$"]
    assert not any(text.get_parse_math() for text in ax.get_yticklabels())
    labelled = weights(linear(["$a$", "$b$"], [1.0]))
    assert not labelled.title.get_parse_math()
    assert not labelled.xaxis.label.get_parse_math()
    assert labelled.get_xlabel() == "for $a$  ←  weight  →  for $b$"


def test_names_are_those_the_model_was_given():
    run = trace([[1.0, 2.0], [-1.0, 0.5]], [1, -1], features=["length", "width"])
    assert {bar[0] for bar in bars_of(weights(run))} == {"length", "width"}
    assert {bar[0] for bar in bars_of(weights(SPAM))} == {"x1", "x2", "x4", "x5"}


def test_where_all_weights_are_zero_it_is_said():
    ax = weights(linear(["ham", "spam"], [0.0, 0.0]))
    assert not ax.patches
    assert ax.get_title() == "All 2 weights for spam are 0"
    assert [text.get_text() for text in ax.texts] == ["as before the first mistake"]


def test_one_weight_is_counted_as_one():
    assert weights(linear([0, 1], [2.0])).get_title() == "The only weight"
    assert weights(linear([0, 1], [0.0])).get_title() == "The only weight for 1 is 0"
    assert weights(linear([0, 1], [2.0, 0.0])).get_title() == "The heaviest of 2 weights"


def test_numbers_names_and_labels_do_not_lie_on_one_another_and_are_not_cut():
    long = linear(["n" * 30, "y" * 30], [1.23e-5, -1.23e-5, 1e-5, -3e-7])
    ax = weights(long, [letter * 40 for letter in "MNOP"])
    ax.figure.canvas.draw()
    names = [text.get_window_extent() for text in ax.get_yticklabels()]
    numbers = [text.get_window_extent() for text in ax.texts]
    bars = ax.get_window_extent()
    assert all(box.x1 < bars.x0 for box in names)
    assert all(bars.x1 <= box.x0 and box.x1 <= ax.figure.bbox.x1 for box in numbers)
    label = ax.xaxis.label.get_window_extent()
    assert ax.figure.bbox.x0 <= label.x0 < label.x1 <= ax.figure.bbox.x1
    assert ax.get_xlabel() == f"←  for {'n' * 15}…\nfor {'y' * 15}…  →"


@pytest.mark.parametrize("label", [0, "a"])
def test_a_lone_class_has_what_speaks_for_it(label):
    learner = Learner()
    learner.partial_fit(np.array([[3.0, -4.0]]), [label])
    ax = weights(learner)
    assert [bar[:2] for bar in bars_of(ax)] == [("x1", 3.0), ("x2", -4.0)]
    assert ax.get_title() == f"All 2 weights for {label}"


def test_axes_in_axes_out():
    from matplotlib import pyplot

    ax = pyplot.figure().add_subplot()
    assert weights(SPAM, ax=ax) is ax
    assert to_rgba(ax.lines[0].get_color()) == to_rgba(ink_of(ax))


def test_wrong_use_is_one_sentence():
    X, y, _ = sample("setosa")
    voted = VotedPerceptron().fit(X[::10], y[::10])
    with pytest.raises(DataError) as error:
        weights(voted)
    assert str(error.value) == (
        "model must have weights to be drawn by them; a voted model has one row for each mistake of its run: "
        "draw that of an averaged perceptron."
    )
    with pytest.raises(OptionError) as error:
        weights(SPAM, label="egg")
    assert str(error.value) == "label must be one of the model's classes, 'ham', 'spam'; got 'egg'."
    for most in (0, 2.5, True):
        with pytest.raises(OptionError, match=f"most must be a whole number, at least 1; got {most}."):
            weights(SPAM, most=most)
    with pytest.raises(DataError, match="names must be a list with a name for each feature, 5; got 2."):
        weights(SPAM, ["a", "b"])
