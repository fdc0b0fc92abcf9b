"""Dask collections as lists of partitions, and the functions that workers call on one partition."""

import os
from typing import Any

import numpy as np
from dask import array as dask_array, delayed, is_dask_collection
from distributed import Future

from rosenblatt.errors import DataError
from rosenblatt.estimators.base import checked_labels
from rosenblatt.learners.base import Learner
from rosenblatt.learners.class_weights import sample_weights
from rosenblatt.learners.parts import Place, named
from rosenblatt.learners.state import copy_of
from rosenblatt.models.linear import Model

UNKNOWN = np.nan  # size of a partition that is not computed yet


def is_path(X: Any) -> bool:
    """Return True for the path of a file."""
    return isinstance(X, str | os.PathLike)


def is_collection(X: Any) -> bool:
    """Return True for a Dask collection or a list of its parts, and False for rows in memory."""
    if is_path(X):
        step = "rosenblatt.predict(model.trained_, path, dask=client) predicts a file"
        raise DataError(f"X must be rows, not the path of a file; got {os.fspath(X)!r}: {step}.")
    if isinstance(X, list | tuple):
        first = X[0] if X else X
        is_part = hasattr(first, "shape") or is_dask_collection(first) or isinstance(first, Future)
        is_matrix = isinstance(first, list | tuple) and (not first or isinstance(first[0], list | tuple | np.ndarray))
        return is_part or is_matrix
    return isinstance(X, dask_array.Array) or hasattr(X, "to_delayed")


def delayed_rows(X: Any, y: Any, sample_weight: Any) -> list[Any]:
    """Delayed rows, labels and weights of each partition, checked as scikit-learn does."""
    sizes, columns = parts_of("X", X)
    labels = parts_of("y", y, sizes)[1]
    weights = [None] * len(columns) if sample_weight is None else parts_of("sample_weight", sample_weight, sizes)[1]
    parts = zip(columns, labels, weights, strict=True)
    return [delayed(rows_of, pure=False)(Place(number), *part) for number, part in enumerate(parts)]


def parts_of(name: str, collection: Any, sizes: list[float] | None = None) -> tuple[list[float], list[Any]]:
    """Sizes and delayed parts of a collection. sizes: those of X, which the collection must match."""
    own: list[float]
    if isinstance(collection, dask_array.Array):
        if collection.ndim > 1 and collection.numblocks[1] > 1:
            collection = collection.rechunk({1: -1})
        own = list(collection.chunks[0])
        if sizes is not None and own != sizes and sum(own) == sum(sizes):  # NaN is equal to nothing
            own, collection = sizes, collection.rechunk({0: tuple(sizes)})
        parts = list(collection.to_delayed().ravel())
    elif hasattr(collection, "to_delayed"):
        parts = list(collection.to_delayed())
        own = [UNKNOWN] * len(parts)
    elif isinstance(collection, list | tuple) and (name != "X" or is_collection(collection)):
        parts, own = list(collection), [UNKNOWN] * len(collection)
    else:
        kinds = "a dask array, a dask data frame or a list of partitions"
        step = "dask.array.from_array makes partitions, and the estimators of rosenblatt take rows in memory"
        raise DataError(f"{name} must be {kinds}; got {type(collection).__name__}: {step}.")
    if not parts:
        raise DataError(f"{name} must have at least one partition; it has none.")
    if sizes is not None and len(own) != len(sizes):
        raise DataError(f"{name} must have as many partitions as X, {len(sizes)}; it has {len(own)}: repartition it.")
    return own, parts


def rows_of(place: Place, X: Any, y: Any, sample_weight: Any) -> tuple[Any, Any, Any]:
    """Rows, labels and weights of a partition. Values of X are checked by the learner."""
    with named(place):
        X = _as_matrix(X)
        if len(y) != X.shape[0]:
            raise DataError(f"X and y must have as many rows; got {X.shape[0]} and {len(y)}.")
        return X, checked_labels(y) if len(y) else y, sample_weight


def _as_matrix(X: Any) -> Any:
    X = X if hasattr(X, "shape") else np.asarray(X)
    if len(X.shape) != 2:
        raise DataError(f"X must have two dimensions, rows and features; got {len(X.shape)}.")
    return X


def predicted(model: Model, method: str, number: int, X: Any) -> np.ndarray:
    """Labels or scores of the rows of a partition."""
    with named(Place(number)):
        X = _as_matrix(X)
        if X.shape[0]:
            return getattr(model, method)(X)  # type: ignore[no-any-return]
    dtype = model.classes.dtype if method == "predict" else np.dtype(np.float64)
    return np.empty((0, *columns_of(model, method)), dtype)


def columns_of(model: Model, method: str) -> tuple[int, ...]:
    """Shape of the prediction for one row."""
    return () if method == "predict" or len(model.classes) <= 2 else (len(model.classes),)


def lazily(model: Model, method: str, X: Any) -> Any:
    """Prediction for a collection as a dask array; for a list of partitions, as a list of delayed arrays."""
    sizes, parts = parts_of("X", X)
    held = delayed(model)
    results = [delayed(predicted, pure=False)(held, method, number, part) for number, part in enumerate(parts)]
    if isinstance(X, list | tuple):
        return results
    dtype = model.classes.dtype if method == "predict" else np.dtype(np.float64)
    shapes = [(size, *columns_of(model, method)) for size in sizes]
    arrays = [dask_array.from_delayed(one, shape, dtype) for one, shape in zip(results, shapes, strict=True)]
    return dask_array.concatenate(arrays)


def count_right(model: Model, rows: tuple[Any, Any, Any], number: int) -> tuple[float, float]:
    """Weight of the rows of a partition that are predicted right, and of all its rows."""
    X, y, sample_weight = rows
    is_right = predicted(model, "predict", number, X) == np.asarray(y)
    with named(Place(number)):
        weights = np.broadcast_to(sample_weights(sample_weight, len(is_right)), len(is_right))
    return float(weights[is_right].sum()), float(weights.sum())


def continued(learner: Learner, rows: tuple[Any, Any, Any], number: int, classes: Any) -> Learner:
    """Copy of a learner that has visited the rows of one more partition."""
    X, y, sample_weight = rows
    if X.shape[0] == 0:
        return learner
    learner = copy_of(learner) if learner.n_features else type(learner)(**vars(learner.options))
    with named(Place(number)):
        return learner.partial_fit(X, y, classes=classes, sample_weight=sample_weight)
