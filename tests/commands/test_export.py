"""Exported models: an ONNX graph and JSON say what the model says, to the last tie."""

import json
import os

import numpy as np
import pytest
from helpers.exported import (
    GRID,
    by_json,
    by_onnx,
    says_the_same,
    trained_to,
)

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.commands.export import export
from rosenblatt.errors import DataError, NotTrained, OptionError


@pytest.mark.parametrize(("at_zero", "at"), [("mistake", "no"), ("positive", "yes"), ("negative", "no")])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("learner", [learners.Perceptron, learners.Averaged, learners.Pocket])
def test_two_classes_and_a_score_of_zero(learner, fit_intercept, at_zero, at, tmp_path):
    how = {"learner": learner, "at_zero": at_zero, "fit_intercept": fit_intercept}
    trained, on_the_line = trained_to([[1.0, 2.0]], [-3.0 * fit_intercept], ["no", "yes"], **how)
    assert trained.model.weights.w.tolist() == [[1.0, 2.0]]
    assert set(says_the_same(trained, tmp_path, GRID)) == {"no", "yes"}
    assert set(says_the_same(trained, tmp_path, on_the_line)) == {at}


@pytest.mark.parametrize(("at_zero", "at"), [("mistake", 10), ("positive", 30), ("negative", 10)])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_several_classes_and_ties_among_them(fit_intercept, at_zero, at, tmp_path):
    weights, biases = [[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], np.full(3, 5.0 * fit_intercept)
    trained, ties = trained_to(weights, biases, [10, 20, 30], at_zero=at_zero, fit_intercept=fit_intercept)
    assert set(says_the_same(trained, tmp_path, GRID)) == {10, 20, 30}
    assert len(set(says_the_same(trained, tmp_path, ties))) == 2
    assert says_the_same(trained, tmp_path, np.zeros((1, 2))).tolist() == [at]


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [
        (-1, 1, np.int64),
        (False, True, np.int64),
        (0.0, 1.0, np.int64),
        (-0.5, 2.5, np.float64),
        (np.uint64(1), np.uint64(2**64 - 1), np.uint64),
        (-1e300, 1e300, np.float64),
        ("nein", "süß", object),
        (b"n", b"y", object),
    ],
)
def test_labels_keep_their_value(low, high, kind, tmp_path):
    trained = learners.Perceptron(order="given").fit(GRID, np.where(GRID[:, 0] > 0, high, low))
    labels, _ = by_onnx(trained, tmp_path, {"X": GRID})
    expected = trained.model.predict(GRID)
    expected = np.char.decode(expected) if expected.dtype.kind == "S" else expected
    assert labels.dtype == kind
    assert labels.tolist() == expected.tolist() == by_json(trained, tmp_path, GRID)


def test_a_lone_class_is_the_label_of_all_rows(tmp_path):
    trained = learners.Perceptron().partial_fit(GRID, ["only"] * len(GRID))
    assert set(says_the_same(trained, tmp_path, GRID)) == {"only"}


def test_json_has_the_very_labels_and_onnx_scores_that_differ_by_rounding(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 19))
    trained = learners.Averaged(max_iter=3).fit(X, rng.integers(4, size=200))
    assert by_json(trained, tmp_path, X.tolist()) == trained.model.predict(X).tolist()
    labels, scores = by_onnx(trained, tmp_path, {"X": X})
    assert labels.tolist() == trained.model.predict(X).tolist()
    assert np.abs(scores - trained.model.decision_function(X)).max() < 1e-12


def test_json_can_be_read_by_people(tmp_path):
    (tmp_path / "t.csv").write_text("größe,colour,fruit\n150,green,apple\n170,red,apple\n110,yellow,banana\n")
    trained = rosenblatt.train(tmp_path / "t.csv", algorithm="averaged")
    export(trained, tmp_path / "m.json", "json")
    text = (tmp_path / "m.json").read_text(encoding="utf-8")
    told = json.loads(text)
    assert max(map(len, text.splitlines())) < 400
    assert '{"name": "größe", "kind": "number", "mean": 143.33333333333334, "shift"' in text
    assert (told["format"], told["version"], told["algorithm"]) == ("rosenblatt linear model", 1, "averaged")
    assert told["feature_names"] == ["größe", "colour=green", "colour=red", "colour=yellow"]
    assert told["weights"] == trained.model_.weights.w.tolist()
    assert told["label"] == (
        "The label is classes[1] where the score is above 0, else classes[0]: a score of exactly 0 is classes[0]."
    )
    assert "No value may be missing." in told["encoding"]["features"]


def test_a_sparse_model_takes_dense_rows(tmp_path):
    (tmp_path / "t.libsvm").write_text("+1 1:2 40:1\n-1 3:1\n+1 1:1\n-1 3:2 40:1\n")
    trained = rosenblatt.train(tmp_path / "t.libsvm")
    X = np.zeros((4, 40))
    X[[0, 0, 1, 2, 3, 3], [0, 39, 2, 0, 2, 39]] = [2, 1, 1, 1, 2, 1]
    labels, _ = by_onnx(trained, tmp_path, {"X": X})
    assert labels.tolist() == trained.predict_file(tmp_path / "t.libsvm").tolist() == [1, -1, 1, -1]
    assert by_json(trained, tmp_path, X) == [1, -1, 1, -1]


def test_estimators_learners_and_those_that_learn_one_at_a_time_can_be_exported(tmp_path):
    import pandas as pd

    frame = pd.DataFrame(GRID, columns=["north", "east"])
    y = (GRID[:, 0] > 0).astype(int)
    told = {}
    stream = online.AveragedPerceptron()
    for row, label in zip(frame.to_dict("records"), y, strict=True):
        stream.learn_one(row, label)
    (tmp_path / "t.csv").write_text(
        "\n".join(["a,b,y", *(f"{a},{b},{label}" for (a, b), label in zip(GRID, y, strict=True))])
    )
    for name, trained in {
        "frame": rosenblatt.PocketPerceptron().fit(frame, y),
        "array": rosenblatt.Perceptron().fit(GRID, y),
        "stream": stream,
        "file": rosenblatt.fit_file(rosenblatt.AveragedPerceptron(), tmp_path / "t.csv"),
    }.items():
        export(trained, tmp_path / "m.json", "json")
        told[name] = json.loads((tmp_path / "m.json").read_text())
    assert {name: (t["algorithm"], t["feature_names"]) for name, t in told.items()} == {
        "frame": ("pocket", ["north", "east"]),
        "array": ("perceptron", None),
        "stream": ("averaged", ["north", "east"]),
        "file": ("averaged", ["a", "b"]),
    }
    assert told["file"]["encoding"]["scale"] == "standard"


def test_what_has_no_graph_is_refused_and_nothing_is_written(tmp_path):
    (tmp_path / "t.csv").write_text("a,b,y\n1,good day,no\n2,bad night,yes\n")
    (tmp_path / "t.vw").write_text("1 | a b\n-1 | c\n")
    text, vw = tmp_path / "t.csv", tmp_path / "t.vw"
    hashed = "A model to export must have no hashed features; those of"
    for trained, error, sentence in [
        (
            learners.Voted().fit(GRID, GRID[:, 0] > 0),
            DataError,
            "A model to export must be linear; a voted one is not, each weight vector of its run votes: "
            "train with algorithm averaged.",
        ),
        (
            rosenblatt.train(text, text="b"),
            DataError,
            f"{hashed} column 'b', which is text, are hashed: ignore= leaves it out.",
        ),
        (
            rosenblatt.train(text, hash_bits=4),
            DataError,
            f"{hashed} column 'b' are hashed: train without hash_bits=.",
        ),
        (
            rosenblatt.train(vw, hash_bits=4),
            DataError,
            f"{hashed} Vowpal Wabbit text are hashed: train without hash_bits=.",
        ),
        (rosenblatt.Perceptron(), NotTrained, "Perceptron must be taught before it can be exported: call fit."),
        (learners.Pocket(), NotTrained, "Pocket must be taught before it has a model: call fit."),
        ({}, OptionError, "export takes what train returns, a fitted estimator or a learner; got dict."),
    ]:
        for format in ("onnx", "json"):
            with pytest.raises(error) as raised:
                export(trained, tmp_path / "m", format)
            assert str(raised.value) == sentence
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.vw"]


def test_bad_options_are_refused(tmp_path, iris):
    for given, sentence in [
        (("pmml", {}), "format must be one of onnx, json; got 'pmml'."),
        (("onnx", {"input_type": "int8"}), "input_type must be one of float64, float32; got 'int8'."),
        (("json", {"input_type": "float32"}), "input_type is for onnx, and JSON has no inputs; got 'float32'."),
    ]:
        with pytest.raises(OptionError) as raised:
            export(iris, tmp_path / "m", given[0], **given[1])
        assert str(raised.value) == sentence


def test_what_was_there_stays_until_all_is_written(tmp_path, monkeypatch, iris):
    path = tmp_path / "m.json"
    path.write_text("before")

    def full(file):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(DataError, match=r"m\.json could not be written: No space left on device\.$"):
            export(iris, path, "json")
    assert [file.name for file in tmp_path.iterdir()] == ["m.json"]
    assert path.read_text() == "before"
    export(iris, path, "json")
    assert json.loads(path.read_text())["n_features"] == 4
    with pytest.raises(DataError, match=r"nowhere/m\.json could not be written: No such file or directory\.$"):
        export(iris, tmp_path / "nowhere" / "m.json", "json")
