"""Equalities of the estimators on a cluster, bit for bit: with one machine, and for every number of workers."""

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.bits import bits, examples
from helpers.clusters import chunked, cluster_of_threads, report_fields, split

import rosenblatt
import rosenblatt.dask
from rosenblatt import learners
from rosenblatt.learners.partitioned import fit_parts

ESTIMATORS = ("Perceptron", "AveragedPerceptron", "VotedPerceptron")
MIXED = {"Perceptron": learners.Perceptron, "AveragedPerceptron": learners.Averaged}
RULES = {"margin": {"margin": 0.75}, "normalized": {}, "pa": {}, "pa1": {"C": 0.3}, "pa2": {"C": 0.7}}
SEQUENCE = {"strategy": "sequence", "order": "given", "max_iter": 2}
CHUNKS = ((61,), (20, 1, 40), (15, 16, 0, 30))
SEVEN = (13, 4, 9, 9, 1, 0, 25)  # more than are mixed at a time
WEIGHTS = np.random.default_rng(5).choice([0.0, 0.1, 1.0, 3.7], 61)

pytestmark = pytest.mark.usefixtures("client")
few_and_many_classes = pytest.mark.parametrize("n_classes", [2, 4])


def outcome(estimator, X):
    """Bits and report of an estimator."""
    return bits(estimator.learner_, X), report_fields(estimator.report_)


def on_one_machine(name, X, y, weights=None, **options):
    return outcome(getattr(rosenblatt, name)(**options).fit(X, y, sample_weight=weights), X)


def assert_sequence_is_one_machine(name, X, y, sizes=(20, 1, 40), weights=None, storage="dense", **options):
    """Train in sequence, and on one machine: bit for bit the same."""
    model = getattr(rosenblatt.dask, name)(**SEQUENCE, **options)
    model.fit(*chunked(X, y, sizes, weights, storage))
    assert outcome(model, X) == on_one_machine(name, X, y, weights, order="given", max_iter=2, **options)


@few_and_many_classes
@pytest.mark.parametrize("storage", ["dense", "sparse"])
@pytest.mark.parametrize("name", ESTIMATORS)
def test_sequence_is_one_machine(name, storage, n_classes):
    """From every storage, for every cut into chunks."""
    X, y = examples(n_classes)
    for sizes in CHUNKS if storage == "dense" else CHUNKS[-1:]:
        assert_sequence_is_one_machine(name, X, y, sizes, storage=storage)


@few_and_many_classes
@pytest.mark.parametrize("name", ESTIMATORS)
def test_sequence_is_one_machine_with_late_classes_and_weights(name, n_classes):
    X, y = examples(n_classes)
    late = np.argsort(y, kind="stable")[::-1]
    assert_sequence_is_one_machine(name, X[late], y[late])
    never = np.where(y == np.unique(y)[-1], 0.0, 0.7)  # the last class is never visited
    for weights in (WEIGHTS, never):
        assert_sequence_is_one_machine(name, X, y, weights=weights)


@pytest.mark.parametrize("rule", RULES)
def test_sequence_is_one_machine_under_every_rule(rule):
    for name, n_classes in (("AveragedPerceptron", 2), ("VotedPerceptron", 4)):
        X, y = examples(n_classes)
        assert_sequence_is_one_machine(name, X, y, weights=WEIGHTS, rule=rule, **RULES[rule])


@pytest.mark.parametrize("name", ESTIMATORS)
def test_sequence_is_one_machine_under_other_options(name):
    X, y = examples(4)
    for options in (
        {"multiclass": "one-vs-rest"},
        {"at_zero": "negative", "class_weight": {"a": 2.0, "b": 0.0}},
        {"fit_intercept": False, "eta0": 0.3, "class_weight": "balanced"},
    ):
        assert_sequence_is_one_machine(name, X, y, weights=WEIGHTS, **options)


def test_sequence_is_one_machine_until_it_converges():
    X, y, _ = rosenblatt.sample("setosa")
    model = rosenblatt.dask.Perceptron(strategy="sequence", order="given").fit(*split(X, y, (40, 110)))
    assert outcome(model, X) == on_one_machine("Perceptron", X, y, order="given")
    assert model.report_.reason == "converged"


def test_partitions_may_be_dense_and_sparse():
    X, y = examples(4)
    rows, labels = split(X, y, (20, 1, 40))
    for storages in ((np.asarray, sp.csr_matrix, sp.csc_array), (sp.coo_array, np.float64, np.float32)):
        stored = [store(part) for store, part in zip(storages, rows, strict=True)]
        model = rosenblatt.dask.AveragedPerceptron(**SEQUENCE).fit(stored, labels)
        assert outcome(model, X) == on_one_machine("AveragedPerceptron", X, y, order="given", max_iter=2)


@few_and_many_classes
@pytest.mark.parametrize("order", ["given", "shuffled", "shuffled-once"])
@pytest.mark.parametrize("name", MIXED)
def test_mixing_of_one_partition_is_one_machine(name, order, n_classes):
    X, y = examples(n_classes)
    options = {"order": order, "max_iter": 3, "random_state": 7}
    model = getattr(rosenblatt.dask, name)(**options).fit(*chunked(X, y, (61,), WEIGHTS))
    assert outcome(model, X) == on_one_machine(name, X, y, WEIGHTS, **options)


def mixed_in_this_process(name, parts, then_sequence=0, mix_by="mistakes", **options):
    return fit_parts(MIXED[name](**options), parts, mix_by=mix_by, then_sequence=then_sequence)


MIXINGS = {
    "plain": {},
    "uniform": {"mix_by": "uniform", "order": "shuffled-once"},
    "in sequence at the end": {"then_sequence": 2},
    "balanced": {"class_weight": "balanced", "order": "given"},
    "one against the rest": {"multiclass": "one-vs-rest"},
    "margin": {"rule": "margin", "margin": 0.5, "then_sequence": 1},
}


@pytest.mark.parametrize("how", MIXINGS)
@pytest.mark.parametrize("name", MIXED)
def test_mixing_is_that_of_one_process(name, how):
    X, y = examples(4)
    columns = split(X, y, SEVEN, WEIGHTS)
    options = {"max_iter": 3, **MIXINGS[how]}
    learner = mixed_in_this_process(name, list(zip(*columns, strict=True)), **options)
    model = getattr(rosenblatt.dask, name)(**options).fit(*columns)
    assert bits(model.learner_, X) == bits(learner, X)
    assert report_fields(model.report_) == report_fields(learner.report)
    assert len(model.report_.mixed_mistakes_per_epoch) == 3 + options.get("then_sequence", 0)


@pytest.mark.parametrize(("n_workers", "threads"), [(1, 1), (1, 4), (3, 1), (2, 2)])
def test_mixing_is_the_same_for_every_number_of_workers_and_threads(n_workers, threads):
    X, y = examples(4)
    columns = split(X, y, SEVEN)
    expected = mixed_in_this_process("AveragedPerceptron", list(zip(*columns, strict=True)), max_iter=4)
    with cluster_of_threads(n_workers, threads, set_as_default=False) as cluster:
        model = rosenblatt.dask.AveragedPerceptron(client=cluster, max_iter=4).fit(*columns)
    assert bits(model.learner_, X) == bits(expected, X)
    assert report_fields(model.report_) == report_fields(expected.report)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_partial_fit_is_that_of_one_machine(name):
    """In collections and in plain arrays, one after the other."""
    X, y = examples(4)
    rows, labels, weights = chunked(X, y, (20, 0, 41), WEIGHTS)
    model = getattr(rosenblatt.dask, name)()
    local = getattr(rosenblatt, name)()
    assert model.partial_fit(rows, labels, sample_weight=weights) is model
    local.partial_fit(X, y, sample_weight=WEIGHTS)
    assert outcome(model, X) == outcome(local, X)
    model.partial_fit(X[:9], y[:9])
    local.partial_fit(X[:9], y[:9])
    assert outcome(model, X) == outcome(local, X)
    model.partial_fit(*split(X, y, (1, 60)))
    local.partial_fit(X, y)
    assert outcome(model, X) == outcome(local, X)


def test_partial_fit_knows_classes_before_they_come():
    X, y = examples(2)
    classes = [-1, 1, 7]
    model = rosenblatt.dask.Perceptron().partial_fit(*chunked(X, y, (30, 31)), classes=classes)
    local = rosenblatt.Perceptron().partial_fit(X, y, classes=classes)
    assert model.classes_.tolist() == classes
    assert outcome(model, X) == outcome(local, X)
