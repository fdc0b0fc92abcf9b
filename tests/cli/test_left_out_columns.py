"""Columns that are left out are told by every verb that trains, with the option to type, and that option works."""

import json
import re
import shlex

import pytest
from helpers.cli import run
from helpers.odd_columns import CLASS, N_ROWS, ODD, SIZE, odd_table, write

from rosenblatt import load, save
from rosenblatt.errors import DataError, DataWarning

STEP = re.compile(r"--[a-z-]+ \S+")
VERBS = {  # with what each needs beside the data
    "train": [],
    "compare": ["--models", "perceptron", "--folds", "2"],
    "certify": ["--budget", "5"],
    "trace": ["--epochs", "1", "--lines", "3"],
    "plot": ["--what", "mistakes", "--epochs", "2"],
    "convert": ["out.npz"],
}


def typed_steps(text):
    """The options that a text names, each as words to type."""
    return [shlex.split(step.rstrip(",;.")) for step in STEP.findall(text)]


@pytest.mark.parametrize("name", ODD)
def test_train_tells_and_each_step_works_when_typed(capsys, monkeypatch, tmp_path, name):
    path = odd_table(tmp_path / "d.csv", name)
    code, out, _ = run(capsys, monkeypatch, "train", path)
    assert code == 0
    assert "300 rows, 1 feature\n" in out
    (line,) = [line for line in out.splitlines() if line.strip().startswith("left out ")]
    assert f"column {name!r} {ODD[name][1]}" in line
    assert ", so it is left out: --" in line
    steps = typed_steps(line)
    assert [f"--{ODD[name][2]}", name] in steps
    for step in steps:
        code, out, error = run(capsys, monkeypatch, "train", path, *step)
        assert (code, error) == (0, "")
        assert "left out" not in out
        assert ("300 rows, 1 feature\n" in out) is (step[0] == "--id")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_tells(capsys, monkeypatch, tmp_path, verb):
    monkeypatch.chdir(tmp_path)
    path = odd_table(tmp_path / "d.csv", "number")
    sentence = "column 'number' counts the rows, so it is left out: --numeric number uses it"
    code, out, error = run(capsys, monkeypatch, verb, path, *VERBS[verb])
    assert code == 0, error
    assert (out + error).count(sentence) == 1
    code, out, error = run(
        capsys, monkeypatch, verb, path, *VERBS[verb], "--numeric", "number", *["--force"][: verb == "convert"]
    )
    assert code == 0, error
    assert "left out" not in out + error


def test_the_lab_tells(capsys, monkeypatch, tmp_path):
    path = write(tmp_path / "d.csv", n=range(50), a=SIZE[:50], b=SIZE[50:100], y=CLASS[:50])
    code, _, error = run(capsys, monkeypatch, "lab", path, "--export", tmp_path / "lab.html")
    assert (code, error) == (0, "rosenblatt: column 'n' counts the rows, so it is left out: --numeric n uses it.\n")
    code, _, error = run(
        capsys, monkeypatch, "lab", path, "--numeric", "n", "--features", "n,a", "--export", tmp_path / "lab.html"
    )
    assert (code, error) == (0, "")


def test_python_is_told_by_warnings_and_by_what_is_guessed(tmp_path):
    import rosenblatt

    path = odd_table(tmp_path / "d.csv", "number")
    sentence = "column 'number' counts the rows, so it is left out: numeric='number' uses it"
    with pytest.warns(DataWarning, match=re.escape(sentence)):
        rosenblatt.trace(path, max_iter=1)
    with pytest.warns(DataWarning, match=re.escape(sentence)):
        rosenblatt.certify(path, budget=1)
    with pytest.warns(DataWarning, match=re.escape(sentence)):
        rosenblatt.plot(path, "mistakes", max_iter=1)
    assert rosenblatt.compare(path, folds=2, models="perceptron").notes == (sentence,)
    trained = rosenblatt.train(path)
    assert trained.guessed_["left out"] == [{"column": "number", "reason": "counts the rows", "n_values": N_ROWS}]
    assert "numeric=&#x27;number&#x27; uses it" in trained._repr_html_()
    assert rosenblatt.fit_file(rosenblatt.Perceptron(), path).trained_.guessed_ == trained.guessed_


def test_json_the_page_and_inspect(capsys, monkeypatch, tmp_path):
    path, page, model = odd_table(tmp_path / "d.csv", *ODD), tmp_path / "page.html", tmp_path / "m"
    code, out, _ = run(capsys, monkeypatch, "train", path, "--json", "--report", page, "--model", model)
    assert code == 0
    entries = json.loads(out)["guessed"]["left out"]
    assert [entry["column"] for entry in entries] == [*ODD]
    text = page.read_text()
    assert "counts the rows, so it is left out" in text
    assert "and 1 more: city" in text
    code, out, _ = run(capsys, monkeypatch, "inspect", model)
    assert "column 'number' counts the rows, so it is left out: train --numeric number uses it" in out
    assert "and 1 more: city" in out
    code, out, _ = run(capsys, monkeypatch, "predict", model, odd_table(tmp_path / "lack.csv"))
    assert (code, len(out.splitlines())) == (0, N_ROWS)
    trained = load(model)
    for bad in ({"column": "number", "reason": "counts the rows"}, {"column": 1, "reason": "", "n_values": 1}, 3):
        trained.reading.guessed["left out"] = [bad]
        save(model, trained)
        with pytest.raises(DataError):
            load(model)


@pytest.mark.parametrize("name", ODD)
def test_the_only_feature(capsys, monkeypatch, tmp_path, name):
    path = write(tmp_path / "d.csv", **{name: ODD[name][0], "class": CLASS})
    code, _, error = run(capsys, monkeypatch, "train", path)
    assert code == 1
    (step,) = typed_steps(error)
    assert step == [f"--{ODD[name][2]}", name]
    assert run(capsys, monkeypatch, "train", path, *step)[0] == 0


@pytest.mark.parametrize("values", [[k / 7 for k in range(N_ROWS)], ODD["name"][0]])
def test_a_target_without_classes(capsys, monkeypatch, tmp_path, values):
    path = write(tmp_path / "d.csv", kind=CLASS, size=SIZE, last=values)
    code, _, error = run(capsys, monkeypatch, "train", path)
    assert code == 1
    assert error.startswith(f"rosenblatt: {path} column 'last' must have classes to be the target; ")
    assert typed_steps(error) == [["--target", "NAME"], ["--categorical", "last"]]
    assert run(capsys, monkeypatch, "train", path, "--target", "kind")[0] == 0
    assert run(capsys, monkeypatch, "train", path, "--categorical", "last", "--epochs", "2")[0] == 0


def test_hashed_steps(capsys, monkeypatch, tmp_path):
    path = write(tmp_path / "d.csv", size=SIZE * 4, name=[f"p{k}" for k in range(1_200)], y=CLASS * 4)
    _, out, _ = run(capsys, monkeypatch, "train", path)
    assert "--categorical name --hash-bits 18 uses it" in out
    code, out, _ = run(capsys, monkeypatch, "train", path, "--categorical", "name", "--hash-bits", 18)
    assert (code, "left out" in out) == (0, False)


def test_a_mark_of_missing_values(capsys, monkeypatch, tmp_path):
    path = write(tmp_path / "d.csv", size=SIZE, n=[*map(str, SIZE[:-1]), "?"], y=CLASS)
    _, out, _ = run(capsys, monkeypatch, "train", path)
    assert "column 'n' is mostly numbers, but line 301 has '?', so it is left out: --missing mean takes" in out
    code, out, _ = run(capsys, monkeypatch, "train", path, "--missing", "mean")
    assert (code, "300 rows, 2 features" in out, "left out" in out) == (0, True, False)


def test_a_comma_that_may_be_two_things(capsys, monkeypatch, tmp_path):
    lines = [
        f"{1 + k % 9},{100 + k};{round(1000 * size)};{label}\n"
        for k, (size, label) in enumerate(zip(SIZE, CLASS, strict=True))
    ]
    path = tmp_path / "d.csv"
    path.write_text("price;size;y\n" + "".join(lines))
    _, out, _ = run(capsys, monkeypatch, "train", path)
    (line,) = [line for line in out.splitlines() if line.strip().startswith("left out ")]
    assert "--decimal , reads a decimal comma, --decimal . commas between thousands" in line
    for mark in ",.":
        code, out, _ = run(capsys, monkeypatch, "train", path, "--decimal", mark)
        assert (code, "300 rows, 2 features" in out, "left out" in out) == (0, True, False)


def test_numeric_by_number_and_more_than_once(capsys, monkeypatch, tmp_path):
    path = odd_table(tmp_path / "d.csv", "number", "customerId")
    code, out, _ = run(capsys, monkeypatch, "train", path, "--numeric", "2", "--numeric", "customerId")
    assert (code, "300 rows, 3 features" in out) == (0, True)
    code, _, error = run(capsys, monkeypatch, "train", path, "--numeric", "nope")
    assert (code, error.startswith("rosenblatt: --numeric must be a column of ")) == (2, True)
