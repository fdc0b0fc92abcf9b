"""The perceptron, the averaged perceptron and the voted perceptron on a Dask cluster."""

from rosenblatt import estimators
from rosenblatt.dask.base import ClusterEstimator, init_of
from rosenblatt.dask.shared_entries import OWN_ATTRIBUTES, OWN_PARAMETERS
from rosenblatt.docstrings import entries, insert
from rosenblatt.estimators.shared_entries import ATTRIBUTES, PARAMETERS

LOCAL = entries("""
early_stopping : bool, default=False
    Must be False on a cluster.
certify_when_stalled : bool, default=False
    Must be False on a cluster.
warm_start : bool, default=False
    Must be False on a cluster.
""")
OF_VOTES = entries("""
strategy : {'sequence'}, default='sequence'
    One partition is visited after another. Votes of partitions that were visited side by side cannot be mixed.
order : {'given'}, default='given'
    Rows are visited in the order of the partitions, and within them as they are given.
""")


@insert(PARAMETERS, LOCAL, OWN_PARAMETERS, ATTRIBUTES, OWN_ATTRIBUTES)
class Perceptron(ClusterEstimator, estimators.Perceptron):
    """Perceptron classifier on a Dask cluster: the last weights predict.

    ``fit`` takes Dask arrays, data frames and lists of partitions. Rows stay on their workers; weights travel. The
    result depends on the partitions, and not on the number, speed or failure of workers.

    Parameters
    ----------
    {client, strategy, mix_by, then_sequence, part_mb}
    {penalty, alpha, l1_ratio, fit_intercept, max_iter, tol, shuffle, verbose, eta0, n_jobs, random_state}
    {early_stopping, validation_fraction, n_iter_no_change, class_weight, warm_start, order, at_zero}
    {stop_when_converged, certify_when_stalled, rule, margin, C, multiclass}

    Attributes
    ----------
    {client_}
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    AveragedPerceptron : The mean of the weights over all visits of all partitions predicts.
    rosenblatt.Perceptron : The same algorithm on one machine.

    Notes
    -----
    Mixing is the iterative parameter mixing of McDonald, Hall and Mann [1]_. On separable rows, the sum of the
    mistakes, those of each partition times its share, is at most (R/γ)²: ``report_.mixed_mistakes``.

    References
    ----------
    .. [1] McDonald, R., Hall, K. and Mann, G. (2010). Distributed training strategies for the structured perceptron.
       Proceedings of NAACL-HLT, 456-464.

    Examples
    --------
    >>> import dask.array as da
    >>> import rosenblatt
    >>> from rosenblatt.dask import Perceptron
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> rows, labels = da.from_array(X, chunks=(40, -1)), da.from_array(y, chunks=40)
    >>> model = Perceptron().fit(rows, labels)
    >>> model.report_.reason, model.report_.errors
    ('converged', 0)
    >>> model.predict(rows).compute()[:2]
    array(['setosa', 'setosa'], dtype='<U6')
    """

    _local_class = estimators.Perceptron
    __init__ = init_of(estimators.Perceptron)


@insert(PARAMETERS, LOCAL, OWN_PARAMETERS, ATTRIBUTES, OWN_ATTRIBUTES)
class AveragedPerceptron(ClusterEstimator, estimators.AveragedPerceptron):
    """Averaged perceptron classifier on a Dask cluster: the mean of the weights over all visits predicts.

    The mean is that of the weights after every visit of every partition, each counted once, and of the start.

    Parameters
    ----------
    {client, strategy, mix_by, then_sequence, part_mb}
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, rule, margin, C}
    {multiclass}

    Attributes
    ----------
    {client_}
    {coef_, intercept_, classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    Perceptron : The last weights predict.
    rosenblatt.AveragedPerceptron : The same algorithm on one machine.

    Examples
    --------
    One partition gives the bits of one machine.

    >>> import dask.array as da
    >>> import rosenblatt
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> rows, labels = da.from_array(X, chunks=-1), da.from_array(y, chunks=-1)
    >>> model = rosenblatt.dask.AveragedPerceptron().fit(rows, labels).to_local()
    >>> bool((model.coef_ == rosenblatt.AveragedPerceptron().fit(X, y).coef_).all())
    True
    """

    _local_class = estimators.AveragedPerceptron
    __init__ = init_of(estimators.AveragedPerceptron)


@insert(PARAMETERS, LOCAL, OWN_PARAMETERS, OF_VOTES, ATTRIBUTES, OWN_ATTRIBUTES)
class VotedPerceptron(ClusterEstimator, estimators.VotedPerceptron):
    """Voted perceptron classifier on a Dask cluster: every weight vector of the run votes.

    The partitions are visited one after another. The rows on which mistakes were made travel with the learner.

    Parameters
    ----------
    {client, strategy, mix_by, then_sequence, part_mb}
    {order, eta0, fit_intercept, at_zero, max_iter, n_iter_no_change, tol, stop_when_converged, early_stopping}
    {validation_fraction, certify_when_stalled, class_weight, warm_start, verbose, random_state, rule, margin, C}
    {multiclass}

    Attributes
    ----------
    {client_}
    {classes_, n_iter_, report_, certificate_, t_, n_features_in_, feature_names_in_}
    {learner_, trained_, encoding_}

    See Also
    --------
    AveragedPerceptron : The mean of the weights predicts; partitions can be visited side by side.
    rosenblatt.VotedPerceptron : The same algorithm on one machine.

    Examples
    --------
    >>> import dask.array as da
    >>> import rosenblatt
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> rows, labels = da.from_array(X, chunks=(50, -1)), da.from_array(y, chunks=50)
    >>> model = rosenblatt.dask.VotedPerceptron().fit(rows, labels)
    >>> model.score(rows, labels)
    1.0
    """

    _local_class = estimators.VotedPerceptron
    __init__ = init_of(estimators.VotedPerceptron, strategy="sequence", order="given")
