"""Options of a learner, with the meanings of the lectures, checked when they are given."""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt.conventions import (
    AT_ZERO,
    MULTICLASS,
    ORDERS,
    PASSIVE_AGGRESSIVE,
    RULES,
    RULES_WITH_C,
    SEARCHING_ORDERS,
    SIGN_OF_ZERO,
    SINGLE_UPDATE_ORDERS,
)
from rosenblatt.docstrings import insert
from rosenblatt.errors import OptionError, check_choice, option, subject
from rosenblatt.learners.shared_entries import OPTIONS
from rosenblatt.loops import steps
from rosenblatt.loops.arguments import Rule, StepRule

MAX_UPDATES = 100_000  # the default max_iter where one iteration is one update
MAX_ITERATIONS = 2**62  # more than can ever be made
PATIENCE = 100  # epochs without a new low before a run is called stalled, on small data
PATIENCE_WORK = 10**8  # on larger data: as many epochs as fit into this many multiply-adds …
LEAST_PATIENCE = 5  # … but at least these
LONG_PATIENCE = 200  # instead of PATIENCE, where a plateau is tested for, and for rules that need more updates
FIRST_LOOK = 100  # epochs before a plateau is first tested for, on small data: each makes the last weights steadier
FIRST_LOOK_WORK = 8 * 10**6  # on larger data: as many epochs as fit into this many multiply-adds …
LEAST_FIRST_LOOK = 15  # … but at least these
MIN_REAL, MAX_REAL = sys.float_info.min, sys.float_info.max
STEPS = {
    "margin": steps.CONSTANT,
    "normalized": steps.NORMALIZED,
    "pa": steps.PA,
    "pa1": steps.PA_I,
    "pa2": steps.PA_II,
}


@insert(OPTIONS)
@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of a learner: everything that the lectures leave open, with a default.

    Options are checked when they are given, and do not change.

    Parameters
    ----------
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, class_weight, random_state, rule, margin, C, multiclass}

    Raises
    ------
    OptionError
        If an option breaks its rule.

    See Also
    --------
    Learner : Takes the fields of ``Options`` as keyword arguments.
    rosenblatt.Perceptron : Takes these options, and those of scikit-learn.

    Examples
    --------
    >>> from rosenblatt.learners import Options
    >>> Options(order="given").max_iter is None
    True
    >>> Options(order="sorted")
    Traceback (most recent call last):
        ...
    rosenblatt.errors.OptionError: order must be one of ...; got 'sorted'.
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
    rule: str = "perceptron"
    margin: float | None = None
    C: float | None = None
    multiclass: str = "argmax"

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
        check_choice("rule", self.rule, RULES, quoted=True)
        _check_rule(self)
        check_choice("multiclass", self.multiclass, MULTICLASS, quoted=True)
        if self.one_vs_rest and self.order in SEARCHING_ORDERS:
            raise OptionError(
                f"{subject('multiclass')} must be 'argmax' in the order {self.order!r}, which searches for wrong rows; "
                f"got {self.multiclass!r}: {option('order', 'shuffled')} lets every class answer its own mistakes."
            )

    def by_name(self) -> dict[str, Any]:
        """Return the options by name, as files have them."""
        left_out: tuple[str, ...] = ("rule", "margin", "C") if self.rule == "perceptron" else ()
        left_out += ("multiclass",) if self.multiclass == "argmax" else ()
        return {name: getattr(self, name) for name in (field.name for field in fields(self)) if name not in left_out}

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{name}={value!r}' for name, value in self.by_name().items())})"

    @property
    def sign_of_zero(self) -> int:
        """Sign that a score of zero has in the compiled loops: 0 for neither, else 1 or -1."""
        return SIGN_OF_ZERO[self.at_zero]

    @property
    def balanced(self) -> bool:
        """True if ``class_weight`` is "balanced"."""
        return _is_text(self.class_weight, "balanced")

    @property
    def folded_one(self) -> float:
        """Square of the constant feature that stands for the bias in norms: 1 if a bias is learned, else 0."""
        return 1.0 if self.fit_intercept else 0.0

    @property
    def passive_aggressive(self) -> bool:
        """True for the rules "pa", "pa1" and "pa2", whose updates go on after the last mistake."""
        return self.rule in PASSIVE_AGGRESSIVE

    @property
    def beta(self) -> float:
        """Margin of the rule: a row with y·a ≤ beta is answered. 0 for rules that answer mistakes only."""
        if self.passive_aggressive:
            return 1.0
        if self.rule != "margin":
            return 0.0
        return 1.0 if self.margin is None else float(self.margin)

    @property
    def one_vs_rest(self) -> bool:
        """True if each of more than two classes learns by itself."""
        return self.multiclass == "one-vs-rest"

    @property
    def is_plain(self) -> bool:
        """True if the updates are those of the plain perceptron."""
        return self.rule == "perceptron" or (self.rule == "margin" and self.beta == 0)

    @property
    def rule_text(self) -> str:
        """Name of the rule with its margin or C, and its formulas."""
        known, given = RULES[self.rule], ""
        if self.rule == "margin":
            given = f", β = {self.beta:g}"
        elif self.rule in RULES_WITH_C:
            given = f", C = {self.step_rule.C:g}"
        return f"{self.rule}{given}: updates where {known.when}, by {known.step}"

    def rule_lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about the rules, unless they are those of the plain perceptron and argmax."""
        lines = [] if self.rule == "perceptron" else [("rule", self.rule_text)]
        if self.one_vs_rest:
            lines.append(("multiclass", f"{self.multiclass}: one perceptron per class, and the highest score wins"))
        return lines

    @property
    def step_rule(self) -> StepRule:
        """Formula of the step, for the compiled loops."""
        C = 1.0 if self.C is None else float(self.C)
        return StepRule(STEPS[self.rule], C if self.rule in RULES_WITH_C else math.inf)

    def compiled_rule(self, n_features: int) -> Rule:
        """Return the rule for the compiled loops."""
        rate = np.array(self.eta0, dtype=np.float64)  # a copy: a run keeps its rates
        if rate.ndim == 0:
            bias_rate = float(rate)
        elif len(rate) == n_features:
            bias_rate = 1.0
        elif len(rate) == n_features + 1:
            bias_rate, rate = float(rate[-1]), np.ascontiguousarray(rate[:-1])
        else:
            raise OptionError(
                f"eta0 must be a number or one per feature, {n_features} or, with the bias's, "
                f"{n_features + 1} of them; got {len(rate)}."
            )
        rates = float(rate) if rate.ndim == 0 else rate, bias_rate if self.fit_intercept else 0.0
        of_rule = () if self.is_plain else (self.beta or -math.inf, self.step_rule)
        rule = Rule(*rates, self.sign_of_zero, *of_rule)
        return rule._replace(one_vs_rest=True) if self.one_vs_rest else rule

    def iterations(self, default_epochs: int) -> int:
        """Return the largest number of epochs, or of updates in orders where each iteration is one update."""
        if self.max_iter is not None:
            return min(int(self.max_iter), MAX_ITERATIONS)
        return MAX_UPDATES if self.order in SINGLE_UPDATE_ORDERS else default_epochs

    @property
    def tests_plateau(self) -> bool:
        """True if a statistical test of the mistakes per epoch may end a run.

        The false-alarm rate of the test holds for random orders and the plain perceptron only.
        """
        is_random = self.order == "shuffled" and self.is_plain
        return self.n_iter_no_change == "auto" and self.stop_when_converged and is_random

    def patience(self, n_rows: int, n_features: int, n_classes: int, waits_longer: bool = False) -> float:
        """Return the number of epochs without a new low after which a run is stalled."""
        if not self.stop_when_converged or self.order in SINGLE_UPDATE_ORDERS:
            return math.inf
        if self.n_iter_no_change != "auto":
            return math.inf if self.n_iter_no_change is None else int(self.n_iter_no_change)
        most = LONG_PATIENCE if waits_longer or not self.is_plain else PATIENCE
        return max(LEAST_PATIENCE, min(most, PATIENCE_WORK // _work(n_rows, n_features, n_classes)))

    def first_look(self, n_rows: int, n_features: int, n_classes: int) -> int:
        """Return the first epoch after which a plateau is tested for."""
        return max(LEAST_FIRST_LOOK, min(FIRST_LOOK, FIRST_LOOK_WORK // _work(n_rows, n_features, n_classes)))

    def validation_patience(self) -> float:
        """Return the number of epochs without fewer validation errors after which a run is stopped early."""
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
        raise OptionError(f"eta0 must be a positive number, or one per feature: {error}.") from error
    if rate.dtype.kind not in "iuf" or rate.ndim > 1 or not np.isfinite(rate).all() or (rate < 0).any():
        raise OptionError(f"eta0 must be a positive number, or one per feature; got {eta0!r}.")
    if not rate.any():
        raise OptionError(f"eta0 must be positive, or nothing is learned; got {eta0!r}.")


def _check_rule(options: Options) -> None:
    """Check the options that belong to some rules only."""
    rule, margin, C = options.rule, options.margin, options.C
    if margin is not None and not (_is_real(margin) and 0 <= margin <= MAX_REAL):
        raise OptionError(f"{subject('margin')} must be a finite number, at least 0; got {margin!r}.")
    if margin is not None and rule != "margin":
        raise OptionError(
            f"{subject('margin')} must be left out under the rule {rule!r}; got {margin!r}: "
            f"{option('rule', 'margin')} has it."
        )
    if C is not None and not (_is_real(C) and MIN_REAL <= C <= MAX_REAL):  # so that 1/(2C) is finite, too
        raise OptionError(f"{subject('C')} must be a finite number above 0; got {C!r}.")
    if C is not None and rule not in RULES_WITH_C:
        others = f"{option('rule', 'pa1')} and {option('rule', 'pa2')} have it"
        raise OptionError(f"{subject('C')} must be left out under the rule {rule!r}; got {C!r}: {others}.")
    if options.passive_aggressive and (np.ndim(options.eta0) or options.eta0 != 1):
        raise OptionError(f"eta0 must be 1 under the rule {rule!r}, which computes its step; got {options.eta0!r}.")


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
