"""Checkpoints: a run that was killed or interrupted and resumed has the bits of one that never was."""

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from helpers.algorithms import ALGORITHMS
from helpers.interruptions import Killer
from helpers.trained_files import bits, rows

import rosenblatt
from rosenblatt.errors import DataError
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.trained import checkpoint


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_killed_at_any_moment_and_resumed_is_never_killed(algorithm, paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"algorithm": algorithm, "max_iter": 4, "scale": "none"}
    expected = bits(rosenblatt.train(paths["a.libsvm"], **options))
    path = tmp_path / "run"
    rng = np.random.default_rng(0)
    for _ in range(5):
        windows_left = iter([*rng.integers(0, 4, 3).tolist(), 100])  # until the next kill
        trained = None
        while trained is None:
            killer = Killer(next(windows_left))
            try:
                again = {"checkpoint": path, "resume": True, "on_window": killer}
                trained = rosenblatt.train(paths["a.libsvm"], **again, **options)
            except MemoryError:
                assert path.exists()
        assert bits(trained) == expected
        assert not path.exists()


@pytest.mark.compiled
def test_a_process_that_is_killed_leaves_a_checkpoint_that_goes_on(tmp_path):
    X, y = rows(90_000)
    np.savez(tmp_path / "a.npz", X=X, y=y)
    command = [sys.executable, "-m", "rosenblatt", "train", "a.npz", "--epochs", "40", "--json"]
    begun = subprocess.Popen([*command, "--checkpoint", "run"], cwd=tmp_path, stdout=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not (tmp_path / "run").exists() and begun.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    begun.send_signal(signal.SIGKILL)
    begun.communicate()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".partial"] == []

    def ended(*more):
        done = subprocess.run([*command, *more], cwd=tmp_path, capture_output=True, check=True)
        return {name: value for name, value in json.loads(done.stdout).items() if name != "seconds"}

    assert ended("--checkpoint", "run", "--resume") == ended()


def test_a_checkpoint_of_another_run_is_refused(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    with pytest.raises(MemoryError):
        rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "run", on_window=Killer(0))
    with pytest.raises(DataError, match="run must be of the same data and options; it is of others: remove it"):
        rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "run", resume=True, algorithm="perceptron")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda tree: tree["learner"]["counts"].update(visited="x"), "visited is no count"),
        (lambda tree: tree["learner"]["vectors"].pop(), "there are not as many weights as the algorithm has"),
        (
            lambda tree: tree["learner"].update(algorithm="Pocket"),
            "the state is of the algorithm 'Pocket', and not of Averaged",
        ),
        (lambda tree: tree.pop("learner"), "'learner'"),
        (lambda tree: tree.update(progress=3), ".* not subscriptable"),
        (lambda tree: tree["progress"].update(epoch="x"), "a count is none"),
        (lambda tree: tree["progress"].update(weighed=None), "a number is none"),
        (lambda tree: tree["progress"].update(low=[0.0, math.inf]), "cannot convert float infinity to integer"),
        (lambda tree: tree["progress"].update(mistakes_per_epoch={}), "mistakes are not listed"),
        (lambda tree: tree["progress"].update(more=1), ".* unexpected keyword argument 'more'"),
    ],
)
def test_a_checkpoint_that_holds_no_run_is_refused(change, fault, paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    with pytest.raises(MemoryError):
        rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "run", on_window=Killer(0))
    tree = read_archive(tmp_path / "run", checkpoint.MAGIC)
    change(tree)
    write_archive(tmp_path / "run", checkpoint.MAGIC, tree)
    rule = rf"run must hold a run; it does not: {fault}: remove it, or leave out resume=True\.$"
    with pytest.raises(DataError, match=rule):
        rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "run", resume=True)


def test_a_checkpoint_takes_no_other_files_place(paths, small_pages, tmp_path):
    before = paths["a.csv"].read_bytes()
    with pytest.raises(DataError, match=r"^checkpoint must be a file of its own; .*a\.csv is another, and would be"):
        rosenblatt.train(paths["a.csv"], checkpoint=paths["a.csv"])
    assert paths["a.csv"].read_bytes() == before
    with pytest.raises(DataError, match="^checkpoint must be in a folder that is there"):
        rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "none" / "run")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can write")
def test_a_checkpoint_that_could_not_be_written_is_refused_before_training(paths, small_pages):
    sentence = (
        r"^checkpoint must be in a folder that can be written to; that of /proc/run is not \(.*\): name another\.$"
    )
    with pytest.raises(DataError, match=sentence):
        rosenblatt.train(paths["a.csv"], checkpoint="/proc/run", on_window=Killer(0))


def test_what_a_killed_process_left_of_a_checkpoint_is_swept(paths, small_pages, tmp_path):
    left = tmp_path / f"run[1].{'0' * 32}.partial"
    others = [tmp_path / "run[1].partial", tmp_path / f"run1.{'0' * 32}.partial"]
    for path in (left, *others):
        path.write_text("some")
    rosenblatt.train(paths["a.csv"], checkpoint=tmp_path / "run[1]", max_iter=2)
    assert not left.exists()
    assert all(path.exists() for path in others)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("windows_seen", [1, 3, 4])  # an epoch has three
def test_ctrl_c_in_any_epoch_and_resumed_is_never_pressed(algorithm, windows_seen, paths, small_pages, tmp_path):
    seen, options = [], {"algorithm": algorithm, "max_iter": 4, "scale": "none"}

    def press(learner, progress):
        seen.append(progress)
        if len(seen) == windows_seen:
            signal.raise_signal(signal.SIGINT)

    expected = bits(rosenblatt.train(paths["a.libsvm"], **options))
    stopped = rosenblatt.train(paths["a.libsvm"], checkpoint=tmp_path / "run", on_window=press, **options)
    assert stopped.report_.reason == "interrupted"
    assert stopped.report_.n_rows == (60 if windows_seen == 1 else 130)
    at = read_archive(tmp_path / "run", checkpoint.MAGIC)["progress"]
    assert 3 * at["epoch"] + at["window"] == windows_seen
    assert bits(rosenblatt.train(paths["a.libsvm"], checkpoint=tmp_path / "run", resume=True, **options)) == expected


def test_sigterm_ends_training_in_order(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with pytest.raises(SystemExit) as ended:
            rosenblatt.train(
                paths["a.csv"],
                cache=tmp_path / "cache",
                checkpoint=tmp_path / "run",
                on_window=lambda learner, progress: signal.raise_signal(signal.SIGTERM),
            )
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended.value.code == 128 + signal.SIGTERM
    assert (tmp_path / "run").exists()
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.default_int_handler])
def test_sigterm_is_as_before_when_training_has_ended(handler, paths):
    before = signal.signal(signal.SIGTERM, handler)
    try:
        rosenblatt.train(paths["a.csv"], max_iter=2)
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("class_weight", [None, {0: 1.0, 1: 3.0}])
def test_a_plateau_ends_a_resumed_run_where_it_ends_a_whole_one(class_weight, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 6))
    y = (X[:, 0] + rng.normal(size=400) > 0).astype(int)
    np.savez(tmp_path / "noisy.npz", X=X, y=y)
    options = {"algorithm": "perceptron", "scale": "none", "class_weight": class_weight}
    whole = rosenblatt.train(tmp_path / "noisy.npz", **options)
    windows = len(whole.report_.mistakes_per_epoch)
    with pytest.raises(MemoryError):
        rosenblatt.train(tmp_path / "noisy.npz", on_window=Killer(windows), checkpoint=tmp_path / "run", **options)
    resumed = rosenblatt.train(tmp_path / "noisy.npz", checkpoint=tmp_path / "run", resume=True, **options)
    assert whole.report_.reason == "stalled"
    assert whole.report_.n_epochs < 200
    assert bits(resumed) == bits(whole)
    assert resumed.report_.mistakes_per_epoch == whole.report_.mistakes_per_epoch
