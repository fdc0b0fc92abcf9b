"""One run of ``train``: what is read, what is held out, which learner, and what becomes of the model.

What only some runs need is imported when they do: a short run is as long as its imports.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from numbers import Real
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from rosenblatt import learners
from rosenblatt.conventions import ALGORITHMS
from rosenblatt.data.labels import is_whole
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.files.options import ReadOptions
from rosenblatt.files.readers import Reader, read
from rosenblatt.files.sources import sources_of
from rosenblatt.files.streaming.validation_split import HeldOut
from rosenblatt.learners.base import Learner
from rosenblatt.learners.options import Options
from rosenblatt.proofs.search.certify_on_stall import LEAST_SECONDS
from rosenblatt.trained.evaluation import evaluate, evaluate_chunks
from rosenblatt.trained.file_fit import train_on
from rosenblatt.trained.trained_model import OF_A_FILE, Trained

MAX_EVALUATED_ROWS = 100_000  # rows of training that are gone through once more to see which classes are confused
MAX_VOTES = 2**24  # the same of a voted model: rows × mistakes
LONGEST_NAME = 200  # bytes of a model's name: those of files beside it are longer


class TrainingRun:
    """Options checked, nothing read more than it must be."""

    def __init__(
        self,
        data: Any,
        *,
        algorithm: str | None = None,
        from_model: Any = None,
        validation: Any = None,
        certify_when_stalled: bool = False,
        **options: Any,
    ) -> None:
        self.data, self.algorithm, self.from_model, self.options = data, algorithm, from_model, options
        self.validation, self.certify_when_stalled = _validation(validation), certify_when_stalled
        self.reader: Reader | None = None
        self.held_out: HeldOut | None = None
        self.seen: Any = None  # what a pass for the page has seen
        if from_model is not None:
            self._check_going_on()

    def check_target(self, path: str | os.PathLike[str]) -> None:
        """A DataError now, not after hours, where no model can be written there."""
        check_place("model", Path(path), _is_model)

    def check_page(self, path: str | os.PathLike[str], model: str | os.PathLike[str] | None) -> None:
        """The same of a page; and an OptionError where no pictures can be drawn."""
        from rosenblatt.reports.page import check_pictures, is_page

        check_pictures()
        if model is not None and Path(model).resolve() == Path(path).resolve():
            another = f"{subject('report')} must be another file than {subject('model')}"
            raise OptionError(f"{another}; both are {os.fspath(path)!r}.")
        check_place("report", Path(path), is_page)

    def trained(self, **run_options: Any) -> Trained:
        """Train, and no more."""
        if self.from_model is not None:
            from rosenblatt.trained.continue_training import continue_training
            from rosenblatt.trained.model_files import trained_of

            run_options |= {"on_reader": self._take_reader}
            return continue_training(trained_of(self.from_model), self.data, **run_options, **self.options)
        self.reader, options = reader_of(self.data, self.options)
        make = learner_class(self.algorithm or self._default())
        learner = new_learner(make, "train", self._weighed(options))
        self.held_out = self._held_out(learner.options.random_state)
        rows: Any = self.held_out or self.reader
        train_on(learner, rows, certify_when_stalled=self.certify_when_stalled, **run_options)
        return Trained(learner, self.reader)

    def evaluate(self, trained: Trained, for_page: bool = False) -> None:
        """How right it is on the rows of training, if they are not many or a page is to tell of them, and on others."""
        report = trained.report_
        rows: Any = self.held_out or self.reader
        votes = report.n_rows * report.n_mistakes if isinstance(trained.learner_, learners.Voted) else 0
        if for_page:
            from rosenblatt.reports.page_rows import look_at

            self.seen = look_at(trained.model_, rows.chunks(), report.n_rows)
            trained.training = self.seen.evaluation if self.seen.every == 1 else None
        elif report.n_rows <= MAX_EVALUATED_ROWS and votes <= MAX_VOTES:
            trained.training = evaluate_chunks(trained.model_, rows.chunks())
        if isinstance(self.validation, str):
            trained.validation = evaluate(trained, self.validation, **_of_a_file(self.options))
        elif self.held_out is not None:
            trained.validation = evaluate_chunks(trained.model_, self.held_out.validation())

    def certify(self, trained: Trained) -> None:
        """Ask whether a plane separates the rows of training, for as long as that took."""
        report, learner = trained.report_, trained.learner_
        if report.certificate is not None or report.reason == "interrupted":
            return
        from rosenblatt.proofs.search.certify import certify

        rows: Any = self.held_out or self.reader
        with suppress(KeyboardInterrupt):
            table, budget = rows.table(), max(LEAST_SECONDS, report.seconds)
            fit_intercept = learner.options.fit_intercept
            report.certificate = certify(table.X, table.y, fit_intercept=fit_intercept, budget=budget)

    def save(self, path: str | os.PathLike[str], trained: Trained, command: list[str] | None) -> None:
        """Write the model, with all that it takes to train it again."""
        from rosenblatt.trained.model_files import save
        from rosenblatt.trained.provenance import origin_of

        assert self.reader is not None
        if not trained.origin:
            trained.origin = origin_of(self.reader, self._call(trained), command)
        save(path, trained)

    def write_page(self, path: str | os.PathLike[str], trained: Trained, command: str) -> None:
        """Write the report as a page. command: as it was typed, or called."""
        from rosenblatt.reports.page import FinishedRun, write_page
        from rosenblatt.trained.provenance import inputs_of

        assert self.reader is not None
        inputs = list(trained.origin.get("inputs") or inputs_of(self.reader))
        if isinstance(self.validation, str) and trained.validation is not None:
            inputs += _on_disk(self.validation)
        about = {"data": os.fspath(self.data), "reading": self.reader.options, "validation": self.validation}
        write_page(path, FinishedRun(trained, command=command, inputs=inputs, seen=self.seen, **about))

    def _call(self, trained: Trained) -> dict[str, Any]:
        """The arguments with which this run can be made again; none where it went on from a model without a file."""
        from rosenblatt.trained.provenance import file_digest, settled

        call: dict[str, Any] = {"data": settled(self.data)}
        if self.from_model is not None:
            if not isinstance(self.from_model, str | os.PathLike):
                return {}
            source = {"from_model": settled(self.from_model), "from_sha256": file_digest(self.from_model)}
            return {**call, **source, **self.options}
        learner, reading = trained.learner_, asdict(trained.reading.options)
        if reading["labels"] is not None:
            reading["labels"] = settled(reading["labels"])
        algorithm = next(name for name, known in ALGORITHMS.items() if known.learner == type(learner).__name__)
        own = {field.name: getattr(learner.options, field.name) for field in fields(Options)}
        if isinstance(learner, learners.Pocket):
            own["ratchet"] = learner.ratchet
        held = self.validation if isinstance(self.validation, float) else None
        call |= {"algorithm": algorithm, "validation": held, "certify_when_stalled": self.certify_when_stalled}
        return {**call, **reading, **own}

    def _take_reader(self, reader: Reader) -> None:
        self.reader = reader

    def _check_going_on(self) -> None:
        if self.algorithm is not None:
            raise OptionError("algorithm must be left out where training goes on from a model: it is the model's.")
        if self.certify_when_stalled:
            raise OptionError("certify_when_stalled must be left out where training goes on from a model.")
        if isinstance(self.validation, float):
            raise OptionError("validation must be a file where training goes on from a model; got a fraction.")
        known = {*OF_A_FILE, "max_iter"}
        for name in self.options:
            if name not in known:
                raise OptionError(f"{name} must be left out where training goes on from a model: it is the model's.")

    def _default(self) -> str:
        """The lecture's perceptron on bundled sets, and where a stall is asked about; else the average of its weights,
        since files most often are noisy.
        """
        assert self.reader is not None
        return "perceptron" if self.reader.format == "sample" or self.certify_when_stalled else "averaged"

    def _held_out(self, seed: int) -> HeldOut | None:
        assert self.reader is not None
        return HeldOut(self.reader, self.validation, seed) if isinstance(self.validation, float) else None

    def _weighed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Class weights by the labels as they are read: on a command line all are strings."""
        weights = options.get("class_weight")
        if not isinstance(weights, Mapping) or not all(isinstance(label, str) for label in weights):
            return options
        assert self.reader is not None
        if self.reader.encoding is not None:
            classes = {str(label): label for label in self.reader.encoding.labels}
            if unknown := next((label for label in weights if label not in classes), None):
                shown = ", ".join(list(classes)[:20])
                raise OptionError(f"class_weight must name classes of the data; got {unknown!r}, and it has {shown}.")
            return {**options, "class_weight": {classes[label]: factor for label, factor in weights.items()}}
        return {**options, "class_weight": {_number(label): factor for label, factor in weights.items()}}


def reader_of(data: Any, options: dict[str, Any]) -> tuple[Reader, dict[str, Any]]:
    """A reader by those options that are its own, and the others."""
    known = {field.name for field in fields(ReadOptions)}
    own = {name: value for name, value in options.items() if name in known}
    return read(data, **{"scale": "standard", **own}), {k: v for k, v in options.items() if k not in known}


def learner_class(algorithm: str) -> type[Learner]:
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        raise OptionError(f"algorithm must be one of {', '.join(ALGORITHMS)}; got {algorithm!r}.")
    return getattr(learners, ALGORITHMS[algorithm].learner)  # type: ignore[no-any-return]


def new_learner(make: Any, verb: str, options: dict[str, Any]) -> Any:
    """A learner of these options."""
    try:
        return make(**options)
    except TypeError as error:
        raise OptionError(f"{verb} takes the options of the learner: {error}.") from error


def _of_a_file(options: dict[str, Any]) -> dict[str, Any]:
    """How the file of validation is written: as that of training, but for its format and its labels."""
    own = {name: value for name, value in options.items() if name in OF_A_FILE}
    return {name: value for name, value in own.items() if name not in ("format", "labels")}


def _on_disk(path: str) -> list[dict[str, Any]]:
    """The files that a path names, with their sizes and SHA-256, but for those that would have to be fetched again."""
    from rosenblatt.trained.provenance import file_digest

    names = [source.name for source in sources_of(path) if os.path.isfile(source.name)]
    return [{"name": name, "bytes": os.path.getsize(name), "sha256": file_digest(name)} for name in names]


def _validation(given: Any) -> float | str | None:
    """A fraction, or the name of a file."""
    if given is None:
        return None
    if isinstance(given, Real) and not isinstance(given, bool):
        return float(given)
    if not isinstance(given, str | os.PathLike):
        raise OptionError(f"validation must be a fraction of the rows or a file; got {given!r}.")
    with suppress(ValueError):
        return float(os.fspath(given))
    try:
        sources_of(given)
    except DataError as error:  # now, not after hours
        either = f"{subject('validation')} must be a fraction, or"
        raise DataError(error.sentence.replace("DATA must be", either)) from error
    return os.fspath(given)


def _number(label: str) -> Any:
    if is_whole(label):
        return int(label)
    try:
        return float(label)
    except ValueError:
        return label


def check_place(name: str, target: Path, is_own: Callable[[Path], bool]) -> None:
    """A DataError where no file can be written there, or one of another kind would be lost."""
    folder, said = target.resolve().parent, subject(name)
    if not folder.is_dir():
        raise DataError(f"{said} must be in a folder that is there; {target} is not.")
    if target.exists() and not (target.is_file() and is_own(target)):
        raise DataError(f"{said} must be a file of its own; {target} is another, and would be lost.")
    if len(os.fsencode(target.name)) > LONGEST_NAME:
        raise DataError(f"{said} must have a name of at most {LONGEST_NAME} bytes; got {target.name!r}.")
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        fault = f"that of {target} is not ({error.strerror}): name another"
        raise DataError(f"{said} must be in a folder that can be written to; {fault}.") from error


def _is_model(path: Path) -> bool:
    from rosenblatt.trained.model_files import is_model_file

    return is_model_file(path)
