"""Names of features and classes, and the scales of the axes."""

import re

import numpy as np
import pytest

import rosenblatt.lab

from .lab_driver import as_state, expect
from .lab_samples import CLIPBOARD, reloaded

FLOWERS = """petal length (cm),petal width (cm),species
1.4,0.2,setosa
1.3,0.4,setosa
4.7,1.4,versicolor
4.5,1.5,versicolor
"""


def assert_flowers(lab, x1="petal length (cm)", x2="petal width (cm)", plus="versicolor", minus="setosa"):
    """The names stand at the axes, in the legend and in the table of points."""
    assert lab.at(".axis-name").all_text_contents() == [f"{x1} (x₁)", f"{x2} (x₂)"]
    assert lab.at(".legend li").all_inner_texts()[:2] == [f"{plus}, y = +1", f"{minus}, y = −1"]
    lab.tab("Data")
    assert lab.at(".points-table thead th").all_inner_texts()[:2] == [f"{x1} (x₁)", f"{x2} (x₂)"]


def paste(lab, text):
    lab.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    lab.at("#plane-svg").focus()
    lab.press("Control+V")
    expect(lab.at("#toast")).to_contain_text("loaded")


def test_names_of_pasted_csv_are_shown_and_stay_in_the_link(open_lab):
    lab = open_lab(**CLIPBOARD)
    paste(lab, FLOWERS)
    assert_flowers(lab)
    lab.wait("location.hash.includes('~n=')")
    reloaded(lab)
    assert_flowers(lab)


def test_names_of_a_file_given_to_the_package_are_shown(open_lab, tmp_path):
    file = tmp_path / "flowers.csv"
    header, *rows = FLOWERS.splitlines()
    file.write_text("\n".join([f"sepal,{header}", *(f"{5 + i},{row}" for i, row in enumerate(rows))]), "utf-8")
    page = tmp_path / "lab.html"
    features = ["petal length (cm)", "petal width (cm)"]
    rosenblatt.lab.export(page, data=str(file), features=features)
    assert_flowers(open_lab(file=page))
    rosenblatt.lab.export(page, data=str(file), features=features[::-1])
    assert_flowers(open_lab(file=page), x1="petal width (cm)", x2="petal length (cm)")


def test_names_are_typed_undone_and_cut_to_one_line(lab):
    panel = lab.tab("Data")
    panel.get_by_text("Names of features and classes").click()
    for title, name in (("Name of x₁", "height"), ("Name of x₂", "weight"), ("Class +1", "yes"), ("Class −1", "no")):
        box = panel.get_by_label(title)
        box.fill(name)
        box.press("Enter")
    assert_flowers(lab, "height", "weight", "yes", "no")
    lab.at("#plane-svg").focus()
    lab.press("Control+Z")
    assert lab.at(".legend li").all_inner_texts()[1] == "y = −1"


def test_names_are_typed_by_the_keyboard(lab):
    lab.tab("Data")
    lab.at("#plane-svg").focus()
    lab.tab_to("Names of features and classes")
    lab.press("Enter", "Tab")
    lab.page.keyboard.type("age")
    lab.press("Tab")
    assert lab.at(".axis-name").all_text_contents() == ["age (x₁)", "x₂"]


def test_without_names_the_axes_are_those_of_the_lectures(lab):
    assert lab.at(".axis-name").all_text_contents() == ["x₁", "x₂"]
    assert lab.at(".legend li").all_inner_texts()[:2] == ["y = +1", "y = −1"]


def test_axes_of_different_ranges_get_scales_of_their_own(open_lab):
    lab = open_lab(**CLIPBOARD)
    scales = "[lab.plane.space.camera.scale, lab.plane.space.scaleOfY()]"
    assert np.ptp(lab.page.evaluate(scales)) == 0
    paste(lab, "age,income,bought\n20,10000,no\n30,90000,yes\n40,20000,no\n60,80000,yes\n")
    across, up = lab.page.evaluate(scales)
    assert across > 100 * up
    assert lab.button("Equal axes").get_attribute("aria-pressed") == "false"
    assert "The axes have different scales" in lab.text("#plane-note")
    lab.button("Equal axes").focus()
    lab.press("Enter")
    assert np.ptp(lab.page.evaluate(scales)) == 0
    lab.press("Enter")
    assert lab.page.evaluate(scales) == pytest.approx([across, up], rel=0.15)  # the note may take a line
    for x, y, _ in lab.points:  # every point is where it is to be seen
        left, top = lab.on_screen(x, y)
        box = lab.at("#plane-svg").bounding_box()
        assert box["x"] < left < box["x"] + box["width"]
        assert box["y"] < top < box["y"] + box["height"]
    lab.drag((30, 90000), (35, 60000))
    assert lab.points[1][0] == pytest.approx(35, abs=1)
    assert lab.points[1][1] == pytest.approx(60000, abs=1000)


def test_marks_shrink_as_points_become_many(open_lab):
    def width(n):
        rows = [(i % 25, i // 25, 1 if i % 2 else -1) for i in range(n)]
        marks = open_lab(state=as_state(rows, options={"epochs": 1})).at(".layer-points .point .body")
        return marks.first.bounding_box()["width"]

    few, more, many = width(20), width(60), width(150)
    assert few == width(4)
    assert few > more > many > 5
    assert many == width(400)


def test_cards_name_their_lecture_and_not_its_number(lab):
    panel = lab.tab("Cards")
    assert re.findall(r"\b00\d\b", panel.inner_text()) == []
