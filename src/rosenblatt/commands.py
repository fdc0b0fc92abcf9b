"""The jobs of the command line, as functions: each verb of the shell calls the one of its name."""

import os
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from rosenblatt.data.readers import read
from rosenblatt.errors import DataError, OptionError

if TYPE_CHECKING:
    from rosenblatt.proofs.certificates import Certificate
    from rosenblatt.proofs.many import MulticlassCertificate
    from rosenblatt.proofs.planes import Progress
    from rosenblatt.steps import Trace


class Algorithm(NamedTuple):
    estimator: str  # its name in rosenblatt.estimators
    learner: str  # its name in rosenblatt.learners


ALGORITHMS = {
    "perceptron": Algorithm("Perceptron", "Perceptron"),
    "averaged": Algorithm("AveragedPerceptron", "Averaged"),
    "voted": Algorithm("VotedPerceptron", "Voted"),
    "pocket": Algorithm("PocketPerceptron", "Pocket"),
}


def train(
    data: str | os.PathLike[str] = "sample:iris",
    *,
    algorithm: str = "perceptron",
    certify: bool = False,
    **options: Any,
) -> Any:
    """Train on a file or a bundled set; returns the fitted estimator, whose ``report_`` tells how it ended.

    data: ``sample:NAME``, a numeric CSV with the class last, or an .npz with X and y.
    algorithm: "perceptron", "averaged", "voted" or "pocket".
    certify: then ask whether a plane separates the rows, for as long as training took, at least 10 seconds; the report
        has the mistakes against the proven bound, or says what voids it. Ctrl-C ends the search, and no more.
    options: those of the estimator (order, max_iter, at_zero, random_state, …).
    """
    from sklearn.exceptions import ConvergenceWarning

    from rosenblatt import estimators
    from rosenblatt.proofs import search

    make = getattr(estimators, _algorithm(algorithm).estimator)
    table = read(data)
    estimator = make(**options)
    with warnings.catch_warnings():  # the report says it, and the next command to type
        warnings.simplefilter("ignore", ConvergenceWarning)
        estimator.fit(table.X, table.y)
    estimator.feature_names_ = table.features
    report = estimator.report_
    if certify and report.certificate is None and report.reason != "interrupted":
        with suppress(KeyboardInterrupt):
            budget = max(estimators.LEAST_SECONDS, report.seconds)
            report.certificate = search.certify(table.X, table.y, fit_intercept=estimator.fit_intercept, budget=budget)
    return estimator


def trace(
    X: Any,
    y: Any = None,
    *,
    algorithm: str = "perceptron",
    features: list[str] | None = None,
    sample_weight: Any = None,
    coef_init: Any = None,
    intercept_init: Any = None,
    **options: Any,
) -> "Trace":
    """Train with every visit written down: the returned trace has the steps, and prints as the table of the notes.

    X, y: examples and labels; or, without y, a file or ``sample:NAME`` as ``train`` takes them.
    algorithm: "perceptron", "averaged", "voted" or "pocket": which weights predict in the end.
    features: names of the columns.
    options: those of the learner (order, at_zero, fit_intercept, max_iter, eta0, random_state, …).
    sample_weight, coef_init, intercept_init: as ``fit`` takes them.
    """
    from rosenblatt import learners
    from rosenblatt.learners.tracing import traced

    make = getattr(learners, _algorithm(algorithm).learner)
    X, y, names = _examples(X, y)
    features = names if features is None else features
    try:
        learner = make(**options)
    except TypeError as error:
        raise OptionError(f"trace takes the options of the learner: {error}.") from error
    return traced(
        learner, X, y, features, sample_weight=sample_weight, coef_init=coef_init, intercept_init=intercept_init
    )


def certify(
    X: Any,
    y: Any = None,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: "Progress | None" = None,
) -> "Certificate | MulticlassCertificate":
    """Whether a plane separates two classes, or the highest score more, with a proof that anyone can check.

    X, y: examples and labels; or, without y, a file or ``sample:NAME`` as ``train`` takes them.
    fit_intercept: whether the plane, or each class, may have a bias.
    gap: how far apart the bounds of a margin may be, over the upper one.
    budget: seconds, after which the answer is undecided, with what is proven by then; None for no end.
    progress: called now and then with a line that says what is being done.

    The certificate has ``separable`` (True, False, or None for undecided) and all that proves it; its ``check(X, y)``
    computes with fractions, and shares no code with the search. ``save`` and ``Certificate.load`` keep it as JSON. Of
    more than two classes it is a ``MulticlassCertificate``.
    """
    from rosenblatt.proofs import search

    X, y, _ = _examples(X, y)
    return search.certify(X, y, fit_intercept=fit_intercept, gap=gap, budget=budget, progress=progress)


def _examples(X: Any, y: Any) -> tuple[Any, Any, list[str] | None]:
    """Examples and labels as given, or those of a file, with the names of its columns."""
    if y is not None:
        return X, y, None
    if not isinstance(X, str | os.PathLike):
        raise DataError("y must be given with X, one label a row; or X must be a file or sample:NAME.")
    return read(X)


def _algorithm(name: str) -> Algorithm:
    if not isinstance(name, str) or name not in ALGORITHMS:
        raise OptionError(f"algorithm must be one of {', '.join(ALGORITHMS)}; got {name!r}.")
    return ALGORITHMS[name]
