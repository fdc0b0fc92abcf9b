"""``Perceptron()`` and scikit-learn's ``Perceptron()`` on 19 real sets: time, epochs, accuracy on test rows.

    python bench/real_sets.py            all sets, ten minutes; then the table of docs/benchmarks.md
    python bench/real_sets.py --table    the table

Tables are scaled as ``train`` does it. A quarter of the rows are test rows, drawn by class from seed 0, where a set
has no test rows of its own. Times are the best of all rounds with random_state=0; accuracies are means of 100
seeds, of 20 for large sets. Writes results/real_sets.json.
"""

import argparse
import json
import statistics
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
import sklearn.linear_model
from advice import Rows, rows_of, scaler_of
from comparison import Effort
from datasets import mnist
from held_out import task_of
from scipy.sparse import csr_matrix, issparse
from sklearn.model_selection import train_test_split
from timing import best

import rosenblatt

RESULTS = Path(__file__).parent / "results" / "real_sets.json"
SEEDS = range(3000, 3100)  # none of those that the stopping rule was chosen with
MAX_NUMBERS = 10**6  # stored numbers × classes, of sets that are trained with every seed
PARTS = ("iris", "sonar", "banknote", "pima", "spambase", "phishing", "adult", "agaricus-lepiota", "SMS spam")
PAIRS = ((3, 5), (4, 9), (7, 9))
PEER = sklearn.linear_model.Perceptron


class Set(NamedTuple):
    """Training rows and test rows, with labels as numbers."""

    X: Any
    y: np.ndarray
    X_test: Any
    y_test: np.ndarray


def sets() -> Iterator[tuple[str, Set]]:
    """The 19 sets by name."""
    for name in (*PARTS, "heart_scale"):
        rows = rows_of(name)
        y = np.unique(rows.y, return_inverse=True)[1]
        train, test = train_test_split(np.arange(len(y)), test_size=0.25, random_state=0, stratify=y)
        scaler, parts = scaler_of(rows.scale, rows), (rows.X[train], rows.X[test])
        if scaler is not None:
            scaler = scaler_of(rows.scale, Rows(parts[0], y[train], rows.numbers, rows.scale))
            parts = (scaler.fit_transform(parts[0]), scaler.transform(parts[1]))
        yield name, Set(stored(parts[0]), y[train], stored(parts[1]), y[test])
        if name == "iris":
            yield "iris, setosa or not", Set(parts[0], y[train] == 0, parts[1], y[test] == 0)
    for name in ("a9a", "agaricus", "reuters money-fx", "rcv1 sample", "sector"):
        task = task_of(name)
        labels, y = np.unique(task.y, return_inverse=True)
        yield name, Set(stored(task.X), y, stored(task.others), np.searchsorted(labels, task.truth))
    digits = (*mnist(), *mnist("t10k"))
    for pair in PAIRS:
        here, there = np.isin(digits[1], pair), np.isin(digits[3], pair)
        X, y, X_test, y_test = digits
        yield f"MNIST {pair[0]}-{pair[1]}", Set(X[here], y[here], X_test[there], y_test[there])


def stored(X: Any) -> Any:
    """Rows as scikit-learn takes them without a copy: sparse columns of 32 bits."""
    if not issparse(X):
        return np.ascontiguousarray(X, dtype=np.float64)
    X = csr_matrix(X)
    return csr_matrix((X.data.astype(float), X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=X.shape)


def measure(rows: Set, effort: Effort) -> dict[str, Any]:
    """Milliseconds, epochs and accuracy of both, and how our run ended."""
    models = {"ours": rosenblatt.Perceptron(), "peer": PEER()}
    for model in models.values():
        model.fit(rows.X, rows.y)
    jobs = {name: (lambda model=model: model.fit(rows.X, rows.y)) for name, model in models.items()}
    times = best(jobs, effort)
    size = (rows.X.nnz if issparse(rows.X) else rows.X.size) * len(np.unique(rows.y))
    accuracy = {
        name: statistics.fmean(
            make(random_state=seed).fit(rows.X, rows.y).score(rows.X_test, rows.y_test)
            for seed in (SEEDS if size < MAX_NUMBERS else SEEDS[:20])
        )
        for name, make in (("ours", rosenblatt.Perceptron), ("peer", PEER))
    }
    epochs = {name: int(model.n_iter_) for name, model in models.items()}
    return {"ms": {name: 1e3 * t for name, t in times.items()}, "epochs": epochs, "accuracy": accuracy,
            "reason": models["ours"].report_.reason}  # fmt: skip


def table(measured: dict[str, Any]) -> Iterator[str]:
    yield "| set | end | epochs | theirs | ms | theirs | accuracy | theirs |"
    yield "| --- | --- " + "| ---: " * 6 + "|"
    for name, now in measured.items():
        cells = [name, now["reason"], *(str(each) for each in now["epochs"].values())]
        cells += [f"{each:.1f}" for each in now["ms"].values()] + [f"{each:.4f}" for each in now["accuracy"].values()]
        yield f"| {' | '.join(cells)} |"
    sums = [f"{sum(each['ms'][who] for each in measured.values()):,.0f}" for who in ("ours", "peer")]
    means = [f"{statistics.fmean(each['accuracy'][who] for each in measured.values()):.4f}" for who in ("ours", "peer")]
    yield f"| **sum, mean** |  |  |  | {' | '.join([*sums, *means])} |"
    slow = sum(each["ms"]["ours"] > 2 * each["ms"]["peer"] for each in measured.values())
    most = max(each["ms"]["ours"] - each["ms"]["peer"] for each in measured.values())
    yield f"\nOurs takes more than twice as long on {slow} of {len(measured)} sets, by at most {most:.1f} ms."


def main() -> None:
    parser = argparse.ArgumentParser(description="Default fits on 19 real sets.")
    parser.add_argument("--table", action="store_true", help="measure nothing")
    warnings.simplefilter("ignore")
    if not parser.parse_args().table:
        measured = {name: measure(rows, Effort()) for name, rows in sets()}
        RESULTS.write_text(json.dumps(measured, indent=1) + "\n")
    print("\n".join(table(json.loads(RESULTS.read_text()))))


if __name__ == "__main__":
    main()
