"""Verb ``convert``: write the rows of any readable file in another format.

A table converted to a table keeps its columns. If one side has features and no columns (LIBSVM, VW, arrays), rows are
those of ``read``: a table is encoded, and features become numeric columns.
"""

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import IO, Any, NamedTuple

import numpy as np

from rosenblatt.commands.shared_entries import ERRORS, READ_OPTIONS, SHARED
from rosenblatt.conventions import TABLES
from rosenblatt.data.blocks import block_of, dense_slice, widened
from rosenblatt.data.chunks import Chunk
from rosenblatt.data.generators import Generated
from rosenblatt.display import counted
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import DataError, OptionError, Sentence, option, subject
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.files.encoding.odd_columns import told
from rosenblatt.files.encoding.schema import told_guesses
from rosenblatt.files.raw_tables import DelimitedWriter, RawTable, table_writer
from rosenblatt.files.read_options import OF_ENCODING, ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import sources_of
from rosenblatt.files.writers import LibsvmWriter, NpzWriter, Target, VowpalWriter, Writer, target_of, writing
from rosenblatt.learners.interrupts import sigterm_exits

MAX_COLUMNS = 10_000  # limit for features written as columns
AS_COLUMNS = 2**21  # numbers converted to columns at a time
MAX_SHOWN = 20  # labels
LARGEST_WHOLE = 2**53  # a double holds every integer up to here
TRUTH = ".truth.json"  # suffix of the file with the true separator
Note = tuple[str, str]
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Conversion:
    """Result of ``rosenblatt.convert``.

    The arguments below are also the attributes.
    """

    path: str
    format: str
    n_rows: int
    n_features: int
    seconds: float
    notes: tuple[Note, ...] = ()

    def lines(self) -> list[Note]:
        """Return the printed lines."""
        size = f"{counted(self.n_rows, 'row')}, {counted(self.n_features, 'feature')}"
        return [("written", f"{self.path} ({self.format})"), ("data", size), *self.notes]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary, ready for JSON."""
        return {**asdict(self), "notes": dict(self.notes)}


_PARAMETERS = entries("""
source : str or path-like
    File to read, as :func:`rosenblatt.read` takes it.
path : str or path-like
    File to write. Its suffix is the format; a further .gz, .bz2, .xz or .zst compresses it. The file appears when
    it is complete.
force : bool, default=False
    Whether to replace an existing file.
""")


@insert(SHARED, READ_OPTIONS, ERRORS, _PARAMETERS)
def convert(
    source: str | os.PathLike[str],
    path: str | os.PathLike[str],
    /,
    *,
    force: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> Conversion:
    """Write the rows of a file in another format.

    A table keeps its columns if it is written to another format of tables, without the columns of ``ignore`` and with
    ``target``, if it is given, as the last column. Otherwise rows become features as ``rosenblatt.read`` makes them.

    Parameters
    ----------
    {source, path, force, progress, options}

    Returns
    -------
    Conversion
        Result with ``n_rows``, ``n_features``, ``seconds`` and ``lines()``.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.read : Read the rows of a file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "iris.svm"
    ...     conversion = rosenblatt.convert("sample:iris", path)
    ...     print(path.read_text().splitlines()[0])
    0 1:5.1 2:3.5 3:1.4 4:0.2
    >>> conversion.n_rows, conversion.n_features
    (150, 4)
    """
    began = time.perf_counter()
    reading = ReadOptions.of(options, "convert", ("force", "progress"))
    target = target_of(path, force=force)
    reader = Reader(source, reading, given=options)
    _check_another(reader, target)
    if reader.format in TABLES and target.format in TABLES:
        work = _columns_to_columns
    else:
        work = _features_to_columns if target.format in TABLES else _to_features
    with sigterm_exits():
        written = work(reader, target, progress or _nobody)
    n_rows, n_features, notes = written
    return Conversion(os.fspath(path), target.format, n_rows, n_features, time.perf_counter() - began, tuple(notes))


def write_generated(generated: Generated, path: str | os.PathLike[str], *, force: bool = False) -> Conversion:
    """Write a generated set in the format of the file name, and its true separator to ``path`` + ``.truth.json``.

    That file has the separator ``w`` and ``b``, ``w_end`` of the last row, margin, radius, and the rows flipped by
    noise.
    """
    began = time.perf_counter()
    target = target_of(path, force=force)
    truth = Target(target.path.with_name(target.path.name + TRUTH), "json", "")
    if truth.path.exists() and not force:
        raise OptionError(
            f"TARGET must have no {TRUTH} beside it; {str(truth.path)!r} is there: "
            f"{option('force', True)} writes over it."
        )
    answer = {name: getattr(generated, name) for name in ("w", "b", "w_end", "margin", "radius", "flipped")}
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in answer.items()}
    chunks = [Chunk(block_of(generated.X), generated.y)]
    n_rows, width = generated.X.shape
    with sigterm_exits(), writing(truth) as beside:
        beside.write((json.dumps(plain) + "\n").encode())
        with writing(target) as stream:
            if target.format in TABLES:
                _write_columns(stream, target, chunks, _names(width), generated.y.dtype, _nobody)
            else:
                _write_all(_rows_writer(stream, target, None, width), chunks, _nobody)
    notes = (("truth", f"{os.fspath(path)}{TRUTH}"),)
    return Conversion(os.fspath(path), target.format, n_rows, width, time.perf_counter() - began, notes)


class _Written(NamedTuple):
    n_rows: int
    n_features: int
    notes: list[Note]


class _Seen(NamedTuple):
    """Summary of a pass over rows of features."""

    n_features: int
    dtype: np.dtype  # of all labels
    labels: list[Any]  # distinct labels that a double may not hold


def _check_another(reader: Reader, target: Target) -> None:
    """Raise an OptionError if the file to be written is one of those that are read."""
    labels = [] if reader.options.labels is None else sources_of(reader.options.labels)
    for source in (*reader.sources, *labels):
        if target.path.exists() and os.path.exists(source.name) and os.path.samefile(source.name, target.path):
            raise OptionError(f"TARGET must be another file than DATA; both are {source.name!r}.")


# A table that stays one


def _columns_to_columns(reader: Reader, target: Target, tell: Progress) -> _Written:
    for name in OF_ENCODING:
        if getattr(reader.options, name) != getattr(ReadOptions(), name):
            raise OptionError(
                f"{subject(name)} must be left out from a table to a table, which keeps its columns as they are; "
                f"got {getattr(reader.options, name)!r}: LIBSVM, VW and .npz hold features."
            )
    table = RawTable(reader, target.format)
    if len(table.types.names) > len(table.schema.columns):  # lists that become columns
        _check_width(len(table.types.names), target)
    with writing(target) as stream:
        writer = table_writer(stream, target.path.name, target.format, table.types, table.schema.target)
        n_rows = _write_all(writer, table.batches(), tell)
    format = {"format": reader.format} if reader.is_format_guessed else {}
    notes = _guessed({**format, **table.guessed})
    if isinstance(writer, DelimitedWriter):
        notes += writer.notes(target.path, table.words)
    others = sum(column.kind in ("id", "target") for column in table.schema.columns)
    return _Written(n_rows, len(table.types.names) - others, notes)


# Features as columns


def _features_to_columns(reader: Reader, target: Target, tell: Progress) -> _Written:
    seen = _survey(reader)
    _check_width(seen.n_features, target)
    names = [name.removeprefix("^") for name in reader.features or _names(seen.n_features)]
    with writing(target) as stream:
        n_rows = _write_columns(stream, target, reader.chunks(), names, seen.dtype, tell)
    return _Written(n_rows, seen.n_features, _guessed(reader.guessed))


def _check_width(n_columns: int, target: Target) -> None:
    if n_columns > MAX_COLUMNS:
        raise DataError(
            f"{target.path.name} must have at most {MAX_COLUMNS:,} columns; it would have {n_columns:,}: "
            "write LIBSVM, VW or .npz."
        )


def _names(width: int) -> list[str]:
    return [f"x{k}" for k in range(1, width + 1)]


def _write_columns(
    stream: IO[bytes], target: Target, chunks: Iterable[Chunk], names: list[str], dtype: np.dtype, tell: Progress
) -> int:
    """Write rows as numeric columns, with labels of this type as the last column."""
    import pyarrow as pa

    label = "label"
    while label in names:
        label += "_"
    label_type = pa.string() if dtype.kind in "US" else pa.from_numpy_dtype(dtype)
    schema = pa.schema([*((name, pa.float64()) for name in names), (label, label_type)])

    def batches() -> Iterator[Any]:
        step = max(1, AS_COLUMNS // len(names))
        for chunk in chunks:
            block, labels = widened(chunk.block, len(names)), _labels_of(chunk, target)
            for first in range(0, chunk.n_rows, step):
                last = min(chunk.n_rows, first + step)
                numbers = np.ascontiguousarray(dense_slice(block, first, last).T)
                some = labels[first:last].astype(str if dtype.kind in "US" else dtype)
                yield pa.record_batch([*map(pa.array, numbers), pa.array(some, label_type)], schema=schema)

    return _write_all(table_writer(stream, target.path.name, target.format, schema, label), batches(), tell)


# Rows of features


def _to_features(reader: Reader, target: Target, tell: Progress) -> _Written:
    names, notes = reader.features, _guessed(reader.guessed)
    if (encoding := table_encoding(reader.encoding)) is not None:
        seen = _Seen(encoding.n_features, np.dtype(float), encoding.labels)
    elif target.format == "npz":
        seen = _Seen(0, np.dtype(float), [])  # .npz keeps all rows until the end anyway
    else:
        seen, names = _survey(reader), reader.features
    numbers = _numbers_of(seen.labels) if target.format != "npz" else None
    if numbers:
        legend = [f"{number} is {label!r}" for label, number in numbers.items()]
        notes.append(("labels", ", ".join([*legend[:MAX_SHOWN], *["…"][: len(legend) > MAX_SHOWN]])))
    if reader.format == "vw" and target.format != "vw":
        notes.append(("columns", "numbered in the order in which the names of features come first"))
    width = 0

    def chunks() -> Iterator[Chunk]:
        nonlocal width
        for chunk in reader.chunks():
            labels = _labels_of(chunk, target)
            width = max(width, chunk.block.n_features)
            yield chunk._replace(labels=np.array([numbers[x] for x in labels.tolist()]) if numbers else labels)

    with writing(target) as stream:
        writer = _rows_writer(stream, target, names, seen.n_features, is_vowpal=reader.format == "vw")
        n_rows = _write_all(writer, chunks(), tell)
    return _Written(n_rows, width, notes)


def _rows_writer(
    stream: IO[bytes], target: Target, names: list[str] | None, width: int, *, is_vowpal: bool = False
) -> Writer:
    name = target.path.name
    match target.format:
        case "libsvm":
            return LibsvmWriter(stream, name)
        case "npz":
            return NpzWriter(stream, names)
    if is_vowpal:
        return VowpalWriter(stream, name, names)
    full = None if names is None else ["^" + _vowpal_name(name) for name in names]
    return VowpalWriter(stream, name, full, width if width <= MAX_COLUMNS else 0)


def _vowpal_name(name: str) -> str:
    """Escape blanks, colons and bars, which end a name in VW, as in URLs (%20)."""
    return "".join(f"%{ord(c):02X}" if c in " \t\n\v\f\r\0:|%" else c for c in name) or "%"


def _survey(reader: Reader) -> _Seen:
    """Pass over rows that are not a table: find their width and labels. Features of VW have names afterwards."""
    width, dtypes, distinct = 0, set[np.dtype](), set[Any]()
    for chunk in reader.chunks():
        width = max(width, chunk.block.n_features)
        if chunk.labels is not None:
            dtypes.add(chunk.labels.dtype)
            if chunk.labels.dtype.kind in "iuUS":
                distinct.update(np.unique(chunk.labels).tolist())
    return _Seen(width, np.result_type(*dtypes) if dtypes else np.dtype(float), sorted(distinct))


def _numbers_of(labels: list[Any]) -> dict[Any, int] | None:
    """Return the numbers 0, 1, … of sorted labels if these are strings or too large for a double; else None."""
    if all(not isinstance(x, str | bytes) and abs(x) <= LARGEST_WHOLE for x in labels if not isinstance(x, float)):
        return None
    return {label: number for number, label in enumerate(sorted(labels))}


def _labels_of(chunk: Chunk, target: Target) -> np.ndarray:
    if chunk.labels is None:
        raise DataError(
            f"DATA must have labels to be written to {target.path.name}: {option('labels')} names a file of them."
        )
    return chunk.labels


# All of them


def _write_all(writer: Writer, parts: Iterable[Any], tell: Progress) -> int:
    """Write rows in parts and return their number."""
    n_rows = 0
    try:
        for part in parts:
            writer.write(part)
            n_rows += part.n_rows if isinstance(part, Chunk) else part.num_rows
            tell(f"{n_rows:,} rows written")
        if not n_rows:
            raise DataError("DATA must have at least one row in which no value is missing; it has none.")
        writer.finish()
    finally:
        writer.close()
    return n_rows


def _nobody(line: str) -> None:
    """Progress callback that does nothing."""


def _guessed(guessed: dict[str, Any]) -> list[Note]:
    notes: list[Note] = [("guessed", told_guesses(guessed))] if guessed else []
    columns = "; ".join(sentence.raw for sentence in told(guessed))
    return [*notes, ("left out", Sentence(columns))] if columns else notes
