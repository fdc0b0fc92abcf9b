"""The verb ``train``: a file in, a trained model and its report out; and ``fit_file``, the same for an estimator."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosenblatt.errors import OptionError, option

if TYPE_CHECKING:
    from rosenblatt.commands.training_run import TrainingRun
    from rosenblatt.trained.file_fit import OnWindow
    from rosenblatt.trained.trained_model import Trained


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
    report: a file to write the report to, as one page of HTML. It needs matplotlib, and one more pass over the rows.
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
    from rosenblatt.commands.training_run import TrainingRun

    arguments: dict[str, Any] = {"from_model": from_model, "validation": validation, **options}
    run = TrainingRun(data, algorithm=algorithm, certify_when_stalled=certify_when_stalled, **arguments)
    checkpoint = _checkpoint_path(run, model, checkpoint, resume)
    if report is not None:
        run.check_page(report, model)
    run_options: dict[str, Any] = {"cache": cache, "checkpoint": checkpoint, "resume": resume, "on_window": on_window}
    trained = run.trained(keep_checkpoint=model is not None, **run_options)
    if trained.report_.reason != "interrupted":
        if model is not None:  # before anything else can go wrong
            run.save(model, trained, command)
            Path(checkpoint or "").unlink(missing_ok=True)
        run.evaluate(trained, for_page=report is not None)
        if certify:
            run.certify(trained)
            if model is not None:
                run.save(model, trained, command)
    if report is not None:
        given = {"algorithm": algorithm, "model": model, "report": report, "certify": certify or None, **arguments}
        given["certify_when_stalled"] = certify_when_stalled or None
        run.write_page(report, trained, _called(data, given) if command is None else shlex.join(command))
    return trained


def _checkpoint_path(run: "TrainingRun", model: Any, checkpoint: Any, resume: bool) -> Any:
    """Path of the checkpoint: as given, else beside the model. The place of the model is checked first."""
    if model is not None:
        run.check_target(model)
        return f"{os.fspath(model)}.checkpoint" if checkpoint is None else checkpoint
    if resume and checkpoint is None:
        names = f"{option('checkpoint')} or {option('model')} names it"
        raise OptionError(f"resume must have a checkpoint to go on from: {names}.")
    return checkpoint


def _called(data: str | os.PathLike[str], given: dict[str, Any]) -> str:
    """The call of train as it would be typed, without what is left out; a model that is no file is dots."""
    shown = {name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in given.items()}
    named = [
        f"{name}={value!r}" if name != "from_model" or isinstance(value, str) else f"{name}=…"
        for name, value in shown.items()
        if value is not None
    ]
    return f"rosenblatt.train({', '.join([repr(os.fspath(data)), *named])})"


def fit_file(estimator: Any, data: str | os.PathLike[str], **options: Any) -> Any:
    """Fit an estimator of this package on a file of any size: the bits of ``fit`` where a window holds all rows.

    options: cache, checkpoint, resume and on_window as for ``train``, and those of ``read``. A table's encoding is then
    the estimator's ``encoding_``, and ``read(other, encoding=estimator.encoding_)`` has the features of other rows.
    """
    from rosenblatt.commands.training_run import reader_of
    from rosenblatt.trained.file_fit import train_on
    from rosenblatt.trained.trained_model import Trained

    own = ("cache", "checkpoint", "resume", "on_window")
    run_options = {name: options.pop(name) for name in own if name in options}
    reader, unknown = reader_of(data, options)
    if unknown:
        raise OptionError(f"fit_file takes {', '.join(own)} and the options of read; got {next(iter(unknown))!r}.")
    if not hasattr(estimator, "fit_by"):
        raise OptionError(f"estimator must be one of this package; got {type(estimator).__name__}.")
    run_options["certify_when_stalled"] = estimator.certify_when_stalled
    return estimator.fit_by(lambda learner: Trained(train_on(learner, reader, **run_options), reader))
