"""Features of very different sizes: the report says so where nothing was scaled, and its advice helps when typed."""

import re

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.cli import run
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from rosenblatt.data.largest_values import LargestValues

ADVICE = re.compile(r"not scaled +.*: (--scale \w+)$", re.MULTILINE)
FORMATS = ("npz", "npy", "libsvm", "vw", "csv", "sparse.npz")


def write(folder, format, factor, n=400):
    """Two classes that depend on three features alike; one of them is multiplied by a factor. Options to train with."""
    rng = np.random.default_rng(5)
    X = np.round(rng.uniform(-1, 1, size=(n, 3)), 4)
    X[0] = [1, -1, 1]  # so that all reach 1
    y = (X.sum(axis=1) + rng.normal(scale=0.1, size=n) > 0).astype(int)
    X *= [1, factor, 1]
    path = folder / f"a.{format}"
    if format == "libsvm":
        dump_svmlight_file(X, y, str(path), zero_based=False)
    elif format == "vw":
        path.write_text("".join(f"{b} |f a:{p} b:{q} c:{r}\n" for (p, q, r), b in zip(X.tolist(), y, strict=True)))
    elif format == "csv":
        path.write_text("a,b,c,y\n" + "".join(f"{p},{q},{r},{b}\n" for (p, q, r), b in zip(X.tolist(), y, strict=True)))
        return path, ["--scale", "none"]
    elif format == "npy":
        np.save(path, X)
        np.save(folder / "y.npy", y)
        return path, ["--labels", folder / "y.npy"]
    elif format == "npz":
        np.savez(path, X=X, y=y)
    else:
        rows = sp.csr_matrix(X)
        np.savez(path, y=y, data=rows.data, indices=rows.indices, indptr=rows.indptr, shape=rows.shape)
    return path, []


def accuracy(said):
    return float(re.search(r"validation accuracy +([\d.]+)", said)[1])


@pytest.mark.parametrize("format", FORMATS)
def test_the_advice_raises_held_out_accuracy_when_it_is_typed(tmp_path, capsys, monkeypatch, format):
    path, needed = write(tmp_path, format, 1000)
    command = ["train", path, "--validation", "0.25", "--epochs", "5"]
    code, said, _ = run(capsys, monkeypatch, *command, *needed)
    assert (code, bool(ADVICE.search(said))) == (0, True), said
    large = {"vw": "f^b", "csv": "b"}.get(format, "x2")
    assert re.search(rf"not scaled +{re.escape(large)} reaches 99\d\.\d, .* only 0\.99\d\d; ", said), said
    if format != "csv":  # where the scale was typed
        assert f"Next: rosenblatt train {path}" in said
        assert said.rstrip().endswith("--scale standard")
    advised = [word for word in needed if word not in ("--scale", "none")] + ADVICE.search(said)[1].split()
    code, better, _ = run(capsys, monkeypatch, *command, *advised)
    assert code == 0
    assert accuracy(better) > accuracy(said) + 0.05
    assert not ADVICE.search(better)
    assert "Next: rosenblatt train" not in better or ADVICE.search(said)[1] in better.rpartition("Next: ")[2]


@pytest.mark.parametrize("factor", [1, 99, 0.02])
def test_features_of_like_size_are_no_matter(tmp_path, capsys, monkeypatch, factor):
    for format in ("libsvm", "csv"):
        path, needed = write(tmp_path, format, factor)
        assert not ADVICE.search(run(capsys, monkeypatch, "train", path, *needed)[1])


@pytest.mark.parametrize("scale", ["standard", "maxabs", "unit"])
def test_nothing_is_said_where_something_was_scaled(tmp_path, scale):
    for format in ("libsvm", "csv", "npz"):
        path, _ = write(tmp_path, format, 1000)
        trained = rosenblatt.train(path, scale=scale)
        assert (trained.spread, "not scaled" in dict(trained.reading_lines())) == (None, False)


def test_features_of_zero_and_one_count_and_features_of_zeros_do_not(tmp_path):
    (tmp_path / "a.svm").write_text("1 1:1 2:500 3:0\n0 2:-3 4:0\n" * 3)
    said = dict(rosenblatt.train(tmp_path / "a.svm").reading_lines())["not scaled"]
    assert said.startswith("x2 reaches 500, x1 only 1; ")
    (tmp_path / "a.csv").write_text("colour,size,y\n" + "red,500,a\nblue,-3,b\n" * 3)
    said = dict(rosenblatt.train(tmp_path / "a.csv", scale="none").reading_lines())["not scaled"]
    assert said.startswith("size reaches 500, colour=blue only 1; ")
    assert "not scaled" not in dict(rosenblatt.train(tmp_path / "a.svm", ignore=2).reading_lines())


def test_python_and_pages_say_it_in_their_own_words(tmp_path, capsys, monkeypatch):
    path, _ = write(tmp_path, "libsvm", 1000)
    trained = rosenblatt.train(path, report=tmp_path / "called.html")
    assert trained.spread.ratio == 1000
    assert dict(trained.reading_lines())["not scaled"].endswith(": scale='standard'")
    assert "scale=&#x27;standard&#x27;" in trained._repr_html_()
    assert "scale=&#x27;standard&#x27;" in (tmp_path / "called.html").read_text()
    assert run(capsys, monkeypatch, "train", path, "--report", tmp_path / "typed.html")[0] == 0
    assert "is often better: --scale standard" in (tmp_path / "typed.html").read_text()


def test_files_of_many_windows_and_kept_pages_have_the_same_spread(tmp_path, small_pages):
    path, _ = write(tmp_path, "libsvm", 1000)
    spreads = [
        rosenblatt.train(path, max_iter=2, cache=cache).spread for cache in (None, tmp_path / "c", tmp_path / "c")
    ]
    assert spreads[0] == spreads[1] == spreads[2]
    assert spreads[0].largest == 1000


def test_some_pages_have_no_spread(tmp_path):
    path, _ = write(tmp_path, "libsvm", 1000)
    largest = LargestValues()
    watched = largest.watched([[chunk] for chunk in rosenblatt.read(path).chunks()])
    next(watched)
    assert largest.spread() is None
    assert list(watched) == []
    assert largest.spread().ratio == 1000


def test_sparse_rows_of_one_length_are_scaled_already(tmp_path, capsys, monkeypatch):
    rng = np.random.default_rng(0)
    X = np.where(rng.random((60, 40)) < 0.2, 10.0 ** -(np.arange(40) % 5), 0)
    for rows, is_told in ((X, True), (X / np.linalg.norm(X, axis=1, keepdims=True), False)):
        path = tmp_path / "a.svm"
        dump_svmlight_file(rows, np.arange(60) % 2, str(path), zero_based=False)
        code, said, _ = run(capsys, monkeypatch, "train", path, "--epochs", "2")
        assert (code, "not scaled" in said) == (0, is_told), said
