"""The table of confusions: every number in its cell, readable, errors told from what is right."""

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb

from rosenblatt.errors import DataError
from rosenblatt.plots import style
from rosenblatt.plots.axes import STYLES
from rosenblatt.plots.confusions import confusion
from rosenblatt.plots.distances import RIGHT, WRONG
from rosenblatt.trained.evaluation import Evaluation


def cells_of(ax):
    """The numbers as they are written, a list a line."""
    n_classes = len(ax.get_xticks())
    written = {(text.get_position()[1] - 0.5, text.get_position()[0] - 0.5): text for text in ax.texts}
    return [[written[i, j] for j in range(n_classes)] for i in range(n_classes)]


def colours_of(ax):
    (mesh,) = ax.collections
    return np.asarray(mesh.get_array())


def brightness(colour):
    """The relative luminance of WCAG 2."""
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_counts_of_an_evaluation_stand_in_lines_of_true_classes():
    evaluation = Evaluation(["cat", "dog"])
    evaluation.add(["cat", "cat", "dog", "dog", "dog"], ["cat", "dog", "dog", "dog", "dog"])
    ax = confusion(evaluation)
    assert [[text.get_text() for text in line] for line in cells_of(ax)] == [["1", "1"], ["0", "3"]]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["cat", "dog"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "true")
    assert ax.yaxis_inverted()  # the first class is on top
    assert ax.get_title() == "1 of 5 rows are wrong"


def test_the_diagonal_is_bold_and_grey_errors_are_red_and_what_never_happened_has_no_colour():
    ax = confusion(([0, 1, 2], [[90, 9, 1], [0, 50, 0], [0, 0, 0]]))
    colours, cells = colours_of(ax), cells_of(ax)
    for i in range(3):
        for j in range(3):
            assert to_hex(colours[i, j, :3]) == (RIGHT if i == j else WRONG)
            assert cells[i][j].get_weight() == ("bold" if i == j else "normal")
    strengths = colours[..., 3]
    assert strengths[0, 0] > strengths[0, 1] > strengths[0, 2] > 0.2
    assert strengths[1, 1] == pytest.approx(0.6)
    assert strengths[1, 0] == strengths[2, 2] == 0


@pytest.mark.parametrize("name", ["light", "dark"])
def test_numbers_are_readable_on_the_strongest_colours(name):
    """WCAG asks for a contrast of 4.5. A page has one paper or the other."""
    ink, paper = STYLES[name]["ink"], np.array(to_rgb(STYLES[name]["paper"]))
    with style(name):
        ax = confusion((["a", "b"], [[7, 0], [7, 0]]))
    for *colour, strength in colours_of(ax)[:, 0]:
        cell = strength * np.array(colour) + (1 - strength) * paper
        bright, dim = sorted([brightness(cell), brightness(ink)], reverse=True)
        assert (bright + 0.05) / (dim + 0.05) > 4.5
    assert {to_hex(text.get_color()) for text in ax.texts} == {ink}


def test_large_counts_are_shortened_where_cells_are_small():
    counts = np.zeros((5, 5), dtype=np.int64)
    counts[0] = [9_999, 10_499, 999_499, 1_234_567, 0]
    assert [text.get_text() for text in cells_of(confusion((range(5), counts)))[0]] == [
        *("9,999", "10k", "999k", "1.23M", "0")
    ]
    assert cells_of(confusion(([0, 1], [[1_234_567, 0], [0, 0]])))[0][0].get_text() == "1,234,567"


def test_of_many_classes_the_most_mistaken_are_drawn_and_all_are_counted():
    counts = np.diag(np.full(25, 10))
    counts[3, 24] = 5
    for place in range(18):
        counts[place, place + 1] += 1
    ax = confusion((range(25), counts))
    assert [text.get_text() for text in ax.get_xticklabels()] == [str(n) for n in (*range(19), 24)]
    assert ax.get_title() == "23 of 273 rows are wrong: the 20 worst of 25 classes"
    assert cells_of(ax)[3][19].get_text() == "5"


def test_one_class_and_all_right():
    ax = confusion((["only"], [[3]]))
    assert ax.get_title() == "All 3 rows are right"
    assert cells_of(ax)[0][0].get_text() == "3"
    assert confusion((["only"], [[1]])).get_title() == "The only row is right"


def test_no_rows_are_neither_right_nor_wrong():
    assert confusion((["a", "b"], np.zeros((2, 2), dtype=int))).get_title() == "No rows"


def test_labels_are_cut_turned_where_many_and_never_taken_for_formulas():
    ax = confusion((["$a$", "b" * 30], [[1, 0], [0, 1]]))
    assert [text.get_text() for text in ax.get_xticklabels()] == ["$a$", "b" * 11 + "…"]
    assert not any(text.get_parse_math() for text in (*ax.get_xticklabels(), *ax.get_yticklabels()))
    many = confusion(([f"class {n}" for n in range(10)], np.eye(10, dtype=int)))
    assert {text.get_rotation() for text in many.get_xticklabels()} == {90.0}


def test_numbers_are_smaller_in_smaller_axes():
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(8, 4))
    whole, part = figure.add_axes((0, 0, 0.8, 1)), figure.add_axes((0.8, 0, 0.2, 0.5))
    table = (range(8), np.full((8, 8), 1234))
    assert confusion(table, ax=part) is part
    confusion(table, ax=whole)
    assert part.texts[0].get_fontsize() < whole.texts[0].get_fontsize()


def test_wrong_use_is_one_sentence():
    with pytest.raises(DataError, match="evaluation must be an Evaluation or \\(classes, counts\\); got list."):
        confusion([1, 2, 3])
    for classes, counts in (([0, 1], [[1, 2]]), ([], np.zeros((0, 0), int)), ([0], [[0.5]]), ([0], [[-1]])):
        with pytest.raises(DataError, match="counts must be whole numbers, a row and a column for each of the"):
            confusion((classes, counts))
