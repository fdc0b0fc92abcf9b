"""Weights as images, for features that are pixels."""

import math
from numbers import Integral
from typing import Any

import numpy as np

from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, given, option, subject
from rosenblatt.plots.axes import axes_or_new
from rosenblatt.plots.shared_entries import PICTURES
from rosenblatt.plots.short_names import shown_label
from rosenblatt.plots.weight_bars import class_weights, sides_label

MAX_IMAGES = 30
COLOUR_MAP = "RdBu"  # red against, blue for, pale at 0: the colour-blind tell its ends apart


@insert(PICTURES)
def pixels(model: Any, shape: tuple[int, int] | None = None, *, ax: Any = None) -> Any:
    """Draw the weights as an image: blue pixels speak for a class, red pixels against it.

    For two classes there is one image, of the greater class. For more classes there is a small image for each class, on
    the same scale, inside the axes (``ax.child_axes``).

    Parameters
    ----------
    {model}
    shape : tuple of int, default=None
        Height and width of the image. None means a square.
    {ax}

    Returns
    -------
    {axes}

    See Also
    --------
    weights : The largest weights as bars.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("digits")
    >>> model = rosenblatt.AveragedPerceptron(max_iter=1).fit(X[:100], y[:100])
    >>> len(rosenblatt.plots.pixels(model).child_axes)
    10
    """
    labels, rows = class_weights(model)
    height, width = _shape(shape, rows.shape[1])
    if len(labels) == 2:
        rows = rows[1:]
    n_images = min(len(rows), MAX_IMAGES)
    limit = float(np.abs(rows[:n_images]).max()) or 1.0
    pictured = {"cmap": COLOUR_MAP, "vmin": -limit, "vmax": limit, "interpolation": "nearest"}

    n_lines = max(1, round(math.sqrt(n_images / 2)))
    per_line = math.ceil(n_images / n_lines)
    ax = axes_or_new(
        ax, size=(6.4, min(1.4 + n_lines * (5.6 / per_line * height / width + 0.3), 5.2 if n_images == 1 else 9.8))
    )
    places = [ax] if n_images == 1 else _grid(ax, n_images, per_line)
    for place, row in zip(places, rows, strict=False):
        image = place.imshow(row.reshape(height, width), **pictured)
        place.set(xticks=[], yticks=[])
        place.spines[:].set_visible(False)
    if n_images > 1:
        for place, label in zip(places, labels, strict=False):
            place.set_title(shown_label(label), fontsize="small", pad=3, parse_math=False)
    bar = ax.figure.colorbar(image, ax=ax, location="bottom", shrink=0.8, aspect=40)  # below, its label has the width
    bar.outline.set_visible(False)
    against, whose = "against", shown_label(labels[-1]) if n_images == 1 else "its class"
    if len(labels) == 2:
        against = f"for {shown_label(labels[0])}"
    bar.set_label(sides_label(against, f"for {whose}"), parse_math=False)
    ax.set_title(_title(len(rows), n_images, height, width))
    return ax


def _shape(shape: Any, n_features: int) -> tuple[int, int]:
    if shape is None:
        side = math.isqrt(n_features)
        if side * side != n_features:
            said = option("shape", metavar=("height", "width"))
            raise OptionError(f"{subject('shape')} must be given, as {n_features} features are no square: {said}.")
        return side, side
    try:
        height, width = shape
    except (TypeError, ValueError):
        height = width = None
    if not all(isinstance(side, Integral) and int(side) > 0 for side in (height, width)):
        raise OptionError(
            f"{subject('shape')} must be two whole numbers, (height, width); got {given('shape', shape)}."
        )
    if height * width != n_features:
        rule = f"{subject('shape')} must have as many pixels as the model has features, {n_features}"
        raise DataError(f"{rule}; got {given('shape', shape)}.")
    return int(height), int(width)


def _grid(ax: Any, n_images: int, per_line: int) -> list[Any]:
    """Create inset axes, line by line, with room for a title above each."""
    ax.set_axis_off()
    width, height = 1 / per_line, 1 / math.ceil(n_images / per_line)
    return [
        ax.inset_axes((i % per_line * width, 1 - (i // per_line + 1) * height, 0.92 * width, 0.84 * height))
        for i in range(n_images)
    ]


def _title(n_classes: int, n_images: int, height: int, width: int) -> str:
    size = f"{height} × {width} pixels"
    if n_images < n_classes:
        return f"Weights as {size}: the first {n_images} of {n_classes} classes"
    return f"Weights as {size}" + f", {n_classes} classes" * (n_classes > 1)
