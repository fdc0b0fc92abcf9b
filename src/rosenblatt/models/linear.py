"""Linear models: frozen results of training that score and predict."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.data.blocks import Block, all_rows, block_of, radius_of, slice_rows
from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Weights, as_order, scratch_for
from rosenblatt.loops.error_bounds import SAFE
from rosenblatt.loops.scoring import predict, score
from rosenblatt.loops.threads import in_slices


@dataclass(frozen=True)
class Model:
    """Common part of all models: classes in sorted order, and a rule at zero."""

    classes: np.ndarray
    n_features: int
    at_zero: str

    def predict(self, X: Any) -> np.ndarray:
        """Predict the label of each row."""
        block = self.checked(X)
        if len(self.classes) == 1:
            return np.repeat(self.classes, block.n_rows)
        return np.asarray(self.classes[self.winners(block)])

    def decision_function(self, X: Any) -> np.ndarray:
        """Scores: one per row, positive for the greater of two classes; or one per row and class."""
        scores = self.scores(self.checked(X))
        return scores[:, 0] if len(self.classes) <= 2 else scores

    def checked(self, X: Any) -> Block:
        """Convert ``X`` to a block that fits the model: finite, and as wide as in training."""
        block = block_of(X)
        if block.n_features != self.n_features:
            raise DataError(f"X must have {self.n_features} features, as in training; got {block.n_features}.")
        self.check_range(radius_of(block, all_rows(block)), block)
        return block

    def check_range(self, radius: float, block: Block) -> None:
        """Raise a DataError if a score overflows, so that it has no sign."""

    def scores(self, block: Block) -> np.ndarray:
        raise NotImplementedError

    def winners(self, block: Block) -> np.ndarray:
        """Place of each row's predicted class: on a tie the first, the last under "positive"."""
        raise NotImplementedError


def winners_of(scores: np.ndarray, at_zero: str) -> np.ndarray:
    """Place of each row's class with the highest score: on a tie the first, the last under "positive"."""
    last_wins = at_zero == "positive"
    if scores.shape[1] == 1:
        return (scores[:, 0] >= 0 if last_wins else scores[:, 0] > 0).astype(np.uint32)
    if last_wins:
        return np.asarray(scores.shape[1] - 1 - scores[:, ::-1].argmax(axis=1))
    return np.asarray(scores.argmax(axis=1))


@dataclass(frozen=True)
class LinearModel(Model):
    """Linear model: one row of weights for two classes, else one per class. The highest score wins."""

    weights: Weights

    def check_range(self, radius: float, block: Block) -> None:
        largest = float(np.abs(self.weights.w).max())
        if radius * largest * self.n_features < SAFE:
            return
        bad = np.flatnonzero(~np.isfinite(self.scores(block)).all(axis=1))
        if len(bad):
            raise DataError(f"Scores must stay finite; that of row {bad[0]} overflows: scale the features.")

    def scores(self, block: Block) -> np.ndarray:
        weights = self._weights_for(block)
        scores = np.empty((block.n_rows, len(weights.b)))

        def score_slice(first: int, last: int) -> None:
            score(slice_rows(block, first, last).rows, weights, scratch_for(weights), scores[first:last])

        in_slices(score_slice, block.n_rows, block.stored_numbers * len(weights.b))
        return scores

    def winners(self, block: Block) -> np.ndarray:
        weights, sign_of_zero = self._weights_for(block), SIGN_OF_ZERO[self.at_zero]
        winners = np.empty(block.n_rows, dtype=np.uint32)

        def predict_slice(first: int, last: int) -> None:
            rows = slice_rows(block, first, last).rows
            predict(rows, weights, sign_of_zero, scratch_for(weights), winners[first:last])

        in_slices(predict_slice, block.n_rows, block.stored_numbers * len(weights.b))
        return winners

    def _weights_for(self, block: Block) -> Weights:
        return self.weights._replace(w=as_order(self.weights.w, block.is_sparse))
