"""Misconceptions: each is found on a minimal set, and named."""

import pytest
from helpers.homework import LISTS

from rosenblatt.grading import misconceptions
from rosenblatt.grading.grade import grade, right_answer
from rosenblatt.grading.misconceptions import Asked, agree
from rosenblatt.grading.problems import Problem, problems


def of_variant(variant, asked):
    return lambda X, y, epochs: variant.answer(Problem(tuple(map(tuple, X)), tuple(y), epochs), asked)


def options_of(asked):
    return {"at_zero": asked.at_zero, "fit_intercept": asked.bias, "averaged": asked.averaged}


def thought_of(named):
    """End of the sentence: misconceptions, and the step if the function is right by another convention."""
    steps = []
    if "works with labels 0 and 1, and the labels here are −1 and +1" in named:
        steps.append("labels=[0, 1]")
    for rule, sign in (("positive", "+1"), ("negative", "−1")):
        if f"takes a score of exactly 0 as the prediction {sign}" in named:
            steps.append(f"at_zero='{rule}'")
    if steps:
        return f"{', and '.join(named)}: with {', '.join(steps)} all sets agree"
    return ", or ".join(named)


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
        assert found.sentence.endswith(f"your function {thought_of(found.misconceptions)}.")
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


def test_a_learning_rate_is_right_and_named(graded):
    found = graded(LISTS.replace("p + t * q", "p + 2 * t * q").replace("b += t", "b += 2 * t"))
    assert (found.passed, found.rate, found.misconceptions) == (True, 2.0, [])
    assert str(found).endswith(", with the learning rate 2: each step is 2·y·x, so your weights are 2 times ours.")


def test_an_order_is_named(graded):
    shuffled = "import random\nrandom.seed(1)\n" + LISTS.replace(
        "in zip(X, y)", "in random.sample([*zip(X, y)], len(y))"
    )
    assert graded(shuffled).misconceptions == ["visits the rows in another order than they are given in"]
    strange = graded(LISTS.replace("b += t", "b += t if len(y) < 4 else 3 * t"))
    assert (strange.misconceptions, len(strange.problem.y)) == ([], 4)


@pytest.mark.parametrize("asked", ASKED)
def test_the_engine_and_the_plain_perceptron_agree_after_every_visit(asked):
    for problem in problems(0)[::12]:
        history = misconceptions.visits(problem, asked)
        for t in range(1, problem.n_visits + 1):
            right = right_answer(problem.prefix(t), asked)
            plain = misconceptions.average(history[:t]) if asked.averaged else history[t - 1]
            assert agree(right, plain)
            assert asked.averaged or right == plain  # exact
