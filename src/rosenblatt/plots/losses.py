"""Perceptron criterion along a run (Manchester lecture, note 002)."""

from typing import Any

import numpy as np

from rosenblatt.display import counted
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.kernel_trace import KernelTrace
from rosenblatt.models.linear import LinearModel
from rosenblatt.models.trace import Trace, losses_of_classes
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of
from rosenblatt.plots.lines import MAX_POINTS, WITH_COMMAS, spread, whole_ticks
from rosenblatt.plots.shared_entries import PICTURES

MAX_PRODUCTS = 2e8  # less than a second
FEWEST_POINTS = 50


@insert(PICTURES)
def loss(trace: Trace, *, ax: Any = None) -> Any:
    """Draw the loss over all rows after each visit, with the mistakes as ticks below.

    The loss is the criterion of Manchester's lecture (note 002): the sum of −y·(w·x + b) over the rows that are
    predicted wrong. For more than two classes, each wrong row adds the highest rival score minus its own; one against
    the rest, it is the sum over the classes. In a long run on many rows, the loss is computed after some of the
    mistakes, and the label says so.

    Parameters
    ----------
    {trace, ax}

    Returns
    -------
    {axes}

    See Also
    --------
    cumulative : Number of mistakes so far, visit by visit.
    rosenblatt.perceptron_loss : The same loss as a number.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> ax = rosenblatt.plots.loss(rosenblatt.trace(X, y, order="given"))
    """
    if isinstance(trace, KernelTrace):
        raise DataError("trace must be of a run with weights to draw its loss; this one has a kernel.")
    if not isinstance(trace, Trace):
        raise DataError(
            f"trace must be of rosenblatt.trace(X, y), which keeps each mistake; got {type(trace).__name__}."
        )
    visits = np.unique(trace.mistakes.when)  # in order "all-mistakes" many are answered at one
    affordable = int(MAX_PRODUCTS / max(1, trace.block.stored_numbers * len(trace.start.b)))
    chosen = np.concatenate([[0], visits])[spread(len(visits) + 1, min(max(affordable, FEWEST_POINTS), MAX_POINTS))]
    counts = np.searchsorted(trace.mistakes.when, chosen, side="right")
    losses = [_loss(trace, weights) for weights in trace.weights_after_mistakes(counts.tolist())]

    ax = axes_or_new(ax)
    x, y = np.append(chosen, len(trace)), np.append(losses, losses[-1])
    whole = len(chosen) > len(visits)
    look = {"drawstyle": "steps-post"} if whole else {"marker": "o", "markersize": 2.5, "linestyle": ":"}
    ax.plot(x, y, color=colour_of(1), linewidth=1.6 if len(x) <= 300 else 0.9, **look)
    ax.plot(x[-1:], y[-1:], marker="o", markersize=4, color=colour_of(1))
    _draw_ticks(ax, visits)
    highest = float(y.max()) or 1.0
    ax.set_ylim(-0.07 * highest, 1.05 * highest)  # the ticks are below zero
    ax.set_xlim(0, 1.03 * len(trace))
    ax.yaxis.set_major_formatter(WITH_COMMAS)
    whole_ticks(ax, 0, len(trace))
    ax.set_xlabel("visit" if whole else f"visit (computed at {len(chosen) - 1:,} of {len(visits):,} changes)")
    many = len(trace.classes) > 2 and not trace.is_one_vs_rest
    ax.set_ylabel("Σ rival's score − own, of the wrong rows" if many else "Σ −y·(w·x + b) of the wrong rows")
    total = counted(len(trace.mistakes.row), "mistake" if trace.rule.margin is None else "update")
    ax.set_title(f"loss {_number(y[-1])} after {total}" + (f", {_number(y.max())} at most" if whole else ""))
    return ax


def _draw_ticks(ax: Any, visits: np.ndarray) -> None:
    """Draw a tick at the bottom for each visit, as one line with gaps; for very many, a band."""
    x = np.repeat(visits[spread(len(visits))] if len(visits) else visits, 3)
    y = np.tile([0.0, 0.035, np.nan], len(x) // 3)
    look = {"color": ink_of(ax), "linewidth": 1.2 if len(visits) <= 300 else 0.4, "alpha": 0.7}
    ax.plot(x, y, transform=ax.get_xaxis_transform(), **look)


def _loss(trace: Trace, weights: Weights) -> float:
    """Criterion over all rows, including held-out ones."""
    scores = LinearModel(trace.classes, trace.block.n_features, trace.at_zero, weights).scores(trace.block)
    places = trace.examples.classes
    if trace.is_one_vs_rest:
        return float(losses_of_classes(scores, places, trace.rule._replace(margin=None)).sum())
    if scores.shape[1] == 1:
        behind = np.where(places == 1, -scores[:, 0], scores[:, 0])
    else:
        rows = np.arange(len(scores))
        own = scores[rows, places]
        scores[rows, places] = -np.inf
        behind = scores.max(axis=1) - own
    return float(behind[behind > 0].sum())


def _number(loss: float) -> str:
    return f"{loss:.4g}" if loss < 1000 else f"{loss:,.0f}"
