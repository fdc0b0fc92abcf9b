"""The verb exam: files, text, JSON, and faults."""

import json

import pytest
from helpers.cli import run

import rosenblatt


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """Function that runs the verb in an empty folder: code, output, errors."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: run(capsys, monkeypatch, "exam", *words)


def test_the_page_of_a_seed(typed, tmp_path):
    assert typed("--seed", "17", "-o", "exam.html") == (
        0,
        "The exam, with its solutions, is in exam.html: open it in a browser, and print it to PDF.\n",
        "",
    )
    assert (tmp_path / "exam.html").read_text("utf-8") == rosenblatt.exam(17).html()


def test_the_name_of_the_page_has_the_seed(typed, tmp_path):
    assert typed("--seed", "3")[1].startswith("The exam, with its solutions, is in exam-3.html: ")
    assert typed()[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["exam-0.html", "exam-3.html"]


def test_the_sheet_for_students(typed, tmp_path):
    code, out, _ = typed("--seed", "17", "--no-solutions", "--output", "sheet.html")
    assert (code, out) == (0, "The exam is in sheet.html: open it in a browser, and print it to PDF.\n")
    assert (tmp_path / "sheet.html").read_text("utf-8") == rosenblatt.exam(17).html(solutions=False)


@pytest.mark.parametrize(("words", "solutions"), [((), True), (("--no-solutions",), False)])
def test_json_is_printed_and_no_page_is_written(typed, tmp_path, words, solutions):
    code, out, _ = typed("--json", "--seed", "4", *words)
    assert code == 0
    assert json.loads(out) == rosenblatt.exam(4).to_dict(solutions)
    assert list(tmp_path.iterdir()) == []
    typed("--json", "-o", "exam.html")
    assert (tmp_path / "exam.html").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "-1"), "--seed must be a whole number from 0 to 2**32 - 1; got -1."),
        (("--seed", str(2**64)), f"--seed must be a whole number from 0 to 2**32 - 1; got {2**64}."),
        (
            ("-o", "no/a.html"),
            "--output must be in a folder that is there; no/a.html is not: make the folder no first.",
        ),
        (("-o", "."), "--output must be a file; . is a folder: name a file in it, such as exam.html."),
        (("--seed", "x"), "Invalid value for '--seed': 'x' is not a valid integer."),
        (("17",), "Got unexpected extra argument (17)"),
    ],
)
def test_faults(typed, words, said, tmp_path):
    code, out, err = typed(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert list(tmp_path.iterdir()) == []
