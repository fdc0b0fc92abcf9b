"""Readers: any file as chunks of rows with labels, for any number of passes."""

import hashlib
import json
import os
import warnings
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any
from uuid import uuid4

from rosenblatt.conventions import ARRAYS, DELIMITED, TABLES, TEXTS
from rosenblatt.data.chunks import Chunk, Table, joined, matrix_of
from rosenblatt.data.samples import check_sample
from rosenblatt.docstrings import insert, keywords
from rosenblatt.errors import DataError, DataWarning, OptionError, given, option, subject
from rosenblatt.files.charsets import recoded
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.feature_files import SAMPLE, FeatureFiles, Known, RowWidth, Sample, label_format
from rosenblatt.files.feature_rows import FeatureRows
from rosenblatt.files.formats.detect import BY_SUFFIX, format_of
from rosenblatt.files.read_options import OF_FEATURES, ReadOptions, check_scopes
from rosenblatt.files.shared_entries import DATA, READING
from rosenblatt.files.sources import FileList, Source, sources_of, spooled
from rosenblatt.files.table_files import TableFiles

MAX_NAMED = 2**24  # features of a table in memory, each with a name
PARSED = 2  # version of the parser: raise it when a file is parsed to other rows, which invalidates cached pages


_OPTIONS = keywords(
    "options", "Options for reading the file. An option that the format has no use for is refused.", READING
)


@insert(DATA, _OPTIONS)
def read(data: str | os.PathLike[str], *, encoding: Any = None, **options: Any) -> "Reader":
    r"""Open a file for reading rows and labels.

    Opening checks the options, and that the files exist. Rows are read when they are asked for.

    Parameters
    ----------
    {data}
    encoding : Encoding, default=None
        Encoding of a model, ``encoding_`` of an estimator or of the result of ``rosenblatt.train``, so that the rows
        have the same features. None means an encoding made from the rows, if they need one.
    {options}

    Returns
    -------
    Reader
        Iterable of chunks of rows, each with ``block`` and ``labels``. ``table()`` returns all rows as a named tuple
        of ``X``, ``y`` and ``features``; ``features`` and ``encoding`` are those of the file.

    Raises
    ------
    OptionError
        If an option is unknown or does not fit the format.
    DataError
        If a file is missing. Reading the rows raises it for rows that cannot be read.

    See Also
    --------
    rosenblatt.train : Train on a file.
    rosenblatt.convert : Write the rows in another format.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name) / "fruit.csv"
    >>> _ = path.write_text("weight,colour,fruit\n150,green,apple\n170,red,apple\n110,yellow,banana\n")
    >>> X, y, features = rosenblatt.read(path).table()
    >>> features
    ['weight', 'colour=green', 'colour=red', 'colour=yellow']
    >>> X.shape, y.tolist()
    ((3, 4), ['apple', 'apple', 'banana'])
    >>> folder.cleanup()
    """
    return Reader(data, ReadOptions.of(options), encoding, given=options)


class Reader:
    """Rows of a file, of several files, or of a bundled set.

    ``rosenblatt.read`` returns it. Iteration gives chunks with ``block`` and ``labels`` from the first row each time.
    Opening checks the options, and that the files exist. The format, the encoding of a table and the names of the
    features are found when they are first asked for.
    """

    def __init__(
        self,
        data: str | os.PathLike[str],
        options: ReadOptions,
        encoding: Any = None,
        *,
        known: Known | None = None,
        with_labels: bool = True,
        given: Collection[str] = (),
    ) -> None:
        data = FileList(tuple(map(os.fspath, data))) if isinstance(data, list | tuple) else data
        self.data, self.options, self.with_labels, self._given = data, options, with_labels, given
        names = known.names if known else {}
        self.names = dict(names) if known and known.grows else names  # columns of the features of VW text
        self.known, self._encoding = known, known.encoding if known else encoding
        self._once = ""  # tells one run of standard input from another
        self._is_sample = isinstance(data, str) and data.startswith(SAMPLE)
        self._named: list[Source] = []
        if self._is_sample:
            check_sample(str(data).removeprefix(SAMPLE))
        else:
            self._named = sources_of(data)
        options.check()
        _check_given(self, "sample" if self._is_sample else options.format or BY_SUFFIX.get(self._named[0].suffix))

    def __iter__(self) -> Iterator[Chunk]:
        return self.chunks()

    @cached_property
    def sources(self) -> list[Source]:
        """Files that are read.

        A source that can be read only once, such as standard input, is first copied to a temporary file.
        """
        if not self._named or self._named[0].is_lasting:
            return self._named
        self._once = uuid4().hex
        return [spooled(self._named[0])]

    @cached_property
    def format(self) -> str:
        """Format of the file, "sample" for a bundled set."""
        format, known = "sample", self.known
        if not self._is_sample:
            format = format_of(self.sources, self.options.format, self.options.charset)
            if self.is_format_guessed and known and known.format in ("libsvm", "vw") and format in DELIMITED:
                format = known.format  # lines without labels would not be recognised
            _check_given(self, format)
        if known and _kind(known.format) != _kind(format):  # its features would be confused with others
            name = os.fspath(self.data) if self._is_sample else self.sources[0].name
            raise DataError(f"{name} must be of a kind with the rows of training, {known.format}; it is {format}.")
        return format

    @property
    def is_format_guessed(self) -> bool:
        """True if the format is guessed from the first bytes of the first file."""
        return not self._is_sample and self.options.format is None and self._named[0].suffix not in BY_SUFFIX

    @cached_property
    def rows(self) -> TableFiles | FeatureRows:
        """Rows of a table before they are encoded, or rows of features before they are scaled."""
        rows: TableFiles | FeatureRows
        format, options, labels, encoding = self.format, self.options, self.with_labels, self._encoding
        if encoding is not None and isinstance(encoding, FeatureScaling) is (format in TABLES):
            raise DataError(
                f"encoding must be that of rows of the kind of {format}, as {self.data} has; it is another."
            )
        if format in TABLES:
            rows = TableFiles(decoded_sources(self), format, options, with_labels=labels)
            rows.encoding = encoding
        else:
            width = RowWidth(self.known, encoding)
            raw: FeatureFiles | Sample = Sample(os.fspath(self.data), width)
            if not self._is_sample:
                raw = FeatureFiles(decoded_sources(self), format, options, width, self.names, with_labels=labels)
            chosen = {name: getattr(options, name) for name in OF_FEATURES if name in self._given}
            rows = FeatureRows(raw, chosen, encoding)
        if self.is_format_guessed:
            rows.guessed["format"] = format
        return rows

    @property
    def encoding(self) -> Any:
        """Encoding of a table, or scaling of feature rows; None if rows are not scaled."""
        return self.rows.encoding

    @encoding.setter
    def encoding(self, encoding: Any) -> None:
        """Encoding of a table, scaling of features, or None."""
        self.rows.encoding = encoding

    @property
    def guessed(self) -> dict[str, Any]:
        """Guessed options, by name."""
        if isinstance(self.rows, TableFiles):
            self.rows.survey()
        return self.rows.guessed

    @property
    def features(self) -> list[str] | None:
        """Names of the features. None if they have no names."""
        if isinstance(self.rows, FeatureRows):
            return self.rows.features
        return self.encoding.feature_names()  # type: ignore[no-any-return]

    @property
    def unused(self) -> list[str]:
        """Columns of the last table read that the model does not know."""
        return self.rows.unused

    @property
    def left_out(self) -> int:
        """Number of values, in the last pass, of sparse features that the model does not know."""
        return self.rows.left_out

    @property
    def n_unlabelled(self) -> int:
        """Number of rows of tables that were left out, in the last pass, because they have no label."""
        return self.rows.n_unlabelled if isinstance(self.rows, TableFiles) else 0

    @property
    def unseen(self) -> dict[str, Any]:
        """Categories that training has not seen, by column: number of rows and the first value, in the last pass."""
        return self.rows.unseen if isinstance(self.rows, TableFiles) else {}

    @property
    def key(self) -> str:
        """Text that identifies these rows: files with their sizes and times, options and encoding."""
        labels = [] if self.options.labels is None else sources_of(self.options.labels)
        files = [(os.path.abspath(source.name), source.stamp) for source in (*self.sources, *labels)]
        encoding = self.encoding
        if encoding is not None:
            encoding = encoding.key if isinstance(encoding, FeatureScaling) else json.dumps(encoding.to_dict())
        identity = (PARSED, os.fspath(self.data), self._once, files, self.options, encoding)
        return hashlib.sha256(repr(identity).encode()).hexdigest()

    @property
    def size(self) -> int:
        """Size of the files in bytes, as far as known."""
        return sum(source.stamp[0] for source in self.sources if source.stamp)

    def chunks(self) -> Iterator[Chunk]:
        """Iterate over the rows from the first one."""
        return (chunk for chunk, _ in self.chunks_and_ids())

    def chunks_and_ids(self) -> Iterator[tuple[Chunk, dict[str, Any]]]:
        """Iterate over the rows from the first one, with the columns that identify them."""
        yield from self.rows.chunks_and_ids()

    def table(self) -> Table:
        """Return all rows in memory."""
        if isinstance(self.rows, FeatureRows) and self.rows.table is not None:
            return self.rows.table
        whole = joined(list(self.chunks()))
        if whole.labels is None:
            raise DataError(f"{self.sources[0].name} must have labels: {option('labels')} names a file of them.")
        if whole.block.n_features > MAX_NAMED:
            rule = f"must have at most {MAX_NAMED:,} features to be in memory as a table"
            step = f"it has {whole.block.n_features:,}: number them without gaps, or hash them to fewer"
            raise DataError(f"{self.sources[0].name} {rule}; {step}.")
        names = self.features or [f"x{column}" for column in range(1, whole.block.n_features + 1)]
        return Table(matrix_of(whole.block), whole.labels, names)

    def newcomers(self) -> Any:
        """Return the columns and categories that the encoding of the model does not know, by a pass over all files."""
        assert isinstance(self.rows, TableFiles)
        return self.rows.newcomers()


def decoded_sources(reader: Reader) -> list[Source]:
    """Files of a reader, with text converted to UTF-8."""
    if reader.format not in TEXTS:
        return reader.sources
    return [recoded(source, reader.options.charset) for source in reader.sources]


def _check_given(reader: Reader, format: str | None) -> None:
    """Raise an OptionError if an option does not apply to the format, or a DataError if the label file is missing."""
    options = reader.options
    if format is not None:
        typed = {name: getattr(options, name) for name in (*reader._given, "labels")}
        check_scopes(typed, format, os.fspath(reader.data))
        if format in ARRAYS and "charset" in reader._given:
            _check_text_labels(options, format, os.fspath(reader.data))
    if options.labels is not None and reader.with_labels:
        sources_of(options.labels)


def _check_text_labels(options: ReadOptions, format: str, data: str) -> None:
    """Raise an OptionError if an encoding is given for arrays whose labels are not text."""
    labels, charset = options.labels, options.charset
    if charset is not None and (labels is None or label_format(labels, charset) in ARRAYS):
        raise OptionError(
            f"{subject('charset')} must be left out for {format} without a file of labels that is text; "
            f"got {given('charset', charset)} for {data}: {option('labels')} names such a file."
        )


def _kind(format: str) -> str:
    """Kind of a format. Formats of one kind name features alike: by column name, by feature name, or by number."""
    if format in TABLES:
        return "table"
    return "vw" if format == "vw" else "numbered"


def warn_of_left_out(reader: Reader) -> None:
    """Warn about each column left out, for verbs whose results do not report it."""
    from rosenblatt.files.encoding.odd_columns import told

    for sentence in told(reader.guessed):
        warnings.warn(DataWarning(sentence), stacklevel=3)


def examples_of(X: Any, y: Any, reading: Mapping[str, Any] | None = None) -> tuple[Any, Any, list[str] | None]:
    """Examples and labels as given, or those of a file with its column names.

    reading: options of ``read``, for a file.
    """
    options = ReadOptions.of(reading or {})
    if y is not None:
        return X, y, None
    if not isinstance(X, str | os.PathLike):
        raise DataError("y must be given with X, one label per row; or X must be a file or sample:NAME.")
    reader = Reader(X, options, given=reading or ())
    table = reader.table()
    warn_of_left_out(reader)
    return table
