"""``fit()`` with no options, each library stopping by its own rule, on noisy rows."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sklearn.linear_model
from comparison import Effort, Row
from datasets import DENSE_SHAPES, SPARSE_ROWS, dense, sparse
from models import WARM_ROWS
from timing import best

from rosenblatt import Perceptron


def compare(effort: Effort) -> Iterator[Row]:
    for n_rows, n_features in DENSE_SHAPES:
        X, y = dense(effort.rows(n_rows), n_features)
        yield default_fits(f"{X.shape[0]:,} × {n_features} float64, default fit", X, y, effort, at_least=1)
    X, y = sparse(effort.rows(SPARSE_ROWS))
    yield default_fits(f"CSR {X.shape[0]:,} × {X.shape[1]:,}, default fit", X, y, effort)


def default_fits(work: str, X: Any, y: np.ndarray, effort: Effort, at_least: float | None = None) -> Row:
    models = {"ours": Perceptron(), "peer": sklearn.linear_model.Perceptron()}
    for model in models.values():
        model.fit(X[:WARM_ROWS], y[:WARM_ROWS])
    times = best({name: lambda model=model: model.fit(X, y) for name, model in models.items()}, effort)
    told = {name: f"{model.n_iter_} epochs, {model.score(X, y):.1%} right" for name, model in models.items()}
    remark = f"ours {told['ours']}; theirs {told['peer']}"
    return Row(work, times["ours"], times["peer"], "scikit-learn", at_least=at_least, remark=remark, times=times)
