"""One run of ``train``: reading, hold-out, choice of learner, and saving of the model.

Modules that only some runs need are imported when they do: imports take most of the time of a short run.
"""

import os
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from numbers import Real
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from rosenblatt import learners
from rosenblatt.conventions import ALGORITHMS
from rosenblatt.data.chunks import matrix_of
from rosenblatt.data.labels import is_whole
from rosenblatt.data.largest_values import LargestValues
from rosenblatt.data.samples import NOTE_OPTIONS
from rosenblatt.errors import DataError, OptionError, check_choice, option, subject
from rosenblatt.files.encoding.feature_scaling import is_scaled, table_encoding
from rosenblatt.files.feature_files import SAMPLE
from rosenblatt.files.read_options import FILE_OPTIONS, NAMES, FileOptions, ReadOptions
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import FileList, sources_of
from rosenblatt.files.streaming.file_rows import Cache, FileRows
from rosenblatt.files.streaming.validation_split import HeldOut
from rosenblatt.learners.base import Learner
from rosenblatt.learners.kernel_options import KERNEL_FIELDS, OF_KERNELS
from rosenblatt.proofs.search.certify_on_stall import LEAST_SECONDS
from rosenblatt.trained.evaluation import evaluate, evaluate_chunks
from rosenblatt.trained.file_fit import RowSource, RunOptions, open_rows, train_on_rows
from rosenblatt.trained.trained_model import FileModel, Trained

MAX_EVALUATED_ROWS = 100_000  # training rows evaluated again for the confusion matrix
MAX_VOTES = 2**24  # limit for a voted model: rows × mistakes
LONGEST_NAME = 200  # bytes of a model's name: files beside it have longer names


@dataclass(frozen=True)
class NewModel:
    """Settings of a new model: options of reading, and an untrained learner."""

    reading: ReadOptions
    learner: Learner


@dataclass(frozen=True)
class OldModel:
    """Model to continue from, or its file, with the options of the new file and the number of epochs."""

    source: Any
    written: FileOptions
    max_iter: int | None


class TrainingRun:
    """One run of training. Nothing is read before ``trained``; the rows stay available until the run is left.

    options: those of reading and of the learner, by name; they are separated here and nowhere below.
    algorithm, from_model, validation: as in ``train``.
    keep: maximum number of rows that stay available after training, for ``evaluate`` and ``certify``.
    given: names of the options that a user gave; by default all. The options of a model that is trained again are not
        given.
    """

    def __init__(
        self,
        data: Any,
        options: dict[str, Any],
        *,
        algorithm: str | None = None,
        from_model: Any = None,
        validation: Any = None,
        run: RunOptions | None = None,
        keep: float = 0,
        given: Collection[str] | None = None,
    ) -> None:
        data = FileList(tuple(map(os.fspath, data))) if isinstance(data, list | tuple) else data
        self.data, self.validation, self.run, self.keep = data, _validation(validation), run or RunOptions(), keep
        self._given = [name for name in options if name in NAMES] if given is None else given
        if self.run.cache is not None and _is_sample(data):
            raise OptionError(f"{subject('cache')} must be left out for a bundled set, which is not parsed.")
        self.model: NewModel | OldModel
        if from_model is not None:
            _check_going_on(options, algorithm, self.validation, self.run)
            written = FileOptions(**{name: options[name] for name in FILE_OPTIONS if name in options})  # type: ignore[typeddict-item]
            self.model = OldModel(from_model, written, options.get("max_iter"))
        else:
            reading, of_learner = ReadOptions.split(options)
            algorithm = with_kernel(algorithm, of_learner)
            if of_learner.get("kernel") == "precomputed":
                raise OptionError(
                    f"{subject('kernel')} must be linear, poly, rbf or a function for rows of a file; got "
                    "'precomputed': KernelPerceptron(kernel='precomputed') takes a matrix of kernel values."
                )
            make = learner_class(algorithm or _default(data, self.run))
            chosen = {"algorithm": algorithm or (self.run.certify_when_stalled or None), **options}
            self._by_default = tuple(name for name in ("algorithm", "scale") if chosen.get(name) is None)
            self.model = NewModel(reading, new_learner(make, "train", of_learner))
        self.reader: Reader | None = None
        self.held_out: HeldOut | None = None
        self.rows: FileRows | None = None
        self.seen: Any = None  # result of the pass for the report page
        self._opened = ExitStack()

    def __enter__(self) -> "TrainingRun":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def check_places(self, model: str | os.PathLike[str] | None, page: str | os.PathLike[str] | None) -> None:
        """Raise an error before training if the model or page cannot be written, or figures cannot be drawn."""
        if model is not None:
            from rosenblatt.trained.model_files import is_model_file

            check_place("model", Path(model), is_model_file)
        if page is not None:
            from rosenblatt.reports.page import check_pictures, is_page

            check_pictures()
            if model is not None and Path(model).resolve() == Path(page).resolve():
                another = f"{subject('report')} must be another file than {subject('model')}"
                raise OptionError(f"{another}; both are {os.fspath(page)!r}.")
            check_place("report", Path(page), is_page)

    def trained(self) -> Trained:
        """Train only: no evaluation, no files."""
        if isinstance(self.model, OldModel):
            from rosenblatt.trained.continue_training import NewRows
            from rosenblatt.trained.model_files import trained_of

            old, written = trained_of(self.model.source), self.model.written
            new = NewRows(old, self.data, written, self.model.max_iter, given=self._given)
            self.reader = new.reader
            self._train(new.learner, new)
            return new.trained()
        self.reader, learner = Reader(self.data, self.model.reading, given=self._given), self.model.learner
        weigh_classes(learner, self.reader)
        if isinstance(self.validation, float):
            cache = Cache(self.run.cache) if self.keep else None
            self.held_out = HeldOut(self.reader, self.validation, learner.options.random_state, cache)
            self._opened.callback(self.held_out.close)
        self._train(learner, self.held_out or self.reader)
        trained = Trained(learner, self.reader)
        trained.by_default = self._by_default
        if self.rows is not None and self.rows.largest is not None:
            trained.spread = self.rows.largest.spread()
        return trained

    def _train(self, learner: Learner, source: RowSource) -> None:
        self.rows = self._opened.enter_context(open_rows(learner, source, self.run, self.keep))
        if isinstance(self.model, NewModel) and self.reader is not None and not is_scaled(self.reader.encoding):
            self.rows.largest = LargestValues()
        train_on_rows(learner, source, self.rows, self.run)

    def evaluate(self, trained: Trained, for_page: bool = False) -> None:
        """Evaluate on the training rows, if they are few or a page needs them, and on validation rows."""
        assert self.rows is not None
        report = trained.report_
        if for_page:
            from rosenblatt.reports.page_rows import look_at

            self.seen = look_at(trained.model_, self.rows.every_row(), report.n_rows)
            trained.training = self.seen.evaluation if self.seen.every == 1 else None
        elif evaluates_training(trained):
            trained.training = evaluate_chunks(trained.model_, self.rows.every_row())
        if isinstance(self.validation, str):
            reading = trained.reading
            if isinstance(self.model, OldModel):  # files are written alike, but for their format and labels
                reading = reading._replace(options=replace(reading.options, **self.model.written))
            trained.validation = evaluate(FileModel(trained.model_, reading), self.validation)
        elif self.held_out is not None:
            trained.validation = evaluate_chunks(trained.model_, self.held_out.validation())

    def certify(self, trained: Trained) -> None:
        """Search for a certificate of the training rows, for at most as long as training took."""
        report, learner = trained.report_, trained.learner_
        if report.certificate is not None or report.reason == "interrupted":
            return
        from rosenblatt.proofs.search.certify import certify

        assert self.rows is not None
        with suppress(KeyboardInterrupt):
            rows, budget = self.rows.all(), max(LEAST_SECONDS, report.seconds)
            fit_intercept = learner.options.fit_intercept
            report.certificate = certify(matrix_of(rows.block), rows.labels, fit_intercept=fit_intercept, budget=budget)

    def save(self, path: str | os.PathLike[str], trained: Trained, command: list[str] | None) -> None:
        """Write the model with all that is needed to train it again, and remove the checkpoint."""
        from rosenblatt.trained.checkpoint import remove
        from rosenblatt.trained.model_files import save
        from rosenblatt.trained.provenance import origin_of

        assert self.reader is not None
        if not trained.origin:
            trained.origin = origin_of(self.reader, self._call(trained), command)
        save(path, trained)
        if self.run.checkpoint is not None:
            remove(self.run.checkpoint)

    def write_page(self, path: str | os.PathLike[str], trained: Trained, command: str) -> None:
        """Write the report as an HTML page. command: as it was typed or called."""
        from rosenblatt.reports.page import FinishedRun, write_page
        from rosenblatt.trained.provenance import inputs_of

        assert self.reader is not None
        inputs = list(trained.origin.get("inputs") or inputs_of(self.reader))
        if isinstance(self.validation, str) and trained.validation is not None:
            inputs += _on_disk(self.validation)
        about = {"data": os.fspath(self.data), "reading": self.reader.options, "validation": self.validation}
        write_page(path, FinishedRun(trained, command=command, inputs=inputs, seen=self.seen, **about))

    def _call(self, trained: Trained) -> dict[str, Any]:
        """Arguments that repeat this run; none if it continued from a model that has no file."""
        from rosenblatt.trained.provenance import file_digest, settled

        call: dict[str, Any] = {"data": settled(self.data)}
        if isinstance(self.model, OldModel):
            source = self.model.source
            if not isinstance(source, str | os.PathLike):
                return {}
            call |= {"from_model": settled(source), "from_sha256": file_digest(source), **self.model.written}
            return call if self.model.max_iter is None else {**call, "max_iter": self.model.max_iter}
        learner, reading = trained.learner_, asdict(trained.reading.options)
        if reading["labels"] is not None:
            reading["labels"] = settled(reading["labels"])
        own = learner.options.by_name()
        if isinstance(learner, learners.Pocket):
            own["ratchet"] = learner.ratchet
        held = self.validation if isinstance(self.validation, float) else None
        call |= {
            "algorithm": trained.algorithm,
            "validation": held,
            "certify_when_stalled": self.run.certify_when_stalled,
        }
        return {**call, **reading, **own}


def evaluates_training(trained: Trained) -> bool:
    """Return True if there are few enough training rows to evaluate the model on them."""
    from rosenblatt.trained.model_files import holds_rows

    report = trained.report_
    votes = report.n_rows * report.n_mistakes if holds_rows(trained) else 0
    return bool(report.n_rows <= MAX_EVALUATED_ROWS and votes <= MAX_VOTES)


def _check_going_on(options: dict[str, Any], algorithm: Any, validation: Any, run: RunOptions) -> None:
    if algorithm is not None:
        raise OptionError(
            f"{subject('algorithm')} must be left out where training goes on from a model: it is the model's."
        )
    if run.certify_when_stalled:
        raise OptionError(f"{subject('certify_when_stalled')} must be left out where training goes on from a model.")
    if isinstance(validation, float):
        raise OptionError(
            f"{subject('validation')} must be a file where training goes on from a model; got a fraction."
        )
    for name in options:
        if name not in (*FILE_OPTIONS, "max_iter"):
            raise OptionError(
                f"{subject(name)} must be left out where training goes on from a model: it is the model's."
            )


def _default(data: Any, run: RunOptions) -> str:
    """Default algorithm: perceptron for bundled sets and with certify_when_stalled, else averaged, since files are
    often noisy."""
    return "perceptron" if _is_sample(data) or run.certify_when_stalled else "averaged"


def weigh_classes(learner: Learner, reader: Reader) -> None:
    """Match class weights to the labels as they are read: on a command line all are strings."""
    weights = learner.options.class_weight
    if not isinstance(weights, Mapping) or not all(isinstance(label, str) for label in weights):
        return
    if (encoding := table_encoding(reader.encoding)) is not None:
        classes = {str(label): label for label in encoding.labels}
        if unknown := next((label for label in weights if label not in classes), None):
            shown = ", ".join(list(classes)[:20])
            raise OptionError(
                f"{subject('class_weight')} must name classes of the data; got {unknown!r}, and it has {shown}."
            )
        weights = {classes[label]: factor for label, factor in weights.items()}
    else:
        weights = {_number(label): factor for label, factor in weights.items()}
    learner.options = replace(learner.options, class_weight=weights)


def note_options(data: Any) -> dict[str, Any]:
    """Options with which a lecture trains on this set; empty for other data."""
    return NOTE_OPTIONS.get(data.removeprefix(SAMPLE), {}) if _is_sample(data) else {}


def _is_sample(data: Any) -> bool:
    return isinstance(data, str) and data.startswith(SAMPLE)


def learner_class(algorithm: str) -> type[Learner]:
    check_choice("algorithm", algorithm, ALGORITHMS)
    return getattr(learners, ALGORITHMS[algorithm].learner)  # type: ignore[no-any-return]


def with_kernel(algorithm: str | None, options: dict[str, Any]) -> str | None:
    """Return the algorithm, which is "kernel" if a kernel is given. Options of kernels that are None are removed."""
    given = [name for name in KERNEL_FIELDS if options.get(name) is not None]
    for name in KERNEL_FIELDS:
        if name in options and name not in given:
            del options[name]
    if algorithm not in (None, "kernel") and given:
        only = option("algorithm", "kernel")
        raise OptionError(f"{subject(given[0])} must be left out for the algorithm {algorithm!r}: {only} has it.")
    for name in given:
        kernels = OF_KERNELS.get(name, ("linear", "poly", "rbf"))
        known = options.get("kernel", "rbf" if algorithm else None)
        if known not in kernels and (known is None or name in OF_KERNELS):
            those = " or ".join(option("kernel", kernel) for kernel in kernels)
            raise OptionError(f"{subject(name)} must come with a kernel that takes it: {those}.")
    return "kernel" if given else algorithm


def chosen_learner(algorithm: str | None, verb: str, options: dict[str, Any]) -> Learner:
    """Return an untrained learner: a perceptron, unless another algorithm or a kernel is given."""
    make = learner_class(with_kernel(algorithm, options) or "perceptron")
    return new_learner(make, verb, options)  # type: ignore[no-any-return]


def new_learner(make: Any, verb: str, options: dict[str, Any]) -> Any:
    """Return an untrained learner with these options."""
    try:
        return make(**options)
    except TypeError as error:
        raise OptionError(f"{verb} takes the options of the learner: {error}.") from error


def _on_disk(path: str) -> list[dict[str, Any]]:
    """List the files of a path with sizes and SHA-256, except files that would have to be fetched again."""
    from rosenblatt.trained.provenance import file_digest

    names = [source.name for source in sources_of(path) if os.path.isfile(source.name)]
    return [{"name": name, "bytes": os.path.getsize(name), "sha256": file_digest(name)} for name in names]


def _validation(given: Any) -> float | str | None:
    """Parse a fraction or a file name."""
    if given is None:
        return None
    if isinstance(given, Real) and not isinstance(given, bool):
        return float(given)
    if not isinstance(given, str | os.PathLike):
        raise OptionError(f"{subject('validation')} must be a fraction of the rows or a file; got {given!r}.")
    with suppress(ValueError):
        return float(os.fspath(given))
    sources_of(given, f"{subject('validation')} must be a fraction, or")  # checked now, not after hours of training
    return os.fspath(given)


def _number(label: str) -> Any:
    if is_whole(label):
        return int(label)
    try:
        return float(label)
    except ValueError:
        return label


def check_place(name: str, target: Path, is_own: Callable[[Path], bool]) -> None:
    """Raise a DataError if no file can be written there, or if a file of another kind would be lost."""
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
