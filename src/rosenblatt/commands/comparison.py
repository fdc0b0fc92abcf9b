"""The result of ``compare``: scores of each model, and the answer."""

import math
import statistics
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from rosenblatt.display import in_columns, in_html, notebook, paragraph, table

HEADER = ("model", "kind", "mean", "±", "train s", "predict s", "")
SIDES = "<<>>>><"  # alignment of the columns
SCALED = {
    "standard": "numbers standardised by the training part of each fold",
    "maxabs": "numbers over the largest of the training part of each fold",
    "unit": "rows of length 1",
    "none": "as read",
}


class Difference(NamedTuple):
    """Difference between the scores of two models over the folds that both have finished."""

    model: str
    other: str
    mean: float
    standard_error: float
    folds: int

    @property
    def is_clear(self) -> bool:
        """True if the mean is above one standard error.

        A model that is better in a single fold is exactly one standard error better, which does not count.
        """
        at_one = math.isclose(self.mean, self.standard_error, rel_tol=1e-9)
        return self.mean > self.standard_error and not at_one


@dataclass(frozen=True)
class Compared:
    """Scores and times of one model."""

    model: str
    kind: str
    scores: tuple[float, ...]
    training_seconds: float
    prediction_seconds: float

    @property
    def mean(self) -> float:
        """Mean score over the folds."""
        return statistics.fmean(self.scores)

    @property
    def std(self) -> float | None:
        """Standard deviation of the scores from fold to fold, or None for a single fold."""
        return statistics.stdev(self.scores) if len(self.scores) > 1 else None

    def better_than(self, other: "Compared") -> Difference | None:
        """Compare with another model, fold by fold."""
        apart = [mine - its for mine, its in zip(self.scores, other.scores, strict=False)]
        if len(apart) < 2:
            return None
        error = statistics.stdev(apart) / math.sqrt(len(apart))
        return Difference(self.model, other.model, statistics.fmean(apart), error, len(apart))


@dataclass(frozen=True)
class Comparison:
    """Cross-validated scores of several models on one data set.

    The arguments below are also the attributes. Printing a comparison shows a table, the answer and the next command.

    Parameters
    ----------
    data : str
        Name of the data.
    metric : str
        Name of the score.
    n_rows : int
        Number of rows.
    n_features : int
        Number of features.
    n_classes : int
        Number of classes.
    folds : int
        Number of folds.
    seed : int
        Seed for the splits.
    scale : {'standard', 'maxabs', 'unit', 'none'}
        Scaling of numbers.
    distance : {'Euclidean', 'Hamming'}
        Distance of k-NN. It is Hamming distance if every column is a category.
    notes : tuple of str
        Remarks about the data, such as columns that were left out.
    rows : tuple of Compared
        One result per model, best first, with ``model``, ``kind``, ``scores`` (one per fold), ``mean``, ``std``,
        ``training_seconds`` and ``prediction_seconds``.
    enough : bool or None
        Whether a linear model is enough. None if that is undecided.
    difference : Difference or None
        Best model that is not linear against the best linear one: ``mean`` and ``standard_error`` of the differences
        between folds. None if fewer than two folds were finished by both.
    answer : str
        The answer as a sentence.
    next_command : str
        Command to type next.

    See Also
    --------
    rosenblatt.compare : Cross-validate models.

    Examples
    --------
    >>> import rosenblatt
    >>> comparison = rosenblatt.compare("sample:iris", models=["averaged", "majority"])
    >>> [(row.model, row.kind) for row in comparison.rows]
    [('averaged', 'linear'), ('majority', 'floor')]
    >>> comparison.enough is None
    True
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
        """Return the printed lines: the data, the folds, the features and the answer.

        Returns
        -------
        list of tuple of str
            Pairs of a name and a text.
        """
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
        """Return the printed table.

        Returns
        -------
        list of tuple of str
            Header, and one line per model.
        """
        header = tuple(self.metric if name == "mean" else name for name in HEADER)
        return [header, *(self._cells(row) for row in self.rows)]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a dictionary, ready for JSON.

        Returns
        -------
        dict
            Fields by name, with the score of every fold.
        """
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
