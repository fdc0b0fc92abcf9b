"""The command line: what is printed, and with which exit code."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from helpers.cli import run
from helpers.paths import DOCS

from rosenblatt import OptionError, train
from rosenblatt.data.samples import descriptions


def test_train_without_arguments(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "train")
    assert code == 0
    assert "perceptron on sample:setosa" in out
    assert "150 rows, 4 features" in out
    assert "rest, setosa" in out
    said = " ".join(out.split())
    assert "converged: an epoch passed without a mistake" in said
    assert re.search(r"5 mistakes\b.* at most 221\b.*\(proven\)", said)
    step = "train sample:xor --certify"
    assert said.endswith(f"Next: rosenblatt {step}, whose rows no line separates")
    code, out, _ = run(capsys, monkeypatch, *step.split())
    assert code == 0
    assert "verdict not separable, proven" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["sample:setosa"], "The rows are separated. Next: rosenblatt train sample:setosa --algorithm averaged"),
        (
            ["sample:iris", "--algorithm", "averaged"],
            "Next: rosenblatt train sample:iris --algorithm averaged --epochs 100",
        ),
        (["sample:note-000", "--order", "given", "--no-bias"], "converged"),
    ],
)
def test_how_it_ends(capsys, monkeypatch, arguments, text):
    code, out, _ = run(capsys, monkeypatch, "train", *arguments)
    assert code == 0
    assert text in " ".join(out.split())


@pytest.mark.parametrize("arguments", [["--help"], ["train", "-h"], ["--version"]])
def test_help(capsys, monkeypatch, arguments):
    code, out, _ = run(capsys, monkeypatch, *arguments)
    assert code == 0
    assert "rosenblatt" in out


def test_train_names_every_sample(capsys, monkeypatch):
    _, out, _ = run(capsys, monkeypatch, "train", "--help")
    page = (DOCS / "train.md").read_text()
    for name, description in descriptions().items():
        assert re.search(rf"[ \n]{name}[,.]", out)
        assert f"| `{name}` | {description} |" in page


def test_what_was_guessed_and_scaled_is_printed(capsys, monkeypatch, tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("size;colour;class\n" + "1;red;yes\n3;blue;no\n" * 3)
    code, out, _ = run(capsys, monkeypatch, "train", str(path))
    assert code == 0
    said = " ".join(out.split())
    assert "guessed delimiter ';', header True, target 'class'" in said
    assert "scaled (standard) (size − 2) / 1" in said
    code, out, _ = run(capsys, monkeypatch, "train", str(path), "--json")
    assert json.loads(out)["guessed"] == {
        "delimiter": ";",
        "header": True,
        "target": "class",
        "columns": "1 numeric, 1 categorical (colour)",
    }


def test_json(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "train", "sample:note-004", "--order", "given", "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["reason"], report["n_mistakes"], report["algorithm"]) == ("converged", 9, "perceptron")


def test_a_csv_file(capsys, monkeypatch, tmp_path):
    path = tmp_path / "my data.csv"
    path.write_text("a,b,c\n1,2,x\n-1,1,y\n")
    code, out, _ = run(capsys, monkeypatch, "train", str(path), "--epochs", "1")
    assert code == 0
    assert "averaged on" in out
    assert "2 rows, 2 features" in out
    assert f"rosenblatt certify '{path}'" in out


def test_names_that_look_like_markup(capsys, monkeypatch, tmp_path):
    path = tmp_path / "a[b].csv"
    path.write_text("1,2,[/x]\n2,1,[red]\n")
    code, out, _ = run(capsys, monkeypatch, "train", str(path))
    assert code == 0
    assert "[/x], [red]" in out
    assert "a[b].csv" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["train", "nope.csv"],
            1,
            "rosenblatt: DATA must be a file, a folder or sample:NAME; 'nope.csv': No such file",
        ),
        (["train", "sample:wine"], 1, "rosenblatt: sample must be one of"),
        (["train", "--order", "sideways"], 2, "Invalid value for '--order'"),
        (["train", "--epochs", "0"], 2, "Invalid value for '--epochs'"),
        (["teach"], 2, "No such command 'teach'"),
        ([], 2, "Usage: rosenblatt"),
    ],
)
def test_what_goes_wrong(capsys, monkeypatch, arguments, code, message):
    ended, _, err = run(capsys, monkeypatch, *arguments)
    assert ended == code
    assert message in err


def test_options_refused_by_the_function_are_bad_usage(capsys, monkeypatch):
    def refuse(*_, **__):
        raise OptionError("no.")

    monkeypatch.setattr("rosenblatt.commands.train.train", refuse)
    assert run(capsys, monkeypatch, "train") == (2, "", "rosenblatt: no.\n")


def test_ctrl_c(capsys, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("rosenblatt.commands.train.train", press)
    code, _, err = run(capsys, monkeypatch, "train")
    assert code == 130
    assert err.strip() == "rosenblatt: interrupted."


def test_an_interrupted_run_prints_its_report(capsys, monkeypatch):
    fitted = train("sample:iris", max_iter=2)
    fitted.report_.reason = "interrupted"
    monkeypatch.setattr("rosenblatt.commands.train.train", lambda *_, **__: fitted)
    code, out, _ = run(capsys, monkeypatch, "train", "sample:iris", "--order", "given")
    assert code == 130
    assert "interrupted: Ctrl-C was pressed" in out
    assert "Next: rosenblatt train sample:iris --order given" in " ".join(out.split())


def test_the_function():
    model = train("sample:setosa", algorithm="pocket", random_state=3)
    assert type(model.learner_).__name__ == "Pocket"
    assert model.predict([[5.0, 3.4, 1.5, 0.2]]).tolist() == model.classes_[1:].tolist()
    assert model.report_.errors == 0
    assert model.feature_names_ == ["sepal length", "sepal width", "petal length", "petal width"]
    with pytest.raises(
        OptionError, match="algorithm must be one of perceptron, averaged, voted, pocket, kernel; got 'svm'"
    ):
        train(algorithm="svm")


def test_as_a_module_and_a_command(tmp_path):
    np.savez(tmp_path / "d.npz", X=[[1.0], [-1.0]], y=[1, 0])
    command = [sys.executable, "-m", "rosenblatt", "train", "d.npz", "--json"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout)["reason"] == "converged"


def test_labels_that_differ_only_in_case_are_pointed_out(capsys, monkeypatch, tmp_path):
    """They are classes of their own, which is seldom meant."""
    path = tmp_path / "d.csv"
    path.write_text("size,plays\n1,yes\n2,no\n3,No\n4,Yes\n5,maybe\n6,YES\n")
    code, out, _ = run(capsys, monkeypatch, "train", path, "--target", "plays")
    assert code == 0
    said = " ".join(out.split())
    assert "alike 'No' and 'no', 'YES' and 'Yes' and 'yes' are different classes: make them one in the file if" in said
    path.write_text("size,plays\n1,yes\n2,no\n")
    _, out, _ = run(capsys, monkeypatch, "train", path, "--target", "plays")
    assert " alike " not in out
