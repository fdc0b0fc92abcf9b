"""The bundled sets."""

import numpy as np
import pytest

from rosenblatt.data.samples import SAMPLES, descriptions, sample
from rosenblatt.errors import DataError
from rosenblatt.learners import Perceptron

SHAPES = {
    "iris": (150, 4, 3),
    "petals": (150, 2, 3),
    "setosa": (150, 4, 2),
    "xor": (4, 2, 2),
    "digits": (1797, 64, 10),
    "note-000": (6, 2, 2),
    "note-000-half-space": (32, 2, 2),
    "note-000-cholesterol": (3, 2, 2),
    "note-004": (4, 2, 2),
    "note-004-line": (30, 2, 2),
}


def test_every_sample_has_its_shape():
    assert list(SAMPLES) == list(SHAPES)
    for name, (rows, features, classes) in SHAPES.items():
        table = sample(name)
        assert table.X.shape == (rows, features)
        assert table.X.dtype == np.float64
        assert len(np.unique(table.y)) == classes
        assert len(table.features) == features
        assert len(table.y) == rows


def test_every_sample_says_in_one_line_what_it_is():
    assert list(descriptions()) == list(SAMPLES)
    for line in descriptions().values():
        assert line.endswith(".")
        assert "\n" not in line
        assert len(line) <= 110
    assert len(set(descriptions().values())) == len(SAMPLES)


def test_setosa_against_the_rest():
    assert (sample("setosa").y == "setosa").sum() == 50


def test_petals_are_two_columns_of_iris():
    iris, petals = sample("iris"), sample("petals")
    assert petals.features == ["petal length", "petal width"]
    for name, column in zip(petals.features, petals.X.T, strict=True):
        np.testing.assert_array_equal(column, iris.X[:, iris.features.index(name)])
    assert petals.y.tolist() == iris.y.tolist()


@pytest.mark.parametrize(
    ("name", "w1", "w2", "b"),
    [("note-000-half-space", 1, 2, -4), ("note-004-line", 1, 1, 1)],
)
def test_the_line_of_the_note_separates_its_grid(name, w1, w2, b):
    """With whole numbers, so exactly; as many points on one side as on the other, and none on the line."""
    table = sample(name)
    points = [(int(x1), int(x2)) for x1, x2 in table.X]
    assert table.X.tolist() == [list(point) for point in points]
    scores = [w1 * x1 + w2 * x2 + b for x1, x2 in points]
    assert [1 if z > 0 else -1 for z in scores] == table.y.tolist()
    assert 0 not in scores
    assert {-1, 1} <= set(scores)  # as near as whole numbers come, on both sides
    assert table.y.sum() == 0
    assert len(set(points)) == len(points)
    assert Perceptron(order="given").fit(table.X, table.y).report.reason == "converged"


def test_categories_of_note_000():
    table = sample("note-000-cholesterol")
    assert table.features == ["cholesterol=Normal", "cholesterol=Abnormal"]
    assert table.X.tolist() == [[1, 0], [1, 0], [0, 1]]
    assert [f"cholesterol={label}" for label in table.y] == [table.features[hot] for hot in table.X.argmax(axis=1)]


def test_the_worked_points_of_the_notes():
    points = [[-1, 2], [1, 0], [1, 1], [-1, 0], [-1, -2], [1, -1]]
    assert [part.tolist() for part in sample("note-000")[:2]] == [points, [-1, 1, 1, -1, -1, 1]]
    points = [[-1, 3], [-1, -1], [3, -1], [0, 1.5]]
    assert [part.tolist() for part in sample("note-004")[:2]] == [points, [-1, -1, 1, 1]]


def test_unknown_sample():
    with pytest.raises(DataError, match="sample must be one of iris, .*note-004-line; got 'wine'"):
        sample("wine")
