"""Options of a learner, with the meanings of the lectures, checked when they are given."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt.conventions import AT_ZERO, ORDERS, SIGN_OF_ZERO, SINGLE_UPDATE_ORDERS
from rosenblatt.errors import OptionError, check_choice
from rosenblatt.loops.arguments import Rule

MAX_UPDATES = 100_000  # the default max_iter where one iteration is one update
MAX_ITERATIONS = 2**62  # more than can ever be made
PATIENCE = 100  # epochs without a new low before a run is called stalled, on small data
PATIENCE_WORK = 10**8  # on larger data: as many epochs as fit into this many multiply-adds …
LEAST_PATIENCE = 5  # … but at least these
LONG_PATIENCE = 200  # instead of PATIENCE, where a plateau is tested for
FIRST_LOOK = 100  # epochs before a plateau is first tested for, on small data: each makes the last weights steadier
FIRST_LOOK_WORK = 8 * 10**6  # on larger data: as many epochs as fit into this many multiply-adds …
LEAST_FIRST_LOOK = 15  # … but at least these


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of training that the lectures leave open.

    order: in which order ``fit`` visits the rows (conventions.ORDERS).
    eta0: the learning rate λ: a number, or one a feature, with the bias's own as number d + 1 (else 1).
    fit_intercept: whether a bias is learned.
    at_zero: what a score of exactly zero means (conventions.AT_ZERO).
    max_iter: epochs; updates in the orders "first-mistake" and "random-mistake"; None for the default.
    n_iter_no_change: epochs without a new low in mistakes before a run is called stalled, or in
        validation errors before it is stopped early; "auto" for a rule of the mistakes and the shape (of a
        perceptron that visits rows in random order, ``plateau``), None for never.
    tol: a new low is lower than the last by more than this share of it: one mistake is enough below 1/tol.
    stop_when_converged: False runs exactly max_iter epochs, as Algorithms 5 and 7 are written (early_stopping
        and Ctrl-C can still end it).
    early_stopping: hold out a part of the rows and keep the weights that predict it best.
    validation_fraction: how large that part is.
    class_weight: None, "balanced", or a mapping from label to the factor of its steps.
    random_state: the seed of every random order, from 0 to 2³² − 1.
    """

    order: str = "shuffled"
    eta0: Any = 1.0
    fit_intercept: bool = True
    at_zero: str = "mistake"
    max_iter: int | None = None
    n_iter_no_change: int | str | None = "auto"
    tol: float = 1e-3
    stop_when_converged: bool = True
    early_stopping: bool = False
    validation_fraction: float = 0.1
    class_weight: Any = None
    random_state: int = 0

    def __post_init__(self) -> None:
        check_choice("order", self.order, ORDERS, quoted=True)
        check_choice("at_zero", self.at_zero, AT_ZERO, quoted=True)
        _check_rate(self.eta0)
        if self.max_iter is not None:
            _check_integer("max_iter", self.max_iter, 1)
        if not (self.n_iter_no_change is None or _is_text(self.n_iter_no_change, "auto")):
            _check_integer("n_iter_no_change", self.n_iter_no_change, 1, ", 'auto' or None")
        if not isinstance(self.tol, Real) or not 0 <= self.tol < math.inf:
            raise OptionError(f"tol must be a number, at least 0; got {self.tol!r}.")
        if not isinstance(self.validation_fraction, Real) or not 0 < self.validation_fraction < 1:
            raise OptionError(
                f"validation_fraction must be a number between 0 and 1; got {self.validation_fraction!r}."
            )
        named = self.class_weight is None or _is_text(self.class_weight, "balanced")
        if not named and not isinstance(self.class_weight, Mapping):
            raise OptionError(
                f"class_weight must be None, 'balanced' or a mapping from label to factor; got {self.class_weight!r}."
            )
        for name in ("fit_intercept", "stop_when_converged", "early_stopping"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise OptionError(f"{name} must be True or False; got {getattr(self, name)!r}.")
        _check_integer("random_state", self.random_state, 0)
        if self.random_state >= 2**32:
            raise OptionError(f"random_state must be below 2**32; got {self.random_state!r}.")

    @property
    def sign_of_zero(self) -> int:
        return SIGN_OF_ZERO[self.at_zero]

    @property
    def balanced(self) -> bool:
        return _is_text(self.class_weight, "balanced")

    @property
    def folded_one(self) -> float:
        """Square of the constant feature of the bias in norms: 1 if a bias is learned, else 0."""
        return 1.0 if self.fit_intercept else 0.0

    def rule(self, n_features: int) -> Rule:
        """Rule for the loops: the rate, the bias's rate (0 for no bias), the sign of zero."""
        rate = np.array(self.eta0, dtype=np.float64)  # a copy: a run keeps its rates
        if rate.ndim == 0:
            bias_rate = float(rate)
        elif len(rate) == n_features:
            bias_rate = 1.0
        elif len(rate) == n_features + 1:
            bias_rate, rate = float(rate[-1]), np.ascontiguousarray(rate[:-1])
        else:
            raise OptionError(
                f"eta0 must be a number or one a feature, {n_features} or, with the bias's, "
                f"{n_features + 1} of them; got {len(rate)}."
            )
        return Rule(
            float(rate) if rate.ndim == 0 else rate, bias_rate if self.fit_intercept else 0.0, self.sign_of_zero
        )

    def iterations(self, default_epochs: int) -> int:
        """Maximum number of epochs, or updates, of ``fit``."""
        if self.max_iter is not None:
            return min(int(self.max_iter), MAX_ITERATIONS)
        return MAX_UPDATES if self.order in SINGLE_UPDATE_ORDERS else default_epochs

    @property
    def tests_plateau(self) -> bool:
        """True if a test of the mistakes per epoch may end a run: its false-alarm rate holds for random orders."""
        return self.n_iter_no_change == "auto" and self.stop_when_converged and self.order == "shuffled"

    def patience(self, n_rows: int, n_features: int, n_classes: int, tests_plateau: bool = False) -> float:
        """Epochs without a new low after which a run is stalled: a rule of the shape alone."""
        if not self.stop_when_converged or self.order in SINGLE_UPDATE_ORDERS:
            return math.inf
        if self.n_iter_no_change != "auto":
            return math.inf if self.n_iter_no_change is None else int(self.n_iter_no_change)
        most = LONG_PATIENCE if tests_plateau else PATIENCE
        return max(LEAST_PATIENCE, min(most, PATIENCE_WORK // _work(n_rows, n_features, n_classes)))

    def first_look(self, n_rows: int, n_features: int, n_classes: int) -> int:
        """First epoch after which a plateau is tested for."""
        return max(LEAST_FIRST_LOOK, min(FIRST_LOOK, FIRST_LOOK_WORK // _work(n_rows, n_features, n_classes)))

    def validation_patience(self) -> float:
        """Epochs without fewer validation errors after which a run is stopped early."""
        if self.n_iter_no_change == "auto":
            return LEAST_PATIENCE
        return math.inf if self.n_iter_no_change is None else int(self.n_iter_no_change)


def _work(n_rows: int, n_features: int, n_classes: int) -> int:
    """Multiply-adds of an epoch."""
    return n_rows * n_features * (1 if n_classes == 2 else n_classes)


def _check_integer(name: str, value: Any, least: int, others: str = "") -> None:
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise OptionError(f"{name} must be a whole number, at least {least}{others}; got {value!r}.")


def _is_text(value: Any, text: str) -> bool:
    return isinstance(value, str) and value == text


def _check_rate(eta0: Any) -> None:
    try:
        rate = np.asarray(eta0)
    except ValueError as error:
        raise OptionError(f"eta0 must be a positive number, or one a feature: {error}.") from error
    if rate.dtype.kind not in "iuf" or rate.ndim > 1 or not np.isfinite(rate).all() or (rate < 0).any():
        raise OptionError(f"eta0 must be a positive number, or one a feature; got {eta0!r}.")
    if not rate.any():
        raise OptionError(f"eta0 must be positive, or nothing is learned; got {eta0!r}.")
