"""Evaluation of a model: counts of true and predicted labels, and metrics. Rows are not stored."""

import json
import os
from collections.abc import Iterable
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from rosenblatt.conventions import METRICS
from rosenblatt.data.chunks import Chunk
from rosenblatt.display import Lines, counted, in_columns, in_html, notebook, table
from rosenblatt.errors import DataError, check_choice
from rosenblatt.files.read_options import FileOptions
from rosenblatt.models.linear import Model
from rosenblatt.trained.evaluation_tables import (
    MAX_CLASSES_IN_TABLE,
    MAX_LISTED_CLASSES,
    abridged,
    as_lines,
    class_rows,
    confusion_rows,
    shown,
)
from rosenblatt.trained.label_counts import MAX_SHOWN, Confused as Confused, LabelCounts
from rosenblatt.trained.predictions import Predicted, pages_of

if TYPE_CHECKING:
    from rosenblatt.trained.trained_model import FileModel


class ClassScores(NamedTuple):
    """Scores of one class."""

    label: Any
    precision: float
    recall: float
    f1: float
    support: int


class Majority(NamedTuple):
    """Most frequent true class."""

    label: Any
    accuracy: float


class Evaluation(LabelCounts):
    """Counts of true and predicted labels, and the scores that follow from them.

    Rows are added in parts with ``add`` and are not kept. A ratio 0/0 counts as 0, like ``zero_division=0`` of
    scikit-learn, and ``notes`` says so. Printing an evaluation shows all scores.

    Parameters
    ----------
    classes : array-like of shape (n_classes,), default=None
        Classes of the model. A true label that is not among them becomes a class of its own, whose rows are all wrong,
        unless it differs from exactly one class only by a full stop at its end, spaces around it or case: then it is
        taken for that class. None means that every label is a class.

    Attributes
    ----------
    n_rows : int
        Number of rows.
    n_right : int
        Number of rows that are predicted correctly.
    accuracy : float
        Fraction of rows that are predicted correctly.
    balanced_accuracy : float
        Mean recall of the classes that have rows.
    macro_f1 : float
        Mean F1 of the classes.
    majority : Majority
        Most frequent true class, and the accuracy of predicting it for every row.
    positive : object
        Positive class of two. None if there are not two classes.
    classes : list
        Labels that occur as a true or a predicted label, sorted.
    per_class : list of ClassScores
        Precision, recall, F1 and number of rows for each class.
    confusion : ndarray of shape (n_classes, n_classes)
        Number of rows of each true class (row) that were predicted as each class (column).
    known : list
        Classes of the model.
    taken_for : dict
        Labels that were matched to a class, and that class.
    unknown : dict
        Labels that the model does not know, and their numbers of rows.
    reading : list of tuple of str
        Notes on the reading of the file, such as columns that were not used.

    See Also
    --------
    rosenblatt.evaluate : Evaluate a model on the rows of a file.

    Examples
    --------
    >>> import rosenblatt
    >>> evaluation = rosenblatt.Evaluation()
    >>> evaluation.add(["ham", "ham", "spam", "spam"], ["ham", "spam", "spam", "spam"])
    >>> evaluation.accuracy, evaluation.positive
    (0.75, 'spam')
    >>> evaluation.confusion.tolist()
    [[1, 1], [0, 2]]
    """

    def __init__(self, classes: Any = None) -> None:
        super().__init__(classes)
        self.reading: Lines = []  # notes on how the rows were read

    # Metrics

    @property
    def accuracy(self) -> float:
        """Fraction of rows that are predicted correctly."""
        return _ratio(self.n_right, self.n_rows)

    @property
    def majority(self) -> Majority:
        """Most frequent true class, and the accuracy of predicting it for every row.

        The first in sorted order wins a tie. Without rows the class is None.
        """
        label = max(sorted(self._true), key=self._true.__getitem__, default=None)
        return Majority(label, _ratio(self._true[label], self.n_rows))

    @property
    def balanced_accuracy(self) -> float:
        """Mean recall of the classes that have rows."""
        return _mean([self.scores_of(label).recall for label in sorted(self._true)])

    @property
    def macro_f1(self) -> float:
        """Mean F1 of the classes."""
        return self._macro("f1")

    @property
    def positive(self) -> Any:
        """Greater of two classes, of the model's classes if they are known. None if there are not two."""
        classes = self.known or self.classes
        return max(classes) if len(classes) == 2 else None

    @property
    def per_class(self) -> list[ClassScores]:
        """Precision, recall, F1 and number of rows for each class."""
        return [self.scores_of(label) for label in self.classes]

    def scores_of(self, label: Any) -> ClassScores:
        """Compute precision, recall and F1 of one class.

        Parameters
        ----------
        label : object
            Class.

        Returns
        -------
        ClassScores
            Named tuple of ``label``, ``precision``, ``recall``, ``f1`` and ``support`` (number of rows).
        """
        right, support, predicted = self._pairs[label, label], self._true[label], self._predicted[label]
        f1 = _ratio(2 * right, support + predicted)
        return ClassScores(label, _ratio(right, predicted), _ratio(right, support), f1, support)

    def metric(self, name: str) -> float:
        """Return one score by name.

        Parameters
        ----------
        name : {'accuracy', 'balanced-accuracy', 'f1', 'precision', 'recall', 'macro-f1'}
            Name of the score. With two classes, "f1", "precision" and "recall" are those of the positive class;
            with more, means over the classes.

        Returns
        -------
        float
            Score, from 0 to 1.

        Raises
        ------
        OptionError
            If there is no score of this name.
        """
        check_choice("metric", name, METRICS)
        if name not in ("f1", "precision", "recall"):
            return float(getattr(self, name.replace("-", "_")))
        return self._macro(name) if self.positive is None else float(getattr(self.scores_of(self.positive), name))

    def _macro(self, name: str) -> float:
        return _mean([getattr(scores, name) for scores in self.per_class])

    # Printed output

    def summary(self) -> Lines:
        """Return the printed lines for all classes together.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text.
        """
        right, (label, accuracy) = f"{self.n_right:,} of {self.n_rows:,} rows are predicted right", self.majority
        precision, recall = self.metric("precision"), self.metric("recall")
        if self.positive is None:
            f1 = ("macro F1", f"{self.macro_f1:.4f}: precision {precision:.4f}, recall {recall:.4f}")
        else:
            of = f"of {self.positive!r}: precision {precision:.4f}, recall {recall:.4f}"
            f1 = ("F1", f"{self.metric('f1'):.4f} {of}")
        return [
            ("accuracy", f"{self.accuracy:.4f}: {right}"),
            ("majority", f"{accuracy:.4f}: {label!r} for every row"),
            ("balanced accuracy", f"{self.balanced_accuracy:.4f}"),
            f1,
        ]

    def class_lines(self) -> Lines:
        """Return the printed lines with precision, recall, F1 and number of rows for each class.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text. Of more than 30 classes, only the 10 with the lowest F1.
        """
        return as_lines("classes" if len(self.classes) <= MAX_LISTED_CLASSES else "lowest F1", class_rows(self))

    def confusion_lines(self) -> Lines:
        """Return the printed confusion matrix.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text. Of more than 12 classes, only the pairs confused most often.
        """
        if len(self.classes) <= MAX_CLASSES_IN_TABLE:
            return as_lines("confusion", confusion_rows(self))
        pairs = self.most_confused()
        texts = [f"{p.truth!r} taken for {p.predicted!r}: {counted(p.n_rows, 'row')}" for p in pairs]
        return [("most confused" if not i else "", text) for i, text in enumerate(texts)]

    def notes(self) -> Lines:
        """Return the remarks that are needed to read the scores.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text: labels that were matched or are unknown, and ratios 0/0.
        """
        lines = []
        if self.taken_for:
            lines.append(("labels", abridged([f"{a!r} is taken for {b!r}" for a, b in self.taken_for.items()], "; ")))
        if self.unknown:
            rows, labels = sum(self.unknown.values()), abridged(map(repr, self.unknown))
            lines.append(
                ("unknown labels", f"{labels}: {counted(rows, 'row')}, of no class of the model, so all wrong")
            )
        if never := sorted(self._true.keys() - self._predicted.keys() - self.unknown.keys()):
            lines.append(("never predicted", f"{abridged(map(repr, never))}: precision is 0/0, and counts as 0"))
        if never := sorted(self._predicted.keys() - self._true.keys()):
            lines.append(("never true", f"{abridged(map(repr, never))}: recall is 0/0, and counts as 0"))
        if self.positive is not None and self.positive not in self.classes:
            lines.append(("never there", f"{self.positive!r}, true or predicted: its F1 is 0/0, and counts as 0"))
        return lines + self.reading

    def lines(self) -> Lines:
        """Return all printed lines.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text.
        """
        return self.summary() + self.class_lines() + self.confusion_lines() + self.notes()

    def to_dict(self) -> dict[str, Any]:
        """Return the evaluation as a dictionary, ready for JSON.

        Returns
        -------
        dict
            Scores and counts by name. "confusion" is None if there are more than 12 classes.
        """
        return {
            "n_rows": self.n_rows,
            **{name.replace("-", "_"): self.metric(name) for name in METRICS},
            "majority": self.majority._asdict(),
            "positive": self.positive,
            "classes": [scores._asdict() for scores in self.per_class],
            "confusion": self.confusion.tolist() if len(self.classes) <= MAX_CLASSES_IN_TABLE else None,
            "most_confused": [pair._asdict() for pair in self.most_confused()],
            "labels_taken_for": self.taken_for,
            "unknown_labels": [{"label": label, "n_rows": count} for label, count in self.unknown.items()],
            "notes": dict(self.notes()),
        }

    def to_json(self, **options: Any) -> str:
        """Return the evaluation as JSON.

        Parameters
        ----------
        **options : dict
            Passed to ``json.dumps``, for example ``indent=2``.

        Returns
        -------
        str
            JSON object with the keys of ``to_dict``.
        """
        return json.dumps(self.to_dict(), **options)

    def __str__(self) -> str:
        return in_columns(self.lines())

    def _repr_html_(self) -> str:
        return notebook(in_html("Evaluation", self.summary()), *self.tables())

    def tables(self) -> list[str]:
        """Return the classes, their confusions and the notes as HTML.

        Returns
        -------
        list of str
            Parts of an HTML page.
        """
        header, *rows = class_rows(self)
        few = f"The {MAX_SHOWN} classes of lowest F1, of {len(self.classes):,}"
        parts = [table("Classes" if len(self.classes) <= MAX_LISTED_CLASSES else few, header, rows)]
        if len(self.classes) <= MAX_CLASSES_IN_TABLE:
            header, *rows = confusion_rows(self)
            of_class = self.confusion / np.maximum(self.confusion.sum(axis=1, keepdims=True), 1)
            signs = 2 * np.eye(len(rows)) - 1  # what is right is on the diagonal
            parts.append(
                table("Confusion: rows by true class and predicted class", header, rows, shares=of_class * signs)
            )
        elif pairs := [[shown(p.truth), shown(p.predicted), f"{p.n_rows:,}"] for p in self.most_confused()]:
            parts.append(table("Most confused", ["true", "predicted as", "rows"], pairs, sides="<<>"))
        return [*parts, in_html("Notes", self.notes())]


def evaluate(trained: "FileModel", data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> Evaluation:
    """What a model says of the rows of a raw file against the labels there, some rows at a time.

    written: as for ``Trained.predictions``: format, header, delimiter, quote, decimal, charset, zero_based, labels,
        missing_label.
    """
    predictions = trained.predictions(data, with_labels=True, **written)
    evaluation = _evaluated(trained.classes_, predictions)
    evaluation.reading = predictions.lines()
    return evaluation


def evaluate_chunks(model: Model, chunks: Iterable[Chunk]) -> Evaluation:
    """Evaluate on feature rows, such as those held out of training."""
    return _evaluated(model.classes, pages_of(model, chunks))


def _evaluated(classes: np.ndarray, pages: Iterable[Predicted]) -> Evaluation:
    evaluation = Evaluation(classes)
    for page in pages:
        if page.truth is None:
            raise DataError("Rows must have labels to evaluate a model on; these have none.")
        evaluation.add(page.truth, page.labels)
    return evaluation


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mean(numbers: list[float]) -> float:
    return fmean(numbers) if numbers else 0.0
