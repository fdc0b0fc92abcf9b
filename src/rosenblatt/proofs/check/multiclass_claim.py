"""Fields of a certificate for many classes, and properties that follow from them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import Bracket


@dataclass(frozen=True, kw_only=True, repr=False)
class MulticlassClaim:
    """Claim about a data set of many classes, with everything needed to check it.

    classes: the labels, sorted.
    fit_intercept: whether each class has a bias.
    argmax: the certificate of the expanded rows (see ``multiclass.Questions``).
    rivals: for each of the rows that it names, the label of the rival.
    one_against_rest: label → certificate of ``(X, y == label)``.
    pairwise: (label, label) → certificate of the rows of these two.
    """

    classes: tuple[Any, ...]
    fit_intercept: bool
    argmax: Certificate
    rivals: tuple[Any, ...]
    one_against_rest: dict[Any, Certificate]
    pairwise: dict[tuple[Any, Any], Certificate]

    @property
    def separable(self) -> bool | None:
        """True if weights exist under which every row's class scores highest; None if undecided."""
        return self.argmax.separable

    @property
    def weights(self) -> np.ndarray | None:
        """Weights that prove it, one row per class."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, : self.n_features]

    @property
    def bias(self) -> np.ndarray | None:
        """Biases that prove it, one per class; 0 without intercept."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, self.n_features :].sum(axis=1)

    @property
    def augmented_margin(self) -> Bracket | None:
        """Bounds of the largest minimum of (w_y − w_k)·x + b_y − b_k over weights and biases of total length 1."""
        return self.argmax.margin

    @property
    def mistake_bound(self) -> int | None:
        """Integer part of 2·(largest ‖(x, 1)‖ / augmented_margin.lower)²: an update changes two classes."""
        return self.argmax.mistake_bound

    @property
    def rows(self) -> list[tuple[int, Any]] | None:
        """Pairs of a row and a rival's label that prove the upper bound of the margin, or that there is none."""
        if self.argmax.rows is None:
            return None
        rows = (row // (len(self.classes) - 1) for row in self.argmax.rows)
        return list(zip(rows, self.rivals, strict=True))

    @property
    def multipliers(self) -> list[Fraction] | None:
        """Multiplier of each of these pairs."""
        return self.argmax.multipliers

    @property
    def n_rows(self) -> int:
        return self._first.n_rows

    @property
    def n_features(self) -> int:
        return self._first.n_features

    @property
    def radius(self) -> float:
        return self._first.radius

    @property
    def augmented_radius(self) -> float:
        return self._first.augmented_radius

    @property
    def _first(self) -> Certificate:
        """Certificate of the first table entry about all rows, which also proves the statements about X alone."""
        return self.one_against_rest[self.classes[0]]
