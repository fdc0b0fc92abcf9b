"""Stopping rule, for rows in memory and rows of a file."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.data.blocks import Block, take_rows
from rosenblatt.learners.interrupts import ctrl_c_raises
from rosenblatt.learners.options import Options
from rosenblatt.learners.plateau import is_plateau
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

ROUNDING = 1e-9  # relative error of weights added in another order

# Given the rows that are trained on, return a certificate that a plane separates them or does not, or None.
OnStall = Callable[[np.ndarray], Any]


class BestEpoch:
    """Lowest weighted number of mistakes in an epoch, and the epochs since it was reached."""

    def __init__(self, tol: float) -> None:
        self.tol, self.mistakes, self.epochs_since = tol, math.inf, 0

    def note(self, mistakes: float) -> None:
        """Note an epoch. A new low is lower by more than ``tol`` of the last, and by more than rounding of the sum."""
        self.epochs_since += 1
        if self.mistakes == math.inf or mistakes < self.mistakes * (1.0 - max(self.tol, ROUNDING)):
            self.mistakes, self.epochs_since = mistakes, 0

    def is_stale(self, patience: float, patience_factor: int, n_epochs: int) -> bool:
        """True after ``patience`` epochs without a new best, or ``patience_factor`` times the epochs up to the best."""
        return self.epochs_since >= max(patience, patience_factor * (n_epochs - self.epochs_since))


class Stall:
    """Rule that calls a run stalled, with the epochs it has seen.

    patience_factor: that of the learner.
    tests_plateau: a plateau of the mistakes is enough. A run without a new best for long is stalled in any case.
    is_slow: a new best may take longer than in a run of one part, because weights of several parts are mixed.
    """

    def __init__(
        self, options: Options, patience_factor: int = 0, tests_plateau: bool = False, is_slow: bool = False
    ) -> None:
        self.is_slow = is_slow
        self.options, self.patience_factor = options, patience_factor
        self.tests_plateau = tests_plateau and options.tests_plateau
        self.best = BestEpoch(options.tol)
        self.mistakes: list[float] = []  # of each epoch, each by its weight

    def note(self, mistakes: float) -> None:
        """Note the end of an epoch."""
        self.best.note(mistakes)
        self.mistakes.append(mistakes)

    def is_stale(self, shape: tuple[int, int, int], counts: Sequence[int]) -> bool:
        """Return True if the run is stalled. shape: rows, features and classes; counts: mistakes of each
        epoch so far."""
        n_epochs = len(counts)
        patience = self.options.patience(*shape, self.tests_plateau or self.is_slow)
        if self.best.is_stale(patience, self.patience_factor, n_epochs):
            return True
        return self.tests_plateau and n_epochs >= self.options.first_look(*shape) and is_plateau(self.mistakes, counts)


class Validation:
    """Held-out rows, and the model that has predicted them best."""

    def __init__(self, block: Block, codes: np.ndarray, held: np.ndarray) -> None:
        self.block, self.codes = take_rows(block, held), codes[held]
        self.errors: list[int] = []
        self.best: Model | None = None
        self.epochs_since = 0  # epochs since the best

    def judge(self, model: Model) -> None:
        """Count the errors of the weights that would predict; keep the best, the earlier on ties."""
        errors = int(np.count_nonzero(model.winners(self.block) != self.codes))
        self.epochs_since += 1
        if self.best is None or errors < min(self.errors):
            self.best, self.epochs_since = model, 0
        self.errors.append(errors)


class Stopping:
    """Reasons to end a run, checked after every epoch.

    validation: the held-out rows, for early stopping.
    on_stall: called for a certificate before a run ends as stalled.
    from_zero: the weights were zero at the start. Otherwise the first epochs are not those of a descent.
    is_mixed: weights of several parts are mixed after every epoch, which is not the descent that the test knows.
    """

    def __init__(
        self,
        learner: "Learner",
        validation: Validation | None = None,
        on_stall: Callable[[], Any] | None = None,
        from_zero: bool = True,
        is_mixed: bool = False,
    ) -> None:
        self.learner, self.options, self.validation = learner, learner.options, validation
        # An average, a vote and a pocket gain from epochs on a plateau; and validation ends a run by itself.
        tests_plateau = learner.last_weights_predict and from_zero and validation is None and not is_mixed
        self.stall = Stall(self.options, learner.patience_factor, tests_plateau, is_slow=is_mixed)
        self.certificate: Any = None
        self._on_stall = on_stall

    def reason(self, n_rows: int, delaying: Sequence[int], pressed: Callable[[], bool]) -> str | None:
        """Reason to stop after an epoch; None to continue.

        delaying: the number in each epoch so far of what an epoch must not have in order to converge. That is updates;
        for passive-aggressive rules, whose updates only become smaller, it is mistakes.
        """
        if delaying[-1] == 0 and self.options.stop_when_converged:
            return "converged"
        if self.validation and self.validation.epochs_since >= self.options.validation_patience():
            return "early_stopped"
        if pressed():
            return "interrupted"
        if self.certificate is not None and self._can_converge():
            return None  # a separating plane exists
        shape = (n_rows, self.learner.n_features, self.learner.classes.n_labels)
        return self._reason_to_stall() if self.stall.is_stale(shape, delaying) else None

    def _can_converge(self) -> bool:
        """Return True if the certificate proves that the run converges. One against the rest, every class must be
        separable from all others."""
        if self.learner.one_vs_rest:
            return all(each.separable for each in self.certificate.one_against_rest.values())
        return bool(self.certificate.separable)

    def _reason_to_stall(self) -> str | None:
        """Reason to stop a stalled run; None if a proof shows that a plane separates the rows."""
        if self._on_stall is None:
            return "stalled"
        try:
            with ctrl_c_raises():
                self.certificate = self._on_stall()
        except KeyboardInterrupt:
            return "interrupted"
        if self.certificate is None or self.certificate.separable is None:
            return "stalled"
        if self.certificate.separable:
            return None if self._can_converge() else "stalled"
        # Where zero has a sign, a plane through 0 may be right about rows that lie on it, and does not separate them.
        strict = self.options.fit_intercept or not self.options.sign_of_zero
        return "not_separable" if strict else "stalled"
