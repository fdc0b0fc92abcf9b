"""Lazy predictions of collections, and their score."""

import dask
import numpy as np
import pytest
from dask import array as da
from helpers.bits import examples
from helpers.clusters import chunked, split
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score

from rosenblatt import DataError
from rosenblatt.dask import AveragedPerceptron, Perceptron, VotedPerceptron

SIZES = (20, 0, 1, 40)
WEIGHTS = np.random.default_rng(5).choice([0.0, 0.1, 1.0, 3.7], 61)
METHODS = ("predict", "decision_function")

pytestmark = pytest.mark.usefixtures("client")
every_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(scope="module", params=[2, 4])
def trained(request, client):
    """Rows, labels and an estimator that was fitted on them."""
    X, y = examples(request.param)
    return X, y, AveragedPerceptron(max_iter=2).fit(*split(X, y, SIZES))


@every_method
@pytest.mark.parametrize("storage", ["dense", "sparse"])
def test_predictions_of_arrays(method, storage, trained):
    X, y, model = trained
    expected = getattr(model, method)(X)
    lazy = getattr(model, method)(chunked(X, y, (20, 41), storage=storage)[0])
    assert isinstance(lazy, da.Array)
    assert (lazy.shape, lazy.dtype, lazy.chunks[0]) == (expected.shape, expected.dtype, (20, 41))
    assert lazy.compute().tobytes() == expected.tobytes()
    assert lazy[:5].compute(scheduler="synchronous").tobytes() == expected[:5].tobytes()


@every_method
def test_nothing_is_computed_before_it_is_asked_for(method, trained):
    X, _, model = trained
    made = []

    def make(number):
        made.append(number)
        return X[20 * number : 20 * (number + 1)]

    parts = [dask.delayed(make)(number) for number in range(3)]
    rows = da.concatenate([da.from_delayed(part, (20, 11), X.dtype) for part in parts])
    lazy, listed = getattr(model, method)(rows), getattr(model, method)(parts)
    assert made == []
    assert [dask.is_dask_collection(one) for one in (lazy, *listed)] == [True] * 4
    expected = getattr(model, method)(X[:60])
    assert lazy.blocks[1].compute(scheduler="synchronous").tobytes() == expected[20:40].tobytes()
    assert made == [1]
    assert np.concatenate(dask.compute(*listed, scheduler="synchronous")).tobytes() == expected.tobytes()


@every_method
def test_predictions_of_lists_are_lists(method, trained, client):
    X, y, model = trained
    parts = split(X, y, SIZES)[0]
    expected = getattr(model, method)(X)
    for rows in (parts, tuple(parts), client.scatter(parts, hash=False)):
        lazy = getattr(model, method)(rows)
        assert isinstance(lazy, list)
        assert np.concatenate(dask.compute(*lazy)).tobytes() == expected.tobytes()


@every_method
def test_chunks_of_unknown_size(method, trained):
    X, y, model = trained
    rows = chunked(X, y, SIZES)[0]
    kept = X[:, 0] > 0
    lazy = getattr(model, method)(rows[da.from_array(kept, chunks=(SIZES,))])
    assert np.isnan(lazy.shape[0])
    assert lazy.shape[1:] == getattr(model, method)(X).shape[1:]
    assert lazy.compute().tobytes() == getattr(model, method)(X[kept]).tobytes()


@every_method
def test_rows_in_no_collection_are_predicted_at_once(method, trained):
    X, _, model = trained
    predicted = getattr(model, method)(X)
    assert isinstance(predicted, np.ndarray)
    assert predicted.tobytes() == getattr(model.to_local(), method)(X).tobytes()


def test_votes():
    X, y = examples(4)
    rows, labels = chunked(X, y, SIZES)
    model = VotedPerceptron(max_iter=2).fit(rows, labels)
    assert model.decision_function(rows).compute().tobytes() == model.decision_function(X).tobytes()
    assert model.score(rows, labels) == model.score(X, y)


@every_method
def test_errors_name_the_partition(method, trained):
    X, y, model = trained
    wrong = X.copy()
    wrong[30, 3] = np.inf
    with pytest.raises(DataError, match="^In partition 3: Input X contains infinity"):
        getattr(model, method)(chunked(wrong, y, SIZES)[0]).compute()
    with pytest.raises(DataError, match="^In partition [023]: X must have 11 features, as in training; got 10.$"):
        getattr(model, method)(chunked(X[:, 1:], y, SIZES)[0]).compute()
    with pytest.raises(NotFittedError):
        getattr(Perceptron(), method)(chunked(X, y, SIZES)[0])


def test_score_is_that_of_scikit_learn(trained):
    X, y, model = trained
    rows, labels, weights = chunked(X, y, SIZES, WEIGHTS)
    predicted = model.predict(X)
    assert model.score(rows, labels) == model.score(X, y) == accuracy_score(y, predicted)
    weighed = accuracy_score(y, predicted, sample_weight=WEIGHTS)
    assert model.score(rows, labels, weights) == pytest.approx(weighed, rel=1e-14)
    assert model.score(rows, labels.rechunk(13), weights.rechunk(9)) == pytest.approx(weighed, rel=1e-14)
    assert model.score(X, y, WEIGHTS) == pytest.approx(weighed, rel=1e-14)
    assert model.score(*split(X, y, SIZES)) == model.score(X, y)


def test_score_of_wrong_labels(trained):
    X, y, model = trained
    rows, labels = split(X, y, SIZES)
    with pytest.raises(DataError, match="^y must have as many partitions as X, 4; it has 3: repartition it.$"):
        model.score(rows, labels[:3])
    for short in (labels[3][:1], labels[3][:7]):  # one label would be compared with every row
        with pytest.raises(DataError, match="^In partition 3: "):
            model.score(rows, [*labels[:3], short])
