"""Two models trained side by side in two threads, against one after the other: loops hold no lock of Python's."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from comparison import Effort, Row
from datasets import dense
from models import fits, ours, scikit_learn
from timing import WHOLE, Job, best


def compare(effort: Effort) -> Iterator[Row]:
    X, y = dense(effort.rows(400_000), 100)
    ways: dict[str, Callable[[Job], object]] = {
        "one": lambda job: job(),
        "in turn": lambda job: (job(), job()),
        "in threads": side_by_side,
    }
    models = fits(X, y, ours=ours, peer=scikit_learn)
    jobs = {
        f"{name} {way}": partial(train, partial(fit, WHOLE))
        for way, train in ways.items()
        for name, fit in models.items()
    }
    times = best(jobs, effort)
    factor = {name: times[f"{name} in threads"] / times[f"{name} one"] for name in models}
    yield Row(
        f"{len(y):,} × 100 float64, two fits in two threads",
        times["ours in threads"],
        times["ours in turn"],
        "ours, one after the other",
        remark=f"two in threads take {factor['ours']:.2f} × as long as one; scikit-learn's {factor['peer']:.2f} ×",
        times=times,
    )


def side_by_side(job: Job) -> None:
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(job), pool.submit(job)]:
            done.result()
