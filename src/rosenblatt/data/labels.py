"""Labels: the content of ``y`` as sorted distinct labels and one code per row."""

from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt.conventions import NEGATIVE_LABELS
from rosenblatt.data.whole_numbers import EXACT_WHOLE, is_rounded
from rosenblatt.errors import DataError

WIDEST_TABLE = 4096  # integer labels spread over no more than this are numbered by a table, not by sorting


def labels_of(y: Any, n_rows: int) -> np.ndarray:
    """Convert ``y`` to a flat array of labels, one per row, or raise a DataError."""
    labels = plain_labels("y", y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise DataError(f"y must have one label per row; got shape {labels.shape}.")
    if len(labels) != n_rows:
        raise DataError(f"X and y must have as many rows; got {n_rows} and {len(labels)}.")
    return labels


def plain_labels(name: str, y: Any) -> np.ndarray:
    """Convert labels to a sortable array of numbers or strings, or raise a DataError."""
    try:
        labels = np.asarray(unrounded(y))
    except ValueError as error:
        raise DataError(f"{name} must have one label per row: {error}.") from error
    if labels.dtype.kind in "OT":
        kinds = {_kind(label) for label in labels.ravel().tolist()}
        if len(kinds) != 1 or None in kinds:
            shown = next((label for label in labels.ravel().tolist() if _kind(label) is None), labels.ravel()[:2])
            raise DataError(f"{name} must be all numbers or all strings, so that labels can be sorted; got {shown!r}.")
        labels = exact_labels(labels.ravel().tolist(), name).reshape(labels.shape)
    if labels.dtype.kind not in "biufUS":
        raise DataError(f"{name} must be numbers or strings; got {labels.dtype}.")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        i = int(np.flatnonzero(~np.isfinite(labels))[0])
        raise DataError(f"Input {name} contains NaN or infinity: got {labels.ravel()[i]} in row {i}.")
    return labels


def unrounded(y: Any, name: str = "y") -> Any:
    """Return ``y`` itself, or an array of its labels if NumPy would round integers among them."""
    if isinstance(y, np.ndarray):
        return y
    labels = np.asarray(y)
    if labels.dtype.kind in "iu":  # scikit-learn would convert pandas integers to floats
        return labels
    if labels.dtype.kind != "f" or not np.abs(labels).max(initial=0) >= EXACT_WHOLE:
        return y
    return exact_labels(np.asarray(y, dtype=object).ravel().tolist(), name).reshape(labels.shape)


def exact_labels(labels: list[Any], name: str = "y") -> np.ndarray:
    """Convert labels of one kind to an array that holds each of them exactly, or raise a DataError.

    NumPy makes float64 of [2**63 + 1, 1] and of [2**53 + 1, 0.5], which takes two labels for one.
    """
    array = np.array(labels)
    if array.dtype.kind != "f" or not np.abs(array).max(initial=0) >= EXACT_WHOLE:
        return array
    rounded = [label for label in labels if isinstance(label, Integral) and is_rounded(int(label))]
    if not rounded:
        return array
    if all(isinstance(label, Integral) or float(label).is_integer() for label in labels):
        whole = [int(label) for label in labels]
        for dtype in (np.int64, np.uint64):
            if np.iinfo(dtype).min <= min(whole) and max(whole) <= np.iinfo(dtype).max:
                return np.array(whole, dtype)
    others = (label for label in labels if label < 0 or not float(label).is_integer())
    other = next(others, max(labels))  # a negative number, a fraction, or one beyond 64 bits
    raise DataError(
        f"{name} must have labels of one type of number; got {rounded[0]!r}, which float64 would round, and {other!r}: "
        "write them as strings."
    )


def joined_labels(parts: list[np.ndarray]) -> np.ndarray:
    """Concatenate labels of several parts into an array that holds each of them exactly."""
    if np.result_type(*parts).kind == "f" and any(part.dtype.kind in "iu" for part in parts):
        return exact_labels([label for part in parts for label in part.tolist()])
    return np.concatenate(parts)


def _kind(label: Any) -> type | None:
    """Kind of a label; None for values that cannot be labels, and for integers beyond 64 bits."""
    if isinstance(label, Real):
        return Real if not isinstance(label, Integral) or -(2**63) <= int(label) < 2**64 else None
    return type(label) if isinstance(label, str | bytes) else None


def encode(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct labels in sorted order, and for each row the number of its label."""
    if labels.dtype.kind in "biuf":
        low, high = labels.min(), labels.max()
        is_high = labels == high
        if (is_high | (labels == low)).all():
            distinct = np.array([low, high] if low != high else [low], dtype=labels.dtype)
            return distinct, (is_high if low != high else np.zeros(len(labels))).astype(np.uint8)
        if labels.dtype.kind in "iu" and int(high) - int(low) < WIDEST_TABLE:
            offsets = (labels.astype(np.int64) if labels.dtype.kind == "i" else labels) - low
            present = np.bincount(offsets.astype(np.intp)) > 0
            table = smallest(np.cumsum(present) - 1)
            return np.flatnonzero(present).astype(labels.dtype) + low, table[offsets]
    distinct, numbers = np.unique(labels, return_inverse=True)
    return distinct, smallest(numbers)


def is_whole(label: str) -> bool:
    """Return True if the text is a plain integer: 1, not 01 or +1."""
    digits = label.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and str(int(label)) == label and abs(int(label)) < 2**63


def signs_of(y: Any, n_rows: int) -> np.ndarray:
    """Return +1 or −1 per row. The greater of two labels is positive; a single label is, unless −1, 0 or False."""
    distinct, numbers = encode(labels_of(y, n_rows))
    if len(distinct) > 2:
        raise DataError(f"y must have two labels; got {len(distinct)}: y == label is one against the rest.")
    lone_is_positive = len(distinct) == 1 and distinct.tolist()[0] not in NEGATIVE_LABELS
    return np.where(numbers + lone_is_positive, 1.0, -1.0)


def smallest(numbers: np.ndarray) -> np.ndarray:
    """Store class codes in one byte if possible, else in four."""
    return numbers.astype(np.uint8 if numbers.max(initial=0) < 256 else np.uint32)
