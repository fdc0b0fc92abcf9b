"""Detection of columns that should not be learned: counters, row IDs, free text, dates, one-row categories.

A model would memorise such columns, so training leaves them out and reports it. The first rows of a file decide, and
only about columns that no option names.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from rosenblatt.errors import Sentence, option
from rosenblatt.files.encoding.hashing import MAX_CATEGORIES

MIN_ROWS = 20  # columns of fewer rows are not judged
MIN_DISTINCT = 0.9  # share of distinct values among those of a column that names rows
MIN_DATES = 0.9  # share of dates among the distinct values of a column of dates
MIN_WORDS = 3  # median number of words of free text
MAX_TOLD = 5  # columns reported in their own line
MAX_NAMES = 20  # of the columns without
LEFT_OUT = "left out"  # key of these columns among the guesses

COUNTS, DISTINCT, NAMES, TEXT, DATES, SINGLES = (
    *("counts the rows", "is all distinct", "names each row", "is free text", "holds dates"),
    "has a value of its own in most rows",
)
COMMAS = "has commas that are decimal marks or stand between thousands"
ID_WORDS = {"id", "index", "key", "uuid", "row", "nr", "no"}
BETWEEN_WORDS = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # of row_id, rowId, IDNumber

TIME = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?"


class Sampled(Protocol):
    """Interface of a file whose first rows have been read."""

    notes: dict[str, str]  # reasons why mostly numeric columns are not numbers

    def sample(self, column: str, n_rows: int = ...) -> Any:
        """First values of a column: a NumPy array of numbers, or an Arrow array of any type."""


class LeftOut(NamedTuple):
    """Column left out of training, with the reason and the number of distinct values."""

    column: str
    reason: str
    n_values: int

    @property
    def use(self) -> str:
        """Option that includes the column."""
        if self.reason in (COUNTS, DISTINCT):
            return f"{option('numeric', self.column)} uses it"
        if self.reason == TEXT:
            return f"{option('text', self.column)} reads it"
        if self.reason == COMMAS:
            return f"{option('decimal', ',')} reads a decimal comma, {option('decimal', '.')} commas between thousands"
        if self.reason.endswith("has '?'"):
            return f"{option('missing', 'mean')} takes '?' for missing"
        hashed = f" {option('hash_bits', 18)}" if self.n_values > MAX_CATEGORIES else ""
        use = "uses each date as a category" if self.reason == DATES else "uses it"
        return f"{option('categorical', self.column)}{hashed} {use}"

    @property
    def fact(self) -> str:
        return f"column {self.column!r} {self.reason}, so it is left out"

    @property
    def sentence(self) -> Sentence:
        steps = {
            NAMES: f"{option('id', self.column)} prints it with predictions, {self.use}",
            SINGLES: f"{self.use}, {option('text', self.column)} reads it as text",
        }
        return Sentence(f"{self.fact}: {steps.get(self.reason, self.use)}")


def told(guessed: Mapping[str, Any]) -> list[Sentence]:
    """Sentences about columns left out, one each; the last sums up the others."""
    columns = [LeftOut(**entry) for entry in guessed.get(LEFT_OUT, ())]
    more = [entry.column for entry in columns[MAX_TOLD:]]
    names = ", ".join([*more[:MAX_NAMES], *["…"][: len(more) > MAX_NAMES]])
    folded = [Sentence(f"and {len(more)} more: {names}")] if more else []
    return [entry.sentence for entry in columns[:MAX_TOLD]] + folded


def check_left_out(guessed: Mapping[str, Any]) -> None:
    """Raise a ValueError or TypeError unless ``told`` can read what was guessed of a file."""
    for entry in guessed.get(LEFT_OUT, ()):
        if [type(value) for value in LeftOut(**entry)] != [str, str, int]:
            raise ValueError("a column that is left out has no name, reason or number of values")


def odd_column(file: Sampled, column: str, kind: str) -> LeftOut | None:
    """The reason to leave out a column that its values say is a number or a category; None to use it."""
    if kind == "number":
        return _odd_number(file, column)
    return _odd_category(file, column) if kind == "category" else None


def _odd_number(file: Sampled, column: str) -> LeftOut | None:
    first = _numbers(file.sample(column, MIN_ROWS))
    is_id = any(word.lower() in ID_WORDS for word in BETWEEN_WORDS.split(column))
    if len(first) < MIN_ROWS or not (is_id or _counts(first)):
        return None
    numbers = _numbers(file.sample(column))
    if _counts(numbers):
        return LeftOut(column, COUNTS, len(numbers))
    there = numbers[numbers == numbers]  # without NaN
    is_distinct = len(there) >= MIN_ROWS and len(np.unique(there)) == len(there) and (there == np.floor(there)).all()
    return LeftOut(column, DISTINCT, len(there)) if is_id and is_distinct else None


def _counts(numbers: np.ndarray) -> bool:
    steps = np.diff(numbers)
    return bool(len(numbers) and numbers[0] == np.floor(numbers[0]) and ((steps == 1).all() or (steps == -1).all()))


def _numbers(values: Any) -> np.ndarray:
    """Numbers with NaN for missing values; None for truth values and other text."""
    if isinstance(values, np.ndarray):
        return values
    import pyarrow as pa

    if pa.types.is_boolean(values.type):
        return np.empty(0)
    is_whole = pa.types.is_integer(values.type) and not values.null_count
    try:
        values = values.cast(pa.int64() if is_whole else pa.float64(), safe=False)
    except pa.ArrowInvalid:  # words for missing values
        return np.empty(0)
    return np.asarray(values)


def _odd_category(file: Sampled, column: str) -> LeftOut | None:
    import pyarrow as pa

    values = file.sample(column)
    is_date = pa.types.is_temporal(values.type)
    there = values.drop_null() if is_date else values.cast(pa.string()).drop_null()
    if len(there) < MIN_ROWS:
        return None
    counted = there.value_counts()
    reason = DATES if is_date else _reason(there, counted, len(values))
    if reason in (NAMES, SINGLES) and column in file.notes:
        note = file.notes[column]
        reason = f"is {note}" if note.startswith("mostly numbers") else COMMAS
    return LeftOut(column, reason, len(counted)) if reason else None


@cache
def _date() -> re.Pattern[str]:
    """Pattern of dates: d/m/y, m/d/y and y/m/d, with slashes, points or hyphens, and an optional time."""
    day, month, year = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])", "(?:[0-9]{4}|[0-9]{2})"
    orders = ((day, month, year), (month, day, year), ("[0-9]{4}", month, day))
    dates = "|".join(between.join(order) for order in orders for between in ("/", "[.]", "-"))
    name = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.]?"
    named = f"{day}[.]?[ -]{name}[ -]{year}|{name} {day},? {year}"
    return re.compile(f"(?:{dates}|{named}){TIME}", re.IGNORECASE)


def _reason(strings: Any, counted: Any, n_rows: int) -> str | None:
    """The reason to leave out a column of these strings, given how often each occurs."""
    distinct, share = counted.field("values").to_pylist(), len(counted) / len(strings)
    if sum(map(bool, map(_date().fullmatch, distinct))) >= MIN_DATES * len(distinct):
        return DATES
    if share > 0.5 and np.median([len(text.split()) for text in strings.to_pylist()]) >= MIN_WORDS:
        return TEXT
    if share >= MIN_DISTINCT:
        return NAMES
    n_single = int((counted.field("counts").to_numpy() == 1).sum())
    return SINGLES if 2 * n_single > n_rows else None
