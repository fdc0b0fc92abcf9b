"""The tab Theorem: verdict, bound and proof."""

import numpy as np
import pytest

import rosenblatt

from .lab_driver import (
    NOTE_004,
    arrays,
    as_state,
    text,
    trace_of,
)
from .lab_samples import NOTE_000, XOR


def proof_numbers(lab):
    return [cell.split("\t")[-1] for cell in lab.at(".proof-table tbody tr:visible").all_inner_texts()]


@pytest.mark.parametrize("points", [NOTE_004, NOTE_000], ids=["note-004", "note-000"])
def test_the_theorem_of_a_separable_set(open_lab, points):
    lab = open_lab(state=as_state(points))
    panel = lab.tab("Theorem")
    proof, trace = rosenblatt.certify(*arrays(points)), trace_of(points)
    gamma, radius = np.mean(proof.augmented_margin), proof.augmented_radius
    best = np.array([*proof.augmented_weights, proof.augmented_bias])
    best /= np.linalg.norm(best)
    assert lab.text("#theorem-now") == f"No mistakes so far; at most {proof.mistake_bound} are possible."
    for k, when in enumerate(trace.mistakes.when.tolist()[:3], start=1):
        lab.button("Next mistake").click()
        now = trace.replay(when)
        weights = np.array([*now.w[0], now.b[0]])
        expected = [k * gamma, best @ weights, np.linalg.norm(weights), k**0.5 * radius]
        assert proof_numbers(lab) == [text(number) for number in expected]
        so_far = f"{k} mistake{'s' if k > 1 else ''} so far; at most {proof.mistake_bound} are possible."
        assert lab.text("#theorem-now") == so_far
    lab.button("End").click()
    made = int(trace.wrong.sum())
    assert (
        lab.text("#theorem-now")
        == f"The run converged after {made} mistakes; at most {proof.mistake_bound} were possible."
    )
    words = panel.inner_text()
    assert "Separable: a line has the plus points on one side and the minus points on the other." in words
    assert f"The one with the largest margin is {text(np.mean(proof.margin))} away from" in words


def test_the_theorem_of_a_set_that_no_line_separates(open_lab):
    lab = open_lab(state=as_state(XOR))
    words = lab.tab("Theorem").inner_text()
    assert "Not separable: no line has the plus points on one side and the minus points on the other." in words
    assert "the convex hulls of points 2 and 3 (plus) and of points 0 and 1 (minus) meet at (0.5, 0.5)." in words
    assert "0.5·(0, 1) + 0.5·(1, 0) = 0.5·(0, 0) + 0.5·(1, 1) = (0.5, 0.5)." in words
    lab.button("Step").click()
    assert lab.text("#theorem-now").startswith("1 mistake so far, and the mistakes never end: no line separates")
    assert not rosenblatt.certify(*arrays(XOR)).separable
    lab.drag((1, 1), (0, 0.5))
    assert rosenblatt.certify(*arrays(lab.points)).separable
    assert "Separable: a line" in lab.text(".verdict-words")


def test_the_theorem_of_one_class_and_of_none(open_lab):
    lab = open_lab(state=as_state([(1, 2, 1), (3, 1, 1)]))
    lab.tab("Theorem")
    assert lab.text(".verdict-words").startswith("Separable: there is only one class.")
    lab.button("End").click()
    assert lab.text("#theorem-now").startswith("The run converged after 1 mistake;")
    lab.tab("Data")
    lab.button("Clear all").click()
    lab.tab("Theorem")
    assert lab.text(".verdict-words") == "There are no points: every line separates them."


def test_without_a_bias_a_line_must_go_through_the_origin(open_lab):
    points = ((1, 1, 1), (4, 4, -1), (0, -2, -1))
    lab = open_lab(state=as_state(points, options={"bias": False}))
    lab.tab("Theorem")
    assert not rosenblatt.certify(*arrays(points), fit_intercept=False).separable
    words = lab.text(".verdict-words")
    assert words.startswith("Not separable: no line through the origin has the plus points on one side")
    assert "Then the hull of points 0 and 1 contains the origin." in words
    assert "0.8·(1, 1) + 0.2·(−1)·(4, 4) = (0, 0)." in words


def test_a_run_that_the_theorem_does_not_cover_is_called_so(open_lab):
    lab = open_lab(state=as_state(options={"start": [1, 0, 0]}))
    lab.tab("Theorem")
    assert lab.text("#theorem-now") == "No mistakes so far; the theorem does not cover this run."
    assert "The run starts at (1, 0, 0), but the proof needs a start at zero." in lab.text(".not-covered")


def test_what_the_theorem_draws_can_be_chosen_and_goes_with_its_tab(lab):
    lab.tab("Theorem")
    drawn = lab.at(".layer-overlays [data-name=theorem] > *")
    assert lab.at(".margin-band.widest").count() == 1
    lab.button("Largest margin").click()
    assert lab.at(".margin-band.widest").count() == 0
    lab.button("W* and γ").click()
    assert lab.at(".margin-band.best").count() == 1
    lab.tab("Steps")
    assert drawn.count() == 0
