"""Last line of ``train``: the next command to type.

A step that changes the model is suggested only if it won on held-out folds (bench/advice.py; table in
docs/benchmarks.md). Otherwise the step measures.
"""

import shlex
import sys
from typing import Any

import click

from rosenblatt.cli.options import KERNEL, LEARNING, READING, is_typed, typed_options

MANY_EPOCHS = 100  # for an averaged perceptron
LEAST_ROWS = 5  # per class, to hold rows out or to compare in folds
# Options that are repeated if they were typed.
KEPT = (*READING, "scale", *LEARNING, *KERNEL, "class_weight", "metric", "validation", "cache")
HOLDERS = {"averaged": "The average", "voted": "The vote", "pocket": "The pocket"}


def next_step(data: str, trained: Any, model: str | None) -> str:
    """Return the reason for the next step and the command to type."""
    report, argv = trained.report_, sys.argv[1:]
    if model is not None and report.reason != "interrupted":
        file = shlex.quote(model)
        return f"Next: rosenblatt evaluate {file} TEST, and rosenblatt predict {file} NEW"
    given = click.get_current_context().params
    in_parts = given.get("dask") or given.get("strategy")
    if report.reason == "interrupted":
        words = [*argv, *["--resume"][: model is not None and not in_parts and "--resume" not in argv]]
        return f"Interrupted: this is the report of the weights so far. Next: rosenblatt {shlex.join(words)}"
    if given.get("from_model") or in_parts or len(given["data"]) > 1:
        return f"Next: rosenblatt {shlex.join(argv)} --model FILE, which saves the model"
    on_training = trained.training
    if report.errors == 0 and (on_training is None or on_training.n_right == on_training.n_rows):
        return f"The rows are separated. Next: {_after_separated(data, trained)}"
    verdict = getattr(report.certificate, "separable", None)
    more = {"max_iter": ["--epochs", str(10 * report.n_epochs)], "stalled": ["--certify-when-stalled"]}
    if verdict is True and report.reason in more and trained.algorithm != "kernel":
        again = _train(data, trained.algorithm, *more[report.reason])
        return f"A plane separates the rows, and more epochs find it. Next: {again}"
    if report.reason == "converged":
        return _after_converged(data, trained)
    why, step = _after_wrong_rows(data, trained)
    return f"{'No plane separates the rows.' if verdict is False else why} Next: {step}"


def _after_separated(data: str, trained: Any) -> str:
    if not is_typed("data"):
        return "rosenblatt train sample:xor --certify, whose rows no line separates"
    if trained.algorithm == "kernel":
        return _measure(data, trained)
    if trained.algorithm != "averaged":
        return _train(data, "averaged")
    return _validate(data, trained) or _certify(data)


def _after_converged(data: str, trained: Any) -> str:
    """Step for runs whose last weights classify every training row, but whose predicting weights do not."""
    if trained.algorithm == "kernel" and trained.report_.last_epoch_was_right:
        why = "The predictions also hold earlier vectors, which usually is better for new rows."
        last = _train(data, "kernel", "--predict-with", "last")
        return f"{why} The last one predicts every training row right: {last}\nNext: {_measure(data, trained)}"
    if trained.algorithm not in HOLDERS:
        why = "The last epoch made no mistake, but its updates moved the plane across some rows."
        if trained.report_.updates_per_epoch[-1] == 0:
            why = "Rows of zeros make no step, so some of them stay wrong."
        return f"{why} Next: {_measure(data, trained)}"
    more = ["--certify-when-stalled"] if _stalls_sooner(trained) else []
    why = f"{HOLDERS[trained.algorithm]} still holds earlier weights, which usually is better for new rows."
    step = f"Next: {_measure(data, trained)}"
    if not trained.report_.last_epoch_was_right:
        return f"{why} {step}"
    return f"{why} The last weights predict every training row right: {_train(data, 'perceptron', *more)}\n{step}"


def _stalls_sooner(trained: Any) -> bool:
    """Return True if a plain perceptron, which waits less than an average, would stall before it converges."""
    from rosenblatt.learners.stopping import Stall

    report, learner = trained.report_, trained.learner_
    shape = (report.n_rows, learner.n_features, learner.classes.n_labels)
    stall = Stall(learner.options, tests_plateau=True)
    delaying = report.mistakes_per_epoch if learner.options.passive_aggressive else report.updates_per_epoch
    for number, count in enumerate(delaying[:-1], 1):
        stall.note(count)
        if stall.is_stale(shape, delaying[:number]):
            return True
    return False


def _after_wrong_rows(data: str, trained: Any) -> tuple[str, str]:
    """Return the reason and the command."""
    algorithm, report = trained.algorithm, trained.report_
    if trained.needs_scaling and not is_typed("scale"):
        why = "Features of very different sizes were not scaled, so the largest dominate the score."
        return why, _train(data, algorithm, "--scale", "standard")
    if algorithm == "perceptron":
        why = "If no plane separates the rows, the last weights keep changing; an average is steadier."
        return why, _train(data, "averaged")
    if algorithm == "pocket":
        return "An average usually predicts new rows better than a pocket.", _train(data, "averaged")
    if algorithm == "averaged" and report.reason == "max_iter" and report.n_epochs < MANY_EPOCHS:
        why = "Some rows stay wrong; an average over more epochs usually predicts new rows better."
        return why, _train(data, algorithm, "--epochs", str(MANY_EPOCHS))
    return "Some rows stay wrong.", _measure(data, trained)


def _measure(data: str, trained: Any) -> str:
    """Return a command that measures accuracy on new rows; if there are too few, certify, or trace for a kernel."""
    if validate := _validate(data, trained):
        return validate
    if trained.algorithm == "kernel":  # compare and certify are about planes
        return _command("trace", data, *typed_options((*READING, *LEARNING, *KERNEL)))
    reading = typed_options((*READING, "scale", "metric"))
    return _command("compare", data, *reading) if _has_rows(trained) else _certify(data)


def _validate(data: str, trained: Any) -> str | None:
    """Return the same command with rows held out, or None if rows are held out already or too few."""
    if is_typed("validation") or not _has_rows(trained):
        return None
    return _train(data, trained.algorithm, "--validation", "0.2")


def _has_rows(trained: Any) -> bool:
    """Return True if each class has rows to hold out. Large data, whose rows were not counted, has."""
    seen = trained.training
    return seen is None or all(seen.scores_of(label).support >= LEAST_ROWS for label in trained.classes_.tolist())


def _certify(data: str) -> str:
    return _command("certify", data, *typed_options(READING))


def _train(data: str, algorithm: str, *changes: str) -> str:
    """Return the typed command with this algorithm and these changes."""
    replaced = {"--epochs": "max_iter", "--predict-with": "predict_with"}
    kept = [name for name in KEPT if name not in {replaced.get(change) for change in changes}]
    return _command("train", data, *typed_options(kept), "--algorithm", algorithm, *changes)


def _command(verb: str, data: str, *words: str) -> str:
    place = f"./{data}" if data.startswith("-") and data != "-" else data  # a leading dash would be an option
    return shlex.join(["rosenblatt", verb, place, *words])
