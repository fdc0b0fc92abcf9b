"""The cards of the lab: each is a state, and what it says is true, by the lab's engine and by Python's."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from rosenblatt import (
    Hyperplane,
    Perceptron,
    certify,
    perceptron_loss,
    sample,
    trace,
)
from rosenblatt.lab import card_data
from rosenblatt.lab.page import examples
from rosenblatt.loops.rng import VISITS, shuffle

from .as_package import arrays as points_as_arrays, learner_options, start_of

LECTURES = {
    "CMU 10-301/601 Lecture 6": (
        "Geometry Warm-up",
        "Example (no Intercept)",
        "Updating the Intercept",
        "Poll Question 1",
    ),
    "Manchester, Foundations of Machine Learning, Week 2": ("Numerical Example", "Loss function"),
    "Maryland CMSC 422 Lecture 6": ("Practical considerations", "Aside: biological inspiration"),
    "Cornwell, Classification, Halfspaces, the Perceptron algorithm": (
        "Example",
        "Linearly separable",
        "Example of Classification",
    ),
}

# The runs, as the cards tell them: mistakes, epochs, how they end.
RUNS = {
    "note-000": (3, 2, "converged"),
    "folded-one": (3, 2, "converged"),
    "warm-up": (0, 1, "converged"),
    "shift-b": (0, 1, "converged"),
    "tiny-margin": (80, 36, "converged"),
    "far-point": (12, 5, "converged"),
    "plain-bound": (17, 12, "converged"),
    "plain-bound-far": (127, 75, "converged"),
    "sorted": (13, 8, "converged"),
    "xor": (399, 100, "max_iter"),
    "outlier": (234, 100, "max_iter"),
    "averaging": (150, 20, "max_iter"),
    "note-004": (9, 10, "converged"),
    "note-004-line": (0, 1, "converged"),
}

BOUNDS = {"tiny-margin": 1882, "far-point": 581, "plain-bound": 170, "plain-bound-far": 7141, "note-004": 55}
NOT_SEPARABLE = {"averaging", "xor", "outlier", "recency", "iris-virginica", "poll"}


def arrays(card):
    return points_as_arrays(card["state"]["points"])


def fitted(card):
    options = card["state"]["options"]
    return Perceptron(**learner_options(options)).fit(*arrays(card), **start_of(options))


# --- All cards. ---


def test_every_card_is_a_state_that_its_link_brings_back(told):
    for card in told["cards"]:
        assert "problem" not in card, card
        assert card["linked"], card["id"]
        assert card["named"], card["id"]
        assert card["state"]["t"] <= card["run"]["visits"]
        assert (card["state"]["tab"], card["state"]["card"]) == ("cards", card["id"])


def test_python_knows_the_names_of_the_cards(cards):
    assert examples() == list(cards)
    assert len(cards) == 26
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in cards)


def test_every_card_says_what_to_see_what_to_try_and_where_it_comes_from(cards):
    for card in cards.values():
        sentences = re.findall(r"[^.:?]+[.?](?:\s|$)", card["text"])
        assert 1 <= len(sentences) <= 5, card["id"]
        assert len(card["text"]) < 420, card["id"]
        assert card["tryThis"].endswith(".") or card["tryThis"].endswith("?"), card["id"]
        assert card["from"].startswith(tuple(LECTURES)), card["id"]


def test_the_lab_calls_no_lecture_by_a_number():
    """Sources and comments too; sample:note-000 is the name of a set."""
    number = re.compile(r"(?i)\bnotes? 00\d|\(00\d\b")
    for path in sorted(card_data.FILE.parent.parent.rglob("*")):
        if path.suffix in (".js", ".html", ".css") and path != card_data.FILE:
            assert not number.search(path.read_text("utf-8")), path.name


def test_every_worked_example_of_the_notes_has_a_card(cards):
    sources = [card["from"] for card in cards.values()]
    for lecture, slides in LECTURES.items():
        for slide in slides:
            assert f"{lecture}: {slide}" in sources


def test_every_run_is_that_of_python(cards):
    for name, card in cards.items():
        if name == "note-002":
            continue  # one row of one class, from which `fit` learns nothing: see below
        model, run = fitted(card), card["run"]
        assert run["mistakesPerEpoch"] == model.report_.mistakes_per_epoch, name
        assert run["reason"] == model.report_.reason, name
        weights = [run["weights"][key] for key in ("w1", "w2", "b")]
        assert weights == [*model.coef_[0], model.intercept_[0]], name


def test_whether_a_line_separates_them_is_as_python_proves(cards):
    for name, card in cards.items():
        assert card["separable"] == (name not in NOT_SEPARABLE), name
        if name != "note-002":
            proof = certify(*arrays(card), fit_intercept=card["state"]["options"]["bias"])
            assert proof.separable == card["separable"], name


# --- What single cards say. ---


@pytest.mark.parametrize("name", RUNS)
def test_the_run_is_as_long_as_the_card_says(cards, name):
    run = cards[name]["run"]
    assert (run["mistakes"], run["epochs"], run["reason"]) == RUNS[name]


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bound_is_what_the_card_says(cards, name):
    card = cards[name]
    X, y = arrays(card)
    assert card["bounds"]["augmented"]["bound"] == BOUNDS[name]
    if name != "tiny-margin":  # see below: its decimals are no floats
        assert certify(X, y).mistake_bound == BOUNDS[name]
    assert f"{BOUNDS[name]:,}" in card["text"] + card["tryThis"]
    assert card["run"]["mistakes"] <= BOUNDS[name]


def test_the_bound_of_the_tiny_margin_is_that_of_its_decimals(cards):
    """R² = 2² + 2.1² + 1 = 9.41 and γ² = 0.1²/2 = 0.005, by the plane x₂ − x₁ = 0: (R/γ)² is 1882 exactly.

    2.1 is no float64. Of the floats (R/γ)² is a little less, and its whole part, which ``certify`` proves, is 1881.
    """
    X, y = arrays(cards["tiny-margin"])

    def bound_of(number):
        rows = [[number(v) for v in row] for row in X.tolist()]
        distances = [int(sign) * (second - first) for (first, second), sign in zip(rows, y, strict=True)]
        assert min(distances) == max(distances)  # no plane does better: (−0.05, 0.05, 0), of their hull, is γ from 0
        return (max(a * a + b * b for a, b in rows) + 1) / (distances[0] ** 2 / 2)

    assert bound_of(lambda v: Fraction(repr(v))) == Fraction("9.41") / Fraction("0.005") == 1882
    assert 0 < 1882 - bound_of(Fraction) < Fraction(1, 10**11)
    assert certify(X, y).mistake_bound == 1881
    assert cards["tiny-margin"]["bounds"]["augmented"]["bound"] == 1882
    assert cards["tiny-margin"]["bounds"]["plain"]["bound"] == pytest.approx(1682, abs=1e-9)


@pytest.mark.parametrize(("name", "plain", "mistakes"), [("plain-bound", 16, 17), ("plain-bound-far", 49, 127)])
def test_read_in_the_plain_space_the_bound_is_false(cards, name, plain, mistakes):
    card = cards[name]
    assert card["bounds"]["plain"]["bound"] == pytest.approx(plain, abs=1e-9)
    assert card["run"]["mistakes"] == mistakes > plain
    (low, _), (high, _) = arrays(card)[0].tolist()
    assert Fraction(high) ** 2 / (Fraction(high - low) / 2) ** 2 == plain
    assert str(plain) in card["text"]
    assert str(mistakes) in card["text"]


def test_what_is_to_be_tried_comes_out_as_it_is_said(told):
    tried = told["tried"]
    assert tried["warmUp"] == {"w1": 4, "w2": 8, "b": -18}
    assert tried["tinyApart"] == [6, 24]
    assert tried["farGone"][:2] == [2, 7]
    mistakes, bounds = tried["plainMoved"]
    assert mistakes <= bounds["plain"]["bound"] <= bounds["augmented"]["bound"]
    assert tried["nearer"] <= 3
    assert tried["outlierGone"] == 1
    assert tried["note4Given"] == 9
    assert tried["sorted"] == [8, 3]
    assert {**tried["foldedWithout"], "b": None} == {"w1": 3, "w2": 1, "b": None}
    assert tried["stripWithoutBias"] is False


def test_the_far_point_does_not_change_the_margin(told, cards):
    assert told["tried"]["farGone"][2] == cards["far-point"]["bounds"]["plain"]["margin"]


def test_note_000_goes_as_on_its_slides(cards):
    run = cards["note-000"]["run"]
    assert arrays(cards["note-000"])[0].tolist() == sample("note-000").X.tolist()
    assert run["mistakeVisits"] == cards["folded-one"]["run"]["mistakeVisits"] == [1, 3, 5]
    assert [(run["w1"][t], run["w2"][t]) for t in (1, 3, 5)] == [(1, -2), (2, -1), (3, 1)]
    assert cards["folded-one"]["run"]["weights"] == {"b": -1, "w1": 3, "w2": 1}


def test_note_004_goes_as_on_its_slides(cards):
    run = cards["note-004"]["run"]
    assert arrays(cards["note-004"])[0].tolist() == sample("note-004").X.tolist()
    assert [(run["w1"][t], run["w2"][t], run["b"][t]) for t in (1, 2, 9)] == [(1, -3, -1), (2, -2, -2), (4, -0.5, 1)]


def test_the_grids_are_those_of_the_samples(cards):
    for card, name in (("warm-up", "note-000-half-space"), ("note-004-line", "note-004-line")):
        X, y, _ = sample(name)
        assert arrays(cards[card])[0].tolist() == X.tolist()
        assert arrays(cards[card])[1].tolist() == y.tolist()
    assert Hyperplane([1, 1], 1).offset == pytest.approx(0.7071, abs=1e-4)


def test_note_002_is_updated_once_and_then_right(cards):
    run = cards["note-002"]["run"]
    rows, labels = [[-1, 1], [9, 0]], [-1, 1]  # a second row that is always right: `trace` wants both classes
    steps = list(trace(rows, labels, order="given", coef_init=[0.5, 0.3], intercept_init=[1], at_zero="negative"))
    assert run["wrong"] == [1, 0]
    assert run["score"] == [steps[0].score, steps[2].score] == [0.8, -2.2]
    assert [run[name][1] for name in ("w1", "w2", "b")] == [*steps[0].weights, steps[0].bias] == [1.5, -0.7, 0]


def test_the_loss_starts_at_zero_and_goes_up_and_down(cards):
    card = cards["loss"]
    X, y = arrays(card)
    run = card["run"]
    expected = [perceptron_loss(X, y, w[:2], w[2]) for w in zip(run["w1"], run["w2"], run["b"], strict=True)]
    losses = [loss for _, loss in card["losses"]]
    assert losses == expected
    assert losses[0] == losses[-1] == 0 < max(losses)
    changes = np.sign(np.diff(losses))
    assert {1, -1} <= set(changes[1:].tolist())


def test_an_update_need_not_fix_its_point(cards):
    card = cards["not-fixed"]
    step, run = card["step"], card["run"]
    assert (step["score"], step["x"], step["y"], step["label"]) == (-5, 0, 1.5, 1)
    assert (run["row"][2], run["row"][3], run["score"][3]) == (3, 3, -1.75)
    after = run["w2"][4] * 1.5 + run["b"][4]
    assert after > 0


def test_an_update_turns_w_towards_a_plus(told):
    assert [round(angle) for angle in told["views"]["angles"]] == [108, 72]


def test_the_last_mistakes_have_the_last_word(told, cards):
    early, late = cards["recency"]["halves"]
    assert (early, late) == ({"wrong": 6, "rows": 8}, {"wrong": 0, "rows": 8})
    assert [half["wrong"] for half in told["tried"]["recencyTurned"]] == [6, 0]
    X, y = arrays(cards["recency"])
    model = fitted(cards["recency"])
    assert (model.predict(X) != y).tolist()[8:] == [False] * 8
    assert int((model.predict(X) != y)[:8].sum()) == 6


def test_one_update_for_the_whole_set_waits_for_its_end(cards):
    run = cards["all-at-once"]["run"]
    assert run["w1"][:7] == [0, 0, 0, 0, 0, 0, 6]


def test_a_distance_is_the_same_from_every_point_of_the_line(told):
    plane = Hyperplane([3, 4], -5)
    first, second, third, origin = told["views"]["distances"]
    for distance in (first, second, third):
        assert distance["signed"] == plane.distance([4, 7]) == 7
        assert plane.score([distance["onLine"]["x"], distance["onLine"]["y"]]) == pytest.approx(0, abs=1e-9)
        projected = 0.6 * distance["way"]["x"] + 0.8 * distance["way"]["y"]
        assert projected == pytest.approx(7)
    assert origin["signed"] == -1
    assert [origin["foot"]["x"], origin["foot"]["y"]] == pytest.approx(plane.project([0, 0]).tolist())
    assert told["views"]["noDistance"] is None


def test_the_strip_has_the_projections_and_the_threshold(told):
    strip = told["views"]["strip"]
    assert strip["places"] == pytest.approx([8 / math.sqrt(5), 0])
    assert strip["threshold"] == pytest.approx(4 / math.sqrt(5))
    assert told["views"]["noStrip"] is None
    assert told["views"]["noNeuron"] is None


# --- The poll. ---


def poll_rows(seed, count):
    """The rows as poll.js describes them, from Python's orders."""

    def order(n, epoch):
        items = np.arange(n)
        shuffle(items, seed, epoch, VISITS)
        return items

    X = np.array([2 * order(30, row + 1) - 29 for row in range(count)], dtype=float)
    y = np.where(X[:, :3].sum(axis=1) > 0, 1, -1)
    y[order(count, 0)[: count // 5]] *= -1
    return X, y


def test_the_poll_is_counted_as_python_counts(told):
    for poll in told["polls"]:
        X, y = poll_rows(poll["seed"], poll["rows"])
        fresh, labels = poll_rows(poll["seed"] + 1, 100)
        assert poll["first"] == {"x": X[0].tolist(), "y": y[0]}
        model = Perceptron(at_zero="positive")
        for entry in poll["curve"][1:]:
            model.partial_fit(X, y, classes=[-1, 1])
            errors = int((model.predict(X) != y).sum()), int((model.predict(fresh) != labels).sum())
            assert (entry["training"], entry["fresh"]) == errors


def test_the_poll_overfits_as_the_card_says(told, cards):
    curve = told["polls"][0]["curve"]
    assert [entry["training"] for entry in curve][5:] == [1, 0, 0]
    assert (curve[1]["fresh"], curve[-1]["fresh"]) == (34, 43)
    for number in ("6 epochs", "34 are wrong", "43 at the end"):
        assert number in cards["poll"]["text"]
    fresh, labels = poll_rows(10, 100)
    assert int((np.sign(fresh[:, :3].sum(axis=1)) != labels).sum()) == 20  # where even the true rule is wrong
