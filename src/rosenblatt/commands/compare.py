"""Verb ``compare``: perceptrons and models of scikit-learn, cross-validated on the same splits.

The rule compares the linear model with the best mean with the best model that is not linear. Linear is enough unless
the other one is better, on the mean of the folds that both have finished, by more than one standard error of the
differences in these folds. This is a rule of thumb and not a test: folds share rows, and the best of several models
looks better than it is.
"""

import os
import statistics
from collections.abc import Callable, Iterable
from functools import partial
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.commands.comparison import Compared, Comparison, Difference
from rosenblatt.commands.shared_entries import COMPARE, ERRORS
from rosenblatt.conventions import METRICS, RULES, SCALES, TABLES
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, OptionError, TrainingOverflow, check_choice, option, subject
from rosenblatt.files.encoding.odd_columns import told
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.trained.provenance import typed_command

MAX_BYTES = 2 * 10**9  # of features; a fold needs the same amount again
SECONDS = 60.0  # default time for all folds of one model

OTHER_RULES = tuple(rule for rule in RULES if rule != "perceptron")  # each with the last weights

# Models in the order used for ties. A vote of linear models is not linear, so "votes" count as neither kind.
KINDS = {
    "averaged": "linear",
    "perceptron": "linear",
    "pocket": "linear",
    **dict.fromkeys(OTHER_RULES, "linear"),
    "linear-regression": "linear",
    "logistic-regression": "linear",
    "voted": "votes",
    "tree": "not linear",
    "k-nn": "not linear",
    "majority": "floor",
}
OURS = ("averaged", "perceptron", "pocket", *OTHER_RULES)  # the linear models that ``train`` has


@insert(COMPARE, ERRORS)
def compare(
    data: str | os.PathLike[str],
    *,
    folds: int = 5,
    seed: int = 0,
    budget: float | None = None,
    metric: str = "accuracy",
    models: Iterable[str] | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Any,
) -> Comparison:
    """Cross-validate the perceptrons with every rule, other linear models, k-NN and a tree on the same splits.

    The result answers whether a linear model is enough. It is, unless the best model that is not linear beats the best
    linear one by more than one standard error of the differences between folds.

    Parameters
    ----------
    {data, folds, seed, budget, metric, models, progress, options}

    Returns
    -------
    Comparison
        Scores and times of each model, best first, and the answer.

    Raises
    ------
    {OptionError, DataError}

    See Also
    --------
    rosenblatt.evaluate : Evaluate one model on labelled rows.
    rosenblatt.certify : Prove whether a plane separates the classes.

    Examples
    --------
    >>> import rosenblatt
    >>> comparison = rosenblatt.compare("sample:iris", models=["perceptron", "k-nn"])
    >>> [row.model for row in comparison.rows], comparison.enough
    (['k-nn', 'perceptron'], True)
    """
    chosen = _checked_models(models)
    _check_options(folds, seed, budget, metric)
    if "encoding" in options:
        raise OptionError("encoding must be left out: each fold has its own, by the rows it learns.")
    asked = Asked(chosen, int(folds), int(seed), SECONDS if budget is None else float(budget), metric)
    return _comparison(data, asked, options, progress or (lambda text: None))


class Asked(NamedTuple):
    """The checked arguments of ``compare``."""

    models: list[str]
    folds: int
    seed: int
    seconds: float
    metric: str


def _comparison(data: Any, asked: Asked, options: dict[str, Any], tell: Callable[[str], None]) -> Comparison:
    is_scale_given, scale = "scale" in options, options.pop("scale", "standard")
    check_choice("scale", scale, SCALES)
    tell("reading the data")
    reader = Reader(data, ReadOptions.of(options), given=options)
    scales_features = is_scale_given and reader.format not in TABLES
    from rosenblatt.commands import cross_validation  # imports scikit-learn

    examples = cross_validation.examples_of(reader, scales_features)
    n_folds, notes = _possible_folds(examples.y, examples.labels, asked.folds, str(reader.data))
    plan = cross_validation.Plan(asked.models, n_folds, asked.seed, asked.seconds, asked.metric, scale)
    trials, overflowed = _finished(cross_validation.cross_validated(examples, plan, tell))
    rows = tuple(sorted((_compared(name, trials[name]) for name in trials), key=lambda row: -row.mean))
    enough, difference, answer = _answer(rows)
    typed = partial(typed_command, scale=scale if scales_features else None)  # not the default there
    return Comparison(
        data=os.fspath(data),
        metric=asked.metric,
        n_rows=len(examples.y),
        n_features=examples.X.shape[1],
        n_classes=len(examples.labels),
        folds=n_folds,
        seed=asked.seed,
        scale=scale if len(examples.numbers) or scale == "unit" else "none",
        distance="Euclidean" if examples.categories is None else "Hamming",
        notes=(*told(reader.guessed), *notes, *overflowed),
        rows=rows,
        enough=enough,
        difference=difference,
        answer=answer,
        next_command=_next_command(rows, enough, asked, {"scale": scale, **options}, os.fspath(data), typed),
    )


def _finished(results: dict[str, Any]) -> tuple[dict[str, list[Any]], list[str]]:
    """Trials of the models whose weights did not overflow, and a note about each of the others."""
    trials = {name: result for name, result in results.items() if not isinstance(result, TrainingOverflow)}
    if not trials:
        raise next(iter(results.values()))
    return trials, [f"{name} is left out: its weights overflowed" for name in results if name not in trials]


def _checked_models(models: Iterable[str] | None) -> list[str]:
    """Return the names of models in the order of KINDS."""
    named = [models] if isinstance(models, str) else [*(models or ())] or [*KINDS]
    for name in named:
        if name not in KINDS:
            raise OptionError(f"{subject('models')} must be among {', '.join(KINDS)}; got {name!r}.")
    return [name for name in KINDS if name in named]


def _check_options(folds: Any, seed: Any, budget: Any, metric: Any) -> None:
    if not _is_whole(folds) or folds < 2:
        raise OptionError(f"{subject('folds')} must be a whole number, at least 2; got {folds!r}.")
    if not _is_whole(seed) or not 0 <= seed < 2**32:
        raise OptionError(f"{subject('seed')} must be a whole number from 0 to 2**32 - 1; got {seed!r}.")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int | float) or not budget > 0):
        raise OptionError(
            f"{subject('budget')} must be a positive number of seconds, or None for {SECONDS:.0f}; got {budget!r}."
        )
    check_choice("metric", metric, METRICS)


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _possible_folds(y: np.ndarray, labels: list[Any], folds: int, data: str) -> tuple[int, tuple[str, ...]]:
    """Return the number of folds, at most the size of the smallest class, and notes about it."""
    counts = np.bincount(y)
    smallest = int(counts.argmin())
    count, label = int(counts[smallest]), labels[smallest]
    if count < 2:
        raise DataError(
            f"{data} must have two rows of each class, one to learn and one to predict; of {label!r} it has one: "
            f"leave that row out, or {option('target')} names another column."
        )
    if count >= folds:
        return folds, ()
    return count, (f"{count} folds, not {folds}: there are {count} rows of {label!r}",)


def _compared(name: str, trials: list[Any]) -> Compared:
    scores, training, prediction = zip(*trials, strict=True)
    return Compared(name, KINDS[name], scores, statistics.fmean(training), statistics.fmean(prediction))


def _best(rows: Iterable[Compared], *kinds: str) -> Compared | None:
    """Return the first row of these kinds, which is the best since rows are sorted."""
    return next((row for row in rows if row.kind in kinds), None)


def _answer(rows: tuple[Compared, ...]) -> tuple[bool | None, Difference | None, str]:
    """Apply the rule at the top of this file."""
    linear, other = _best(rows, "linear"), _best(rows, "not linear")
    if linear is None or other is None:
        return (
            None,
            None,
            "No answer: the models must include a linear one and one that is not linear.",
        )
    difference = other.better_than(linear)
    if difference is None:
        slow = min(linear, other, key=lambda row: len(row.scores)).model
        return None, None, f"Undecided: {slow} had time for one fold only; a comparison needs two."
    enough = not difference.is_clear
    no, first, second, side = ("", linear, other, "not linear") if enough else ("not ", other, linear, "linear")
    apart = f"{difference.mean:+.4f} ± {difference.standard_error:.4f}".replace("-", "−")
    answer = (
        f"Linear is {no}enough: {first.model} has {first.mean:.4f}, and {second.model}, the best that is {side}, "
        f"{second.mean:.4f}; the difference over {difference.folds} folds, {apart}, is "
        f"{'not ' if enough else ''}above one standard error."
    )
    return enough, difference, answer + _floor(rows)


def _floor(rows: tuple[Compared, ...]) -> str:
    """Return a sentence if no model learned anything."""
    return " No model is clearly better than the majority class." if _none_learned(rows) else ""


def _none_learned(rows: tuple[Compared, ...]) -> bool:
    """Return True if the best model is not better than the majority class by more than one standard error."""
    best, floor = _best(rows, "linear", "not linear", "votes"), _best(rows, "floor")
    difference = best.better_than(floor) if best and floor else None
    return difference is not None and not difference.is_clear


def _next_command(
    rows: tuple[Compared, ...],
    enough: bool | None,
    asked: Asked,
    options: dict[str, Any],
    data: str,
    typed: Callable[..., str],
) -> str:
    if enough is None:
        has_both = _best(rows, "linear") and _best(rows, "not linear")
        more = f"{10 * asked.seconds:g}" if has_both else None
        return typed("compare", data, options, metric=asked.metric, budget=more)
    if _none_learned(rows) and asked.metric == "accuracy":  # classes of very different sizes hide what is learned
        return typed("compare", data, options, metric="balanced-accuracy")
    if enough:
        ours = next((row.model for row in rows if row.model in OURS), OURS[0])
        rule = {"algorithm": "perceptron", "rule": ours} if ours in OTHER_RULES else {"algorithm": ours}
        return typed("train", data, options, **rule)
    return typed_command("certify", data, {**options, "scale": "standard"})
