"""Survey: first pass over a table, which finds its encoding, or categories that an encoding lacks."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rosenblatt.conventions import SCALES, Scale
from rosenblatt.data.labels import is_whole
from rosenblatt.errors import DataError, OptionError, check_choice, option, subject
from rosenblatt.files.encoding.canonical import canonical_text
from rosenblatt.files.encoding.encoder import Encoding, numbers_of
from rosenblatt.files.encoding.hashing import MAX_CATEGORIES, check_hashing
from rosenblatt.files.encoding.odd_columns import MIN_ROWS
from rosenblatt.files.encoding.scaling import Moments, PageMoments
from rosenblatt.files.encoding.schema import Column, Schema
from rosenblatt.files.encoding.values import GAPS, MARKS, PlainRows, joined
from rosenblatt.files.formats.csv_numbers import NUMBER, has_decimal_comma
from rosenblatt.files.formats.tables import parts_of_pages
from rosenblatt.files.formats.text_lines import on_all_cores
from rosenblatt.files.read_options import ReadOptions

MAX_LABELS = 10_000


class TableSurvey:
    """Survey of a table. Pages are summarised on any thread or machine; summaries are taken in the order of the rows.

    any_target: each value of the target is a class, even if no two rows share one.
    """

    def __init__(
        self,
        schema: Schema,
        missing: str | None = None,
        *,
        name: str = "DATA",
        scale: Scale = "standard",
        hash_bits: int | None = None,
        text_features: str = "chars3-5",
        any_target: bool = False,
    ) -> None:
        check_choice("scale", scale, SCALES)
        check_hashing(hash_bits, text_features)
        _check_use(schema, hash_bits, text_features, name)
        self.schema, self.name, self.any_target = schema, name, any_target
        self.scale, self._settings = scale, (hash_bits, text_features, missing)
        self._numeric = [name for c in schema.features if c.kind in ("number", "list") for name in [c.name] * c.size]
        self._listed = _listed(schema, hash_bits)
        self._moments = Moments(len(self._numeric))
        self._distinct = {column.name: set[Any]() for column in self._listed}
        self._n_rows = 0

    def summary(self, page: Any) -> "PageSummary":
        """Summarise one page of rows. The survey does not change."""
        values = [_distinct(page, column) for column in self._listed]
        return PageSummary(page.num_rows, PageMoments.of(numbers_of(page, self.schema)), values)

    def take(self, page: "PageSummary") -> None:
        """Take the summary of the next page."""
        self._n_rows += page.n_rows
        self._moments.take(page.moments)
        for column, some in zip(self._listed, page.values, strict=True):
            _collect(self._distinct[column.name], some, column, self.name)

    def encoding(self) -> Encoding:
        """Return the encoding of all rows taken."""
        schema, distinct = self.schema, dict(self._distinct)
        _check_rows(self._n_rows, self.name)
        labels = distinct.pop(schema.target, set()) if schema.target else set()
        _check_labels(labels, f"{self.name} column {schema.target!r}")
        if not self.any_target and self._n_rows >= MIN_ROWS:
            _check_classes(labels, self._n_rows, f"{self.name} column {schema.target!r}", schema.target)
        scaling = self._moments.scaling(self.scale, self._numeric, self.name)
        categories = {name: sorted(values) for name, values in distinct.items()}
        return Encoding(schema, scaling, categories, _sorted_labels(labels), self.scale, *self._settings)


class PageSummary(NamedTuple):
    """Summary of a page: moments of its numbers, and the distinct values of each column whose values are listed."""

    n_rows: int
    moments: PageMoments
    values: list[list[Any]]


def encoding_of(batches: Iterable[Any], schema: Schema, missing: str | None = None, **settings: Any) -> Encoding:
    """Compute the encoding of a table: means and spreads, categories and labels. settings: those of ``TableSurvey``.

    Rows are processed page by page on all cores, so that nothing depends on how they were cut into batches.
    """
    survey = TableSurvey(schema, missing, **settings)
    for page in on_all_cores(lambda parts: survey.summary(joined(parts)), parts_of_pages(batches)):
        survey.take(page)
    return survey.encoding()


def _check_use(schema: Schema, hash_bits: int | None, text_features: str, name: str) -> None:
    """Raise an OptionError if an option for hashed columns is given and no column is hashed."""
    kinds = {column.kind for column in schema.features}
    if hash_bits is not None and not kinds & {"category", "text"}:
        raise OptionError(
            f"{subject('hash_bits')} must be left out where no column is hashed; {name} has numbers only."
        )
    if text_features != ReadOptions.text_features and "text" not in kinds:
        raise OptionError(
            f"{subject('text_features')} must be left out where no column is text; {name} has none: "
            f"{option('text', metavar='COLUMN')} names one."
        )


class Newcomers(NamedTuple):
    """Categories and labels of a table that an encoding does not have."""

    categories: dict[str, list[str]]  # of each category column that is not hashed, sorted
    labels: list[Any]  # all there are: as written, where they are text


def newcomers(batches: Iterable[Any], encoding: Encoding, name: str = "DATA") -> Newcomers:
    """Find categories and labels of a table that an encoding does not have. Their number is limited as in training.

    Rows are processed page by page on all cores.
    """
    listed = _listed(encoding.schema, encoding.hash_bits)
    distinct = {column.name: set[Any](encoding.matched.get(column.name, ())) for column in listed}

    def page_values(parts: list[Any]) -> tuple[int, list[list[Any]]]:
        page = joined(parts)
        return page.num_rows, [_distinct(page, column) for column in listed]

    n_rows = 0
    for count, values in on_all_cores(page_values, parts_of_pages(batches)):
        n_rows += count
        for column, some in zip(listed, values, strict=True):
            _collect(distinct[column.name], some, column, name)
    _check_rows(n_rows, name)
    labels = distinct.pop(encoding.schema.target or "", set())
    new = {column: sorted(values.difference(encoding.matched[column])) for column, values in distinct.items()}
    return Newcomers(new, sorted(labels))


def _listed(schema: Schema, hash_bits: int | None) -> list[Column]:
    """Columns whose distinct values are kept: the target, and categories that are not hashed."""
    one_hot = ("target", "category") if hash_bits is None else ("target",)
    return [column for column in schema.columns if column.kind in one_hot]


def _check_rows(n_rows: int, name: str) -> None:
    if not n_rows:
        raise DataError(f"{name} must have at least one row in which no value is missing; it has none.")


def _distinct(page: Any, column: Column) -> list[Any]:
    """Distinct values of a column; for plain rows, of the target."""
    if isinstance(page, PlainRows):
        labels, _ = page.distinct_labels() or ([], None)
        return labels
    return page.column(column.name).unique().drop_null().to_pylist()  # type: ignore[no-any-return]


def _collect(seen: set[Any], values: list[Any], column: Column, name: str) -> None:
    """Add values of a column to those seen, or raise a DataError if there are too many."""
    seen.update(values)
    place = f"{name} column {column.name!r}"
    if column.kind == "target" and len(seen) > MAX_LABELS:
        if _has_fractions(seen):
            raise DataError(
                f"{place} must have classes to be the target; it has more than {MAX_LABELS} different numbers, and "
                f"that is regression: {option('target', metavar='NAME')} names a column of classes."
            )
        raise DataError(
            f"{place} must have at most {MAX_LABELS} classes to be the target; it has more: "
            f"{option('target')} names another."
        )
    if column.kind == "category" and len(seen) > MAX_CATEGORIES:
        raise DataError(
            f"{place} must have at most {MAX_CATEGORIES} categories; it has more{_odd_one(seen)}: "
            f"{option('text', column.name)} reads it as text, {option('hash_bits', 18)} hashes categories, "
            f"{option('ignore', column.name)} leaves it out."
        )


def _check_classes(labels: set[Any], n_rows: int, place: str, target: str | None) -> None:
    """Raise a DataError if the target looks numeric (regression), or has a different label in each row."""
    numeric, n_labels = all(map(_is_number, labels)), len(labels)
    has_many = n_labels > max(MIN_ROWS, n_rows // 2) and numeric and _has_fractions(labels)
    if n_labels < n_rows and not has_many:
        return
    what = f"it has {n_labels} different numbers in {n_rows} rows, and that is regression"
    if not numeric:
        what = f"each of the {n_rows} rows has a label of its own"
    raise DataError(
        f"{place} must have classes to be the target; {what}: {option('target', metavar='NAME')} names a column of "
        f"classes, {option('categorical', target)} takes each {'number' if numeric else 'label'} for a class."
    )


def _check_labels(labels: set[Any], place: str) -> None:
    """Raise a DataError if a word for "missing" is a label among numbers."""
    gaps = sorted(label for label in labels if isinstance(label, str) and label in (*MARKS, *GAPS))
    if gaps and len(gaps) < len(labels) and all(map(_is_number, labels.difference(gaps))):
        raise DataError(
            f"{place} must have a label in each row; all are numbers but for {gaps[0]!r}, which stands for none: "
            f"{option('missing_label', 'drop')} leaves such rows out."
        )


def _is_number(label: Any) -> bool:
    if isinstance(label, str):
        return NUMBER.fullmatch(label) is not None or has_decimal_comma(label)
    return isinstance(label, int | float) and not isinstance(label, bool)


def _has_fractions(labels: set[Any]) -> bool:
    return all(map(_is_number, labels)) and not all(_number(label).is_integer() for label in labels)


def _number(label: Any) -> float:
    return float(label.replace(",", ".") if isinstance(label, str) else label)


def _odd_one(categories: set[str]) -> str:
    """Return the word that keeps most other values from being numbers."""
    words = sorted(category for category in categories if not NUMBER.fullmatch(category))
    return f", numbers but for {words[0]!r} and the like" if 0 < 2 * len(words) < len(categories) else ""


def _sorted_labels(labels: set[Any]) -> list[Any]:
    """Convert strings to integers if all are plain integers: 01 is not 1. A label written in two ways is one label."""
    if all(isinstance(label, str) for label in labels):
        one_way: dict[str, str] = {}
        for label in sorted(labels, key=lambda label: (len(label), label)):
            one_way.setdefault(canonical_text(label), label)
        labels = set(one_way.values())
    if labels and all(isinstance(label, str) and is_whole(label) for label in labels):
        return sorted(int(label) for label in labels)
    return sorted(labels)
