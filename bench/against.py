"""One checkout against another: ``python bench/run.py --against OLD``, where OLD is a checkout or its src folder.

Each side is a process that does a job when it is told to, while the other side waits. A ratio above 1 says that this
checkout is faster than OLD. It is the median over 20 rounds; a job whose ratios vary gets more rounds. Every tenth
round starts new processes, because where the memory of a process lies may change its speed by a few per cent. The jobs
use public names only, so that any two versions can be compared.
"""

import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cache  # first, because it says where compiled code is kept
import kept_memory  # noqa: F401 (before anything large is allocated)
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import sklearn.datasets
from datasets import dense, sparse
from models import EXACTLY

import rosenblatt
from rosenblatt import AveragedPerceptron, PassiveAggressiveClassifier, Perceptron, online

HERE = Path(__file__).resolve().parents[1]
ROUNDS, MAX_ROUNDS, ROUNDS_OF_A_PROCESS = 20, 60, 10
ENOUGH = 0.01  # standard error of the median ratio at which no round is added
SHORTEST = 0.15  # seconds of one measurement: shorter work is repeated
SLOWER_AT_MOST = 1.03
FIRST_FIT = (
    "import numpy as np; X = np.random.default_rng(0).normal(size=(200, 10)); y = (X[:, 0] > 0).astype(int)\n"
    "from rosenblatt import Perceptron; Perceptron().fit(X, y)\n"
    "import os; os._exit(0)"
)

Job = Callable[[int], float]  # from a number of repetitions to the seconds of one


def repeated(work: Callable[[], object]) -> Job:
    def job(times: int) -> float:
        began = time.perf_counter()
        for _ in range(times):
            work()
        return (time.perf_counter() - began) / times

    return job


def epochs(make: Callable[..., Any], X: Any, y: np.ndarray) -> Job:
    """An epoch, without what a fit does once."""

    def seconds(n_epochs: int) -> float:
        return repeated(lambda: make(max_iter=n_epochs, **EXACTLY).fit(X, y))(1)

    return lambda times: (seconds(1 + times) - seconds(1)) / times


def as_float32(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return X.astype(np.float32), y


def ten_classes(n_rows: int, n_features: int) -> tuple[np.ndarray, np.ndarray]:
    X = dense(n_rows, n_features)[0]
    return X, (X @ np.random.default_rng(1).normal(size=(n_features, 10))).argmax(axis=1)


def dicts(n_features: int) -> Job:
    """One dict at a time: predicted, then learned."""
    n_rows = 2_000
    X, y = dense(n_rows, n_features)
    names = [f"feature {j}" for j in range(n_features)]
    stream = [(dict(zip(names, row, strict=True)), bool(label)) for row, label in zip(X.tolist(), y, strict=True)]

    def learn() -> None:
        model = online.Perceptron()
        for x, label in stream:
            model.predict_one(x)
            model.learn_one(x, label)

    job = repeated(learn)
    return lambda times: job(times) / n_rows


def default_fit(load: Callable[..., Any], positive: int | None = None) -> Job:
    """A fit with no options to a small real set with standardised columns."""
    X, y = load(return_X_y=True)
    X = (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1)
    y = y if positive is None else y == positive
    return repeated(lambda: Perceptron().fit(X, y))


def first_fit() -> Job:
    return repeated(lambda: subprocess.run([sys.executable, "-c", FIRST_FIT], check=True))


def libsvm_file(folder: Path) -> Job:
    path = folder / "rows.libsvm"
    if not path.exists():
        X, y = sparse(40_000)
        sklearn.datasets.dump_svmlight_file(X, y, str(path), zero_based=False)
    return trained_on(path)


def table_file(suffix: str, write: Callable[..., None], folder: Path) -> Job:
    path = folder / f"rows.{suffix}"
    if not path.exists():
        X, y = dense(200_000, 20)
        columns = {f"x{j}": np.round(column, 6) for j, column in enumerate(X.T)}
        write(pa.table({**columns, "y": y}), path)
    return trained_on(path)


def trained_on(path: Path) -> Job:
    return repeated(lambda: rosenblatt.train(path, max_iter=1))


def predictions() -> Job:
    X, y = dense(1_000_000, 10)
    model = Perceptron(max_iter=2).fit(X[:1_000], y[:1_000])
    return repeated(lambda: model.predict(X))


# Each is prepared in a folder that both sides share.
JOBS: dict[str, Callable[[Path], Job]] = {
    "epoch, narrow: 1,000,000 × 10": lambda _: epochs(Perceptron, *dense(1_000_000, 10)),
    "epoch, wide: 20,000 × 784": lambda _: epochs(Perceptron, *dense(20_000, 784)),
    "epoch, float32: 200,000 × 100": lambda _: epochs(Perceptron, *as_float32(*dense(200_000, 100))),
    "epoch, CSR: 100,000 × 100,000": lambda _: epochs(Perceptron, *sparse(100_000)),
    "epoch, ten classes: 60,000 × 100": lambda _: epochs(Perceptron, *ten_classes(60_000, 100)),
    "epoch, averaged: 300,000 × 30": lambda _: epochs(AveragedPerceptron, *dense(300_000, 30)),
    "epoch, PA-I: 300,000 × 30": lambda _: epochs(PassiveAggressiveClassifier, *dense(300_000, 30)),
    "a dict of 9": lambda _: dicts(9),
    "a dict of 100": lambda _: dicts(100),
    "default fit, iris": lambda _: default_fit(sklearn.datasets.load_iris),
    "default fit, wine": lambda _: default_fit(sklearn.datasets.load_wine),
    "default fit, breast cancer": lambda _: default_fit(sklearn.datasets.load_breast_cancer),
    "default fit, digits 0 to 4": lambda _: default_fit(partial(sklearn.datasets.load_digits, n_class=5)),
    "default fit, digits: 8 or not": lambda _: default_fit(sklearn.datasets.load_digits, 8),
    "first fit of a process": lambda _: first_fit(),
    "LIBSVM file to model": libsvm_file,
    "CSV file to model": partial(table_file, "csv", pa.csv.write_csv),
    "Parquet file to model": partial(table_file, "parquet", pa.parquet.write_table),
    "predict 1,000,000 × 10": lambda _: predictions(),
}


class Side:
    """A process that measures a job of one checkout."""

    def __init__(self, source: Path, job: str, folder: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
        for name in ("NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE"):  # each side has its own; most users have byte code
            environment.pop(name, None)
        command = [sys.executable, __file__, job, folder]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.measure(1)  # compiles, and reads what is read once

    def measure(self, times: int) -> float:
        assert self.process.stdin
        assert self.process.stdout
        print(times, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"A side ended with status {self.process.wait()}: see above.")
        return float(answer)

    def end(self) -> None:
        self.process.communicate()


def ten_rounds(job: str, sources: Sequence[Path], folder: str) -> Iterator[list[float]]:
    """Seconds of both sides in each round: the better of two measurements, taken in the order A, B, B, A."""
    sides = [Side(source, job, folder) for source in sources]
    began = time.perf_counter()
    for side in sides:
        side.measure(1)
    times = 1 + int(SHORTEST * len(sides) / (time.perf_counter() - began))
    for number in range(ROUNDS_OF_A_PROCESS):
        best = [math.inf, math.inf]
        for each in (0, 1, 1, 0) if number % 2 else (1, 0, 0, 1):
            best[each] = min(best[each], sides[each].measure(times))
        yield best
    for side in sides:
        side.end()


def is_enough(ratios: Sequence[float]) -> bool:
    """Return True if the standard error of the median is small, estimated from the quartiles."""
    if len(ratios) < ROUNDS:
        return False
    low, _, high = statistics.quantiles(ratios, n=4)
    return len(ratios) >= MAX_ROUNDS or 0.93 * (high - low) / len(ratios) ** 0.5 < ENOUGH


def copy_of(checkout: Path) -> Path:
    """A copy of the source that nobody edits, in a folder named after its contents."""
    source = checkout / "src" if (checkout / "src").is_dir() else checkout
    if not (source / "rosenblatt" / "__init__.py").exists():
        raise SystemExit(f"--against must be a checkout of rosenblatt or its src folder; got {checkout}.")
    copy = Path(tempfile.gettempdir()) / f"rosenblatt-against-{cache.source_hash(source)}"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    return copy


def compare(old: Path, only: Sequence[str] = ("",)) -> bool:
    """Print a line per job; return whether none is slower than allowed."""
    sources, well = [copy_of(checkout) for checkout in (HERE, old)], True
    print(f"{'':34}{'this':>10} {'old':>10} {'ratio':>6}  half of the ratios        rounds")
    for job in JOBS:
        if any(part in job for part in only):
            rounds: list[list[float]] = []
            ratios: list[float] = []
            with tempfile.TemporaryDirectory() as folder:
                while not is_enough(ratios):
                    rounds += ten_rounds(job, sources, folder)
                    ratios = [then / now for now, then in rounds]
            now, then = (statistics.median(side) for side in zip(*rounds, strict=True))
            low, ratio, high = statistics.quantiles(ratios, n=4)
            well &= ratio > 1 / SLOWER_AT_MOST
            print(
                f"{job:34}{now * 1e3:10.4g} {then * 1e3:10.4g} {ratio:6.3f}  {low:.3f} to {high:.3f}  {len(rounds)}",
                flush=True,
            )
    return well


def main() -> None:
    """Read numbers of repetitions from standard input; for each, do the job and print the seconds of one."""
    warnings.simplefilter("ignore")  # noisy rows are meant not to converge
    name, folder = sys.argv[1:]
    job = JOBS[name](Path(folder))
    for line in sys.stdin:
        print(job(int(line)), flush=True)


if __name__ == "__main__":
    main()
