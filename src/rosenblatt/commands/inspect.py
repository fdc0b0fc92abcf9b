"""Verb ``inspect``: description and provenance of a model."""

import os
import shlex
from typing import Any

from rosenblatt.commands.shared_entries import ERRORS, SHARED
from rosenblatt.display import in_columns
from rosenblatt.docstrings import insert
from rosenblatt.files.encoding.feature_scaling import table_encoding
from rosenblatt.learners.base import Learner
from rosenblatt.trained.model_files import HOLDS_ROWS, holds_rows, load, public_module, trained_of
from rosenblatt.trained.trained_model import Trained

Lines = list[tuple[str, str]]
MAX_NAMES = 12


@insert(SHARED, ERRORS)
def inspect(model: Any) -> "Inspection":
    """Describe a model and its origin.

    Parameters
    ----------
    {model}

    Returns
    -------
    Inspection
        Description with ``lines()`` and ``to_dict()``: algorithm, classes, columns, largest weights, report, training
        files and command. Printing it shows the lines.

    Raises
    ------
    {DataError}

    See Also
    --------
    rosenblatt.load : Load the model of a file.
    rosenblatt.reproduce : Train again and compare the bits.

    Examples
    --------
    >>> import rosenblatt
    >>> inspection = rosenblatt.inspect(rosenblatt.train("sample:note-004", order="given"))
    >>> inspection.to_dict()["algorithm"], inspection.to_dict()["classes"]
    ('Perceptron', [-1, 1])
    """
    return Inspection(load(model) if isinstance(model, str | os.PathLike) else model)


class Inspection:
    """Description of a model and its origin."""

    def __init__(self, model: Any) -> None:
        self.model = model
        singles = getattr(model, "_singles", None)
        learner = singles.settled() if singles is not None else getattr(model, "learner_", model)
        self.learner: Learner | None = learner if isinstance(learner, Learner) and learner.n_features else None
        self.trained = trained_of(model) if self.learner is not None and singles is None else None

    def lines(self) -> Lines:
        """Return the printed lines."""
        own = type(self.model)
        module = own.__module__ if isinstance(self.model, Learner) else public_module(own)
        lines = [("model", f"{own.__name__} of {module}")]
        learner = self.learner
        if learner is None:
            return [*lines, ("state", "not trained")]
        labels = learner.classes.labels.tolist()
        listed = ", ".join(map(str, labels[:MAX_NAMES])) + (", …" if len(labels) > MAX_NAMES else "")
        lines += [("algorithm", type(learner).__name__), ("classes", f"{len(labels)}: {listed}")]
        lines += [*learner.rule_lines(), ("features", f"{learner.n_features:,}")]
        if self.trained is not None:
            lines += self._features(self.trained) + self.trained.reading_lines()
        if holds_rows(learner):
            lines.append(("holds", HOLDS_ROWS))
        if learner.report is not None:
            lines += learner.report.lines()
        return lines + self._origin()

    def to_dict(self) -> dict[str, Any]:
        """Return the description as a dictionary, ready for JSON."""
        learner = self.learner
        fields: dict[str, Any] = {"model": type(self.model).__name__, "trained": learner is not None}
        if learner is not None:
            fields |= {"algorithm": type(learner).__name__, "classes": learner.classes.labels.tolist()}
            fields |= {"rule": learner.options.rule, "multiclass": learner.options.multiclass}
            fields |= {"n_features": learner.n_features, "report": learner.report.to_dict() if learner.report else None}
        if self.trained is not None:
            fields |= {"features": self.trained.feature_names_, "origin": self.trained.origin or None}
            encoding = self.trained.encoding_
            fields["encoding"] = None if encoding is None else encoding.to_dict()
        return fields

    def __str__(self) -> str:
        return in_columns(self.lines())

    def _features(self, trained: Trained) -> Lines:
        from rosenblatt.trained.heaviest_features import heaviest_features, heaviest_lines

        heaviest = None if trained.has_hashed_features else heaviest_features(trained.model_, trained.feature_names_)
        lines = [] if heaviest is None else heaviest_lines(heaviest)
        if (encoding := table_encoding(trained.encoding_)) is not None:
            kinds = [f"{column.name} ({column.kind})" for column in encoding.schema.columns]
            shown = ", ".join(kinds[:MAX_NAMES]) + (", …" if len(kinds) > MAX_NAMES else "")
            lines.insert(0, ("columns", shown))
        return lines

    def _origin(self) -> Lines:
        origin = self.trained.origin if self.trained is not None else {}
        lines = [
            ("" if k else "trained on", f"{file['name']}, {file['bytes']:,} bytes, SHA-256 {file['sha256']}")
            for k, file in enumerate(origin.get("inputs", []))
        ]
        if origin.get("command"):
            lines.append(("command", shlex.join(origin["command"])))
        return lines
