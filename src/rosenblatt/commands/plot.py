"""Verb ``plot``: one picture of a model, or of a run on data. Inputs are computed when a picture asks for them."""

import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt import plots
from rosenblatt.commands.shared_entries import ERRORS, PLOT
from rosenblatt.commands.training_run import chosen_learner, note_options
from rosenblatt.conventions import PICTURES
from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk, Table
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, check_choice, option, subject
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.files.read_options import FileOptions, ReadOptions
from rosenblatt.files.readers import Reader, warn_of_left_out
from rosenblatt.learners.base import Learner
from rosenblatt.learners.recorder import traced
from rosenblatt.plots.inputs import columns_of, names_of
from rosenblatt.reports.page import HASHED, distance_label, say_scaled
from rosenblatt.trained.evaluation import evaluate_chunks
from rosenblatt.trained.model_files import is_model_file, trained_of

BUDGET = 60.0  # seconds for a certificate


class OfModel:
    """Model to draw, with rows if they are given."""

    def __init__(self, model: Any, data: Any, budget: float, written: FileOptions) -> None:
        self.trained, self._data, self._budget, self._written = trained_of(model), data, budget, written
        self.model, self.report, self.names = self.trained.model_, self.trained.report_, self.trained.feature_names_
        self.encoding, self.n_features = self.trained.encoding_, self.trained.n_features_in_
        self.source = os.fspath(model) if isinstance(model, str | os.PathLike) else "the model"

    @cached_property
    def rows(self) -> Table:
        if self._data is None:
            raise OptionError(f"This picture of a model must have rows: {option('data')} names a file of them.")
        return self.trained.predictions(self._data, with_labels=True, **self._written).table()

    @property
    def has_rows(self) -> bool:
        return self._data is not None

    @cached_property
    def certificate(self) -> Any:
        certificate = getattr(self.report, "certificate", None)
        return certificate or _certificate(self.rows, self.trained.learner_.options.fit_intercept, self._budget)

    @property
    def trace(self) -> Any:
        raise OptionError("This picture must see every visit, which a model does not keep: give the rows in its place.")


class OfData:
    """Rows to train on. The run is traced only if a picture needs every visit."""

    has_rows = True

    def __init__(self, data: Any, reading: dict[str, Any], learner: Learner, budget: float) -> None:
        reader = Reader(data, ReadOptions.of(reading), given=reading)
        self.rows, self.encoding, self.source, self._budget = reader.table(), reader.encoding, os.fspath(data), budget
        warn_of_left_out(reader)
        self._untaught, self.names, self.n_features = learner, reader.features, self.rows.X.shape[1]

    @cached_property
    def _learner(self) -> Learner:
        return deepcopy(self._untaught).fit(self.rows.X, self.rows.y)

    @property
    def model(self) -> Any:
        return self._learner.model

    @property
    def report(self) -> Any:
        return self._learner.report

    @cached_property
    def trace(self) -> Any:
        return traced(deepcopy(self._untaught), self.rows.X, self.rows.y, self.names)

    @cached_property
    def certificate(self) -> Any:
        return _certificate(self.rows, self._untaught.options.fit_intercept, self._budget)


Subject = OfModel | OfData


@dataclass(frozen=True)
class Drawing:
    """Arguments of ``plot`` that are passed to pictures."""

    features: Any = None
    label: Any = None
    most: int = 20
    shape: tuple[int, int] | None = None
    ax: Any = None


@insert(PLOT, ERRORS)
def plot(
    source: Any,
    what: str = "boundary",
    *,
    output: str | os.PathLike[str] | None = None,
    data: str | os.PathLike[str] | None = None,
    style: str = "light",
    features: Any = None,
    label: Any = None,
    most: int = 20,
    shape: tuple[int, int] | None = None,
    algorithm: str | None = None,
    budget: float = BUDGET,
    reading: dict[str, Any] | None = None,
    ax: Any = None,
    **options: Any,
) -> Any:
    """Draw one picture of a model or of a training run.

    Pictures need matplotlib. Functions for single pictures are in ``rosenblatt.plots``.

    Parameters
    ----------
    {source, what, output, data, style, features, label, most, shape, algorithm, budget, reading, ax, options}

    Returns
    -------
    matplotlib.axes.Axes
        Axes with the picture.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.trace : Train and record every visit.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import rosenblatt
    >>> ax = rosenblatt.plot("sample:note-004", "mistakes")
    >>> ax.get_title()
    'converged after 9 updates'
    """
    check_choice("what", what, PICTURES)
    if output is not None:
        plots.check_format(output)
    with plots.style(style):
        given: Subject
        if isinstance(source, str | os.PathLike) and not is_model_file(source):
            given = _of_data(source, data, reading or {}, algorithm, options, budget)
        else:
            given = _of_model(source, data, reading or {}, options, budget)
        ax = _DRAWERS[what](given, Drawing(features, label, most, shape, ax))
        if output is not None:
            plots.save_picture(ax.figure, output)
    return ax


def _of_data(
    source: Any, data: Any, reading: dict[str, Any], algorithm: str | None, options: dict[str, Any], budget: float
) -> OfData:
    if data is not None:
        raise OptionError(f"{subject('data')} must be left out where the source is rows itself.")
    learner = chosen_learner(algorithm, "plot", {**note_options(source), **options})
    return OfData(source, reading, learner, budget)


def _of_model(source: Any, data: Any, reading: dict[str, Any], options: dict[str, Any], budget: float) -> OfModel:
    if options:
        name = subject(next(iter(options)))
        raise OptionError(f"{name} must be left out of the picture of a model: it is trained.")
    return OfModel(source, data, budget, FileOptions(**reading))  # type: ignore[typeddict-item]


def _boundary(given: Subject, drawing: Drawing) -> Any:
    columns = _columns(given, drawing.features)
    must_have_rows = len(columns) < given.n_features  # other features are fixed at their means
    X, y = (given.rows.X, given.rows.y) if given.has_rows or must_have_rows else (None, None)
    ax = plots.boundary(given.model, X, y, features=columns, names=given.names, ax=drawing.ax)
    return say_scaled(ax, given.encoding, columns)


def _mistakes(given: Subject, drawing: Drawing) -> Any:
    return plots.mistakes(given.report, ax=drawing.ax)


def _cumulative(given: Subject, drawing: Drawing) -> Any:
    return plots.cumulative(given.trace, ax=drawing.ax)


def _margins(given: Subject, drawing: Drawing) -> Any:
    ax = plots.margins(given.model, given.rows.X, given.rows.y, ax=drawing.ax)
    plain, label = distance_label(given.model, None), distance_label(given.model, given.encoding)
    ax.set_xlabel(ax.get_xlabel().replace(plain, label))
    return ax


def _confusion(given: Subject, drawing: Drawing) -> Any:
    rows = Chunk(block_of(given.rows.X), given.rows.y)
    return plots.confusion(evaluate_chunks(given.model, [rows]), ax=drawing.ax)


def _weights(given: Subject, drawing: Drawing) -> Any:
    if table_encoding(given.encoding) is not None and given.names is None:
        raise DataError(HASHED)
    return plots.weights(given.model, given.names, label=_class(given, drawing.label), most=drawing.most, ax=drawing.ax)


def _pixels(given: Subject, drawing: Drawing) -> Any:
    return plots.pixels(given.model, drawing.shape, ax=drawing.ax)


def _loss(given: Subject, drawing: Drawing) -> Any:
    return plots.loss(given.trace, ax=drawing.ax)


def _proof(given: Subject, drawing: Drawing) -> Any:
    trace = given.trace  # a model without a trace raises here, whatever its classes are
    _check_two_classes(given, "proof", f"{option('what', 'bound')} draws the mistakes of more")
    return plots.proof(trace, given.certificate, ax=drawing.ax)


def _bound(given: Subject, drawing: Drawing) -> Any:
    return plots.bound(given.report, given.certificate, ax=drawing.ax)


def _hulls(given: Subject, drawing: Drawing) -> Any:
    _check_two_classes(given, "hulls", f"{option('data')} or DATA must name a file of two of them")
    if given.certificate.separable:
        boundary = option("what", "boundary")
        raise DataError(f"hulls must have rows that no plane separates; one separates these: {boundary} draws it.")
    columns = None if drawing.features is None else _columns(given, drawing.features)
    X, y, names = given.rows
    ax = plots.hulls(given.certificate, X, y, features=columns, names=names, ax=drawing.ax)
    return say_scaled(ax, given.encoding, columns or range(given.n_features))


_DRAWERS: dict[str, Callable[[Subject, Drawing], Any]] = {
    "boundary": _boundary,
    "mistakes": _mistakes,
    "cumulative": _cumulative,
    "margins": _margins,
    "confusion": _confusion,
    "weights": _weights,
    "pixels": _pixels,
    "loss": _loss,
    "proof": _proof,
    "bound": _bound,
    "hulls": _hulls,
}


def _columns(given: Subject, features: Any) -> list[int]:
    """Return the column numbers of the features to draw. Names are tried before numbers, since the shell types both
    alike."""
    if features is None and given.n_features > 3:
        has = f"{given.source} has {given.n_features:,}"
        some = option("features", metavar=("A", "B"))
        raise DataError(f"boundary must have two or three features; {has}: {some} chooses.")
    names = names_of(None, None, given.names, given.n_features)
    chosen = features
    if isinstance(features, tuple | list):
        is_number = [isinstance(one, str) and one not in names and one.isdigit() for one in features]
        chosen = tuple(int(one) if number else one for one, number in zip(features, is_number, strict=True))
    return columns_of(chosen, names)


def _check_two_classes(given: Subject, what: str, instead: str) -> None:
    n_classes = len(np.unique(given.rows.y))
    if n_classes != 2:
        raise DataError(f"{what} must have rows of two classes; these are of {n_classes}: {instead}.")


def _class(given: Subject, label: Any) -> Any:
    """Return a class by its name, since the command line passes strings."""
    if label is None:
        return None
    known = {str(name): name for name in given.model.classes.tolist()}
    if str(label) not in known:
        classes = ", ".join(list(known)[:20])
        raise OptionError(f"{subject('label')} must be a class of the model, one of {classes}; got {label!r}.")
    return known[str(label)]


def _certificate(rows: Table, fit_intercept: bool, budget: float) -> Any:
    from rosenblatt.proofs.search.certify import certify

    certificate = certify(rows.X, rows.y, fit_intercept=fit_intercept, budget=budget)
    if certificate.separable is None:
        more = f"{option('budget')} gives it more"
        raise DataError(f"Whether a plane separates the rows is undecided after {budget:g} s: {more}.")
    return certificate
