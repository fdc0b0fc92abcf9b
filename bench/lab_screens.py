"""Pictures of the lab in many states and sizes, to look at: does anything overlap, is anything cut, can all be read?

    python bench/lab_screens.py FOLDER            all of them
    python bench/lab_screens.py FOLDER --only tour-320x568-dark iris-844x390-light
    python bench/lab_screens.py FOLDER --readme   those of README and docs/lab.md: 1280 × 860, at most 150 KB each

Needs Chromium, Playwright and, for the README's, Pillow, which makes the files small.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lab import chromium
from playwright.sync_api import Browser, Page

from rosenblatt.lab.bundle import bundled

MAX_BYTES = 150_000  # of a picture of the README

XOR = [{"x": x, "y": y, "label": 1 if x != y else -1} for x in (0, 1) for y in (0, 1)]


@dataclass(frozen=True)
class Screen:
    """A state of the lab and the screen that shows it."""

    name: str
    state: dict[str, Any] = field(default_factory=dict)
    link: str = ""  # in place of a state
    size: tuple[int, int] = (1280, 860)
    theme: str = "light"
    whole: bool = True  # the page to its end, and not only what the screen has of it
    new: bool = False  # whether its user has not seen the tour
    act: Callable[[Page], object] = lambda page: None  # what its user has done


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def draws_a_line(page: Page) -> None:
    press(page, "Draw the line")
    page.get_by_label("the other side").check()
    press(page, "Check my line")


def asks(page: Page) -> None:
    press(page, "Separable or not?")


def pays(page: Page) -> None:
    press(page, "Receive, predict, pay", "Predict +1", "Next round", "Predict −1")


def makes_a_code(page: Page) -> None:
    press(page, "Make my code")


def collects_lines(page: Page) -> None:
    """Some codes of the points that the lab starts with: lines that separate, and lines that do not."""
    page.get_by_text("For the class").click()
    press(page, "Draw the line")
    page.get_by_label("Codes of the students").fill(" ".join(CODES))
    press(page, "Reveal")


def collects_visits(page: Page) -> None:
    """Codes for visits 5 to 8 and for no further mistake, after visit 4."""
    page.get_by_text("For the class").click()
    press(page, "Which visit is the next mistake?")
    page.get_by_label("Codes of the students").fill(" ".join(VISIT_CODES))
    press(page, "Reveal")
    page.locator(".scores").scroll_into_view_if_needed()


def looks_at_votes(page: Page) -> None:
    """In the middle of a run that never ends, because of one point."""
    page.evaluate("lab.go(40)")
    page.get_by_role("tab", name="Variants").click()
    page.get_by_role("button", name="Voted").click()


def shows_test_points(page: Page) -> None:
    page.get_by_role("tab", name="Data").click()
    page.get_by_label("Show the test points").check()


def reads_the_card(page: Page) -> None:
    page.locator(".card-view").scroll_into_view_if_needed()


def looks_at_errors(page: Page) -> None:
    page.get_by_role("tab", name="Variants").click()
    page.locator(".errors-plot").last.scroll_into_view_if_needed()


def probes(page: Page) -> None:
    """With the keyboard's cross, beside the plane's middle."""
    page.locator("#plane-svg").focus()
    for key in ("ArrowRight", "Shift+ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)


def reads_weights(page: Page) -> None:
    page.locator("#weights-note").scroll_into_view_if_needed()


def prints(page: Page) -> None:
    page.emulate_media(media="print")


CODES = (
    *("EYF-QRSC", "EEF-YW91", "E6R-FC4J", "H68-RJWC", "EEF-YW91"),
    *("FYF-X1YS", "6YE-XARW", "D9W-8AX2", "FHX-1EGS", "YY0-8KGE"),
)
VISIT_CODES = ("V9R-1XDK", "V9R-682E", "V9R-1XDK", "V9R-7FC6", "V9R-1XDK", "V9R-51GP", "V9R-46YY", "V9R-1XDK")
STEPS = Screen("light", {"t": 8})
THEOREM = Screen("theorem", {"t": 9, "tab": "theorem"})
WEIGHTS = Screen("weights", {"t": 8, "tab": "weights"})
VARIANTS = Screen("variants", link="card=outlier", act=looks_at_votes)

SCREENS = (
    STEPS,
    Screen("dark", {"t": 8, "tab": "data"}, theme="dark"),
    Screen("narrow", {"t": 8}, size=(320, 640)),
    Screen("projector", {"t": 8, "projector": True}, size=(1920, 1080), whole=False),
    Screen("print", {"t": 8}, size=(680, 960), theme="dark", act=prints),
    THEOREM,
    VARIANTS,
    Screen("not-separable", {"points": XOR, "t": 6, "tab": "theorem"}, theme="dark"),
    Screen("practice", {"tab": "practice"}, act=draws_a_line),
    Screen("digits", link="card=digits"),
    Screen("share", {"t": 8, "tab": "share"}),
    Screen("4k", {"t": 8, "tab": "theorem"}, size=(3840, 2160), whole=False),
)

SIZES = {  # of a phone on its side and upright, of old and new phones, of a projector, of windows, of a page at 200 %
    "844x390": (844, 390),
    "390x844": (390, 844),
    "320x568": (320, 568),
    "1024x768": (1024, 768),
    "1280x800": (1280, 800),
    "1920x1080": (1920, 1080),
    "640x400": (640, 400),
}
# What each size shows, in both themes. A projector is on at 1024 × 768.
VIEWS = (
    Screen("tour", new=True),
    Screen("steps", {"t": 8}),
    Screen("iris", link="card=iris-setosa"),
    Screen("asks", {"tab": "practice"}, act=asks),
    Screen("pays", {"tab": "practice"}, act=pays),
    Screen("sample", link="card=averaging", act=shows_test_points),
    Screen("averaging", link="card=averaging", act=reads_the_card),
    Screen("errors", link="card=averaging", act=looks_at_errors),
    Screen("probe", {"t": 6}, act=probes),
    Screen("slice", {"t": 7, "tab": "weights"}, act=reads_weights),
    Screen("cone", {"t": 7, "tab": "weights", "extra": {"weights": 3}}, act=reads_weights),
    Screen("visit-asked", {"t": 4, "extra": {"ask": 1, "askVisit": 8}}, act=makes_a_code),
    Screen("line-asked", {"extra": {"ask": 2}}, act=makes_a_code),
    Screen("answers", {"tab": "share"}, act=collects_lines),
    Screen("visits", {"tab": "share", "t": 4}, act=collects_visits),
)


def sized_screens() -> list[Screen]:
    """Every view at every size, in both themes."""
    return [
        replace(
            view,
            name=f"{view.name}-{size}-{theme}",
            state={**view.state, "projector": True}
            if size == "1024x768" and not view.link and not view.new
            else view.state,
            size=SIZES[size],
            theme=theme,
            whole=False,
        )
        for view in VIEWS
        for size in SIZES
        for theme in ("light", "dark")
    ]


README = (
    replace(STEPS, name="steps", whole=False),
    replace(THEOREM, whole=False),
    replace(VARIANTS, theme="dark", whole=False),
    replace(WEIGHTS, whole=False),
)


def take(browser: Browser, screen: Screen, folder: Path) -> Path:
    """The picture of a screen, as a file."""
    width, height = screen.size
    with tempfile.TemporaryDirectory() as pages:
        lab = Path(pages) / "lab.html"
        lab.write_text(bundled(screen.state or None), "utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if screen.theme == "dark" else "light",
            reduced_motion="reduce",
        )
        if not screen.new:
            context.add_init_script("localStorage.setItem('rosenblatt-lab-tour', 'seen')")
        page = context.new_page()
        page.goto(f"{lab.as_uri()}#{screen.link}" if screen.link else lab.as_uri())
        screen.act(page)
        page.mouse.move(0, 0)
        page.wait_for_timeout(200)
        target = folder / f"{screen.name}.png"
        page.screenshot(path=target, full_page=screen.whole)
        context.close()
    return target


def shrink(picture: Path) -> None:
    """A page has few colours: a file of a third of the size shows them all. The rare ones matter most here."""
    from PIL import Image

    with Image.open(picture) as image:
        small = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    small.save(picture, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--readme", action="store_true", help="only those of the README and docs/lab.md")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="only these")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    pictures = []
    with chromium() as browser:
        for screen in README if given.readme else (*SCREENS, *sized_screens()):
            if given.only is None or screen.name in given.only:
                pictures.append(take(browser, screen, given.folder))
                if given.readme:
                    shrink(pictures[-1])
                print(f"{pictures[-1]}  {pictures[-1].stat().st_size / 1000:.0f} KB")
    large = [str(picture) for picture in pictures if given.readme and picture.stat().st_size > MAX_BYTES]
    if large:
        sys.exit(f"A picture of the README must have at most {MAX_BYTES // 1000} KB: {', '.join(large)} has more.")


if __name__ == "__main__":
    main()
