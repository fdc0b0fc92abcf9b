"""One perceptron per class, against the oracle; and the classes, orders, reports and traces of such runs."""

from fractions import Fraction

import numpy as np
import pytest
import reference
from helpers.bits import bits, examples
from helpers.equal_runs import LEARNERS

import rosenblatt
from rosenblatt.errors import DataError, OptionError, TrainingOverflow
from rosenblatt.learners import Averaged, Perceptron, Pocket, Voted, in_memory
from rosenblatt.learners.recorder import traced
from rosenblatt.learners.single_row import Singles
from rosenblatt.learners.state import copy_of
from rosenblatt.learners.stopping import Stopping

RULES = {"perceptron": {}, "margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
WITHOUT_END = {"stop_when_converged": False, "n_iter_no_change": None}
CASES = [  # the rule at zero, whether a bias is learned and rows are weighed, and the order
    ("mistake", True, False, "given"),
    ("mistake", False, True, "shuffled"),
    ("positive", True, True, "shuffled"),
    ("negative", True, False, "given"),
]


def one_vs_rest(make=Perceptron, **options):
    return make(multiclass="one-vs-rest", **options)


class Run:
    """Run of the oracle: the histories of all classes, side by side."""

    def __init__(self, X, y, visits, **options):
        self.at_zero, self.dot = options.get("at_zero", "mistake"), options.get("dot", reference.exact_dot)
        self.sums = {}
        self.histories = dict(reference.one_vs_rest(X, y, visits, sums=self.sums, **options))
        self.labels, self.n_visits = list(self.histories), len(visits)
        rounds = [[history[t] for history in self.histories.values()] for t in range(len(visits))]
        self.rounds = [
            reference.Visit((each[0][0], [own[2:] for own in each]), None, max(own.step for own in each))
            for each in rounds
        ]
        self.updates = [
            (own[0], label, t, own.step)
            for t, each in enumerate(rounds, 1)
            for label, own in zip(self.labels, each, strict=True)
            if own.step > 0
        ]
        epochs = [rounds[first : first + len(X)] for first in range(0, len(visits), len(X))]
        self.mistakes_per_epoch = [sum(own.wrong for each in epoch for own in each) for epoch in epochs]
        zero = 0 * X[0][0]
        self.start = [([zero] * len(X[0]), zero)] * len(self.labels)

    def weights(self, name):
        rows = {
            "perceptron": lambda: self.rounds[-1][1],
            "averaged": lambda: [
                reference.algorithm_7(self.histories[label], self.sums[label]) for label in self.labels
            ],
            "pocket": lambda: reference.longest_lived(self.rounds, self.start, lambda visit: visit[1]),
        }[name]()
        return [list(w) for w, _ in rows], [b for _, b in rows]

    def shares(self, X):
        votes = ([reference.vote(history, x, self.at_zero, self.dot) for history in self.histories.values()] for x in X)
        return [[vote / self.n_visits for vote in row] for row in votes]


def visits_of(n_rows, order, seed, epochs):
    if order == "given":
        return list(range(n_rows)) * epochs
    return [i for epoch in range(epochs) for i in reference.shuffled(range(n_rows), seed, epoch)]


def recording(learner):
    """Updates that a learner will make: the row, the class, the visit and the step of each."""
    updates = []

    def note(examples, visits, mistakes):
        steps = np.broadcast_to(mistakes.step, len(mistakes.row)).tolist()
        labels = [learner.classes.rows[k] for k in mistakes.wrong_class.tolist()]
        listed = zip(mistakes.row.tolist(), labels, mistakes.when.tolist(), steps, strict=True)
        updates.extend(update for update in listed if update[3] > 0)

    learner.on_visits = note
    return updates


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("rule", RULES)
def test_floats_bit_for_bit(rule, name):
    """Weights or votes, the list of updates, and the counts of each epoch. Row 9 is zero."""
    for seed, (at_zero, bias, is_weighed, order) in enumerate(CASES):
        X, y = examples(4, n=14, d=9, seed=seed)
        X, y = X.astype(np.float64).tolist(), y.tolist()
        weights = [0.1 * (k + 1) for k in range(14)] if is_weighed else None
        own = {"rule": rule, **RULES[rule], "at_zero": at_zero}
        run = Run(
            *(X, y, visits_of(14, order, seed, 3)),
            **{"bias_rate": float(bias), "weights": weights, "dot": reference.lane_dot, **own},
        )
        options = {"fit_intercept": bias, "order": order, "random_state": seed, "max_iter": 3, **WITHOUT_END}
        learner = one_vs_rest(LEARNERS[name], **own, **options)
        updates = recording(learner)
        learner.fit(X, y, sample_weight=weights)
        assert updates == run.updates
        assert learner.report.mistakes_per_epoch == run.mistakes_per_epoch
        assert learner.report.updates == len(updates)
        if name == "voted":
            assert learner.model.decision_function(X).tolist() == run.shares(X)
        else:
            assert (learner.model.weights.w.tolist(), learner.model.weights.b.tolist()) == run.weights(name)


@pytest.mark.parametrize("rule", RULES)
def test_fractions_to_nine_digits(rule):
    for seed in range(2):
        rng = np.random.default_rng(seed)
        X = np.round(rng.normal(size=(9, 5)), 2).tolist()
        y = [0, 1, 2, *rng.integers(3, size=6).tolist()]
        own = {name: Fraction(value) for name, value in RULES[rule].items()}
        exact = [[Fraction(v) for v in x] for x in X]
        run = Run(exact, y, visits_of(9, "shuffled", seed, 3), rule=rule, **own)
        options = {"rule": rule, **RULES[rule], "max_iter": 3, "random_state": seed, **WITHOUT_END}
        for name in ("perceptron", "averaged", "pocket"):
            w, b = run.weights(name)
            weights = one_vs_rest(LEARNERS[name], **options).fit(X, y).model.weights
            np.testing.assert_allclose(weights.w, np.float64(w), rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(weights.b, np.float64(b), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", LEARNERS)
def test_two_classes_are_the_same_under_both_rules(name):
    X, y = examples(2, n=41)
    for options in ({"max_iter": 3}, {"max_iter": 3, "rule": "pa1"}, {"max_iter": 2, "at_zero": "negative"}):
        learner, plain = one_vs_rest(LEARNERS[name], **options), LEARNERS[name](**options)
        assert bits(learner.fit(X, y), X) == bits(plain.fit(X, y), X)
        assert learner.report.first_pass_errors == plain.report.first_pass_errors
        assert not learner.report.per_class


def test_a_run_with_many_slices_and_without_a_cache_is_the_same(monkeypatch):
    """Rows are visited in pairs within a slice, and scores are not cached."""
    X, y = examples(4, n=61)
    expected = bits(one_vs_rest(Averaged, max_iter=4).fit(X, y), X)
    monkeypatch.setattr(in_memory, "MAX_VISITS_BETWEEN_CHECKS", 7)
    monkeypatch.setattr(in_memory, "can_pay", lambda *_: True)
    assert bits(one_vs_rest(Averaged, max_iter=4).fit(X, y), X) == expected


# Classes.


def test_all_classes_are_known_from_the_first_call():
    X, y = np.eye(4), np.array(["b", "a", "c", "b"])
    learner = one_vs_rest().partial_fit(X, y)
    assert learner.classes.rows == ["a", "b", "c"]
    with pytest.raises(DataError) as told:
        learner.partial_fit(X[:1], ["d"])
    assert str(told.value) == (
        "y must have known classes where multiclass is 'one-vs-rest'; got 'd': name them all at the start, classes=[…]."
    )
    with pytest.raises(DataError, match="got 'e'"):
        learner.partial_fit(X, y, classes=["a", "b", "c", "e"])
    assert learner.visited == 4
    named = one_vs_rest().partial_fit(X, y, classes=["d", "a"])
    assert named.classes.rows == ["a", "b", "c", "d"]
    assert named.model.weights.w[3].any()  # a class without rows learns, too: every row is −1 for it
    assert named.partial_fit(X[:1], ["d"], classes=["a", "b", "c", "d"]).visited == 5


@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
def test_a_lone_class_has_the_row_of_its_sign(at_zero):
    for label in (-1, 1):
        learner = one_vs_rest(at_zero=at_zero).partial_fit([[2.0]], [label])
        plain = Perceptron(at_zero=at_zero).partial_fit([[2.0]], [label])
        assert bits(learner, [[1.0]]) == bits(plain, [[1.0]])
        assert bits(copy_of(learner).partial_fit([[1.0]], [label]), [[1.0]]) == bits(
            plain.partial_fit([[1.0]], [label]), [[1.0]]
        )
        with pytest.raises(DataError, match="name them all at the start"):
            learner.partial_fit([[1.0]], [0])


def test_classes_may_come_with_rows_that_weigh_nothing():
    X, y = np.eye(3), [0, 1, 2]
    learner = one_vs_rest().partial_fit(X, y, sample_weight=[0, 0, 0])
    assert learner.partial_fit(X, y).classes.rows == [0, 1, 2]
    zero = one_vs_rest(class_weight={2: 0.0}).partial_fit(X, y)
    assert zero.classes.rows == [0, 1, 2]
    assert zero.n_rows == 2


def test_searching_orders_are_refused():
    for order in ("first-mistake", "random-mistake", "all-mistakes"):
        with pytest.raises(OptionError) as told:
            one_vs_rest(order=order)
        assert str(told.value) == (
            f"multiclass must be 'argmax' in the order '{order}', which searches for wrong rows; got "
            "'one-vs-rest': order='shuffled' lets every class answer its own mistakes."
        )
    with pytest.raises(OptionError, match="multiclass must be one of 'argmax', 'one-vs-rest'; got 'ovr'"):
        Perceptron(multiclass="ovr")


def test_single_rows_are_learned_by_argmax_only():
    with pytest.raises(OptionError, match="multiclass must be 'argmax' to learn one row at a time"):
        Singles(one_vs_rest())


def test_overflow_is_told_with_its_row():
    with pytest.raises(TrainingOverflow, match="that of row 1 did not"):
        one_vs_rest(order="given").fit([[1e200, 0.0], [1e200, 0.0], [0.0, 1.0]], [0, 1, 2])


# Reports.


def test_the_report_says_that_mistakes_are_counted_per_class():
    X, y = examples(4, n=41)
    report = one_vs_rest(max_iter=3).fit(X, y).report
    assert report.per_class
    assert report.first_pass_errors is None
    assert f"{report.n_mistakes:,} in 123 visits, counted per class" in str(report)
    assert report.to_dict()["per_class"] is True
    assert "per_class" not in Perceptron(max_iter=3).fit(X, y).report.to_dict()


def test_an_epoch_without_an_entry_converges_and_every_row_is_right():
    X, y = np.eye(3), ["a", "b", "c"]
    learner = one_vs_rest().fit(X, y)
    assert (learner.report.reason, learner.report.errors) == ("converged", 0)
    assert learner.model.predict(X).tolist() == y
    assert (np.sign(learner.model.decision_function(X)) == 2 * np.eye(3) - 1).all()


def test_the_theorem_is_about_argmax():
    X, y = np.eye(3), ["a", "b", "c"]
    theorem = one_vs_rest().fit(X, y).report.theorem(rosenblatt.certify(X, y))
    assert theorem.bound is None
    assert theorem.voided_by == ("multiclass='one-vs-rest', since the certificate is about argmax",)
    assert Perceptron().fit(X, y).report.theorem(rosenblatt.certify(X, y)).bound is not None


def test_only_certificates_of_every_class_let_a_stalled_run_go_on():
    """The middle one of three classes on a line is not separable from the rest, though argmax classifies all rows."""
    middle = np.array([[-1.0], [0.0], [1.0]]), np.array(["cold", "mild", "warm"])
    contrary = np.array([[-1.0], [0.0], [0.0], [1.0]]), np.array(["cold", "mild", "warm", "warm"])
    for (X, y), reason in ((middle, "stalled"), (contrary, "not_separable")):
        certificate = rosenblatt.certify(X, y)
        learner = one_vs_rest(n_iter_no_change=3).fit(X, y, on_stall=lambda rows, found=certificate: found)
        assert learner.report.reason == reason
    learner = one_vs_rest().fit(np.eye(3), ["a", "b", "c"])
    stopping = Stopping(learner, on_stall=lambda: rosenblatt.certify(np.eye(3), ["a", "b", "c"]))
    assert stopping._reason_to_stall() is None


# Votes.


def test_votes_from_a_start_that_is_not_zero():
    """Each class votes from the start, by itself; with no mistake, all votes are those of the start."""
    X, y = examples(4, n=14, d=9)
    w, b = np.random.default_rng(0).normal(size=(4, 9)), np.zeros(4)
    w[2] = 0.0
    options = {"order": "given", "max_iter": 2, **WITHOUT_END}
    learner = one_vs_rest(Voted, **options).fit(X, y, coef_init=w, intercept_init=b)
    for k, label in enumerate(learner.model.classes):
        own = Voted(**options).fit(X, 2 * (y == label) - 1, coef_init=w[k : k + 1], intercept_init=b[k : k + 1])
        votes = own.model.decision_function(X) * own.model.survival.sum()
        assert learner.model.decision_function(X)[:, k].tolist() == (votes / 29).tolist()
    right = one_vs_rest(Voted, **options).fit(np.eye(3), [0, 1, 2], coef_init=2 * np.eye(3) - 1)
    assert right.report.n_mistakes == 0
    assert right.model.decision_function(np.eye(3)).tolist() == (2 * np.eye(3) - 1).tolist()


def test_nothing_votes_while_nothing_is_learned():
    learner = one_vs_rest(Voted, at_zero="negative").partial_fit(np.eye(3), [0, 1, 2], sample_weight=[0.0, 0, 0])
    learner.partial_fit(np.zeros((1, 3)), [1], classes=[0, 1, 2])
    scores = learner.model.decision_function(np.eye(3))
    assert (scores[:, [0, 2]] == 0).all()
    assert (scores[:, 1] == 1).all()


# Traces.


@pytest.mark.parametrize("rule", ["perceptron", "margin", "pa1"])
def test_steps_of_a_trace(rule):
    X, y = examples(4, n=14, d=9)
    trace = traced(one_vs_rest(rule=rule, order="given", max_iter=2, **WITHOUT_END), X.astype(float), y)
    assert len(trace) == 28
    beta = 0.0 if rule == "perceptron" else 1.0
    w, b = trace.replay(0)
    for step in trace:
        scores = np.array([reference.lane_dot(wk.tolist(), step.x.tolist()) + bk for wk, bk in zip(w, b, strict=True)])
        signs = np.where(trace.classes == step.y, 1.0, -1.0)
        assert step.score.tolist() == scores.tolist()
        assert step.prediction == trace.classes[scores.argmax()]
        assert step.mistake == bool((signs * scores <= 0).any())
        assert step.loss == pytest.approx(np.maximum(0, beta - signs * scores).sum(), abs=1e-12)
        w, b = step.weights, step.bias
    assert w.tobytes() == trace.model.weights.w.tobytes()
    assert len(list(trace.weights_after_mistakes())) == trace.report.updates + 1
    assert f"{trace.report.n_mistakes} mistakes of single classes" in str(trace)
    assert trace[0].step == trace.taus[0]


def test_a_pocket_holds_weights_of_whole_visits():
    """Weights between two entries of one visit never come into the pocket, though a slice may end there."""
    X, y = examples(4, n=41)
    kept = one_vs_rest(Pocket, ratchet=False, max_iter=3, **WITHOUT_END).fit(X, y)
    trace = traced(one_vs_rest(max_iter=3, **WITHOUT_END), X, y)
    assert any((trace.replay(t).w == kept.model.weights.w).all() for t in range(len(trace) + 1))
