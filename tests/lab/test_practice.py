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
    assert int(re.search(r"^# pass (\d+)$", node_run.stdout, re.MULTILINE)[1]) == 14


def test_sets_are_separable_or_not_as_python_proves(told):
    proven = [certify(*arrays(points)).separable for points in told["separable"]]
    assert told["verdicts"] == proven
    assert 0.35 < sum(proven) / len(proven) < 0.65  # neither answer is always right


def test_most_points_to_be_received_are_separable_and_some_are_not(told):
    proven = [certify(*arrays(points)).separable for points in told["online"]]
    assert sum(proven) == 6
    assert len(proven) == 8


def test_the_first_warm_up_is_that_of_the_lecture(told):
    warm_up = told["warmUp"]
    plane = Hyperplane([warm_up["w1"], warm_up["w2"]], warm_up["b"])
    assert plane.line().intercept == 2
    assert plane.side(warm_up["places"]).tolist() == [0, 0]
