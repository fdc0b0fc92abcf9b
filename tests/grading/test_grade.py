"""Grading: right functions pass in every style; wrong ones are shown on the smallest set."""

import json

import pytest
from helpers.homework import ARRAYS, AVERAGED, GENERATOR, HISTORY, LISTS, ONE_ROW, WITHOUT_BIAS

from rosenblatt.errors import OptionError
from rosenblatt.grading import misconceptions
from rosenblatt.grading.grade import grade
from rosenblatt.grading.misconceptions import Asked
from rosenblatt.grading.problems import Problem


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
        ("return X.shape", "… in line 2: X and y are lists; numpy=True gives arrays."),
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


def test_a_crash_is_shown_on_a_small_set(graded):
    found = graded(LISTS.replace("    return", "    1 / (len(set(y)) - 2 or epochs - 2)\n    return"))
    assert (found.kind, found.line, len(found.problem.y), found.problem.epochs) == ("ZeroDivisionError", 8, 2, 2)


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
