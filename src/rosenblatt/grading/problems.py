"""Small data sets for grading, and ways to shrink them.

Every number is an integer or a multiple of a quarter, so sums and products are exact in any order, and two correct
functions decide alike at every visit.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from rosenblatt.data.samples import sample
from rosenblatt.display import counted

Row = tuple[float, ...]
Weights = tuple[Row, float]  # w and b

RANDOM = 160  # sets that are drawn, of whole numbers; and half as many of quarters
MAX_ROWS, MAX_FEATURES, MAX_EPOCHS, LARGEST = 6, 3, 3, 3


class Problem(NamedTuple):
    """Rows, labels of −1 and +1 (or 0 and 1, as a student is asked), and the number of epochs."""

    X: tuple[Row, ...]
    y: tuple[int, ...]
    epochs: int = 1

    @property
    def n_features(self) -> int:
        return len(self.X[0])

    @property
    def n_visits(self) -> int:
        return len(self.y) * self.epochs

    @property
    def size(self) -> tuple[float, ...]:
        """Size for comparison: smaller sets are easier to inspect."""
        return len(self.y), self.n_features, self.epochs, sum(_cost(v) for x in self.X for v in x), self.y.count(-1)

    def __str__(self) -> str:
        rows = "; ".join(f"x = {vector(x)}, y = {label}" for x, label in zip(self.X, map(signed, self.y), strict=True))
        epochs = f"; {self.epochs} epochs" if self.epochs > 1 else ""
        return f"{counted(len(self.y), 'row')}, {rows}{epochs}"

    def prefix(self, visits: int) -> "Problem":
        """First visits as the rows of one epoch, which gives the run so far."""
        n = len(self.y)
        return Problem(
            tuple(self.X[t % n] for t in range(visits)), tuple(self.y[t % n] for t in range(visits)), epochs=1
        )


def _cost(value: float) -> float:
    """Complexity of a number. 1 is the simplest, since a row of zeros shows less."""
    simple = {1.0: 0.0, -1.0: 1.0, 0.0: 1.5}
    return simple.get(value, 2 * abs(value) + (value != int(value)) + (value < 0) / 2)


def number(value: float, digits: int = 6) -> str:
    """Format a number as the lectures do, with a real minus sign."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def signed(label: int) -> str:
    """Format a label: +1, −1, or the 0 of labels 0 and 1."""
    return "+1" if label > 0 else "−1" if label < 0 else "0"


def vector(values: Row, digits: int = 6) -> str:
    return f"({', '.join(number(value, digits) for value in values)})"


@cache
def problems(seed: int = 0) -> tuple[Problem, ...]:
    """All data sets, smallest first, each once."""
    draw = random.Random(seed)
    drawn = [_drawn(draw, quarters=False) for _ in range(RANDOM)]
    drawn += [_drawn(draw, quarters=True) for _ in range(RANDOM // 2)]
    return tuple(sorted({*_chosen(), *_of_the_notes(), *drawn}, key=lambda problem: (problem.size, problem)))


def _drawn(draw: random.Random, quarters: bool) -> Problem:
    """Random set with labels by a plane or by chance: some are not separable, some have one class."""
    n, d = draw.randint(1, MAX_ROWS), draw.randint(1, MAX_FEATURES)
    parts = 4 if quarters else 1
    X = [tuple(draw.randint(-LARGEST * parts, LARGEST * parts) / parts for _ in range(d)) for _ in range(n)]
    if n > 1 and draw.random() < 0.25:
        X[-1] = X[0]
    *w, b = (draw.randint(-LARGEST, LARGEST) for _ in range(d + 1))
    by_plane = draw.random() < 0.5
    y = [1 if (_dot(w, x) + b > 0 if by_plane else draw.random() < 0.5) else -1 for x in X]
    return Problem(tuple(map(_whole, X)), tuple(y), draw.randint(1, MAX_EPOCHS))


def _dot(w: list[int], x: Row) -> float:
    return sum(a * b for a, b in zip(w, x, strict=True))


def _whole(x: Any) -> Row:
    """Convert whole numbers to int, as a student would write them."""
    return tuple(int(v) if v == int(v) else float(v) for v in x)


def _chosen() -> list[Problem]:
    """Hand-made sets for cases that random sets may miss."""
    xor = ((0, 0), (0, 1), (1, 0), (1, 1))
    return [
        *(Problem(((x,),), (y,), epochs) for x in (0, 1, -2) for y in (1, -1) for epochs in (1, 2)),
        Problem(((1,), (1,)), (1, 1)),  # twice the same
        Problem(((1,), (1,)), (1, -1), 3),  # under both labels: no plane separates them
        Problem(((1, 0), (0, 1)), (1, 1)),  # the second score is 0 without a bias
        Problem(((1, 0), (-1, 1), (0, 2)), (1, 1, 1), 2),  # one class
        Problem(((1,), (-1,), (2,)), (-1, -1, -1), 2),
        Problem(((2,), (4,)), (-1, 1), 12),  # 17 mistakes
        Problem(xor, (-1, 1, 1, -1), 3),
    ]


def _of_the_notes() -> list[Problem]:
    sets = []
    for name, epochs in (("note-000", (1, 2)), ("note-004", (1, 6))):
        table = sample(name)
        X, y = tuple(map(_whole, table.X.tolist())), tuple(map(int, table.y.tolist()))
        sets += [Problem(X, y, number) for number in epochs]
    return sets


def shrunk(problem: Problem, still: Callable[[Problem], bool]) -> Problem:
    """Shrink a set step by step while ``still`` is true of it."""
    while True:
        better = next((smaller for smaller in _smaller(problem) if still(smaller)), None)
        if better is None:
            return problem
        problem = better


def _smaller(problem: Problem) -> Iterator[Problem]:
    """Smaller variants: fewer rows, features or epochs, or smaller numbers."""
    X, y, epochs = problem
    n, d = len(y), problem.n_features
    for kept in (*([range(n // 2), range(n // 2, n)] if n > 3 else []), *_all_but_one(n)):
        yield Problem(tuple(X[i] for i in kept), tuple(y[i] for i in kept), epochs)
    for columns in _all_but_one(d):
        yield problem._replace(X=tuple(tuple(x[j] for j in columns) for x in X))
    for fewer in sorted({1, epochs // 2, epochs - 1} & set(range(1, epochs))):
        yield problem._replace(epochs=fewer)
    for i in range(n):
        for j in range(d):
            for value in (1, -1, 0, int(X[i][j] / 2), int(X[i][j])):
                x = (*X[i][:j], value, *X[i][j + 1 :])
                changed = problem._replace(X=(*X[:i], x, *X[i + 1 :]))
                if changed.size < problem.size:
                    yield changed
        if y[i] < 0:
            yield problem._replace(y=(*y[:i], 1, *y[i + 1 :]))


def _all_but_one(n: int) -> list[list[int]]:
    return [[i for i in range(n) if i != left_out] for left_out in range(n - 1, -1, -1)] if n > 1 else []
