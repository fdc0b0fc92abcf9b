"""The page of a run in Chromium: light, dark, printed and narrow; it asks for nothing, and all of it can be read."""

import matplotlib
import numpy as np
import pytest

import rosenblatt

from .fonts import FONT_SETS
from .lab_samples import OVERFLOW

with_each_font_set = pytest.mark.parametrize("fonts", FONT_SETS, indirect=True)
RUNS = ("note", "digits", "voted", "many")
MEDIA = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "print": {"media": "print", "color_scheme": "dark"},
}
LEAST_CONTRAST = 4.5  # of text, by WCAG

# The contrast of each piece of text with what is behind it; backgrounds that let others through are laid over them.
CONTRASTS = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const parsed = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below, opacity) => [0, 1, 2].map((k) => {
    const alpha = top[3] * opacity;
    return top[k] * alpha + below[k] * (1 - alpha);
  });
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const chain = [];
    for (let e = element; e; e = e.parentElement) chain.unshift(e);
    return chain.reduce((below, e) => over(parsed(getComputedStyle(e).backgroundColor), below, 1), [255, 255, 255]);
  };
  const opacity = (element) => {
    let all = 1;
    for (let e = element; e; e = e.parentElement) all *= Number(getComputedStyle(e).opacity);
    return all;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || element.closest("style")) continue;
    const style = getComputedStyle(element);
    const ink = parsed(element.closest("svg") ? style.fill : style.color), below = behind(element);
    const [a, b] = [light(over(ink, below, opacity(element))), light(below)];
    found.push([text, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of some runs, by name."""
    matplotlib.use("Agg")
    folder = tmp_path_factory.mktemp("pages")
    rng = np.random.default_rng(0)
    y = rng.integers(0, 30, 600)
    np.savez(folder / "many.npz", X=rng.normal(size=(30, 6))[y] * 3 + rng.normal(size=(600, 6)), y=y)
    runs = {
        "note": ("sample:note-004", {"order": "given", "certify": True}),
        "digits": ("sample:digits", {"max_iter": 2}),
        "voted": ("sample:petals", {"algorithm": "voted", "max_iter": 2}),
        "many": (folder / "many.npz", {"max_iter": 2}),
    }
    for name, (data, options) in runs.items():
        rosenblatt.train(data, report=folder / f"{name}.html", **options)
    return {name: (folder / f"{name}.html").as_uri() for name in runs}


def overflow(page):
    return page.evaluate(OVERFLOW)


@pytest.mark.parametrize("media", MEDIA)
@pytest.mark.parametrize("run", RUNS)
def test_a_page_can_be_read_and_asks_for_nothing(page, pages, run, media):
    page.emulate_media(**MEDIA[media])
    page.goto(pages[run])
    assert page.complaints == []
    assert page.requests == [pages[run]]
    assert overflow(page) <= 0
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 50
    assert [found for found in contrasts if found[1] < LEAST_CONTRAST] == []


@with_each_font_set
@pytest.mark.parametrize("run", RUNS)
def test_a_narrow_screen_scrolls_tables_and_not_the_page(page, pages, run):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(pages[run])
    assert overflow(page) <= 0
    assert page.complaints == []
    pictures = page.locator("svg").all()
    assert min(picture.bounding_box()["width"] for picture in pictures) >= 300  # their text stays readable


@pytest.mark.parametrize(("media", "paper"), [("light", "rgb(255, 255, 255)"), ("print", "rgb(255, 255, 255)")])
def test_paper_is_white(page, pages, media, paper):
    page.emulate_media(**MEDIA[media])
    page.goto(pages["note"])
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper


def test_a_dark_theme_is_dark_and_pictures_are_written_in_its_ink(page, pages):
    page.emulate_media(color_scheme="dark")
    page.goto(pages["note"])
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
    inks = page.evaluate("[...document.querySelectorAll('svg text')].map((t) => getComputedStyle(t).fill)")
    assert set(inks) == {"rgb(232, 232, 232)"}


@with_each_font_set
def test_all_of_it_is_printed(page, pages):
    """No section is cut off at the side, and none that fits on a sheet is broken."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 960})  # A4 within its margins
    page.goto(pages["digits"])
    assert overflow(page) <= 0
    breaks = page.evaluate("[...document.querySelectorAll('section')].map((s) => getComputedStyle(s).breakInside)")
    assert set(breaks) == {"avoid"}
    assert page.pdf().startswith(b"%PDF")


def test_nothing_runs_even_if_somebody_puts_it_there(page, pages, tmp_path):
    """The policy of the page forbids scripts and requests."""
    from pathlib import Path
    from urllib.request import url2pathname

    text = Path(url2pathname(pages["note"].removeprefix("file://"))).read_text()
    bad = "<script>document.title = 'run'</script><img src='https://example.org/a.png'>"
    (tmp_path / "bad.html").write_text(text.replace("<main>", f"<main>{bad}"))
    page.goto((tmp_path / "bad.html").as_uri())
    assert page.title() == "Perceptron on sample:note-004"
    assert len([said for said in page.complaints if "Content Security Policy" in said]) == 2


def test_pictures_and_tables_say_what_they_are(page, pages):
    page.goto(pages["note"])
    assert page.get_by_role("img").count() == page.locator("svg").count() == 4
    assert page.get_by_role("img", name="Mistakes per epoch: 3 1 2 1 2 0").is_visible()
    assert page.locator("table").count() == page.locator("table > caption").count()
    assert page.locator("h1").count() == 1
    assert page.get_by_role("heading", level=2).count() == page.locator("section").count()
    assert page.get_by_role("rowheader", name="balanced accuracy").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_a_notebook_shows_can_be_read_in_its_theme(page, tmp_path, theme):
    X, y, _ = rosenblatt.sample("note-004")
    shown = [
        rosenblatt.Perceptron(order="given").fit(X, y).report_,
        rosenblatt.trace(X, y, order="given"),
        rosenblatt.certify(X, y),
        rosenblatt.train("sample:iris", max_iter=2),
    ]
    colours = "background:#111;color:#eee" if theme == "dark" else "background:#fff;color:#111"
    parts = "".join(one._repr_html_() for one in shown)
    (tmp_path / "shown.html").write_text(f'<meta charset="utf-8"><body style="{colours}">{parts}')
    page.goto((tmp_path / "shown.html").as_uri())
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 100
    assert [found for found in contrasts if found[1] < LEAST_CONTRAST] == []
