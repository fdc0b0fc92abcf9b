"""Accuracy and updates of the update rules, beside linear classifiers of scikit-learn.

    python bench/rules.py                     all sets, ten minutes; then the tables of docs/rules.md
    python bench/rules.py --only iris pima    these sets again, and the tables of all that were measured
    python bench/rules.py --tables            the tables

Sets with separate test rows: each model learns the training rows and predicts the test rows, with five seeds. Of MNIST
the first 10,000 training rows are learned, because SGDClassifier needs more than 15 minutes for all. Other sets: five
stratified folds of at most 5,000 rows, the same folds for all models. Scaling is that of ``train`` and the same for all
models: numbers of tables are standardised by the training rows, sparse rows are used as they are, and pixels are from 0
to 1. All options have their defaults unless a name says otherwise: last weights run until the run ends by itself,
averages run at most ten epochs. Writes results/rules.json.
"""

import argparse
import json
import statistics
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
import sklearn.linear_model
from advice import Rows, rows_of, scaler_of, splits
from comparison import Unavailable
from datasets import found, mnist
from held_out import SPLITS, as_text, by_name
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.svm import LinearSVC

import rosenblatt
from rosenblatt import learners
from rosenblatt.commands.cross_validation import examples_of

RESULTS = Path(__file__).parent / "results" / "rules.json"
SEEDS = range(5)  # of sets with test rows
MNIST_ROWS = 10_000
FOLDED = ("iris", "sonar", "banknote", "pima", "spambase", "phishing", "agaricus-lepiota", "SMS spam", "heart_scale")
SETS = (*FOLDED, *SPLITS)
RULES: dict[str, dict[str, Any]] = {
    "perceptron": {},
    "margin": {"rule": "margin"},
    "normalized": {"rule": "normalized"},
    "pa": {"rule": "pa"},
    "pa1": {"rule": "pa1"},
    "pa1, C=0.1": {"rule": "pa1", "C": 0.1},
    "pa1, C=0.01": {"rule": "pa1", "C": 0.01},
    "pa2": {"rule": "pa2"},
}
LEARNERS = {"averaged": learners.Averaged, "last": learners.Perceptron}


def passive_aggressive(random_state: int) -> Any:
    """Scikit-learn's PassiveAggressiveClassifier, or its loop in versions that no longer have the class."""
    if hasattr(sklearn.linear_model, "PassiveAggressiveClassifier"):
        return sklearn.linear_model.PassiveAggressiveClassifier(random_state=random_state)
    return SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, random_state=random_state)


PEERS = {
    "Perceptron": Perceptron,
    "PassiveAggressiveClassifier": passive_aggressive,
    "SGDClassifier": SGDClassifier,
    "LinearSVC": LinearSVC,
}


class Task(NamedTuple):
    """Rows to learn and rows to predict, scaled by the former."""

    X: Any
    y: np.ndarray
    others: Any
    truth: np.ndarray
    seed: int


def tasks_of(name: str) -> Iterator[Task]:
    if name in FOLDED:
        rows = rows_of(name)
        for seed, (here, there) in enumerate(splits(rows.y, 0)):
            yield Task(*scaled(rows, rows.X[here], rows.X[there], rows.y[here], rows.y[there]), seed)
        return
    parts = digits() if name == "mnist" else with_test_rows(name)
    yield from (Task(*parts, seed) for seed in SEEDS)


def digits() -> tuple[Any, ...]:
    (X, y), (others, truth) = mnist(), mnist("t10k")
    return X[:MNIST_ROWS].copy(), y[:MNIST_ROWS], others, truth


def with_test_rows(name: str) -> tuple[Any, ...]:
    split = SPLITS[name]
    reader = rosenblatt.read(found(split.train), **split.options(0))
    table, numbers = reader.table(), examples_of(reader).numbers
    test = rosenblatt.read(found(split.test), **split.options(1), encoding=reader.encoding).table()
    others = test.X if list(test.features) == list(table.features) else by_name(test, table.features)
    rows = Rows(table.X, as_text(table.y), numbers, "none" if reader.encoding is None else "standard")
    return scaled(rows, rows.X, others, rows.y, as_text(test.y))


def scaled(rows: Rows, X: Any, others: Any, y: np.ndarray, truth: np.ndarray) -> tuple[Any, ...]:
    scaler = scaler_of(rows.scale, rows)
    if scaler is None:
        return X, y, others, truth
    return scaler.fit_transform(X), y, scaler.transform(others), truth


def measure(name: str) -> dict[str, Any]:
    """Mean accuracy, updates and visits of each of our models, and mean accuracy of each peer."""
    runs: dict[str, list[dict[str, float]]] = {}
    shape: dict[str, int] = {}
    for task in tasks_of(name):
        shape = {"rows": task.X.shape[0], "features": task.X.shape[1], "classes": len(np.unique(task.y))}
        for kind, make in LEARNERS.items():
            for rule, options in RULES.items():
                learner = make(random_state=task.seed, **options).fit(task.X, task.y)
                counts = {"updates": learner.report.updates, "visits": learner.report.n_examples}
                runs.setdefault(f"{kind} {rule}", []).append(accuracy(learner.model, task) | counts)
        for peer, make in PEERS.items():
            model = make(random_state=task.seed).fit(task.X, task.y)
            runs.setdefault(peer, []).append(accuracy(model, task))
    return {**shape, "models": {model: means(each) for model, each in runs.items()}}


def accuracy(model: Any, task: Task) -> dict[str, float]:
    return {"accuracy": float(np.mean(model.predict(task.others) == task.truth))}


def means(runs: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(statistics.fmean(run[name] for run in runs), 5) for name in runs[0]}


def accuracy_table(measured: dict[str, Any], models: dict[str, str]) -> Iterator[str]:
    """A line per set with accuracies in percent, the highest in bold, and a line of means. models: their headings."""
    yield f"| set | {' | '.join(models.values())} |"
    yield f"| --- {'| ---: ' * len(models)}|"
    lines = {name: [100 * result["models"][model]["accuracy"] for model in models] for name, result in measured.items()}
    lines["**mean**"] = [statistics.fmean(column) for column in zip(*lines.values(), strict=True)]
    for name, line in lines.items():
        best = f"{max(line):.1f}"
        cells = (f"**{best}**" if f"{each:.1f}" == best else f"{each:.1f}" for each in line)
        yield f"| {name} | {' | '.join(cells)} |"


def updates_table(measured: dict[str, Any], kind: str) -> Iterator[str]:
    """A line per set: its size, and the updates of each rule per 100 visits."""
    yield f"| set | training rows | features | classes | {' | '.join(map(titled, RULES))} |"
    yield f"| --- {'| ---: ' * (3 + len(RULES))}|"
    for name, result in measured.items():
        counts = [result["models"][f"{kind} {rule}"] for rule in RULES]
        cells = [f"{result[size]:,}" for size in ("rows", "features", "classes")]
        cells += [f"{100 * each['updates'] / each['visits']:.1f}" for each in counts]
        yield f"| {name} | {' | '.join(cells)} |"


def titled(rule: str) -> str:
    """A rule as a heading: its name as code, and the option beside it."""
    name, comma, option = rule.partition(", ")
    return f"`{name}`{comma}{option}"


def tables(measured: dict[str, Any]) -> Iterator[str]:
    for kind in LEARNERS:
        yield f"\n{kind}:\n"
        models = {f"{kind} {rule}": titled(rule) for rule in RULES}
        yield from accuracy_table(measured, models | ({peer: peer for peer in PEERS} if kind == "averaged" else {}))
    yield "\nupdates per 100 visits of the averaged runs:\n"
    yield from updates_table(measured, "averaged")


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy and updates of the update rules.")
    parser.add_argument("--only", nargs="+", choices=SETS, metavar="NAME", help="measure these sets")
    parser.add_argument("--tables", action="store_true", help="measure nothing")
    arguments = parser.parse_args()
    for silenced in (ConvergenceWarning, FutureWarning):  # noisy rows do not converge; the peer is deprecated
        warnings.simplefilter("ignore", silenced)
    measured = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in [] if arguments.tables else arguments.only or SETS:
        began = time.perf_counter()
        try:
            measured[name] = measure(name)
        except Unavailable as reason:
            print(f"{name} is left out: {reason}.")
            continue
        print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)
        measured = {known: measured[known] for known in SETS if known in measured}
        RESULTS.write_text(json.dumps(measured, indent=1) + "\n")
    if measured:
        print("\n".join(tables(measured)))


if __name__ == "__main__":
    main()
