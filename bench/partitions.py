"""Training on a Dask cluster of local processes: speed, overhead, cost model, and accuracy of mixing.

    python bench/partitions.py speed       seconds of an epoch on 4 GB with 1, 2 and 4 workers of one thread
    python bench/partitions.py overhead    milliseconds of an epoch of almost no rows, for features and partitions
    python bench/partitions.py accuracy    test accuracy of mixing and of sequence on a9a, sector and MNIST
    python bench/partitions.py --print     the tables of docs/distributed.md

Each part writes its results into results/partitions.json. --quick takes a hundredth of the rows of ``speed``.
"""

import argparse
import json
import logging
import os
import resource
import statistics
import sys
import time
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import numpy as np
from datasets import SHARED, mnist
from machine import machine, versions
from scipy.sparse import csr_matrix
from sklearn.datasets import load_svmlight_file

sys.path.remove(str(Path(__file__).parent))  # Dask would take bench/sparse.py for the package "sparse"

import distributed

from rosenblatt import learners
from rosenblatt.dask.cluster import DaskEngine
from rosenblatt.learners.partitioned import fit_parts, train_on_parts
from rosenblatt.learners.parts import Place
from rosenblatt.learners.strategy import Strategy

sys.path.append(str(Path(__file__).parent))  # workers import this file

RESULTS = Path(__file__).parent / "results" / "partitions.json"
N_ROWS, N_FEATURES, N_PARTS = 5_242_880, 100, 16  # 4.2 GB of float64
WORKERS = (1, 2, 4)
LEAST_SPEED_UP = 1.5  # of two workers
LIMITS = {100: 50, 1_000_000: 80}  # milliseconds, by features, with 8 partitions on 2 workers


def cluster(n_workers: int) -> Any:
    how = {"dashboard_address": ":0", "silence_logs": logging.ERROR, "memory_limit": 0}
    return distributed.Client(n_workers=n_workers, threads_per_worker=1, **how)


def made_rows(number: int, n_rows: int) -> tuple[np.ndarray, np.ndarray, None]:
    """Normal rows with noisy labels of one direction."""
    draws = np.random.default_rng(number)
    X = draws.standard_normal((n_rows, N_FEATURES))
    scores = X @ np.random.default_rng(10**6).standard_normal(N_FEATURES)
    return X, (scores + 0.5 * scores.std() * draws.standard_normal(n_rows) > 0).astype(np.int64), None


def few_rows(number: int, n_features: int) -> tuple[csr_matrix, np.ndarray, None]:
    """Four sparse rows with a hundred numbers each: their visits take no time."""
    draws = np.random.default_rng(number)
    columns = np.sort(np.stack([draws.choice(n_features, 100, replace=False) for _ in range(4)]), axis=1)
    X = csr_matrix((draws.standard_normal(400), columns.ravel(), np.arange(0, 401, 100)), shape=(4, n_features))
    return X, np.array([0, 1, 0, 1]), None


def epoch_times(client: Any, kind: Any, parts: list[Any], n_epochs: int) -> list[float]:
    """Seconds of each epoch but the first two."""
    times = [time.perf_counter()]
    learner = kind(max_iter=n_epochs, n_iter_no_change=None, stop_when_converged=False)
    learner.on_epoch = lambda epoch, mistakes: times.append(time.perf_counter())
    train_on_parts(learner, [(Place(k), part) for k, part in enumerate(parts)], DaskEngine(client), Strategy())
    return np.diff(times)[2:].tolist()


def on_workers(client: Any, function: Any, arguments: list[tuple[Any, ...]]) -> list[Any]:
    """Handles of parts, spread evenly over the workers."""
    workers = sorted(client.scheduler_info(n_workers=-1)["workers"])
    places = [workers[k * len(workers) // len(arguments)] for k in range(len(arguments))]
    handles = [
        client.submit(function, *own, workers=[place], allow_other_workers=True, pure=False)
        for own, place in zip(arguments, places, strict=True)
    ]
    distributed.wait(handles)
    return handles


def speed(quick: bool) -> dict[str, Any]:
    n_rows = N_ROWS // (100 if quick else 1) // N_PARTS
    seconds = {}
    for n_workers in WORKERS:
        with cluster(n_workers) as client:
            parts = on_workers(client, made_rows, [(k, n_rows) for k in range(N_PARTS)])
            times = epoch_times(client, learners.Perceptron, parts, 22)
            seconds[str(n_workers)] = {"median": statistics.median(times), "least": min(times)}
            print(n_workers, "workers", seconds[str(n_workers)], flush=True)
            del parts
    ratio = seconds["1"]["median"] / seconds["2"]["median"]
    print(f"two workers: {ratio:.2f} times as fast as one (at least {LEAST_SPEED_UP})")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # of client and scheduler
    print(f"client and scheduler: at most {memory:.0f} MB")
    return {
        "memory_mb": memory,
        "rows": n_rows * N_PARTS,
        "features": N_FEATURES,
        "partitions": N_PARTS,
        "seconds": seconds,
        "ratio": ratio,
    }


def overhead(quick: bool) -> dict[str, Any]:
    """Milliseconds of an epoch without rows to speak of."""
    table = []
    with cluster(2) as client:
        for kind in (learners.Perceptron, learners.Averaged):
            for n_features, n_parts in [(100, 8), (1_000_000, 8), (100, 16), (100, 32), (100, 64), (1_000_000, 32)]:
                parts = on_workers(client, few_rows, [(k, n_features) for k in range(n_parts)])
                times = epoch_times(client, kind, parts, 42)
                row = [kind.__name__, n_features, n_parts, 1000 * statistics.median(times), 1000 * min(times)]
                table.append(row)
                print(*row, flush=True)
                del parts
    for name, n_features, n_parts, median, _ in table:
        if n_parts == 8 and name == "Perceptron" and median > LIMITS[n_features]:
            print(f"ABOVE the limit of {LIMITS[n_features]} ms: {median:.0f} ms with {n_features} features")
    return {"rows": table}


def test_sets() -> dict[str, Any]:
    folder = SHARED / "libsvm"
    sets = {}
    for name, files, n_features in (("a9a", ("a9a", "a9a.t"), 123), ("sector", SECTOR, 55_197)):
        X, y, test_X, test_y = (
            part for file in files for part in load_svmlight_file(str(folder / file), n_features=n_features)
        )
        sets[name] = (X, y.astype(int), test_X, test_y.astype(int))
    sets["MNIST"] = (*mnist("train"), *mnist("t10k"))
    return sets


SECTOR = ("sector.scale.bz2", "sector.t.scale.bz2")


def accuracy(quick: bool) -> dict[str, Any]:
    """Test accuracy in percent after 10 epochs of shuffled rows."""
    table = []
    for name, (X, y, test_X, test_y) in test_sets().items():
        order = np.random.default_rng(0).permutation(len(y))
        X, y = X[order], y[order]
        for kind in (learners.Perceptron, learners.Averaged):
            ways = [(1, "sequence", "mistakes", 0)]
            ways += [(p, "mixing", by, 0) for p in (8, 64) for by in ("mistakes", "uniform")]
            ways += [(64, "mixing", "mistakes", 1)]
            for n_parts, strategy, mix_by, then in ways:
                cuts = np.linspace(0, len(y), n_parts + 1).astype(int)
                parts = [(X[a:b], y[a:b]) for a, b in pairwise(cuts)]
                learner = kind(max_iter=10 - then, n_iter_no_change=None)
                if strategy == "sequence":
                    learner.fit(X, y)
                else:
                    fit_parts(learner, parts, strategy, mix_by, then)
                right = 100 * float(np.mean(learner.model.predict(test_X) == test_y))
                table.append([name, kind.__name__, n_parts, strategy, mix_by, then, right])
                print(*table[-1], flush=True)
    return {"rows": table}


PARTS = {"speed": speed, "overhead": overhead, "accuracy": accuracy}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all if none is given")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--print", action="store_true", dest="only_print")
    arguments = parser.parse_args()
    record = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in [] if arguments.only_print else arguments.parts or PARTS:
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        about = {"date": date, "machine": machine(), "versions": versions(), "load_before": os.getloadavg()[0]}
        record[name] = {**PARTS[name](arguments.quick), **about}
        if not arguments.quick:
            RESULTS.write_text(json.dumps(record, indent=1) + "\n")
    if arguments.only_print:
        print("\n\n".join([speed_table(record), overhead_table(record), accuracy_table(record), cost_model(record)]))


def speed_table(record: dict[str, Any]) -> str:
    seconds = record["speed"]["seconds"]
    rows = [
        f"| {n} | {own['median']:.3f} s | {seconds['1']['median'] / own['median']:.2f} |" for n, own in seconds.items()
    ]
    return "\n".join(["| workers | epoch | times as fast as one |", "|---|---|---|", *rows])


def overhead_table(record: dict[str, Any]) -> str:
    rows = [
        f"| {name} | {n_features:,} | {n_parts} | {median:.0f} ms |"
        for name, n_features, n_parts, median, _ in record["overhead"]["rows"]
    ]
    return "\n".join(["| learner | features | partitions | epoch |", "|---|---|---|---|", *rows])


def accuracy_table(record: dict[str, Any]) -> str:
    found = {tuple(row[:6]): row[6] for row in record["accuracy"]["rows"]}
    ways = list(dict.fromkeys(key[2:] for key in found))
    named = ["one machine" if way[1] == "sequence" else f"{way[0]}, {way[2]}{', then 1' * way[3]}" for way in ways]
    lines = ["| set | learner | " + " | ".join(named) + " |", "|---" * (2 + len(ways)) + "|"]
    for name, kind in dict.fromkeys(key[:2] for key in found):
        lines.append(f"| {name} | {kind} | " + " | ".join(f"{found[name, kind, *way]:.1f}" for way in ways) + " |")
    return "\n".join(lines)


def cost_model(record: dict[str, Any]) -> str:
    """Fit T = v n d / C + t + p P + c d P / C, where C is the number of cores at work, on the Perceptron's results."""
    by_shape = {(d, p): t / 1000 for name, d, p, t, _ in record["overhead"]["rows"] if name == "Perceptron"}
    narrow = [(p, t) for (d, p), t in by_shape.items() if d == 100]
    per_part, fixed = np.polyfit(*zip(*narrow, strict=True), 1)
    wide = [(t - fixed - per_part * p) / (d * p / 2) for (d, p), t in by_shape.items() if d > 100]
    per_feature = statistics.mean(wide)
    about = record["speed"]
    n, d, n_parts = about["rows"], about["features"], about["partitions"]
    per_number = (about["seconds"]["1"]["median"] - fixed - per_part * n_parts) / (n * d)
    numbers = (f"v = {1e9 * per_number:.3f} ns", f"t = {1e3 * fixed:.1f} ms", f"p = {1e3 * per_part:.2f} ms")
    lines = [", ".join([*numbers, f"c = {1e9 * per_feature:.2f} ns"])]
    for workers, own in about["seconds"].items():
        cores = min(int(workers), os.cpu_count() or 1)
        expected = per_number * n * d / cores + fixed + per_part * n_parts + per_feature * d * n_parts / cores
        lines.append(f"{workers} workers: model {expected:.3f} s, measured {own['median']:.3f} s")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
