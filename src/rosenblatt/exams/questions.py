"""Questions of an exam: the data that is printed, without the answers."""

from dataclasses import dataclass
from typing import ClassVar

Point = tuple[int, int]

LARGEST = 4  # coordinate
EDGE = 5  # of the grids, which are one unit wider
VISITS, MISTAKES = range(6, 13), range(3, 8)  # of the run
GRID: list[Point] = [(p, q) for p in range(-LARGEST, LARGEST + 1) for q in range(-LARGEST, LARGEST + 1)]


@dataclass(frozen=True)
class Rows:
    """Labelled points of the plane, in the order of their visits."""

    X: tuple[Point, ...]
    y: tuple[int, ...]  # −1 or +1

    def __len__(self) -> int:
        return len(self.y)

    @property
    def signed(self) -> list[list[int]]:
        """Vectors y·(x, 1): a plane separates the points if its product with each of them is positive."""
        return [[label * x[0], label * x[1], label] for x, label in zip(self.X, self.y, strict=True)]


@dataclass(frozen=True)
class Line:
    """Line w·x + b = 0 with whole numbers."""

    w: Point
    b: int

    def score(self, x: Point) -> int:
        """Score a = w·x + b of a point."""
        return self.w[0] * x[0] + self.w[1] * x[1] + self.b

    @property
    def square(self) -> int:
        """Squared length of w."""
        return self.w[0] ** 2 + self.w[1] ** 2

    @property
    def grid_points(self) -> list[Point]:
        """Points of the line with small whole coordinates."""
        return [x for x in GRID if self.score(x) == 0]

    @property
    def arrow_start(self) -> Point | None:
        """Start of the arrow w: the point of the line nearest to 0 whose arrow stays on the grid, or None."""
        inside = [x for x in self.grid_points if max(abs(p + q) for p, q in zip(x, self.w, strict=True)) <= EDGE]
        return min(inside, key=lambda x: (x[0] ** 2 + x[1] ** 2, x), default=None)


@dataclass(frozen=True)
class RunQuestion:
    """Question: run the perceptron by hand until an epoch has no mistake."""

    title: ClassVar[str] = "A run"
    marks: ClassVar[int] = 16
    rows: Rows


@dataclass(frozen=True)
class LineQuestion:
    """Question: draw a line and measure distances from it."""

    title: ClassVar[str] = "A line"
    marks: ClassVar[int] = 10
    line: Line
    point: Point


@dataclass(frozen=True)
class BoundQuestion:
    """Question: bound the mistakes of the run by the margin of a given line."""

    title: ClassVar[str] = "The mistake bound"
    marks: ClassVar[int] = 12
    rows: Rows
    line: Line


@dataclass(frozen=True)
class AveragingQuestion:
    """Question: average the weights of the run, let them vote, and compare three predictions."""

    title: ClassVar[str] = "Averaging and voting"
    marks: ClassVar[int] = 12
    rows: Rows
    point: Point


@dataclass(frozen=True)
class SeparabilityQuestion:
    """Question: decide for two sets whether a line separates them, with a proof."""

    title: ClassVar[str] = "Separable or not?"
    marks: ClassVar[int] = 10
    sets: tuple[Rows, Rows]


Questions = tuple[RunQuestion, LineQuestion, BoundQuestion, AveragingQuestion, SeparabilityQuestion]
TOTAL = sum(kind.marks for kind in (RunQuestion, LineQuestion, BoundQuestion, AveragingQuestion, SeparabilityQuestion))
