"""An epoch over sparse rows in shuffled order, against scikit-learn's."""

from collections.abc import Iterator

from comparison import Effort, Row
from datasets import SPARSE_ROWS, sparse
from models import fits, ours, scikit_learn
from timing import epoch_row, fit_times, whole_row


def compare(effort: Effort) -> Iterator[Row]:
    X, y = sparse(effort.rows(SPARSE_ROWS))
    work = f"CSR {X.shape[0]:,} × {X.shape[1]:,}"
    times = fit_times(fits(X, y, ours=ours, peer=scikit_learn), effort)
    yield epoch_row(f"{work}, shuffled epoch", times, "ours", "peer", "scikit-learn", 3)
    yield whole_row(work, times, "scikit-learn")
