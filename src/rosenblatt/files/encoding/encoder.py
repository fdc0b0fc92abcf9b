"""Encoding of a table: the mapping from its columns to the features of a model. Frozen, and stored with the model.

Features stand in the order of the columns: a number is one, a list as many as it has numbers, a category one for each
value that training has seen (1 where a row has it), text 2**18 or 2**hash_bits; hashed categories share 2**hash_bits
that come last. A value that training has not seen is 0 in all of them; where training goes on with other rows, the
encoding has grown by the categories that came, and by nothing else: what numbers are scaled by stays. Rows are dense
where at least a quarter of their numbers need not be zero, else CSR: a rule of the columns alone, so that all rows of
a model are of one kind.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import lt
from typing import Any, NamedTuple, get_args

import numpy as np

from rosenblatt.conventions import MISSING, SCALES, Scale
from rosenblatt.data.blocks import Block
from rosenblatt.data.chunks import Chunk
from rosenblatt.data.labels import is_whole
from rosenblatt.errors import DataError, check_choice, sentence_of
from rosenblatt.files.encoding.canonical import canonical_text
from rosenblatt.files.encoding.hashing import TEXT_BITS, category_columns, check_hashing, text_rows
from rosenblatt.files.encoding.scaling import Scaling, unit_rows
from rosenblatt.files.encoding.schema import Column, Kind, Schema
from rosenblatt.files.encoding.values import PlainRows
from rosenblatt.loops.rows import CSR, Dense

DENSE_SHARE = 0.25

Entries = tuple[np.ndarray, np.ndarray, np.ndarray]  # rows, columns, values


class UnseenValues(NamedTuple):
    """Values of a category column that did not occur in training."""

    n_rows: int
    first: str


Unseen = dict[str, UnseenValues]  # by column


@dataclass(frozen=True, eq=False)
class Encoding:
    """Encoder of table batches as chunks of features and labels."""

    schema: Schema
    scaling: Scaling  # of the numbers, and of the lists number by number, in the order of the columns
    categories: dict[str, list[str]]  # of each category column that is not hashed, sorted
    labels: list[Any]  # of the target in training, sorted
    scale: Scale = "standard"
    hash_bits: int | None = None
    text_features: str = "chars3-5"
    missing: str | None = None
    n_features: int = field(init=False)
    matched: dict[str, list[str]] = field(init=False, repr=False)  # the categories in the form that values have
    _starts: dict[str, int] = field(init=False, repr=False)  # the first feature of each column

    def __post_init__(self) -> None:
        check_choice("scale", self.scale, SCALES)
        check_hashing(self.hash_bits, self.text_features)  # before there are powers of it
        object.__setattr__(self, "matched", {name: _canonical(values) for name, values in self.categories.items()})
        starts, width = {}, 0
        for column in self.schema.features:
            starts[column.name] = width
            width += self._width(column)
        hashed = [column.name for column in self.schema.features if self._is_hashed(column)]
        object.__setattr__(self, "_starts", starts | dict.fromkeys(hashed, width))
        object.__setattr__(self, "n_features", width + (2 ** (self.hash_bits or 0) if hashed else 0))

    @property
    def is_dense(self) -> bool:
        features = self.schema.features
        if any(column.kind == "text" or self._is_hashed(column) for column in features):
            return False
        return sum(column.size for column in features) >= DENSE_SHARE * self.n_features

    def feature_names(self) -> list[str] | None:
        """Names such as ``age``, ``workclass=Private``, ``embedding[3]``; None for hashed features."""
        if any(column.kind == "text" or self._is_hashed(column) for column in self.schema.features):
            return None
        return [name for column in self.schema.features for name in self._names(column)]

    def numeric_names(self) -> list[str]:
        """Names of numeric features, in the order of the scaling."""
        columns = [column for column in self.schema.features if column.kind in ("number", "list")]
        return [name for column in columns for name in self._names(column)]

    def chunk(self, batch: Any, unseen: Unseen | None = None) -> Chunk:
        """Encode the rows of a batch, with labels if it has the target.

        unseen: counts rows with categories that have no feature. Missing values are not counted.
        """
        unseen = {} if unseen is None else unseen
        rows = self._dense(batch, unseen) if self.is_dense else self._sparse(batch, unseen)
        for array in rows:
            array.setflags(write=False)  # one type for Numba, as all blocks have
        return Chunk(Block(rows, batch.num_rows, self.n_features), self._labels(batch))

    def grown(
        self, categories: Mapping[str, Iterable[str]], labels: Iterable[Any] = ()
    ) -> tuple["Encoding", np.ndarray]:
        """Return the encoding with more categories and labels, and the new column of each old feature.

        Features keep their order: new ones come between them.
        """
        merged = {name: sorted({*known, *categories.get(name, ())}) for name, known in self.categories.items()}
        grown = replace(self, categories=merged, labels=sorted({*self.labels, *labels}))
        places = [np.empty(0, np.int64)]
        for column in self.schema.features:
            own = np.arange(self._width(column))
            if column.kind == "category" and not self._is_hashed(column):
                own = np.searchsorted(merged[column.name], self.categories[column.name])
            places.append(grown._starts[column.name] + own)
        n_hashed = self.n_features - sum(map(len, places))
        return grown, np.concatenate([*places, np.arange(grown.n_features - n_hashed, grown.n_features)])

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values, every number exact."""
        scaling = {name: numbers.tolist() for name, numbers in self.scaling._asdict().items()}
        columns = [column._asdict() for column in self.schema.columns]
        kept = {name: getattr(self, name) for name in _PLAIN}
        return {"names": list(self.schema.names), "columns": columns, "scaling": scaling, **kept}

    @staticmethod
    def from_dict(kept: dict[str, Any]) -> "Encoding":
        """Restore an encoding from ``to_dict``, or raise a DataError."""
        try:
            schema = Schema(tuple(kept["names"]), tuple(Column(**column) for column in kept["columns"]))
            _check_schema(schema)
            scaling = Scaling(**{name: np.array(kept["scaling"][name], dtype=np.float64) for name in Scaling._fields})
            _check_scaling(scaling, sum(c.size for c in schema.features if c.kind in ("number", "list")))
            _check_values(kept["categories"], kept["labels"], kept["missing"])
            return Encoding(schema, scaling, **{name: kept[name] for name in _PLAIN})
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            fault = f"it is not: {sentence_of(error)}"
            raise DataError(f"an encoding must be what Encoding.to_dict gives; {fault}.") from error

    def _width(self, column: Column) -> int:
        """Number of features of a column."""
        if column.kind == "text":
            return int(2 ** (self.hash_bits or TEXT_BITS))
        if column.kind == "category":
            return 0 if self._is_hashed(column) else len(self.categories[column.name])
        return column.size

    def _is_hashed(self, column: Column) -> bool:
        return column.kind == "category" and self.hash_bits is not None

    def _names(self, column: Column) -> list[str]:
        if column.kind == "category":
            return [f"{column.name}={value}" for value in self.categories[column.name]]
        return [f"{column.name}[{k}]" for k in range(column.size)] if column.kind == "list" else [column.name]

    def _dense(self, batch: Any, unseen: Unseen) -> Dense:
        rows = self.scaling.rows(numbers_of(batch, self.schema))
        if any(column.kind == "category" for column in self.schema.features):
            numbers, rows = rows, np.zeros((batch.num_rows, self.n_features))
            rows[:, self._numbers()] = numbers
            for at, columns, values in self._entries(batch, unseen):
                rows[at, columns] = values
        if self.scale == "unit":
            starts = np.arange(batch.num_rows + 1) * self.n_features
            rows = unit_rows(rows.ravel(), starts).reshape(rows.shape)
        return Dense(rows)

    def _sparse(self, batch: Any, unseen: Unseen) -> CSR:
        from scipy.sparse import coo_array

        numbers, columns = self.scaling.rows(numbers_of(batch, self.schema)), self._numbers()
        every_row = np.arange(batch.num_rows)
        entries = [(np.repeat(every_row, len(columns)), np.tile(columns, batch.num_rows), numbers.ravel())]
        at, columns, values = (
            np.concatenate(part) for part in zip(*entries, *self._entries(batch, unseen), strict=True)
        )
        matrix = coo_array((values, (at, columns)), shape=(batch.num_rows, self.n_features)).tocsr()
        starts = matrix.indptr.astype(np.int32)
        values = unit_rows(matrix.data, starts) if self.scale == "unit" else matrix.data
        return CSR(values, matrix.indices.astype(np.int32), starts)

    def _numbers(self) -> np.ndarray:
        """Features of numeric and list columns."""
        spans = [(self._starts[c.name], c.size) for c in self.schema.features if c.kind in ("number", "list")]
        return np.array([start + k for start, size in spans for k in range(size)], dtype=np.int64)

    def _entries(self, batch: Any, unseen: Unseen) -> Iterator[Entries]:
        """Nonzero entries of categories and text."""
        for column in self.schema.features:
            start, values = self._starts[column.name], batch.column(column.name)
            if column.kind == "text":
                matrix = text_rows(values.to_pylist(), self.text_features, self.hash_bits or TEXT_BITS)
                at = np.repeat(np.arange(batch.num_rows), np.diff(matrix.indptr))
                yield at, start + matrix.indices.astype(np.int64), matrix.data
            elif column.kind == "category":
                at, columns = self._categories(column, values, unseen)
                yield at, start + columns, np.ones(len(at))

    def _categories(self, column: Column, values: Any, unseen: Unseen) -> tuple[np.ndarray, np.ndarray]:
        """Rows whose category is known, and the column of each."""
        import pyarrow as pa
        from pyarrow import compute

        if self._is_hashed(column):
            distinct = values.dictionary_encode()
            hashed = category_columns(column.name, distinct.dictionary.to_pylist(), self.hash_bits or 0)
            codes = distinct.indices
        else:
            hashed = np.arange(len(self.categories[column.name]))
            codes = compute.index_in(values, pa.array(self.matched[column.name], pa.string()))
            if codes.null_count > values.null_count:
                self._count_unseen(column.name, values, codes, unseen)
        known = codes.is_valid().to_numpy(zero_copy_only=False)
        return np.flatnonzero(known), hashed[codes.drop_null().to_numpy(zero_copy_only=False)]

    def _count_unseen(self, name: str, values: Any, codes: Any, unseen: Unseen) -> None:
        """Count the rows whose value has no code. A missing value may have its own category, the empty string."""
        from pyarrow import compute

        is_value = compute.not_equal(values, "") if self.missing == "mean" else values.is_valid()
        is_new = compute.and_kleene(codes.is_null(), is_value)
        if n_rows := compute.sum(is_new).as_py():
            before = unseen.get(name) or UnseenValues(0, values[compute.index(is_new, True).as_py()].as_py())
            unseen[name] = before._replace(n_rows=before.n_rows + n_rows)

    def _labels(self, batch: Any) -> np.ndarray | None:
        if isinstance(batch, PlainRows):
            encoded = batch.distinct_labels()
            return None if encoded is None else self._written_labels(*encoded)
        import pyarrow as pa

        if self.schema.target not in batch.schema.names:
            return None
        values = batch.column(self.schema.target)
        if not pa.types.is_string(values.type):
            return np.array(values)
        distinct = values.dictionary_encode()
        return self._written_labels(distinct.dictionary.to_pylist(), np.array(distinct.indices))

    def _written_labels(self, labels: list[Any], codes: np.ndarray) -> np.ndarray:
        """Labels written as text, from the distinct labels and the code of each row."""
        if self.labels and isinstance(self.labels[0], str):
            known, forms = set(self.labels), {canonical_text(label): label for label in self.labels}
            labels = [label if label in known else forms.get(canonical_text(label), label) for label in labels]
        elif self.labels and all(is_whole(canonical_text(label)) for label in labels):
            labels = [int(canonical_text(label)) for label in labels]
        return np.asarray(np.array(labels)[codes])


def _canonical(categories: list[str]) -> list[str]:
    """Convert categories of older models to canonical form. If two would merge, all stay."""
    texts = [canonical_text(category) for category in categories]
    return texts if len(set(texts)) == len(texts) else categories


def numbers_of(batch: Any, schema: Schema) -> np.ndarray:
    """Numbers of a batch, features × rows, lists expanded. NaN marks missing values."""
    if isinstance(batch, PlainRows):
        return batch.numbers([column.name for column in schema.features])
    parts = []
    for column in schema.features:
        values: Any = batch.column(column.name)
        if column.kind == "number":
            parts.append(values.to_numpy(zero_copy_only=False)[None, :])
        elif column.kind == "list":
            parts.append(values.flatten().to_numpy(zero_copy_only=False).reshape(-1, column.size).T)
    return np.concatenate(parts) if parts else np.empty((0, batch.num_rows))


# Checks of a stored encoding, since files may be hostile.


def _check_schema(schema: Schema) -> None:
    columns = schema.columns
    _ensure(all(isinstance(name, str) for name in schema.names), "a name is no string")
    _ensure(len(set(schema.names)) == len(schema.names), "a name is there twice")
    _ensure({column.name for column in columns} <= set(schema.names), "a column is none of those named")
    _ensure(len({column.name for column in columns}) == len(columns), "a column is there twice")
    _ensure(all(column.kind in get_args(Kind) and column.kind != "empty" for column in columns), "a kind is none")
    _ensure(sum(column.kind == "target" for column in columns) <= 1, "there are two targets")
    for column in columns:
        size_is_one = type(column.size) is int and column.size == 1
        is_list = column.kind == "list" and type(column.size) is int and column.size >= 1
        _ensure(size_is_one or is_list, f"the size of column {column.name!r} is none")


def _check_scaling(scaling: Scaling, n_numbers: int) -> None:
    for name, numbers in scaling._asdict().items():
        _ensure(numbers.shape == (n_numbers,), f"there are not as many numbers of {name} as features that are numbers")
        _ensure(np.isfinite(numbers).all(), f"a number of {name} is not finite")
    _ensure((scaling.divisor > 0).all(), "a divisor is not positive")


def _check_values(categories: Any, labels: Any, missing: Any) -> None:
    _ensure(missing is None or missing in MISSING, "missing values become nothing that is known")
    _ensure(isinstance(categories, dict) and isinstance(labels, list), "categories or labels are not listed")
    for name, values in categories.items():
        listed = isinstance(values, list) and all(isinstance(value, str) for value in values)
        _ensure(listed and _is_rising(values), f"the categories of {name!r} are no sorted strings")
        "".join(values).encode()  # half a surrogate pair raises here, not in pyarrow
    strings = sum(isinstance(label, str) for label in labels)
    "".join(label for label in labels if isinstance(label, str)).encode()
    _ensure(strings == len(labels) or all(isinstance(label, int | float) for label in labels), "labels are mixed")
    _ensure(_is_rising(labels), "labels are not sorted")


def _is_rising(values: list[Any]) -> bool:
    return all(map(lt, values, values[1:]))


def _ensure(is_so: Any, otherwise: str) -> None:
    if not is_so:
        raise ValueError(otherwise)


_PLAIN = ("categories", "labels", "scale", "hash_bits", "text_features", "missing")
