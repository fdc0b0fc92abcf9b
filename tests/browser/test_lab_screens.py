"""The plane and the buttons of time are in view together on every screen, and nothing is printed over anything."""

import pytest

from .fonts import FONT_SETS
from .lab_samples import OVERFLOW

pytestmark = pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)

SIZES = ((844, 390), (640, 400), (390, 844), (320, 568), (1024, 768), (1280, 800), (1920, 1080))
IN_VIEW = """(selectors) => selectors.filter((selector) => {
  const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
})"""
# Texts that share a place: of controls and panels, and of the plane's axes.
PRINTED_OVER = """() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const outside = parent.closest(".skip, #toast, #live, .unseen, script, textarea, select, math") ||
      parent.closest(".table-scroll") || getComputedStyle(parent).visibility === "hidden";
    if (outside || !walker.currentNode.data.trim() || !parent.checkVisibility()) continue;
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      const seen = box.bottom > 0 && box.top < innerHeight && box.width > 1;
      const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const onTop = parent.closest("svg") || (at && (parent.contains(at) || at.contains(parent)));
      if (seen && onTop) boxes.push({ text: walker.currentNode.data.trim(), parent, box });
    }
  }
  const found = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (a.parent !== b.parent && wide > 2 && high > 5) found.push(`${a.text} | ${b.text}`);
  }));
  return found;
}"""
OUTSIDE = """() => {
  const { right } = document.querySelector("#plane").getBoundingClientRect();
  const outside = (button) => button.checkVisibility() && button.getBoundingClientRect().right > right + 0.5;
  return [...document.querySelectorAll(".plane-tools button")].filter(outside).map((button) => button.textContent);
}"""
NAMES = {
    "x1": "petal length in centimetres",
    "x2": "petal width in centimetres",
    "plus": "versicolor",
    "minus": "setosa",
}


def sized(open_lab, size, **options):
    return open_lab(viewport=dict(zip(("width", "height"), size, strict=True)), **options)


@pytest.mark.parametrize("size", SIZES)
def test_plane_and_step_are_in_view_together(open_lab, size):
    lab = sized(open_lab, size, state={"t": 7, "projector": size == (1024, 768)})
    assert lab.page.evaluate(IN_VIEW, ["#plane-svg", '#time [data-move="step"]', "#time .play"]) == []
    assert lab.page.evaluate(OVERFLOW) <= 0
    assert lab.page.evaluate(OUTSIDE) == []  # no tool is cut
    assert lab.at("#plane-svg").bounding_box()["height"] > 0.4 * size[1] - 40
    lab.button("Step").click()
    assert lab.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", SIZES)
def test_in_the_tour_the_caption_the_plane_and_play_are_in_view_together(open_lab, size):
    lab = sized(open_lab, size, new=True)
    assert lab.page.evaluate(IN_VIEW, ["#tour", "#plane-svg", "#time .play", '#time [data-move="step"]']) == []
    assert lab.page.evaluate(PRINTED_OVER) == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_printed_over_anything(open_lab, size):
    state = {"t": 7, "projector": size == (1024, 768)}
    assert sized(open_lab, size, state=state).page.evaluate(PRINTED_OVER) == []
    assert sized(open_lab, size, state={**state, "names": NAMES}).page.evaluate(PRINTED_OVER) == []
    lab = sized(open_lab, size, state={**state, "tab": "practice", "t": 0})
    for exercise in ("Separable or not?", "Draw the line"):
        lab.button(exercise).click()
        assert lab.page.evaluate(PRINTED_OVER) == []


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_on_a_phone_the_plane_and_the_answers_are_in_view_together(open_lab, size):
    lab = sized(open_lab, size, state={"tab": "practice"})
    lab.button("Separable or not?").click()
    assert lab.page.evaluate(IN_VIEW, ["#plane-svg"]) == []
    if size != (844, 390):
        assert lab.page.evaluate(IN_VIEW, [".exercise:not([hidden]) .question-controls button"]) == []


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
def test_a_projector_makes_the_plane_larger(open_lab, size):
    lab = sized(open_lab, size, state={"t": 7})
    before = lab.at("#plane-svg").bounding_box()
    lab.button("Projector").click()
    after = lab.at("#plane-svg").bounding_box()
    assert after["width"] * after["height"] > 1.2 * before["width"] * before["height"]
    assert lab.page.evaluate(IN_VIEW, ["#plane-svg", '#time [data-move="step"]']) == []
