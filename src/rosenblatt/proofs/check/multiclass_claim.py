"""The fields of a certificate for many classes, and what follows from them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import Bracket


@dataclass(frozen=True, kw_only=True, repr=False)
class MulticlassClaim:
    """A claim about a set of many classes, with all that it takes to check it.

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
        """Whether weights exist under which every row's class scores highest; None where undecided."""
        return self.argmax.separable

    @property
    def weights(self) -> np.ndarray | None:
        """Such weights, a row a class."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, : self.n_features]

    @property
    def bias(self) -> np.ndarray | None:
        """Their biases, a number a class: what comes after the weights, or 0 where nothing does."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, self.n_features :].sum(axis=1)

    @property
    def augmented_margin(self) -> Bracket | None:
        """Of the largest least (w_y − w_k)·x + b_y − b_k, where all weights and biases together have length 1."""
        return self.argmax.margin

    @property
    def mistake_bound(self) -> int | None:
        """The whole part of 2·(largest ‖(x, 1)‖ / augmented_margin.lower)²: an update changes two classes."""
        return self.argmax.mistake_bound

    @property
    def rows(self) -> list[tuple[int, Any]] | None:
        """The pairs of a row and a rival's label that prove the upper bound of the margin; or that there is none."""
        if self.argmax.rows is None:
            return None
        rows = (row // (len(self.classes) - 1) for row in self.argmax.rows)
        return list(zip(rows, self.rivals, strict=True))

    @property
    def multipliers(self) -> list[Fraction] | None:
        """How often each of these pairs is taken."""
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
        """One that is about all rows: it knows, and proves, what is said of X alone."""
        return self.one_against_rest[self.classes[0]]
