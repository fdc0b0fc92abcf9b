"""An open question for the class: playback, pasted points and the tour leave it alone; lines are drawn as seen."""

import math

import pytest

from .lab_class import LINE, NEXT, asks
from .lab_driver import as_state, expect


def test_a_run_that_plays_stops_when_a_question_is_opened(open_lab):
    lab = open_lab()
    link = asks(lab, NEXT)
    lab.page.locator("#speed").select_option("60")
    lab.tab("Steps")
    lab.press(" ")
    lab.page.evaluate("(hash) => { location.hash = hash; }", link)
    expect(lab.page.get_by_role("heading", name=NEXT)).to_be_visible()
    t = lab.state["t"]
    lab.page.wait_for_timeout(300)
    assert lab.state["t"] == t
    assert lab.at("#time .play .word").text_content() == "Play"


def test_points_that_are_pasted_and_the_tour_leave_an_open_question_alone(open_lab):
    lab = open_lab(asks(open_lab(), LINE))
    before = lab.state
    lab.page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "x,y,label\\n1,2,1\\n2,1,-1");
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }"""
    )
    assert lab.state == before
    assert lab.said.startswith("Close the question first")
    assert not lab.button("Tour").is_visible()


@pytest.mark.parametrize("equal", [True, False])
def test_the_line_is_seen_at_a_right_angle_to_the_arrow(open_lab, equal):
    points = [(-10, -1, -1), (10, 1, 1), (-2, 1, -1), (8, -1, 1)]
    extra = {"ask": 2, "askX": 0, "askY": 0, "askRight": 2, "askUp": 1 if equal else 0.4}
    lab = open_lab(state=as_state(points, extra=extra, equalAxes=equal))
    numbers = "(path) => path.getAttribute('d').match(/-?[\\d.]+/g).slice(0, 4).map(Number)"
    line, arrow = (lab.at(f".layer-overlays .{kind}").evaluate(numbers) for kind in ("drawn-line", "drawn-w"))
    (x0, y0, x1, y1), (x2, y2, x3, y3) = line, arrow
    cosine = (
        ((x1 - x0) * (x3 - x2) + (y1 - y0) * (y3 - y2)) / math.hypot(x1 - x0, y1 - y0) / math.hypot(x3 - x2, y3 - y2)
    )
    assert abs(cosine) < (0.02 if equal else 0.3)  # axes of other scales follow the window, too
