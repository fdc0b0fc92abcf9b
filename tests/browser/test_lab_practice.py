"""The tab Practice: three exercises."""

import numpy as np

import rosenblatt

from .lab_driver import (
    arrays,
    counters_of,
    text,
    trace_of,
)
from .lab_samples import reloaded


def feedback(lab):
    return lab.at(".feedback:visible").inner_text()


def test_mistake_or_not_is_asked_answered_and_scored(lab):
    panel = lab.tab("Practice")
    lab.button("Mistake or not?").click()
    trace = trace_of()
    assert "Visit 1 is point 0, minus, at (−1, 3), shown with a ring. w is (0, 0), b is 0." in panel.inner_text()
    right = 0
    for t, guess in enumerate([True, False, False, True, False], start=1):
        lab.button("A mistake" if guess else "No mistake").click()
        correct = guess == bool(trace.wrong[t - 1])
        right += correct
        assert feedback(lab).startswith("✓ Right." if correct else "✗ Not quite.")
        assert f"= {text(trace[t - 1].score)}, and y is" in feedback(lab)
        assert lab.counters == counters_of(trace, t)
    assert right == 4
    assert "Mistake or not? 4 of 5 right" in lab.text(".score")
    reloaded(lab)  # the score is kept while the page is open
    lab.tab("Practice")
    assert "Mistake or not? 4 of 5 right" in lab.text(".score")
    lab.button("Reset the score").click()
    assert "Mistake or not? 0 of 0 right" in lab.text(".score")


def put_line(lab, x, y, w1, w2):
    for label, number in (("x₁", x), ("x₂", y), ("w₁", w1), ("w₂", w2)):
        box = lab.at(".exercise:visible").get_by_label(label)
        box.fill(str(number))
        box.press("Enter")


def test_the_warm_up_is_drawn_and_judged_once(lab):
    lab.tab("Practice")
    lab.button("Draw the line").click()
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✗ Not quite. The line must go through (4, 0) and (0, 2)")
    put_line(lab, 4, 0, -1, -2)
    lab.button("Check my line").click()
    assert "w points to the side where the score is negative" in feedback(lab)
    put_line(lab, 2, 1, 2, 4)
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✓ Right. The line goes through (4, 0) and (0, 2)")
    assert "Its length is 2 times that of (1, 2)" in feedback(lab)
    assert "Draw the line 0 of 1 right" in lab.text(".score")  # the first answer counts


def test_a_line_is_dragged_and_compared_with_the_best(lab):
    lab.tab("Practice")
    lab.button("Draw the line").click()
    lab.button("Next set").click()
    X, y = arrays(lab.points)
    proof = rosenblatt.certify(X, y)
    best, b = np.array(proof.weights), float(np.mean(proof.bias))
    foot = -b * best / (best @ best)
    tip = foot + 2 * best / np.linalg.norm(best)
    lab.drag((0, 0), foot.tolist())
    line = lab.state["extra"]
    lab.drag((line["lineX"], line["lineY"] + 1), tip.tolist())  # w was (0, 1)
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✓ Right. All points are on the correct side.")
    extra = lab.state["extra"]
    w = np.array([extra["lineW1"], extra["lineW2"]])
    angle = np.degrees(np.arccos(w @ best / np.linalg.norm(w) / np.linalg.norm(best)))
    assert f"w is {text(round(angle, 1))}° away from the best w." in feedback(lab)
    lab.button("Let the perceptron run").click()
    assert lab.text("#ending").startswith("Converged")
    assert "Draw the line 1 of 1 right" in lab.text(".score")


def test_separable_or_not_is_decided_by_the_certificate(lab):
    lab.tab("Practice")
    lab.button("Separable or not?").click()
    verdicts = []
    for number in range(1, 11):
        assert f"Set {number} of 10." in lab.at(".question:visible").inner_text()
        truth = rosenblatt.certify(*arrays(lab.points)).separable
        verdicts.append(truth)
        lie = number == 4
        lab.button("Separable" if truth != lie else "Not separable").click()
        assert feedback(lab).startswith("✗ Not quite." if lie else "✓ Right.")
        assert ("There is such a line." if truth else "There is no such line. Points") in feedback(lab)
        assert lab.button("Separable").is_disabled()
        lab.at(".exercise:visible").get_by_text("Next set").click()
    assert {True, False} == set(verdicts)
    assert "Separable or not? 9 of 10 right" in lab.text(".score")
    assert "Set 1 of 10." in lab.at(".question:visible").inner_text()


def test_an_exercise_does_not_give_its_answer_away(lab):
    lab.button("Next mistake").click()
    assert "would be mistakes now" in lab.text("#plane-note")
    lab.tab("Practice")
    lab.button("Mistake or not?").click()
    assert "would be" not in (lab.text("#plane-note") if lab.at("#plane-note").is_visible() else "")
    marks = lab.at(".layer-points .point .body").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).strokeDasharray)"
    )
    assert len(set(marks)) == 1  # wrong points look like the others
