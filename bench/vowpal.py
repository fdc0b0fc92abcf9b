"""Vowpal Wabbit's command learns from a file; ours from arrays in memory.

Through its Python examples one would time the formatting of text. So the rows are written as Vowpal Wabbit's text
before the clock starts, and it reads that file itself: the first pass parses and writes its binary cache, later
passes read the cache. The difference of six passes and one is therefore passes over the cache alone, which a second
thread reads ahead. Both sides take plain steps of a fixed size; its loss is the hinge, which has a margin and so
makes more updates than a perceptron.
"""

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from comparison import Effort, Row, Unavailable, parts
from datasets import sparse
from models import fits, ours
from timing import epoch_row, fit_times, whole_row

ROWS = 20_000  # few, also for a full run: they are written as text
PLAIN_STEPS = ["--loss_function", "hinge", "--sgd", "--power_t", "0"]


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, passes)


def passes(effort: Effort) -> Iterator[Row]:
    """Vowpal Wabbit, passes over a file."""
    if find_spec("vowpalwabbit") is None:
        raise Unavailable("vowpalwabbit is not installed")
    X, y = sparse(ROWS)
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "rows.vw"
        text.write_text("\n".join(lines(X, y)) + "\n")
        times = fit_times({**fits(X, y, ours=ours), "peer": lambda count: train(text, count)}, effort)
    work = f"CSR {X.shape[0]:,} × {X.shape[1]:,}"
    row = epoch_row(f"{work}, epoch", times, "ours", "peer", "Vowpal Wabbit", None)
    row.remark = row.remark or "ours over arrays; theirs over its binary cache, read ahead by a second thread"
    yield row
    row = whole_row(work, times, "Vowpal Wabbit")
    row.remark = "ours from arrays; theirs from text, whose parsing is most of it"
    yield row


def train(text: Path, passes: int) -> None:
    from vowpalwabbit import Workspace

    files = ["-d", str(text), "--passes", str(passes), "--cache_file", f"{text}.cache", "-k"]
    Workspace(arg_list=[*files, "--holdout_off", "--quiet", *PLAIN_STEPS]).finish()


def lines(X: Any, y: Any) -> Iterator[str]:
    for i, label in enumerate(y):
        stored = slice(X.indptr[i], X.indptr[i + 1])
        features = " ".join(f"{j}:{x:.6g}" for j, x in zip(X.indices[stored], X.data[stored], strict=True))
        yield f"{1 if label else -1} | {features}"
