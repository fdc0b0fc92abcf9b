"""What training on a file leaves: the learner, how rows become features, and the report. Without scikit-learn."""

import os
from dataclasses import replace
from typing import Any

import numpy as np

from rosenblatt.data.blocks import widened
from rosenblatt.errors import DataError
from rosenblatt.files.readers import Reader
from rosenblatt.learners.learner import Learner
from rosenblatt.models import Model

MOST_SCALES = 6  # that a report prints; the encoding has them all


class Trained:
    """A model that was trained on a file. Attributes have the names of the estimators'."""

    def __init__(self, learner: Learner, reader: Reader) -> None:
        self.learner_, self.encoding_, self.feature_names_ = learner, reader.encoding, reader.features
        self._options, self.guessed_, self._names = reader.options, reader.guessed, reader.names

    @property
    def report_(self) -> Any:
        return self.learner_.report

    @property
    def certificate_(self) -> Any:
        return self.report_.certificate

    @property
    def model_(self) -> Model:
        return self.learner_.model

    @property
    def classes_(self) -> np.ndarray:
        return self.learner_.classes.labels

    @property
    def n_features_in_(self) -> int:
        return self.learner_.n_features

    def reading_lines(self) -> list[tuple[str, str]]:
        """How the file was read, as pairs of a name and a text: what was guessed, and what numbers were scaled by."""
        said = []
        if self.guessed_:
            said.append(("guessed", ", ".join(f"{name} {value!r}" for name, value in self.guessed_.items())))
        if self.encoding_ is not None and self.encoding_.scale in ("standard", "maxabs"):
            said.append((f"scaled ({self.encoding_.scale})", self._scales()))
        return said

    def _scales(self) -> str:
        names = self.encoding_.numeric_names()
        shift, divisor = self.encoding_.scaling.shift.tolist(), self.encoding_.scaling.divisor.tolist()
        shown = [f"{name} − {a:.4g} over {b:.4g}" for name, a, b in zip(names, shift, divisor, strict=True)]
        return "; ".join([*shown[:MOST_SCALES], *["…"][: len(shown) > MOST_SCALES]]) or "no numbers"

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row; of rows that are features already."""
        return self.model_.predict(X)

    def predict_file(self, data: str | os.PathLike[str]) -> np.ndarray:
        """The label of each row of a raw file of the same kind as that of training."""
        missing = None if self._options.missing == "drop" else self._options.missing  # a row left out has no prediction
        options = replace(self._options, labels=None, format=None, missing=missing)
        reader = Reader(data, options, self.encoding_, names=self._names, with_labels=False)
        predictions = []
        for chunk in reader.chunks():
            if chunk.block.n_features > self.n_features_in_:
                found = f"{self.n_features_in_} features, as in training; it has {chunk.block.n_features}"
                raise DataError(f"{os.fspath(data)} must have at most {found}.")
            predictions.append(self.model_.predict(widened(chunk.block, self.n_features_in_)))
        return np.concatenate(predictions)
