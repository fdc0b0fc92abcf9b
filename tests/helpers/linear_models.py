"""Fitted linear models with given weights."""

from types import SimpleNamespace

import numpy as np


def linear(classes, w, b=0.0):
    """The attributes of a fitted linear classifier."""
    return SimpleNamespace(classes_=np.array(classes), coef_=np.atleast_2d(w), intercept_=np.atleast_1d(b))
