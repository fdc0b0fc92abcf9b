"""Peak memory of a fit above what was there before it, beside the bytes of the rows.

Each is a fresh process (this file, run with the names of a case and a library) in which another model has been fitted
to a few rows before, so that imports and compiled code are not counted. The weights, which are the result, are.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from comparison import Effort, Row, Unavailable, parts
from datasets import SPARSE_ROWS, dense, head, mnist, mnist_pair, sector, sparse
from models import WARM_ROWS, ours, scikit_learn

from rosenblatt import AveragedPerceptron

SHARE, BYTES = 0.1, 50e6  # what a fit may take: a tenth of its rows, and 50 MB
PAGE = 4096  # less than this cannot be told
PROCESS = Path("/proc/self")
KEPT_OUT_OF_ARENAS = {"MALLOC_MMAP_THRESHOLD_": "131072"}  # else memory freed before the fit hides what it takes

# The rows, our model, the peer.
Case = tuple[Callable[[Effort], tuple[Any, Any]], Callable[[], Any], Callable[[], Any]]
CASES: dict[str, Case] = {
    "dense": (lambda effort: dense(effort.rows(400_000), 100), lambda: ours(5), lambda: scikit_learn(5)),
    "CSR": (lambda effort: sparse(effort.rows(SPARSE_ROWS)), lambda: ours(5), lambda: scikit_learn(5)),
    "MNIST": (lambda effort: shortened(mnist(), effort), lambda: ours(5), lambda: scikit_learn(5)),
    "MNIST 1 against 8": (
        lambda effort: shortened(mnist_pair(1, 8), effort),
        lambda: ours(300),
        lambda: scikit_learn(300),
    ),
    "sector, averaged": (
        lambda effort: shortened(sector(), effort),
        lambda: AveragedPerceptron(max_iter=20),
        lambda: scikit_learn(20),
    ),
}


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, *(part(name) for name in CASES))


def part(name: str) -> Callable[[Effort], Iterator[Row]]:
    def measured(effort: Effort) -> Iterator[Row]:
        mine, theirs = peak(name, "ours", effort), peak(name, "peer", effort)
        rows, grown = mine["rows"], mine["grown"]
        remark = (
            f"{grown / rows:.1%} of {rows / 1e6:,.0f} MB of rows; scikit-learn {theirs['grown'] / 1e6:,.1f} MB; "
            f"the weights alone {mine['weights'] / 1e6:,.1f} MB"
        )
        times = {"ours": grown, "peer": theirs["grown"], "rows": rows, "weights": mine["weights"]}
        work = f"peak memory, {name} {mine['shape']}"
        allowed = SHARE * rows + BYTES
        yield Row(work, grown, allowed, "limit 10 % + 50 MB", "bytes", at_least=1, remark=remark, times=times)

    measured.__doc__ = f"peak memory, {name}"
    return measured


def peak(name: str, library: str, effort: Effort) -> dict[str, Any]:
    """Bytes that a fit took at its peak, of its rows and of its weights, measured in a process of its own."""
    if not (PROCESS / "clear_refs").exists():
        raise Unavailable("the peak of one fit can be told on Linux only")
    command = [sys.executable, "-W", "ignore", __file__, name, library, *(["quick"] if effort.quick else [])]
    done = subprocess.run(command, env={**os.environ, **KEPT_OUT_OF_ARENAS}, stdout=subprocess.PIPE, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    if "unavailable" in answer:
        raise Unavailable(answer["unavailable"])
    return answer


def shortened(rows: tuple[Any, Any], effort: Effort) -> tuple[Any, Any]:
    return head(*rows) if effort.quick else rows


def size(X: Any) -> int:
    return X.data.nbytes + X.indices.nbytes + X.indptr.nbytes if hasattr(X, "indptr") else X.nbytes


def resident(what: str) -> int:
    line = next(line for line in (PROCESS / "status").read_text().splitlines() if line.startswith(what))
    return int(line.split()[1]) * 1024


def measure(name: str, library: str, effort: Effort) -> dict[str, Any]:
    rows, *makers = CASES[name]
    make = makers[library == "peer"]
    try:
        X, y = rows(effort)
    except Unavailable as reason:
        return {"unavailable": str(reason)}
    make().fit(X[:WARM_ROWS], y[:WARM_ROWS])
    model = make()
    (PROCESS / "clear_refs").write_text("5")  # forget the peak so far
    before = resident("VmRSS")
    model.fit(X, y)
    grown = max(PAGE, resident("VmHWM") - before)
    shape = f"{X.shape[0]:,} × {X.shape[1]:,}"
    return {"grown": grown, "rows": size(X), "weights": model.coef_.nbytes, "shape": shape}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], Effort(quick="quick" in sys.argv[3:]))))
