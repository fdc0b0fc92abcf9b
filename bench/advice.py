"""The next step after ``rosenblatt train``: accuracy on held-out folds before it and after it.

    python bench/advice.py                   all sets, a quarter of an hour; then the tables of docs/benchmarks.md
    python bench/advice.py --only iris pima  these sets again, and the tables of all that were measured
    python bench/advice.py --tables          the tables

At most 5,000 rows of a set, drawn from one seed, are split into five stratified folds. On the rows of four folds each
algorithm is trained as ``train`` does it, and its end is noted. Then each step is taken instead, and both predict the
fifth fold. Numbers are scaled by the rows that are trained on. Writes results/advice.json.
"""

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
from datasets import found
from scipy.sparse import issparse
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import MaxAbsScaler, Normalizer, StandardScaler

import rosenblatt
from rosenblatt.commands.cross_validation import examples_of

RESULTS = Path(__file__).parent / "results" / "advice.json"
MAX_ROWS = 5_000
MAX_SCORES = 250_000  # rows × classes: the 105 classes of sector take long
FOLDS = 5
TIE = 0.0005  # of accuracy: nearer than this is no difference
SETS: dict[str, tuple[str, dict[str, Any]]] = {
    "iris": ("uci/iris.csv", {}),
    "sonar": ("uci/sonar.csv", {}),
    "banknote": ("uci/banknote_authentication.csv", {}),
    "pima": ("uci/pima-indians-diabetes.csv", {}),
    "spambase": ("uci/spambase.data", {}),
    "phishing": ("stream/phishing.csv.gz", {}),
    "adult": ("uci/adult-train.csv", {}),
    "agaricus-lepiota": ("uci/agaricus-lepiota.data", {"target": 1}),
    "SMS spam": ("text/SMSSpamCollection", {"format": "tsv", "quote": None, "target": 1, "text": ("x2",)}),
    "heart_scale": ("libsvm/heart_scale", {}),
    "a9a": ("libsvm/a9a", {}),
    "agaricus": ("libsvm/agaricus.txt.train", {}),
    "reuters": ("libsvm/reuters.trn.bz2", {}),
    "sector": ("libsvm/sector.scale.bz2", {}),
    "rcv1": ("text/rcv1_small.dat", {"format": "vw"}),
}
ALGORITHMS = {
    "perceptron": rosenblatt.Perceptron,
    "averaged": rosenblatt.AveragedPerceptron,
    "voted": rosenblatt.VotedPerceptron,
    "pocket": rosenblatt.PocketPerceptron,
}
BEFORE = ("averaged", "perceptron", "pocket")
SCALES = ("standard", "maxabs", "unit", "none")


class Rows(NamedTuple):
    X: Any
    y: np.ndarray
    numbers: np.ndarray  # columns that are scaled
    scale: str  # as ``train`` does it if nothing is said


class Ended(NamedTuple):
    """The end of a run, and the accuracy on the held-out fold."""

    end: str
    accuracy: float


Train = Callable[..., Ended]  # by algorithm, scale and options
Step = Callable[[Train, str, str], float | None]  # by the run before it: its algorithm and scale


def rows_of(name: str) -> Rows:
    path, options = SETS[name]
    reader = rosenblatt.read(found(path), **options)
    examples = examples_of(reader)
    is_table = reader.encoding is not None
    numbers = examples.numbers if is_table else np.arange(examples.X.shape[1])
    chosen = np.random.default_rng(0).permutation(len(examples.y))
    chosen = chosen[: min(MAX_ROWS, MAX_SCORES // len(examples.labels))]
    return Rows(examples.X[chosen], examples.y[chosen], numbers, "standard" if is_table else "none")


def scaler_of(scale: str, rows: Rows) -> Any:
    """As ``scale`` does it; None where nothing is scaled."""
    if scale == "unit":
        return Normalizer()
    if scale == "none" or not len(rows.numbers):
        return None
    is_centred = len(rows.numbers) < rows.X.shape[1] or not issparse(rows.X)
    scaler = StandardScaler(with_mean=is_centred) if scale == "standard" else MaxAbsScaler()
    if len(rows.numbers) == rows.X.shape[1]:
        return scaler
    return ColumnTransformer([("numbers", Dense(scaler), rows.numbers)], remainder="passthrough")


class Dense:
    """A scaler of columns that are taken out of sparse rows."""

    def __init__(self, scaler: Any) -> None:
        self.scaler = scaler

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {"scaler": self.scaler}

    def fit(self, X: Any, y: Any = None) -> "Dense":
        self.scaler.fit(dense(X))
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        return self.scaler.fit_transform(dense(X))

    def transform(self, X: Any) -> Any:
        return self.scaler.transform(dense(X))


def dense(X: Any) -> np.ndarray:
    return X.toarray() if issparse(X) else X


def trainer(rows: Rows, here: np.ndarray, there: np.ndarray, seed: int) -> Train:
    """Trains on some rows and predicts others; the same run is not made twice."""
    scaled: dict[str, Any] = {}
    known: dict[Any, Ended] = {}

    def train(algorithm: str, scale: str, **options: Any) -> Ended:
        key = (algorithm, scale, *options.items())
        if key not in known:
            if scale not in scaled:
                scaler = scaler_of(scale, rows)
                parts = (rows.X[here], rows.X[there])
                scaled[scale] = (
                    parts if scaler is None else (scaler.fit_transform(parts[0]), scaler.transform(parts[1]))
                )
            X, others = scaled[scale]
            model = ALGORITHMS[algorithm](random_state=seed, **options).fit(X, rows.y[here])
            accuracy = float(np.mean(model.predict(others) == rows.y[there]))
            known[key] = Ended(end_of(model), round(accuracy, 6))
        return known[key]

    return train


def end_of(model: Any) -> str:
    report = model.report_
    if report.errors == 0:
        return "all right"
    return "converged, errs" if report.reason == "converged" else report.reason


def to_algorithm(algorithm: str, **options: Any) -> Step:
    def step(train: Train, before: str, scale: str) -> float | None:
        return None if before == algorithm and not options else train(algorithm, scale, **options).accuracy

    return step


def to_scale(other: str) -> Step:
    def step(train: Train, before: str, scale: str) -> float | None:
        return None if scale == other else train(before, other).accuracy

    return step


def more_epochs(train: Train, before: str, scale: str) -> float | None:
    return train(before, scale, max_iter=100).accuracy if before == "averaged" else None


STEPS: dict[str, Step] = {
    "--algorithm pocket --epochs 1000": to_algorithm("pocket", max_iter=1000),
    "--algorithm perceptron": to_algorithm("perceptron"),
    "--algorithm averaged": to_algorithm("averaged"),
    "--algorithm voted": to_algorithm("voted"),
    "--epochs 100": more_epochs,
    **{f"--scale {scale}": to_scale(scale) for scale in SCALES},
}
BY_COMPARE = "compare, and the algorithm that it names"


def splits(y: np.ndarray, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    return StratifiedKFold(FOLDS, shuffle=True, random_state=seed).split(np.zeros(len(y)), y)


def named_by_compare(rows: Rows, here: np.ndarray, seed: int) -> str:
    """The algorithm with the best mean over folds of the training rows."""
    scores: dict[str, list[float]] = defaultdict(list)
    for inner, held in splits(rows.y[here], seed):
        train = trainer(rows, here[inner], here[held], seed)
        for algorithm in BEFORE:
            scores[algorithm].append(train(algorithm, rows.scale).accuracy)
    return max(BEFORE, key=lambda algorithm: statistics.fmean(scores[algorithm]))


Fold = dict[str, dict[str, Any]]  # by the algorithm before: its end, its accuracy, and the accuracies of the steps


def measure(name: str) -> Iterator[Fold]:
    """The folds of a set, one after another."""
    rows = rows_of(name)
    for seed, (here, there) in enumerate(splits(rows.y, 0)):
        train = trainer(rows, here, there, seed)
        best = named_by_compare(rows, here, seed)
        fold: Fold = {}
        for before in BEFORE:
            steps = {step: take(train, before, rows.scale) for step, take in STEPS.items()}
            steps[BY_COMPARE] = train(best, rows.scale).accuracy
            fold[before] = {**train(before, rows.scale)._asdict(), "steps": steps}
        yield fold


def rules_table(measured: dict[str, list[Fold]]) -> Iterator[str]:
    """A line per step, a column per end: sets won, sets lost, and the mean gain over the sets with such an end."""
    gains: dict[tuple[str, str], dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(dict))
    for name, folds in measured.items():
        for before, run in ((before, fold[before]) for fold in folds for before in BEFORE):
            for step, accuracy in run["steps"].items():
                if accuracy is not None:
                    gains[before, run["end"]][step].setdefault(name, []).append(accuracy - run["accuracy"])
    ends = sorted(gains, key=lambda key: (BEFORE.index(key[0]), key[1]))
    heads = [f"{before}, {end} ({max(map(len, gains[before, end].values()))} sets)" for before, end in ends]
    yield f"| step | {' | '.join(heads)} |"
    yield f"| --- {'| ---: ' * len(ends)}|"
    for step in [*STEPS, BY_COMPARE]:
        yield f"| {step_name(step)} | {' | '.join(gain_of(gains[end][step].values()) for end in ends)} |"


def gain_of(by_set: Collection[list[float]]) -> str:
    means = [statistics.fmean(values) for values in by_set]
    if not means:
        return "–"
    won, lost = sum(mean > TIE for mean in means), sum(mean < -TIE for mean in means)
    return f"{won} : {lost}, {100 * statistics.fmean(means):+.2f}".replace("-", "−")


def step_name(step: str) -> str:
    return f"`{step}`" if step.startswith("-") else step


def sets_table(measured: dict[str, list[Fold]]) -> Iterator[str]:
    """Mean accuracies of ``train`` with no options, and of each step after it; a step that changes nothing is –."""
    columns = [step for step in (*STEPS, BY_COMPARE) if step != "--algorithm averaged"]
    yield f"| set | train | {' | '.join(map(step_name, columns))} |"
    yield f"| --- | ---: {'| ---: ' * len(columns)}|"
    for name, folds in measured.items():
        runs = [fold["averaged"] for fold in folds]
        cells = [f"{statistics.fmean(run['accuracy'] for run in runs):.4f}"]
        for step in columns:
            after = [run["steps"][step] for run in runs]
            cells.append("–" if None in after else f"{statistics.fmean(after):.4f}")
        yield f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy on held-out folds, before and after a next step.")
    parser.add_argument("--only", nargs="+", choices=SETS, metavar="NAME", help="measure these sets")
    parser.add_argument("--tables", action="store_true", help="measure nothing")
    arguments = parser.parse_args()
    measured = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in [] if arguments.tables else arguments.only or SETS:
        measured[name] = list(measure(name))
        print(f"{name} …", flush=True)
        measured = {known: measured[known] for known in SETS if known in measured}
        RESULTS.write_text(json.dumps(measured) + "\n")
    print("\n".join(["", *rules_table(measured), "", *sets_table(measured)]))


if __name__ == "__main__":
    main()
