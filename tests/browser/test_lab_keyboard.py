"""The lab in Chromium with the keyboard alone: everything is reached, seen to be reached, and never lost."""

import re

import pytest

import rosenblatt

from .lab_driver import NOTE_004, arrays, as_state, counters_of, expect, line_of, numbers_at, text, trace_of

TABS = ("Steps", "Data", "Theorem", "Variants", "Practice", "Cards", "Share")

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


def go_to_tab(lab, name):
    """Open a tab as the keyboard does: to the tabs with Tab, along them with an arrow."""
    open_now = lab.page.get_by_role("tab", selected=True).inner_text()
    if lab.focus != f"#tab-{open_now.lower()}":
        lab.tab_to(f"#tab-{open_now.lower()}")
    for _ in range((TABS.index(name) - TABS.index(open_now)) % len(TABS)):
        lab.press("ArrowRight")
    assert lab.focus == f"#tab-{name.lower()}"


def numbers_agree(lab, points=NOTE_004, t=None, **options):
    go_to_tab(lab, "Share")
    assert lab.shows(numbers_at(t, points, **options)), lab.numbers


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
    assert lab.focus == "What to see beside the plane"
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
    assert lab.text("#ending").startswith("It converged")
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
    cross = re.fullmatch(r"Cross at \((.*), (.*)\)\.", lab.said)
    place = tuple(float(number.replace("−", "-")) for number in cross.groups())
    assert place == (2.1, 1.1)
    lab.press("Enter")
    assert lab.said == "Placed point 5, plus, at (2.1, 1.1)."
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
    lab.tab_to("point 1, minus, at (−1, 3)")
    lab.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowDown")
    moved = (0.2, 2.9, -1)
    assert lab.points == [moved, *NOTE_004[1:]]
    assert lab.focus == "point 1, minus, at (0.2, 2.9)"
    lab.press("PageDown")
    assert lab.focus == "point 2, minus, at (−1, −1)"
    lab.press("ArrowLeft")
    assert lab.points[:2] == [moved, (-1.1, -1, -1)]
    lab.press("Control+z")
    assert lab.points == [moved, *NOTE_004[1:]]
    assert lab.focus == "point 2, minus, at (−1, −1)"
    lab.press("Control+z")
    assert lab.points == list(NOTE_004)
    lab.press("Control+y")
    assert lab.points == [moved, *NOTE_004[1:]]
    lab.press("PageUp")
    assert lab.focus == "point 1, minus, at (0.2, 2.9)"
    assert lab.state["t"] == 0  # these arrows were for the point


def test_the_view_stays_while_the_only_point_is_moved(open_lab):
    lab = open_lab(state=as_state([(1, 1, 1)]))
    lab.tab_to("point 1, plus, at (1, 1)")
    camera = lab.page.evaluate("Object.values(lab.plane.space.camera)")
    lab.press("ArrowLeft")
    assert lab.page.evaluate("Object.values(lab.plane.space.camera)") == camera


def test_enter_changes_a_label_and_delete_goes_to_the_next_point(lab):
    lab.tab_to("point 1, minus, at (−1, 3)")
    lab.press("PageDown", "PageDown", "Enter")
    assert lab.focus == "point 3, minus, at (3, −1)"
    lab.press("Delete")
    assert lab.said == "Removed point 3, minus, at (3, −1)."
    assert lab.focus == "point 3, plus, at (0, 1.5)"
    lab.press("Delete")  # the last one: its neighbour is before it
    assert lab.focus == "point 2, minus, at (−1, −1)"
    lab.press("Control+z")
    assert len(lab.points) == 3
    assert lab.focus == "point 2, minus, at (−1, −1)"
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
    assert lab.focus.startswith("point 5, plus")
    lab.press("Control+z")
    assert lab.points == list(NOTE_004)
    assert lab.focus != "nothing"


def test_points_are_typed_and_deleted_in_the_table(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("x₁ of point 2")
    lab.page.keyboard.type("0.5")  # Tab selects what is in a box
    lab.press("Tab")
    assert lab.focus == "x₂ of point 2"
    lab.press("Tab", " ")
    typed = [NOTE_004[0], (0.5, -1, 1), *NOTE_004[2:]]
    assert lab.points == typed
    lab.tab_to("Delete point 4, plus, at (0, 1.5)")
    lab.press("Enter")
    assert lab.points == typed[:3]
    assert lab.focus == "Delete point 3, plus, at (3, −1)"
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
    lab.tab_to("x₁ of point 1")
    lab.page.keyboard.type("m e-+ ")
    lab.press("ArrowRight", "Home", "End", "ArrowLeft")
    assert (lab.state["t"], lab.focus) == (0, "x₁ of point 1")
    lab.press("Tab")
    assert lab.problem.startswith("Point 1: x must be a number")
    assert lab.points == list(NOTE_004)


# --- Options, undo, help, page ---


def test_options_are_chosen_ticked_and_typed(lab):
    lab.press("End")
    go_to_tab(lab, "Data")
    lab.tab_to("Order of visits")
    lab.page.keyboard.type("First")
    lab.tab_to("A score of exactly zero is")
    lab.press("ArrowDown")
    lab.tab_to("Learn a bias b")
    lab.press(" ")
    lab.tab_to("Rate η")
    lab.page.keyboard.type("0.5")
    lab.tab_to("Starting w₂")
    lab.page.keyboard.type("-2")
    lab.tab_to("Epochs at most")
    lab.page.keyboard.type("40")
    lab.press("Enter")
    options = {"order": "first-mistake", "atZero": "positive", "bias": False, "eta": 0.5, "epochs": 40}
    numbers_agree(lab, start=(0, -2, 0), **options)


def test_undo_and_redo_keep_the_focus_until_nothing_is_left(lab):
    lab.tab_to("The plane")
    lab.press("Enter", "ArrowRight", "Enter")
    lab.tab_to("Undo", back=True)
    lab.press("Enter", "Enter")
    assert lab.points == list(NOTE_004)
    assert lab.focus != "nothing"
    lab.tab_to("Redo")
    lab.press("Enter", "Enter")
    assert len(lab.points) == 6
    assert lab.focus != "nothing"


def test_help_opens_closes_with_escape_and_gives_the_focus_back(lab):
    lab.tab_to("The plane")
    lab.press("?")
    dialog = lab.page.get_by_role("dialog", name="How to use the lab")
    assert dialog.is_visible()
    assert lab.focus == "Close"
    lab.press("ArrowRight")
    assert lab.state["t"] == 0  # the lab waits behind it
    lab.press("Escape")
    assert not dialog.is_visible()
    assert lab.focus == "The plane"
    lab.tab_to("Help", back=True)
    lab.press("Enter", "Enter")
    assert not dialog.is_visible()
    assert lab.focus == "Help"


def test_theme_and_projector_have_keys(lab):
    lab.press("p")
    assert lab.state["projector"]
    lab.press("p")
    assert not lab.state["projector"]
    lab.tab_to("Theme: as the system has it")
    lab.press("Enter", "Enter")
    assert lab.focus == "Theme: dark"
    assert lab.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_message_is_closed_and_the_focus_stays_in_the_page(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("x₁ of point 1")
    lab.page.keyboard.type("no")
    lab.press("Enter")
    assert lab.problem
    lab.tab_to("Close this message")
    lab.press("Enter")
    assert lab.problem == ""
    assert lab.focus != "nothing"


# --- Panels ---


def test_cards_are_opened_turned_and_left(lab):
    go_to_tab(lab, "Cards")
    lab.press("Tab", "Enter")
    assert lab.focus == "#card-title"
    assert lab.state["card"] == "warm-up"
    lab.tab_to("Next →", back=True)
    lab.press("Enter")
    assert lab.state["card"] == "note-000"
    assert lab.focus == "#card-title"
    lab.tab_to("All cards", back=True)
    lab.press("Enter")
    assert lab.state["card"] == ""
    assert lab.focus != "nothing"


def test_the_handles_of_a_card_are_moved_by_arrows(open_lab):
    lab = open_lab("card=distance")
    lab.tab_to("x″, at (4, 7): arrow keys move it")
    lab.press("ArrowRight", "Shift+ArrowDown")
    extra = lab.state["extra"]
    step = round(extra["farX"] - 4, 6)
    assert (step > 0, extra["farY"]) == (True, pytest.approx(7 - 10 * step))
    assert lab.focus == f"x″, at {text(extra['farX'], extra['farY'])}: arrow keys move it"
    away = abs(3 * extra["farX"] + 4 * extra["farY"] - 5) / 5
    assert lab.at(".card-view [role=status]").text_content().count(f"={text(away)}") == 2
    lab.press("Control+z")
    assert lab.state["extra"]["farX"] == 4
    assert lab.focus.startswith("x″, at (4,")


def test_a_digit_is_drawn_pixel_by_pixel(open_lab):
    lab = open_lab("card=digits")
    lab.tab_to("Clear")
    lab.press("Enter")
    assert lab.text(".winner") == "Nothing is drawn yet."
    lab.tab_to("Line 1, column 1: 0", back=True)
    lab.press("ArrowRight", "ArrowDown", "Enter", "Enter")
    assert lab.focus == "Line 2, column 2: 16"
    assert lab.text(".winner").startswith("It looks like a ")
    lab.press("Delete")
    assert lab.focus == "Line 2, column 2: 0"
    assert lab.text(".winner") == "Nothing is drawn yet."
    assert len(lab.points) == 40  # Delete was for the pixel


def test_a_variant_and_a_drawing_of_the_theorem_are_chosen(lab):
    lab.press("End")
    go_to_tab(lab, "Variants")
    lab.tab_to("Voted")
    lab.press("Enter")
    assert lab.state["extra"] == {"variant": 2}
    assert lab.focus == "Voted"
    lab.tab_to("#tab-variants", back=True)
    go_to_tab(lab, "Theorem")
    bound = rosenblatt.certify(*arrays(NOTE_004)).mistake_bound
    assert lab.text("#theorem-now") == f"It converged after 9 mistakes; at most {bound} could be made."
    lab.tab_to("R")
    lab.press("Enter")
    assert lab.page.get_by_role("button", name="R", exact=True).get_attribute("aria-pressed") == "false"
    assert lab.focus == "R"


def test_an_exercise_is_done_to_the_end_of_its_run(lab):
    go_to_tab(lab, "Practice")
    lab.tab_to("Mistake or not?")
    lab.press("Enter")
    lab.tab_to("A mistake")
    trace = trace_of()
    for _ in range(24):
        lab.press("Enter")
        assert lab.focus != "nothing"
    assert lab.counters == counters_of(trace, 24)
    assert f"Mistake or not? {int(trace.wrong.sum())} of 24 right" in lab.text(".score")


def test_a_line_is_drawn_by_arrows_and_boxes(lab):
    go_to_tab(lab, "Practice")
    lab.tab_to("Draw it first")
    lab.press("Enter")
    for name, number in (("x₁", "2"), ("x₂", "1"), ("w₁", "1"), ("w₂", "1.9")):
        lab.tab_to(name)
        lab.page.keyboard.type(number)
    lab.tab_to("Check my line")
    lab.press("Enter")
    assert lab.at(".feedback:visible").inner_text().startswith("✓ Right.")
    lab.tab_to("The tip of w, at (3, 2.9): arrow keys move it")
    lab.press("ArrowUp")
    assert lab.state["extra"]["lineW2"] > 1.9
    assert lab.focus.startswith("The tip of w, at (3, ")


def test_a_separable_set_is_judged_and_the_next_is_at_hand(lab):
    go_to_tab(lab, "Practice")
    lab.tab_to("Separable or not?")
    lab.press("Enter")
    lab.tab_to("Not separable")
    lab.press("Enter")
    assert lab.at(".feedback:visible").inner_text().startswith("✗ Not so. There is such a line.")
    assert lab.focus == "Next set"
    lab.press("Enter")
    assert "Set 2 of 10." in lab.at(".question:visible").inner_text()


def test_a_link_is_copied_pasted_points_are_taken_and_files_saved(open_lab):
    lab = open_lab(permissions=["clipboard-read", "clipboard-write"])
    lab.press("e")
    go_to_tab(lab, "Share")
    lab.tab_to("Copy link")
    lab.press("Enter")
    expect(lab.at("#toast")).to_have_text("The link is copied.")
    assert lab.focus == "Copy link"
    link = lab.page.evaluate("navigator.clipboard.readText()")
    other = open_lab(link.split("#")[1])
    assert other.counters == counters_of(trace_of(), 4)
    lab.tab_to("Points (CSV)")
    with lab.page.expect_download() as download:
        lab.press("Enter")
    assert download.value.path().read_text() == "x,y,label\n-1,3,-1\n-1,-1,-1\n3,-1,1\n0,1.5,1\n"
    assert lab.focus == "Points (CSV)"
    lab.page.evaluate("navigator.clipboard.writeText('1,2,1\\n2,3,-1\\n')")
    lab.press("Control+v")
    expect(lab.at("#toast")).to_have_text("2 points taken. Undo brings the old ones back.")
    assert lab.points == [(1, 2, 1), (2, 3, -1)]
