"""Points of the lab are placed, moved, named and deleted, with pointer and touch."""

import pytest

from .lab_driver import (
    NOTE_004,
    as_state,
    counters_of,
    name_of,
    trace_of,
)
from .lab_samples import numbers_agree


def test_a_click_places_a_point_of_the_chosen_label(lab):
    lab.click(1.5, -1.2)
    lab.button("Add −").click()
    lab.click(2.2, 2.1)
    placed = [*NOTE_004, (1.5, -1.2, 1), (2.2, 2.1, -1)]
    assert lab.points == placed
    assert lab.names == [name_of(row, point) for row, point in enumerate(placed)]
    assert lab.said == "Placed point 5, minus, at (2.2, 2.1)."
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
    assert lab.said == "Moved: point 0, minus, at (1.2, 2.5)."
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
    assert delete.get_attribute("title") == "Delete point 2, plus, at (3, −1)"
    delete.click()
    assert lab.points == [NOTE_004[0], NOTE_004[1], NOTE_004[3]]
    assert lab.said == "Removed point 2, plus, at (3, −1)."
    numbers_agree(lab, lab.points, t=0)
    lab.click(1, 0)  # a placed point is touched as well
    assert delete.get_attribute("title") == "Delete point 3, plus, at (1, 0)"
    delete.click()
    assert len(lab.points) == 3


def test_coordinates_and_labels_can_be_typed(lab):
    lab.tab("Data")
    lab.page.get_by_label("x₁ of point 1").fill("0.125")
    lab.page.get_by_label("x₂ of point 1").fill("−2,5")  # as readers write them
    lab.page.get_by_label("x₂ of point 1").press("Enter")
    lab.page.get_by_role("button", name="Label of point 1, minus, at (0.125, −2.5): change").click()
    typed = [NOTE_004[0], (0.125, -2.5, 1), *NOTE_004[2:]]
    assert lab.points == typed
    assert lab.names[1] == "point 1, plus, at (0.125, −2.5)"
    numbers_agree(lab, typed, t=0)


def test_a_coordinate_that_is_none_is_told_in_a_sentence(lab):
    lab.tab("Data")
    box = lab.page.get_by_label("x₁ of point 0")
    for typed, got in (("far", '"far"'), ("", '""'), ("1e7", "10000000"), ("NaN", '"NaN"')):
        box.fill(typed)
        box.press("Enter")
        assert lab.problem == f"Point 0: x must be a number from -1000000 to 1000000; got {got}."
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
    lab.button("Delete point 0, minus, at (−1, 3)").click()
    assert lab.points == [*NOTE_004[1:], (2.5, -0.25, -1)]
    assert lab.text(".points-table caption") == "4 points (at most 500), counted from 0 as rows in Python"
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


CAMERA = "[lab.plane.space.camera.x, lab.plane.space.camera.y]"


def test_the_ground_is_dragged_and_keys_move_the_view(lab):
    before, points = lab.page.evaluate(CAMERA), lab.points
    for mode in ("Add +", "Move"):
        lab.button(mode).click()
        lab.drag((1, 0.5), (2, 1))
    moved = lab.page.evaluate(CAMERA)
    assert moved == pytest.approx([before[0] - 2, before[1] - 1], abs=0.05)
    lab.press("d", "w")
    assert lab.page.evaluate(CAMERA) > moved
    lab.press("a", "s")
    assert lab.page.evaluate(CAMERA) == pytest.approx(moved)
    assert lab.points == points


def test_move_moves_points_and_a_tap_places_none(lab):
    lab.button("Move").click()
    lab.drag((3, -1), (2, -1))
    assert lab.points[2] == (2, -1, 1)
    lab.click(1, 1)
    assert len(lab.points) == 4


def test_delete_needs_a_chosen_point(lab):
    assert lab.button("Delete").is_disabled()
    lab.click(3, -1)
    assert lab.button("Delete").get_attribute("title") == "Delete point 2, plus, at (3, −1)"
    lab.at("#plane-svg").focus()
    lab.button("Move").click()
    lab.click(1, 1)  # the ground: nothing is chosen any more
    assert lab.button("Delete").is_disabled()
    lab.at(".layer-points .point").nth(1).focus()
    lab.button("Delete").click()
    assert lab.points == [(-1, 3, -1), (3, -1, 1), (0, 1.5, 1)]
    assert lab.button("Delete").is_disabled()
