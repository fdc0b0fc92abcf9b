"""The slow oracle: plain Python, as the notes' pseudocode has it. It shares no code with the package.

Numbers may be Fractions (exact) or floats; for floats, ``lane_dot`` adds in the package's fixed order, so
that results can be compared bit for bit.
"""

from fractions import Fraction

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


def perceptron(
    X, y, visits, *, at_zero="mistake", rate=1, bias_rate=1, weights=None, start=None, dot=exact_dot, u=None
):
    """Notes 000, 003 (Algorithm 5): the weights after each visit. With ``u``, Algorithm 7's sums as well.

    Returns a list of (row, was it a mistake, w, b), and (u, β) in ``u``.
    """
    w, b = start or ([0 * X[0][0]] * len(X[0]), 0 * X[0][0])
    cached, beta = [0 * X[0][0]] * len(X[0]), 0 * X[0][0]
    history = []
    for c, i in enumerate(visits, 1):
        weight = 1 if weights is None else weights[i]
        a = dot(w, X[i]) + b
        wrong = is_mistake(a, y[i], at_zero)
        if wrong:
            w = shift(w, y[i] * weight, rate, X[i])
            b = b + y[i] * weight * bias_rate
            cached = shift(cached, y[i] * (c * weight), rate, X[i])
            beta = beta + y[i] * (c * weight) * bias_rate
        history.append((i, wrong, w, b))
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
    """Σ sign(w·x + b) over the weights after each visit, once the first mistake has been made."""
    made, total = False, 0
    for _, wrong, w, b in history:
        made = made or wrong
        if made:
            a = dot(w, x) + b
            total += +1 if (a >= 0 if at_zero == "positive" else a > 0) else -1
    return total


def pocket(history, d, zero=0):
    """The weights that survived most visits (the one that made them included), the earlier on ties."""
    best, longest = ([zero] * d, zero), 0
    current, survival = ([zero] * d, zero), 0
    for _, wrong, w, b in history:
        if wrong:
            current, survival = (w, b), 0
        survival += 1
        if survival > longest:
            best, longest = current, survival
    return best


def argmax_perceptron(X, y, visits, *, at_zero="mistake", classes=None, weights=None, dot=exact_dot):
    """Many classes: on a mistake add x to the true class's weights, subtract it from the winning rival's.

    Rows in the order of first visit, none a rival before it; under the other rules at zero all classes
    from the start, in sorted order. Returns a list of (row, rival or None, {label: (w, b)}).
    """
    d, zero = len(X[0]), 0 * X[0][0]
    rows = {} if at_zero == "mistake" else {label: ([zero] * d, zero) for label in sorted(classes or set(y))}
    history = []
    for i in visits:
        label = y[i]
        if not rows:
            rows = {label: ([zero] * d, zero), OTHER: ([zero] * d, zero)}
        if label not in rows and OTHER in rows:
            rows = {label if name is OTHER else name: row for name, row in rows.items()}
        rows.setdefault(label, ([zero] * d, zero))
        scores = {name: dot(w, X[i]) + b for name, (w, b) in rows.items()}
        order = list(reversed(rows)) if at_zero == "positive" else list(rows)
        rival = max((name for name in order if name != label), key=lambda name: scores[name])
        if at_zero == "mistake":
            wrong = scores[rival] >= scores[label]
        else:
            wrong = max(order, key=lambda name: scores[name]) != label
        if wrong:
            weight = 1 if weights is None else weights[i]
            (w, b), (v, a) = rows[label], rows[rival]
            rows = dict(rows)
            rows[label] = shift(w, weight, 1, X[i]), b + weight
            rows[rival] = shift(v, -weight, 1, X[i]), a - weight
        history.append((i, rival if wrong else None, rows))
    return history


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
