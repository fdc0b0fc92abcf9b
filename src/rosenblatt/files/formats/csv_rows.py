"""Splitting of delimited text at row ends: a quoted cell may contain line ends (RFC 4180)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from rosenblatt.errors import DataError, option
from rosenblatt.files.formats.text_lines import Lines
from rosenblatt.files.parsing.csv_quotes import COUNT, END, IS_STRAY, QUOTE, find_rows

LONGEST_ROW = 2**24  # bytes of a row with line ends, since an unclosed quote would take in the whole file


class Cut(NamedTuple):
    """Complete rows of some lines, the remaining lines, and the number of the line with an open quote, or 0."""

    rows: Lines
    rest: Lines
    open_line: int
    is_stray: bool  # whether the next quote closes no cell, so that more lines cannot help


def whole_rows(blocks: Iterable[Lines], delimiter: str, quote: str | None, name: str) -> Iterator[Lines]:
    """Regroup lines into blocks of complete rows, or raise a DataError if a quote is not closed."""
    rest, open_line = Lines(b"", 1, 0), 0
    for lines in blocks:
        if rest.text:
            lines = Lines(rest.text + lines.text, rest.first, rest.n_lines + lines.n_lines)
        rows, rest, open_line, is_stray = cut(lines, delimiter, quote)
        if rows.text:
            yield rows
        if is_stray or len(rest.text) > LONGEST_ROW:
            break
    if open_line:
        raise DataError(
            f"{name}:{open_line} must close the quote that it opens; it would swallow the lines below: "
            f"{option('quote', None)} takes quotes as ordinary characters."
        )


def cut(lines: Lines, delimiter: str, quote: str | None) -> Cut:
    """Cut lines after the last complete row. Lines without a quote need no inspection."""
    if quote is None or quote.encode() not in lines.text:
        return Cut(lines, Lines(b"", lines.first, 0), 0, False)
    inner, found = np.empty(lines.n_lines, dtype=np.int64), np.zeros(4, dtype=np.int64)
    find_rows(np.frombuffer(lines.text, dtype=np.uint8), ord(delimiter), ord(quote), inner, found)
    end, count, place, is_stray = found[[END, COUNT, QUOTE, IS_STRAY]].tolist()
    if end == len(lines.text):
        return Cut(lines._replace(inner=tuple(inner[:count].tolist())), Lines(b"", lines.first, 0), 0, False)
    n_lines = lines.text.count(b"\n", 0, end)
    rows = Lines(lines.text[:end], lines.first, n_lines, tuple(inner[:count].tolist()))
    rest = Lines(lines.text[end:], lines.first + n_lines, lines.n_lines - n_lines)
    return Cut(rows, rest, rest.first + lines.text.count(b"\n", end, place), bool(is_stray))
