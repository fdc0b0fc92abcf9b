"""The buttons of time, the scrubber and the table of the run go through the visits."""

import pytest

from .lab_driver import (
    NOTE_004,
    as_state,
    counters_of,
    line_of,
    trace_of,
)
from .lab_samples import XOR, numbers_agree


def test_a_step_shows_its_arithmetic_and_back_takes_it_back(lab):
    trace = trace_of()
    for t in (1, 2, 3):
        lab.button("Step").click()
        assert lab.line == line_of(trace, t)
        assert lab.counters == counters_of(trace, t)
    work = lab.at(".work").text_content()
    assert "Visit 3, epoch 1: point 2, plus, at (3, −1)" in work
    assert "a=2·3+(−2)·(−1)+(−2)·1=6" in work
    assert "✓ correct" in work
    lab.button("Back").click()
    assert lab.line == line_of(trace, 2)
    assert "w←w+ηyx=(1,−3)+1·(−1)·(−1,−1)=(2,−2)" in lab.at(".work").text_content()
    lab.button("Back").click()
    lab.button("Back").click()
    assert lab.counters == counters_of(trace, 0)
    assert lab.button("Back").is_disabled()


def test_next_mistake_goes_from_update_to_update(lab):
    trace = trace_of()
    weights = []
    for when in trace.mistakes.when.tolist():
        lab.button("Next mistake").click()
        assert lab.line == line_of(trace, when)
        weights.append(lab.line[6:8])
    assert weights[-1] == ["(4, −0.5)", "1"]  # note 004
    lab.button("Next mistake").click()
    assert lab.counters == counters_of(trace, len(trace))


def test_next_epoch_goes_to_the_ends_of_epochs(lab):
    trace = trace_of()
    for end in range(4, 25, 4):
        lab.button("Next epoch").click()
        assert lab.counters == counters_of(trace, end)
    assert lab.button("Next epoch").is_disabled()


def test_the_end_says_how_it_ended_and_the_start_is_before_all(open_lab):
    for points, words in ((NOTE_004, "Converged: a whole epoch"), (XOR, "Stopped: the maximum number")):
        lab = open_lab(state=as_state(points, options={"epochs": 9}))
        lab.button("End").click()
        assert lab.text("#ending").startswith(words)
        assert lab.counters == counters_of(trace_of(points, epochs=9), len(trace_of(points, epochs=9)))
        lab.button("Start").click()
        assert (lab.state["t"], lab.text("#ending")) == (0, "")


def test_the_scrubber_goes_anywhere_and_a_drag_is_undone_at_once(lab):
    trace = trace_of()
    box = lab.at("#scrubber").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    lab.page.mouse.click(middle, y)
    assert lab.counters == counters_of(trace, 12)
    lab.page.mouse.move(middle, y)
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + box["width"] + 9, y, steps=6)
    lab.page.mouse.up()
    assert lab.counters == counters_of(trace, 24)
    assert lab.at("#scrubber").get_attribute("aria-valuetext") == "visit 24 of 24"
    lab.button("Undo").click()
    assert lab.counters == counters_of(trace, 12)


def test_a_line_of_the_table_brings_its_visit_back(lab):
    trace = trace_of()
    lab.button("End").click()
    lab.at(".table-scroll").hover()
    lab.page.mouse.wheel(0, -5000)
    lab.at("table.run tr[data-t='5'] td").nth(6).click()
    assert lab.line == line_of(trace, 5)
    assert lab.counters == counters_of(trace, 5)
    numbers_agree(lab, t=5)


@pytest.fixture
def timed(lab):
    """The lab with a clock that stands still until it is turned."""
    lab.page.clock.install(time=0)
    lab.page.reload()
    lab.wait("window.lab")
    lab.page.clock.pause_at(5000)
    return lab


@pytest.mark.parametrize(("speed", "milliseconds", "t"), [("0.5", 4300, 2), ("8", 1340, 10)])
def test_it_plays_at_the_chosen_speed_until_it_is_paused(timed, speed, milliseconds, t):
    timed.page.get_by_label("Speed").select_option(speed)
    timed.button("Play").click()
    timed.page.clock.run_for(milliseconds)
    assert timed.counters == counters_of(trace_of(), t)
    timed.button("Pause").click()
    timed.page.clock.run_for(10_000)
    assert timed.line == line_of(trace_of(), t)


def test_it_plays_to_the_end_and_then_from_the_start_again(timed):
    timed.page.get_by_label("Speed").select_option("60")
    timed.button("Play").click()
    timed.page.clock.run_for(2000)
    assert timed.counters == counters_of(trace_of(), 24)
    timed.page.get_by_label("Speed").select_option("1")
    timed.button("Play").click()
    assert timed.counters == counters_of(trace_of(), 0)
    timed.page.clock.run_for(2200)
    assert timed.counters == counters_of(trace_of(), 2)
    timed.button("Step").click()  # pauses as well
    timed.page.clock.run_for(9000)
    assert timed.counters == counters_of(trace_of(), 3)


def test_a_score_of_zero_predicts_nothing_where_it_is_a_mistake(open_lab):
    lab = open_lab(state={"t": 1})
    assert lab.line[3] == "–"
    assert "A score of exactly zero predicts neither class." in lab.text(".work")
    assert "predicted" not in lab.said
    positive = open_lab(state={"t": 1, "options": {"atZero": "positive"}})
    assert positive.line[3] == "+1"


@pytest.mark.parametrize("t", [1, 12, 24])
def test_the_current_line_of_the_table_is_in_view(open_lab, t):
    lab = open_lab(state={"t": 0}, viewport={"width": 1280, "height": 800})
    for _ in range(t):
        lab.button("Step").click()
    line = lab.at("table.run tr.now").bounding_box()
    box = lab.at(".table-scroll").bounding_box()
    assert box["y"] <= line["y"]
    assert line["y"] + line["height"] <= min(800, box["y"] + box["height"]) + 1


def test_keys_of_time_work_after_a_click_on_a_tab(lab):
    for tab in ("Theorem", "Variants", "Steps"):
        before = lab.state["t"]
        lab.tab(tab)
        lab.press("ArrowRight")
        assert (lab.state["t"], lab.state["tab"]) == (before + 1, tab.lower())


def test_buttons_of_time_have_icons_and_words(lab):
    for move, word in (("start", "Start"), ("back", "Back"), ("step", "Step"), ("epoch", "Epoch"), ("end", "End")):
        button = lab.at(f'#time [data-move="{move}"]')
        assert button.inner_text().strip() == word
        assert button.locator("svg").is_visible()
    assert lab.button("Play").inner_text().strip() == "Play"
