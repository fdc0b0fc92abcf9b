"""Training: epochs, orders, and when to stop."""

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rosenblatt.data.blocks import Block, take_rows
from rosenblatt.errors import DataError
from rosenblatt.learners.inputs import total_weight
from rosenblatt.learners.options import Options
from rosenblatt.learners.score_cache import ScoreCache
from rosenblatt.learners.visit_order import Orders
from rosenblatt.loops.arguments import Examples, Mistakes, scratch_for
from rosenblatt.loops.rng import HOLD_OUT, pick, shuffle
from rosenblatt.loops.visit import find_mistakes
from rosenblatt.models.linear import Model

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

WORK_BETWEEN_LOOKS = 5e7  # multiply-adds, well under 0.1 s, before Ctrl-C is looked for
ROUNDING = 1e-9  # relative, of weights added in another order
MAX_VISITS_BETWEEN_CHECKS = 65536  # so that the list of their mistakes stays small

# Given the rows that are trained on, whether a plane separates them: a certificate, or None.
OnStall = Callable[[np.ndarray], Any]


class Outcome(NamedTuple):
    """What became of training: the reason, the counts, the model where it is not the last, and what was proven."""

    reason: str
    mistakes_per_epoch: list[int]
    validation_errors_per_epoch: list[int] | None
    best: Model | None
    certificate: Any


class Interrupted(Exception):
    """Ctrl-C was pressed; ``mistakes`` were made in the epoch so far."""

    def __init__(self, mistakes: int) -> None:
        self.mistakes = mistakes


def hold_out(options: Options, rows: np.ndarray, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows to train on and rows to validate on, each class in proportion."""
    held = round(len(rows) * options.validation_fraction)
    if not 0 < held < len(rows):
        raise DataError(
            f"validation_fraction must leave rows on both sides; {options.validation_fraction} of "
            f"{len(rows)} rows is {held}."
        )
    mixed = rows.copy()
    shuffle(mixed, options.random_state, 0, HOLD_OUT)
    by_class = mixed[np.argsort(codes[mixed], kind="stable")]
    chosen = ((np.arange(held) + 0.5) * len(rows) / held).astype(np.int64)
    return np.sort(np.delete(by_class, chosen)), np.sort(by_class[chosen])


@contextmanager
def ctrl_c_noted(patient: bool = False) -> Iterator[Callable[[], bool]]:
    """Ctrl-C sets a flag instead of raising between a loop's return and its bookkeeping.

    Pressed a second time it raises as ever, unless ``patient``.
    """
    pressed = False

    def note(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed and not patient:
            raise KeyboardInterrupt
        pressed = True

    with ctrl_c_calls(note):
        yield lambda: pressed


@contextmanager
def ctrl_c_calls(handler: Callable[[int, Any], Any]) -> Iterator[None]:
    """Ctrl-C calls the handler. Outside the main thread nothing is changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Training:
    """One ``fit``: given a learner, its examples and the rows to visit; changes the learner."""

    def __init__(self, learner: "Learner", block: Block, examples: Examples, codes: np.ndarray, orders: Orders) -> None:
        self.learner, self.options = learner, learner.options
        self.block, self.examples, self.codes, self.rows = block, examples, codes, orders.rows
        self.orders = orders
        cache = None if learner.guarded else ScoreCache(block, examples, self.rows, learner.rule)
        self.cache: ScoreCache | None = cache
        self.certificate: Any = None

    def run(self, held: np.ndarray | None, n_classes: int, on_stall: OnStall | None = None) -> Outcome:
        """Epoch after epoch, until there is a reason to stop."""
        mistakes: list[int] = []
        validation = None if held is None else Validation(self.block, self.codes, held)
        patience = self.options.patience(len(self.rows), self.block.n_features, n_classes)
        best = BestEpoch(self.options.tol)
        reason = "max_iter"
        with self.orders, ctrl_c_noted() as self.pressed:
            for epoch in range(self.options.iterations(self.learner.default_epochs)):
                self.learner.weighed_mistakes = 0.0
                try:
                    mistakes.append(self.epoch(epoch))
                except Interrupted as interrupted:
                    mistakes.append(interrupted.mistakes)
                    reason = "interrupted"
                    break
                best.note(self.learner.weighed_mistakes)
                self.learner.end_epoch(self.wrong)
                if validation:
                    validation.judge(self.learner.model)
                if self.learner.on_epoch:
                    self.learner.on_epoch(epoch, mistakes[-1])
                if mistakes[-1] == 0 and self.options.stop_when_converged:
                    break
                if validation and validation.epochs_since >= self.options.validation_patience():
                    reason = "early_stopped"
                    break
                if self.pressed():
                    reason = "interrupted"
                    break
                if best.is_stale(patience, self.learner.patience_factor, len(mistakes)):
                    if ended := self.reason_if_stalled(on_stall):
                        reason = ended
                        break
                    patience = math.inf  # a plane is there to be found
        self.cache = None  # its memory is free for the model
        if mistakes[-1] == 0 and reason == "max_iter":
            reason = "converged"
        if validation is None:
            return Outcome(reason, mistakes, None, None, self.certificate)
        return Outcome(reason, mistakes, validation.errors, validation.best, self.certificate)

    def reason_if_stalled(self, on_stall: OnStall | None) -> str | None:
        """The reason to end where no new low comes; None where it is proven that a plane separates the rows."""
        if on_stall is None:
            return "stalled"
        try:
            with ctrl_c_calls(signal.default_int_handler):
                self.certificate = on_stall(self.rows)
        except KeyboardInterrupt:
            return "interrupted"
        if self.certificate is None or self.certificate.separable is None:
            return "stalled"
        if self.certificate.separable:
            return None
        # Where zero has a sign, a plane through 0 may be right about rows that lie on it, and does not separate them.
        strict = self.options.fit_intercept or not self.options.sign_of_zero
        return "not_separable" if strict else "stalled"

    def epoch(self, number: int) -> int:
        """One epoch in the order asked for; returns its mistakes."""
        match self.options.order:
            case "all-mistakes":
                return self.answer_all()
            case "first-mistake":
                return self.answer_one(self.find(1), 0)
            case "random-mistake":
                mistakes = self.find(len(self.rows))
                count = len(mistakes.row)
                return self.answer_one(mistakes, int(pick(count, self.options.random_state, number)) if count else 0)
        if self.cache is not None:
            self.cache.begin_epoch(self.learner.weights.view)
        n_mistakes = 0
        for visits in self.parts(self.orders.of(number)):
            if self.pressed():
                raise Interrupted(n_mistakes)
            n_mistakes += self.learner.visit(self.examples, visits, self.cache)
        return n_mistakes

    def answer_all(self) -> int:
        """Notes 002 and 003: scores by the weights at the epoch's start, updates at its end, in row order."""
        mistakes = self.find(len(self.rows))
        self.learner.answer(self.examples, mistakes, self.rows)
        return len(mistakes.row)

    def answer_one(self, mistakes: Mistakes, which: int) -> int:
        """Notes 002 and 004: one wrong row is visited, the search for it is no visit."""
        if not len(mistakes.row):
            return 0
        chosen = Mistakes(*(column[which : which + 1] for column in mistakes))
        self.learner.answer(self.examples, chosen, chosen.row)
        return 1

    def find(self, most: int) -> Mistakes:
        """The rows that are wrong under the current weights, in row order, at most so many."""
        mistakes: list[Mistakes] = []
        room = most
        for visits in self.parts(self.rows):
            if self.pressed():
                raise Interrupted(0)
            buffer = no_mistakes(min(room, len(visits)))
            view = self.learner.weights.view
            count = find_mistakes(self.examples, visits, self.learner.rule, view, scratch_for(view), buffer)
            self.learner.check_overflow(count, visits)
            mistakes.append(first_of(buffer, count))
            room -= count
            if room == 0:
                break
        return Mistakes(*(np.concatenate(columns) for columns in zip(*mistakes, strict=True)))

    def parts(self, visits: np.ndarray) -> Iterator[np.ndarray]:
        """Visits in parts of less than 0.1 s."""
        stored = self.examples.rows.values.size / self.block.n_rows
        n_classes = self.learner.classes.n_rows
        work = max(1.0, stored * (1 if n_classes == 2 else n_classes))
        size = int(min(MAX_VISITS_BETWEEN_CHECKS, max(1.0, WORK_BETWEEN_LOOKS // work)))
        return (visits[first : first + size] for first in range(0, len(visits), size))

    def wrong(self, model: Model) -> float:
        """How many training rows a model predicts wrong, each counted by its weight."""
        return total_weight(self.examples.weights, self.wrong_rows(model))

    def wrong_rows(self, model: Model) -> np.ndarray:
        """The training rows that a model predicts wrong."""
        return np.asarray(self.rows[(model.winners(self.block) != self.codes)[self.rows]])


class Validation:
    """The held-out part, and the model that has predicted it best."""

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


def no_mistakes(room: int) -> Mistakes:
    """An empty list of mistakes with room for so many."""
    return Mistakes(np.empty(room, np.uint32), np.empty(room, np.int32), np.empty(room, np.int64))


def first_of(mistakes: Mistakes, count: int) -> Mistakes:
    return Mistakes(*(column[:count] for column in mistakes))
