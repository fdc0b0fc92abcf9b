"""A table: features, labels, and the name of each feature."""

from typing import NamedTuple

import numpy as np


class Table(NamedTuple):
    X: np.ndarray
    y: np.ndarray
    features: list[str]
