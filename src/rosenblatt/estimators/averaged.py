"""The averaged perceptron as a scikit-learn estimator."""

from rosenblatt import learners
from rosenblatt.estimators.sparse_coef import SparseCoef


class AveragedPerceptron(SparseCoef):
    """The averaged perceptron: the mean of the weights over all visits predicts (note 003, Algorithm 7).

    ``max_iter`` is 10 epochs by default; ``stop_when_converged=False`` runs all of them, as written there.
    """

    _learner_class = learners.Averaged
