"""Integers that float64 would round. They are refused as features, so that two never become one silently."""

from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt.errors import DataError

EXACT_WHOLE = 2**53  # float64 holds every whole number up to here, and some beyond it
LARGEST = 2**1023  # larger ones overflow, which is another error
RULE = "must have whole numbers that float64 holds, as all are up to 2**53"
NEXT_STEP = "make it a category or leave the column out if it only names things, else divide it"


def is_rounded(number: int) -> bool:
    """Return True if float64 cannot hold this number."""
    return abs(number) > EXACT_WHOLE and abs(number) < LARGEST and int(float(number)) != number


def is_rounded_text(text: str | bytes) -> bool:
    """Return True if text is an integer, written with digits only, that float64 would round."""
    digits = text.strip()[1:] if text.strip()[:1] in ("+", "-", b"+", b"-") else text.strip()
    return 16 <= len(digits) <= 400 and digits.isascii() and digits.isdigit() and is_rounded(int(digits))


def rounded_sentence(subject: str, number: Any, place: str) -> str:
    return f"{subject} {RULE}; got {int(number)} in {place}: {NEXT_STEP}."


def first_rounded(values: np.ndarray) -> int:
    """Return the index of the first integer in the array that float64 would round, or −1."""
    if values.dtype.kind == "O":
        numbers = values.ravel().tolist()
        return next(
            (i for i, number in enumerate(numbers) if isinstance(number, Integral) and is_rounded(int(number))), -1
        )
    if values.dtype.kind not in "iu" or values.dtype.itemsize < 8 or not values.size:
        return -1
    if values.max() <= EXACT_WHOLE and (values.dtype.kind == "u" or values.min() >= -EXACT_WHOLE):
        return -1
    values = values.ravel()
    floats = values.astype(np.float64)
    in_range = floats < float(np.iinfo(values.dtype).max)  # the largest itself is rounded up, out of the range
    same = np.zeros(len(values), dtype=bool)
    same[in_range] = floats[in_range].astype(values.dtype) == values[in_range]
    return -1 if same.all() else int(np.argmin(same))


def check_whole_numbers(X: Any, subject: str = "X", first_row: int = 0) -> None:
    """Raise a DataError if a matrix, a frame or scipy.sparse has an integer that float64 would round."""
    if hasattr(X, "tocsr"):
        if X.ndim != 2 or X.dtype.kind not in "iuO":
            return
        X = X.tocoo()  # dictionaries and lists of lists have no array of their values
        if (k := first_rounded(X.data)) >= 0:
            raise DataError(rounded_sentence(subject, X.data[k], f"row {first_row + X.row[k]}, column {X.col[k]}"))
    elif hasattr(X, "columns") and hasattr(X, "dtypes"):
        for column, (name, dtype) in enumerate(zip(X.columns, X.dtypes, strict=True)):
            if getattr(dtype, "kind", "O") not in "iuO":
                continue
            values = np.asarray(X.iloc[:, column] if hasattr(X, "iloc") else X[name])
            if (row := first_rounded(values)) >= 0:
                raise DataError(rounded_sentence(subject, values[row], f"row {first_row + row}, column {name!r}"))
    else:
        _check_matrix(X, subject, first_row)


def _check_matrix(X: Any, subject: str, first_row: int) -> None:
    try:
        values = np.asarray(X)
        if values.dtype.kind == "f" and not isinstance(X, np.ndarray) and np.abs(values).max(initial=0) >= EXACT_WHOLE:
            values = np.asarray(X, dtype=object)  # NumPy may have rounded whole numbers beside fractions
    except (TypeError, ValueError):
        return  # no matrix, which is another error
    k = first_rounded(values)
    if k >= 0 and values.ndim == 2:
        row, column = divmod(k, values.shape[1])
        raise DataError(rounded_sentence(subject, values.ravel()[k], f"row {first_row + row}, column {column}"))
