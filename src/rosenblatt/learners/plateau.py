"""Sequential test that tells a plateau of the mistakes per epoch from a slow descent.

The slowest descent of a run that separates its rows in the end: after M mistakes, the theorem leaves only rows within
about R/√M of the plane to be mistaken. Where rows lie evenly near the plane, an epoch has mistakes in proportion to
M^(-1/2), which makes t^(-1/3) in epoch t. Rows that leave a gap descend faster.

The test: for the epochs from s to t, the likelihood ratio of a level against that descent, given their number of
mistakes. The counts are taken as Poisson. If neighbouring epochs differ more than Poisson counts do, the larger
variance is used. The ratios of all s are averaged with weights 1/(s(s+1)), which add up to 1. During a descent of
Poisson counts the average has the expected value 1 at every epoch. The threshold 1/α is that of Ville's inequality,
which would bound the probability of ever reaching it by α. The level of the descent and the spread are not known but
estimated, so this is no proof: of simulated descents at six levels at most 0.4 % reached 1/α for α = 1 %.
"""

import math
from collections.abc import Sequence

import numpy as np

SLOWEST_DESCENT = 1 / 3  # exponent of the epoch
FALSE_ALARMS = 1e-2  # α: the probability that a descent is ever called a plateau


def is_plateau(mistakes: Sequence[float], counts: Sequence[int]) -> bool:
    """Return True once a descent is ruled out. mistakes: weighted, per epoch; counts: their numbers.

    The test runs about eight times while the number of epochs doubles.
    """
    n_epochs = len(mistakes)
    if n_epochs < 2 or n_epochs % max(1, (1 << n_epochs.bit_length()) >> 4):
        return False
    lowest, highest = min(mistakes), max(mistakes)
    if lowest <= 0 or highest == math.inf:
        return False
    relative = np.array(mistakes, dtype=float) / highest  # so that their sum does not overflow
    return log_evidence(relative * (sum(counts) / relative.sum())) >= -math.log(FALSE_ALARMS)


def log_evidence(mistakes: np.ndarray) -> float:
    """Logarithm of the average likelihood ratio. mistakes: those of each epoch, with a mean weight of 1."""
    epoch = np.arange(1.0, len(mistakes) + 1)
    log_epoch, after = np.log(epoch), len(mistakes) - epoch[:-1]
    # Each array below has one number for each first epoch s: all epochs but the last.
    total = _sums_to_the_end(mistakes)[:-1]
    ratio = SLOWEST_DESCENT * _sums_to_the_end(mistakes * log_epoch)[:-1]
    ratio += total * np.log(_sums_to_the_end(epoch**-SLOWEST_DESCENT)[:-1] / (after + 1))
    variance = _sums_to_the_end(np.square(np.diff(mistakes))) / (2 * after)  # of an epoch (von Neumann)
    ratio /= np.maximum(1, variance * (after + 1) / total)  # variance by mean, which is 1 of Poisson
    ratio -= log_epoch[:-1] + log_epoch[1:]
    highest = float(ratio.max())
    return highest + math.log(np.exp(ratio - highest).sum())


def _sums_to_the_end(numbers: np.ndarray) -> np.ndarray:
    return numbers[::-1].cumsum()[::-1]
