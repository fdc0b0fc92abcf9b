"""Verb ``compare``: perceptrons and models of scikit-learn, cross-validated on the same splits.

The rule compares the linear model with the best mean with the best model that is not linear. Linear is enough unless
the other one is better, on the mean of the folds that both have finished, by more than one standard error of the
differences in these folds. This is a rule of thumb and not a test: folds share rows, and the best of several models
looks better than it is.
"""

import math
import os
import statistics
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from functools import partial
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.conventions import METRICS, SCALES, TABLES
from rosenblatt.display import in_columns, in_html, notebook, paragraph, table
from rosenblatt.errors import DataError, OptionError, check_choice, option, subject
from rosenblatt.files.encoding.odd_columns import told
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.trained.provenance import typed_command

MAX_BYTES = 2 * 10**9  # of features; a fold needs the same amount again
SECONDS = 60.0  # default time for all folds of one model

# Models in the order used for ties. A vote of linear models is not linear, so "votes" count as neither kind.
KINDS = {
    "averaged": "linear",
    "perceptron": "linear",
    "pocket": "linear",
    "linear-regression": "linear",
    "logistic-regression": "linear",
    "voted": "votes",
    "tree": "not linear",
    "k-nn": "not linear",
    "majority": "floor",
}
OURS = ("averaged", "perceptron", "pocket")  # the linear models that ``train`` has
HEADER = ("model", "kind", "mean", "±", "train s", "predict s", "")
SIDES = "<<>>>><"  # alignment of the columns
SCALED = {
    "standard": "numbers standardised by the training part of each fold",
    "maxabs": "numbers over the largest of the training part of each fold",
    "unit": "rows of length 1",
    "none": "as read",
}


class Difference(NamedTuple):
    """Difference in score between two models, over the folds that both have finished."""

    model: str
    other: str
    mean: float
    standard_error: float
    folds: int

    @property
    def is_clear(self) -> bool:
        """Return True if the difference exceeds one standard error. With a single fold it never does."""
        at_one = math.isclose(self.mean, self.standard_error, rel_tol=1e-9)
        return self.mean > self.standard_error and not at_one


@dataclass(frozen=True)
class Compared:
    """Scores of one model, one per finished fold, and its mean seconds per fold."""

    model: str
    kind: str
    scores: tuple[float, ...]
    training_seconds: float
    prediction_seconds: float

    @property
    def mean(self) -> float:
        return statistics.fmean(self.scores)

    @property
    def std(self) -> float | None:
        """Sample standard deviation of the scores; None for a single fold."""
        return statistics.stdev(self.scores) if len(self.scores) > 1 else None

    def better_than(self, other: "Compared") -> Difference | None:
        """Return the difference to another model; None if fewer than two folds were finished by both."""
        apart = [mine - its for mine, its in zip(self.scores, other.scores, strict=False)]
        if len(apart) < 2:
            return None
        error = statistics.stdev(apart) / math.sqrt(len(apart))
        return Difference(self.model, other.model, statistics.fmean(apart), error, len(apart))


@dataclass(frozen=True)
class Comparison:
    """How well each model predicts rows it has not seen, the best first.

    enough: whether linear is enough, by the rule of this module; None where that is undecided.
    difference: the best model that is not linear against the best that is; None without two folds of both.
    answer: the same as a sentence. next_command: what to type next.
    """

    data: str
    metric: str
    n_rows: int
    n_features: int
    n_classes: int
    folds: int
    seed: int
    scale: str
    distance: str
    notes: tuple[str, ...]
    rows: tuple[Compared, ...]
    enough: bool | None
    difference: Difference | None
    answer: str
    next_command: str

    def lines(self) -> list[tuple[str, str]]:
        """What was compared and how, and the answer, as pairs of a name and a text."""
        size = f"{self.n_rows:,} rows, {self.n_features:,} features, {self.n_classes:,} classes"
        return [
            ("data", f"{self.data}: {size}"),
            ("folds", f"{self.folds}, stratified, the same for every model; seed {self.seed}"),
            ("features", SCALED[self.scale]),
            ("k-nn", f"{self.distance} distance"),
            *(("note", note) for note in self.notes),
            ("answer", self.answer),
            ("next", self.next_command),
        ]

    def table(self) -> list[tuple[str, ...]]:
        """The header, and a line a model, as text."""
        header = tuple(self.metric if name == "mean" else name for name in HEADER)
        return [header, *(self._cells(row) for row in self.rows)]

    def to_dict(self) -> dict[str, Any]:
        """All of it by name, ready for JSON."""
        rows = [{**asdict(row), "mean": row.mean, "std": row.std, "folds": len(row.scores)} for row in self.rows]
        difference = None if self.difference is None else self.difference._asdict()
        return {**{field.name: getattr(self, field.name) for field in fields(self)}, "notes": list(self.notes)} | {
            "rows": rows,
            "difference": difference,
        }

    def _cells(self, row: Compared) -> tuple[str, ...]:
        cut = "" if len(row.scores) == self.folds else f"{len(row.scores)} of {self.folds} folds"
        spread = "–" if row.std is None else f"{row.std:.4f}"
        seconds = (f"{row.training_seconds:.3f}", f"{row.prediction_seconds:.3f}")
        return (row.model, row.kind, f"{row.mean:.4f}", spread, *seconds, cut)

    def __str__(self) -> str:
        *about, (_, answer), (_, command) = self.lines()
        cells = self.table()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        table = "\n".join(_aligned(line, widths) for line in cells)
        return f"{in_columns(about)}\n\n{table}\n\n{answer}\nNext: {command}"

    def _repr_html_(self) -> str:
        *about, (_, answer), (_, command) = self.lines()
        header, *rows = self.table()
        scores = table(f"{self.metric} on rows that were not learned", header, rows, sides=SIDES)
        return notebook(in_html("What was compared", about), scores, paragraph(answer), paragraph(f"Next: {command}"))


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    """Align words to the left and numbers to the right."""
    return "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(cells, SIDES, widths, strict=True)).rstrip()


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
    """Is linear enough? The family, k-NN, a tree, linear and logistic regression, cross-validated on the same splits.

    data: a labelled file of any format that ``read`` knows, of at most 2 GB of features, or ``sample:NAME``.
    folds: stratified parts, each predicted by models of the others; no more than the smallest class has rows.
    seed: of the splits, the random orders and the tree.
    budget: seconds for all folds of a model, looked at between folds; None for 60, math.inf for no end.
    metric: one of ``conventions.METRICS``: accuracy, balanced-accuracy, f1, precision, recall, macro-f1.
    models: names of those to compare (``KINDS`` has them); None for all.
    progress: called with a line that says what is being done.
    options: those of ``read``. Numbers of tables are standardised by the training part of each fold, unless scale says
        otherwise.
    """
    chosen = _checked_models(models)
    _check_options(folds, seed, budget, metric)
    if "encoding" in options:
        raise OptionError("encoding must be left out: each fold has its own, by the rows it learns.")
    is_scale_given, scale = "scale" in options, options.pop("scale", "standard")
    check_choice("scale", scale, SCALES)
    tell = progress or (lambda text: None)
    tell("reading the data")
    reader = Reader(data, ReadOptions.of(options), given=options)
    scales_features = is_scale_given and reader.format not in TABLES
    from rosenblatt.commands import cross_validation  # imports scikit-learn

    examples = cross_validation.examples_of(reader, scales_features)
    n_folds, notes = _possible_folds(examples.y, examples.labels, int(folds), str(reader.data))
    seconds = SECONDS if budget is None else float(budget)
    plan = cross_validation.Plan(chosen, n_folds, int(seed), seconds, metric, scale)
    trials = cross_validation.cross_validated(examples, plan, tell)
    rows = tuple(sorted((_compared(name, trials[name]) for name in chosen), key=lambda row: -row.mean))
    enough, difference, answer = _answer(rows)
    typed = partial(typed_command, scale=scale if scales_features else None)  # not the default there
    return Comparison(
        data=os.fspath(data),
        metric=metric,
        n_rows=len(examples.y),
        n_features=examples.X.shape[1],
        n_classes=len(examples.labels),
        folds=n_folds,
        seed=int(seed),
        scale=scale if len(examples.numbers) or scale == "unit" else "none",
        distance="Euclidean" if examples.categories is None else "Hamming",
        notes=(*told(reader.guessed), *notes),
        rows=rows,
        enough=enough,
        difference=difference,
        answer=answer,
        next_command=_next_command(rows, enough, metric, seconds, {"scale": scale, **options}, os.fspath(data), typed),
    )


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
    metric: str,
    budget: float,
    options: dict[str, Any],
    data: str,
    typed: Callable[..., str],
) -> str:
    if enough is None:
        has_both = _best(rows, "linear") and _best(rows, "not linear")
        more = f"{10 * budget:g}" if has_both else None
        return typed("compare", data, options, metric=metric, budget=more)
    if _none_learned(rows) and metric == "accuracy":  # with very unequal classes, accuracy hides what was learned
        return typed("compare", data, options, metric="balanced-accuracy")
    if enough:
        ours = next((row.model for row in rows if row.model in OURS), OURS[0])
        return typed("train", data, options, algorithm=ours)
    return typed_command("certify", data, {**options, "scale": "standard"})
