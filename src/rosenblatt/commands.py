"""The jobs of the command line, as functions: each verb of the shell calls the one of its name."""

import os
import warnings
from typing import Any

from rosenblatt.data.readers import read
from rosenblatt.errors import OptionError

ALGORITHMS = {
    "perceptron": "Perceptron",
    "averaged": "AveragedPerceptron",
    "voted": "VotedPerceptron",
    "pocket": "PocketPerceptron",
}


def train(data: str | os.PathLike[str] = "sample:iris", *, algorithm: str = "perceptron", **options: Any) -> Any:
    """Train on a file or a bundled set; returns the fitted estimator, whose ``report_`` tells how it ended.

    data: ``sample:NAME``, a numeric CSV with the class last, or an .npz with X and y.
    algorithm: "perceptron", "averaged", "voted" or "pocket".
    options: those of the estimator (order, max_iter, at_zero, random_state, …).
    """
    from sklearn.exceptions import ConvergenceWarning

    from rosenblatt import estimators

    if algorithm not in ALGORITHMS:
        raise OptionError(f"algorithm must be one of {', '.join(ALGORITHMS)}; got {algorithm!r}.")
    table = read(data)
    estimator = getattr(estimators, ALGORITHMS[algorithm])(**options)
    with warnings.catch_warnings():  # the report says it, and the next command to type
        warnings.simplefilter("ignore", ConvergenceWarning)
        estimator.fit(table.X, table.y)
    estimator.feature_names_ = table.features
    return estimator
