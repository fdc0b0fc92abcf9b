"""Models of rows that are features already, scaled: every verb reads other rows as training did."""

import json

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.cli import run
from helpers.exported import by_json, by_onnx
from helpers.interruptions import Killer
from helpers.trained_files import bits, rows

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.trained import checkpoint
from rosenblatt.trained.model_files import MAGIC

SCALES = ("standard", "maxabs", "unit")
FACTORS = np.array([1.0, 1000.0, 0.01, 1.0])


@pytest.fixture
def data(tmp_path):
    """The same rows in three kinds of files, one column of them a thousand times another; and other rows."""
    for name, n, seed, factors in (("a", 130, 0, FACTORS), ("b", 40, 1, 1.0)):
        X, y = rows(n, seed)
        X = X * factors
        np.savez(tmp_path / f"{name}.npz", X=X, y=y)
        cells = [[(k, x) for k, x in enumerate(row, 1) if x] for row in X.tolist()]
        lines = ["".join(f" {k}:{x!r}" for k, x in row) for row in cells]
        (tmp_path / f"{name}.svm").write_text("".join(f"{a}{b}\n" for a, b in zip(y, lines, strict=True)))
        whole = [" ".join(f"{k}:{x!r}" for k, x in enumerate(row, 1)) for row in X.tolist()]
        (tmp_path / f"{name}.vw").write_text("".join(f"{a} |f {b}\n" for a, b in zip(y, whole, strict=True)))
    return tmp_path


def table(path, **options):
    X = rosenblatt.read(path, **options).table().X
    return X.toarray() if sp.issparse(X) else X


FILES = ("a.npz", "a.svm", "a.vw")


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", FILES)
def test_training_is_that_of_rows_that_were_scaled_before(data, name, scale):
    X, y = table(data / name, scale=scale), rosenblatt.read(data / name).table().y
    np.savez(data / "scaled.npz", X=X, y=y)
    trained = rosenblatt.train(data / name, scale=scale, max_iter=5)
    assert bits(trained) == bits(rosenblatt.train(data / "scaled.npz", max_iter=5))
    assert bits(trained) != bits(rosenblatt.train(data / name, max_iter=5))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", FILES)
def test_other_rows_are_scaled_as_those_of_training(data, name, scale):
    """By what the model file has, in every verb."""
    trained = rosenblatt.train(data / name, scale=scale, max_iter=5, model=data / "m", validation=data / name)
    other = data / name.replace("a.", "b.")
    X = table(other, encoding=trained.encoding_)
    expected = trained.model_.predict(X).tolist()
    assert trained.predict_file(other).tolist() == trained.predict(table(other)).tolist() == expected
    loaded = rosenblatt.load(data / "m")
    assert loaded.predict_file(other).tolist() == expected
    assert table(other, encoding=loaded.encoding_).tobytes() == X.tobytes()
    assert np.concatenate([page.labels for page in rosenblatt.predict(data / "m", other)]).tolist() == expected
    assert rosenblatt.evaluate(data / "m", data / name).accuracy == trained.training.accuracy
    assert trained.validation.accuracy == trained.training.accuracy
    assert rosenblatt.reproduce(data / "m").same


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("first", ["a.npz", "a.svm"])
def test_a_row_has_one_prediction_whether_it_is_dense_or_sparse(data, first, scale):
    """Also of a model whose rows were centred."""
    trained = rosenblatt.train(data / first, scale=scale, max_iter=5)
    scores = [
        np.concatenate([page.scores for page in trained.predictions(data / other)]).tobytes()
        for other in ("b.npz", "b.svm")
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("name", FILES)
def test_windows_and_a_held_out_part_have_the_bits_of_memory(data, name, small_pages):
    options = {"scale": "standard", "ignore": ("f^2",) if name == "a.vw" else (2,), "max_iter": 4, "validation": 0.25}
    by_windows = rosenblatt.train(data / name, order="given", **options)
    cached = rosenblatt.train(data / name, order="given", cache=data / "cache", **options)
    again = rosenblatt.train(data / name, order="given", cache=data / "cache", **options)
    assert bits(by_windows) == bits(cached) == bits(again)
    other = rosenblatt.train(data / name, order="given", cache=data / "cache", **{**options, "scale": "maxabs"})
    assert bits(other) != bits(cached)
    assert by_windows.validation.n_rows == other.validation.n_rows > 0


def test_a_run_that_was_killed_goes_on_with_its_scaling(data, small_pages, monkeypatch):
    monkeypatch.setattr(checkpoint, "BETWEEN_CHECKPOINTS", 0.0)
    options = {"scale": "standard", "id": 1, "max_iter": 4}
    expected = bits(rosenblatt.train(data / "a.svm", **options))
    with pytest.raises(MemoryError):
        rosenblatt.train(data / "a.svm", checkpoint=data / "run", on_window=Killer(3), **options)
    with pytest.raises(DataError, match="must be of the same data and options"):
        rosenblatt.train(data / "a.svm", checkpoint=data / "run", resume=True, **{**options, "scale": "maxabs"})
    assert bits(rosenblatt.train(data / "a.svm", checkpoint=data / "run", resume=True, **options)) == expected


@pytest.mark.parametrize("name", ["a.svm", "a.vw"])
def test_a_model_that_goes_on_keeps_its_scaling_and_leaves_new_features_as_they_are(data, name):
    trained = rosenblatt.train(data / name, scale="standard", model=data / "m")
    (data / "more.svm").write_text("1 1:1 9:5\n0 2:2 9:-5\n" * 3)
    (data / "more.vw").write_text("1 |f 1:1 new:5\n0 |f 2:2 new:-5\n" * 3)
    more = data / f"more.{name[2:]}"
    grown = rosenblatt.train(more, from_model=data / "m", model=data / "n")
    assert grown.encoding_.to_dict() == trained.encoding_.to_dict()
    assert grown.n_features_in_ == (9 if name == "a.svm" else 5)
    X = table(more, encoding=grown.encoding_) if name == "a.svm" else None
    assert X is None or X[:2, 8].tolist() == [5, -5]
    assert X is None or X[0, 0] == 1 / trained.encoding_.divisor[0]
    assert rosenblatt.load(data / "n").predict_file(more).tolist() == grown.predict_file(more).tolist()
    assert rosenblatt.reproduce(data / "n").same
    with pytest.raises(OptionError, match="scale must be left out where training goes on from a model"):
        rosenblatt.train(more, from_model=data / "m", scale="maxabs")


@pytest.mark.parametrize("scale", ["none", *SCALES])
@pytest.mark.parametrize("name", ["a.npz", "a.svm"])
def test_exported_models_take_rows_as_they_are(data, name, scale):
    trained = rosenblatt.train(data / name, scale=scale, ignore=2, id=4, max_iter=5)
    raw = rosenblatt.read(data / "b.npz").table().X
    expected = trained.predict_file(data / "b.npz").tolist()
    assert by_onnx(trained, data, {"X": raw})[0].tolist() == expected
    assert by_json(trained, data, raw.tolist()) == expected
    assert "null" not in (data / "m.json").read_text().partition('"encoding"')[2]


def test_ids_come_first_in_each_line(data, capsys, monkeypatch):
    for name, feature in (("a.npz", 3), ("a.svm", "3"), ("a.vw", "f^3")):
        command = ["train", data / name, "--id", feature, "--model", data / "m"]
        assert run(capsys, monkeypatch, *command)[0] == 0
        _, said, _ = run(capsys, monkeypatch, "predict", data / "m", data / name.replace("a.", "b."))
        column = rosenblatt.read(data / "b.npz").table().X[:, 2].tolist()
        expected = [str(int(x)) if x.is_integer() else repr(x) for x in column]
        assert [line.split("\t")[0] for line in said.splitlines()] == expected
        _, said, _ = run(capsys, monkeypatch, "predict", data / "m", data / name, "--json")
        assert list(json.loads(said.splitlines()[0])) == [str(feature), "label"]


def test_inspect_and_the_page_tell_of_the_scaling(data, capsys, monkeypatch):
    command = ["train", data / "a.npz", "--scale", "maxabs", "--model", data / "m", "--report", data / "r.html"]
    code, said, _ = run(capsys, monkeypatch, *command)
    divisors = np.abs(rosenblatt.read(data / "a.npz").table().X).max(axis=0)
    line = f"(x1 − 0) / {divisors[0]:.4g}; (x2 − 0) / {divisors[1]:.4g}"
    assert (code, line in said) == (0, True), said
    assert "scaled (maxabs)" in str(rosenblatt.inspect(data / "m"))
    assert rosenblatt.inspect(data / "m").to_dict()["encoding"]["divisor"] == divisors.tolist()
    page = (data / "r.html").read_text()
    assert "scaled (maxabs)" in page
    assert "divided by their largest absolute value" in page
    ax = rosenblatt.plot(data / "m", data=data / "a.npz", features=(0, 1))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x1 (scaled)", "x2 (scaled)")


def test_trace_plot_certify_and_convert_take_the_options(data, capsys, monkeypatch):
    reading = {"scale": "maxabs", "ignore": (2,)}
    X = table(data / "a.svm", **reading)
    steps = rosenblatt.trace(data / "a.svm", reading=reading, max_iter=1, order="given")
    assert steps[0].x.tolist() == X[0].tolist()
    assert rosenblatt.plot(data / "a.svm", "boundary", features=(0, 2), reading=reading).get_xlabel() == "x1 (scaled)"
    rosenblatt.convert(data / "a.svm", data / "c.npz", **reading)
    assert table(data / "c.npz").tobytes() == X.tobytes()
    (data / "two.svm").write_text("1 1:1 2:3\n0 1:-1 2:3\n")
    for more, verdict in ([], "Separable"), (["--ignore", "1"], "Not separable"):
        assert run(capsys, monkeypatch, "certify", data / "two.svm", *more)[1].startswith(verdict)


@pytest.mark.parametrize("scale", ["standard", "maxabs"])
@pytest.mark.parametrize("name", ["a.npz", "a.svm"])
def test_compare_scales_each_fold_and_says_what_to_type(data, name, scale):
    found = rosenblatt.compare(data / name, scale=scale, folds=3, models=["averaged", "tree"])
    assert found.scale == scale
    assert f"--scale {scale}" in found.next_command or found.next_command.startswith("rosenblatt certify")
    plain = rosenblatt.compare(data / name, folds=3, models=["averaged", "tree"])
    assert (plain.scale, "--scale" in plain.next_command) == ("none", False)
    scores = [{row.model: row.scores for row in one.rows}["averaged"] for one in (found, plain)]
    assert scores[0] != scores[1]


@pytest.mark.parametrize("name", FILES)
def test_an_estimator_of_a_file_has_the_scaling(data, name):
    estimator = rosenblatt.fit_file(rosenblatt.Perceptron(), data / name, scale="standard")
    others = rosenblatt.read(data / name.replace("a.", "b."), encoding=estimator.encoding_).table()
    expected = estimator.trained_.predict_file(data / name.replace("a.", "b.")).tolist()
    assert estimator.predict(others.X).tolist() == expected
    rosenblatt.save(data / "e", estimator)
    assert rosenblatt.load(data / "e").encoding_.to_dict() == estimator.encoding_.to_dict()


def test_only_a_scale_that_is_given_scales_features(data):
    for options in ({}, {"scale": "none"}):
        assert rosenblatt.train(data / "a.svm", max_iter=2, **options).encoding_ is None
    with pytest.raises(OptionError, match="scale must be one of standard, maxabs, unit, none; got 'log'"):
        rosenblatt.train(data / "a.svm", scale="log")


def test_a_model_file_with_more_scales_than_weights_is_refused(data):
    rosenblatt.train(data / "a.npz", scale="standard", model=data / "m")
    tree = read_archive(data / "m", MAGIC)
    kept = tree["reading"]["encoding"]
    kept |= {"n_features": 5, "shift": np.zeros(5), "divisor": np.ones(5)}
    write_archive(data / "m", MAGIC, tree)
    with pytest.raises(DataError, match="the encoding has 5 features, and the weights 4"):
        rosenblatt.load(data / "m")
