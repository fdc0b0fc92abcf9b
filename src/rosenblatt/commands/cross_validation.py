"""Cross-validation with scikit-learn: models to compare with, splits, and rows in the form these need.

A model learns nothing about the rows it predicts: means, spreads and replacements of missing numbers come from the
training part of each fold. This module imports scikit-learn, so ``compare`` imports it late.
"""

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, LabelBinarizer, MaxAbsScaler, Normalizer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from rosenblatt import estimators
from rosenblatt.conventions import ALGORITHMS, RULES
from rosenblatt.data.blocks import all_rows, radius_of
from rosenblatt.data.chunks import Chunk, joined, matrix_of
from rosenblatt.data.labels import encode
from rosenblatt.errors import DataError, RosenblattError, TrainingOverflow, option
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.files.readers import Reader
from rosenblatt.trained.evaluation import Evaluation

MAX_BYTES = 2 * 10**9  # of features; a fold needs the same amount again
NEIGHBOURS = 5
SCALERS = {"standard": StandardScaler, "maxabs": MaxAbsScaler}
FAMILY = {
    **{name: getattr(estimators, known.estimator) for name, known in ALGORITHMS.items() if name != "kernel"},
    **{rule: partial(estimators.Perceptron, rule=rule) for rule in RULES if rule != "perceptron"},
}


class Examples(NamedTuple):
    """Rows of a file. Numbers of tables are not scaled yet, and NaN marks values to be replaced by a mean."""

    X: Any
    y: np.ndarray  # numbers of classes
    labels: list[Any]
    numbers: np.ndarray  # the features that are numbers to scale
    categories: list[int] | None  # number of categories per column, if all columns are categories
    has_gaps: bool  # NaN may occur


class Plan(NamedTuple):
    """Models to compare, and the settings of the comparison."""

    models: list[str]
    folds: int
    seed: int
    budget: float
    metric: str
    scale: str


class Fold(NamedTuple):
    """Rows to train on and rows to predict, encoded by the training rows alone. Labels are class codes."""

    X: Any
    y: np.ndarray
    others: Any
    truth: np.ndarray


class Trial(NamedTuple):
    """Result of one model on one fold."""

    score: float
    training_seconds: float
    prediction_seconds: float


def examples_of(reader: Reader, scales_features: bool = False) -> Examples:
    """Read all rows of a file into memory. scales_features: also scale the features of files that are not tables."""
    encoding = table_encoding(reader.encoding)
    has_gaps = encoding is not None and reader.options.missing == "mean"
    if has_gaps:  # filled with the mean of each training part, not of the file
        unknown = encoding.scaling._replace(mean=np.full_like(encoding.scaling.mean, np.nan))
        reader.encoding = replace(encoding, scaling=unknown)
    whole = joined(_bounded(reader))
    if whole.labels is None:
        raise DataError(f"{reader.data} must have labels to compare by: {option('labels')} names a file of them.")
    if encoding is None:
        radius_of(whole.block, all_rows(whole.block))  # a DataError where a number is not finite; tables were checked
    labels, y = encode(whole.labels)
    if len(labels) < 2:
        raise DataError(f"{reader.data} must have rows of two classes or more; all are {labels.tolist()[0]!r}.")
    numbers = np.arange(whole.block.n_features if scales_features else 0)
    if encoding is not None:
        numbers = encoding._numbers()
    return Examples(matrix_of(whole.block), y, labels.tolist(), numbers, _category_counts(encoding), has_gaps)


def _bounded(reader: Reader) -> list[Chunk]:
    """Read the rows of a file, or raise a DataError as soon as there are too many."""
    chunks, size = [], 0
    for chunk in reader.chunks():
        chunks.append(chunk)
        size += chunk.block.n_bytes
        if size > MAX_BYTES:
            raise DataError(
                f"{reader.data} must have at most {MAX_BYTES / 1e9:g} GB of features to be compared in memory; it has "
                "more: compare a part of its rows, and train on all of them."
            )
    return chunks


def _category_counts(encoding: Any) -> list[int] | None:
    if encoding is None or any(column.name not in encoding.categories for column in encoding.schema.features):
        return None
    return [len(encoding.categories[column.name]) for column in encoding.schema.features]


def cross_validated(
    examples: Examples, plan: Plan, progress: Callable[[str], None]
) -> dict[str, list[Trial] | TrainingOverflow]:
    """Run every model on one fold after another until its time is up.

    A model whose weights overflow has the error in place of its trials: the rules "pa" and "pa2" can diverge.
    """
    all_sparse = issparse(examples.X) and len(examples.numbers) == examples.X.shape[1]
    encoder = new_encoder(examples.numbers, plan.scale, examples.has_gaps, all_sparse)
    results: dict[str, list[Trial] | TrainingOverflow] = {name: [] for name in plan.models}
    used = dict.fromkeys(plan.models, 0.0)
    for number, fold in enumerate(encoded_folds(examples.X, examples.y, plan.folds, plan.seed, encoder), 1):
        if number == 1:
            warm_up(plan.models, fold, examples.categories)
        for name, trials in results.items():
            if isinstance(trials, TrainingOverflow) or used[name] >= plan.budget:
                continue
            progress(f"fold {number} of {plan.folds}: {name}")
            model = new_model(name, plan.seed, len(fold.y), examples.categories)
            try:
                trials.append(tried(name, model, fold, plan.metric))
            except TrainingOverflow as error:
                results[name] = error
                continue
            used[name] += trials[-1].training_seconds + trials[-1].prediction_seconds
    return results


def encoded_folds(X: Any, y: np.ndarray, folds: int, seed: int, encoder: Any) -> Iterator[Fold]:
    """Yield stratified folds one after another."""
    splits = StratifiedKFold(folds, shuffle=True, random_state=seed).split(np.zeros(len(y)), y)
    for here, there in splits:
        part, others = X[here], X[there]
        if encoder is not None:
            part = encoder.fit_transform(part)
            others = encoder.transform(others)
        yield Fold(part, y[here], others, y[there])


def tried(name: str, model: Any, fold: Fold, metric: str) -> Trial:
    """Train on one part of a fold and predict the other. A DataError names the model that cannot."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", RuntimeWarning)  # of numpy, where numbers are very large
        try:
            began = time.perf_counter()
            model.fit(fold.X, fold.y)
            learned = time.perf_counter()
            if (
                name in FAMILY and model.report_.reason == "interrupted"
            ):  # our own learners end training on Ctrl-C without raising
                raise KeyboardInterrupt
            predicted = model.predict(fold.others)
            ended = time.perf_counter()
        except RosenblattError:
            raise
        except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
            reason = str(error).strip().partition("\n")[0].rstrip(".")
            raise DataError(f"{name} cannot be compared on these rows: {reason}; leave it out of models.") from error
    evaluation = Evaluation(np.unique(fold.y))
    evaluation.add(fold.truth, predicted)
    return Trial(evaluation.metric(metric), learned - began, ended - learned)


def warm_up(models: list[str], fold: Fold, categories: Sequence[int] | None) -> None:
    """Train each model on one row per class before timing: loops are compiled and libraries loaded."""
    _, first = np.unique(fold.y, return_index=True)
    few = Fold(fold.X[first], fold.y[first], fold.X[first], fold.y[first])
    for name in models:
        with suppress(TrainingOverflow):
            tried(name, new_model(name, 0, len(first), categories), few, "accuracy")


def new_encoder(numbers: np.ndarray, scale: str, fill: bool, all_sparse: bool = False) -> Any:
    """Return the transformer fitted on training rows and applied to both parts of a fold; None if nothing is to be
    done.

    numbers: the columns to scale.
    fill: NaN marks missing values in them, to be replaced by their mean.
    all_sparse: all columns are scaled and stay sparse, so they are not centred.
    """
    if all_sparse and scale in SCALERS:
        return StandardScaler(with_mean=False) if scale == "standard" else MaxAbsScaler()
    steps: list[Any] = [FunctionTransformer(_dense, accept_sparse=True)]
    if fill:
        steps.append(SimpleImputer(keep_empty_features=True))
    if scale in SCALERS:
        steps.append(SCALERS[scale]())
    whole = [Normalizer()] if scale == "unit" else []
    if len(numbers) and len(steps) > 1:  # rows that are sparse stay so: numbers are few among their columns
        columns = [("numbers", make_pipeline(*steps), numbers)]
        whole.insert(0, ColumnTransformer(columns, remainder="passthrough", sparse_threshold=1.0))
    return make_pipeline(*whole) if whole else None


def new_model(name: str, seed: int, n_rows: int, categories: Sequence[int] | None) -> Any:
    """Return an untrained model for ``n_rows`` training rows.

    categories: number of categories per column, if every column is a category with one feature; else None.
    """
    if name in FAMILY:
        return FAMILY[name](random_state=seed)
    if (
        name == "linear-regression"
    ):  # least squares on labels of ±1, with one column per class if there are more than two
        return TransformedTargetRegressor(
            LinearRegression(), transformer=LabelBinarizer(neg_label=-1), check_inverse=False
        )
    if name == "logistic-regression":
        return LogisticRegression(max_iter=1000)
    if name == "tree":
        return DecisionTreeClassifier(random_state=seed)
    if name == "k-nn":
        neighbours = min(NEIGHBOURS, n_rows)
        if categories is None:
            return KNeighborsClassifier(neighbours)
        nearest = KNeighborsClassifier(neighbours, metric="hamming", algorithm="brute")
        return make_pipeline(FunctionTransformer(_codes(categories), accept_sparse=True), nearest)
    return DummyClassifier(strategy="most_frequent")


def _codes(categories: Sequence[int]) -> Callable[[Any], np.ndarray]:
    """Convert one-hot features back to one number per column: 1 for the first category, 0 for no category."""
    codes = np.concatenate([np.arange(1, count + 1) for count in categories])
    columns = np.repeat(np.arange(len(categories)), categories)
    numbering = csr_array((codes, (np.arange(len(codes)), columns)), shape=(len(codes), len(categories)))
    return lambda X: _dense((X != 0).astype(np.int64) @ numbering)


def _dense(X: Any) -> np.ndarray:
    return np.asarray(X.toarray() if issparse(X) else X)
