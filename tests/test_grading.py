"""Grading: right functions pass in every style; wrong ones are shown on the smallest set, and named."""

import json
import sys
from itertools import pairwise

import pytest

from rosenblatt.errors import OptionError
from rosenblatt.grading import call, misconceptions
from rosenblatt.grading.grade import grade, right_answer
from rosenblatt.grading.misconceptions import Asked, agree
from rosenblatt.grading.problems import Problem, problems, shrunk
from rosenblatt.grading.student import Answer, FileStudent

LISTS = """\
def perceptron(X, y, epochs):
    w, b = [0] * len(X[0]), 0
    for _ in range(epochs):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w = [p + t * q for p, q in zip(w, x)]
                b += t
    return w, b
"""
ARRAYS = """\
import numpy as np

def predict(w, b, x):
    return np.sign(x @ w + b)

def train(X, y, eta=1.0, max_iter=10):
    w, b = np.zeros((X.shape[1], 1)), np.zeros(1)
    for _ in range(max_iter):
        for i in range(len(y)):
            if y[i] * (X[i] @ w + b)[0] <= 0:
                w += eta * y[i] * X[i][:, None]
                b += eta * y[i]
    return w, b
"""
GENERATOR = """\
def dot(w, x):
    return sum(p * q for p, q in zip(w, x))

def steps(X, y, epochs):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(epochs):
        mistakes = 0
        for x, t in zip(X, y):
            if t * (dot(w, x) + b) <= 0:
                for j in range(len(w)):
                    w[j] += t * x[j]
                b += t
                mistakes += 1
            yield w, b
        if not mistakes:
            return
"""
HISTORY = """\
def fit(X, y, epochs):
    X.append([9] * len(X[0]))  # changes what it is given
    w, b = [0] * len(X[0]), 0
    history = [(w, b)]
    for _ in range(epochs):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + t * q for p, q in zip(w, x)], b + t
            history.append((w, b))
    return history
"""
AVERAGED = """\
def averaged_perceptron(X, y, T):
    w, b, u, beta, c = [0] * len(X[0]), 0, [0] * len(X[0]), 0, 1
    for _ in range(T):
        for x, t in zip(X, y):
            if t * (sum(p * q for p, q in zip(w, x)) + b) <= 0:
                w, b = [p + t * q for p, q in zip(w, x)], b + t
                u, beta = [p + t * c * q for p, q in zip(u, x)], beta + t * c
            c += 1
    return [p - q / c for p, q in zip(w, u)], b - beta / c
"""
WITHOUT_BIAS = """\
def perceptron(X, y, epochs):
    w = [0] * len(X[0])
    for _ in range(epochs):
        for x, t in zip(X, y):
            prediction = 1 if sum(p * q for p, q in zip(w, x)) >= 0 else -1
            if prediction != t:
                w = [p + t * q for p, q in zip(w, x)]
    return w
"""
ONE_ROW = "1 row, x = (1), y = +1"


@pytest.fixture
def graded(tmp_path):
    def graded(text, **options):
        path = tmp_path / "homework.py"
        path.write_text(text)
        return grade(path, **options)

    return graded


@pytest.mark.parametrize(
    ("text", "function", "options"),
    [
        (LISTS, "perceptron", {}),
        (ARRAYS, "train", {"numpy": True}),
        (GENERATOR, "steps", {}),
        (HISTORY, "fit", {}),
        (AVERAGED, "averaged_perceptron", {"averaged": True}),
        (WITHOUT_BIAS, "perceptron", {"fit_intercept": False, "at_zero": "positive"}),
        (LISTS.replace("    return", "    print('so far', w)\n    return"), "perceptron", {}),
    ],
)
def test_right_functions_pass(graded, text, function, options):
    found = graded(text, **options)
    assert str(found) == f"All {found.n_sets} sets agree, {found.n_visits:,} visits."
    assert (found.passed, found.function, found.kind) == (True, function, "")
    assert (found.n_sets > 200, found.n_visits > 1000) == (True, True)


# Every known way to get it wrong.


def of_variant(variant, asked):
    return lambda X, y, epochs: variant.answer(Problem(tuple(map(tuple, X)), tuple(y), epochs), asked)


def options_of(asked):
    return {"at_zero": asked.at_zero, "fit_intercept": asked.bias, "averaged": asked.averaged}


ASKED = [Asked(), Asked("positive"), Asked("negative"), Asked(bias=False), Asked(averaged=True)]


@pytest.mark.parametrize("asked", [ASKED[0], *ASKED[3:]])
def test_every_variant_that_differs_is_found_on_a_minimal_set_and_named(asked):
    tried = (*misconceptions.VARIANTS, *(misconceptions.AVERAGES if asked.averaged else misconceptions.LAST))
    passed = set()
    for variant in tried:
        found = grade(of_variant(variant, asked), **options_of(asked))
        if found.passed:
            passed.add(variant.misconception)
            continue
        assert variant.misconception in found.misconceptions
        assert len(found.misconceptions) <= 3
        assert found.sentence.endswith(f"your function {', or '.join(found.misconceptions)}.")
        assert (len(found.problem.y), found.problem.n_features, found.problem.epochs) <= (2, 3, 3)
        assert 1 <= found.visit <= found.problem.n_visits
        assert not agree(found.engine, found.yours)
    expected = {"takes a score of exactly 0 as a mistake of either class"}
    if asked.bias:
        expected.add("learns a bias, and none is asked for")
    else:
        expected |= {one.misconception for one in tried if "bias b" in one.misconception}
    assert passed == expected


@pytest.mark.parametrize(("at_zero", "place"), [("positive", 2), ("negative", 3)])
def test_the_other_rules_at_zero(at_zero, place):
    for number, variant in enumerate(misconceptions.VARIANTS[:4]):
        found = grade(of_variant(variant, Asked()), at_zero=at_zero)
        assert (found.passed, variant.misconception in found.misconceptions) == (number == place, number != place)


def test_a_parting_is_one_sentence(graded):
    found = graded(LISTS.replace("b += t", "pass"))
    assert str(found) == (
        f"{ONE_ROW}: after visit 1 the engine has w = (1), b = 1; yours has w = (1), b = 0: "
        "your function does not learn the bias b."
    )
    told = json.loads(json.dumps(found.to_dict()))
    assert told["set"] == {"X": [[1]], "y": [1], "epochs": 1}
    assert (told["engine"], told["yours"], told["visit"]) == ({"w": [1.0], "b": 1.0}, {"w": [1.0], "b": 0.0}, 1)
    assert (told["passed"], told["kind"], told["line"]) == (False, "differs", None)


def test_the_visit_of_a_later_epoch_is_found_by_asking_for_the_visits_so_far():
    def stuck(X, y, epochs):  # right until the fourth visit
        return misconceptions.answer(Problem(tuple(map(tuple, X * epochs))[:3], tuple(y * epochs)[:3]), Asked())

    found = grade(stuck)
    assert found.visit == 4
    assert "after visit 4 the engine has" in str(found)


def test_what_happens_between_epochs_is_said(graded):
    found = graded(LISTS.replace("    for _ in range(epochs):\n", "    if True:\n"))
    assert "as rows of one epoch it is right, so look at what comes between epochs" in str(found)
    assert found.misconceptions[0] == "goes through the rows only once, whatever epochs says"


def test_a_history_is_compared_visit_by_visit(graded):
    found = graded(GENERATOR.replace("b += t", "b += t * (mistakes == 0)"))
    assert (found.visit, found.problem.n_visits) == (2, 2)
    same = "for j in range(len(w)): w[j] += t * x[j]\n                b += t"
    found = graded(HISTORY.replace("w, b = [p + t * q for p, q in zip(w, x)], b + t", same))
    assert str(found).endswith("every entry has the same w: put a copy of it into the list.")
    assert found.visit == 1


def test_a_history_has_an_entry_a_visit():
    def ended(X, y, epochs):
        return misconceptions.visits(Problem(tuple(map(tuple, X)), tuple(y), epochs), Asked())[:1]

    assert "your list ends after visit 1; after visit 2 the engine has" in str(grade(ended))

    def endless(X, y, epochs):
        while True:
            yield [0] * len(X[0]), 0

    assert str(grade(endless)) == f"{ONE_ROW}: your function returns a list of 3 weights for 1 visit."


def test_a_learning_rate_and_an_order_are_named(graded):
    found = graded(LISTS.replace("p + t * q", "p + 2 * t * q").replace("b += t", "b += 2 * t"))
    assert found.misconceptions == [
        "has 2 times the weights that are asked for: the learning rate must be 1, and the step y·x"
    ]
    shuffled = "import random\nrandom.seed(1)\n" + LISTS.replace(
        "in zip(X, y)", "in random.sample([*zip(X, y)], len(y))"
    )
    assert graded(shuffled).misconceptions == ["visits the rows in another order than they are given in"]
    strange = graded(LISTS.replace("b += t", "b += t if len(y) < 4 else 3 * t"))
    assert (strange.misconceptions, len(strange.problem.y)) == ([], 4)


def test_what_a_call_leaves_behind_is_named(graded):
    text = LISTS.replace("epochs):", "epochs, b=[0]):", 1).replace("w, b = [0] * len(X[0]), 0", "w = [0] * len(X[0])")
    text = text.replace("+ b)", "+ b[0])").replace("b += t", "b[0] += t").replace("w, b", "w, b[0]")
    found = graded(text)
    assert "asked first of all it is right: something is kept from one call to the next" in str(found)


# Whatever else a function may do.


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "return None",
            "your function must return w, b, here a list of 1 number and a number; it returns nothing, None.",
        ),
        ("return 'w', 2", "… it returns [a str, 2]."),
        ("return 7", "… it returns a number."),
        ("return {'w': [1]}", "… it returns a dict."),
        ("return [0] * (len(X[0]) + 2)", "… it returns [0, 0, 0]."),
        ("return []", "… it returns []."),
        ("return [float('nan')] * len(X[0]), 0", "your function returns nan, where a number must be."),
        ("return [10**400] * len(X[0]), 0", "your function returns inf, where a number must be."),
        ("return 1 / 0", "your function raises ZeroDivisionError (division by zero), in line 2."),
        ("raise KeyError", "your function raises KeyError, in line 2."),
        ("return X.shape", "… in line 2: X and y are lists; --numpy gives arrays."),
        ("import sys; sys.exit(5)", "your function calls exit, in line 2."),
    ],
)
def test_nonsense_is_one_sentence_with_its_set(body, sentence):
    names = {}
    exec(f"def perceptron(X, y, epochs):\n    {body}\n", names)
    found = grade(names["perceptron"])
    assert str(found).startswith(f"{ONE_ROW}: your function ")
    assert str(found).endswith(sentence.removeprefix("…"))
    assert (found.passed, found.line) == (False, 2 if "line 2" in sentence else None)


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


def test_a_crash_is_shown_on_a_small_set(graded):
    found = graded(LISTS.replace("    return", "    1 / (len(set(y)) - 2 or epochs - 2)\n    return"))
    assert (found.kind, found.line, len(found.problem.y), found.problem.epochs) == ("ZeroDivisionError", 8, 2, 2)


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
    with FileStudent(path, None, bias=True, averaged=False, arrays=False, timeout=60) as student:
        assert student.answer(problem) == Answer(((0.0,), 0.0))
        student._spent = 59.9  # as if other sets had taken it
        found = student.answer(problem._replace(epochs=100))
    assert (found.kind, found.is_final) == ("slow", True)
    assert found.text == "is too slow for 60 s in all: --timeout gives it more"


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
            "homework.py has several functions that take X, y and epochs (a, b): --function names the one to grade.",
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


def test_bad_options_are_said():
    with pytest.raises(OptionError, match="student must be a Python file that is there, or a function; got 'none.py'"):
        grade("none.py")
    with pytest.raises(OptionError, match="student must be a file, or a function that takes X, y and epochs"):
        grade(lambda X, y: None)
    with pytest.raises(OptionError, match="at_zero must be one of 'mistake', 'positive', 'negative'; got 'zero'"):
        grade(print, at_zero="zero")
    with pytest.raises(OptionError, match="timeout must be a positive number of seconds; got 0"):
        grade(print, timeout=0)
    with pytest.raises(OptionError, match="seed must be a whole number; got 'x'"):
        grade(print, seed="x")


def test_ctrl_c_in_a_function_at_hand_is_heard():
    def interrupted(X, y, epochs):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade(interrupted)


# What grading is made of.


@pytest.mark.parametrize("asked", ASKED)
def test_the_engine_and_the_plain_perceptron_agree_after_every_visit(asked):
    for problem in problems(0)[::12]:
        history = misconceptions.visits(problem, asked)
        for t in range(1, problem.n_visits + 1):
            right = right_answer(problem.prefix(t), asked)
            plain = misconceptions.average(history[:t]) if asked.averaged else history[t - 1]
            assert agree(right, plain)
            assert asked.averaged or right == plain  # exact


def test_sets_are_the_same_every_time_small_first_and_of_every_kind():
    found = problems(0)
    assert problems.__wrapped__(0) == found
    assert problems(1) != found
    assert all(a.size <= b.size for a, b in pairwise(found))
    assert {len(p.y) for p in found} >= {1, 2, 3, 4, 5, 6}
    assert {p.n_features for p in found} == {1, 2, 3}
    assert all(4 * v == int(4 * v) for p in found for x in p.X for v in x)
    assert sum(len(set(p.y)) == 1 for p in found) > 20  # one class
    assert sum(len(set(p.X)) < len(p.X) for p in found) > 20  # duplicates
    assert any(dict(zip(p.X, p.y, strict=True)) != dict(zip(p.X[::-1], p.y[::-1], strict=True)) for p in found)
    worked = Problem(((-1, 2), (1, 0), (1, 1), (-1, 0), (-1, -2), (1, -1)), (-1, 1, 1, -1, -1, 1), 1)
    assert worked in found


def test_shrinking_ends_at_the_smallest_set_of_which_it_is_true():
    largest = problems(0)[-1]
    assert shrunk(largest, lambda p: True) == Problem(((1,),), (1,), 1)
    small = shrunk(largest, lambda p: len(p.y) >= 3 and p.epochs >= 2 and -1 in p.y and any(2 in x for x in p.X))
    assert (len(small.y), small.epochs, small.n_features, small.y.count(-1)) == (3, 2, 1, 1)
    assert sorted(abs(v) for (v,) in small.X) == [1, 1, 2]


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
        with FileStudent(path, None, bias=bias, averaged=False, arrays=False, timeout=10) as student:
            assert student.answer(problem) == Answer(expected)


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
