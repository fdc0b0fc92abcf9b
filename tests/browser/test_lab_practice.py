"""The tab Practice: four exercises, which do not tell their answers."""

import numpy as np
import pytest

import rosenblatt

from .lab_driver import arrays, counters_of, name_of, text, trace_of
from .lab_keyboard import go_to_tab
from .lab_samples import reloaded

EXERCISES = ("Mistake or not?", "Draw the line", "Separable or not?", "Receive, predict, pay")
HIDDEN = "The run is hidden until you have answered."


def feedback(lab):
    return lab.at(".feedback:visible").inner_text()


def question(lab):
    return lab.at(".question:visible").inner_text()


def begin(lab, exercise, seed=None):
    panel = lab.tab("Practice")
    if panel.get_by_role("button", name=exercise, exact=True).get_attribute("aria-pressed") == "false":
        lab.button(exercise).click()
    if seed is not None:
        box = lab.page.get_by_label("Seed")
        box.fill(str(seed))
        box.press("Enter")


# --- Mistake or not? ---


def test_mistake_or_not_is_asked_answered_and_scored(lab):
    begin(lab, "Mistake or not?")
    points = lab.points
    trace = trace_of(points)
    right = 0
    for t in range(1, 6):
        row = (t - 1) % len(points)  # the given order
        assert f"Visit {t} is {name_of(row, points[row])}, shown with a ring." in question(lab)
        assert lab.counters == "The run is hidden until your last answer."
        guess = t != 3
        lab.button("A mistake" if guess else "No mistake").click()
        correct = guess == bool(trace.wrong[t - 1])
        right += correct
        assert feedback(lab).startswith("✓ Right." if correct else "✗ Not quite.")
        assert f"= {text(trace[t - 1].score)}, and y is" in feedback(lab)
        assert f"Visit {t} is point" in question(lab)  # feedback stands with its own question
        assert lab.focus == "Next question"
        lab.press("Enter")
        assert feedback(lab) == ""
    assert f"Mistake or not? {right} of 5 right" in lab.text(".score")
    reloaded(lab)  # the score is kept while the page is open
    lab.tab("Practice")
    assert f"Mistake or not? {right} of 5 right" in lab.text(".score")
    lab.button("Reset the score").click()
    assert "Mistake or not? 0 of 0 right" in lab.text(".score")


def test_a_run_is_guessed_to_its_end(lab):
    begin(lab, "Mistake or not?", seed=7)
    trace = trace_of(lab.points)
    for t in range(1, len(trace) + 1):
        assert lab.button("Step").is_disabled()
        lab.button("A mistake" if trace.wrong[t - 1] else "No mistake").click()
        if t < len(trace):
            lab.button("Next question").click()
    assert lab.text("#ending").startswith("Converged")
    lab.button("Next points").click()
    assert "Seed 7, set 2. Visit 1 is point" in question(lab)
    lab.button("Other points").click()
    assert "Seed 7, set 3. Visit 1 is point" in question(lab)


def test_an_answer_counts_once_even_after_undo(lab):
    begin(lab, "Mistake or not?")
    lab.button("No mistake").click()
    lab.button("Undo").click()
    assert feedback(lab) == ""
    lab.button("A mistake").click()
    assert feedback(lab).startswith("✓ Right.")
    assert "Mistake or not? 0 of 1 right" in lab.text(".score")


# --- Draw the line ---


def put_line(lab, x, y, w1, w2):
    for label, number in (("x₁", x), ("x₂", y), ("w₁", w1), ("w₂", w2)):
        box = lab.at(".exercise:visible").get_by_label(label, exact=True)
        box.fill(str(number))
        box.press("Enter")


def test_a_warm_up_is_drawn_and_shaded_by_hand(lab):
    begin(lab, "Draw the line")
    assert "Warm-up 1 of 4, from CMU 10-301/601 Lecture 6. Draw the line x₁ + 2·x₂ − 4 = 0" in question(lab)
    lab.button("Check my line").click()
    assert lab.said.startswith("Choose the side to shade first.")
    assert feedback(lab) == ""
    lab.click(0, 2)
    assert lab.page.get_by_label("the side that w points to").is_checked()
    assert lab.points == []  # a tap shades, and places nothing
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✗ Not quite. The line must go through (4, 0) and (0, 2)")
    assert "At (0, 0), a = 1·0 + 2·0 + (−4) = −4, so (0, 0) is on the negative side." in feedback(lab)
    put_line(lab, 4, 0, -1, -2)
    assert feedback(lab) == ""  # it was about another line
    lab.button("Check my line").click()
    assert "The line is right, but w points to the negative side. The shaded side is the negative one." in feedback(lab)
    put_line(lab, 2, 1, 2, 4)
    lab.click(0, 0)
    assert lab.page.get_by_label("the other side").is_checked()
    lab.button("Check my line").click()
    assert "The line and w are right. The shaded side is the negative one." in feedback(lab)
    lab.click(3, 2)
    lab.button("Check my line").click()
    assert feedback(lab).startswith(
        "✓ Right. The line goes through (4, 0) and (0, 2), and the positive side is shaded."
    )
    assert "Your w is 2 times as long as (1, 2)" in feedback(lab)
    assert "Draw the line 0 of 1 right" in lab.text(".score")  # the first answer counts
    lab.button("Next question").click()
    assert "Warm-up 2 of 4. Draw the line" in question(lab)
    assert feedback(lab) == ""


def test_a_line_is_dragged_and_compared_with_the_best(lab):
    begin(lab, "Draw the line")
    lab.button("Skip the warm-up").click()
    assert lab.button("Let the perceptron run").is_disabled()
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


# --- Separable or not? ---


def test_separable_or_not_is_decided_by_the_certificate(lab):
    begin(lab, "Separable or not?", seed=5)
    verdicts = []
    for number in range(1, 11):
        assert f"Seed 5, set {number}." in question(lab)
        truth = rosenblatt.certify(*arrays(lab.points)).separable
        verdicts.append(truth)
        lie = number == 4
        lab.button("Separable" if truth != lie else "Not separable").click()
        assert feedback(lab).startswith("✗ Not quite." if lie else "✓ Right.")
        assert ("There is such a line." if truth else "There is no such line. Points") in feedback(lab)
        assert lab.button("Separable").is_disabled()
        assert f"Seed 5, set {number}." in question(lab)
        lab.button("Next question").click()
    assert sum(verdicts) == 5
    assert "Separable or not? 9 of 10 right" in lab.text(".score")


def test_a_seed_gives_the_same_sets_in_any_page(open_lab):
    first, second = open_lab(), open_lab()
    for lab in (first, second):
        begin(lab, "Separable or not?", seed=12345)
    assert first.points == second.points
    begin(second, "Separable or not?", seed=12346)
    assert first.points != second.points
    second.page.get_by_label("Seed").fill("-1")
    second.press("Enter")
    assert second.problem == "Seed must be a whole number from 0 to 999999; got -1."
    assert "Seed 12346, set 1." in question(second)


# --- Receive, predict, pay ---


def test_points_are_received_predicted_observed_and_paid_for(lab):
    begin(lab, "Receive, predict, pay", seed=1)
    paid = 0
    for number in range(1, 11):
        assert f"Round {number} of 10. You receive the point x = (" in question(lab)
        assert len(lab.points) == number - 1  # a label that is not observed yet is nowhere in the state
        assert lab.at(".unknown").count() == 1
        lab.button("Predict +1").click()
        label = lab.points[-1][2]
        paid += label < 0
        assert feedback(lab).startswith("✓ Right." if label > 0 else "✗ Not quite.")
        assert f"The label is y = {'+1, so you pay 0' if label > 0 else '−1, so you pay 1'}." in feedback(lab)
        assert f"Round {number} of 10." in question(lab)
        trace = trace_of(lab.points, epochs=1)
        assert f"= {text(trace[number - 1].score)}." in feedback(lab)
        assert f"max(0, −y·a) is {text(trace[number - 1].loss)}." in feedback(lab)
        made = int(trace.wrong.sum())
        rounds = "1 round" if number == 1 else f"{number} rounds"
        mistakes = "1 mistake" if made == 1 else f"{made} mistakes"
        totals = f"After {rounds}: you have paid {paid}, and the perceptron has made {mistakes}."
        assert totals in lab.text(".totals")
        lab.button("Next round" if number < 10 else "Next points").click()
    assert "Seed 1, set 2. Round 1 of 10." in question(lab)
    assert lab.points == []


@pytest.mark.parametrize("separable", [True, False])
def test_at_the_end_the_mistakes_are_compared_with_the_bound(open_lab, separable):
    for seed in range(1, 20):
        lab = open_lab()
        begin(lab, "Receive, predict, pay", seed=seed)
        for number in range(1, 11):
            lab.button("Predict −1").click()
            if number < 10:
                lab.button("Next round").click()
        proof = rosenblatt.certify(*arrays(lab.points))
        if proof.separable == separable:
            break
    said = "A line separates these points. With R =" if separable else "so there is no mistake bound."
    assert said in lab.text(".totals")
    assert lab.button("Step").is_disabled()  # at the end of the run, which is shown now
    assert lab.counters.startswith("Visit 10 of 10")


# --- Nothing tells the answer ---

TOLD = """() => {
  const seen = [];
  const told = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = told.nextNode(); node; node = told.nextNode()) {
    if (!node.checkVisibility() || node.closest("#plane, #toast, #live, script, style")) continue;
    for (const name of ["aria-label", "aria-valuetext", "title", "max"]) seen.push(node.getAttribute(name));
    for (const child of node.childNodes) if (child.nodeType === 3) seen.push(child.textContent);
  }
  return seen.filter(Boolean).join("|").replaceAll(/set \\d+/g, "set");
}"""
MARKS = "(all) => all.map((e) => getComputedStyle(e.querySelector('.halo')).stroke + e.classList.contains('wrong'))"


def test_a_separable_set_and_another_look_alike_before_the_answer(lab):
    begin(lab, "Separable or not?", seed=3)
    told = {True: set(), False: set()}
    for _ in range(10):
        truth = rosenblatt.certify(*arrays(lab.points)).separable
        told[truth].add(lab.page.evaluate(TOLD))
        assert lab.counters == HIDDEN
        assert lab.text("#plane-note") == lab.text("#ending") == ""
        assert set(lab.at(".layer-points .point").evaluate_all(MARKS)) == {"nonefalse"}
        lab.button("Separable").click()
        lab.button("Reset the score").click()
        lab.button("Next question").click()
        lab.page.evaluate("document.getElementById('live').textContent = ''")
    assert told[True] == told[False]
    assert len(told[True]) == 1


@pytest.mark.parametrize("exercise", EXERCISES)
def test_keys_and_buttons_do_not_run_an_open_question(lab, exercise):
    begin(lab, exercise)
    before = lab.state
    lab.page.evaluate("document.activeElement.blur()")
    for key in ("ArrowRight", "m", "e", "End", " "):
        lab.press(key)
        assert lab.said.strip("\u00a0").startswith("Answer the question first")
    for name in ("Start", "Back", "Play", "Step", "Next mistake", "Next epoch", "End"):
        assert lab.button(name).is_disabled()
    assert lab.at("#scrubber").is_disabled()
    assert lab.state == before


def test_points_of_an_open_question_stay_as_they_are(lab):
    begin(lab, "Separable or not?")
    points = lab.points
    x, y, _ = points[0]
    lab.drag((x, y), (x + 1, y + 1))
    lab.click(0.5, 0.5)
    assert lab.points == points
    lab.at(".layer-points .point").first.focus()
    lab.press("ArrowRight", "Enter", "Delete")
    assert lab.points == points
    lab.button("Not separable").click()
    lab.at(".layer-points .point").first.focus()
    lab.press("Delete")
    assert len(lab.points) == len(points) - 1
    assert question(lab) == "The points are not those of the question any more."
    lab.button("Ask the question again").click()
    assert lab.points == points
    assert "Is there a line" in question(lab)


def test_an_exercise_is_closed_by_its_button(lab):
    begin(lab, "Separable or not?")
    lab.button("Separable or not?").click()
    assert lab.counters.startswith("Visit 0 of")
    assert lab.at(".exercise:visible").count() == 0


def test_another_tab_shows_the_run(lab):
    begin(lab, "Separable or not?")
    lab.tab("Steps")
    assert lab.counters.startswith("Visit 0 of")
    lab.tab("Practice")
    assert lab.counters == HIDDEN


# --- By the keyboard ---


def test_each_exercise_is_done_by_the_keyboard(lab):
    go_to_tab(lab, "Practice")
    lab.tab_to("Mistake or not?")
    lab.press("Enter")
    lab.tab_to("A mistake")
    lab.press("Enter")
    assert lab.focus == "Next question"
    assert feedback(lab).startswith("✓ Right.")
    lab.press("Enter")
    assert lab.focus == "A mistake"
    lab.tab_to("Separable or not?", back=True)
    lab.press("Enter")
    lab.tab_to("Separable")
    lab.press(" ")
    assert lab.focus == "Next question"
    lab.tab_to("Receive, predict, pay", back=True)
    lab.press("Enter")
    lab.tab_to("Predict −1")
    lab.press("Enter")
    assert lab.focus == "Next round"
    lab.press("Enter")
    assert lab.focus == "Predict +1"
    assert "Round 2 of 10." in question(lab)


def test_a_run_is_guessed_to_its_end_by_one_key(lab):
    begin(lab, "Mistake or not?")
    trace = trace_of(lab.points)
    lab.tab_to("A mistake")
    for t in range(1, len(trace) + 1):
        lab.press("Enter")
        assert lab.focus == ("Next question" if t < len(trace) else "Next points")
        lab.press(*["Enter"] * (t < len(trace)))
    assert lab.counters == counters_of(trace, len(trace))
    assert f"Mistake or not? {int(trace.wrong.sum())} of {len(trace)} right" in lab.text(".score")


def test_a_warm_up_is_drawn_and_shaded_by_the_keyboard(lab):
    go_to_tab(lab, "Practice")
    lab.tab_to("Draw the line")
    lab.press("Enter")
    for label, number in (("x₁", "4"), ("x₂", "0"), ("w₁", "1"), ("w₂", "2")):
        lab.tab_to(label)
        lab.press("Control+a")
        lab.page.keyboard.type(number)
    lab.tab_to("the side that w points to")
    lab.press(" ")
    lab.tab_to("Check my line")
    lab.press("Enter")
    assert feedback(lab).startswith("✓ Right.")
    assert lab.focus == "Next question"
    lab.tab_to("The tip of w, at (5, 2): arrow keys move it", back=True)
    lab.press("ArrowUp")
    assert lab.state["extra"]["lineW2"] > 2
    assert lab.focus.startswith("The tip of w, at (5, ")
    assert feedback(lab) == ""


def test_a_side_is_shaded_with_the_cross_of_the_plane(lab):
    begin(lab, "Draw the line")
    lab.at("#plane-svg").focus()
    lab.press("ArrowDown", "ArrowDown", "Enter")
    assert lab.page.get_by_label("the other side").is_checked()
    assert lab.points == []
