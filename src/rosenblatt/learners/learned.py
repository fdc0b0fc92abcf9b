"""Learned state: classes, weights and counts. It is enough to build a model."""

import numpy as np

from rosenblatt.learners.classes import Classes
from rosenblatt.learners.options import Options
from rosenblatt.learners.weights import WeightRows
from rosenblatt.loops.arguments import Rule, Weights
from rosenblatt.models.linear import LinearModel, Model


class Learned:
    """Classes, weights and counts of a learner, or of a file that holds one."""

    vector_names: tuple[str, ...] = ("weights",)  # the attributes that hold weights

    options: Options
    rule: Rule
    classes: Classes
    n_features: int = 0  # until something is learned
    visited: int
    weights: WeightRows  # the running weights
    averaging_sum: WeightRows | None = None  # Algorithm 7's
    ready_model: Model | None = None  # of these weights, once it has been asked for

    @property
    def one_vs_rest(self) -> bool:
        """True if each class learns by itself: under "one-vs-rest", with more than two classes."""
        return self.options.one_vs_rest and self.classes.n_rows > 2

    def vectors(self) -> list[WeightRows]:
        """Return all weights that grow when a class or a feature comes."""
        return [getattr(self, name) for name in self.vector_names]

    def linear_model(self, weights: Weights) -> LinearModel:
        """Make the model of these weights, with the classes in sorted order."""
        labels = self.classes.labels
        return LinearModel(labels, self.n_features, self.options.at_zero, self.classes.in_order(weights))

    def set_features(self, n_features: int) -> None:
        """Add new features with weights of zero, or remove the last features."""
        self.n_features, self.ready_model = n_features, None
        for vectors in self.vectors():
            vectors.set_features(n_features)

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        """Move features to other columns. The columns left over are new features with weights of zero."""
        self.n_features, self.ready_model = n_features, None
        for vectors in self.vectors():
            vectors.move_features(moves, n_features)
