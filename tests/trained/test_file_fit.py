"""Training on files: the bits of rows in memory, however they are stored; and of a run that was never killed."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from rosenblatt import commands, file_training
from rosenblatt.data import chunks
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files import file_rows, windows
from rosenblatt.files.archives import read_archive, write_archive

ALGORITHMS = ["perceptron", "averaged", "voted", "pocket"]


def rows(n=130, seed=0):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)), 3) * (rng.random((n, 4)) < 0.7)
    return X, np.where(X @ [1.0, -2.0, 0.5, 0.0] + rng.normal(size=n) > 0, 1, 0)


def bits(trained):
    learner, report = trained.learner_, trained.report_
    model = learner.model
    weights = model.weights if hasattr(model, "weights") else learner.weights.view
    counts = report.reason, report.mistakes_per_epoch, report.errors, report.n_rows
    return weights.w.tobytes(), weights.b.tobytes(), *counts, trained.classes_.tolist()


@pytest.fixture
def small_pages(monkeypatch):
    """Files of hundreds of rows are larger than a window."""
    monkeypatch.setattr(chunks, "PAGE", 20)
    monkeypatch.setattr(windows, "MOST_PAGES", 3)


@pytest.fixture
def paths(tmp_path):
    X, y = rows()
    dump_svmlight_file(X, y, str(tmp_path / "a.libsvm"), zero_based=False)
    np.savez(tmp_path / "a.npz", X=X, y=y)
    lines = [",".join(map(repr, [*x, label])) for x, label in zip(X.tolist(), y.tolist(), strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "parts").mkdir()
    for k in range(5):
        (tmp_path / "parts" / f"{k}.csv").write_text("\n".join(lines[k * 26 : (k + 1) * 26]) + "\n")
    return {name: tmp_path / name for name in ("a.libsvm", "a.npz", "a.csv", "parts")}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_small_file_is_learned_as_rows_in_memory(algorithm, paths):
    X, y = rows()
    estimator = {"perceptron": "Perceptron", "pocket": "PocketPerceptron"}.get(
        algorithm, f"{algorithm.title()}Perceptron"
    )
    expected = getattr(rosenblatt, estimator)(max_iter=7, random_state=2).fit(X, y)
    for path in paths.values():
        trained = commands.train(path, algorithm=algorithm, max_iter=7, random_state=2, scale="none")
        assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
        assert (trained.predict(X) == expected.predict(X)).all()
        fitted = rosenblatt.fit_file(getattr(rosenblatt, estimator)(max_iter=7, random_state=2), path, scale="none")
        assert fitted.decision_function(X).tobytes() == expected.decision_function(X).tobytes()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_how_a_file_is_stored_changes_nothing(algorithm, order, paths, small_pages, monkeypatch, tmp_path):
    def trained(path, **options):
        return bits(commands.train(path, algorithm=algorithm, order=order, max_iter=4, scale="none", **options))

    dense = trained(paths["a.npz"])
    assert trained(paths["a.csv"]) == trained(paths["parts"]) == dense
    assert trained(paths["a.libsvm"]) == dense
    assert trained(paths["a.csv"], cache=tmp_path / "cache") == dense
    assert trained(paths["a.csv"], cache=tmp_path / "cache") == dense  # from the pages that were kept
    monkeypatch.setattr(file_rows, "MOST_IN_MEMORY", 1000)
    assert trained(paths["a.csv"]) == dense


def test_scaled_tables_are_the_same_from_one_file_or_many(paths, small_pages):
    options = {"algorithm": "averaged", "max_iter": 3}
    assert bits(commands.train(paths["a.csv"], **options)) == bits(commands.train(paths["parts"], **options))


class Killer:
    """Ends a run after so many windows."""

    def __init__(self, left):
        self.left = left

    def __call__(self, learner, progress):
        if self.left == 0:
            raise MemoryError
        self.left -= 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_killed_at_any_moment_and_resumed_is_never_killed(algorithm, paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(file_training, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"algorithm": algorithm, "max_iter": 4, "scale": "none"}
    expected = bits(commands.train(paths["a.libsvm"], **options))
    checkpoint = tmp_path / "run"
    rng = np.random.default_rng(0)
    for _ in range(5):
        windows_left = iter([*rng.integers(0, 4, 3).tolist(), 100])  # until the next kill
        trained = None
        while trained is None:
            killer = Killer(next(windows_left))
            try:
                again = {"checkpoint": checkpoint, "resume": True, "on_window": killer}
                trained = commands.train(paths["a.libsvm"], **again, **options)
            except MemoryError:
                assert checkpoint.exists()
        assert bits(trained) == expected
        assert not checkpoint.exists()


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
    monkeypatch.setattr(file_training, "BETWEEN_CHECKPOINTS", 0.0)
    with pytest.raises(MemoryError):
        commands.train(paths["a.csv"], checkpoint=tmp_path / "run", on_window=Killer(0))
    with pytest.raises(DataError, match="run must be of the same data and options; it is of others: remove it"):
        commands.train(paths["a.csv"], checkpoint=tmp_path / "run", resume=True, algorithm="perceptron")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda tree: tree["learner"]["counts"].update(visited="x"), "visited is no count"),
        (lambda tree: tree["learner"]["vectors"].pop(), "there are not as many weights as the algorithm has"),
        (lambda tree: tree["learner"].update(algorithm="Pocket"), "there are not as many weights as the algorithm has"),
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
    monkeypatch.setattr(file_training, "BETWEEN_CHECKPOINTS", 0.0)
    with pytest.raises(MemoryError):
        commands.train(paths["a.csv"], checkpoint=tmp_path / "run", on_window=Killer(0))
    tree = read_archive(tmp_path / "run", file_training.MAGIC)
    change(tree)
    write_archive(tmp_path / "run", file_training.MAGIC, tree)
    rule = rf"run must hold a run; it does not: {fault}: remove it, or leave out --resume\.$"
    with pytest.raises(DataError, match=rule):
        commands.train(paths["a.csv"], checkpoint=tmp_path / "run", resume=True)


@pytest.mark.parametrize("at_zero", ["mistake", "positive"])
def test_balanced_classes_and_signs_of_zero(at_zero, paths, small_pages):
    X, y = rows()
    options = {"order": "given", "max_iter": 3, "at_zero": at_zero, "class_weight": "balanced"}
    trained = commands.train(paths["a.npz"], algorithm="perceptron", **options)
    expected = rosenblatt.Perceptron(**options).fit(X, y)
    assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
    assert trained.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()


def test_balanced_classes_of_one_epoch_that_memory_does_not_hold(paths, small_pages, monkeypatch, tmp_path):
    options = {"order": "given", "max_iter": 1, "class_weight": "balanced"}
    expected = bits(commands.train(paths["a.npz"], **options))
    monkeypatch.setattr(file_rows, "MOST_IN_MEMORY", 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    trained = commands.train(paths["a.npz"], **options)
    assert bits(trained) == expected
    assert trained.learner_.options.class_weight == "balanced"


def test_orders_that_look_take_all_rows_into_memory(paths, small_pages):
    X, y = rows()
    trained = commands.train(paths["a.npz"], algorithm="perceptron", order="first-mistake", max_iter=50)
    expected = rosenblatt.Perceptron(order="first-mistake", max_iter=50).fit(X, y)
    assert trained.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()


def test_raw_files_are_predicted(tmp_path):
    (tmp_path / "train.csv").write_text("size,colour,class\n" + "1,red,yes\n2,blue,no\n3,red,yes\n9,blue,no\n" * 5)
    (tmp_path / "new.csv").write_text("size,colour,class\n2,red,?\n4,blue,?\n4,green,?\n")
    trained = commands.train(tmp_path / "train.csv")
    assert trained.predict_file(tmp_path / "new.csv").tolist()[:2] == ["yes", "no"]
    assert trained.feature_names_ == ["size", "colour=blue", "colour=red"]


def test_what_cannot_be(paths, small_pages, tmp_path):
    with pytest.raises(OptionError, match="certify_when_stalled is for rows that a window holds; there are more"):
        commands.train(paths["a.npz"], certify_when_stalled=True)
    with pytest.raises(OptionError, match="train takes the options of the learner: .*'epochs'"):
        commands.train(paths["a.npz"], epochs=3)
    with pytest.raises(
        OptionError, match="fit_file takes cache, checkpoint, resume, on_window and the options of read"
    ):
        rosenblatt.fit_file(rosenblatt.Perceptron(), paths["a.npz"], max_iter=3)
    with pytest.raises(OptionError, match="estimator must be one of this package; got int"):
        rosenblatt.fit_file(3, paths["a.npz"])
    np.save(tmp_path / "x.npy", np.eye(3))
    with pytest.raises(DataError, match="must have labels to train on: --labels names a file of them"):
        commands.train(tmp_path / "x.npy")


def test_a_checkpoint_takes_no_other_files_place(paths, small_pages, tmp_path):
    before = paths["a.csv"].read_bytes()
    with pytest.raises(DataError, match=r"--checkpoint must be a file of its own; .*a\.csv is another, and would be"):
        commands.train(paths["a.csv"], checkpoint=paths["a.csv"])
    assert paths["a.csv"].read_bytes() == before
    with pytest.raises(DataError, match="--checkpoint must be in a folder that is there"):
        commands.train(paths["a.csv"], checkpoint=tmp_path / "none" / "run")


def test_what_is_cached_is_of_these_rows_and_no_others(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    assert len(commands.train("sample:iris", cache=cache).classes_) == 3
    assert len(commands.train("sample:digits", cache=cache).classes_) == 10
    X, y = rows()
    np.save(tmp_path / "x.npy", X)
    for labels in (y, y + 5):
        np.save(tmp_path / "y.npy", labels)
        trained = commands.train(tmp_path / "x.npy", labels=str(tmp_path / "y.npy"), cache=cache)
        assert trained.classes_.tolist() == sorted(set(labels.tolist()))
    for name, label in (("a", 1), ("b", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.svm").write_text(f"{label} 1:1\n0 2:1\n")
        os.utime(tmp_path / name / "x.svm", ns=(0, 0))
        monkeypatch.chdir(tmp_path / name)
        assert commands.train("x.svm", cache=cache).classes_.tolist() == [0, label]


def test_features_with_names_are_found_by_them(tmp_path):
    (tmp_path / "t.vw").write_text("1 | good:1\n-1 | bad:1\n" * 20)
    (tmp_path / "p.vw").write_text("-1 | bad:1\n1 | good:1 new:1\n")
    assert commands.train(tmp_path / "t.vw").predict_file(tmp_path / "p.vw").tolist() == [-1, 1]


def test_a_raw_file_to_predict_needs_no_labels(tmp_path):
    (tmp_path / "t.csv").write_text("a,b,y\n" + "1,5,yes\n2,,no\n2,7,no\n" * 10)
    trained = commands.train(tmp_path / "t.csv", missing="drop")
    (tmp_path / "p.csv").write_text("a,b\n1,5\n2,7\n")
    assert trained.predict_file(tmp_path / "p.csv").tolist() == ["yes", "no"]
    (tmp_path / "q.csv").write_text("a,b,y\n1,5,yes\n2,,no\n")
    with pytest.raises(DataError, match=r"q\.csv:3 "):
        trained.predict_file(tmp_path / "q.csv")
    (tmp_path / "t.svm").write_text("1 1:1\n0 2:1\n")
    (tmp_path / "p.svm").write_text("1 5:1\n")
    assert commands.train(tmp_path / "t.svm").predict_file(tmp_path / "p.svm").shape == (1,)


def test_labels_of_their_own_are_for_arrays(paths):
    with pytest.raises(OptionError, match="labels must be left out for csv, which has its own; got 'y.npy'"):
        commands.train(paths["a.csv"], labels="y.npy")


def test_an_encoding_goes_with_the_file_it_is_of(paths):
    model = rosenblatt.fit_file(rosenblatt.Perceptron(), paths["a.csv"])
    assert model.encoding_ is not None
    others = commands.train(paths["a.csv"], algorithm="perceptron").predict_file(paths["a.csv"])
    assert model.trained_.predict_file(paths["a.csv"]).tolist() == others.tolist()
    model.fit(np.eye(2), [0, 1])
    assert not hasattr(model, "encoding_")
    assert not hasattr(model, "trained_")


def test_a_disk_without_room_is_refused(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(20, 10, 10))
    with pytest.raises(DataError, match="The disk must have room for the pages of the data: .*; --cache names another"):
        commands.train(paths["a.csv"], cache=tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_refused(paths, small_pages, tmp_path):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "cache"
    sentence = rf"--cache must be a folder that can be written to; {folder} is not \(Not a directory\): name another\.$"
    with pytest.raises(DataError, match=sentence):
        commands.train(paths["a.csv"], cache=folder)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nobody can write")
def test_a_checkpoint_that_could_not_be_written_is_refused_before_training(paths, small_pages):
    sentence = (
        r"--checkpoint must be in a folder that can be written to; that of /proc/run is not \(.*\): name another\.$"
    )
    with pytest.raises(DataError, match=sentence):
        commands.train(paths["a.csv"], checkpoint="/proc/run", on_window=Killer(0))


def test_features_from_kept_pages_have_their_names(tmp_path):
    (tmp_path / "t.vw").write_text("1 | good:1\n-1 | bad:1\n" * 20)
    (tmp_path / "p.vw").write_text("-1 | bad:1\n1 | good:1 new:1\n")
    for _ in range(2):
        trained = commands.train(tmp_path / "t.vw", cache=tmp_path / "cache")
        assert trained.predict_file(tmp_path / "p.vw").tolist() == [-1, 1]


def test_what_a_killed_process_left_of_a_checkpoint_is_swept(paths, small_pages, tmp_path):
    left = tmp_path / f"run[1].{'0' * 32}.partial"
    others = [tmp_path / "run[1].partial", tmp_path / f"run1.{'0' * 32}.partial"]
    for path in (left, *others):
        path.write_text("some")
    commands.train(paths["a.csv"], checkpoint=tmp_path / "run[1]", max_iter=2)
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

    expected = bits(commands.train(paths["a.libsvm"], **options))
    stopped = commands.train(paths["a.libsvm"], checkpoint=tmp_path / "run", on_window=press, **options)
    assert stopped.report_.reason == "interrupted"
    assert stopped.report_.n_rows == (60 if windows_seen == 1 else 130)
    at = read_archive(tmp_path / "run", file_training.MAGIC)["progress"]
    assert 3 * at["epoch"] + at["window"] == windows_seen
    assert bits(commands.train(paths["a.libsvm"], checkpoint=tmp_path / "run", resume=True, **options)) == expected


def test_sigterm_ends_training_in_order(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(file_training, "BETWEEN_CHECKPOINTS", 0.0)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with pytest.raises(SystemExit) as ended:
            commands.train(
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
        commands.train(paths["a.csv"], max_iter=2)
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
