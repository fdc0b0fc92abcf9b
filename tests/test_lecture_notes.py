"""Every worked example of the lectures, exactly: the oracle in Fractions, and the package equal to it.

Note 000 is CMU 10-301/601 Lecture 6, 002 Manchester Week 2, 003 Maryland CMSC 422 Lecture 6, 004 Cornwell.
"""

from fractions import Fraction as F

import numpy as np
import pytest
import reference

from rosenblatt import AveragedPerceptron, Perceptron, VotedPerceptron, sample
from rosenblatt.learners import Averaged, Perceptron as PerceptronLearner

NOTE_004 = [[F(-1), F(3)], [F(-1), F(-1)], [F(3), F(-1)], [F(0), F(3, 2)]], [-1, -1, 1, 1]


def test_note_000_six_points_without_intercept():
    """Mistakes at 1, 3 and 5; w = (1,−2), (2,−1), (3,1)."""
    table = sample("note-000")
    X = [[F(v) for v in row] for row in table.X.tolist()]
    history = reference.perceptron(X, table.y.tolist(), range(6), at_zero="positive", bias_rate=0)
    assert [t for t, (_, wrong, _, _) in enumerate(history, 1) if wrong] == [1, 3, 5]
    assert [w for _, wrong, w, _ in history if wrong] == [[1, -2], [2, -1], [3, 1]]
    for at_zero in ("positive", "mistake"):
        learner = PerceptronLearner(order="given", at_zero=at_zero, fit_intercept=False, max_iter=1)
        weights = []
        for row, label in zip(table.X, table.y, strict=True):
            before = learner.report.n_mistakes if learner.report else 0
            learner.partial_fit([row], [label], classes=[-1, 1])
            if learner.report.n_mistakes > before:
                weights.append(learner.model.weights.w[0].tolist())
        assert weights == [[1, -2], [2, -1], [3, 1]]
        assert learner.model.weights.b.tolist() == [0]


def test_note_002_update_and_score_after_it():
    """From w = (0.5, 0.3), w₀ = 1 on x = (−1, 1), y = −1 to (1.5, −0.7), 0; the score is then −2.2."""
    x = [F(-1), F(1)]
    [(_, wrong, w, b)] = reference.perceptron([x], [-1], [0], start=([F(1, 2), F(3, 10)], F(1)))
    assert (wrong, w, b, reference.exact_dot(w, x) + b) == (True, [F(3, 2), F(-7, 10)], 0, F(-11, 5))
    # The second row only brings the other class: it is right before and after.
    model = Perceptron(order="given", max_iter=1, stop_when_converged=False)
    model.fit([[-1, 1], [9, 0]], [-1, 1], coef_init=[[0.5, 0.3]], intercept_init=[1.0])
    assert model.coef_.tolist() == [[1.5, -0.7]]
    assert model.intercept_.tolist() == [0.0]
    assert model.decision_function([[-1, 1]]).tolist() == [-2.2]


def test_note_004_while_loop_and_cycling():
    """(4, −0.5, 1) after 9 updates, both ways."""
    updates = reference.first_mistake(*NOTE_004)
    assert (len(updates), updates[-1][1:]) == (9, ([4, F(-1, 2)], 1))
    table = sample("note-004")
    for order in ("first-mistake", "given"):
        model = Perceptron(order=order).fit(table.X, table.y)
        assert model.coef_.tolist() == [[4, -0.5]]
        assert model.intercept_.tolist() == [1]
        assert model.report_.n_mistakes == 9
        assert model.report_.reason == "converged"


@pytest.mark.parametrize(
    ("epochs", "stop", "w", "b", "errors"),
    [
        (6, True, [F(71, 25), F(-47, 50)], F(-6, 25), 1),
        (10, False, [F(135, 41), F(-63, 82)], F(10, 41), 1),
    ],
)
def test_algorithm_7_on_note_004(epochs, stop, w, b, errors):
    X, y = NOTE_004
    sums = [None, None]
    history = reference.perceptron(X, y, list(range(4)) * epochs, u=sums)
    assert reference.algorithm_7(history, sums) == (w, b) == reference.average(history, 2)
    model = AveragedPerceptron(order="given", max_iter=10, stop_when_converged=stop).fit(*sample("note-004")[:2])
    assert model.report_.n_epochs == epochs
    assert model.report_.errors == errors
    np.testing.assert_allclose(model.coef_[0], [float(v) for v in w], rtol=1e-15)
    np.testing.assert_allclose(model.intercept_, float(b), rtol=1e-15)


@pytest.mark.parametrize(("at_zero", "mistakes"), [("mistake", 1), ("positive", 0), ("negative", 1)])
def test_one_row_under_the_three_rules_at_zero(at_zero, mistakes):
    """x = 1, y = +1: no worked example of the lectures tells "mistake" from "positive"; this row does."""
    history = reference.perceptron([[F(1)]], [1], [0], at_zero=at_zero)
    assert history[0][1] == bool(mistakes)
    learner = PerceptronLearner(at_zero=at_zero).partial_fit([[1.0]], [1])
    assert learner.report.n_mistakes == mistakes
    assert learner.model.weights.w.tolist() == [[mistakes]]
    # A row of the other class at zero is a mistake under "mistake" and "positive".
    learner = PerceptronLearner(at_zero=at_zero).partial_fit([[1.0]], [-1])
    assert learner.report.n_mistakes == (at_zero != "negative")


def test_the_bound_of_note_004():
    """R² = 11; with B² = 5 the bound is 55, and 9 mistakes are made."""
    report = Perceptron(order="given").fit(*sample("note-004")[:2]).report_
    assert report.radius**2 == pytest.approx(11, rel=1e-15)


def test_the_plain_bound_is_false_with_a_bias():
    """− at 2 and + at 4 on a line: 17 mistakes, where R/γ read without the folded 1 promises 16."""
    assert Perceptron(order="given").fit([[2.0], [4.0]], [-1, 1]).report_.n_mistakes == 17
    assert Perceptron(order="given").fit([[10.0], [14.0]], [-1, 1]).report_.n_mistakes == 127


def test_votes_add_up_to_algorithm_7():
    """Σ c⁽ᵏ⁾ w⁽ᵏ⁾ = (T + 1) × Algorithm 7, from the survival times that the voted model holds."""
    table = sample("note-004")
    voted = VotedPerceptron(order="given").fit(table.X, table.y).learner_.model
    averaged = Averaged(order="given").fit(table.X, table.y)
    w, total = np.zeros(2), np.zeros(2)
    for k, row in enumerate(voted.mistakes.row):
        sign = 1 if voted.support.classes[row] == 1 else -1
        w = w + sign * voted.support.rows.values[row]
        total += voted.survival[k + 1] * w
    np.testing.assert_allclose(total, (averaged.visited + 1) * averaged.model.weights.w[0], rtol=1e-14)
