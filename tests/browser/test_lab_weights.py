"""The tab Weights: weight space as a slice and with a third axis, its duality with the plane, and the proof."""

import re

import numpy as np
import pytest

import rosenblatt

from .lab_driver import NOTE_004, arrays, as_state, expect, text, trace_of
from .lab_keyboard import go_to_tab
from .lab_samples import XOR

PICTURE = ".weights-plot svg"


def place_of(lab, w1, w2):
    """Place of a weight vector on the screen, by the number 2 on the axis of w₁."""
    return lab.page.evaluate(
        """([w1, w2]) => {
          const svg = document.querySelector(".weights-plot svg");
          svg.scrollIntoView({ block: "nearest" });
          const { left, top, width, height } = svg.getBoundingClientRect();
          const at = (node, name) => Number(node.getAttribute(name));
          const tick = [...svg.querySelectorAll(".ticks text:not(.axis-name)")].find((t) => t.textContent === "2");
          const scale = (at(tick, "x") - width / 2) / 2;
          return [left + width / 2 + w1 * scale, top + height / 2 - w2 * scale];
        }""",
        [w1, w2],
    )


def wrong_by(weights, points=NOTE_004):
    X, y = arrays(points)
    return int(np.sum(y * (X @ weights[:2] + weights[2]) <= 0))


def test_every_visit_says_where_w_is(open_lab):
    lab = open_lab(state={"tab": "weights"})
    trace = trace_of()
    hops = 0
    for t in range(len(trace) + 1):
        now = trace.replay(t)
        w, b = now.w[0], now.b[0]
        words = lab.text("#weights-note")
        assert f"This is the slice at b = {text(b)}." in words
        wrong = wrong_by([*w, b])
        side = f"is not on the correct side of {wrong} of 4 lines" if wrong else "is on the correct side of every line"
        assert f"w = {text(*w)} {side}" in words
        assert lab.at(".point-line.wrong").count() == len(
            {y for x, y in zip(*arrays(NOTE_004), strict=True) if y * (x @ w + b) <= 0 and x.any()}
        )
        moved = re.search(r"The mistake at point (\d) moved w by y·x = (\(.*?\)), at a right angle", words)
        assert (moved is not None) == (t > 0 and bool(trace.wrong[t - 1]))
        if moved:
            step = trace[t - 1]
            assert moved.groups() == (str(step.index), text(*(step.y * step.x)))
            hops += 1
        solved = lab.at(".slice .solutions").count() == 1
        assert ("The shaded region holds the solutions with this b." in words) == solved
        assert solved or "this slice misses the cone of solutions" in words
        lab.press("ArrowRight")
    assert hops == 9


def test_the_pointer_shows_a_w_as_a_line_and_a_line_as_its_point(open_lab):
    lab = open_lab(state={"tab": "weights", "t": 6})
    lab.page.mouse.move(*place_of(lab, 4, 2))
    expect(lab.page.get_by_text("w = (4, 2) is the line 4·x₁ + 2·x₂ − 1 = 0, with ")).to_be_visible()
    assert f"with {wrong_by([4, 2, -1])} of 4 points wrong" in lab.page.get_by_role("tabpanel").inner_text()
    assert lab.at(".layer-overlays .variant-line").count() == 1
    lab.page.mouse.move(*place_of(lab, 4, 2 / 3))  # on the line of point 3, (0, 1.5): 1.5·w₂ = 1
    expect(lab.at(".layer-overlays .support-ring")).to_have_count(1)
    assert lab.at(".point-line.lit").count() == 1
    lab.page.mouse.move(2, 2)
    expect(lab.at(".layer-overlays .variant-line")).to_have_count(0)
    expect(lab.at(".point-line.lit")).to_have_count(0)
    lab.page.mouse.move(*lab.on_screen(3, -1))
    expect(lab.at(".point-line.lit")).to_have_count(1)


def test_a_trial_w_by_the_keyboard_leaves_the_run_alone(open_lab):
    lab = open_lab(state={"t": 6})
    go_to_tab(lab, "Weights")
    lab.tab_to("Weight space: arrow keys try other weights")
    lab.press("ArrowRight", "ArrowUp", "Shift+ArrowUp")
    said = re.match(r"w = \((.*), (.*)\) is the line .*, with (\d) of 4 points wrong\.", lab.said)
    w = [float(number.replace("−", "-")) for number in said.groups()[:2]]
    assert w[0] > 2
    assert w[1] > -0.5
    assert int(said[3]) == wrong_by([*w, -1])
    expect(lab.at(".layer-overlays .variant-line")).to_have_count(1)
    lab.press("Escape")
    expect(lab.at(".layer-overlays .variant-line")).to_have_count(0)
    assert lab.state["t"] == 6


def test_the_third_axis_and_the_proof_by_the_keyboard(open_lab):
    lab = open_lab(state={"t": 6})
    go_to_tab(lab, "Weights")
    lab.tab_to("b as a third axis")
    lab.press("Enter")
    assert lab.state["extra"]["weights"] == 1
    assert lab.at(".third .solutions").count() >= 3
    assert "W = (2, −0.5, −1) is not on the correct side of 1 of 4 planes. This point would" in lab.text(
        "#weights-note"
    )
    seen = lab.at(".third .hops").get_attribute("d")
    lab.tab_to("The proof")
    lab.press("Enter")
    lab.tab_to("Weight space: arrow keys turn it")
    lab.press("ArrowRight", "ArrowUp")
    lab.wait(f"document.querySelector('.third .hops').getAttribute('d') !== '{seen}'")
    assert lab.state["t"] == 6
    assert lab.at(".third circle.proof-curve").count() == 1


def test_a_drag_turns_the_third_axis(open_lab):
    lab = open_lab(state={"tab": "weights", "t": 6, "extra": {"weights": 1}})
    seen = lab.at(".third .hops").get_attribute("d")
    box = lab.at(PICTURE).bounding_box()
    lab.page.mouse.move(box["x"] + 100, box["y"] + 100)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + 180, box["y"] + 120, steps=3)
    lab.page.mouse.up()
    lab.wait(f"document.querySelector('.third .hops').getAttribute('d') !== '{seen}'")
    assert lab.points == list(NOTE_004)


@pytest.mark.parametrize("bias", [True, False])
def test_the_proof_has_the_numbers_of_the_theorem(open_lab, bias):
    points = NOTE_004 if bias else ((1, 2, 1), (-2, 1, -1), (2, -0.5, 1))
    lab = open_lab(state=as_state(points, tab="weights", options={"bias": bias}, extra={"weights": 2}))
    trace = trace_of(points, bias=bias)
    proof = rosenblatt.certify(*arrays(points), fit_intercept=bias)
    gamma, radius = np.mean(proof.augmented_margin if bias else proof.margin), proof.augmented_radius
    made = 0
    for t in range(len(trace) + 1):
        made = int(trace.wrong[:t].sum())
        words = lab.page.get_by_role("tabpanel").inner_text()
        assert ("The proof: after each mistake" in words) == (made == 0)
        assert made == 0 or f"at least {text(made * gamma)} along W*" in words
        assert made == 0 or f"inside the ball of radius {text(made**0.5 * radius)}: in the shaded cap" in words
        lab.press("ArrowRight")
    assert made > 0
    assert f"At {text((radius / gamma) ** 2)} mistakes the cap has shrunk to a point" in words
    assert lab.at(".slice circle.proof-curve").count() == 1


@pytest.mark.parametrize("state", [as_state(XOR), as_state(NOTE_004, options={"start": [1, 0, 0]})])
def test_without_the_theorem_there_is_no_proof(open_lab, state):
    lab = open_lab(state={**state, "tab": "weights", "t": 3, "extra": {"weights": 2}})
    panel = lab.page.get_by_role("tabpanel")
    assert "The proof needs points that a line separates, and a start at zero." in panel.inner_text()
    assert lab.at(".weights-plot .proof-curve").count() == 0
    if state == as_state(XOR):
        assert "There is no solution: no line of the plane separates the points." in lab.text("#weights-note")
        assert lab.at(".weights-plot .solutions").count() == 0


def test_without_a_bias_there_is_no_slice_and_no_third_axis(open_lab):
    state = as_state(NOTE_004[1:3], tab="weights", options={"bias": False}, extra={"weights": 1})
    lab = open_lab(state=state)
    assert not lab.button("b as a third axis").is_visible()
    assert "slice" not in lab.text("#weights-note")
    assert "The shaded region holds the solutions." in lab.text("#weights-note")


def test_the_picture_follows_after_another_tab_was_open(open_lab):
    lab = open_lab(state={"tab": "weights", "t": 6})
    lab.tab("Data")
    lab.page.wait_for_timeout(200)  # until the plot has been seen to have no size
    lab.button("Clear all").click()
    lab.tab("Weights")
    expect(lab.at(".weights-plot .point-line")).to_have_count(0)
    lab.press("Control+z")
    expect(lab.at(".weights-plot .point-line.visited")).to_have_count(1)
    lab.button("b as a third axis").click()
    expect(lab.at(".weights-plot .point-plane")).to_be_visible()


def test_solutions_outside_the_picture(open_lab):
    points = [(-4.4, 4.3, -1), (-2.4, 3.6, 1), (-4.7, 1.3, -1), (4.5, 3.3, 1), (3.3, -4.9, 1)]
    lab = open_lab(state=as_state(points, tab="weights", t=1))
    assert "The solutions with this b are outside this picture." in lab.text("#weights-note")
    assert lab.at(".weights-plot .solutions").count() == 0


@pytest.mark.parametrize(("rule", "label"), [("negative", -1), ("positive", 1)])
def test_a_score_of_zero_may_be_right_and_is_no_solution(open_lab, rule, label):
    state = as_state([(1, 0, label), (-1, 0, label)], tab="weights", options={"atZero": rule})
    words = open_lab(state=state).text("#weights-note")
    assert f"No point would be a mistake now, but w = (0, 0) is on a line: the rule for a score of 0 ({rule})" in words


def test_a_b_that_never_changes(open_lab):
    points = [(1, 0, 1), (2, 0, -1)]  # on a ray from the origin: a threshold between them needs b
    for b, words in (
        (0, "There is no solution: no line through the origin separates the points."),
        (-1, "There is no solution with b = −1, which this run never changes."),
        (1, "The shaded region holds the solutions."),
    ):
        lab = open_lab(state=as_state(points, tab="weights", options={"bias": False, "start": [0, 0, b]}))
        assert words in lab.text("#weights-note")
        assert (lab.at(".solutions").count() == 1) == (b == 1)


def test_a_mistake_at_the_origin_moves_only_b(open_lab):
    lab = open_lab(state=as_state([(0, 0, 1), (1, 1, -1)], tab="weights", t=1))
    assert "The mistake at point 0 moved only b." in lab.text("#weights-note")


def test_no_points_and_points_at_the_origin(open_lab):
    lab = open_lab(state=as_state((), tab="weights"))
    assert lab.text("#weights-note") == "Place points in the plane: each is a line here."
    lab = open_lab(state=as_state([(0, 0, 1), (0, 0, -1)], tab="weights", t=1, extra={"weights": 3}))
    assert "There is no solution" in lab.text("#weights-note")
