"""Partitions that cannot be learned from, which errors name; and odd ones that can."""

import numpy as np
import pandas as pd
import pytest
from dask import array as da
from helpers.bits import bits, examples
from helpers.clusters import report_fields, split

import rosenblatt
from rosenblatt import DataError, TrainingOverflow
from rosenblatt.dask import AveragedPerceptron, Perceptron, VotedPerceptron
from rosenblatt.dask.partitions import is_collection
from rosenblatt.learners import Averaged
from rosenblatt.learners.partitioned import fit_parts

SIZES = (20, 1, 40)
MIXING = {"max_iter": 2}
SEQUENCE = {"strategy": "sequence", "order": "given", "max_iter": 2}

pytestmark = pytest.mark.usefixtures("client")
both_strategies = pytest.mark.parametrize("how", [MIXING, SEQUENCE], ids=["mixing", "sequence"])


def put(value):
    """Function that puts a value into row 2, column 3."""

    def change(X):
        X = X.astype(np.float64)
        X[2, 3] = value
        return X

    return change


FINITE = "every value must be a finite number; got {} in row 2, column 3: replace it or leave the row out."
ROWS = {
    "width": (lambda X: X[:, 1:], "X must have 11 features, as partition 0; got 10."),
    "NaN": (put(np.nan), f"Input X contains NaN: {FINITE.format('nan')}"),
    "infinity": (put(-np.inf), f"Input X contains infinity: {FINITE.format('-inf')}"),
    "text": (lambda X: X.astype(str), "X must be real numbers; got <U32."),
    "objects": (lambda X: np.full(X.shape, "ten", object), "X must be a matrix of numbers: could not convert string"),
    "missing objects": (lambda X: np.full(X.shape, None), "Input X contains NaN"),
    "columns of text": (lambda X: pd.DataFrame(X).assign(colour="red"), "could not convert string to float: 'red'"),
    "complex": (lambda X: X.astype(complex), "X must be real numbers; got complex128."),
    "large whole numbers": (lambda X: np.full(X.shape, 2**53 + 1), "X must have whole numbers that float64 holds"),
    "one dimension": (lambda X: X[:, 0], "X must have two dimensions, rows and features; got 1."),
    "three dimensions": (lambda X: X[:, :, None], "X must have two dimensions, rows and features; got 3."),
    "a number": (lambda X: 1.0, "X must have two dimensions, rows and features; got 0."),
    "no features": (lambda X: X[:, :0], "X must have at least one row and one feature; got shape (40, 0)."),
    "one row too few": (lambda X: X[1:], "X and y must have as many rows; got 39 and 40."),
}
LABELS = {
    "NaN": (lambda y: np.full(len(y), np.nan), "Input y contains NaN."),
    "missing": (lambda y: np.full(len(y), None), "Unknown label type: unknown."),
    "another kind": (lambda y: np.arange(len(y)) % 2, "y must have labels of one kind; got 0 after 'a'."),
    "continuous": (lambda y: np.linspace(0, 1, len(y)), "Unknown label type: continuous."),
    "bytes": (lambda y: y.astype(bytes), "Support for labels represented as bytes is not supported."),
    "two columns": (lambda y: np.c_[y, y], "y should be a 1d array, got an array of shape (40, 2) instead."),
    "one too few": (lambda y: y[1:], "X and y must have as many rows; got 40 and 39."),
    "none": (lambda y: y[:0], "X and y must have as many rows; got 40 and 0."),
}
WEIGHTS = {
    "negative": (np.negative, "sample_weight must be finite and not negative; got -1.0 in row 0."),
    "NaN": (lambda weights: weights * np.nan, "sample_weight must be finite and not negative; got nan in row 0."),
    "one too few": (lambda weights: weights[1:], "sample_weight must have one number per row, 40; got shape (39,)."),
    "a column": (
        lambda weights: weights[:, None],
        "sample_weight must have one number per row, 40; got shape (40, 1).",
    ),
    "text": (
        lambda weights: ["much"] * len(weights),
        "sample_weight must be numbers: could not convert string to float",
    ),
}
WRONG = {(column, name): wrong for column, table in enumerate((ROWS, LABELS, WEIGHTS)) for name, wrong in table.items()}


@pytest.mark.parametrize(("column", "name"), WRONG)
def test_errors_name_the_partition(column, name):
    change, sentence = WRONG[column, name]
    columns = split(*examples(4), SIZES, np.ones(61))
    columns[column][2] = change(columns[column][2])
    for train in (Perceptron(**MIXING).fit, VotedPerceptron(**SEQUENCE).fit, Perceptron().partial_fit):
        by_weight = {"sample_weight": columns[2]}
        with pytest.raises(DataError) as caught:
            train(*columns[:2], **by_weight)
        told, *rest = str(caught.value).split(": ", 1)
        assert (told, len(rest)) == ("In partition 2", 1)
        if train.__name__ == "fit" or name not in ("width", "another kind"):  # partial_fit has met rows before
            assert sentence in rest[0]


def test_arrays_with_bad_rows_name_the_partition():
    """The number is that of the chunk."""
    X, y = examples(4)
    rows = da.from_array(put(np.nan)(X), chunks=(2, -1))
    with pytest.raises(DataError, match="^In partition 1: Input X contains NaN: .* in row 0, column 3"):
        Perceptron(**MIXING).fit(rows, da.from_array(y, chunks=2))


def test_labels_for_no_rows():
    X, y = examples(4)
    rows, labels = split(X, y, SIZES)
    rows[1] = rows[1][:0]
    with pytest.raises(DataError, match="^In partition 1: X and y must have as many rows; got 0 and 1.$"):
        Perceptron(**MIXING).fit(rows, labels)


@pytest.mark.compiled  # plain loops warn
def test_overflow_names_the_partition():
    X, y = examples(4)
    rows, labels = split(X.astype(np.float64), y, SIZES)
    rows[2] = rows[2] * 1e307
    for how in (MIXING, SEQUENCE):
        with pytest.raises(TrainingOverflow, match="^In partition 2: Training overflowed: scores must stay finite"):
            Perceptron(**how).fit(rows, labels)


SENTENCES = {
    "X must have at least one row; all partitions are empty.": lambda X, y, w: ([X[:0]] * 3, [y[:0]] * 3),
    "y must have at least two classes; got one class, 'a'.": lambda X, y, w: ([X] * 2, [np.full(61, "a")] * 2),
    "sample_weight must be positive for at least one row; all are zero.": lambda X, y, w: ([X], [y], [w * 0]),
}


@both_strategies
@pytest.mark.parametrize("sentence", SENTENCES)
def test_nothing_to_learn_from(sentence, how):
    with pytest.raises(DataError) as caught:
        Perceptron(**how).fit(*SENTENCES[sentence](*examples(4), np.ones(61)))
    assert str(caught.value) == sentence


def test_partial_fit_of_empty_partitions():
    X, y = examples(4)
    with pytest.raises(DataError, match="^X must have at least one row; all partitions are empty.$"):
        Perceptron().partial_fit([X[:0]], [y[:0]])


def with_empty_ones(parts):
    """Lists of parts, and empty parts among them: of the same width, of another width, and of no width."""
    rows, labels = parts
    nothing = [rows[0][:0], rows[0][:0, :3], np.empty((0, 0))]
    return [nothing[0], rows[0], *nothing, *rows[1:], nothing[2]], [
        [],
        labels[0],
        [],
        [],
        [],
        *labels[1:],
        labels[0][:0],
    ]


@pytest.mark.parametrize("mix_by", ["mistakes", "uniform"])
def test_empty_partitions_have_no_share(mix_by):
    X, y = examples(4)
    parts = split(X, y, SIZES)
    options = {"order": "given", "mix_by": mix_by, **MIXING}
    models = [AveragedPerceptron(**options).fit(*columns) for columns in (parts, with_empty_ones(parts))]
    assert bits(models[0].learner_, X) == bits(models[1].learner_, X)
    assert report_fields(models[0].report_) == report_fields(models[1].report_)
    assert models[1].score(*with_empty_ones(parts)) == models[0].score(X, y)


@pytest.mark.parametrize("estimator", [Perceptron, AveragedPerceptron, VotedPerceptron])
def test_empty_partitions_in_sequence(estimator):
    X, y = examples(4)
    local = getattr(rosenblatt, estimator.__name__)(order="given", max_iter=2).fit(X, y)
    parts = with_empty_ones(split(X, y, SIZES))
    assert bits(estimator(**SEQUENCE).fit(*parts).learner_, X) == bits(local.learner_, X)
    local = getattr(rosenblatt, estimator.__name__)().partial_fit(X, y)
    assert bits(estimator().partial_fit(*parts).learner_, X) == bits(local.learner_, X)


@both_strategies
def test_partitions_of_one_class(how):
    """They are legal if the others have another class."""
    X, y = examples(4)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    parts = split(X, y, np.unique(y, return_counts=True)[1])
    assert [len(set(labels.tolist())) for labels in parts[1]] == [1, 1, 1, 1]
    options = {"order": "shuffled", "strategy": "mixing", **how}
    model = AveragedPerceptron(**options).fit(*parts)
    strategy = options.pop("strategy")
    learner = fit_parts(Averaged(**options), list(zip(*parts, strict=True)), strategy=strategy)
    assert bits(model.learner_, X) == bits(learner, X)
    assert model.classes_.tolist() == list("abcd")
    assert model.report_.errors == np.count_nonzero(model.predict(X) != y)


def test_a_column_of_labels():
    """A column is taken as in scikit-learn, which warns about it."""
    X, y = examples(2)
    rows, labels = split(X, y[:, None], (61,))
    with pytest.warns(UserWarning, match="A column-vector y was passed"):
        model = Perceptron(**MIXING).fit(rows, labels)
    assert model.classes_.tolist() == [-1, 1]


@pytest.mark.parametrize(
    ("X", "expected"),
    [
        ([], True),
        ([np.eye(2)], True),
        ([[[1.0, 2.0]], [[3.0, 4.0]]], True),
        ([[1.0, 2.0], [3.0, 4.0]], False),
        ([1.0, 2.0], False),
        (np.eye(2), False),
    ],
    ids=str,
)
def test_lists_of_partitions_are_told_from_rows(X, expected):
    assert is_collection(X) is expected
