"""The exercises of the lab: their scores and judgements in Node, and their sets as Python proves them."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from helpers.browsers import node_path

from rosenblatt import Hyperplane, certify

from .as_package import arrays


@pytest.fixture(scope="module")
def node_run():
    command = [node_path(), "--test", "--test-reporter=tap", str(Path(__file__).with_name("practice.mjs"))]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)


@pytest.fixture(scope="module")
def told(node_run):
    return json.loads(re.search(r"SETS (.*)$", node_run.stdout, re.MULTILINE)[1])


def test_every_test_in_node_passes(node_run):
    assert node_run.returncode == 0, node_run.stdout + node_run.stderr
    assert int(re.search(r"^# pass (\d+)$", node_run.stdout, re.MULTILINE)[1]) == 9


def test_ten_sets_are_separable_or_not_as_python_proves(told):
    proven = [certify(*arrays(points)).separable for points in told["sets"]]
    assert told["verdicts"] == proven
    assert len(proven) == 10
    assert 4 <= sum(proven) <= 6  # neither answer is always right


def test_random_sets_are_separable_as_python_proves(told):
    for points in told["random"]:
        assert certify(*arrays(points)).separable


def test_the_warm_up_is_that_of_the_note(told):
    warm_up = told["warmUp"]
    X, y = arrays(warm_up["points"])
    plane = Hyperplane([warm_up["w1"], warm_up["w2"]], warm_up["b"])
    assert plane.line().intercept == 2
    assert plane.side(X).tolist() == y.tolist()
