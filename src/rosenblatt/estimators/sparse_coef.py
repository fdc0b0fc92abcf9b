"""``sparsify`` and ``densify`` for estimators that have ``coef_``."""

from typing import Any, Self

from scipy.sparse import csr_array, csr_matrix
from sklearn import get_config
from sklearn.utils.validation import check_is_fitted

from rosenblatt import learners
from rosenblatt.estimators.base import BasePerceptron


class SparseCoef(BasePerceptron):
    """Base class of the estimators with one weight vector per class."""

    _sparse_coef: Any = None  # coef_ as sparsify made it

    @property
    def coef_(self) -> Any:
        """Weights that predict, read-only: one row for two classes, else one row per class."""
        return super().coef_ if self._sparse_coef is None else self._sparse_coef

    def sparsify(self) -> Self:
        """Show ``coef_`` as a CSR matrix until the next fit.

        Predictions keep using the dense weights, so this saves no memory.

        Returns
        -------
        Self
            This estimator.
        """
        as_array = get_config().get("sparse_interface") == "sparray"  # scikit-learn before 1.9 has only matrices
        self._sparse_coef = (csr_array if as_array else csr_matrix)(super().coef_)
        self._sparse_coef.data.flags.writeable = False
        return self

    def densify(self) -> Self:
        """Show ``coef_`` as an array again.

        Returns
        -------
        Self
            This estimator.
        """
        check_is_fitted(self, "learner_")
        self._sparse_coef = None
        return self

    def _show(self, learner: learners.Learner) -> None:
        super()._show(learner)
        self._sparse_coef = None
