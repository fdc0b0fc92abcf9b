"""Attacks with changed archives, in a process of their own: ``python -m helpers.attack KIND COUNT FOLDER``.

Each file must give a RosenblattError of one sentence, or something that can be used, and that is the same once it is
saved and loaded. Whatever else is raised ends the process. So does a file that takes longer than the watchdog allows,
in compiled code too, or more memory than a file of its size may.
"""

import contextlib
import faulthandler
import json
import os
import random
import resource
import sys
import warnings
from pathlib import Path

import numpy as np
from sklearn.datasets import dump_svmlight_file

import rosenblatt
from helpers.interruptions import Killer
from helpers.model_states import examples, learner_of, same, state
from helpers.mutations import changed, mutated
from helpers.trained_files import bits, rows
from rosenblatt import estimators, learners, online
from rosenblatt.data import chunks
from rosenblatt.errors import RosenblattError
from rosenblatt.files.streaming import windows
from rosenblatt.trained import checkpoint
from rosenblatt.trained.model_files import load, save
from rosenblatt.trained.trained_model import Trained

LONGEST = 10  # seconds a file
MAX_MEMORY = 2**30  # bytes above those of the start
TABLE = "size,colour,weight,class\n" + "1,red,2.5,yes\n3,blue,1,no\n2,red,-1,no\n" * 4


def models():
    X, y = examples(3, "str")
    two, labels = examples(2, "int", sparse=True)
    yield learners.Perceptron(max_iter=3).fit(two, labels)
    yield learners.Averaged(max_iter=3).fit(X, y)
    yield learners.Voted(max_iter=2).fit(two, labels)
    yield learners.Voted(max_iter=2).fit(X, y)
    yield learners.Voted(max_iter=2, early_stopping=True).fit(X, y)
    yield learners.Pocket(max_iter=3).fit(X, y)
    yield estimators.AveragedPerceptron(max_iter=3).fit(X, y)
    stream = online.AveragedPerceptron()
    stream.learn_one({"a": 1.0}, 1)
    stream.learn_one({"b": -1.0}, 0)
    yield stream
    yield rosenblatt.train("sample:note-004", max_iter=3)
    yield rosenblatt.train("sample:note-004", max_iter=3, scale="standard", ignore="x1")


class ModelFiles:
    """Model files of every kind: load, inspect, predict, go on learning, save again."""

    def __init__(self, folder):
        self.path, self.table = folder / "m", folder / "d.csv"
        self.table.write_text(TABLE)
        self.wholes = []
        for model in models():
            save(self.path, model)
            self.wholes.append(self.path.read_bytes())
        for options in ({}, {"hash_bits": 4, "scale": "unit"}, {"delimiter": ",", "id": "colour"}):
            rosenblatt.train(self.table, model=self.path, max_iter=3, command=["train"], **options)
            self.wholes.append(self.path.read_bytes())

    def use(self, whole, number):
        self.path.write_bytes(whole)
        try:
            rosenblatt.predict(self.path, self.table)  # which makes the model without the learner
        finally:
            model = load(self.path)
            again = self.path.with_name("again")
            save(again, model)
            self._check_same(model, load(again))
            self._go_on(model)

    @staticmethod
    def _check_same(model, twin):
        one, other = learner_of(model), learner_of(twin)
        if one is not None and one.n_features:
            assert same(state(one), state(other)), "saved again, the model is another"

    def _go_on(self, model):
        rosenblatt.inspect(model).lines()
        if isinstance(model, Trained):
            model.predict_file("sample:note-004" if model.encoding_ is None else self.table)
        learner = learner_of(model)
        if learner is not None and learner.n_features:
            rows = np.resize(np.eye(5), (5, learner.n_features))
            learner.model.predict(rows)
            if not learner.options.early_stopping:
                learner.partial_fit(rows, learner.classes.labels[[0, -1, 0, -1, 0]])


class Checkpoints:
    """Checkpoints of all algorithms, in the first epoch and later: go on with the run, save and load its model."""

    def __init__(self, folder):
        chunks.PAGE, windows.MAX_PAGES, checkpoint.BETWEEN_CHECKPOINTS = 20, 3, 0.0  # files larger than a window
        X, y = rows(90)
        dump_svmlight_file(X, y, str(folder / "a.libsvm"), zero_based=False)
        np.savez(folder / "a.npz", X=X, y=np.where(X[:, 0] > 0.5, 2, y))
        dump_svmlight_file(X, np.where(X[:, 0] > 0.5, 2, y), str(folder / "b.libsvm"), zero_based=False)
        self.path, self.saved = folder / "run", folder / "m"
        self.runs, self.wholes, self.expected = [], [], []
        for algorithm in ("perceptron", "averaged", "voted", "pocket"):
            rosenblatt.train(folder / "b.libsvm", algorithm=algorithm, max_iter=4)  # a changed label is one more class
            for name, n_windows in (("a.libsvm", 0), ("a.npz", 2), ("a.npz", 4)):
                run = {"data": folder / name, "algorithm": algorithm, "max_iter": 4, "scale": "none"}
                with contextlib.suppress(MemoryError):
                    rosenblatt.train(**run, checkpoint=self.path, on_window=Killer(n_windows))
                self.runs.append(run)
                self.wholes.append(self.path.read_bytes())
                self.expected.append(bits(rosenblatt.train(**run)))
                self.path.unlink()

    def use(self, whole, number):
        kind = number % len(self.wholes)
        self.path.write_bytes(whole)
        trained = rosenblatt.train(**self.runs[kind], checkpoint=self.path, resume=True)
        if whole == self.wholes[kind]:
            assert bits(trained) == self.expected[kind], "the run has other bits"
        save(self.saved, trained)
        assert same(state(load(self.saved).learner_), state(trained.learner_)), "saved, the model is another"


def turned(tree):
    """Have weights stand in memory in the other order."""
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if key == "by_feature":
            tree[key] = not value
        elif isinstance(value, dict | list):
            turned(value)


def attack(kind, count, folder, seed=1):
    """Use so many changed files; return how many could be used, how many were refused, and how."""
    files = {"models": ModelFiles, "checkpoints": Checkpoints}[kind](folder)
    draw = random.Random(seed)
    for change in (lambda tree: None, turned):  # all is imported and compiled, for both orders of the weights in memory
        for number, whole in enumerate(files.wholes):
            with contextlib.suppress(RosenblattError):  # some cannot predict raw rows
                files.use(changed(whole, change), number)
    before = _limit_memory()
    ended = {"used": 0, "refused": 0}
    for number in range(count):
        whole = mutated(files.wholes[number % len(files.wholes)], draw)
        (folder / "last").write_bytes(whole)
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            files.use(whole, number)
            ended["used"] += 1
        except RosenblattError as error:
            if "\n" in str(error):
                raise AssertionError("more than a sentence") from error
            ended["refused"] += 1
        faulthandler.cancel_dump_traceback_later()
    return {**ended, "bytes": 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)}


def _limit_memory():
    """Let no more be asked for than is allowed above what there is; return the peak so far, in KiB."""
    if Path("/proc/self/statm").exists():
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MAX_MEMORY, resource.RLIM_INFINITY))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    os.fsync = lambda descriptor: None  # of many files, most of the time would go into it
    warnings.simplefilter("ignore", RuntimeWarning)  # NumPy's, of numbers so large that no training would have had them
    print(json.dumps(attack(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), *map(int, sys.argv[4:]))))
