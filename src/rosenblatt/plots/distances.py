"""Signed distances of rows from the boundary, and their histogram.

Rows of a file larger than memory come in parts: join the ``signed_distances`` of each, and draw ``margins_histogram``.
"""

from typing import Any

import numpy as np

from rosenblatt.conventions import NEGATIVE_LABELS
from rosenblatt.data.blocks import slice_rows
from rosenblatt.data.labels import encode, labels_of, signs_of
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel, Model
from rosenblatt.models.voted import VotedModel
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of
from rosenblatt.plots.inputs import model_of
from rosenblatt.plots.shared_entries import PICTURES

NUMBERS_AT_ONCE = 4_000_000  # scores that are held at a time
FEWEST_BARS, MAX_BARS = 10, 50
USUAL, FARTHEST = 0.95, 3.0  # bars end at FARTHEST times the distance that the share USUAL of the rows does not exceed
RIGHT, WRONG = colour_of(4), colour_of(5)  # grey and red, which two classes never have


def signed_distances(model: Any, X: Any, y: Any) -> np.ndarray:
    """Signed distance of each row from the decision boundary; negative if the prediction is wrong.

    Of two classes y·(w·x + b)/‖w‖ (CMU Lecture 6). Of more the least (s_y − s_r)/‖w_y − w_r‖ over its rivals r: how far
    the row is from leaving its class, or from the farthest border that keeps it out. Where weights are all the same
    there is no border: the distance is then infinite, and 0 on a tie. Of a voted model, the share of the votes for the
    row's class less the best rival's, from −1 to 1.

    A label that the model does not know is never right: −∞, and −1 of a voted model.
    """
    drawn = model_of(model)
    block = drawn.checked(X)
    places = _places(drawn, _labels(model, y, block.n_rows))
    lengths = _lengths(drawn)
    distances = np.empty(block.n_rows)
    at_once = max(1, NUMBERS_AT_ONCE // len(lengths))
    for first in range(0, block.n_rows, at_once):
        part = slice(first, min(first + at_once, block.n_rows))
        scores = _one_a_class(drawn.scores(slice_rows(block, part.start, part.stop)))
        distances[part] = _least_gaps(scores, places[part], lengths)
    has_votes = isinstance(drawn, VotedModel) or getattr(drawn, "predict_with", None) == "voted"
    distances[places < 0] = -1.0 if has_votes else -np.inf
    return distances


def distance_name(model: Any) -> str:
    """Axis label for the ``signed_distances`` of this model."""
    drawn = model_of(model)
    if not isinstance(drawn, LinearModel):
        is_sum = isinstance(drawn, KernelModel) and drawn.predict_with != "voted"
        return f"{'score' if is_sum else 'share of votes'} for its class, less the best rival's"
    return "distance to the boundary" if len(drawn.classes) <= 2 else "distance to the boundary of its class"


@insert(PICTURES)
def margins(model: Any, X: Any, y: Any, *, ax: Any = None) -> Any:
    """Draw a histogram of the signed distances of labelled rows to the boundary.

    Rows that are predicted wrong are to the left of 0. For two classes the distance is y·(w·x + b)/‖w‖; for more
    classes, the distance to the nearest border of the row's class; for votes, the share of its class minus that of the
    best rival.

    Parameters
    ----------
    {model, X, y, ax}

    Returns
    -------
    {axes}

    See Also
    --------
    boundary : The boundary itself, for up to three features.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("setosa")
    >>> ax = rosenblatt.plots.margins(rosenblatt.Perceptron().fit(X, y), X, y)
    """
    drawn, distances = model_of(model), signed_distances(model, X, y)
    labels = _labels(model, y, len(distances))
    if (_places(drawn, labels) < 0).all():
        known = ", ".join(map(repr, drawn.classes.tolist()[:5]))
        raise DataError(
            f"y must have labels of the model, {known}; got {labels.tolist()[0]!r}, and none that it knows."
        )
    return margins_histogram(distances, label=distance_name(drawn), ax=ax)


def margins_histogram(distances: Any, *, label: str = "distance to the boundary", ax: Any = None) -> Any:
    """The histogram of ``margins``, of distances that are there. What is far beyond all else is in the last bar."""
    values = np.asarray(distances, dtype=np.float64).ravel()
    if not len(values) or np.isnan(values).any():
        raise DataError(f"distances must be numbers, at least one; got {'NaN' if len(values) else 'none'}.")
    reach = _reach(values)
    edges = _edges(values, reach)
    counts, _ = np.histogram(np.clip(values[values != 0], edges[0], edges[-1]), edges)

    ax = axes_or_new(ax)
    ink, width = ink_of(ax), edges[1] - edges[0]
    for is_side, rows, colour, hatch, name in (
        (edges[:-1] < 0, values < 0, WRONG, "///", "wrong"),
        (edges[:-1] >= 0, values > 0, RIGHT, "", "right"),
    ):
        if rows.any():
            bars = {"color": colour, "hatch": hatch, "edgecolor": ink, "linewidth": 0.6}
            legend = f"{np.count_nonzero(rows):,} {name}"
            ax.bar(edges[:-1][is_side], counts[is_side], width, align="edge", label=legend, **bars)
    if (on_it := np.count_nonzero(values == 0)) > 0:
        ax.bar(0.0, on_it, width / 3, color=ink, label=f"{on_it:,} on the boundary")
    ax.axvline(0.0, color=ink, linewidth=1.2)
    if 0 < values.min() < np.inf:
        ax.axvline(values.min(), color=ink, linestyle=":", label=f"smallest margin {values.min():.4g}")
    beyond = np.count_nonzero(np.abs(values) > reach)
    farther = f"\n{beyond:,} {'row' if beyond == 1 else 'rows'} farther than {reach:.4g}: in the outermost bars"
    ax.set(xlabel=label + farther * bool(beyond), ylabel="rows", title=_finding(values))
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.set_xlim(edges[0] - width / 2, edges[-1] + width / 2)
    ax.margins(y=0.25)  # room for the legend
    ax.legend(loc="best")
    return ax


def _finding(values: np.ndarray) -> str:
    wrong, on_it = np.count_nonzero(values < 0), np.count_nonzero(values == 0)
    if on_it == len(values):
        return f"All {len(values):,} rows are on the boundary"
    return f"{wrong:,} of {len(values):,} rows are wrong" if wrong or on_it else f"All {len(values):,} rows are right"


def _reach(values: np.ndarray) -> float:
    """Largest extent of the bars to either side, so that a few far rows do not flatten the rest."""
    sizes = np.abs(values[np.isfinite(values) & (values != 0)])
    if not len(sizes):
        return 1.0
    return float(sizes[sizes <= FARTHEST * np.quantile(sizes, USUAL, method="lower")].max())


def _edges(values: np.ndarray, reach: float) -> np.ndarray:
    """Edges of bars of one width, from the smallest to the largest distance; one edge is exactly 0."""
    low, high = max(min(values.min(), 0.0), -reach), min(max(values.max(), 0.0), reach)
    if low == high:  # all are on the boundary
        low, high = -reach, reach
    width = (high - low) / np.clip(np.ceil(np.sqrt(len(values))), FEWEST_BARS, MAX_BARS)
    return np.asarray(np.arange(np.floor(low / width), np.ceil(high / width) + 1) * width)


def _labels(model: Any, y: Any, n_rows: int) -> np.ndarray:
    """One label per row. A plane alone has no labels, so their signs are used."""
    return signs_of(y, n_rows) if isinstance(model, Hyperplane) else labels_of(y, n_rows)


def _places(model: Model, labels: np.ndarray) -> np.ndarray:
    """Score column of each row's class; −1 for a label that the model does not know."""
    column = {label: place for place, label in enumerate(model.classes.tolist())}
    if len(column) == 1:  # a single class has its sign, too
        column = {label: int(label not in NEGATIVE_LABELS) for label in column}
    distinct, numbers = encode(labels)
    return np.asarray(np.array([column.get(label, -1) for label in distinct.tolist()])[numbers])


def _one_a_class(scores: np.ndarray) -> np.ndarray:
    """One score per class: −a/2 and a/2 for two classes, whose difference is the score a."""
    return np.hstack([scores / -2, scores / 2]) if scores.shape[1] == 1 else scores


def _lengths(model: Model) -> np.ndarray:
    """Lengths ‖w_y − w_r‖ for each class and rival, which turn score differences into distances."""
    if not isinstance(model, LinearModel):
        n_classes = max(2, len(model.classes))
        return np.ones((n_classes, n_classes))
    from scipy.spatial.distance import pdist, squareform

    rows = _one_a_class(model.weights.w[: len(model.weights.b)].T).T if len(model.weights.b) == 1 else model.weights.w
    largest = np.abs(rows).max() or 1.0  # no square overflows
    return np.asarray(squareform(pdist(rows / largest)) * largest)


def _least_gaps(scores: np.ndarray, places: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Smallest gap between the row's own score and a rival's, divided by the length of that difference."""
    rows = np.arange(len(scores))
    with np.errstate(divide="ignore", invalid="ignore"):
        gaps = (scores[rows, places, np.newaxis] - scores) / lengths[places]
    gaps[np.isnan(gaps)] = 0.0  # the same weights and the same bias: a tie everywhere
    gaps[rows, places] = np.inf
    return np.asarray(gaps.min(axis=1))
