"""The documentation site in Chromium: no other host, no complaint, search, the lab, access, narrow screens."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from axe_playwright_python import sync_playwright as axe
from helpers.site import SITE

PAGES = ("index.html", "api/generated/rosenblatt.Perceptron.html", "gallery.html", "lab.html")
THEMES = ("light", "dark")
WIDTHS = (390, 1280)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address():
    """The site on a loopback address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(page, address):
    """Opens a page of the site; at the end the browser has not complained, and has asked no other host."""

    def open_one(name, theme="light", width=1280):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address}/{name}")
        return page

    yield open_one
    assert page.complaints == []
    assert {urlsplit(asked).netloc for asked in page.requests} <= {urlsplit(address).netloc, ""}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_both_themes_and_both_widths(open_page, name, width):
    for theme in THEMES:
        page = open_page(name, theme, width)
        assert page.locator("html").get_attribute("data-theme") == theme
        assert page.locator("h1").first.is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_first_page(open_page, theme):
    page = open_page("index.html", theme)
    violations = axe.Axe().run(page, options={"preload": False}).response["violations"]
    assert [(found["id"], [node["html"] for node in found["nodes"]]) for found in violations] == []


def test_search_finds_a_word(open_page):
    page = open_page("search.html?q=perceptron")
    page.locator("#search-results li a", has_text="Perceptron").first.wait_for()


def test_a_word_is_typed_into_the_search_of_the_first_page(open_page):
    page = open_page("index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("certificate")
    page.keyboard.press("Enter")
    page.locator("#search-results li a", has_text="certify").first.wait_for()


def test_three_clicks_lead_to_the_mistake_bound_in_the_lab(open_page):
    page = open_page("index.html")
    page.get_by_role("link", name="The mistake bound").first.click()
    frame = page.frame_locator("#the-mistake-bound iframe")
    frame.get_by_role("tab", name="Theorem", selected=True).wait_for()
    assert "damaged" not in frame.locator("body").inner_text()


def test_the_lab_on_its_page_is_alive_and_has_the_theme_of_the_site(open_page):
    page = open_page("lab.html")
    frame = page.frame_locator("iframe").first
    frame.get_by_role("tab", name="Steps", selected=True).wait_for()
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    frame.locator("html[data-theme=dark]").wait_for()
