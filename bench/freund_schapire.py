"""Freund and Schapire's table of the voted kernel perceptron on MNIST (Machine Learning 37, 1999), computed again.

As in the paper: pixels from 0 to 255, one perceptron per digit, the kernel (1 + x·z)^d, one random order that every
epoch repeats, and an update where y·f ≤ 0. T is the number of epochs; T = 0.1 stops after a tenth of the first. Rows:

    vote       errors of the votes, in percent of the 10,000 test digits
    average    … of the mean score over all visits; normalised: each vector divided by its norm
    last       … of the last vector; normalised: divided by its norm
    random     … expected of a vector drawn at random among the visits
    support    training digits on which some perceptron made a mistake
    mistakes   of all ten perceptrons

Degree 1 is trained by weights (learners.Voted), the others by kernel values (learners.Kernel).

    python bench/freund_schapire.py                 T up to 4, degrees 1 to 6; writes results/freund_schapire.json
    python bench/freund_schapire.py --epochs 10     T up to 10, or 30
    python bench/freund_schapire.py --svc           also SVC on 10,000 digits, time and error side by side
    python bench/freund_schapire.py --print         prints the tables of docs/kernels.md, and draws them
"""

import argparse
import json
import os
import resource
import time
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
from datasets import idx_bytes, mnist
from machine import machine, versions
from matplotlib.figure import Figure

from rosenblatt import KernelPerceptron, learners
from rosenblatt.data.blocks import block_of
from rosenblatt.loops.arguments import part_of
from rosenblatt.loops.kernel_votes import sum_signs, sum_winners
from rosenblatt.loops.kernels import CHUNK, add_moves
from rosenblatt.models.kernel import KernelModel, averaged_moves, by_slices, in_columns
from rosenblatt.models.kernel_function import IDENTITY, KernelFunction, Rows

RESULTS = Path(__file__).parent / "results" / "freund_schapire.json"
PICTURE = Path(__file__).parent.parent / "docs" / "kernels" / "freund_schapire.png"
TIMES = (0.1, 1, 2, 3, 4, 10, 30)
ROWS = ("vote", "average", "average, normalised", "last", "last, normalised", "random", "support", "mistakes")
CACHE_MB = 7000
OPTIONS = {
    "multiclass": "one-vs-rest",
    "order": "shuffled-once",
    "stop_when_converged": False,
    "n_iter_no_change": None,
    "random_state": 0,
}
# From the paper: degree and T; vote error in percent, mistakes, support vectors.
PAPER = {
    (1, 1): (8.5, 25_461, 19_795),
    (1, 4): (8.2, 93_090, 28_322),
    (2, 1): (2.8, 10_201, 8_190),
    (2, 4): (2.1, 22_100, 11_424),
    (2, 10): (1.8, 32_451, 12_963),
    (3, 1): (2.3, 8_475, 6_774),
    (3, 4): (1.7, 15_129, 9_102),
    (3, 10): (1.6, 18_422, 9_883),
}
OF_PAPER = ("vote", "mistakes", "support")
SHARE, POINTS = 0.03, 0.3  # how far counts and errors may be from the paper's


class Digits(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    test_rows: np.ndarray
    test_labels: np.ndarray


def digits() -> Digits:
    """All digits, with whole pixels."""
    parts = [
        (
            idx_bytes(f"mnist/{part}-images-idx3-ubyte.gz", 16).reshape(-1, 784).astype(np.float64),
            idx_bytes(f"mnist/{part}-labels-idx1-ubyte.gz", 8),
        )
        for part in ("train", "t10k")
    ]
    return Digits(*parts[0], *parts[1])


def trained(degree: int, epochs: int, data: Digits) -> tuple[KernelModel, list[float]]:
    """The run as a kernel model, and the seconds of each epoch."""
    options = {**OPTIONS, "max_iter": epochs}
    learner: Any = learners.Voted(**options)
    if degree > 1:
        learner = learners.Kernel(kernel="poly", degree=degree, cache_mb=CACHE_MB, **options)
    ends = [time.perf_counter()]
    learner.on_epoch = lambda epoch, mistakes: ends.append(time.perf_counter())
    learner.fit(data.X, data.y)
    model = learner.model if degree > 1 else as_kernel(learner)
    return model, np.diff(ends).tolist()


def as_kernel(learner: learners.Voted) -> KernelModel:
    """The run of weights as one of the linear kernel: the same rows and mistakes."""
    model = learner.model
    return KernelModel(
        model.classes,
        model.n_features,
        model.at_zero,
        KernelFunction("linear", coef0=1.0),
        model.support,
        np.arange(len(model.support.classes)),
        model.mistakes,
        learner.visited,
        1.0,
        "voted",
        one_vs_rest=True,
        normalize=False,
    )


def beginning(model: KernelModel, visits: int) -> KernelModel:
    """The run up to this number of visits. It keeps all support rows."""
    part = part_of(model.mistakes, model.mistakes.when <= visits)
    fields = {name: getattr(model, name) for name in model.__dataclass_fields__}
    return KernelModel(**{**fields, "mistakes": part, "visited": visits})


def evaluated(model: KernelModel, runs: dict[float, KernelModel], data: Digits) -> dict[float, dict[str, float]]:
    """The rows of the table for each beginning of a run. Kernel values are computed once for all of them."""
    test = Rows(block_of(data.test_rows))
    norms, last_norms = model.norms, {T: run_norms(model, run) for T, run in runs.items()}
    wrong = {T: dict.fromkeys(ROWS[:6], 0.0) for T in runs}
    for T, run in runs.items():
        wrong[T]["mistakes"] = len(run.mistakes.row)
        wrong[T]["support"] = len(np.unique(run.mistakes.row))

    def count(values: np.ndarray, part: slice) -> None:
        truth = data.test_labels[part]
        for T, run in runs.items():
            for name, scores in scores_of(run, values, norms[: len(run.moves.row)], last_norms[T]).items():
                if name == "random":  # votes for each digit: the share of the others is the chance of an error
                    right = scores[truth, np.arange(len(truth))] / scores.sum(axis=0)
                    wrong[T][name] += float((1.0 - right).sum())
                else:
                    wrong[T][name] += int((scores.argmax(axis=0) != truth).sum())

    by_slices(model.kernel, model.support_rows, test, count)
    n_test = len(data.test_labels)
    return {T: {n: 100 * v / n_test if n in ROWS[:6] else v for n, v in found.items()} for T, found in wrong.items()}


def run_norms(model: KernelModel, run: KernelModel) -> np.ndarray:
    """Norm of each digit's last vector in a beginning of the run."""
    norms = np.ones(model.n_scores)
    norms[run.moves.k] = model.norms[: len(run.moves.row)]
    return norms


def scores_of(run: KernelModel, values: np.ndarray, norms: np.ndarray, last: np.ndarray) -> dict[str, np.ndarray]:
    """Scores or votes of some test rows, one line per digit, for each way to predict."""
    moves, visits, shape = run.moves, run.visited, (run.n_scores, values.shape[1])
    kinds = ("vote", "average", "average, normalised", "last", "random")
    sums = {name: np.zeros(shape) for name in kinds}
    means = {"average": averaged_moves(moves, visits), "average, normalised": averaged_moves(moves, visits, norms)}

    def work(a: int, b: int) -> None:
        made, best, scores = np.zeros(len(last), np.int64), np.empty((2, shape[1])), np.zeros(shape)
        sum_signs(moves, values, visits, False, a, b, made, sums["last"], sums["vote"])
        sum_winners(moves, values, visits, False, a, b, best, scores, sums["random"])
        for name, mean in means.items():
            add_moves(mean, values, IDENTITY, a, b, np.empty((2, CHUNK)), sums[name])

    in_columns(moves, values, work)
    return {**sums, "last, normalised": sums["last"] / last[:, None]}


def table(degree: int, epochs: int, data: Digits) -> list[dict[str, Any]]:
    """One record per T."""
    n_rows = len(data.y)
    began = time.perf_counter()
    model, seconds = trained(degree, epochs, data)
    training = time.perf_counter() - began
    runs = {T: beginning(model, round(T * n_rows)) for T in TIMES if epochs >= T}
    found = evaluated(model, runs, data)
    print(
        f"degree {degree}: training {training:.1f} s, with evaluation {time.perf_counter() - began:.1f} s", flush=True
    )
    return [{"degree": degree, "T": T, "seconds": sum(seconds[: int(T)]), **found[T]} for T in runs]


def against_svc(data: Digits, n_rows: int = 10_000, degree: int = 2) -> list[dict[str, Any]]:
    """The kernel perceptron and SVC with the same kernel on the first digits, with pixels from 0 to 1."""
    from sklearn.svm import SVC

    (X, y), (test_rows, test_labels) = (mnist(part) for part in ("train", "t10k"))
    kernel = {"kernel": "poly", "degree": degree, "gamma": 1.0, "coef0": 1.0}
    models = {
        "KernelPerceptron, T = 1": KernelPerceptron(**kernel, max_iter=1),
        "KernelPerceptron, T = 10": KernelPerceptron(**kernel, max_iter=10),
        "KernelPerceptron, T = 10, one-vs-rest": KernelPerceptron(**kernel, max_iter=10, multiclass="one-vs-rest"),
        "SVC, C = 1": SVC(**kernel, cache_size=1024),
    }
    models["KernelPerceptron, T = 1"].fit(X[:500], y[:500]).predict(X[:10])  # compiles
    records = []
    for name, model in models.items():
        began = time.perf_counter()
        model.fit(X[:n_rows], y[:n_rows])
        fitted = time.perf_counter()
        error = 100 * float(np.mean(model.predict(test_rows) != test_labels))
        seconds = {"fit": fitted - began, "predict": time.perf_counter() - fitted}
        records.append({"model": name, "error": error, "support": len(model.support_), **seconds})
        print(records[-1], flush=True)
    return records


# Results as text and picture.


def printed(record: dict[str, Any]) -> str:
    """Tables of docs/kernels.md: ours beside the paper's, and all of ours."""
    cells = {(row["degree"], row["T"]): row for row in record["rows"]}
    lines = [
        "| degree | T | vote error, % | mistakes | support rows | mean seconds per epoch |",
        "|---|---|---|---|---|---|",
    ]
    for (degree, T), paper in PAPER.items():
        if (degree, T) in cells:
            ours = cells[degree, T]
            both = [f"{ours['vote']:.2f} ({paper[0]})"]
            both += [f"{ours[name]:,} ({known:,})" for name, known in zip(OF_PAPER[1:], paper[1:], strict=True)]
            lines.append(f"| {degree} | {T} | {' | '.join(both)} | {ours['seconds'] / T:.1f} |")
    for degree in sorted({degree for degree, _ in cells}):
        times = [T for d, T in cells if d == degree]
        lines += [
            "",
            f"| degree {degree} | {' | '.join(f'T = {T:g}' for T in times)} |",
            "|---" * (len(times) + 1) + "|",
        ]
        for name in ROWS:
            row = [cells[degree, T][name] for T in times]
            lines.append(f"| {name} | {' | '.join(f'{v:,}' if v > 100 else f'{v:.2f}' for v in row)} |")
    if record.get("svc"):
        lines += ["", "| model | error, % | support rows | fit, s | predict, s |", "|---|---|---|---|---|"]
        for row in record["svc"]:
            numbers = f"{row['error']:.2f} | {row['support']:,} | {row['fit']:.1f} | {row['predict']:.1f}"
            lines.append(f"| {row['model']} | {numbers} |")
    return "\n".join(lines)


def misses(record: dict[str, Any]) -> list[str]:
    """Cells that are farther from the paper's than 3 % (counts) or 0.3 points (errors)."""
    found = []
    for row in record["rows"]:
        for name, known in zip(OF_PAPER, PAPER.get((row["degree"], row["T"]), ()), strict=False):
            limit = POINTS if name == "vote" else SHARE * known
            if abs(row[name] - known) > limit:
                found.append(f"degree {row['degree']}, T = {row['T']}: {name} {row[name]:,.2f}, paper {known:,}")
    return found


def draw(record: dict[str, Any], path: Path) -> None:
    """Test errors by T, one panel per degree, with the paper's votes as marks."""
    degrees = sorted({row["degree"] for row in record["rows"]})
    figure = Figure(figsize=(11, 6.5), layout="constrained")
    panels = figure.subplots(2, -(-len(degrees) // 2), sharex=True).ravel()
    looks = {"vote": "o-", "average": "s--", "last": "^:", "random": "v-."}
    for axes, degree in zip(panels, degrees, strict=False):
        rows = [row for row in record["rows"] if row["degree"] == degree]
        for number, (name, look) in enumerate(looks.items()):
            axes.plot([r["T"] for r in rows], [r[name] for r in rows], look, color=f"C{number}", ms=4, label=name)
        marks = [(T, known[0]) for (d, T), known in PAPER.items() if d == degree and any(r["T"] == T for r in rows)]
        if marks:
            axes.plot(*zip(*marks, strict=True), "kx", ms=9, mew=2, label="vote in the paper")
        axes.set_xscale("log")
        axes.set_xticks([r["T"] for r in rows], [f"{r['T']:g}" for r in rows])
        axes.minorticks_off()
        axes.set_ylim(0, None)
        axes.set_title(f"degree {degree}")
        axes.grid(alpha=0.3)
    for axes in panels[len(panels) // 2 :]:
        axes.set_xlabel("epochs T")
    for axes in panels[:: len(panels) // 2]:
        axes.set_ylabel("test error, %")
    panels[min(2, len(degrees) - 1)].legend()
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description="Freund and Schapire's table on MNIST")
    parser.add_argument("--epochs", type=int, default=4, choices=(4, 10, 30))
    parser.add_argument("--degrees", type=int, nargs="+", default=list(range(1, 7)))
    parser.add_argument("--svc", action="store_true", help="also compare with SVC on 10,000 digits")
    parser.add_argument("--print", action="store_true", dest="only_print", help="print the results on disk")
    given = parser.parse_args()
    if not given.only_print:
        data, began = digits(), time.perf_counter()
        rows = [row for degree in given.degrees for row in table(degree, given.epochs, data)]
        record = {
            "date": datetime.now().astimezone().isoformat(timespec="seconds"),
            "machine": machine(),
            "versions": versions(),
            "load_after": os.getloadavg()[0],
            "total_seconds": time.perf_counter() - began,
            "peak_gb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
            "rows": rows,
        }
        if given.svc:
            record["svc"] = against_svc(data)
        RESULTS.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    record = json.loads(RESULTS.read_text())
    print(printed(record))
    print(f"\nTotal {record['total_seconds']:.0f} s, at most {record['peak_gb']:.1f} GB.")
    print("\n".join(misses(record)) or "Every cell is within 3 % (counts) and 0.3 points (errors) of the paper's.")
    draw(record, PICTURE)


if __name__ == "__main__":
    main()
