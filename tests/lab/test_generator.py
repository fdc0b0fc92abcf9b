"""Samples of the lab: Manchester's generative process with a margin, noise and hidden test points."""

import hashlib
import json
import random

import numpy as np
import pytest

from .as_package import arrays

FIELDS = {
    "samplePlus": (1, 250),
    "sampleMinus": (1, 250),
    "sampleSpread": (0.2, 5),
    "sampleMargin": (0, 3),
    "sampleNoise": (0, 45),
    "sampleAngle": (0, 355),
    "sampleOffset": (-5, 5),
    "sampleSeed": (0, 99_999),
}
WHOLE = {"samplePlus", "sampleMinus", "sampleNoise", "sampleAngle", "sampleSeed"}


def random_sample(seed):
    r = random.Random(seed)
    return {
        name: r.randint(least, most) if name in WHOLE else round(r.uniform(least, most), 1)
        for name, (least, most) in FIELDS.items()
    }


@pytest.fixture(scope="module")
def samples(ask_node):
    questions = [{"kind": "sample", **random_sample(seed)} for seed in range(200)]
    return list(zip(questions, ask_node("engine_cases.mjs", questions), strict=True))


def clean_labels(points, weights):
    X, y = arrays(points)
    score = X @ [weights["w1"], weights["w2"]] + weights["b"]
    return score, y


def test_sizes_labels_and_noise_are_what_was_asked_for(samples):
    for asked, made in samples:
        n = asked["samplePlus"] + asked["sampleMinus"]
        assert (len(made["points"]), len(made["test"])) == (n, 200), asked
        fresh = int(200 * asked["samplePlus"] / n + 0.5)  # the same share of each class
        for points, plus in ((made["points"], asked["samplePlus"]), (made["test"], fresh)):
            score, y = clean_labels(points, made["weights"])
            assert int(np.sum(score > 0)) == plus, asked
            share = asked["sampleNoise"] / 100 * len(points)
            assert int(np.sum(score * y < 0)) in {int(share), int(share + 0.5)}, asked  # reversed labels


def test_every_point_is_beyond_the_margin(samples):
    for asked, made in samples:
        w = made["weights"]
        assert np.hypot(w["w1"], w["w2"]) == pytest.approx(1, abs=1e-12)
        assert np.degrees(np.arctan2(w["w2"], w["w1"])) % 360 == pytest.approx(asked["sampleAngle"], abs=1e-9)
        assert w["b"] == -asked["sampleOffset"]
        for points in (made["points"], made["test"]):
            assert np.abs(clean_labels(points, w)[0]).min() >= asked["sampleMargin"], asked


def test_training_and_test_points_are_different_draws(samples):
    for _, made in samples:
        places = {(point["x"], point["y"]) for point in made["points"]}
        same = sum((point["x"], point["y"]) in places for point in made["test"])
        assert same <= 0.2 * len(made["test"])  # hundredths of small clouds may meet


def test_a_seed_gives_the_same_points_on_every_machine(ask_node):
    """Links have the description of the test points only."""
    question = {"kind": "sample", **random_sample(7)}
    first, again = ask_node("engine_cases.mjs", [question, question])
    assert first == again
    digest = hashlib.sha256(json.dumps([first["points"], first["test"]]).encode()).hexdigest()
    assert digest[:16] == "c517de657591605e"
    other = ask_node("engine_cases.mjs", [{**question, "sampleSeed": question["sampleSeed"] + 1}])[0]
    assert other["points"] != first["points"]


def test_a_link_may_have_any_numbers(ask_node):
    wild = [
        {"kind": "sample", "sampleSeed": seed, "samplePlus": value, "sampleAngle": value, "sampleNoise": value}
        for seed, value in ((-1, 1e9), (1.5, -3), (1e308, 0.4))
    ]
    for made in ask_node("engine_cases.mjs", wild):
        assert 1 <= len(made["points"]) <= 500
        for name, (least, most) in FIELDS.items():
            assert least <= made["sample"][name] <= most
