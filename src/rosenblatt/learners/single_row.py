"""Training and prediction on single rows, with the same result as ``partial_fit`` of one row.

Usually a row takes one compiled call. Every exception (the first row, a new class, numbers that are not finite or could
become so) is a ``partial_fit`` of one row, so the result is the same.
"""

import math
from typing import Any

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.dict_features import numeric
from rosenblatt.data.labels import plain_labels
from rosenblatt.data.whole_numbers import EXACT_WHOLE
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.learners.base import Learner
from rosenblatt.learners.classes import UNNAMED
from rosenblatt.learners.report import report_of
from rosenblatt.loops import single_row as loops
from rosenblatt.loops.arguments import StepRule
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.multiclass import OVERFLOW
from rosenblatt.loops.rows import CSR
from rosenblatt.loops.steps import CONSTANT

NO_ROW = -1
CONSTANT_STEP = StepRule(CONSTANT, math.inf)


class Singles:
    """Learner prepared for compiled calls on single rows.

    During single-row calls, the counts of the learner are in a tally; ``settled`` writes them back.
    """

    def __init__(self, learner: Learner, classes: Any = None, n_features: int = 0) -> None:
        if learner.options.one_vs_rest:
            raise OptionError(
                f"{subject('multiclass')} must be 'argmax' to learn one row at a time, since classes may come late; "
                f"got {learner.options.multiclass!r}: partial_fit takes rows with all classes named."
            )
        self.learner, self.classes, self._n_features = learner, classes, n_features
        self._begin()

    def learn(self, values: np.ndarray, columns: np.ndarray, label: Any, weight: float, x: Any) -> None:
        """Visit a row, given by its values in rising columns. x: the original dict, checked if values are large."""
        try:
            row = self._rows.get(label, NO_ROW)
        except TypeError as error:
            raise DataError(f"y must be a number or a string; got {label!r}.") from error
        if row != NO_ROW:
            if self._visit(values, columns, row, weight) != OVERFLOW:
                return
            numeric(x)
            self.tally[loops.LIMIT] = SAFE
            winner = self._visit(values, columns, row, weight)
            self.tally[loops.LIMIT] = loops.EXACT
            if winner != OVERFLOW:
                return
        numeric(x)
        block = self._block(values, columns)
        try:
            self.settled().partial_fit(block, [label], classes=self.classes, sample_weight=[weight])
        finally:
            self._begin()  # even a failed call may have replaced the arrays

    def _visit(self, values: np.ndarray, columns: np.ndarray, row: int, weight: float) -> Any:
        w, b, scratch, tally = self._w, self._b, self._scratch, self.tally
        if self._averaging_sum is None:
            return loops.learn_one(values, columns, row, weight, w, b, scratch, tally)
        return loops.learn_one_by_average(values, columns, row, weight, w, b, *self._averaging_sum, scratch, tally)

    def predict(self, values: np.ndarray, columns: np.ndarray, x: Any) -> Any:
        """Predict the label of a row. x: the original dict, checked if values are large."""
        if self._labels:
            winner = self._winner(values, columns, loops.EXACT)
            if winner == OVERFLOW:
                numeric(x)
                winner = self._winner(values, columns, math.inf)
            if winner != OVERFLOW:
                return self._labels[winner]
        numeric(x)
        if not self.learner.n_features or not len(self.learner.classes.labels):
            return self._first_guess()
        return self.settled().model.predict(self._block(values, columns)).tolist()[0]

    def _winner(self, values: np.ndarray, columns: np.ndarray, limit: float) -> Any:
        if self._averaging_sum is None:
            return loops.predict_one(values, columns, self._places, self._w, self._b, limit)
        return loops.predict_one_by_average(
            values, columns, self._places, self._w, self._b, *self._averaging_sum, self.tally, limit
        )

    def scores(self, values: np.ndarray, columns: np.ndarray, x: Any) -> dict[Any, float]:
        """Score of each known class for a row. With two classes, one has the score 0. x: as for ``predict``."""
        if np.abs(values).max(initial=0) >= EXACT_WHOLE:
            numeric(x)
        if self._labels:
            scores = np.empty(len(self._b))
            if self._averaging_sum is None:
                loops.score_one(values, columns, self._w, self._b, scores)
            else:
                loops.score_one_by_average(values, columns, self._w, self._b, *self._averaging_sum, self.tally, scores)
            if np.isfinite(scores).all():
                return _by_label(self._labels, scores.tolist())
        if not self.learner.n_features or not len(self.learner.classes.labels):
            return dict.fromkeys(self._named_classes(), 0.0)
        model = self.settled().model
        scores = model.decision_function(self._block(values, columns)).ravel()
        return _by_label(model.classes.tolist(), scores.tolist())

    def _first_guess(self) -> Any:
        """Prediction while all weights are zero: the first class, or the last if zero is positive."""
        labels = self._named_classes()
        return labels[-1 if self.learner.options.sign_of_zero > 0 else 0] if labels else None

    def _named_classes(self) -> list[Any]:
        return [] if self.classes is None else np.unique(plain_labels("classes", self.classes)).tolist()

    def settled(self) -> Learner:
        """Learner with the counts of all rows so far."""
        learner = self.learner
        if learner.n_features and self.tally[loops.VISITS] != learner.visited:
            learner.visited = learner.n_rows = int(self.tally[loops.VISITS])
            learner.n_mistakes, learner.n_updates = int(self.tally[loops.MISTAKES]), int(self.tally[loops.UPDATES])
            learner.n_zero_rows, learner.ready_model = self._zero_rows(), None
            largest = float(self.tally[loops.LARGEST]) + learner.options.folded_one
            learner.radius = max(learner.radius, math.sqrt(largest))
            learner.report = report_of(learner, "open", [learner.n_mistakes], [learner.n_updates])
        return learner

    def _zero_rows(self) -> int:
        """Rows of zeros, if the step depends on the norm."""
        return 0 if self.tally[loops.STEP] == CONSTANT else int(self.tally[loops.ZERO_ROWS])

    def set_features(self, n_features: int) -> None:
        """Resize for new features, or undo that."""
        self._n_features = n_features
        if self.learner.n_features:
            self.settled().set_features(n_features)
            self._take_weights()

    def _begin(self) -> None:
        """Prepare the arguments of the compiled calls."""
        learner = self.learner
        self.tally = np.zeros(13)
        self._rows: dict[Any, int] = {}  # the row of the weights that each class has
        self._labels: list[Any] = []  # of those rows, where all classes have one
        if not learner.n_features:
            return
        self._n_features = learner.n_features
        rule, classes = learner.rule, learner.classes
        reach = max(rows.largest() for rows in learner.vectors())
        counts = learner.visited, learner.n_mistakes, learner.n_updates, learner.n_zero_rows
        margin, step = (-math.inf, CONSTANT_STEP) if rule.step is None else (rule.margin, rule.step)
        self.tally[:] = *counts, 0.0, reach, *rule[:3], margin, *step, loops.EXACT
        self._rows = {label: row for row, label in enumerate(classes.rows) if label is not UNNAMED}
        if len(self._rows) == len(classes.labels) == classes.n_rows:
            self._labels = classes.rows
            self._places = classes.places() * (-1 if rule.sign_of_zero > 0 else 1)  # the lowest place wins a tie
        self._take_weights()

    def _take_weights(self) -> None:
        self._w, self._b = self.learner.weights.view
        self._averaging_sum = self.learner.averaging_sum.view if self.learner.averaging_sum else None
        self._scratch = np.empty((10, len(self._b)))  # two rows of scores, eight of lanes

    def _block(self, values: np.ndarray, columns: np.ndarray) -> Block:
        return Block(CSR(values, columns, np.array([0, len(values)])), 1, self._n_features)

    def __getstate__(self) -> dict[str, Any]:
        """Drop the views of the learner's arrays, so that a copy creates its own."""
        return {"learner": self.settled(), "classes": self.classes, "n_features": self._n_features}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def _by_label(labels: list[Any], scores: list[float]) -> dict[Any, float]:
    """Scores by label. With two classes, the one score belongs to the second; a single class needs none."""
    scores = [0.0, *scores] if len(labels) == 2 else scores
    return dict(zip(labels, scores, strict=True))
