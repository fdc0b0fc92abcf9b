"""The verb trace: tables, lines of JSON, and bad data."""

import json

from helpers.cli import run
from helpers.lecture_notes import NOTE_000
from helpers.paths import DOCS


def test_trace_shows_the_table_of_note_000(capsys, monkeypatch):
    options = ["--order", "given", "--at-zero", "positive", "--no-bias", "--epochs", "1"]
    code, out, _ = run(capsys, monkeypatch, "trace", "sample:note-000", *options)
    assert (code, out) == (0, NOTE_000 + "\n")
    assert out in (DOCS / "trace.md").read_text()


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
