"""Names of features and classes for the lab, and the scale of its axes."""

from typing import Any

import numpy as np

MAX_NAME = 40  # characters, as in state.js
LIKE_RANGES = 4  # factor up to which two ranges are drawn to one scale, as in geometry.js


def names_of(columns: list[str], places: tuple[int, int], labels: Any, signs: np.ndarray) -> dict[str, str]:
    """Names of the two features and of the two classes. Labels that are numbers are not names."""
    names = {}
    if columns:
        for place, column, symbol in zip(("x1", "x2"), places, (("x", "x1"), ("y", "x2")), strict=True):
            if columns[column].lower() not in symbol:
                names[place] = _short(columns[column])
    for place, sign in (("plus", 1), ("minus", -1)):
        classes = sorted({str(one) for one in np.asarray(labels)[signs == sign]})
        if len(classes) == 1 and not _is_number(classes[0]):
            names[place] = _short(classes[0])
        elif len(classes) > 1:
            names[place] = "rest"
    return names


def _short(name: str) -> str:
    """Name of at most 40 characters, on one line."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    return plain if len(plain) <= MAX_NAME else f"{plain[: MAX_NAME - 1]}…"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text in ("True", "False")
    return True


def have_like_ranges(rows: np.ndarray) -> bool:
    """Return True if the ranges of two columns differ by a factor of at most 4, for one scale on both axes."""
    wide, high = np.ptp(rows, axis=0) if len(rows) else (0.0, 0.0)
    return not (wide > 0 and high > 0) or bool(max(wide / high, high / wide) <= LIKE_RANGES)
