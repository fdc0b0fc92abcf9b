"""Questions for a class: their codes in Node, and their right answers as the package finds them."""

import math
import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.browsers import node_path

from rosenblatt import Hyperplane
from rosenblatt.learners import Perceptron
from rosenblatt.learners.recorder import traced

from .as_package import arrays, learner_options, start_of
from .random_questions import is_one_class


def test_every_test_of_codes_in_node_passes():
    command = [node_path(), "--test", "--test-reporter=tap", str(Path(__file__).with_name("class_codes.mjs"))]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[1]) == 14


@pytest.mark.compiled
def test_the_next_mistake_is_that_of_the_trace(questions, ask_node):
    asked = [{**question, "kind": "next"} for question in questions if not is_one_class(question["points"])]
    assert len({(q["options"]["order"], q["options"]["atZero"]) for q in asked}) == 18
    seen = 0
    for question, answers in zip(asked, ask_node("class_cases.mjs", asked), strict=True):
        options = question["options"]
        trace = traced(Perceptron(**learner_options(options)), *arrays(question["points"]), **start_of(options))
        for answer in answers:
            later = np.flatnonzero(trace.wrong[answer["t"] :])
            visit = answer["t"] + int(later[0]) + 1 if len(later) else 0
            assert answer["visit"] == visit, (question, answer)
            if visit:
                assert answer["words"].startswith(f"Visit {visit:,} is point {trace.visits[visit - 1]}, "), answer
                assert answer["words"].endswith(": a mistake.")
            else:
                assert f"After visit {answer['t']} there is no further mistake" in answer["words"]
                assert ("the run converged." in answer["words"]) == (trace.report.reason == "converged")
            seen += visit > 0
    assert seen > 1000


def drawn_lines(r, points):
    """Lines through the points and beside them."""
    for _ in range(6):
        place, other = r.choice(points), r.choice(points)
        share = r.random()
        x, y = (share * place[axis] + (1 - share) * other[axis] for axis in "xy")
        yield {"x": x, "y": y, "right": r.choice([0, 1, r.gauss(0, 1)]), "up": r.choice([1, r.gauss(0, 1)])}


def exact_products(points, line):
    """y·(w·x + b), without rounding."""
    w1, w2, b = (Fraction(line[name]) for name in ("w1", "w2", "b"))
    return [p["label"] * (w1 * Fraction(p["x"]) + w2 * Fraction(p["y"]) + b) for p in points]


def test_lines_are_judged_as_hyperplanes_are(questions, ask_node):
    r = random.Random(1)
    asked = [
        {"kind": "lines", "points": question["points"], "drawn": list(drawn_lines(r, question["points"]))}
        for question in questions
    ]
    kinds = {"separates": 0, "turned": 0, "neither": 0}
    for question, judged in zip(asked, ask_node("class_cases.mjs", asked), strict=True):
        points = question["points"]
        X, y = arrays(points)
        for line in judged:
            plane = Hyperplane([line["w1"], line["w2"]], line["b"])
            sides = y * plane.side(X)
            separates, turned = bool((sides > 0).all()), bool((sides < 0).all())
            assert (line["margin"] > 0, line["turned"]) == (separates, turned), (points, line)
            if separates:
                assert line["margin"] == pytest.approx(plane.margin(X, y), rel=1e-12)
            products = exact_products(points, line)
            size = math.hypot(line["w1"], line["w2"])
            rounding = 1e-15 * max(abs(line["b"]), *(size * abs(p[axis]) for p in points for axis in "xy"))
            if min(abs(product) for product in products) > rounding:
                assert (line["margin"] > 0) == all(product > 0 for product in products)
            kinds["separates" if separates else "turned" if turned else "neither"] += 1
    assert min(kinds.values()) > 100
