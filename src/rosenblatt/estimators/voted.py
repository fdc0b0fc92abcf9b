"""The voted perceptron as a scikit-learn estimator."""

from typing import Any

from rosenblatt import learners
from rosenblatt.estimators.base import BasePerceptron


class VotedPerceptron(BasePerceptron):
    """The voted perceptron: every weight vector of the run votes, as often as it survived (note 003).

    It has no ``coef_``. ``decision_function`` is the share of the votes; a vote takes a score, so that
    prediction takes as many scores a row as there were mistakes.
    """

    _learner_class = learners.Voted

    def _weights(self) -> Any:
        raise AttributeError(
            "VotedPerceptron has no coef_ or intercept_: each weight vector of its run votes by itself."
        )
