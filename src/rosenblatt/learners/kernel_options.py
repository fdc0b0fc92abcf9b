"""Options of the kernel perceptron: those of every learner, and the kernel's."""

import math
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt.conventions import KERNELS, PREDICT_WITH
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError, check_choice, option, subject
from rosenblatt.learners.options import Options
from rosenblatt.learners.shared_entries import KERNEL_OPTIONS, OPTIONS

MAX_DEGREE = 1000  # more only overflows
OF_KERNELS = {"degree": ("poly",), "coef0": ("poly",), "gamma": ("poly", "rbf")}  # options that others ignore
DEFAULT_GAMMA: dict[str, float | str] = {"rbf": "scale"}  # 1.0 for others


@insert(OPTIONS, KERNEL_OPTIONS)
@dataclass(frozen=True, kw_only=True, repr=False)
class KernelOptions(Options):
    """Options of the kernel perceptron, with their defaults.

    Options are checked when they are given, and do not change.

    Parameters
    ----------
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, class_weight, random_state, rule, margin, C, multiclass}
    {kernel, degree, gamma, coef0, predict_with, normalize_scores, cache_mb}

    Raises
    ------
    OptionError
        If an option breaks its rule.

    See Also
    --------
    Kernel : Takes the fields of ``KernelOptions`` as keyword arguments.
    Options : Options of the other learners.
    rosenblatt.KernelPerceptron : Takes these options as a scikit-learn estimator.

    Examples
    --------
    >>> from rosenblatt.learners import KernelOptions
    >>> KernelOptions(kernel="poly").degree
    3
    >>> KernelOptions(kernel="poly", degree=0)
    Traceback (most recent call last):
        ...
    rosenblatt.errors.OptionError: degree must be a whole number, from 1 to 1000; got 0.
    """

    kernel: Any = "rbf"
    degree: int = 3
    gamma: float | str | None = None
    coef0: float = 1.0
    predict_with: str = "voted"
    normalize_scores: bool = False
    cache_mb: float = 1024.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.kernel):
            check_choice("kernel", self.kernel, KERNELS, quoted=True)
        check_choice("predict_with", self.predict_with, PREDICT_WITH, quoted=True)
        if not isinstance(self.degree, Integral) or isinstance(self.degree, bool) or not 1 <= self.degree <= MAX_DEGREE:
            raise OptionError(
                f"{subject('degree')} must be a whole number, from 1 to {MAX_DEGREE}; got {self.degree!r}."
            )
        is_named = self.gamma is None or (isinstance(self.gamma, str) and self.gamma in ("scale", "auto"))
        if not is_named and not (_is_number(self.gamma) and 0 < self.gamma < math.inf):
            raise OptionError(
                f"{subject('gamma')} must be a finite number above 0, 'scale' or 'auto'; got {self.gamma!r}."
            )
        if not _is_number(self.coef0) or not math.isfinite(self.coef0):
            raise OptionError(f"{subject('coef0')} must be a finite number; got {self.coef0!r}.")
        if not _is_number(self.cache_mb) or not 0 < self.cache_mb < math.inf:
            raise OptionError(f"{subject('cache_mb')} must be a finite number above 0; got {self.cache_mb!r}.")
        if np.ndim(self.eta0):
            raise OptionError("eta0 must be one number for a kernel perceptron, which has no weights per feature.")
        if not isinstance(self.normalize_scores, bool | np.bool_):
            raise OptionError(f"{subject('normalize_scores')} must be True or False; got {self.normalize_scores!r}.")
        if self.normalize_scores and self.kernel_name == "precomputed":
            raise OptionError(
                f"{subject('normalize_scores')} must be False for the kernel 'precomputed', which does not give the "
                "norms of later vectors; got True."
            )
        if self.normalize_scores and self.predict_with == "voted":
            raise OptionError(
                f"{subject('normalize_scores')} must be False for votes, which have no norm; got True: "
                f"{option('predict_with', 'averaged')} or {option('predict_with', 'last')} has scores."
            )

    def by_name(self) -> dict[str, Any]:
        """Return the options by name, as files have them."""
        ignored = [name for name, kernels in OF_KERNELS.items() if self.kernel_name not in kernels]
        return {name: value for name, value in super().by_name().items() if name not in ignored}

    @property
    def kernel_name(self) -> str:
        """Name of the kernel, "callable" for a function."""
        return "callable" if callable(self.kernel) else str(self.kernel)

    @property
    def named_gamma(self) -> float | str:
        """Number γ, or the name of the rule that computes it from the rows."""
        if self.gamma is None:
            return DEFAULT_GAMMA.get(self.kernel_name, 1.0)
        return self.gamma if isinstance(self.gamma, str) else float(self.gamma)

    def kernel_text(self, gamma: float) -> str:
        """Return the kernel with its numbers, for reports."""
        name = self.kernel_name
        factor = f"gamma {gamma:g}{f' ({self.named_gamma})' if isinstance(self.named_gamma, str) else ''}"
        if name == "poly":
            return f"poly, degree {self.degree}, {factor}, coef0 {self.coef0:g}"
        return f"rbf, {factor}" if name == "rbf" else name


KERNEL_FIELDS = tuple(own.name for own in fields(KernelOptions) if own.name not in {of.name for of in fields(Options)})


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
