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
from typing import Any

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import held_out
import numpy as np
import sklearn.linear_model
from advice import rows_of, splits
from comparison import Unavailable
from datasets import mnist
from held_out import SEEDS, SPLITS, Task, accuracy_table, scaled, task_of
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import SGDClassifier

from rosenblatt import learners

RESULTS = Path(__file__).parent / "results" / "rules.json"
MNIST_ROWS = 10_000
FOLDED = ("iris", "sonar", "banknote", "pima", "spambase", "phishing", "agaricus-lepiota", "SMS spam", "heart_scale")
SETS = (*FOLDED, *SPLITS, "mnist")
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


PEERS = {name: make for name, make in held_out.PEERS.items() if name != "LogisticRegression"}  # it has no online rule
PEERS["PassiveAggressiveClassifier"] = passive_aggressive


def tasks_of(name: str) -> Iterator[Task]:
    """A task for each seed."""
    if name in FOLDED:
        rows = rows_of(name)
        for here, there in splits(rows.y, 0):
            yield scaled(rows, rows.X[here], rows.X[there], rows.y[here], rows.y[there])
    else:
        yield from [digits() if name == "mnist" else task_of(name)] * len(SEEDS)


def digits() -> Task:
    (X, y), (others, truth) = mnist(), mnist("t10k")
    return Task(X[:MNIST_ROWS].copy(), y[:MNIST_ROWS], others, truth)


def measure(name: str) -> dict[str, Any]:
    """Mean accuracy, updates and visits of each of our models, and mean accuracy of each peer."""
    runs: dict[str, list[dict[str, float]]] = {}
    shape: dict[str, int] = {}
    for seed, task in enumerate(tasks_of(name)):
        shape = {"rows": task.X.shape[0], "features": task.X.shape[1], "classes": len(np.unique(task.y))}
        for kind, make in LEARNERS.items():
            for rule, options in RULES.items():
                learner = make(random_state=seed, **options).fit(task.X, task.y)
                counts = {"updates": learner.report.updates, "visits": learner.report.n_examples}
                runs.setdefault(f"{kind} {rule}", []).append(accuracy(learner.model, task) | counts)
        for peer, make in PEERS.items():
            model = make(random_state=seed).fit(task.X, task.y)
            runs.setdefault(peer, []).append(accuracy(model, task))
    return {**shape, "models": {model: means(each) for model, each in runs.items()}}


def accuracy(model: Any, task: Task) -> dict[str, float]:
    return {"accuracy": float(np.mean(model.predict(task.others) == task.truth))}


def means(runs: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(statistics.fmean(run[name] for run in runs), 5) for name in runs[0]}


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
        models |= {peer: peer for peer in PEERS} if kind == "averaged" else {}
        results = {name: result["models"] for name, result in measured.items()}
        percents = {
            name: {title: 100 * result[model]["accuracy"] for model, title in models.items()}
            for name, result in results.items()
        }
        yield from accuracy_table(percents, 1)
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
