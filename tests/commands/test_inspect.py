"""The verb ``inspect``: what a model is."""

import numpy as np

import rosenblatt
from rosenblatt import learners, online


def test_inspect_names_the_module_that_users_import():
    X, y = np.array([[1.0, 2.0], [3.0, 4.0]]), [0, 1]
    made = {
        "VotedPerceptron of rosenblatt.estimators": rosenblatt.VotedPerceptron().fit(X, y),
        "Averaged of rosenblatt.learners.averaged": learners.Averaged().fit(X, y),
        "Perceptron of rosenblatt.online": online.Perceptron(),
        "Trained of rosenblatt.trained": rosenblatt.train("sample:setosa"),
    }
    for text, model in made.items():
        assert rosenblatt.inspect(model).lines()[0] == ("model", text)
