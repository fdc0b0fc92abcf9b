"""Slow oracle of the kernel perceptron: plain Python, as its definition has it. It shares no code with the package.

A score is a sum over the updates, in their order: f_k(x) = Σ s K(x_e, x). It is computed from its beginning whenever it
is needed. Numbers may be Fractions (exact) or floats; for floats, ``reference.lane_dot`` adds in the package's order.
"""

import math
from fractions import Fraction
from typing import NamedTuple

import reference

SEARCHES = ("first-mistake", "random-mistake", "all-mistakes")


class KernelPair(NamedTuple):
    """Kernel, and the squared norm of a row that the steps use: the kernel of a row with itself, without the bias."""

    value: object
    square: object


def kernel_of(name, *, dot=reference.exact_dot, bias=1, degree=3, gamma=1, coef0=1):
    """Kernel by its name."""

    def poly(x, z):
        base = power = coef0 + gamma * dot(x, z)
        for _ in range(degree - 1):
            power = power * base
        return power

    def rbf(x, z):
        return math.exp(-gamma * math.fsum((a - b) ** 2 for a, b in zip(x, z, strict=True)))

    return {
        "linear": KernelPair(lambda x, z: dot(x, z) + bias, lambda x: dot(x, x)),
        "poly": KernelPair(poly, lambda x: poly(x, x)),
        "rbf": KernelPair(rbf, lambda x: 1.0),
    }[name]


class Entry(NamedTuple):
    """Mistake or update. ``moves``: pairs of a class and the signed step by which its score moves."""

    row: int
    when: int
    tau: object
    wrong: bool
    moves: tuple


class KernelRun:
    """Run of the kernel perceptron, on two classes or many.

    rule: the rule, margin and C of ``reference.step_of``. Two classes are the pair of scores −f and f.
    """

    def __init__(
        self, X, y, kernel, *, order="given", epochs=1, seed=0, at_zero="mistake", one_vs_rest=False, rate=1,
        weights=None, **rule,
    ):  # fmt: skip
        self.X, self.y, self.kernel, self.at_zero, self.rule, self.rate = X, y, kernel, at_zero, rule, rate
        self.labels, self.weights = sorted(set(y)), weights or [1] * len(y)
        self.one_vs_rest = one_vs_rest and len(self.labels) > 2
        self.gram = [[kernel.value(x, z) for z in X] for x in X]
        self.squares = [kernel.square(x) for x in X]
        is_late = at_zero == "mistake" and order not in SEARCHES and not self.one_vs_rest
        self.sums = {} if is_late else dict.fromkeys(self.labels, ())
        self.entries, self.n_visits, self.mistakes_per_epoch, self.updates_per_epoch = [], 0, [], []
        for epoch in range(epochs):
            before = len(self.entries)
            self.n_wrong = 0
            if order in SEARCHES:
                self._search(order, epoch, seed)
            else:
                for i in order_of(order, len(y), seed, epoch):
                    self._visit(i)
            self.mistakes_per_epoch.append(self.n_wrong)
            self.updates_per_epoch.append(sum(entry.tau > 0 for entry in self.entries[before:]))
        self._name_the_other()
        self.updates = [entry for entry in self.entries if entry.tau > 0]

    # Training

    def _scores(self, i):
        return {name: self._sum(moves, [line[i] for line in self.gram]) for name, moves in self.sums.items()}

    @staticmethod
    def _sum(moves, values):
        total = 0
        for row, s in moves:
            total = total + s * values[row]
        return total

    def _judge(self, i):
        """Return (τ, wrong, moves) of a visit, with signs as moves. One against the rest, return one per class."""
        scores, label = self._scores(i), self.y[i]
        if self.one_vs_rest:
            signs = {k: 1 if k == label else -1 for k in scores}
            judged = [
                (k, y, y * a, reference.is_mistake(a, y, self.at_zero))
                for (k, a), y in zip(scores.items(), signs.values(), strict=True)
            ]
            return [(self._tau(i, h, wrong), wrong, ((k, y),)) for k, y, h, wrong in judged]
        names = list(reversed(scores)) if self.at_zero == "positive" else list(scores)
        rival = max((name for name in names if name is not label and name != label), key=scores.get)
        wrong = scores[rival] >= scores[label]
        if self.at_zero != "mistake":
            wrong = max(names, key=scores.get) != label
        h = (scores[label] - scores[rival]) / 2
        return [(self._tau(i, h, wrong), wrong, ((label, 1), (rival, -1)))]

    def _tau(self, i, h, wrong):
        return reference.step_of(h, wrong, None, lambda *_: self.squares[i], **self.rule)

    def _visit(self, i):
        self.n_visits += 1
        if not self.one_vs_rest:
            self.sums = reference.with_class(self.sums, self.y[i], ())
        for tau, wrong, moves in self._judge(i):
            self.n_wrong += wrong
            if wrong or tau > 0:
                self._answer(i, tau, wrong, moves)

    def _answer(self, i, tau, wrong, moves):
        s = (tau * self.weights[i]) * self.rate
        signed = tuple((name, sign * s) for name, sign in moves)
        self.entries.append(Entry(i, self.n_visits, tau, wrong, signed))
        if tau > 0:
            for name, step in signed:
                self.sums = {**self.sums, name: (*self.sums[name], (i, step))}

    def _search(self, order, iteration, seed):
        """Look at all rows under the scores so far, then answer: all that are found, the first, or one at random."""
        judged = [(i, *self._judge(i)[0]) for i in range(len(self.y))]
        in_margin = self.rule.get("rule") in ("margin", "normalized")
        found = [one for one in judged if one[2] or (in_margin and one[1] > 0)]
        if order == "all-mistakes":
            self.n_wrong = sum(wrong for _, _, wrong, _ in found)
            self.n_visits += len(self.y)
        else:
            found = [one for one in found if one[1] > 0]
            if order == "random-mistake" and found:
                found = [found[reference.Sfc32(iteration, seed, 2).below(len(found))]]
            found = found[:1]
            self.n_wrong = sum(wrong for _, _, wrong, _ in found)
            self.n_visits += len(found)
        for i, tau, wrong, moves in found:
            self._answer(i, tau, wrong, moves)

    def _name_the_other(self):
        """The unnamed class was the second that came."""
        second = list(self.sums)[1]
        rename = {reference.OTHER: second}
        self.entries = [
            entry._replace(moves=tuple((rename.get(name, name), s) for name, s in entry.moves))
            for entry in self.entries
        ]

    # Prediction

    def decide(self, x, predict_with, normalize=False):
        """Score of the greater of two classes, or one score per class, for one row."""
        values = [self.kernel.value(z, x) for z in self.X]
        if normalize:
            scores = self._normalized(values, predict_with)
        else:
            scores = {"last": self._last, "averaged": self._averaged, "voted": self._voted}[predict_with](values)
        return scores[self.labels[1]] if len(self.labels) == 2 else [scores[label] for label in self.labels]

    def _moves(self, label):
        """Moves of a class: (row, signed step, visit)."""
        return [(e.row, s, e.when) for e in self.updates for name, s in e.moves if name == label]

    def _last(self, values):
        return {k: self._sum([(row, s) for row, s, _ in self._moves(k)], values) for k in self.labels}

    def _averaged(self, values):
        c = self.n_visits + 1
        is_exact = any(isinstance(value, Fraction) for value in values)

        def share(when):
            return Fraction(c - when, c) if is_exact else (c - when) / c

        return {k: self._sum([(row, s * share(when)) for row, s, when in self._moves(k)], values) for k in self.labels}

    def _voted(self, values):
        tally, scores, moved = dict.fromkeys(self.labels, 0), dict.fromkeys(self.labels, 0), set()
        ends = [entry.when for entry in self.updates[1:]] + [self.n_visits + 1]
        for entry, end in zip(self.updates, ends, strict=True):
            for name, s in entry.moves:
                scores[name] = scores[name] + s * values[entry.row]
                moved.add(name)
            votes = end - entry.when
            if self.one_vs_rest or len(self.labels) == 2:
                for k in moved:
                    is_for = scores[k] >= 0 if self.at_zero == "positive" else scores[k] > 0
                    tally[k] += votes if is_for else -votes
            else:
                names = list(reversed(self.labels)) if self.at_zero == "positive" else self.labels
                tally[max(names, key=scores.get)] += votes
        total = self.n_visits + 1 - self.updates[0].when if self.updates else 1
        return {k: count / total for k, count in tally.items()}

    def _normalized(self, values, predict_with):
        """f/‖w‖ of the last vector; or Σ f/‖w‖ over the vectors after all visits, up to a factor."""
        scores = {}
        for k in self.labels:
            moves, scores[k] = self._moves(k), 0.0
            ends = [when for _, _, when in moves[1:]] + [self.n_visits + 1]
            for count, end in enumerate(ends[: len(moves)], 1):
                own = [(row, s) for row, s, _ in moves[:count]]
                squared = sum(s * t * self.gram[i][j] for i, s in own for j, t in own)
                votes = end - moves[count - 1][2] if predict_with == "averaged" else float(count == len(moves))
                if squared > 0:
                    scores[k] += votes * float(self._sum(own, values)) / math.sqrt(squared)
        return scores


def order_of(order, n_rows, seed, epoch):
    """Rows of an epoch, in the order of their visits."""
    if order == "given":
        return list(range(n_rows))
    return reference.shuffled(range(n_rows), seed, epoch if order == "shuffled" else 0)
