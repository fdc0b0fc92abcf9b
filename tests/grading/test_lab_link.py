"""Links to the lab are those that the lab itself makes: compared with its JavaScript, run by Node."""

import json
import subprocess
from pathlib import Path

from helpers.browsers import node_path

from rosenblatt.grading.lab_link import lab_link
from rosenblatt.grading.problems import Problem, problems
from rosenblatt.grading.runs import Asked
from rosenblatt.lab_links import javascript_number

TASKS = [Asked(), Asked("positive"), Asked("negative", bias=False), Asked(averaged=True), Asked(rate=0.1)]
NUMBERS = [0, -0.0, 1, -3, 0.25, -1.75, 0.1, 1e-6, 1.5e-6, 1e-7, -2.5e-9, 1e16, 123456789012345680000, 1e21, 2.5e30]


def state_of(problem, visit, asked):
    points = [{"x": x[0], "y": (*x, 0)[1], "label": y} for x, y in zip(problem.X, problem.y, strict=True)]
    options = {"atZero": asked.at_zero, "bias": asked.bias, "eta": asked.rate, "epochs": problem.epochs}
    tab = "variants" if asked.averaged or asked.voted else "steps"
    return {"points": points, "options": options, "t": visit, "tab": tab}


def test_links_are_those_of_the_lab():
    default = Problem(((-1, 3), (-1, -1), (3, -1), (0, 1.5)), (-1, -1, 1, 1), 100)
    drawn = [problem for problem in (*problems(0), default) if problem.n_features < 3]
    runs = [(problem, i % (problem.n_visits + 1), TASKS[i % len(TASKS)]) for i, problem in enumerate(drawn)]
    links = [lab_link(*run) for run in runs]
    states = [state_of(*run) for run in runs]
    question = json.dumps({"states": states, "links": links, "numbers": NUMBERS})
    command = [node_path(), str(Path(__file__).with_name("links.mjs"))]
    done = subprocess.run(command, input=question, capture_output=True, text=True, timeout=60, check=True)
    told = json.loads(done.stdout)
    assert links == [f"lab.html#{text}" for text in told["encoded"]]
    for (problem, visit, _), read in zip(runs, told["decoded"], strict=True):
        assert (read["state"]["t"], len(read["state"]["points"])) == (visit, len(problem.y))
    assert [javascript_number(number) for number in NUMBERS] == told["numbers"]


def test_three_features_have_no_link():
    assert lab_link(Problem(((1, 2, 3),), (1,)), 1, Asked()) == ""
