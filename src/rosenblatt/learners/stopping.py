"""The stopping rule, for rows in memory and rows of a file."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.data.blocks import Block, take_rows
from rosenblatt.learners.interrupts import ctrl_c_raises
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

ROUNDING = 1e-9  # relative, of weights added in another order

# Given the rows that are trained on, return a certificate that a plane separates them or does not, or None.
OnStall = Callable[[np.ndarray], Any]


class BestEpoch:
    """The lowest number of mistakes in an epoch, each by its weight, and the epochs since it was reached."""

    def __init__(self, tol: float) -> None:
        self.tol, self.mistakes, self.epochs_since = tol, math.inf, 0

    def note(self, mistakes: float) -> None:
        """A new low is lower by more than ``tol`` of the last, and by more than the rounding of a sum of weights."""
        self.epochs_since += 1
        if self.mistakes == math.inf or mistakes < self.mistakes * (1.0 - max(self.tol, ROUNDING)):
            self.mistakes, self.epochs_since = mistakes, 0

    def is_stale(self, patience: float, patience_factor: int, n_epochs: int) -> bool:
        """True after ``patience`` epochs without a new best, or ``patience_factor`` times the epochs up to the best."""
        return self.epochs_since >= max(patience, patience_factor * (n_epochs - self.epochs_since))


class Validation:
    """The held-out rows, and the model that has predicted them best."""

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
    """The reasons to end a run, looked for after every epoch.

    validation: the held-out rows, for early stopping.
    on_stall: asked for a certificate before a run ends as stalled.
    """

    def __init__(
        self,
        learner: "Learner",
        validation: Validation | None = None,
        on_stall: Callable[[], Any] | None = None,
    ) -> None:
        self.learner, self.options, self.validation = learner, learner.options, validation
        self.best = BestEpoch(self.options.tol)
        self.certificate: Any = None
        self._on_stall = on_stall

    def reason(self, n_rows: int, mistakes: Sequence[int], pressed: Callable[[], bool]) -> str | None:
        """The reason to stop after an epoch; None to go on. mistakes: those of each epoch so far."""
        if mistakes[-1] == 0 and self.options.stop_when_converged:
            return "converged"
        if self.validation and self.validation.epochs_since >= self.options.validation_patience():
            return "early_stopped"
        if pressed():
            return "interrupted"
        return self._reason_to_stall() if self._is_stale(n_rows, len(mistakes)) else None

    def _is_stale(self, n_rows: int, n_epochs: int) -> bool:
        if self.certificate is not None and self.certificate.separable:
            return False  # a plane is there to be found
        learner = self.learner
        patience = self.options.patience(n_rows, learner.n_features, learner.classes.n_labels)
        return self.best.is_stale(patience, learner.patience_factor, n_epochs)

    def _reason_to_stall(self) -> str | None:
        """None where it is proven that a plane separates the rows."""
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
            return None
        # Where zero has a sign, a plane through 0 may be right about rows that lie on it, and does not separate them.
        strict = self.options.fit_intercept or not self.options.sign_of_zero
        return "not_separable" if strict else "stalled"
