"""One pass over the rows of training: counts of all, distances, points."""

import numpy as np
import pytest

from rosenblatt import Perceptron, VotedPerceptron
from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError
from rosenblatt.plots.distances import signed_distances
from rosenblatt.reports import page_rows
from rosenblatt.reports.page_rows import look_at

pytest.importorskip("matplotlib")


def rows(n_rows, n_features=2, n_classes=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, n_features))
    return X, (X @ rng.normal(size=(n_features, n_classes))).argmax(axis=1)


def chunks(X, y, size):
    for first in range(0, len(X), size):
        yield Chunk(block_of(X[first : first + size]), y[first : first + size])


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("n_classes", [2, 4])
def test_what_is_seen_does_not_depend_on_chunks(size, n_classes):
    X, y = rows(50, n_classes=n_classes)
    model = Perceptron(max_iter=2).fit(X, y).learner_.model
    seen = look_at(model, chunks(X, y, size), 50)
    assert (seen.n_rows, seen.every, seen.evaluation.n_rows) == (50, 1, 50)
    assert seen.evaluation.n_right == (model.predict(X) == y).sum()
    np.testing.assert_array_equal(seen.distances, signed_distances(model, X, y))
    np.testing.assert_array_equal(seen.points, X)
    np.testing.assert_array_equal(seen.labels, y)
    assert seen.judged_rows() == "all 50 rows"
    assert seen.majority == seen.evaluation.majority


def test_of_many_rows_every_kth_is_kept_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(page_rows, "MAX_POINTS", 10)
    monkeypatch.setattr(page_rows, "MAX_DISTANCES", 30)
    monkeypatch.setattr(page_rows, "NUMBERS_AT_ONCE", 16)
    X, y = rows(95)
    model = Perceptron(max_iter=2).fit(X, y).learner_.model
    seen = look_at(model, chunks(X, y, 8), 95)
    assert seen.evaluation.n_rows == 95
    np.testing.assert_array_equal(seen.points, X[::10])
    np.testing.assert_array_equal(seen.distances, signed_distances(model, X, y)[::4])


def test_of_many_features_there_are_no_points():
    X, y = rows(20, n_features=3)
    seen = look_at(Perceptron(max_iter=1).fit(X, y).learner_.model, chunks(X, y, 8), 20)
    assert seen.points is None
    assert seen.labels is None


def test_votes_are_counted_on_some_rows_where_they_are_many(monkeypatch):
    X, y = rows(60)
    model = VotedPerceptron(max_iter=1).fit(X, y).learner_.model
    monkeypatch.setattr(page_rows, "MAX_VOTES", 20 * len(model.survival))
    seen = look_at(model, chunks(X, y, 16), 60)
    assert seen.judged_rows() == "every 3rd row, 20 of 60"
    assert seen.majority.accuracy == np.bincount(y).max() / 60 != seen.evaluation.majority.accuracy
    assert seen.evaluation.n_right == (model.predict(X[::3]) == y[::3]).sum()
    np.testing.assert_array_equal(seen.points, X[::3])
    assert seen.n_rows == 60


def test_sparse_rows_are_as_wide_as_the_model():
    from scipy import sparse

    X, y = rows(30, n_features=5)
    X[:, 4] = 0.0
    model = Perceptron(max_iter=1).fit(X, y).learner_.model
    narrow = block_of(sparse.csr_matrix(X[:, :4]))
    seen = look_at(model, [Chunk(narrow, y)], 30)
    np.testing.assert_array_equal(seen.distances, signed_distances(model, X, y))


def test_labels_are_as_the_classes_are():
    X, y = rows(20)
    model = Perceptron(max_iter=3).fit(X, y).learner_.model
    seen = look_at(model, chunks(X, y.astype(str), 8), 20)
    assert seen.evaluation.n_right == (model.predict(X) == y).sum()


def test_rows_without_labels_are_refused():
    X, y = rows(20)
    model = Perceptron(max_iter=1).fit(X, y).learner_.model
    with pytest.raises(DataError, match="Rows must have labels to tell of them in a report; these have none."):
        look_at(model, [Chunk(block_of(X), None)], 20)
