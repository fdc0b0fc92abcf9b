"""Homework of common kinds, right and wrong: each file in homework/ gets its diagnosis."""

from pathlib import Path

import pytest

from rosenblatt.grading.grade import grade

FILES = Path(__file__).with_name("homework")
RATE = "each step is {0}·y·x, so your weights are {0} times ours"
ZERO_ONE = "works with labels 0 and 1, and the labels here are −1 and +1"
RIGHT = {  # file: options, end of the sentence
    "right_lists": ({}, " visits."),
    "right_rate_argument": ({}, " visits."),
    "right_class": ({}, " visits."),
    "right_class_fit_epochs": ({}, " visits."),
    "right_rate_in_code": (
        {},
        f", with the learning rate 0.1: {RATE.format(0.1)}"
        "; on 13 of the sets, rounding of 0.1 moves a score of exactly 0.",
    ),
    "at_zero_cmu": ({"at_zero": "positive"}, " visits."),
    "at_zero_book_class": ({"at_zero": "positive"}, f" visits, with the learning rate 2: {RATE.format(2)}."),
    "labels_zero_one": ({"labels": (0, 1), "at_zero": "negative"}, " visits."),
    "labels_checked": ({"labels": [0, 1]}, " visits."),
    "averaged_right": ({"averaged": True}, " visits."),
    "voted_right": ({"voted": True}, " visits."),
    "voted_pairs_with_start": ({"voted": True}, "; your list has the zero start too, which never votes."),
}
FORMS = {
    "form_bias_first": "your function returns b, w: return w, b.",
    "form_one_list_bias_first": "your function returns one list with the bias first, [b, w₁, …]: return w, b.",
    "form_one_list_bias_last": "your function returns one list with the bias last, [w₁, …, b]: return w, b.",
}
WRONG = {  # file: options, misconceptions, end of the sentence
    "at_zero_cmu": (
        {},
        ["takes a score of exactly 0 as the prediction +1"],
        "prediction +1: with at_zero='positive' all sets agree.",
    ),
    "at_zero_book_class": (
        {},
        ["takes a score of exactly 0 as the prediction +1"],
        "prediction +1: with at_zero='positive' all sets agree.",
    ),
    "labels_zero_one": (
        {},
        [ZERO_ONE, "takes a score of exactly 0 as the prediction −1"],
        "prediction −1: with labels=[0, 1], at_zero='negative' all sets agree.",
    ),
    "labels_checked": ({}, [ZERO_ONE], "the labels here are −1 and +1: with labels=[0, 1] all sets agree."),
    "right_lists": (
        {"labels": (0, 1)},
        ["works with labels −1 and +1, and the labels here are 0 and 1"],
        "the labels here are 0 and 1: with labels=[-1, 1] all sets agree.",
    ),
    "wrong_predicts_zero": ({}, ["predicts 0 and 1, so it takes every row with y = −1 as a mistake"], "a mistake."),
    "wrong_no_bias": ({}, ["does not learn the bias b"], "your function does not learn the bias b."),
    "wrong_class_no_bias": ({}, ["does not learn the bias b"], "your class does not learn the bias b."),
    "wrong_form_and_no_bias": ({}, ["does not learn the bias b"], "the bias b, and it returns b, w: return w, b."),
    "wrong_strict": (
        {},
        [
            "does not update when the score is exactly 0",
            "updates with its prediction ŷ instead of the label y",
            "looks at the score after the update, not before it",
        ],
        "not before it.",
    ),
    "wrong_one_epoch": (
        {},
        ["goes through the rows only once, whatever epochs says", "starts from zeros again in every epoch"],
        "in every epoch.",
    ),
    "wrong_rate_and_bias_not_scored": ({}, ["leaves the bias b out of the score"], "the bias b out of the score."),
    "wrong_class_random_start": (
        {},
        ["does not start from zeros: with 0 epochs it has w = (−0.00611756), b = 0.0162435"],
        "b = 0.0162435.",
    ),
    "averaged_wrong_stops": (
        {"averaged": True},
        ["stops after an epoch without a mistake, and all epochs count"],
        "all epochs count.",
    ),
    "voted_wrong_count": (
        {"voted": True},
        ["counts only the visits after the one that made a vector, so c is 1 too small: c begins at 1"],
        "c begins at 1.",
    ),
    "voted_wrong_last_missing": (
        {"voted": True},
        ["leaves out the last vector: append it when the epochs are over"],
        "when the epochs are over.",
    ),
    "voted_wrong_never_reset": (
        {"voted": True},
        ["never sets c back, so it counts the visits of all vectors so far"],
        "of all vectors so far.",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_homework_passes(name):
    options, end = RIGHT[name]
    found = grade(FILES / f"{name}.py", **options)
    assert str(found).startswith(f"All {found.n_sets} sets agree, {found.n_visits:,} visits")
    assert str(found).endswith(end)
    assert (found.passed, found.kind, found.n_agree) == (True, "", found.n_sets)


@pytest.mark.parametrize("name", FORMS)
def test_right_homework_in_another_form_is_told_so(name):
    found = grade(FILES / f"{name}.py")
    assert str(found) == f"All {found.n_sets} sets agree, but {FORMS[name]}"
    assert (found.passed, found.kind, found.n_agree) == (False, "form", found.n_sets)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_homework_has_its_misconception(name):
    options, named, end = WRONG[name]
    found = grade(FILES / f"{name}.py", **options)
    assert (found.passed, found.misconceptions) == (False, named)
    assert str(found).endswith(end)
    assert found.n_agree < found.n_sets
    if found.kind == "differs":
        assert found.worked.partition(": ")[2]
        assert found.lab_link.startswith("lab.html#1~")


def test_every_file_has_its_diagnosis():
    names = {path.stem for path in FILES.glob("*.py")}
    assert names == {*RIGHT, *FORMS, *WRONG}
    assert len(names) >= 24
