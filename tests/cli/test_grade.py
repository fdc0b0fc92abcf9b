"""The verb grade: what is printed, and with which exit code."""

import json
import re

from helpers.cli import invoke
from helpers.homework import LISTS

from rosenblatt.cli.lab import grade
from rosenblatt.errors import OptionError

WRONG = LISTS.replace("b += t", "pass")
SENTENCE = (
    "1 row, x = (1), y = +1: after visit 1 the engine has w = (1), b = 1; yours has w = (1), b = 0: "
    "your function does not learn the bias b."
)
WORKED = (
    "Visit 1: a = w·x + b = 0·1 + 0 = 0, y·a = (+1)·0 = 0 ≤ 0, so the row is a mistake: "
    "w becomes w + y·x = (0) + (1) = (1), b becomes b + y = 0 + 1 = 1."
)


def test_grade_of_one_file(tmp_path):
    path = tmp_path / "homework.py"
    path.write_text(LISTS)
    done = invoke(grade, path)
    assert (done.exit_code, done.output.startswith("All "), done.output.endswith(" visits.\n")) == (0, True, True)
    path.write_text(WRONG)
    done = invoke(grade, path)
    assert done.exit_code == 1
    first, visit, agreed, lab = done.output.splitlines()
    assert (first, visit) == (SENTENCE, WORKED)
    assert re.fullmatch(r"\d+ of \d+ sets agree\.", agreed)
    link = "lab.html#1~p=1_0p~e=1~t=1~1tlve02"
    assert lab == f"See this visit in the lab: rosenblatt lab --export lab.html, then open {link} in a browser."
    done = invoke(grade, path, "--json", "--timeout", "20", "--seed", "4", "--function", "perceptron")
    told = json.loads(done.output)
    assert (done.exit_code, told["file"], told["sentence"], told["passed"]) == (1, str(path), SENTENCE, False)


def test_grade_of_a_class_is_a_line_a_file(tmp_path):
    for name, text in (("ann.py", LISTS), ("bob.py", WRONG), ("notes.txt", "")):
        (tmp_path / name).write_text(text)
    done = invoke(grade, tmp_path)
    first, second, last = done.output.splitlines()
    assert first.startswith(f"{tmp_path / 'ann.py'}: All ")
    assert second == f"{tmp_path / 'bob.py'}: {SENTENCE}"
    assert (last, done.exit_code) == ("1 of 2 files agree with the engine.", 1)


def test_grade_passes_its_options_on(tmp_path, monkeypatch):
    seen = {}

    def graded(path, **options):
        seen.update(options)
        raise OptionError("seen.")

    monkeypatch.setattr("rosenblatt.grading.grade.grade", graded)
    path = tmp_path / "homework.py"
    path.touch()
    invoke(
        grade, path, "--at-zero", "negative", "--no-bias", "--averaged", "--numpy", "--function", "f", "--labels", "0,1"
    )
    assert seen == {
        "at_zero": "negative",
        "fit_intercept": False,
        "averaged": True,
        "voted": False,
        "labels": (0, 1),
        "numpy": True,
        "function": "f",
        "timeout": 10.0,
        "seed": 0,
    }


def test_bad_usage_of_grade(tmp_path):
    assert invoke(grade).exit_code == 2
    assert invoke(grade, tmp_path / "none.py").exit_code == 2
    (tmp_path / "empty").mkdir()
    done = invoke(grade, tmp_path / "empty")
    assert isinstance(done.exception, OptionError)
    assert str(done.exception).startswith("FILES must be Python files, or folders that have some;")
    path = tmp_path / "homework.py"
    path.touch()
    assert isinstance(invoke(grade, path, "--timeout", "-1").exception, OptionError)
