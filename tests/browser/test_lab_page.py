"""The page around the lab: undo, theme, motion, help."""

import re

import pytest

from .fonts import FONT_SETS
from .lab_samples import BACKGROUND, DARK, LIGHT


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
    assert (switch.get_attribute("title"), lab.page.evaluate(BACKGROUND)) == ("Theme: same as the system", DARK)
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


BOUNDARY = "document.querySelector('.layer-arrows .boundary:not(.before)').getAttribute('d')"


@pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)  # a longer note makes the plane smaller meanwhile
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
    lab.page.clock.run_for(50)  # three frames: the plane gets its new size, and an animation has just begun
    at_once = lab.page.evaluate(BOUNDARY)
    lab.page.clock.run_for(2000)
    at_last = lab.page.evaluate(BOUNDARY)
    assert at_last != first
    assert (at_once == at_last) == (motion == "reduce")
    assert lab.text("#plane-note").startswith("Boundary: 2·x₁ − 2·x₂ − 2 = 0.")


def test_help_lists_the_keys_and_closes(lab):
    lab.button("Help").click()
    dialog = lab.page.get_by_role("dialog", name="How to use the lab")
    assert dialog.is_visible()
    assert {"→", "m", "e", "Home", "End", "Ctrl+Z, Ctrl+Y"} <= set(dialog.locator("kbd").all_inner_texts())
    dialog.get_by_role("button", name="Close").click()
    assert not dialog.is_visible()
