"""The lab in Chromium, with pointer and keyboard: what its user does, and that the right numbers come of it."""

import contextlib
import io
import re
import struct
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt
from rosenblatt.cli_lab import lab as lab_command
from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.data.samples import sample
from rosenblatt.lab.pages import examples

from .lab_driver import (
    NOTE_004,
    arrays,
    as_state,
    counters_of,
    expect,
    learning,
    line_of,
    name_of,
    numbers_at,
    text,
    trace_of,
)

XOR = ((0, 0, -1), (1, 1, -1), (0, 1, 1), (1, 0, 1))
NOTE_000 = ((-1, 2, -1), (1, 0, 1), (1, 1, 1), (-1, 0, -1), (-1, -2, -1), (1, -1, 1))
MIXED = (  # no line separates them
    *((1.5, 0.5, 1), (-0.3, 2.1, 1), (2.2, -1.4, -1), (0.1, 0.2, -1), (-2.5, 0.7, 1), (1.1, 1.9, 1)),
    *((-1.2, -0.8, -1), (0.6, -2.3, -1), (-0.9, 1.3, 1), (2.7, 0.4, -1), (-1.8, -1.6, 1)),
)
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
TABS = ("Steps", "Data", "Theorem", "Variants", "Practice", "Cards", "Share")
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(20, 23, 27)"


def numbers_agree(lab, points=NOTE_004, t=None, **options):
    """Whether Share shows the numbers of the package, after t visits or at the end."""
    lab.tab("Share")
    assert lab.shows(numbers_at(t, points, **options)), (lab.numbers, numbers_at(t, points, **options))


def reloaded(lab):
    """Load the page again, once its address has the state."""
    lab.page.evaluate("lab.dispatch({ tab: 'share' }, { undo: false })")
    lab.wait("location.hash.includes('tab=share')")
    lab.page.reload()
    lab.wait("window.lab")


# --- Points ---


def test_a_click_places_a_point_of_the_chosen_label(lab):
    lab.click(1.5, -1.2)
    lab.button("Add −").click()
    lab.click(2.2, 2.1)
    placed = [*NOTE_004, (1.5, -1.2, 1), (2.2, 2.1, -1)]
    assert lab.points == placed
    assert lab.names == [name_of(row, point) for row, point in enumerate(placed)]
    assert lab.said == "Placed point 6, minus, at (2.2, 2.1)."
    lab.button("End").click()
    numbers_agree(lab, placed)


def test_a_tap_places_a_point(open_lab):
    lab = open_lab(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    lab.at("#plane-svg").scroll_into_view_if_needed()
    lab.page.touchscreen.tap(*lab.on_screen(2, 2))
    lab.button("Add −").tap()
    lab.page.touchscreen.tap(*lab.on_screen(1, 0.5))
    assert lab.points == [*NOTE_004, (2, 2, 1), (1, 0.5, -1)]


CAMERA = "Object.values(lab.plane.space.camera)"


def test_the_first_points_are_placed_in_an_empty_plane_which_stays(open_lab):
    lab = open_lab(state=as_state(()))
    assert lab.text("#ending") == "Place a point to begin."
    assert lab.text("#plane-note").startswith("Click or tap the plane to place a point.")
    assert lab.button("Step").is_disabled()
    camera = lab.page.evaluate(CAMERA)
    lab.click(1, 1)
    assert lab.page.evaluate(CAMERA) == camera  # nothing jumps under the pointer
    lab.button("Add −").click()
    lab.click(-1, 0)
    assert lab.points == [(1, 1, 1), (-1, 0, -1)]
    lab.button("End").click()
    numbers_agree(lab, lab.points)


def test_a_point_is_drawn_where_it_was_clicked(open_lab):
    lab = open_lab(state=as_state([(-3, -3, -1), (3, 3, 1), (3, -3, 1)]))
    box = lab.at("#plane-svg").bounding_box()
    place = [box["x"] + box["width"] - 20, box["y"] + 20]  # far from the middle
    lab.page.mouse.click(*place)
    drawn = lab.at(".layer-points .point[data-row='3'] .body").bounding_box()
    middle = [drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] / 2]
    x, y, _ = lab.points[3]
    assert middle == pytest.approx(lab.on_screen(x, y), abs=0.5)


def test_a_dragged_point_moves_and_is_one_entry_of_the_history(lab):
    lab.drag((-1, 3), (1.2, 2.5))
    moved = [(1.2, 2.5, -1), *NOTE_004[1:]]
    assert lab.points == moved
    assert lab.said == "Moved: point 1, minus, at (1.2, 2.5)."
    lab.button("End").click()
    numbers_agree(lab, moved)
    lab.button("Undo").click()
    lab.button("Undo").click()
    assert lab.points == list(NOTE_004)
    assert lab.button("Undo").is_disabled()


def test_who_stands_at_the_end_stays_there_while_a_point_is_dragged(lab):
    lab.button("End").click()
    lab.drag((0, 1.5), (0.4, 1.1))
    moved = [*NOTE_004[:3], (0.4, 1.1, 1)]
    assert lab.counters == counters_of(trace_of(moved), len(trace_of(moved)))


def test_a_drag_over_the_empty_plane_places_nothing(lab):
    lab.drag((1, 0.5), (2, 0.5))
    assert lab.points == list(NOTE_004)
    assert lab.button("Undo").is_disabled()


def test_delete_removes_the_point_that_was_touched_last(lab):
    delete = lab.at(".plane-tools").get_by_text("Delete", exact=True)
    lab.click(3, -1)
    assert delete.get_attribute("title") == "Delete point 3, plus, at (3, −1)"
    delete.click()
    assert lab.points == [NOTE_004[0], NOTE_004[1], NOTE_004[3]]
    assert lab.said == "Removed point 3, plus, at (3, −1)."
    numbers_agree(lab, lab.points, t=0)
    lab.click(1, 0)  # a placed point is touched as well
    assert delete.get_attribute("title") == "Delete point 4, plus, at (1, 0)"
    delete.click()
    assert len(lab.points) == 3


def test_coordinates_and_labels_can_be_typed(lab):
    lab.tab("Data")
    lab.page.get_by_label("x₁ of point 2").fill("0.125")
    lab.page.get_by_label("x₂ of point 2").fill("−2,5")  # as readers write them
    lab.page.get_by_label("x₂ of point 2").press("Enter")
    lab.page.get_by_role("button", name="Label of point 2, minus, at (0.125, −2.5): change").click()
    typed = [NOTE_004[0], (0.125, -2.5, 1), *NOTE_004[2:]]
    assert lab.points == typed
    assert lab.names[1] == "point 2, plus, at (0.125, −2.5)"
    numbers_agree(lab, typed, t=0)


def test_a_coordinate_that_is_none_is_told_in_a_sentence(lab):
    lab.tab("Data")
    box = lab.page.get_by_label("x₁ of point 1")
    for typed, got in (("far", '"far"'), ("", '""'), ("1e7", "10000000"), ("NaN", '"NaN"')):
        box.fill(typed)
        box.press("Enter")
        assert lab.problem == f"Point 1: x must be a number from -1000000 to 1000000; got {got}."
        assert box.input_value() == "-1"
        assert lab.points == list(NOTE_004)
        lab.button("Close this message").click()
        assert lab.problem == ""


def test_points_are_added_deleted_and_cleared_in_the_table(lab):
    lab.tab("Data")
    lab.page.get_by_label("x₁", exact=True).fill("2.5")
    lab.page.get_by_label("x₂", exact=True).fill("-0.25")
    lab.page.get_by_label("Label", exact=True).select_option("−1")
    lab.button("Add").click()
    assert lab.points == [*NOTE_004, (2.5, -0.25, -1)]
    lab.button("Delete point 1, minus, at (−1, 3)").click()
    assert lab.points == [*NOTE_004[1:], (2.5, -0.25, -1)]
    assert lab.text(".points-table caption") == "4 points of at most 500"
    lab.button("Clear all").click()
    assert lab.points == []
    assert lab.counters.startswith("Visit 0 of 0 · epoch 0")
    lab.button("Undo").click()
    assert len(lab.points) == 4


def test_there_is_room_for_500_points_and_no_more(open_lab):
    crowd = [(i % 25 - 12, i // 25 - 10, 1 if i % 2 else -1) for i in range(500)]
    lab = open_lab(state=as_state(crowd, options={"epochs": 2}))
    box = lab.at("#plane-svg").bounding_box()
    lab.page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert lab.problem == "There can be at most 500 points; there are 501."
    assert lab.points == crowd


def test_after_zooming_a_click_still_places_where_it_is(open_lab):
    lab = open_lab(state=as_state([(0, 0, 1), (1, 1, -1)]))
    lab.button("Zoom out").click()
    lab.button("Zoom out").click()
    camera = lab.page.evaluate(CAMERA)
    lab.click(0.5, 0.2)
    assert lab.page.evaluate(CAMERA) == camera
    lab.button("Move").click()
    lab.button("Look right").click()
    lab.drag((1, 0.5), (0.5, 0.7))  # moves the view, and no point
    lab.button("Add +").click()
    lab.click(1.2, 0.3)
    assert lab.points == [(0, 0, 1), (1, 1, -1), (0.5, 0.2, 1), (1.2, 0.3, 1)]
    lab.button("Fit").click()
    assert lab.page.evaluate("lab.view.state.points.every((p) => lab.plane.space.shows(p, 6))")


# --- Time ---


def test_a_step_shows_its_arithmetic_and_back_takes_it_back(lab):
    trace = trace_of()
    for t in (1, 2, 3):
        lab.button("Step").click()
        assert lab.line == line_of(trace, t)
        assert lab.counters == counters_of(trace, t)
    work = lab.at(".work").text_content()
    assert "Visit 3, epoch 1: point 3, plus, at (3, −1)" in work
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
    for points, words in ((NOTE_004, "It converged: an epoch passed"), (XOR, "It was stopped: the last allowed")):
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


# --- Options ---


@pytest.fixture
def mixed(open_lab):
    """The options of a lab at the end of its run on points that no line separates."""
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    lab.button("End").click()
    lab.tab("Data")
    return lab


def test_every_order_gives_the_run_of_the_package(mixed):
    seen = []
    for order in sorted(ORDERS):
        mixed.page.get_by_label("Order of visits").select_option(order)
        numbers_agree(mixed, MIXED, epochs=7, order=order)
        seen.append(mixed.text("#numbers"))
        mixed.tab("Data")
    assert len(set(seen)) == 6


def test_every_rule_at_zero_gives_the_run_of_the_package(open_lab):
    points = ((1, 1, -1), (-1, 0, 1), (0, 2, 1), (2, 1, -1))
    words = {"mistake": "always a mistake", "positive": "it counts as positive", "negative": "it counts as negative"}
    lab = open_lab(state=as_state(points, t=1, options={"bias": False}))
    for rule in AT_ZERO:
        lab.tab("Data")
        lab.page.get_by_label("A score of exactly zero is").select_option(rule)
        numbers_agree(lab, points, t=1, bias=False, atZero=rule)
        assert lab.numbers["mistakes"] == ("0" if rule == "negative" else "1")
        lab.tab("Steps")
        assert lab.line == line_of(trace_of(points, bias=False, atZero=rule), 1)
        assert f"A score of zero: {words[rule]}" in lab.at(".work").text_content()


def test_without_a_bias_b_stays_and_no_1_is_folded_in(mixed):
    mixed.page.get_by_label("Learn a bias b").uncheck()
    numbers_agree(mixed, MIXED, epochs=7, bias=False)
    assert mixed.numbers["b"] == "0.0"
    mixed.tab("Steps")
    assert "folded" not in mixed.text(".work")
    mixed.tab("Data")
    mixed.page.get_by_label("Learn a bias b").check()
    numbers_agree(mixed, MIXED, epochs=7)


def test_numbers_of_the_run_can_be_typed(mixed):
    options = {"epochs": 7}
    typed = (
        ("Rate η", "0.1", {"eta": 0.1}),
        ("Starting w₁", "-1.5", {"start": (-1.5, 0, 0)}),
        ("Starting w₂", "2", {"start": (-1.5, 2, 0)}),
        ("Starting b", "0,25", {"start": (-1.5, 2, 0.25)}),
        ("Epochs at most", "3", {"epochs": 3}),
    )
    for label, number, changed in typed:
        box = mixed.page.get_by_label(label, exact=True)
        box.fill(number)
        box.press("Enter")
        assert numbers_at(None, MIXED, **options) != numbers_at(None, MIXED, **{**options, **changed})
        options.update(changed)
        numbers_agree(mixed, MIXED, **options)
        mixed.tab("Data")


def test_another_seed_is_another_run(mixed):
    mixed.page.get_by_label("Order of visits").select_option("shuffled")
    assert "Another seed is another random order" in mixed.text("#hint-seed")
    for seed in (1, 4294967295):
        mixed.page.get_by_label("Seed of random orders").fill(str(seed))
        mixed.page.get_by_label("Seed of random orders").press("Tab")
        numbers_agree(mixed, MIXED, epochs=7, order="shuffled", seed=seed)
        mixed.tab("Data")


def test_an_option_that_cannot_be_is_told_in_a_sentence(mixed):
    before = mixed.state
    wrong = (
        ("Rate η", "0", "The rate η must be a number from 0.000001 to 1000000; got 0."),
        ("Rate η", "fast", 'The rate η must be a number from 0.000001 to 1000000; got "fast".'),
        ("Starting w₂", "1e9", "A starting weight must be a number from -1000000 to 1000000; got 1000000000."),
        ("Seed of random orders", "1.5", "The seed must be a whole number from 0 to 4294967295; got 1.5."),
        ("Epochs at most", "0", "epochs must be a whole number from 1 to 1000; got 0."),
    )
    for label, typed, sentence in wrong:
        box = mixed.page.get_by_label(label, exact=True)
        was = box.input_value()
        box.fill(typed)
        box.press("Enter")
        assert mixed.problem == sentence
        assert (mixed.state, box.input_value()) == (before, was)


# --- Cards ---

CARDS = examples()
MISTAKES = {  # that the texts of cards promise for the whole run
    **{"warm-up": 0, "note-000": 3, "folded-one": 3, "tiny-margin": 80, "far-point": 12, "plain-bound": 17},
    **{"plain-bound-far": 127, "outlier": 234, "note-004": 9},
}
VIEWS = {  # words of the card's own view, when it was just opened
    "shift-b": "b is −4, the threshold −b/‖w‖ is 1.78885: 0 points of 10 wrong.",
    "poll": "0 of 30 training rows are wrong, and 43 of 100 new ones; the fewest new ones, 34, were wrong",
    "recency": "After 0 of 16 visits: 8 of the 8 early rows are wrong, 8 of the 8 late ones.",
    "tiny-margin": "80 mistakes in the whole run, 0 so far.",
    "far-point": "12 mistakes in the whole run, 0 so far.",
    "plain-bound": "17 mistakes in the whole run, 0 so far.",
    "plain-bound-far": "127 mistakes in the whole run, 0 so far.",
    "distance": "x″ is (4, 7); x′ is (−1, 2), on the line; the way from x′ to x″ is 7.07107 long.",
    "loss": "After 0 visits the loss is 0, and 4 of 4 points would be mistakes.",
    "not-fixed": "Visit 3: (0, 1.5), y = +1, a mistake.",
    "neuron": "visit 2",
    "turn": "Visit 3: (1, 1), y = +1, a mistake.",
    "sorted": "The same points in every order.",
    "note-004": "9 mistakes in the whole run, 0 so far.",
    "digits": "It looks like a 3, with a score of ",
}


def run_of_state(state):
    """The run of a state, by the package; the options by their names in the lab."""
    points = [tuple(point.values()) for point in state["points"]]
    return trace_of(points, **state["options"]) if len({label for *_, label in points}) == 2 else None


@pytest.mark.parametrize("card", CARDS)
def test_a_card_opens_by_its_link_and_by_its_button(open_lab, card):
    lab = open_lab(f"card={card}")
    by_link = lab.state
    assert (by_link["card"], by_link["tab"]) == (card, "cards")
    title = lab.text("#card-title")
    assert lab.page.get_by_role("link", name="Link to this card").get_attribute("href") == f"#card={card}"
    trace = run_of_state(by_link)
    if trace is not None:
        assert lab.counters == counters_of(trace, by_link["t"])
    own = lab.at(".card-view")
    assert own.count() == (card in VIEWS)
    if card in VIEWS:
        assert VIEWS[card] in own.text_content()
    if card in MISTAKES:
        assert int(trace.wrong.sum()) == MISTAKES[card]
    lab.button("All cards").click()
    lab.tab("Data")
    lab.button("Clear all").click()
    lab.tab("Cards")
    lab.at(f"button[data-card='{card}']").click()
    assert lab.text("#card-title") == title
    assert lab.state == by_link
    lab.button("End").click()
    if trace is not None:
        numbers_agree(lab, lab.points, **by_link["options"])


def test_b_is_shifted_by_a_slider_and_the_strip_follows(open_lab):
    lab = open_lab("card=shift-b")
    lab.page.get_by_label("b, typed").fill("0")
    lab.page.get_by_label("b, typed").press("Enter")
    X, y = arrays(lab.points)
    wrong = int((y * (X @ [1, 2]) <= 0).sum())
    assert (
        lab.at(".card-view [role=status]")
        .inner_text()
        .endswith(f"the threshold −b/‖w‖ is 0: {wrong} points of 10 wrong.")
    )
    lab.page.get_by_role("slider", name="b", exact=True).fill("-6")
    wrong = int((y * (X @ [1, 2] - 6) <= 0).sum())
    assert (
        lab.at(".card-view [role=status]")
        .inner_text()
        .startswith(f"b is −6, the threshold −b/‖w‖ is {text(6 / 5**0.5)}: {wrong} points")
    )
    assert lab.text("#plane-note").startswith("Boundary: x₁ + 2·x₂ − 6 = 0.")


def test_other_rows_and_more_of_them_are_polled(open_lab):
    lab = open_lab("card=poll")
    words = lab.at(".card-view [role=status]")
    first = words.inner_text()
    lab.button("Other rows").click()
    expect(words).not_to_have_text(first)
    lab.page.get_by_role("textbox", name="Training rows").fill("300")
    lab.page.get_by_role("textbox", name="Training rows").press("Enter")
    assert "of 300 training rows are wrong" in words.inner_text()
    lab.page.get_by_role("textbox", name="Training rows").fill("9")
    lab.page.get_by_role("textbox", name="Training rows").press("Enter")
    assert lab.problem == "Training rows must be a whole number from 10 to 300; got 9."


def test_the_last_half_is_learned_whichever_it_is(open_lab):
    lab = open_lab("card=recency")
    lab.button("End").click()
    words = lab.at(".card-view [role=status]")
    assert words.inner_text() == "After 16 of 16 visits: 6 of the 8 early rows are wrong, 0 of the 8 late ones."
    lab.button("Turn the order of the rows round").click()
    weights = trace_of(lab.points, bias=False, epochs=1).replay(16)
    X, y = arrays(lab.points)
    wrong = y * (X @ weights.w[0]) <= 0
    assert words.inner_text().endswith(
        f"{wrong[:8].sum()} of the 8 early rows are wrong, {wrong[8:].sum()} of the 8 late ones."
    )
    assert wrong[:8].sum() > wrong[8:].sum()


def test_the_bound_of_the_slide_is_false_and_that_with_the_1_holds(open_lab):
    lab = open_lab("card=plain-bound")
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    proof = rosenblatt.certify(*arrays(lab.points))
    radius, margin = text(proof.augmented_radius), text(np.mean(proof.augmented_margin))
    assert cells[0] == ["without the 1", "4", "1", "16", "✗ false here"]
    assert cells[1] == ["with the folded 1", radius, margin, str(proof.mistake_bound), "✓ holds"]
    lab.drag((2, 0), (-4, 0))  # as the card says
    assert lab.points[0] == (-4, 0, -1)
    assert [row.split("\t")[-1] for row in lab.at(".card-view tbody tr").all_inner_texts()] == ["✓ holds"] * 2


def test_the_distance_stays_while_x_is_dragged_along_the_line(open_lab):
    lab = open_lab("card=distance")
    lab.drag((-1, 2), (3, 1))  # x′, to the side of the line
    along = lab.state["extra"]["along"]
    assert along == pytest.approx((3 * 1 - 4 * 3) / 5)  # (3, 1) in the direction of the line, (−4, 3)/5
    words = lab.at(".card-view [role=status]").text_content()
    assert words.count("=7") == 2
    lab.drag((4, 7), (2, 6))
    assert lab.state["extra"]["farX"] == 2
    assert f"={text(abs(3 * 2 + 4 * 6 - 5) / 5)}" in lab.at(".card-view [role=status]").text_content()
    lab.button("Undo").click()
    assert lab.state["extra"] == {"farX": 4, "farY": 7, "along": along}


def test_the_loss_goes_up_and_down_along_the_run(open_lab):
    lab = open_lab("card=loss")
    trace = trace_of(lab.points)
    X, y = arrays(lab.points)
    seen = []
    for when in trace.mistakes.when.tolist():
        lab.press("m")
        weights = trace.replay(when)
        seen.append(rosenblatt.perceptron_loss(X, y, weights.w[0], weights.b[0]))
        words = lab.at(".card-view [role=status]").inner_text()
        assert f"the loss is {text(seen[-1])}," in words
    assert seen != sorted(seen)
    assert seen != sorted(seen, reverse=True)


def test_an_update_may_leave_its_point_wrong(open_lab):
    lab = open_lab("card=not-fixed")
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert cells[:2] == [["score", "−5", "−1.75"], ["its side", "✗ wrong", "✗ wrong"]]
    lab.button("Step").click()
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert cells[:2] == [["score", "−1.75", "1.5"], ["its side", "✗ wrong", "✓ right"]]


def test_the_neuron_has_the_numbers_of_the_visit(open_lab):
    lab = open_lab("card=neuron")
    lab.button("Step").click()
    lab.button("Step").click()
    step = trace_of(lab.points)[3]
    label = lab.at(".card-view svg").get_attribute("aria-label")
    assert label.startswith("A neuron at visit 4. Inputs (0, 1.5, 1), weights (2, −2, −2),")
    assert f"sum {text(step.score)}, output −1; the label is +1: a mistake." in label


def test_orders_are_compared_and_the_chosen_one_is_marked(open_lab):
    lab = open_lab("card=sorted")
    rows = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert rows[0][0] == "▶ as given"
    orders = ("given", "shuffled", "shuffled-once", "first-mistake", "random-mistake", "all-mistakes")
    for order, row in zip(orders, rows, strict=True):
        trace = trace_of(lab.points, order=order)
        assert row[1:] == [f"{n:,}" for n in (trace.report.n_epochs, len(trace), int(trace.wrong.sum()))]


def test_digits_are_drawn_erased_loaded_and_scored(open_lab):
    lab = open_lab("card=digits")
    winner = lab.at(".winner")
    for digit in range(10):
        lab.button(f"Load a real {digit}").first.click()
        assert winner.inner_text().startswith(f"It looks like a {digit},")
    lab.at(".card-view").get_by_text("Clear", exact=True).click()
    assert winner.inner_text() == "Nothing is drawn yet."
    grid = lab.at(".pixels").bounding_box()
    column = grid["x"] + grid["width"] / 2
    lab.page.mouse.move(column, grid["y"] + 9)
    lab.page.mouse.down()
    lab.page.mouse.move(column, grid["y"] + grid["height"] - 9, steps=5)
    lab.page.mouse.up()
    scores = [float(cell.replace("−", "-")) for cell in lab.at(".scores td:last-child").all_inner_texts()]
    assert winner.inner_text().startswith(f"It looks like a {int(np.argmax(scores))},")
    assert int(np.argmax(scores)) == 1
    lab.button("Undo").click()
    assert winner.inner_text() == "Nothing is drawn yet."


def test_cards_are_turned_and_come_round(open_lab):
    lab = open_lab(f"card={CARDS[0]}")
    for way, place in (("Next →", 1), ("← Previous", 0), ("← Previous", len(CARDS) - 1), ("Next →", 0)):
        lab.button(way).click()
        assert lab.state["card"] == CARDS[place]
        assert lab.text(".card-place") == f"{place + 1} of {len(CARDS)}"


def test_a_card_changes_with_the_address_and_undo_brings_the_points_back(lab):
    lab.click(2, 2)
    mine = lab.points
    lab.page.evaluate("location.hash = '#card=xor'")
    lab.wait("lab.view.state.card === 'xor'")
    assert lab.points == list(XOR)
    lab.button("Undo").click()
    assert lab.points == mine


def test_a_card_that_is_not_there_is_told(open_lab):
    lab = open_lab("card=nand")
    assert lab.problem == 'There is no card "nand": choose one under Cards.'
    assert lab.points == list(NOTE_004)


# --- Theorem ---


def proof_numbers(lab):
    return [cell.split("\t")[-1] for cell in lab.at(".proof-table tbody tr:visible").all_inner_texts()]


@pytest.mark.parametrize("points", [NOTE_004, NOTE_000], ids=["note-004", "note-000"])
def test_the_theorem_of_a_separable_set(open_lab, points):
    lab = open_lab(state=as_state(points))
    panel = lab.tab("Theorem")
    proof, trace = rosenblatt.certify(*arrays(points)), trace_of(points)
    gamma, radius = np.mean(proof.augmented_margin), proof.augmented_radius
    best = np.array([*proof.augmented_weights, proof.augmented_bias])
    best /= np.linalg.norm(best)
    assert lab.text("#theorem-now") == f"No mistake yet; at most {proof.mistake_bound} can be made."
    for k, when in enumerate(trace.mistakes.when.tolist()[:3], start=1):
        lab.button("Next mistake").click()
        now = trace.replay(when)
        weights = np.array([*now.w[0], now.b[0]])
        expected = [k * gamma, best @ weights, np.linalg.norm(weights), k**0.5 * radius]
        assert proof_numbers(lab) == [text(number) for number in expected]
        so_far = f"{k} mistake{'s' if k > 1 else ''} so far; at most {proof.mistake_bound} can be made."
        assert lab.text("#theorem-now") == so_far
    lab.button("End").click()
    made = int(trace.wrong.sum())
    assert (
        lab.text("#theorem-now") == f"It converged after {made} mistakes; at most {proof.mistake_bound} could be made."
    )
    words = panel.inner_text()
    assert "Separable: a line has the plus points on one side and the minus points on the other." in words
    assert f"The one with the largest margin is {text(np.mean(proof.margin))} away from" in words


def test_the_theorem_of_a_set_that_no_line_separates(open_lab):
    lab = open_lab(state=as_state(XOR))
    words = lab.tab("Theorem").inner_text()
    assert "Not separable: no line has the plus points on one side and the minus points on the other." in words
    assert "the hulls of points 3 and 4 (plus) and of points 1 and 2 (minus) meet at (0.5, 0.5)." in words
    assert "0.5·(0, 1) + 0.5·(1, 0) = 0.5·(0, 0) + 0.5·(1, 1) = (0.5, 0.5)." in words
    lab.button("Step").click()
    assert lab.text("#theorem-now").startswith("1 mistake so far, and there is no last one: no line separates")
    assert not rosenblatt.certify(*arrays(XOR)).separable
    lab.drag((1, 1), (0, 0.5))
    assert rosenblatt.certify(*arrays(lab.points)).separable
    assert "Separable: a line" in lab.text(".verdict-words")


def test_the_theorem_of_one_class_and_of_none(open_lab):
    lab = open_lab(state=as_state([(1, 2, 1), (3, 1, 1)]))
    lab.tab("Theorem")
    assert lab.text(".verdict-words").startswith("Separable: there is one class only.")
    lab.button("End").click()
    assert lab.text("#theorem-now").startswith("It converged after 1 mistake;")
    lab.tab("Data")
    lab.button("Clear all").click()
    lab.tab("Theorem")
    assert lab.text(".verdict-words") == "There are no points: every line separates them."


def test_without_a_bias_a_line_must_go_through_the_origin(open_lab):
    points = ((1, 1, 1), (4, 4, -1), (0, -2, -1))
    lab = open_lab(state=as_state(points, options={"bias": False}))
    lab.tab("Theorem")
    assert not rosenblatt.certify(*arrays(points), fit_intercept=False).separable
    words = lab.text(".verdict-words")
    assert words.startswith("Not separable: no line through the origin has the plus points on one side")
    assert "(y·x), points 1 and 2 have the origin in their hull." in words
    assert "0.8·(1, 1) + 0.2·(−1)·(4, 4) = (0, 0)." in words


def test_a_run_that_the_theorem_does_not_cover_is_called_so(open_lab):
    lab = open_lab(state=as_state(options={"start": [1, 0, 0]}))
    lab.tab("Theorem")
    assert lab.text("#theorem-now") == "No mistake yet; the theorem does not cover this run."
    assert "The run starts at (1, 0, 0); the proof adds up steps from zero." in lab.text(".not-covered")


def test_what_the_theorem_draws_can_be_chosen_and_goes_with_its_tab(lab):
    lab.tab("Theorem")
    drawn = lab.at(".layer-overlays [data-name=theorem] > *")
    assert lab.at(".margin-band.widest").count() == 1
    lab.button("Largest margin").click()
    assert lab.at(".margin-band.widest").count() == 0
    lab.button("W* and γ").click()
    assert lab.at(".margin-band.best").count() == 1
    lab.tab("Steps")
    assert drawn.count() == 0


# --- Variants ---


def test_variants_have_the_weights_and_errors_of_the_package(open_lab):
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    lab.button("End").click()
    lab.tab("Variants")
    labels = [svg.get_attribute("aria-label") for svg in lab.at(".small-plane > svg").all()]
    X, y = arrays(MIXED)
    kinds = {
        "Last": rosenblatt.Perceptron,
        "Averaged": rosenblatt.AveragedPerceptron,
        "Voted": rosenblatt.VotedPerceptron,
        "Pocket": rosenblatt.PocketPerceptron,
    }
    for (name, kind), label in zip(kinds.items(), labels, strict=True):
        model = kind(**learning(epochs=7)).fit(X, y)
        assert label.startswith(f"{name} after 77 visits: ")
        assert label.endswith(f"; {int((model.predict(X) != y).sum())} of 11 wrong.")
        if name != "Voted":
            numbers = [
                text(abs(number)) for number in [*model.coef_[0], model.intercept_[0]] if abs(number) not in (0, 1)
            ]
            assert [number for number in numbers if number not in label] == []


def test_a_variant_is_shown_in_the_plane_while_its_tab_is_open(lab):
    lab.button("End").click()
    lab.tab("Variants")
    for name in ("Averaged", "Voted", "Pocket"):
        lab.button(name).click()
        assert lab.said == f"The plane shows the {name.lower()} weights."
        assert lab.page.evaluate("lab.plane.svg.classList.contains('painted')")
        assert lab.page.evaluate("document.querySelector('.plane-stage canvas').width > 100")
        assert lab.at(".variant-line").count() == (name != "Voted")
    lab.tab("Steps")
    assert not lab.page.evaluate("lab.plane.svg.classList.contains('painted')")


def test_other_orders_are_counted_beside_each_other(open_lab):
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    for _ in range(2):
        lab.button("Next epoch").click()
    lab.tab("Variants")
    rows = [row.split("\t") for row in lab.at("table.compared tbody tr").all_inner_texts()]
    X, y = arrays(MIXED)
    for place, order in ((0, "given"), (1, "shuffled"), (3, "all-mistakes")):
        trace = trace_of(MIXED, epochs=7, order=order)
        now = trace.replay(22)
        wrong = int((y * (X @ now.w[0] + now.b[0]) <= 0).sum())
        counts = [str(int(trace.wrong[:22].sum())), str(int(trace.wrong.sum())), f"{wrong} of 11", "stopped, 7 epochs"]
        assert rows[place][1:] == counts
    online = trace_of(MIXED, epochs=1)
    assert rows[2][1:3] == [str(int(online.wrong.sum()))] * 2


# --- Practice ---


def feedback(lab):
    return lab.at(".feedback:visible").inner_text()


def test_mistake_or_not_is_asked_answered_and_scored(lab):
    panel = lab.tab("Practice")
    lab.button("Mistake or not?").click()
    trace = trace_of()
    assert "Visit 1 comes to point 1, minus, at (−1, 3) (ringed). w is (0, 0), b is 0." in panel.inner_text()
    right = 0
    for t, guess in enumerate([True, False, False, True, False], start=1):
        lab.button("A mistake" if guess else "No mistake").click()
        correct = guess == bool(trace.wrong[t - 1])
        right += correct
        assert feedback(lab).startswith("✓ Right." if correct else "✗ Not so.")
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
    lab.button("Draw it first").click()
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✗ Not so. The line must go through (4, 0) and (0, 2)")
    put_line(lab, 4, 0, -1, -2)
    lab.button("Check my line").click()
    assert "w points to the side where the score is negative" in feedback(lab)
    put_line(lab, 2, 1, 2, 4)
    lab.button("Check my line").click()
    assert feedback(lab).startswith("✓ Right. The line goes through (4, 0) and (0, 2)")
    assert "Its length is 2 times that of (1, 2)" in feedback(lab)
    assert "Draw it first 0 of 1 right" in lab.text(".score")  # the first answer counts


def test_a_line_is_dragged_and_compared_with_the_best(lab):
    lab.tab("Practice")
    lab.button("Draw it first").click()
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
    assert feedback(lab).startswith("✓ Right. All points are on their sides.")
    extra = lab.state["extra"]
    w = np.array([extra["lineW1"], extra["lineW2"]])
    angle = np.degrees(np.arccos(w @ best / np.linalg.norm(w) / np.linalg.norm(best)))
    assert f"w is {text(round(angle, 1))}° away from that of the best line." in feedback(lab)
    lab.button("Let the perceptron run").click()
    assert lab.text("#ending").startswith("It converged")
    assert "Draw it first 1 of 1 right" in lab.text(".score")


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
        assert feedback(lab).startswith("✗ Not so." if lie else "✓ Right.")
        assert ("There is such a line." if truth else "There is none. Points") in feedback(lab)
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


# --- Share ---

SHARED = {
    "mixed": as_state(MIXED, t=30, options={"epochs": 7, "order": "random-mistake", "seed": 11, "eta": 0.3}),
    "odd": as_state(
        [(0.1, -1e-7, 1), (123456.789, 1e6, -1), (-0.30000000000000004, 2 / 3, -1)],
        **{"t": 2, "options": {"bias": False, "start": [1e-3, -2.5, 0.125], "atZero": "negative", "epochs": 3}},
    ),
    "empty": as_state(()),
    "projected": as_state(XOR, projector=True, extra={"variant": 2}, t=5, options={"epochs": 12}),
}


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_link_brings_state_and_numbers_back(open_lab, lab_file, name):
    lab = open_lab(state=SHARED[name])
    lab.tab("Share")
    shared, shown = lab.state, lab.text("#numbers")
    link = lab.at("#link").input_value()
    other = open_lab(link.split("#")[1])
    assert {**other.state, "tab": "share"} == shared
    assert other.state["tab"] == "steps"
    other.tab("Share")
    assert other.text("#numbers") == shown
    assert other.problem == ""


def test_the_address_follows_and_a_reload_brings_the_state_back(lab):
    lab.click(1, 1)
    lab.button("Next epoch").click()
    lab.tab("Theorem")
    lab.wait("location.hash.includes('tab=theorem')")
    before = lab.state
    lab.page.reload()
    lab.wait("window.lab")
    assert lab.state == before
    assert lab.counters == counters_of(trace_of(lab.points), 5)


def test_a_damaged_link_is_told_and_the_lab_starts_afresh(open_lab):
    lab = open_lab("1~t=7~nonsense")
    assert lab.problem.startswith("This link is damaged")
    for link in ("%E0%A4%A", "2~t=1~zzz", "<script>alert(1)</script>"):
        lab.button("Close this message").click()
        lab.page.evaluate("(link) => { location.hash = link; }", link)
        expect(lab.at("#problem p.problem span")).to_have_text(
            re.compile("^This link (is damaged|was made by another)")
        )
        assert lab.points == list(NOTE_004)
    lab.button("Step").click()
    assert lab.line == line_of(trace_of(), 1)


def test_the_link_is_copied(open_lab):
    lab = open_lab(state=SHARED["mixed"], **CLIPBOARD)
    lab.tab("Share")
    lab.button("Copy link").click()
    expect(lab.at("#toast")).to_have_text("The link is copied.")
    assert lab.page.evaluate("navigator.clipboard.readText()") == lab.at("#link").input_value()


def test_the_link_is_copied_where_the_clipboard_is_not_to_be_had(lab):
    lab.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    lab.tab("Share")
    lab.button("Copy link").click()
    expect(lab.at("#toast")).to_have_text(re.compile("^The link is (copied|selected)"))


@pytest.mark.parametrize("name", ["mixed", "odd"])
def test_copied_as_python_it_prints_the_numbers_on_screen(open_lab, name):
    lab = open_lab(state=SHARED[name], **CLIPBOARD)
    lab.tab("Share")
    lab.button("Copy as Python").click()
    expect(lab.at("#toast")).to_have_text("The script is copied.")
    script = lab.page.evaluate("navigator.clipboard.readText()")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(script, {})
    assert printed.getvalue().strip() == lab.text("#numbers")


# --- CSV and files ---

DROP = """([text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "points.csv", { type: "text/csv" }));
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector("#plane-svg").dispatchEvent(drop);
}"""
BAD_CSV = {
    "NaN": ("1,2,1\nNaN,3,-1\n", 'Line 2: x must be a number from -1000000 to 1000000; got "NaN".'),
    "too many": (
        "\n".join(f"{i},{i % 7},{1 if i % 2 else -1}" for i in range(5000)),
        "Line 501 is one too many: there can be at most 500 points, and 5000 are given.",
    ),
    "text": (
        "The perceptron was invented in 1957.\nIt learns.",
        "Line 1 must have three values, x, y and label; it has 6 values.",
    ),
    "one column": ("1\n2\n3\n", 'Line 1 must have three values, x, y and label; it has one value, "1".'),
    "three classes": ("1,2,a\n2,3,b\n3,4,c\n", 'Line 3 has a third label, "c"; the lab shows two classes.'),
    "nothing": ("\n\n", "No points were found: give lines of x, y, label."),
}


def give_by_box(lab, csv):
    """Paste it into the box, as one does."""
    lab.tab("Data")
    box = lab.page.get_by_label("Points from CSV")
    box.fill("")
    lab.page.evaluate("(text) => navigator.clipboard.writeText(text)", csv)
    box.press("Control+V")
    lab.button("Use these points").click()


def give_by_paste(lab, csv):
    """Paste it anywhere else."""
    lab.tab("Steps")
    lab.page.evaluate("(text) => navigator.clipboard.writeText(text)", csv)
    lab.press("Control+V")


def give_by_drop(lab, csv):
    lab.page.evaluate(DROP, [csv])


@pytest.mark.parametrize("give", [give_by_box, give_by_paste, give_by_drop])
def test_bad_csv_is_told_in_a_sentence_and_nothing_is_lost(open_lab, give):
    lab = open_lab(**CLIPBOARD)
    lab.button("Step").click()
    rest = "JSON.stringify({ ...lab.view.state, tab: 0 })"
    before = lab.page.evaluate(rest)
    for csv, sentence in BAD_CSV.values():
        if give is give_by_paste and not csv.strip():
            continue  # nothing is pasted
        give(lab, csv)
        expect(lab.at("#problem p.problem span")).to_have_text(sentence)
        assert lab.page.evaluate(rest) == before
        if give is give_by_box:
            assert lab.page.get_by_label("Points from CSV").input_value() == csv  # to be mended there


GOOD_CSV = "class;length;width\nyes;1,5;2\nno;-1;0,25\nno;3;-4\n"
GOOD_POINTS = [(1.5, 2, 1), (-1, 0.25, -1), (3, -4, -1)]


@pytest.mark.parametrize("give", [give_by_box, give_by_paste])
def test_points_are_pasted(open_lab, give):
    lab = open_lab(**CLIPBOARD)
    give(lab, GOOD_CSV)
    expect(lab.at("#toast")).to_have_text("3 points taken. Undo brings the old ones back.")
    assert lab.points == GOOD_POINTS
    lab.button("End").click()
    numbers_agree(lab, GOOD_POINTS)
    lab.button("Undo").click()
    lab.button("Undo").click()
    assert lab.points == list(NOTE_004)


def test_points_are_dropped_anywhere_or_opened_as_a_file(lab, tmp_path):
    give_by_drop(lab, GOOD_CSV)
    lab.wait("lab.view.state.points.length === 3")
    assert lab.points == GOOD_POINTS
    (tmp_path / "xor.csv").write_text("x,y,label\n0,0,-1\n1,1,-1\n0,1,1\n1,0,1\n")
    lab.tab("Data")
    with lab.page.expect_file_chooser() as chooser:
        lab.button("Open a file").click()
    chooser.value.set_files(tmp_path / "xor.csv")
    lab.wait("lab.view.state.points.length === 4")
    assert lab.points == list(XOR)


def saved(lab, button):
    lab.tab("Share")
    with lab.page.expect_download() as download:
        lab.button(button).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_points_are_saved_as_csv_that_the_package_reads(open_lab, tmp_path):
    lab = open_lab(state=SHARED["odd"])
    name, content = saved(lab, "Points (CSV)")
    assert name == "points.csv"
    (tmp_path / name).write_bytes(content)
    X, y, _ = rosenblatt.read(tmp_path / name, target="label").table()
    points = [(*row, int(label)) for row, label in zip(np.asarray(X).tolist(), y.tolist(), strict=True)]
    assert points == lab.points


def test_the_plane_is_saved_as_png(lab):
    from PIL import Image

    name, content = saved(lab, "Picture (PNG)")
    assert name == "perceptron.png"
    width, height = struct.unpack(">II", content[16:24])
    box = lab.at("#plane-svg").bounding_box()
    assert (width, height) == pytest.approx((2 * box["width"], 2 * box["height"]), abs=1)
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    for x, y, label in NOTE_004:
        px, py = lab.on_screen(x, y)
        seen = picture.getpixel((round(2 * (px - box["x"])) - 7, round(2 * (py - box["y"])) - 7))  # beside the sign
        assert seen == ((63, 144, 218) if label > 0 else (231, 99, 0))


def test_the_plane_is_saved_as_svg_that_needs_nothing(lab):
    lab.button("End").click()
    name, content = saved(lab, "Picture (SVG)")
    assert name == "perceptron.svg"
    root = ElementTree.fromstring(content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    fills = [element.get("fill") for element in root.iter("{http://www.w3.org/2000/svg}path")]
    assert (fills.count("rgb(63, 144, 218)"), fills.count("rgb(231, 99, 0)")) == (2, 2)
    assert not re.search(r"<script|href|https?://(?!www\.w3\.org)", content.decode())


def test_an_exported_lab_opens_from_disk_with_data(open_lab, tmp_path):
    file = tmp_path / "mine.html"
    options = ["--order", "shuffled", "--seed", "3", "--epochs", "20", "--at-zero", "positive", "--no-bias"]
    done = CliRunner().invoke(lab_command, ["sample:note-000", "--export", str(file), *options])
    assert done.exit_code == 0
    lab = open_lab(file=file)
    X, y, _ = sample("note-000")
    assert lab.points == [(*row, int(label)) for row, label in zip(X.tolist(), np.asarray(y).tolist(), strict=True)]
    lab.button("End").click()
    run = {"order": "shuffled", "seed": 3, "epochs": 20, "atZero": "positive", "bias": False}
    numbers_agree(lab, lab.points, **run)


def test_an_exported_lab_opens_from_disk_at_an_example(open_lab, tmp_path):
    file = tmp_path / "example.html"
    done = CliRunner().invoke(lab_command, ["--export", str(file), "--example", "xor"])
    assert done.exit_code == 0
    lab = open_lab(file=file)
    assert (lab.state["card"], lab.state["tab"]) == ("xor", "cards")
    assert lab.points == list(XOR)
    assert lab.text("#card-title") == "Exclusive or"
    assert lab.button("Undo").is_disabled()


def test_the_function_export_writes_a_lab_with_points(open_lab, tmp_path):
    X, y = arrays(MIXED)
    lab = open_lab(file=rosenblatt.lab.export(tmp_path / "points.html", data=(X, y), max_iter=7))
    assert lab.points == list(MIXED)
    lab.button("End").click()
    numbers_agree(lab, MIXED, epochs=7)


def test_a_notebook_shows_the_lab_in_a_frame(page, tmp_path):
    shown = rosenblatt.lab.show(*arrays(XOR), order="given", max_iter=5)
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><meta charset='utf-8'>{shown._repr_html_()}", "utf-8")
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="End", exact=True).click()
    expect(frame.locator("#counters")).to_have_text(counters_of(trace_of(XOR, epochs=5), 20))
    frame.get_by_role("button", name=re.compile("^Theme")).click()  # a frame has no storage, and no address
    assert page.complaints == []
    assert [address for address in page.requests if not address.startswith("about:")] == [file.as_uri()]


# --- The page around it ---


def test_undo_and_redo_go_through_everything(lab):
    seen = [lab.state]
    actions = (
        lambda: lab.click(1, 1),
        lambda: lab.button("Next mistake").click(),
        lambda: lab.drag((1, 1), (2, 2)),
        lambda: lab.at(".plane-tools").get_by_text("Delete", exact=True).click(),
        lambda: lab.button("End").click(),
    )
    for act in actions:
        act()
        seen.append(lab.state)
    for state in reversed(seen[:-1]):
        lab.button("Undo").click()
        assert lab.state == state
    assert lab.button("Undo").is_disabled()
    for state in seen[1:]:
        lab.button("Redo").click()
        assert lab.state == state
    assert lab.button("Redo").is_disabled()
    lab.button("Undo").click()
    lab.click(0, 0)
    assert lab.button("Redo").is_disabled()


def test_the_theme_is_the_systems_until_it_is_switched(open_lab):
    lab = open_lab(color_scheme="dark")
    switch = lab.page.get_by_role("button", name=re.compile("^Theme"))
    assert (switch.get_attribute("title"), lab.page.evaluate(BACKGROUND)) == ("Theme: as the system has it", DARK)
    switch.click()
    assert (switch.get_attribute("title"), lab.page.evaluate(BACKGROUND)) == ("Theme: light", LIGHT)
    lab.page.reload()  # it is remembered
    lab.wait("window.lab")
    assert lab.page.evaluate(BACKGROUND) == LIGHT
    switch.click()
    assert (switch.get_attribute("title"), lab.page.evaluate(BACKGROUND)) == ("Theme: dark", DARK)
    lab.page.emulate_media(color_scheme="light")
    assert lab.page.evaluate(BACKGROUND) == DARK
    switch.click()
    assert lab.page.evaluate(BACKGROUND) == LIGHT


def test_a_projector_gets_large_type_and_nothing_is_cut(open_lab):
    lab = open_lab(viewport={"width": 1280, "height": 800})
    before = lab.at("#counters").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
    lab.button("Projector").click()
    assert lab.button("Projector").get_attribute("aria-pressed") == "true"
    assert lab.at("#counters").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 1.3 * before
    lab.button("Next mistake").click()
    for tab in TABS:
        lab.tab(tab)
        assert lab.page.evaluate(OVERFLOW) <= 0
    lab.wait("location.hash.includes('big=1')")  # it is in the link
    lab.button("Projector").click()
    assert lab.at("#counters").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") == before


def test_what_is_printed_is_white_and_without_controls(open_lab):
    lab = open_lab(color_scheme="dark")
    lab.button("End").click()
    lab.page.emulate_media(media="print", color_scheme="dark")
    lab.page.set_viewport_size({"width": 680, "height": 960})  # A4 within its margins
    assert lab.page.evaluate(BACKGROUND) == LIGHT
    for control in ("#page-tools", ".plane-tools", "#time .buttons", "[role=tablist]", "#scrubber"):
        assert not lab.at(control).is_visible()
    for content in ("#plane-svg", "#counters", "#plane-note", ".work"):
        assert lab.at(content).is_visible()
    assert lab.page.evaluate(OVERFLOW) <= 0
    assert lab.at("table.run tr[data-t]").count() == 24  # the whole run, not what would be in sight
    assert lab.page.pdf().startswith(b"%PDF")


BOUNDARY = "document.querySelector('.layer-arrows .boundary:not(.before)').getAttribute('d')"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_an_update_is_animated_unless_less_motion_is_asked_for(open_lab, motion):
    lab = open_lab(reduced_motion=motion)
    lab.page.clock.install(time=0)
    lab.page.reload()
    lab.wait("window.lab")
    lab.page.clock.pause_at(5000)
    lab.button("Step").click()
    lab.page.clock.run_for(2000)
    first = lab.page.evaluate(BOUNDARY)
    lab.button("Step").click()  # the second mistake of note 004 turns the line
    at_once = lab.page.evaluate(BOUNDARY)
    lab.page.clock.run_for(2000)
    at_last = lab.page.evaluate(BOUNDARY)
    assert at_last != first
    assert (at_once == at_last) == (motion == "reduce")
    assert lab.text("#plane-note").startswith("Boundary: 2·x₁ − 2·x₂ − 2 = 0.")


# Every control can be scrolled to, is on the screen as a whole, is not covered, and a finger can meet it.
UNREACHABLE = """() => {
  const controls = document.querySelectorAll("button, select, textarea, input, a[href], summary, [role=tab]");
  const found = [];
  for (const control of controls) {
    if (!control.checkVisibility() || control.disabled || control.closest(".unseen, .skip")) continue;
    control.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const name = control.getAttribute("aria-label") ?? (control.textContent || control.id);
    if (left < 0 || right > innerWidth + 0.5) found.push(`${name} sticks out`);
    else if (!at || !control.contains(at)) found.push(`${name} is covered`);
    else if (Math.max(width, height) < 24) found.push(`${name} is small`);
  }
  return found;
}"""


def test_a_narrow_phone_shows_everything_within_320_pixels(open_lab):
    lab = open_lab(viewport={"width": 320, "height": 568})
    lab.button("Next mistake").click()
    for tab in TABS:
        lab.tab(tab)
        assert (tab, lab.page.evaluate(OVERFLOW)) <= (tab, 0)
        assert (tab, lab.page.evaluate(UNREACHABLE)) == (tab, [])


def test_a_narrow_phone_shows_cards_within_320_pixels(open_lab):
    lab = open_lab("card=warm-up", viewport={"width": 320, "height": 568})
    for card in CARDS:
        lab.page.evaluate("(id) => lab.openCard(id)", card)
        assert (card, lab.page.evaluate(OVERFLOW)) <= (card, 0)
        assert (card, lab.page.evaluate(UNREACHABLE)) == (card, [])


def test_a_narrow_phone_shows_long_numbers_and_exercises(open_lab):
    lab = open_lab(state=SHARED["odd"], viewport={"width": 320, "height": 568})
    for tab in TABS:
        lab.tab(tab)
        assert (tab, lab.page.evaluate(OVERFLOW)) <= (tab, 0)
    lab.tab("Practice")
    for exercise in ("Mistake or not?", "Draw it first", "Separable or not?"):
        lab.button(exercise).click()
        assert lab.page.evaluate(OVERFLOW) <= 0
        assert lab.page.evaluate(UNREACHABLE) == []


def test_a_4k_screen_is_used(open_lab):
    lab = open_lab(viewport={"width": 3840, "height": 2160})
    lab.button("Next mistake").click()
    assert lab.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 24
    plane = lab.at("#plane-svg").bounding_box()
    assert plane["width"] > 3840 / 3
    assert plane["height"] > 2160 / 3
    for tab in TABS:
        panel = lab.tab(tab).bounding_box()
        assert lab.page.evaluate(OVERFLOW) <= 0
        assert panel["x"] >= plane["x"] + plane["width"]  # beside the plane
    lab.click(1, 1)
    assert lab.points[-1] == (1, 1, 1)


def test_help_lists_the_keys_and_closes(lab):
    lab.button("Help").click()
    dialog = lab.page.get_by_role("dialog", name="How to use the lab")
    assert dialog.is_visible()
    assert {"→", "m", "e", "Home", "End", "Ctrl+Z, Ctrl+Y"} <= set(dialog.locator("kbd").all_inner_texts())
    dialog.get_by_role("button", name="Close").click()
    assert not dialog.is_visible()
