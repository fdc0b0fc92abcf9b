"""The first lines of the report of train: the algorithm and the scaling, and why."""

import re

import pytest
from helpers.cli import run

from rosenblatt.data.samples import sample

NOTE_004 = "x1,x2,y\n-1,3,-1\n-1,-1,-1\n3,-1,1\n0,1.5,1\n"


def report_of(capsys, monkeypatch, *arguments):
    """The lines of the report of train, by name."""
    code, out, _ = run(capsys, monkeypatch, "train", *arguments)
    assert code == 0
    named = [line[2:].split("  ", 1) for line in out.splitlines() if re.match("  [a-z]", line)]
    return {name: text.strip() for name, text in named}


def test_the_report_begins_with_the_algorithm_and_the_scaling(capsys, monkeypatch, tmp_path):
    file = tmp_path / "n4.csv"
    file.write_text(NOTE_004)
    _, out, _ = run(capsys, monkeypatch, "train", file)
    assert [" ".join(line.split()) for line in out.splitlines()[2:4]] == [
        "algorithm averaged, the default for files; the lectures use --algorithm perceptron",
        "scaling standard, the default for tables; the lectures use --scale none",
    ]


def test_what_was_typed_has_no_reason(capsys, monkeypatch, tmp_path):
    file = tmp_path / "n4.csv"
    file.write_text(NOTE_004)
    report = report_of(capsys, monkeypatch, file, "--algorithm", "pocket", "--scale", "maxabs")
    assert (report["algorithm"], report["scaling"]) == ("pocket", "maxabs")
    report = report_of(capsys, monkeypatch, file, "--certify-when-stalled")
    assert report["algorithm"] == "perceptron"


@pytest.mark.parametrize(("data", "kind"), [("sample:note-004", "bundled set"), ("rows.svm", "libsvm file")])
def test_rows_that_nobody_scales_say_so(capsys, monkeypatch, tmp_path, data, kind):
    if data == "rows.svm":
        data = tmp_path / data
        data.write_text("-1 1:-1 2:3\n1 1:3 2:-1\n")
    assert report_of(capsys, monkeypatch, data)["scaling"] == f"none, the default for {kind}s"


def test_the_lectures_options_train_a_file_as_the_bundled_set_is_trained(capsys, monkeypatch, tmp_path):
    file = tmp_path / "n4.csv"
    file.write_text(NOTE_004)
    of_file = report_of(capsys, monkeypatch, file, "--algorithm", "perceptron", "--scale", "none")
    of_sample = report_of(capsys, monkeypatch, "sample:note-004")
    assert sample("note-004").features == ["x1", "x2"]
    for line in ("mistakes", "mistakes per epoch", "radius", "heaviest features"):
        assert of_file[line] == of_sample[line]
