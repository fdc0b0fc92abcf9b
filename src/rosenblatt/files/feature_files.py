"""Files that already consist of features: LIBSVM, Vowpal Wabbit and arrays; and the bundled sets."""

import os
import resource
from collections.abc import Iterator
from functools import cached_property
from typing import IO, Any, NamedTuple

import numpy as np

from rosenblatt.conventions import ARRAYS
from rosenblatt.data.blocks import Block, block_of, frozen_block, widened
from rosenblatt.data.chunks import Chunk, Table
from rosenblatt.data.samples import sample
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.charsets import recoded
from rosenblatt.files.encoding.feature_names import FeatureNames
from rosenblatt.files.formats.detect import format_of
from rosenblatt.files.formats.numpy_arrays import idx_chunks, npy_chunks, npz_chunks, read_labels
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.sources import Source, reading, sources_of
from rosenblatt.loops.rows import CSR

SAMPLE = "sample:"
MAX_FEATURES = 2**28  # limit if no option gives the number; as many as tables can be hashed to
BYTES_PER_FEATURE = 16  # a weight and a sum, at least
CHUNKS_OF_ARRAYS = {"npy": npy_chunks, "npz": npz_chunks, "idx": idx_chunks}


class Known(NamedTuple):
    """Features of a model, which raw files must match.

    Features without weights are left out. If ``grows``, the model is to be trained on the file, and new sparse features
    and categories are kept.
    """

    format: str
    encoding: Any  # of a table; or the scaling of features
    names: dict[str, int]  # the columns of features that have names
    n_features: int
    grows: bool = False


class RowWidth:
    """Common width of all rows: that of earlier rows, or of a model.

    Sparse rows may be narrower. Wider ones are cut if a model does not have their features; else they widen the rows
    that follow. Dense rows must have this width.

    left_out: number of values of sparse features that were cut in the last pass.
    """

    def __init__(self, known: Known | None, encoding: Any) -> None:
        self._known = known
        self._first = known.n_features if known else encoding.n_features if encoding is not None else 0
        self._width = self.left_out = 0

    @property
    def may_grow(self) -> bool:
        return self._known is None or self._known.grows

    def begin(self) -> None:
        """Start a new pass over the rows."""
        self._width, self.left_out = self._first, 0

    def fit(self, block: Block, name: str) -> Block:
        """Bring the rows of a file to the common width."""
        width = self._width
        if block.n_features == width or not width:
            fitted = block
        elif not isinstance(block.rows, CSR):
            if self._known:
                raise DataError(f"{name} must have {width} features, as in training; it has {block.n_features}.")
            widths = f"{block.n_features}, and the files before it {width}"
            raise DataError(f"{name} must have as many features as the others; it has {widths}.")
        elif self.may_grow or block.n_features < width:
            fitted = widened(block, width)
        else:
            rows = _cut(block.rows, width)
            self.left_out += len(block.rows.columns) - len(rows.columns)
            fitted = Block(rows, block.n_rows, width)
        self._width = max(width, fitted.n_features)
        return fitted

    def leave_out(self, feature: str) -> None:
        self.left_out += 1


class FeatureFiles:
    """Rows of feature files. names: the columns of named features; reading adds to them."""

    def __init__(
        self,
        sources: list[Source],
        format: str,
        options: ReadOptions,
        width: RowWidth,
        names: dict[str, int],
        *,
        with_labels: bool,
    ) -> None:
        self._sources, self._format, self._options, self._with_labels = sources, format, options, with_labels
        self._width, self._names = width, names
        self._labels: np.ndarray | None = None

    @property
    def left_out(self) -> int:
        return self._width.left_out

    @property
    def features(self) -> list[str] | None:
        """Names of the features read so far; None if they have none."""
        return list(self._names) or None

    def naming(self, n_features: int) -> FeatureNames:
        """Features as options name them: by name in VW, else by the numbers of the file."""
        first = 0 if self._format == "libsvm" and self._options.zero_based else 1
        is_named = self._format == "vw"
        return FeatureNames(self._sources[0].name, n_features, self._names, None if is_named else first)

    def check_named(self, name: str) -> None:
        """Raise an OptionError if an option names features that are hashed."""
        if self._format == "vw" and self._options.hash_bits is not None:
            rule = f"must be left out for vw with {option('hash_bits')}, whose features have no names"
            raise OptionError(f"{subject(name)} {rule}; got both for {self._sources[0].name}: leave one out.")

    def chunks(self) -> Iterator[Chunk]:
        """Yield the rows from the beginning, as they are in the files."""
        self._width.begin()
        if self._labels is None and self._options.labels is not None and self._with_labels:
            self._labels = _labels_of(self._options.labels, self._options.charset)
        for source in self._sources:
            with reading(source) as stream:
                for chunk in self._chunks(stream, source.name):
                    block = self._width.fit(chunk.block, source.name)
                    self._check_width(block.n_features, source.name)
                    yield Chunk(frozen_block(block), chunk.labels)

    def _check_width(self, n_features: int, name: str) -> None:
        """Raise a DataError before weights too large for memory are allocated: one line of a file can ask for them."""
        is_given = self._options.n_features is not None or self._options.hash_bits is not None
        if n_features > MAX_FEATURES and not is_given and self._width.may_grow:
            rule = f"must have at most {MAX_FEATURES:,} features, unless it is said how many there are"
            raise DataError(f"{name} {rule}; it has {n_features:,}: number them without gaps.")
        needed = BYTES_PER_FEATURE * n_features
        if needed > (room := memory()):
            sizes = f"they take {needed / 1e9:,.1f} GB, of {room / 1e9:,.1f} GB"
            raise DataError(f"{name} must have features whose weights fit into memory; it has {n_features:,}: {sizes}.")

    def _chunks(self, stream: IO[bytes], name: str) -> Iterator[Chunk]:
        options, with_labels = self._options, self._with_labels
        if self._format == "npz":
            return npz_chunks(stream, name, self._labels, with_labels=with_labels)
        if self._format in CHUNKS_OF_ARRAYS:
            return CHUNKS_OF_ARRAYS[self._format](stream, name, self._labels)
        if self._format == "vw":
            from rosenblatt.files.formats.vowpal import vowpal_chunks

            grow, unknown = self._width.may_grow, self._width.leave_out
            settings: dict[str, Any] = {"columns": self._names, "grow": grow, "hash_bits": options.hash_bits}
            return vowpal_chunks(stream, name, with_labels=with_labels, unknown=unknown, **settings)
        from rosenblatt.files.formats.libsvm import libsvm_chunks

        settings = {"zero_based": options.zero_based, "n_features": options.n_features}
        return libsvm_chunks(stream, name, with_labels=with_labels, **settings)


class Sample:
    """Rows of a bundled set, created on first use."""

    left_out = 0

    def __init__(self, data: str, width: RowWidth) -> None:
        self._data, self._width = data, width

    @cached_property
    def table(self) -> Table:
        return sample(self._data.removeprefix(SAMPLE))

    @property
    def features(self) -> list[str]:
        return self.table.features

    def naming(self, n_features: int) -> FeatureNames:
        """Features as options name them: by name or number."""
        return FeatureNames(self._data, n_features, {name: k for k, name in enumerate(self.features)})

    def check_named(self, name: str) -> None:
        """Do nothing: all features have names."""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the rows in one chunk."""
        self._width.begin()
        yield Chunk(self._width.fit(block_of(self.table.X), self._data), self.table.y)


def memory() -> float:
    """Bytes of memory that this process may use."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return pages if limit == resource.RLIM_INFINITY else min(limit, pages)


def _cut(rows: CSR, width: int) -> CSR:
    """Cut sparse rows before this column."""
    is_kept = rows.columns < width
    kept_before = np.concatenate([[0], np.cumsum(is_kept)])
    return CSR(rows.values[is_kept], rows.columns[is_kept], kept_before[rows.starts].astype(rows.starts.dtype))


def label_format(path: str, charset: str | None) -> str:
    """Format of a label file: npy, idx, or a text format."""
    return format_of(sources_of(path), charset=charset)


def _labels_of(path: str, charset: str | None) -> np.ndarray:
    (source,) = sources_of(path)
    format = label_format(path, charset)
    with reading(source if format in ARRAYS else recoded(source, charset)) as stream:
        return read_labels(stream, source.name, format)
