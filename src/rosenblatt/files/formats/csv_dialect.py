"""The dialect of delimited text (CSV, TSV): its delimiter and its quote, and the cells of a line by these."""

import csv
from collections.abc import Iterable
from typing import NamedTuple

from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.formats.text_lines import BLANKS

DELIMITERS = ",;\t|"
LOOKED_AT = 100  # lines


class Dialect(NamedTuple):
    delimiter: str
    quote: str | None  # None: quotes are ordinary characters

    def cells(self, line: str, place: str) -> list[str]:
        """The cells of a line, without the blanks around them; a quote that is not closed on it is a DataError."""
        options = {"quoting": csv.QUOTE_NONE} if self.quote is None else {"quotechar": self.quote}
        reader = csv.reader([line + "\n"], delimiter=self.delimiter, skipinitialspace=self.delimiter != " ", **options)
        try:
            cells = next(reader)
        except csv.Error as error:
            raise DataError(f"{place} must be a line of cells: {error}.") from error
        if cells[-1].endswith("\n"):
            raise DataError(
                f"{place} must close the quote that it opens; it would swallow the end of the line: "
                f"{option('quote', None)} takes quotes as ordinary characters."
            )
        return [cell.strip(BLANKS) for cell in cells]


def dialect_of(lines: Iterable[str], delimiter: str | None, quote: str | None) -> Dialect:
    """The dialect that is asked for; a delimiter that is not said is guessed from some lines."""
    for name, character in (("delimiter", delimiter), ("quote", quote)):
        if character is not None and (len(character) != 1 or not character.isascii() or character in "\r\n"):
            raise OptionError(f"{subject(name)} must be one ASCII character; got {character!r}.")
    if delimiter is not None and delimiter == quote:
        raise OptionError(f"{subject('quote')} must be another character than the delimiter; got {quote!r} for both.")
    if delimiter is None:
        delimiter = _guess([line for line, _ in zip(lines, range(LOOKED_AT), strict=False)], quote)
    return Dialect(delimiter, quote)


def _guess(lines: list[str], quote: str | None) -> str:
    """The delimiter that gives each line as many cells, and most of them; else that of most cells in the first."""

    def likeliness(delimiter: str) -> tuple[bool, int]:
        try:
            widths = [len(Dialect(delimiter, quote).cells(line, "")) for line in lines]
        except DataError:  # an open quote, which is told when the file is read
            widths = [line.count(delimiter) + 1 for line in lines]
        return widths[0] > 1 and len(set(widths)) == 1, widths[0]

    return max(DELIMITERS.replace(quote or "", ""), key=likeliness)
