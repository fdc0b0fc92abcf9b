"""Every sentence that names a next step is tested by typing that step.

A case has a command whose output names the step, and the command with the step typed. Cases are named by the place of
the sentence in the source; another test finds all such places, so that none is left out.
"""

import ast
import shlex

import pytest
from helpers.cli import run
from helpers.next_steps.cases import CASES
from helpers.next_steps.cases_of_columns import CASES_OF_COLUMNS
from helpers.next_steps.cases_of_reading import CASES_OF_READING
from helpers.next_steps.in_python import IN_PYTHON
from helpers.paths import ROOT

SOURCE = ROOT / "src" / "rosenblatt"
ALL = [*CASES, *CASES_OF_READING, *CASES_OF_COLUMNS]


def places():
    """Where the library names an option as a step: a file of the source, and the option."""
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent.name == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "option":
                yield f"{path.relative_to(SOURCE)} {ast.literal_eval(node.args[0])}"


def test_no_step_is_left_out():
    tested = {place for case in ALL for place in case.places} | {*IN_PYTHON}
    assert tested == {*places()}


@pytest.mark.parametrize("case", ALL, ids=lambda case: " ".join(case.places))
def test_the_step_can_be_typed(case, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, content in case.files.items():
        content(tmp_path / name) if callable(content) else (tmp_path / name).write_text(content)
    for command in case.before:
        code, out, err = run(capsys, monkeypatch, *shlex.split(command))
        assert code == 0, (command, out, err)
    case.patch(monkeypatch)
    code, out, err = run(capsys, monkeypatch, *shlex.split(case.command))
    assert code == case.code, (code, out, err)
    assert case.says in " ".join((out + err).split())
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    for command in case.then:
        code, out, err = run(capsys, monkeypatch, *shlex.split(command))
        assert code == 0, (command, out, err)


@pytest.mark.parametrize("place", IN_PYTHON)
def test_the_step_can_be_called(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    IN_PYTHON[place]()
