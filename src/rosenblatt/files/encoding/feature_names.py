"""Features of a file as options name them: by number, or by name."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rosenblatt.errors import OptionError, subject
from rosenblatt.files.encoding.schema import listed


class FeatureNames(NamedTuple):
    """The features of a file, and what they are called.

    names: columns by name, where features have names. first: the number of the first feature; None where features have
    no numbers.
    """

    file: str
    n_features: int
    names: Mapping[str, int]
    first: int | None = 1

    def titles(self) -> list[Any]:
        """The name of each feature, or its number."""
        by_column = {column: name for name, column in self.names.items()}
        return [by_column.get(column, column + (self.first or 0)) for column in range(self.n_features)]

    def column(self, name: str, feature: Any) -> int:
        """The column of a feature that an option names, or an OptionError."""
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
    """The features that an option names, or an OptionError; one may stand alone."""
    if isinstance(features, str | int):
        return (features,)
    if not isinstance(features, Iterable):
        raise OptionError(f"{subject(name)} must be features, each by its name or number; got {features!r}.")
    return tuple(features)
