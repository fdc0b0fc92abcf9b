"""Every card of the notes shows the numbers it promises."""

import numpy as np
import pytest

import rosenblatt

from .lab_driver import (
    NOTE_004,
    arrays,
    counters_of,
    expect,
    text,
    trace_of,
)
from .lab_samples import CARDS, XOR, numbers_agree

MISTAKES = {  # that the texts of cards promise for the whole run
    **{"warm-up": 0, "note-000": 3, "folded-one": 3, "tiny-margin": 80, "far-point": 12, "plain-bound": 17},
    **{"plain-bound-far": 127, "outlier": 234, "note-004": 9},
}
VIEWS = {  # words of the card's own view, when it was just opened
    "shift-b": "b is −4, and the threshold −b/‖w‖ is 1.78885. 0 of 10 points wrong.",
    "poll": "0 of 30 training rows and 43 of 100 new rows are wrong. New rows were best after epoch 1, with 34 wrong.",
    "recency": "After 0 of 16 visits: 8 of 8 early rows and 8 of 8 late rows are wrong.",
    "tiny-margin": "80 mistakes in the whole run, 0 so far.",
    "far-point": "12 mistakes in the whole run, 0 so far.",
    "plain-bound": "17 mistakes in the whole run, 0 so far.",
    "plain-bound-far": "127 mistakes in the whole run, 0 so far.",
    "distance": "x″ is (4, 7), and x′ is (−1, 2) on the line. The vector from x′ to x″ has length 7.07107.",
    "loss": "After 0 visits, the loss is 0 and 4 of 4 points would be mistakes.",
    "not-fixed": "Visit 3: (0, 1.5), y = +1, a mistake.",
    "neuron": "visit 2",
    "turn": "Visit 3: (1, 1), y = +1, a mistake.",
    "sorted": "The same points in each order.",
    "note-004": "9 mistakes in the whole run, 0 so far.",
    "averaging": "150 weight vectors with 800 votes",
    "digits": "It looks like a 3, with a score of ",
}


def run_of_state(state):
    """The run of a state, by the package; the options by their names in the lab."""
    points = [tuple(point.values()) for point in state["points"]]
    return trace_of(points, **state["options"]) if len({label for *_, label in points}) == 2 else None


@pytest.mark.parametrize("card", CARDS)
def test_a_card_opens_by_its_link_and_by_its_button(open_lab, card):
    lab = open_lab(f"card={card}")
    by_link = lab.state
    assert (by_link["card"], by_link["tab"]) == (card, "cards")
    title = lab.text("#card-title")
    assert lab.page.get_by_role("link", name="Link to this card").get_attribute("href") == f"#card={card}"
    trace = run_of_state(by_link)
    if trace is not None:
        assert lab.counters == counters_of(trace, by_link["t"])
    own = lab.at(".card-view")
    assert own.count() == (card in VIEWS)
    if card in VIEWS:
        assert VIEWS[card] in own.text_content()
    if card in MISTAKES:
        assert int(trace.wrong.sum()) == MISTAKES[card]
    lab.button("All cards").click()
    lab.tab("Data")
    lab.button("Clear all").click()
    lab.tab("Cards")
    lab.at(f"button[data-card='{card}']").click()
    assert lab.text("#card-title") == title
    assert lab.state == by_link
    lab.press("End")
    if trace is not None:
        numbers_agree(lab, lab.points, **by_link["options"])


def test_b_is_shifted_by_a_slider_and_the_strip_follows(open_lab):
    lab = open_lab("card=shift-b")
    lab.page.get_by_label("b as a number").fill("0")
    lab.page.get_by_label("b as a number").press("Enter")
    X, y = arrays(lab.points)
    wrong = int((y * (X @ [1, 2]) <= 0).sum())
    assert (
        lab.at(".card-view [role=status]")
        .inner_text()
        .endswith(f"the threshold −b/‖w‖ is 0. {wrong} of 10 points wrong.")
    )
    lab.page.get_by_role("slider", name="b", exact=True).fill("-6")
    wrong = int((y * (X @ [1, 2] - 6) <= 0).sum())
    assert (
        lab.at(".card-view [role=status]")
        .inner_text()
        .startswith(f"b is −6, and the threshold −b/‖w‖ is {text(6 / 5**0.5)}. {wrong} of 10 points")
    )
    assert lab.text("#plane-note").startswith("Boundary: x₁ + 2·x₂ − 6 = 0.")


def test_other_rows_and_more_of_them_are_polled(open_lab):
    lab = open_lab("card=poll")
    words = lab.at(".card-view [role=status]")
    first = words.inner_text()
    lab.button("Other rows").click()
    expect(words).not_to_have_text(first)
    lab.page.get_by_role("textbox", name="Training rows").fill("300")
    lab.page.get_by_role("textbox", name="Training rows").press("Enter")
    assert "of 300 training rows and" in words.inner_text()
    lab.page.get_by_role("textbox", name="Training rows").fill("9")
    lab.page.get_by_role("textbox", name="Training rows").press("Enter")
    assert lab.problem == "Training rows must be a whole number from 10 to 300; got 9."


def test_the_last_half_is_learned_whichever_it_is(open_lab):
    lab = open_lab("card=recency")
    lab.button("End").click()
    words = lab.at(".card-view [role=status]")
    assert words.inner_text() == "After 16 of 16 visits: 6 of 8 early rows and 0 of 8 late rows are wrong."
    lab.button("Reverse the order of the rows").click()
    weights = trace_of(lab.points, bias=False, epochs=1).replay(16)
    X, y = arrays(lab.points)
    wrong = y * (X @ weights.w[0]) <= 0
    assert words.inner_text().endswith(
        f"{wrong[:8].sum()} of 8 early rows and {wrong[8:].sum()} of 8 late rows are wrong."
    )
    assert wrong[:8].sum() > wrong[8:].sum()


def test_the_bound_of_the_slide_is_false_and_that_with_the_1_holds(open_lab):
    lab = open_lab("card=plain-bound")
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    proof = rosenblatt.certify(*arrays(lab.points))
    radius, margin = text(proof.augmented_radius), text(np.mean(proof.augmented_margin))
    assert cells[0] == ["x alone", "4", "1", "16", "✗ fails here"]
    assert cells[1] == ["(x, 1)", radius, margin, str(proof.mistake_bound), "✓ holds"]
    lab.drag((2, 0), (-4, 0))  # as the card says
    assert lab.points[0] == (-4, 0, -1)
    assert [row.split("\t")[-1] for row in lab.at(".card-view tbody tr").all_inner_texts()] == ["✓ holds"] * 2


def test_the_distance_stays_while_x_is_dragged_along_the_line(open_lab):
    lab = open_lab("card=distance")
    lab.drag((-1, 2), (3, 1))  # x′, to the side of the line
    along = lab.state["extra"]["along"]
    assert along == pytest.approx((3 * 1 - 4 * 3) / 5)  # (3, 1) in the direction of the line, (−4, 3)/5
    words = lab.at(".card-view [role=status]").text_content()
    assert words.count("=7") == 2
    lab.drag((4, 7), (2, 6))
    assert lab.state["extra"]["farX"] == 2
    assert f"={text(abs(3 * 2 + 4 * 6 - 5) / 5)}" in lab.at(".card-view [role=status]").text_content()
    lab.button("Undo").click()
    assert lab.state["extra"] == {"farX": 4, "farY": 7, "along": along}


def test_the_loss_goes_up_and_down_along_the_run(open_lab):
    lab = open_lab("card=loss")
    trace = trace_of(lab.points)
    X, y = arrays(lab.points)
    seen = []
    for when in trace.mistakes.when.tolist():
        lab.press("m")
        weights = trace.replay(when)
        seen.append(rosenblatt.perceptron_loss(X, y, weights.w[0], weights.b[0]))
        words = lab.at(".card-view [role=status]").inner_text()
        assert f"the loss is {text(seen[-1])} and" in words
    assert seen != sorted(seen)
    assert seen != sorted(seen, reverse=True)


def test_an_update_may_leave_its_point_wrong(open_lab):
    lab = open_lab("card=not-fixed")
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert cells[:2] == [["score", "−5", "−1.75"], ["prediction", "✗ wrong", "✗ wrong"]]
    lab.button("Step").click()
    cells = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert cells[:2] == [["score", "−1.75", "1.5"], ["prediction", "✗ wrong", "✓ right"]]


def test_the_neuron_has_the_numbers_of_the_visit(open_lab):
    lab = open_lab("card=neuron")
    lab.button("Step").click()
    lab.button("Step").click()
    step = trace_of(lab.points)[3]
    label = lab.at(".card-view svg").get_attribute("aria-label")
    assert label.startswith("A neuron at visit 4. Inputs (0, 1.5, 1), weights (2, −2, −2),")
    assert f"sum {text(step.score)}, output −1; the label is +1: a mistake." in label


def test_orders_are_compared_and_the_chosen_one_is_marked(open_lab):
    lab = open_lab("card=sorted")
    rows = [row.split("\t") for row in lab.at(".card-view tbody tr").all_inner_texts()]
    assert rows[0][0] == "▶ as given"
    orders = ("given", "shuffled", "shuffled-once", "first-mistake", "random-mistake", "all-mistakes")
    for order, row in zip(orders, rows, strict=True):
        trace = trace_of(lab.points, order=order)
        assert row[1:] == [f"{n:,}" for n in (trace.report.n_epochs, len(trace), int(trace.wrong.sum()))]


def test_digits_are_drawn_erased_loaded_and_scored(open_lab):
    lab = open_lab("card=digits")
    winner = lab.at(".winner")
    for digit in range(10):
        lab.button(f"Load a real {digit}").first.click()
        assert winner.inner_text().startswith(f"It looks like a {digit},")
    lab.at(".card-view").get_by_text("Clear", exact=True).click()
    assert winner.inner_text() == "Nothing drawn yet."
    grid = lab.at(".pixels").bounding_box()
    column = grid["x"] + grid["width"] / 2
    lab.page.mouse.move(column, grid["y"] + 9)
    lab.page.mouse.down()
    lab.page.mouse.move(column, grid["y"] + grid["height"] - 9, steps=5)
    lab.page.mouse.up()
    scores = [float(cell.replace("−", "-")) for cell in lab.at(".scores td:last-child").all_inner_texts()]
    assert winner.inner_text().startswith(f"It looks like a {int(np.argmax(scores))},")
    assert int(np.argmax(scores)) == 1
    lab.button("Undo").click()
    assert winner.inner_text() == "Nothing drawn yet."


def test_cards_are_turned_and_come_round(open_lab):
    lab = open_lab(f"card={CARDS[0]}")
    for way, place in (("Next →", 1), ("← Previous", 0), ("← Previous", len(CARDS) - 1), ("Next →", 0)):
        lab.button(way).click()
        assert lab.state["card"] == CARDS[place]
        assert lab.text(".card-place") == f"{place + 1} of {len(CARDS)}"


def test_a_card_changes_with_the_address_and_undo_brings_the_points_back(lab):
    lab.click(2, 2)
    mine = lab.points
    lab.page.evaluate("location.hash = '#card=xor'")
    lab.wait("lab.view.state.card === 'xor'")
    assert lab.points == list(XOR)
    lab.button("Undo").click()
    assert lab.points == mine


def test_a_card_that_is_not_there_is_told(open_lab):
    lab = open_lab("card=nand")
    assert lab.problem == 'There is no card "nand": choose one under Cards.'
    assert lab.points == list(NOTE_004)
