"""axe-core finds nothing that keeps somebody out of the lab: in both themes, every tab, large, narrow, in a dialog."""

import re

import pytest
from axe_playwright_python import sync_playwright as axe

from .fonts import FONT_SETS
from .lab_driver import as_state, expect
from .lab_samples import TABS, XOR

pytestmark = pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)
GRAVE = ("moderate", "serious", "critical")
NOT_SEPARABLE = as_state(XOR, t=6)
EXERCISES = {  # with the button that answers
    "Mistake or not?": "A mistake",
    "Draw the line": "Check my line",
    "Separable or not?": "Separable",
    "Receive, predict, pay": "Predict +1",
}
NAMED = {
    **as_state([(1, 200, 1), (2, 900, 1), (3, 100, -1), (4, 500, -1)], t=3, equalAxes=False),
    "names": {"x1": "petal width (cm)", "x2": "petal length (cm)", "plus": "setosa", "minus": "rest"},
}


def check(lab):
    """What axe-core holds against the page as it is now must be nothing: each rule with the elements that break it."""
    grave = [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['html'][:200]}\n  {node['failureSummary']}"
        for violation in axe.Axe().run(lab.page).response["violations"]
        for node in violation["nodes"]
        if violation["impact"] in GRAVE
    ]
    assert not grave, "\n".join([f"In the tab {lab.state['tab']!r}:", *grave])


@pytest.fixture
def open_still(open_lab):
    """A lab in which nothing moves while it is looked at."""
    return lambda **options: open_lab(reduced_motion="reduce", **options)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tab_in_the_middle_of_a_run(open_still, theme):
    lab = open_still(color_scheme=theme, state={"t": 7})
    for name in TABS:
        lab.tab(name)
        check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["theorem", "variants"])
def test_points_that_no_line_separates(open_still, theme, tab):
    check(open_still(color_scheme=theme, state={**NOT_SEPARABLE, "tab": tab}))


@pytest.mark.parametrize("card", ["digits", "neuron", "distance", "poll", "loss", "shift-b", "averaging"])
def test_a_card_with_a_view_of_its_own(open_still, card):
    check(open_still(link=f"card={card}"))


@pytest.mark.parametrize("exercise", EXERCISES)
def test_an_exercise(open_still, exercise):
    lab = open_still(state={"tab": "practice"})
    lab.button(exercise).click()
    check(lab)
    if exercise == "Draw the line":
        lab.page.get_by_label("the other side").check()
        check(lab)
    lab.button(EXERCISES[exercise]).click()
    check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (320, 568)])
def test_the_tour(open_still, theme, size):
    lab = open_still(color_scheme=theme, new=True, viewport=dict(zip(("width", "height"), size, strict=True)))
    for _ in range(6):
        check(lab)
        lab.at("#tour").get_by_text(re.compile("^(Next|Finish)$")).click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_and_unequal_axes(open_still, theme):
    lab = open_still(color_scheme=theme, state={**NAMED, "tab": "data"})
    lab.page.get_by_text("Names of features and classes").click()
    check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["data", "variants"])
def test_a_sample_with_its_test_points(open_still, theme, tab):
    lab = open_still(color_scheme=theme, link="card=averaging")
    lab.page.evaluate(f"lab.dispatch({{ tab: '{tab}', extra: {{ ...lab.view.state.extra, sampleShown: 1 }} }})")
    expect(lab.at(".errors-table:visible")).to_have_count(1)
    check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("chosen", [0, 1, 2, 3])
def test_weight_space(open_still, theme, chosen):
    lab = open_still(color_scheme=theme, state={"tab": "weights", "t": 6, "extra": {"weights": chosen}})
    lab.at(".weights-plot svg").hover()
    lab.at(".weights-plot svg").focus()
    lab.press("ArrowUp")
    check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_probe_and_marks_that_are_lit(open_still, theme):
    lab = open_still(color_scheme=theme, state={"t": 2})
    lab.page.mouse.move(*lab.on_screen(2, 1))
    check(lab)
    for mark in ("x", "a", "w"):
        lab.button(mark).focus()
        check(lab)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_dialog(open_still, theme):
    lab = open_still(color_scheme=theme)
    lab.press("?")
    assert lab.page.get_by_role("dialog").is_visible()
    check(lab)


def test_messages(open_still):
    lab = open_still(link="1~damaged", color_scheme="dark")
    assert lab.problem
    check(lab)


@pytest.mark.parametrize("tab", ["steps", "theorem"])
def test_a_projector(open_still, tab):
    check(open_still(state={"t": 7, "tab": tab, "projector": True}))


@pytest.mark.parametrize("tab", ["steps", "data", "theorem", "variants", "share"])
def test_320_pixels(open_still, tab):
    check(open_still(state={"t": 7, "tab": tab}, viewport={"width": 320, "height": 640}))
