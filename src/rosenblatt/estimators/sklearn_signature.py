"""Parameters ``shuffle`` and ``n_jobs``, for estimators that have the signature of a class of scikit-learn."""

from numbers import Integral
from typing import Any

from rosenblatt.errors import OptionError
from rosenblatt.estimators.last_weights import LastWeights


class SklearnSignature(LastWeights):
    """Base class of the estimators that replace a class of scikit-learn."""

    shuffle: bool
    n_jobs: int | None
    _true_or_false = (*LastWeights._true_or_false, "shuffle")

    def _options(self) -> dict[str, Any]:
        options = super()._options()
        if not self.shuffle and self.order == "shuffled":
            options["order"] = "given"
        return options

    def _check_parameters(self) -> None:
        super()._check_parameters()
        if self.n_jobs is not None and (not isinstance(self.n_jobs, Integral) or self.n_jobs == 0):
            raise OptionError(f"n_jobs must be a whole number other than 0, or None; got {self.n_jobs!r}.")
