"""How long a user of the lab waits, in Chromium on this machine: the page, a step, a drag, and how fast it plays.

    python bench/lab.py            about a minute
    python bench/lab.py --quick    a tenth of the steps: does everything still run?

Steps and drags are with 500 points, the most there can be. A step is timed until its panels are drawn and laid out
(the browser then paints it with its next frame, up to 17 ms later); a drag from the pointer's move until the frame
that shows it is painted. Times of a machine that does other things too are too long: it says so. Needs Playwright.
"""

import argparse
import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from rosenblatt.lab.bundle import bundled

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
TABS = ("steps", "data", "options", "theorem", "weights", "variants", "practice", "cards", "share")
SIZE = ViewportSize(width=1280, height=860)
POINTS = 500
FIRST_PAINT, STEP, DRAG = 300, 16, 50  # limits, in milliseconds
BUSY = 2.0  # load of a machine on which times are too long

Times = list[float]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=list(FLAGS)
        )
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, state: dict[str, Any] | None = None) -> Iterator[Page]:
    """The lab in a browser that has never seen it, from a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lab.html"
        file.write_text(bundled(state), "utf-8")
        context = browser.new_context(viewport=SIZE)
        page = context.new_page()
        page.goto(file.as_uri())
        page.wait_for_function("window.lab")
        yield page
        context.close()


def cloud(apart: float) -> dict[str, Any]:
    """A state of 500 points, two clouds; their middles are so far apart."""
    r = random.Random(0)
    labels = [r.choice([1, -1]) for _ in range(POINTS)]
    points = [
        {"x": round(r.gauss(label * apart, 1), 3), "y": round(r.gauss(label * apart, 1), 3), "label": label}
        for label in labels
    ]
    return {"points": points, "options": {"order": "shuffled"}}


SETS = {"separable": cloud(3.5), "not separable": cloud(0.8)}
SAMPLE = {"samplePlus": 250, "sampleMinus": 250, "sampleSeed": 0, "sampleShown": 1}  # with hidden test points
SAMPLED_TABS = ("data", "weights", "variants")  # those that draw more for a sample


def draw_sample(page: Page) -> None:
    """A sample of 500 points, by the button that a user presses."""
    page.evaluate("(extra) => lab.dispatch({ tab: 'data', extra })", SAMPLE)
    page.get_by_role("button", name="New sample").click()
    assert page.evaluate("lab.view.state.points.length") == POINTS


# --- First paint ---

PAINTED = """
async () => {
  const entry = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!entry()) await new Promise((done) => requestAnimationFrame(done));
  return entry().startTime;
}
"""


def first_paints(browser: Browser, count: int) -> Times:
    times = []
    for _ in range(count):
        with opened(browser) as page:
            times.append(page.evaluate(PAINTED))
    return times


# --- Steps ---

TAKE_STEPS = """
async ([tab, count, card]) => {
  lab.dispatch({ tab, t: 0, card: tab === "cards" ? card : "" });
  const settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const times = [];
  for (let k = 0; k < count; k += 1) {
    await settled();
    const began = performance.now();
    lab.time.goBy("step");
    document.body.getBoundingClientRect();
    times.push(performance.now() - began);
  }
  return times;
}
"""


def steps(page: Page, tab: str, count: int, card: str = "loss") -> Times:
    times: Times = page.evaluate(TAKE_STEPS, [tab, count, card])
    return times[3:]  # the first ones mount the panel and compile its code


# --- Drags ---

WATCH_DRAG = """
() => {
  window.dragged = [];
  lab.plane.svg.addEventListener("pointermove", (event) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => dragged.push(performance.now() - event.timeStamp); // after the frame is painted
      port2.postMessage(0);
    });
  });
  const { left, top } = lab.plane.svg.getBoundingClientRect();
  const [x, y] = lab.plane.space.toScreen(lab.view.state.points[0].x, lab.view.state.points[0].y);
  return [left + x, top + y];
}
"""


def drags(page: Page, count: int, tab: str = "steps") -> Times:
    """Of one point, with a real pointer."""
    page.evaluate("(tab) => lab.dispatch({ tab, t: 0, card: '' })", tab)
    x, y = page.evaluate(WATCH_DRAG)
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(count):
        page.mouse.move(x + 10 + k % 40, y + 10 + k % 30)
        page.wait_for_timeout(20)
    page.mouse.up()
    times: Times = page.evaluate("dragged")
    return times[3:]


# --- Play ---

PLAY = """
async ([speed, seconds]) => {
  lab.dispatch({ tab: "steps", t: 0 });
  document.getElementById("speed").value = String(speed);
  const began = performance.now();
  lab.time.toggle();
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  lab.time.pause();
  return (1000 * lab.view.t) / (performance.now() - began);
}
"""

# --- The table ---


def line(what: str, times: Times, limit: float) -> str:
    """Median and 95th percentile, against a limit for both."""
    middle, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    within = "yes" if high <= limit else "half" if middle <= limit else "no"
    return f"{what:34} {middle:8.1f} {high:8.1f} {limit:8.0f}   {within}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the steps")
    few = parser.parse_args().quick
    load = os.getloadavg()[0]
    with chromium() as browser:
        print(f"Chromium {browser.version}, load {load:.1f}")
        print(f"\n{'milliseconds':34} {'median':>8} {'95 %':>8} {'limit':>8}   within")
        print(line("first paint", first_paints(browser, 3 if few else 15), FIRST_PAINT))
        for kind, state in SETS.items():
            with opened(browser, state) as page:
                for tab in TABS:
                    print(line(f"step, {kind}, {tab}", steps(page, tab, 13 if few else 103), STEP))
                print(line(f"drag, {kind}", drags(page, 13 if few else 103), DRAG))
        with opened(browser) as page:
            draw_sample(page)
            for tab in SAMPLED_TABS:
                print(line(f"step, sample, {tab}", steps(page, tab, 13 if few else 103), STEP))
                print(line(f"drag, sample, {tab}", drags(page, 13 if few else 103, tab), DRAG))
            print(line("step, sample, cards", steps(page, "cards", 13 if few else 103, "averaging"), STEP))
        with opened(browser, SETS["separable"]) as page:
            for chosen, name in ((1, "third axis"), (2, "proof in a slice")):
                page.evaluate("(weights) => lab.dispatch({ extra: { weights } })", chosen)
                print(line(f"step, {name}", steps(page, "weights", 13 if few else 103), STEP))
        print(f"\n{'visits a second':34} {'asked':>8} {'made':>8}")
        with opened(browser, SETS["not separable"]) as page:
            for speed in (60, 300, 2000):
                made = page.evaluate(PLAY, [speed, 0.5 if few else 2])
                print(f"{'play':34} {speed:8} {made:8.0f}")
    if load >= BUSY:
        print(f"\nThe machine was busy (load {load:.1f}): these times are too long.")


if __name__ == "__main__":
    main()
