"""An epoch over dense rows in shuffled order, against scikit-learn's; and what shuffling costs."""

from collections.abc import Iterator

import numpy as np
from comparison import Effort, Row
from datasets import DENSE_SHAPES, dense
from models import fits, ours, ours_given, scikit_learn
from timing import epoch_row, fit_times, whole_row

AT_LEAST = {10: {"float64": 6, "float32": 6}, 100: {"float64": 4, "float32": 6}, 784: {"float64": 3, "float32": 3}}
SHUFFLING_AT_MOST = {10: 2.5, 100: 2, 784: 2}  # times as long as the same rows in given order


def compare(effort: Effort) -> Iterator[Row]:
    for n_rows, n_features in DENSE_SHAPES:
        X, y = dense(effort.rows(n_rows), n_features)
        for dtype in ("float64", "float32"):
            yield from shape(X.astype(dtype, copy=False), y, effort)


def shape(X: np.ndarray, y: np.ndarray, effort: Effort) -> Iterator[Row]:
    n_rows, n_features = X.shape
    work = f"{n_rows:,} × {n_features} {X.dtype}"
    times = fit_times(fits(X, y, ours=ours, peer=scikit_learn, given=ours_given), effort)
    least = AT_LEAST[n_features][str(X.dtype)]
    yield epoch_row(f"{work}, shuffled epoch", times, "ours", "peer", "scikit-learn", least)
    yield whole_row(work, times, "scikit-learn")
    least = 1 / SHUFFLING_AT_MOST[n_features]
    yield epoch_row(f"{work}, the price of shuffling", times, "ours", "given", "ours in given order", least)
