"""Kept scores change nothing but the time: the same mistakes, the same weights, in every form of data."""

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.cached_scores import cache_scores_always
from hypothesis import given, settings, strategies as st

from rosenblatt import learners
from rosenblatt.data.blocks import block_of
from rosenblatt.learners import in_memory, score_cache, score_cache_columns
from rosenblatt.loops.arguments import Rule, scratch_for
from rosenblatt.loops.scoring import score


@pytest.fixture
def keeping(monkeypatch):
    """Keep scores wherever it could be thought of, on data far too small for it; tells how often it was done."""
    cache_scores_always(monkeypatch)
    calls = []
    learn_cached = score_cache.learn_cached

    def counted(*arguments):
        calls.append(1)
        return learn_cached(*arguments)

    monkeypatch.setattr(score_cache, "learn_cached", counted)
    return calls


def separable(n, d, n_classes, seed, decimals=1):
    """Rounded, so that scores are often exactly zero or equal."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, d)), decimals)
    X[rng.random((n, d)) < 0.5] = 0.0
    return X, (X @ rng.normal(size=(d, n_classes))).argmax(axis=1)


def trained(kind, X, y, monkeypatch, plainly=False, **options):
    with monkeypatch.context() as patch:
        if plainly:
            patch.setattr(in_memory, "ScoreCache", lambda *arguments: None)
        learner = kind(max_iter=40, n_iter_no_change=None, **options)
        learner.fit(X, y, sample_weight=np.linspace(0.5, 2.0, len(y)) if options.get("random_state") else None)
    return learner


@pytest.mark.parametrize("kind", [learners.Perceptron, learners.Averaged, learners.Pocket, learners.Voted])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("form", [np.asarray, np.float32, sp.csr_matrix])
def test_the_same_run(kind, n_classes, form, keeping, monkeypatch):
    X, y = separable(60, 30, n_classes, 3)
    with_kept, without = (trained(kind, form(X), y, monkeypatch, plainly) for plainly in (False, True))
    assert with_kept.report.mistakes_per_epoch == without.report.mistakes_per_epoch
    assert with_kept.weights.view.w.tobytes() == without.weights.view.w.tobytes()
    assert with_kept.model.predict(X).tolist() == without.model.predict(X).tolist()
    assert keeping


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(1, 10**6),
    n_classes=st.sampled_from([2, 3]),
    sparse=st.booleans(),
    decimals=st.integers(0, 3),
    scale=st.sampled_from([1.0, 1e-30, 1e20]),
    room=st.sampled_from([2, 5, 100]),
    options=st.fixed_dictionaries(
        {
            "at_zero": st.sampled_from(["mistake", "positive", "negative"]),
            "fit_intercept": st.booleans(),
            "order": st.sampled_from(["given", "shuffled", "shuffled-once"]),
            "class_weight": st.sampled_from([None, "balanced"]),
        }
    ),
    rates=st.booleans(),
)
def test_any_run(seed, n_classes, sparse, decimals, scale, room, options, rates):
    X, y = separable(30, 12, n_classes, seed, decimals)
    X = sp.csr_matrix(X * scale) if sparse else X * scale
    options["eta0"] = np.linspace(0.0, 2.0, 13) if rates else 0.3
    if len(np.unique(y)) < 2:
        return
    with pytest.MonkeyPatch.context() as patch:
        cache_scores_always(patch)
        patch.setattr(
            score_cache_columns, "MAX_BYTES", room * 2 * 30 + (X.data.nbytes + X.indices.nbytes if sparse else 0)
        )
        runs = [
            trained(learners.Perceptron, X, y, patch, plainly, random_state=seed, **options)
            for plainly in (False, True)
        ]
    assert runs[0].report.mistakes_per_epoch == runs[1].report.mistakes_per_epoch
    assert runs[0].weights.view.w.tobytes() == runs[1].weights.view.w.tobytes()


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True])
def test_the_bound_holds_and_is_tight(n_classes, sparse, keeping, monkeypatch):
    """At the end of a run, kept scores differ from the weights' own by no more than their bound, which is small."""
    X, y = separable(80, 40, n_classes, 5)
    runs = []
    begin = score_cache.ScoreCache.__init__

    def noted(self, *arguments):
        begin(self, *arguments)
        runs.append(self)

    monkeypatch.setattr(score_cache.ScoreCache, "__init__", noted)
    learner = learners.Perceptron(max_iter=25, stop_when_converged=False)
    learner.fit(sp.csr_matrix(X) if sparse else X, y)
    (run,) = runs
    run._settle(run._cache, learner.weights.view) if run._pending else None
    weights = learner.weights.view
    scores = np.empty((80, len(weights.b)))
    score(run.block.rows, weights, scratch_for(weights), scores)
    error = np.abs(run._cache.scores.reshape(scores.shape) - scores / run.columns.row_lengths[:, None]).max()
    rounded, longest, pending = run._cache.bound
    bound = rounded + 4 * (40 + 32) * 2.0**-53 * longest
    assert pending == 0.0
    assert 0.0 < error <= bound < 0.1
    assert keeping


def test_a_fixed_bias_is_part_of_the_bound(keeping, monkeypatch):
    """It is not learned, but its rounding is in every score: so lengths are at least 1, however short the rows."""
    seen = []
    make_room = score_cache_columns.Columns.make_room
    monkeypatch.setattr(
        score_cache_columns.Columns,
        "make_room",
        lambda self, has_bias: (make_room(self, has_bias), seen.append(self.row_lengths)),
    )
    X, y = separable(60, 30, 2, 3)
    for bias in (0.0, 1e-25):
        learner = learners.Perceptron(max_iter=20, stop_when_converged=False, fit_intercept=False)
        learner.fit(1e-9 * X, y, intercept_init=np.array([bias]))
    assert seen[0].min() < 1e-6
    assert seen[1].min() >= 1.0


def test_without_use_nothing_is_kept(monkeypatch):
    """Where mistakes are many, scores are not kept at all."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 5)), rng.integers(0, 2, 300)
    monkeypatch.setattr(score_cache, "learn_cached", None)
    learners.Perceptron(max_iter=30).fit(X, y)


def test_keeping_that_does_not_pay_is_given_up(keeping, monkeypatch):
    """Every visit scored in vain, and no column to be had: the next epochs are plain, and the run is the same."""
    X, y = separable(60, 30, 2, 3)
    monkeypatch.setattr(score_cache_columns.Columns, "add", lambda self, rows: None)
    monkeypatch.setattr(score_cache.ScoreCache, "_settle", lambda self, *arguments: None)
    monkeypatch.setattr(score_cache_columns.Columns, "cost", lambda self, count: 1.0 if count else 1e9)
    with_kept, without = (trained(learners.Perceptron, X, y, monkeypatch, plainly) for plainly in (False, True))
    assert with_kept.report.mistakes_per_epoch == without.report.mistakes_per_epoch


def test_columns_added_together_stay_together(monkeypatch):
    """None of the new ones takes the place of another, though no column has been used yet."""
    monkeypatch.setattr(score_cache_columns, "AT_ONCE", 2)
    some = score_cache_columns.Columns(block_of(np.random.default_rng(0).normal(size=(40, 4))), Rule(1.0, 1.0, 0), 12)
    some.make_room(has_bias=True)
    some.add(np.arange(9, dtype=np.uint32))
    for first in range(9, 33, 6):
        new = np.arange(first, first + 6, dtype=np.uint32)
        some.add(new)
        assert len(set(some.place[new])) == 6
        assert (some.place[new] >= 0).all()
    assert np.count_nonzero(some.place >= 0) == 12


def test_columns_in_use_stay_when_room_is_short():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(10, 4))
    some = score_cache_columns.Columns(block_of(X), Rule(1.0, 1.0, 0), 3)
    some.make_room(has_bias=True)
    some.add(np.array([1, 2, 3], np.uint32))
    some.used[some.place[[1, 2, 3]]] = 5, 9, 7
    some.add(np.array([4], np.uint32))
    assert some.place[1] == -1
    assert (some.place[[2, 3, 4]] >= 0).all()
    folded = np.hstack([X, np.ones((10, 1))])
    lengths = np.linalg.norm(folded, axis=1)
    expected = folded @ folded[4] / lengths / lengths[4]
    assert np.allclose(some.cosines[some.place[4]] / 32767, expected, atol=2e-5)


def test_a_place_has_one_column():
    """Columns that took the last free places and one in use keep them when a few more come."""
    some = score_cache_columns.Columns(block_of(np.random.default_rng(0).normal(size=(9, 4))), Rule(1.0, 1.0, 0), 4)
    some.make_room(has_bias=True)
    for new in ([0, 1, 2], [3, 4], [5]):
        some.add(np.array(new, np.uint32))
    taken = some.place[some.place >= 0]
    assert sorted(taken) == [0, 1, 2, 3]


def test_scores_computed_anew_within_an_epoch(keeping, monkeypatch):
    """Mistakes after that are in the bound of the next epoch."""
    rng = np.random.default_rng(214)
    X = np.round(rng.normal(size=(120, 10)), 1)
    y = (X @ rng.normal(size=(10, 2))).argmax(axis=1)
    anew = []
    score_all = score_cache.ScoreCache._score_all
    monkeypatch.setattr(
        score_cache.ScoreCache, "_score_all", lambda self, w: anew.append(bool(self._pending)) or score_all(self, w)
    )
    monkeypatch.setattr(score_cache_columns.Columns, "cost", lambda self, count: 0.0 if count else 300.0)
    monkeypatch.setattr(score_cache_columns, "MAX_BYTES", 8 * 2 * len(y))
    monkeypatch.setattr(score_cache_columns, "MAX_SHARE", 0.0)
    monkeypatch.setattr(score_cache.History, "often", lambda self, most: np.empty(0, np.uint32))
    runs = []
    for kind in (score_cache.ScoreCache, lambda *arguments: None):
        monkeypatch.setattr(in_memory, "ScoreCache", kind)
        learner = learners.Perceptron(
            max_iter=100, n_iter_no_change=None, stop_when_converged=False, order="shuffled", random_state=214
        )
        runs.append(learner.fit(X, y))
    assert any(anew)
    assert runs[0].report.mistakes_per_epoch == runs[1].report.mistakes_per_epoch
    assert runs[0].weights.view.w.tobytes() == runs[1].weights.view.w.tobytes()
