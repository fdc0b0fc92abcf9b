"""Vowpal Wabbit text as chunks of sparse rows.

A line is ``label [importance] [initial] ['tag]|namespace[:scale] name[:value] … |namespace …``. A feature's name is
``namespace^name``, its value 1 where none is given, times the namespace's scale. The same feature twice in a row adds
up, in the order of the line, as do features whose names have the same hash.
"""

import math
from collections.abc import Callable, Iterator
from hashlib import blake2b

import numpy as np

from rosenblatt.data.blocks import Block
from rosenblatt.data.chunks import Chunk
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.files.charsets import fault_of, other_charset
from rosenblatt.files.formats.libsvm import Stream, Text, finite, no_rows, pieces, plain_numbers, shown
from rosenblatt.loops.rows import CSR

SIZE = 2**20  # bytes of a piece: rows that are Python objects take much memory
MAX_HASH_BITS = 31  # columns are kept in 32 bits

Row = tuple[float, dict[int, float]]  # a label, and the value of each column


def vowpal_chunks(
    stream: Stream,
    name: str,
    *,
    columns: dict[str, int],
    grow: bool = True,
    hash_bits: int | None = None,
    with_labels: bool = True,
    unknown: Callable[[str], None] | None = None,
    size: int = SIZE,
) -> Iterator[Chunk]:
    """Yield the rows of a Vowpal Wabbit file, in chunks of about ``size`` bytes of text.

    A feature has its column in ``columns``. A new name gets the next column and is added, or, without ``grow``, is left
    out and passed to ``unknown``. With ``hash_bits`` the column is a hash of the name, and ``columns`` is not used.
    Labels are integers (int64) if all of the chunk are, else float64. Without ``with_labels``, text before the first
    bar is not read.
    """
    if hash_bits is not None and not 1 <= hash_bits <= MAX_HASH_BITS:
        raise OptionError(f"{subject('hash_bits')} must be from 1 to {MAX_HASH_BITS}; got {hash_bits}.")

    def column_of(feature: str) -> int | None:
        if hash_bits is not None:
            return hashed_column(feature, hash_bits)
        if grow:
            return columns.setdefault(feature, len(columns))
        if feature not in columns and unknown is not None:
            unknown(feature)
        return columns.get(feature)

    empty = True
    for text in pieces(stream, name, size):
        rows = list(_rows_of(text, column_of, with_labels))
        if rows:
            chunk = _chunk_of(rows, 1 << hash_bits if hash_bits is not None else max(1, len(columns)))
            yield chunk if with_labels else chunk._replace(labels=None)
            empty = False
    if empty:
        raise no_rows(name)


def hashed_column(feature: str, hash_bits: int) -> int:
    """Column below 2**hash_bits, the same in every process and on every machine."""
    digest = blake2b(feature.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") & ((1 << hash_bits) - 1)


def _rows_of(text: Text, column_of: Callable[[str], int | None], with_labels: bool) -> Iterator[Row]:
    lines = text.data[text.begin : text.end - 1].split(b"\n")
    for number, line in enumerate(lines, text.first):
        if line.strip():
            try:
                yield _row_of(line, column_of, with_labels)
            except DataError as error:
                raise DataError(f"{text.name}:{number} {fault_of(line, error.sentence)}") from None


def _row_of(line: bytes, column_of: Callable[[str], int | None], with_labels: bool) -> Row:
    """Parse one line, or raise a DataError that names the fault but not the place."""
    head, *namespaces = line.split(b"|")
    if not namespaces:
        raise DataError(f"must have a | between its label and its features; got {shown(line.strip())}.")
    label = _label_of(head) if with_labels else 0.0
    row: dict[int, float] = {}
    for words in namespaces:
        namespace, scale = b"", 1.0
        features = words.split()
        if features and not words[:1].isspace():  # what touches the bar is the namespace
            namespace, scale = _named_number(features.pop(0))
        for feature in features:
            part, value = _named_number(feature)
            if not part:
                raise DataError(f"must have a name before each colon; got {shown(feature)}.")
            column = column_of(_name_of(namespace, part))
            if column is not None:
                row[column] = row.get(column, 0.0) + value * scale
                if not math.isfinite(row[column]):
                    raise DataError(f"must have values that add up to a finite number; got {shown(feature)}.")
    return label, row


def _label_of(head: bytes) -> float:
    """Parse the text before the first bar, which must be a label without weight or initial prediction."""
    words = head.split()
    if not words:
        raise DataError("must begin with a label; got none before the |.")
    if words[-1].startswith(b"'") or not head[-1:].isspace():  # a tag: of no use here
        tag = words.pop()
        if not words:
            raise DataError(f"must begin with a label and a blank; got {shown(tag)}, a tag, before the |.")
    if len(words) > 3:
        raise DataError("must have at most a label, an importance and an initial prediction; got more.")
    label, *others = (finite(word, "must have finite numbers before the |", word) for word in words)
    if others[:1] not in ([], [1.0]):
        raise DataError(f"must have importance 1; got {shown(words[1])}: leave it out, or repeat the line.")
    if others[1:] not in ([], [0.0]):
        raise DataError(f"must have no initial prediction other than 0; got {shown(words[2])}: leave it out.")
    return label


def _named_number(word: bytes) -> tuple[bytes, float]:
    """Parse ``name`` or ``name:number``; the number defaults to 1."""
    name, colon, number = word.partition(b":")
    return name, finite(number, "must have a finite number after each colon", word) if colon else 1.0


def _name_of(namespace: bytes, part: bytes) -> str:
    name = namespace + b"^" + part
    try:
        text = name.decode()
    except UnicodeDecodeError as error:
        raise DataError(f"must have names in UTF-8; got {shown(name)}: {other_charset(name)}.") from error
    if "\0" in text:
        raise DataError(f"must be text, without NUL bytes; got {shown(name)}.")
    return text


def _chunk_of(rows: list[Row], n_features: int) -> Chunk:
    ordered = [sorted(row.items()) for _, row in rows]
    entries = [entry for row in ordered for entry in row]
    columns = np.array([column for column, _ in entries], dtype=np.int32)
    values = np.array([value for _, value in entries], dtype=np.float64)
    starts = np.array([0, *np.cumsum([len(row) for row in ordered])], dtype=np.int32)
    for array in (values, columns, starts):
        array.flags.writeable = False  # as all blocks are
    labels = plain_numbers(np.array([label for label, _ in rows]))
    return Chunk(Block(CSR(values, columns, starts), len(rows), n_features), labels)
