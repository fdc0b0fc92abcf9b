"""Entries of docstrings that the estimators share (``rosenblatt.docstrings``)."""

from rosenblatt.docstrings import entries
from rosenblatt.learners.shared_entries import OPTIONS

# Where the type differs from that of learners.Options, and what learners do not know.
PARAMETERS = OPTIONS | entries("""
tol : float or None, default=0.001
    Relative decrease that counts as a new low: an epoch is a new low if it has fewer than ``(1 - tol) * low`` mistakes,
    where ``low`` is the previous low. Below ``1 / tol`` mistakes, one mistake fewer is enough. None means that
    training never stalls.
certify_when_stalled : bool, default=False
    Whether to search for a separability certificate when training stalls. The search may take as long as training
    has taken so far, and at least 10 seconds. If it proves that no plane separates the rows, training ends as
    "not_separable". If it proves that a plane does, training continues. If it finds no proof, training ends as
    "stalled".
warm_start : bool, default=False
    Whether ``fit`` starts from the weights of the previous fit. If ``y`` has other classes than before, training
    starts from zeros.
verbose : int, default=0
    Whether to print the mistakes of every epoch: 0 prints nothing.
random_state : int, RandomState instance or None, default=0
    Seed for random orders and for the choice of held-out rows, from 0 to 2³² − 1. The same seed gives the same bits.
    None draws a new seed for each fit.
penalty : None
    Accepted for compatibility with scikit-learn. The perceptron has no penalty: other values are an error.
alpha : float, default=0.0001
    Accepted for compatibility with scikit-learn. Has no effect.
l1_ratio : float, default=0.15
    Accepted for compatibility with scikit-learn. Has no effect.
shuffle : bool, default=True
    Whether to visit the rows in random order. ``shuffle=False`` is the same as ``order="given"``.
n_jobs : int or None, default=None
    Accepted for compatibility with scikit-learn. Has no effect: prediction uses all cores in any case.
ratchet : bool, default=True
    Whether ``fit`` compares training errors at the end of each epoch. If True, the epoch's longest-lived weights go
    into the pocket only if they make fewer training errors, each counted by its weight. ``partial_fit`` never compares
    training errors.
""")

ATTRIBUTES = entries("""
coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
    Weights that predict, read-only: one row for two classes, else one row per class.
intercept_ : ndarray of shape (1,) or (n_classes,)
    Bias for each row of ``coef_``, read-only.
classes_ : ndarray of shape (n_classes,)
    Class labels, sorted.
n_iter_ : int
    Number of epochs. In the orders "first-mistake" and "random-mistake", the number of updates.
report_ : Report
    Report on the training run: the reason why training ended, the mistakes of each epoch, the errors left.
certificate_ : Certificate, MulticlassCertificate or None
    Proof that a plane separates the rows, or that none does. None if ``certify_when_stalled`` did not search.
t_ : float
    Number of visits so far, plus 1. ``fit`` starts at 1 again; ``partial_fit`` continues the count.
n_features_in_ : int
    Number of features seen in training.
feature_names_in_ : ndarray of shape (n_features,)
    Names of the features. Exists only if all columns of a data frame have names that are strings.
learner_ : rosenblatt.learners.Learner
    Learner that was trained: running weights, options, counts of visits and mistakes.
trained_ : Trained
    Model with the encoding of its columns, as :func:`rosenblatt.train` returns it. Exists only after
    :func:`rosenblatt.fit_file`.
encoding_ : Encoding or None
    Encoding of the columns of a file as features. Exists only after :func:`rosenblatt.fit_file`.
""")
