"""What a comparison is made of: how much effort to spend, and rows of its table."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any


class Unavailable(Exception):
    """A data set or a peer is not here; the sentence stands in the table instead of numbers."""


@dataclass(frozen=True)
class Effort:
    """How long to measure: the full run, or a quick one to see that everything works."""

    quick: bool = False

    @property
    def rounds(self) -> int:
        return 1 if self.quick else 5

    @property
    def seconds(self) -> float:
        """No further round is begun after so long, if there were two."""
        return 60.0

    def rows(self, full: int) -> int:
        return full // 10 if self.quick else full


@dataclass
class Row:
    """One line of the table. Less is better for every unit, so that a ratio above 1 is always in our favour."""

    work: str
    ours: float | None = None
    peer: float | None = None
    against: str = ""
    unit: str = "s"
    at_least: float | None = None
    remark: str = ""
    times: dict[str, float] = field(default_factory=dict)  # the raw measurements behind the two numbers

    @property
    def ratio(self) -> float | None:
        if self.ours is None or self.peer is None or self.ours <= 0:  # a difference of two times can drown in noise
            return None
        return self.peer / self.ours

    @property
    def lost(self) -> bool:
        """Below the required ratio; below 1 where none is required."""
        return self.ratio is not None and self.ratio < (1 if self.at_least is None else self.at_least)

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio, "lost": self.lost}

    @classmethod
    def from_dict(cls, saved: dict[str, Any]) -> "Row":
        return cls(**{name: value for name, value in saved.items() if name not in ("ratio", "lost")})


Part = Callable[[Effort], Iterator[Row]]


def parts(effort: Effort, *each: Part) -> Iterator[Row]:
    """The parts of a comparison, one after another; one that cannot run leaves a row that says why."""
    for part in each:
        try:
            yield from part(effort)
        except Unavailable as reason:
            yield Row((part.__doc__ or part.__name__).split("\n")[0].rstrip("."), remark=str(reason))
