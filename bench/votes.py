"""Predictions of the voted perceptron, against one matrix product of all its weight vectors with the rows."""

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np
from comparison import Effort, Row, parts
from datasets import mnist
from models import WARM_ROWS, ours_given
from timing import best

from rosenblatt import VotedPerceptron

MISTAKES, UNSEEN = 5_000, 10_000
SLOWER_AT_MOST = 2


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, odd_digits)


def odd_digits(effort: Effort) -> Iterator[Row]:
    """MNIST odd against even, voted predictions."""
    X, digits = mnist()
    y = digits % 2
    unseen = mnist("t10k")[0][: effort.rows(UNSEEN)]
    # One epoch in given order makes as many mistakes as wanted on the first so many rows.
    n_rows = bisect_left(range(len(y)), effort.rows(MISTAKES), lo=WARM_ROWS, key=lambda n: mistakes(X[:n], y[:n]))
    voted = VotedPerceptron(order="given", max_iter=1).fit(X[:n_rows], y[:n_rows])
    n_mistakes = voted.report_.n_mistakes
    voted.predict(unseen[:WARM_ROWS])
    vectors = np.random.default_rng(0).standard_normal((X.shape[1], n_mistakes))
    times = best({"ours": lambda: voted.predict(unseen), "product": lambda: unseen @ vectors}, effort)
    work = f"{len(unseen):,} × 784 rows, {n_mistakes:,} weight vectors vote"
    least = 1 / SLOWER_AT_MOST
    yield Row(work, times["ours"], times["product"], "numpy X @ W, all threads", at_least=least, times=times)


def mistakes(X: np.ndarray, y: np.ndarray) -> int:
    return ours_given(1).fit(X, y).report_.n_mistakes
