"""Scaling of data that already consists of features: LIBSVM, Vowpal Wabbit, arrays and bundled sets.

It belongs to the model, as the encoding of a table does, and is frozen. Features that appear in continued training are
not scaled. Rows are centred only if all training rows were dense, since a centred sparse row would be dense.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosenblatt.conventions import SCALES, Scale
from rosenblatt.data.blocks import Block, frozen, some_rows, widened
from rosenblatt.errors import DataError, check_choice, sentence_of
from rosenblatt.files.encoding.scaling import unit_rows
from rosenblatt.loops.rows import CSR, Dense

BY_FEATURE = ("standard", "maxabs")  # scales that have a divisor per feature


@dataclass(frozen=True, eq=False)
class FeatureScaling:
    """Scaling of feature rows for a model.

    n_features: width of the training rows; 0 if not known.
    shift, divisor: one number per feature under "standard" and "maxabs", else empty.
    ignored: sorted columns that are zero for the model, including ID columns.
    ids: ID columns, by their names in predictions.
    """

    n_features: int = 0
    scale: Scale = "none"
    shift: np.ndarray = field(default_factory=lambda: np.empty(0))
    divisor: np.ndarray = field(default_factory=lambda: np.empty(0))
    ignored: tuple[int, ...] = ()
    ids: dict[str, int] = field(default_factory=dict)

    def rows(self, block: Block) -> Block:
        """Scale the rows and zero the ignored columns."""
        block = widened(block, self.n_features)
        if block.is_sparse and self.shift.any():  # the prediction of a row must not depend on its storage
            block = _as_dense(block)
        if isinstance(block.rows, CSR):
            return block._replace(rows=self._sparse(block))
        return block._replace(rows=Dense(frozen(self._dense(block))))

    def by_feature(self, width: int) -> tuple[np.ndarray, np.ndarray]:
        """Shift and divisor for at least this many features. Features unseen in training are left unscaled."""
        missing = max(0, width - len(self.divisor))
        return np.append(self.shift, np.zeros(missing)), np.append(self.divisor, np.ones(missing))

    def id_values(self, block: Block) -> dict[str, Any]:
        """Values of the ID features as pyarrow columns; whole numbers have no decimal point."""
        if not self.ids:
            return {}
        import pyarrow as pa

        return {name: pa.array(map(_written, _column(block, column).tolist())) for name, column in self.ids.items()}

    @property
    def key(self) -> str:
        """Key that identifies this scaling."""
        numbers = hashlib.sha256(self.shift.tobytes() + self.divisor.tobytes()).hexdigest()
        return repr((self.n_features, self.scale, numbers, self.ignored, self.ids))

    def to_tree(self) -> dict[str, Any]:
        """Return plain values and arrays for a model file."""
        own = {name: getattr(self, name) for name in ("n_features", "scale", "shift", "divisor", "ids")}
        return {**own, "ignored": list(self.ignored)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values, every number exact."""
        return {**self.to_tree(), "shift": self.shift.tolist(), "divisor": self.divisor.tolist()}

    @staticmethod
    def from_dict(kept: dict[str, Any]) -> "FeatureScaling":
        """Restore a scaling from ``to_dict`` or ``to_tree``, or raise a DataError."""
        try:
            shift, divisor = (np.array(kept[name], dtype=np.float64) for name in ("shift", "divisor"))
            n_features, ignored, ids = kept["n_features"], tuple(kept["ignored"]), dict(kept["ids"])
            check_choice("scale", kept["scale"], SCALES)
            _check_columns(n_features, ignored, ids)
            _check_numbers(shift, divisor, n_features if kept["scale"] in BY_FEATURE else 0)
            return FeatureScaling(n_features, kept["scale"], shift, divisor, ignored, ids)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            fault = f"it is not: {sentence_of(error)}"
            raise DataError(f"a scaling of features must be what FeatureScaling.to_dict gives; {fault}.") from error

    def _dense(self, block: Block) -> np.ndarray:
        values = np.asarray(block.rows.values)
        if self.ignored:
            values = values.copy()
            values[:, list(self.ignored)] = 0.0
        if self.scale in BY_FEATURE:
            shift, divisor = self.by_feature(block.n_features)
            values = np.subtract(values, shift)
            values /= divisor
        elif self.scale == "unit":
            starts = np.arange(block.n_rows + 1) * block.n_features
            values = unit_rows(values.ravel(), starts).reshape(values.shape)
        return values

    def _sparse(self, block: Block) -> CSR:
        values, columns, starts = some_rows(block, 0, block.n_rows).rows  # type: ignore[misc]
        if self.ignored:
            is_kept = ~np.isin(columns, self.ignored)
            kept_before = np.concatenate([[0], np.cumsum(is_kept)]).astype(starts.dtype)
            values, columns, starts = values[is_kept], columns[is_kept], kept_before[starts]
        if self.scale in BY_FEATURE:
            divisor = self.divisor if block.n_features <= len(self.divisor) else self.by_feature(block.n_features)[1]
            values = values / divisor[columns]
        elif self.scale == "unit":
            values = unit_rows(values, starts)
        return CSR(*map(frozen, (values, columns, starts)))


def table_encoding(encoding: Any) -> Any:
    """Return the encoding if it is that of a table, else None."""
    return None if isinstance(encoding, FeatureScaling) else encoding


def is_scaled(encoding: Any) -> bool:
    """Return True if numbers are not in the units of the file."""
    return encoding is not None and encoding.scale != "none"


def _as_dense(block: Block) -> Block:
    values, columns, starts = some_rows(block, 0, block.n_rows).rows  # type: ignore[misc]
    dense = np.zeros((block.n_rows, block.n_features))
    dense[np.repeat(np.arange(block.n_rows), np.diff(starts)), columns] = values
    return Block(Dense(dense), block.n_rows, block.n_features)


def _column(block: Block, column: int) -> np.ndarray:
    """One feature of all rows, dense."""
    if isinstance(block.rows, Dense):
        return np.asarray(block.rows.values[:, column])
    values, columns, starts = some_rows(block, 0, block.n_rows).rows  # type: ignore[misc]
    entries = np.flatnonzero(columns == column)
    numbers = np.zeros(block.n_rows)
    numbers[np.searchsorted(starts, entries, side="right") - 1] = values[entries]
    return numbers


def _written(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)


# Checks of a stored scaling, since files may be hostile.


def _check_columns(n_features: Any, ignored: tuple[Any, ...], ids: dict[Any, Any]) -> None:
    _ensure(type(n_features) is int and n_features >= 0, "the number of features is none")
    are_columns = all(type(column) is int and 0 <= column < n_features for column in (*ignored, *ids.values()))
    _ensure(are_columns, "a column is none of the features")
    _ensure(list(ignored) == sorted(set(ignored)), "the columns that are ignored are not sorted")
    _ensure(all(type(name) is str for name in ids), "a name is no string")
    _ensure(set(ids.values()) <= set(ignored), "a column of ids is not ignored")


def _check_numbers(shift: np.ndarray, divisor: np.ndarray, n_features: int) -> None:
    for name, numbers in (("shift", shift), ("divisor", divisor)):
        _ensure(numbers.shape == (n_features,), f"there are not as many numbers of {name} as features")
        _ensure(np.isfinite(numbers).all(), f"a number of {name} is not finite")
    _ensure((divisor > 0).all(), "a divisor is not positive")


def _ensure(is_so: Any, otherwise: str) -> None:
    if not is_so:
        raise ValueError(otherwise)
