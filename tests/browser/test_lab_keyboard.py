"""The lab in Chromium with the keyboard alone: everything is reached, seen to be reached, and never lost."""

import pytest

from .lab_driver import NOTE_004, as_state, counters_of, line_of, trace_of
from .lab_keyboard import TABS, go_to_tab, numbers_agree

# What Tab should reach: in a group whose members share one stop, the member that has it.
REACHABLE = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
  return [...all].filter((e) => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled).map((e, i) => {
    e.dataset.stop = i;
    return i;
  });
}"""
# Where Tab has stopped, and whether one sees it there: it looks otherwise without the focus.
STOPPED = """() => {
  const e = document.activeElement;
  const looks = () => [e, ...e.querySelectorAll(".body, .reach, .handle-knob")].map((node) => {
    const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(node);
    return [outlineStyle, outlineWidth, stroke, strokeWidth].join(" ");
  }).join();
  const focused = looks();
  e.blur();
  const seen = looks() !== focused;
  e.focus({ focusVisible: true });
  return { stop: Number(e.dataset.stop ?? -1), name: e.getAttribute("aria-label") ?? e.textContent.trim(), seen };
}"""


# --- Everything is reached ---


@pytest.mark.parametrize("tab", TABS)
def test_tab_reaches_everything_and_shows_where_it_is(open_lab, tab):
    lab = open_lab(state=as_state(t=3, tab=tab.lower(), card="distance" if tab == "Cards" else ""))
    stops = set(lab.page.evaluate(REACHABLE))
    reached, unseen = set(), []
    for _ in stops:
        lab.press("Tab")
        now = lab.page.evaluate(STOPPED)
        reached.add(now["stop"])
        if not now["seen"]:
            unseen.append(now["name"])
    assert reached == stops  # each once
    assert unseen == []


def test_the_first_stop_skips_to_the_steps(lab):
    lab.press("Tab")
    assert lab.focus == "Skip to the steps"
    lab.press("Enter")
    assert lab.focus == "Panels beside the plane"
    assert lab.problem == ""  # a place in the page is no damaged link
    lab.press("Tab")
    assert lab.focus == "#tab-steps"


def test_tabs_are_turned_with_arrows_and_keep_the_focus(lab):
    lab.tab_to("#tab-steps")
    for name in (*TABS[1:], TABS[0]):
        lab.press("ArrowRight")
        assert lab.focus == f"#tab-{name.lower()}"
        assert lab.page.get_by_role("tab", selected=True).inner_text() == name
        assert lab.page.get_by_role("tabpanel").get_attribute("id") == f"panel-{name.lower()}"
    lab.press("ArrowLeft")
    assert lab.focus == "#tab-share"
    lab.press("Home")
    assert lab.focus == "#tab-steps"
    assert lab.state["t"] == 0  # these keys were for the tabs


# --- Time ---


def test_every_key_of_time_does_what_help_says(lab):
    trace = trace_of()
    lab.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert lab.line == line_of(trace, 3)
    lab.press("ArrowLeft")
    assert lab.line == line_of(trace, 2)
    lab.press("m")
    assert lab.line == line_of(trace, int(trace.mistakes.when[2]))
    lab.press("e")
    assert lab.counters == counters_of(trace, 8)
    lab.press("End")
    assert lab.counters == counters_of(trace, 24)
    assert lab.text("#ending").startswith("Converged")
    lab.press("Home")
    assert lab.counters == counters_of(trace, 0)


def test_space_plays_and_pauses(lab):
    lab.page.clock.install(time=0)
    lab.page.reload()
    lab.wait("window.lab")
    lab.page.clock.pause_at(5000)
    lab.tab_to("Speed")
    lab.press("ArrowDown")  # from 2 to 4 visits a second
    lab.tab_to("#tab-steps")
    lab.press("Tab")  # the table: no button, so space is free
    assert lab.focus == "The run so far"
    lab.press(" ")
    lab.page.clock.run_for(1900)
    assert lab.counters == counters_of(trace_of(), 7)
    lab.press(" ")
    lab.page.clock.run_for(5000)
    assert lab.counters == counters_of(trace_of(), 7)


def test_the_buttons_of_time_keep_the_focus_to_the_end_of_the_run(lab):
    lab.tab_to("Step")
    for t in range(1, 25):
        lab.press("Enter")
        assert lab.state["t"] == t
        assert lab.focus != "nothing", f"after visit {t}"
    lab.tab_to("Start", back=True)
    lab.press("Enter")
    assert lab.state["t"] == 0
    assert lab.focus != "nothing"


def test_the_scrubber_takes_arrows(lab):
    trace = trace_of()
    lab.tab_to("Visits")
    lab.press("ArrowRight", "ArrowRight", "ArrowUp")
    assert lab.line == line_of(trace, 3)
    lab.press("End")
    assert lab.counters == counters_of(trace, 24)
    lab.press("ArrowLeft")
    assert lab.line == line_of(trace, 23)
    assert lab.focus == "Visits"


def test_a_line_of_the_table_is_chosen_and_keeps_the_focus(lab):
    lab.press("e", "e")
    lab.tab_to("Go to visit 3")
    lab.press("Enter")
    assert lab.line == line_of(trace_of(), 3)
    assert lab.focus == "Go to visit 3"


# --- Points ---


def test_a_cross_is_moved_and_places_points_of_both_labels(lab):
    lab.tab_to("The plane")
    lab.press("Shift+ArrowRight", "ArrowRight", "ArrowUp")
    assert lab.said == (
        "Cross at (2.1, 1.1). a = w·x + b = 0·2.1 + 0·1.1 + 0 = 0; no boundary, since w is zero; "
        "last none, averaged none, voted none, pocket none."
    )
    lab.press("Enter")
    assert lab.said == "Placed point 4, plus, at (2.1, 1.1)."
    lab.press("-")
    lab.press("Shift+ArrowDown", "Enter")
    placed = [*NOTE_004, (2.1, 1.1, 1), (2.1, 0.1, -1)]
    assert lab.points == placed
    assert lab.focus == "The plane"
    lab.press("+", "Shift+ArrowLeft", "Enter")
    assert lab.points[-1] == (1.1, 0.1, 1)
    lab.press("End")
    numbers_agree(lab, lab.points, t=lab.state["t"])


def test_points_are_moved_by_arrows_and_that_is_undone_at_once(lab):
    lab.tab_to("point 0, minus, at (−1, 3)")
    lab.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowDown")
    moved = (0.2, 2.9, -1)
    assert lab.points == [moved, *NOTE_004[1:]]
    assert lab.focus == "point 0, minus, at (0.2, 2.9)"
    lab.press("PageDown")
    assert lab.focus == "point 1, minus, at (−1, −1)"
    lab.press("ArrowLeft")
    assert lab.points[:2] == [moved, (-1.1, -1, -1)]
    lab.press("Control+z")
    assert lab.points == [moved, *NOTE_004[1:]]
    assert lab.focus == "point 1, minus, at (−1, −1)"
    lab.press("Control+z")
    assert lab.points == list(NOTE_004)
    lab.press("Control+y")
    assert lab.points == [moved, *NOTE_004[1:]]
    lab.press("PageUp")
    assert lab.focus == "point 0, minus, at (0.2, 2.9)"
    assert lab.state["t"] == 0  # these arrows were for the point


def test_the_view_stays_while_the_only_point_is_moved(open_lab):
    lab = open_lab(state=as_state([(1, 1, 1)]))
    lab.tab_to("point 0, plus, at (1, 1)")
    camera = lab.page.evaluate("Object.values(lab.plane.space.camera)")
    lab.press("ArrowLeft")
    assert lab.page.evaluate("Object.values(lab.plane.space.camera)") == camera


def test_enter_changes_a_label_and_delete_goes_to_the_next_point(lab):
    lab.tab_to("point 0, minus, at (−1, 3)")
    lab.press("PageDown", "PageDown", "Enter")
    assert lab.focus == "point 2, minus, at (3, −1)"
    lab.press("Delete")
    assert lab.said == "Removed point 2, minus, at (3, −1)."
    assert lab.focus == "point 2, plus, at (0, 1.5)"
    lab.press("Delete")  # the last one: its neighbour is before it
    assert lab.focus == "point 1, minus, at (−1, −1)"
    lab.press("Control+z")
    assert len(lab.points) == 3
    assert lab.focus == "point 1, minus, at (−1, −1)"
    lab.press("Delete", "Delete", "Delete")
    assert lab.points == []
    assert lab.focus == "The plane"
    lab.press("Control+z", "Control+z", "Control+z", "Control+z", "Control+z")
    assert lab.points == list(NOTE_004)
    assert lab.focus == "The plane"
    lab.press("Control+z")
    assert lab.said == "There is nothing to undo."


def test_a_placed_point_is_the_next_stop_and_its_undo_does_not_lose_the_focus(lab):
    lab.tab_to("The plane")
    lab.press("Enter", "Tab")
    assert lab.focus.startswith("point 4, plus")
    lab.press("Control+z")
    assert lab.points == list(NOTE_004)
    assert lab.focus != "nothing"


def test_points_are_typed_and_deleted_in_the_table(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("x₁ of point 1")
    lab.page.keyboard.type("0.5")  # Tab selects what is in a box
    lab.press("Tab")
    assert lab.focus == "x₂ of point 1"
    lab.press("Tab", " ")
    typed = [NOTE_004[0], (0.5, -1, 1), *NOTE_004[2:]]
    assert lab.points == typed
    lab.tab_to("Delete point 3, plus, at (0, 1.5)")
    lab.press("Enter")
    assert lab.points == typed[:3]
    assert lab.focus == "Delete point 2, plus, at (3, −1)"
    lab.tab_to("x₁")
    lab.page.keyboard.type("2")
    lab.press("Tab")
    lab.page.keyboard.type("-0.5")
    lab.press("Enter")
    assert lab.points == [*typed[:3], (2, -0.5, 1)]
    assert lab.focus == "x₁"  # ready for the next
    numbers_agree(lab, lab.points, t=0)


def test_clearing_all_points_does_not_lose_the_focus(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("Clear all")
    lab.press("Enter")
    assert lab.points == []
    assert lab.focus != "nothing"


def test_a_box_keeps_its_keys(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("x₁ of point 0")
    lab.page.keyboard.type("m e-+ ")
    lab.press("ArrowRight", "Home", "End", "ArrowLeft")
    assert (lab.state["t"], lab.focus) == (0, "x₁ of point 0")
    lab.press("Tab")
    assert lab.problem.startswith("Point 0: x must be a number")
    assert lab.points == list(NOTE_004)
