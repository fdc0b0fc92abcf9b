"""A student's file runs in a process of its own, whatever it does."""

import pytest
from helpers.homework import LISTS, ONE_ROW

from rosenblatt.errors import Sentence
from rosenblatt.grading.problems import Problem
from rosenblatt.grading.results import Answer, read
from rosenblatt.grading.runs import Asked
from rosenblatt.grading.student import FileStudent


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("import os; os._exit(5)", "ends the process, with exit code 5."),
        ("import os; os.kill(os.getpid(), 9)", "ends the process, by signal 9."),
        ("import sys; sys.exit(5)", "calls exit, in line 2."),
        ("return input()", "raises EOFError (EOF when reading a line), in line 2."),
    ],
)
def test_the_end_of_the_students_process_is_not_ours(graded, body, sentence):
    found = graded(f"def perceptron(X, y, epochs):\n    {body}\n")
    assert str(found) == f"{ONE_ROW}: your function {sentence}"


def test_a_loop_without_end_is_ended_and_explained(graded):
    text = LISTS.replace("for _ in range(epochs):", "wrong = True\n    while wrong:\n        wrong = False")
    found = graded(text.replace("b += t", "b += t; wrong = True"), timeout=2)
    assert (found.kind, len(found.problem.y)) == ("hangs", 2)
    assert str(found).endswith(
        "your function does not return within 2 s: no plane separates these rows, so there is always a mistake; "
        "stop when the epochs are over."
    )


def test_one_that_is_slow_is_told_from_one_that_hangs(tmp_path):
    path, problem = tmp_path / "homework.py", Problem(((1,),), (1,))
    path.write_text("import time\ndef f(X, y, epochs):\n    time.sleep(epochs / 20)\n    return 0, 0\n")
    with FileStudent(path, None, timeout=60) as student:
        assert student.ask(problem) == [0, 0]
        student._spent = 59.9  # as if other sets had taken it
        found = student.ask(problem._replace(epochs=100))
    assert (found.kind, found.is_final) == ("slow", True)
    assert Sentence(found.text) == "is too slow for 60 s in all: timeout= gives it more"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def perceptron(X, y epochs): pass", "homework.py raises SyntaxError (invalid syntax), in line 1."),
        (
            "\nimport nothing_like_this",
            "homework.py raises ModuleNotFoundError (No module named 'nothing_like_this'), in line 2.",
        ),
        ("exit(3)", "homework.py calls exit, in line 1."),
        ("x = 1", "homework.py has no function that takes X, y and epochs."),
        ("def perceptron(X, y): pass", "homework.py has no function that takes X, y and epochs."),
        (
            "def a(X, y, epochs): pass\ndef b(X, y, epochs): pass",
            "homework.py has several functions that take X, y and epochs (a, b): function= names the one to grade.",
        ),
        ("while True: pass", "homework.py does not return within 0.5 s while the file is imported."),
    ],
)
def test_files_that_cannot_be_graded(graded, text, sentence):
    found = graded(text, timeout=0.5 if "while" in text else 10)
    assert (str(found), found.kind, found.n_sets) == (sentence, "load", 0)


def test_a_function_is_taken_by_its_name(graded, tmp_path):
    (tmp_path / "mine.py").write_text("ZERO = 0\n")
    text = "from mine import ZERO\n" + LISTS + LISTS.replace("perceptron", "other").replace("<= 0", "< ZERO")
    found = graded(text, function="other")
    assert (found.passed, found.function) == (False, "other")
    assert str(graded(text, function="third")) == "homework.py has no function 'third'."
    assert str(graded(text, function="ZERO")) == "homework.py has no function 'ZERO'."
    two = graded(text + "\ndef two(X, y): pass\n", function="two")
    assert str(two) == "homework.py has 'two', which must take X, y and epochs."
    assert not list(tmp_path.glob("__pycache__"))


def test_an_answer_may_be_a_column_a_number_or_an_array(tmp_path):
    path = tmp_path / "homework.py"
    one, two = Problem(((1,),), (1,)), Problem(((1, 2),), (1,))
    for text, problem, bias, expected in [
        ("3, 4", one, True, ((3.0,), 4.0)),
        ("[[3], [5]], [4]", two, True, ((3.0, 5.0), 4.0)),
        ("[3, 5]", two, False, ((3.0, 5.0), 0.0)),
        ("([3, 5], 4)", two, False, ((3.0, 5.0), 4.0)),
        ("__import__('fractions').Fraction(1, 2), True", one, True, ((0.5,), 1.0)),
    ]:
        path.write_text(f"def f(X, y, epochs): return {text}\n")
        with FileStudent(path, None) as student:
            assert read(student.ask(problem), problem, Asked(bias=bias)) == Answer(expected)
