"""Options of the run change it as the package has it."""

import pytest

from rosenblatt.conventions import AT_ZERO, ORDERS

from .lab_driver import (
    as_state,
    line_of,
    numbers_at,
    trace_of,
)
from .lab_samples import MIXED, numbers_agree


@pytest.fixture
def mixed(open_lab):
    """The options of a lab at the end of its run on points that no line separates."""
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    lab.button("End").click()
    lab.tab("Options")
    return lab


def test_every_order_gives_the_run_of_the_package(mixed):
    seen = []
    for order in sorted(ORDERS):
        mixed.page.get_by_label("Order of visits").select_option(order)
        numbers_agree(mixed, MIXED, epochs=7, order=order)
        seen.append(mixed.text("#numbers"))
        mixed.tab("Options")
    assert len(set(seen)) == 6


def test_every_rule_at_zero_gives_the_run_of_the_package(open_lab):
    points = ((1, 1, -1), (-1, 0, 1), (0, 2, 1), (2, 1, -1))
    words = {"mistake": "always a mistake", "positive": "it counts as positive", "negative": "it counts as negative"}
    lab = open_lab(state=as_state(points, t=1, options={"bias": False}))
    for rule in AT_ZERO:
        lab.tab("Options")
        lab.page.get_by_label("A score of exactly zero is").select_option(rule)
        numbers_agree(lab, points, t=1, bias=False, atZero=rule)
        assert lab.numbers["mistakes"] == ("0" if rule == "negative" else "1")
        lab.tab("Steps")
        assert lab.line == line_of(trace_of(points, bias=False, atZero=rule), 1)
        assert f"A score of zero: {words[rule]}" in lab.at(".work").text_content()


def test_without_a_bias_b_stays_and_no_1_is_appended(mixed):
    mixed.page.get_by_label("Learn a bias b").uncheck()
    numbers_agree(mixed, MIXED, epochs=7, bias=False)
    assert mixed.numbers["b"] == "0.0"
    mixed.tab("Steps")
    assert "appended" not in mixed.text(".work")
    mixed.tab("Options")
    mixed.page.get_by_label("Learn a bias b").check()
    numbers_agree(mixed, MIXED, epochs=7)


def test_numbers_of_the_run_can_be_typed(mixed):
    options = {"epochs": 7}
    typed = (
        ("Learning rate η", "0.1", {"eta": 0.1}),
        ("Starting w₁", "-1.5", {"start": (-1.5, 0, 0)}),
        ("Starting w₂", "2", {"start": (-1.5, 2, 0)}),
        ("Starting b", "0,25", {"start": (-1.5, 2, 0.25)}),
        ("Maximum number of epochs", "3", {"epochs": 3}),
    )
    for label, number, changed in typed:
        box = mixed.page.get_by_label(label, exact=True)
        box.fill(number)
        box.press("Enter")
        assert numbers_at(None, MIXED, **options) != numbers_at(None, MIXED, **{**options, **changed})
        options.update(changed)
        numbers_agree(mixed, MIXED, **options)
        mixed.tab("Options")


def test_another_seed_is_another_run(mixed):
    mixed.page.get_by_label("Order of visits").select_option("shuffled")
    assert "Each seed gives its own random order" in mixed.text("#hint-seed")
    for seed in (1, 4294967295):
        mixed.page.get_by_label("Seed for random orders").fill(str(seed))
        mixed.page.get_by_label("Seed for random orders").press("Tab")
        numbers_agree(mixed, MIXED, epochs=7, order="shuffled", seed=seed)
        mixed.tab("Options")


def test_an_option_that_cannot_be_is_told_in_a_sentence(mixed):
    before = mixed.state
    wrong = (
        ("Learning rate η", "0", "The learning rate η must be a number from 0.000001 to 1000000; got 0."),
        ("Learning rate η", "fast", 'The learning rate η must be a number from 0.000001 to 1000000; got "fast".'),
        ("Starting w₂", "1e9", "A starting weight must be a number from -1000000 to 1000000; got 1000000000."),
        ("Seed for random orders", "1.5", "The seed must be a whole number from 0 to 4294967295; got 1.5."),
        ("Maximum number of epochs", "0", "epochs must be a whole number from 1 to 1000; got 0."),
    )
    for label, typed, sentence in wrong:
        box = mixed.page.get_by_label(label, exact=True)
        was = box.input_value()
        box.fill(typed)
        box.press("Enter")
        assert mixed.problem == sentence
        assert (mixed.state, box.input_value()) == (before, was)
