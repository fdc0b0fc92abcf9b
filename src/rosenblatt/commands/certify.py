"""Verb ``certify``: decide whether data is separable, with a proof."""

from typing import TYPE_CHECKING, Any

from rosenblatt.commands.shared_entries import SHARED
from rosenblatt.docstrings import insert
from rosenblatt.files.readers import examples_of

if TYPE_CHECKING:
    from rosenblatt.proofs.check.certificate import Certificate
    from rosenblatt.proofs.check.multiclass import MulticlassCertificate
    from rosenblatt.proofs.search.binary import Progress


@insert(SHARED)
def certify(
    X: Any,
    y: Any = None,
    *,
    fit_intercept: bool = True,
    gap: float = 1e-3,
    budget: float | None = None,
    progress: "Progress | None" = None,
) -> "Certificate | MulticlassCertificate":
    """Prove whether a plane separates the classes of a data set.

    For more than two classes the question is whether weights exist under which the class of every row has the highest
    score. The proof can be checked without trusting the search: ``certificate.check(X, y)`` computes with fractions
    and shares no code with it.

    Parameters
    ----------
    X : array-like, sparse matrix or data frame of shape (n_rows, n_features), str or path-like
        Rows. Without y, a labelled file in any format of ``rosenblatt.read``, or "sample:NAME".
    y : array-like of shape (n_rows,), default=None
        Labels. Of two labels the greater is the positive class.
    fit_intercept : bool, default=True
        Whether the plane, or each class, may have a bias.
    gap : float, default=0.001
        Largest allowed difference between the bounds of the margin, relative to the upper bound.
    budget : float, default=None
        Seconds after which the search ends undecided, with the bounds proven so far. None means no limit.
    {progress}

    Returns
    -------
    Certificate or MulticlassCertificate
        Certificate, with ``separable`` True, False, or None for undecided. More than two classes give a
        MulticlassCertificate.

    Raises
    ------
    OptionError
        If an option is out of its range.
    DataError
        If X and y are not rows with labels, or the file cannot be read.

    See Also
    --------
    rosenblatt.error_bracket : Bound the fewest errors of any plane, if none separates the classes.
    rosenblatt.load_certificate : Read a saved certificate.

    Examples
    --------
    >>> import rosenblatt
    >>> certificate = rosenblatt.certify("sample:note-004")
    >>> certificate.separable, certificate.mistake_bound
    (True, 55)
    """
    from rosenblatt.proofs.search.certify import certify as search

    X, y, _ = examples_of(X, y)
    return search(X, y, fit_intercept=fit_intercept, gap=gap, budget=budget, progress=progress)
