"""Kernel perceptrons in tests: their options, their oracle, and all that they came to, as bits."""

import numpy as np
import reference
from reference_kernel import KernelRun, kernel_of

from helpers.bits import examples
from rosenblatt.learners import Kernel

KERNELS = {
    "linear": {"kernel": "linear"},
    "no bias": {"kernel": "linear", "fit_intercept": False},
    "poly": {"kernel": "poly", "degree": 2, "gamma": 0.3, "coef0": 0.7},
    "cubic": {"kernel": "poly"},
    "rbf": {"kernel": "rbf", "gamma": 0.2},
}
RULES = {"perceptron": {}, "margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
PREDICT_WITH = ("last", "averaged", "voted")
WITHOUT_END = {"stop_when_converged": False, "n_iter_no_change": None}


def float_rows(n_classes, n=14, d=9, seed=0):
    """Lists of floats, with a row of zeros, and of labels."""
    X, y = examples(n_classes, n=n, d=d, seed=seed)
    return X.astype(np.float64).tolist(), y.tolist()


def whole_rows(n_classes, n=14, d=5, seed=0, largest=4):
    """Whole numbers with labels at random: every epoch has mistakes."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-largest, largest + 1, size=(n, d)).astype(np.float64)
    y = np.array([*range(n_classes), *rng.integers(n_classes, size=n - n_classes).tolist()])
    return X, 2 * y - 1 if n_classes == 2 else y


def numbers_of(named):
    """Keywords of the oracle's kernel."""
    known = {name: named[name] for name in ("degree", "gamma", "coef0") if name in named}
    return {**known, "bias": int(named.get("fit_intercept", True))}


def oracle(name, X, y, dot=reference.lane_dot, **options):
    """Run of the oracle with a kernel of ``KERNELS``."""
    named = KERNELS[name]
    return KernelRun(X, y, kernel_of(named["kernel"], dot=dot, **numbers_of(named)), **options)


def recording(learner):
    """Entries that a learner will list: (row, visit, step, whether it was a mistake)."""
    entries = []

    def note(examples, visits, mistakes):
        steps, wrong = (np.broadcast_to(column, len(mistakes.row)).tolist() for column in mistakes[3:])
        entries.extend(zip(mistakes.row.tolist(), mistakes.when.tolist(), steps, wrong, strict=True))

    learner.on_visits = note
    return entries


def entries_of(run):
    """Entries of the oracle, as ``recording`` has them."""
    return [tuple(entry[:4]) for entry in run.entries]


def listed_updates(model):
    """Updates in a model: (number of the training row, class that is its rival, visit, step)."""
    mistakes = model.mistakes
    rows, rivals = model.numbers[mistakes.row].tolist(), model.classes[mistakes.wrong_class].tolist()
    return list(zip(rows, rivals, mistakes.when.tolist(), np.broadcast_to(mistakes.step, len(rows)), strict=True))


def updates_of(run):
    """Updates of the oracle, as ``listed_updates`` has them. One against the rest, the class is the one that moves."""
    return [(entry.row, entry.moves[-1][0], entry.when, entry.tau) for entry in run.updates]


def kernel_bits(learner, X):
    """All that a kernel perceptron came to, under each way to predict: equal only if every bit is."""
    model, report = learner.model, learner.report
    scores = [model.decision_function(X).tobytes(), model.predict(X).tobytes(), model.classes.tobytes()]
    counts = [] if report is None else [report.n_mistakes, report.updates, report.n_examples, report.radius]
    return [*scores, listed_updates(model), model.support.weights.tolist(), learner.gamma, *counts]


def trained(name, X, y, sample_weight=None, **options):
    """Kernel perceptron with a kernel of ``KERNELS``."""
    return Kernel(**KERNELS[name], **options).fit(X, y, sample_weight=sample_weight)
