"""A checkpoint that cannot be written or removed: one line says so, and the run goes on to the same bits."""

import errno
import os
import shutil
import warnings
from pathlib import Path

import pytest
from helpers.cli import run
from helpers.trained_files import bits

import rosenblatt
from rosenblatt.errors import DataWarning
from rosenblatt.trained import checkpoint

OPTIONS = {"algorithm": "averaged", "max_iter": 4, "scale": "none"}
FULL = "(No space left on device): training continues and tries again after each epoch"


@pytest.fixture
def full_disk(monkeypatch):
    """Nothing reaches the disk any more."""

    def fsync(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


def warned(path, **options):
    """A run, and the lines that warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        trained = rosenblatt.train(path, **OPTIONS, **options)
    return trained, [str(warning.message) for warning in caught]


def test_a_full_disk_is_told_once(paths, small_pages, full_disk, tmp_path):
    trained, lines = warned(paths["a.libsvm"], checkpoint=tmp_path / "run")
    assert lines == [f"checkpoint could not be written to {tmp_path / 'run'} {FULL}"]
    assert bits(trained) == bits(rosenblatt.train(paths["a.libsvm"], **OPTIONS))
    assert not list(tmp_path.glob("run*"))


def test_a_folder_that_is_removed_meanwhile(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    folder = tmp_path / "folder"
    folder.mkdir()

    def remove(learner, progress):
        shutil.rmtree(folder, ignore_errors=True)

    trained, lines = warned(paths["a.libsvm"], checkpoint=folder / "run", on_window=remove)
    assert len(lines) == 1
    assert lines[0].startswith(f"checkpoint could not be written to {folder / 'run'} (No such file or directory): ")
    assert bits(trained) == bits(rosenblatt.train(paths["a.libsvm"], **OPTIONS))


def test_a_run_that_is_killed_later_goes_on_from_the_last_that_was_written(paths, small_pages, monkeypatch, tmp_path):
    """What was written before stays, and the next that can be written takes its place."""
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    windows, fsync, sizes = [], os.fsync, []

    def sometimes(file):
        if 3 <= len(windows) < 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(file)

    def kill(learner, progress):
        windows.append(1)
        sizes.append((tmp_path / "run").exists())
        if len(windows) == 7:
            raise MemoryError

    monkeypatch.setattr(os, "fsync", sometimes)
    with pytest.raises(MemoryError), pytest.warns(DataWarning, match="could not be written"):
        rosenblatt.train(paths["a.libsvm"], checkpoint=tmp_path / "run", on_window=kill, **OPTIONS)
    assert all(sizes)
    windows.extend([1] * 9)
    trained, lines = warned(paths["a.libsvm"], checkpoint=tmp_path / "run", resume=True)
    assert lines == []
    assert bits(trained) == bits(rosenblatt.train(paths["a.libsvm"], **OPTIONS))


def test_it_warns_again_once_it_could_be_written_in_between(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    calls, fsync = [], os.fsync

    def now_and_then(file):
        calls.append(1)
        if len(calls) in (2, 3, 6):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(file)

    monkeypatch.setattr(os, "fsync", now_and_then)
    _, lines = warned(paths["a.libsvm"], checkpoint=tmp_path / "run")
    assert len(lines) == 2


@pytest.mark.parametrize("model", [False, True])
def test_a_checkpoint_that_cannot_be_removed(model, paths, small_pages, monkeypatch, tmp_path):
    """As in a folder that was made read-only: the run has ended, and its model is there."""
    unlink = Path.unlink

    def kept(self, missing_ok=False):
        if self.name == "run":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", kept)
    more = {"model": tmp_path / "m.perceptron"} if model else {}
    trained, lines = warned(paths["a.libsvm"], checkpoint=tmp_path / "run", **more)
    fault = "(Permission denied): it is not needed any more"
    assert lines == [f"checkpoint could not be removed: {tmp_path / 'run'} {fault}"]
    assert bits(trained) == bits(rosenblatt.train(paths["a.libsvm"], **OPTIONS))
    assert not model or more["model"].exists()


def test_the_command_says_so_in_one_line(paths, small_pages, full_disk, capsys, monkeypatch, tmp_path):
    path = tmp_path / "run"
    code, _, told = run(capsys, monkeypatch, "train", paths["a.libsvm"], "--checkpoint", path, "--epochs", 3)
    assert code == 0
    assert told == f"rosenblatt: --checkpoint could not be written to {path} {FULL}.\n"
