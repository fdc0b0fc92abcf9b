"""Weight space: the region of solutions, its cone, the hops of w, and the proof as a picture."""

import random

import numpy as np
import pytest
from scipy.optimize import linprog, nnls

from rosenblatt import Perceptron, certify, trace

from .as_package import arrays, learner_options, start_of
from .random_questions import is_one_class, random_question

pytestmark = pytest.mark.compiled  # nothing here is covered by loops in plain Python, which are slow

PLAIN = {"order": "given", "atZero": "mistake", "eta": 1.0, "start": [0.0, 0.0, 0.0], "seed": 0, "epochs": 100}
SLICES = (0, 1, -1, 2.5, -1e-3)


def grid_points(seed, separable=None):
    """Points of a small grid, with random labels or those of a random line."""
    r = random.Random(seed)
    places = [(r.randint(-3, 3), r.randint(-3, 3)) for _ in range(r.randint(1, 7))]
    if separable is None:
        separable = r.random() < 0.7
    a, b, c = r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)
    labels = [(1 if a * x + b * y + c > 0 else -1) if separable else r.choice([-1, 1]) for x, y in places]
    return [{"x": x, "y": y, "label": label} for (x, y), label in zip(places, labels, strict=True)]


def can_be_solved(points, b):
    """Whether some w has y·(w·x + b) > 0 for all points. A linear program maximises the smallest of these scores."""
    X, y = arrays(points)
    rows = np.column_stack([-y[:, None] * X, np.ones(len(y))])
    found = linprog([0, 0, -1], rows, y * b, bounds=[(-1e4, 1e4), (-1e4, 1e4), (None, 1)])
    return bool(found.x[2] > 1e-7)


def test_a_slice_is_solved_where_a_linear_program_finds_a_solution(ask_node):
    sets = [grid_points(seed) for seed in range(400)]
    answers = ask_node("weights_cases.mjs", [{"kind": "solved", "points": points, "slices": SLICES} for points in sets])
    for points, solved in zip(sets, answers, strict=True):
        assert solved == [can_be_solved(points, b) for b in SLICES], points
        if not is_one_class(points):
            assert solved[0] == certify(*arrays(points), fit_intercept=False).separable, points
            assert any(solved) == certify(*arrays(points)).separable, points
    assert 20 < sum(solved == [False, True, False, True, False] for solved in answers) < 380  # slices may differ


def test_the_region_is_where_every_point_is_right(ask_node):
    box = [[-6, -5], [6, -5], [6, 5], [-6, 5]]
    r = random.Random(1)
    questions = [
        {"kind": "region", "points": grid_points(seed), "b": r.choice([0, 1, -1, 3, -0.5]), "box": box}
        for seed in range(300)
    ]
    inside = 0
    for question, region in zip(questions, ask_node("weights_cases.mjs", questions), strict=True):
        X, y = arrays(question["points"])
        corners = np.array(region).reshape(-1, 2)
        edges = np.roll(corners, -1, axis=0) - corners
        has_area = np.abs(np.linalg.det(np.stack([edges[:-1], edges[1:]], axis=1))).max(initial=0) > 1e-9
        for w in np.random.default_rng(len(y)).uniform([-6, -5], [6, 5], (60, 2)):
            scores = y * (X @ w + question["b"])
            turns = edges[:, 0] * (w - corners)[:, 1] - edges[:, 1] * (w - corners)[:, 0]
            if np.abs(scores).min() > 1e-6:
                assert (has_area and turns.min() >= -1e-9) == (scores.min() > 0), question
                inside += scores.min() > 0
    assert inside > 500


def test_the_edges_of_the_cone_hold_every_solution(ask_node):
    sets = [points for seed in range(300) if not is_one_class(points := grid_points(seed, separable=True))]
    answers = ask_node("weights_cases.mjs", [{"kind": "cone", "points": points} for points in sets])
    checked = 0
    for points, answer in zip(sets, answers, strict=True):
        X, y = arrays(points)
        edges = np.array(answer["edges"])
        signed = y[:, None] * np.column_stack([X, np.ones(len(y))])
        assert np.allclose(np.linalg.norm(edges, axis=1), 1)
        assert (edges @ signed.T).min() > -1e-9, points
        best = np.array([answer["best"][name] for name in ("w1", "w2", "b")])
        for seed in range(3):
            fitted = Perceptron(order="shuffled", random_state=seed, max_iter=2000, n_iter_no_change=None).fit(X, y)
            weights = np.array([*fitted.coef_[0], *fitted.intercept_])
            along = weights @ best
            if np.linalg.norm(weights - along * best) < 3 * along:  # the cone is drawn up to a tangent of 4
                assert nnls(edges.T, weights)[1] < 1e-7 * np.linalg.norm(weights), points
                checked += 1
    assert checked > 300


def test_hops_are_the_weights_after_each_mistake(ask_node):
    questions = [random_question(seed) for seed in range(300)]
    questions = [{**q, "kind": "hops", "share": random.Random(seed).random()} for seed, q in enumerate(questions)]
    for question, answer in zip(questions, ask_node("weights_cases.mjs", questions), strict=True):
        if is_one_class(question["points"]):
            continue
        options = question["options"]
        run = trace(*arrays(question["points"]), **learner_options(options), **_start(options))
        made = [0, *dict.fromkeys(int(visit) for visit in run.mistakes.when if visit <= answer["t"])]
        expected = [[*run.replay(visit).w[0], run.replay(visit).b[0]] for visit in made]
        assert answer["hops"] == [[float(value) for value in hop] for hop in expected][-200:], question


def _start(options):
    given = start_of(options)
    return {"coef_init": [given["coef_init"]], "intercept_init": given["intercept_init"]} if given else {}


@pytest.mark.parametrize("bias", [True, False])
def test_w_is_in_the_cap_of_the_proof_at_every_visit(ask_node, bias):
    sets = [grid_points(seed, separable=True) for seed in range(200)]
    sets = [points for points in sets if certify_plain(points, bias)]
    questions = [{"kind": "proof", "points": points, "options": {**PLAIN, "bias": bias}} for points in sets]
    for question, visits in zip(questions, ask_node("weights_cases.mjs", questions), strict=True):
        X, _ = arrays(question["points"])
        radius = np.sqrt((X**2).sum(axis=1).max() + bias)
        for at in visits:
            w1, w2, b = at["side"]
            weights = at["weights"]
            assert at["upper"] == pytest.approx(np.sqrt(at["k"]) * radius)
            square = at["upper"] ** 2 - weights["b"] ** 2
            assert (at["radius"] or 0) ** 2 == pytest.approx(max(0, square))
            assert weights["w1"] ** 2 + weights["w2"] ** 2 <= square + 1e-9, question
            assert w1 * weights["w1"] + w2 * weights["w2"] + b >= -1e-9, question  # beyond the flat side
            for x, y in at["cap"]:
                assert w1 * x + w2 * y + b >= -1e-7 * (1 + abs(b))


def certify_plain(points, bias):
    return not is_one_class(points) and certify(*arrays(points), fit_intercept=bias).separable
