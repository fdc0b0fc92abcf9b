"""The theorem as pictures: the inequalities of the proof hold in the lines that are drawn."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rosenblatt import DataError, Perceptron, certify, generate, sample, trace
from rosenblatt.plots.theorems import bound, proof

NOTE_004 = sample("note-004")
CERTIFICATE = certify(NOTE_004.X, NOTE_004.y)
XOR = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
CORNERS = np.eye(12), np.array([1, -1] * 6)  # each row is a mistake once: as many as the theorem allows


def of_note_004(**options):
    return trace(NOTE_004.X, NOTE_004.y, **{"order": "first-mistake", **options})


def lines(ax):
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}


def heights(line, counts):
    """The values of a line at the numbers of mistakes, all of which are among its points."""
    x, y = line.get_data()
    assert np.isin(counts, x).all()
    return y[np.searchsorted(x, counts)]


def chain(ax):
    """kγ, W*·W, ‖W‖ and √k·R, as drawn, at each number of mistakes that is drawn."""
    high, norm, along, low = lines(ax).values()
    counts = norm.get_xdata()
    return counts, heights(low, counts), along.get_ydata(), norm.get_ydata(), heights(high, counts)


def assert_proven(ax):
    values = chain(ax)[1:]
    slack = 1e-9 * values[-1][-1]
    for lower, upper in pairwise(values):
        assert (lower <= upper + slack).all()
    assert values[0][-1] > 0


def test_the_proof_of_note_004():
    """R² = 11 and B² = 5: W* = (1, 0, ½)/√1.25, γ = 1/√5."""
    ax = proof(of_note_004(), CERTIFICATE)
    assert list(lines(ax)) == ["√k·R", "‖(w, b)‖", "W*·(w, b)", "kγ"]
    counts, low, along, norm, high = chain(ax)
    assert counts.tolist() == list(range(10))
    np.testing.assert_allclose(low, counts / math.sqrt(5), rtol=1e-12)
    np.testing.assert_allclose(high, np.sqrt(11 * counts), rtol=1e-12)
    ws = [(0, 0, 0), (1, -3, -1), (2, -2, -2), (2, -0.5, -1), (2, 1, 0), (3, -2, -1), (3, -0.5, 0), (3, 1, 1)]
    ws += [(4, -2, 0), (4, -0.5, 1)]
    np.testing.assert_allclose(norm, [math.hypot(*w) for w in ws], rtol=1e-12)
    np.testing.assert_allclose(along, [(w[0] + w[2] / 2) / math.sqrt(1.25) for w in ws], rtol=1e-9, atol=1e-12)
    assert_proven(ax)
    assert ax.get_title() == "9 mistakes; the bounds would meet at 55"
    assert [text.get_text() for text in ax.texts] == list(lines(ax))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("mistakes k", "length")


def test_a_rate_scales_all_lines():
    one, half = proof(of_note_004(), CERTIFICATE), proof(of_note_004(eta0=0.5), CERTIFICATE)
    for whole, scaled in zip(chain(one)[1:], chain(half)[1:], strict=True):
        np.testing.assert_allclose(scaled, whole / 2, rtol=1e-12)
    assert list(lines(half)) == ["η√k·R", "‖(w, b)‖", "W*·(w, b)", "ηkγ"]


def test_a_weight_that_is_the_same_for_all_rows_is_a_rate():
    one, three = proof(of_note_004(), CERTIFICATE), proof(of_note_004(sample_weight=[3, 3, 3, 3]), CERTIFICATE)
    for whole, scaled in zip(chain(one)[1:], chain(three)[1:], strict=True):
        np.testing.assert_allclose(scaled, 3 * whole, rtol=1e-12)


def test_without_bias_the_space_is_that_of_the_rows():
    table = sample("note-000")
    run = trace(table.X, table.y, order="given", at_zero="positive", fit_intercept=False)
    certificate = certify(table.X, table.y, fit_intercept=False)
    ax = proof(run, certificate)
    assert list(lines(ax)) == ["√k·R", "‖w‖", "w*·w", "kγ"]
    _, _, _, norm, high = chain(ax)
    np.testing.assert_allclose(norm, [0, *(math.hypot(*step.weights) for step in run if step.mistake)], rtol=1e-12)
    np.testing.assert_allclose(high[1], math.sqrt(5), rtol=1e-12)
    assert_proven(ax)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_proof_holds_on_random_sets(seed, fit_intercept):
    data = generate(40, 1 + seed, margin=0.05, seed=seed, b=None if fit_intercept else 0.0)
    run = trace(data.X, data.y, fit_intercept=fit_intercept, random_state=seed, eta0=1 + seed / 3)
    assert_proven(proof(run, certify(data.X, data.y, fit_intercept=fit_intercept)))


def test_the_bounds_meet_where_as_many_mistakes_are_made_as_can_be():
    run = trace(*CORNERS, fit_intercept=False, order="given")
    ax = proof(run, certify(*CORNERS, fit_intercept=False))
    assert_proven(ax)
    _, low, along, norm, high = chain(ax)
    for values in (low, along, norm):
        assert values[-1] == pytest.approx(high[-1], rel=1e-9)
    (mark,) = [line for line in ax.lines if line not in lines(ax).values()]
    assert mark.get_xdata() == pytest.approx([12, 12])
    assert "(R/γ)² = 12" in [text.get_text() for text in ax.texts]
    assert ax.get_title() == "12 mistakes; the bounds meet at 12"


def test_bounds_go_on_to_where_they_meet_if_that_is_near():
    """γ² = 1/5, half-way between (1, 0) and −(0.6, −0.8)."""
    X, y = [[1.0, 0.0], [0.6, -0.8]], [1, -1]
    ax = proof(trace(X, y, order="given", fit_intercept=False), certify(X, y, fit_intercept=False))
    assert ax.get_title() == "2 mistakes; the bounds meet at 5"
    high, norm, along, low = (line.get_xydata()[-1] for line in lines(ax).values())
    np.testing.assert_allclose([high, low], [[5, math.sqrt(5)]] * 2, rtol=1e-12)
    np.testing.assert_allclose([norm, along], [[2, math.sqrt(0.8)]] * 2, rtol=1e-12)
    assert "(R/γ)² = 5" in [text.get_text() for text in ax.texts]


def test_of_many_mistakes_some_are_drawn():
    """− at 40 and + at 41 takes thousands of mistakes."""
    X, y = [[40.0], [41.0]], [-1, 1]
    run = trace(X, y, order="given", max_iter=10_000, n_iter_no_change=10_000)
    made = run.report.n_mistakes
    assert made > 4000
    ax = proof(run, certify(X, y))
    counts, *_, norm, _ = chain(ax)
    assert len(counts) == 2000
    assert (counts[0], counts[-1]) == (0, made)
    last = run.replay(len(run))
    assert norm[-1] == pytest.approx(math.hypot(last.w[0, 0], last.b[0]))
    assert_proven(ax)


def test_the_certificate_of_the_report_is_taken_if_none_is_given():
    run = of_note_004()
    run.report.certificate = CERTIFICATE
    assert proof(run).get_title() == "9 mistakes; the bounds would meet at 55"
    assert bound(run).get_title() == "9 mistakes of at most 55"


VOIDED = {
    "starting weights that are not zero": {"coef_init": [[1.0, 1.0]]},
    "rates that differ between features": {"eta0": [1.0, 2.0, 1.0]},
    "sample or class weights that differ between rows": {"sample_weight": [1, 2, 1, 1]},
    "order='all-mistakes', which makes many updates at once": {"order": "all-mistakes"},
}


@pytest.mark.parametrize("draw", [proof, bound])
@pytest.mark.parametrize("why", VOIDED)
def test_a_run_that_the_theorem_does_not_cover(draw, why):
    said = f"^The theorem must cover the run to be drawn, and does not: {why}; plots.mistakes draws any run.$"
    with pytest.raises(DataError, match=said):
        draw(of_note_004(**VOIDED[why]), CERTIFICATE)


@pytest.mark.parametrize("draw", [proof, bound])
def test_certificates_that_prove_no_bound(draw):
    run = trace(*XOR, max_iter=5)
    said = "^The theorem must cover the run to be drawn, and does not: no plane separates the rows; plots.mistakes"
    with pytest.raises(DataError, match=said):
        draw(run, certify(*XOR))
    undecided = replace(certify(*XOR), separable=None, hull=None)
    with pytest.raises(DataError, match="does not: it is undecided whether a plane separates the rows; plots.mistakes"):
        draw(run, undecided)
    with pytest.raises(DataError, match="^certificate must be given, since none .*: rosenblatt.certify"):
        draw(run)


@pytest.mark.parametrize("draw", [proof, bound])
def test_certificates_of_something_else(draw):
    with pytest.raises(DataError, match=r"certify\(X, y, fit_intercept=True\); it is of fit_intercept=False.$"):
        draw(of_note_004(), certify(NOTE_004.X, NOTE_004.y, fit_intercept=False))
    with pytest.raises(DataError, match="^certificate must be of the rows that were trained on, 4 of 2 features; "):
        draw(of_note_004(), certify(NOTE_004.X[:, :1], [-1, -1, 1, 1]))


def test_the_proof_is_of_a_trace_of_two_classes():
    X, y = np.eye(3), [0, 1, 2]
    with pytest.raises(DataError, match="^trace must be of two classes .*; it is of 3: plots.bound draws"):
        proof(trace(X, y), certify(X, y))
    with pytest.raises(DataError, match=r"^trace must be of rosenblatt.trace\(X, y\), which .*; got Report.$"):
        proof(of_note_004().report, CERTIFICATE)


def test_mistakes_against_the_bound_visit_by_visit():
    run = of_note_004(order="given")
    ax = bound(run, CERTIFICATE)
    line, limit = ax.lines
    assert line.get_ydata().tolist() == [0, *np.cumsum(run.wrong).tolist()]
    assert limit.get_xydata().tolist() == [[0, 55], [24, 55]]
    assert ax.get_title() == "9 mistakes of at most 55"
    assert [text.get_text() for text in ax.texts] == ["(R/γ)²: 55", "9"]
    assert (ax.get_xlabel(), ax.get_yscale()) == ("visit", "linear")
    assert ax.get_ylim()[1] > 55


def test_mistakes_against_the_bound_by_epoch():
    model = Perceptron(order="given").fit(NOTE_004.X, NOTE_004.y)
    for run in (model, model.report_):
        ax = bound(run, CERTIFICATE)
        assert ax.lines[0].get_xydata().tolist() == [[0, 0], [1, 3], [2, 4], [3, 6], [4, 7], [5, 9], [6, 9]]
        assert ax.get_xlabel() == "epoch"


def test_a_bound_far_above_has_a_logarithmic_scale():
    data = generate(300, 2, margin=0.02, seed=3)
    ax = bound(trace(data.X, data.y), certify(data.X, data.y))
    line, limit = ax.lines
    low, high = ax.get_ylim()
    assert ax.get_yscale() == "log"
    assert limit.get_ydata()[0] > 20 * line.get_ydata()[-1]
    assert low < 1 < limit.get_ydata()[0] < high


def test_the_bound_of_many_classes_is_twice_as_high():
    X, y = np.eye(3), [0, 1, 2]
    run, certificate = trace(X, y), certify(X, y)
    ax = bound(run, certificate)
    assert ax.lines[1].get_ydata()[0] == certificate.mistake_bound
    assert ax.texts[0].get_text() == f"2(R/γ)²: {certificate.mistake_bound}"


def test_a_bound_is_of_a_run():
    with pytest.raises(DataError, match="^run must be of a run, as that of a fitted estimator or a trace; got list.$"):
        bound([1, 2], CERTIFICATE)


def test_a_bound_beyond_all_numbers_is_drawn():
    X = np.array([[1e-200, 2e-200], [-3e-200, 1e-200], [2e-200, -1e-200]])
    y = [1, -1, 1]
    ax = bound(trace(X, y, max_iter=20), certify(X, y))
    ax.figure.canvas.draw()
    assert ax.get_yscale() == "log"
    assert 1 < len([label for label in ax.get_yticklabels() if label.get_text()]) < 20
    assert ax.get_title().endswith("mistakes of at most 2.35294E+399")


def test_zero_is_not_drawn_where_the_scale_has_none():
    data = generate(300, 2, margin=0.02, seed=3)
    ax = bound(Perceptron().fit(data.X, data.y), certify(data.X, data.y))
    assert ax.get_yscale() == "log"
    x, y = ax.lines[0].get_data()
    assert (x[0], (y > 0).all()) == (1, True)
