"""Feature space of a picture: one, two or three features of a model, the rows in it, and its limits.

Features that are not drawn are fixed at the means of the rows. So the model on the drawn features is a model again: for
linear weights, w on these features, with the contribution of the others in the bias.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, all_rows, block_of, frozen, take_rows
from rosenblatt.data.chunks import matrix_of
from rosenblatt.data.labels import signs_of
from rosenblatt.errors import DataError, OptionError
from rosenblatt.loops.arguments import Weights
from rosenblatt.loops.rows import Dense
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.voted import VotedModel
from rosenblatt.plots.inputs import columns_of, model_of, names_of, places_of

MAX_POINTS = 2_000
POINTS_AT_ONCE = 4_000_000  # numbers of points that a kernel predicts together
TIED = 1e-9  # rows are as close as each other but for rounding
PADDING = 0.08  # around the rows, as a share of their reach
Limits = list[tuple[float, float]]  # of each axis


class Findings(NamedTuple):
    """Result of the model on the labelled rows."""

    note: str
    wrong: np.ndarray  # rows
    closest: np.ndarray  # rows of each class, if the boundary separates them
    distances: list[float]  # their distances, one per class, negative on the negative side


@dataclass(frozen=True, eq=False)
class Space:
    """Model on the drawn features, with the given rows. A class is identified by its place."""

    whole: Model
    names: list[str]  # of the features that are drawn
    columns: list[int]
    block: Block | None
    places: np.ndarray | None  # the class of each row

    @classmethod
    def of(cls, given: Any, X: Any, y: Any, features: Any, names: Any) -> "Space":
        model = model_of(given)
        names = names_of(given, X, names, model.n_features)
        columns = columns_of(features, names)
        if X is None and y is None and hasattr(given, "block") and hasattr(given, "examples"):  # a trace has its rows
            return cls(model, [names[j] for j in columns], columns, given.block, np.asarray(given.examples.classes))
        if X is None and y is not None:
            raise DataError("X must be given where y is: the rows to draw.")
        if X is None and len(columns) < model.n_features:
            chosen = f"{len(columns)} of {model.n_features} features"
            raise DataError(f"X must be given to draw {chosen}: the others stand at its means.")
        block = None if X is None else model.checked(X)
        places = None
        if block is not None and y is not None:
            signs = isinstance(given, Hyperplane)  # of any two labels
            places = places_of(signs_of(y, block.n_rows) if signs else y, block.n_rows, model.classes)
        return cls(model, [names[j] for j in columns], columns, block, places)

    @property
    def is_slice(self) -> bool:
        return len(self.columns) < self.whole.n_features

    @property
    def is_linear(self) -> bool:
        return isinstance(self.whole, LinearModel)

    @cached_property
    def model(self) -> Model:
        """Model on the axes of the picture, at least two. A voted model gets a last axis that is always 1."""
        base = np.zeros(self.whole.n_features)
        if self.is_slice and self.block is not None:
            base = _means(self.block)
            base[self.columns] = 0.0
        return _sliced(self.whole, self.columns, base)

    @cached_property
    def plane(self) -> Hyperplane | None:
        """Boundary on the axes of the picture; None if there is none, or several, or a voted model."""
        if not self.is_linear or len(self.whole.classes) != 2:
            return None
        w, b = self.model.weights  # type: ignore[attr-defined]
        return plane_of(w[0], b[0])

    def winners(self, points: np.ndarray) -> np.ndarray:
        """Place of the class predicted at each point of the picture."""
        if isinstance(self.whole, KernelModel):
            return self._kernel_winners(self.whole, points)
        folded = points if self.is_linear else np.column_stack([points, np.ones(len(points))])
        return np.asarray(self.model.winners(block_of(folded)))

    def _kernel_winners(self, whole: KernelModel, points: np.ndarray) -> np.ndarray:
        """Class at each point; features that are not drawn stand at the means of the rows."""
        base = np.zeros(whole.n_features) if self.block is None else _means(self.block)
        winners = np.empty(len(points), np.uint32)
        at_once = max(1, POINTS_AT_ONCE // whole.n_features)
        for first in range(0, len(points), at_once):
            some = points[first : first + at_once, : len(self.columns)]
            rows = np.tile(base, (len(some), 1))
            rows[:, self.columns] = some
            winners[first : first + len(some)] = whole.winners(block_of(rows))
        return winners

    # The rows.

    @cached_property
    def all_points(self) -> np.ndarray:
        """Rows on the axes of the picture. With one feature, classes are placed one above the other."""
        if self.block is None:
            return np.empty((0, max(2, len(self.columns))))
        points = _dense_columns(self.block, self.columns)
        if len(self.columns) > 1:
            return points
        return np.column_stack([points, np.zeros(len(points)) if self.places is None else self.places])

    @property
    def step(self) -> int:
        """Step between the rows that are drawn."""
        return 1 if self.block is None else -(-self.block.n_rows // MAX_POINTS)

    @cached_property
    def drawn(self) -> np.ndarray:
        """Numbers of the rows that are drawn."""
        return np.arange(0, 0 if self.block is None else self.block.n_rows, self.step)

    @cached_property
    def findings(self) -> Findings:
        """Rows that the whole model predicts wrong; if there are none, the rows closest to the plane."""
        nothing = np.empty(0, dtype=np.int64)
        if self.block is None or self.places is None or len(self.whole.classes) == 1:
            return Findings("", nothing, nothing, [])
        rows = all_rows(self.block) if self.is_linear else self.drawn  # every vote on every row would take long
        block = self.block if len(rows) == self.block.n_rows else take_rows(self.block, rows)
        wrong = rows[self.whole.winners(block) != self.places[rows]]
        if len(wrong):
            return Findings(f"{len(wrong):,} of {len(rows):,} rows wrong", wrong, nothing, [])
        note = f"all {len(rows):,} rows right"
        if self.plane is None or self.is_slice:
            return Findings(note, wrong, nothing, [])
        length = math.hypot(*self.whole.weights.w[0].tolist())  # type: ignore[attr-defined]
        distances = self.whole.scores(self.block)[:, 0] / length
        if not distances.all():
            return Findings(f"{note}, margin 0", wrong, nothing, [])
        sides = (distances[distances < 0], distances[distances > 0])
        nearest = [float(side[np.abs(side).argmin()]) for side in sides if len(side)]
        closest = np.isclose(distances[:, None], nearest, rtol=TIED, atol=0.0).any(axis=1)
        return Findings(f"{note}, margin {min(map(abs, nearest)):.3g}", wrong, np.flatnonzero(closest), nearest)

    # Limits.

    def limits(self, given: Any) -> Limits:
        """Limits as given; else around the rows; else around the boundary and the origin."""
        if given is not None:
            return _given_limits(given, len(self.columns), len(self.whole.classes))
        if self.block is not None:
            reach = [_around(column) for column in self.all_points[:, : len(self.columns)].T]
        else:
            reach = self._around_boundary()[: len(self.columns)]
        return reach if len(reach) > 1 else [*reach, (-0.6, len(self.whole.classes) - 0.4)]

    def _around_boundary(self) -> Limits:
        """Limits around the boundary points nearest to the origin; for votes and kernels, around the support."""
        if isinstance(self.whole, VotedModel | KernelModel):
            support = Block(self.whole.support.rows, len(self.whole.support.classes), self.whole.n_features)
            return [_around(column) for column in _dense_columns(support, self.columns).T]
        w, b = scores_of(self.model)
        planes = [plane_of(w[i] - w[j], b[i] - b[j]) for i, j in combinations(range(len(b)), 2)]
        feet = [plane.project(np.zeros(w.shape[1])) for plane in planes if plane is not None]
        middle = np.median(feet, axis=0) if feet else np.zeros(w.shape[1])
        half = float(np.linalg.norm(middle)) or 1.0
        return [(float(at) / 2 - half, float(at) / 2 + half) for at in middle]


def scores_of(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Weights and bias per class of a linear model; with two classes the first has zeros."""
    w, b = model.weights  # type: ignore[attr-defined]
    if len(model.classes) == 2:
        return np.concatenate([np.zeros_like(w), w]), np.append(0.0, b)
    return w, b


def plane_of(w: np.ndarray, b: float) -> Hyperplane | None:
    """Plane of these weights, scaled to a length near 1; None for zeros."""
    if not w.any():
        return None
    scale = 2.0 ** float(np.frexp(np.abs(w).max())[1])
    return Hyperplane(w / scale, float(b) / scale)


def _sliced(model: Model, columns: list[int], base: np.ndarray) -> Model:
    """Model on some of its columns, with the others fixed at ``base``. A single column gets a second without weight."""
    if isinstance(model, VotedModel):
        return _sliced_votes(model, columns, base)
    bias = model.scores(block_of(base[None]))[0]
    w = _two(model.weights.w[:, columns])  # type: ignore[attr-defined]
    return LinearModel(model.classes, w.shape[1], model.at_zero, Weights(w, bias))


def _sliced_votes(model: VotedModel, columns: list[int], base: np.ndarray) -> VotedModel:
    """Voted model on some columns. The contribution of the others becomes the value of a last column."""
    support = Block(model.support.rows, len(model.support.classes), model.n_features)
    rate, rates = model.rule.rate, np.ones(model.n_features)
    if np.ndim(rate):  # one rate per feature
        rates, rate = rate, np.append(_two(rate[None, columns])[0], 1.0)
    others = Weights((base * rates)[None], np.zeros(1))
    rest = LinearModel(model.classes[:2], model.n_features, model.at_zero, others).scores(support)
    rows = np.column_stack([_two(_dense_columns(support, columns)), rest])
    return replace(
        model,
        n_features=rows.shape[1],
        start=Weights(np.column_stack([_two(model.start.w[:, columns]), model.start.w @ base]), model.start.b),
        support=model.support._replace(rows=Dense(frozen(rows))),
        rule=model.rule._replace(rate=rate),
    )


def _two(values: np.ndarray) -> np.ndarray:
    """At least two columns; the second may be zeros."""
    return np.column_stack([values, np.zeros(len(values))]) if values.shape[1] == 1 else np.ascontiguousarray(values)


def _dense_columns(block: Block, columns: list[int]) -> np.ndarray:
    """Selected columns of all rows as dense float64."""
    chosen = matrix_of(block)[:, columns]
    return np.asarray(chosen.toarray() if block.is_sparse else chosen, dtype=np.float64)


def _means(block: Block) -> np.ndarray:
    return np.asarray(matrix_of(block).mean(axis=0, dtype=np.float64)).ravel()


def _around(values: np.ndarray) -> tuple[float, float]:
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
    padding = PADDING * (high - low) or 0.1 * abs(low) or 1.0
    return low - padding, high + padding


def _given_limits(given: Any, n_axes: int, n_classes: int) -> Limits:
    try:
        numbers = np.array(given, dtype=np.float64).ravel()
    except (TypeError, ValueError):
        numbers = np.empty(0)
    lows, highs = numbers[::2], numbers[1::2]
    if len(numbers) != 2 * n_axes or not np.isfinite(numbers).all() or not (lows < highs).all():
        rule = f"a lowest and a highest number for each of {n_axes} axes, {2 * n_axes} in all, all finite"
        raise OptionError(f"limits must be {rule}; got {given!r}.")
    limits = list(zip(lows.tolist(), highs.tolist(), strict=True))
    return limits if n_axes > 1 else [*limits, (-0.6, n_classes - 0.4)]
