"""Weights that grow with new classes and features."""

from typing import Any

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Weights, as_order


class WeightRows:
    """One row of weights per class, in the order of first visit.

    Two classes share one row, that of class 1; its negative serves class 0. A third class expands it to the pair, and
    joins with zeros. Memory holds the rows one after another, or, ``by_feature``, the weights of each feature side by
    side, which is faster for CSR examples and allows new features.
    """

    _w: np.ndarray
    _b: np.ndarray

    def __init__(self, n_features: int, n_classes: int = 2, feature_major: bool = False) -> None:
        self.n_classes, self.n_features, self.feature_major = n_classes, n_features, feature_major
        self._make_room(1 if n_classes == 2 else n_classes, n_features)

    @property
    def view(self) -> Weights:
        """Arrays themselves, for the loops to change, with all reserved room for classes."""
        return Weights(self._w[:, : self.n_features], self._b[: 1 if self.n_classes == 2 else self.n_classes])

    def reorder(self, feature_major: bool) -> None:
        """Change the memory layout to the one that the next rows need."""
        if feature_major != self.feature_major:
            self.feature_major = feature_major
            self._w = as_order(self.view.w, feature_major)

    def set(self, coef: Any, intercept: Any) -> None:
        """Start from these weights, if given."""
        view = self.view
        for name, given, target in (("coef_init", coef, view.w), ("intercept_init", intercept, view.b)):
            if given is None:
                continue
            try:
                values = np.asarray(given, dtype=np.float64)
            except (TypeError, ValueError, OverflowError) as error:
                raise DataError(f"{name} must be numbers: {error}.") from error
            flat = len(target) == 1 and values.shape == target.shape[1:]  # one row may be given as such
            if values.shape != target.shape and not flat:
                raise DataError(f"{name} must have shape {target.shape}; got {values.shape}.")
            if not np.isfinite(values).all():
                raise DataError(f"{name} must be finite; got {values[~np.isfinite(values)][0]}.")
            target[...] = values.reshape(target.shape) + 0.0  # so that no −0.0 comes in

    def add_class(self, expected: int = 0) -> None:
        """Add one class. ``expected``: the likely final number of classes."""
        w, b = as_pair(self.view) if self.n_classes == 2 else self.view
        self.n_classes += 1
        if self.n_classes > len(self._b):
            self._make_room(max(self.n_classes, expected, len(self._b) * 2), self._w.shape[1])
            self._w[: len(w), : self.n_features] = w
            self._b[: len(b)] = b

    def set_features(self, n_features: int) -> None:
        """Resize to this number of features; new weights are zero."""
        self.reorder(feature_major=True)
        if n_features > self._w.shape[1]:
            w = self._w
            self._w = np.zeros((len(w), max(n_features, 2 * w.shape[1])), order="F")
            self._w[:, : w.shape[1]] = w
        self.n_features = n_features

    def move_features(self, moves: np.ndarray, n_features: int) -> None:
        """Move each feature to the column that ``moves`` names; other columns are zero."""
        w = self.view.w
        self._w = np.zeros((len(w), n_features), order="F" if self.feature_major else "C")
        self._w[:, moves] = w
        self.n_features = n_features

    def _make_room(self, rows: int, n_features: int) -> None:
        self._w = np.zeros((rows, n_features), order="F" if self.feature_major else "C")
        self._b = np.zeros(rows)

    def copy_from(self, other: "WeightRows") -> None:
        self.n_classes, self.n_features, self.feature_major = other.n_classes, other.n_features, other.feature_major
        self._w, self._b = other._w.copy(order="K"), other._b.copy()

    def copy(self) -> "WeightRows":
        twin = WeightRows.__new__(WeightRows)
        twin.copy_from(self)
        return twin

    def state(self) -> dict[str, Any]:
        """Complete state, as arrays and numbers."""
        w, b = self.view
        return {"w": w[: len(b)], "b": b, "n_classes": self.n_classes, "by_feature": self.feature_major}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "WeightRows":
        rows = cls(state["w"].shape[1], state["n_classes"], state["by_feature"])
        rows.view.w[...], rows.view.b[...] = state["w"], state["b"]
        return rows

    def is_finite(self) -> bool:
        return bool(np.isfinite(self._w).all() and np.isfinite(self._b).all())

    def is_zero(self) -> bool:
        return not (self._w.any() or self._b.any())

    def largest(self) -> float:
        low, high = self._w.min(initial=0.0), self._w.max(initial=0.0)  # without a copy of absolute values
        return max(float(high), -float(low), float(np.abs(self._b).max()))


def as_pair(weights: Weights) -> Weights:
    """Expand one shared row to the two it stands for. ``0.0 - w``, so that no −0.0 appears."""
    w = weights.w[:1]
    return Weights(np.vstack([0.0 - w, w]), np.concatenate([0.0 - weights.b, weights.b]))
