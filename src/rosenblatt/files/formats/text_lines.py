"""Text streams as blocks of complete lines with line numbers.

Text is UTF-8, with or without a byte-order mark. A line ends in a line feed, a carriage return, or both. Blank lines
are ignored.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from itertools import islice
from typing import IO, NamedTuple, TypeVar

import numpy as np

from rosenblatt.errors import DataError
from rosenblatt.files.charsets import other_charset
from rosenblatt.files.parsing.libsvm_text import count_lines
from rosenblatt.loops.threads import available

Item = TypeVar("Item")
Result = TypeVar("Result")

BLOCK = 2**22  # bytes; with smaller blocks threads wait for each other more often
LONGEST_LINE = 2**26  # bytes; limits a file without line ends
BLANKS = " \t"
SPACES = b" \t\n"
LINE_END = ord("\n")
LARGE_BLOCK = 2**24  # bytes
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Some complete lines of a file, each ended by a line feed."""

    text: bytes
    first: int  # the number of the first, counted from 1
    n_lines: int
    inner: tuple[int, ...] = ()  # the places of line ends that end no row, because they are in quotes

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield the rows that are not blank, with the number of their first line."""
        for number, row in self._rows():
            if row.strip(SPACES):
                yield number, row.removesuffix(b"\n").decode()

    def count_rows(self, at_most: int | None = None) -> int:
        return sum(1 for _ in islice((row for _, row in self._rows() if row.strip(SPACES)), at_most))

    def has_rows(self, count: int) -> bool:
        """Return True if there are this many rows. If no line begins with a blank, all lines may be rows."""
        text = b"\n" + self.text
        may_be_all = not any(b"\n" + blank.encode() in text for blank in BLANKS)
        return (may_be_all and count == self.n_lines - len(self.inner)) or count == self.count_rows()

    def line_of(self, row: int) -> int:
        """Number of the first line of a row; rows are counted from 0."""
        return next(number for k, (number, _) in enumerate(self.numbered()) if k == row)

    def after(self, number: int) -> "Lines":
        """Text after the row that begins at this line."""
        begin, n_lines = 0, number - self.first
        for first, row in self._rows():
            begin += len(row)
            if first == number:
                n_lines += row.count(b"\n")
                break
        inner = tuple(place - begin for place in self.inner if place >= begin)
        return Lines(self.text[begin:], self.first + n_lines, self.n_lines - n_lines, inner)

    def _rows(self) -> Iterator[tuple[int, bytes]]:
        """All rows with their line ends, including blank lines."""
        if not self.inner:
            yield from enumerate(BytesIO(self.text), self.first)
            return
        inner, number, begin, end = set(self.inner), self.first, 0, 0
        for line in BytesIO(self.text):
            end += len(line)
            if end - 1 not in inner:
                row = self.text[begin:end]
                yield number, row
                number, begin = number + row.count(b"\n"), end


def lines_of(stream: IO[bytes], name: str, size: int = BLOCK) -> Iterator[Lines]:
    """Yield the lines of a stream, about ``size`` bytes at a time."""
    return (checked(lines, name) for lines in unchecked_lines_of(stream, name, size))


def unchecked_lines_of(stream: IO[bytes], name: str, size: int = BLOCK) -> Iterator[Lines]:
    """Yield lines without checking that they are text; ``checked`` does that, perhaps in another thread."""
    number, rest = 1, b""
    while read := stream.read(size):
        cut = read.rfind(b"\n") + 1
        if not cut:
            read, rest = rest + read, b""
            cut = _last_return(read)
        if cut:
            lines = _whole_lines(b"".join([rest, memoryview(read)[:cut]]), number)
            yield lines
            number += lines.n_lines
        elif len(read) > LONGEST_LINE:
            raise DataError(f"{name}:{number} must be a line of at most {LONGEST_LINE} bytes: is it text?")
        rest = read[cut:]
    if rest:
        yield _whole_lines(rest, number)


def beginning(blocks: Iterable[Lines], rows: int) -> list[Lines]:
    """First blocks, up to the one that holds row ``rows``."""
    taken, count = [], 0
    for lines in blocks:
        taken.append(lines)
        count += lines.count_rows(rows - count)
        if count >= rows:
            break
    return taken


def joined_lines(blocks: list[Lines]) -> Lines:
    """Concatenate blocks of physical lines."""
    return Lines(b"".join(lines.text for lines in blocks), blocks[0].first, sum(lines.n_lines for lines in blocks))


def on_all_cores(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Apply ``work`` to each item, in order; a few items are processed at a time.

    An error with an item, or while waiting for the next, is raised after all earlier results were yielded.
    """
    _keep_freed_memory()
    waiting: deque[Future[Result]] = deque()
    fault: Exception | None = None
    with ThreadPoolExecutor(available()) as threads:
        coming = iter(items)
        while True:
            try:
                item = next(coming)
            except StopIteration:
                break
            except Exception as error:
                fault = error
                break
            waiting.append(threads.submit(work, item))
            if len(waiting) > 2 * available():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    if fault is not None:
        raise fault


def _keep_freed_memory() -> None:
    """Make the allocator keep freed memory for the next block.

    By default glibc returns it to the system, which zeroes it again for every block: a fifth of the time of reading. On
    other systems this does nothing.
    """
    np.empty(LARGE_BLOCK, dtype=np.uint8)


def _last_return(text: bytes) -> int:
    """End of the last line ended by a carriage return. One at the very end may be half of a line end."""
    return text.rfind(b"\r", 0, len(text) - 1) + 1


def _whole_lines(text: bytes, number: int) -> Lines:
    """Complete lines, with line feeds."""
    if number == 1:
        text = text.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not text.endswith(b"\n"):
        text += b"\n"
    return Lines(text, number, int(count_lines(np.frombuffer(text, dtype=np.uint8))))


def checked(lines: Lines, name: str) -> Lines:
    """Return the same lines, or raise a DataError if they are not text."""
    text = lines.text
    bad = text.find(b"\0")
    if bad < 0 and not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError as error:
            bad = error.start
    if bad >= 0:
        line = lines.first + text.count(b"\n", 0, bad)
        raise DataError(
            f"{name}:{line} must be UTF-8 text; got the byte 0x{text[bad]:02x}: {other_charset(text, bad)}."
        )
    return lines
