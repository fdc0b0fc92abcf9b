"""The jobs of the command line, as functions: each verb of the shell calls the one of its name."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.readers import read

if TYPE_CHECKING:
    from rosenblatt.file_training import OnWindow
    from rosenblatt.models.trace import Trace
    from rosenblatt.proofs.check.certificate import Certificate
    from rosenblatt.proofs.check.multiclass import MulticlassCertificate
    from rosenblatt.proofs.search.binary import Progress
    from rosenblatt.trained import Trained


def train(
    data: str | os.PathLike[str] = "sample:iris",
    *,
    algorithm: str | None = None,
    model: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    from_model: Any = None,
    validation: float | str | os.PathLike[str] | None = None,
    certify: bool = False,
    certify_when_stalled: bool = False,
    cache: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_window: "OnWindow | None" = None,
    command: list[str] | None = None,
    **options: Any,
) -> "Trained":
    """Train on a file or a bundled set; returns what was trained, whose ``report_`` tells how it ended.

    data: a file of any size and of any format that ``read`` knows, a folder, a pattern, or ``sample:NAME``.
    algorithm: "perceptron", "averaged", "voted" or "pocket"; if nothing is said, "averaged" for files, which most often
        are noisy, and the lecture's "perceptron" for bundled sets.
    model: a file to write the model to, when it is trained; until then there is a checkpoint beside it.
    report: a file to write the report to, as a page of HTML that needs nothing else: with pictures, tables, and how to
        do it again. It needs matplotlib. One more pass over the rows is made for it.
    from_model: a model, or its file, to go on from with these rows; its algorithm and options stay, but for max_iter.
    validation: a fraction of the rows to hold out, or a file of others, to see how right the model is on them.
    certify: then ask whether a plane separates the rows, for as long as training took, at least 10 seconds; the report
        has the mistakes against the proven bound, or says what voids it. Ctrl-C ends the search, and no more.
    certify_when_stalled: ask when the run stalls; for rows that a window holds.
    cache: a folder for the pages of the data, kept there for the next time.
    checkpoint: a file to which the run is written after every epoch and every minute, until it ends.
    resume: go on from the checkpoint, if there is one.
    on_window: called after each window of a file that is larger, with the learner and how far it has come.
    command: as it was typed, for the model file.
    options: those of ``read``, with numbers of tables standardised unless scale says otherwise, and those of the
        learner (order, max_iter, at_zero, class_weight, random_state, …).
    """
    from rosenblatt.training_runs import TrainingRun

    asked: dict[str, Any] = {"from_model": from_model, "validation": validation, **options}
    run = TrainingRun(data, algorithm=algorithm, certify_when_stalled=certify_when_stalled, **asked)
    if model is not None:
        run.check_target(model)
        checkpoint = f"{os.fspath(model)}.checkpoint" if checkpoint is None else checkpoint
    elif resume and checkpoint is None:
        raise OptionError("resume must have a checkpoint to go on from: --checkpoint or --model names it.")
    if report is not None:
        run.check_page(report, model)
        given = {"algorithm": algorithm, "model": model, "report": report, "certify": certify or None, **asked}
        given["certify_when_stalled"] = certify_when_stalled or None
        typed = _called(data, given) if command is None else shlex.join(command)
    how: dict[str, Any] = {"cache": cache, "checkpoint": checkpoint, "resume": resume, "on_window": on_window}
    trained = run.trained(keep_checkpoint=model is not None, **how)
    if trained.report_.reason == "interrupted":
        if report is not None:
            run.write_page(report, trained, typed)
        return trained
    if model is not None:  # before anything else can go wrong
        run.save(model, trained, command)
        Path(checkpoint or "").unlink(missing_ok=True)
    run.evaluate(trained, for_page=report is not None)
    if certify:
        run.certify(trained)
        if model is not None:
            run.save(model, trained, command)
    if report is not None:
        run.write_page(report, trained, typed)
    return trained


def fit_file(estimator: Any, data: str | os.PathLike[str], **options: Any) -> Any:
    """Fit an estimator of this package on a file of any size: the bits of ``fit`` where a window holds all rows.

    options: cache, checkpoint, resume and on_window as for ``train``, and those of ``read``. A table's encoding is then
    the estimator's ``encoding_``, and ``read(other, encoding=estimator.encoding_)`` has the features of other rows.
    """
    from rosenblatt.file_training import train_on
    from rosenblatt.training_runs import reader_of

    own = ("cache", "checkpoint", "resume", "on_window")
    how = {name: options.pop(name) for name in own if name in options}
    reader, unknown = reader_of(data, options)
    if unknown:
        raise OptionError(f"fit_file takes {', '.join(own)} and the options of read; got {next(iter(unknown))!r}.")
    if not hasattr(estimator, "taught"):
        raise OptionError(f"estimator must be one of this package; got {type(estimator).__name__}.")
    how["certify_when_stalled"] = estimator.certify_when_stalled
    return estimator.taught(lambda learner: train_on(learner, reader, **how), reader)


def trace(
    X: Any,
    y: Any = None,
    *,
    algorithm: str = "perceptron",
    features: list[str] | None = None,
    sample_weight: Any = None,
    coef_init: Any = None,
    intercept_init: Any = None,
    reading: dict[str, Any] | None = None,
    **options: Any,
) -> "Trace":
    """Train with every visit written down: the returned trace has the steps, and prints as the table of the notes.

    X, y: examples and labels; or, without y, a file or ``sample:NAME`` as ``train`` takes them.
    algorithm: "perceptron", "averaged", "voted" or "pocket": which weights predict in the end.
    features: names of the columns.
    options: those of the learner (order, at_zero, fit_intercept, max_iter, eta0, random_state, …).
    sample_weight, coef_init, intercept_init: as ``fit`` takes them.
    reading: options of ``read``, for a file.
    """
    from rosenblatt.learners.recorder import traced
    from rosenblatt.training_runs import learner_class, made

    make = learner_class(algorithm)
    X, y, names = _examples(X, y, reading)
    features = names if features is None else features
    learner = made(make, "trace", options)
    return traced(
        learner, X, y, features, sample_weight=sample_weight, coef_init=coef_init, intercept_init=intercept_init
    )


def certify(
    X: Any,
    y: Any = None,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: "Progress | None" = None,
) -> "Certificate | MulticlassCertificate":
    """Whether a plane separates two classes, or the highest score more, with a proof that anyone can check.

    X, y: examples and labels; or, without y, a file or ``sample:NAME`` as ``train`` takes them.
    fit_intercept: whether the plane, or each class, may have a bias.
    gap: how far apart the bounds of a margin may be, over the upper one.
    budget: seconds, after which the answer is undecided, with what is proven by then; None for no end.
    progress: called now and then with a line that says what is being done.

    The certificate has ``separable`` (True, False, or None for undecided) and all that proves it; its ``check(X, y)``
    computes with fractions, and shares no code with the search. ``save`` and ``Certificate.load`` keep it as JSON. Of
    more than two classes it is a ``MulticlassCertificate``.
    """
    from rosenblatt.proofs.search.certify import certify as search

    X, y, _ = _examples(X, y)
    return search(X, y, fit_intercept=fit_intercept, gap=gap, budget=budget, progress=progress)


def _called(data: str | os.PathLike[str], given: dict[str, Any]) -> str:
    """The call of train as it would be typed, without what is left out; a model that is no file is dots."""
    shown = {name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in given.items()}
    named = [
        f"{name}={value!r}" if name != "from_model" or isinstance(value, str) else f"{name}=…"
        for name, value in shown.items()
        if value is not None
    ]
    return f"rosenblatt.train({', '.join([repr(os.fspath(data)), *named])})"


def _examples(X: Any, y: Any, reading: dict[str, Any] | None = None) -> tuple[Any, Any, list[str] | None]:
    """Examples and labels as given, or those of a file, with the names of its columns."""
    if y is not None:
        return X, y, None
    if not isinstance(X, str | os.PathLike):
        raise DataError("y must be given with X, one label a row; or X must be a file or sample:NAME.")
    return read(X, **(reading or {})).table()
