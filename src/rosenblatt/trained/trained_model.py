"""Models that take raw files: frozen, or with the learner and the report. Does not need scikit-learn."""

import os
from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

import numpy as np

from rosenblatt.conventions import ALGORITHMS, TABLES
from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import matrix_of
from rosenblatt.data.largest_values import Spread
from rosenblatt.display import in_html, notebook
from rosenblatt.errors import OptionError, Sentence, option, subject
from rosenblatt.files.encoding.feature_scaling import FeatureScaling, is_scaled, table_encoding
from rosenblatt.files.encoding.odd_columns import told
from rosenblatt.files.encoding.schema import listed, told_guesses
from rosenblatt.files.feature_files import Known
from rosenblatt.files.read_options import FileOptions, ReadOptions, check_file_options
from rosenblatt.files.readers import Reader
from rosenblatt.learners.base import Learner
from rosenblatt.models.linear import Model
from rosenblatt.trained.predictions import Predictions, unlabelled_line

MAX_SCALES = 6  # scales printed in a report
MAX_SHOWN = 20  # names of columns
MAX_SPREAD = 100  # ratio of feature sizes above which a report warns


class Reading(NamedTuple):
    """Settings with which the training rows were read, so that others are read alike."""

    options: ReadOptions
    format: str
    encoding: Any  # of a table; or the scaling of features
    names: dict[str, int]  # the columns of features that have names
    features: list[str] | None
    guessed: dict[str, Any]

    @classmethod
    def of(cls, reader: Reader, n_features: int) -> "Reading":
        """Create from a reader. Names of features that were read but never visited are dropped."""
        reading = cls(*(getattr(reader, name) for name in cls._fields))
        if not reading.names:
            return reading
        names = {name: column for name, column in reading.names.items() if column < n_features}
        return reading._replace(names=names, features=list(names))


class FileModel:
    """Model that predicts the rows of files."""

    def __init__(self, model: Model, reading: Reading) -> None:
        self._model, self.reading = model, reading

    @property
    def model_(self) -> Model:
        """Frozen model that predicts."""
        return self._model

    @property
    def classes_(self) -> np.ndarray:
        """Class labels, sorted."""
        return self.model_.classes

    @property
    def n_features_in_(self) -> int:
        """Number of features."""
        return self.model_.n_features

    def predict(self, X: Any) -> np.ndarray:
        """Predict the labels of rows in memory."""
        encoding = self.reading.encoding
        return self.model_.predict(matrix_of(encoding.rows(block_of(X))) if isinstance(encoding, FeatureScaling) else X)

    def predict_file(self, data: str | os.PathLike[str], **written: Unpack[FileOptions]) -> np.ndarray:
        """Predict the labels of all rows of a file."""
        return np.concatenate([page.labels for page in self.predictions(data, **written)])

    def predictions(
        self, data: str | os.PathLike[str], *, with_labels: bool = False, **written: Unpack[FileOptions]
    ) -> Predictions:
        """Predict the rows of a file page by page."""
        check_file_options(written, "predictions")
        for name in () if with_labels else ("labels", "missing_label"):
            if name in written:
                raise OptionError(
                    f"{subject(name)} must be left out where labels are not read; got {dict(written)[name]!r}."
                )
        return Predictions(self.model_, self.reader_of(data, written, given=written, with_labels=with_labels))

    def reader_of(
        self,
        data: str | os.PathLike[str],
        written: FileOptions,
        *,
        given: Collection[str] = (),
        grows: bool = False,
        with_labels: bool = True,
    ) -> Reader:
        """Open a file for reading, as the training file was read."""
        own, reading = self.reading.options, self.reading
        missing = None if own.missing == "drop" and not grows else own.missing  # a row left out has no prediction
        own = replace(own, labels=None, format=None, n_features=None, missing=missing)
        known = Known(reading.format, reading.encoding, reading.names, self.n_features_in_, grows)
        return Reader(data, replace(own, **written), known=known, with_labels=with_labels, given=given)


class Trained(FileModel):
    """Model trained on a file, with its learner and its report.

    ``rosenblatt.train`` returns it. Attributes have the names that the estimators use.
    """

    def __init__(self, learner: Learner, reader: Reader | Reading, origin: dict[str, Any] | None = None) -> None:
        self.reading = reader if isinstance(reader, Reading) else Reading.of(reader, learner.n_features)
        self.n_unlabelled = 0 if isinstance(reader, Reading) else reader.n_unlabelled  # rows that were left out
        self.learner_, self.origin = learner, origin or {}
        self.encoding_, self.feature_names_ = self.reading.encoding, self.reading.features
        self.guessed_ = self.reading.guessed
        self.unused: list[str] = [] if isinstance(reader, Reading) else list(reader.unused)  # of files after the first
        self.training: Any = None  # an Evaluation on the rows of training, where they were not many
        self.validation: Any = None  # and on others, where they were given
        self.by_default: tuple[str, ...] = ()  # algorithm or scale, if chosen by default
        self.spread: Spread | None = None  # of the rows of training, where this run has gone through them

    @property
    def algorithm(self) -> str:
        """Name of the algorithm: "perceptron", "averaged", "voted" or "pocket"."""
        return next(name for name, known in ALGORITHMS.items() if known.learner == type(self.learner_).__name__)

    @property
    def report_(self) -> Any:
        """Report of how training ended."""
        return self.learner_.report

    @property
    def certificate_(self) -> Any:
        """Certificate of separability, or None."""
        return self.report_.certificate

    @property
    def model_(self) -> Model:
        """Frozen model that predicts."""
        return self.learner_.model

    @property
    def classes_(self) -> np.ndarray:
        """Class labels, sorted."""
        return self.learner_.classes.labels

    @property
    def n_features_in_(self) -> int:
        """Number of features."""
        return self.learner_.n_features

    @property
    def scale(self) -> str:
        """Name of the scaling of numbers: "standard", "maxabs", "unit" or "none"."""
        return "none" if self.encoding_ is None else str(self.encoding_.scale)

    def method_lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about the algorithm, the rule and the scaling, with the reason for a default."""
        algorithm, scale = self.algorithm, self.scale
        if "algorithm" in self.by_default:
            lecture = f"; the lectures use {option('algorithm', 'perceptron')}" if algorithm != "perceptron" else ""
            algorithm += f", the default for {'bundled sets' if self.reading.format == 'sample' else 'files'}{lecture}"
        if "scale" in self.by_default:
            kinds = {"sample": "bundled sets", **dict.fromkeys(TABLES, "tables")}
            lecture = f"; the lectures use {option('scale', 'none')}" if scale != "none" else ""
            scale += f", the default for {kinds.get(self.reading.format, self.reading.format + ' files')}{lecture}"
        return [("algorithm", Sentence(algorithm)), *self.learner_.rule_lines(), ("scaling", Sentence(scale))]

    def reading_lines(self) -> list[tuple[str, str]]:
        """Return the printed lines about the reading of the file."""
        lines = [unlabelled_line(self.n_unlabelled)] if self.n_unlabelled else []
        if self.guessed_:
            lines.append(("guessed", told_guesses(self.guessed_)))
        lines += [("left out", sentence) for sentence in told(self.guessed_)]
        if self.unused:
            lines.append(("not used", f"columns that the first file does not have: {listed(self.unused)}"))
        if isinstance(self.encoding_, FeatureScaling) and self.encoding_.ignored:
            ignored = [self._feature_name(column) for column in self.encoding_.ignored]
            lines.append(("ignored", f"features {listed(ignored)}"))
        if self.encoding_ is not None and self.encoding_.scale in ("standard", "maxabs") and self._scales():
            lines.append((f"scaled ({self.encoding_.scale})", self._scales()))
        if self.spread is not None and self.needs_scaling:
            lines.append(("not scaled", Sentence(self._unscaled(self.spread))))
        return lines

    @property
    def needs_scaling(self) -> bool:
        """True if features that differ much in size were not scaled."""
        return self.spread is not None and self.spread.ratio > MAX_SPREAD and not is_scaled(self.encoding_)

    def _feature_name(self, column: int) -> str:
        return self.feature_names_[column] if self.feature_names_ else f"x{column + 1}"

    def _unscaled(self, spread: Spread) -> str:
        large, small = map(self._feature_name, (spread.largest_column, spread.smallest_column))
        standard = option("scale", "standard")
        sizes = f"{large} reaches {spread.largest:.4g}, {small} only {spread.smallest:.4g}"
        return f"{sizes}; where sizes differ so much, training on scaled features is often better: {standard}"

    @property
    def has_hashed_features(self) -> bool:
        """True if features of a table have no names because they are hashed."""
        return table_encoding(self.encoding_) is not None and self.feature_names_ is None

    def _scales(self) -> str:
        encoding = self.encoding_
        if isinstance(encoding, FeatureScaling):
            columns = [k for k in range(min(encoding.n_features, MAX_SCALES + 1)) if k not in encoding.ignored]
            names = [self._feature_name(column) for column in columns]
            shift, divisor = encoding.shift[columns].tolist(), encoding.divisor[columns].tolist()
        else:
            names, shift, divisor = encoding.numeric_names(), *(x.tolist() for x in encoding.scaling[1:])
        shown = [f"({name} − {a:.4g}) / {b:.4g}" for name, a, b in zip(names, shift, divisor, strict=True)]
        return "; ".join([*shown[:MAX_SCALES], *["…"][: len(shown) > MAX_SCALES]])

    def _repr_html_(self) -> str:
        labels = [str(label) for label in self.classes_[:MAX_SHOWN]] + ["…"][: len(self.classes_) > MAX_SHOWN]
        about = [
            *self.method_lines(),
            ("features", f"{self.n_features_in_:,}"),
            ("classes", f"{len(self.classes_):,}: {', '.join(labels)}"),
            *self.reading_lines(),
        ]
        shown = (self.report_, self.validation or self.training)
        parts = [part._repr_html_() for part in shown if part is not None]
        return notebook(in_html("Trained on a file", about)) + "".join(parts)
