"""Column values as the encoding takes them: finite float64 numbers, strings, lists of one size, labels.

Strings are in the form that ``canonical`` says, so that a value is the same in every format. A column of numbers may be
written as text or hold truth values, which are 1 and 0.

A value is missing where a cell is empty, null or not there. With ``missing`` said, ``?``, NaN and an empty string are
missing too; without, ``?`` is a category like any other, NaN is an error, and so is an empty string in delimited text.
Words such as NA are missing among numbers, and an error there without ``missing``; among words they are words.
``missing`` says what a missing value becomes:

    mean    a number: the mean of its column in training; a category: the category "" of its own
    zero    a number: 0; a category: no category at all
    drop    rows that miss a value are left out

Missing text is empty text. A row without a label is an error, or was left out before.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.conventions import MISSING, Missing
from rosenblatt.data.whole_numbers import first_rounded, is_rounded_text
from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.canonical import TRUTHS, are_truths, canonical, truths_as_digits
from rosenblatt.files.encoding.rounded_numbers import check_text_of_numbers, rounded
from rosenblatt.files.encoding.schema import Column, check_kind
from rosenblatt.files.formats.text_lines import BLANKS

SAMPLE = 10_000  # rows from which column kinds are guessed
MARKS = ("?", "nan", "NaN")  # mean "missing" if the option missing is given
GAPS = (  # words for missing numbers, as in pandas
    *("NA", "N/A", "n/a", "null", "NULL", "None", "<NA>", "#NA", "#N/A", "#N/A N/A"),
    *("1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"),
)
MISSING_SAYS = f"{option('missing', metavar='|'.join(MISSING))} says what to do"


class Part(NamedTuple):
    """Some rows of a file, in the form of its format, with the place of each."""

    table: Any  # a pyarrow.Table or RecordBatch, or PlainRows
    place: Callable[[int], str]


class PlainRows(NamedTuple):
    """Batch of complete numeric rows with labels, read from text without pyarrow.

    pyarrow's batches are columns, these are rows; and to load pyarrow takes as long as to read many of them.
    """

    columns: tuple[Column, ...]  # numbers, and perhaps a target
    values: np.ndarray  # rows × numbers
    codes: np.ndarray | None  # the number of each row's label among the labels; None without a target
    labels: list[str]  # distinct

    @property
    def num_rows(self) -> int:
        return len(self.values)

    @property
    def nbytes(self) -> int:
        return self.values.nbytes + (0 if self.codes is None else self.codes.nbytes)

    def slice(self, first: int, count: int | None = None) -> "PlainRows":
        """Return some rows from the first on, as a view."""
        rows = np.s_[first : None if count is None else first + count]
        return self._replace(values=self.values[rows], codes=None if self.codes is None else self.codes[rows])

    def numbers(self, names: list[str]) -> np.ndarray:
        """Return the numbers of these columns × rows."""
        own = [column.name for column in self.columns if column.kind == "number"]
        if own == names:
            return self.values.T
        place = {name: k for k, name in enumerate(own)}
        return self.values[:, [place[name] for name in names]].T

    def distinct_labels(self) -> tuple[list[str], np.ndarray] | None:
        """Labels of the rows in the order of their codes, and the code of each row."""
        if self.codes is None:
            return None
        used = np.bincount(self.codes, minlength=len(self.labels)) > 0
        labels = [label for label, is_used in zip(self.labels, used.tolist(), strict=True) if is_used]
        return labels, (np.cumsum(used) - 1)[self.codes]

    def to_arrow(self) -> Any:
        """Convert to a pyarrow.RecordBatch."""
        import pyarrow as pa

        numbers = iter(np.ascontiguousarray(self.values.T))
        arrays = [
            pa.array(next(numbers)) if column.kind == "number" else pa.array(self.labels, pa.string()).take(self.codes)
            for column in self.columns
        ]
        return pa.record_batch(arrays, [column.name for column in self.columns])


def joined(batches: list[Any]) -> Any:
    """Concatenate batches."""
    if all(isinstance(batch, PlainRows) for batch in batches):
        return _joined_plainly(batches)
    import pyarrow as pa

    return pa.concat_batches([batch.to_arrow() if isinstance(batch, PlainRows) else batch for batch in batches])


def _joined_plainly(batches: list[PlainRows]) -> PlainRows:
    """Concatenate column by column, so that sums have the same bits as those of other batches."""
    ends = np.cumsum([batch.num_rows for batch in batches]).tolist()
    values = np.empty((batches[0].values.shape[1], ends[-1]))
    codes = None if batches[0].codes is None else np.empty(ends[-1], dtype=np.int64)
    numbers: dict[str, int] = {}  # of the labels of all
    for batch, end in zip(batches, ends, strict=True):
        rows = np.s_[end - batch.num_rows : end]
        values[:, rows] = batch.values.T
        if codes is not None and batch.codes is not None:
            new = np.array([numbers.setdefault(label, len(numbers)) for label in batch.labels], dtype=np.int64)
            codes[rows] = new[batch.codes]
    return PlainRows(batches[0].columns, values.T, codes, list(numbers))


def marks_of(missing: str | None) -> tuple[str, ...]:
    return () if missing is None else MARKS


def number_of(cell: str, column: str, place: str) -> float:
    """Parse a cell as the nearest float64. Finiteness is checked later."""
    if (lower := cell.lower()) in TRUTHS:
        return TRUTHS[lower]
    if is_rounded_text(cell):
        raise rounded(cell, column, place)
    try:
        if cell.isascii() and "_" not in cell:
            return float(cell)
    except ValueError:
        pass
    is_gap = cell == "?" or cell in GAPS
    hint = MISSING_SAYS if is_gap else f"{option('categorical', column)} makes it a category"
    raise DataError(f"{place} column {column!r} must be a number, as in the first rows; got {cell!r}: {hint}.")


def tidied(part: Part, columns: tuple[Column, ...], missing: Missing | None) -> Any:
    """Convert rows to a pyarrow.RecordBatch of float64, string, lists of float64, and labels, or raise a DataError.

    Nulls are left only where training decides what they become: numbers under "mean", categories under "zero".
    """
    import pyarrow as pa
    from pyarrow import compute

    arrays = [_tidied(_whole(part.table.column(column.name)), column, missing, part.place) for column in columns]
    batch = pa.record_batch(arrays, [column.name for column in columns])
    if missing == "drop":
        for column in columns:
            if batch.column(column.name).null_count and column.kind != "id":
                batch = batch.filter(compute.is_valid(batch.column(column.name)))
    return batch


def natural_kind(name: str, column: str, values: Any) -> Column:
    """Kind of a column by its Arrow type and some of its values. A dictionary has the kind of its values."""
    from pyarrow import types

    values = _decoded(values)
    kind = values.type
    if _is_numeric(kind):
        return Column(column, "number")
    if _is_string(kind):
        return Column(column, "number" if are_truths(values, GAPS) else "category")
    if types.is_date(kind) or types.is_timestamp(kind):
        return Column(column, "category")
    if _is_list(kind) and _is_numeric(kind.value_type):
        size = kind.list_size if types.is_fixed_size_list(kind) else _first_length(values)
        return Column(column, "list", size) if size else Column(column, "empty")
    if types.is_null(kind):
        return Column(column, "empty")
    raise DataError(
        f"{name} column {column!r} must hold numbers, strings or lists of numbers; got {kind}: "
        f"{option('ignore', column)} leaves it out."
    )


def check_values(name: str, column: Column, values: Any) -> None:
    """Raise a DataError unless a known column fits its sample of values, or their type."""
    from pyarrow import types

    values = _decoded(values)
    if column.kind in ("target", "id"):
        return
    if column.kind in ("number", "list") and types.is_temporal(values.type):
        raise DataError(f"{name} column {column.name!r} must be a {column.kind}, as in training; got {values.type}.")
    check_kind(name, column, natural_kind(name, column.name, values))


def _tidied(values: Any, column: Column, missing: Missing | None, place: Callable[[int], str]) -> Any:
    import pyarrow as pa

    values = _decoded(values)
    if pa.types.is_null(values.type):
        stored = {"number": pa.float64(), "list": pa.list_(pa.float64())}
        values = values.cast(stored.get(column.kind, pa.string()))
    match column.kind:
        case "id":
            return values
        case "target":
            return _labels(values, column, place)
        case "number":
            values = _numbers(values, column, missing, place)
            filled = values.fill_null(0.0) if missing == "zero" else values
        case "list":
            values, filled = _lists(values, column, missing, place)
        case _:
            values = _strings(values, column, missing, place)
            filled = values if missing == "zero" and column.kind == "category" else values.fill_null("")
    if missing is None and values.null_count:
        row = _first(values.is_null())
        raise DataError(
            f"{place(row)} column {column.name!r} has no value: {MISSING_SAYS}, "
            f"{option('ignore', column.name)} leaves the column out."
        )
    return values if missing == "drop" else filled


def _numbers(values: Any, column: Column, missing: Missing | None, place: Callable[[int], str], size: int = 1) -> Any:
    """Convert to the nearest float64; ``size`` numbers form a row."""
    import pyarrow as pa
    from pyarrow import compute, types

    if _is_string(values.type):
        values = _numbers_of_text(values.cast(pa.string()), column, missing, place)
    elif types.is_decimal(values.type):
        values = values.cast(pa.string())  # text is rounded once; the direct conversion sometimes misses the nearest
    elif types.is_integer(values.type) and values.type.bit_width == 64:
        whole = values.fill_null(0).to_numpy(zero_copy_only=False)
        if (bad := first_rounded(whole)) >= 0:
            raise rounded(whole[bad], column.name, place(bad // size))
    texts = values if _is_string(values.type) else None
    values = values.cast(pa.float64(), safe=False)
    if texts is not None:
        check_text_of_numbers(texts, values, column.name, place, size)
    if missing is not None:
        values = compute.if_else(compute.is_nan(values), None, values)
    finite = compute.is_finite(values)
    if not compute.all(finite, min_count=0).as_py():
        bad = _first(compute.invert(finite))
        what = MISSING_SAYS if math.isnan(values[bad].as_py()) else "replace it"
        raise DataError(
            f"{place(bad // size)} column {column.name!r} must be a finite number; got {values[bad].as_py()}: {what}."
        )
    return values


def _numbers_of_text(texts: Any, column: Column, missing: Missing | None, place: Callable[[int], str]) -> Any:
    """Parse text of numbers and truth values. Empty text is null; so are words for "missing" if
    ``missing`` is given."""
    import pyarrow as pa
    from pyarrow import compute

    texts = truths_as_digits(compute.ascii_trim(texts, BLANKS))
    gaps = ("",) if missing is None else ("", *MARKS, *GAPS)
    texts = compute.if_else(compute.is_in(texts, pa.array(gaps)), None, texts)
    try:
        numbers = texts.cast(pa.float64())
        check_text_of_numbers(texts, numbers, column.name, place)
        return numbers
    except pa.ArrowInvalid:  # a word; or a number that only Python reads
        encoded = texts.dictionary_encode()
        numbers = []
        for code, cell in enumerate(encoded.dictionary.to_pylist()):
            try:
                numbers.append(number_of(cell, column.name, ""))
            except DataError:  # reports the place; tracking the place of every cell would be slow
                number_of(cell, column.name, place(encoded.indices.index(code).as_py()))
        return pa.array(numbers, pa.float64()).take(encoded.indices)


def _lists(values: Any, column: Column, missing: Missing | None, place: Callable[[int], str]) -> tuple[Any, Any]:
    """Convert to lists of one size, null for missing numbers, and fill these."""
    import pyarrow as pa
    from pyarrow import compute

    nothing = pa.scalar([None] * column.size, values.type)
    values = compute.coalesce(values, nothing)
    right = compute.equal(compute.list_value_length(values), column.size)
    if not compute.all(right, min_count=0).as_py():
        row = _first(compute.invert(right))
        raise DataError(
            f"{place(row)} column {column.name!r} must be a list of {column.size} numbers, as in the first rows; "
            f"got {len(values[row])}."
        )
    numbers = _numbers(values.flatten(), column, missing, place, column.size)
    filled = pa.FixedSizeListArray.from_arrays(numbers.fill_null(0.0) if missing == "zero" else numbers, column.size)
    if not numbers.null_count:
        return filled, filled
    gaps = numbers.is_null().to_numpy(zero_copy_only=False).reshape(-1, column.size).any(axis=1)
    return pa.FixedSizeListArray.from_arrays(numbers, column.size, mask=pa.array(gaps)), filled


def _strings(values: Any, column: Column, missing: Missing | None, place: Callable[[int], str]) -> Any:
    import pyarrow as pa
    from pyarrow import compute

    try:
        values = canonical(values)
    except pa.ArrowException:
        raise DataError(
            f"{place(0)} column {column.name!r} must be a string, or be written as one; got {values.type}."
        ) from None
    if missing is not None:
        values = compute.if_else(compute.is_in(values, pa.array(["", *MARKS])), None, values)
    return values


def _labels(values: Any, column: Column, place: Callable[[int], str]) -> Any:
    """Keep integers, truth values and strings; convert other numbers to float64."""
    import pyarrow as pa
    from pyarrow import types

    if values.null_count:
        row = _first(values.is_null())
        leave_out = f"{option('missing_label', 'drop')} leaves such rows out"
        raise DataError(f"{place(row)} must have a label in column {column.name!r}; it is empty: {leave_out}.")
    if types.is_boolean(values.type) or types.is_integer(values.type):
        return values
    if types.is_floating(values.type) or types.is_decimal(values.type):
        return _numbers(values, column, None, place)
    if _is_string(values.type):
        return values.cast(pa.string())
    if types.is_date(values.type) or types.is_timestamp(values.type):
        return canonical(values)
    raise DataError(f"{place(0)} must have a label in column {column.name!r}, a string or a number; got {values.type}.")


def _whole(values: Any) -> Any:
    """Merge the pieces of a column."""
    import pyarrow as pa

    if not isinstance(values, pa.ChunkedArray):
        return values
    return values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()


def _decoded(values: Any) -> Any:
    """Replace a dictionary column by its values: Parquet keeps no dictionaries of numbers, Feather does."""
    from pyarrow import types

    return values.dictionary_decode() if types.is_dictionary(values.type) else values


def _first(wrong: Any) -> int:
    """Index of the first true row."""
    return int(wrong.index(True).as_py())


def _first_length(lists: Any) -> int:
    """Length of the first list that is not null."""
    return next((len(values) for values in lists.drop_null() if len(values)), 0)


def _is_numeric(kind: Any) -> bool:
    from pyarrow import types

    return any(is_one(kind) for is_one in (types.is_boolean, types.is_integer, types.is_floating, types.is_decimal))


def _is_string(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind)) or types.is_large_string(kind) or types.is_string_view(kind)


def _is_list(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind)) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
