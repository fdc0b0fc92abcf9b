"""JSON lines as batches of columns: one object per line, whose keys are the columns.

As with delimited text, pyarrow parses blocks of lines, and blocks that it cannot parse are read line by line. A key
that a line lacks is a missing value; a key that none of the first rows has is an error. Strings, numbers and truth
values may be mixed in a column known to hold numbers, categories or text.
"""

import json
from collections.abc import Iterator
from itertools import chain, islice
from typing import IO, Any

from rosenblatt.data.whole_numbers import is_rounded
from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.rounded_numbers import has_large, rounded
from rosenblatt.files.encoding.schema import Column, check_kind
from rosenblatt.files.encoding.values import SAMPLE, Part, natural_kind
from rosenblatt.files.formats.text_lines import Lines, beginning, lines_of, on_all_cores

MIXED = ("number", "category", "text")  # kinds of columns whose values may be of several types
NUMBERS = {"whole", "number", "huge"}
SCALARS = {*NUMBERS, "truth", "string"}


class JsonLinesFile:
    """File of JSON lines, read up to its sample: the first rows, which determine its columns."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.name, self.guessed, self.notes = name, dict[str, Any](), dict[str, str]()
        blocks = lines_of(stream, name)
        head = beginning(blocks, SAMPLE)
        numbered = chain.from_iterable(lines.numbered() for lines in head)
        self._sampled = [(number, self._row(number, line)) for number, line in islice(numbered, SAMPLE)]
        if not self._sampled or not self._sampled[0][1]:
            raise DataError(f"{name} must have at least one row of columns; it is empty.")
        self.last = list(self._sampled[0][1])[-1]  # of the first line
        self.names = list(dict.fromkeys(key for _, row in self._sampled for key in row))
        self.written = self.names
        self._blocks = chain(head, blocks)
        self._last_sample: tuple[str, Any] = ("", None)  # each column is asked for several times, one after another

    def natural(self, column: str) -> Column:
        return natural_kind(self.name, column, self.sample(column))

    def sample(self, column: str, n_rows: int = SAMPLE) -> Any:
        """First values of a column."""
        import pyarrow as pa

        if self._last_sample[0] != column or self._last_sample[1] is None:
            kind = self._type(column)
            values = [_as_stored(row.get(column), kind) for _, row in self._sampled]
            self._last_sample = column, pa.array(values, kind)
        return self._last_sample[1].slice(0, n_rows)

    def check(self, column: Column) -> None:
        if column.kind not in MIXED or not self._types(column.name) <= SCALARS:
            check_kind(self.name, column, self.natural(column.name))

    def parts(self, columns: list[Column]) -> Iterator[Part]:
        """Yield the rows in parts."""
        import pyarrow as pa

        schema = pa.schema([(column.name, self._stored(column)) for column in columns])

        def part(lines: Lines) -> Part:
            return Part(self._parsed(lines, columns, schema), lambda row: f"{self.name}:{lines.line_of(row)}")

        return on_all_cores(part, self._blocks)

    def _stored(self, column: Column) -> Any:
        """Type that pyarrow reads a column as. Numbers may be whole in the first rows and fractional later."""
        import pyarrow as pa

        types = self._types(column.name)
        if column.kind in MIXED and len(types) > 1 and types <= SCALARS:
            return pa.float64() if column.kind == "number" or types == {"whole", "number"} else pa.string()
        arrow_type = self._type(column.name, column.kind == "target")
        if column.kind == "number" and types <= NUMBERS:
            return pa.float64()
        if column.kind in ("category", "text") and types == {"huge"}:
            return pa.string()
        if pa.types.is_null(arrow_type):
            return pa.list_(pa.float64()) if column.kind == "list" else pa.string()
        return arrow_type

    def _type(self, column: str, is_target: bool = False) -> Any:
        """Type that holds all values of the first rows, or a DataError."""
        import pyarrow as pa

        types = self._types(column)
        if len(types) > 1 and types <= NUMBERS:
            types = {"number"}
        known = {
            "whole": pa.int64(), "number": pa.float64(), "huge": pa.float64(), "truth": pa.bool_(),
            "string": pa.string(), "list": pa.list_(pa.float64()),
        }  # fmt: skip
        if not types:
            return pa.null()
        if len(types) == 1 and types <= known.keys():
            return known[types.pop()]
        values = [(number, row[column]) for number, row in self._sampled if row.get(column) is not None]
        first = _type_of(values[0][1])
        number, value = next((n, v) for n, v in values if _type_of(v) != first or first not in known)
        step = f"{option('categorical', column)} makes it a category, " if types <= SCALARS else ""
        step += f"{option('ignore', column)} leaves it out"
        rule = "must hold numbers, strings or lists of numbers, as all rows do"
        if is_target:
            rule, step = "must hold labels of one type", "write all of them as strings"
        raise DataError(f"{self.name}:{number} column {column!r} {rule}; got {_shown(value)}: {step}.")

    def _types(self, column: str) -> set[str]:
        """Types of the values of the first rows."""
        return {_type_of(row[column]) for _, row in self._sampled if row.get(column) is not None}

    def _parsed(self, lines: Lines, columns: list[Column], schema: Any) -> Any:
        import pyarrow as pa
        from pyarrow import json as arrow_json

        try:
            table = arrow_json.read_json(
                pa.BufferReader(lines.text),
                arrow_json.ReadOptions(use_threads=False, block_size=len(lines.text) + 1),
                arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="infer"),
            )
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            return self._by_hand(lines, columns, schema)
        if not lines.has_rows(table.num_rows) or not set(table.column_names) <= set(self.names):
            return self._by_hand(lines, columns, schema)
        if any(has_large(_flat(table.column(name))) for name in schema.names):  # perhaps rounded
            return self._by_hand(lines, columns, schema)
        return table.select(schema.names)

    def _by_hand(self, lines: Lines, columns: list[Column], schema: Any) -> Any:
        import pyarrow as pa
        from pyarrow import types

        rows = [(number, self._row(number, line)) for number, line in lines.numbered()]
        for number, row in rows:
            for key in row.keys() - set(self.names):
                raise DataError(f"{self.name}:{number} must have keys of the first rows only; got {key!r}.")
            for column, kind in zip(columns, schema.types, strict=True):
                value = row.get(column.name)
                if not (column.kind in MIXED and _type_of(value) in SCALARS) and not _fits(value, kind):
                    raise DataError(
                        f"{self.name}:{number} column {column.name!r} must be {_wanted(kind)}, as in the first rows; "
                        f"got {_shown(value)}."
                    )
                if column.kind not in ("category", "text") and not types.is_integer(kind):
                    for item in value if isinstance(value, list) else [value]:
                        if isinstance(item, int) and is_rounded(item):
                            raise rounded(item, column.name, f"{self.name}:{number}", column.kind == "target")
        arrays = [
            _array([row.get(column.name) for _, row in rows], column, kind)
            for column, kind in zip(columns, schema.types, strict=True)
        ]
        return pa.table(arrays, schema.names)

    def _row(self, number: int, line: str) -> dict[str, Any]:
        try:
            row = json.loads(line, object_pairs_hook=_distinct)
            if "\\u" in line:  # half a character can be written so, and be no text
                json.dumps(row, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise DataError(f"{self.name}:{number} must be a JSON object: {error}.") from error
        if not isinstance(row, dict):
            raise DataError(f"{self.name}:{number} must be a JSON object; got {_shown(row)}.")
        return row


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(keys := dict(pairs)) < len(pairs):
        raise ValueError("it has a key twice")
    return keys


def _type_of(value: Any) -> str:
    if isinstance(value, list):
        return "list" if all(item is None or _type_of(item) in NUMBERS for item in value) else "other"
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        return "huge"
    return {bool: "truth", int: "whole", float: "number", str: "string"}.get(type(value), "other")


def _fits(value: Any, kind: Any) -> bool:
    from pyarrow import types

    if value is None:
        return True
    if types.is_floating(kind) or types.is_list(kind):
        return _type_of(value) in (("list",) if types.is_list(kind) else NUMBERS)
    return _type_of(value) == ("whole" if types.is_integer(kind) else "truth" if types.is_boolean(kind) else "string")


def _wanted(kind: Any) -> str:
    from pyarrow import types

    if types.is_list(kind):
        return "a list of numbers"
    if types.is_string(kind):
        return "a string"
    return "true or false" if types.is_boolean(kind) else "a whole number" if types.is_integer(kind) else "a number"


def _array(values: list[Any], column: Column, kind: Any) -> Any:
    """Convert values of a column to an array; mixed values become strings."""
    import pyarrow as pa

    if column.kind in ("category", "text") or (column.kind == "number" and any(isinstance(v, str) for v in values)):
        return pa.array([None if value is None else _text(value) for value in values], pa.string())
    kind = pa.float64() if column.kind == "number" else kind
    return pa.array([_as_stored(value, kind) for value in values], kind)


def _flat(values: Any) -> Any:
    """Numbers of a column, including those in lists."""
    from pyarrow import compute, types

    return compute.list_flatten(values) if types.is_list(values.type) else values


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else repr(value)


def _as_stored(value: Any, kind: Any) -> Any:
    """Convert integers beyond 64 bits to the nearest float, as pyarrow cannot hold them."""
    from pyarrow import types

    if isinstance(value, list):
        return [None if item is None else _nearest(item) for item in value]
    return _nearest(value) if types.is_floating(kind) and value is not None else value


def _nearest(number: float) -> float:
    try:
        return float(number)
    except OverflowError:  # refused as a value
        return float("inf") if number > 0 else float("-inf")


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
