"""Accuracy on test rows: ``rosenblatt train`` with no options, and two classifiers of scikit-learn.

    python bench/held_out.py                    all sets, half an hour; then the table of docs/benchmarks.md
    python bench/held_out.py --only a9a adult   these sets again, and the table of all that were measured
    python bench/held_out.py --table            the table

Each number is the mean of five seeds. Scikit-learn has its defaults behind a StandardScaler, which does not centre
sparse rows, and is given the features that ``read`` makes of the same files. Writes results/held_out.json.
"""

import argparse
import json
import statistics
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
from datasets import found
from scipy.sparse import csr_matrix, issparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import rosenblatt

RESULTS = Path(__file__).parent / "results" / "held_out.json"
SEEDS = range(5)
PEERS = {"Perceptron": Perceptron, "SGDClassifier": SGDClassifier}


class Split(NamedTuple):
    """Files of training rows and of test rows; files of labels for arrays that have none."""

    train: str
    test: str
    labels: tuple[str, str] | None = None
    format: str | None = None

    def options(self, part: int) -> dict[str, str | None]:
        """Options for reading: of the training rows (0), or of the test rows (1)."""
        return {"labels": self.labels and str(found(self.labels[part])), "format": self.format}


SPLITS = {
    "a9a": Split("libsvm/a9a", "libsvm/a9a.t"),
    "adult": Split("uci/adult-train.csv", "uci/adult-test.csv"),
    "agaricus": Split("libsvm/agaricus.txt.train", "libsvm/agaricus.txt.test"),
    "reuters money-fx": Split("libsvm/reuters.trn.bz2", "libsvm/reuters.tst.bz2"),
    "rcv1 sample": Split("text/rcv1_small.dat", "text/rcv1_small_test.data", format="vw"),
    "sector": Split("libsvm/sector.scale.bz2", "libsvm/sector.t.scale.bz2"),
    "mnist": Split(
        "mnist/train-images-idx3-ubyte.gz",
        "mnist/t10k-images-idx3-ubyte.gz",
        ("mnist/train-labels-idx1-ubyte.gz", "mnist/t10k-labels-idx1-ubyte.gz"),
    ),
}


def ours(split: Split) -> float:
    """The accuracy of ``train`` on the test rows."""

    def fit(seed: int) -> Any:
        return rosenblatt.train(found(split.train), random_state=seed, **split.options(0))

    def accuracy(trained: Any) -> float:
        return float(rosenblatt.evaluate(trained, found(split.test), **split.options(1)).accuracy)

    return over_seeds(fit, accuracy)


def peers(split: Split) -> Iterator[float]:
    """The accuracy of each peer on the same test rows."""
    reader = rosenblatt.read(found(split.train), **split.options(0))
    table = reader.table()
    test = rosenblatt.read(found(split.test), **split.options(1), encoding=reader.encoding).table()
    y, true = as_text(table.y), as_text(test.y)
    rows = test.X if list(test.features) == list(table.features) else by_name(test, table.features)
    for make in PEERS.values():
        scaler = StandardScaler(with_mean=not issparse(table.X))

        def fit(seed: int, make: Any = make, scaler: Any = scaler) -> Any:
            return make_pipeline(scaler, make(random_state=seed)).fit(table.X, y)

        yield over_seeds(fit, lambda model: float(np.mean(model.predict(rows) == true)))


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


def over_seeds(fit: Callable[[int], Any], accuracy: Callable[[Any], float]) -> float:
    return round(statistics.fmean(accuracy(fit(seed)) for seed in SEEDS), 4)


def table(measured: dict[str, list[float]]) -> Iterator[str]:
    """A line per set, and their mean."""
    yield f"| set | ours | {' | '.join(PEERS)} | ours − Perceptron, points |"
    yield f"| --- | ---: {'| ---: ' * len(PEERS)}| ---: |"
    means = [statistics.fmean(column) for column in zip(*measured.values(), strict=True)]
    for name, each in {**measured, "mean": means}.items():
        cells = [f"{accuracy:.4f}" for accuracy in each]
        yield f"| {' | '.join([name, *cells, f'{100 * (each[0] - each[1]):+.1f}'.replace('-', '−')])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy on test rows, ours and scikit-learn's.")
    parser.add_argument("--only", nargs="+", choices=SPLITS, metavar="NAME", help="measure these sets")
    parser.add_argument("--table", action="store_true", help="measure nothing")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    measured = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in [] if arguments.table else arguments.only or SPLITS:
        measured[name] = [ours(SPLITS[name]), *peers(SPLITS[name])]
        measured = {known: measured[known] for known in SPLITS if known in measured}
        RESULTS.write_text(json.dumps(measured, indent=1) + "\n")
    print("\n".join(table(measured)))


if __name__ == "__main__":
    main()
