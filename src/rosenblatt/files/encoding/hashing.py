"""Hashed features: categories and text in a fixed number of columns, without a dictionary.

A category is 1 in the column given by the BLAKE2b hash of ``column=value``; colliding categories of a row add up. Text
goes through scikit-learn's HashingVectorizer, without signs, and each row is scaled to length 1. Characters keep their
case, since capitals are informative in short messages; words are in lower case.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from rosenblatt.conventions import TEXT_FEATURES
from rosenblatt.errors import OptionError, check_choice, subject

TEXT_BITS = 18
MAX_BITS = 28
MAX_CATEGORIES = 1_000  # of a column that is not hashed


def category_columns(column: str, values: Iterable[str], bits: int) -> np.ndarray:
    """Hashed column of each value."""
    hashes = (hashlib.blake2b(f"{column}={value}".encode(), digest_size=8).digest() for value in values)
    return np.array([int.from_bytes(digest, "little") % 2**bits for digest in hashes], dtype=np.int64)


def text_rows(texts: list[str], features: str, bits: int) -> Any:
    """Convert texts to a scipy CSR matrix with rows of length 1."""
    from sklearn.feature_extraction.text import HashingVectorizer

    return HashingVectorizer(n_features=2**bits, alternate_sign=False, **TEXT_FEATURES[features]).transform(texts)


def check_hashing(bits: int | None, features: str) -> None:
    if bits is not None and (isinstance(bits, bool) or not isinstance(bits, int) or not 1 <= bits <= MAX_BITS):
        raise OptionError(f"{subject('hash_bits')} must be a whole number from 1 to {MAX_BITS}; got {bits!r}.")
    check_choice("text_features", features, TEXT_FEATURES)
