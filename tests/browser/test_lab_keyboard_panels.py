"""The lab's options, page tools and panels in Chromium with the keyboard alone: all can be done, no focus is lost."""

import pytest

import rosenblatt

from .lab_driver import NOTE_004, arrays, counters_of, expect, text, trace_of
from .lab_keyboard import go_to_tab, numbers_agree

# --- Options, undo, help, page ---


def test_options_are_chosen_ticked_and_typed(lab):
    lab.press("End")
    go_to_tab(lab, "Options")
    lab.tab_to("Order of visits")
    lab.page.keyboard.type("First")
    lab.tab_to("A score of exactly zero is")
    lab.press("ArrowDown")
    lab.tab_to("Learn a bias b")
    lab.press(" ")
    lab.tab_to("Learning rate η")
    lab.page.keyboard.type("0.5")
    lab.tab_to("Starting w₂")
    lab.page.keyboard.type("-2")
    lab.tab_to("Maximum number of epochs")
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
    lab.tab_to("Theme: same as the system")
    lab.press("Enter", "Enter")
    assert lab.focus == "Theme: dark"
    assert lab.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_message_is_closed_and_the_focus_stays_in_the_page(lab):
    go_to_tab(lab, "Data")
    lab.tab_to("x₁ of point 0")
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
    assert lab.text(".winner") == "Nothing drawn yet."
    lab.tab_to("Row 1, column 1: 0", back=True)
    lab.press("ArrowRight", "ArrowDown", "Enter", "Enter")
    assert lab.focus == "Row 2, column 2: 16"
    assert lab.text(".winner").startswith("It looks like a ")
    lab.press("Delete")
    assert lab.focus == "Row 2, column 2: 0"
    assert lab.text(".winner") == "Nothing drawn yet."
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
    assert lab.text("#theorem-now") == f"The run converged after 9 mistakes; at most {bound} were possible."
    lab.tab_to("R")
    lab.press("Enter")
    assert lab.page.get_by_role("button", name="R", exact=True).get_attribute("aria-pressed") == "false"
    assert lab.focus == "R"


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
    expect(lab.at("#toast")).to_have_text("2 points loaded. Undo brings the old points back.")
    assert lab.points == [(1, 2, 1), (2, 3, -1)]
