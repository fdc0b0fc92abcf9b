"""The lab: its engine, run by Node, is Python's bit for bit; its page is one file with the given data in it."""

import html
import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import rosenblatt
from contract import shell
from rosenblatt import AveragedPerceptron, PocketPerceptron, RosenblattError, VotedPerceptron, lab

CASES = Path(__file__).with_name("engine_cases.mjs")
ONE_AT_A_TIME = ("first-mistake", "random-mistake")
ORDERS = ("given", "shuffled", "shuffled-once", "all-mistakes", *ONE_AT_A_TIME)
POINTS = [(-1.0, 3.0, -1), (-1.0, -1.0, -1), (3.0, -1.0, 1), (0.0, 1.5, 1)]
X, Y = [[x, y] for x, y, _ in POINTS], [label for *_, label in POINTS]


def ask(questions):
    """Answers of the engine, all by one process."""
    if (node := shutil.which("node")) is None:
        leave_out = pytest.fail if os.environ.get("ROSENBLATT_BROWSER") == "1" else pytest.skip
        leave_out("Node.js must be installed to test the lab; there is no node on the PATH: apt install nodejs.")
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([node, CASES], input=lines, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_points(r):
    """Points of two classes: on a grid, on a line, of very different sizes, repeated, separable or not."""
    n = 60 if r.random() < 0.01 else r.randint(2, 12)
    scale, kind = r.choice([1.0, 1.0, 1e-6, 1e5]), r.randrange(5)
    points = [(r.gauss(0, 1) * scale, r.gauss(0, 1) * scale) for _ in range(n)]
    if kind == 0:
        points = [(float(r.randint(-3, 3)), float(r.randint(-3, 3))) for _ in range(n)]
    elif kind == 1:
        points = [(x, 2 * x + 1) for x, _ in points]
    elif kind == 2:
        points = [(x / scale * r.choice([1e5, 1.0, 1e-6]), round(y, 1)) for x, y in points]
    points = [r.choice(points) if r.random() < 0.1 else point for point in points]
    (a, b, c), separable = (r.gauss(0, 1) for _ in range(3)), r.random() < 0.6
    labels = [(1 if a * x + b * y + c * scale > 0 else -1) if separable else r.choice([-1, 1]) for x, y in points]
    if len(set(labels)) == 1:
        labels[0] *= -1
    return [{"x": x, "y": y, "label": label} for (x, y), label in zip(points, labels, strict=True)]


def random_question(seed):
    r = random.Random(seed)
    points, order = random_points(r), r.choice(ORDERS)
    start = r.choice([[0.0] * 3, [0.0] * 3, [-0.0, 1.0, 0.0], [r.gauss(0, 1) for _ in range(3)]])
    return {
        "kind": "run",
        "points": points,
        "options": {
            **{"order": order, "atZero": r.choice(["mistake", "positive", "negative"]), "bias": r.random() < 0.7},
            **{"eta": r.choice([1.0, 1.0, 0.5, 0.1]), "start": start, "seed": r.choice([0, 1, r.randrange(2**32)])},
            "epochs": r.randint(1, 40) if order in ONE_AT_A_TIME else r.randint(1, max(1, 60 // len(points))),
        },
        "probes": [[points[0]["x"], points[0]["y"]], [0.0, 0.0], [r.gauss(0, 1), r.gauss(0, 1)]],
        "shares": [0.4, 1],
    }


def as_python(question):
    """X and y, options of estimators, and the weights of the start."""
    options, points = question["options"], question["points"]
    *w, b = options["start"]
    return (
        (np.array([(p["x"], p["y"]) for p in points]), np.array([p["label"] for p in points])),
        {
            **{"order": options["order"], "at_zero": options["atZero"], "fit_intercept": options["bias"]},
            **{"eta0": options["eta"], "random_state": options["seed"], "n_iter_no_change": None},
        },
        {"coef_init": [w], "intercept_init": [b]} if any(options["start"]) else {},
    )


def bits(*numbers):
    return np.hstack(numbers).astype("<f8").tobytes().hex()


@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.compiled)])
def test_engine_is_python_bit_for_bit(count, request):
    """Order, scores, weights and loss of each visit; averages, votes and pocket at two of the epochs' ends."""
    count *= 10 if request.config.getoption("--long") else 1
    questions = [random_question(seed) for seed in range(count)]
    for question, answer in zip(questions, ask(questions), strict=True):
        data, options, start = as_python(question)
        run = rosenblatt.trace(*data, **options, **start, max_iter=question["options"]["epochs"])
        report = run.report
        assert (answer["visits"], answer["epochs"]) == (len(run), report.n_epochs), question
        assert (answer["reason"], answer["mistakesPerEpoch"]) == (report.reason, report.mistakes_per_epoch), question
        steps = [
            [
                s.index,
                s.epoch,
                s.prediction,
                s.mistake,
                s.survival,
                bits(s.score),
                bits(s.loss),
                bits(s.weights, s.bias),
            ]
            for s in run
        ]
        assert answer["steps"] == steps, question
        for at in answer["at"]:
            fitted = {
                name: kind(**options, max_iter=at["epochs"]).fit(*data, **start)
                for name, kind in (
                    ("averaged", AveragedPerceptron),
                    ("pocket", PocketPerceptron),
                    ("voted", VotedPerceptron),
                )
            }
            for name in ("averaged", "pocket"):
                assert at[name] == bits(fitted[name].coef_[0], fitted[name].intercept_), (name, question)
            assert at["voted"] == bits(fitted["voted"].decision_function(question["probes"])), question
        if len(run):
            loss = rosenblatt.perceptron_loss(*data, run[-1].weights, run[-1].bias)
            assert answer["at"][-1]["loss"] == bits(loss), question


def test_links_of_grades_open_the_visit_and_round_trip():
    """The weights of the lab at the visit of a link are those that the grade shows."""
    found = [
        rosenblatt.grade(lambda X, y, epochs, b=b: ([1.0] * len(X[0]), b), at_zero=at_zero)
        for at_zero in ("mistake", "negative")
        for b in (0, 1, 2)
    ]
    links = [each.lab_link.partition("#")[2] for each in found]
    for grade, link, answer in zip(found, links, ask([{"kind": "link", "link": link} for link in links]), strict=True):
        (*w, b), (own, own_b) = answer["weights"], grade.engine
        assert (w[: len(own)], b) == (list(own), own_b)
        assert [point["label"] for point in answer["points"]] == list(grade.problem.y)
        assert (answer["t"], answer["again"]) == (grade.visit, link)


# The page.


def data_in(page):
    """The JSON that stands in a page."""
    return [json.loads(text) for text in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.S)]


def points_of(state):
    return [(point["x"], point["y"], point["label"]) for point in state["points"]]


def test_page_is_one_file_with_its_data(tmp_path):
    frame = pd.DataFrame({"name": range(4), "width": [x for x, _ in X], "height": [y for _, y in X]})
    for given, options in ((np.array(X), {}), (sp.csr_matrix(X), {}), (frame, {"features": ("width", "height")})):
        page = lab.show(given, Y, order="shuffled", max_iter=7, **options)
        assert points_of(page.state) == POINTS
        assert page.state in data_in(page.html)
        assert page.state["options"] == {"order": "shuffled", "epochs": 7}
    (tmp_path / "rows.csv").write_text(
        "width,height,kind\n" + "".join(f"{x},{y},{'ab'[z > 0]}\n" for x, y, z in POINTS)
    )
    for source, flags in (("sample:note-004", []), (tmp_path / "rows.csv", ["--features", "width,height"])):
        ended = shell.run("lab", source, "--output", tmp_path / "lab.html", *flags, "--max-iter", 9)
        assert (ended.code, "lab.html" in ended.out) == (0, True)
        page = (tmp_path / "lab.html").read_text("utf-8")
        assert POINTS in [points_of(state) for state in data_in(page)]
        assert 100_000 < len(page.encode()) < 420_000
        assert not re.search(r"(src|href)=[\"']?(https?:|//|\w+\.(js|css))|url\(['\"]?http|import .*[\"']https?:", page)
    assert lab.export(tmp_path / "own.html", data=(X, Y)).read_text("utf-8") == lab.show(X, Y).html
    shown = re.search(r'srcdoc="([^"]*)"', lab.show(X, Y, height=500)._repr_html_())[1]
    assert html.unescape(shown) == str(lab.show(X, Y))


@pytest.mark.parametrize(
    ("y", "label", "signs"),
    [
        ([0, 0, 1, 1], None, [-1, -1, 1, 1]),
        (["no", "no", "yes", "no"], None, [-1, -1, 1, -1]),
        (["a", "b", "c", "b"], "b", [-1, 1, -1, 1]),
        ([1, 2, 3, 2], "2", [-1, 1, -1, 1]),
    ],
)
def test_labels_become_plus_and_minus(y, label, signs):
    assert [sign for *_, sign in points_of(lab.show(X, y, label=label).state)] == signs


@pytest.mark.parametrize(
    ("arguments", "options", "named"),
    [
        ((np.zeros((2, 3)), [0, 1]), {}, "features"),
        ((np.zeros((501, 2)), np.zeros(501)), {}, "500"),
        (([[0, np.nan], [0, 1]], [0, 1]), {}, "row 0"),
        ((X, list("abcc")), {}, "label"),
        ((X, list("abcc")), {"label": "d"}, "label"),
        ((X, None), {}, "y"),
        ((X, Y), {"features": (0, 2)}, "features"),
        ((X, Y), {"order": "sorted"}, "order"),
        ((X, Y), {"at_zero": 0}, "at_zero"),
        ((X, Y), {"max_iter": 2000}, "max_iter"),
        ((X, Y), {"random_state": -1}, "random_state"),
        ((X, Y), {"eta0": 0}, "eta0"),
        ((X, Y), {"tol": 1}, "tol"),
        ((X, Y), {"height": 1}, "height"),
        ((X, Y), {"example": "xor"}, "example"),
        ((), {"example": "no-such-card"}, "example"),
    ],
)
def test_what_the_lab_cannot_show_names_the_option(arguments, options, named):
    with pytest.raises(RosenblattError, match=named):
        lab.show(*arguments, **options)


def test_command_names_what_is_wrong(tmp_path):
    ended = shell.run("lab", "sample:iris", "--output", tmp_path / "lab.html")
    assert (ended.code, "--features" in ended.error, list(tmp_path.iterdir())) == (1, True, [])
    assert shell.run("lab", "--example", "nothing", "--output", tmp_path / "lab.html").code == 2
    assert shell.run("lab", "--output", tmp_path / "none" / "lab.html").code == 2
    assert shell.run("lab", "--example", "xor", "--output", tmp_path / "lab.html").code == 0
    assert {"card": "xor"} in data_in((tmp_path / "lab.html").read_text("utf-8"))
