"""What training on a file leaves: the learner, how rows become features, and the report. Without scikit-learn."""

import os
from typing import Any

import numpy as np

from rosenblatt.data.blocks import widened
from rosenblatt.files.readers import Reader
from rosenblatt.learners.learner import Learner
from rosenblatt.models import Model


class Trained:
    """A model that was trained on a file. Attributes have the names of the estimators'."""

    def __init__(self, learner: Learner, reader: Reader) -> None:
        self.learner_, self.encoding_, self.feature_names_ = learner, reader.encoding, reader.features
        self._options = reader.options

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

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row; of rows that are features already."""
        return self.model_.predict(X)

    def predict_file(self, data: str | os.PathLike[str]) -> np.ndarray:
        """The label of each row of a raw file of the same kind as that of training."""
        reader = Reader(data, self._options, self.encoding_)
        blocks = (widened(chunk.block, self.n_features_in_) for chunk in reader.chunks())
        return np.concatenate([self.model_.predict(block) for block in blocks])
