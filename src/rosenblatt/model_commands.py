"""What is done with a model file: each verb of the shell calls the function of its name."""

import os
import shlex
from typing import TYPE_CHECKING, Any

from rosenblatt.display import in_columns
from rosenblatt.errors import DataError
from rosenblatt.files.readers import ReadOptions
from rosenblatt.learners.base import Learner
from rosenblatt.model_files import HOLDS_ROWS, holds_rows, load, public_module
from rosenblatt.trained import Predictions, Reading, Trained

if TYPE_CHECKING:
    from rosenblatt.evaluation import Evaluation

Lines = list[tuple[str, str]]
MOST_NAMES = 12


def predict(model: Any, data: str | os.PathLike[str], **options: Any) -> Predictions:
    """What a model says of the rows of a raw file, some at a time; labels that the file has are not looked at.

    model: a model, or the path of its file. data: a file as ``train`` takes it, of the same kind as that of training.
    options: how the file is written, where it is not written as in training: format, header, delimiter, quote,
        zero_based.
    """
    return trained_of(model).predictions(data, **options)


def evaluate(model: Any, data: str | os.PathLike[str], **options: Any) -> "Evaluation":
    """How right a model is on the rows of a labelled file: accuracy, precision, recall, F1, confusions.

    model: a model, or the path of its file. data, options: as for ``predict``; and labels, a file of them for arrays.
    """
    from rosenblatt.evaluation import evaluate as evaluated

    return evaluated(trained_of(model), data, **options)


def inspect(model: Any) -> "Inspection":
    """What a model is, and where it comes from.

    model: a model, or the path of its file.
    """
    return Inspection(load(model) if isinstance(model, str | os.PathLike) else model)


def export(model: Any, path: str | os.PathLike[str], format: str = "onnx", **options: Any) -> None:
    """Write a model for others to use: as an ONNX graph in double precision, or as JSON.

    model: a model, or the path of its file. format: onnx or json. options: input_type, "float64" or "float32", of ONNX.
    """
    from rosenblatt.exports import export as exported

    exported(load(model) if isinstance(model, str | os.PathLike) else model, path, format, **options)


def trained_of(model: Any) -> Trained:
    """A model, or that of a file, as one that takes raw files."""
    if isinstance(model, str | os.PathLike):
        model = load(model)
    if isinstance(model, Trained):
        return model
    if hasattr(model, "trained_"):
        return model.trained_  # type: ignore[no-any-return]
    learner = model if isinstance(model, Learner) else getattr(model, "learner_", None)
    if not isinstance(learner, Learner) or not learner.n_features:
        raise DataError(f"model must be one that was trained on rows; got {type(model).__name__}, which was not.")
    names = getattr(model, "feature_names_in_", None)
    features = None if names is None else [str(name) for name in names]
    return Trained(learner, Reading(ReadOptions(), "npz", None, {}, features, {}))


class Inspection:
    """What there is to say of a model."""

    def __init__(self, model: Any) -> None:
        self.model = model
        singles = getattr(model, "_singles", None)
        found = singles.settled() if singles is not None else getattr(model, "learner_", model)
        self.learner: Learner | None = found if isinstance(found, Learner) and found.n_features else None
        self.trained = trained_of(model) if self.learner is not None and singles is None else None

    def lines(self) -> Lines:
        """Pairs of a name and a text."""
        own = type(self.model)
        module = own.__module__ if isinstance(self.model, Learner) else public_module(own)
        said = [("model", f"{own.__name__} of {module}")]
        learner = self.learner
        if learner is None:
            return [*said, ("state", "not trained")]
        labels = learner.classes.labels.tolist()
        listed = ", ".join(map(str, labels[:MOST_NAMES])) + (", …" if len(labels) > MOST_NAMES else "")
        said += [("algorithm", type(learner).__name__), ("classes", f"{len(labels)}: {listed}")]
        said.append(("features", f"{learner.n_features:,}"))
        if self.trained is not None:
            said += self._features(self.trained) + self.trained.reading_lines()
        if holds_rows(learner):
            said.append(("holds", HOLDS_ROWS))
        if learner.report is not None:
            said += learner.report.lines()
        return said + self._origin()

    def to_dict(self) -> dict[str, Any]:
        """The same by name, ready for JSON."""
        learner = self.learner
        told: dict[str, Any] = {"model": type(self.model).__name__, "trained": learner is not None}
        if learner is not None:
            told |= {"algorithm": type(learner).__name__, "classes": learner.classes.labels.tolist()}
            told |= {"n_features": learner.n_features, "report": learner.report.to_dict() if learner.report else None}
        if self.trained is not None:
            told |= {"features": self.trained.feature_names_, "origin": self.trained.origin or None}
            encoding = self.trained.encoding_
            told["encoding"] = None if encoding is None else encoding.to_dict()
        return told

    def __str__(self) -> str:
        return in_columns(self.lines())

    def _features(self, trained: Trained) -> Lines:
        from rosenblatt.evaluation import heaviest_features, heaviest_lines

        hashed = trained.encoding_ is not None and trained.feature_names_ is None
        heaviest = None if hashed else heaviest_features(trained.model_, trained.feature_names_)
        said = [] if heaviest is None else heaviest_lines(heaviest)
        if trained.encoding_ is not None:
            kinds = [f"{column.name} ({column.kind})" for column in trained.encoding_.schema.columns]
            shown = ", ".join(kinds[:MOST_NAMES]) + (", …" if len(kinds) > MOST_NAMES else "")
            said.insert(0, ("columns", shown))
        return said

    def _origin(self) -> Lines:
        origin = self.trained.origin if self.trained is not None else {}
        said = [
            ("" if k else "trained on", f"{told['name']}, {told['bytes']:,} bytes, SHA-256 {told['sha256']}")
            for k, told in enumerate(origin.get("inputs", []))
        ]
        if origin.get("command"):
            said.append(("command", shlex.join(origin["command"])))
        return said
