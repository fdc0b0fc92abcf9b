"""Is it separable? Our certificate against the bare verdict of the plain linear program by SciPy's HiGHS.

The program asks for weights with y·(w·x + b) ≥ 1. Its answer is a float's; ours is proven, with the margin or the rows.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from comparison import Effort, Row, parts
from datasets import found, head, mnist_pair
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack
from sklearn.datasets import load_svmlight_file
from timing import best

from rosenblatt import certify


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, zeros_and_ones, incomes)


def zeros_and_ones(effort: Effort) -> Iterator[Row]:
    """MNIST 0 against 1: separable."""
    X, y = mnist_pair(0, 1)
    yield from against_highs("MNIST 0 against 1", *(head(X, y) if effort.quick else (X, y)), effort)


def incomes(effort: Effort) -> Iterator[Row]:
    """a9a: not separable."""
    X, y = load_svmlight_file(str(found("libsvm/a9a")))
    yield from against_highs("a9a", *(head(X, y) if effort.quick else (X, y)), effort)


def against_highs(name: str, X: Any, y: np.ndarray, effort: Effort) -> Iterator[Row]:
    certify(X[:20], y[:20])  # what is compiled is compiled
    answers: dict[str, Any] = {}
    jobs = {
        "certify": lambda: answers.update(ours=certify(X, y)),
        "linprog": lambda: answers.update(theirs=plain_program(X, y)),
    }
    times = best(jobs, effort)
    certificate = answers["ours"]
    agree = certificate.separable is (answers["theirs"].status == 0) and certificate.check(X, y)
    told = "separable" if certificate.separable else "not separable"
    remark = f"{told}, proven" if agree else f"NOT THE SAME: {certificate}; {answers['theirs'].message}"
    work = f"certificate of {name}, {X.shape[0]:,} × {X.shape[1]:,}"
    yield Row(work, times["certify"], times["linprog"], "linprog, verdict only", at_least=1, remark=remark, times=times)


def plain_program(X: Any, y: np.ndarray) -> Any:
    signs = np.where(y == y.max(), 1.0, -1.0)
    n_rows, n_features = X.shape
    if isinstance(X, np.ndarray):
        rows: Any = -signs[:, None] * np.column_stack([X, np.ones(n_rows)])
    else:
        rows = csr_matrix(hstack([X, np.ones((n_rows, 1))]).multiply(-signs[:, None]))
    return linprog(np.zeros(n_features + 1), A_ub=rows, b_ub=-np.ones(n_rows), bounds=(None, None), method="highs")
