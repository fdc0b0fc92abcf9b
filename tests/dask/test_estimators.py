"""Estimators on a cluster: the collections that they take, their parameters, and scikit-learn's tools."""

import copy
import pickle

import dask
import numpy as np
import pandas as pd
import pytest
from dask import array as da, dataframe as dd
from helpers.bits import bits, examples
from helpers.clusters import chunked, cluster_of_threads, report_fields, split
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import rosenblatt
from rosenblatt import DataError, OptionError
from rosenblatt.dask import AveragedPerceptron, Perceptron, VotedPerceptron

SIZES = (20, 1, 40)
NAMES = [f"feature {number}" for number in range(11)]
LOCAL = {
    Perceptron: rosenblatt.Perceptron,
    AveragedPerceptron: rosenblatt.AveragedPerceptron,
    VotedPerceptron: rosenblatt.VotedPerceptron,
}

pytestmark = pytest.mark.usefixtures("client")


@pytest.fixture
def rows():
    return examples(4)


def in_sequence():
    return Perceptron(strategy="sequence", order="given", max_iter=2)


def assert_is_one_machine(model, X, y):
    local = rosenblatt.Perceptron(order="given", max_iter=2).fit(X, y)
    assert bits(model.learner_, X) == bits(local.learner_, X)
    assert model.n_features_in_ == X.shape[1]


def framed(X, y):
    """Rows and labels as a dask data frame in three partitions."""
    table = pd.DataFrame(X, columns=NAMES).assign(label=y)
    frame = dd.from_pandas(table, npartitions=3)
    return frame[NAMES], frame["label"]


def each(*functions):
    """Function that applies these to the parts of the rows and of the labels."""
    return lambda X, y, client: [
        [function(part) for part in parts] for function, parts in zip(functions, split(X, y, SIZES), strict=True)
    ]


def unknown_sizes(X, y, client):
    return [column[da.ones(61, chunks=20, dtype=bool)] for column in chunked(X, y, (20, 20, 20, 1))]


def scattered(X, y, client):
    return [client.scatter(parts, hash=False) for parts in split(X, y, SIZES)]


COLLECTIONS = {
    "arrays": lambda X, y, client: chunked(X, y, SIZES),
    "labels in other chunks": lambda X, y, client: (chunked(X, y, SIZES)[0], da.from_array(y, chunks=7)),
    "arrays of unknown size": unknown_sizes,
    "data frames": lambda X, y, client: framed(X, y),
    "delayed": each(dask.delayed, dask.delayed),
    "futures": scattered,
    "plain arrays": each(np.asarray, np.asarray),
    "lists of rows": each(np.ndarray.tolist, np.ndarray.tolist),
    "tables of pandas": each(pd.DataFrame, pd.Series),
    "arrays and delayed": each(np.asarray, dask.delayed),
    "tuples": lambda X, y, client: map(tuple, split(X, y, SIZES)),
    "array and list": lambda X, y, client: (chunked(X, y, SIZES)[0], split(X, y, SIZES)[1]),
}


@pytest.mark.parametrize("kind", COLLECTIONS)
def test_collections(kind, rows, client):
    X, y = rows
    collections = list(COLLECTIONS[kind](X, y, client))
    model = in_sequence()
    assert model.fit(*collections) is model
    assert_is_one_machine(model, X, y)
    assert model.score(*collections) == np.mean(model.learner_.model.predict(X) == y)


def test_names_of_features(rows):
    X, y = rows
    model = in_sequence().fit(*framed(X, y))
    assert model.feature_names_in_.tolist() == NAMES
    predicted = model.to_local().predict(pd.DataFrame(X, columns=NAMES))
    assert predicted.tolist() == model.predict(framed(X, y)[0]).compute().tolist()
    model.fit(*chunked(X, y, SIZES))
    assert not hasattr(model, "feature_names_in_")
    assert Perceptron().partial_fit(*framed(X, y)).feature_names_in_.tolist() == NAMES


def test_columns_in_another_order(rows):
    """They are refused, as on one machine."""
    features, labels = framed(*rows)
    model = in_sequence().fit(features, labels)
    turned = features[NAMES[::-1]]
    for call in (model.predict, model.decision_function):
        with pytest.raises(DataError, match="^The feature names should match those that were passed during fit"):
            call(turned)
    for call in (model.score, model.partial_fit):
        with pytest.raises(DataError, match="^The feature names should match those that were passed during fit"):
            call(turned, labels)


KINDS = "a dask array, a dask data frame or a list of partitions"
FROM_ROWS = "dask.array.from_array makes partitions, and the estimators of rosenblatt take rows in memory"
WRONG_COLLECTIONS = {
    "y must have as many partitions as X, 3; it has 2: repartition it.": lambda X, y: (X, y[:2]),
    "y must have at least one partition; it has none.": lambda X, y: (X, []),
    "X must have at least one partition; it has none.": lambda X, y: ([], []),
    f"X must be {KINDS}; got ndarray: {FROM_ROWS}.": lambda X, y: (X[0], y[0]),
    f"y must be {KINDS}; got ndarray: {FROM_ROWS}.": lambda X, y: (X, y[0]),
    "Perceptron requires y to be passed, but the target y is None.": lambda X, y: (X, None),
    "sample_weight must have as many partitions as X, 3; it has 1: repartition it.": lambda X, y: (X, y, [[1.0]]),
    f"sample_weight must be {KINDS}; got float: {FROM_ROWS}.": lambda X, y: (
        X,
        y,
        1.0,
    ),
}


@pytest.mark.parametrize("sentence", WRONG_COLLECTIONS)
def test_wrong_collections(sentence, rows):
    with pytest.raises(DataError) as caught:
        Perceptron().fit(*WRONG_COLLECTIONS[sentence](*split(*rows, SIZES)))
    assert str(caught.value) == sentence


def test_labels_in_other_chunks_of_unknown_size(rows):
    X, y = rows
    labels = da.from_array(y, chunks=31)
    with pytest.raises(DataError, match="^y must have as many partitions as X, 3; it has 2: repartition it.$"):
        Perceptron().fit(chunked(X, y, SIZES)[0], labels[labels != "nothing"])


GIVEN = "order must be given for the strategy 'sequence'; got 'shuffled': order='given' visits partition "
WRONG_OPTIONS = {
    GIVEN + "after partition.": Perceptron(strategy="sequence"),
    GIVEN.replace("shuffled", "shuffled-once") + "after partition.": VotedPerceptron(order="shuffled-once"),
    "order must be shuffled or shuffled-once or given for the strategy 'mixing'; got 'all-mistakes'.": Perceptron(
        order="all-mistakes"
    ),
    "algorithm must be perceptron, averaged for the strategy 'mixing'; got voted: strategy='sequence' takes it.": (
        VotedPerceptron(strategy="mixing")
    ),
    "strategy must be one of 'mixing', 'sequence'; got 'vote'.": Perceptron(strategy="vote"),
    "mix_by must be one of 'mistakes', 'uniform'; got None.": Perceptron(mix_by=None),
    "then_sequence must be a whole number, at least 0; got -1.": Perceptron(then_sequence=-1),
    "then_sequence must be a whole number, at least 0; got True.": Perceptron(then_sequence=True),
    "then_sequence must be 0 for the strategy 'sequence'; got 2: max_iter= says how many passes there are.": Perceptron(
        strategy="sequence", order="given", then_sequence=2
    ),
    "early_stopping must be False on a cluster; got True.": Perceptron(early_stopping=True),
    "warm_start must be False on a cluster; got True.": AveragedPerceptron(warm_start=True),
    "certify_when_stalled must be False on a cluster; got True.": VotedPerceptron(certify_when_stalled=True),
    "max_iter must be a whole number, at least 1; got 0.": Perceptron(max_iter=0),
    "client must be a distributed.Client or None; got 'tcp://10.0.0.1:8786'.": Perceptron(client="tcp://10.0.0.1:8786"),
}


@pytest.mark.parametrize("sentence", WRONG_OPTIONS)
def test_wrong_options(sentence, rows):
    with pytest.raises(OptionError) as caught:
        WRONG_OPTIONS[sentence].fit(*split(*rows, SIZES))
    assert str(caught.value) == sentence


def test_parameters_are_those_of_one_machine_and_of_the_cluster():
    for estimator, local in LOCAL.items():
        own, others = estimator().get_params(), local().get_params()
        assert {"client", "strategy", "mix_by", "then_sequence"} <= set(own) - set(others)
        assert set(others) <= set(own)
        with pytest.raises(TypeError, match="unexpected keyword argument 'no_such'"):
            estimator(no_such=1)
    changed = {name for name, value in others.items() if own[name] != value}
    assert (changed, own["order"], own["strategy"]) == ({"order"}, "given", "sequence")


@pytest.mark.parametrize("estimator", LOCAL)
def test_the_local_estimator(estimator, rows):
    """It has the same parameters, report and predictions, and needs no cluster."""
    X, y = rows
    with cluster_of_threads(set_as_default=False) as cluster:
        options = {"strategy": "sequence", "order": "given", "max_iter": 2, "eta0": 0.5}
        model = estimator(client=cluster, **options).fit(*split(X, y, SIZES))
    local = model.to_local()
    assert type(local) is LOCAL[estimator]
    assert local.get_params() == LOCAL[estimator](order="given", max_iter=2, eta0=0.5).get_params()
    assert local.predict(X).tolist() == model.predict(X).tolist()
    assert local.decision_function(X).tobytes() == model.decision_function(X).tobytes()
    assert report_fields(local.report_) == report_fields(model.report_)
    assert (local.classes_.tolist(), local.n_iter_, local.n_features_in_) == (list("abcd"), 2, 11)
    if estimator is not VotedPerceptron:
        assert local.coef_.tobytes() == model.coef_.tobytes()
        assert local.intercept_.tobytes() == model.intercept_.tobytes()
    assert b"rosenblatt.dask" not in pickle.dumps(local)
    with pytest.raises(NotFittedError):
        estimator().to_local()


def test_the_local_estimator_trains_by_itself(rows):
    X, y = rows
    model = AveragedPerceptron(max_iter=2).fit(*split(X, y, SIZES))
    before = bits(model.learner_, X)
    assert model.to_local().partial_fit(X, y).t_ == 3 * 61 + 1
    assert model.t_ == 2 * 61 + 1
    assert bits(model.learner_, X) == before


def test_copies_and_the_client(client, rows):
    """Clones share the client; pickled and copied estimators have none."""
    X, y = rows
    model = Perceptron(client=client, max_iter=2).fit(*split(X, y, SIZES))
    assert model.get_params()["client"] is client
    twin = clone(model)
    assert (twin.client is client, twin.max_iter, hasattr(twin, "learner_")) == (True, 2, False)
    for other in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert (other.client, other.client_ is client) == (None, True)
        assert bits(other.learner_, X) == bits(model.learner_, X)
    assert model.client is client


def test_tools_of_scikit_learn(client, rows):
    X, y = rows
    model = Perceptron(client=client)
    pipeline = clone(make_pipeline("passthrough", model))
    assert pipeline[-1] is not model
    assert pipeline[-1].client is client
    pipeline.set_params(perceptron__max_iter=2).fit(*chunked(X, y, SIZES))
    assert pipeline.predict(X).tolist() == clone(pipeline[-1]).fit(*chunked(X, y, SIZES)).predict(X).tolist()
    search = clone(GridSearchCV(model, {"mix_by": ["mistakes", "uniform"]}))
    assert search.estimator.client is client
    assert clone(search.estimator).set_params(mix_by="uniform").get_params()["mix_by"] == "uniform"


@pytest.mark.parametrize("fit", [Perceptron.fit, Perceptron.partial_fit])
def test_a_call_that_fails_changes_nothing(fit, rows):
    X, y = rows
    model = Perceptron(max_iter=2).fit(*split(X, y, SIZES))
    held, expected = dict(vars(model)), bits(model.learner_, X)
    wrong = X.copy()
    wrong[50, 3] = np.nan
    with pytest.raises(DataError, match="^In partition 2: Input X contains NaN"):
        fit(model, *split(wrong, y, SIZES))
    assert vars(model) == held
    assert bits(model.learner_, X) == expected
    never = Perceptron()
    with pytest.raises(DataError):
        fit(never, *split(wrong, y, SIZES))
    assert not hasattr(never, "learner_")


def test_the_report(rows):
    X, y = rows
    model = Perceptron(max_iter=3, then_sequence=1)
    with pytest.warns(ConvergenceWarning, match="did not converge"):
        model.fit(*chunked(X, y, SIZES))
    report = model.report_
    assert (report.reason, report.n_epochs, model.n_iter_, model.t_) == ("max_iter", 4, 4, 4 * 61 + 1)
    assert (report.n_rows, report.n_examples) == (61, 4 * 61)
    assert report.errors == np.count_nonzero(model.predict(X) != y)
    assert report.first_pass_errors == report.mistakes_per_epoch[0]
    assert report.mixed_mistakes == sum(report.mixed_mistakes_per_epoch)
    assert report.mixed_mistakes_per_epoch[-1] == report.mistakes_per_epoch[-1]  # the one in sequence
    assert report.mixed_mistakes < report.n_mistakes
    assert report.to_dict()["mixed_mistakes_per_epoch"] == report.mixed_mistakes_per_epoch
    assert " partitions by its share of the mixed weights" in str(report)


def test_balanced_classes(rows):
    """Classes are counted over all partitions."""
    X, y = rows
    counts = dict(zip(*np.unique(y, return_counts=True), strict=True))
    by_hand = {label: 61 / (4 * count) for label, count in counts.items()}
    for name, order in (("mixing", "shuffled"), ("sequence", "given")):
        models = [
            AveragedPerceptron(strategy=name, order=order, class_weight=weight, max_iter=2).fit(*split(X, y, SIZES))
            for weight in ("balanced", by_hand)
        ]
        assert bits(models[0].learner_, X) == bits(models[1].learner_, X)


@pytest.mark.parametrize("mix_by", ["mistakes", "uniform"])
def test_separable_rows(mix_by):
    """Training converges within the mistake bound, also if some partitions have one class only."""
    X, y, _ = rosenblatt.sample("setosa")
    certificate = rosenblatt.certify(X, y)
    for sizes in ((20, 20, 20, 90), (75, 75)):
        rows, labels = chunked(X, y, sizes, storage="sparse")
        model = Perceptron(mix_by=mix_by).fit(rows, labels)
        assert (model.report_.reason, model.report_.errors) == ("converged", 0)
        assert (model.predict(rows).compute() == y).all()
        theorem = model.report_.theorem(certificate)
        assert theorem.voided_by == ()
        assert theorem.mixed_mistakes == model.report_.mixed_mistakes <= theorem.bound == certificate.mistake_bound
        assert f"{theorem.mixed_mistakes:,.1f} mixed, at most" in str(theorem)
