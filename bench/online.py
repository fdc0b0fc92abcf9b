"""One row at a time: predict, then learn; against River on dicts and scikit-learn on arrays of one row."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import sklearn.linear_model
from comparison import Effort, Row, Unavailable, parts
from datasets import dense
from timing import Job, best

from rosenblatt import Perceptron, learners, online

DICTS, ARRAYS = 10_000, 3_000
NAMED, WIDTH = {9: 2, 100: 1.5}, 10  # features of a dict, and what we ask of ourselves; columns of an array


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, dicts, arrays)


def dicts(effort: Effort) -> Iterator[Row]:
    """River, one dict at a time."""
    if find_spec("river") is None:
        raise Unavailable("river is not installed")
    river = import_module("river.linear_model")
    for n_features, at_least in NAMED.items():
        X, y = dense(effort.rows(DICTS), n_features)
        names = [f"feature {j}" for j in range(n_features)]
        stream = [
            (dict(zip(names, row, strict=True)), bool(label)) for row, label in zip(X.tolist(), y.tolist(), strict=True)
        ]
        jobs = {"ours": one_by_one(online.Perceptron, stream), "peer": one_by_one(river.Perceptron, stream)}
        one_by_one(online.Perceptron, stream[:10])()
        times = best(jobs, effort)
        each = {name: time / len(stream) for name, time in times.items()}
        remark = f"River learns {1 / each['peer']:,.0f} rows a second"
        work = f"a dict of {n_features}: predict_one, learn_one"
        yield Row(work, each["ours"], each["peer"], "River", at_least=at_least, remark=remark, times=times)


def one_by_one(make: Callable[[], Any], stream: list[tuple[dict[str, float], bool]]) -> Job:
    def job() -> None:
        model = make()
        for x, y in stream:
            model.predict_one(x)
            model.learn_one(x, y)

    return job


def arrays(effort: Effort) -> Iterator[Row]:
    """scikit-learn, one array row at a time."""
    X, y = dense(effort.rows(ARRAYS), WIDTH)
    jobs = {
        "ours": row_by_row(Perceptron, X, y),
        "peer": row_by_row(sklearn.linear_model.Perceptron, X, y),
        "learner": row_by_row(learners.Perceptron, X, y),
    }
    for make in (Perceptron, sklearn.linear_model.Perceptron, learners.Perceptron):
        row_by_row(make, X[:10], y[:10])()
    times = best(jobs, effort)
    each = {name: time / len(y) for name, time in times.items()}
    work = f"an array row of {WIDTH}: partial_fit, predict"
    yield Row(work, each["ours"], each["peer"], "scikit-learn", times=times)
    yield Row(f"{work}, rosenblatt.learners", each["learner"], each["peer"], "scikit-learn", times=times)


def row_by_row(make: Callable[[], Any], X: np.ndarray, y: np.ndarray) -> Job:
    def job() -> None:
        model = make()
        for i in range(len(y)):
            model.partial_fit(X[i : i + 1], y[i : i + 1], classes=[0, 1])
            getattr(model, "model", model).predict(X[i : i + 1])

    return job
