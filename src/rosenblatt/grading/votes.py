"""Misconceptions about votes: each makes wrong counts from the weights after every visit."""

from collections.abc import Callable
from itertools import accumulate

from rosenblatt.grading.problems import Weights
from rosenblatt.grading.runs import Vote, Votes, average, votes_of

Fold = Callable[[list[Weights]], Votes]


def is_zero(vote: Vote) -> bool:
    return not any(vote.w) and not vote.b


def without_start(votes: Votes) -> Votes:
    """Votes without the zero start, if it comes first."""
    return Votes(votes.entries[1:]) if votes.entries and is_zero(votes.entries[0]) else votes


def merged(votes: Votes) -> Votes:
    """Votes in which equal vectors that follow each other are one: a list with an entry per visit is accepted."""
    entries: list[Vote] = []
    for vote in votes.entries:
        if entries and entries[-1][:2] == vote[:2]:
            entries[-1] = vote._replace(c=entries[-1].c + vote.c)
        else:
            entries.append(vote)
    return Votes(tuple(entries))


def _counted(change: Callable[[list[float]], list[float]]) -> Fold:
    """Right vectors with other counts."""

    def fold(history: list[Weights]) -> Votes:
        entries = votes_of(history).entries
        counts = change([vote.c for vote in entries])
        return Votes(tuple(vote._replace(c=c) for vote, c in zip(entries, counts, strict=True)))

    return fold


def _all_but_last(history: list[Weights]) -> Votes:
    return Votes(votes_of(history).entries[:-1])


def _only_last(history: list[Weights]) -> Votes:
    return Votes(votes_of(history).entries[-1:])


def _same_vector(history: list[Weights]) -> Votes:
    """Votes of a list to which one vector was appended again and again, and changed in place."""
    entries = votes_of(history).entries
    return Votes(tuple(vote._replace(w=entries[-1].w) for vote in entries))


def _same_vector_merged(history: list[Weights]) -> Votes:
    return merged(_same_vector(history))


def _averaged(history: list[Weights]) -> Votes:
    w, b = average(history)
    return Votes((Vote(w, b, 1),))


OF_VOTES: tuple[tuple[str, Fold], ...] = (
    (
        "counts only the visits after the one that made a vector, so c is 1 too small: c begins at 1",
        _counted(lambda counts: [c - 1 for c in counts]),
    ),
    (
        "counts the mistake that ends a vector too, so c is 1 too large",
        _counted(lambda counts: [*(c + 1 for c in counts[:-1]), *counts[-1:]]),
    ),
    ("counts 1 too many for every vector", _counted(lambda counts: [c + 1 for c in counts])),
    ("leaves out the last vector: append it when the epochs are over", _all_but_last),
    ("returns only the last vector", _only_last),
    ("never sets c back, so it counts the visits of all vectors so far", _counted(lambda c: [*accumulate(c)])),
    ("counts every vector once, whatever its survival", _counted(lambda counts: [1 for _ in counts])),
    (
        "gives each vector the survival of the one before it: append the old vector before the update",
        _counted(lambda counts: [0, *counts[:-1]] if counts else []),
    ),
    (
        "gives each vector the survival of the one before it: append the old vector before the update",
        _counted(lambda counts: [1, *counts[:-1]] if counts else []),
    ),
    ("puts the same w into every entry: append a copy of it", _same_vector),
    ("puts the same w into every entry: append a copy of it", _same_vector_merged),
    ("returns the average of the weights, not their votes", _averaged),
)
