"""Runs of ``train``, ``predict`` and ``evaluate`` on files in partitions: on a Dask cluster, or in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rosenblatt.commands.training_run import (
    MAX_EVALUATED_ROWS,
    NewModel,
    TrainingRun,
    evaluates_training,
    weigh_classes,
)
from rosenblatt.errors import OptionError, subject
from rosenblatt.files.readers import Reader
from rosenblatt.learners.epochs import BEGIN
from rosenblatt.learners.partitioned import Engine, OneProcess
from rosenblatt.learners.strategy import Strategy
from rosenblatt.trained.file_fit import RunOptions
from rosenblatt.trained.parted_files import PART_MB, PartedFiles, bytes_of
from rosenblatt.trained.parted_predictions import PartedPredictions
from rosenblatt.trained.trained_model import FileModel, Trained


@dataclass(frozen=True)
class Cluster:
    """Place and way of training on partitions.

    dask: address of a scheduler, "local", or a client; None for this process.
    """

    dask: Any
    strategy: Strategy
    part_mb: float = PART_MB

    def __post_init__(self) -> None:
        bytes_of(self.part_mb)

    @property
    def part_bytes(self) -> int:
        return bytes_of(self.part_mb)


@contextmanager
def engine_of(dask: Any) -> Iterator[Engine]:
    """Yield the engine of an address, of "local", of a client, or for None of this process."""
    if dask is None:
        yield OneProcess()
        return
    from rosenblatt.dask.cluster import DaskEngine, check_versions, client_of, connected

    if not isinstance(dask, str):
        client = client_of(dask)
        check_versions(client)
        yield DaskEngine(client)
        return
    with connected(dask) as client:
        check_versions(client)
        yield DaskEngine(client)


@contextmanager
def predictions_on(
    dask: Any, model: FileModel, data: Any, part_mb: float = PART_MB, **asked: Any
) -> Iterator[PartedPredictions]:
    """Yield the predictions of a model for files in partitions. asked: with_labels, and how the files are written."""
    part_bytes = bytes_of(part_mb)
    with engine_of(dask) as engine:
        yield PartedPredictions(model, data, engine, part_bytes, **asked)


class ClusterRun(TrainingRun):
    """One run of training on files in partitions."""

    def __init__(self, data: Any, options: dict[str, Any], *, cluster: Cluster, **asked: Any) -> None:
        super().__init__(data, options, **asked)
        self.cluster = cluster
        self.parted: PartedFiles | None = None
        if not isinstance(self.model, NewModel):
            raise OptionError(f"{subject('from_model')} must be left out on a cluster, where training starts anew.")
        _check(self.run)
        cluster.strategy.check(self.model.learner, has_windows=True)

    def trained(self) -> Trained:
        """Train only: no evaluation, no files."""
        assert isinstance(self.model, NewModel)
        learner, on_window = self.model.learner, self.run.on_window
        reader = self.reader = Reader(self.data, self.model.reading, given=self._given)
        engine = self._opened.enter_context(engine_of(self.cluster.dask))
        self.parted = PartedFiles(reader, engine, self.cluster.part_bytes)
        weigh_classes(learner, reader)
        if isinstance(self.validation, float):
            self.parted.hold_out(self.validation, learner.options.random_state)
        if on_window is not None:
            n_rows = sum(self.parted.counts)
            learner.on_epoch = lambda epoch, mistakes: on_window(
                learner, BEGIN._replace(epoch=epoch, mistakes=mistakes, n_rows=n_rows)
            )
        spread = self.parted.spread()  # before training, since rows are not held after it
        self.parted.train(learner, self.cluster.strategy, keep=MAX_EVALUATED_ROWS)
        learner.on_epoch = None
        trained = Trained(learner, reader)
        trained.by_default, trained.spread = self._by_default, spread
        trained.n_unlabelled, trained.unused = self.parted.n_unlabelled, self.parted.unused
        return trained

    def evaluate(self, trained: Trained, for_page: bool = False) -> None:
        """Evaluate on the training rows, if they are few, and on a file of validation rows."""
        assert self.parted is not None
        if evaluates_training(trained):
            trained.training = self.parted.evaluate(trained.model_)
        if isinstance(self.validation, float):
            trained.validation = self.parted.evaluate(trained.model_, held=True)
        elif isinstance(self.validation, str):
            frozen, part_bytes = FileModel(trained.model_, trained.reading), self.cluster.part_bytes
            predictions = PartedPredictions(frozen, self.validation, self.parted.engine, part_bytes, with_labels=True)
            trained.validation = predictions.evaluation()

    def _call(self, trained: Trained) -> dict[str, Any]:
        strategy = self.cluster.strategy
        own = {"strategy": strategy.name, "mix_by": strategy.mix_by, "then_sequence": int(strategy.then_sequence)}
        return {**super()._call(trained), **own, "part_mb": float(self.cluster.part_mb)}


def _check(run: RunOptions) -> None:
    """Raise an OptionError if an option needs all rows on one machine."""
    given = {"certify_when_stalled": run.certify_when_stalled, "cache": run.cache, "resume": run.resume}
    given |= {"checkpoint": run.checkpoint}
    for name, value in given.items():
        if value:
            raise OptionError(f"{subject(name)} must be left out for rows in partitions; got {value!r}.")


def recorded_cluster(call: dict[str, Any]) -> Cluster | None:
    """Take the partitions of a run out of its recorded arguments. None for a run without partitions."""
    names = ("strategy", "mix_by", "then_sequence", "part_mb")
    own = {name: call.pop(name) for name in names if name in call}
    if not own:
        return None
    return Cluster(None, Strategy(own["strategy"], own["mix_by"], own["then_sequence"]), own["part_mb"])
