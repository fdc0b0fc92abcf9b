"""A pass in given order, against one matrix-vector product of the same rows on one thread: as fast as memory allows?"""

from collections.abc import Iterator

import numpy as np
from comparison import Effort, Row
from datasets import dense
from models import fits, ours_given
from threadpoolctl import threadpool_limits
from timing import epoch, fit_times

SLOWER_AT_MOST = 1.5


def compare(effort: Effort) -> Iterator[Row]:
    X, y = dense(effort.rows(50_000), 784)
    w = np.random.default_rng(1).standard_normal(784)
    with threadpool_limits(limits=1):
        times = fit_times(fits(X, y, ours=ours_given), effort, product=lambda: X @ w)
    yield Row(
        f"{X.shape[0]:,} × 784 float64, pass in given order",
        epoch(times, "ours"),
        times["product"],
        "numpy X @ w",
        at_least=1 / SLOWER_AT_MOST,
        times=times,
    )
