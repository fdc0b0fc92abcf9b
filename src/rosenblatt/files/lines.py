"""Lines: a stream of text as blocks of whole lines that know their numbers.

Text is UTF-8, with or without a byte-order mark. A line ends in a line feed, a carriage return, or both; lines of
nothing but blanks are none of the data.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, NamedTuple, TypeVar

from rosenblatt.errors import DataError
from rosenblatt.loops.cores import available

Result = TypeVar("Result")

BLOCK = 2**20  # bytes: parsed block by block, this much stays in the cache of a core
LONGEST_LINE = 2**26  # bytes: a file of no lines would be read as one, without end
BLANKS = " \t"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Some whole lines of a file, each ended by a line feed."""

    text: bytes
    first: int  # the number of the first, counted from 1
    n_lines: int

    def numbered(self) -> Iterator[tuple[int, str]]:
        """The lines that are not blank, with their numbers."""
        for number, line in enumerate(self.text.decode().split("\n"), self.first):
            if line.strip(BLANKS):
                yield number, line

    def count_rows(self) -> int:
        return sum(1 for _ in self.numbered())

    def has_rows(self, count: int) -> bool:
        """Whether it has this many rows; few files have blank lines, so that all lines are counted first."""
        return count == self.n_lines or count == self.count_rows()

    def line_of(self, row: int) -> int:
        """The number of the line that holds a row, counted from 0."""
        return next(number for k, (number, _) in enumerate(self.numbered()) if k == row)

    def after(self, number: int) -> "Lines":
        """What follows the line of this number."""
        text = self.text.split(b"\n", number - self.first + 1)[-1]
        return Lines(text, number + 1, self.n_lines - (number + 1 - self.first))


def lines_of(stream: IO[bytes], name: str, size: int = BLOCK) -> Iterator[Lines]:
    """The lines of a stream, about ``size`` bytes at a time."""
    number, rest = 1, b""
    while read := stream.read(size):
        rest += read
        if cut := _last_line_end(rest):
            lines = _checked(rest[:cut], number, name)
            yield lines
            number, rest = number + lines.n_lines, rest[cut:]
        elif len(rest) > LONGEST_LINE:
            raise DataError(f"{name}:{number} must be a line of at most {LONGEST_LINE} bytes: is it text?")
    if rest:
        yield _checked(rest, number, name)


def beginning(blocks: Iterable[Lines], rows: int) -> list[Lines]:
    """The first blocks, up to the one in which row number ``rows`` is."""
    taken, count = [], 0
    for lines in blocks:
        taken.append(lines)
        count += lines.count_rows()
        if count >= rows:
            break
    return taken


def on_all_cores(work: Callable[[Lines], Result], blocks: Iterable[Lines]) -> Iterator[Result]:
    """What ``work`` makes of each block, in their order; a few blocks are in work at a time."""
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(available()) as threads:
        for lines in blocks:
            waiting.append(threads.submit(work, lines))
            if len(waiting) > 2 * available():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _last_line_end(text: bytes) -> int:
    """Where the last whole line ends; a carriage return at the very end may be half of a line end."""
    return text.rfind(b"\n") + 1 or text.rfind(b"\r", 0, len(text) - 1) + 1


def _checked(text: bytes, number: int, name: str) -> Lines:
    """Whole lines as text with line feeds; a DataError where it is no text."""
    if number == 1:
        text = text.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not text.endswith(b"\n"):
        text += b"\n"
    bad = text.find(b"\0")
    if bad < 0 and not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError as error:
            bad = error.start
    if bad >= 0:
        line = number + text.count(b"\n", 0, bad)
        raise DataError(
            f"{name}:{line} must be UTF-8 text; got the byte 0x{text[bad]:02x}: "
            "convert it, for example iconv -f latin1 -t utf-8."
        )
    return Lines(text, number, text.count(b"\n"))
