"""Slow oracle of training on parts: iterative parameter mixing (McDonald, Hall and Mann 2010), as pseudocode.

It shares no code with the package, and takes the single visit from ``reference``. Numbers may be Fractions (exact) or
floats. The weights are one row per class, a pair (w, b), numbered by class; two classes are the pair of rows (−w, +w),
for which the rule of many classes is that of the sign.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from reference import exact_dot, judged, moved_apart, shuffled


class Part(NamedTuple):
    """Rows of one part. A row of weight 0 is never visited."""

    X: list
    y: list
    weights: list


class Options(NamedTuple):
    """Options of a run. ``mix_by`` is "mistakes", "uniform", or "parts", which also gives empty parts a share."""

    max_iter: int
    order: str = "given"
    random_state: int = 0
    mix_by: str = "mistakes"
    then_sequence: int = 0
    at_zero: str = "mistake"
    eta0: Any = 1
    fit_intercept: bool = True
    stop_when_converged: bool = True


class Passed(NamedTuple):
    """Result of visiting a part once: its weights, its mistakes, and the sum of the weights after each visit."""

    state: list
    mistakes: int
    total: list


class Run:
    """Result of training: weights, sum of weights, visits and counts."""

    def __init__(self, parts, options):
        self.parts, self.options = parts, options
        self.width = next(len(part.X[0]) for part in parts if part.X)
        self.numbers = class_numbers(parts, options)
        n_at_start = 2 if options.at_zero == "mistake" else len(self.numbers)
        self.state = with_rows([], n_at_start, self.width)  # the mixed weights W
        self.total = self.state  # the start counts once in the average
        self.visits, self.mistakes_per_epoch, self.mixed_mistakes_per_epoch = 0, [], []

    @property
    def reason(self):
        return "converged" if self.mistakes_per_epoch[-1] == 0 else "max_iter"

    @property
    def is_over(self):
        return self.options.stop_when_converged and self.reason == "converged"

    def last(self):
        """Weights at the end: rows w and numbers b."""
        return self.by_label(self.state)

    def average(self):
        """Mean of the zero start and of the weights after each visit."""
        count = Fraction(self.visits + 1)
        return self.by_label([([wj / count for wj in w], b / count) for w, b in self.total])

    def by_label(self, rows):
        """Rows in the order of the sorted labels. Two classes have one row, that of the greater label."""
        ordered = [rows[self.numbers[label]] for label in sorted(self.numbers)]
        ordered = ordered[1:] if len(ordered) == 2 else ordered
        return [w for w, _ in ordered], [b for _, b in ordered]

    def note(self, passes, mixed_mistakes):
        """Count an epoch."""
        for passed in passes:
            self.total = sum_of([self.total, passed.total], [1, 1], self.width)
        self.mistakes_per_epoch.append(sum(passed.mistakes for passed in passes))
        self.mixed_mistakes_per_epoch.append(mixed_mistakes)
        self.visits += sum(n_visited(part) for part in self.parts)


def train(parts, **options):
    """Mixing epochs; then, unless these converged, epochs in which the weights travel from part to part."""
    run = Run(parts, Options(**options))
    for epoch in range(run.options.max_iter):
        mixing_epoch(run, epoch)
        if run.is_over:
            return run
    first = run.options.max_iter
    for epoch in range(first, first + run.options.then_sequence):
        sequence_epoch(run, epoch)
        if run.is_over:
            return run
    return run


def mixing_epoch(run, epoch):
    """Visit every part from the same weights W. Then W is the mixture of their weights."""
    passes = [pass_over(run, run.state, number, epoch) for number in range(len(run.parts))]
    counts = [passed.mistakes for passed in passes]
    if sum(counts) == 0:
        run.note(passes, 0)
        return
    mu = shares(counts, run.parts, run.options.mix_by)
    run.state = sum_of([passed.state for passed in passes], mu, run.width)
    run.note(passes, exact_dot(mu, counts))


def sequence_epoch(run, epoch):
    """Visit the parts one after another."""
    passes = []
    for number in range(len(run.parts)):
        passed = pass_over(run, run.state, number, epoch)
        run.state = passed.state
        passes.append(passed)
    run.note(passes, sum(passed.mistakes for passed in passes))


def pass_over(run, state, number, epoch):
    """Visit the rows of a part once, from these weights."""
    part, mistakes, total = run.parts[number], 0, []
    for i in visits_of(part, number, epoch, run.options):
        state, wrong = visit(state, part.X[i], run.numbers[part.y[i]], part.weights[i], run.options)
        mistakes += wrong
        total = sum_of([total, state], [1, 1], run.width)
    return Passed(state, mistakes, total)


def visit(state, x, number, weight, options):
    """Return the weights after a visit, and whether it was a mistake.

    Rivals are the classes with rows so far. The current class brings its row, and those of all smaller numbers.
    """
    rows = dict(enumerate(with_rows(state, number + 1, len(x))))
    wrong, rival, _ = judged(rows, number, x, options.at_zero)
    if wrong:
        bias_rate = options.eta0 if options.fit_intercept else 0
        rows = moved_apart(rows, number, rival, weight, options.eta0, bias_rate, x)
    return list(rows.values()), wrong


def visits_of(part, number, epoch, options):
    """Rows of a part in the order of their visits."""
    rows = [i for i, weight in enumerate(part.weights) if weight != 0]
    if options.order == "given":
        return rows
    epoch = 0 if options.order == "shuffled-once" else epoch
    stream = 0 if number == 0 else 16 + number
    return shuffled(rows, options.random_state, epoch, stream)


def class_numbers(parts, options):
    """Number of each label: by first visit in epoch 0, part after part; by size if zero has a sign."""
    visited = [part.y[i] for number, part in enumerate(parts) for i in visits_of(part, number, 0, options)]
    labels = dict.fromkeys(visited) if options.at_zero == "mistake" else sorted(set(visited))
    return {label: number for number, label in enumerate(labels)}


def n_visited(part):
    """Number of rows of a part that are visited in an epoch."""
    return sum(weight != 0 for weight in part.weights)


def shares(counts, parts, mix_by):
    """Share μ of each part in the mixture. The shares sum to 1."""
    if mix_by == "mistakes":
        return [Fraction(count, sum(counts)) for count in counts]
    takes_part = [mix_by == "parts" or n_visited(part) > 0 for part in parts]
    return [Fraction(int(takes), sum(takes_part)) for takes in takes_part]


def with_rows(state, n_classes, width):
    """Weights with at least ``n_classes`` rows; new rows are zero."""
    return state + [([0] * width, 0)] * (n_classes - len(state))


def sum_of(states, factors, width):
    """Σ factor · weights. Rows that some of the weights do not have are zero there."""
    n_classes = max(len(state) for state in states)
    columns = zip(*(with_rows(state, n_classes, width) for state in states), strict=True)
    return [weighted_row(rows, factors) for rows in columns]


def weighted_row(rows, factors):
    """Σ factor · (w, b) for the rows of one class."""
    w = [exact_dot(factors, values) for values in zip(*(w for w, _ in rows), strict=True)]
    return w, exact_dot(factors, [b for _, b in rows])
