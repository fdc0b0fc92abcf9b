"""The slow oracle: plain Python, as the notes' pseudocode has it. It shares no code with the package.

Numbers may be Fractions (exact) or floats; for floats, ``lane_dot`` adds in the package's fixed order, so
that results can be compared bit for bit.

The rules differ in when they update and how far: see ``step_of``. With Fractions, margin and C must be Fractions or
whole numbers too.
"""

import math
from fractions import Fraction
from itertools import pairwise

OTHER = object()  # the row that stands for "the other class" until a second one has come


def exact_dot(w, x):
    return sum(wj * xj for wj, xj in zip(w, x, strict=True))


def lane_dot(w, x):
    """Feature j into lane j mod 8; then the lanes in one order."""
    s = [0.0] * 8
    for j, (wj, xj) in enumerate(zip(w, x, strict=True)):
        s[j % 8] += xj * wj
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))


def is_mistake(a, y, at_zero):
    """y·a ≤ 0 (notes 003, 004); or ŷ ≠ y with ŷ = +1 when a ≥ 0 (000), or only when a > 0 (002)."""
    if at_zero == "mistake":
        return y * a <= 0
    prediction = +1 if (a >= 0 if at_zero == "positive" else a > 0) else -1
    return prediction != y


def shift(w, coefficient, rates, x):
    """w + (coefficient × λ) x, with one rate or one per feature."""
    rates = rates if isinstance(rates, list) else [rates] * len(x)
    return [wj + (coefficient * rate) * xj for wj, rate, xj in zip(w, rates, x, strict=True)]


class Visit(tuple):
    """Fields of one visit. Attributes: ``wrong``, True for a mistake, and ``step``, τ, which is 0 without an update.

    A mistake need not be an update, nor an update a mistake.
    """

    def __new__(cls, fields, wrong, step):
        visit = super().__new__(cls, fields)
        visit.wrong, visit.step = wrong, step
        return visit


def step(rule, h, squared, C=1):
    """τ of an update, with h = y·a and the squared norm of the row, which never counts the bias."""
    if rule in ("perceptron", "margin"):
        return 1
    if rule == "pa2":
        half = 0.5 if isinstance(C, float) else Fraction(1, 2)
        return (1 - h) / (squared + half / C)
    if squared == 0:
        return 0
    if rule == "normalized":
        inverse = 1 / math.sqrt(squared)
        return Fraction(inverse) if isinstance(squared, Fraction) else inverse
    return min(C, (1 - h) / squared) if rule == "pa1" else (1 - h) / squared


def step_of(h, wrong, x, dot, rule="perceptron", margin=1, C=1):
    """τ of a visit: 0 if the rule makes no update.

    A margin of 0 is the plain perceptron, which asks only for mistakes: y·a = 0 need not be one.
    """
    below = {"margin": margin > 0 and h <= margin, "pa": h < 1, "pa1": h < 1, "pa2": h < 1}
    needed = wrong or below.get(rule, False)
    return step(rule, h, dot(x, x), C) if needed else 0


def perceptron(
    X, y, visits, *, at_zero="mistake", rate=1, bias_rate=1, weights=None, start=None, dot=exact_dot, u=None, **rule
):
    """Notes 000, 003 (Algorithm 5): the weights after each visit. With ``u``, Algorithm 7's sums as well.

    rule: the rule, margin and C of ``step_of``; without them the plain perceptron.
    Returns a list of Visits (row, was it a mistake, w, b), and (u, β) in ``u``.
    """
    w, b = start or ([0 * X[0][0]] * len(X[0]), 0 * X[0][0])
    cached, beta = [0 * X[0][0]] * len(X[0]), 0 * X[0][0]
    history = []
    for c, i in enumerate(visits, 1):
        a = dot(w, X[i]) + b
        wrong = is_mistake(a, y[i], at_zero)
        tau = step_of(y[i] * a, wrong, X[i], dot, **rule)
        if tau > 0:
            moved = tau * (1 if weights is None else weights[i])
            w = shift(w, y[i] * moved, rate, X[i])
            b = b + y[i] * moved * bias_rate
            cached = shift(cached, y[i] * (c * moved), rate, X[i])
            beta = beta + y[i] * (c * moved) * bias_rate
        history.append(Visit((i, wrong, w, b), wrong, tau))
    if u is not None:
        u[:] = [cached, beta]
    return history


def first_mistake(X, y, *, most=10**5, at_zero="mistake"):
    """Note 004's while loop: exists i with y[i] dot(W, X[i]) ≤ 0? the first one is answered."""
    w, b = [0 * X[0][0]] * len(X[0]), 0 * X[0][0]
    updates = []
    while len(updates) < most:
        wrong = [i for i in range(len(X)) if is_mistake(exact_dot(w, X[i]) + b, y[i], at_zero)]
        if not wrong:
            break
        i = wrong[0]
        w, b = shift(w, y[i], 1, X[i]), b + y[i]
        updates.append((i, w, b))
    return updates


def random_mistake(X, y, seed, *, most=10**5):
    """Note 002: one misclassified sample, picked at random."""
    w, b = [0 * X[0][0]] * len(X[0]), 0 * X[0][0]
    updates = []
    for iteration in range(most):
        wrong = [i for i in range(len(X)) if is_mistake(exact_dot(w, X[i]) + b, y[i], "mistake")]
        if not wrong:
            break
        i = wrong[Sfc32(iteration, seed, 2).below(len(wrong))]
        w, b = shift(w, y[i], 1, X[i]), b + y[i]
        updates.append((i, w, b))
    return updates


def all_mistakes(X, y, epochs):
    """Note 002's summed gradient: scores by the weights at the epoch's start, updates at its end."""
    w, b = [0 * X[0][0]] * len(X[0]), 0 * X[0][0]
    after = []
    for _ in range(epochs):
        wrong = [i for i in range(len(X)) if is_mistake(exact_dot(w, X[i]) + b, y[i], "mistake")]
        for i in wrong:
            w, b = shift(w, y[i], 1, X[i]), b + y[i]
        after.append((len(wrong), w, b))
    return after


def average(history, d):
    """The zero start counted once, and the weights after each visit: their mean."""
    T = len(history)
    w = [sum(h[2][j] for h in history) / Fraction(T + 1) for j in range(d)]
    return w, sum(h[3] for h in history) / Fraction(T + 1)


def algorithm_7(history, sums):
    """w − u/c and b − β/c, with c = T + 1."""
    (u, beta), c = sums, len(history) + 1
    _, _, w, b = history[-1]
    return [wj - uj / c for wj, uj in zip(w, u, strict=True)], b - beta / c


def vote(history, x, at_zero="mistake", dot=exact_dot):
    """Σ sign(w·x + b) over the weights after each visit, once the first update has been made."""
    made, total = False, 0
    for visit in history:
        _, _, w, b = visit
        made = made or visit.step > 0
        if made:
            a = dot(w, x) + b
            total += +1 if (a >= 0 if at_zero == "positive" else a > 0) else -1
    return total


def pocket(history, d, zero=0):
    """The weights that survived most visits (the one that made them included), the earlier on ties."""
    return longest_lived(history, ([zero] * d, zero), lambda visit: (visit[2], visit[3]))


def longest_lived(history, start, weights_of):
    """Weights of the longest run of visits without an update, the start among them."""
    best, longest = start, 0
    current, survival = start, 0
    for visit in history:
        if visit.step > 0:
            current, survival = weights_of(visit), 0
        survival += 1
        if survival > longest:
            best, longest = current, survival
    return best


def judged(rows, label, x, at_zero="mistake", dot=exact_dot):
    """Return whether a row is a mistake, its rival, and h = ½ (a_true − a_rival)."""
    scores = {name: dot(w, x) + b for name, (w, b) in rows.items()}
    order = list(reversed(rows)) if at_zero == "positive" else list(rows)
    rival = max((name for name in order if name != label), key=lambda name: scores[name])
    if at_zero == "mistake":
        wrong = scores[rival] >= scores[label]
    else:
        wrong = max(order, key=lambda name: scores[name]) != label
    return wrong, rival, (scores[label] - scores[rival]) / 2


def with_class(rows, label, nothing):
    """Rows with one for this label: the row of the unnamed class, if there is one, else a new one."""
    rows = rows or {label: nothing, OTHER: nothing}
    if label not in rows and OTHER in rows:
        return {label if name is OTHER else name: row for name, row in rows.items()}
    return rows if label in rows else {**rows, label: nothing}


def moved_apart(rows, label, rival, coefficient, rate, bias_rate, x):
    """Rows after a move of the true class towards x, and of the rival away from it."""
    rows = dict(rows)
    for name, sign in ((label, +1), (rival, -1)):
        w, b = rows[name]
        rows[name] = shift(w, sign * coefficient, rate, x), b + sign * coefficient * bias_rate
    return rows


def argmax_perceptron(
    X, y, visits, *, at_zero="mistake", classes=None, weights=None, dot=exact_dot, rate=1, bias_rate=1, u=None, **rule
):
    """Many classes: an update adds τ x to the true class's weights, and subtracts it from the winning rival's.

    Rows in the order of first visit, none a rival before it; under the other rules at zero all classes
    from the start, in sorted order. Returns a list of Visits (row, rival or None without an update, {label: (w, b)}),
    and {label: (u, β)} in ``u``.
    """
    zero = 0 * X[0][0]
    nothing = [zero] * len(X[0]), zero
    rows = {} if at_zero == "mistake" else dict.fromkeys(sorted(classes or set(y)), nothing)
    sums, history = rows, []
    for c, i in enumerate(visits, 1):
        rows, sums = with_class(rows, y[i], nothing), with_class(sums, y[i], nothing)
        wrong, rival, h = judged(rows, y[i], X[i], at_zero, dot)
        tau = step_of(h, wrong, X[i], dot, **rule)
        if tau > 0:
            moved = tau * (1 if weights is None else weights[i])
            rows = moved_apart(rows, y[i], rival, moved, rate, bias_rate, X[i])
            sums = moved_apart(sums, y[i], rival, c * moved, rate, bias_rate, X[i])
        history.append(Visit((i, rival if tau > 0 else None, rows), wrong, tau))
    if u is not None:
        u.update(sums)
    return history


def one_vs_rest(X, y, visits, *, sums, **options):
    """Freund and Schapire 1999: a perceptron for each class, with y = +1 for its rows and −1 for all others.

    Yields each label with the history of ``perceptron``; {label: (u, β)} is in ``sums``.
    """
    for label in sorted(set(y)):
        sums[label] = []
        signs = [+1 if own == label else -1 for own in y]
        yield label, perceptron(X, signs, visits, u=sums[label], **options)


def argmax_algorithm_7(history, sums):
    """w − u/c and b − β/c of every class, with c = T + 1."""
    rows, c = history[-1][2], len(history) + 1
    return {
        label: ([wj - uj / c for wj, uj in zip(w, sums[label][0], strict=True)], b - sums[label][1] / c)
        for label, (w, b) in rows.items()
    }


def completed(rows, history, labels):
    """Rows of all labels: the unnamed one is the second class of the run, later ones are zero."""
    last = history[-1][2]
    second, (w, b) = list(last)[1], next(iter(last.values()))
    named = {second if name is OTHER else name: row for name, row in rows.items()}
    return {label: named.get(label, ([0 * v for v in w], 0 * b)) for label in labels}


def argmax_vote(history, x, labels, at_zero="mistake", dot=exact_dot):
    """Votes for each label by the weights after each visit, once the first update has been made.

    The first label wins a tie; the last if zero is positive.
    """
    tally, made = dict.fromkeys(labels, 0), False
    for visit in history:
        made = made or visit.step > 0
        if made:
            scores = {name: dot(w, x) + b for name, (w, b) in completed(visit[2], history, labels).items()}
            order = list(reversed(labels)) if at_zero == "positive" else list(labels)
            tally[max(order, key=lambda name, scores=scores: scores[name])] += 1
    return [tally[label] for label in labels]


def argmax_pocket(history, labels):
    """Weights of every label that survived most visits."""
    return completed(longest_lived(history, {}, lambda visit: visit[2]), history, labels)


def searched(X, y, order, iterations, *, seed=0, at_zero="mistake", bias_rate=1, dot=exact_dot, **rule):
    """Orders that look first, for two classes or many, all classes known: two are the pair (−w, +w).

    Sought are mistakes with a step, or margin errors under the margin rule. Steps are those of the weights at the time
    of the search. Returns per iteration a list of (row, wrong, τ), the number of mistakes among its visits, and
    {label: (w, b)}. The last iteration finds nothing, unless there are ``iterations``.
    """
    zero = 0 * X[0][0]
    rows = dict.fromkeys(sorted(set(y)), ([zero] * len(X[0]), zero))
    passes = []
    for iteration in range(iterations):
        found, n_wrong = [], 0
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            wrong, rival, h = judged(rows, label, x, at_zero, dot)
            tau = step_of(h, wrong, x, dot, **rule)
            n_wrong += wrong
            if tau > 0 and (wrong or rule.get("rule") == "margin"):
                found.append((i, wrong, tau, rival))
        if order == "random-mistake" and found:
            found = [found[Sfc32(iteration, seed, 2).below(len(found))]]
        if order != "all-mistakes":  # here every visit is an update; inspected rows are not visits
            found = found[:1]
            n_wrong = sum(wrong for _, wrong, _, _ in found)
        for i, _, tau, rival in found:
            rows = moved_apart(rows, y[i], rival, tau, 1, bias_rate, X[i])
        passes.append(([visit[:3] for visit in found], n_wrong, rows))
        if not found:
            break
    return passes


class Run:
    """Run on two classes, −1 and 1, or on many: its weights, votes, updates and counts."""

    def __init__(self, X, y, visits, **options):
        self.n_rows, self.width, self.labels = len(X), len(X[0]), sorted(set(y))
        self.at_zero, self.dot = options.get("at_zero", "mistake"), options.get("dot", exact_dot)
        self.is_binary = len(self.labels) == 2
        self.sums = [None, None] if self.is_binary else {}
        self.history = (perceptron if self.is_binary else argmax_perceptron)(X, y, visits, u=self.sums, **options)
        self.updates = [(visit[0], c, visit.step) for c, visit in enumerate(self.history, 1) if visit.step > 0]
        epochs = [self.history[first : first + self.n_rows] for first in range(0, len(visits), self.n_rows)]
        self.mistakes_per_epoch = [sum(visit.wrong for visit in epoch) for epoch in epochs]
        self.updates_per_epoch = [sum(visit.step > 0 for visit in epoch) for epoch in epochs]

    def weights(self, name):
        """Rows of w and numbers b: the last, the averaged or the longest-lived. Two classes have one row."""
        if self.is_binary:
            w, b = {
                "perceptron": lambda: self.history[-1][2:],
                "averaged": lambda: algorithm_7(self.history, self.sums),
                "pocket": lambda: pocket(self.history, self.width, 0.0),
            }[name]()
            return [w], [b]
        rows = {
            "perceptron": lambda: self.history[-1][2],
            "averaged": lambda: argmax_algorithm_7(self.history, self.sums),
            "pocket": lambda: argmax_pocket(self.history, self.labels),
        }[name]()
        return [rows[label][0] for label in self.labels], [rows[label][1] for label in self.labels]

    def survival(self):
        """Votes of the start, which is zero and has none, and of the weights after each update."""
        times = [when for _, when, _ in self.updates] + [len(self.history) + 1]
        return [0, *(after - before for before, after in pairwise(times))]

    def shares(self, X):
        """Votes on each row as a share of all."""
        total = max(1, sum(self.survival()))
        if self.is_binary:
            return [vote(self.history, x, self.at_zero, self.dot) / total for x in X]
        votes = [argmax_vote(self.history, x, self.labels, self.at_zero, self.dot) for x in X]
        return [[count / total for count in counts] for counts in votes]


class Sfc32:
    """The generator of random orders: 32-bit additions, shifts and exclusive ors."""

    def __init__(self, epoch, seed, stream):
        self.state = [epoch, seed, stream, 1]
        for _ in range(16):
            self.draw()

    def draw(self):
        a, b, c, counter = self.state
        number = (a + b + counter) % 2**32
        rotated = ((c << 21) | (c >> 11)) % 2**32
        self.state = [b ^ (b >> 9), (c + (c << 3)) % 2**32, (rotated + number) % 2**32, (counter + 1) % 2**32]
        return number

    def below(self, bound):
        while True:
            product = self.draw() * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32


def shuffled(items, seed, epoch, stream=0):
    """Fisher-Yates from the end."""
    items, generator = list(items), Sfc32(epoch, seed, stream)
    for left in range(len(items), 1, -1):
        k = generator.below(left)
        items[left - 1], items[k] = items[k], items[left - 1]
    return items
