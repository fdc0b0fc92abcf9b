"""LIBLINEAR's default training, against our default fits, on sparse rows; with the accuracy of both on other rows.

The clock of LIBLINEAR holds the conversion of the CSR arrays to its own, as a user of its Python package waits for it.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from comparison import Effort, Row, Unavailable, parts
from datasets import SPARSE_ROWS, head, sector, sparse
from models import WARM_ROWS
from timing import best

from rosenblatt import AveragedPerceptron, Perceptron


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, drawn_rows, company_pages)


def drawn_rows(effort: Effort) -> Iterator[Row]:
    """LIBLINEAR, CSR."""
    X, y = sparse(effort.rows(SPARSE_ROWS))
    yield from against_liblinear(f"CSR {X.shape[0]:,} × {X.shape[1]:,}", X, y, sparse(5_000, seed=1), effort)


def company_pages(effort: Effort) -> Iterator[Row]:
    """LIBLINEAR, sector."""
    X, y = head(*sector()) if effort.quick else sector()
    yield from against_liblinear(f"sector {X.shape[0]:,} × {X.shape[1]:,}", X, y, sector(".t"), effort)


def against_liblinear(work: str, X: Any, y: np.ndarray, unseen: Any, effort: Effort) -> Iterator[Row]:
    if find_spec("liblinear") is None:
        raise Unavailable("liblinear-official is not installed")
    from liblinear.liblinearutil import predict, train

    ours = {"Perceptron": Perceptron(), "AveragedPerceptron": AveragedPerceptron()}
    for model in ours.values():
        model.fit(X[:WARM_ROWS], y[:WARM_ROWS])
    trained = {}

    def train_theirs() -> None:
        trained["LIBLINEAR"] = train(y.astype(float), X, "-q")

    jobs = {name: lambda model=model: model.fit(X, y) for name, model in ours.items()}
    times = best({**jobs, "LIBLINEAR": train_theirs}, effort)
    theirs = predict(unseen[1], unseen[0], trained["LIBLINEAR"], "-q")[1][0] / 100
    for name, model in ours.items():
        remark = f"accuracy on other rows {model.score(*unseen):.3f}, LIBLINEAR's {theirs:.3f}"
        yield Row(f"{work}, {name}()", times[name], times["LIBLINEAR"], "LIBLINEAR", remark=remark, times=times)
