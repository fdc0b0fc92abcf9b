"""Ctrl-C in a terminal, which reaches the command and the workers of its cluster."""

import os
import signal
import subprocess
import sys

import pytest

SCRIPT = """
import sys
import rosenblatt


def tell(learner, progress):
    if progress.epoch == 2:
        print("training", flush=True)


if __name__ == "__main__":
    options = {"dask": "local", "max_iter": 10**6, "n_iter_no_change": None, "on_window": tell}
    trained = rosenblatt.train(sys.argv[1], **options)
    print(trained.report_.reason, flush=True)
"""


@pytest.mark.compiled
def test_ctrl_c_ends_training_with_a_report(tmp_path):
    lines = [f"{k % 7},{k % 5},{'yes' if k % 3 else 'no'}" for k in range(200)]
    (tmp_path / "d.csv").write_text("a,b,label\n" + "\n".join(lines) + "\n")
    (tmp_path / "run.py").write_text(SCRIPT)
    command = [sys.executable, tmp_path / "run.py", tmp_path / "d.csv"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as process:
        try:
            assert process.stdout.readline() == "training\n"
            os.killpg(process.pid, signal.SIGINT)
            out, error = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, out, error) == (0, "interrupted\n", "")
