"""The pocket algorithm as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.estimators.sparse_coef import SparseCoef


class PocketPerceptron(SparseCoef):
    """Gallant's pocket algorithm: the weights with the longest run of correct visits predict.

    ratchet: in ``fit``, new weights stay in the pocket only if they make fewer training errors.
    """

    _learner_class = learners.Pocket

    def __init__(
        self,
        *,
        ratchet: bool = True,
        order: str = "shuffled",
        eta0: Any = 1.0,
        fit_intercept: bool = True,
        at_zero: str = "mistake",
        max_iter: int | None = None,
        n_iter_no_change: int | str | None = "auto",
        tol: float | None = 1e-3,
        stop_when_converged: bool = True,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        certify_when_stalled: bool = False,
        class_weight: Any = None,
        warm_start: bool = False,
        verbose: int = 0,
        random_state: Any = 0,
    ) -> None:
        super().__init__(**self._shared(locals()))
        self.ratchet = ratchet

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "ratchet": self.ratchet}
