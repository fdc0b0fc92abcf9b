"""Verb ``trace``: train and record every visit."""

from typing import TYPE_CHECKING, Any

from rosenblatt.commands.shared_entries import ERRORS, LEARNER_OPTIONS, SHARED
from rosenblatt.docstrings import entries, insert
from rosenblatt.files.readers import examples_of
from rosenblatt.learners.shared_entries import ROWS

if TYPE_CHECKING:
    from rosenblatt.models.trace import Trace


_PARAMETERS = entries("""
X : array-like, sparse matrix or data frame of shape (n_samples, n_features), str or path-like
    Rows. Without y, a labelled file in any format of ``rosenblatt.read``, or "sample:NAME".
y : array-like of shape (n_samples,), default=None
    Labels. A single class is allowed: the other class is then −y, or "(not y)" for a string.
features : list of str, default=None
    Names of the features. None means those of the file, else x1, x2, ….
""")


@insert(SHARED, ROWS, LEARNER_OPTIONS, ERRORS, _PARAMETERS)
def trace(
    X: Any,
    y: Any = None,
    *,
    algorithm: str | None = None,
    features: list[str] | None = None,
    sample_weight: Any = None,
    coef_init: Any = None,
    intercept_init: Any = None,
    reading: dict[str, Any] | None = None,
    **options: Any,
) -> "Trace":
    """Train and record every visit.

    Parameters
    ----------
    {X, y, algorithm, features, sample_weight, coef_init, intercept_init, reading, options}

    Returns
    -------
    Trace
        The visits. Printing a trace shows the table of the lectures.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.train : Train on a file of any size.
    rosenblatt.plot : Draw the run.

    Examples
    --------
    >>> import rosenblatt
    >>> trace = rosenblatt.trace([[2.0, 1.0], [-1.0, 1.0]], [1, -1], order="given")
    >>> print(trace)
    step  epoch  row  x1  x2  score   ŷ   y  mistake  w1  w2  b
    ───────────────────────────────────────────────────────────
       1      1    0   2   1      0  -1  +1      yes   2   1  1
       2      1    1  -1   1      0  -1  -1      yes   3   0  0
       3      2    0   2   1      6  +1  +1       no   3   0  0
       4      2    1  -1   1     -3  -1  -1       no   3   0  0
    <BLANKLINE>
    2 mistakes in 4 visits. converged: an epoch passed without a mistake.
    """
    from rosenblatt.commands.training_run import chosen_learner, note_options
    from rosenblatt.learners.recorder import traced

    learner = chosen_learner(algorithm, "trace", {**note_options(X), **options})
    X, y, names = examples_of(X, y, reading)
    features = names if features is None else features
    return traced(
        learner, X, y, features, sample_weight=sample_weight, coef_init=coef_init, intercept_init=intercept_init
    )
