"""An epoch of PA-I in shuffled order, against scikit-learn's; and its price beside the plain perceptron.

PA-I makes more updates than the plain perceptron, and each needs the norm of its row. Its epoch may cost at most

    1.5 × t_plain + (u_pa1 − u_plain) × c

where t is the time of an epoch, u its number of updates (the mean of the epochs that are timed), and c the cost of one
additional update. c is measured on the plain perceptron, in the same run and on the same rows. The labels are shuffled,
so that about half of the visits (of two classes) are updates: c = (t_shuffled − t_plain) / (u_shuffled − u_plain), or 0
if the difference of the times is negative. The labels of the drawn rows are noisy, so that there are many updates.

    python bench/run.py --only passive_aggressive    measures
    python bench/passive_aggressive.py               prints the table of docs/benchmarks.md
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
import records
from comparison import Effort, Row, parts
from datasets import DENSE_SHAPES, SPARSE_ROWS, dense, head, mnist, sector, sparse
from models import fits
from sklearn.linear_model import SGDClassifier
from table import quantity
from timing import FEW, MANY, Fit, epoch, epoch_row, fit_times, whole_row

from rosenblatt import learners

C = 1.0  # the default of both libraries
AT_LEAST = 2  # times as fast as scikit-learn
COST_AT_MOST = 1.5  # times a plain epoch, and the additional updates
LIMIT = f"limit {COST_AT_MOST} × plain + updates"


def plain(epochs: int, **options: Any) -> learners.Perceptron:
    return learners.Perceptron(max_iter=epochs, stop_when_converged=False, **options)


pa1 = partial(plain, rule="pa1", C=C)


def scikit_learn_pa1(epochs: int) -> SGDClassifier:
    return SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=C, max_iter=epochs, tol=None)


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, dense_rows, sparse_rows, ten_digits, company_pages)


def dense_rows(effort: Effort) -> Iterator[Row]:
    """PA-I, dense rows."""
    for n_rows, n_features in DENSE_SHAPES:
        X, y = dense(effort.rows(n_rows), n_features)
        for dtype in ("float64", "float32"):
            yield from shape(f"{len(X):,} × {n_features} {dtype}", X.astype(dtype, copy=False), y, effort)


def sparse_rows(effort: Effort) -> Iterator[Row]:
    """PA-I, sparse rows."""
    X, y = sparse(effort.rows(SPARSE_ROWS))
    yield from shape(f"CSR {X.shape[0]:,} × {X.shape[1]:,}", X, y, effort)


def ten_digits(effort: Effort) -> Iterator[Row]:
    """PA-I, MNIST, 10 classes."""
    yield from real_set("MNIST", *mnist(), effort)


def company_pages(effort: Effort) -> Iterator[Row]:
    """PA-I, sector, 105 classes."""
    yield from real_set("sector", *sector(), effort)


def real_set(name: str, X: Any, y: np.ndarray, effort: Effort) -> Iterator[Row]:
    if effort.quick:
        X, y = head(X, y)
    work = f"{name} {X.shape[0]:,} × {X.shape[1]:,}, {len(np.unique(y))} classes"
    yield from shape(work, X, y, effort)


def shape(work: str, X: Any, y: np.ndarray, effort: Effort) -> Iterator[Row]:
    jobs = fits(X, y, ours=pa1, peer=scikit_learn_pa1, plain=plain)
    jobs["shuffled"] = fits(X, np.random.default_rng(1).permutation(y), plain=plain)["plain"]
    times = fit_times({name: jobs[name] for name in ("ours", "peer")}, effort)
    yield epoch_row(f"PA-I, {work}, shuffled epoch", times, "ours", "peer", "scikit-learn", AT_LEAST)
    yield whole_row(f"PA-I, {work}", times, "scikit-learn")
    own = {name: job for name, job in jobs.items() if name != "peer"}  # without the slow peer there are more rounds
    updates = {f"updates {name}": updates_of(job) for name, job in own.items()}
    yield price_row(f"PA-I, {work}, the price of its rule", fit_times(own, effort) | updates)


def updates_of(fit: Fit) -> float:
    """Mean number of updates in the epochs whose time counts."""
    report: Any = fit(MANY).report  # type: ignore[attr-defined]
    return float(np.mean(report.updates_per_epoch[FEW:]))


class Price(NamedTuple):
    """Times of an epoch (ours is PA-I), their numbers of updates, and the cost of the additional updates."""

    taken: dict[str, float]
    updates: dict[str, float]
    cost: float  # of one additional update

    @property
    def additional(self) -> float:
        return self.cost * (self.updates["ours"] - self.updates["plain"])

    @property
    def limit(self) -> float:
        return COST_AT_MOST * self.taken["plain"] + self.additional

    @property
    def times_plain(self) -> float:
        return self.taken["ours"] / self.taken["plain"]

    @property
    def times_plain_without_additional(self) -> float:
        return (self.taken["ours"] - self.additional) / self.taken["plain"]


def price_of(times: dict[str, float]) -> Price:
    updates = {name: times[f"updates {name}"] for name in ("ours", "plain", "shuffled")}
    taken = {name: epoch(times, name) for name in updates}
    slower = max(0.0, taken["shuffled"] - taken["plain"])
    return Price(taken, updates, slower / (updates["shuffled"] - updates["plain"]))


def price_row(work: str, times: dict[str, float]) -> Row:
    """A row that compares an epoch of PA-I with the most that it may cost."""
    price = price_of(times)
    if min(price.taken.values()) <= 0:
        return Row(work, against=LIMIT, at_least=1, times=times, remark="too short to be told from noise")
    remark = (
        f"{price.times_plain:.2f} times the plain epoch of {quantity(price.taken['plain'], 's')}, "
        f"{price.times_plain_without_additional:.2f} times without the additional updates; "
        f"{price.updates['ours']:,.0f} updates, plain {price.updates['plain']:,.0f}; "
        f"{1e9 * price.cost:.0f} ns per additional update"
    )
    return Row(work, price.taken["ours"], price.limit, LIMIT, at_least=1, remark=remark, times=times)


def table() -> Iterator[str]:
    """A line per shape, from the results on disk."""
    heads = ("PA-I", "scikit-learn", "ratio", "plain", "PA-I / plain", "… without additional updates")
    yield f"| shuffled epoch | {' | '.join(heads)} | updates, PA-I | updates, plain |"
    yield f"| --- {'| ---: ' * (len(heads) + 2)}|"
    rows = json.loads((records.folder(Effort()) / "passive_aggressive.json").read_text())["rows"]
    for against_peer, _, priced in zip(*[iter(map(Row.from_dict, rows))] * 3, strict=True):
        price = price_of(priced.times)
        cells = (
            against_peer.work.removeprefix("PA-I, ").removesuffix(", shuffled epoch"),
            *(quantity(seconds, "s") for seconds in (against_peer.ours, against_peer.peer)),
            f"{against_peer.ratio:.1f}×",
            quantity(price.taken["plain"], "s"),
            *(f"{each:.2f}" for each in (price.times_plain, price.times_plain_without_additional)),
            *(f"{price.updates[name]:,.0f}" for name in ("ours", "plain")),
        )
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(table()))
