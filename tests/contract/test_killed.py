"""Real processes that are killed or interrupted: what they leave, and how their runs go on."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import rosenblatt
from contract.shell import run

TRAIN = "import sys; from contract.shell import run; ended = run(*sys.argv[1:]); print(ended.out); sys.exit(ended.code)"
SAVE = """
import sys, rosenblatt
models = [rosenblatt.load(path) for path in sys.argv[2:]]
while True:
    for model in models:
        rosenblatt.save(sys.argv[1], model)
"""


def begin(folder, code, *arguments):
    """Start a process with plain loops: they need no compiling, and their epochs last long enough to be stopped."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell may have it ignored
    )


def version(path):
    return (path.stat().st_ino, path.stat().st_mtime_ns) if path.exists() else None


def stopped(process, how, path, delay):
    """Send a signal some time after a file was written; return the exit code and the output."""
    before = version(path)
    while version(path) == before and process.poll() is None:
        time.sleep(0.002)
    time.sleep(delay)
    process.send_signal(how)
    out, _ = process.communicate(timeout=60)
    return process.returncode, out.decode()


def learned(path):
    model = rosenblatt.load(path)
    X = np.eye(model.n_features_in_)
    return model.model_.decision_function(X).tobytes(), {**model.report_.to_dict(), "seconds": 0}


def noisy(path, n_rows, seed):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n_rows, 3)), 2)
    np.savez(path, X=X, y=X.sum(axis=1) + 2 * rng.normal(size=n_rows) > 0)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_goes_on_to_the_bits_of_one_that_was_not(how, tmp_path, request, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for seed, name in enumerate(["old.npz", "new.npz", "other.npz"]):
        noisy(name, 200, seed)
    rosenblatt.train("old.npz", model="old", max_iter=1)
    options = ["--from-model", "old", "--max-iter", "60"]
    draw, codes = random.Random(int(how)), []
    for _ in range(20 if request.config.getoption("--long") else 2):
        process = begin(tmp_path, TRAIN, "train", "new.npz", *options, "--model", "m", "--resume", "--json")
        code, out = stopped(process, how, tmp_path / "m.checkpoint", draw.uniform(0, 0.05))
        codes.append(code)
        assert not Path("m").exists()
        assert ('"reason": "interrupted"' in out) == (code == 130)
        for changed in (["new.npz", *options, "--max-iter", "61"], ["other.npz", *options]):
            refused = run("train", *changed, "--model", "m", "--resume")
            assert (refused.code, "--resume" in refused.error) == (1, True)
    assert set(codes) == {130 if how == signal.SIGINT else -how}
    assert run("train", "new.npz", *options, "--model", "m", "--resume").code == 0
    assert run("train", "new.npz", *options, "--model", "whole").code == 0
    assert learned("m") == learned("whole")
    assert {path.name for path in tmp_path.iterdir() if path.suffix != ".npz"} == {"old", "m", "whole"}


def test_a_new_run_on_a_large_file_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    noisy("a.npz", 66_000, 0)  # more than one window
    options = ["train", "a.npz", "--algorithm", "perceptron", "--max-iter", "2", "--order", "given", "--model"]
    process = begin(tmp_path, TRAIN, *options, "m")
    assert stopped(process, signal.SIGKILL, tmp_path / "m.checkpoint", 0.0)[0] == -signal.SIGKILL
    assert run(*options, "m", "--resume").code == run(*options, "whole").code == 0
    assert learned("m") == learned("whole")


def test_a_file_is_the_old_one_or_the_new_one_at_every_moment(tmp_path, request):
    rng, target, files = np.random.default_rng(0), tmp_path / "m", [tmp_path / "a", tmp_path / "b"]
    for path, n_features in zip(files, (50_000, 1_000), strict=True):
        rosenblatt.save(path, rosenblatt.Perceptron(max_iter=1).fit(rng.normal(size=(4, n_features)), [0, 1, 0, 1]))
    whole = [path.read_bytes() for path in files]
    for delay in rng.uniform(0, 0.1, 20 if request.config.getoption("--long") else 2):
        process = begin(tmp_path, SAVE, target, *files)
        while not target.exists() and process.poll() is None:
            time.sleep(0.002)
        assert [target.read_bytes() in whole for _ in range(50)] == [True] * 50
        assert stopped(process, signal.SIGKILL, target, delay)[0] == -signal.SIGKILL
        assert target.read_bytes() in whole
    rosenblatt.save(target, rosenblatt.load(target))
    assert set(tmp_path.iterdir()) == {*files, target}
