"""Lookup of features that options name, by number or by name."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rosenblatt.errors import OptionError, subject
from rosenblatt.files.encoding.schema import listed


class FeatureNames(NamedTuple):
    """Features of a file and their names.

    names: columns by name, where features have names. first: the number of the first feature; None where features have
    no numbers.
    """

    file: str
    n_features: int
    names: Mapping[str, int]
    first: int | None = 1

    def titles(self) -> list[Any]:
        """Name or number of each feature."""
        by_column = {column: name for name, column in self.names.items()}
        return [by_column.get(column, column + (self.first or 0)) for column in range(self.n_features)]

    def column(self, name: str, feature: Any) -> int:
        """Return the column of a feature that an option names, or raise an OptionError."""
        text = str(feature)
        for known in (text, f"^{text}"):  # VW has names without a namespace
            if known in self.names:
                return self.names[known]
        ways = [f"by its name (it has {listed(list(self.names))})"] if self.names else []
        if self.first is not None:
            ways.append(f"by its number from {self.first} to {self.n_features - 1 + self.first}")
            digits = text.removeprefix("x")  # x1 is the first feature, as reports have it
            column = int(digits) - (self.first if digits == text else 1) if digits.isdecimal() else -1
            if 0 <= column < self.n_features:
                return column
        raise OptionError(f"{subject(name)} must be a feature of {self.file}, {' or '.join(ways)}; got {feature!r}.")


def several(name: str, features: Any) -> tuple[Any, ...]:
    """Return the features that an option names, one or several, or raise an OptionError."""
    if isinstance(features, str | int):
        return (features,)
    if not isinstance(features, Iterable):
        raise OptionError(f"{subject(name)} must be features, each by its name or number; got {features!r}.")
    return tuple(features)
