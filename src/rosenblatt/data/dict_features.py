"""Features of examples given as dicts: the column of each feature, and rows of their values.

A name has the column of its place in a given list, or the next free one when it first occurs. If all keys are integers,
each is its own column. A string value is a feature of its own, ``name=value``, with value 1.
"""

import math
import struct
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from operator import itemgetter
from typing import Any

import numpy as np

from rosenblatt.data.whole_numbers import RULE, is_rounded
from rosenblatt.errors import DataError

MAX_FEATURES = 2**31


class Features:
    """Mapping from features to columns."""

    def __init__(self, names: Iterable[Any] = ()) -> None:
        try:
            self.names = list(names)  # in the order of their columns; empty where features are numbers
            self._columns = {name: column for column, name in enumerate(self.names)}
        except TypeError as error:
            raise DataError(f"features must be a list of names; got {names!r}.") from error
        self.numbered = False  # whether features are numbers
        self.size = len(self.names)
        if len(self._columns) < self.size:
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise DataError(f"features must name each feature once; got {twice!r} twice.")

    def column(self, feature: Any) -> int | None:
        """Return the column of a feature, or None if it has none yet."""
        if self.numbered:
            return int(feature) if _is_number(feature) and 0 <= feature < self.size else None
        return self._columns.get(feature)

    def add(self, features: Mapping[Any, float]) -> None:
        """Assign columns to the features of an example, or raise a DataError."""
        if not self.size and features and all(map(_is_number, features)):
            self.numbered = True
        for feature in features:
            if self.numbered:
                if not _is_number(feature) or not 0 <= feature < MAX_FEATURES:
                    raise DataError(
                        f"x must have numbers from 0 to {MAX_FEATURES - 1} as keys, as the first; got {feature!r}."
                    )
                self.size = max(self.size, int(feature) + 1)
            elif feature not in self._columns:
                self._columns[feature] = self.size
                self.names.append(feature)
                self.size += 1

    def forget(self, size: int) -> None:
        """Remove the columns from number ``size`` on."""
        for name in self.names[size:]:
            del self._columns[name]
        del self.names[size:]
        self.size, self.numbered = size, self.numbered and size > 0


class Layout:
    """Positions of the values of dicts with the same keys in a row of rising columns. Keys without a column are
    skipped."""

    def __init__(self, features: Features, x: Mapping[Any, float]) -> None:
        columns = {key: column for key in x if (column := features.column(key)) is not None}
        ordered = sorted(columns, key=columns.__getitem__)
        self.size = len(ordered)
        self.columns = np.array([columns[key] for key in ordered], dtype=np.int64)
        memory = bytearray(8 * max(1, self.size))
        self.values = np.frombuffer(memory)[: self.size]
        self.values[:] = [x[key] for key in ordered]
        self._pick, self._memory = _picker(ordered), memory
        self._pack = struct.Struct(f"{self.size}d").pack_into  # the fastest way to copy numbers into an array

    def fill(self, x: Mapping[Any, Any]) -> bool:
        """Copy the values of ``x`` if it has exactly these keys and only numbers."""
        try:
            if type(x) is not dict:
                if not isinstance(x, Mapping):
                    return False
                x = dict(x)  # a defaultdict would be changed by lookups
            if len(x) != self.size:
                return False
            self._pack(self._memory, 0, *self._pick(x))
        except (KeyError, struct.error, TypeError, ValueError):  # other keys, strings, or not a dict: handled elsewhere
            return False
        return True


def _picker(keys: list[Any]) -> Any:
    """Return a function that picks the values of these keys, in order."""
    return itemgetter(*keys) if len(keys) > 1 else lambda x: [x[key] for key in keys]


def numeric(x: Any) -> dict[Any, float]:
    """Return numbers by feature. Strings become features of their own; other values are a DataError."""
    if not isinstance(x, Mapping):
        raise DataError(f"x must be a dict of features; got {type(x).__name__}.")
    numbers: dict[Any, float] = {}
    for name, value in x.items():
        feature, number = (f"{name}={value}", 1.0) if isinstance(value, str) else (name, _finite(name, value))
        if feature in numbers:
            raise DataError(f"x must name each feature once; got {feature!r} twice.")
        numbers[feature] = number
    return numbers


def _finite(name: Any, value: Any) -> float:
    try:
        number = float(value) if isinstance(value, Real | np.bool_) else math.nan
    except OverflowError:
        number = math.nan
    if isinstance(value, Integral) and is_rounded(int(value)):
        raise DataError(
            f"x {RULE}; got {value!r} for {name!r}: make it a string if it only names things, else divide it."
        )
    if not math.isfinite(number):
        raise DataError(
            f"x must have finite numbers or strings as values; got {value!r} for {name!r}: replace it or leave it out."
        )
    return number


def _is_number(feature: Any) -> bool:
    return isinstance(feature, Integral) and not isinstance(feature, bool)
