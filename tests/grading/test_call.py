"""Which function of a file is graded."""

import sys

import pytest
from helpers.homework import AVERAGED, GENERATOR, LISTS

from rosenblatt.grading import call
from rosenblatt.grading.grade import grade

CLASS = """\
class Perceptron:
    def __init__(self, eta0=0.1, n_iter=5):
        self.arguments = eta0, n_iter

    def fit(self, X, y):
        self.w_ = [self.arguments[1]] * len(X[0])
        self.b_ = self.arguments[0]
        return self
"""


@pytest.mark.parametrize(
    ("text", "name", "averaged", "found"),
    [
        (LISTS, "", False, "perceptron"),
        (LISTS + AVERAGED, "", True, "averaged_perceptron"),
        (LISTS + AVERAGED, "", False, "perceptron"),
        (GENERATOR + "def update(w, x, y): pass\n", "", False, "steps"),
        ("def one(X, y, times): pass", "", False, "one"),
        ("class Perceptron:\n    pass\nperceptron = 3", "", False, ""),
        (LISTS, "perceptron", False, "perceptron"),
        (LISTS, "other", False, ""),
        ("def a(X, y, n): pass\ndef b(X, y, n): pass", "", False, ""),
        ("def a(X, y): pass", "a", False, ""),
        (CLASS, "", False, "Perceptron"),
        (CLASS + "def train(model, X, y): pass\n", "", False, "Perceptron"),
        (CLASS + LISTS, "", False, "perceptron"),
        (CLASS + LISTS, "Perceptron", False, "Perceptron"),
        (CLASS.replace("n_iter", "size"), "", False, ""),
        ("def f(X, y, eta, n): pass", "", False, "f"),
        ("def f(X, y, eta): pass", "", False, ""),
    ],
)
def test_which_function_is_taken(tmp_path, monkeypatch, text, name, averaged, found):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "a_homework.py"
    path.write_text(text)
    taken, fault = call.function_of(call.module_of(str(path)), name, averaged)
    assert (taken, bool(fault)) == (found, not found)


def test_epochs_and_learning_rates_are_passed_by_name():
    def late(X, y, lr, verbose=False, T=3):
        return lr, verbose, T

    def unnamed(X, y, eta=0.1, times=3):
        return eta, times

    assert call.call_of(late)([[1]], [1], 7) == (1, False, 7)
    assert call.call_of(unnamed)([[1]], [1], 7) == (1, 7)
    names = {}
    exec(CLASS, names)
    assert call.call_of(names["Perceptron"])([[1, 2]], [1], 7) == ([7, 7], 1)


def test_a_class_keeps_its_result_or_returns_it():
    class OneList:
        def __init__(self, n_features):
            self.w = [0] * (n_features + 1)

        def train(self, X, y, max_iter=10):
            self.w[0] = max_iter

    class Returns:
        def fit(self, X, y, epochs):
            return [epochs], 0

    class Nothing:
        def fit(self, X, y, epochs):
            return self

    assert call.call_of(OneList)([[1, 2]], [1], 7) == [7, 0, 0]
    assert call.call_of(Returns)([[1]], [1], 7) == ([7], 0)
    assert call.call_of(Nothing)([[1]], [1], 7) is None
    found = grade(Nothing)
    assert str(found).endswith(
        "your class must keep its weights as attributes w_ and b_, or w and b, here a list of 1 number; "
        "it has nothing, None."
    )
