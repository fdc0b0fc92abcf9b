"""Dialect of delimited text (CSV, TSV): delimiter and quote, and splitting of rows into cells."""

import csv
import re
from itertools import islice
from typing import NamedTuple

from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.files.formats.csv_numbers import has_decimal_comma
from rosenblatt.files.formats.csv_rows import cut
from rosenblatt.files.formats.text_lines import BLANKS, Lines

DELIMITERS = ",;\t|"
LOOKED_AT = 100  # lines


class Dialect(NamedTuple):
    delimiter: str
    quote: str | None  # None: quotes are ordinary characters

    def cells(self, row: str, place: str) -> list[str]:
        """Split a row into cells, stripped of blanks. Its quotes are closed."""
        options = {"quoting": csv.QUOTE_NONE} if self.quote is None else {"quotechar": self.quote}
        reader = csv.reader([row + "\n"], delimiter=self.delimiter, skipinitialspace=self.delimiter != " ", **options)
        try:
            cells = next(reader)
        except csv.Error as error:
            raise DataError(f"{place} must be a line of cells: {error}.") from error
        return [cell.strip(BLANKS) for cell in cells]

    def has_late_quote(self, text: bytes) -> bool:
        """Return True if a quote follows a space: pyarrow takes it for an ordinary character."""
        quote = (self.quote or "").encode()
        if not quote or quote not in text:
            return False
        late = b"(?:^|" + re.escape(self.delimiter.encode()) + b") +" + re.escape(quote)
        return re.search(late, text, re.MULTILINE) is not None


def dialect_of(lines: Lines, delimiter: str | None, quote: str | None) -> Dialect:
    """Return the requested dialect. A delimiter that is not given is guessed from some lines."""
    for name, character in (("delimiter", delimiter), ("quote", quote)):
        if character is not None and (len(character) != 1 or not character.isascii() or character in "\r\n\0"):
            raise OptionError(f"{subject(name)} must be one ASCII character; got {character!r}.")
    if delimiter is not None and delimiter == quote:
        raise OptionError(f"{subject('quote')} must be another character than the delimiter; got {quote!r} for both.")
    return Dialect(_guess(lines, quote) if delimiter is None else delimiter, quote)


def _guess(lines: Lines, quote: str | None) -> str:
    """Delimiter that splits every row into the same, largest number of cells; else the one with most cells in the first
    row."""

    def likeliness(delimiter: str) -> tuple[bool, int]:
        rows, _, open_line, _ = cut(lines, delimiter, quote)
        first = [row for _, row in islice(rows.numbered(), LOOKED_AT)]
        try:
            if open_line and len(first) < LOOKED_AT:
                raise DataError("a quote is open")
            widths = [len(Dialect(delimiter, quote).cells(row, "")) for row in first]
        except DataError:  # told when the file is read
            widths = [row.count(delimiter) + 1 for _, row in islice(lines.numbered(), LOOKED_AT)]
        return widths[0] > 1 and len(set(widths)) == 1, widths[0]

    likely = {delimiter: likeliness(delimiter) for delimiter in DELIMITERS.replace(quote or "", "")}
    best = max(likely, key=lambda delimiter: likely[delimiter])
    others = [delimiter for delimiter, (is_regular, _) in likely.items() if is_regular and delimiter != ","]
    if best != "," or not others:
        return best
    other = max(others, key=lambda delimiter: likely[delimiter])
    return other if _leaves_decimals(lines, Dialect(other, quote)) else best


def _leaves_decimals(lines: Lines, dialect: Dialect) -> bool:
    """Return True if under this dialect every comma belongs to a number and the last column is not empty."""
    try:
        rows = [dialect.cells(row, "") for _, row in islice(cut(lines, *dialect).rows.numbered(), LOOKED_AT)]
    except DataError:
        return False
    cells = [cell for row in rows for cell in row]
    return all("," not in cell or has_decimal_comma(cell) for cell in cells) and any(row[-1] for row in rows)
