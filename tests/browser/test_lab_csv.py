"""Points from CSV, and the files that the lab and its commands write."""

import io
import re
import struct
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt
from rosenblatt.cli.lab import lab as lab_command
from rosenblatt.data.samples import sample

from .lab_driver import (
    NOTE_004,
    arrays,
    counters_of,
    expect,
    trace_of,
)
from .lab_samples import CLIPBOARD, MIXED, SHARED, XOR, numbers_agree

DROP = """([text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "points.csv", { type: "text/csv" }));
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector("#plane-svg").dispatchEvent(drop);
}"""
BAD_CSV = {
    "NaN": ("1,2,1\nNaN,3,-1\n", 'Line 2: x must be a number from -1000000 to 1000000; got "NaN".'),
    "too many": (
        "\n".join(f"{i},{i % 7},{1 if i % 2 else -1}" for i in range(5000)),
        "Line 501 is one too many: there can be at most 500 points, and 5000 are given.",
    ),
    "text": (
        "The perceptron was invented in 1957.\nIt learns.",
        "Line 1 must have three values, x, y and label; it has 6 values.",
    ),
    "one column": ("1\n2\n3\n", 'Line 1 must have three values, x, y and label; it has one value, "1".'),
    "three classes": ("1,2,a\n2,3,b\n3,4,c\n", 'Line 3 has a third label, "c"; the lab shows two classes.'),
    "nothing": ("\n\n", "No points were found: give lines of x, y, label."),
}


def give_by_box(lab, csv):
    """Paste it into the box, as one does."""
    lab.tab("Data")
    box = lab.page.get_by_label("Points from CSV")
    box.fill("")
    lab.page.evaluate("(text) => navigator.clipboard.writeText(text)", csv)
    box.press("Control+V")
    lab.button("Use these points").click()


def give_by_paste(lab, csv):
    """Paste it anywhere else."""
    lab.tab("Steps")
    lab.page.evaluate("(text) => navigator.clipboard.writeText(text)", csv)
    lab.press("Control+V")


def give_by_drop(lab, csv):
    lab.page.evaluate(DROP, [csv])


@pytest.mark.parametrize("give", [give_by_box, give_by_paste, give_by_drop])
def test_bad_csv_is_told_in_a_sentence_and_nothing_is_lost(open_lab, give):
    lab = open_lab(**CLIPBOARD)
    lab.button("Step").click()
    rest = "JSON.stringify({ ...lab.view.state, tab: 0 })"
    before = lab.page.evaluate(rest)
    for csv, sentence in BAD_CSV.values():
        if give is give_by_paste and not csv.strip():
            continue  # nothing is pasted
        give(lab, csv)
        expect(lab.at("#problem p.problem span")).to_have_text(sentence)
        assert lab.page.evaluate(rest) == before
        if give is give_by_box:
            assert lab.page.get_by_label("Points from CSV").input_value() == csv  # to be mended there


GOOD_CSV = "class;length;width\nyes;1,5;2\nno;-1;0,25\nno;3;-4\n"
GOOD_POINTS = [(1.5, 2, 1), (-1, 0.25, -1), (3, -4, -1)]


@pytest.mark.parametrize("give", [give_by_box, give_by_paste])
def test_points_are_pasted(open_lab, give):
    lab = open_lab(**CLIPBOARD)
    give(lab, GOOD_CSV)
    expect(lab.at("#toast")).to_have_text("3 points loaded. Undo brings the old points back.")
    assert lab.points == GOOD_POINTS
    lab.button("End").click()
    numbers_agree(lab, GOOD_POINTS)
    lab.button("Undo").click()
    lab.button("Undo").click()
    assert lab.points == list(NOTE_004)


def test_points_are_dropped_anywhere_or_opened_as_a_file(lab, tmp_path):
    give_by_drop(lab, GOOD_CSV)
    lab.wait("lab.view.state.points.length === 3")
    assert lab.points == GOOD_POINTS
    (tmp_path / "xor.csv").write_text("x,y,label\n0,0,-1\n1,1,-1\n0,1,1\n1,0,1\n")
    lab.tab("Data")
    with lab.page.expect_file_chooser() as chooser:
        lab.button("Open a file").click()
    chooser.value.set_files(tmp_path / "xor.csv")
    lab.wait("lab.view.state.points.length === 4")
    assert lab.points == list(XOR)


def saved(lab, button):
    lab.tab("Share")
    with lab.page.expect_download() as download:
        lab.button(button).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_points_are_saved_as_csv_that_the_package_reads(open_lab, tmp_path):
    lab = open_lab(state=SHARED["odd"])
    name, content = saved(lab, "Points (CSV)")
    assert name == "points.csv"
    (tmp_path / name).write_bytes(content)
    X, y, _ = rosenblatt.read(tmp_path / name, target="label").table()
    points = [(*row, int(label)) for row, label in zip(np.asarray(X).tolist(), y.tolist(), strict=True)]
    assert points == lab.points


def test_the_plane_is_saved_as_png(lab):
    from PIL import Image

    name, content = saved(lab, "Picture (PNG)")
    assert name == "perceptron.png"
    width, height = struct.unpack(">II", content[16:24])
    box = lab.at("#plane-svg").bounding_box()
    assert (width, height) == pytest.approx((2 * box["width"], 2 * box["height"]), abs=1)
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    for x, y, label in NOTE_004:
        px, py = lab.on_screen(x, y)
        seen = picture.getpixel((round(2 * (px - box["x"])) - 7, round(2 * (py - box["y"])) - 7))  # beside the sign
        assert seen == ((63, 144, 218) if label > 0 else (231, 99, 0))


def test_the_plane_is_saved_as_svg_that_needs_nothing(lab):
    lab.button("End").click()
    name, content = saved(lab, "Picture (SVG)")
    assert name == "perceptron.svg"
    root = ElementTree.fromstring(content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    fills = [element.get("fill") for element in root.iter("{http://www.w3.org/2000/svg}path")]
    assert (fills.count("rgb(63, 144, 218)"), fills.count("rgb(231, 99, 0)")) == (2, 2)
    assert not re.search(r"<script|href|https?://(?!www\.w3\.org)", content.decode())


def test_an_exported_lab_opens_from_disk_with_data(open_lab, tmp_path):
    file = tmp_path / "mine.html"
    options = ["--order", "shuffled", "--seed", "3", "--epochs", "20", "--at-zero", "positive", "--no-bias"]
    done = CliRunner().invoke(lab_command, ["sample:note-000", "--export", str(file), *options])
    assert done.exit_code == 0
    lab = open_lab(file=file)
    X, y, _ = sample("note-000")
    assert lab.points == [(*row, int(label)) for row, label in zip(X.tolist(), np.asarray(y).tolist(), strict=True)]
    lab.button("End").click()
    run = {"order": "shuffled", "seed": 3, "epochs": 20, "atZero": "positive", "bias": False}
    numbers_agree(lab, lab.points, **run)


def test_an_exported_lab_opens_from_disk_at_an_example(open_lab, tmp_path):
    file = tmp_path / "example.html"
    done = CliRunner().invoke(lab_command, ["--export", str(file), "--example", "xor"])
    assert done.exit_code == 0
    lab = open_lab(file=file)
    assert (lab.state["card"], lab.state["tab"]) == ("xor", "cards")
    assert lab.points == list(XOR)
    assert lab.text("#card-title") == "Exclusive or"
    assert lab.button("Undo").is_disabled()


def test_the_function_export_writes_a_lab_with_points(open_lab, tmp_path):
    X, y = arrays(MIXED)
    lab = open_lab(file=rosenblatt.lab.export(tmp_path / "points.html", data=(X, y), max_iter=7))
    assert lab.points == list(MIXED)
    lab.button("End").click()
    numbers_agree(lab, MIXED, epochs=7)


def test_a_notebook_shows_the_lab_in_a_frame(page, tmp_path):
    shown = rosenblatt.lab.show(*arrays(XOR), order="given", max_iter=5)
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><meta charset='utf-8'>{shown._repr_html_()}", "utf-8")
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="End", exact=True).click()
    expect(frame.locator("#counters")).to_have_text(counters_of(trace_of(XOR, epochs=5), 20))
    frame.get_by_role("button", name=re.compile("^Theme")).click()  # a frame has no storage, and no address
    assert page.complaints == []
    assert [address for address in page.requests if not address.startswith("about:")] == [file.as_uri()]
