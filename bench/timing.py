"""Timing: all jobs in turn, round after round, so that a slow minute of the machine slows all of them."""

import math
import time
from collections.abc import Callable, Mapping
from functools import partial

from comparison import Effort, Row

Job = Callable[[], object]
Fit = Callable[[int], object]  # trains for so many epochs

FEW, MANY, WHOLE = 1, 6, 5  # an epoch is (MANY − FEW) epochs' difference, without what a fit does once; WHOLE is a fit


def seconds(job: Job) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def best(jobs: Mapping[str, Job], effort: Effort) -> dict[str, float]:
    """The best time of each job."""
    times = dict.fromkeys(jobs, math.inf)
    began = time.perf_counter()
    for number in range(effort.rounds):
        if number >= 2 and time.perf_counter() - began > effort.seconds:
            break
        for name, job in jobs.items():
            times[name] = min(times[name], seconds(job))
    return times


def fit_times(fits: Mapping[str, Fit], effort: Effort, **others: Job) -> dict[str, float]:
    """The best times of fits of 1, 6 and 5 epochs (names "ours 6"), and of other jobs in turn with them."""
    jobs = {f"{name} {epochs}": partial(fit, epochs) for epochs in (FEW, MANY, WHOLE) for name, fit in fits.items()}
    return best({**jobs, **others}, effort)


def epoch(times: Mapping[str, float], name: str) -> float:
    return (times[f"{name} {MANY}"] - times[f"{name} {FEW}"]) / (MANY - FEW)


def epoch_row(work: str, times: dict[str, float], ours: str, peer: str, against: str, at_least: float | None) -> Row:
    """A row that compares an epoch of one fit with an epoch of another."""
    if min(epoch(times, ours), epoch(times, peer)) <= 0:
        return Row(work, against=against, at_least=at_least, times=times, remark="too short to be told from noise")
    return Row(work, epoch(times, ours), epoch(times, peer), against, at_least=at_least, times=times)


def whole_row(work: str, times: dict[str, float], against: str) -> Row:
    """A row that compares whole fits, validation and all."""
    return Row(f"{work}, fit of {WHOLE} epochs", times[f"ours {WHOLE}"], times[f"peer {WHOLE}"], against)
