"""Sets whose classes almost touch: is each decided, how long does it take, does its certificate hold?

    python bench/near_degenerate.py            all sets that results/near_degenerate.json does not have yet
    python bench/near_degenerate.py --list     those that it has

Three kinds, all of whole pixels or of real texts:

- beginnings: the first rows of two digits that no plane separates. A search by halves finds the number of rows from
  which on they cannot be separated, and every beginning that it looks at is a set.
- moved: of two digits that a plane separates, the closest rows are moved to the widest plane and past it, or not quite
  to it, by a fraction of the margin.
- texts: two classes of sector, and the classes of reuters without the texts that have both labels.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from datasets import found, idx_bytes, sector
from sklearn.datasets import load_svmlight_file

from rosenblatt import certify

RESULTS = Path(__file__).parent / "results" / "near_degenerate.json"
NOT_SEPARABLE = ((7, 9), (3, 5), (4, 9), (5, 8), (3, 8), (2, 3), (2, 8))
FEWEST = 4000  # rows of a set of images
SEPARABLE = ((3, 6, 4000), (1, 8, 4000), (2, 7, 6000), (5, 6, 8000), (4, 6, 12000), (0, 8, 12000))
FRACTIONS = tuple(sign * 10.0**-k for k in range(1, 7) for sign in (1, -1))
SECTOR_PAIRS = tuple((k, k + 1) for k in range(1, 12))
STEPS = 400  # of single pixels, for a row to come where it is wanted

Set = tuple[Any, np.ndarray]


@cache
def images() -> Set:
    pixels = idx_bytes("mnist/train-images-idx3-ubyte.gz", 16).reshape(-1, 784).astype(np.float64)
    return pixels, idx_bytes("mnist/train-labels-idx1-ubyte.gz", 8)


def digits(pair: tuple[int, int], n_rows: int) -> Set:
    X, y = images()
    chosen = np.flatnonzero(np.isin(y, pair))[:n_rows]
    return X[chosen], y[chosen]


class Record:
    """The results so far, in a file that is written after each set."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sets: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}

    def decide(self, name: str, X: Any, y: np.ndarray) -> bool | None:
        if name not in self.sets:
            began = time.process_time()  # of all threads: other work on the machine does not count
            certificate = certify(X, y)
            seconds = time.process_time() - began
            margin = certificate.margin
            self.sets[name] = {
                "rows": X.shape[0],
                "separable": certificate.separable,
                "holds": certificate.check(X, y),
                "seconds": round(seconds, 1),
                "margin": None if margin is None else [margin.lower, margin.upper],
                "proof_rows": len(certificate.hull.rows) if certificate.hull else None,
            }
            self.path.write_text(json.dumps(self.sets, indent=1) + "\n")
            print(name, self.sets[name], flush=True)
        separable: bool | None = self.sets[name]["separable"]
        return separable


def beginnings(record: Record, pair: tuple[int, int]) -> None:
    low, high = FEWEST, len(digits(pair, 10**6)[1])
    while high - low > 1:
        n_rows = (low + high) // 2
        if record.decide(f"beginning {pair[0]}-{pair[1]}, {n_rows} rows", *digits(pair, n_rows)):
            low = n_rows
        else:
            high = n_rows


def moved(X: np.ndarray, y: np.ndarray, certificate: Any, fraction: float) -> np.ndarray:
    """The rows that hold the widest plane, moved across it by a fraction of the margin (below 0: not quite to it)."""
    signs = np.where(y == y.max(), 1.0, -1.0)
    length = np.linalg.norm(certificate.weights)
    normal, bias = certificate.weights / length, certificate.bias / length
    target = -fraction * certificate.margin.lower
    X, random = X.copy(), np.random.default_rng(0)
    for row in certificate.hull.rows:
        distance = signs[row] * (X[row] @ normal + bias)
        pixels = np.clip(np.rint(X[row] - signs[row] * (distance - target) * normal), 0, 255)
        X[row] = adjusted(pixels, signs[row], normal, bias, target, random)
    return X


def adjusted(pixels: Any, sign: float, normal: Any, bias: float, target: float, random: Any) -> np.ndarray:
    """Rounding has moved the row: single pixels bring it back to where it is wanted, as near as they can."""
    for _ in range(STEPS):
        error = sign * (pixels @ normal + bias) - target
        steps = -np.sign(error) * sign * np.sign(normal)
        free = (pixels + steps >= 0) & (pixels + steps <= 255) & (abs(normal) <= 1.5 * abs(error))
        if abs(error) <= 0.5 * abs(target) or not free.any():
            break
        largest = np.flatnonzero(free)[np.argsort(-abs(normal[free]))[:8]]
        chosen = random.choice(largest)
        pixels[chosen] += steps[chosen]
    return pixels


def near_planes(record: Record) -> None:
    for first, second, n_rows in SEPARABLE:
        names = {f: f"moved {first}-{second}, {n_rows} rows, {f:+g}" for f in FRACTIONS}
        if all(name in record.sets for name in names.values()):
            continue
        X, y = digits((first, second), n_rows)
        plane = certify(X, y)
        for fraction, name in names.items():
            record.decide(name, moved(X, y, plane, fraction), y)


def texts(record: Record) -> None:
    X, y = sector()
    for pair in SECTOR_PAIRS:
        chosen = np.isin(y, pair)
        record.decide(f"sector {pair[0]}-{pair[1]}", X[chosen], y[chosen])
    X, y = load_svmlight_file(str(found("libsvm/reuters.trn.bz2")))
    groups = certify(X, y).conflicts
    stays = np.setdiff1d(np.arange(len(y)), [row for group in groups for row in group])
    record.decide("reuters without texts of both labels", X[stays], y[stays])


def lines(sets: dict[str, dict[str, Any]]) -> Iterator[str]:
    for name, one in sets.items():
        verdict = {True: "separable", False: "not separable", None: "UNDECIDED"}[one["separable"]]
        yield f"{name:42} {verdict:14} {one['seconds']:7.1f} s  {'holds' if one['holds'] else 'DOES NOT HOLD'}"
    seconds = [one["seconds"] for one in sets.values()]
    undecided = sum(one["separable"] is None for one in sets.values())
    yield f"{len(sets)} sets, {undecided} undecided; median {np.median(seconds):.1f} s, longest {max(seconds):.1f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description="Decide sets whose classes almost touch.")
    parser.add_argument("--list", action="store_true", help="list what is decided already")
    record = Record(RESULTS)
    if not parser.parse_args().list:
        texts(record)
        near_planes(record)
        for pair in NOT_SEPARABLE:
            beginnings(record, pair)
    print("\n".join(lines(record.sets)) if record.sets else "no set yet")
    return 0


if __name__ == "__main__":
    sys.exit(main())
