"""Parts of files for a cluster: each worker reads its own parts, and all parts in order have the rows of the files.

Text is cut at line ends, delimited text at the ends of rows, and Parquet between row groups. A file that cannot be cut
is one part. In a text table, the first rows decide how the others are read: the type of a JSON value, a decimal comma.
Parts are therefore joined until the first rows of each decide the same as those of the file.
"""

import os
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import IO, Any

import numpy as np

from rosenblatt.conventions import DELIMITED, TEXTS
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.files.charsets import is_other
from rosenblatt.files.feature_files import SAMPLE
from rosenblatt.files.formats.csv_rows import LONGEST_ROW, cut, whole_rows
from rosenblatt.files.formats.libsvm import pieces
from rosenblatt.files.formats.text_lines import (
    BLOCK,
    BYTE_ORDER_MARK,
    LINE_END,
    LONGEST_LINE,
    Lines,
    unchecked_lines_of,
)
from rosenblatt.files.read_options import OF_COLUMNS, OF_TEXT, ReadOptions
from rosenblatt.files.readers import Reader, decoded_sources
from rosenblatt.files.sources import FileList, FilePart, Slice, Source, archived_sample, reading, sources_of
from rosenblatt.files.table_files import TableFiles

ROWS = {"libsvm": re.compile(rb"^[^\S\n]*[^\s#]", re.MULTILINE), "vw": re.compile(rb"\S")}  # beginnings of rows
LOOKED_AT = 2**16  # bytes of a part at a time, to find a row


def parts_of(reader: Reader, part_bytes: int) -> list[FilePart]:
    """List the parts of the files of a reader, each of about ``part_bytes`` bytes, in the order of the rows.

    Delimited text with quotes is read once, because a quoted cell may have line ends. Of other text, the first rows of
    each part are read.
    """
    if not isinstance(part_bytes, int) or part_bytes < 1:
        raise OptionError(f"{subject('part_bytes')} must be a whole number, at least 1; got {part_bytes!r}.")
    if isinstance(reader.data, FilePart):
        return [reader.data]
    named = [] if _is_sample(reader) else sources_of(reader.data)
    for source in named:
        if not source.is_lasting:
            raise DataError(
                f"{source.name} must be a file that each machine of a cluster can read; it can be read only once: "
                "save it as a file first."
            )
    if not named:
        size, name = len(archived_sample(os.fspath(reader.data)).getvalue()), os.fspath(reader.data)
        return [FilePart(name, name, "sample", 1, 1, 0, size, size, size)]
    has_new_names = reader.known is None or reader.known.grows
    if reader.format == "vw" and reader.options.hash_bits is None and has_new_names:
        raise OptionError(
            f"{subject('hash_bits')} must be given for vw on a cluster, whose machines cannot number the names of "
            f"features together; got None for {reader.data}: choose the bits of a hash of the names, such as 20."
        )
    options = part_options(reader)
    return [part for source in reader.sources for part in _parts_of_file(reader, source, options, part_bytes)]


def part_options(reader: Reader) -> ReadOptions:
    """Return the options for reading parts: those of the reader, with a format, and with the header and the delimiter.

    An option that is guessed otherwise for another file is left out. Then no file is cut, and each is guessed for
    itself. Decimal commas are guessed for each part: with ``decimal``, categories and labels would be read otherwise.
    """
    if reader.format not in DELIMITED:
        return replace(reader.options, format="npz" if _is_sample(reader) else reader.format)
    options = {"header": reader.options.header, "delimiter": reader.options.delimiter}
    schema, found = _schema(reader), []
    for source in decoded_sources(reader):
        with reading(source) as stream:
            found.append({**options, **_table(reader, schema, reader.options, stream, source.name).guessed})
    first = {**found[0], **reader.rows.guessed}  # of the first file without a model, before its columns are known
    same = {name: first[name] for name in options if all(one[name] == first[name] for one in found[1:])}
    return replace(reader.options, format=reader.format, **same)


def with_real_lines(error: DataError, part: FilePart) -> DataError:
    """Return the error of a part with the name of the file, and with lines or rows counted from the first of the file.

    The lines before the part are counted. If the file is not on this machine, the error is returned as it is.
    """

    def real(place: re.Match[str]) -> str:
        mark, number = place.groups()
        return part.name if mark is None else f"{part.name}{mark}{int(number) + _n_before(part)}"

    try:
        return type(error)(re.sub(re.escape(os.fspath(part)) + r"(?:(:| row )(\d+))?", real, error.sentence))
    except OSError:
        return error


def _n_before(part: FilePart) -> int:
    """Number of lines or rows of a file before a part, less the lines of the header that is read before it."""
    if part.count == 1:
        return 0
    if part.format == "parquet":
        from pyarrow import parquet

        metadata = parquet.read_metadata(part.path)
        return sum(int(metadata.row_group(k).num_rows) for k in range(part.first))
    with closing(Slice(part.path, 0, part.first)) as before:
        read: Any = pieces if part.format in ROWS else unchecked_lines_of
        return sum(int(lines.n_lines) for lines in read(before, part.name, BLOCK)) - part.header.count(b"\n")


def _is_sample(reader: Reader) -> bool:
    return isinstance(reader.data, str) and reader.data.startswith(SAMPLE)  # the format would be read from a pipe


def _parts_of_file(reader: Reader, source: Source, options: ReadOptions, part_bytes: int) -> list[FilePart]:
    size = source.stamp[0] if source.stamp else 0
    whole = FilePart(source.name, _place(reader, source), reader.format, 1, 1, 0, size, size, size)
    if size <= part_bytes or source.path is None:
        return [whole]
    if reader.format == "parquet":
        return _row_group_parts(whole, part_bytes)
    is_delimited = reader.format in DELIMITED
    is_known = options.header is not None and (options.delimiter is not None or reader.format == "tsv")
    if reader.format not in TEXTS or is_other(options.charset) or (is_delimited and not is_known):
        return [whole]
    if is_delimited and options.header:
        whole = replace(whole, header=_header(whole, options))
    bounds = [0, *_text_cuts(whole, part_bytes, options), size]
    if len(bounds) > 2:
        bounds = _joined(bounds, _fits(reader, options, whole))
    return _between(bounds, whole)


def _place(reader: Reader, source: Source) -> str:
    """Path that leads to a file from every folder: an absolute one, or the URI as it was given."""
    if source.place:
        return os.path.abspath(source.name)
    paths = reader.data.paths if isinstance(reader.data, FileList) else (os.fspath(reader.data),)
    return next(path for path in paths if source.name in [one.name for one in sources_of(path)])


def _between(bounds: list[int], whole: FilePart) -> list[FilePart]:
    """Parts between bounds. The first has the header of the file already."""
    parts = [replace(whole, first=first, last=last, size=last - first) for first, last in pairwise(bounds)]
    parts[0] = replace(parts[0], header=b"")
    return [replace(part, number=number, count=len(parts)) for number, part in enumerate(parts, 1)]


def _joined(bounds: list[int], fits: Callable[[int, int], bool]) -> list[int]:
    """Leave out bounds until all parts fit. The whole fits."""
    kept = [0]
    for bound in bounds[1:]:
        if fits(kept[-1], bound):
            kept.append(bound)
    if kept[-1] < bounds[-1]:  # the last part does not fit
        while len(kept) > 1:
            kept.pop()
            if fits(kept[-1], bounds[-1]):
                break
        kept.append(bounds[-1])
    return kept


def _row_group_parts(whole: FilePart, part_bytes: int) -> list[FilePart]:
    """Parts of a Parquet file. A damaged file is one part, whose reader reports the damage."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        metadata = parquet.read_metadata(whole.path)
    except (pa.ArrowException, OSError):
        return [whole]
    groups = [metadata.row_group(k) for k in range(metadata.num_row_groups)]
    sizes = [sum(group.column(k).total_compressed_size for k in range(group.num_columns)) for group in groups]
    bounds = [0]
    for k in range(1, len(groups) + 1):
        if sum(sizes[bounds[-1] : k]) >= part_bytes or k == len(groups):
            bounds.append(k)
    if len(bounds) < 3:
        return [whole]
    has_rows = _joined(bounds, lambda first, last: any(group.num_rows for group in groups[first:last]))
    return [replace(part, size=sum(sizes[part.first : part.last])) for part in _between(has_rows, whole)]


def _fits(reader: Reader, options: ReadOptions, whole: FilePart) -> Callable[[int, int], bool]:
    """Test of a part of text: it has a row, and its first rows decide the same as those of the file."""

    def opened(first: int, last: int) -> Any:
        return closing(Slice(whole.path, first, last, whole.header if first else b""))

    def has_row(first: int, last: int) -> bool:
        with opened(first, last) as stream:
            texts = pieces(stream, whole.name, LOOKED_AT)
            return any(ROWS[whole.format].search(text.data[text.begin : text.end]) for text in texts)

    def decided(first: int, last: int) -> Any:
        with opened(first, last) as stream:
            return _decided(_table(reader, schema, options, stream, whole.name))

    def decides_the_same(first: int, last: int) -> bool:
        try:
            return bool(decided(first, last) == of_file)
        except DataError:
            return False

    if whole.format in ROWS:
        return has_row
    schema = _schema(reader)
    of_file = decided(0, whole.size)
    return decides_the_same


def _schema(reader: Reader) -> Any:
    """Schema of a table, without a survey of its rows."""
    assert isinstance(reader.rows, TableFiles)
    return reader.rows.head()[0]


def _table(reader: Reader, schema: Any, options: ReadOptions, stream: IO[bytes], name: str) -> Any:
    """Open a table and read its first rows."""
    from rosenblatt.files.encoding.schema import Columns
    from rosenblatt.files.formats.tables import batches

    columns = Columns(**{name: getattr(options, name) for name in OF_COLUMNS})
    of_text = {name: getattr(options, name) for name in OF_TEXT}
    return batches(stream, name, reader.format, columns, known=schema, labels=reader.with_labels, **of_text)


def _decided(table: Any) -> Any:
    """Everything that the first rows of a text table decide about the reading of its other rows."""
    import pyarrow as pa

    file = table._file
    if hasattr(file, "_stored"):  # JSON lines
        return set(file.names), [file._stored(column) for column in table.schema.columns]
    drops = table._drops_unlabelled and table.schema.target is not None
    return file.names, file._styles, drops and table._are_missing(pa.array(["?"])).tolist()


def _header(whole: FilePart, options: ReadOptions) -> bytes:
    """First row of delimited text, with a line end."""
    with closing(Slice(whole.path, 0, whole.size)) as stream:
        lines: Any = unchecked_lines_of(stream, whole.name)  # type: ignore[arg-type]
        rows = whole_rows(lines, options.delimiter or "\t", options.quote, whole.name)
        return next(row for some in rows for _, row in some.numbered()).encode() + b"\n"


def _text_cuts(whole: FilePart, part_bytes: int, options: ReadOptions) -> list[int]:
    """Ends of rows inside a file, each the first at or after a multiple of ``part_bytes``."""
    with open(whole.path, "rb") as stream:
        if whole.format in DELIMITED and options.quote is not None:
            cuts = _row_ends(stream, part_bytes, options.delimiter or "\t", options.quote)
        else:
            cuts = _line_ends(stream, part_bytes)
        kept = []
        for place in cuts:
            stream.seek(place)
            # A reader would skip a byte-order mark at the beginning of a part.
            if stream.read(len(BYTE_ORDER_MARK)) not in (b"", BYTE_ORDER_MARK):
                kept.append(place)
        return kept


def _line_ends(stream: IO[bytes], part_bytes: int) -> list[int]:
    ends: list[int] = []
    place = part_bytes
    while True:
        stream.seek(place - 1)
        if not stream.readline(LONGEST_LINE).endswith(b"\n"):
            return ends
        ends.append(stream.tell())
        place = (ends[-1] // part_bytes + 1) * part_bytes


def _row_ends(stream: IO[bytes], part_bytes: int, delimiter: str, quote: str) -> list[int]:
    """Ends of rows of delimited text, found in one pass; empty if rows cannot be told apart."""
    begin = len(BYTE_ORDER_MARK) if stream.read(len(BYTE_ORDER_MARK)) == BYTE_ORDER_MARK else 0
    stream.seek(begin)
    cuts: list[int] = []
    place, raw, read = part_bytes, b"", b" "
    while read:
        read = stream.read(BLOCK)
        raw += read or b"\n"  # the last line may have no end
        ends = _ends_of_rows(raw[: raw.rfind(b"\n") + 1], delimiter, quote)
        while len(ends) and place <= begin + ends[-1]:
            cuts.append(begin + int(ends[np.searchsorted(ends, place - begin)]))
            place = (cuts[-1] // part_bytes + 1) * part_bytes
        last = int(ends[-1]) if len(ends) else 0
        begin, raw = begin + last, raw[last:]
        if len(raw) > LONGEST_ROW:
            break
    return [] if raw else cuts  # else a quote is open


def _ends_of_rows(text: bytes, delimiter: str, quote: str) -> np.ndarray:
    """Places after the complete rows of some lines; empty if the place of a row cannot be told from its quotes."""
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == LINE_END) + 1
    if quote.encode() not in text:
        return ends
    if text.count(b"\r") != text.count(b"\r\n"):  # lines of the reader that end otherwise
        return ends[:0]
    rows, _, _, is_stray = cut(Lines(text.replace(b"\r\n", b"\n"), 1, len(ends)), delimiter, quote)
    of_lines = np.flatnonzero(np.frombuffer(rows.text, dtype=np.uint8) == LINE_END)
    return ends[:0] if is_stray else ends[: len(of_lines)][~np.isin(of_lines, rows.inner)]
