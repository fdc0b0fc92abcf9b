"""The averaged perceptron as a scikit-learn estimator."""

from rosenblatt import learners
from rosenblatt.docstrings import insert
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS
from rosenblatt.estimators.sparse_coef import SparseCoef


@insert(PARAMETERS, ATTRIBUTES)
class AveragedPerceptron(SparseCoef):
    """Averaged perceptron classifier: the mean of the weights over all visits predicts.

    Training makes the same mistakes and updates as :class:`Perceptron`. The weights that predict are the mean of the
    weights after every visit. On rows that no plane separates, the last weights depend on the last few mistakes; the
    mean does not, and usually predicts new rows better.

    Parameters
    ----------
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, rule, margin, C}
    {multiclass}

    Attributes
    ----------
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : The last weights predict.
    VotedPerceptron : Every weight vector of the run votes; slower to predict.
    PocketPerceptron : The weights with the longest run of correct visits predict.
    rosenblatt.online.AveragedPerceptron : The same algorithm for one dict at a time.

    Notes
    -----
    The mean is w − u/c with c = T + 1 after T visits, as in Algorithm 7 of Maryland CMSC 422, Lecture 6 (note 003): u
    adds up c·η·y·x over the mistakes, and the starting weights count as one visit. The algorithm was published as an
    approximation of the voted perceptron [1]_, and made popular by [2]_. Training stops when the running weights
    converge; ``stop_when_converged=False`` runs all ``max_iter`` epochs, as the algorithm is written. A mean can
    predict training rows wrong although training has converged, since it still contains earlier weights.

    References
    ----------
    .. [1] Freund, Y. and Schapire, R. E. (1999). Large margin classification using the perceptron algorithm. Machine
       Learning, 37(3), 277-296.
    .. [2] Collins, M. (2002). Discriminative training methods for hidden Markov models: theory and experiments with
       perceptron algorithms. Proceedings of EMNLP, 1-8.

    Examples
    --------
    A tenth of the labels are drawn at random. After ten epochs, the mean predicts new rows better than the last
    weights.

    >>> from rosenblatt import AveragedPerceptron, Perceptron
    >>> from sklearn.datasets import make_classification
    >>> X, y = make_classification(400, flip_y=0.1, random_state=0)
    >>> last = Perceptron(max_iter=10).fit(X[:200], y[:200])
    >>> mean = AveragedPerceptron(max_iter=10).fit(X[:200], y[:200])
    >>> print(last.score(X[200:], y[200:]), mean.score(X[200:], y[200:]))
    0.75 0.815
    """

    _learner_class = learners.Averaged
