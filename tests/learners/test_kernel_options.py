"""Options and data that a kernel perceptron refuses, by one sentence, and what is left of the learner."""

import math
import re

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.kernels import float_rows, kernel_bits, whole_rows

from rosenblatt.errors import DataError, NotTrained, OptionError, TrainingOverflow
from rosenblatt.learners import Kernel, KernelOptions

NAN, INF = math.nan, math.inf


def refused(error, sentence):
    """The whole message is this sentence."""
    return pytest.raises(error, match=f"^{re.escape(sentence)}$")


@pytest.mark.parametrize("degree", [0, -1, 1.5, 2.0, True, 1001, "2", None])
def test_degree(degree):
    with refused(OptionError, f"degree must be a whole number, from 1 to 1000; got {degree!r}."):
        Kernel(kernel="poly", degree=degree)


@pytest.mark.parametrize("gamma", [0, -1, NAN, INF, "x", True, [1.0]])
def test_gamma(gamma):
    with refused(OptionError, f"gamma must be a finite number above 0, 'scale' or 'auto'; got {gamma!r}."):
        Kernel(gamma=gamma)


@pytest.mark.parametrize("coef0", [NAN, INF, "x", None, True])
def test_coef0(coef0):
    with refused(OptionError, f"coef0 must be a finite number; got {coef0!r}."):
        Kernel(coef0=coef0)


@pytest.mark.parametrize("cache_mb", [0, -1, NAN, INF, "x", None, True])
def test_cache(cache_mb):
    with refused(OptionError, f"cache_mb must be a finite number above 0; got {cache_mb!r}."):
        Kernel(cache_mb=cache_mb)


@pytest.mark.parametrize("eta0", [[1.0], np.ones(4)])
def test_rates_per_feature(eta0):
    with refused(OptionError, "eta0 must be one number for a kernel perceptron, which has no weights per feature."):
        Kernel(eta0=eta0)


@pytest.mark.parametrize("kernel", ["sigmoid", None, 3])
def test_kernel(kernel):
    with refused(OptionError, f"kernel must be one of 'linear', 'poly', 'rbf', 'precomputed'; got {kernel!r}."):
        Kernel(kernel=kernel)


@pytest.mark.parametrize("predict_with", ["pocket", None])
def test_predict_with(predict_with):
    with refused(OptionError, f"predict_with must be one of 'voted', 'averaged', 'last'; got {predict_with!r}."):
        Kernel(predict_with=predict_with)


def test_normalized_scores():
    with refused(OptionError, "normalize_scores must be True or False; got 1."):
        Kernel(normalize_scores=1, predict_with="last")
    with pytest.raises(OptionError, match="^normalize_scores must be False for votes, .* got True: predict_with='aver"):
        Kernel(normalize_scores=True)
    with pytest.raises(OptionError, match="^normalize_scores must be False for the kernel 'precomputed', .* got True"):
        Kernel(kernel="precomputed", predict_with="last", normalize_scores=True)


@pytest.mark.parametrize("order", ["first-mistake", "random-mistake", "all-mistakes"])
def test_one_vs_rest_does_not_search(order):
    with pytest.raises(OptionError, match=f"^multiclass must be 'argmax' in the order '{order}', .*'one-vs-rest'"):
        Kernel(multiclass="one-vs-rest", order=order)


def test_options_are_those_of_every_learner():
    options = KernelOptions(kernel="poly", max_iter=3)
    assert (options.degree, options.coef0, options.predict_with, options.named_gamma) == (3, 1.0, "voted", 1.0)
    assert KernelOptions().named_gamma == "scale"
    with pytest.raises(OptionError, match="^max_iter must be a whole number, at least 1; got 0"):
        Kernel(max_iter=0)
    with pytest.raises(OptionError, match="^C must be left out under the rule 'perceptron'; got 1.0"):
        Kernel(C=1.0)


def test_a_cache_that_is_too_small():
    """For one block: 32 rows of kernel values, or all rows if there are fewer."""
    X, y = map(np.array, float_rows(2, n=40))
    least = 32 * 40 * 8 / 2**20
    Kernel(cache_mb=least, max_iter=1).fit(X, y)
    message = r"^cache_mb must hold at least 32 rows of kernel values, 0.00977 MB for 40 training rows; got 0.009: "
    with pytest.raises(OptionError, match=message):
        Kernel(cache_mb=0.009).fit(X, y)
    Kernel(cache_mb=14 * 14 * 8 / 2**20, max_iter=1).fit(X[:14], y[:14])
    with pytest.raises(OptionError, match=r"^cache_mb must hold at least 14 rows"):
        Kernel(cache_mb=14 * 13.9 * 8 / 2**20).fit(X[:14], y[:14])
    whole, labels = whole_rows(2, n=40)  # products take half the room
    Kernel(kernel="poly", cache_mb=least / 2, max_iter=1).fit(whole, labels)
    with pytest.raises(OptionError, match="^cache_mb must hold at least 32 rows"):
        Kernel(kernel="poly", cache_mb=least / 2.01).fit(whole, labels)


def test_start_weights():
    X, y = float_rows(2)
    for start in ({"coef_init": np.ones((1, 9))}, {"intercept_init": [1.0]}):
        with refused(DataError, "coef_init and intercept_init must be left out for a kernel, which has no weights."):
            Kernel().fit(X, y, **start)


def square():
    X, y = whole_rows(2)
    return X @ X.T + 1.0, y


def test_kernel_values_that_are_given():
    K, y = square()
    with pytest.raises(DataError, match=r"^X must be a square matrix for the kernel 'precomputed', .* \(14, 9\)\.$"):
        Kernel(kernel="precomputed").fit(K[:, :9], y)
    with pytest.raises(DataError, match=r"^X must be a square matrix for the kernel 'precomputed', .* \(5, 14\)\.$"):
        Kernel(kernel="precomputed").partial_fit(K[:5], y[:5])
    learner = Kernel(kernel="precomputed", max_iter=2).fit(K, y)
    with pytest.raises(DataError, match="^X must be a square matrix for the kernel 'precomputed'"):
        learner.partial_fit(K, y)
    for rows, call in ((K, Kernel(kernel="precomputed").fit), (K, lambda X, y: learner.model.predict(X))):
        with pytest.raises(DataError, match="^X must be a dense matrix of kernel values .*got a sparse one"):
            call(sp.csr_matrix(rows), y)
    with refused(DataError, "X must have 14 columns, one kernel value per training row; got 13."):
        learner.model.predict(K[:, :13])


def test_kernel_values_that_are_not_symmetric():
    K, y = square()
    K[3, 7] = K[7, 3] + 0.5
    place = f"got {K[3, 7]} in row 3, column 7, and {K[7, 3]} in row 7, column 3."
    with refused(DataError, f"X must be symmetric for the kernel 'precomputed'; {place}"):
        Kernel(kernel="precomputed").fit(K, y)
    K[3, 7] = K[7, 3] * (1 + 1e-12)  # rounding is not taken for asymmetry
    Kernel(kernel="precomputed", max_iter=1).fit(K, y)


@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_a_function_that_returns_no_numbers(value):
    X, y = float_rows(2)
    learner = Kernel(kernel=lambda A, B: np.full((A.shape[0], B.shape[0]), value))
    with refused(DataError, f"kernel must return finite numbers; got {value} for a pair of rows."):
        learner.fit(X, y)
    with pytest.raises(NotTrained):
        assert learner.model


@pytest.mark.parametrize("shape", [(3,), (14,), (14, 1), (1, 13), ()])
def test_a_function_that_returns_another_shape(shape):
    X, y = float_rows(2)
    with refused(DataError, f"kernel must return one value per pair of rows, shape (1, 14); got {shape}."):
        Kernel(kernel=lambda A, B: np.ones(shape)).fit(X, y)


def test_scores_that_overflow():
    X, y = map(np.array, float_rows(2, d=9))
    X[4] = 1e150
    with (
        np.errstate(over="ignore", invalid="ignore"),
        pytest.raises(TrainingOverflow, match=r"^Training overflowed: scores must stay finite, and that of row 4 did"),
    ):
        Kernel(kernel="poly", order="given", max_iter=2).fit(X, y)


def state_of(learner, X):
    kept = [learner.visited, learner.n_rows, learner.n_features, learner.n_given, learner.class_counts.tolist()]
    return [*kernel_bits(learner, X), *kept, learner.classes.labels.tolist()]


def test_rows_that_overflow_leave_the_learner_as_it_was():
    X, y = map(np.array, float_rows(2))
    for kind in ("linear", "poly"):
        learner = Kernel(kernel=kind, predict_with="last").partial_fit(X, y)
        before = state_of(learner, X)
        with np.errstate(over="ignore", invalid="ignore"), pytest.raises(TrainingOverflow):
            learner.partial_fit(np.full((2, 9), 1e200), [-1, 1])
        assert state_of(learner, X) == before


def test_a_partial_fit_that_fails_leaves_the_learner_as_it_was():
    """A function that fails, and a cache that is too small, come to light after the rows were checked."""
    X, y = map(np.array, float_rows(2))
    good = [True]

    def fails(A, B):
        return A @ B.T if good[0] else np.full((A.shape[0], B.shape[0]), NAN)

    learner = Kernel(kernel=fails).partial_fit(X, y)
    before, good[0] = state_of(learner, X), False
    with pytest.raises(DataError, match="^kernel must return finite numbers"):
        learner.partial_fit(X, 3 * y)
    good[0] = True
    assert state_of(learner, X) == before
    learner = Kernel(gamma=0.5, cache_mb=14 * 14 * 8 / 2**20).partial_fit(X, y)
    before = state_of(learner, X)
    with pytest.raises(OptionError, match="^cache_mb must hold"):
        learner.partial_fit(np.vstack([X, X]), [*y, *(3 * y)])
    assert state_of(learner, X) == before


def test_a_first_call_that_fails_leaves_no_gamma():
    X, y = map(np.array, float_rows(2))
    learner = Kernel(cache_mb=14 * 14 * 8 / 2**20)
    with pytest.raises(OptionError, match="^cache_mb must hold"):
        learner.partial_fit(np.vstack([X, 9 * X])[:, :7], [*y, *y])
    assert learner.partial_fit(X, y).gamma == Kernel().partial_fit(X, y).gamma


def test_gamma_of_parts_comes_from_the_first():
    X, y = map(np.array, float_rows(2))
    learner = Kernel().partial_fit(X[:7], y[:7])
    assert math.isclose(learner.gamma, 1 / (9 * X[:7].var()), rel_tol=1e-14)
    assert learner.partial_fit(X[7:], y[7:]).gamma == Kernel().partial_fit(X[:7], y[:7]).gamma


def test_a_first_part_without_visits():
    """Rows of weight 0 have no variance."""
    X, y = map(np.array, float_rows(2))
    learner = Kernel().partial_fit(X, y, sample_weight=np.zeros(len(y)))
    assert learner.partial_fit(X, y).gamma == Kernel().partial_fit(X, y).gamma
