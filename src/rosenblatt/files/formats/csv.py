"""Delimited text (CSV, TSV) as batches of columns.

Blocks of lines are parsed on all cores. A compiled loop reads blocks that hold only plain numbers and labels; pyarrow
reads the others. If pyarrow cannot, or if it finds another number of rows than lines, the block is read again line by
line in plain Python, which gives the same result or an error with the place.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import IO, Any

import numpy as np

from rosenblatt.data.whole_numbers import is_rounded_text
from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.odd_columns import MIN_ROWS
from rosenblatt.files.encoding.rounded_numbers import check_text_of_numbers, has_large
from rosenblatt.files.encoding.schema import Column, Schema, distinct_names
from rosenblatt.files.encoding.values import GAPS, SAMPLE, Part, PlainRows, marks_of, number_of
from rosenblatt.files.formats import text_lines
from rosenblatt.files.formats.csv_dialect import LOOKED_AT, dialect_of
from rosenblatt.files.formats.csv_header import check_values, has_names, names_of, positions
from rosenblatt.files.formats.csv_numbers import (
    BOTH_SAID,
    NUMBER,
    Style,
    cell_is_number,
    check_no_comma,
    has_decimal_comma,
    odd_one,
    pointed,
    style_of,
    styled_number,
    styled_numbers,
)
from rosenblatt.files.formats.csv_plain import first_rows, one_column, read_plainly
from rosenblatt.files.formats.csv_rows import whole_rows
from rosenblatt.files.formats.text_lines import (
    Lines,
    beginning,
    checked,
    joined_lines,
    on_all_cores,
    unchecked_lines_of,
)
from rosenblatt.files.parsing import csv_fields

PLAINLY = True  # try the compiled loop first; only speed depends on it
IN_NUMBERS = "0123456789+-.eE"  # the compiled loop takes none of these as delimiter or quote


class DelimitedFile:
    """File of delimited text, read up to its sample: the first rows, from which missing options are guessed.

    header: whether the first line has the names of the columns. If that is not said, it has when none of its cells is
    a number and a column below it is all numbers; and where no column is, when its cells are distinct and none of them
    is found again below it. Where the columns are known, it has when half of its cells are names of these.
    drops_unlabelled: rows without a label are left out by the one who asks for the rows.
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
        decimal: str | None = None,
        drops_unlabelled: bool = False,
    ) -> None:
        self.name, self._marks, self._decimal = name, marks_of(missing), decimal
        self._drops_unlabelled = drops_unlabelled
        self._styles: dict[str, Style] = {}  # of the columns of numbers that are not written with points
        self._gaps = (*self._marks, *GAPS) if missing else ()  # the marks among numbers
        self.notes: dict[str, str] = {}
        lines = unchecked_lines_of(stream, name)
        begun = beginning((checked(some, name) for some in lines), LOOKED_AT)
        if not any(some.count_rows(1) for some in begun):
            raise DataError(f"{name} must have at least one row; it is empty.")
        self.dialect = dialect_of(joined_lines(begun), delimiter, quote)
        blocks = whole_rows(chain(begun, lines), *self.dialect, name)
        head = beginning((checked(some, name) for some in blocks), SAMPLE + 1)
        first = next(some for some in head if next(some.numbered(), None))
        number, line = next(first.numbered())
        cells = self.dialect.cells(line, f"{name}:{number}")
        self._width = len(cells)
        self._head = head
        self._name_columns(positions(self._width))
        self._below = below = [first.after(number), *head[head.index(first) + 1 :]]
        self._first_numbers = np.empty((0, self._width))
        self._plain = self._plain_columns(below)
        if not any(self._plain):
            self._sample  # noqa: B018 (says what is wrong with the first rows)
        self.guessed: dict[str, Any] = {} if delimiter else {"delimiter": self.dialect.delimiter}
        if header is None:
            header = self.guessed["header"] = has_names(cells, known) if known else self._is_header(cells)
        if known and not header:
            check_values(cells, known, f"{name}:{number}", decimal)
        self._name_columns(names_of(cells if header else None, self._width, known))
        self.last = self.names[-1]
        if header and not any(self._plain) and self._sample.num_rows < 2:
            raise DataError(f"{name} must have rows below its first line of names; it has none.")
        self._first_cells = None if header else cells
        self._blocks = chain(below if header else head, blocks)

    def _name_columns(self, written: list[str]) -> None:
        self.written, self.names = written, distinct_names(written)
        self._places = {name: place for place, name in enumerate(self.names)}

    def natural(self, column: str) -> Column:
        """Number if all sampled values are numbers or missing, or all are truth values; else category."""
        k = self._places[column]
        if self._plain[k] and (self._first_cells is None or NUMBER.fullmatch(self._first_cells[k])):
            return Column(column, "number")
        above = 1 if self._first_cells is None else 0  # lines of names
        values = self._text_sample(k)
        if values.null_count == len(values):
            return Column(column, "empty")
        style = style_of(values, self._decimal)
        if style == "ambiguous":
            self.notes[column] = f"{_first_with_comma(values)!r} is one of two numbers: {BOTH_SAID}"
        elif style is not None:
            self._set_style(column, style)
            return Column(column, "number")
        elif (word := odd_one(values)) is not None:
            numbered = chain.from_iterable(lines.numbered() for lines in self._head)
            number, _ = next(islice(numbered, above + values.index(word).as_py(), None))
            self.notes[column] = f"mostly numbers, but line {number} has {word!r}"
        return Column(column, "category")

    def sample(self, column: str, n_rows: int = SAMPLE) -> Any:
        """First values of a column: numbers if the compiled loop reads them, else text."""
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
        """Accept everything but lists: text is checked cell by cell."""
        if column.kind == "list":
            raise DataError(f"{self.name} column {column.name!r} must be a list, as in training; got delimited text.")
        k = self._places[column.name]
        if column.kind == "number" and not self._plain[k]:
            above = 1 if self._first_cells is None else 0
            self._set_style(column.name, style_of(self._sample.column(k).slice(above, SAMPLE), self._decimal))

    def _set_style(self, column: str, style: Style | None) -> None:
        if style in ("commas", "thousands", "truths"):
            self._styles[column] = style
        if style == "commas" and self._decimal is None:
            self.guessed["decimal"] = ","

    def parts(self, columns: list[Column]) -> Iterator[Part]:
        """Yield the rows in parts."""
        form = self._form(columns)

        def part(lines: Lines) -> Part:
            checked(lines, self.name)
            table = None if form is None else self._plainly(lines, columns, form)
            if table is None:
                table = self._parsed(lines, columns)
                if not self._drops_unlabelled:
                    _check_labels(table, self.names[-1], columns, lambda row: f"{self.name}:{lines.line_of(row)}")
            return Part(table, lambda row: f"{self.name}:{lines.line_of(row)}")

        return on_all_cores(part, self._blocks)

    def with_points(self, table: Any) -> Any:
        """Replace decimal commas in numeric columns by points."""
        for name, style in self._styles.items():
            if name in table.column_names and style != "truths":
                place = table.column_names.index(name)
                table = table.set_column(place, name, pointed(table.column(name), style))
        return table

    @cached_property
    def _sample(self) -> Any:
        """First rows as text, including the header."""
        import pyarrow as pa

        columns = [Column(name, "text") for name in self.names]
        tables = [self._parsed(lines, columns) for lines in self._head]
        return pa.concat_tables(tables).slice(0, SAMPLE + 1)

    def _plain_columns(self, below: list[Lines]) -> list[bool]:
        """Columns that are plain numbers in all first rows but one; these need no further checks.

        Empty if more than one column is anything else: then all columns are inspected in another way.
        """
        form = self._form([Column(name, "number") for name in self.names])
        if form is None or self._decimal == "," or not any(lines.text.strip() for lines in below):
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
        if any(cell_is_number(cell, self._decimal) for cell in cells):
            return False
        if any(plain and cell not in GAPS for cell, plain in zip(cells, self._plain, strict=True)):
            return True
        below = [column.slice(1) for column in self._sample.columns]
        if any(
            cell not in GAPS and style_of(column, self._decimal) not in (None, "truths")
            for cell, column in zip(cells, below, strict=True)
        ):
            return True
        again = any(cell in set(column.to_pylist()) for cell, column in zip(cells, below, strict=True))
        return len(set(cells)) == len(cells) and not again

    def _form(self, columns: list[Column]) -> csv_fields.Form | None:
        """Column layout for the compiled loop; None if the loop cannot read them."""
        delimiter, quote = self.dialect
        odd = delimiter in IN_NUMBERS or (quote is not None and quote in IN_NUMBERS + text_lines.BLANKS)
        others = any(column.kind not in ("number", "target") or column.name in self._styles for column in columns)
        if not PLAINLY or odd or others:
            return None
        places = np.full(self._width, csv_fields.IGNORED)
        numbers = 0
        for column in columns:
            places[self._places[column.name]] = numbers if column.kind == "number" else csv_fields.LABEL
            numbers += column.kind == "number"
        return csv_fields.Form(ord(delimiter), text_lines.LINE_END if quote is None else ord(quote), places)

    def _plainly(self, lines: Lines, columns: list[Column], form: csv_fields.Form) -> PlainRows | None:
        """Rows of some lines, if all are plain, complete and finite."""
        fields = read_plainly(lines, form)
        if isinstance(fields, int):
            return None
        n_rows, n_hard, n_labels = fields.counts[[csv_fields.ROWS, csv_fields.HARD_NUMBERS, csv_fields.LABELS]].tolist()
        hard = fields.hard[:n_hard]
        if not np.isfinite(fields.numbers[hard[:, 0]]).all():
            return None
        if any(is_rounded_text(lines.text[first:last]) for first, last in hard[:, 1:].tolist()):
            return None
        labels = [lines.text[first:last].decode() for first, last in fields.labels[:n_labels].tolist()]
        if any(label in self._marks or label in GAPS or (self._decimal == "," and "," in label) for label in labels):
            return None
        width = sum(column.kind == "number" for column in columns)
        values = fields.numbers[: n_rows * width].reshape(n_rows, width)
        codes = fields.codes[:n_rows] if csv_fields.LABEL in form.places else None
        return PlainRows(tuple(columns), values, codes, labels)

    def _parsed(self, lines: Lines, columns: list[Column]) -> Any:
        """Columns of some lines: numbers as float64 or text, others as strings; null for empty cells."""
        table = None
        if not self.dialect.has_late_quote(lines.text):
            table = self._by_pyarrow(lines, columns)
            if table is None:  # perhaps truth values where training had numbers
                table = self._as_text(lines, columns)
        if table is None or not lines.has_rows(table.num_rows):
            return self._by_hand(lines, columns)
        self._check_whole_numbers(table, lines, columns)
        return table

    def _check_whole_numbers(self, table: Any, lines: Lines, columns: list[Column]) -> None:
        """Raise a DataError if an integer was rounded. Columns with large numbers are read again as text."""
        names = [column.name for column in columns if column.kind == "number" and has_large(table.column(column.name))]
        if not names:
            return
        texts = self.with_points(self._by_pyarrow(lines, [Column(name, "text") for name in names]))
        for name in names:
            cells, numbers = (some.column(name).combine_chunks() for some in (texts, table))
            check_text_of_numbers(cells, numbers, name, lambda row: f"{self.name}:{lines.line_of(row)}")

    def _as_text(self, lines: Lines, columns: list[Column]) -> Any:
        """Columns of some lines, numbers as text; None if a number has a comma whose meaning an option must decide."""
        from pyarrow import compute

        names = [column.name for column in columns if column.kind == "number" and column.name not in self._styles]
        table = self._by_pyarrow(lines, [c._replace(kind="text") if c.name in names else c for c in columns])
        if table is None or any(compute.any(compute.match_substring(table[name], ",")).as_py() for name in names):
            return None
        return table

    def _by_pyarrow(self, lines: Lines, columns: list[Column]) -> Any:
        import pyarrow as pa
        from pyarrow import csv

        numbered = dict(zip(self.names, positions(self._width), strict=True))
        text = lines.text
        wanted = [numbered[column.name] for column in columns]
        is_plain = [column.kind == "number" and column.name not in self._styles for column in columns]
        types = [pa.float64() if plain else pa.string() for plain in is_plain]
        gaps = ["", *self._gaps]
        try:
            table = csv.read_csv(
                pa.BufferReader(text),
                csv.ReadOptions(use_threads=False, block_size=len(text) + 1, column_names=list(numbered.values())),
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
            values if plain else _trimmed(values.combine_chunks(), self._marks)
            for plain, values in zip(is_plain, table.columns, strict=True)
        ]
        for k, column in enumerate(columns):
            if self._decimal == "," and column.kind in ("category", "target"):
                arrays[k] = pointed(arrays[k], "commas")
            if column.kind == "number" and not is_plain[k] and self._styles[column.name] != "truths":
                arrays[k] = styled_numbers(arrays[k], self._styles[column.name], self._gaps)
                if arrays[k] is None:
                    return None
        return pa.table(arrays, [column.name for column in columns])

    def _by_hand(self, lines: Lines, columns: list[Column]) -> Any:
        import pyarrow as pa

        def value(cell: str, column: Column, place: str) -> str | float | None:
            is_number = column.kind == "number"
            if not cell or cell in (self._gaps if is_number else self._marks):
                return None
            if not is_number:
                has_comma = self._decimal == "," and column.kind in ("category", "target") and has_decimal_comma(cell)
                return cell.replace(",", ".") if has_comma else cell
            if (style := self._styles.get(column.name)) not in (None, "truths"):
                return styled_number(cell, style, column.name, place)
            check_no_comma(cell, column.name, place)
            return number_of(cell, column.name, place)

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


def _check_labels(table: Any, last: str, columns: list[Column], place: Callable[[int], str]) -> None:
    """Raise a DataError if the target is the last column and is entirely empty."""
    target = next((column.name for column in columns if column.kind == "target"), None)
    if target == last and table.num_rows > 1 and table.column(target).null_count == table.num_rows:
        raise DataError(
            f"{place(0)} must have a label in column {target!r}, the last; it is empty in all these rows: if lines "
            f"end in a delimiter, {option('ignore', target)} and {option('target', metavar='NAME')} say so."
        )


def _trimmed(strings: Any, marks: tuple[str, ...]) -> Any:
    """Strip blanks from strings; null for empty ones and for marks of missing values."""
    import pyarrow as pa
    from pyarrow import compute

    trimmed = compute.ascii_trim(strings, text_lines.BLANKS)
    empty = compute.is_in(trimmed, pa.array(["", *marks]))
    return compute.if_else(empty, None, trimmed)


def _first_with_comma(strings: Any) -> str:
    from pyarrow import compute

    return str(strings.filter(compute.match_substring(strings, ","))[0].as_py())
