"""Options for reading a file, and the subset that describes how a file is written.

The command line is made from them, so nothing heavy is imported here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypedDict

from rosenblatt.conventions import (
    ARRAYS,
    DELIMITED,
    FORMATS,
    MISSING,
    MISSING_LABELS,
    SCALES,
    TABLES,
    TEXT_FEATURES,
    TEXTS,
)
from rosenblatt.errors import OptionError, check_choice, given, subject
from rosenblatt.files.charsets import check_charset

CHOICES = {
    "format": FORMATS,
    "missing": MISSING,
    "missing_label": MISSING_LABELS,
    "scale": SCALES,
    "text_features": TEXT_FEATURES,
}
DECIMALS = (",", ".")
FLAGS = {"charset": "encoding"}  # options that are typed by another name: in Python, ``encoding`` is that of a model


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading a file."""

    format: str | None = None
    labels: str | None = None
    target: str | int | None = None
    ignore: tuple[str | int, ...] = ()
    id: tuple[str | int, ...] = ()
    text: tuple[str | int, ...] = ()
    categorical: tuple[str | int, ...] = ()
    numeric: tuple[str | int, ...] = ()
    header: bool | None = None
    delimiter: str | None = None
    quote: str | None = '"'
    decimal: str | None = None
    charset: str | None = None
    missing: Any = None
    missing_label: str = "error"
    scale: Any = "none"
    hash_bits: int | None = None
    text_features: str = "chars3-5"
    zero_based: bool = False
    n_features: int | None = None

    def check(self) -> None:
        """Raise an OptionError if a value is not in the list of its option."""
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value is not None or name in ("scale", "text_features", "missing_label"):
                check_choice(name, value, choices)
        if self.decimal is not None and self.decimal not in DECIMALS:
            raise OptionError(f"{subject('decimal')} must be a comma or a point; got {self.decimal!r}.")
        check_charset(self.charset)

    @classmethod
    def of(cls, given: Mapping[str, Any], verb: str = "read", also: tuple[str, ...] = ()) -> "ReadOptions":
        """Options that a verb was given by name, or an OptionError for any other name.

        also: names of other arguments of the verb, for the sentence.
        """
        for name in given:
            if name not in NAMES:
                raise OptionError(f"{verb} takes {', '.join([*also, *sorted(NAMES)])}; got {name!r}.")
        return cls(**given)

    @classmethod
    def split(cls, given: Mapping[str, Any]) -> tuple["ReadOptions", dict[str, Any]]:
        """Options of training on a file, where numbers are standardised, and the remaining options."""
        own = {name: value for name, value in given.items() if name in NAMES}
        left = {name: value for name, value in given.items() if name not in NAMES}
        return cls(**{"scale": "standard", **own}), left


# Groups of options: of the columns of a table, of delimited text, of what columns become.
NAMED_COLUMNS = ("ignore", "id", "text", "categorical", "numeric")
OF_COLUMNS = ("target", *NAMED_COLUMNS, "missing", "missing_label")
OF_TEXT = ("header", "delimiter", "quote", "decimal")
OF_ENCODING = ("scale", "hash_bits", "text_features")
OF_FEATURES = ("scale", "ignore", "id")  # also of rows that are features already, where a user gives them
NAMES = tuple(field.name for field in fields(ReadOptions))


class Scope(NamedTuple):
    """Formats that an option applies to, and the reason why it does not apply to others."""

    formats: tuple[str, ...]
    why_not: str


_COLUMNS = Scope(TABLES, "which is not a table")
_TEXT = Scope(DELIMITED, "which is not delimited text")
_NUMBERS = Scope(("libsvm",), "which does not number its features")
_ALL = Scope((*FORMATS, "sample"), "")
SCOPES = {  # "sample" is a bundled set
    "format": Scope(tuple(FORMATS), "which is not a file"),
    "labels": Scope(ARRAYS, "which has its own"),
    **dict.fromkeys((*OF_COLUMNS, "text_features"), _COLUMNS),
    **dict.fromkeys(OF_TEXT, _TEXT),
    "charset": Scope((*TEXTS, *ARRAYS), "which is not text"),
    **dict.fromkeys(OF_FEATURES, _ALL),
    "hash_bits": Scope((*TABLES, "vw"), "whose features have no names to hash"),
    **dict.fromkeys(("zero_based", "n_features"), _NUMBERS),
}


def check_scopes(options: Mapping[str, Any], format: str, place: str) -> None:
    """Raise an OptionError if an option given by the user does not apply to the format.

    A value equal to leaving the option out (None, False, no columns) is not refused.
    """
    for name, value in options.items():
        formats, why_not = SCOPES[name]
        if format in formats:
            continue
        default = getattr(ReadOptions, name)
        plain = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value
        if plain == default and (not default or name == "missing_label"):
            continue
        kind = "a bundled set" if format == "sample" else format
        got = f"got {given(name, value)} for {place}"
        raise OptionError(
            f"{subject(name)} must be left out for {kind}, {why_not}; {got}: it is for {', '.join(formats)}."
        )


class FileOptions(TypedDict, total=False):
    """Options for a file that is not written like the training file."""

    delimiter: str | None
    format: str | None
    header: bool | None
    decimal: str | None
    charset: str | None
    labels: str | None
    missing_label: str
    quote: str | None
    zero_based: bool


FILE_OPTIONS = tuple(FileOptions.__annotations__)


def check_file_options(given: Mapping[str, Any], verb: str, why: str = "") -> None:
    """Raise an OptionError if a name is not one of FileOptions."""
    for name in given:
        if name not in FILE_OPTIONS:
            raise OptionError(f"{verb} takes {', '.join(FILE_OPTIONS)}; got {name!r}{why}.")
