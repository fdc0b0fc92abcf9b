"""The generator, its hidden test points, and the errors of the four variants, as the package counts them."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers.browsers import node_path

import rosenblatt

from .lab_driver import NOTE_004, arrays, expect, learning, trace_of

ENGINE = Path(__file__).parents[1] / "lab" / "engine_cases.mjs"
VARIANTS = {
    "last": rosenblatt.Perceptron,
    "averaged": rosenblatt.AveragedPerceptron,
    "voted": rosenblatt.VotedPerceptron,
    "pocket": rosenblatt.PocketPerceptron,
}
SMALL = {"samplePlus": 12, "sampleMinus": 15, "sampleNoise": 20, "sampleSeed": 5}


def sample_of(extra):
    """Training and test points of a description, by the lab's own module in Node."""
    question = json.dumps({"kind": "sample", **extra})
    done = subprocess.run([node_path(), str(ENGINE)], input=question, capture_output=True, encoding="utf-8", check=True)
    made = json.loads(done.stdout)
    return [[tuple(point.values()) for point in made[name]] for name in ("points", "test")]


def expected_errors(points, test, **options):
    """Rows of the table at the end of a run."""
    rows = []
    for name, kind in VARIANTS.items():
        model = kind(**learning(**options)).fit(*arrays(points))
        cells = []
        for X, y in (arrays(points), arrays(test)):
            wrong = int(np.sum(model.predict(X) != y))
            cells.append(f"{wrong} of {len(y)} ({round(100 * wrong / len(y), 1):g}\u00a0%)")
        rows.append([name, *cells])
    return rows


def errors_shown(panel):
    expect(panel.locator(".waiting")).to_have_count(0)
    rows = panel.locator(".errors-table tbody tr").all()
    return [[row.locator("th").inner_text().split()[-1], *row.locator("td").all_inner_texts()] for row in rows]


def test_a_sample_is_drawn_changed_and_undone(lab):
    panel = lab.tab("Data")
    panel.locator("summary", has_text="Generate points").click()
    lab.button("Draw a sample").click()
    training, test = sample_of(lab.state["extra"])
    assert lab.points == training
    assert len(training) == 80
    lab.press("End")
    assert errors_shown(panel) == expected_errors(training, test)
    lab.button("New sample").click()
    assert lab.points == sample_of(lab.state["extra"])[0] != training
    panel.get_by_label("Seed of the sample").fill("0")
    panel.get_by_label("Seed of the sample").press("Enter")
    assert lab.points == training
    for _ in range(4):  # the seed, the new sample, the way to the end, the first sample
        lab.button("Undo").click()
    assert lab.points == list(NOTE_004)


def test_sliders_by_keyboard_and_one_undo_for_a_series_of_moves(open_lab):
    lab = open_lab(state={"tab": "data"})
    lab.tab_to("Generate points")
    lab.press("Enter")
    lab.tab_to("Plus points")
    lab.press("ArrowLeft", "ArrowLeft")
    assert len(lab.points) == 78
    assert lab.focus == "Plus points"
    lab.tab_to("Wrong labels")
    lab.press("Home")
    assert lab.state["extra"]["sampleNoise"] == 0
    assert lab.page.evaluate("lab.view.verdict.separable")  # no noise and a margin
    assert lab.page.locator(":focus").get_attribute("aria-valuetext") == "0 %"
    lab.tab_to("New sample")
    lab.press("Enter")
    assert lab.state["extra"]["sampleSeed"] == 2
    lab.press("Control+z", "Control+z", "Control+z")
    assert lab.points == list(NOTE_004)


def test_500_points(open_lab):
    extra = {"samplePlus": 250, "sampleMinus": 250, "sampleSeed": 3}
    points, _ = sample_of(extra)
    state = [{"x": x, "y": y, "label": label} for x, y, label in points]
    lab = open_lab(state={"tab": "data", "points": state, "extra": extra, "options": {"epochs": 3}})
    assert len(lab.points) == 500
    lab.press("End")
    expect(lab.at(".errors-table")).to_be_visible()


@pytest.fixture
def sampled(open_lab):
    """A lab with a small sample of 20 epochs, at a tab."""

    def open_at(tab, **options):
        points, test = sample_of(SMALL)
        state = [{"x": x, "y": y, "label": label} for x, y, label in points]
        lab = open_lab(state={"tab": tab, "points": state, "extra": SMALL, "options": {"epochs": 20}, **options})
        return lab, points, test

    return open_at


def test_errors_over_time_stand_in_variants(sampled):
    lab, points, test = sampled("variants")
    panel = lab.page.get_by_role("tabpanel")
    lab.press("End")
    assert errors_shown(panel) == expected_errors(points, test, epochs=20)
    assert lab.at(".error-curve.now").count() == 8
    words = lab.text(".errors .hint:visible")
    best, end = (float(share) for share in re.findall(r"([\d.]+) %", words))
    last = float(errors_shown(panel)[0][2].split("(")[1].split()[0])
    assert end == last
    assert best <= end
    assert ("early stopping" in words) == (best < end)
    lab.press("Home")
    lab.press("ArrowRight")
    rows = errors_shown(panel)
    assert rows[0][1:] == rows[3][1:]  # after one visit the pocket has the only weights there are


def test_the_curves_follow_after_another_tab_was_open(sampled):
    lab, _, _ = sampled("variants", t=100)
    width = "document.querySelector('.errors-plot clipPath rect').getAttribute('width')"
    lab.tab("Steps")
    lab.page.wait_for_timeout(200)  # until the plots have been seen to have no size
    lab.tab("Variants")
    seen = lab.page.evaluate(width)
    lab.press("End")
    lab.wait(f"{width} > 1.5 * {seen}")


def test_test_points_are_hidden_until_they_are_asked_for(sampled):
    lab, _, _ = sampled("data")
    assert lab.at(".test-points").count() == 0
    lab.page.get_by_label("Show the test points").check()
    marks = lab.at(".test-points").evaluate_all(
        "(paths) => paths.map((p) => p.getAttribute('d').split('M').length - 1)"
    )
    assert sum(marks) == 200
    assert lab.at(".true-line").count() == 1
    lab.page.get_by_label("Show the test points").uncheck()
    assert lab.at(".test-points").count() == 0


def test_shown_test_points_stay_with_every_tab(open_lab):
    points = [dict(zip(("x", "y", "label"), point, strict=True)) for point in sample_of(SMALL)[0]]
    lab = open_lab(state={"tab": "steps", "points": points, "extra": {**SMALL, "sampleShown": 1}})
    assert lab.at(".test-points").count() == 2
    lab.tab("Practice")
    assert lab.at(".test-points").count() == 0


def test_other_points_have_no_test_points(sampled):
    lab, _, _ = sampled("data")
    expect(lab.at(".errors-table")).to_be_visible()
    lab.page.get_by_label("Points from CSV").fill("1, 2, +1\n3, -1, -1")
    lab.button("Use these points").click()
    assert not any(name.startswith("sample") for name in lab.state["extra"])
    assert not lab.at(".errors-table").is_visible()


def test_a_link_brings_the_sample_and_its_test_points(sampled, open_lab):
    lab, points, test = sampled("variants", t=540)
    rows = errors_shown(lab.page.get_by_role("tabpanel"))
    link = lab.page.evaluate("new Promise((done) => setTimeout(() => done(location.hash.slice(1)), 400))")
    if not link:
        lab.press("ArrowLeft", "ArrowRight")
        link = lab.page.evaluate("new Promise((done) => setTimeout(() => done(location.hash.slice(1)), 400))")
    again = open_lab(link=link)
    assert again.points == points
    assert errors_shown(again.page.get_by_role("tabpanel")) == rows == expected_errors(points, test, epochs=20)


# --- The card ---


def work_of(lab):
    """The lines of Algorithm 7, without the blanks inside formulas."""
    texts = lab.at(".card-view .work-math p").all_text_contents()
    return [re.sub(r"\s*([←+·/=−,(])\s*", r"\1", text).replace(",β", ", β") for text in texts]


def test_the_card_works_out_algorithm_7_and_has_every_vote(open_lab):
    lab = open_lab(link="card=averaging")
    training, test = sample_of(lab.state["extra"])
    assert lab.points == training
    options = {"order": "shuffled", "epochs": 20}
    rows = [
        row.locator("th, td").all_inner_texts()
        for row in lab.at(".card-view .card-table").first.locator("tbody tr").all()
    ]
    expected = [[cell.split(" (")[0] for cell in row] for row in expected_errors(training, test, **options)]
    assert rows == expected
    trace = trace_of(training, **options)
    counts = [int(text) for text in lab.at(".votes tbody td:nth-child(4)").all_inner_texts()]
    assert len(counts) == 150
    assert sum(counts) == 800
    assert counts == np.diff([*trace.mistakes.when, len(trace) + 1]).tolist()
    assert work_of(lab)[0].endswith("u←u+798·(−1)·(2.91,−0.68), β←β+798·(−1)")
    lab.page.evaluate("lab.dispatch({ options: { eta: 0.5, bias: false }, t: 9 })")
    latest, average = work_of(lab)
    assert re.search(r"u←u\+0\.5·\d+·(1|\(−1\))·\(\S+\)$", latest)
    assert average.startswith("w−u/c=")
    lab.press("Home")
    assert lab.at(".votes tbody tr").count() == 0
    assert "No mistake yet" in lab.text(".card-view")
