"""Largest weights by feature name, for and against a class."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt.conventions import NEGATIVE_LABELS
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel
from rosenblatt.plots.axes import axes_or_new, colour_of, ink_of
from rosenblatt.plots.inputs import model_of, names_of
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import LONGEST_NAME, shortened, shown_label

LONGEST_SIDES = 40  # characters


@insert(PICTURES)
def weights(
    model: Any, names: Sequence[str] | None = None, *, most: int = 20, label: Any = None, ax: Any = None
) -> Any:
    """Draw the largest weights as bars: those for a class to the right, those against it to the left.

    Parameters
    ----------
    {model, names}
    most : int, default=20
        Largest number of bars. Weights of zero have none.
    label : label, default=None
        Class whose weights are drawn. None means the greater of two classes, or the first of more.
    {ax}

    Returns
    -------
    {axes}

    See Also
    --------
    pixels : Weights as an image.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, names = rosenblatt.sample("iris")
    >>> model = rosenblatt.AveragedPerceptron(max_iter=5).fit(X, y)
    >>> ax = rosenblatt.plots.weights(model, names, label="setosa")
    """
    if not isinstance(most, Integral) or isinstance(most, bool) or most < 1:
        raise OptionError(f"{subject('most')} must be a whole number, at least 1; got {most!r}.")
    labels, rows = class_weights(model)
    place = _place_of(label, labels)
    row, named = rows[place], names_of(model, None, names, rows.shape[1])
    heaviest = np.argsort(-np.abs(row), kind="stable")[: min(int(most), np.count_nonzero(row))]
    columns = heaviest[np.argsort(row[heaviest], kind="stable")]  # the greatest comes last, which is on top

    ax = axes_or_new(ax, size=(6.4, 1.5 + 0.25 * max(len(columns), 4)))
    whose, rival = shown_label(labels[place]), "against " + shown_label(labels[place])
    colours: list[Any] = [(ink_of(ax), 0.45), colour_of(place)]
    if len(labels) == 2:
        rival, colours[0] = "for " + shown_label(labels[1 - place]), colour_of(1 - place)
    ax.barh(np.arange(len(columns)), row[columns], color=[colours[int(w > 0)] for w in row[columns]])
    for at, w in enumerate(row[columns]):  # a column of numbers, where no name and no bar is
        beside = {"transform": ax.get_yaxis_transform(), "va": "center", "fontsize": "small"}
        ax.text(1.02, at, f"{w:+.3g}".replace("-", "−"), **beside)
    ax.set_yticks(np.arange(len(columns)), [shortened(named[c], LONGEST_NAME) for c in columns], parse_math=False)
    ax.margins(x=0.03, y=0.02)
    ax.set_xlabel(sides_label(rival, f"for {whose}"), parse_math=False)
    ax.set_title(_title(len(columns), len(row), whose, len(labels)), parse_math=False)
    if len(columns):
        ax.axvline(0.0, color=ink_of(ax), linewidth=0.8)
    else:
        ax.set_xlim(-1, 1)
        ax.text(0.5, 0.5, "as before the first mistake", transform=ax.transAxes, ha="center")
    return ax


def class_weights(model: Any) -> tuple[list[Any], np.ndarray]:
    """Labels, and for each a row of weights in its favour: −w and w for two classes."""
    drawn = model_of(model)
    if isinstance(drawn, KernelModel):
        raise DataError(
            "model must have weights to be drawn by them; a kernel perceptron has none: draw its boundary, or the "
            "weights of an averaged perceptron."
        )
    if not isinstance(drawn, LinearModel):
        raise DataError(
            "model must have weights to be drawn by them; a voted model has one row for each mistake of its run: "
            "draw that of an averaged perceptron."
        )
    labels, rows = drawn.classes.tolist(), np.asarray(drawn.weights.w)[: len(drawn.weights.b)]
    if len(labels) == 2:
        rows = np.vstack([0.0 - rows, rows])
    if len(labels) == 1 and labels[0] in NEGATIVE_LABELS:
        rows = 0.0 - rows
    return labels, rows


def sides_label(left: str, right: str) -> str:
    """Axis label for both sides of 0; two lines if it is too long for one."""
    in_one = f"{left}  ←  weight  →  {right}"
    return in_one if len(in_one) <= LONGEST_SIDES else f"←  {left}\n{right}  →"


def _place_of(label: Any, labels: list[Any]) -> int:
    if label is None:
        return 1 if len(labels) == 2 else 0
    if label not in labels:
        known = ", ".join(map(repr, labels[:10])) + ", …" * (len(labels) > 10)
        raise OptionError(f"{subject('label')} must be one of the model's classes, {known}; got {label!r}.")
    return labels.index(label)


def _title(n_bars: int, n_weights: int, whose: str, n_classes: int) -> str:
    every = "The only weight" if n_weights == 1 else f"All {n_weights:,} weights"
    if not n_bars:
        return f"{every} for {whose} {'is' if n_weights == 1 else 'are'} 0"
    some = "heaviest" if n_bars == 1 else f"{n_bars} heaviest"
    count = f"The {some} of {n_weights:,} weights" if n_bars < n_weights else every
    return count if n_classes == 2 else f"{count} for {whose}"
