"""Confusion matrix as a coloured table of counts."""

from typing import Any

import numpy as np

from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError
from rosenblatt.plots.axes import axes_or_new, ink_of
from rosenblatt.plots.distances import RIGHT, WRONG
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import shortened

MAX_CLASSES = 20
LONGEST_LABEL = 12  # characters
FAINTEST, STRONGEST = 0.25, 0.6  # opacities that keep numbers readable, on white and on black


@insert(PICTURES)
def confusion(evaluation: Any, *, ax: Any = None) -> Any:
    """Draw a confusion matrix: one row per true class, one column per predicted class.

    Correct predictions are grey and bold, wrong ones red. The colour is the stronger, the larger the number is as a
    share of the rows of the true class.

    Parameters
    ----------
    evaluation : Evaluation or tuple
        Result of :func:`rosenblatt.evaluate`, or a pair of classes and counts. Of more than 20 classes, those with the
        most mistakes are drawn.
    {ax}

    Returns
    -------
    {axes}

    See Also
    --------
    rosenblatt.evaluate : Evaluate a model on labelled data.

    Examples
    --------
    >>> from rosenblatt import plots
    >>> ax = plots.confusion((["ham", "spam"], [[8, 2], [1, 9]]))
    >>> ax.get_ylabel(), ax.get_xlabel()
    ('true', 'predicted')
    """
    classes, counts = _table_of(evaluation)
    chosen = _most_mistaken(counts)
    shown, n_shown = counts[np.ix_(chosen, chosen)], len(chosen)
    shares = shown / np.maximum(counts[chosen].sum(axis=1, keepdims=True), 1)

    ax = axes_or_new(ax, size=(1.6 + max(3.6, 0.34 * n_shown), 1.2 + max(3.0, 0.3 * n_shown)))
    ax.pcolormesh(_colours(shares, shown), edgecolors=[(ink_of(ax), 0.3)], linewidth=0.5)
    written = [[_written(count, n_shown) for count in row] for row in shown.tolist()]
    small = {"fontsize": _font_size(ax, n_shown, max(len(text) for row in written for text in row))}
    for (i, j), count in np.ndenumerate(shown):
        style = {"alpha": 1.0 if count else 0.35, "weight": "bold" if i == j else "normal"}
        ax.text(j + 0.5, i + 0.5, written[i][j], ha="center", va="center", color=ink_of(ax), **small, **style)
    names = [shortened(str(classes[place]), LONGEST_LABEL) for place in chosen]
    middles, is_long = np.arange(n_shown) + 0.5, max(map(len, names)) * n_shown > 50
    ax.set_xticks(middles, names, rotation=90 if is_long else 0, parse_math=False, **small)
    ax.set_yticks(middles, names, parse_math=False, **small)
    ax.tick_params(length=0)
    ax.set(xlabel="predicted", ylabel="true", title=_title(counts, n_shown))
    ax.invert_yaxis()
    return ax


def _table_of(evaluation: Any) -> tuple[list[Any], np.ndarray]:
    if isinstance(evaluation, tuple) and len(evaluation) == 2:
        classes, counts = evaluation
    elif hasattr(evaluation, "confusion") and hasattr(evaluation, "classes"):
        classes, counts = evaluation.classes, evaluation.confusion
    else:
        raise DataError(f"evaluation must be an Evaluation or (classes, counts); got {type(evaluation).__name__}.")
    classes, counts = list(classes), np.asarray(counts)
    if not classes or counts.shape != (len(classes), len(classes)) or counts.dtype.kind not in "iu" or counts.min() < 0:
        raise DataError(
            f"counts must be whole numbers, a row and a column for each of the {len(classes)} classes, at least one; "
            f"got {counts.dtype} of shape {counts.shape}."
        )
    return classes, counts


def _most_mistaken(counts: np.ndarray) -> np.ndarray:
    """Places of the classes that are shown, in order."""
    mistakes = counts.sum(axis=0) + counts.sum(axis=1) - 2 * counts.diagonal()
    return np.sort(np.argsort(-mistakes.astype(np.int64), kind="stable")[:MAX_CLASSES])


def _colours(shares: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Red, green, blue and opacity of each cell, by the root of its share, so that one mistake in a
    hundred is visible."""
    from matplotlib.colors import to_rgb

    is_right = np.eye(len(counts), dtype=bool)
    strengths = np.where(counts > 0, FAINTEST + (STRONGEST - FAINTEST) * np.sqrt(shares), 0.0)
    return np.dstack([np.where(is_right[..., np.newaxis], to_rgb(RIGHT), to_rgb(WRONG)), strengths])


def _font_size(ax: Any, n_classes: int, n_characters: int) -> float:
    """Font size at which the longest number fits its cell."""
    cell = ax.get_window_extent().width / ax.figure.dpi * 72 / n_classes
    return float(np.clip(cell / (0.7 * n_characters + 0.6), 4, 11))


def _written(count: int, n_classes: int) -> str:
    """Format a count so that it fits its cell."""
    if count < 10_000 or n_classes <= 4:
        return f"{count:,}"
    return f"{count / 1e3:.0f}k" if count < 999_500 else f"{count / 1e6:.3g}M"


def _title(counts: np.ndarray, n_shown: int) -> str:
    total, wrong = int(counts.sum()), int(counts.sum() - counts.trace())
    finding = f"{wrong:,} of {total:,} rows are wrong"
    if not wrong:
        finding = {0: "No rows", 1: "The only row is right"}.get(total, f"All {total:,} rows are right")
    return finding if n_shown == len(counts) else f"{finding}: the {n_shown} worst of {len(counts)} classes"
