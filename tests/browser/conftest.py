"""One Chromium for all tests, and pages that keep a record of what they said and asked for.

Without Chromium or Playwright this folder is left out (tests/conftest.py); with ROSENBLATT_BROWSER=1, as in CI, its
tests fail instead.
"""

import os
from pathlib import Path

import pytest
from helpers.browsers import chromium_path, leave_out

from .fonts import missing_families, write_configuration
from .lab_driver import Lab

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)

# Told without writing: storage that is used this early may be read as it was before the page was reloaded.
TOUR_SEEN = """{
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (name) {
    return name === "rosenblatt-lab-tour" ? "seen" : getItem.call(this, name);
  };
}"""


def pytest_collection_modifyitems(items):
    """All tests of this folder are marked."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def playwright():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def fonts(request, tmp_path_factory):
    """The environment with a set of fonts, if a test has `parametrize("fonts", FONT_SETS, indirect=True)`."""
    name = getattr(request, "param", None)
    if name is None:
        return {}
    if families := missing_families(name):
        leave_out(f"The fonts {', '.join(families)} are missing: scripts/packages installs them.")
    return {"FONTCONFIG_FILE": str(write_configuration(name, tmp_path_factory.mktemp(name)))}


@pytest.fixture(scope="session")
def browser(playwright, fonts):
    """Chromium, as the system has it."""
    path = chromium_path()
    if path is None:
        leave_out("There is no Chromium: scripts/packages installs it.")
    chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS), env={**os.environ, **fonts})
    yield chromium
    chromium.close()


@pytest.fixture
def page(browser):
    """An empty page; ``page.complaints`` are its errors and warnings, ``page.requests`` the addresses it asked for."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    page.complaints, page.requests = [], []
    page.on("console", lambda said: said.type in ("error", "warning") and page.complaints.append(said.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("request", lambda request: page.requests.append(request.url))
    yield page
    context.close()


@pytest.fixture(scope="session")
def lab_file(tmp_path_factory):
    """The lab as one file, as a reader gets it."""
    from rosenblatt.lab.bundle import bundled

    file = tmp_path_factory.mktemp("lab") / "lab.html"
    file.write_text(bundled(), "utf-8")
    return file


@pytest.fixture
def open_lab(browser, lab_file, tmp_path):
    """Opens a lab in a browser of its own; at the end none has complained, and none has asked for anything.

    state: what it starts with; link: what follows # in its address; file: another page; new: whether its reader has not
    seen the tour; others: of the browser.
    """
    from rosenblatt.lab.bundle import bundled

    labs = []

    def open_one(link="", state=None, file=lab_file, new=False, **options):
        if state is not None:
            file = tmp_path / f"lab-{len(labs)}.html"
            file.write_text(bundled(state), "utf-8")
        usual = {"viewport": {"width": 1000, "height": 800}, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        if not new:
            context.add_init_script(TOUR_SEEN)
        labs.append(Lab(context.new_page()))
        return labs[-1].open(f"{file.as_uri()}#{link}" if link else file.as_uri())

    yield open_one
    for lab in labs:
        lab.page.context.close()
    assert [lab.complaints for lab in labs if lab.complaints] == []
    assert [lab.foreign for lab in labs if lab.foreign] == []


@pytest.fixture
def lab(open_lab):
    """The lab with the points of note 004."""
    return open_lab()
