"""The lab's JavaScript is run by Node, as it is: there is nothing to build."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.browsers import node_path

from .random_questions import random_question

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def run_node() -> Callable[[str, str], str]:
    """Runs a file of this folder in Node, with text as its input; returns what it prints."""

    def run(file: str, text: str = "") -> str:
        done = subprocess.run([node_path(), str(HERE / file)], input=text, capture_output=True, encoding="utf-8")
        if done.returncode:
            pytest.fail(f"{file} must end well in Node; it printed:\n{done.stderr}")
        return done.stdout

    return run


@pytest.fixture(scope="session")
def ask_node(run_node) -> Callable[[str, list[Any]], list[Any]]:
    """The answers of a file of this folder to questions: a line of JSON each, all in one process."""

    def ask(file: str, questions: list[Any]) -> list[Any]:
        answers = run_node(file, "".join(json.dumps(question) + "\n" for question in questions))
        return [json.loads(line) for line in answers.splitlines()]

    return ask


@pytest.fixture(scope="session")
def questions(request) -> list[Any]:
    """Random questions for runs and verdicts, 2,000 of them with two classes; ten times as many with --long."""
    count = 29_000 if request.config.getoption("--long") else 2_900
    return [random_question(seed) for seed in range(count)]


@pytest.fixture(scope="session")
def told(run_node):
    """What Node says of all cards."""
    return json.loads(run_node("cards.mjs"))


@pytest.fixture(scope="session")
def cards(told):
    """The cards by their names."""
    return {card["id"]: card for card in told["cards"]}
