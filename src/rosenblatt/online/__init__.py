"""Learners of one example at a time, as dicts. May import learners and the layers below.

>>> from rosenblatt.online import Perceptron
>>> model = Perceptron()
>>> for x, y in [({"free": 1}, "spam"), ({"meeting": 1}, "ham"), ({"free": 1, "meeting": 1}, "spam")]:
...     guess = model.predict_one(x)  # receive, predict
...     model.learn_one(x, y)  # observe, pay, update
>>> model.n_mistakes, model.predict_one({"free": 1})
(3, 'spam')

Features and classes may appear at any time. The weights are those of ``partial_fit``, and of ``fit`` in one epoch
in the order given, bit for bit, with features in the order of ``features`` or else of their first appearance.
"""

from rosenblatt.online.averaged import AveragedPerceptron
from rosenblatt.online.margin import MarginPerceptron
from rosenblatt.online.normalized import NormalizedPerceptron
from rosenblatt.online.passive_aggressive import PassiveAggressiveClassifier
from rosenblatt.online.perceptron import Perceptron

__all__ = [
    "AveragedPerceptron",
    "MarginPerceptron",
    "NormalizedPerceptron",
    "PassiveAggressiveClassifier",
    "Perceptron",
]
