"""How long a newcomer waits: imports, the first fit ever, the first fit of a process, the command's help.

Each is a fresh process, timed from its start until its last statement has run (the help until the process ends), as a
user waits for it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial

from comparison import Effort, Row
from timing import best, seconds

DATA = "import numpy as np; X = np.random.default_rng(0).normal(size=(200, 10)); y = (X[:, 0] > 0).astype(int)\n"
FITS = {
    "scikit-learn": "from sklearn.linear_model import Perceptron; Perceptron().fit(X, y)",
    "estimator": "from rosenblatt import Perceptron; Perceptron().fit(X, y)",
    "learner": "from rosenblatt.learners import Perceptron; Perceptron().fit(X, y)",
}
IMPORTS = {
    "import sklearn": "import sklearn",
    "import rosenblatt": "import rosenblatt",
    "import scikit-learn's": "from sklearn.linear_model import Perceptron",
    "import estimator": "from rosenblatt import Perceptron",
}
HELP = "import sys; sys.argv = ['rosenblatt', '--help']; from rosenblatt.cli import main; main()"
AT_ONCE = "\nimport os; os._exit(0)"  # the user waits for the statement, not for the end of the process

FIRST_EVER, FIRST_OF_PROCESS, OVER_PEER, HELP_LIMIT = 5.0, 0.9, 0.3, 0.4  # seconds


def compare(effort: Effort) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as cache:
        # Each in an empty cache; the first of them leaves its compiled code for the fits below.
        tries = 1 if effort.quick else 3
        ever = {
            name: min(seconds(partial(run, DATA + FITS[name], f"{cache}/{name} {number}")) for number in range(tries))
            for name in ("estimator", "learner")
        }
        jobs = {name: partial(run, DATA + code, f"{cache}/{name} 0") for name, code in FITS.items()}
        jobs |= {name: partial(run, code, cache) for name, code in IMPORTS.items()}
        jobs["help"] = partial(run, HELP, cache, at_end="")
        best(jobs, Effort(quick=True))  # so that files are in memory and byte code is written
        times = best(jobs, effort)
    yield Row("import rosenblatt", times["import rosenblatt"], times["import sklearn"], "import sklearn", times=times)
    names = "from rosenblatt import Perceptron", "scikit-learn's"
    yield Row(names[0], times["import estimator"], times["import scikit-learn's"], names[1], times=times)
    for name, time in ever.items():
        yield within(f"first fit ever, {name}", time, FIRST_EVER)
    theirs = times["scikit-learn"]
    remark = f"scikit-learn's {theirs:.2f} s"
    estimator = within("first fit of a process, estimator", times["estimator"], theirs + OVER_PEER, remark)
    estimator.against = f"scikit-learn + {OVER_PEER} s"
    yield estimator
    yield within("first fit of a process, learner", times["learner"], FIRST_OF_PROCESS, remark)
    yield within("rosenblatt --help", times["help"], HELP_LIMIT)


def within(work: str, time: float, limit: float, remark: str = "") -> Row:
    return Row(work, time, limit, "limit", at_least=1, remark=remark)


def run(code: str, cache: str, at_end: str = AT_ONCE) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # most users have byte code
    subprocess.run([sys.executable, "-c", code + at_end], env=environment, check=True, stdout=subprocess.DEVNULL)
