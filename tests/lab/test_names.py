"""Names of features and classes that the lab gets from Python."""

import numpy as np
import pytest

from rosenblatt.lab.names import have_like_ranges, names_of

SIGNS = np.array([1, -1, 1])


def test_columns_and_classes_give_their_names():
    names = names_of(["a", "petal length", "species"], (1, 0), ["yes", "no", "yes"], SIGNS)
    assert names == {"x1": "petal length", "x2": "a", "plus": "yes", "minus": "no"}


def test_symbols_and_numbers_are_no_names():
    assert names_of(["x", "Y"], (0, 1), [1, 0, 1], SIGNS) == {}
    assert names_of(["x1", "x2"], (0, 1), ["+1", "-1", "+1"], SIGNS) == {}
    assert names_of([], (0, 1), [True, False, True], SIGNS) == {}


def test_several_classes_of_one_sign_are_the_rest():
    assert names_of([], (0, 1), ["a", "b", "c"], np.array([1, -1, -1])) == {"plus": "a", "minus": "rest"}


def test_long_names_and_line_ends_fit_into_the_lab():
    names = names_of(["n" * 50, "two\nlines\t"], (0, 1), ["a", "b", "a"], SIGNS)
    assert names["x1"] == "n" * 39 + "…"
    assert names["x2"] == "two lines"


@pytest.mark.parametrize(
    ("rows", "like"),
    [
        ([[0, 0], [4, 1]], True),
        ([[0, 0], [4.1, 1]], False),
        ([[0, 0], [1, 5]], False),
        ([[1, 2]], True),
        ([[0, 1], [0, 9]], True),
    ],
)
def test_ranges_are_like_up_to_a_factor_of_four(rows, like):
    assert have_like_ranges(np.array(rows, float)) is like


def test_no_rows_have_like_ranges():
    assert have_like_ranges(np.empty((0, 2)))
