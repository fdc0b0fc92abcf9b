"""The lab's own engine gives what the package gives, bit for bit."""

import random

import numpy as np
import pytest

from rosenblatt.conventions import ORDERS
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted, in_memory, visits
from rosenblatt.learners.pocket import longest
from rosenblatt.learners.recorder import traced
from rosenblatt.loops.rng import VISITS, shuffle
from rosenblatt.models.criterion import perceptron_loss

from .as_package import arrays, learner_options, start_of
from .random_questions import is_one_class

pytestmark = pytest.mark.compiled  # nothing here is covered by loops in plain Python, which are slow


def learner_of(kind, options):
    return kind(**learner_options(options))


def bits(*numbers):
    return np.array(numbers, dtype="<f8").tobytes().hex()


def bits_of(weights):
    return bits(*weights.w[0], weights.b[0])


@pytest.fixture(scope="module")
def answered(questions, ask_node):
    """Questions with their answers."""
    pairs = list(zip(questions, ask_node("engine_cases.mjs", questions), strict=True))
    assert len(pairs) == len(questions)
    return pairs


@pytest.fixture(scope="module")
def fitted(answered):
    """Those that Python's ``fit`` takes, too: of one class it learns nothing."""
    both = [(question, answer) for question, answer in answered if not is_one_class(question["points"])]
    assert len(both) >= 2_000
    return both


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


def looked_at(learner, times, look, monkeypatch):
    """A learner that is looked at when it has made so many visits, and again when an epoch ends there."""
    seen = {}

    def watched(method):
        def call(*arguments):
            result = method(*arguments)
            if learner.visited in times:
                seen[learner.visited] = look(learner)
            return result

        return call

    for name in ("visit", "answer"):
        monkeypatch.setattr(in_memory, name, watched(getattr(visits, name)))
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
            seen = looked_at(
                learner, {at["t"] for at in answer["at"]}, lambda learner, q=question: look(learner, q), monkeypatch
            )
            learner.fit(*arrays(question["points"]), **start_of(question["options"]))
            assert answer["visits"] in seen, question
            for at in answer["at"]:
                if at["t"] in seen:
                    found = at[name] if isinstance(name, str) else at[name[0]][name[1]]
                    assert found == seen[at["t"]], (question, at["t"])
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
        candidate, its_survival = longest(learner)
        survival = learner.checked[1] if learner.checked else its_survival
        weights = learner.linear_model(candidate.view).weights
        return [bits_of(learner.model.weights), survival, bits_of(weights), its_survival]

    check_at_times(Pocket, "pocket", look)


@pytest.mark.parametrize(
    ("kind", "name"), [(Perceptron, "last"), (Averaged, "averaged"), (Voted, "voted"), (Pocket, "pocket")]
)
def test_what_the_pointer_shows_is_what_each_variant_predicts(fitted, kind, name):
    """At the end of the run. 0 means a score of exactly zero that predicts neither class."""
    undecided = 0
    for question, answer in fitted:
        learner = learner_of(kind, question["options"])
        learner.fit(*arrays(question["points"]), **start_of(question["options"]))
        scores = learner.model.decision_function(question["probes"])
        end = next(at for at in answer["at"] if at["t"] == answer["visits"])
        for score, label, probed in zip(scores, learner.model.predict(question["probes"]), end["probed"], strict=True):
            shown = probed["predictions"][name]
            assert shown == label or (shown == score == 0 and question["options"]["atZero"] == "mistake"), question
            undecided += shown == 0
            assert name != "last" or bits(probed["score"]) == bits(score), question
    assert 0 < undecided < len(fitted)


@pytest.mark.parametrize(
    ("kind", "name"), [(Perceptron, "last"), (Averaged, "averaged"), (Voted, "voted"), (Pocket, "pocket")]
)
def test_training_and_test_errors_are_equal_at_any_time(check_at_times, kind, name):
    def look(learner, question):
        sets = [arrays(question[points]) for points in ("points", "fresh")]
        return [int(np.sum(learner.model.predict(X) != y)) for X, y in sets]

    check_at_times(kind, ("errors", name), look)


def test_errors_over_time_are_those_at_each_time(answered):
    for question, answer in answered:
        at = {entry["t"]: entry["errors"] for entry in answer["at"]}
        for name, lists in answer["curves"].items():
            for number, curve in enumerate(lists):
                assert curve == [at[t][name][number] for t in answer["rising"]], question


def test_the_loss_is_note_002s_criterion(answered):
    for question, answer in answered[:1000]:
        X, y = arrays(question["points"])
        w1, w2, b = (np.frombuffer(bytes.fromhex(answer[name]), "<f8") for name in ("w1", "w2", "b"))
        for at in answer["at"]:
            t = at["t"]
            assert at["loss"] == perceptron_loss(X, y, [w1[t], w2[t]], b[t]), (question, t)


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
