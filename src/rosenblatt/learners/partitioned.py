"""Training on rows in parts, by an engine that may call functions on other machines.

An engine has three methods: ``submit`` calls a function, ``gather`` returns results, and ``renew`` forgets how one was
computed. All arguments that are large stay where the engine computed them: only tallies and facts about parts come back
before the end of the run.

    sequence   the parts are visited one after another, and the state travels: the bits of one machine
    mixing     in every epoch each part is visited from the same weights, side by side; then weights are mixed
"""

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from rosenblatt.errors import DataError, subject
from rosenblatt.files.streaming.windows import Windows
from rosenblatt.learners.base import Learner
from rosenblatt.learners.class_weights import factors_of
from rosenblatt.learners.classes import Classes
from rosenblatt.learners.epochs import Outcome, Part as EpochPart, run_epochs
from rosenblatt.learners.mistake_bound import terms_of
from rosenblatt.learners.mixing import State, Tally, mix, scores_wrong, teach
from rosenblatt.learners.options import Options
from rosenblatt.learners.parts import (
    PartFacts,
    Place,
    VisitFacts,
    check_part,
    named,
    number_part,
    page_of,
    pages_in,
    part_facts,
    visit_facts,
    weigh_part,
    window_of,
)
from rosenblatt.learners.report import report_of
from rosenblatt.learners.rollback import Rollback
from rosenblatt.learners.state import set_state, state_of
from rosenblatt.learners.stopping import Stopping
from rosenblatt.learners.strategy import Strategy
from rosenblatt.learners.streaming import MAX_VOTES
from rosenblatt.learners.visits import Counts
from rosenblatt.learners.weights import WeightRows
from rosenblatt.models.linear import Model

FAN_IN = 4  # states that are mixed at a time; the tree of mixtures goes by the numbers of the parts
WINDOWS_AHEAD = 4  # windows of a file that are put together before the first of them is visited
MAX_TASKS = 2000  # calls after which the state is copied, so that an engine can forget how it was computed


class Engine(Protocol):
    """Interface to the machines that train."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a pure function. Return a handle, which can be an argument of another call."""

    def gather(self, handles: list[Any]) -> list[Any]:
        """Return the results of calls."""

    def renew(self, handle: Any) -> Any:
        """Return a handle of the same result that does not depend on earlier calls."""


class OneProcess:
    """Engine that calls functions at once, in this process."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    def gather(self, handles: list[Any]) -> list[Any]:
        return handles

    def renew(self, handle: Any) -> Any:
        return handle


def fit_parts(
    learner: Learner,
    parts: Sequence[tuple[Any, ...]],
    strategy: str = "mixing",
    mix_by: str = "mistakes",
    then_sequence: int = 0,
) -> Learner:
    """Train on parts in this process. parts: tuples of X and y, and perhaps sample weights."""
    placed = [(Place(number), part) for number, part in enumerate(parts)]
    return train_on_parts(learner, placed, OneProcess(), Strategy(strategy, mix_by, then_sequence))


def train_on_parts(
    learner: Learner,
    parts: list[tuple[Place, Any]],
    engine: Engine,
    strategy: Strategy,
    *,
    has_windows: bool = False,
) -> Learner:
    """Forget earlier training, and train on these parts.

    parts: the place of each, and a handle of its rows. The list is emptied, so that rows are held once.
    has_windows: they are windows of files.
    """
    strategy.check(learner, has_windows)
    began = time.perf_counter()
    with Rollback(learner):
        _Run(learner, parts, engine, strategy).train(began)
    return learner


class _Run:
    """One run of training on parts."""

    def __init__(self, learner: Learner, parts: list[tuple[Place, Any]], engine: Engine, strategy: Strategy) -> None:
        self.learner, self.engine, self.strategy = learner, engine, strategy
        options = learner.options
        windows = parts[0][0].windows if strategy.name == "sequence" else None
        checked = [engine.submit(check_part, place, rows, options) for place, rows in parts]
        parts.clear()
        shapes = engine.gather([engine.submit(part_facts, part) for part in checked])
        survey = _Survey.of(shapes, options)
        met = [(one.n_rows, part) for one, part in zip(shapes, checked, strict=True) if one.n_rows]
        weighed = [engine.submit(weigh_part, part, survey.labels, survey.factors) for _, part in met]
        n_labels = len(survey.labels)
        facts = engine.gather([engine.submit(visit_facts, part, options, n_labels) for part in weighed])
        self.facts: list[VisitFacts] = [one for one in facts if one.n_rows]
        if not self.facts:
            raise DataError(f"{subject('class_weight')} must be positive for at least one class; all are zero.")
        state = self._begin(survey)
        weight_row_of = np.maximum(learner.classes.weight_row_of(survey.labels), 0)
        used = [part for part, one in zip(weighed, facts, strict=True) if one.n_rows or windows is not None]
        self.radius = max(one.radius for one in self.facts)
        most = (self.radius, max(one.heaviest for one in self.facts))
        numbered = [engine.submit(number_part, part, weight_row_of, *most) for part in used]
        self.rows = PartedRows(learner, numbered, state, engine, strategy)
        self.rows.n_rows = sum(one.n_rows for one in self.facts)
        self.rows.zero_rows = sum(one.zero_rows for one in self.facts)
        self.rows.windows, self.rows.sizes = windows, [n_rows for n_rows, _ in met]

    def _begin(self, survey: "_Survey") -> Any:
        """Set the classes and the start of the learner. Return a handle of the state."""
        learner, labels = self.learner, survey.labels
        rule = learner.options.compiled_rule(survey.n_features)
        given = bool(rule.sign_of_zero or rule.one_vs_rest)
        classes = Classes(labels, given=given)
        if not given:
            codes = dict.fromkeys(code for one in self.facts for code in one.first_visited.tolist())
            classes.arrive(labels[list(codes)])
        shell = copy.copy(learner)
        shell.report = shell.on_epoch = shell.on_visits = None
        shape = (survey.n_features, len(labels) if given else 2, survey.is_sparse)
        learner.reset(rule, classes, WeightRows(*shape))
        counts = np.zeros(classes.n_rows, np.int64)
        np.add.at(counts, np.maximum(classes.weight_row_of(labels), 0), sum(one.counts for one in self.facts))
        learner.class_counts = counts
        return self.engine.submit(start_of, shell, learner.rule, classes, shape, counts)

    def train(self, began: float) -> None:
        learner, rows = self.learner, self.rows
        is_mixed = not rows.in_sequence and len(self.facts) > 1
        outcome = run_epochs(learner, rows, Stopping(learner, is_mixed=is_mixed))
        if self.strategy.then_sequence and outcome.reason not in ("converged", "interrupted"):
            outcome = self._then_sequence(outcome)
        [state] = self.engine.gather([rows.state])
        set_state(learner, state_of(state.learner))
        learner.end_fit()
        learner.n_mistakes, learner.n_updates = sum(outcome.mistakes_per_epoch), sum(outcome.updates_per_epoch)
        learner.n_rows, learner.n_zero_rows = rows.n_rows, rows.zero_rows
        learner.radius = self.radius
        learner.seconds = time.perf_counter() - began
        self._report(outcome, is_mixed)

    def _then_sequence(self, outcome: Outcome) -> Outcome:
        """Go on with exact passes. Their reason is that of mixing, unless they converge."""
        learner, options = self.learner, self.learner.options
        n_epochs = outcome.progress.epoch + self.strategy.then_sequence
        try:
            learner.options = replace(options, max_iter=n_epochs, n_iter_no_change=None)
            self.rows.in_sequence = True
            after = run_epochs(learner, self.rows, Stopping(learner), outcome.progress)
        finally:
            learner.options = options
        return after._replace(reason=outcome.reason) if after.reason == "max_iter" else after

    def _report(self, outcome: Outcome, is_mixed: bool) -> None:
        learner, rows = self.learner, self.rows
        report = report_of(learner, outcome.reason, outcome.mistakes_per_epoch, outcome.updates_per_epoch)
        learner.report = report
        if is_mixed:
            report.mixed_mistakes_per_epoch, report.n_partitions = rows.mixed_updates, len(self.facts)
        if outcome.progress.epoch and not learner.one_vs_rest:
            report.first_pass_errors = outcome.mistakes_per_epoch[0]
        lightest, heaviest = min(one.lightest for one in self.facts), max(one.heaviest for one in self.facts)
        report.terms = terms_of(learner, np.array([lightest, heaviest]), from_zero=True)
        if report.last_epoch_was_right and learner.last_weights_predict:
            report.set_errors(0)
        elif not (learner.counts_errors_late and learner.n_updates * rows.n_rows > MAX_VOTES):
            report.set_errors(rows.errors())


class PartedRows:
    """Rows in parts, for the epoch loop, which sees an epoch as one step.

    handles: those of the parts that have rows.
    state: handle of the state after the last epoch.
    windows, sizes: those of a file that is visited in sequence, and the rows of each part.
    """

    n_rows: int
    zero_rows: int
    windows: Windows | None = None
    sizes: Sequence[int] = ()

    def __init__(self, learner: Learner, handles: list[Any], state: Any, engine: Engine, strategy: Strategy) -> None:
        self.learner, self.handles, self.state, self.engine = learner, handles, state, engine
        self.mix_by, self.in_sequence = strategy.mix_by, strategy.name == "sequence"
        self.mixed_updates: list[float] = []
        self._before: Any = None  # the state before: if the last one is lost, an engine computes it from this one
        self._n_tasks = 0

    def parts(self, epoch: int, first: int) -> Iterator[EpochPart]:
        """Yield the epoch as one part."""
        yield partial(self._epoch, epoch)

    def _epoch(self, epoch: int) -> Counts:
        """Visit all parts once, one after another or side by side."""
        engine, start = self.engine, self.state
        after = self._sequence(epoch) if self.in_sequence else self._mixture(epoch)
        tally: Tally
        [tally] = engine.gather([self._submit(tally_of, after)])
        if self._n_tasks > MAX_TASKS:
            after, start, self._n_tasks = engine.renew(after), None, 0
        self.state, self._before = after, start
        self.mixed_updates.append(float(tally.updates) if self.in_sequence else tally.mixed_updates(self.mix_by))
        self.learner.weighed_mistakes = tally.weighed
        self.learner.visited += tally.visits
        return Counts(tally.mistakes, tally.updates)

    def _submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self._n_tasks += 1
        return self.engine.submit(function, *arguments)

    def _sequence(self, epoch: int) -> Any:
        state = self.state
        for number, part in enumerate(self._in_order(epoch)):
            state = self._submit(teach, state, part, epoch, number == 0)
            if self.windows is not None and number % WINDOWS_AHEAD == 0:
                self.engine.gather([self._submit(tally_of, state)])  # windows are joined as they are needed
        return state

    def _in_order(self, epoch: int) -> Iterator[Any]:
        """Yield the parts of a pass. A shuffled window of a file has pages of several parts, which travel."""
        pages = [(part, k) for part, n_rows in zip(self.handles, self.sizes, strict=False) for k in pages_in(n_rows)]
        windows = self.windows
        is_shuffled = windows is not None and windows.order == "shuffled" and epoch > 0 and len(self.handles) > 1
        if windows is None or not is_shuffled or len(pages) <= windows.size:
            yield from self.handles
            return
        order = windows.page_order(epoch, len(pages))
        for first in range(0, len(order), windows.size):
            own = [self._submit(page_of, *pages[page]) for page in order[first : first + windows.size]]
            place = Place(0, windows, first // windows.size, f"window {first // windows.size}")
            yield self._submit(window_of, own, place)

    def _mixture(self, epoch: int) -> Any:
        """Mix by a fixed tree over the numbers of the parts, never by arrival."""
        states = [self._submit(teach, self.state, part, epoch, True) for part in self.handles]
        while len(states) > 1:
            groups = [states[first : first + FAN_IN] for first in range(0, len(states), FAN_IN)]
            states = [
                group[0] if len(group) == 1 else self._submit(mix, self.state, group, self.mix_by) for group in groups
            ]
        return states[0]

    def end_epoch(self, epoch: int) -> None:
        """Do nothing: rows in parts were checked before."""

    def wrong(self, model: Model) -> float:
        """Return the number of rows that the current model predicts wrong."""
        return float(self.errors())

    def errors(self) -> int:
        """Number of rows that the model of the last state predicts wrong."""
        counts = [self.engine.submit(scores_wrong, self.state, part) for part in self.handles]
        return sum(self.engine.gather(counts))


class _Survey(NamedTuple):
    """Facts about all parts together."""

    n_features: int
    is_sparse: bool
    labels: np.ndarray  # sorted
    factors: np.ndarray | None  # of the classes, where rows are weighed by class

    @classmethod
    def of(cls, facts: list[PartFacts], options: Options) -> "_Survey":
        met = [one for one in facts if one.n_rows]
        if not met:
            raise DataError("X must have at least one row; all partitions are empty.")
        first, known = met[0], Classes()
        options.compiled_rule(first.n_features)  # checks the rates first
        for one in met:
            if one.n_features != first.n_features:
                widths = f"{first.n_features} features, as {first.place.text}; got {one.n_features}"
                raise DataError(f"In {one.place.text}: X must have {widths}.")
            with named(one.place):
                known.know(one.labels)
        labels = known.labels
        if len(labels) < 2:
            raise DataError(f"y must have at least two classes; got one class, {labels.tolist()[0]!r}.")
        counts = dict.fromkeys(labels.tolist(), 0)
        for one in met:
            for label, count in zip(one.labels.tolist(), one.counts.tolist(), strict=True):
                counts[label] += count
        if not any(counts.values()):
            raise DataError("sample_weight must be positive for at least one row; all are zero.")
        factors = None
        if options.class_weight is not None:
            factors = factors_of(options.class_weight, labels, np.array(list(counts.values())))
        return cls(first.n_features, first.is_sparse, labels, factors)


def start_of(shell: Learner, rule: Any, classes: Classes, shape: tuple[int, int, bool], counts: np.ndarray) -> State:
    """State at the start of a run: a copy of the learner, with weights of zero."""
    learner = copy.copy(shell)
    learner.reset(rule, copy.deepcopy(classes), WeightRows(*shape))
    learner.class_counts = counts
    return State(learner)


def unchanged(value: Any) -> Any:
    """Return the value itself. A call of it has a handle that many calls share."""
    return value


def tally_of(state: State) -> Tally:
    return state.tally
