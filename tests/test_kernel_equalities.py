"""The equalities of the design for the kernel perceptron, bit for bit."""

import copy
import itertools
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.bits import examples
from helpers.equal_runs import in_parts, stored
from helpers.kernels import KERNELS, PREDICT_WITH, RULES, kernel_bits, listed_updates, trained, whole_rows

from rosenblatt.learners import Kernel, gram, in_memory, kernel_scores
from rosenblatt.learners.state import copy_of, set_state, state_of
from rosenblatt.models import kernel as kernel_models, kernel_function

every_kernel = pytest.mark.parametrize("name", KERNELS)
few_and_many_classes = pytest.mark.parametrize("n_classes", [2, 4])
every_prediction = pytest.mark.parametrize("predict_with", PREDICT_WITH)
FORMS = [("dense", "csr64", np.float64), ("dense", "dense", np.float32), ("csr32", "dense", np.float32)]
FORMS += [("csr64", "csr32", np.float64)]  # of the rows in training, and in prediction


def made(name, **options):
    return Kernel(**KERNELS[name], **options)


@few_and_many_classes
@every_kernel
def test_fit_is_the_same_from_every_storage(name, n_classes):
    """Dense = CSR (int32 and int64 indices), float32 = float64, over shuffled epochs."""
    X, y = examples(n_classes, n=21)
    for predict_with, rule in zip(PREDICT_WITH, ("pa1", "perceptron", "normalized"), strict=True):
        own = {"rule": rule, **RULES[rule], "predict_with": predict_with, "max_iter": 2}
        results = [
            kernel_bits(trained(name, stored(X, storage, dtype), y, **own), stored(X, other, np.float64))
            for storage, other, dtype in FORMS
        ]
        assert all(result == results[0] for result in results)


@every_prediction
@few_and_many_classes
@every_kernel
def test_one_block_is_many_blocks(name, n_classes, predict_with):
    """fit (given order, one epoch) = partial_fit of all = in sevens = one at a time; classes known or late."""
    X, y = examples(n_classes, n=17)
    rule = "pa2" if predict_with == "averaged" else "perceptron"
    own = {"rule": rule, **RULES[rule], "predict_with": predict_with}
    expected = kernel_bits(trained(name, X, y, order="given", max_iter=1, **own), X)
    for storage in ("dense", "csr64"):
        rows = stored(X, storage, np.float64)
        for size in (1, 7, len(y)):
            assert kernel_bits(in_parts(made(name, **own), rows, y, size), X) == expected
        known = in_parts(made(name, **own), rows, y, 5, classes=np.unique(y))
        assert kernel_bits(known, X) == expected


@pytest.mark.parametrize("at_zero", ["mistake", "positive", "negative"])
@every_kernel
def test_one_block_is_many_blocks_of_one_vs_rest(name, at_zero):
    X, y = examples(4, n=22)
    own = {"at_zero": at_zero, "multiclass": "one-vs-rest"}
    expected = kernel_bits(trained(name, X, y, order="given", max_iter=1, **own), X)
    for size in (1, 7):
        assert kernel_bits(in_parts(made(name, **own), X, y, size, classes=np.unique(y)), X) == expected


@few_and_many_classes
@every_kernel
def test_blocks_of_any_cut_with_row_weights(name, n_classes):
    X, y = examples(n_classes, n=23)
    weights = np.linspace(0.5, 2.0, len(y))
    expected = kernel_bits(trained(name, X, y, weights, order="given", max_iter=1, predict_with="last"), X)
    for cuts in ((0, 1, 2, 23), (0, 11, 12, 20, 23), (0, 22, 23)):
        learner = made(name, predict_with="last")
        for first, last in itertools.pairwise(cuts):
            learner.partial_fit(X[first:last], y[first:last], sample_weight=weights[first:last])
        assert kernel_bits(learner, X) == expected


@few_and_many_classes
@pytest.mark.parametrize("name", ["linear", "poly", "rbf"])
def test_saved_and_resumed_is_uninterrupted(name, n_classes):
    """By pickle, by a copy, and by the state."""
    X, y = examples(n_classes, n=31)
    for predict_with, rule in zip(PREDICT_WITH, ("perceptron", "pa1", "margin"), strict=True):
        own = {"rule": rule, **RULES[rule], "predict_with": predict_with}
        expected = kernel_bits(made(name, **own).partial_fit(X, y), X)
        half = made(name, **own).partial_fit(X[:17], y[:17])
        restored = made(name, **own)
        set_state(restored, state_of(half))
        for twin in (pickle.loads(pickle.dumps(half)), copy.deepcopy(half), copy_of(half), restored):
            assert twin.model.decision_function(X).tobytes() == half.model.decision_function(X).tobytes()
            assert listed_updates(twin.model) == listed_updates(half.model)
            assert kernel_bits(twin.partial_fit(X[17:], y[17:]), X) == expected


def test_a_fitted_model_is_continued_with_its_own_gamma():
    X, y = examples(4, n=31)
    learner = Kernel(max_iter=2).fit(X, y)
    twin = copy_of(learner)
    assert twin.gamma == learner.gamma
    for one in (learner, twin):
        one.partial_fit(3 * X[:9], y[:9])
    assert kernel_bits(twin, X) == kernel_bits(learner, X)
    assert learner.fit(3 * X, y).gamma == Kernel(max_iter=2).fit(3 * X, y).gamma != twin.gamma


def test_pickled_model_predicts_the_same():
    X, y = examples(4, n=31)
    for predict_with in PREDICT_WITH:
        model = trained("poly", X, y, max_iter=2, predict_with=predict_with).model
        again = pickle.loads(pickle.dumps(model))
        assert again.decision_function(X).tobytes() == model.decision_function(X).tobytes()


@every_kernel
def test_the_same_call_gives_the_same_bits(name):
    X, y = examples(4, n=31)
    assert kernel_bits(trained(name, X, y, max_iter=3), X) == kernel_bits(trained(name, X, y, max_iter=3), X)
    assert kernel_bits(trained(name, X, y, max_iter=3, random_state=1), X) != kernel_bits(
        trained(name, X, y, max_iter=3), X
    )


def small_blocks(patch, visits=7, columns=5, rows=3, predicted=40):
    """Work in small blocks: visits, columns and rows of kernel values, and kernel values held while predicting."""
    patch.setattr(kernel_scores, "VISITS_AT_ONCE", visits)
    patch.setattr(in_memory, "VISITS_AT_ONCE", 2 * visits + 1)
    patch.setattr(gram, "COLUMNS_AT_ONCE", columns)
    patch.setattr(gram, "ROWS_AT_ONCE", rows)
    patch.setattr(kernel_function, "ROWS_AT_ONCE", rows)
    patch.setattr(kernel_models, "NUMBERS_AT_ONCE", predicted)


def smallest_cache(name, n_rows, whole, least=4):
    """Room for exactly ``least`` rows of kernel values, in MB."""
    return least * n_rows * (4 if whole and name != "rbf" else 8) / 2**20


@pytest.mark.parametrize("whole", [False, True])
@few_and_many_classes
@every_kernel
def test_neither_room_nor_blocks_change_a_bit(name, n_classes, whole, monkeypatch):
    """The smallest cache that is allowed evicts lines again and again; lines are computed in small parts."""
    X, y = whole_rows(n_classes, n=26, d=6) if whole else examples(n_classes, n=26)
    multiclass = "one-vs-rest" if n_classes == 4 and whole else "argmax"
    for order, rule in (("shuffled", "pa1"), ("all-mistakes", "perceptron"), ("first-mistake", "perceptron")):
        if multiclass == "one-vs-rest" and order != "shuffled":
            continue
        own = {"rule": rule, **RULES[rule], "order": order, "max_iter": 2, "multiclass": multiclass}
        expected = kernel_bits(trained(name, X, y, **own), X)
        for least, visits, columns, rows in ((4, 7, 5, 3), (1, 1, 1, 1), (5, 26, 25, 2)):
            with monkeypatch.context() as patch:
                small_blocks(patch, visits, columns, rows)
                patch.setattr(gram, "LEAST_ROWS", least)
                learner = made(name, cache_mb=smallest_cache(name, len(y), whole, least), **own)
                rooms = watch_rooms(patch)
                assert kernel_bits(learner.fit(X, y), X) == expected
                assert rooms == [least]


def watch_rooms(patch):
    """Rooms of the caches that will be made: rows of kernel values."""
    rooms, make = [], gram.Places

    def noted(room, n_owners):
        rooms.append(room)
        return make(room, n_owners)

    patch.setattr(gram, "Places", noted)
    return rooms


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize("name", ["poly", "rbf"])
def test_the_smallest_cache_of_thirty_two_rows(name, form):
    """The real limit: 32 of 70 rows."""
    X, y = examples(4, n=70)
    own = {"max_iter": 2, "predict_with": "last"}
    expected = kernel_bits(trained(name, form(X), y, **own), X)
    least = 32 * 70 * 8 / 2**20
    assert kernel_bits(trained(name, form(X), y, cache_mb=least, **own), X) == expected


@every_prediction
def test_predictions_do_not_depend_on_the_other_rows(predict_with, monkeypatch):
    """One row at a time, and in slices of any size. Radial kernels too."""
    X, y = examples(4, n=31)
    for name in KERNELS:
        model = trained(name, X, y, max_iter=2, predict_with=predict_with).model
        whole = model.decision_function(X)
        assert np.vstack([model.decision_function(X[i : i + 1]) for i in range(len(X))]).tobytes() == whole.tobytes()
        for rows, predicted in ((2, 30), (5, 100)):
            with monkeypatch.context() as patch:
                small_blocks(patch, rows=rows, predicted=predicted)
                assert model.decision_function(X).tobytes() == whole.tobytes()


@pytest.mark.parametrize("largest", [4, 60, 3000, 10**7])
@pytest.mark.parametrize("name", ["linear", "cubic", "rbf"])
def test_whole_numbers_have_the_bits_of_floats(name, largest, monkeypatch):
    """Products by BLAS, as int32 and as float64 are those in the fixed order: CSR rows and floats never use BLAS."""
    X, y = whole_rows(4, n=30, d=9, largest=largest)
    numbers = KERNELS[name] | ({"gamma": 0.01 / largest**2} if name == "rbf" else {})
    for predict_with in ("last", "voted"):
        own = {**numbers, "max_iter": 2, "predict_with": predict_with}
        results = [kernel_bits(Kernel(**own).fit(rows, y), rows) for rows in (X, sp.csr_matrix(X))]
        with monkeypatch.context() as patch:
            patch.setattr(kernel_function, "_are_whole", lambda values: False)
            results.append(kernel_bits(Kernel(**own).fit(X, y), X))
        assert results[0] == results[2]
        assert results[1] == results[2]


def test_dense_and_sparse_parts_are_one_run():
    X, y = examples(4, n=22)
    expected = kernel_bits(made("poly").partial_fit(X, y), X)
    mixed = made("poly").partial_fit(X[:9], y[:9]).partial_fit(sp.csr_matrix(X[9:]), y[9:])
    assert kernel_bits(mixed, X) == expected
