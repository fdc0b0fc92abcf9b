"""Survey of feature rows: means and spreads page by page, independent of how the rows were cut into chunks.

Dense pages are summed as in tables. For sparse pages only stored values are summed, and zeros are counted at the end,
so the cost of a page does not depend on the number of features.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from rosenblatt.conventions import Scale
from rosenblatt.data.blocks import Block, some_rows
from rosenblatt.data.chunks import Chunk, joined, pages
from rosenblatt.errors import DataError, OptionError, option, subject
from rosenblatt.files.encoding.feature_names import FeatureNames
from rosenblatt.files.encoding.feature_scaling import BY_FEATURE, FeatureScaling
from rosenblatt.files.encoding.scaling import Moments, PageMoments
from rosenblatt.loops.ranges import widen_ranges

SPARE = 4  # sum over all features if there are at most this many per stored value


class SparseMoments:
    """Means, spreads and ranges of nonzero values. Pages are merged as in ``Moments``."""

    def __init__(self) -> None:
        self.n_rows = 0
        self._count, self._mean, self._squares = np.zeros(0), np.zeros(0), np.zeros(0)
        self._low, self._high = np.zeros(0), np.zeros(0)  # of the stored values

    def add(self, block: Block) -> None:
        """Add a page of sparse rows."""
        values, columns, _ = some_rows(block, 0, block.n_rows).rows  # type: ignore[misc]
        is_stored = values != 0
        values, columns = values[is_stored].astype(np.float64), columns[is_stored]
        self.n_rows += block.n_rows
        self._grow(block.n_features)
        if not len(columns):
            return
        touched: Any = slice(block.n_features)
        codes = columns
        if block.n_features > SPARE * len(columns):
            touched, codes = np.unique(columns, return_inverse=True)
        with np.errstate(over="ignore", invalid="ignore"):  # overflow is reported by Moments.scaling
            self._take(touched, codes, values)
        widen_ranges(columns, values, self._low, self._high)

    def _take(self, touched: Any, codes: np.ndarray, values: np.ndarray) -> None:
        before = self._count[touched]
        count = np.bincount(codes, minlength=len(before)).astype(np.float64)
        mean = np.bincount(codes, values, len(before)) / np.maximum(count, 1)
        squares = np.bincount(codes, np.square(values - mean[codes]), len(before))
        apart, total = mean - self._mean[touched], np.maximum(before + count, 1)
        self._squares[touched] += squares + np.square(apart) * (before * count / total)
        self._mean[touched] += apart * (count / total)
        self._count[touched] += count

    def of_all_rows(self, width: int) -> PageMoments:
        """Moments of all values, zeros included."""
        self._grow(width)
        n_rows = float(self.n_rows)
        zeros = n_rows - self._count
        with np.errstate(over="ignore", invalid="ignore"):
            mean = self._mean * (self._count / n_rows)
            squares = self._squares + np.square(self._mean) * (self._count * zeros / n_rows)
        low = np.where(zeros > 0, np.minimum(self._low, 0.0), self._low)
        high = np.where(zeros > 0, np.maximum(self._high, 0.0), self._high)
        return PageMoments(np.full(width, n_rows), mean, squares, low, high)

    def _grow(self, width: int) -> None:
        for name, begin in (("_count", 0), ("_mean", 0), ("_squares", 0), ("_low", np.inf), ("_high", -np.inf)):
            numbers = getattr(self, name)
            setattr(self, name, np.concatenate([numbers, np.full(max(0, width - len(numbers)), float(begin))]))


class FeatureSurvey:
    """Survey of feature rows. Pages are added in the order of the rows."""

    def __init__(self, scale: Scale) -> None:
        self.scale, self._sparse = scale, SparseMoments()
        self._dense: Moments | None = None
        self._width = self._n_rows = 0

    def add(self, block: Block) -> None:
        """Add the next page."""
        self._width, self._n_rows = max(self._width, block.n_features), self._n_rows + block.n_rows
        if self.scale in BY_FEATURE and block.is_sparse:
            self._sparse.add(block)
        elif self.scale in BY_FEATURE:
            self._dense = self._dense or Moments(self._width)
            self._dense.add(np.asarray(block.rows.values, dtype=np.float64).T)

    def scaling(self, chosen: Mapping[str, Any], naming: Callable[[int], FeatureNames]) -> FeatureScaling:
        """Return the scaling of all rows added.

        chosen: the features of the options ``ignore`` and ``id``.
        naming: names of features, given their number.
        """
        names = naming(self._width)
        ids = {str(feature): names.column("id", feature) for feature in chosen["id"]}
        unused = {names.column("ignore", feature): feature for feature in chosen["ignore"]}
        if both := sorted({*ids.values()} & {*unused}):
            rule = "must be features that are nothing else"
            raise OptionError(f"{subject('id')} {rule}; {unused[both[0]]!r} is ignored.")
        ignored = sorted({*ids.values(), *unused})
        shift = divisor = np.empty(0)
        if self.scale in BY_FEATURE:
            moments = self._dense or Moments(self._width)
            if self._sparse.n_rows:
                moments.take(self._sparse.of_all_rows(self._width))
            for numbers in (moments.mean, moments.squares, moments.low, moments.high):
                numbers[ignored] = 0.0
            moments.count[ignored] = self._n_rows
            _check_finite(moments, self._n_rows, names)
            _, shift, divisor = moments.scaling(self.scale, names.titles(), names.file)
        shift = np.zeros_like(shift) if self._sparse.n_rows else shift
        return FeatureScaling(self._width, self.scale, shift, divisor, tuple(ignored), ids)


def survey(
    chunks: Iterable[Chunk], scale: Scale, chosen: Mapping[str, Any], naming: Callable[[int], FeatureNames]
) -> FeatureScaling:
    """Compute the scaling of feature rows in one pass, page by page."""
    found = FeatureSurvey(scale)
    for page in pages(chunks):
        found.add(joined(page).block)
    return found.scaling(chosen, naming)


def _check_finite(moments: Moments, n_rows: int, names: FeatureNames) -> None:
    is_finite = np.isfinite(moments.mean) & np.isfinite(moments.low) & np.isfinite(moments.high)
    for column in np.flatnonzero(~is_finite | (moments.count != n_rows))[:1].tolist():
        title = names.titles()[column]
        raise DataError(
            f"{names.file} must have finite numbers that can be added; feature {title!r} has others: "
            f"replace them, or {option('ignore', title)} leaves it out."
        )
