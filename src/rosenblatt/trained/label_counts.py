"""Counts of true and predicted labels, from which all metrics follow."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.labels import plain_labels
from rosenblatt.errors import DataError

MAX_SHOWN = 10  # pairs, labels and classes, where not all are shown


class Confused(NamedTuple):
    """Number of rows of one class that were predicted as another."""

    truth: Any
    predicted: Any
    n_rows: int


class LabelCounts:
    """Number of rows for each pair of true and predicted label, added page by page.

    classes: classes of the model; see ``Evaluation``.
    """

    def __init__(self, classes: Any = None) -> None:
        self.known: list[Any] = [] if classes is None else _labels("classes", classes).tolist()
        self._class_of: dict[Any, Any] = {label: label for label in self.known}  # of every true label so far
        self._same: dict[str, list[Any]] = {}
        for label in self.known:
            self._same.setdefault(_plain(label), []).append(label)
        self._pairs: Counter[tuple[Any, Any]] = Counter()
        self._true: Counter[Any] = Counter()
        self._predicted: Counter[Any] = Counter()

    def add(self, truth: Any, predicted: Any) -> None:
        """Count some rows."""
        truth, predicted = _labels("truth", truth), _labels("predicted", predicted)
        if truth.ndim != 1 or truth.shape != predicted.shape:
            raise DataError(f"truth and predicted must be as long; got shapes {truth.shape} and {predicted.shape}.")
        self._check_kinds(truth, predicted)
        for (label, answer), count in Counter(zip(truth.tolist(), predicted.tolist(), strict=True)).items():
            if label not in self._class_of:
                self._class_of[label] = self._taken_for(label)
            label = self._class_of[label]
            self._pairs[label, answer] += count
            self._true[label] += count
            self._predicted[answer] += count

    def merge(self, other: "LabelCounts") -> None:
        """Add the counts of other rows of the same model."""
        self._class_of.update(other._class_of)
        for own, more in ((self._pairs, other._pairs), (self._true, other._true), (self._predicted, other._predicted)):
            own.update(more)

    def _check_kinds(self, *given: np.ndarray) -> None:
        """Check that labels are all strings or all numbers, since they are compared and sorted."""
        kinds = {isinstance(label, str) for label in (*self.known[:1], *list(self._true)[:1])}
        kinds |= {labels.dtype.kind == "U" for labels in given if len(labels)}
        if len(kinds) > 1:
            raise DataError("truth and predicted must be all numbers or all strings, as the classes are; got both.")

    def _taken_for(self, label: Any) -> Any:
        """Class that a label means if it is written differently; else the label itself."""
        same = self._same.get(_plain(label), []) if isinstance(label, str) else []
        return same[0] if len(same) == 1 else label

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self._pairs.total()

    @property
    def n_right(self) -> int:
        """Number of rows that are predicted correctly."""
        return sum(self._pairs[label, label] for label in self._true)

    @property
    def classes(self) -> list[Any]:
        """Labels that occur as a true or a predicted label, sorted."""
        return sorted(self._true.keys() | self._predicted.keys())

    @property
    def taken_for(self) -> dict[Any, Any]:
        """Labels that are written differently from the class they were matched to, and that class."""
        return {label: self._class_of[label] for label in sorted(self._class_of) if self._class_of[label] != label}

    @property
    def unknown(self) -> dict[Any, int]:
        """Labels that the model does not know, and their numbers of rows."""
        return {label: self._true[label] for label in sorted(self._true.keys() - self.known) if self.known}

    @property
    def confusion(self) -> np.ndarray:
        """Number of rows of each true class (row) that were predicted as each class (column)."""
        place = {label: i for i, label in enumerate(self.classes)}
        table = np.zeros((len(place), len(place)), dtype=np.int64)
        for (label, answer), count in self._pairs.items():
            table[place[label], place[answer]] = count
        return table

    def most_confused(self, k: int = MAX_SHOWN) -> list[Confused]:
        """Return the pairs of classes that were confused most often."""
        wrong = [Confused(*pair, count) for pair, count in self._pairs.items() if pair[0] != pair[1]]
        return sorted(wrong, key=lambda pair: (-pair.n_rows, pair.truth, pair.predicted))[:k]


def _labels(name: str, given: Any) -> np.ndarray:
    labels = plain_labels(name, given)
    return np.char.decode(labels, "utf-8", "replace") if labels.dtype.kind == "S" else labels


def _plain(label: Any) -> str:
    """Label without a trailing full stop, surrounding spaces and case."""
    return str(label).strip().removesuffix(".").rstrip().casefold()
