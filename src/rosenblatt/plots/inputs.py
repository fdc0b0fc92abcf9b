"""Inputs of pictures: models of Rosenblatt in any form, other linear models, feature names, labels of rows."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt.data.labels import encode, labels_of
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.linear import LinearModel, Model

NAMED_BY = ("feature_names_", "feature_names_in_", "feature_names", "features")  # where names are kept


def model_of(given: Any) -> Model:
    """Frozen model of an estimator, a learner, a trained file, a trace, a plane, a certificate, or coef_."""
    if isinstance(given, Model):
        return given
    if isinstance(given, Hyperplane):
        return _linear(np.array([-1, 1]), given.w, given.b)
    if hasattr(given, "named_steps"):
        raise DataError(
            f"model must be one classifier; this {type(given).__name__} is several steps: draw its last, model[-1], "
            "on the rows that the others give, model[:-1].transform(X)."
        )
    model = next((getattr(given, name) for name in ("model_", "model", "learner_") if _has(given, name)), None)
    if model is not None:
        return model_of(model)
    if hasattr(given, "separable"):
        return _of_certificate(given)
    if _has(given, "coef_") and _has(given, "classes_"):
        return _of_coefficients(given)
    kind = type(given).__name__
    if _has(given, "classes_") or _has(given, "coef_"):
        lacks = "coef_" if _has(given, "classes_") else "classes_"
        raise DataError(f"model must be a linear classifier; this {kind} has no {lacks}: draw one that has.")
    if hasattr(given, "fit"):
        raise DataError(f"model must be fitted before it is drawn: call fit of this {kind} first.")
    raise DataError(
        f"model must be a fitted estimator, a learner, a trace or a plane; got {kind}: rosenblatt.load reads a file."
    )


def names_of(given: Any, X: Any, names: Any, n_features: int) -> list[str]:
    """Feature names: as given, of a frame's columns, or of the model; else x1, x2, …"""
    if names is None:
        sources = [getattr(X, "columns", None), *(getattr(given, attribute, None) for attribute in NAMED_BY)]
        known = [[str(name) for name in source] for source in sources if source is not None and np.ndim(source) == 1]
        return next((candidate for candidate in known if len(candidate) == n_features), _numbered(n_features))
    if isinstance(names, str) or np.ndim(names) != 1 or len(names) != n_features:
        count = len(names) if np.ndim(names) == 1 else repr(names)
        raise DataError(f"names must be a list with a name for each feature, {n_features}; got {count}.")
    return [str(name) for name in names]


def columns_of(features: Any, names: list[str]) -> list[int]:
    """Numbers of the features to draw."""
    if features is None:
        if len(names) > 3:
            raise DataError(
                f"A boundary is drawn of at most three features; this model has {len(names)}: choose two of them, "
                f"{option('features', (0, 1))}, by number or name, and give X."
            )
        return list(range(len(names)))
    is_one = isinstance(features, str | Integral) or not np.iterable(features)
    chosen = [features] if is_one else list(features)
    columns = []
    for feature in chosen:
        by_number = isinstance(feature, Integral) and not isinstance(feature, bool) and 0 <= int(feature) < len(names)
        if not by_number and (not isinstance(feature, str) or feature not in names):
            raise OptionError(
                f"{subject('features')} must be numbers from 0 to {len(names) - 1} or names, {_listed(names)}; "
                f"got {feature!r}."
            )
        columns.append(int(feature) if by_number else names.index(str(feature)))
    if not 1 <= len(columns) <= 3 or len(set(columns)) < len(columns):
        rule = f"{subject('features')} must be one, two or three different ones, by number or name"
        raise OptionError(f"{rule}; got {features!r}.")
    return columns


def places_of(y: Any, n_rows: int, classes: np.ndarray) -> np.ndarray:
    """Place of each row's label among the classes of a model."""
    distinct, numbers = encode(labels_of(y, n_rows))
    known = {label: place for place, label in enumerate(classes.tolist())}
    for label in distinct.tolist():
        if label not in known:
            labels = _listed(list(known))
            raise DataError(f"{subject('data', 'y')} must have labels of the model only, {labels}; got {label!r}.")
    return np.asarray(np.array([known[label] for label in distinct.tolist()])[numbers])


def _listed(names: Sequence[Any]) -> str:
    return ", ".join([*(repr(name) for name in names[:5]), *["…"][: len(names) > 5]])


def _numbered(n_features: int) -> list[str]:
    return [f"x{number}" for number in range(1, n_features + 1)]


def _of_certificate(certificate: Any) -> Model:
    if certificate.weights is None:
        hulls = f": {option('what', 'hulls', python='plots.hulls')} draws why" if certificate.separable is False else ""
        raise DataError(f"A certificate must have a plane to be drawn as a model; this one has none{hulls}.")
    return _linear(np.array(certificate.classes), certificate.weights, certificate.bias)


def _of_coefficients(estimator: Any) -> Model:
    classes, kind = np.asarray(estimator.classes_), type(estimator).__name__
    if len(classes) > 2 and hasattr(estimator, "support_vectors_"):  # a row of its coef_ is of a pair of classes
        raise DataError(
            f"model must have weights per class; this {kind} has them per pair: LinearSVC has them per class."
        )
    return _linear(classes, estimator.coef_, estimator.intercept_)


def _linear(classes: np.ndarray, w: Any, b: Any) -> LinearModel:
    rows = np.atleast_2d(np.asarray(w.toarray() if hasattr(w, "toarray") else w, dtype=np.float64))
    bias = np.broadcast_to(np.asarray(0.0 if b is None else b, dtype=np.float64), (len(rows),))
    if len(classes) == len(rows) == 2:  # as one row: the second class's against the first's
        rows, bias = rows[1:] - rows[:1], bias[1:] - bias[:1]
    if len(rows) != (1 if len(classes) == 2 else len(classes)):
        raise DataError(f"model must have one row of weights per class; got {len(rows)} for {len(classes)} classes.")
    return LinearModel(classes, rows.shape[1], "mistake", Weights(rows.copy(), bias.copy()))


def _has(given: Any, name: str) -> bool:
    return getattr(given, name, None) is not None
