"""Raw tables: columns as they are in files, read and written some rows at a time.

The kind that each column has for ``read`` is preserved. Text is assembled by pyarrow, column by column, without Python
objects per row.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import IO, Any

import numpy as np

from rosenblatt.conventions import DELIMITED
from rosenblatt.errors import DataError, Sentence, option
from rosenblatt.files.encoding.canonical import are_truths
from rosenblatt.files.encoding.schema import Column, Columns, Schema, check_columns
from rosenblatt.files.encoding.values import GAPS, MARKS, Part, number_of
from rosenblatt.files.formats.arrow import ArrowFile
from rosenblatt.files.formats.csv import DelimitedFile
from rosenblatt.files.formats.jsonl import JsonLinesFile
from rosenblatt.files.formats.text_lines import BLANKS
from rosenblatt.files.read_options import OF_COLUMNS
from rosenblatt.files.readers import Reader, decoded_sources
from rosenblatt.files.sources import reading, sources_of
from rosenblatt.files.writers import ArrowWriter, ParquetWriter, Writer, joined_texts

TYPED = ("parquet", "arrow")
WHOLE = "^(0|-?[1-9][0-9]{0,18})$"
MAX_SHOWN = 20  # names of columns
UNWRITABLE = r"[\r\x00]"  # in cells of delimited text: a carriage return is read as a line feed


class RawTable:
    """Columns of a table as they are in its files, some rows at a time.

    If the target format has types, text columns become integers, truth values or numbers if all values allow it, else
    strings. Lists of numbers become columns if it has no lists.
    """

    def __init__(self, reader: Reader, to: str) -> None:
        import pyarrow as pa

        self._sources, self._format, self._options, self._to = (
            decoded_sources(reader),
            reader.format,
            reader.options,
            to,
        )
        first = self._sources[0]
        with reading(first) as stream:
            file = self._file(stream, first.name)
            self.schema, self.guessed = self._schema(file), dict(file.guessed)
            part = next(iter(file.parts(self._asked())))
        self._types = {column.name: values.type for column, values in self._columns(part)}
        self._check_types(part)
        if self._format in DELIMITED and to not in DELIMITED:
            self._types = self._types_of_text()
        self.types = pa.schema([field for column in self.schema.columns for field in self._written(column)])

    @property
    def words(self) -> set[str]:
        """Columns of strings that are features."""
        return {column.name for column in self.schema.columns if column.kind in ("category", "text")}

    def batches(self) -> Iterator[Any]:
        import pyarrow as pa
        from pyarrow import compute

        for part in self._parts():
            arrays = [array for column, values in self._columns(part) for array in self._arrays(values, column, part)]
            batch = pa.record_batch(arrays, schema=self.types)
            if self._options.missing_label == "drop" and self.schema.target is not None:
                batch = batch.filter(compute.is_valid(batch.column(self.schema.target)))
            if self._options.missing == "drop":
                for column in self.schema.columns:
                    is_there = [compute.is_valid(batch.column(field[0])) for field in self._written(column)]
                    batch = batch if column.kind in ("id", "target") else batch.filter(reduce(compute.and_, is_there))
            if batch.num_rows:
                yield batch

    def _file(self, stream: IO[bytes], name: str) -> Any:
        options, known = self._options, getattr(self, "schema", None)
        if self._format in DELIMITED:
            delimiter = "\t" if self._format == "tsv" and options.delimiter is None else options.delimiter
            settings = {"header": options.header, "quote": options.quote, "missing": options.missing}
            return DelimitedFile(stream, name, known=known, delimiter=delimiter, decimal=options.decimal, **settings)
        return JsonLinesFile(stream, name) if self._format == "jsonl" else ArrowFile(stream, name)

    def _schema(self, file: Any) -> Schema:
        """Columns and their kinds. Types that ``read`` does not know are passed from Arrow to Arrow."""
        keeps_types = self._format in TYPED and self._to in TYPED

        def natural(name: str) -> Column:
            column: Column = Column(name, "number") if keeps_types else file.natural(name)
            return Column(name, "category") if column.kind == "empty" else column

        columns = Columns(**{option: getattr(self._options, option) for option in OF_COLUMNS})
        schema = columns.schema(file.name, file.names, file.last, natural, file.written)
        if self._options.target is None:
            return schema
        return schema._replace(columns=tuple(sorted(schema.columns, key=lambda column: column.kind == "target")))

    def _asked(self) -> list[Column]:
        if self._format in DELIMITED:
            return [Column(column.name, "text") for column in self.schema.columns]
        return list(self.schema.columns)

    def _parts(self) -> Iterator[Part]:
        for source in self._sources:
            with reading(source) as stream:
                file = self._file(stream, source.name)
                check_columns(source.name, file.names, self.schema, file.written)
                if self._format in DELIMITED and self._to not in DELIMITED:
                    for column in self.schema.columns:
                        file.check(column)
                    yield from (part._replace(table=file.with_points(part.table)) for part in file.parts(self._asked()))
                else:
                    yield from file.parts(self._asked())

    def _columns(self, part: Part) -> Iterator[tuple[Column, Any]]:
        """Columns, each in one piece; dictionary columns are decoded."""
        import pyarrow as pa

        for column, values in zip(self.schema.columns, part.table.columns, strict=True):
            if isinstance(values, pa.ChunkedArray):
                values = values.combine_chunks()
            yield column, values.dictionary_decode() if pa.types.is_dictionary(values.type) else values

    def _check_types(self, part: Part) -> None:
        from pyarrow import types

        for column in self.schema.columns:
            kind = self._types[column.name]
            is_odd = (types.is_nested(kind) and column.kind != "list") or types.is_binary(kind)
            if is_odd and self._to not in TYPED:
                raise DataError(
                    f"{part.place(0)} column {column.name!r} must be of numbers or strings; got {kind}: "
                    f"{option('ignore', column.name)} leaves it out."
                )

    def _types_of_text(self) -> dict[str, Any]:
        """Determine column types in one pass over all rows."""
        import pyarrow as pa

        types = {column.name: pa.float64() for column in self.schema.columns if column.kind == "number"}
        whole = {column.name for column in self.schema.columns if column.kind in ("number", "target")}
        truths = set(types)
        for part in self._parts():
            for column, values in self._columns(part):
                if column.name in whole and not _are_whole(values):
                    whole.remove(column.name)
                if column.name in truths and not are_truths(values) and values.null_count < len(values):
                    truths.remove(column.name)
        types |= dict.fromkeys(truths, pa.bool_()) | dict.fromkeys(whole, pa.int64())
        return {name: types.get(name, pa.string()) for name in self._types}

    def _written(self, column: Column) -> list[tuple[str, Any]]:
        """Names and types of the columns that a column becomes."""
        kind = self._types[column.name]
        if column.kind == "list" and self._to in DELIMITED:
            return [(f"{column.name}[{k}]", kind.value_type) for k in range(column.size)]
        return [(column.name, kind)]

    def _arrays(self, values: Any, column: Column, part: Part) -> list[Any]:
        """Columns that a column becomes, in the types to be written."""
        import pyarrow as pa
        from pyarrow import compute

        kind = self._types[column.name]
        if self._options.missing is not None and pa.types.is_string(values.type):
            values = compute.if_else(compute.is_in(values, pa.array(MARKS)), None, values)
        if self._format in DELIMITED and pa.types.is_floating(kind):
            values = _numbers_of_text(values, column.name, part)
        elif values.type != kind:
            try:
                values = values.cast(kind)
            except pa.ArrowException as error:
                place = f"{part.place(0)} column {column.name!r}"
                raise DataError(f"{place} must be {kind}, as in the first rows; got {values.type}.") from error
        if self._options.missing is not None and pa.types.is_floating(kind):
            values = compute.if_else(compute.is_nan(values), None, values)
        return _spread(values, column, part) if column.kind == "list" and self._to in DELIMITED else [values]


def table_writer(stream: IO[bytes], name: str, format: str, schema: Any, target: str | None) -> Writer:
    """Return the writer of a format; ``target`` is the label column."""
    match format:
        case "csv" | "tsv":
            return DelimitedWriter(stream, name, schema, "," if format == "csv" else "\t")
        case "jsonl":
            return JsonLinesWriter(stream, schema, target)
        case "parquet":
            return ParquetWriter(stream, schema)
    return ArrowWriter(stream, schema)


class DelimitedWriter:
    """Writer of CSV and TSV: a line of names, and one line per row. Missing values are empty cells."""

    def __init__(self, stream: IO[bytes], name: str, schema: Any, delimiter: str) -> None:
        import pyarrow as pa

        self._stream, self._name, self._delimiter = stream, name, delimiter
        self._n_rows = 0
        self._odd_strings = 0  # empty, or with blanks around: reading takes these off, and nothing for missing
        header = self._cells(pa.array(schema.names), "the names of columns", 0).to_pylist()
        self._odd_strings = 0
        self._stream.write((delimiter.join(header) + "\n").encode())

    def write(self, rows: Any) -> None:
        from pyarrow import compute, types

        cells = []
        for name, values in zip(rows.schema.names, rows.columns, strict=True):
            texts = _texts(values)
            is_number = types.is_primitive(values.type)
            cells.append(texts if is_number else self._cells(texts, f"column {name!r}", self._n_rows))
        lines = compute.binary_join_element_wise(*cells, self._delimiter, null_handling="replace", null_replacement="")
        is_blank = compute.equal(compute.ascii_trim(lines, BLANKS), "")
        lines = compute.if_else(is_blank, compute.binary_join_element_wise('""', lines, ""), lines)  # is a row, too
        self._stream.write(joined_texts(lines, "\n"))
        self._stream.write(b"\n")
        self._n_rows += rows.num_rows

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass

    def notes(self, path: Path, words: set[str]) -> list[tuple[str, str]]:
        """Options needed to read the file as it was written, since delimited text has no types.

        words: the columns of strings that are features.
        """
        (source,) = sources_of(path)
        with reading(source) as stream:
            options = self._options(stream, source.name)
        with reading(source) as stream:
            file = DelimitedFile(stream, source.name, delimiter=self._delimiter, header=True)
            numbers = [name for name in file.names if name in words and file.natural(name).kind == "number"]
        if numbers:
            options.append(option("categorical", tuple(numbers[:MAX_SHOWN])) + " …" * (len(numbers) > MAX_SHOWN))
        notes: list[tuple[str, str]] = [("to be read with", Sentence(" ".join(options)))] if options else []
        if self._odd_strings:
            problem = f"{self._odd_strings:,} strings are empty or have blanks around them"
            notes.append(("blanks", f"{problem}: reading strips blanks and takes empty strings as missing"))
        return notes

    def _options(self, stream: IO[bytes], name: str) -> list[str]:
        """Options for the delimiter and the header, if these would be guessed wrong."""
        try:
            file = DelimitedFile(stream, name, delimiter="\t" if self._delimiter == "\t" else None)
        except DataError:  # by another delimiter, rows are not of one width
            return [option("delimiter", self._delimiter), option("header", True)]
        options = [] if file.dialect.delimiter == self._delimiter else [option("delimiter", self._delimiter)]
        return options if file.guessed["header"] else [*options, option("header", True)]

    def _cells(self, texts: Any, where: str, rows_before: int) -> Any:
        """Quote texts that need quotes."""
        from pyarrow import compute

        bad = compute.match_substring_regex(texts, UNWRITABLE)
        if compute.any(bad, min_count=0).as_py():
            place = bad.index(True).as_py()
            text, row = texts[place].as_py(), rows_before + place + 1
            raise DataError(
                f"{self._name} must have no carriage return and no NUL within a cell; {where}, number {row}, has "
                f"{text[:40]!r}: write Parquet, Arrow or JSON lines."
            )
        is_odd = compute.match_substring_regex(texts, f"^[{BLANKS}]|[{BLANKS}]$|^$")
        needs_quotes = compute.or_(is_odd, compute.match_substring_regex(texts, f'["\\n{self._delimiter}]'))
        if not compute.any(needs_quotes, min_count=0).as_py():
            return texts
        self._odd_strings += compute.sum(is_odd).as_py()
        doubled = compute.replace_substring(texts, '"', '""')
        return compute.if_else(needs_quotes, compute.binary_join_element_wise('"', doubled, '"', ""), texts)


class JsonLinesWriter:
    """Writer of one JSON object per row with all columns as keys. Missing values and NaN are null."""

    def __init__(self, stream: IO[bytes], schema: Any, target: str | None) -> None:
        self._stream, self._target = stream, target

    def write(self, rows: Any) -> None:
        from pyarrow import compute

        parts: list[Any] = []
        for name, column in zip(rows.schema.names, rows.columns, strict=True):
            before = ", " if parts else "{"
            parts += [f"{before}{json.dumps(name, ensure_ascii=False)}: ", _json(column, name == self._target)]
        lines = compute.binary_join_element_wise(*parts, "}", "", null_handling="replace", null_replacement="null")
        self._stream.write(joined_texts(lines, "\n"))
        self._stream.write(b"\n")

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass


def _texts(values: Any) -> Any:
    """Convert numbers and strings to text; numbers in the fewest digits that give the same double, truth values as 0
    and 1."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_boolean(values.type):
        values = values.cast(pa.uint8())
    elif types.is_floating(values.type):
        values = values.cast(pa.float64())
    return values.cast(pa.string())


def _json(values: Any, is_target: bool) -> Any:
    """Convert values to JSON. Fractional label types keep a decimal point, so that they are read as the same type."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_boolean(values.type) or types.is_integer(values.type) or types.is_null(values.type):
        return values.cast(pa.string())
    if types.is_floating(values.type) or types.is_decimal(values.type):
        return _json_numbers(_texts(values), r"^-?[0-9]+$" if is_target else "^-0$")
    if types.is_nested(values.type):
        return _json_lists(values)
    distinct = values.cast(pa.string()).dictionary_encode()
    written = [json.dumps(text, ensure_ascii=False) for text in distinct.dictionary.to_pylist()]
    return pa.array(written, pa.string()).take(distinct.indices)


def _json_numbers(texts: Any, to_point: str) -> Any:
    """Append .0 to number texts that match this pattern; infinity becomes a number that is read as infinity."""
    from pyarrow import compute

    if not compute.any(compute.match_substring_regex(texts, f"n|{to_point}"), min_count=0).as_py():
        return texts
    texts = compute.replace_substring(compute.if_else(compute.equal(texts, "nan"), None, texts), "inf", "1e999")
    pointed = compute.binary_join_element_wise(texts, ".0", "")
    return compute.if_else(compute.match_substring_regex(texts, to_point), pointed, texts)


def _json_lists(values: Any) -> Any:
    import pyarrow as pa
    from pyarrow import compute

    lengths = compute.fill_null(compute.list_value_length(values), 0)
    starts = [0, *compute.cumulative_sum(lengths).to_pylist()]
    numbers = compute.fill_null(_json(compute.list_flatten(values), False), "null")
    listed = pa.ListArray.from_arrays(pa.array(starts, pa.int32()), numbers)
    texts = compute.binary_join_element_wise("[", compute.binary_join(listed, ", "), "]", "")
    return compute.if_else(values.is_valid(), texts, None)


def _are_whole(texts: Any) -> bool:
    """Return True if all are written as plain 64-bit integers: 1, not 01 or +1."""
    import pyarrow as pa
    from pyarrow import compute

    if not compute.all(compute.match_substring_regex(texts, WHOLE), min_count=0).as_py():
        return False
    try:
        texts.cast(pa.int64())
    except pa.ArrowInvalid:  # too large
        return False
    return True


def _numbers_of_text(texts: Any, column: str, part: Part) -> Any:
    """Convert text of numbers, and words for "missing", to the nearest double."""
    import pyarrow as pa
    from pyarrow import compute

    with suppress(pa.ArrowInvalid):
        return texts.cast(pa.float64())
    texts = compute.if_else(compute.is_in(texts, pa.array(GAPS)), None, texts)
    with suppress(pa.ArrowInvalid):
        return texts.cast(pa.float64())
    cells = enumerate(texts.to_pylist())  # a word; or a number that only Python reads
    numbers = [None if cell is None else number_of(cell, column, part.place(row)) for row, cell in cells]
    return pa.array(numbers, pa.float64())


def _spread(lists: Any, column: Column, part: Part) -> list[Any]:
    """Split a column of lists of one size into columns."""
    import pyarrow as pa
    from pyarrow import compute

    lists = compute.coalesce(lists, pa.scalar([None] * column.size, lists.type))
    for row in np.flatnonzero(np.array(compute.list_value_length(lists)) != column.size)[:1].tolist():
        raise DataError(
            f"{part.place(row)} column {column.name!r} must be a list of {column.size} numbers, as in the first rows; "
            f"got {len(lists[row])}."
        )
    numbers, places = lists.flatten(), np.arange(len(lists)) * column.size
    return [numbers.take(pa.array(places + k)) for k in range(column.size)]
