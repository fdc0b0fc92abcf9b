"""The exam in Chromium: for screen readers, on narrow screens, and on A4, where each question has a page."""

import re

import pytest
from axe_playwright_python import sync_playwright as axe

import rosenblatt

from .fonts import FONT_SETS
from .lab_samples import OVERFLOW

pytestmark = pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)
GRAVE = ("moderate", "serious", "critical")
SEEDS = (0, 17, 99, 1230)  # 1230: a run of 12 visits with 7 mistakes
PAPER = {"width": 672, "height": 990}  # A4 within its margins, in pixels

# Elements that stick out of their section at the right, and texts of figures that cover each other.
STICKING_OUT = """
() => [...document.querySelectorAll("section *")].filter((element) =>
  !element.closest("svg") && element.getBoundingClientRect().right > document.body.getBoundingClientRect().right + 0.5
).map((element) => element.outerHTML.slice(0, 200))
"""
COVERED = """
() => [...document.querySelectorAll("svg")].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  return boxes.flatMap(([name, box], i) => boxes.slice(i + 1).filter(([, other]) =>
    Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > box.height / 3
  ).map(([other]) => `${name} and ${other}`));
})
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Addresses of exams, by seed; "sheet" is one without solutions."""
    folder = tmp_path_factory.mktemp("exams")
    saved = {seed: rosenblatt.exam(seed).save(folder / f"{seed}.html").as_uri() for seed in SEEDS}
    return {**saved, "sheet": rosenblatt.exam(17).save(folder / "sheet.html", solutions=False).as_uri()}


def sheets(page):
    """Number of pages in the printed document."""
    return len(re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("width", [320, 1000])
@pytest.mark.parametrize("name", [*SEEDS, "sheet"])
def test_axe_finds_nothing(page, pages, name, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(pages[name])
    assert page.complaints == []
    assert page.requests == [pages[name]]
    assert page.evaluate(OVERFLOW) <= 0
    grave = [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['html'][:200]}"
        for violation in axe.Axe().run(page).response["violations"]
        for node in violation["nodes"]
        if violation["impact"] in GRAVE
    ]
    assert grave == []


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_cut_off_on_paper(page, pages, seed):
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    page.goto(pages[seed])
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_each_question_fits_on_a_page(page, pages, seed):
    """The first question shares its page with the head. Chromium measures more exactly than the sheet needs."""
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    page.goto(pages[seed])
    heights = page.evaluate("[...document.querySelectorAll('.question')].map((q) => q.getBoundingClientRect().height)")
    head = page.evaluate("document.querySelector('header').getBoundingClientRect().height")
    heights[0] += head
    assert max(heights) <= PAPER["height"]
    assert min(heights) >= PAPER["height"] / 2  # no page is half empty


def test_questions_are_five_pages_and_solutions_begin_a_new_one(page, pages):
    page.goto(pages["sheet"])
    assert sheets(page) == 5
    for seed in SEEDS:
        page.goto(pages[seed])
        assert 8 <= sheets(page) <= 9
