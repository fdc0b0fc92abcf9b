"""Verb ``certify``: decide whether data is separable, with a proof."""

from typing import TYPE_CHECKING, Any

from rosenblatt.files.readers import examples_of

if TYPE_CHECKING:
    from rosenblatt.proofs.check.certificate import Certificate
    from rosenblatt.proofs.check.multiclass import MulticlassCertificate
    from rosenblatt.proofs.search.binary import Progress


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
    from rosenblatt.proofs.search.certify import certify as search

    X, y, _ = examples_of(X, y)
    return search(X, y, fit_intercept=fit_intercept, gap=gap, budget=budget, progress=progress)
