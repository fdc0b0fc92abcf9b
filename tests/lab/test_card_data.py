"""Cards with data that is embedded or drawn: petals, digits, a sample."""

import re

import numpy as np
import pytest

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, sample
from rosenblatt.lab import card_data

from .as_package import arrays, learner_options


def test_averaging_wins_as_the_card_says(told, cards):
    """Wrong points of the 40 that were trained on and of the 200 new ones."""
    card = cards["averaging"]
    X, y = arrays(card["state"]["points"])
    fresh = arrays(told["fresh"])
    assert (len(y), len(fresh[1]), told["turned"]) == (40, 200, 4)
    options = learner_options(card["state"]["options"])
    wrong = {}
    for name, kind in {"last": Perceptron, "averaged": AveragedPerceptron, "voted": VotedPerceptron}.items():
        model = kind(**options).fit(X, y)
        wrong[name] = [int(np.sum(model.predict(rows) != labels)) for rows, labels in ((X, y), fresh)]
    assert wrong == {"last": [23, 119], "averaged": [4, 22], "voted": [4, 22]}
    assert {name: told["averaged"][name] for name in wrong} == wrong
    assert "119 of 200" in card["text"]
    assert "has 22 wrong" in card["text"]
    assert card["state"]["t"] == len(card["run"]["row"])


def test_the_petals_are_those_of_iris(cards):
    X, species, _ = sample("petals")
    assert arrays(cards["iris-setosa"]["state"]["points"])[0].tolist() == X.tolist()
    assert arrays(cards["iris-setosa"]["state"]["points"])[1].tolist() == np.where(species == "setosa", 1, -1).tolist()
    others = species != "setosa"
    assert arrays(cards["iris-virginica"]["state"]["points"])[0].tolist() == X[others].tolist()
    assert (
        arrays(cards["iris-virginica"]["state"]["points"])[1].tolist()
        == np.where(species[others] == "virginica", 1, -1).tolist()
    )
    both = {tuple(row) for row in X[species == "virginica"]} & {tuple(row) for row in X[species == "versicolor"]}
    assert both  # petals of the same size, which the card names


def test_zeros_and_ones_in_the_plane_are_real_digits(cards):
    points, labels = arrays(cards["digits"]["state"]["points"])
    assert (points * [8, 16]).ravel().tolist() == card_data.inks()
    assert labels.tolist() == [-1, 1] * card_data.DRAWN_ROWS


def test_digits_are_scored_as_in_python(told):
    weights = np.array(told["digits"]["weights"]).reshape(10, 65)
    X, digits, _ = sample("digits")
    rows = slice(card_data.TRAINED_ROWS, None)
    wrong = card_data.predicted(weights, X[rows]) != digits[rows]
    assert (int(wrong.sum()), len(wrong)) == (37, 360)
    assert not (card_data.predicted(weights, X[: rows.start]) != digits[: rows.start]).any()
    for image in told["digits"]["images"]:
        pixels = np.array(image["pixels"])
        assert image["scores"] == (weights[:, :64] @ pixels + weights[:, 64]).tolist()
        assert image["winner"] == card_data.predicted(weights, pixels[None])[0]
        assert image["digit"] in digits[(pixels == X).all(axis=1)]
    assert [image["digit"] == image["winner"] for image in told["digits"]["images"]][-1] is False


def test_an_image_comes_back_from_a_link_and_a_drawing_has_ink(told):
    answers = told["digits"]
    assert answers["back"]
    assert answers["dotted"]
    assert len(answers["odd"]) == 64
    assert all(0 <= grey <= 16 for grey in answers["odd"])
    ink = np.array(answers["drawn"]).reshape(8, 8)
    assert ink[3:5, 3:5].min() > 0
    assert ink[:, [0, 7]].max() == 0
    assert max(answers["erased"]) == 0


@pytest.mark.compiled
def test_what_is_embedded_is_what_python_gives():
    assert card_data.FILE.read_text("utf-8") == card_data.embedded(card_data.digit_weights())


def test_the_embedded_module_is_made_of_whole_lists():
    weights = card_data.digit_weights(rows=30)
    text = card_data.embedded(weights)
    numbers = re.search(r"DIGIT_WEIGHTS = \[(.*?)\]", text, re.DOTALL)[1]
    assert [int(number) for number in numbers.split(",") if number.strip()] == weights.ravel().tolist()
    assert max(map(len, text.splitlines())) <= 120
