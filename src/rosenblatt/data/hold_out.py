"""Choice of the rows held out for validation: a function of the fraction, the seed and the place of a row.

There are two rules. Rows in memory are held out by class, each class in proportion. Rows of a file are held out page
by page, because their classes are not known before the whole file has been read.
"""

from math import floor

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.loops.rng import HOLD_OUT, shuffle


def by_class(rows: np.ndarray, codes: np.ndarray, fraction: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Split rows into training and validation rows, each class in proportion. codes: the class of every row."""
    held = round(len(rows) * fraction)
    if not 0 < held < len(rows):
        rule = "validation_fraction must leave rows on both sides"
        raise DataError(f"{rule}; {fraction} of {len(rows)} rows is {held}.")
    mixed = rows.copy()
    shuffle(mixed, seed, 0, HOLD_OUT)
    by_code = mixed[np.argsort(codes[mixed], kind="stable")]
    chosen = ((np.arange(held) + 0.5) * len(rows) / held).astype(np.int64)
    return np.sort(np.delete(by_code, chosen)), np.sort(by_code[chosen])


def of_page(number: int, n_before: int, n_rows: int, fraction: float, seed: int) -> np.ndarray:
    """Mask of the rows of a page that are held out. n_before: rows of the pages before it.

    As many are held out as make up the fraction of all rows so far, so that a small fraction is not rounded to none on
    every page. At least one row of the page is trained on, so that training sees how wide rows are.
    """
    many = floor(fraction * (n_before + n_rows) + 0.5) - floor(fraction * n_before + 0.5)
    mixed = np.arange(n_rows, dtype=np.uint32)
    shuffle(mixed, seed, number, HOLD_OUT)
    is_held = np.zeros(n_rows, dtype=bool)
    is_held[mixed[: min(many, n_rows - 1)]] = True
    return is_held
