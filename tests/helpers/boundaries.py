"""Boundaries that are drawn: their lines, arrows, rows and words."""

import numpy as np

from rosenblatt import sample
from rosenblatt.loops.arguments import Weights
from rosenblatt.models.geometry import Hyperplane
from rosenblatt.models.linear import LinearModel

NOTE = sample("note-004")
FOUR = np.array([[0.0, 1.0], [1.0, 0.5], [2.0, 3.0], [4.0, 0.5]])
SIGNS = np.array([-1, -1, 1, 1])
UPRIGHT = Hyperplane([2.0, 0.0], -3.0)  # the line x1 = 1.5


def drawn(ax, gid):
    """The ends or corners of what is drawn under a name."""
    lines = [line.get_xydata() for line in ax.lines if line.get_gid() == gid]
    return lines + [patch.get_xy() for patch in ax.patches if patch.get_gid() == gid]


def boundary_ends(ax):
    """Ends of all segments of the boundary."""
    return [ends for one in ax.collections if one.get_gid() == "boundary" for ends in one.get_segments()]


def rows_under(ax, key):
    """The points of a class, by its place, or of what has a name; and the collection that draws them."""
    gid = key if isinstance(key, str) else f"rows {key}"
    (found,) = (one for one in ax.collections if one.get_gid() == gid)
    return np.asarray(found.get_offsets()), found


def legend_of(ax):
    """Texts of the legend."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


def arrow_of(ax):
    """Foot and tip of the normal."""
    (arrow,) = (text for text in ax.texts if text.get_text() == "" and hasattr(text, "arrow_patch"))
    return np.array(arrow.xyann), np.array(arrow.xy)


def linear(w, b, classes):
    """A linear model with these weights."""
    return LinearModel(np.array(classes), np.shape(w)[1], "mistake", Weights(np.array(w, float), np.array(b, float)))


def space_set():
    """Six rows of three features, in two classes."""
    X = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 2, 2], [1, 2, 2], [2, 1, 3]])
    return X, np.array([0, 0, 0, 1, 1, 1])
