"""Every worked example of the five lectures: exactly, by the oracle in Fractions and by the library.

Notes 000 and 001 are CMU 10-301/601 Lecture 6, 002 Manchester Week 2, 003 Maryland CMSC 422 Lecture 6, 004 Cornwell.
"""

from fractions import Fraction as F
from math import hypot, sqrt

import numpy as np
import pytest
import reference
import scipy.sparse as sp
from hypothesis import given, strategies as st

import rosenblatt
from rosenblatt import AveragedPerceptron, Hyperplane, Perceptron, VotedPerceptron, certify, fold, sample, trace

CMU, CORNWELL = sample("note-000"), sample("note-004")
NOTE_000 = [  # x, score, prediction, mistake, w: the table of the slides; a score of 0 is +1
    ((-1, 2), 0, 1, True, (1, -2)),
    ((1, 0), 1, 1, False, (1, -2)),
    ((1, 1), -1, -1, True, (2, -1)),
    ((-1, 0), -2, -1, False, (2, -1)),
    ((-1, -2), 0, 1, True, (3, 1)),
    ((1, -1), 2, 1, False, (3, 1)),
]
NOTE_004 = [  # row, its score before the update, W = (w, b) after it: W⁽²⁾ to W⁽¹⁰⁾
    *((0, 0, (1, -3, -1)), (1, 1, (2, -2, -2)), (3, -5, (2, F(-1, 2), -1)), (3, F(-7, 4), (2, 1, 0))),
    *((0, 1, (3, -2, -1)), (3, -4, (3, F(-1, 2), 0)), (3, F(-3, 4), (3, 1, 1)), (0, 1, (4, -2, 0))),
    (3, -3, (4, F(-1, 2), 1)),
]


def exact(table):
    return [[F(v) for v in row] for row in table.X.tolist()], table.y.tolist()


def given_order(kind=Perceptron, **options):
    return kind(order="given", **options).fit(CORNWELL.X, CORNWELL.y)


def test_online_example_of_note_000():
    run = trace(CMU.X, CMU.y, order="given", at_zero="positive", fit_intercept=False, max_iter=1)
    steps = [(tuple(s.x), s.score, s.prediction, s.mistake, tuple(s.weights)) for s in run]
    assert steps == NOTE_000
    history = reference.perceptron(*exact(CMU), range(6), at_zero="positive", bias_rate=0)
    assert [(visit.wrong, tuple(visit[2])) for visit in history] == [(row[3], row[4]) for row in NOTE_000]
    printed = [line.split() for line in str(run).splitlines()[2:8]]
    for number, (cells, (x, score, guess, mistake, w)) in enumerate(zip(printed, NOTE_000, strict=True), 1):
        shown = f"{guess:+d}", f"{CMU.y[number - 1]:+d}", "yes" if mistake else "no"
        assert cells == [*map(str, (number, 1, number - 1, *x, score)), *shown, *map(str, w)]
    for at_zero in ("positive", "mistake"):
        model = Perceptron(order="given", max_iter=1, fit_intercept=False, at_zero=at_zero).fit(CMU.X, CMU.y)
        assert (model.coef_.tolist(), model.intercept_.tolist()) == ([[3, 1]], [0])


def test_folded_one_of_notes_000_and_004_learns_the_bias():
    for where, weights in (("first", [1, 4, -0.5]), ("last", [4, -0.5, 1])):
        for X in (CORNWELL.X, sp.csr_array(CORNWELL.X)):
            model = Perceptron(order="given", fit_intercept=False).fit(fold(X, where), CORNWELL.y)
            assert model.coef_.tolist() == [weights]


def test_update_of_note_002_and_the_score_after_it():
    x, start = [F(-1), F(1)], ([F(1, 2), F(3, 10)], F(1))
    [visit] = reference.perceptron([x], [-1], [0], start=start)
    assert (visit.wrong, visit[2], visit[3], reference.exact_dot(visit[2], x)) == (
        True,
        [F(3, 2), F(-7, 10)],
        0,
        F(-11, 5),
    )
    run = trace([[-1, 1], [9, 0]], [-1, 1], order="given", coef_init=[0.5, 0.3], intercept_init=[1.0])
    first, again = run[0], run[2]  # the second row only brings the other class
    assert (first.score, first.prediction, first.mistake, first.loss) == (0.8, 1, True, 0.8)
    assert (first.weights.tolist(), first.bias) == ([1.5, -0.7], 0)
    assert (again.score, again.prediction, again.mistake, again.loss, again.survival) == (-2.2, -1, False, 0, 3)
    model = Perceptron(order="given", max_iter=1)
    model.fit([[-1, 1], [9, 0]], [-1, 1], coef_init=[[0.5, 0.3]], intercept_init=[1.0])
    assert (model.coef_.tolist(), model.intercept_.tolist()) == ([[1.5, -0.7]], [0])


@given(st.integers(0, 8), st.sampled_from(["mistake", "positive", "negative"]))
def test_loss_and_gradient_of_note_002_along_the_run_of_note_004(t, at_zero):
    """Σ −y·a over the wrong rows, and its gradient, by the weights after each update."""
    W, (X, y) = [F(v) for v in NOTE_004[t][2]], exact(CORNWELL)
    scores = [reference.exact_dot(W[:2], x) + W[2] for x in X]
    wrong = [i for i in range(4) if reference.is_mistake(scores[i], y[i], at_zero)]
    given_weights = [float(v) for v in W[:2]], float(W[2])
    assert rosenblatt.perceptron_loss(*CORNWELL[:2], *given_weights) == -sum(y[i] * scores[i] for i in wrong)
    by_w, by_b = rosenblatt.perceptron_gradient(*CORNWELL[:2], *given_weights, at_zero=at_zero)
    assert by_w.tolist() == [-sum(y[i] * X[i][j] for i in wrong) for j in (0, 1)]
    assert by_b == -sum(y[i] for i in wrong)


@pytest.mark.parametrize(("at_zero", "plus", "minus"), [("mistake", 1, 1), ("positive", 0, 1), ("negative", 1, 0)])
def test_score_of_zero_under_the_rules_of_notes_003_000_and_002(at_zero, plus, minus):
    """One row x = 1 at w = 0: the row that tells the three rules apart."""
    for label, mistakes in ((1, plus), (-1, minus)):
        assert reference.perceptron([[F(1)]], [label], [0], at_zero=at_zero)[0].wrong == bool(mistakes)
        model = Perceptron(at_zero=at_zero).partial_fit([[1.0]], [label], classes=[-1, 1])
        assert (model.report_.n_mistakes, model.coef_.tolist()) == (mistakes, [[label * mistakes]])


def test_while_loop_of_note_004():
    updates = reference.first_mistake(*exact(CORNWELL))
    assert [(row, (*w, b)) for row, w, b in updates] == [(row, W) for row, _, W in NOTE_004]
    run = trace(CORNWELL.X, CORNWELL.y, order="first-mistake")
    assert [(s.index, s.score, (*s.weights, s.bias)) for s in run] == NOTE_004
    for order in ("first-mistake", "given"):
        model = Perceptron(order=order).fit(CORNWELL.X, CORNWELL.y)
        assert (model.coef_.tolist(), model.intercept_.tolist()) == ([[4, -0.5]], [1])
        assert (model.report_.n_mistakes, model.report_.reason) == (9, "converged")


def test_bound_of_note_004():
    """R² = 11 and B² = 5, so at most (RB)² = 55 updates; the run makes 9."""
    found = certify(CORNWELL.X, CORNWELL.y)
    assert (found.separable, found.mistake_bound) == (True, 55)
    assert found.augmented_margin.lower == pytest.approx(1 / sqrt(5), rel=1e-9)
    assert given_order().report_.radius == pytest.approx(sqrt(11), rel=1e-15)
    assert found.augmented_radius == pytest.approx(sqrt(11), rel=1e-15)


def test_bound_without_the_folded_one_is_false_with_a_bias():
    """Two points on a line: (R/γ)² of the rows alone is 16 and 49, and the runs make 17 and 127 mistakes."""
    for low, high, plain, mistakes in ((2.0, 4.0, 16, 17), (10.0, 14.0, 49, 127)):
        report = Perceptron(order="given").fit([[low], [high]], [-1, 1]).report_
        assert (high / ((high - low) / 2)) ** 2 == plain < report.n_mistakes == mistakes
        assert mistakes <= certify([[low], [high]], [-1, 1]).mistake_bound


@pytest.mark.parametrize(
    ("epochs", "stop", "w", "b"),
    [(6, True, [F(71, 25), F(-47, 50)], F(-6, 25)), (10, False, [F(135, 41), F(-63, 82)], F(10, 41))],
)
def test_algorithm_7_of_note_003_on_note_004(epochs, stop, w, b):
    (X, y), sums = exact(CORNWELL), [None, None]
    history = reference.perceptron(X, y, list(range(4)) * epochs, u=sums)
    assert reference.algorithm_7(history, sums) == (w, b) == reference.average(history, 2)
    model = given_order(AveragedPerceptron, max_iter=10, stop_when_converged=stop)
    assert (model.report_.n_epochs, model.report_.errors) == (epochs, 1)
    assert [*model.coef_[0], *model.intercept_] == pytest.approx([float(v) for v in (*w, b)], rel=1e-15)


def test_votes_of_note_003_add_up_to_algorithm_7():
    """The survival times are the votes: by them sign(Σ c·sign(a)), and Σ c·(w, b) = (T + 1)·average."""
    steps, (X, y) = list(trace(CORNWELL.X, CORNWELL.y, order="given", algorithm="voted")), exact(CORNWELL)
    last = [s for s, after in zip(steps, [*steps[1:], None], strict=True) if after is None or after.survival == 1]
    votes = [(s.survival, *s.weights, s.bias) for s in last]
    assert sum(vote[0] for vote in votes) == len(steps) == 24
    average = given_order(AveragedPerceptron)
    sums = [sum(vote[0] * vote[j] for vote in votes) / 25 for j in (1, 2, 3)]
    assert sums == pytest.approx([*average.coef_[0], *average.intercept_], rel=1e-14)
    history = reference.perceptron(X, y, list(range(4)) * 6)
    points = [[1.0, 2.0], [0.0, 1.5], [-3.0, -4.0], [0.5, 0.5]]
    by_hand = [sum(c if w1 * p + w2 * q + b > 0 else -c for c, w1, w2, b in votes) / 24 for p, q in points]
    assert given_order(VotedPerceptron).decision_function(points).tolist() == by_hand
    assert by_hand == [reference.vote(history, [F(p), F(q)]) / 24 for p, q in points]


def test_hyperplanes_of_the_slides():
    plane = Hyperplane([1, 2], -4)  # note 000: through (4, 0) and (0, 2)
    assert plane.side([[4, 0], [0, 2], [0, 0], [3, 3]]).tolist() == [0, 0, -1, 1]
    assert (plane.line().slope, plane.line().intercept) == (-0.5, 2)
    plane = Hyperplane([1, 1], 1)  # note 004: b = 1, and the origin is 1/√2 away
    assert plane.offset == plane.distance([0, 0]) == pytest.approx(sqrt(0.5), rel=1e-15)
    plane = Hyperplane.of(given_order())  # 4x₁ − 0.5x₂ + 1 = 0, which note 002 solves for x₂ = 8x₁ + 2
    assert plane.score(CORNWELL.X).tolist() == [-4.5, -2.5, 13.5, 0.25]
    assert (plane.line().slope, plane.line().intercept, plane.closest(*CORNWELL[:2])) == (8, 2, 3)
    assert plane.margin(*CORNWELL[:2]) == pytest.approx(0.25 / hypot(4, 0.5), rel=1e-15)


quarters = st.integers(-20, 20).map(lambda n: n / 4)
planes = st.tuples(st.lists(quarters, min_size=2, max_size=2).filter(any), quarters)
points = st.lists(st.tuples(quarters, quarters, st.sampled_from([-1, 1])), min_size=1, max_size=5)


@given(planes, points)
def test_distance_is_the_length_of_the_projection(drawn, rows):
    """|w·x + b|/‖w‖, on the side of w; the foot is on the plane, and the line from it is parallel to w."""
    (w, b), X, y = drawn, [row[:2] for row in rows], [row[2] for row in rows]
    plane, length = Hyperplane(w, b), hypot(*w)
    scores = [w[0] * p + w[1] * q + b for p, q in X]
    assert plane.score(X).tolist() == scores == plane.score(sp.csr_array(X)).tolist()
    assert plane.side(X).tolist() == np.sign(scores).tolist()
    assert plane.distance(X) == pytest.approx([a / length for a in scores], rel=1e-14)
    assert plane.project(X) + np.outer(plane.distance(X), plane.normal) == pytest.approx(np.array(X), abs=1e-13)
    assert plane.score(plane.project(X)) == pytest.approx(np.zeros(len(X)), abs=1e-12)
    margins = [label * a for a, label in zip(scores, y, strict=True)]
    assert plane.closest(X, y) == margins.index(min(margins))
    if len(set(y)) == 2 or y[0] == 1:
        assert plane.margin(X, y) == pytest.approx(min(margins) / length, rel=1e-14)
    ends = plane.line().across(-3, 4, -5, 2)
    inside = [w[0] * p + w[1] * q + b for p in (-3, 4) for q in (-5, 2)]
    assert (ends is None) == (min(inside) > 0 or max(inside) < 0)
    if ends is not None:
        assert plane.score(ends) == pytest.approx([0, 0], abs=1e-12)
        assert ((ends >= [-3, -5]) & (ends <= [4, 2])).all()
        assert all(p in (-3, 4) or q in (-5, 2) for p, q in ends.tolist())
