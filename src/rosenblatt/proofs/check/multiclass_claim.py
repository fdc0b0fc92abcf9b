"""The fields of a certificate for many classes, the form they must have, and what follows from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.certificate_format import Bracket, shown


@dataclass(frozen=True, kw_only=True, repr=False)
class MulticlassClaim:
    """Fields of a certificate for many classes, their form, and the results that follow from them.

    ``MulticlassCertificate`` documents the fields, and checks them.
    """

    classes: tuple[Any, ...]
    fit_intercept: bool
    argmax: Certificate
    rivals: tuple[Any, ...]
    one_against_rest: dict[Any, Certificate]
    pairwise: dict[tuple[Any, Any], Certificate]

    @property
    def separable(self) -> bool | None:
        """True if weights exist that score the class of every row highest; None if undecided."""
        return self.argmax.separable

    @property
    def weights(self) -> np.ndarray | None:
        """Weights that score the class of every row highest, one row per class, or None."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, : self.n_features]

    @property
    def bias(self) -> np.ndarray | None:
        """Biases that belong to ``weights``, one per class, or None. They are 0 without intercept."""
        weights = self.argmax.weights
        return None if weights is None else weights.reshape(len(self.classes), -1)[:, self.n_features :].sum(axis=1)

    @property
    def augmented_margin(self) -> Bracket | None:
        """Bounds on the largest margin, or None.

        The margin is the smallest (w_y − w_k)·x + b_y − b_k, for weights and biases of length 1 together.
        """
        return self.argmax.margin

    @property
    def mistake_bound(self) -> int | None:
        """Upper bound on the mistakes of a perceptron that starts at zero, or None.

        It is the whole part of 2·(largest ‖(x, 1)‖ / augmented_margin.lower)²: an update changes two classes.
        """
        return self.argmax.mistake_bound

    @property
    def rows(self) -> list[tuple[int, Any]] | None:
        """Pairs of a row number and a rival's label that prove the upper bound or the contradiction, or None."""
        if self.argmax.rows is None:
            return None
        rows = (row // (len(self.classes) - 1) for row in self.argmax.rows)
        return list(zip(rows, self.rivals, strict=True))

    @property
    def multipliers(self) -> list[Fraction] | None:
        """Multipliers of the pairs in ``rows``, or None."""
        return self.argmax.multipliers

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self._first.n_rows

    @property
    def n_features(self) -> int:
        """Number of features."""
        return self._first.n_features

    @property
    def radius(self) -> float:
        """Largest norm of a row, rounded up."""
        return self._first.radius

    @property
    def augmented_radius(self) -> float:
        """Largest norm of a row (x, 1), rounded up. Without intercept it is the radius."""
        return self._first.augmented_radius

    def form_faults(self) -> list[str]:
        """List the reasons why this cannot be a certificate of any data set."""
        return list(_field_faults(self)) or list(_part_faults(self)) or list(_argmax_faults(self))

    def parts(self) -> Iterator[tuple[str, tuple[Any, ...], Certificate]]:
        """Iterate over all certificates for two classes."""
        yield "argmax", (-1, 1), self.argmax
        for label, part in self.one_against_rest.items():
            yield name_of("one_against_rest", label), (False, True), part
        for pair, part in self.pairwise.items():
            yield name_of("pairwise", pair), pair, part

    @property
    def _first(self) -> Certificate:
        """Certificate of the first table entry about all rows, which also proves the statements about X alone."""
        return self.one_against_rest[self.classes[0]]


def are_labels(value: Any, least: int) -> bool:
    is_tuple = type(value) is tuple and len(value) >= least
    return is_tuple and all(isinstance(label, int | float | str | bytes) for label in value)


def _field_faults(c: MulticlassClaim) -> Iterator[str]:
    if not are_labels(c.classes, 2):
        yield f"classes must be a tuple of two labels or more, numbers or strings; it is {shown(c.classes)}."
        return
    if type(c.fit_intercept) is not bool:
        yield f"fit_intercept must be True or False; it is {shown(c.fit_intercept)}."
    if not are_labels(c.rivals, 0):
        yield f"rivals must be a tuple of labels; it is {shown(c.rivals)}."
    for field, keys in tables_of(c.classes).items():
        table = getattr(c, field)
        if type(table) is not dict or list(table) != keys:
            yield f"{field} must be a dict of {len(keys)} parts, by the classes in their order; it is another."


def _part_faults(c: MulticlassClaim) -> Iterator[str]:
    for name, labels, part in c.parts():
        with_bias = c.fit_intercept and name != "argmax"
        if not isinstance(part, Certificate):
            yield f"{name} must be a Certificate; it is {shown(part)}."
        elif faults := part.form_faults():
            yield f"{name}: {faults[0]}"
        elif part.fit_intercept is not with_bias:
            yield f"{name}.fit_intercept must be {with_bias}; it is {part.fit_intercept}."
        elif part.classes != labels:
            yield f"{name}.classes must be {labels_text(labels, ' and ')}; they are others."


def _argmax_faults(c: MulticlassClaim) -> Iterator[str]:
    """Faults: there must be one number per weight, and a rival for each row that is named."""
    wanted = len(c.classes) * (c.n_features + c.fit_intercept)
    if c.argmax.n_features != wanted or (c.argmax.weights is not None and len(c.argmax.weights) != wanted):
        yield f"argmax must have {shown(wanted)} features, by its classes and one_against_rest; it has others."
    if len(c.rivals) != len(c.argmax.rows or []):
        yield f"rivals must be one for each row of argmax, {len(c.argmax.rows or [])}; there are {len(c.rivals)}."


def tables_of(classes: tuple[Any, ...]) -> dict[str, list[Any]]:
    """Keys of both tables."""
    return {"one_against_rest": list(classes), "pairwise": list(combinations(classes, 2))}


def name_of(table: str, key: Any) -> str:
    return f"{table}[{labels_text(key, ', ')}]"


def labels_text(key: Any, between: str) -> str:
    """Label, or the labels of a pair."""
    return between.join(map(label_text, key if isinstance(key, tuple) else (key,)))


def label_text(label: Any) -> str:
    return repr(label) if isinstance(label, str | bytes) else shown(label)
