"""LIBSVM (svmlight) text as chunks of sparse rows: ``label [qid:N] index:value … [# comment]``.

A compiled loop reads plain lines on all cores. ``_row_of`` below defines the meaning of a line: it reads the lines that
the loop leaves, and reports errors. Explicit zeros are kept.
"""

import math
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.chunks import Chunk
from rosenblatt.data.whole_numbers import RULE, is_rounded_text
from rosenblatt.errors import DataError, OptionError, option
from rosenblatt.files.charsets import fault_of
from rosenblatt.files.parsing.libsvm_text import Lines, count_lines, read_lines
from rosenblatt.loops.rows import CSR
from rosenblatt.loops.threads import available

SIZE = 2**22  # bytes per piece: large enough to amortise threads, small enough for memory
LONGEST_LINE = 2**30  # bytes; a file without line ends must not fill the memory
MAX_THREADS = 8  # threads; this many read faster than any learner learns
MAX_HARD_NUMBERS = 4096  # numbers that the loop leaves to float(), before they are converted
SHORTEST_ENTRY = 4  # bytes: an index, a colon, a value and what comes between entries
LARGEST_INDEX = 2**31 - 1
BOM = b"\xef\xbb\xbf"

NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
QUERY = re.compile(rb"qid:\d+")
BEFORE_FEATURE = re.compile(rb"\n[ \t\v\f\r]*(?=[^\s:#]*:)")  # at the start of a line without a label

Row = tuple[float, list[int], list[float]]  # a label, columns, values
Item = TypeVar("Item")
Result = TypeVar("Result")


class Stream(Protocol):
    """Interface of a file, pipe or decompressor: ``read`` may return less than asked for, and nothing at the end."""

    def read(self, size: int, /) -> bytes: ...


class Text(NamedTuple):
    """Complete lines of a file: the bytes of ``data`` from ``begin`` to ``end``."""

    data: bytes
    begin: int
    end: int
    first: int  # the number of the first line
    n_lines: int
    name: str  # of the file

    def line(self, at: int) -> bytes:
        return self.data[at : self.data.index(b"\n", at)]

    def place(self, at: int) -> str:
        """File and line number of a position, for messages."""
        line = self.first + self.data.count(b"\n", self.begin, at)
        return f"{self.name}:{line}"


class Form(NamedTuple):
    """Rules for lines: lowest index (column 0), highest index, and whether labels are required."""

    lowest: int
    highest: int
    with_labels: bool


def libsvm_chunks(
    stream: Stream,
    name: str,
    *,
    zero_based: bool = False,
    n_features: int | None = None,
    with_labels: bool = True,
    size: int = SIZE,
) -> Iterator[Chunk]:
    """Yield the rows of a LIBSVM file, in chunks of about ``size`` bytes of text.

    Columns are counted from 1 in the file unless ``zero_based``. Without ``n_features`` a chunk has as many as have
    been seen so far. Labels are whole numbers (int64) where all of the chunk are, else float64. Without
    ``with_labels`` a line may have none, and one that it has is not looked at.
    """
    if n_features is not None and not 1 <= n_features <= LARGEST_INDEX:
        raise OptionError(f"n_features must be from 1 to {LARGEST_INDEX}; got {n_features}.")
    lowest = 0 if zero_based else 1
    form = Form(lowest, LARGEST_INDEX if n_features is None else n_features - 1 + lowest, with_labels)
    width = n_features or 1
    empty = True
    for chunk in on_all_cores(lambda text: _chunk(text, form), pieces(stream, name, size)):
        if chunk.block.n_rows:
            width = max(width, chunk.block.n_features)
            labels = chunk.labels if with_labels else None
            yield Chunk(chunk.block._replace(n_features=width), labels)
            empty = False
    if empty:
        raise no_rows(name)


def pieces(stream: Stream, name: str, size: int) -> Iterator[Text]:
    """Yield the lines of a stream, about ``size`` bytes at a time.

    Most pieces are passed on without a copy. A line that spans two reads is a piece of its own.
    """
    begun: list[bytes] = []  # parts of an unfinished line
    length, line = 0, 1
    for data in _reads(stream, size):
        begin = 0
        if begun:
            begin = data.find(b"\n") + 1
            begun.append(data[:begin] if begin else data)
            length += len(begun[-1])
            if length > LONGEST_LINE:
                raise DataError(f"{name}:{line} must have at most {LONGEST_LINE} bytes; it has more: is it text?")
            if not begin:
                continue
            yield _text(b"".join(begun), 0, line, name)
            line += 1
        text = _text(data, begin, line, name)
        if text.n_lines:
            yield text
        line += text.n_lines
        begun = [data[text.end :]] if text.end < len(data) else []
        length = len(data) - text.end
    if begun:
        yield _text(b"".join([*begun, b"\n"]), 0, line, name)


def _reads(stream: Stream, size: int) -> Iterator[bytes]:
    """Yield the bytes of a stream, ``size`` at a time, however little one read returns."""
    parts: list[bytes] = []
    missing = size
    while data := stream.read(missing):
        parts.append(data)
        missing -= len(data)
        if missing <= 0:
            yield b"".join(parts)  # no copy, where it is one
            parts, missing = [], size
    if parts:
        yield b"".join(parts)


def _text(data: bytes, begin: int, line: int, name: str) -> Text:
    """Complete lines from this position on; the byte order mark of a file is skipped."""
    if line == 1 and data.startswith(BOM):
        begin = len(BOM)
    codes = np.frombuffer(data, dtype=np.uint8)[begin:]
    return Text(data, begin, data.rfind(b"\n") + 1, line, count_lines(codes), name)


def on_all_cores(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Apply ``work`` to every item in order, in threads, while this thread reads the next item.

    Reading in this thread means that Ctrl-C ends the wait for a pipe.
    """
    count = min(available(), MAX_THREADS)
    ahead: deque[Future[Result]] = deque()
    threads = ThreadPoolExecutor(count)
    try:
        for item in items:
            ahead.append(threads.submit(work, item))
            if len(ahead) > 2 * count:  # of pieces, every second is but one line
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:  # no wait: a garbage collection that ends this may run where a thread starts, and would wait forever
        threads.shutdown(wait=False, cancel_futures=True)


def no_rows(name: str) -> DataError:
    return DataError(f"{name} must have at least one row; it has none: is it the right file?")


def _chunk(text: Text, form: Form) -> Chunk:
    if not form.with_labels:
        text = _with_labels(text)
    codes = np.frombuffer(text.data, dtype=np.uint8)[: text.end]
    lines = _room_for(text)
    at = text.begin
    while (at := read_lines(codes, at, form.lowest, form.highest, lines)) < text.end:
        _convert_hard(text, lines, form)
        _append(_row_at(text, at, form), lines)
        at = text.data.index(b"\n", at) + 1
    _convert_hard(text, lines, form)
    return _chunk_of(lines)


def _with_labels(text: Text) -> Text:
    """Prepend a dummy label to lines that begin with a feature, so that the loop can read them."""
    data = BEFORE_FEATURE.sub(b"\n0 ", b"\n" + text.data[text.begin : text.end])
    return text._replace(data=data, begin=1, end=len(data))


def _room_for(text: Text) -> Lines:
    """Allocate arrays for everything these lines can hold."""
    n_entries = (text.end - text.begin) // SHORTEST_ENTRY
    return Lines(
        values=np.empty(n_entries),
        columns=np.empty(n_entries, dtype=np.int32),
        starts=np.zeros(text.n_lines + 1, dtype=np.int32),
        labels=np.empty(text.n_lines),
        hard=np.empty((MAX_HARD_NUMBERS, 3), dtype=np.int64),
        counts=np.zeros(2, dtype=np.int64),
    )


def _convert_hard(text: Text, lines: Lines, form: Form) -> None:
    """Convert the listed numbers with float()."""
    hard = lines.hard[: lines.counts[1]]
    words = [text.data[first:last] for _, first, last in hard.tolist()]
    numbers = np.array([math.nan if is_rounded_text(word) else float(word) for word in words])
    for first in hard[~np.isfinite(numbers), 1].tolist():
        _row_at(text, text.data.rfind(b"\n", 0, first) + 1, form)  # raises the error
    lines.values[hard[:, 0]] = numbers
    lines.counts[1] = 0


def _append(row: Row, lines: Lines) -> None:
    n_rows = lines.counts[0]
    first = lines.starts[n_rows]
    last = first + len(row[1])
    lines.labels[n_rows], lines.columns[first:last], lines.values[first:last] = row
    lines.starts[n_rows + 1] = last
    lines.counts[0] += 1


def _chunk_of(lines: Lines) -> Chunk:
    n_rows = int(lines.counts[0])
    starts = lines.starts[: n_rows + 1]
    for array in (lines.values, lines.columns):
        array.resize(int(starts[-1]), refcheck=False)  # releases unused memory without a copy
    for array in (lines.values, lines.columns, starts):
        array.flags.writeable = False  # as all blocks are
    width = int(lines.columns.max(initial=0)) + 1
    return Chunk(Block(CSR(lines.values, lines.columns, starts), n_rows, width), plain_numbers(lines.labels[:n_rows]))


def plain_numbers(labels: np.ndarray) -> np.ndarray:
    """Convert labels to integers if all are whole and exact."""
    if (np.rint(labels) == labels).all() and (np.abs(labels) < 2**53).all():
        return labels.astype(np.int64)
    return labels + 0.0  # −0.0 becomes 0.0, as it does above


def _row_at(text: Text, at: int, form: Form) -> Row:
    try:
        return _row_of(text.line(at), form)
    except DataError as error:
        raise DataError(f"{text.place(at)} {fault_of(text.line(at), error.sentence)}") from None


def _row_of(line: bytes, form: Form) -> Row:
    """Parse one line, or raise a DataError that names the fault but not the place."""
    first, *entries = line.partition(b"#")[0].split()
    label = _label_of(first) if form.with_labels else 0.0
    if entries and entries[0].startswith(b"qid:"):
        query, *entries = entries
        if not QUERY.fullmatch(query):
            raise DataError(f"must have a whole number after qid:; got {shown(query)}.")
    columns: list[int] = []
    values: list[float] = []
    for entry in entries:
        index, colon, value = entry.partition(b":")
        if not colon:
            raise DataError(f"must have index:value after its label, with a colon; got {shown(entry)}.")
        column = _index_of(index, entry, form) - form.lowest
        if columns and column <= columns[-1]:
            last = columns[-1] + form.lowest
            raise DataError(f"must have rising indices, each once; got {shown(entry)} after index {last}.")
        if not value:
            raise DataError(f"must have a value after each colon; got {shown(entry)}.")
        columns.append(column)
        values.append(finite(value, "must have finite numbers as values", entry))
    return label, columns, values


def _label_of(label: bytes) -> float:
    if b":" in label:
        raise DataError(f"must begin with a label; got {shown(label)}: write one, such as 0, before it.")
    if b"," in label:
        raise DataError(f"must begin with one label; got {shown(label)}: several cannot be learned at once.")
    return finite(label, "must begin with a label that is a finite number", label)


def _index_of(index: bytes, entry: bytes, form: Form) -> int:
    lowest, highest, _ = form
    if not index.isdigit():
        raise DataError(f"must have a whole number from {lowest} on before each colon; got {shown(entry)}.")
    digits = index.lstrip(b"0")
    number = int(digits or b"0") if len(digits) <= len(str(LARGEST_INDEX)) else LARGEST_INDEX + 1
    if number < lowest:
        zero_based = option("zero_based", True)
        raise DataError(f"must have indices that are counted from 1; got {shown(entry)}: {zero_based} says otherwise.")
    if number > highest:
        raise DataError(f"must have indices up to {highest}; got {shown(entry)}.")
    return number


def finite(number: bytes, rule: str, word: bytes) -> float:
    """Parse a decimal number, or raise a DataError with the rule and the word."""
    value = float(number) if NUMBER.fullmatch(number) else math.nan
    if not math.isfinite(value):
        raise DataError(f"{rule}; got {shown(word)}.")
    if is_rounded_text(number):
        raise DataError(
            f"{RULE}; got {shown(word)}: number these from 1 on if they only name things, else divide them."
        )
    return value


def shown(word: bytes) -> str:
    """Shorten a word to 40 characters for a message."""
    try:
        written = repr(word.decode()[:40])
    except UnicodeDecodeError:
        written = repr(word[:40])
    return written if len(written) <= 40 else written[:38] + "…" + written[-1]
