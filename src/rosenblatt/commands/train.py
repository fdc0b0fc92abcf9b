"""The verb ``train``: a file in, a trained model and its report out; and ``fit_file``, the same for an estimator."""

import os
import shlex
from math import inf
from typing import TYPE_CHECKING, Any

from rosenblatt.errors import OptionError, option, subject

if TYPE_CHECKING:
    from rosenblatt.commands.training_run import TrainingRun
    from rosenblatt.trained.file_fit import OnWindow
    from rosenblatt.trained.trained_model import Trained


def train(
    data: str | os.PathLike[str] = "sample:setosa",
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
    report: a file to write the report to, as one page of HTML. It needs matplotlib.
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
    from rosenblatt.commands.training_run import MAX_EVALUATED_ROWS, TrainingRun
    from rosenblatt.trained.file_fit import RunOptions

    if model is not None and checkpoint is None:
        checkpoint = f"{os.fspath(model)}.checkpoint"
    if resume and checkpoint is None:
        names = f"{option('checkpoint')} or {option('model')} names it"
        raise OptionError(f"{subject('resume')} must have a checkpoint to go on from: {names}.")
    how = RunOptions(cache, checkpoint, resume, on_window, model is not None, certify_when_stalled)
    asked: dict[str, Any] = {"from_model": from_model, "validation": validation}
    keep = inf if certify or report is not None else MAX_EVALUATED_ROWS
    with TrainingRun(data, options, algorithm=algorithm, **asked, run=how, keep=keep) as run:
        run.check_places(model, report)
        trained = run.trained()
        if trained.report_.reason != "interrupted":
            _finish(run, trained, model, command, for_page=report is not None, certify=certify)
    if report is not None:
        asked = {"algorithm": algorithm, "model": model, "report": report, "certify": certify or None, **asked}
        given = {**asked, **options, "certify_when_stalled": certify_when_stalled or None}
        run.write_page(report, trained, _called(data, given) if command is None else shlex.join(command))
    return trained


def _finish(
    run: "TrainingRun", trained: "Trained", model: Any, command: list[str] | None, *, for_page: bool, certify: bool
) -> None:
    """Save, evaluate and certify what was trained, on the rows that it was trained on."""
    if model is not None:  # before anything else can go wrong
        run.save(model, trained, command)
    run.evaluate(trained, for_page)
    if certify:
        run.certify(trained)
        if model is not None:
            run.save(model, trained, command)


def _called(data: str | os.PathLike[str], given: dict[str, Any]) -> str:
    """The call of train as it would be typed, without what is left out; a model that is no file is dots."""
    shown = {name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in given.items()}
    named = [
        f"{name}={value!r}" if name != "from_model" or isinstance(value, str) else f"{name}=…"
        for name, value in shown.items()
        if value is not None
    ]
    return f"rosenblatt.train({', '.join([repr(os.fspath(data)), *named])})"


def fit_file(
    estimator: Any,
    data: str | os.PathLike[str],
    *,
    cache: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_window: "OnWindow | None" = None,
    **options: Any,
) -> Any:
    """Fit an estimator of this package on a file of any size: the bits of ``fit`` where a window holds all rows.

    cache, checkpoint, resume, on_window: as for ``train``.
    options: those of ``read``. A table's encoding is then the estimator's ``encoding_``, and
        ``read(other, encoding=estimator.encoding_)`` has the features of other rows.
    """
    from rosenblatt.files.read_options import ReadOptions
    from rosenblatt.files.readers import Reader
    from rosenblatt.trained.file_fit import RunOptions, train_on
    from rosenblatt.trained.trained_model import Trained

    reading, unknown = ReadOptions.split(options)
    if unknown:
        own = "cache, checkpoint, resume, on_window"
        raise OptionError(f"fit_file takes {own} and the options of read; got {next(iter(unknown))!r}.")
    if not hasattr(estimator, "fit_by"):
        raise OptionError(f"estimator must be one of this package; got {type(estimator).__name__}.")
    reader = Reader(data, reading, given=options)
    run = RunOptions(cache, checkpoint, resume, on_window, certify_when_stalled=estimator.certify_when_stalled)
    return estimator.fit_by(lambda learner: Trained(train_on(learner, reader, run), reader))
