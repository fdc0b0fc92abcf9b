"""From a file to a model, one epoch, whole processes: our command against scikit-learn's loaders and fit, and VW's.

The same rows are written as LIBSVM text, as Vowpal Wabbit's, and as CSV, before any clock starts. Peak memory is that
of a process that trains on a file of 4 GB, which is one of 1 GB four times.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from comparison import Effort, Row, Unavailable, parts

ROWS, STORED, FEATURES = 200_000, 56, 47_000
LARGE = 8  # times the rows: about 1 GB
CSV_ROWS, CSV_COLUMNS = 1_000_000, 20
LIMIT = 500e6  # bytes of memory

SCIKIT_LIBSVM = """
import sys
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Perceptron
from scipy.sparse import csr_matrix
X, y = load_svmlight_file(sys.argv[1])
X = csr_matrix((X.data, X.indices.astype("int32"), X.indptr.astype("int32")), shape=X.shape)  # it refuses 64 bits
Perceptron(max_iter=1, tol=None).fit(X, y)
"""
SCIKIT_CSV = """
import sys
import pandas
from sklearn.linear_model import Perceptron
from sklearn.preprocessing import StandardScaler
rows = pandas.read_csv(sys.argv[1], header=None)
Perceptron(max_iter=1, tol=None).fit(StandardScaler().fit_transform(rows.iloc[:, :-1]), rows.iloc[:, -1])
"""

PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, sparse_text, large_sparse_text, delimited, memory)


def sparse_text(effort: Effort) -> Iterator[Row]:
    """LIBSVM text, file to model."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_sparse(Path(folder), effort.rows(ROWS), 1)
        times = best({"ours": ours(path), "scikit-learn": [sys.executable, "-c", SCIKIT_LIBSVM, str(path)]}, effort)
        work = f"LIBSVM {path.stat().st_size / 1e6:,.0f} MB, file to model"
        yield Row(work, times["ours"], times["scikit-learn"], "scikit-learn load and fit", at_least=8, times=times)


def large_sparse_text(effort: Effort) -> Iterator[Row]:
    """LIBSVM text of 1 GB, file to model."""
    if find_spec("vowpalwabbit") is None:
        raise Unavailable("vowpalwabbit is not installed")
    with tempfile.TemporaryDirectory() as folder:
        path = write_sparse(Path(folder), effort.rows(ROWS), LARGE)
        rows = path.with_suffix(".vw")
        wabbit = [sys.executable, "-m", "vowpalwabbit", "-d", str(rows), "--quiet", "--loss_function", "hinge", "--sgd"]
        times = best({"ours": ours(path), "Vowpal Wabbit": [*wabbit, "--power_t", "0"]}, effort)
        work = f"LIBSVM {path.stat().st_size / 1e6:,.0f} MB, file to model"
        yield Row(work, times["ours"], times["Vowpal Wabbit"], "Vowpal Wabbit", at_least=1, times=times)


def delimited(effort: Effort) -> Iterator[Row]:
    """CSV, file to model."""
    if find_spec("pandas") is None:
        raise Unavailable("pandas is not installed")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        random = np.random.default_rng(0)
        n_rows = effort.rows(CSV_ROWS)
        X = random.normal(size=(n_rows, CSV_COLUMNS))
        y = X @ random.normal(size=CSV_COLUMNS) + random.normal(size=n_rows) > 0
        np.savetxt(path, np.column_stack([X, y]), fmt=["%.6g"] * CSV_COLUMNS + ["%d"], delimiter=",")
        times = best({"ours": ours(path), "pandas": [sys.executable, "-c", SCIKIT_CSV, str(path)]}, effort)
        work = f"CSV {n_rows:,} × {CSV_COLUMNS}, file to model, standardised"
        yield Row(work, times["ours"], times["pandas"], "pandas and scikit-learn", at_least=3, times=times)


def memory(effort: Effort) -> Iterator[Row]:
    """Peak memory of training on a large file."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_sparse(Path(folder), effort.rows(ROWS), 4 * LARGE, also_vowpal=False)
        for epochs in (1, 2):
            cache = ["--cache", str(Path(folder) / f"cache{epochs}")]
            command = [sys.executable, "-c", PEAK, *ours(path, epochs), *cache]
            peak = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            work = f"peak memory, LIBSVM {path.stat().st_size / 1e9:.1f} GB, {epochs} epoch{'s' * (epochs > 1)}"
            yield Row(work, peak, LIMIT, "limit 500 MB", "bytes", at_least=1, times={"ours": peak})


def ours(path: Path, epochs: int = 1) -> list[str]:
    how = ["--algorithm", "perceptron", "--epochs", str(epochs)]
    return [sys.executable, "-m", "rosenblatt", "train", str(path), *how]


def best(commands: dict[str, list[str]], effort: Effort) -> dict[str, float]:
    """The best time of each whole process, in turn; the first round, in which code may be compiled, is left out."""
    times = dict.fromkeys(commands, float("inf"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for number in range(1 + min(3, effort.rounds)):
        for name, command in commands.items():
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
            if number:
                times[name] = min(times[name], time.perf_counter() - began)
    return times


def write_sparse(folder: Path, n_rows: int, times: int, also_vowpal: bool = True) -> Path:
    """Rows as LIBSVM text, so many times, and beside it as Vowpal Wabbit's."""
    random = np.random.default_rng(0)
    direction = random.normal(size=FEATURES)
    lines = []
    for _ in range(n_rows):
        columns = np.unique(random.integers(1, FEATURES, STORED))
        values = random.random(len(columns))
        label = "+1" if values @ direction[columns] + random.normal() > 0 else "-1"
        lines.append((label, " ".join(f"{j}:{x:.6g}" for j, x in zip(columns.tolist(), values.tolist(), strict=True))))
    path = folder / "rows.libsvm"
    texts = {path: "".join(f"{label} {row}\n" for label, row in lines)}
    if also_vowpal:
        texts[path.with_suffix(".vw")] = "".join(f"{label} | {row}\n" for label, row in lines)
    for target, text in texts.items():
        with target.open("w") as file:
            for _ in range(times):
                file.write(text)
    return path
