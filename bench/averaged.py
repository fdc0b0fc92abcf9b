"""An epoch of the averaged perceptron over sparse rows, against scikit-learn's averaged SGD and our plain one."""

from collections.abc import Iterator

from comparison import Effort, Row
from datasets import SPARSE_ROWS, sparse
from models import averaged, fits, ours, scikit_learn_averaged
from timing import epoch_row, fit_times, whole_row

COST_AT_MOST = 1.3  # times a plain epoch


def compare(effort: Effort) -> Iterator[Row]:
    X, y = sparse(effort.rows(SPARSE_ROWS))
    work = f"averaged, CSR {X.shape[0]:,} × {X.shape[1]:,}"
    times = fit_times(fits(X, y, ours=averaged, peer=scikit_learn_averaged, plain=ours), effort)
    yield epoch_row(f"{work}, shuffled epoch", times, "ours", "peer", "scikit-learn SGD", 3.2)
    yield whole_row(work, times, "scikit-learn SGD")
    yield epoch_row(f"{work}, the price of averaging", times, "ours", "plain", "ours, not averaged", 1 / COST_AT_MOST)
