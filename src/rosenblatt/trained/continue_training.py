"""Continued training of a finished model on new rows.

The model keeps its features and its scaling. New classes, categories of tables and features of sparse rows are added.
New columns start with zero weights, so no prediction changes before the first new mistake.
"""

import hashlib
import json
import os
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.files.encoding.schema import listed
from rosenblatt.files.read_options import FileOptions, check_file_options
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import Source
from rosenblatt.learners.base import Learner
from rosenblatt.learners.state import copy_of, state_of
from rosenblatt.learners.streaming import ORDERS
from rosenblatt.trained.file_fit import OnWindow, RunOptions, train_on
from rosenblatt.trained.predictions import STRINGS, label_number, like_classes
from rosenblatt.trained.trained_model import Trained


def continue_training(
    trained: Trained,
    data: str | os.PathLike[str],
    *,
    cache: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_window: OnWindow | None = None,
    max_iter: int | None = None,
    **written: Unpack[FileOptions],
) -> Trained:
    """Train a finished model on new rows; return a new model, whose report is about this run alone.

    trained: what ``train`` or ``load`` gave. It is not changed.
    data: rows of the kind of training: a table with the same columns, in any format, or features by number or by name.
        Classes, categories and sparse features that are new get weights, which begin at zero; columns of tables that
        are new are not used. Dense rows must be as wide as before.
    cache, checkpoint, resume, on_window: as for ``train``; ``on_window`` is called for a file of one window too.
    max_iter: epochs over the new rows; left out, as many as the model was told, or its algorithm's default.
    written: options of ``read`` that say how a file is written: format, header, delimiter, quote, decimal, charset,
        zero_based; labels, a file of them for arrays; and missing_label. All else is as in training: the order, the
        seed, the class weights ("balanced" goes by the new rows), what becomes of missing values.

    Visits are counted on, so the average and the votes are over old and new visits, and a pocket keeps its weights
    until others have a longer run. The report has the rows, epochs and errors of the new rows; the mistake theorem does
    not cover it, because the run did not begin at zero.
    """
    rows = NewRows(trained, data, written, max_iter, given=written)
    train_on(rows.learner, rows, RunOptions(cache, checkpoint, resume, on_window))
    return rows.trained()


class NewRows:
    """New rows for a finished model, with labels of the type of its classes; and the learner to train.

    The learner is a copy of the model's, with weights for new classes and features.
    """

    def __init__(
        self,
        trained: Trained,
        data: str | os.PathLike[str],
        written: FileOptions,
        max_iter: int | None,
        *,
        given: Collection[str],
    ) -> None:
        _check(trained, written)
        self._before = trained
        self.learner = copy_of(trained.learner_)
        self._own = self.learner.options
        if max_iter is not None:
            self.learner.options = replace(self._own, max_iter=max_iter)
        self.reader = trained.reader_of(data, written, given=given, grows=True)
        if table_encoding(trained.encoding_) is not None:
            _add_classes_and_features(self.learner, self.reader, trained.classes_)

    @cached_property
    def key(self) -> str:
        """Key that identifies these rows and the model."""
        return f"{self.reader.key} from {_fingerprint(self._before)}"

    @property
    def size(self) -> int:
        return self.reader.size

    @property
    def names(self) -> dict[str, int]:
        return self.reader.names

    @property
    def sources(self) -> list[Source]:
        return self.reader.sources

    def chunks(self) -> Iterator[Chunk]:
        """Yield the rows from the beginning."""
        name = _name(self.reader.data)
        for chunk in self.reader.chunks():
            if chunk.labels is None:
                raise DataError(f"{name} must have labels to train on: {option('labels')} names a file of them.")
            yield chunk._replace(labels=_like(chunk.labels, self._before.classes_, name))

    def trained(self) -> Trained:
        """Trained model after this run, read as before, with new classes and features."""
        learner, reader = self.learner, self.reader
        learner.options = self._own
        n_features = learner.n_features
        names = {name: column for name, column in reader.names.items() if column < n_features}  # others: never visited
        features = self._before.feature_names_
        if names or table_encoding(reader.encoding) is not None:
            features = list(names) or reader.encoding.feature_names()
        if features is not None:
            features = [*features, *(f"x{column}" for column in range(len(features) + 1, n_features + 1))]
        new = {"encoding": reader.encoding, "names": names, "features": features, "guessed": reader.guessed}
        trained = Trained(learner, self._before.reading._replace(**new))
        trained.n_unlabelled = reader.n_unlabelled
        return trained


def _check(trained: Any, written: FileOptions) -> None:
    if not isinstance(trained, Trained):
        raise OptionError(f"trained must be what train gives, or load; got {type(trained).__name__}.")
    check_file_options(written, "continue_training", ": all else is the model's")
    had = trained.learner_.options
    if had.early_stopping:
        raise OptionError("early_stopping must be False in a model that goes on, whose last weights are its own.")
    if had.order not in ORDERS:
        raise OptionError(
            f"{subject('order')} must be one of {', '.join(ORDERS)} in a model that goes on; it is {had.order!r}."
        )


def _add_classes_and_features(learner: Learner, reader: Reader, classes: np.ndarray) -> None:
    """Add weights for new categories of a table."""
    new = reader.newcomers()
    labels = _like(np.array(new.labels), classes, _name(reader.data)).tolist()
    reader.encoding, moves = reader.encoding.grown(new.categories, labels)
    if reader.encoding.n_features > learner.n_features:
        learner.move_features(moves, reader.encoding.n_features)
    if reader.unused:
        reader.guessed["not used"] = listed(reader.unused)


def _like(labels: np.ndarray, classes: np.ndarray, name: str) -> np.ndarray:
    """Convert labels to the type of the classes, integers if they were integers; or raise a DataError."""
    if labels.dtype.kind in STRINGS and classes.dtype.kind not in STRINGS:
        for label in np.unique(labels).tolist():
            if label_number(label) is None:
                known = classes.tolist()[0]
                raise DataError(f"{name} must have numbers as labels, as the model has ({known}); got {label!r}.")
    labels = like_classes(labels, classes, name)
    is_float = labels.dtype.kind == "f" and classes.dtype.kind in "iu"
    whole = is_float and bool(((np.rint(labels) == labels) & (np.abs(labels) < 2**63)).all())
    return labels.astype(np.int64) if whole else labels


def _fingerprint(trained: Trained) -> str:
    """Key that identifies a model, as far as continued training depends on it."""
    state = state_of(trained.learner_)
    counts = [int(state["counts"][name]) for name in ("visited", "n_mistakes")]
    identity = [counts, trained.classes_.tolist(), list(trained.reading.names)]
    digest = hashlib.sha256(json.dumps(identity).encode())
    for vectors in state["vectors"]:
        digest.update(vectors["w"].tobytes() + vectors["b"].tobytes())
    for page in state["more"].get("pages", ()):  # a kernel has no weights
        for array in (*page["rows"].values(), *page["mistakes"].values()):
            digest.update(array.tobytes())
    return digest.hexdigest()


def _name(data: str | os.PathLike[str]) -> str:
    return os.fspath(data)
