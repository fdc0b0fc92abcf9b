"""Which function of a file is graded."""

import sys

import pytest
from helpers.homework import AVERAGED, GENERATOR, LISTS

from rosenblatt.grading import call


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
