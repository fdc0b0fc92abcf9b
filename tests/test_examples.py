"""The examples run as they are, docs/gallery.md says of them what they print, and each shows what it says."""

import io
import re
import runpy
import struct
import sys
import tempfile
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from unittest import mock

import matplotlib
import numpy as np
import pytest
from helpers.paths import ROOT

GALLERY = ROOT / "docs" / "gallery.md"
EXAMPLES = sorted((ROOT / "examples").glob("plot_*.py"))
NAMES = [path.stem.removeprefix("plot_") for path in EXAMPLES]
SLOW = ("averaging", "digits", "early_stopping", "kernels")  # where every loop is plain Python
each = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.compiled] * (name in SLOW)) for name in NAMES]
)
NUMBER = re.compile(r"(?<![\w.])\d(?:[\d,.]*\d)?%?")
LECTURE = re.compile(
    r"CMU(?: 10-301/601)?(?: Lecture 6)?|Maryland(?: CMSC 422)?(?: Lecture 6)?|Cornwell|\bnotes? 00\d(?: and 00\d)?"
)


@cache
def seen(name):
    """What an example leaves behind: its names, what it prints, and its picture."""
    matplotlib.use("Agg")
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / f"{name}.png"
        with mock.patch.object(sys, "argv", ["", str(picture)]), redirect_stdout(printed):
            names = runpy.run_path(str(ROOT / "examples" / f"plot_{name}.py"))
        matplotlib.pyplot.close("all")
        return names, printed.getvalue(), picture.read_bytes()


@cache
def sections():
    """The parts of the gallery, by the name of the example that each links to."""
    parts = re.split(r"^## ", GALLERY.read_text(), flags=re.M)[1:]
    return {re.search(r"\(\.\./examples/plot_(\w+)\.py\)", part)[1]: part for part in parts}


def size(picture):
    """Width and height of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


@each
def test_an_example_prints_a_line_and_writes_a_picture(name):
    _, printed, picture = seen(name)
    assert len(printed.splitlines()) == 1
    width, height = size(picture)
    assert width > 900
    assert height > 400


@each
def test_the_gallery_says_what_is_printed(name):
    _, printed, _ = seen(name)
    _, _, text = sections()[name].partition("\n")  # without the heading
    text = LECTURE.sub("", re.sub(r"!?\[[^]]*\]\([^)]*\)", "", text))  # nor links, nor names of lectures
    said, known = ({number.replace(",", "") for number in NUMBER.findall(part)} for part in (text, printed))
    assert said
    assert said <= known


# Each shows what it says.


def test_note_000_turns_w_until_no_row_is_wrong():
    names, *_ = seen("note_000")
    assert [model.coef_[0].tolist() for model in names["models"]] == [[1, -2], [2, -1], [3, 1]]
    assert names["wrong"] == [2, 1, 0]


def test_note_004_does_not_find_the_best_plane():
    names, *_ = seen("note_004")
    assert 0 < names["found"] < names["certificate"].margin.lower


def test_sorted_rows_take_more_epochs():
    names, *_ = seen("order")
    sorted_first, shuffled_first = (run.report.errors for run in names["first"].values())
    assert sorted_first > 5 * shuffled_first
    assert names["means"][0] > 1.5 * names["means"][1]
    assert all(run.report.reason == "converged" for run in names["whole"].values())


def test_the_first_means_decide_where_k_means_ends():
    names, *_ = seen("kmeans")
    lower, higher = names["ends"]
    assert higher > 2 * lower
    for model, end in zip(names["found"].values(), names["ends"], strict=True):
        groups = [names["X"][model.labels_ == label] for label in range(4)]
        assert sum(len(rows) * rows.var(axis=0).sum() for rows in groups) == pytest.approx(end)  # as on the slide
        assert model.inertia_ == pytest.approx(end)
    assert 1.5 * names["reached"]["random"] < names["reached"]["k-means++"] <= names["N_STARTS"]


@pytest.mark.compiled
def test_averaging_errs_less_than_the_last_weights_of_the_same_run():
    names, *_ = seen("averaging")
    last, averaged, voted = names["models"].values()
    assert last.report_.mistakes_per_epoch == averaged.report_.mistakes_per_epoch == voted.report_.mistakes_per_epoch
    assert names["wrong"][0] > max(names["wrong"][1:])
    assert names["means"][0] > 1.5 * max(names["means"][1:])


@pytest.mark.compiled
def test_validation_errors_rise_while_training_mistakes_go_to_zero():
    names, *_ = seen("early_stopping")
    report, errors = names["report"], np.array(names["errors"])
    assert report.reason == "converged"
    assert report.mistakes_per_epoch[-1] == 0
    assert 0 < errors.argmin() < len(errors) // 2
    assert errors[-1] - errors.min() > 3 * np.sqrt(errors.min())  # more than chance


def test_the_proof_leaves_no_room_beyond_its_bound():
    names, *_ = seen("proof")
    bound = names["certificate"].mistake_bound
    assert bound / 3 < names["run"].report.n_mistakes <= bound


def test_mistakes_stay_below_the_bound_or_reach_it():
    names, *_ = seen("bound")
    assert (names["counts"] <= names["bounds"]).all()
    assert names["worst"] == list(names["RIGHT_ANGLED"])


def test_only_a_bias_makes_the_set_separable():
    names, *_ = seen("bias")
    assert names["separable"] == [False, True]
    assert names["without"].report_.errors > 0 == names["with_bias"].report_.errors


def test_two_points_break_the_plain_bound_and_keep_the_augmented_one():
    names, *_ = seen("two_points")
    assert round(names["plain"], 6) < names["run"].report.n_mistakes <= names["certificate"].mistake_bound
    assert names["best"].mistake_bound == names["certificate"].mistake_bound


def test_xor_is_not_separable_and_never_ends():
    names, *_ = seen("xor")
    assert names["certificate"].separable is False
    assert names["certificate"].check(names["X"], names["y"])
    assert min(names["run"].report.mistakes_per_epoch) > 0


@pytest.mark.compiled
def test_ink_in_the_middle_speaks_against_a_zero():
    names, *_ = seen("digits")
    weights = names["model"].coef_
    assert weights.shape == (10, 64)
    assert (names["middle"] < weights[0].mean()).all()
    assert names["middle"].mean() < weights[0].min() / 2 < 0
    assert names["right"] > 0.9 * 597


def test_words_of_both_kinds_weigh_little():
    names, *_ = seen("spam")
    weights = names["model"].weights
    assert all(abs(weights[word]) < 0.3 for word in ("for", "here", "today", "your"))
    assert all(weights[word] > 1 for word in ("free", "prize", "win", "cash"))
    assert all(weights[word] < -0.9 for word in ("lunch", "meeting", "notes", "report"))
    assert names["right"] == len(names["NEW"])


def test_the_slope_rises_where_the_truth_turns():
    names, *_ = seen("drift")
    last, average = names["runs"].values()
    settled, turning, after = last[500:1000].mean(), last[1000:2000].mean(), last[2500:].mean()
    assert turning > 4 * max(settled, after)
    assert average[1000:].sum() > 10 * last[1000:].sum()
