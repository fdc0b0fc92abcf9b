"""Votes: the engine's are those of the definition, and wrong ones are named."""

import pytest
from helpers.homework import LISTS

from rosenblatt.errors import OptionError
from rosenblatt.grading.engine import right_answer
from rosenblatt.grading.grade import grade
from rosenblatt.grading.misconceptions import VARIANTS
from rosenblatt.grading.problems import Problem, problems
from rosenblatt.grading.runs import Asked, agree, visits, votes_of
from rosenblatt.grading.votes import OF_VOTES

VOTED = Asked(voted=True)


def of_problem(answer):
    """Training function of an answer to a set."""

    def function(X, y, epochs):
        return answer(Problem(tuple(map(tuple, X)), tuple(y), epochs)).entries

    return function


@pytest.mark.parametrize("asked", [VOTED, Asked("positive", voted=True), Asked(bias=False, voted=True)])
def test_survival_is_counted_as_defined(asked):
    for problem in problems(0)[::4]:
        votes = right_answer(problem, asked)
        assert agree(votes, votes_of(visits(problem, asked)))
        assert sum(vote.c for vote in votes.entries) <= problem.n_visits


@pytest.mark.parametrize("number", range(len(OF_VOTES)))
def test_wrong_votes_are_named(number):
    text, fold = OF_VOTES[number]
    found = grade(of_problem(lambda problem: fold(visits(problem, Asked()))), voted=True)
    assert (found.passed, text in found.misconceptions) == (False, True)
    assert len(found.misconceptions) <= 3
    assert str(found).startswith("1 row, x = (1), y = +1") or len(found.problem.y) == 2


def test_a_wrong_run_is_named_by_its_votes():
    for variant in VARIANTS[::5]:
        found = grade(of_problem(lambda problem, variant=variant: variant.answer(problem, VOTED)), voted=True)
        assert not found.passed
        assert variant.misconception in found.misconceptions


def test_votes_in_a_grade():
    found = grade(lambda X, y, epochs: [], voted=True)
    assert found.to_dict()["engine"] == [{"w": [1.0], "b": 1.0, "c": 1.0}]
    assert (found.to_dict()["yours"], found.visit) == ([], 1)
    assert "The survival counts after this visit are c = 1 for w = (1)." in found.worked
    assert "~tab=variants~" in found.lab_link
    alone = grade(lambda X, y, epochs: ([0] * len(X[0]), 0), voted=True)
    assert str(alone).endswith(
        "must return a list of entries (w, b, c), where w is a list of 1 number; it returns [[0], 0]."
    )
    names = {}
    exec(LISTS, names)
    assert grade(names["perceptron"], voted=True).kind == "nonsense"
    with pytest.raises(OptionError, match="averaged and voted exclude each other"):
        grade(print, averaged=True, voted=True)
    with pytest.raises(OptionError, match=r"labels must be −1 and 1, or 0 and 1; got \(1, 2\)"):
        grade(print, labels=(1, 2))
