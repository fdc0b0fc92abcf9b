"""A survey: what the first pass over a table learns for its encoding."""

from collections.abc import Iterable
from typing import Any

from rosenblatt.errors import DataError
from rosenblatt.files.columns import Column, Schema
from rosenblatt.files.encoding import Encoding, is_whole, numbers_of
from rosenblatt.files.hashing import check_hashing
from rosenblatt.files.scaling import Moments, Scale, check_scale
from rosenblatt.files.tabular import pages_of

MOST_CATEGORIES = 1_000
MOST_LABELS = 10_000


def encoding_of(
    batches: Iterable[Any],
    schema: Schema,
    missing: str | None = None,
    *,
    name: str = "DATA",
    scale: Scale = "standard",
    hash_bits: int | None = None,
    text_features: str = "chars3-5",
) -> Encoding:
    """The encoding that the rows of a table ask for: their means and spreads, their categories and their labels.

    Rows are gone through page by page, so that nothing depends on how they were cut into batches.
    """
    check_scale(scale)
    check_hashing(hash_bits, text_features)
    numeric = [name for c in schema.features if c.kind in ("number", "list") for name in [c.name] * c.size]
    listed = [column for column in schema.columns if column.kind == "target" or _is_one_hot(column, hash_bits)]
    moments, distinct = Moments(len(numeric)), {column.name: set[Any]() for column in listed}
    n_rows = 0
    for page in pages_of(batches):
        moments.add(numbers_of(page, schema))
        for column in listed:
            _collect(distinct[column.name], page.column(column.name), column, name)
        n_rows += page.num_rows
    if not n_rows:
        raise DataError(f"{name} must have at least one row in which no value is missing; it has none.")
    labels = distinct.pop(schema.target, set()) if schema.target else set()
    return Encoding(
        schema,
        moments.scaling(scale, numeric, name),
        {name: sorted(values) for name, values in distinct.items()},
        _sorted_labels(labels),
        scale,
        hash_bits,
        text_features,
        missing,
    )


def _is_one_hot(column: Column, hash_bits: int | None) -> bool:
    return column.kind == "category" and hash_bits is None


def _collect(seen: set[Any], values: Any, column: Column, name: str) -> None:
    """Add the distinct values of a column to those seen; a DataError when there are too many."""
    seen.update(values.unique().drop_null().to_pylist())
    place = f"{name} column {column.name!r}"
    if column.kind == "target" and len(seen) > MOST_LABELS:
        raise DataError(
            f"{place} must have at most {MOST_LABELS} classes to be the target; it has more: --target names another."
        )
    if column.kind == "category" and len(seen) > MOST_CATEGORIES:
        raise DataError(
            f"{place} must have at most {MOST_CATEGORIES} categories; it has more: --text {column.name} "
            f"reads it as text, --hash-bits 18 hashes categories, --ignore {column.name} leaves it out."
        )


def _sorted_labels(labels: set[Any]) -> list[Any]:
    """Strings become whole numbers where all are written as such: 01 is not 1."""
    if labels and all(isinstance(label, str) and is_whole(label) for label in labels):
        return sorted(int(label) for label in labels)
    return sorted(labels)
