"""The search for a certificate: does a plane separate the classes, how far from both, or which rows forbid it?"""

from typing import Any

import numpy as np

from rosenblatt.data.labels import plain_labels
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.multiclass import MulticlassCertificate
from rosenblatt.proofs.search.binary import Progress, certify_two
from rosenblatt.proofs.search.multiclass import certify_many


def certify(
    X: Any,
    y: Any,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: Progress | None = None,
) -> Certificate | MulticlassCertificate:
    """Whether a plane separates two classes, or the highest score more, with a proof that ``check(X, y)`` checks.

    X: matrix, frame or scipy.sparse. y: labels; of two the greater is the positive class.
    fit_intercept: whether the plane, or each class, may have a bias.
    gap: how far apart the bounds of a margin may be, over the upper one.
    budget: seconds, after which the answer is undecided, with what is proven by then; None for no end.
    progress: called now and then with a line that says what is being done.
    """
    search = certify_many if len(np.unique(plain_labels("y", y))) > 2 else certify_two
    return search(X, y, fit_intercept=fit_intercept, gap=gap, budget=budget, progress=progress)
