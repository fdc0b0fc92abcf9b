"""Matplotlib pictures: axes in, axes out, one file per kind. May import models, data and loops."""

from rosenblatt.plots.axes import check_format, save_picture, style
from rosenblatt.plots.boundaries import boundary
from rosenblatt.plots.confusions import confusion
from rosenblatt.plots.contradictions import hulls
from rosenblatt.plots.distances import margins
from rosenblatt.plots.images import pixels
from rosenblatt.plots.losses import loss
from rosenblatt.plots.runs import cumulative, mistakes
from rosenblatt.plots.theorems import bound, proof
from rosenblatt.plots.weight_bars import weights

__all__ = [
    "bound",
    "boundary",
    "check_format",
    "confusion",
    "cumulative",
    "hulls",
    "loss",
    "margins",
    "mistakes",
    "pixels",
    "proof",
    "save_picture",
    "style",
    "weights",
]
