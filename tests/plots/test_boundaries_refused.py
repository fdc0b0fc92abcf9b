"""What has no boundary to draw is refused with one sentence."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from helpers.boundaries import FOUR, SIGNS, UPRIGHT, linear, space_set

from rosenblatt import Perceptron, VotedPerceptron
from rosenblatt.errors import DataError, OptionError
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.plots.boundaries import boundary


@pytest.mark.parametrize(
    ("model", "given", "words"),
    [
        (
            Hyperplane(np.ones(5)),
            {},
            "A boundary is drawn of at most three features; this model has 5: choose two of them, features=(0, 1), "
            "by number or name, and give X.",
        ),
        (
            Hyperplane(np.ones(5)),
            {"features": (0, 1)},
            "X must be given to draw 2 of 5 features: the others stand at its means.",
        ),
        (UPRIGHT, {"y": SIGNS}, "X must be given where y is: the rows to draw."),
        (UPRIGHT, {"X": np.ones((2, 3))}, "X must have 2 features, as in training; got 3."),
        (UPRIGHT, {"X": FOUR, "y": [1, -1]}, "X and y must have as many rows; got 4 and 2."),
        (
            linear([[1.0, 1.0]], [0.0], ["a", "b"]),
            {"X": FOUR, "y": [1, 0, 1, 0]},
            "y must have labels of the model only, 'a', 'b'; got 0.",
        ),
        (
            UPRIGHT,
            {"limits": (0, 1)},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got (0, 1).",
        ),
        (
            UPRIGHT,
            {"limits": "wide"},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got 'wide'.",
        ),
        (
            UPRIGHT,
            {"limits": (0, 1, 3, 2)},
            "limits must be a lowest and a highest number for each of 2 axes, 4 in all, all finite; got (0, 1, 3, 2).",
        ),
        (
            linear(np.eye(3), np.zeros(3), [0, 1, 2]),
            {},
            "Of three features one plane can be drawn; this model is of 3 classes: choose two, features=(0, 1).",
        ),
        (
            VotedPerceptron(max_iter=1).fit(*space_set()),
            {},
            "Of three features one plane can be drawn; this model is voted: choose two, features=(0, 1).",
        ),
        (
            Perceptron(),
            {"X": FOUR},
            "model must be fitted before it is drawn: call fit of this Perceptron first.",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_one_sentence(model, given, words):
    with pytest.raises((DataError, OptionError)) as error:
        boundary(model, **given)
    assert str(error.value) == words


def test_axes_must_have_as_many_axes_as_features():
    flat, deep = plt.figure().add_subplot(), plt.figure().add_subplot(projection="3d")
    with pytest.raises(
        OptionError, match="^ax must be axes with a third axis, projection='3d', to draw three features."
    ):
        boundary(Hyperplane(np.ones(3)), ax=flat)
    with pytest.raises(OptionError, match="^ax must be axes without a third axis, to draw one or two features.$"):
        boundary(UPRIGHT, ax=deep)
