"""Training on files: the bits of rows in memory, however they are stored."""

import os
import shutil

import numpy as np
import pytest
from helpers.algorithms import ALGORITHMS
from helpers.trained_files import bits, rows

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.streaming import file_rows


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_small_file_is_learned_as_rows_in_memory(algorithm, paths):
    X, y = rows()
    estimator = {"perceptron": "Perceptron", "pocket": "PocketPerceptron"}.get(
        algorithm, f"{algorithm.title()}Perceptron"
    )
    expected = getattr(rosenblatt, estimator)(max_iter=7, random_state=2).fit(X, y)
    for path in paths.values():
        trained = rosenblatt.train(path, algorithm=algorithm, max_iter=7, random_state=2, scale="none")
        assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
        assert (trained.predict(X) == expected.predict(X)).all()
        fitted = rosenblatt.fit_file(getattr(rosenblatt, estimator)(max_iter=7, random_state=2), path, scale="none")
        assert fitted.decision_function(X).tobytes() == expected.decision_function(X).tobytes()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_how_a_file_is_stored_changes_nothing(algorithm, order, paths, small_pages, monkeypatch, tmp_path):
    def trained(path, **options):
        return bits(rosenblatt.train(path, algorithm=algorithm, order=order, max_iter=4, scale="none", **options))

    dense = trained(paths["a.npz"])
    assert trained(paths["a.csv"]) == trained(paths["parts"]) == dense
    assert trained(paths["a.libsvm"]) == dense
    assert trained(paths["a.csv"], cache=tmp_path / "cache") == dense
    assert trained(paths["a.csv"], cache=tmp_path / "cache") == dense  # from the pages that were kept
    monkeypatch.setattr(file_rows, "MAX_BYTES_IN_MEMORY", 1000)
    assert trained(paths["a.csv"]) == dense


def test_scaled_tables_are_the_same_from_one_file_or_many(paths, small_pages):
    options = {"algorithm": "averaged", "max_iter": 3}
    assert bits(rosenblatt.train(paths["a.csv"], **options)) == bits(rosenblatt.train(paths["parts"], **options))


@pytest.mark.parametrize("at_zero", ["mistake", "positive"])
def test_balanced_classes_and_signs_of_zero(at_zero, paths, small_pages):
    X, y = rows()
    options = {"order": "given", "max_iter": 3, "at_zero": at_zero, "class_weight": "balanced"}
    trained = rosenblatt.train(paths["a.npz"], algorithm="perceptron", **options)
    expected = rosenblatt.Perceptron(**options).fit(X, y)
    assert trained.report_.mistakes_per_epoch == expected.report_.mistakes_per_epoch
    assert trained.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()


def test_balanced_classes_of_one_epoch_that_memory_does_not_hold(paths, small_pages, monkeypatch, tmp_path):
    options = {"order": "given", "max_iter": 1, "class_weight": "balanced"}
    expected = bits(rosenblatt.train(paths["a.npz"], **options))
    monkeypatch.setattr(file_rows, "MAX_BYTES_IN_MEMORY", 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    trained = rosenblatt.train(paths["a.npz"], **options)
    assert bits(trained) == expected
    assert trained.learner_.options.class_weight == "balanced"


def test_orders_that_look_take_all_rows_into_memory(paths, small_pages):
    X, y = rows()
    trained = rosenblatt.train(paths["a.npz"], algorithm="perceptron", order="first-mistake", max_iter=50)
    expected = rosenblatt.Perceptron(order="first-mistake", max_iter=50).fit(X, y)
    assert trained.learner_.model.weights.w.tobytes() == expected.learner_.model.weights.w.tobytes()


def test_raw_files_are_predicted(tmp_path):
    (tmp_path / "train.csv").write_text("size,colour,class\n" + "1,red,yes\n2,blue,no\n3,red,yes\n9,blue,no\n" * 5)
    (tmp_path / "new.csv").write_text("size,colour,class\n2,red,?\n4,blue,?\n4,green,?\n")
    trained = rosenblatt.train(tmp_path / "train.csv")
    assert trained.predict_file(tmp_path / "new.csv").tolist()[:2] == ["yes", "no"]
    assert trained.feature_names_ == ["size", "colour=blue", "colour=red"]


def test_what_cannot_be(paths, small_pages, tmp_path):
    with pytest.raises(OptionError, match="certify_when_stalled is for rows that a window holds; there are more"):
        rosenblatt.train(paths["a.npz"], certify_when_stalled=True)
    with pytest.raises(OptionError, match="train takes the options of the learner: .*'epochs'"):
        rosenblatt.train(paths["a.npz"], epochs=3)
    with pytest.raises(
        OptionError, match="fit_file takes cache, checkpoint, resume, on_window and the options of read"
    ):
        rosenblatt.fit_file(rosenblatt.Perceptron(), paths["a.npz"], max_iter=3)
    with pytest.raises(OptionError, match="estimator must be one of this package; got int"):
        rosenblatt.fit_file(3, paths["a.npz"])
    np.save(tmp_path / "x.npy", np.eye(3))
    with pytest.raises(DataError, match="must have labels to train on: labels= names a file of them"):
        rosenblatt.train(tmp_path / "x.npy")


def test_what_is_cached_is_of_these_rows_and_no_others(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    X, y = rows()
    np.save(tmp_path / "x.npy", X)
    for labels in (y, y + 5):
        np.save(tmp_path / "y.npy", labels)
        trained = rosenblatt.train(tmp_path / "x.npy", labels=str(tmp_path / "y.npy"), cache=cache)
        assert trained.classes_.tolist() == sorted(set(labels.tolist()))
    for name, label in (("a", 1), ("b", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.svm").write_text(f"{label} 1:1\n0 2:1\n")
        os.utime(tmp_path / name / "x.svm", ns=(0, 0))
        monkeypatch.chdir(tmp_path / name)
        assert rosenblatt.train("x.svm", cache=cache).classes_.tolist() == [0, label]


def test_features_with_names_are_found_by_them(tmp_path):
    (tmp_path / "t.vw").write_text("1 | good:1\n-1 | bad:1\n" * 20)
    (tmp_path / "p.vw").write_text("-1 | bad:1\n1 | good:1 new:1\n")
    assert rosenblatt.train(tmp_path / "t.vw").predict_file(tmp_path / "p.vw").tolist() == [-1, 1]


def test_a_raw_file_to_predict_needs_no_labels(tmp_path):
    (tmp_path / "t.csv").write_text("a,b,y\n" + "1,5,yes\n2,,no\n2,7,no\n" * 10)
    trained = rosenblatt.train(tmp_path / "t.csv", missing="drop")
    (tmp_path / "p.csv").write_text("a,b\n1,5\n2,7\n")
    assert trained.predict_file(tmp_path / "p.csv").tolist() == ["yes", "no"]
    (tmp_path / "q.csv").write_text("a,b,y\n1,5,yes\n2,,no\n")
    with pytest.raises(DataError, match=r"q\.csv:3 "):
        trained.predict_file(tmp_path / "q.csv")
    (tmp_path / "t.svm").write_text("1 1:1\n0 2:1\n")
    (tmp_path / "p.svm").write_text("1 5:1\n")
    assert rosenblatt.train(tmp_path / "t.svm").predict_file(tmp_path / "p.svm").shape == (1,)


def test_labels_of_their_own_are_for_arrays(paths):
    with pytest.raises(OptionError, match="labels must be left out for csv, which has its own; got 'y.npy'"):
        rosenblatt.train(paths["a.csv"], labels="y.npy")


def test_an_encoding_goes_with_the_file_it_is_of(paths):
    model = rosenblatt.fit_file(rosenblatt.Perceptron(), paths["a.csv"])
    assert model.encoding_ is not None
    others = rosenblatt.train(paths["a.csv"], algorithm="perceptron").predict_file(paths["a.csv"])
    assert model.trained_.predict_file(paths["a.csv"]).tolist() == others.tolist()
    model.fit(np.eye(2), [0, 1])
    assert not hasattr(model, "encoding_")
    assert not hasattr(model, "trained_")


def test_a_disk_without_room_is_refused(paths, small_pages, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(20, 10, 10))
    with pytest.raises(DataError, match="The disk must have room for the pages of the data: .*; cache= names another"):
        rosenblatt.train(paths["a.csv"], cache=tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_refused(paths, small_pages, tmp_path):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "cache"
    sentence = rf"^cache must be a folder that can be written to; {folder} is not \(Not a directory\): name another\.$"
    with pytest.raises(DataError, match=sentence):
        rosenblatt.train(paths["a.csv"], cache=folder)


def test_features_from_kept_pages_have_their_names(tmp_path):
    (tmp_path / "t.vw").write_text("1 | good:1\n-1 | bad:1\n" * 20)
    (tmp_path / "p.vw").write_text("-1 | bad:1\n1 | good:1 new:1\n")
    for _ in range(2):
        trained = rosenblatt.train(tmp_path / "t.vw", cache=tmp_path / "cache")
        assert trained.predict_file(tmp_path / "p.vw").tolist() == [-1, 1]
