"""Exported models: an ONNX graph and JSON say what the model says, to the last tie; what has no graph is refused."""

import json
import math
import os
import sys

import numpy as np
import onnx
import onnxruntime
import pyarrow as pa
import pytest
from onnx import TensorProto, helper
from pyarrow import parquet

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.errors import DataError, NotTrained, OptionError
from rosenblatt.exports import export
from rosenblatt.loops.rounding import ROUNDING

GRID = np.array([[a, b] for a in range(-4, 5) for b in range(-4, 5)], dtype=np.float64)


@pytest.fixture(scope="module")
def iris():
    return rosenblatt.train()


def session(path):
    return onnxruntime.InferenceSession(os.fspath(path), providers=["CPUExecutionProvider"])


def by_onnx(trained, folder, inputs, **options):
    export(trained, folder / "m.onnx", "onnx", **options)
    return session(folder / "m.onnx").run(["label", "scores"], inputs)


def by_json(trained, folder, rows):
    """The labels of rows, each a list of features or a dict of raw values, from what the JSON says alone."""
    export(trained, folder / "m.json", "json")
    told = json.loads((folder / "m.json").read_text())
    return [_label(told, _features(told, row)) for row in rows]


def _features(told, row):
    if told["encoding"] is None:
        return [float(x) for x in row]
    features = []
    for column in told["encoding"]["columns"]:
        value, missing = row[column["name"]], told["encoding"]["missing"]
        if column["kind"] == "category":
            value = "" if missing == "mean" and value in ("?", "nan", "NaN", None) else value
            features += [float(value == category) for category in column["categories"]]
        elif column["kind"] == "list":
            parts = zip(value, *(column[name] for name in ("mean", "shift", "divisor")), strict=True)
            features += [_scaled(*part, missing) for part in parts]
        else:
            features.append(_scaled(value, column["mean"], column["shift"], column["divisor"], missing))
    if told["encoding"]["scale"] == "unit":
        features = _over(max(map(abs, features)), features)
        features = _over(math.sqrt(_from_left(x * x for x in features)), features)
    return features


def _scaled(value, mean, shift, divisor, missing):
    if value is None or math.isnan(value):
        value = {"mean": mean, "zero": 0.0}[missing]
    return (value - shift) / divisor


def _over(divisor, features):
    return [x / (divisor or 1.0) for x in features]


def _from_left(numbers):
    total = 0.0
    for number in numbers:  # since Python 3.12 sum() is more exact than this
        total += number
    return total


def _label(told, x):
    scores = []
    for w, b in zip(told["weights"], told["biases"], strict=True):
        s = [_from_left(x[j] * w[j] for j in range(lane, len(x), 8)) for lane in range(8)]
        scores.append((((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))) + b)
    classes, last = told["classes"], told["at_zero"] == "positive"
    if len(classes) == 1:
        return classes[0]
    if len(classes) == 2:
        return classes[int(scores[0] > 0 or (last and scores[0] == 0))]
    winners = [k for k, score in enumerate(scores) if score == max(scores)]
    return classes[winners[-1 if last else 0]]


def says_the_same(trained, folder, X):
    """Labels and scores of rows on which no sum is rounded."""
    expected, model = trained.model.predict(X), trained.model
    labels, scores = by_onnx(trained, folder, {"X": X})
    assert labels.tolist() == expected.tolist() == by_json(trained, folder, X.tolist())
    assert np.array_equal(scores[:, 0] if scores.shape[1] == 1 else scores, model.decision_function(X))
    return labels


def trained_to(weights, biases, classes, learner=learners.Perceptron, **options):
    """One with these weights: they make no mistake on the rows of the grid that have no tie."""
    scores = GRID @ np.transpose(weights) + biases
    scores = np.hstack([0 * scores, scores]) if len(weights) == 1 else scores
    best = scores.max(axis=1, keepdims=True)
    clear = (scores == best).sum(axis=1) == 1
    assert not clear.all()
    y = np.array(classes)[scores.argmax(axis=1)]
    return learner(**options).fit(GRID[clear], y[clear], coef_init=weights, intercept_init=biases), GRID[~clear]


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


# Tables: raw values go in.


def table(rng, n_rows, missing):
    """Numbers, categories and lists, with gaps; the last rows have a category that comes but there."""
    numbers = rng.normal(1, 2, size=(n_rows, 2))
    words = rng.choice(["red", "green", "blue"], size=n_rows).astype(object)
    lists = rng.normal(size=(n_rows, 3))
    if missing:
        numbers[rng.random(n_rows) < 0.1, 1] = np.nan
        words[rng.random(n_rows) < 0.1] = "?"
    columns = {"a": numbers[:, 0], "colour": words, "embedding": lists, "scores": numbers[:, 1]}
    y = np.where(lists.sum(axis=1) + (words == "red") + numbers[:, 0] > 1, "yes", "no")
    return columns, y


def write_table(path, columns, y):
    arrays = {
        name: pa.array([None if isinstance(v, float) and math.isnan(v) else v for v in values.tolist()])
        for name, values in columns.items()
    }
    parquet.write_table(pa.table({**arrays, "y": y}), path)


def inputs_of(columns):
    return {
        "a": columns["a"][:, None],
        "colour": columns["colour"][:, None],
        "embedding": columns["embedding"],
        "scores_": columns["scores"][:, None],  # an output has its name
    }


@pytest.mark.parametrize("missing", [None, "mean", "zero", "drop"])
@pytest.mark.parametrize("scale", ["standard", "maxabs", "unit", "none"])
def test_raw_columns_go_in_and_the_predictions_of_files_come_out(scale, missing, tmp_path):
    rng = np.random.default_rng(1)
    write_table(tmp_path / "t.parquet", *table(rng, 120, missing))
    how = {"algorithm": "averaged", "max_iter": 3, "scale": scale, "missing": missing}
    trained = rosenblatt.train(tmp_path / "t.parquet", **how)
    columns, y = table(rng, 80, missing in ("mean", "zero"))
    columns["colour"][-5:] = ["violet", "", "RED", "NA", "violet"]
    write_table(tmp_path / "p.parquet", columns, y)
    pages = list(trained.predictions(tmp_path / "p.parquet"))
    expected = np.concatenate([page.labels for page in pages]).tolist()
    labels, scores = by_onnx(trained, tmp_path, inputs_of(columns))
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    assert labels.tolist() == expected == by_json(trained, tmp_path, rows)
    assert set(expected) == {"yes", "no"}
    assert np.allclose(scores[:, 0], np.concatenate([page.scores for page in pages]), rtol=1e-12, atol=1e-12)
    notes = session(tmp_path / "m.onnx").get_modelmeta().custom_metadata_map
    assert json.loads(notes["columns"])["scores_"] == "scores"


def test_a_table_of_categories_alone_and_one_that_is_always_missing(tmp_path):
    rows = [{"cap": cap, "ring": None, "y": y} for cap, y in (("flat", "e"), ("bell", "p"), ("flat", "e"))]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    trained = rosenblatt.train(tmp_path / "t.jsonl", target="y", missing="zero", categorical="ring", scale="unit")
    caps = np.array([["flat"], ["bell"], ["?"]], dtype=object)
    labels, scores = by_onnx(trained, tmp_path, {"cap": caps, "ring": np.full((3, 1), "", dtype=object)})
    assert labels.tolist()[:2] == ["e", "p"]
    assert scores[2, 0] == trained.model_.weights.b[0]


def test_an_input_has_the_name_of_its_column_unless_an_output_has_it(tmp_path):
    names = ["Cast", "LabelEncoder", "constant", "label", "MatMul", "scores"]
    rows = [{**dict.fromkeys(names, 1.5 * k), "Cast": "abc"[k], "y": k} for k in range(3)]
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    trained = rosenblatt.train(tmp_path / "t.jsonl", target="y")
    raw = {name: np.array([[row[name]] for row in rows]) for name in names}
    raw |= {"Cast": raw["Cast"].astype(object), "label_": raw.pop("label"), "scores_": raw.pop("scores")}
    labels, _ = by_onnx(trained, tmp_path, raw)
    assert labels.tolist() == trained.predict_file(tmp_path / "t.jsonl").tolist() == [0, 1, 2]


def test_numbers_may_come_in_single_precision(tmp_path):
    X = np.random.default_rng(2).normal(size=(50, 5)).astype(np.float32)
    trained = learners.Averaged(max_iter=2).fit(X, (X.sum(axis=1) > 0).astype(int))
    labels, scores = by_onnx(trained, tmp_path, {"X": X}, input_type="float32")
    assert scores.dtype == np.float64
    assert labels.tolist() == trained.model.predict(X).tolist()
    assert np.abs(scores[:, 0] - trained.model.decision_function(X)).max() < 1e-13
    (tmp_path / "t.csv").write_text("a,b,y\n1,u,no\n2,v,yes\n")
    trained = rosenblatt.train(tmp_path / "t.csv")
    raw = {"a": np.array([[1], [2]], np.float32), "b": np.array([["u"], ["v"]], object)}
    assert by_onnx(trained, tmp_path, raw, input_type="float32")[0].tolist() == ["no", "yes"]


# What can be exported.


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
            f"{hashed} column 'b', which is text, are: --ignore leaves it out.",
        ),
        (
            rosenblatt.train(text, hash_bits=4),
            DataError,
            f"{hashed} column 'b' are: train without --hash-bits.",
        ),
        (
            rosenblatt.train(vw, hash_bits=4),
            DataError,
            f"{hashed} Vowpal Wabbit text are: train without --hash-bits.",
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


def test_without_the_package_onnx_a_sentence_says_what_to_install(tmp_path, monkeypatch, iris):
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "rosenblatt.exports_onnx", raising=False)
    export(iris, tmp_path / "m.json", "json")
    with pytest.raises(OptionError, match=r'^format onnx needs the package onnx: pip install "rosenblatt\[onnx\]"\.$'):
        export(iris, tmp_path / "m.onnx", "onnx")


def test_text_that_is_no_unicode_is_refused_by_onnx_and_escaped_in_json(tmp_path):
    trained = learners.Perceptron().fit(GRID, np.where(GRID[:, 0] > 0, "\ud800", "a"))
    assert by_json(trained, tmp_path, GRID) == trained.model.predict(GRID).tolist()
    with pytest.raises(DataError, match=r"^An ONNX file holds Unicode text alone; '\\ud800' has what is none\.$"):
        export(trained, tmp_path / "m.onnx", "onnx")


def test_weights_beyond_what_protobuf_holds_are_refused(tmp_path, monkeypatch, iris):
    monkeypatch.setattr("rosenblatt.exports_onnx.MOST_BYTES", 50)
    with pytest.raises(
        DataError, match=r"^An ONNX file holds at most 2 GB, and the weights must fit; they take 0\.0 GB"
    ):
        export(iris, tmp_path / "m.onnx", "onnx")


# Files.


def test_a_graph_is_of_versions_that_common_runtimes_know_and_the_same_each_time(tmp_path, iris):
    export(iris, tmp_path / "a.onnx", "onnx")
    export(iris, tmp_path / "b.onnx", "onnx")
    assert (tmp_path / "a.onnx").read_bytes() == (tmp_path / "b.onnx").read_bytes()
    graph = onnx.load(tmp_path / "a.onnx")
    assert graph.ir_version == 8
    assert {opset.domain: opset.version for opset in graph.opset_import} == {"": 17, "ai.onnx.ml": 3}
    notes = {note.key: note.value for note in graph.metadata_props}
    assert json.loads(notes["feature_names"]) == iris.feature_names_


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


# Near the boundary.


def near_the_boundary(model, rng, n_rows, offset):
    """Rows on the boundary of their two best classes, as near as doubles get, then moved by a share of their length."""
    w, b = model.weights
    w, b = (np.vstack([0 * w, w]), np.append(0 * b, b)) if len(b) == 1 else (w, b)
    X = rng.normal(size=(n_rows, w.shape[1])) * 10
    second, first = np.argsort(X @ w.T + b, axis=1)[:, -2:].T
    across, shift = w[first] - w[second], b[first] - b[second]
    squared = np.square(across).sum(axis=1)
    for _ in range(3):  # the first leaves what was rounded away
        X -= (((X * across).sum(axis=1) + shift) / squared)[:, None] * across
    signs = rng.choice([-1.0, 1.0], size=n_rows)
    return X + (offset * signs * np.linalg.norm(X, axis=1) / np.sqrt(squared))[:, None] * across


def rounding_of_scores(model, X):
    """How far a score can be rounded away, whatever the order of additions."""
    w, b = model.weights
    return (model.n_features + 2) * ROUNDING * (np.abs(X) @ np.abs(w.T) + np.abs(b)).max(axis=1)


def in_single_precision(model, path):
    """The one node that other exporters take."""
    w, b = model.weights
    w, b = (np.vstack([-w, w]), np.append(-b, b)) if len(b) == 1 else (w, b)
    how = {"coefficients": w.ravel().tolist(), "intercepts": b.tolist(), "classlabels_ints": model.classes.tolist()}
    node = helper.make_node("LinearClassifier", ["X"], ["label", "scores"], domain="ai.onnx.ml", **how)
    ends = [("X", TensorProto.FLOAT, 2), ("label", TensorProto.INT64, 1), ("scores", TensorProto.FLOAT, 2)]
    x, *out = [helper.make_tensor_value_info(name, kind, [None] * rank) for name, kind, rank in ends]
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    onnx.save(helper.make_model(helper.make_graph([node], "g", [x], out), opset_imports=opsets, ir_version=8), path)
    return session(path)


@pytest.mark.compiled
@pytest.mark.parametrize("n_classes", [2, 5])
def test_labels_near_the_boundary_are_the_models(n_classes, tmp_path, request, capsys):
    """docs/export.md has the counts of 200,000 points at each offset: --long prints them."""
    long = request.config.getoption("--long")
    offsets = [10.0**-k for k in range(6, 17)] if long else [10.0**-k for k in range(6, 13)]
    n_rows = 200_000 if long else 20_000 // len(offsets)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 20))
    scores = X @ rng.normal(size=(20, n_classes)) + rng.normal(size=n_classes)
    trained = learners.Averaged(max_iter=5).fit(X, scores.argmax(axis=1))
    export(trained, tmp_path / "m.onnx", "onnx")
    double, single = session(tmp_path / "m.onnx"), in_single_precision(trained.model, tmp_path / "single.onnx")
    for offset in offsets:
        near = near_the_boundary(trained.model, rng, n_rows, offset)
        labels = trained.model.predict(near)
        found, exported = double.run(None, {"X": near})
        differs = found != labels
        own = trained.model.decision_function(near).reshape(exported.shape)
        allowed = rounding_of_scores(trained.model, near)
        assert (np.abs(exported - own).max(axis=1) <= 2 * allowed).all()
        lead = np.abs(own[:, 0]) if n_classes == 2 else np.diff(np.sort(own, axis=1)[:, -2:], axis=1)[:, 0]
        assert not differs[lead > 4 * allowed].any()
        if offset >= 1e-12:
            assert (lead > 4 * allowed).mean() > 0.99  # so that this says something
            assert not differs.any()
        flipped = (single.run(["label"], {"X": near.astype(np.float32)})[0] != labels).mean()
        assert flipped > 0.02 or offset > 5e-8
        if long:
            with capsys.disabled():
                print(f"\n{n_classes} classes, {offset:.0e}: {differs.sum()} differ, float32 {flipped:.2%}", end="")
