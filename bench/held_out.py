"""Accuracy on test rows: ``rosenblatt train`` with no options, and linear classifiers of scikit-learn.

    python bench/held_out.py                    all sets, ten minutes; then the table of docs/benchmarks.md
    python bench/held_out.py --only a9a adult   these sets again, and the table of all that were measured
    python bench/held_out.py --table            the table

Each number is the mean of five seeds. The classifiers of scikit-learn have their defaults and are given the features
that suit them, which are also the features that ``train`` makes of the same file: numbers of tables are standardised by
the training rows; 0/1 columns and sparse text are used as they are. Writes results/held_out.json.
"""

import argparse
import json
import statistics
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
from advice import Rows, scaler_of
from datasets import found
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.svm import LinearSVC

import rosenblatt
from rosenblatt.commands.cross_validation import examples_of

RESULTS = Path(__file__).parent / "results" / "held_out.json"
SEEDS = range(5)
PEERS: dict[str, Callable[..., Any]] = {
    "Perceptron": Perceptron,
    "averaged (scikit-learn)": partial(
        SGDClassifier, loss="perceptron", penalty=None, learning_rate="constant", eta0=1, average=True
    ),
    "SGDClassifier": SGDClassifier,
    "LinearSVC": LinearSVC,
    "LogisticRegression": LogisticRegression,
}
WITHOUT_SEED = {"LogisticRegression"}  # the same result for every seed


class Split(NamedTuple):
    """Files of training rows and of test rows."""

    train: str
    test: str
    format: str | None = None


SPLITS = {
    "a9a": Split("libsvm/a9a", "libsvm/a9a.t"),
    "adult": Split("uci/adult-train.csv", "uci/adult-test.csv"),
    "agaricus": Split("libsvm/agaricus.txt.train", "libsvm/agaricus.txt.test"),
    "reuters money-fx": Split("libsvm/reuters.trn.bz2", "libsvm/reuters.tst.bz2"),
    "rcv1 sample": Split("text/rcv1_small.dat", "text/rcv1_small_test.data", format="vw"),
    "sector": Split("libsvm/sector.scale.bz2", "libsvm/sector.t.scale.bz2"),
}


class Task(NamedTuple):
    """Rows to learn and rows to predict; where numbers are scaled, by the rows to learn."""

    X: Any
    y: np.ndarray
    others: Any
    truth: np.ndarray


def task_of(name: str) -> Task:
    """The features that ``train`` makes of the files of a split."""
    split = SPLITS[name]
    reader = rosenblatt.read(found(split.train), format=split.format)
    table, numbers = reader.table(), examples_of(reader).numbers
    test = rosenblatt.read(found(split.test), format=split.format, encoding=reader.encoding).table()
    others = test.X if list(test.features) == list(table.features) else by_name(test, table.features)
    rows = Rows(table.X, as_text(table.y), numbers, "none" if reader.encoding is None else "standard")
    return scaled(rows, rows.X, others, rows.y, as_text(test.y))


def scaled(rows: Rows, X: Any, others: Any, y: np.ndarray, truth: np.ndarray) -> Task:
    scaler = scaler_of(rows.scale, rows)
    if scaler is None:
        return Task(X, y, others, truth)
    return Task(scaler.fit_transform(X), y, scaler.transform(others), truth)


def by_name(test: Any, features: Sequence[str]) -> csr_matrix:
    """Sparse test rows with the columns of training; other features are left out."""
    place = {name: column for column, name in enumerate(features)}
    kept = [column for column, name in enumerate(test.features) if name in place]
    rows = test.X.tocsc()[:, kept].tocoo()
    columns = np.array([place[test.features[column]] for column in kept])[rows.col]
    return csr_matrix((rows.data, (rows.row, columns)), shape=(len(test.y), len(features)))


def as_text(labels: np.ndarray) -> np.ndarray:
    """Labels as text, without the full stop that adult's test rows have after them."""
    return np.char.rstrip(labels.astype(str), ".")


def measure(name: str) -> dict[str, float]:
    """Mean accuracy of ``train`` with no options, and of each peer."""
    split, task = SPLITS[name], task_of(name)

    def ours(seed: int) -> float:
        model = rosenblatt.train(found(split.train), format=split.format, random_state=seed)
        return float(rosenblatt.evaluate(model, found(split.test), format=split.format).accuracy)

    def theirs(make: Callable[..., Any], seed: int) -> float:
        return float(np.mean(make(random_state=seed).fit(task.X, task.y).predict(task.others) == task.truth))

    measured = {"rosenblatt train": statistics.fmean(ours(seed) for seed in SEEDS)}
    for peer, make in PEERS.items():
        seeds = SEEDS[:1] if peer in WITHOUT_SEED else SEEDS
        measured[peer] = statistics.fmean(theirs(make, seed) for seed in seeds)
    return {model: round(accuracy, 4) for model, accuracy in measured.items()}


def accuracy_table(lines: dict[str, dict[str, float]], digits: int) -> Iterator[str]:
    """A line per set and a line of means, the highest accuracies in bold."""
    models = next(iter(lines.values()))
    yield f"| set | {' | '.join(models)} |"
    yield f"| --- {'| ---: ' * len(models)}|"
    means = {model: statistics.fmean(line[model] for line in lines.values()) for model in models}
    for name, line in {**lines, "**mean**": means}.items():
        cells = [f"{line[model]:.{digits}f}" for model in models]
        best = max(cells, key=float)
        yield f"| {name} | {' | '.join(f'**{cell}**' if cell == best else cell for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy on test rows, ours and scikit-learn's.")
    parser.add_argument("--only", nargs="+", choices=SPLITS, metavar="NAME", help="measure these sets")
    parser.add_argument("--table", action="store_true", help="measure nothing")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    measured = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in [] if arguments.table else arguments.only or SPLITS:
        measured[name] = measure(name)
        print(name, measured[name], flush=True)
        measured = {known: measured[known] for known in SPLITS if known in measured}
        RESULTS.write_text(json.dumps(measured, indent=1) + "\n")
    print("\n".join(accuracy_table(measured, 3)))


if __name__ == "__main__":
    main()
