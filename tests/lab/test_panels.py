"""The panels "theorem" and "variants": their numbers are those of the package, and their words are true."""

import itertools
import math
import random

import numpy as np
import pytest

import rosenblatt
from rosenblatt.conventions import AT_ZERO, ORDERS

from .as_package import arrays, learner_options

pytestmark = pytest.mark.compiled  # nothing here is covered by loops in plain Python, which are slow

CLOSE = 1e-9
NOTE_004 = [(-1.0, 3.0, -1), (-1.0, -1.0, -1), (3.0, -1.0, 1), (0.0, 1.5, 1)]
XOR = [(0.0, 0.0, -1), (1.0, 1.0, -1), (0.0, 1.0, 1), (1.0, 0.0, 1)]
PLAIN = {
    "order": "given",
    "atZero": "mistake",
    "bias": True,
    "eta": 1.0,
    "start": [0.0, 0.0, 0.0],
    "seed": 0,
    "epochs": 100,
}


def asked(kind, rows, **others):
    points = [{"x": x, "y": y, "label": label} for x, y, label in rows]
    rest = {name: others.pop(name) for name in ("times", "most") if name in others}
    return {"kind": kind, "points": points, "options": {**PLAIN, **others}, **rest}


START = [1.0, 0.0, -2.0]
TIMES = {"times": [0, 0.5, 1]}
CASES = {
    "004": asked("proof", NOTE_004),
    "004 at once": asked("proof", NOTE_004, order="all-mistakes"),
    "004 from elsewhere": asked("proof", NOTE_004, start=START),
    "004 at once from elsewhere": asked("proof", NOTE_004, start=START, order="all-mistakes"),
    "004 in words": asked("words", NOTE_004, **TIMES),
    "004 stopped": asked("words", NOTE_004, epochs=2, **TIMES),
    "xor": asked("words", XOR, **TIMES),
    "triangle": asked("words", [(0.0, 0.0, 1), (4.0, 0.0, 1), (2.0, 3.0, 1), (2.0, 1.0, -1)], **TIMES),
    "twins": asked("words", [(1.0, 1.0, 1), (1.0, 1.0, -1), (2.0, 0.0, 1)], **TIMES),
    "on a ray": asked("words", [(2.0, 1.0, 1), (1.0, 0.5, -1)], bias=False, **TIMES),
    "at the origin": asked("words", [(0.0, 0.0, 1), (1.0, 0.0, -1)], bias=False, **TIMES),
    "one class": asked("words", [(1.0, 2.0, 1), (2.0, 1.0, 1)], **TIMES),
    "no points": asked("words", [], **TIMES),
    "zero is right": asked(
        "words", [(0.0, 0.0, 1), (1.0, 0.0, 1), (-1.0, 0.5, -1)], bias=False, atZero="positive", **TIMES
    ),
    "bars": asked("bars", XOR, epochs=10, most=4),
    "runs": asked("runs", NOTE_004, order="shuffled"),
}


@pytest.fixture(scope="module")
def found_for(ask_node):
    """The answers to CASES, all of one process: to start Node takes longer than to answer."""
    return dict(zip(CASES, ask_node("panels_cases.mjs", list(CASES.values())), strict=True))


def random_rows(r):
    a, b, c = r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)
    places = [(r.gauss(0, 2), r.gauss(0, 2)) for _ in range(r.randint(2, 9))]
    return [(x, y, 1 if a * x + b * y + c > 0 else -1) for x, y in places]


def random_asked(kind, seed, **others):
    r = random.Random(seed)
    rows = random_rows(r)
    if kind == "folds" and r.random() < 0.5:
        rows = [(x, y, r.choice([-1, 1])) for x, y, _ in rows]
    options = {
        "order": r.choice([order for order in ORDERS if kind == "folds" or order != "all-mistakes"]),
        "atZero": r.choice(list(AT_ZERO)),
        "bias": r.random() < 0.7,
        "eta": r.choice([1.0, 0.5, 0.1, 3.0]),
        "seed": r.randrange(2**32),
        "epochs": r.randint(1, 30),
    }
    if kind == "folds" and r.random() < 0.3:
        options["start"] = [1.0, -2.0, 0.5]
    return asked(kind, rows, **options, **others)


def trace_of(question):
    options = question["options"]
    X, y = arrays(question["points"])
    trace = rosenblatt.trace(X, y, **learner_options(options))
    return trace, rosenblatt.certify(X, y, fit_intercept=options["bias"])


# --- The proof. ---


@pytest.fixture(scope="module")
def proofs(ask_node):
    """Questions that a line separates, or not, with their answers, traces and certificates."""
    questions = [random_asked("proof", seed) for seed in range(60)]
    questions = [q for q in questions if len({p["label"] for p in q["points"]}) == 2]
    answers = ask_node("panels_cases.mjs", questions)
    assert len(answers) == len(questions) > 40
    return [(q, a, *trace_of(q)) for q, a in zip(questions, answers, strict=True)]


def quantities(trace, certificate, t, bias, eta):
    """kγ, W*·W, ‖W‖ and √k·R by the package: W* is the certificate's plane, of length 1 in the theorem's space."""
    weights = trace.replay(t)
    W = np.append(weights.w[0], weights.b[0] if bias else 0.0)
    k = int(trace.wrong[:t].sum())
    radius = certificate.augmented_radius if bias else certificate.radius
    length, upper = float(np.linalg.norm(W)), eta * math.sqrt(k) * radius
    if not certificate.separable:
        return k, None, None, length, upper
    best = np.append(certificate.augmented_weights, certificate.augmented_bias if bias else 0.0)
    gamma = certificate.augmented_margin.lower
    return k, eta * k * gamma, float(W @ best) / float(np.linalg.norm(best)), length, upper


def test_the_four_quantities_are_those_of_the_package_at_every_visit(proofs):
    seen = 0
    for question, found, trace, certificate in proofs:
        options = question["options"]
        assert len(found["at"]) == len(trace) + 1
        for t in range(len(trace) + 1):
            expected = quantities(trace, certificate, t, options["bias"], options["eta"])
            at = found["at"][t]
            assert at["k"] == expected[0]
            for name, number in zip(("lower", "along", "length", "upper"), expected[1:], strict=True):
                if number is None:
                    assert at[name] is None
                else:
                    assert at[name] == pytest.approx(number, rel=CLOSE, abs=CLOSE)
                    seen += 1
    assert seen > 1000


def test_each_quantity_is_at_most_the_next(proofs):
    separable = [found for _, found, _, certificate in proofs if certificate.separable]
    assert len(separable) > 30
    for found in separable:
        for at in found["at"]:
            chain = [at["lower"], at["along"], at["length"], at["upper"]]
            assert all(low <= high * (1 + CLOSE) + CLOSE for low, high in itertools.pairwise(chain))


def test_the_outer_lines_meet_at_the_bound(proofs):
    for _, found, _, certificate in proofs:
        if certificate.separable:
            assert found["bound"] == certificate.mistake_bound == found["limit"]["count"]
            assert math.floor(found["crossing"] * (1 + CLOSE)) == certificate.mistake_bound
        else:
            assert found["crossing"] is None
            assert found["limit"] is None


def test_note_004_has_its_numbers(found_for):
    found = found_for["004"]
    assert found["crossing"] == pytest.approx(55)
    assert found["longest"] == {"rows": [0, 2], "plain": pytest.approx(10**0.5), "radius": pytest.approx(11**0.5)}
    assert found["at"][-1]["k"] == 9
    assert found["voids"] == []
    assert found["plotted"] == [True, pytest.approx(1.08 * 55), pytest.approx(1.15 * 9)]


def test_answers_all_at_once_have_the_bound_times_n(found_for):
    found = found_for["004 at once"]
    assert found["crossing"] == pytest.approx(4 * 55)
    assert found["limit"]["text"] == "220"
    assert len(found["voids"]) == 1
    assert "at once" in found["voids"][0]
    counts = [at["k"] for at in found["at"]]
    assert counts == sorted(counts)
    assert set(counts) == {0, 4, 5}
    for at in found["at"]:
        assert at["lower"] <= at["along"] + CLOSE
        assert at["length"] <= at["upper"] + CLOSE


def test_a_start_that_is_not_zero_voids_the_theorem(found_for):
    found = found_for["004 from elsewhere"]
    assert found["voids"] == ["The run starts at (1, 0, −2), but the proof needs a start at zero."]
    assert found["limit"] is None
    both = found_for["004 at once from elsewhere"]
    assert len(both["voids"]) == 2
    assert both["limit"] is None


# --- Words. ---


def test_the_sentence_says_how_many_mistakes_there_are_and_can_be(found_for):
    said = found_for["004 in words"]
    assert said["sentences"] == [
        "No mistakes so far; at most 55 are possible.",
        "6 mistakes so far; at most 55 are possible.",
        "The run converged after 9 mistakes; at most 55 were possible.",
    ]
    assert found_for["004 stopped"]["sentences"][-1] == (
        "4 mistakes when the run was stopped; at most 55 are possible."
    )


def test_the_verdict_names_the_support_points(found_for):
    first, second = found_for["004 in words"]["verdict"]
    assert first.startswith("Separable: a line has the plus points on one side")
    assert "0.5 away from points 0, 1 and 3" in second


def test_a_set_that_no_line_separates_has_its_witness_in_words(found_for):
    said = found_for["xor"]
    assert "no line separates these points, so there is no γ and no bound" in said["sentences"][1]
    assert said["verdict"][0].startswith("Not separable: no line")
    assert said["verdict"][1] == (
        "Proof: the convex hulls of points 2 and 3 (plus) and of points 0 and 1 (minus) meet at (0.5, 0.5)."
    )
    assert said["verdict"][2] == "0.5·(0, 1) + 0.5·(1, 0) = 0.5·(0, 0) + 0.5·(1, 1) = (0.5, 0.5)."


def test_a_point_inside_a_triangle_is_its_own_mix(found_for):
    said = found_for["triangle"]["verdict"]
    assert "points 0, 1 and 2 (plus) and of point 3 (minus) meet at (2, 1)" in said[1]
    assert said[2] == "0.3333·(0, 0) + 0.3333·(4, 0) + 0.3333·(2, 3) = (2, 1)."


def test_twins_under_both_labels_are_named(found_for):
    said = found_for["twins"]["verdict"]
    assert said[1:] == ["Point 0 is plus and point 1 is minus, and both are at (1, 1)."]


def test_without_a_bias_the_witness_is_about_the_origin(found_for):
    said = found_for["on a ray"]["verdict"]
    assert said[0].startswith("Not separable: no line through the origin")
    assert said[2] == "0.3333·(2, 1) + 0.6667·(−1)·(1, 0.5) = (0, 0)."
    assert "at the origin" in found_for["at the origin"]["verdict"][1]


def test_one_class_and_no_points_are_decided_too(found_for):
    one = found_for["one class"]
    assert one["verdict"][0] == "Separable: there is only one class."
    assert one["sentences"][-1].startswith("The run converged after 1 mistake; at most ")
    assert found_for["no points"]["verdict"] == ["There are no points: every line separates them."]


def test_a_run_may_end_on_a_set_that_is_not_separable_where_zero_counts_as_right(found_for):
    said = found_for["zero is right"]
    assert said["verdict"][0].startswith("Not separable")
    assert "a score of zero counts as +1 here" in said["sentences"][-1]


# --- Variants. ---


def test_folds_that_move_with_time_are_those_of_the_engine(ask_node):
    """Forth and back: the pocket bit for bit, the majority of the votes at every point and in every cell of a grid."""
    r = random.Random(5)
    questions = [random_asked("folds", seed, times=[r.random() for _ in range(6)] + [1, 0, 0.5]) for seed in range(60)]
    others = cells = 0
    for question, found in zip(questions, ask_node("panels_cases.mjs", questions), strict=True):
        for at in found:
            assert (at["samePocket"], at["sameSigns"]) == (True, True), question
            assert at["errors"] == at["wrong"]
            others, cells = others + at["otherCells"][0], cells + at["otherCells"][1]
    assert cells > 100_000
    assert others == 0


def test_bars_of_many_epochs_are_means(found_for):
    found = found_for["bars"]
    per = found["perEpoch"]
    assert [made for *_, made in found["bars"]] == [sum(per[e : e + 3]) / len(per[e : e + 3]) for e in (0, 3, 6, 9)]
    assert found["bars"][0][0] == 0
    assert found["bars"][-1][1] == found["visits"] == 40


def test_online_is_the_first_epoch_as_given_and_all_at_once_counts_by_the_old_weights(found_for):
    runs = found_for["runs"]
    assert runs["online"] == runs["given"][:5]
    assert runs["together"][:5] == [0, 1, 2, 3, 4]  # all scores are zero in the first epoch
    trace = trace_of(CASES["runs"])[0]
    assert runs["shuffled"] == [0, *np.cumsum(trace.wrong).tolist()]
