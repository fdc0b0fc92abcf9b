"""Verb ``train``: train on a file, return the model and its report; and ``fit_file``, the same for an estimator."""

import os
import shlex
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from rosenblatt.commands.shared_entries import ERRORS, FIT_FILE, SHARED, TRAIN
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError, option, subject

if TYPE_CHECKING:
    from rosenblatt.commands.training_run import TrainingRun
    from rosenblatt.trained.file_fit import OnWindow, RunOptions
    from rosenblatt.trained.trained_model import Trained


@insert(TRAIN, ERRORS)
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
    dask: Any = None,
    strategy: str | None = None,
    mix_by: str = "mistakes",
    then_sequence: int = 0,
    part_mb: float = 64,
    **options: Any,
) -> "Trained":
    """Train a perceptron on a file or a bundled set.

    Parameters
    ----------
    {data, algorithm, model, report, from_model, validation, certify, certify_when_stalled, cache, checkpoint}
    {resume, on_window, command, dask, strategy, mix_by, then_sequence, part_mb, options}

    Returns
    -------
    Trained
        Trained model, with ``report_``, ``classes_``, ``certificate_``, ``predict(X)`` and ``predict_file(path)``.

    Raises
    ------
    {OptionError, DataError}
    TrainingOverflow
        If a weight leaves the range of float64.

    See Also
    --------
    rosenblatt.predict : Predict the rows of a file.
    rosenblatt.evaluate : Evaluate a model on labelled rows.
    rosenblatt.fit_file : Fit an estimator on a file.

    Examples
    --------
    >>> import rosenblatt
    >>> trained = rosenblatt.train("sample:setosa")
    >>> trained.report_.reason, trained.report_.errors
    ('converged', 0)
    """
    from rosenblatt.trained.file_fit import RunOptions

    cluster = _cluster(dask, strategy, (mix_by, then_sequence), part_mb, certify, report)
    checkpoint = _checkpoint(model, checkpoint, resume) if cluster is None else checkpoint
    how = RunOptions(cache, checkpoint, resume, on_window, model is not None, certify_when_stalled)
    asked = {"algorithm": algorithm, "from_model": from_model, "validation": validation}
    return _trained(data, options, asked, how, Outputs(model, report, certify, command), cluster)


def _cluster(dask: Any, strategy: str | None, mixing: tuple[str, int], part_mb: float, certify: bool, page: Any) -> Any:
    """The cluster and the strategy for rows in partitions; None without partitions."""
    if dask is None and strategy is None:
        return None
    from rosenblatt.commands.cluster_run import Cluster
    from rosenblatt.learners.strategy import Strategy

    for name, value in {"certify": certify, "report": page}.items():
        if value:
            raise OptionError(f"{subject(name)} must be left out for rows in partitions; got {value!r}.")
    return Cluster(dask, Strategy(strategy or "mixing", *mixing), part_mb)


class Outputs(NamedTuple):
    """Results of a run that were asked for beside the trained model, and the command for the model file."""

    model: str | os.PathLike[str] | None
    report: str | os.PathLike[str] | None
    certify: bool
    command: list[str] | None


def _checkpoint(model: Any, checkpoint: Any, resume: bool) -> Any:
    """The file of the checkpoint, beside the model unless another is given; None for no checkpoint."""
    if model is not None and checkpoint is None:
        return f"{os.fspath(model)}.checkpoint"
    if resume and checkpoint is None:
        names = f"{option('checkpoint')} or {option('model')} names it"
        raise OptionError(f"{subject('resume')} must have a checkpoint to go on from: {names}.")
    return checkpoint


def _trained(
    data: Any, options: dict[str, Any], asked: dict[str, Any], how: "RunOptions", outputs: Outputs, cluster: Any
) -> "Trained":
    from rosenblatt.commands.training_run import MAX_EVALUATED_ROWS, TrainingRun

    model, report, certify, command = outputs
    keep = inf if certify or report is not None else MAX_EVALUATED_ROWS
    if cluster is None:
        started = TrainingRun(data, options, **asked, run=how, keep=keep)
    else:
        from rosenblatt.commands.cluster_run import ClusterRun

        started = ClusterRun(data, options, cluster=cluster, **asked, run=how, keep=keep)
    with started as run:
        run.check_places(model, report)
        trained = run.trained()
        if trained.report_.reason != "interrupted":
            _finish(run, trained, outputs)
    if report is not None:
        named = {"algorithm": asked["algorithm"], "model": model, "report": report, "certify": certify or None}
        given = {**named, **asked, **options, "certify_when_stalled": how.certify_when_stalled or None}
        run.write_page(report, trained, _called(data, given) if command is None else shlex.join(command))
    return trained


def _finish(run: "TrainingRun", trained: "Trained", outputs: Outputs) -> None:
    """Save, evaluate and certify a trained model on its training rows."""
    model, report, certify, command = outputs
    if model is not None:  # before anything else can go wrong
        run.save(model, trained, command)
    run.evaluate(trained, report is not None)
    if certify:
        run.certify(trained)
        if model is not None:
            run.save(model, trained, command)


def _called(data: str | os.PathLike[str], given: dict[str, Any]) -> str:
    """Source text of the equivalent ``rosenblatt.train(...)`` call, defaults omitted. A model in memory is written as
    dots."""
    shown = {name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in given.items()}
    named = [
        f"{name}={value!r}" if name != "from_model" or isinstance(value, str) else f"{name}=…"
        for name, value in shown.items()
        if value is not None
    ]
    return f"rosenblatt.train({', '.join([repr(os.fspath(data)), *named])})"


@insert(SHARED, FIT_FILE, ERRORS)
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
    """Fit an estimator of this package on a file of any size.

    Rows that fit into a window of about two million numbers give the same bits as ``fit``.

    Parameters
    ----------
    estimator : estimator
        Estimator of this package, such as ``rosenblatt.Perceptron()``.
    {data, cache, checkpoint, resume, on_window, options}

    Returns
    -------
    estimator
        The same estimator, fitted. ``trained_`` predicts files, and ``encoding_`` encodes other rows by
        ``rosenblatt.read(other, encoding=estimator.encoding_)``.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.train : Train without an estimator.

    Examples
    --------
    >>> import rosenblatt
    >>> model = rosenblatt.fit_file(rosenblatt.Perceptron(), "sample:setosa")
    >>> model.report_.reason
    'converged'
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
    if hasattr(estimator, "fit_reader"):  # on a cluster
        for name, value in {"cache": cache, "checkpoint": checkpoint, "resume": resume, "on_window": on_window}.items():
            if value:
                raise OptionError(f"{name} must be left out for an estimator on a cluster; got {value!r}.")
        return estimator.fit_reader(reader)
    run = RunOptions(cache, checkpoint, resume, on_window, certify_when_stalled=estimator.certify_when_stalled)
    return estimator.fit_by(lambda learner: Trained(train_on(learner, reader, run), reader))
