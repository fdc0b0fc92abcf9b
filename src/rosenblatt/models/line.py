"""A line in the plane of two features."""

import math
from typing import NamedTuple

import numpy as np

from rosenblatt.errors import OptionError


class Line(NamedTuple):
    """The line w1·x + w2·y + b = 0."""

    w1: float
    w2: float
    b: float

    @property
    def slope(self) -> float | None:
        """Slope of the line, or None if the line is vertical."""
        return 0.0 - self.w1 / self.w2 if self.w2 else None

    @property
    def intercept(self) -> float | None:
        """Height at which the line meets the y axis, or None if the line is vertical."""
        return 0.0 - self.b / self.w2 if self.w2 else None

    def across(self, x_min: float, x_max: float, y_min: float, y_max: float) -> np.ndarray | None:
        """Return the end points of the part of the line inside a box."""
        x_min, x_max, y_min, y_max = map(float, (x_min, x_max, y_min, y_max))
        for axis, low, high in (("x", x_min, x_max), ("y", y_min, y_max)):
            if not -math.inf < low < high < math.inf:
                raise OptionError(f"{axis}_min must be below {axis}_max, both finite; got {low} and {high}.")
        if abs(self.w1) > abs(self.w2):  # steep: the same line and box, with the axes exchanged
            ends = Line(self.w2, self.w1, self.b).across(y_min, y_max, x_min, x_max)
            return None if ends is None else ends[:, ::-1]
        left, right = x_min, x_max
        if self.w1:
            at_floor, at_ceiling = (0.0 - (self.w2 * y + self.b) / self.w1 for y in (y_min, y_max))
            left, right = max(left, min(at_floor, at_ceiling)), min(right, max(at_floor, at_ceiling))
        heights = [0.0 - (self.w1 * x + self.b) / self.w2 for x in (left, right)]
        if left > right or min(heights) > y_max or max(heights) < y_min:
            return None
        return np.column_stack([(left, right), np.clip(heights, y_min, y_max)])  # rounding does not leave the box
