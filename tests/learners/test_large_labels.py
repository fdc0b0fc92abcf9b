"""Labels beyond 2**53, which float64 would round to one another, stay classes of their own."""

import numpy as np
import pytest

import rosenblatt
from rosenblatt import learners, online
from rosenblatt.data.labels import exact_labels, joined_labels

BIG = 2**53
X = np.array([[1.0, 2.0], [-1.0, 1.0], [3.0, -2.0]])
MIXES = {
    "int64, uint64": [np.array([BIG], np.int64), np.array([BIG + 1], np.uint64)],
    "uint64, int64": [np.array([BIG + 1], np.uint64), np.array([BIG], np.int64)],
    "beyond int64": [np.array([1], np.int64), np.array([2**63 + 1], np.uint64), np.array([2**63 + 2], np.uint64)],
    "a whole float": [np.array([1.0]), np.array([BIG + 1]), np.array([BIG])],
    "true": [np.array([True]), np.array([BIG + 1], np.uint64), np.array([BIG], np.int64)],
}
REFUSED = {
    "a fraction": [np.array([0.5]), np.array([BIG + 1])],
    "negative and beyond int64": [np.array([-1]), np.array([2**63 + 1], np.uint64)],
}


def whole(parts):
    return sorted({int(label) for part in parts for label in part.tolist()})


@pytest.mark.parametrize("mix", MIXES)
def test_partial_fit_keeps_them_apart(mix, tmp_path):
    learner = learners.Perceptron()
    for row, labels in zip(X, MIXES[mix], strict=False):
        learner.partial_fit(row[None], labels)
    assert learner.model.classes.tolist() == whole(MIXES[mix])
    assert learner.model.classes.dtype.kind in "iu"
    rosenblatt.save(tmp_path / "m", learner)
    loaded = rosenblatt.load(tmp_path / "m")
    assert loaded.model.classes.tolist() == whole(MIXES[mix])
    assert loaded.model.predict(X).tolist() == learner.model.predict(X).tolist()


@pytest.mark.parametrize("mix", MIXES)
def test_learn_one_keeps_them_apart(mix, tmp_path):
    model = online.Perceptron()
    for row, labels in zip(X.tolist(), MIXES[mix], strict=False):
        model.learn_one(dict(enumerate(row)), labels.tolist()[0])
    assert model.model.classes.tolist() == whole(MIXES[mix])
    rosenblatt.save(tmp_path / "m", model)
    assert rosenblatt.load(tmp_path / "m").model.classes.tolist() == whole(MIXES[mix])


@pytest.mark.parametrize("mix", MIXES)
def test_fit_keeps_those_of_a_list_apart(mix):
    labels = [label for part in MIXES[mix] for label in part.tolist()]
    rows = X[: len(labels)]
    model = rosenblatt.Perceptron().fit(rows, labels)
    assert model.classes_.tolist() == whole(MIXES[mix])
    assert model.predict(rows).tolist() == [int(label) for label in labels]


@pytest.mark.parametrize("mix", MIXES)
def test_parts_are_joined_exactly(mix):
    labels = [int(label) for part in MIXES[mix] for label in part.tolist()]
    assert joined_labels(MIXES[mix]).tolist() == labels


@pytest.mark.parametrize("mix", REFUSED)
def test_what_no_type_holds_is_refused(mix):
    parts = REFUSED[mix]
    rule = "y must have labels of one type of number; got .*: write them as strings"
    with pytest.raises(rosenblatt.DataError, match=rule):
        learners.Perceptron().fit(X[:2], [label for part in parts for label in part.tolist()])
    with pytest.raises(rosenblatt.DataError, match=rule):
        joined_labels(parts)
    learner = learners.Perceptron().partial_fit(X[:1], parts[0])
    with pytest.raises(rosenblatt.DataError, match=rule):
        learner.partial_fit(X[:1], parts[1])
    assert learner.model.classes.tolist() == parts[0].tolist()


def test_small_ones_have_the_types_they_had():
    assert exact_labels([1, 0.5]).dtype == np.float64
    assert exact_labels([2.0**60, 1]).dtype == np.float64
    assert exact_labels(["a", "bc"]).dtype == "<U2"
    learner = learners.Perceptron().partial_fit(X[:1], np.array([1], np.int64))
    assert learner.partial_fit(X[:1], np.array([2.5])).model.classes.dtype == np.float64


def test_weights_of_classes_and_a_lone_class():
    labels = np.array([2**63 + 1, 1, 2**63 + 1], np.uint64)
    model = rosenblatt.Perceptron(class_weight="balanced").fit(X, labels)
    assert model.classes_.tolist() == [1, 2**63 + 1]
    assert rosenblatt.trace(X, np.array([2**63 + 1] * 3, np.uint64)).model.classes.tolist() == [0, 2**63 + 1]


@pytest.mark.parametrize("balance", [{}, {"class_weight": "balanced"}])
def test_columns_of_parquet_keep_them_apart(tmp_path, balance):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    labels = [2**63 + 1, 2**63 + 2, 1]
    table = pa.table({"a": [1.0, -1.0, 2.0], "b": [0.5, 1.5, -2.0], "label": pa.array(labels, pa.uint64())})
    parquet.write_table(table, tmp_path / "rows.parquet")
    model = rosenblatt.train(tmp_path / "rows.parquet", target="label", **balance)
    assert model.classes_.tolist() == sorted(labels)
    assert rosenblatt.read(tmp_path / "rows.parquet", target="label").table().y.tolist() == labels
