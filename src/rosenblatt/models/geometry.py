"""Geometry of one row of weights: the plane w·x + b = 0, its two sides, distances, margins, the boundary line.

Also the lectures' folded 1.
"""

import math
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from rosenblatt.data.blocks import dense_slice
from rosenblatt.errors import DataError, OptionError
from rosenblatt.loops.rows import Dense
from rosenblatt.models.line import Line as Line
from rosenblatt.models.points import finite, labelled, points, scores_of

LARGEST, SMALLEST = sys.float_info.max, sys.float_info.min  # the range in which float64 has all its digits


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """Hyperplane w·x + b = 0 with a positive and a negative side.

    The vector w is perpendicular to the hyperplane and points to its positive side. Methods that take ``X`` accept
    a matrix of rows, dense or sparse, and return one result per row. They also accept a single point and then
    return a single result.

    Parameters
    ----------
    w : array-like of shape (n_features,)
        Weights, finite and not all zero.
    b : float, default=0.0
        Bias.

    Attributes
    ----------
    norm : float
        Length ‖w‖.
    normal : ndarray of shape (n_features,)
        Unit vector w/‖w‖.
    offset : float
        Signed distance b/‖w‖ of the origin.

    Raises
    ------
    DataError
        If w or b is not finite, w is all zeros, or ‖w‖ or b/‖w‖ is outside the range of float64.

    See Also
    --------
    rosenblatt.certify : Find a separating hyperplane with the largest margin, with a proof.
    rosenblatt.fold : Add a feature that is always 1, so that b becomes a weight.

    Examples
    --------
    >>> import rosenblatt
    >>> plane = rosenblatt.Hyperplane([3.0, 4.0], b=-5.0)
    >>> plane.norm
    5.0
    >>> plane.distance([3.0, 4.0])
    4.0
    >>> plane.side([[3.0, 4.0], [0.0, 0.0]]).tolist()
    [1, -1]
    """

    w: np.ndarray
    b: float = 0.0

    def __post_init__(self) -> None:
        w = finite("w", self.w, 1)
        w.flags.writeable = False
        object.__setattr__(self, "w", w)
        object.__setattr__(self, "b", float(finite("b", self.b, 0)))
        if not w.any():
            raise DataError(
                f"w must have an entry other than zero, a zero w has no plane; got {len(w)} zeros: "
                "a model has them until its first mistake."
            )
        if not (SMALLEST <= self.norm <= LARGEST and abs(self.offset) <= LARGEST):
            raise DataError(
                f"w must have a length, and the plane a distance, in the range of float64; got ‖w‖ = {self.norm:g} "
                f"and b = {self.b:g}: multiply w and b by the same number, or scale the features."
            )

    @classmethod
    def of(cls, model: Any) -> Self:
        """Return the decision boundary of a fitted model with two classes.

        Parameters
        ----------
        model : object
            A learner or estimator of this package except a voted one, or any object with ``coef_`` and
            ``intercept_``. It must have one row of weights.

        Returns
        -------
        Hyperplane
            Hyperplane with the weights and the bias of the model.

        Raises
        ------
        DataError
            If the model has no weights or more than one row of weights.
        """
        model = getattr(model, "model", model)  # of a learner
        weights = getattr(model, "weights", None)
        w, b = getattr(weights, "w", getattr(model, "coef_", None)), getattr(weights, "b", None)
        if w is None:
            raise DataError(
                f"model must have one row of weights; {type(model).__name__} has none: "
                "give a fitted estimator of two classes, not a voted one, or a learner's model."
            )
        rows = np.atleast_2d(w.toarray() if hasattr(w, "toarray") else w)
        if len(rows) > 1:
            raise DataError(
                f"model must have one row of weights, for two classes; got {len(rows)}: "
                "the plane between classes i and j is Hyperplane(w[i] - w[j], b[i] - b[j])."
            )
        return cls(rows[0], np.ravel(getattr(model, "intercept_", 0.0) if b is None else b)[0])

    @cached_property
    def norm(self) -> float:
        """Length ‖w‖ of the weights."""
        return _norm(self.w)

    @property
    def normal(self) -> np.ndarray:
        """Unit vector w/‖w‖, perpendicular to the hyperplane."""
        return np.asarray(self.w / self.norm)

    @property
    def offset(self) -> float:
        """Signed distance b/‖w‖ of the origin from the hyperplane.

        Cornwell's slides (note 004) write ``|b|``, which is the distance only if ‖w‖ = 1.
        """
        return self.b / self.norm

    def score(self, X: Any) -> np.ndarray | float:
        """Compute w·x + b, bit for bit as ``decision_function`` of a model with these weights.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
            Rows, or one point.

        Returns
        -------
        ndarray of shape (n_rows,) or float
            Scores.
        """
        block, is_point = points(X)
        scores = scores_of(block, self.w, self.b)
        return float(scores[0]) if is_point else scores

    def side(self, X: Any) -> np.ndarray | int:
        """Return the side of the hyperplane: +1, −1, or 0 on the hyperplane itself.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
            Rows, or one point.

        Returns
        -------
        ndarray of shape (n_rows,) or int
            Signs of the scores.
        """
        return _as_given(np.sign(self.score(X)).astype(np.int64))

    def label(self, X: Any) -> np.ndarray | int:
        """Label points as the generative process of the Manchester lecture (note 002) does.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
            Rows, or one point.

        Returns
        -------
        ndarray of shape (n_rows,) or int
            +1 if w·x + b > 0, otherwise −1. A point on the hyperplane has the label −1.
        """
        return _as_given(np.where(self.score(X) > 0, 1, -1))

    def distance(self, X: Any) -> np.ndarray | float:
        """Compute the signed distance (w·x + b)/‖w‖.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
            Rows, or one point.

        Returns
        -------
        ndarray of shape (n_rows,) or float
            Distances, negative on the negative side.
        """
        return self.score(X) / self.norm

    def project(self, X: Any) -> np.ndarray:
        """Project points onto the hyperplane.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
            Rows, or one point.

        Returns
        -------
        ndarray of shape (n_rows, n_features) or (n_features,)
            For each point the nearest point of the hyperplane. The result is dense.
        """
        block, is_point = points(X)
        distances = scores_of(block, self.w, self.b) / self.norm
        nearest = dense_slice(block, 0, block.n_rows) - np.outer(distances, self.normal)
        return nearest[0] if is_point else nearest

    def margin(self, X: Any, y: Any) -> float:
        """Compute the margin of a labelled data set: the smallest y·distance.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels of at most two classes, of which the greater is positive. A single class is positive, unless its
            label is 0 or −1.

        Returns
        -------
        float
            Margin. It is negative if a row lies on the wrong side.
        """
        return float(self._margins(X, y).min())

    def closest(self, X: Any, y: Any) -> int:
        """Return the number of the row whose y·distance is smallest.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Labels, as in ``margin``.

        Returns
        -------
        int
            Row number from 0. The first row wins a tie.
        """
        return int(self._margins(X, y).argmin())

    def _margins(self, X: Any, y: Any) -> np.ndarray:
        _, signs, scores = labelled(X, y, self.w, self.b)
        return np.asarray(signs * scores / self.norm)

    def line(self) -> Line:
        """Return the hyperplane as a line in the plane of two features.

        Returns
        -------
        Line
            Named tuple of ``w1``, ``w2`` and ``b``, with the properties ``slope`` and ``intercept``. Its method
            ``across(x_min, x_max, y_min, y_max)`` gives the end points of the line inside a box.

        Raises
        ------
        DataError
            If there are not two features.
        """
        if len(self.w) != 2:
            raise DataError(f"w must have 2 entries for the boundary to be a line; got {len(self.w)}.")
        w1, w2 = self.w.tolist()
        return Line(w1, w2, self.b)

    def angle(self, other: "Hyperplane") -> float:
        """Compute the angle between the normals of two hyperplanes.

        Parameters
        ----------
        other : Hyperplane
            Hyperplane with the same number of features.

        Returns
        -------
        float
            Angle in degrees, from 0 to 180.

        Raises
        ------
        DataError
            If ``other`` is not a Hyperplane or has another number of features.
        """
        if not isinstance(other, Hyperplane):
            raise DataError(f"other must be a Hyperplane; got {type(other).__name__}.")
        if len(self.w) != len(other.w):
            raise DataError(f"other must have as many features as this plane, {len(self.w)}; got {len(other.w)}.")
        u, v = self.normal, other.normal  # an arccos of u·v would lose half of the digits near 0° and 180°
        return math.degrees(2 * math.atan2(_norm(u - v), _norm(u + v)))


def fold(X: Any, where: str = "first") -> Any:
    """Add a feature that is always 1, so that the bias becomes the weight of that feature.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_features), or array-like of shape (n_features,)
        Rows, or one point.
    where : {'first', 'last'}, default='first'
        Place of the new feature. The CMU lecture (notes 000 and 001) puts it first, Cornwell (note 004) last.

    Returns
    -------
    ndarray or scipy.sparse.csr_matrix of shape (n_rows, n_features + 1), or ndarray of shape (n_features + 1,)
        The same rows with the new feature. Dense input gives a dense result, sparse input gives CSR, and float32
        stays float32.

    Raises
    ------
    OptionError
        If ``where`` has another value.

    See Also
    --------
    rosenblatt.Hyperplane : A hyperplane with its bias as a separate number.

    Examples
    --------
    >>> import rosenblatt
    >>> rosenblatt.fold([[2.0, 3.0], [4.0, 5.0]]).tolist()
    [[1.0, 2.0, 3.0], [1.0, 4.0, 5.0]]
    >>> rosenblatt.fold([2.0, 3.0], where="last").tolist()
    [2.0, 3.0, 1.0]
    """
    if where not in ("first", "last"):
        raise OptionError(f"where must be 'first' or 'last'; got {where!r}.")
    block, is_point = points(X)
    values = block.rows.values
    if isinstance(block.rows, Dense):
        folded = np.insert(values, 0 if where == "first" else block.n_features, 1.0, axis=1)
        return folded[0] if is_point else folded
    from scipy import sparse

    ones = sparse.csr_matrix(np.ones((block.n_rows, 1)))
    parts = [ones, X] if where == "first" else [X, ones]
    return sparse.hstack(parts, format="csr", dtype=values.dtype)


def _as_given(results: np.ndarray) -> np.ndarray | int:
    """Return one result per row, or a number for a single point."""
    return results if np.ndim(results) else results.item()


def _norm(vector: np.ndarray) -> float:
    return math.hypot(*vector.tolist())  # no square in it overflows or underflows
