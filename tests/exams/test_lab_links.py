"""Links of the solutions open the lab at the same points, options and visit: read by the lab's JavaScript, in Node."""

import json
import subprocess
from pathlib import Path

import pytest
from helpers.browsers import node_path


@pytest.fixture(scope="module")
def states(printed):
    """The states that the four links of each exam stand for."""
    links = [link for _, page in printed for link in page.links]
    command = [node_path(), str(Path(__file__).with_name("links.mjs"))]
    done = subprocess.run(command, input=json.dumps(links), capture_output=True, text=True, timeout=60, check=True)
    read = [answer["state"] for answer in json.loads(done.stdout)]
    return [read[i : i + 4] for i in range(0, len(read), 4)]


def test_links_have_the_points_of_the_questions(papers, states):
    for paper, four in zip(papers, states, strict=True):
        rows = paper.questions[0].rows
        for asked, state in zip((rows, rows, *paper.questions[4].sets), four, strict=True):
            shown = [((point["x"], point["y"]), point["label"]) for point in state["points"]]
            assert shown == list(zip(asked.X, asked.y, strict=True))


def test_links_have_the_rule_and_the_end_of_the_run(papers, states):
    for paper, four in zip(papers, states, strict=True):
        n_visits, n_rows = len(paper.solutions[0].visits), len(paper.questions[0].rows)
        for state in four:
            options = state["options"]
            assert (options["order"], options["atZero"], options["bias"], options["eta"]) == (
                "given",
                "mistake",
                True,
                1,
            )
        assert [(state["t"], state["tab"]) for state in four] == [
            *((n_visits, tab) for tab in ("steps", "variants")),
            *((0, "steps"),) * 2,
        ]
        assert [state["options"]["epochs"] for state in four] == [n_visits // n_rows] * 2 + [100] * 2
