"""How long a newcomer waits: first fit ever, first fit of a process, the command's help.

    python bench/startup.py

Each is a fresh process, timed from its start until the fit has returned (what a user waits for; the help until
the process ends); best of several, ours and the peer's in turn.
"""

import os
import subprocess
import sys
import tempfile
import time

DATA = "import numpy as np; X = np.random.default_rng(0).normal(size=(200, 10)); y = (X[:, 0] > 0).astype(int)\n"
FITS = {
    "scikit-learn Perceptron": "from sklearn.linear_model import Perceptron; Perceptron().fit(X, y)",
    "rosenblatt.Perceptron": "from rosenblatt import Perceptron; Perceptron().fit(X, y)",
    "rosenblatt.learners.Perceptron": "from rosenblatt.learners import Perceptron; Perceptron().fit(X, y)",
}
HELP = "import sys; sys.argv = ['rosenblatt', '--help']; from rosenblatt.cli import main; main()"
ROUNDS = 7


def seconds(code: str, cache: str) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", f"{code}\nimport time; print(time.time())"]
    began = time.time()
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1]) - began


def seconds_to_end(code: str) -> float:
    began = time.time()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.time() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        first = {
            name: min(seconds(DATA + FITS[name], f"{folder}/{i}{k}") for k in range(3)) for i, name in enumerate(FITS)
        }
        later: dict[str, list[float]] = {name: [] for name in FITS}
        for _ in range(ROUNDS):
            for i, name in enumerate(FITS):
                later[name].append(seconds(DATA + FITS[name], f"{folder}/{i}0"))
        help_ = min(seconds_to_end(HELP) for _ in range(ROUNDS))
    best = {name: min(times) for name, times in later.items()}
    over = best["rosenblatt.Perceptron"] - best["scikit-learn Perceptron"]
    for name, limit in (("rosenblatt.Perceptron", 5.0), ("rosenblatt.learners.Perceptron", 5.0)):
        print(f"first fit ever, {name:32} {first[name]:6.2f} s   (limit {limit} s)")
    for name, time_ in best.items():
        limit = "   (limit 0.9 s)" if "learners" in name else ""
        print(f"first fit of a process, {name:32} {time_:6.2f} s{limit}")
    print(f"the estimator's over scikit-learn's own: {over:+.2f} s   (limit +0.3 s)")
    print(f"rosenblatt --help: {help_:.2f} s   (limit 0.4 s)")


if __name__ == "__main__":
    main()
