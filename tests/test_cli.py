"""The command line: what is printed, and with which exit code."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from test_steps import NOTE_000

from rosenblatt import OptionError, commands, train
from rosenblatt.cli import main
from rosenblatt.data.samples import descriptions


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["rosenblatt", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    return ended.value.code or 0, captured.out, captured.err


def test_train_without_arguments(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "train")
    assert code == 0
    assert "perceptron on sample:iris" in out
    assert "150 rows, 4 features" in out
    assert "setosa, versicolor, virginica" in out
    assert "stalled: mistakes per epoch reached no new low" in " ".join(out.split())
    assert out.rstrip().endswith("Next: rosenblatt train sample:iris --algorithm averaged")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["sample:setosa"], "The rows are separated. Next: rosenblatt train sample:setosa --algorithm averaged"),
        (["--algorithm", "averaged"], "Some rows stay wrong. Next: rosenblatt train sample:iris --algorithm pocket"),
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
    page = (Path(__file__).parent.parent / "docs" / "train.md").read_text()
    for name, description in descriptions().items():
        assert re.search(rf"[ \n]{name}[,.]", out)
        assert f"| `{name}` | {description} |" in page


def test_trace_shows_the_table_of_note_000(capsys, monkeypatch):
    options = ["--order", "given", "--at-zero", "positive", "--no-bias", "--epochs", "1"]
    code, out, _ = run(capsys, monkeypatch, "trace", "sample:note-000", *options)
    assert (code, out) == (0, NOTE_000 + "\n")
    assert out in (Path(__file__).parent.parent / "docs" / "trace.md").read_text()


def test_trace_of_mistakes_lines_and_json(capsys, monkeypatch):
    arguments = ["trace", "sample:note-004", "--order", "given"]
    _, out, _ = run(capsys, monkeypatch, *arguments, "--mistakes")
    assert [line.split()[0] for line in out.splitlines()[2:11]] == ["1", "2", "4", "8", "9", "12", "16", "17", "20"]
    _, out, _ = run(capsys, monkeypatch, *arguments, "--lines", "4")
    assert [line.split()[0] for line in out.splitlines()[2:7]] == ["1", "2", "3", "…", "24"]
    _, out, _ = run(capsys, monkeypatch, "trace", "sample:iris", "--all", "--epochs", "1")
    assert len(out.splitlines()) == 154
    _, out, _ = run(capsys, monkeypatch, *arguments, "--json", "--mistakes")
    steps = [json.loads(line) for line in out.splitlines()]
    assert (len(steps), steps[-1]["weights"], steps[-1]["bias"]) == (9, [4.0, -0.5], 1.0)


def test_trace_without_data_and_with_bad_data(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "trace")
    assert (code, out.splitlines()[-1]) == (
        0,
        "3 mistakes in 12 visits. converged: an epoch passed without a mistake.",
    )
    code, _, err = run(capsys, monkeypatch, "trace", "sample:none")
    assert (code, err.startswith("rosenblatt: sample must be one of iris,")) == (1, True)


def test_certify_saves_and_checks(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "proof.json")
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:note-004", "--save", path)
    assert code == 0
    assert out in (Path(__file__).parent.parent / "docs" / "certify.md").read_text()
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    said = "Separable: 4 rows, 2 features, labels -1 and 1, with intercept"
    assert (code, out) == (0, f"The proof in {path} holds for sample:note-004. {said}\n")
    code, out, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004", "--no-bias")
    assert (code, out) == (1, "")
    assert "the certificate is about planes with a bias" in err
    undecided = str(tmp_path / "undecided.json")
    run(capsys, monkeypatch, "certify", "sample:note-004", "--budget", "0", "--save", undecided)
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", undecided, "sample:note-004")
    assert (code, "Undecided" in out) == (1, True)
    code, _, err = run(capsys, monkeypatch, "certify", "sample:note-004", "--save", str(tmp_path / "no" / "proof.json"))
    assert (code, "must be in a folder that is there" in err) == (2, True)
    code, out, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-000")
    assert (code, out) == (1, "")
    assert err.startswith("rosenblatt: X must have 4 rows, as the certificate; it has 6.")
    text = Path(path).read_text()
    Path(path).write_text(text.replace('"mistake_bound": 55', '"mistake_bound": 54'))
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    assert (code, err) == (1, "rosenblatt: mistake_bound must be 55, by radius and margin; it is 54.\n")


def test_certify_tells_what_it_could_not(capsys, monkeypatch, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "certify")
    assert (code, out.startswith("Separable: 150 rows")) == (0, True)
    code, out, _ = run(capsys, monkeypatch, "certify", "--budget", "0")
    assert (code, out.startswith("Undecided")) == (1, True)
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:iris", "--budget", "0")
    assert (code, out.startswith("Undecided: 150 rows, 4 features, 3 labels")) == (1, True)
    code, _, err = run(capsys, monkeypatch, "certify", "--gap", "2")
    assert (code, err) == (2, "rosenblatt: gap must be a number between 0 and 1; got 2.0.\n")
    code, _, err = run(capsys, monkeypatch, "certify", "--check", str(tmp_path / "none.json"))
    assert code == 1
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:note-004", "--json")
    assert json.loads(out)["separable"] is True


def test_certify_names_the_features_of_a_conflict(capsys, monkeypatch, tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("a,b,c,class\n0,7,0,no\n1,7,1,no\n0,7,1,yes\n1,7,0,yes\n")
    code, out, _ = run(capsys, monkeypatch, "certify", str(path))
    assert code == 0
    assert out.endswith("  features in which they differ: 2 of 3: a, c\n")
    path.write_text("0,1,no\n0,1,yes\n")
    code, out, _ = run(capsys, monkeypatch, "certify", str(path))
    assert out.endswith("(0, 1)\n  features in which they differ: 0 of 2\n")


def test_certify_says_on_a_terminal_what_it_is_doing(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("rosenblatt.proofs.search.binary.BETWEEN_WORDS", 0.0)
    code, out, err = run(capsys, monkeypatch, "certify", "sample:note-004")
    assert (code, out.startswith("Separable")) == (0, True)
    assert "from 0" in err


def test_what_was_guessed_and_scaled_is_printed(capsys, monkeypatch, tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("size;colour;class\n" + "1;red;yes\n3;blue;no\n" * 3)
    code, out, _ = run(capsys, monkeypatch, "train", str(path))
    assert code == 0
    said = " ".join(out.split())
    assert "guessed delimiter ';', header True, target 'class'" in said
    assert "scaled (standard) size − 2 over 1" in said
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

    monkeypatch.setattr(commands, "train", refuse)
    assert run(capsys, monkeypatch, "train") == (2, "", "rosenblatt: no.\n")


def test_ctrl_c(capsys, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "train", press)
    code, _, err = run(capsys, monkeypatch, "train")
    assert code == 130
    assert err.strip() == "rosenblatt: interrupted."


def test_an_interrupted_run_prints_its_report(capsys, monkeypatch):
    fitted = train("sample:iris", max_iter=2)
    fitted.report_.reason = "interrupted"
    monkeypatch.setattr(commands, "train", lambda *_, **__: fitted)
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
    with pytest.raises(OptionError, match="algorithm must be one of perceptron, averaged, voted, pocket; got 'svm'"):
        train(algorithm="svm")


def test_as_a_module_and_a_command(tmp_path):
    np.savez(tmp_path / "d.npz", X=[[1.0], [-1.0]], y=[1, 0])
    command = [sys.executable, "-m", "rosenblatt", "train", "d.npz", "--json"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout)["reason"] == "converged"
