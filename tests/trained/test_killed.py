"""Real processes that are killed, interrupted or terminated: what they leave, and how a run goes on from there."""

import os
import signal
import struct
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

pytestmark = pytest.mark.compiled  # coverage does not see into other processes

# The command line, but: files of hundreds of rows are larger than a window, pages go to disk, every window is followed
# by a checkpoint, and all that the learner knows in the end goes to a file.
COMMAND = """
import sys
from rosenblatt.cli import main
from rosenblatt.commands import train as verb
from rosenblatt.data import chunks
from rosenblatt.files import archives
from rosenblatt.files.streaming import file_rows, windows
from rosenblatt.learners.state import state_of
from rosenblatt.trained import checkpoint

chunks.PAGE, windows.MAX_PAGES, file_rows.MAX_BYTES_IN_MEMORY = 20, 2, 1000
checkpoint.BETWEEN_CHECKPOINTS = 0.0
train = verb.train

def trained_and_told(*given, **options):
    trained = train(*given, **options)
    state, report = state_of(trained.learner_), trained.report_.to_dict()
    del state["counts"]["_seconds"], report["seconds"]
    archives.write_archive("learned", b"", {"state": state, "report": report})
    return trained

verb.train = trained_and_told
main()
"""


class Runs:
    """Runs in one folder, with the same data and options."""

    def __init__(self, folder, *options):
        self.folder, self.options = folder, options
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "home")}

    def begin(self, *more, command=COMMAND):
        return subprocess.Popen(
            [sys.executable, "-c", command, "train", *self.options, *more],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell may have it ignored
        )

    def learned(self, run):
        """All that a run has learned, when it has ended well."""
        _, said = run.communicate(timeout=60)
        assert run.returncode == 0, said.decode()
        return (self.folder / "learned").read_bytes()

    def stopped(self, how, after=0.0):
        """The exit code of a run that goes on from the last, stopped so many seconds after its next checkpoint."""
        before = self.checkpoint()
        run = self.begin("--checkpoint", "run", "--resume")
        while self.checkpoint() == before and run.poll() is None:
            time.sleep(0.002)
        time.sleep(after)
        run.send_signal(how)
        run.communicate(timeout=60)
        return run.returncode

    def checkpoint(self):
        """What tells one checkpoint from the next."""
        try:
            return (self.folder / "run").stat().st_ino, (self.folder / "run").stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def resumed(self):
        return self.learned(self.begin("--checkpoint", "run", "--resume"))

    def left(self):
        """Names of files that a run should not leave."""
        pages = (self.folder / "home").rglob("*.*")
        return [path.name for path in [*self.folder.rglob("*.partial"), *pages]]


def make_rows(n_classes, n_rows=130, n_features=4):
    rng = np.random.default_rng(n_classes)
    X = np.round(rng.normal(size=(n_rows, n_features)), 3) * (rng.random((n_rows, n_features)) < 0.7)
    return X, (X @ rng.normal(size=(n_features, n_classes)) + rng.normal(size=(n_rows, n_classes))).argmax(axis=1)


@pytest.fixture
def runs(tmp_path):
    """Runs of an algorithm on a file of some classes, long enough to be stopped."""

    def made(algorithm, n_classes=2):
        dump_svmlight_file(*make_rows(n_classes), str(tmp_path / "a.libsvm"), zero_based=False)
        return Runs(tmp_path, "a.libsvm", "--algorithm", algorithm, "--epochs", "20")

    return made


@pytest.fixture
def moments(request):
    """Seconds after a checkpoint at which runs are killed."""
    return np.random.default_rng(0).uniform(0, 0.1, 20 if request.config.getoption("--long") else 2).tolist()


@pytest.mark.parametrize(("algorithm", "n_classes"), [("averaged", 2), ("voted", 2), ("perceptron", 4), ("pocket", 3)])
def test_killed_at_random_moments_and_resumed_is_never_killed(algorithm, n_classes, runs, moments):
    run = runs(algorithm, n_classes)
    never_killed = run.learned(run.begin())
    assert -signal.SIGKILL in [run.stopped(signal.SIGKILL, after) for after in moments]
    assert run.resumed() == never_killed
    assert run.left() == []


@pytest.mark.parametrize("algorithm", ["perceptron", "pocket"])
def test_ctrl_c_leaves_a_checkpoint_that_goes_on(algorithm, runs):
    run = runs(algorithm)
    never_stopped = run.learned(run.begin())
    assert run.stopped(signal.SIGINT, 0.05) == 130
    assert run.checkpoint() is not None
    assert run.left() == []
    assert run.resumed() == never_stopped


def test_sigterm_leaves_a_checkpoint_and_no_pages(runs):
    run = runs("averaged")
    run.options += ("--cache", "kept")
    assert run.stopped(signal.SIGTERM, 0.0) == 128 + signal.SIGTERM
    assert run.checkpoint() is not None
    assert run.left() == []


def test_pages_of_a_killed_run_are_swept_by_the_next_or_were_never_seen(runs, tmp_path):
    run = runs("perceptron")
    suicide = "import os; checkpoint.Checkpoint.write = lambda *_: os.kill(os.getpid(), 9)\nmain()"
    for folder, options in (("kept", ["--cache", "kept"]), ("home/rosenblatt", [])):
        killed = run.begin("--checkpoint", "run", *options, command=COMMAND.replace("main()", suicide))
        killed.communicate(timeout=60)
        assert killed.returncode == -signal.SIGKILL
        assert (tmp_path / folder).is_dir()
    (left,) = run.left()
    assert left.endswith(".partial")
    run.learned(run.begin("--cache", "kept"))
    assert run.left() == []


def test_runs_that_share_a_cache_end_right_and_leave_one_file(runs, tmp_path):
    run = runs("perceptron")
    alone = run.learned(run.begin())
    together = [run.begin("--cache", "kept") for _ in range(2)]
    assert [run.learned(one) for one in together] == [alone, alone]
    assert [path.suffix for path in (tmp_path / "kept").iterdir()] == [".pages"]
    assert run.learned(run.begin("--cache", "kept")) == alone


def test_an_idx_file_goes_on_when_it_was_killed(tmp_path, moments):
    X, y = make_rows(3, 130, 9)
    pixels = np.clip(128 + 60 * X, 0, 255).astype(np.uint8)
    (tmp_path / "images").write_bytes(struct.pack(">4I", 0x803, len(y), 3, 3) + pixels.tobytes())
    (tmp_path / "labels").write_bytes(struct.pack(">2I", 0x801, len(y)) + y.astype(np.uint8).tobytes())
    run = Runs(tmp_path, "images", "--format", "idx", "--labels", "labels", "--epochs", "20")
    never_killed = run.learned(run.begin())
    assert -signal.SIGKILL in [run.stopped(signal.SIGKILL, after) for after in moments]
    assert run.resumed() == never_killed
