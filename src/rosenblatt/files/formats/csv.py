"""Delimited text (CSV, TSV) as batches of columns.

Blocks of lines are parsed on all cores. A compiled loop reads those of numbers and labels alone, all written plainly;
others are for pyarrow. Where that cannot, or where it finds other rows than there are lines, the block is read again
line by line, in plain Python: that gives the same, or the sentence that says what is wrong.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from typing import IO, Any

import numpy as np

from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.odd_columns import MIN_ROWS
from rosenblatt.files.encoding.schema import Column, Schema, listed
from rosenblatt.files.encoding.values import GAPS, MARKS, SAMPLE, Part, PlainRows, marks_of, number_of
from rosenblatt.files.formats import text_lines
from rosenblatt.files.formats.csv_dialect import dialect_of
from rosenblatt.files.formats.csv_plain import first_rows, one_column, read_plainly
from rosenblatt.files.formats.text_lines import Lines, beginning, checked, on_all_cores, unchecked_lines_of
from rosenblatt.files.parsing import csv_fields

PLAINLY = True  # whether the compiled loop is asked first; nothing but time depends on it
IN_NUMBERS = "0123456789+-.eE"  # no delimiter or quote of the compiled loop
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
PERHAPS_NUMBER = re.compile(r"[+-]?(\d|\.|nan|inf)", re.ASCII | re.IGNORECASE)  # how one begins, to pyarrow


class DelimitedFile:
    """A file of delimited text, read as far as its sample: the first rows, by which is guessed what is not said.

    header: whether the first line has the names of the columns. If that is not said, it has when none of its cells is
    a number and a column below it is all numbers; and where no column is, when its cells are distinct and none of them
    is found again below it. Where the columns are known, it has when half of its cells are names of these.
    """

    def __init__(
        self,
        stream: IO[bytes],
        name: str,
        *,
        missing: str | None = None,
        known: Schema | None = None,
        header: bool | None = None,
        delimiter: str | None = None,
        quote: str | None = '"',
    ) -> None:
        self.name, self._marks = name, marks_of(missing)
        self._gaps = (*self._marks, *GAPS) if missing else ()  # the marks among numbers
        self.notes: dict[str, str] = {}
        blocks = unchecked_lines_of(stream, name)
        head = beginning((checked(lines, name) for lines in blocks), SAMPLE + 1)
        first = next((lines for lines in head if next(lines.numbered(), None)), None)
        if first is None:
            raise DataError(f"{name} must have at least one row; it is empty.")
        number, line = next(first.numbered())
        self.dialect = dialect_of((line for lines in head for _, line in lines.numbered()), delimiter, quote)
        cells = self.dialect.cells(line, f"{name}:{number}")
        self._width = len(cells)
        self._head = head
        self._name_columns(_positions(self._width))
        self._below = below = [first.after(number), *head[head.index(first) + 1 :]]
        self._first_numbers = np.empty((0, self._width))
        self._plain = self._plain_columns(below)
        if not any(self._plain):
            self._sample  # noqa: B018 (says what is wrong with the first rows)
        self.guessed: dict[str, Any] = {} if delimiter else {"delimiter": self.dialect.delimiter}
        if header is None:
            header = self.guessed["header"] = _has_names(cells, known) if known else self._is_header(cells)
        if known and not header:
            _check_values(cells, known, f"{name}:{number}")
        self._name_columns(_names(cells if header else None, self._width, known))
        self.last = self.names[-1]
        if header and not any(self._plain) and self._sample.num_rows < 2:
            raise DataError(f"{name} must have rows below its first line of names; it has none.")
        self._first_cells = None if header else cells
        self._blocks = chain(below if header else head, blocks)

    def _name_columns(self, names: list[str]) -> None:
        self.names, self._places = names, {name: place for place, name in enumerate(names)}

    def natural(self, column: str) -> Column:
        """A number where all values of the sample are, or are missing, else a category."""
        k = self._places[column]
        if self._plain[k] and (self._first_cells is None or NUMBER.fullmatch(self._first_cells[k])):
            return Column(column, "number")
        above = 1 if self._first_cells is None else 0  # lines of names
        values = self._text_sample(k)
        if values.null_count == len(values):
            return Column(column, "empty")
        if _are_numbers(values):
            return Column(column, "number")
        if (word := _odd_one(values)) is not None:
            numbered = chain.from_iterable(lines.numbered() for lines in self._head)
            number, _ = next(islice(numbered, above + values.index(word).as_py(), None))
            self.notes[column] = f"mostly numbers, but line {number} has {word!r}"
        return Column(column, "category")

    def sample(self, column: str, n_rows: int = SAMPLE) -> Any:
        """First values of a column: numbers where the compiled loop reads them, else text."""
        k = self._places[column]
        first = [] if self._first_cells is None else [self._first_cells[k]]
        if not self._plain[k] or not all(map(NUMBER.fullmatch, first)):
            return self._text_sample(k).slice(0, n_rows)
        below = self._first_numbers[:, k]
        if n_rows > MIN_ROWS and (form := self._form([Column(column, "number")])):
            below = one_column(self._below, form)
        return np.concatenate([np.array(first, dtype=float), below])[:n_rows]

    def _text_sample(self, k: int) -> Any:
        return self._sample.column(k).slice(1 if self._first_cells is None else 0, SAMPLE)

    def check(self, column: Column) -> None:
        """Text can be anything but a list; whether it is a number is seen cell by cell."""
        if column.kind == "list":
            raise DataError(f"{self.name} column {column.name!r} must be a list, as in training; got delimited text.")

    def parts(self, columns: list[Column]) -> Iterator[Part]:
        """The rows, some at a time."""
        form = self._form(columns)

        def part(lines: Lines) -> Part:
            checked(lines, self.name)
            table = None if form is None else self._plainly(lines, columns, form)
            if table is None:
                table = self._parsed(lines, columns)
                self._check_labels(table, columns, lines)
            return Part(table, lambda row: f"{self.name}:{lines.line_of(row)}")

        return on_all_cores(part, self._blocks)

    def _check_labels(self, table: Any, columns: list[Column], lines: Lines) -> None:
        """A DataError where the target is the last column, and all of it is empty."""
        target = next((column.name for column in columns if column.kind == "target"), None)
        if target == self.names[-1] and table.num_rows > 1 and table.column(target).null_count == table.num_rows:
            raise DataError(
                f"{self.name}:{lines.line_of(0)} must have a label in column {target!r}, the last; it is empty in all "
                f"these rows: if lines end in a delimiter, {option('ignore', target)} and "
                f"{option('target', metavar='NAME')} say so."
            )

    @cached_property
    def _sample(self) -> Any:
        """The first rows as text, a header among them."""
        import pyarrow as pa

        columns = [Column(name, "text") for name in self.names]
        tables = [self._parsed(lines, columns) for lines in self._head]
        return pa.concat_tables(tables).slice(0, SAMPLE + 1)

    def _plain_columns(self, below: list[Lines]) -> list[bool]:
        """Which columns are plain numbers in all the first rows but one, and so are numbers without a further look.

        None are where more than one column is anything else: then they all are looked at in another way.
        """
        form = self._form([Column(name, "number") for name in self.names])
        if form is None or not any(lines.text.strip() for lines in below):
            return [False] * self._width
        for lines in below:
            while isinstance(field := read_plainly(lines, form), int):
                if csv_fields.IGNORED in form.places:
                    return [False] * self._width
                form.places[field:] -= 1
                form.places[field] = csv_fields.IGNORED
            missing = MIN_ROWS - len(self._first_numbers)
            self._first_numbers = np.concatenate([self._first_numbers, first_rows(field, form.places, missing)])
        return [place != csv_fields.IGNORED for place in form.places.tolist()]

    def _is_header(self, cells: list[str]) -> bool:
        if any(_is_number(cell) for cell in cells):
            return False
        if any(plain and cell not in GAPS for cell, plain in zip(cells, self._plain, strict=True)):
            return True
        below = [column.slice(1) for column in self._sample.columns]
        if any(cell not in GAPS and _are_numbers(column) for cell, column in zip(cells, below, strict=True)):
            return True
        again = any(cell in set(column.to_pylist()) for cell, column in zip(cells, below, strict=True))
        return len(set(cells)) == len(cells) and not again

    def _form(self, columns: list[Column]) -> csv_fields.Form | None:
        """How the compiled loop is to read these columns; None where that is not for it."""
        delimiter, quote = self.dialect
        odd = delimiter in IN_NUMBERS or (quote is not None and quote in IN_NUMBERS + text_lines.BLANKS)
        if not PLAINLY or odd or any(column.kind not in ("number", "target") for column in columns):
            return None
        places = np.full(self._width, csv_fields.IGNORED)
        numbers = 0
        for column in columns:
            places[self._places[column.name]] = numbers if column.kind == "number" else csv_fields.LABEL
            numbers += column.kind == "number"
        return csv_fields.Form(ord(delimiter), text_lines.LINE_END if quote is None else ord(quote), places)

    def _plainly(self, lines: Lines, columns: list[Column], form: csv_fields.Form) -> PlainRows | None:
        """The rows of some lines, if all are written plainly and nothing is missing or not finite."""
        fields = read_plainly(lines, form)
        if isinstance(fields, int):
            return None
        n_rows, n_hard, n_labels = fields.counts[[csv_fields.ROWS, csv_fields.HARD_NUMBERS, csv_fields.LABELS]].tolist()
        if not np.isfinite(fields.numbers[fields.hard[:n_hard, 0]]).all():
            return None
        labels = [lines.text[first:last].decode() for first, last in fields.labels[:n_labels].tolist()]
        if any(label in self._marks for label in labels):
            return None
        width = sum(column.kind == "number" for column in columns)
        values = fields.numbers[: n_rows * width].reshape(n_rows, width)
        codes = fields.codes[:n_rows] if csv_fields.LABEL in form.places else None
        return PlainRows(tuple(columns), values, codes, labels)

    def _parsed(self, lines: Lines, columns: list[Column]) -> Any:
        """The columns of some lines: numbers as float64, all else as strings; null where there is nothing."""
        table = None if self._has_odd_quotes(lines) else self._by_pyarrow(lines, columns)
        if table is None or not lines.has_rows(table.num_rows):
            return self._by_hand(lines, columns)
        return table

    def _has_odd_quotes(self, lines: Lines) -> bool:
        """Whether pyarrow would miss a quote: one with a space before it, which it takes for an ordinary character, or
        one that is left open on the last line, where it swallows no other.
        """
        quote = (self.dialect.quote or "").encode()
        if not quote or quote not in lines.text:
            return False
        late = b"(?:^|" + re.escape(self.dialect.delimiter.encode()) + b") +" + re.escape(quote)
        if re.search(late, lines.text, re.MULTILINE):
            return True
        try:
            self.dialect.cells(lines.text.rstrip().rpartition(b"\n")[2].decode(), "")
        except DataError:
            return True
        return False

    def _by_pyarrow(self, lines: Lines, columns: list[Column]) -> Any:
        import pyarrow as pa
        from pyarrow import csv

        positions = dict(zip(self.names, _positions(self._width), strict=True))
        text = lines.text
        wanted = [positions[column.name] for column in columns]
        types = [pa.float64() if column.kind == "number" else pa.string() for column in columns]
        gaps = ["", *self._gaps]
        try:
            table = csv.read_csv(
                pa.BufferReader(text),
                csv.ReadOptions(use_threads=False, block_size=len(text) + 1, column_names=list(positions.values())),
                csv.ParseOptions(delimiter=self.dialect.delimiter, quote_char=self.dialect.quote or False),
                csv.ConvertOptions(
                    check_utf8=False,  # done
                    column_types=dict(zip(wanted, types, strict=True)),
                    include_columns=wanted,
                    null_values=[*gaps, *(" " + gap for gap in gaps)],  # of numbers; strings are tidied below
                    strings_can_be_null=False,
                ),
            )
        except (pa.ArrowInvalid, pa.ArrowKeyError):
            return None
        arrays = [
            values if column.kind == "number" else self._tidied(values.combine_chunks())
            for column, values in zip(columns, table.columns, strict=True)
        ]
        return pa.table(arrays, [column.name for column in columns])

    def _tidied(self, strings: Any) -> Any:
        """Strings without the blanks around them; null where nothing is left."""
        import pyarrow as pa
        from pyarrow import compute

        trimmed = compute.ascii_trim(strings, text_lines.BLANKS)
        empty = compute.is_in(trimmed, pa.array(["", *self._marks]))
        return compute.if_else(empty, None, trimmed)

    def _by_hand(self, lines: Lines, columns: list[Column]) -> Any:
        import pyarrow as pa

        def value(cell: str, column: Column, place: str) -> str | float | None:
            is_number = column.kind == "number"
            if not cell or cell in (self._gaps if is_number else self._marks):
                return None
            return number_of(cell, column.name, place) if is_number else cell

        places = [(column, self._places[column.name]) for column in columns]
        rows = []
        for number, line in lines.numbered():
            place = f"{self.name}:{number}"
            cells = self.dialect.cells(line, place)
            if len(cells) != self._width:
                is_ended = len(cells) == self._width + 1 and not cells[-1]
                hint = ", the last empty: does the line end in a delimiter?" if is_ended else "."
                raise DataError(f"{place} must have {self._width} columns, as the first line; got {len(cells)}{hint}")
            rows.append([value(cells[k], column, place) for column, k in places])
        types = [pa.float64() if column.kind == "number" else pa.string() for column in columns]
        arrays = [pa.array([row[k] for row in rows], type_) for k, type_ in enumerate(types)]
        return pa.table(arrays, [column.name for column in columns])


def _positions(width: int) -> list[str]:
    return [f"x{k}" for k in range(1, width + 1)]


def _names(header: list[str] | None, width: int, known: Schema | None) -> list[str]:
    """The names in the first line; without these those that are known, if there are as many; else x1, x2, …"""
    if header is not None:
        return [cell or default for cell, default in zip(header, _positions(width), strict=True)]
    if known is not None:
        features = [name for name in known.names if name != known.target]
        for names in (list(known.names), features):
            if len(names) == width:
                return names
    return _positions(width)


def _check_values(cells: list[str], known: Schema, place: str) -> None:
    """A DataError unless the first line of a file, which has no names that are known, can be one of values."""
    features = [name for name in known.names if name != known.target]
    widths = sorted({len(features), len(known.names)})
    if len(cells) not in widths:
        raise DataError(
            f"{place} must have {' or '.join(map(str, widths))} columns, as the first file or training; "
            f"got {len(cells)}: say {option('header', True)} if this line has names."
        )
    kinds = {column.name: column.kind for column in known.columns}
    names = known.names if len(cells) == len(known.names) else features
    above_numbers = [cell for cell, name in zip(cells, names, strict=True) if kinds.get(name) == "number"]
    if set(above_numbers) - {"", *MARKS, *GAPS} and not any(_is_number(cell) for cell in cells):
        raise DataError(
            f"{place} must have the names of the first file or of training, {listed(names)}, or none; got "
            f"{listed(cells)}: rename the columns, or say {option('header', True)} or {option('header', False)} "
            "for all files."
        )


def _has_names(cells: list[str], known: Schema) -> bool:
    return 2 * sum(cell in known.names for cell in cells) >= min(len(cells), len(known.features))


def _is_number(cell: str) -> bool:
    if not PERHAPS_NUMBER.match(cell) or NUMBER.fullmatch(cell):
        return bool(NUMBER.fullmatch(cell))
    import pyarrow as pa

    return _are_numbers(pa.array([cell]))


def _are_numbers(strings: Any) -> bool:
    """Whether each that is there is written as a number; nan, inf and 1e999 are, and are refused as values."""
    import pyarrow as pa
    from pyarrow import compute

    there = strings.filter(compute.invert(compute.is_in(strings, pa.array([None, *GAPS], pa.string()))))
    try:
        there.cast(pa.float64())
    except pa.ArrowInvalid:
        return False
    return len(there) > 0


def _odd_one(strings: Any) -> str | None:
    """The first that is no number, where most of the distinct ones are."""
    import pyarrow as pa
    from pyarrow import compute

    distinct = strings.unique()
    distinct = distinct.filter(compute.invert(compute.is_in(distinct, pa.array([None, *GAPS], pa.string()))))
    words = distinct.filter(compute.invert(compute.match_substring_regex(distinct, f"^({NUMBER.pattern})$")))
    return words[0].as_py() if 0 < 2 * len(words) < len(distinct) else None
