"""Classes: the mapping from labels to rows of the weights.

Two ways. *Arriving*: rows stand in the order of first visit, a class is no rival before it, and until a
second class has come an unnamed second row stands for "the other": so a run is the same whether the
classes were known or came late. *Given*: rows stand in sorted order, all from the start; for the rules at
zero that need to know which class is the positive one, for given starting weights, for the orders
that look at every row before they update, and where each class learns by itself, one against the rest.
"""

from typing import Any

import numpy as np

from rosenblatt.conventions import NEGATIVE_LABELS, POSITIVE_LABELS
from rosenblatt.data.labels import exact_labels
from rosenblatt.errors import DataError
from rosenblatt.learners.weights import as_pair
from rosenblatt.loops.arguments import Weights

UNNAMED = None  # the label of a row that stands for a class yet to come


class Classes:
    def __init__(self, known: Any = (), given: bool = False) -> None:
        self._dtype: np.dtype | None = None
        self._known: set[Any] = set()
        self.given = given
        self.rows: list[Any] = []  # the label of each row of the weights
        self.know(np.asarray(known))
        if given:
            self.rows = sorted(self._known)

    def state(self) -> dict[str, Any]:
        """Complete state, as arrays and plain values."""
        labels = self.labels.tolist()
        place_of = {label: place for place, label in enumerate(labels)}
        rows = [None if label is UNNAMED else place_of[label] for label in self.rows]
        return {"labels": self.labels, "given": self.given, "rows": rows}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "Classes":
        classes = cls(state["labels"], state["given"])
        labels = classes.labels.tolist()
        classes.rows = [UNNAMED if place is None else labels[place] for place in state["rows"]]
        return classes

    @property
    def labels(self) -> np.ndarray:
        """Known labels, sorted: ``classes_``."""
        return np.array(sorted(self._known), dtype=self._dtype)

    @property
    def n_labels(self) -> int:
        return len(self._known)

    @property
    def n_rows(self) -> int:
        """Number of weight rows that the classes need: at least two."""
        return max(2, len(self.rows))

    def know(self, labels: np.ndarray) -> None:
        """Register labels, whether or not they have been visited."""
        if not len(labels):
            return
        kind = _kind(labels.dtype)
        if self._dtype is not None and kind != _kind(self._dtype):
            was, now = self.labels.tolist()[0], labels.tolist()[0]
            raise DataError(f"y must have labels of one kind; got {now!r} after {was!r}.")
        known = self._known.union(labels.tolist())
        dtype = labels.dtype if self._dtype is None else np.promote_types(self._dtype, labels.dtype)
        if dtype.kind == "f":  # also of int64 and uint64
            exact = exact_labels(sorted(known)).dtype
            dtype = dtype if exact.kind == "f" else exact
        self._dtype, self._known = dtype, known

    def arrive(self, labels: np.ndarray) -> None:
        """Assign the next rows to labels in the order of first visit."""
        self.rows += [label for label in labels.tolist() if label not in self.rows]

    def arrive_with_sign(self, labels: np.ndarray, named: bool = False) -> None:
        """Assign rows if zero has a sign: to all labels at once, or to each by its own sign."""
        if not self.rows and len(labels) > 1 and named:
            self.rows = sorted(labels.tolist())
        for label in labels.tolist():
            if label in self.rows:
                continue
            self.rows = self.rows or [UNNAMED, UNNAMED]
            row = 1 if label in POSITIVE_LABELS else 0
            has_sign = label in POSITIVE_LABELS + NEGATIVE_LABELS
            if not has_sign or len(self.rows) > 2 or self.rows[row] is not UNNAMED:
                raise DataError(
                    f"y must have known classes where at_zero is 'positive' or 'negative'; got {label!r}: "
                    "name them all at the start, classes=[…]."
                )
            self.rows[row] = label

    def arrive_at_once(self) -> None:
        """Assign rows to all known labels, sorted, if each class learns by itself. None may come later.

        A lone label gets the row of its sign.
        """
        if not self.rows:
            self.rows = sorted(self._known)
            if len(self.rows) == 1:
                self.rows.insert(1 if self.rows[0] in NEGATIVE_LABELS else 0, UNNAMED)
        if late := sorted(self._known.difference(self.rows)):
            raise DataError(
                f"y must have known classes where multiclass is 'one-vs-rest'; got {late[0]!r}: "
                "name them all at the start, classes=[…]."
            )

    def weight_row_of(self, labels: np.ndarray) -> np.ndarray:
        """Weight row of each label; −1 if it has none yet."""
        rows = {label: k for k, label in enumerate(self.rows)}
        return np.array([rows.get(label, -1) for label in labels.tolist()], dtype=np.int64)

    def in_order(self, weights: Weights) -> Weights:
        """Weights in the order of ``labels``: one row for two classes, whose positive is the greater."""
        if len(self._known) <= 2:
            if self.places()[0] == 1:  # the shared row is the other class's
                return Weights(0.0 - weights.w, 0.0 - weights.b)
            return Weights(weights.w.copy(), weights.b.copy())
        w, b = as_pair(weights) if len(weights.b) == 1 else weights
        places = self.places()[: len(b)]  # after Ctrl-C a class may have its place but no visit
        if len(places) < len(self._known):
            ordered = Weights(np.zeros_like(w, shape=(len(self._known), w.shape[1])), np.zeros(len(self._known)))
            ordered.w[places], ordered.b[places] = w[: len(b)], b
            return ordered
        rows = np.argsort(places)
        if w.flags.f_contiguous:  # row by row would be slow in this layout
            return Weights(w.T.take(rows, axis=1).T, b[rows])
        return Weights(w[rows], b[rows])

    def places(self) -> np.ndarray:
        """For each weight row, the place of its label among ``labels``.

        A row without a name stands for the first label that has no row; where there is none, a lone
        label is the positive one, unless it is −1, 0 or False.
        """
        labels = sorted(self._known)
        rows = [*self.rows, UNNAMED, UNNAMED][: self.n_rows]
        if len(labels) == 1:
            lone_is_row = rows.index(labels[0]) if labels[0] in rows else 0
            lone_place = 0 if labels[0] in NEGATIVE_LABELS else 1
            return np.array([lone_place, 1 - lone_place] if lone_is_row == 0 else [1 - lone_place, lone_place])
        named = set(rows)
        free = [k for k, label in enumerate(labels) if label not in named][::-1]
        place_of = {label: k for k, label in enumerate(labels)}
        return np.array([free.pop() if label is UNNAMED else place_of[label] for label in rows])


def _kind(dtype: np.dtype) -> str:
    """Kind of labels: numbers and strings do not mix."""
    return "number" if dtype.kind in "biuf" else dtype.kind
