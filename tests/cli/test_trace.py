"""The verb trace: tables, lines of JSON, and bad data."""

import json

import pytest
from helpers.cli import run
from helpers.lecture_notes import NOTE_000
from helpers.paths import DOCS


def test_trace_shows_the_table_of_note_000(capsys, monkeypatch):
    options = ["--order", "given", "--at-zero", "positive", "--no-bias", "--epochs", "1"]
    code, out, _ = run(capsys, monkeypatch, "trace", "sample:note-000", *options)
    assert (code, out) == (0, NOTE_000 + "\n")
    for page in ("trace.md", "notes/cmu.md"):
        assert out in (DOCS / page).read_text()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("note-000", "--order given --at-zero positive --no-bias --epochs 1"),
        ("note-000-half-space", "--order given --at-zero positive"),
        ("note-000-cholesterol", "--order given --at-zero positive"),
        ("note-004", "--order first-mistake"),
        ("note-004-line", "--order first-mistake"),
    ],
)
def test_trace_of_a_notes_set_has_the_conventions_of_its_note_and_tells_them(capsys, monkeypatch, name, typed):
    _, told, _ = run(capsys, monkeypatch, "trace", f"sample:{name}")
    _, plain, _ = run(capsys, monkeypatch, "trace", f"sample:{name}", *typed.split())
    lecture = {"000": "the CMU lecture", "004": "Cornwell's lecture"}[name[5:8]]
    assert told == f"{plain}As in {lecture} (note {name[5:8]}): {typed}.\n"


def test_options_that_are_typed_go_before_the_conventions_of_a_note(capsys, monkeypatch):
    _, out, _ = run(capsys, monkeypatch, "trace", "sample:note-000", "--epochs", "2", "--at-zero", "mistake")
    assert out.splitlines()[-2:] == [
        "3 mistakes in 12 visits. converged: an epoch passed without a mistake.",
        "As in the CMU lecture (note 000): --order given --no-bias.",
    ]
    _, out, _ = run(capsys, monkeypatch, "trace", "sample:iris", "--epochs", "1")
    assert "As in" not in out


@pytest.mark.parametrize(
    ("label", "other"), [("1", "-1"), ("-1", "1"), ("0", "1"), ("spam", "(not spam)"), ("7", "-7")]
)
@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
def test_trace_takes_rows_of_one_class(capsys, monkeypatch, tmp_path, label, other, at_zero):
    file = tmp_path / "one.csv"
    file.write_text(f"a,b,y\n1,2,{label}\n-3,1,{label}\n2,-2,{label}\n")
    options = ["--order", "given", "--json", "--at-zero", at_zero]
    code, out, _ = run(capsys, monkeypatch, "trace", file, *options)
    steps = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {str(step["y"]) for step in steps} == {label}
    assert {str(step["prediction"]) for step in steps} <= {label, other}
    sign = -1 if label in ("-1", "0") else 1
    assert [step["mistake"] for step in steps if step["score"] == 0] == [
        at_zero == "mistake" or (at_zero == "positive") == (sign < 0)
    ] * sum(step["score"] == 0 for step in steps)
    assert all(step["mistake"] == (sign * step["score"] < 0) for step in steps if step["score"] != 0)
    assert not steps[-1]["mistake"]


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
        "As in the CMU lecture (note 000): --order given --at-zero positive --no-bias --epochs 1.",
    )
    code, _, err = run(capsys, monkeypatch, "trace", "sample:none")
    assert (code, err.startswith("rosenblatt: sample must be one of iris,")) == (1, True)


def test_no_control_characters_reach_a_terminal(capsys, monkeypatch, tmp_path):
    file = tmp_path / "d.csv"
    file.write_text("a\x1b[31m,y\n1,bad\x07\n-1,ok\n")
    monkeypatch.setattr("rosenblatt.cli.printing.sys.stdout.isatty", lambda: True, raising=False)
    for verb in (["trace", file, "--epochs", "1"], ["certify", file]):
        code, out, _ = run(capsys, monkeypatch, *verb)
        assert (code, "\x1b" in out, "\x07" in out) == (0, False, False)
        assert "bad\\x07" in out
