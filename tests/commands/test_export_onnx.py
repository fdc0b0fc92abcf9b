"""ONNX graphs: raw columns go in, labels near the boundary are the model's, and what ONNX cannot hold is refused."""

import json
import math
import sys

import numpy as np
import onnx
import pyarrow as pa
import pytest
from helpers.exported import (
    GRID,
    by_json,
    by_onnx,
    session,
)
from onnx import TensorProto, helper
from pyarrow import parquet

import rosenblatt
from rosenblatt import learners
from rosenblatt.commands.export import export
from rosenblatt.errors import DataError, OptionError
from rosenblatt.loops.error_bounds import ROUNDING


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


def test_without_the_package_onnx_a_sentence_says_what_to_install(tmp_path, monkeypatch, iris):
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.delitem(sys.modules, "rosenblatt.commands.export_onnx", raising=False)
    export(iris, tmp_path / "m.json", "json")
    with pytest.raises(OptionError, match=r'^format onnx needs the package onnx: pip install "rosenblatt\[onnx\]"\.$'):
        export(iris, tmp_path / "m.onnx", "onnx")


def test_text_that_is_no_unicode_is_refused_by_onnx_and_escaped_in_json(tmp_path):
    trained = learners.Perceptron().fit(GRID, np.where(GRID[:, 0] > 0, "\ud800", "a"))
    assert by_json(trained, tmp_path, GRID) == trained.model.predict(GRID).tolist()
    with pytest.raises(DataError, match=r"^An ONNX file holds Unicode text alone; '\\ud800' has what is none\.$"):
        export(trained, tmp_path / "m.onnx", "onnx")


def test_weights_beyond_what_protobuf_holds_are_refused(tmp_path, monkeypatch, iris):
    monkeypatch.setattr("rosenblatt.commands.export_onnx.MAX_BYTES", 50)
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
