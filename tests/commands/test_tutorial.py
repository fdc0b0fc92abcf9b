"""The verb ``tutorial``: the files that docs/tutorial.md trains on."""

import numpy as np
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt import OptionError

NAMES = {"spam.csv", "inbox.csv", "topics.parquet", "vectors.npy", "topics.npy", "sectors.svm", "payments.csv"}
NAMES |= {"tonight.csv"}


def test_the_files_are_written_and_are_always_the_same(tmp_path):
    first, again = tmp_path / "first", tmp_path / "again"
    written = rosenblatt.tutorial(first)
    assert rosenblatt.tutorial(again).keys() == written.keys() == NAMES == {path.name for path in first.iterdir()}
    for name, description in written.items():
        assert (first / name).read_bytes() == (again / name).read_bytes()
        assert description.endswith(".")
    assert np.load(first / "vectors.npy").shape == (300, 32)
    assert (first / "payments.csv").read_text().count("\n") == 5001


def test_files_that_exist_are_kept_unless_asked(tmp_path):
    (tmp_path / "tonight.csv").write_text("mine")
    with pytest.raises(OptionError, match=r"^FOLDER must have no file of the name 'tonight.csv'; .* force=True"):
        rosenblatt.tutorial(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["tonight.csv"]
    assert (tmp_path / "tonight.csv").read_text() == "mine"
    assert rosenblatt.tutorial(tmp_path, force=True).keys() == NAMES


def test_the_command_lists_the_files(capsys, monkeypatch, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "tutorial", str(tmp_path / "files"))
    assert code == 0
    assert all(f"  {name} " in out for name in NAMES)
    assert f"Next: cd {tmp_path / 'files'} && rosenblatt train spam.csv" in " ".join(out.split())
    monkeypatch.chdir(tmp_path / "files")
    code, _, error = run(capsys, monkeypatch, "tutorial")
    assert code == 2
    assert "--force writes over it" in error
