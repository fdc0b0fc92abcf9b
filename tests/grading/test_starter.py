"""The file to begin with: the task, and a first sentence that says where to write."""

from itertools import product

import pytest
from helpers.cli import invoke

from rosenblatt.cli.lab import grade as verb
from rosenblatt.errors import OptionError
from rosenblatt.grading.grade import grade
from rosenblatt.grading.starter import write_starter

UPDATE = """sign = 1 if label > 0 else -1
            if sign * (sum(p * q for p, q in zip(w, x)){score}) <= 0:
                w{also} = {pair}"""


@pytest.mark.parametrize(("bias", "zero_one"), [*product((True, False), repeat=2)])
def test_the_starter_of_each_task_is_answered_by_its_line(tmp_path, bias, zero_one):
    for kind in ("", "averaged", "voted"):
        path = tmp_path / f"{kind or 'plain'}.py"
        task = {"fit_intercept": bias, **({kind: True} if kind else {})}
        write_starter(path, "rosenblatt grade it", zero_one=zero_one, **task)
        found = grade(path, labels=(0, 1) if zero_one else (-1, 1), **task)
        assert found.function == f"{kind}_perceptron".lstrip("_")
        line = (
            path.read_text()
            .splitlines()
            .index('            raise NotImplementedError("write the score and the update here")')
        )
        assert str(found) == (
            "1 row, x = (1), y = +1: your function raises NotImplementedError (write the score and the update here), "
            f"in line {line + 1}: replace that line with your code."
        )
        assert "so the row is a mistake" in found.worked


@pytest.mark.parametrize("bias", [True, False])
def test_the_update_completes_the_starter(tmp_path, bias):
    path = tmp_path / "perceptron.py"
    write_starter(path, "rosenblatt grade perceptron.py", fit_intercept=bias)
    moved = "[p + sign * q for p, q in zip(w, x)]" + ", b + sign" * bias
    update = UPDATE.format(score=" + b" * bias, also=", b" * bias, pair=moved)
    text = path.read_text().replace('raise NotImplementedError("write the score and the update here")', update)
    path.write_text(text)
    assert grade(path, fit_intercept=bias).passed


def test_the_verb_writes_a_starter_and_overwrites_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = invoke(verb, "--starter")
    assert (done.exit_code, (tmp_path / "perceptron.py").is_file()) == (0, True)
    assert done.output == "The task is in perceptron.py: write the update, then type rosenblatt grade perceptron.py\n"
    done = invoke(verb, "--starter", "mine.py", "--voted", "--no-bias", "--labels", "0,1")
    assert done.output.endswith(" rosenblatt grade mine.py --no-bias --voted --labels 0,1\n")
    assert "def voted_perceptron(X, y, epochs):" in (tmp_path / "mine.py").read_text()
    (tmp_path / "perceptron.py").write_text("mine")
    done = invoke(verb, "--starter")
    assert isinstance(done.exception, OptionError)
    assert (
        str(done.exception) == "starter must be a new file; perceptron.py is there already, and it is not overwritten."
    )
    assert (tmp_path / "perceptron.py").read_text() == "mine"


def test_bad_starters_are_one_sentence(tmp_path):
    (tmp_path / "a.py").touch()
    done = invoke(verb, tmp_path / "a.py", "--starter", tmp_path / "b.py")
    assert str(done.exception).startswith("FILES must be left out with --starter, which writes a file and grades none;")
    done = invoke(verb, "--starter", tmp_path / "b.py", "--voted", "--averaged")
    assert str(done.exception) == "--averaged and --voted exclude each other: choose one of them."
    done = invoke(verb, "--starter", tmp_path / "none" / "b.py")
    assert str(done.exception).endswith("b.py: No such file or directory.")
