"""All of the lab fits on a projector, on paper, on a phone and on a large screen, whatever the fonts."""

import pytest

from .fonts import FONT_SETS
from .lab_samples import BACKGROUND, CARDS, LIGHT, OVERFLOW, SHARED, TABS

pytestmark = pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)

# Text that cannot be read: it sticks out of a box that hides the rest, out of a picture or out of the page, without
# a box around it that scrolls; and boxes that scroll where the keyboard cannot reach them.
CUT = """() => {
  const [found, walker] = [[], document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)];
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    const hidden = parent.closest("textarea, script, .skip, #toast") || !parent.checkVisibility();
    if (!text.data.trim() || hidden) continue;
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (width <= 1) continue;
    for (let box = parent; box; box = box.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(box);
      if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none") break; // clipped: for screen readers
      if (overflowX === "visible" && box !== document.documentElement) continue;
      const edge = box.getBoundingClientRect();
      const cut = left < edge.left - 1 || right > edge.right + 1;
      if (cut) found.push(`${text.data.trim()} is cut by ${box.getAttribute("class") ?? box.tagName}`);
    }
  }
  for (const box of document.querySelectorAll("*")) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const scrolls = (overflowX === "auto" && box.scrollWidth > box.clientWidth) ||
      (overflowY === "auto" && box.scrollHeight > box.clientHeight);
    const reached = box.tabIndex >= 0 || box.querySelector("button, input, [tabindex='0']");
    if (scrolls && box.checkVisibility() && !reached) found.push(`no key reaches ${box.className}, which scrolls`);
  }
  return found;
}"""


def test_the_browser_has_the_fonts_of_the_set(lab, request):
    """Sentences are as wide as their font makes them, so that the sets are different tests."""
    first = next(iter(FONT_SETS[request.node.callspec.params["fonts"]]))
    widths = lab.page.evaluate(
        """(names) => names.map((name) => {
          const canvas = document.createElement("canvas").getContext("2d");
          canvas.font = `16px ${name}`;
          return canvas.measureText("How many mistakes can there be?").width;
        })""",
        ["system-ui", f"'{first}'", "serif"],
    )
    assert widths[0] == widths[1] != widths[2]


SCREENS = {
    "window": {"width": 1000, "height": 800},
    "projector": {"width": 1280, "height": 800},
    "phone": {"width": 320, "height": 568},
}
STATES = {"note": {"t": 7}, "long numbers": SHARED["odd"]}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_is_cut_in_any_tab(open_lab, screen, state):
    lab = open_lab(state={**STATES[state], "projector": screen == "projector"}, viewport=SCREENS[screen])
    for tab in TABS:
        lab.tab(tab)
        assert (tab, lab.page.evaluate(CUT)) == (tab, [])


@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_is_cut_in_any_card(open_lab, screen):
    lab = open_lab("card=warm-up", viewport=SCREENS[screen])
    if screen == "projector":
        lab.button("Projector").click()
    for card in CARDS:
        lab.page.evaluate("(id) => lab.openCard(id)", card)
        assert (card, lab.page.evaluate(CUT)) == (card, [])


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
    for exercise in ("Mistake or not?", "Draw the line", "Separable or not?", "Receive, predict, pay"):
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
