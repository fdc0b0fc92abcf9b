"""Kinds of table columns: target, number, category, free text, list of numbers, or ID.

Options name a column by its name or, where none has that name, by its number, counted from 1. The target is the last
column unless an option says otherwise; the kind of any other column comes from its values.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rosenblatt.conventions import MISSING, MISSING_LABELS, Missing, MissingLabel
from rosenblatt.errors import DataError, OptionError, Sentence, check_choice, option, subject
from rosenblatt.files.encoding.odd_columns import LEFT_OUT, LeftOut
from rosenblatt.files.read_options import NAMED_COLUMNS

Kind = Literal["target", "id", "number", "list", "category", "text", "empty"]  # empty: no values to judge by


class Column(NamedTuple):
    name: str
    kind: Kind
    size: int = 1  # how many numbers a list has


class Schema(NamedTuple):
    """Columns of a file: all names, and the kinds of the used columns, in the order of the file."""

    names: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def target(self) -> str | None:
        return next((column.name for column in self.columns if column.kind == "target"), None)

    @property
    def features(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.kind not in ("target", "id"))

    def without_target(self) -> "Schema":
        return self._replace(columns=tuple(column for column in self.columns if column.kind != "target"))


@dataclass(frozen=True)
class Columns:
    """Column options that were given; the rest is guessed from the values."""

    target: str | int | None = None  # the last where it is None
    ignore: tuple[str | int, ...] = ()
    id: tuple[str | int, ...] = ()
    text: tuple[str | int, ...] = ()
    categorical: tuple[str | int, ...] = ()
    numeric: tuple[str | int, ...] = ()
    missing: Missing | None = None  # replacement of missing values; None is an error
    missing_label: MissingLabel = "error"  # treatment of rows without a label

    def __post_init__(self) -> None:
        if self.missing is not None:
            check_choice("missing", self.missing, MISSING)
        check_choice("missing_label", self.missing_label, MISSING_LABELS)
        for name in NAMED_COLUMNS:
            columns: Any = getattr(self, name)
            if isinstance(columns, str | int):  # one column
                object.__setattr__(self, name, (columns,))
            elif not isinstance(columns, Iterable):
                raise OptionError(f"{name} must be columns, each by its name or number; got {columns!r}.")

    def schema(
        self,
        file: str,
        names: list[str],
        last: str,
        natural: Callable[[str], Column | LeftOut],
        written: list[str] | None = None,
    ) -> Schema:
        """Return the kinds of the columns of a file. ``natural`` finds a kind from values alone, or raises a DataError.

        written: the names as the file has them; ``names`` are distinct. Of columns of one name, one may be used.
        """
        kinds = self._given_kinds(file, names, last, written or names)
        used = {name for name in names if kinds.get(name) != "ignore"}
        for name, places in _repeated(written or names).items():
            if len(both := [place for place in places if names[place] in used]) > 1:
                kept = next((place for place in both if kinds.get(names[place]) == "target"), both[0])
                others = tuple(_typed(place, names) for place in both if place != kept)
                leave_out = option("ignore", others if len(others) > 1 else others[0])
                raise DataError(f"{_named_once(file, name, both)}: {leave_out} leaves all but column {kept + 1} out.")
        columns, left_out = list[Column](), list[LeftOut]()
        for name in names:
            kind = kinds.get(name)
            if kind is None:
                found = natural(name)
                if isinstance(found, LeftOut):
                    left_out.append(found)
                    continue
                columns.append(found)
                if found.kind == "empty":
                    raise DataError(
                        f"{file} column {name!r} must have a value in its first rows: {option('ignore', name)} "
                        "leaves it out."
                    )
            elif kind != "ignore":
                columns.append(Column(name, kind))
        schema = Schema(tuple(names), tuple(columns))
        if not schema.features:
            why = f"{left_out[0].fact}: {left_out[0].use}" if left_out else "it has none"
            raise DataError(f"{file} must have a column of features beside its target {schema.target!r}; {why}.")
        return schema

    def takes_any_target(self, file: str, schema: Schema) -> bool:
        """True if the target is named as categorical too: each of its values is a class."""
        return schema.target in [_named("", column, file, list(schema.names)) for column in self.categorical]

    def _given_kinds(self, file: str, names: list[str], last: str, written: list[str]) -> dict[str, Any]:
        kinds: dict[str, Any] = {}
        options: list[tuple[str, Any, Iterable[str | int]]] = [
            (subject("ignore"), "ignore", self.ignore),
            (subject("id"), "id", self.id),
            (subject("text"), "text", self.text),
            (subject("categorical"), "category", self.categorical),
            (subject("numeric"), "number", self.numeric),
            (subject("target"), "target", [last if self.target is None else self.target]),
        ]
        for said, kind, chosen in options:
            for column in chosen:
                name = _named(said, column, file, names)
                is_target = kind == "target" and kinds.get(name) == "category"  # each value is a class
                if kinds.get(name, kind) != kind and not is_target:
                    raise OptionError(f"{said} must be a column that is nothing else; {name!r} is {kinds[name]}.")
                kinds[name] = kind
        for name, places in _repeated(written).items():
            if name in self.ignore:  # by its name: all of them
                kinds.update(dict.fromkeys([names[place] for place in places], "ignore"))
        return kinds


def told_kinds(columns: Iterable[Column], notes: dict[str, str]) -> str:
    """Count the columns of each kind and list those that are not plain numbers; columns with a note come first."""
    names: dict[str, list[str]] = {"number": [], "category": [], "list": []}
    for column in columns:
        names[column.kind].append(column.name)
    parts = [f"{len(names['number'])} numeric"] if names["number"] else []
    for kind, word in (("category", "categorical"), ("list", "of lists")):
        noted = sorted(names[kind], key=lambda name: name not in notes)
        if noted:
            entries = [f"{name}: {notes[name]}" if name in notes else name for name in noted]
            parts.append(f"{len(noted)} {word} ({listed(entries)})")
    return Sentence(", ".join(parts))


def told_guesses(guessed: Mapping[str, Any]) -> str:
    """List the guessed options in one line, except left-out columns, with options as the reader gives them."""

    def shown(value: Any) -> str:
        if not isinstance(value, Sentence) or not value.options:
            return repr(value)
        quote = repr(value)[0]
        return f"{quote}{value.raw}{quote}"

    return Sentence(", ".join(f"{name} {shown(value)}" for name, value in guessed.items() if name != LEFT_OUT))


def distinct_names(written: Sequence[str]) -> list[str]:
    """Column names, repeated ones numbered: x, x.2, x.3."""
    taken, names, counts = set(written), list[str](), dict[str, int]()
    for name in written:
        count = counts[name] = counts.get(name, 0) + 1
        while count > 1 and f"{name}.{count}" in taken:
            count += 1
        names.append(name if count == 1 else f"{name}.{count}")
        taken.add(names[-1])
        counts[name] = count
    return names


def check_columns(file: str, names: list[str], known: Schema, written: list[str]) -> None:
    """Raise a DataError unless a file has every column of a schema exactly once."""
    used, known_names, there = {column.name for column in known.columns}, set(known.names), set(names)
    for name, places in _repeated(written).items():
        if name in used and not {names[place] for place in places} <= known_names:
            raise DataError(f"{_named_once(file, name, places)}, and training had one: rename or leave out the others.")
    for column in known.columns:
        if column.name not in there:
            raise DataError(f"{file} must have a column {column.name!r}, as in training; it has {listed(names)}.")


def check_kind(file: str, column: Column, guess: Column) -> None:
    """Raise a DataError unless the values of a known column fit its kind. Numbers can be categories and text.

    Strings can be anything but a list: whether they are numbers is seen value by value.
    """
    if column.kind in ("target", "id") or guess.kind == "empty" or (column.kind, guess.kind) == ("number", "category"):
        return
    if guess.kind != column.kind and (column.kind in ("number", "list") or guess.kind == "list"):
        raise DataError(f"{file} column {column.name!r} must be a {column.kind}, as in training; got a {guess.kind}.")
    if guess.kind == "list" and guess.size != column.size:
        raise DataError(
            f"{file} column {column.name!r} must have lists of {column.size} numbers, as in training; got {guess.size}."
        )


def _repeated(written: list[str]) -> dict[str, list[int]]:
    """Positions of columns that share a name."""
    if len(set(written)) == len(written):
        return {}
    places: dict[str, list[int]] = {}
    for place, name in enumerate(written):
        places.setdefault(name, []).append(place)
    return {name: several for name, several in places.items() if len(several) > 1}


def _named_once(file: str, name: str, places: list[int]) -> str:
    *numbers, last = (str(place + 1) for place in places)
    return f"{file} must name each column once; got {name!r} for columns {', '.join(numbers)} and {last}"


def _typed(place: int, names: list[str]) -> str | int:
    """Column by number, or by name if its number is the name of another."""
    return names[place] if str(place + 1) in names else place + 1


def _named(said: str, column: str | int, file: str, names: list[str]) -> str:
    if column in names:
        return str(column)
    if str(column).isdecimal() and 1 <= int(column) <= len(names):
        return names[int(column) - 1]
    raise OptionError(
        f"{said} must be a column of {file}, by its name or its number from 1 to {len(names)}; "
        f"got {column!r}: it has {listed(names)}."
    )


def listed(names: Sequence[str]) -> str:
    """First names, and the number of the others."""
    shown = ", ".join(names[:20])
    return shown if len(names) <= 20 else f"{shown} and {len(names) - 20} more"
