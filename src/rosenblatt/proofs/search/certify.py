"""The search for a certificate: does a plane separate the classes, how far from both, or which rows forbid it?"""

from typing import Any

import numpy as np

from rosenblatt.data.labels import plain_labels
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.multiclass import MulticlassCertificate
from rosenblatt.proofs.search.binary import certify_two
from rosenblatt.proofs.search.multiclass import certify_many


def certify(X: Any, y: Any, **options: Any) -> Certificate | MulticlassCertificate:
    """Whether a plane separates two classes, or the highest score more, with a proof that ``check(X, y)`` checks.

    X: matrix, frame or scipy.sparse. y: labels; of two the greater is the positive class.
    options: those of ``SearchOptions``.
    """
    search = certify_many if len(np.unique(plain_labels("y", y))) > 2 else certify_two
    return search(X, y, **options)
