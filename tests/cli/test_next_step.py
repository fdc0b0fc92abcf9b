"""The last line of train and of compare: each command that it names is typed, and ends with exit code 0."""

import json
import shlex

import numpy as np
import pytest
from helpers.cli import run

from rosenblatt.learners import options

ERRS = "x,class\n-4,0\n-3,0\n3,1\n-1,1\n"  # a converged average predicts one of these wrong
AS_GIVEN = ("--order", "given", "--scale", "none")
CLASSES = ("no", "yes")


def table(path, noise, n_rows=100):
    """A file of two columns and a class that follows the first, but for some noise."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 2))
    X[:, 0] += np.sign(X[:, 0])  # apart
    y = X[:, 0] + noise * random.normal(size=n_rows) > 0
    lines = [f"{a:.3f},{b:.3f},{CLASSES[int(wanted)]}" for (a, b), wanted in zip(X, y, strict=True)]
    path.write_text("\n".join(["a,b,class", *lines]) + "\n")
    return str(path)


@pytest.fixture
def noisy(tmp_path):
    return table(tmp_path / "my noisy.csv", noise=2)


@pytest.fixture
def apart(tmp_path):
    return table(tmp_path / "apart.csv", noise=0)


@pytest.fixture
def typed(capsys, monkeypatch):
    """A function that types a command and returns what it prints."""

    def type_words(*words):
        code, out, err = run(capsys, monkeypatch, *words)
        assert code == 0, err
        return out

    return type_words


def named(out):
    """The words of the command that the last line names."""
    _, command = out.rstrip().splitlines()[-1].split("Next: rosenblatt ")
    return shlex.split(command)


def steps(typed, *words, n_steps):
    """The commands that follow one another, each typed as the one before it names it; data left out."""
    data, commands = words[1], []
    for _ in range(n_steps):
        words = named(typed(*words))
        assert words[1] == str(data)
        commands.append(" ".join([words[0], *words[2:]]))
    typed(*words)
    return commands


@pytest.mark.compiled  # plain loops take long
def test_steps_after_noisy_rows(typed, noisy):
    *first, last = steps(typed, "train", noisy, n_steps=4)
    assert first == [
        "train --algorithm averaged --epochs 100",
        "train --epochs 100 --algorithm averaged --validation 0.2",
        "compare",
    ]
    assert last.startswith("train --algorithm ")


@pytest.mark.parametrize("algorithm", ["perceptron", "pocket"])
def test_an_average_follows_weights_of_one_moment(typed, noisy, apart, algorithm):
    for data in (noisy, apart):
        assert steps(typed, "train", data, "--algorithm", algorithm, n_steps=1) == ["train --algorithm averaged"]


@pytest.mark.compiled  # plain loops take long
def test_votes_are_measured(typed, noisy):
    commands = steps(typed, "train", noisy, "--algorithm", "voted", n_steps=2)
    assert commands == ["train --algorithm voted --validation 0.2", "compare"]


def test_no_step_names_the_pocket(typed, noisy, apart):
    for data in (noisy, apart):
        for algorithm in ("perceptron", "averaged", "voted", "pocket"):
            assert "pocket" not in named(typed("train", data, "--algorithm", algorithm, "--certify"))


def test_steps_after_separated_rows(typed, apart):
    commands = steps(typed, "train", apart, n_steps=2)
    assert commands == ["train --algorithm averaged --validation 0.2", "certify"]


@pytest.mark.compiled  # plain loops take long
def test_options_that_were_typed_are_kept(typed, noisy):
    words = ["--target", "class", "--ignore", "b", "--scale", "maxabs", "--class-weight", "yes=2", "--no-bias"]
    words += ["--seed", "3", "--metric", "f1", "--algorithm", "averaged"]
    data, *learning = named(typed("train", noisy, *words, "--epochs", "5"))[1:]
    assert data == noisy
    for word in (*words, "--epochs", "100"):
        assert word in learning
    assert "5" not in learning
    compared = named(typed("train", noisy, *words, "--epochs", "100", "--validation", "0.3"))
    assert compared == ["compare", noisy, *words[:4], "--scale", "maxabs", "--metric", "f1"]
    typed(*compared)


def test_a_converged_average_that_errs_names_the_last_weights(typed, tmp_path):
    path = tmp_path / "errs.csv"
    path.write_text(ERRS)
    for algorithm in ("averaged", "voted"):
        out = typed("train", path, *AS_GIVEN, "--algorithm", algorithm)
        assert "predict every training row right; the average" in " ".join(out.split())
        why, following = out.rstrip().splitlines()[-2:]
        assert "still holds earlier weights" in why
        _, command = why.split("The last weights predict every training row right: rosenblatt ")
        report = json.loads(typed(*shlex.split(command), "--json"))
        assert (report["algorithm"], report["reason"], report["errors"]) == ("perceptron", "converged", 0)
        assert following == f"Next: rosenblatt certify {path}"
        typed(*named(out))


def test_the_last_weights_are_found_where_a_perceptron_would_stall(typed, tmp_path, monkeypatch):
    path = tmp_path / "slow.csv"
    path.write_text("a,b,class\n3,5,0\n-3,-3,0\n3,4,0\n0,-4,1\n4,0,0\n")  # mistakes: 2 2 2 3 3 1 0
    monkeypatch.setattr(options, "PATIENCE_WORK", 0)
    monkeypatch.setattr(options, "LEAST_PATIENCE", 2)
    out = typed("train", path, *AS_GIVEN)
    _, command = out.rstrip().splitlines()[-2].split("right: rosenblatt ")
    assert command.endswith("--algorithm perceptron --certify-when-stalled")
    assert json.loads(typed(*shlex.split(command), "--json"))["errors"] == 0


def test_a_stall_that_is_proven_separable(typed, monkeypatch):
    monkeypatch.setattr(options, "PATIENCE_WORK", 0)
    monkeypatch.setattr(options, "LEAST_PATIENCE", 2)
    out = typed("train", "sample:note-004", "--order", "given", "--certify")
    assert named(out)[2:] == ["--order", "given", "--algorithm", "perceptron", "--certify-when-stalled"]
    assert "converged" in typed(*named(out))
    monkeypatch.undo()
    more = named(typed("train", "sample:note-004", "--order", "given", "--epochs", "2", "--certify"))
    assert more[2:] == ["--order", "given", "--algorithm", "perceptron", "--epochs", "20"]


def test_no_rows_are_held_out_of_a_few(typed, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("a,class\n1,x\n2,y\n3,x\n")
    assert steps(typed, "train", path, "--epochs", "100", n_steps=1) == ["certify"]


def test_what_follows_a_model_file(typed, noisy, tmp_path):
    path = tmp_path / "my model.perceptron"
    out = typed("train", noisy, "--model", path)
    evaluate, predict = out.rstrip().splitlines()[-1].removeprefix("Next: ").split(", and ")
    for command in (evaluate, predict):
        words = [noisy if word in ("TEST", "NEW") else word for word in shlex.split(command)]
        typed(*words[1:])
    out = typed("train", noisy, "--from", path, "--epochs", "1")
    assert out.rstrip().endswith(" --model FILE, which saves the model")
    words = shlex.split(out.rstrip().splitlines()[-1].removeprefix("Next: ").removesuffix(", which saves the model"))
    typed(*[tmp_path / "new.perceptron" if word == "FILE" else word for word in words[1:]])


@pytest.mark.compiled
def test_what_follows_a_comparison(typed, noisy, apart, tmp_path):
    ring = tmp_path / "ring.csv"
    points = np.random.default_rng(0).normal(size=(80, 2))
    rows = (f"{a:.2f},{b:.2f},{int(a * a + b * b > 1)}" for a, b in points)
    ring.write_text("\n".join(["a,b,class", *rows]) + "\n")
    for words in (
        [noisy],
        [apart, "--scale", "none", "--ignore", "b"],
        [ring],
        [noisy, "--models", "averaged"],
        [noisy, "--models", "majority", "--models", "averaged", "--models", "tree", "--metric", "f1"],
    ):
        out = typed("compare", *words)
        following = named(out)
        assert following[1] == str(words[0])
        typed(*following)


def test_a_converged_average_under_pa_is_not_said_to_have_right_last_weights(typed, tmp_path):
    """The last epoch had updates, so its weights were not tested after them."""
    path = tmp_path / "f.csv"
    path.write_text("a,b,y\n1,1,0\n4,-3,1\n-1,-3,1\n3,0,1\n-4,-3,0\n3,-1,1\n")
    options = ("--order", "given", "--epochs", "50", "--scale", "none")
    out = typed("train", path, "--rule", "pa1", "--algorithm", "averaged", *options)
    assert "The average still holds earlier weights" in out
    assert "moved the plane" not in out
    assert "The last weights predict every training row right" not in out


def test_steps_after_a_kernel(typed, apart, tmp_path):
    """No step is about a plane, and each keeps the kernel."""
    assert steps(typed, "train", apart, "--kernel", "rbf", "--predict-with", "last", n_steps=2) == [
        "train --kernel rbf --predict-with last --algorithm kernel --validation 0.2",
        "trace --kernel rbf --predict-with last",
    ]
    assert named(
        typed("train", "sample:xor", "--kernel", "poly", "--degree", "2", "--predict-with", "last")
    ) == shlex.split("trace sample:xor --kernel poly --degree 2 --predict-with last")
    why = typed("train", "sample:setosa", "--kernel", "rbf").rstrip().splitlines()[-2]
    last = shlex.split(why.split("The last one predicts every training row right: rosenblatt ")[1])
    assert last == shlex.split("train sample:setosa --kernel rbf --algorithm kernel --predict-with last")
    assert "The rows are separated." in typed(*last)
