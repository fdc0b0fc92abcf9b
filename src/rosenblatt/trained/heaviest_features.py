"""The features with the largest weights, class by class."""

from typing import Any

import numpy as np

from rosenblatt.display import Lines
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.trained.evaluation_tables import MAX_CLASSES_IN_TABLE


def heaviest_features(
    model: Model, names: list[str] | None = None, k: int = 10
) -> dict[Any, list[tuple[str, float]]] | None:
    """Features with the largest absolute weights of each class, with these weights.

    With two classes, only those of the greater, as the other's are their negatives. Weights belong to scaled features,
    not to the units of the file. Zero weights are left out.
    names: feature names; by default x1, x2, … None for a voted model, which has no single weight vector.
    """
    if not isinstance(model, LinearModel):
        return None
    w = np.asarray(model.weights.w)[: len(model.weights.b)]
    classes = model.classes.tolist()[-len(w) :]
    return {label: _heaviest(row, names, k) for label, row in zip(classes, w, strict=True)}


def heaviest_lines(heaviest: dict[Any, list[tuple[str, float]]]) -> Lines:
    """Lines of ``heaviest_features``, one per class, for the first classes if there are many."""
    lines: Lines = []
    for label, features in list(heaviest.items())[:MAX_CLASSES_IN_TABLE]:
        shown = ", ".join(f"{name} {weight:+.4g}" for name, weight in features) or "none: all weights are 0"
        lines.append(("" if lines else "heaviest features", f"for {label!r}: {shown}"))
    return [*lines, *[("", "…")][: len(heaviest) > MAX_CLASSES_IN_TABLE]]


def _heaviest(row: np.ndarray, names: list[str] | None, k: int) -> list[tuple[str, float]]:
    sizes = np.abs(row)
    k = min(k, len(row))
    least = np.partition(sizes, len(row) - k)[len(row) - k] if k else np.inf
    columns = np.flatnonzero((sizes >= least) & (sizes > 0))  # as many, and those as heavy as the last
    columns = columns[np.argsort(-sizes[columns], kind="stable")][:k]
    return [(f"x{c + 1}" if names is None else names[c], float(row[c])) for c in columns.tolist()]
