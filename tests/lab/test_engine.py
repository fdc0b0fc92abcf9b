"""The lab's own engine gives what the package gives, bit for bit, and its verdicts are exact."""

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest

import rosenblatt
from rosenblatt.conventions import AT_ZERO, ORDERS, SINGLE_UPDATE_ORDERS
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted, in_memory
from rosenblatt.learners.recorder import traced
from rosenblatt.loops.rng import VISITS, shuffle
from rosenblatt.models.geometry import perceptron_loss
from rosenblatt.proofs.search.exact_min_norm import exact_nearest

pytestmark = pytest.mark.compiled  # nothing here is covered by loops in plain Python, which are slow

CLOSE = 4e-15  # of a margin, over the exact one

# --- Random sets and options. ---


def coordinates(r, n):
    """Points of one kind: on a grid, with few digits, with all digits, on a line, of very different sizes."""
    scale = r.choice([1.0, 1.0, 1e-6, 1e5])
    shift = r.choice([0.0, 0.0, 0.0, 10.0])
    gaussian = [(shift + r.gauss(0, 1), r.gauss(0, 1)) for _ in range(n)]
    match r.randrange(6):
        case 0:
            return [(float(r.randint(-3, 3)), float(r.randint(-3, 3))) for _ in range(n)]
        case 1:
            return [(round(x, 1), round(y, 1)) for x, y in gaussian]
        case 2:
            return [(x, 2 * x + 1) for x, _ in gaussian]
        case 3:
            return [(x * r.choice([1e6, 1.0, 1e-6]) / 20, y * r.choice([1e6, 1.0, 1e-6]) / 20) for x, y in gaussian]
        case _:
            return [(x * scale, y * scale) for x, y in gaussian]


def random_points(r):
    n = 60 if r.random() < 0.01 else r.randint(1, 12)
    places = coordinates(r, n)
    if r.random() < 0.3:
        places = [r.choice(places) if r.random() < 0.3 else place for place in places]
    a, b, c = r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1) * r.choice([0, 1])
    separable = r.random() < 0.6
    labels = [(1 if a * x + b * y + c > 0 else -1) if separable else r.choice([-1, 1]) for x, y in places]
    return [{"x": x, "y": y, "label": label} for (x, y), label in zip(places, labels, strict=True)]


def random_options(r, n):
    order = r.choice(list(ORDERS))
    few = r.randint(1, max(1, 60 // n))
    return {
        "order": order,
        "atZero": r.choice(list(AT_ZERO)),
        "bias": r.random() < 0.7,
        "eta": r.choice([1.0, 1.0, 0.5, 0.1]),
        "start": r.choice(
            [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)], [-0.0, 1.0, 0.0]]
        ),
        "seed": r.choice([0, 1, r.randrange(2**32)]),
        "epochs": r.randint(1, 40) if order in SINGLE_UPDATE_ORDERS else few,
    }


def random_question(seed):
    r = random.Random(seed)
    points = random_points(r)
    options = random_options(r, len(points))
    probes = [(points[0]["x"], points[0]["y"]), (0.0, 0.0), (r.gauss(0, 1), r.gauss(0, 1))]
    return {
        "kind": "run",
        "points": points,
        "options": options,
        "times": [0, r.random(), r.random(), 1],
        "probes": probes,
    }


def is_one_class(points):
    return len({point["label"] for point in points}) < 2


def arrays(points):
    X = np.array([(point["x"], point["y"]) for point in points]).reshape(-1, 2)
    return X, np.array([point["label"] for point in points])


def learner_of(kind, options):
    return kind(
        order=options["order"],
        at_zero=options["atZero"],
        fit_intercept=options["bias"],
        eta0=options["eta"],
        max_iter=options["epochs"],
        random_state=options["seed"],
        n_iter_no_change=None,
    )


def start_of(options):
    *w, b = options["start"]
    return {"coef_init": w, "intercept_init": [b]} if any(options["start"]) else {}


def bits(*numbers):
    return np.array(numbers, dtype="<f8").tobytes().hex()


def bits_of(weights):
    return bits(*weights.w[0], weights.b[0])


@pytest.fixture(scope="module")
def questions(request):
    count = 20_000 if request.config.getoption("--long") else 2_000
    return [random_question(seed) for seed in range(count)]


@pytest.fixture(scope="module")
def answered(questions, ask_node):
    """Questions with their answers."""
    pairs = list(zip(questions, ask_node("engine_cases.mjs", questions), strict=True))
    assert len(pairs) == len(questions)
    return pairs


@pytest.fixture(scope="module")
def fitted(answered):
    """Those that Python's ``fit`` takes, too: of one class it learns nothing."""
    return [(question, answer) for question, answer in answered if not is_one_class(question["points"])]


# --- The run. ---


def test_orders_are_those_of_the_generator(ask_node):
    r = random.Random(1)
    sizes = [0, 1, 2, 3, 500, 5000, *(r.randrange(300) for _ in range(50))]
    questions = [{"kind": "order", "n": n, "seed": r.randrange(2**32), "epoch": r.randrange(1000)} for n in sizes]
    for question, answer in zip(questions, ask_node("engine_cases.mjs", questions), strict=True):
        rows = np.arange(question["n"], dtype=np.uint32)
        shuffle(rows, question["seed"], question["epoch"], VISITS)
        assert answer == rows.tolist(), question


def test_every_step_is_that_of_the_trace(fitted):
    for question, answer in fitted:
        options = question["options"]
        trace = traced(learner_of(Perceptron, options), *arrays(question["points"]), **start_of(options))
        assert (answer["visits"], answer["epochs"]) == (len(trace), trace.report.n_epochs), question
        assert answer["reason"] == trace.report.reason, question
        assert answer["mistakesPerEpoch"] == trace.report.mistakes_per_epoch, question
        assert answer["mistakes"] == trace.report.n_mistakes == len(answer["mistakeRows"]), question
        assert answer["mistakeRows"] == trace.mistakes.row.tolist(), question
        assert answer["mistakeVisits"] == trace.mistakes.when.tolist(), question
        assert (answer["row"], answer["epoch"]) == (trace.visits.tolist(), trace.epochs.tolist()), question
        ends = np.searchsorted(trace.epochs, np.arange(trace.report.n_epochs) + 1, side="right")
        assert answer["epochEnds"] == ends.tolist(), question
        assert answer["wrong"] == trace.wrong.tolist(), question
        steps = list(trace)
        start = [weight + 0.0 for weight in options["start"]]
        weights = [start, *((*step.weights, step.bias) for step in steps)]
        assert answer["score"] == bits(*(step.score for step in steps)), question
        assert [answer[name] for name in ("w1", "w2", "b")] == [bits(*column) for column in zip(*weights, strict=True)]
        assert answer["weights"] == bits(*weights[-1]), question
        expected = [[step.number, step.prediction, step.mistake, step.survival] for step in steps]
        assert answer["steps"] == expected, question
        assert answer["losses"] == bits(*(step.loss for step in steps)), question


def test_a_run_of_one_class_is_that_of_a_stream(answered):
    seen = 0
    for question, answer in answered:
        options = question["options"]
        if not is_one_class(question["points"]) or any(options["start"]) or options["order"] == "all-mistakes":
            continue
        X, y = arrays(question["points"])
        learner = learner_of(Perceptron, options)
        if answer["row"]:
            learner.partial_fit(X[answer["row"]], y[answer["row"]], classes=[-1, 1])
            assert (answer["weights"], answer["mistakes"]) == (bits_of(learner.model.weights), learner.n_mistakes)
        assert (answer["reason"] == "converged") == (answer["mistakesPerEpoch"][-1] == 0), question
        seen += 1
    assert seen > 50


def test_rows_that_arrive_once_are_a_stream(questions, ask_node):
    questions = [{**question, "kind": "online"} for question in questions[:200]]
    for question, answer in zip(questions, ask_node("engine_cases.mjs", questions), strict=True):
        if any(question["options"]["start"]):
            continue
        X, y = arrays(question["points"])
        learner = learner_of(Perceptron, question["options"]).partial_fit(X, y, classes=[-1, 1])
        assert (answer["weights"], answer["mistakes"]) == (bits_of(learner.model.weights), learner.n_mistakes), question
        assert (answer["reason"], answer["visits"], answer["epochs"]) == (learner.report.reason, len(y), 1), question


def test_a_run_has_at_most_200_000_visits(ask_node):
    points = [{"x": float(k % 7), "y": float(k % 11), "label": (-1) ** k} for k in range(500)]
    options = {"order": "given", "atZero": "mistake", "bias": True, "eta": 1, "start": [0, 0, 0], "seed": 0}
    (answer,) = ask_node(
        "engine_cases.mjs", [{"kind": "end", "points": points, "options": {**options, "epochs": 1000}}]
    )
    assert (answer["visits"], answer["epochs"], answer["reason"]) == (200_000, 400, "max_iter")
    learner = learner_of(Perceptron, {**options, "epochs": 400}).fit(*arrays(points))
    assert (answer["weights"], answer["mistakes"]) == (bits_of(learner.model.weights), learner.n_mistakes)


# --- Averages, votes, pockets: at the end of a run, and inside it. ---


def looked_at(learner, times, look):
    """A learner that is looked at when it has made so many visits, and again when an epoch ends there."""
    seen = {}

    def watched(method):
        def call(*arguments):
            result = method(*arguments)
            if learner.visited in times:
                seen[learner.visited] = look(learner)
            return result

        return call

    learner.visit, learner.answer = watched(learner.visit), watched(learner.answer)
    learner.end_epoch = watched(learner.end_epoch)
    return seen


@pytest.fixture
def check_at_times(fitted, monkeypatch):
    """What Python's learner has, looked at inside its run, is what the engine answers at that time."""

    def check(kind, name, look):
        checked = inner = 0
        for number, (question, answer) in enumerate(fitted):
            # In some runs visits are made one at a time, so that a look is possible after each.
            monkeypatch.setattr(in_memory, "MAX_VISITS_BETWEEN_CHECKS", 1 if number % 3 == 0 else 65536)
            learner = learner_of(kind, question["options"])
            seen = looked_at(learner, {at["t"] for at in answer["at"]}, lambda learner, q=question: look(learner, q))
            learner.fit(*arrays(question["points"]), **start_of(question["options"]))
            assert answer["visits"] in seen, question
            for at in answer["at"]:
                if at["t"] in seen:
                    assert at[name] == seen[at["t"]], (question, at["t"])
                    checked += 1
                    inner += 0 < at["t"] < answer["visits"]
        assert checked > len(fitted)
        assert inner > len(fitted) / 3

    return check


def test_averages_are_equal_at_any_time(check_at_times):
    check_at_times(Averaged, "average", lambda learner, question: bits_of(learner.model.weights))


def test_votes_are_equal_at_any_time(check_at_times):
    def look(learner, question):
        return bits(*learner.model.decision_function(question["probes"]))

    check_at_times(Voted, "votes", look)


def test_pockets_are_equal_at_any_time(check_at_times):
    """With what has passed the ratchet, and the longest-lived weights of the epoch under way."""

    def look(learner, question):
        candidate, its_survival = learner._longest()
        survival = learner._checked[1] if learner._checked else its_survival
        weights = learner.linear_model(candidate.view).weights
        return [bits_of(learner.model.weights), survival, bits_of(weights), its_survival]

    check_at_times(Pocket, "pocket", look)


def test_the_loss_is_note_002s_criterion(answered):
    for question, answer in answered[:1000]:
        X, y = arrays(question["points"])
        w1, w2, b = (np.frombuffer(bytes.fromhex(answer[name]), "<f8") for name in ("w1", "w2", "b"))
        for at in answer["at"]:
            t = at["t"]
            assert at["loss"] == perceptron_loss(X, y, [w1[t], w2[t]], b[t]), (question, t)


# --- Verdicts. ---


def signed_rows(points, bias):
    """y·(x, 1), or y·x, as whole numbers over one power of two, which is also returned."""
    scale = max((Fraction(p[axis]).denominator for p in points for axis in "xy"), default=1)
    rows = [[int(Fraction(p[axis]) * scale) for axis in "xy"] + [scale] * bias for p in points]
    return [[p["label"] * value for value in row] for p, row in zip(points, rows, strict=True)], scale


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def nearest_to_zero(rows):
    shares = exact_nearest(rows, lambda: False)
    return [sum(share * rows[k][j] for k, share in shares.items()) for j in range(len(rows[0]))]


def way_to_segment(p, a, b):
    """From p to the segment from a to b, the shortest way: a vector over a whole number."""
    d, to_a = [b[0] - a[0], b[1] - a[1]], [a[0] - p[0], a[1] - p[1]]
    length = dot(d, d)
    share = min(length, max(0, -dot(to_a, d)))  # of the way from a to b, times length
    return ([to_a[0] * length + share * d[0], to_a[1] * length + share * d[1]], length) if length else (to_a, 1)


def shortest_between(points, scale):
    """From the hull of the minus points to that of the plus points, by trying all corners with all edges."""
    sides = {s: [[int(Fraction(p[axis]) * scale) for axis in "xy"] for p in points if p["label"] == s] for s in (1, -1)}
    least = None
    for sign in (1, -1):
        edges = [*itertools.combinations(sides[sign], 2), (sides[sign][0], sides[sign][0])]
        for p, (a, b) in itertools.product(sides[-sign], edges):
            way, over = way_to_segment(p, a, b)
            square = dot(way, way)
            if least is None or square * least[1] ** 2 < least[0] * over**2:
                least = square, over, [sign * value for value in way]
    return [Fraction(value, least[1]) for value in least[2]]


def lowest_rows(rows, direction, among):
    products = {k: dot(rows[k], direction) for k in among}
    return [k for k in among if products[k] == min(products.values())]


def is_close(number, square):
    """Whether a float is the root of a fraction, up to rounding."""
    return abs(Fraction(number) ** 2 / square - 1) <= 2 * CLOSE


def check_direction(plane, exact, scale):
    """The weights of a verdict are the exact vector, of length 1."""
    length = Fraction(math.sqrt(dot(exact, exact) / Fraction(scale) ** 2)) * scale
    given = [plane["w1"], plane["w2"], plane["b"]][: len(exact)]
    assert given == pytest.approx([float(value / length) for value in exact], rel=1e-13, abs=1e-300)


def check_separable(points, bias, verdict, rows, scale, exact):
    everyone = range(len(rows))
    augmented = verdict["augmented"]
    assert verdict["witness"] is None
    assert verdict["point"] is None
    assert is_close(augmented["margin"], dot(exact, exact) / Fraction(scale) ** 2)
    assert augmented["support"] == lowest_rows(rows, exact, everyone)
    largest = Fraction(max(dot(row, row) for row in rows), scale**2)
    assert is_close(augmented["radius"], largest)
    assert float(augmented["bound"]) == float(largest * scale**2 // dot(exact, exact))
    check_direction(augmented, exact, scale)
    plain = ["w1", "w2", "b", "margin", "support"]
    if not bias:
        assert [verdict[name] for name in plain] == [augmented[name] for name in plain]
        assert verdict["b"] == 0
    elif verdict["oneClass"]:
        assert [verdict[name] for name in plain] == [None, None, None, None, []]
    else:
        check_line(points, verdict, scale)


def check_line(points, verdict, scale):
    way = shortest_between(points, scale)
    square = dot(way, way)
    assert is_close(2 * verdict["margin"], square / Fraction(scale) ** 2)
    flat = [[int(Fraction(p[axis]) * scale) * p["label"] for axis in "xy"] for p in points]
    sides = [[k for k, p in enumerate(points) if p["label"] == sign] for sign in (1, -1)]
    near = [lowest_rows(flat, way, side) for side in sides]
    assert verdict["support"] == sorted(near[0] + near[1])
    check_direction(verdict, way, scale)
    plus, minus = (dot(flat[rows[0]], way) for rows in near)
    assert verdict["b"] == pytest.approx(float((minus - plus) / 2 / scale / Fraction(math.sqrt(square))), rel=1e-13)


def check_witness(points, bias, verdict, rows):
    witness = verdict["witness"]
    assert verdict["augmented"] is None
    assert verdict["margin"] is None
    assert 1 <= len(witness) <= 3 + bias
    chosen = [rows[part["row"]] for part in witness]
    assert not any(nearest_to_zero(chosen)), "the hulls of the witness must meet"
    shares = [part["share"] for part in witness]
    assert min(shares) > 0
    by_class = {s: [part for part in witness if points[part["row"]]["label"] == s] for s in (1, -1)}
    for parts in by_class.values() if bias else [witness]:
        assert math.fsum(part["share"] for part in parts) == pytest.approx(1, rel=1e-15)
    for axis in "xy":
        size = max(abs(points[part["row"]][axis]) for part in witness)
        sums = [math.fsum(part["share"] * points[part["row"]][axis] for part in by_class[s]) for s in (1, -1)]
        assert sums[0] == pytest.approx(sums[1], abs=1e-15 * size * 4)
        if bias:
            assert verdict["point"][axis] == pytest.approx(sums[0], abs=1e-15 * size * 4)
    places = {s: {(p["x"], p["y"]) for p in points if p["label"] == s} for s in (1, -1)}
    if bias and places[1] & places[-1]:
        assert len(witness) == 2


def check_verdict(points, bias, verdict):
    rows, scale = signed_rows(points, bias)
    exact = nearest_to_zero(rows)
    assert verdict["separable"] == any(exact)
    assert verdict["oneClass"] == is_one_class(points)
    if verdict["separable"]:
        check_separable(points, bias, verdict, rows, scale, exact)
    else:
        check_witness(points, bias, verdict, rows)


def check_certificate(points, bias, verdict):
    """The certificate says the same. Where no plane of floats separates it may be undecided."""
    certificate = rosenblatt.certify(*arrays(points), fit_intercept=bias)
    slack = 1 + 4 * CLOSE
    if certificate.separable is None:
        assert verdict["separable"]
        assert verdict["augmented"]["margin"] <= certificate.augmented_margin.upper * slack
        assert certificate.augmented_margin.upper < 1e-15 * certificate.augmented_radius
        return
    assert certificate.separable == verdict["separable"]
    if certificate.separable:
        bracket, augmented = certificate.augmented_margin, verdict["augmented"]
        assert bracket.lower / slack <= augmented["margin"] <= bracket.upper * slack
        assert augmented["bound"] <= certificate.mistake_bound
        assert augmented["radius"] == pytest.approx(certificate.augmented_radius, rel=CLOSE)
        if certificate.margin is not None:
            assert certificate.margin.lower / slack <= verdict["margin"] <= certificate.margin.upper * slack


@pytest.fixture(scope="module")
def judged(questions, ask_node):
    """Points, whether with a bias, and the verdict."""
    asked = [{"kind": "verdict", "points": q["points"], "bias": q["options"]["bias"]} for q in questions]
    verdicts = ask_node("engine_cases.mjs", asked)
    return [(q["points"], q["bias"], verdict) for q, verdict in zip(asked, verdicts, strict=True)]


def test_verdicts_are_exact(judged):
    for points, bias, verdict in judged:
        check_verdict(points, bias, verdict)
    separable = [verdict["separable"] for _, _, verdict in judged]
    assert 0.2 < np.mean(separable) < 0.8


def test_verdicts_are_those_of_certificates(judged):
    for points, bias, verdict in judged[::10]:
        check_certificate(points, bias, verdict)


def points_of(*rows):
    return [{"x": x, "y": y, "label": label} for x, y, label in rows]


HARD = {
    "one point": points_of((2, 1, 1)),
    "one point at 0": points_of((0, 0, -1)),
    "one class": points_of((2, 1, -1), (3, 5, -1), (2, -4, -1)),
    "one class around 0": points_of((2, 1, 1), (-3, 5, 1), (0, -4, 1)),
    "twins": points_of((5, 5, 1), (1, 2, 1), (1, 2, 1), (1, 2, -1), (-1, 0, -1)),
    "twins at 0": points_of((0, 0, 1), (1, 2, 1), (0, -0.0, -1)),
    "the same twice": points_of((1, 2, 1), (1, 2, 1), (-1, 3, -1), (-1, 3, -1)),
    "XOR": points_of((0, 0, -1), (1, 1, -1), (0, 1, 1), (1, 0, 1)),
    "a line, apart": points_of((0.1, 0.1, 1), (0.2, 0.2, 1), (0.3, 0.3, -1), (0.7, 0.7, -1)),
    "a line, mixed": points_of((0, 0, 1), (1, 1, -1), (2, 2, 1)),
    "a line, touching": points_of((0, 1, 1), (0, 2, 1), (0, 2, -1), (0, 3, -1)),
    "a corner on an edge": points_of((0, 0, 1), (2, 0, 1), (1, 0, -1), (1, -1, -1)),
    "nearly on an edge": points_of((0, 0, 1), (3, 1, 1), (1, math.nextafter(1 / 3, 0), -1), (1, -1, -1)),
    "across an edge by the last bit": points_of((0, 0, 1), (3, 1, 1), (1, math.nextafter(1 / 3, 1), -1), (1, -1, -1)),
    "large and near": points_of((1e6, 1e6, 1), (1e6, math.nextafter(1e6, 0), -1), (-1e6, 1e6, -1)),
    "large and small": points_of((1e6, 1e-6, 1), (-1e6, 1e-6, 1), (1e-6, -1e-6, -1), (0, 2e-6, 1)),
    "small": points_of((1e-6, 0, 1), (3e-6, 1e-6, 1), (-1e-6, 2e-6, -1)),
    "very small": points_of((1e-100, 1, 1), (0, 1, -1), (-1e6, 3, -1)),
    "note 004": points_of((-1, 3, -1), (-1, -1, -1), (3, -1, 1), (0, 1.5, 1)),
}


def test_verdicts_on_hard_sets_are_exact(ask_node):
    asked = [{"kind": "verdict", "points": points, "bias": bias} for points in HARD.values() for bias in (True, False)]
    for question, verdict in zip(asked, ask_node("engine_cases.mjs", asked), strict=True):
        check_verdict(question["points"], question["bias"], verdict)
        check_certificate(question["points"], question["bias"], verdict)


def test_no_points_are_separable_and_have_an_empty_run(ask_node):
    options = {"atZero": "mistake", "bias": True, "eta": 1, "start": [0, 0, 0], "seed": 0, "epochs": 10}
    runs = [
        {"kind": "run", "points": [], "options": {**options, "order": order}, "times": [0], "probes": [[1, 1]]}
        for order in ORDERS
    ]
    verdict, *answers = ask_node("engine_cases.mjs", [{"kind": "verdict", "points": [], "bias": True}, *runs])
    assert (verdict["separable"], verdict["oneClass"], verdict["augmented"], verdict["support"]) == (
        True,
        True,
        None,
        [],
    )
    for answer in answers:
        assert (answer["visits"], answer["reason"], answer["mistakesPerEpoch"]) == (0, "converged", [0])
        assert answer["at"][0]["pocket"] == [bits(0, 0, 0), 0] * 2


def test_note_004s_bound_is_55(ask_node):
    question = {"kind": "verdict", "points": HARD["note 004"], "bias": True}
    (verdict,) = ask_node("engine_cases.mjs", [question])
    assert (verdict["augmented"]["bound"], verdict["margin"], verdict["support"]) == (55, 0.5, [0, 1, 3])
