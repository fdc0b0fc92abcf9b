"""The verb lab: what is opened, what is printed, and with which exit code."""

import json
import sys
import webbrowser
from pathlib import Path

import click
import pytest
from helpers.cli import invoke

from rosenblatt.cli import lab as cli_lab
from rosenblatt.cli.lab import grade, lab
from rosenblatt.errors import DataError, OptionError


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """The addresses that a browser is given; temporary files go where those of tests go."""
    found = []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("BROWSER", "a browser")
    monkeypatch.setattr(webbrowser, "open", lambda address: found.append(address) or True)
    return found


def start_of(path):
    text = Path(path).read_text("utf-8").partition('id="start">')[2].partition("</script>")[0]
    return json.loads(text) if text else None


def test_lab_opens_a_file_and_says_where_it_is(opened):
    done = invoke(lab, "sample:note-000", "--at-zero", "positive", "--no-bias", "--epochs", "3", "--seed", "5")
    assert done.exit_code == 0
    path = done.output.removeprefix("The lab is in ").removesuffix(".\n")
    assert opened == [Path(path).as_uri()]
    start = start_of(path)
    assert len(start["points"]) == 6
    assert start["options"] == {"atZero": "positive", "bias": False, "epochs": 3, "seed": 5}


def test_lab_without_a_browser_says_where_the_file_is(monkeypatch, opened):
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    done = invoke(lab)
    assert (done.exit_code, opened) == (0, [])
    path = done.output.removeprefix("The lab is in ").removesuffix(": open it in a browser.\n")
    assert start_of(path) is None
    monkeypatch.setattr(sys, "platform", "darwin")

    def none(address):
        raise webbrowser.Error("could not locate a browser")

    monkeypatch.setattr(webbrowser, "open", none)
    assert invoke(lab).output.endswith(": open it in a browser.\n")


def test_lab_exports_a_file(tmp_path, opened):
    path = tmp_path / "lab.html"
    done = invoke(
        lab, "sample:iris", "--features", "petal length,3", "--label", "setosa", "--order", "given", "--export", path
    )
    assert (done.exit_code, opened) == (0, [])
    assert done.output == f"The lab is in {path}: open it in a browser, or put it on any web host.\n"
    start = start_of(path)
    assert start["points"][0] == {"x": 1.4, "y": 0.2, "label": 1}
    assert start["options"] == {"order": "given"}


def test_lab_starts_at_a_card(tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.lab.page.examples", lambda: ["xor"])
    path = tmp_path / "lab.html"
    assert invoke(lab, "--example", "xor", "--export", path).exit_code == 0
    assert start_of(path) == {"card": "xor"}


def test_lab_reads_files_as_train_does(tmp_path):
    rows, path = tmp_path / "rows.txt", tmp_path / "lab.html"
    rows.write_text("+;1;2\n-;3;4\n")
    options = ["--format", "csv", "--delimiter", ";", "--no-header", "--target", "1"]
    assert invoke(lab, rows, *options, "--export", path).exit_code == 0
    assert [(p["x"], p["y"]) for p in start_of(path)["points"]] == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (["sample:iris"], DataError, "X must have two features for the lab"),
        (["sample:petals"], DataError, "y must have two classes for the lab; it has 3 (setosa, versicolor, virginica)"),
        (["sample:digits", "--features", "0,1"], DataError, "X must have at most 500 rows for the lab"),
        (["sample:note-004", "--example", "xor"], OptionError, "DATA must be left out with --example"),
        (["sample:note-004", "--features", "1"], OptionError, "--features must be two, with a comma between; got '1'."),
        (["--features", "0,1"], DataError, "X must be given with y, features and label"),
    ],
)
def test_what_the_lab_cannot_show_is_said(arguments, error, text):
    done = invoke(lab, *arguments)
    assert isinstance(done.exception, error)
    assert str(done.exception).startswith(text)


def test_every_option_has_a_help_text():
    for command in (lab, grade):
        assert all(option.help for option in command.params if isinstance(option, click.Option))
    assert cli_lab.lab.name == "lab"
