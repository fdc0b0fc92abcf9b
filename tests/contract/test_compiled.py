"""Compiled loops give the bits of plain ones, on any number of threads."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import rosenblatt

pytestmark = pytest.mark.compiled

# Prints a hash per run: learners, rules and orders on rows enough for prefetching and for votes by matrix products.
RUNS = """
import hashlib, warnings
import numpy as np, scipy.sparse as sp
import rosenblatt as r
warnings.simplefilter("ignore")
random = np.random.default_rng(0)
for n_classes, n, d in ((2, 400, 37), (3, 300, 21)):
    X = random.normal(size=(n, d)).astype(np.float32).astype(float) * (random.random((n, d)) < 0.6)
    y = (X @ random.normal(size=(d, n_classes)) + random.normal(size=(n, n_classes))).argmax(axis=1)
    models = [
        *(make(rule=rule, max_iter=3) for rule in ("perceptron", "margin", "pa1", "pa2")
          for make in (r.Perceptron, r.AveragedPerceptron, r.VotedPerceptron, r.PocketPerceptron)),
        *(r.Perceptron(order=order, max_iter=3) for order in ("first-mistake", "random-mistake", "all-mistakes")),
        *(r.KernelPerceptron(kernel="poly", degree=2, predict_with=kept, max_iter=2) for kept in ("last", "voted")),
        r.Perceptron(max_iter=60, n_iter_no_change=None),
    ]
    for number, model in enumerate(models):
        rows = (X, X.astype(np.float32), sp.csr_matrix(X))[number % 3]
        found = model.fit(rows, y).decision_function(rows)
        print(hashlib.sha256(found.tobytes() + repr(model.report_.mistakes_per_epoch).encode()).hexdigest())
"""


def printed(**environment):
    run = subprocess.run(
        [sys.executable, "-c", RUNS], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return run.stdout.split()


def test_compiled_runs_are_plain_runs():
    compiled = printed()
    assert len(compiled) == len(set(compiled)) == 44
    assert compiled == printed(NUMBA_DISABLE_JIT="1")


def test_the_number_of_threads_changes_nothing():
    assert printed(OMP_NUM_THREADS="1") == printed(OMP_NUM_THREADS="4")


def test_fits_in_several_threads_do_not_disturb_each_other():
    random = np.random.default_rng(1)
    X = random.normal(size=(2_000, 20))
    y = (X[:, 0] + random.normal(size=2_000) > 0).astype(int)
    expected = rosenblatt.VotedPerceptron(max_iter=3).fit(X, y).decision_function(X).tobytes()
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(rosenblatt.VotedPerceptron(max_iter=3).fit, X, y) for _ in range(8)]
        assert all(run.result().decision_function(X).tobytes() == expected for run in runs)
