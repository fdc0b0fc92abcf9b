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
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.trained.label_counts import MAX_SHOWN, Confused as Confused, LabelCounts
from rosenblatt.trained.predictions import Predicted, pages_of

if TYPE_CHECKING:
    from rosenblatt.trained.trained_model import FileModel

MAX_CLASSES_IN_TABLE = 12  # classes of a printed table of confusions; of more, the most confused pairs are printed
MAX_LISTED_CLASSES = 30  # classes that are printed one by one; of more, those of lowest F1
WIDEST = 24  # characters of a label in a table


class ClassScores(NamedTuple):
    """Precision, recall, F1 and support of one class."""

    label: Any
    precision: float
    recall: float
    f1: float
    support: int


class Majority(NamedTuple):
    """Most frequent true class, and the accuracy of predicting it for every row."""

    label: Any
    accuracy: float


class Evaluation(LabelCounts):
    """True labels against predicted ones, added page by page, with the scores that follow.

    classes: those of the model. True labels that are none of them are classes of their own, never predicted right;
        but one that differs from a single class only by a trailing full stop, spaces around or case is taken for it.
        Without, every label is a class.

    What is 0/0 counts as 0, as with scikit-learn's zero_division=0, and ``lines`` says so.
    """

    def __init__(self, classes: Any = None) -> None:
        super().__init__(classes)
        self.reading: Lines = []  # notes on how the rows were read

    # Metrics

    @property
    def accuracy(self) -> float:
        return _ratio(self.n_right, self.n_rows)

    @property
    def majority(self) -> Majority:
        """Of several as frequent, the first in sorted order; None of no rows."""
        label = max(sorted(self._true), key=self._true.__getitem__, default=None)
        return Majority(label, _ratio(self._true[label], self.n_rows))

    @property
    def balanced_accuracy(self) -> float:
        """The mean recall of the classes that have rows."""
        return _mean([self.scores_of(label).recall for label in sorted(self._true)])

    @property
    def macro_f1(self) -> float:
        """The mean F1 of the classes."""
        return self._macro("f1")

    @property
    def positive(self) -> Any:
        """The greater of two classes, the model's where they are known; None where there are more, or one."""
        classes = self.known or self.classes
        return max(classes) if len(classes) == 2 else None

    @property
    def per_class(self) -> list[ClassScores]:
        return [self.scores_of(label) for label in self.classes]

    def scores_of(self, label: Any) -> ClassScores:
        """Precision, recall and F1 of one class."""
        right, support, predicted = self._pairs[label, label], self._true[label], self._predicted[label]
        f1 = _ratio(2 * right, support + predicted)
        return ClassScores(label, _ratio(right, predicted), _ratio(right, support), f1, support)

    def metric(self, name: str) -> float:
        """One number by its name in METRICS; f1, precision and recall are of the positive class of two, else means."""
        check_choice("metric", name, METRICS)
        if name not in ("f1", "precision", "recall"):
            return float(getattr(self, name.replace("-", "_")))
        return self._macro(name) if self.positive is None else float(getattr(self.scores_of(self.positive), name))

    def _macro(self, name: str) -> float:
        return _mean([getattr(scores, name) for scores in self.per_class])

    # Printed output

    def summary(self) -> Lines:
        """The few numbers of all classes together, as pairs of a name and a text."""
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
        """Precision, recall, F1 and rows of each class; where there are many, of those with the lowest F1."""
        return _table("classes" if len(self.classes) <= MAX_LISTED_CLASSES else "lowest F1", _class_rows(self))

    def confusion_lines(self) -> Lines:
        """True classes against predicted ones; where there are many, the most confused pairs."""
        if len(self.classes) <= MAX_CLASSES_IN_TABLE:
            return _table("confusion", _confusion_rows(self))
        pairs = self.most_confused()
        texts = [f"{p.truth!r} taken for {p.predicted!r}: {counted(p.n_rows, 'row')}" for p in pairs]
        return [("most confused" if not i else "", text) for i, text in enumerate(texts)]

    def notes(self) -> Lines:
        """What must be known to read the numbers: labels that were matched or are unknown, what is 0/0."""
        lines = []
        if self.taken_for:
            lines.append(("labels", _abridged([f"{a!r} is taken for {b!r}" for a, b in self.taken_for.items()], "; ")))
        if self.unknown:
            rows, labels = sum(self.unknown.values()), _abridged(map(repr, self.unknown))
            lines.append(
                ("unknown labels", f"{labels}: {counted(rows, 'row')}, of no class of the model, so all wrong")
            )
        if never := sorted(self._true.keys() - self._predicted.keys() - self.unknown.keys()):
            lines.append(("never predicted", f"{_abridged(map(repr, never))}: precision is 0/0, and counts as 0"))
        if never := sorted(self._predicted.keys() - self._true.keys()):
            lines.append(("never true", f"{_abridged(map(repr, never))}: recall is 0/0, and counts as 0"))
        if self.positive is not None and self.positive not in self.classes:
            lines.append(("never there", f"{self.positive!r}, true or predicted: its F1 is 0/0, and counts as 0"))
        return lines + self.reading

    def lines(self) -> Lines:
        """All that there is to say, as pairs of a name and a text."""
        return self.summary() + self.class_lines() + self.confusion_lines() + self.notes()

    def to_dict(self) -> dict[str, Any]:
        """The same by name, ready for JSON; the table of confusions is null where classes are many."""
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
        return json.dumps(self.to_dict(), **options)

    def __str__(self) -> str:
        return in_columns(self.lines())

    def _repr_html_(self) -> str:
        return notebook(in_html("Evaluation", self.summary()), *self.tables())

    def tables(self) -> list[str]:
        """The classes, their confusions and the notes, as parts of a page."""
        header, *rows = _class_rows(self)
        few = f"The {MAX_SHOWN} classes of lowest F1, of {len(self.classes):,}"
        parts = [table("Classes" if len(self.classes) <= MAX_LISTED_CLASSES else few, header, rows)]
        if len(self.classes) <= MAX_CLASSES_IN_TABLE:
            header, *rows = _confusion_rows(self)
            of_class = self.confusion / np.maximum(self.confusion.sum(axis=1, keepdims=True), 1)
            signs = 2 * np.eye(len(rows)) - 1  # what is right is on the diagonal
            parts.append(
                table("Confusion: rows by true class and predicted class", header, rows, shares=of_class * signs)
            )
        elif pairs := [[_shown(p.truth), _shown(p.predicted), f"{p.n_rows:,}"] for p in self.most_confused()]:
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


def heaviest_features(
    model: Model, names: list[str] | None = None, k: int = 10
) -> dict[Any, list[tuple[str, float]]] | None:
    """Features with the largest absolute weights of each class, with these weights.

    With two classes, only those of the greater, as the other's are their negatives. Weights belong to scaled features,
    not to the units of the file. Zero weights are left out.
    names: feature names; by default x1, x2, … None for a voted model, which has no single weight vector.
    """
    if not isinstance(model, LinearModel):
        return None
    w = np.asarray(model.weights.w)[: len(model.weights.b)]
    classes = model.classes.tolist()[-len(w) :]
    return {label: _heaviest(row, names, k) for label, row in zip(classes, w, strict=True)}


def heaviest_lines(heaviest: dict[Any, list[tuple[str, float]]]) -> Lines:
    """Lines of ``heaviest_features``, one per class, for the first classes if there are many."""
    lines: Lines = []
    for label, features in list(heaviest.items())[:MAX_CLASSES_IN_TABLE]:
        shown = ", ".join(f"{name} {weight:+.4g}" for name, weight in features) or "none: all weights are 0"
        lines.append(("" if lines else "heaviest features", f"for {label!r}: {shown}"))
    return [*lines, *[("", "…")][: len(heaviest) > MAX_CLASSES_IN_TABLE]]


def _heaviest(row: np.ndarray, names: list[str] | None, k: int) -> list[tuple[str, float]]:
    sizes = np.abs(row)
    k = min(k, len(row))
    least = np.partition(sizes, len(row) - k)[len(row) - k] if k else np.inf
    columns = np.flatnonzero((sizes >= least) & (sizes > 0))  # as many, and those as heavy as the last
    columns = columns[np.argsort(-sizes[columns], kind="stable")][:k]
    return [(f"x{c + 1}" if names is None else names[c], float(row[c])) for c in columns.tolist()]


def _class_rows(evaluation: Evaluation) -> list[list[str]]:
    listed = evaluation.per_class
    if len(listed) > MAX_LISTED_CLASSES:
        listed = sorted(listed, key=lambda scores: scores.f1)[:MAX_SHOWN]
    rows = [[_shown(s.label), *(f"{x:.4f}" for x in (s.precision, s.recall, s.f1)), f"{s.support:,}"] for s in listed]
    return [["", "precision", "recall", "F1", "rows"], *rows]


def _confusion_rows(evaluation: Evaluation) -> list[list[str]]:
    shown = [_shown(label) for label in evaluation.classes]
    counts = [[label, *(f"{n:,}" for n in row)] for label, row in zip(shown, evaluation.confusion, strict=True)]
    return [["true, predicted as", *shown], *counts]


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mean(numbers: list[float]) -> float:
    return fmean(numbers) if numbers else 0.0


def _shown(label: Any) -> str:
    """Label for a table: quoted only if it could be taken for another."""
    text = str(label)
    text = text if text.isprintable() and text.strip() == text != "" else repr(label)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _table(name: str, rows: list[list[str]]) -> Lines:
    """Table as lines under one name: the first column left-aligned, the others right-aligned."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    texts = [
        "  ".join([f"{row[0]:<{first}}", *(f"{x:>{n}}" for x, n in zip(row[1:], others, strict=True))]) for row in rows
    ]
    return [(name if not i else "", text) for i, text in enumerate(texts)]


def _abridged(texts: Iterable[str], between: str = ", ") -> str:
    shown = list(texts)
    return between.join([*shown[:MAX_SHOWN], *["…"][: len(shown) > MAX_SHOWN]])
