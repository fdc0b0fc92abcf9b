"""Callback that searches for a separability certificate when training stalls."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.errors import RosenblattError

LEAST_SECONDS = 10.0  # that a search for a certificate may take; it may also take as long as training did


def certify_on_stall(X: Any, y: np.ndarray, fit_intercept: bool) -> Callable[[np.ndarray], Any]:
    """Return a callback that takes the rows trained on when training stalls, and returns a certificate or None."""
    began = time.perf_counter()

    def certificate_of(rows: np.ndarray) -> Any:
        from rosenblatt.proofs.search.certify import certify

        budget = max(LEAST_SECONDS, time.perf_counter() - began)
        trained = (X, y) if len(rows) == len(y) else (X[rows], y[rows])
        try:
            return certify(*trained, fit_intercept=fit_intercept, budget=budget)
        except RosenblattError:  # rows that are too long to be searched: it stays undecided
            return None

    return certificate_of
