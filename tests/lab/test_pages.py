"""The lab as a page: what it starts with, in a notebook and as a file."""

import html
import json
import re

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from rosenblatt.errors import DataError, OptionError
from rosenblatt.lab import page as pages
from rosenblatt.lab.bundle import bundled
from rosenblatt.lab.page import LabPage, examples, export, points_of, show, starting_state

X, Y = [[-1, 3], [-1, -1], [3, -1], [0, 1.5]], [-1, -1, 1, 1]
POINTS = [
    {"x": -1.0, "y": 3.0, "label": -1},
    {"x": -1.0, "y": -1.0, "label": -1},
    {"x": 3.0, "y": -1.0, "label": 1},
    {"x": 0.0, "y": 1.5, "label": 1},
]


def start_of(page):
    return json.loads(re.search(r'<script type="application/json" id="start">(.*?)</script>', page)[1])


def test_a_page_has_its_points_and_options_and_asks_for_nothing():
    page = str(
        show(X, Y, order="shuffled", at_zero="positive", fit_intercept=False, random_state=3, max_iter=7, eta0=2)
    )
    options = {"order": "shuffled", "atZero": "positive", "bias": False, "eta": 2, "epochs": 7, "seed": 3}
    assert start_of(page) == {"points": POINTS, "options": options}
    assert not re.search(r"(src|href)=[\"']?(https?:|//|\w+\.(js|css))", page)


def test_without_points_the_lab_has_its_own():
    assert str(show()) == bundled()


def test_a_notebook_shows_the_page_in_a_frame_of_its_own():
    page = show(X, Y, height=500)
    frame = page._repr_html_()
    inside = re.fullmatch(r'<iframe [^>]*? srcdoc="([^"]*)"></iframe>', frame, re.S)[1]
    assert html.unescape(inside) == str(page)
    assert 'sandbox="allow-scripts allow-downloads"' in frame
    assert "height:500px" in frame
    assert 'title="The perceptron lab"' in frame
    assert len(frame) < 1.2 * len(str(page))  # what is escaped is little


def test_a_page_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "lab.html"
    assert export(path, data=(X, Y)) == path
    assert start_of(path.read_text("utf-8")) == {"points": POINTS}
    before = path.read_bytes()

    def broken(data):
        raise RuntimeError

    monkeypatch.setattr("rosenblatt.lab.bundle.bundled", broken)
    with pytest.raises(RuntimeError):
        LabPage({}).save(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["lab.html"]


def test_points_come_from_whatever_holds_rows():
    frame = pd.DataFrame({"name": [1, 2, 3, 4], "width": [x for x, _ in X], "height": [x for _, x in X]})
    for given, options in [
        (np.array(X), {}),
        (sp.csr_matrix(X), {}),
        (frame[["width", "height"]], {}),
        (frame, {"features": ("width", "height")}),
        (frame, {"features": [1, 2]}),
    ]:
        assert starting_state(given, Y, **options)["points"] == POINTS
    swapped = starting_state(X, Y, features=(1, 0))["points"]
    assert [(p["y"], p["x"]) for p in swapped] == [(p["x"], p["y"]) for p in POINTS]


@pytest.mark.parametrize(
    ("y", "label", "signs"),
    [
        ([0, 0, 1, 1], None, [-1, -1, 1, 1]),
        ([False, True, True, True], None, [-1, 1, 1, 1]),
        (["no", "no", "yes", "no"], None, [-1, -1, 1, -1]),
        ([5, 5, 5, 5], None, [1, 1, 1, 1]),
        (["a", "b", "c", "b"], "b", [-1, 1, -1, 1]),
        ([1, 2, 3, 2], "2", [-1, 1, -1, 1]),
        ([-1, -1, 1, 1], -1, [1, 1, -1, -1]),
    ],
)
def test_labels_become_signs(y, label, signs):
    assert [point["label"] for point in starting_state(X, y, label=label)["points"]] == signs


def test_points_of_a_file_and_of_a_bundled_set(tmp_path):
    assert starting_state(*points_of("sample:note-004"))["points"] == POINTS
    path = tmp_path / "rows.csv"
    path.write_text("width,height,kind\n-1,3,a\n-1,-1,a\n3,-1,b\n0,1.5,b\n")
    assert starting_state(*points_of(path))["points"] == POINTS
    assert starting_state(*points_of(path), features=("width", "height"))["points"] == POINTS
    petals = starting_state(*points_of("sample:iris"), features=("petal length", 3), label="setosa")["points"]
    assert (len(petals), petals[0]) == (150, {"x": 1.4, "y": 0.2, "label": 1})


@pytest.mark.parametrize(
    ("given", "options", "sentence"),
    [
        (
            (np.zeros((2, 3)), [0, 1]),
            {},
            "X must have two features for the lab, which draws a plane; it has 3: features=(0, 1) takes two of them.",
        ),
        (
            (np.zeros((2, 1)), [0, 1]),
            {},
            "X must have two features for the lab, which draws a plane; it has 1: numpy.c_[X, 0 * X] has a second one.",
        ),
        (
            (np.zeros((1797, 2)), np.zeros(1797)),
            {},
            "X must have at most 500 rows for the lab, which draws each; it has 1,797: take a sample, "
            "X[rows] and y[rows] with rows = numpy.random.default_rng(0).choice(1797, 500, replace=False).",
        ),
        (
            (X, ["a", "b", "c", "c"]),
            {},
            "y must have two classes for the lab; it has 3 (a, b, c): label='a' takes one against the rest.",
        ),
        ((X, ["a", "b", "c", "c"]), {"label": "d"}, "label must be one of the classes, a, b, c; got 'd'."),
        ((X, [1]), {}, "X and y must have as many rows; got 4 and 1."),
        ((X, None), {}, "y must be given with X, one label per row."),
        ((None, Y), {}, "X must be given with y, features and label: the points to start with."),
        (
            ([[0, 1], [0, np.nan]], [0, 1]),
            {},
            "X must be numbers from −1,000,000 to 1,000,000 for the lab; got [0.0, nan] in row 1: scale the columns.",
        ),
        ((X, Y), {"features": (0, 2)}, "features must be numbers from 0 to 1; got 2."),
        ((X, Y), {"features": 1}, "features must be two, as in features=(0, 1); got 1."),
        (
            (pd.DataFrame(X, columns=["a", "b"]), Y),
            {"features": ("a", "c")},
            "features must be numbers from 0 to 1, or names: a, b; got 'c'.",
        ),
        ((X, Y), {"example": "xor"}, "example must be left out where there are points: a card has its own."),
        (
            (X, Y),
            {"order": "sorted"},
            "order must be one of 'shuffled', 'given', 'shuffled-once', 'first-mistake', 'random-mistake', "
            "'all-mistakes'; got 'sorted'.",
        ),
        ((X, Y), {"at_zero": 0}, "at_zero must be one of 'mistake', 'positive', 'negative'; got 0."),
        ((X, Y), {"max_iter": 2000}, "max_iter must be a whole number from 1 to 1000 for the lab; got 2000."),
        ((X, Y), {"random_state": -1}, "random_state must be a whole number from 0 to 4294967295 for the lab; got -1."),
        ((X, Y), {"eta0": [1, 2]}, "eta0 must be one number from 0.000001 to 1,000,000 for the lab; got [1, 2]."),
        (
            (X, Y),
            {"tol": 1},
            "The lab takes order, at_zero, fit_intercept, eta0, max_iter and random_state; got 'tol'.",
        ),
    ],
)
def test_what_the_lab_cannot_show_is_one_sentence(given, options, sentence):
    with pytest.raises((DataError, OptionError)) as raised:
        show(*given, **options)
    assert str(raised.value) == sentence


def test_other_bad_input_is_said(tmp_path):
    with pytest.raises(OptionError, match="height must be a whole number of pixels, from 100 to 10000; got 1"):
        show(height=1)
    with pytest.raises(DataError, match="data must be a file, sample:NAME, or a pair of X and y"):
        export(tmp_path / "lab.html", data=X)
    with pytest.raises(OptionError, match="path must be in a folder that is there"):
        export(tmp_path / "no" / "lab.html")
    with pytest.raises(OptionError, match="path must be a file; .* is a folder"):
        export(tmp_path)


def test_an_example_is_one_of_the_cards(monkeypatch):
    monkeypatch.setattr(pages, "examples", lambda: [])
    assert starting_state(example="any-card") == {"card": "any-card"}
    with pytest.raises(
        OptionError, match="example must be the name of a card, in small letters, digits and dashes; got 'A b'"
    ):
        starting_state(example="A b")
    monkeypatch.setattr(pages, "examples", lambda: ["xor", "note-004"])
    assert start_of(str(show(example="xor", max_iter=5))) == {"card": "xor", "options": {"epochs": 5}}
    with pytest.raises(OptionError, match="example must be one of xor, note-004; got 'any-card'"):
        starting_state(example="any-card")


def test_the_names_of_cards_are_read_where_they_are():
    assert all(pages.CARD.fullmatch(name) for name in examples())


def test_limits_are_those_of_the_page():
    state = pages.files("rosenblatt.lab").joinpath("web/core/state.js").read_text("utf-8")
    numbers = dict(re.findall(r"^(?:export )?const (MAX_POINTS|LARGEST|MAX_EPOCHS) = ([\de]+);", state, re.M))
    assert {name: float(text) for name, text in numbers.items()} == {
        "MAX_POINTS": pages.MAX_POINTS,
        "LARGEST": pages.LARGEST,
        "MAX_EPOCHS": pages.MAX_EPOCHS,
    }
