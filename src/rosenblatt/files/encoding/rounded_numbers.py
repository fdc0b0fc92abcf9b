"""Check of table integers that float64 would round: they are found in the text and refused with their place."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.data.whole_numbers import EXACT_WHOLE, RULE, is_rounded_text
from rosenblatt.errors import DataError, option


def rounded(cell: Any, column: str, place: str, is_label: bool = False) -> DataError:
    """Error for an integer that would be rounded."""
    steps = f"{option('categorical', column)} makes it a category, {option('ignore', column)} leaves the column out"
    steps = "write labels as strings" if is_label else steps
    return DataError(f"{place} column {column!r} {RULE}; got {str(cell).strip()}: {steps}.")


def has_large(numbers: Any) -> bool:
    """Return True if float64 numbers are so large that integers among them may have been rounded."""
    from pyarrow import compute, types

    if not types.is_float64(numbers.type):
        return False
    ends = compute.min_max(numbers).as_py()
    return ends["max"] is not None and max(abs(ends["min"]), abs(ends["max"])) >= EXACT_WHOLE


def check_text_of_numbers(texts: Any, numbers: Any, column: str, place: Callable[[int], str], size: int = 1) -> None:
    """Raise a DataError if the text of a number is an integer that float64 rounds. ``size`` numbers form a row."""
    from pyarrow import compute

    if has_large(numbers):
        is_large = compute.greater_equal(compute.abs(numbers), float(EXACT_WHOLE))
        for k in np.flatnonzero(is_large.fill_null(False).to_numpy(zero_copy_only=False)).tolist():
            if is_rounded_text(texts[k].as_py()):
                raise rounded(texts[k], column, place(k // size))
