"""The questions about a set of many classes, each as a question about two: argmax, one against the rest, pairs.

``multiclass`` says how.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np

from rosenblatt.proofs.check.exact_data import Examples

Question = tuple[Any, np.ndarray]  # X and y, of two classes


class Questions:
    """Data set of many classes: its labels, and the questions asked about them."""

    def __init__(self, X: Any, y: Any) -> None:
        """Read the data, or raise a DataError."""
        from scipy.sparse import csr_matrix

        data = Examples.of(X, y)
        values = data.values.astype(np.float64, copy=False)  # which holds them without rounding
        self.n_rows, self.n_features = shape = data.n_rows, data.n_features
        self.X: Any = values
        if data.columns is not None:
            self.X = csr_matrix((values, data.columns[: values.size], data.starts), shape)
        labels = np.asarray(y)
        if labels.dtype.kind in "OT":
            labels = np.array(labels.tolist())
        self._distinct, self._numbers = np.unique(labels.ravel(), return_inverse=True)
        self.classes: tuple[Any, ...] = tuple(self._distinct.tolist())
        others = np.arange(len(self.classes) - 1)
        self._rivals = others + (others >= self._numbers[:, None])  # of each row all other classes, in order

    def rivals_of(self, rows: list[int]) -> tuple[Any, ...]:
        """Labels of the rivals in these rows of the argmax question."""
        return tuple(self.classes[self._rivals.flat[row]] for row in rows)

    def argmax(self, fit_intercept: bool) -> Question:
        """Expanded rows: row i·(K − 1) + j is about row i and the j-th of its rivals.

        Of these two classes the one that is first in order has (x, 1) in its place, the other −(x, 1); the label is 1
        where the row is of the first, and else −1.
        """
        from scipy.sparse import csr_matrix, hstack

        X = hstack([csr_matrix(self.X), np.ones((self.n_rows, int(fit_intercept)))], format="csr")
        width, n_rivals = X.shape[1], len(self.classes) - 1
        own, rivals = self._numbers[:, None], self._rivals
        places = np.stack([np.minimum(own, rivals), np.maximum(own, rivals)], axis=-1).ravel()
        halves = X[np.repeat(np.arange(self.n_rows), 2 * n_rivals)]  # each row is written twice, one beside the other
        lengths = np.diff(halves.indptr)
        values = halves.data * np.repeat(np.tile([1.0, -1.0], self.n_rows * n_rivals), lengths)
        columns = halves.indices + np.repeat(places * width, lengths)
        shape = self.n_rows * n_rivals, len(self.classes) * width
        rows = csr_matrix((values, columns, halves.indptr[::2]), shape=shape)
        return rows, np.where(own < rivals, 1, -1).ravel()

    def tables(self) -> Iterator[tuple[str, Any, Question]]:
        """Data of both tables: each class against the rest, and each pair of classes, with table and key."""
        for number, label in enumerate(self.classes):
            yield "one_against_rest", label, (self.X, self._numbers == number)
        for pair in combinations(range(len(self.classes)), 2):
            rows = np.flatnonzero(np.isin(self._numbers, pair))
            key = self.classes[pair[0]], self.classes[pair[1]]
            yield "pairwise", key, (self.X[rows], self._distinct[self._numbers[rows]])
