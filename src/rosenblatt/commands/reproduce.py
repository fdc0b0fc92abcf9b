"""Verb ``reproduce``: train again as a model was trained and compare the bits."""

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosenblatt.commands.cluster_run import ClusterRun, recorded_cluster
from rosenblatt.commands.inspect import MAX_NAMES, Lines
from rosenblatt.commands.shared_entries import SHARED
from rosenblatt.commands.training_run import TrainingRun
from rosenblatt.display import in_columns
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.read_options import OF_FEATURES
from rosenblatt.learners.state import state_of
from rosenblatt.trained.file_fit import RunOptions
from rosenblatt.trained.model_files import trained_of
from rosenblatt.trained.provenance import call_of, file_digest, inputs_of
from rosenblatt.trained.trained_model import Trained

_PARAMETERS = entries("""
model : Trained, str or path-like
    Result of ``rosenblatt.train`` with ``model=``, or the path of its file.
data : str or path-like, default=None
    Place of the training data now. None means the place recorded in the model.
from_model : str or path-like, default=None
    Place of the model that this one was continued from. None means the place recorded in the model.
labels : str or path-like, default=None
    Place of the file of labels now. None means the place recorded in the model.
""")


@insert(SHARED, _PARAMETERS)
def reproduce(
    model: Any,
    data: str | os.PathLike[str] | None = None,
    *,
    from_model: str | os.PathLike[str] | None = None,
    labels: str | os.PathLike[str] | None = None,
    on_window: Any = None,
) -> "Reproduction":
    """Train again as a model was trained, and compare the bits.

    Parameters
    ----------
    {model, data, from_model, labels, on_window}

    Returns
    -------
    Reproduction
        Result with ``same`` (whether all bits are the same), ``same_data``, and ``differences`` (fields that differ).

    Raises
    ------
    DataError
        If the model does not record its training, or a file is missing or is not the recorded one.

    See Also
    --------
    rosenblatt.inspect : Describe a model and its origin.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "iris.perceptron"
    ...     _ = rosenblatt.train("sample:iris", model=path)
    ...     rosenblatt.reproduce(path).same
    True
    """
    first = trained_of(model)
    call = _call(first, from_model, labels)
    was_data = call.pop("data")
    run, again = _train_again(first, was_data if data is None else data, call, on_window)
    then = [(file["bytes"], file["sha256"]) for file in first.origin["inputs"]]
    now = [] if run.reader is None else [(file["bytes"], file["sha256"]) for file in inputs_of(run.reader)]
    return Reproduction(then == now, differences(state_of(first.learner_), state_of(again.learner_)))


def _call(first: Trained, from_model: Any, labels: Any) -> dict[str, Any]:
    """The arguments of ``train`` that a model was trained with, with the places of files as they are now."""
    if not first.origin.get("call"):
        raise DataError(
            f"The model must tell how it was trained; it does not: train {option('model')} writes one that does."
        )
    call = call_of(first.origin)
    if labels is not None:
        call["labels"] = os.fspath(labels)
    if call.get("from_model"):
        was = call.pop("from_sha256")
        call["from_model"] = from_model or call["from_model"]
        if file_digest(call["from_model"]) != was:
            raise DataError(f"{os.fspath(call['from_model'])} must be the model that was gone on from; it is another.")
    return call


def _train_again(first: Trained, data: Any, call: dict[str, Any], on_window: Any) -> tuple[TrainingRun, Trained]:
    asked = {name: call.pop(name, None) for name in ("algorithm", "from_model", "validation")}
    how = RunOptions(on_window=on_window, certify_when_stalled=call.pop("certify_when_stalled", False))
    given: tuple[str, ...] = ()
    if isinstance(first.encoding_, FeatureScaling) and not asked["from_model"]:
        given, call["scale"] = OF_FEATURES, first.encoding_.scale
    cluster = recorded_cluster(call)  # the bits depend on the partitions, not on the machines
    options = {**asked, "run": how, "given": given}
    new = TrainingRun(data, call, **options) if cluster is None else ClusterRun(data, call, cluster=cluster, **options)
    with new as run:
        again = run.trained()
    if again.report_.reason == "interrupted":
        raise KeyboardInterrupt
    return run, again


def differences(one: Any, other: Any, place: str = "") -> list[str]:
    """Return the paths at which two states differ. Training time is not compared."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {**one, **other} if key != "_seconds"]
        return [path for key in keys for path in differences(one.get(key), other.get(key), f"{place}.{key}")]
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [path for k, (a, b) in pairs for path in differences(a, b, f"{place}[{k}]")]
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        same = one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
        return [] if same else [place.removeprefix(".")]
    return [] if type(one) is type(other) and one == other else [place.removeprefix(".")]


@dataclass(frozen=True)
class Reproduction:
    """Result of ``rosenblatt.reproduce``."""

    same_data: bool
    differences: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """True if all bits are the same."""
        return not self.differences

    def lines(self) -> Lines:
        """Return the printed lines."""
        data = "the same (SHA-256)" if self.same_data else "different from the training data (SHA-256)"
        model = "the same, bit for bit" if self.same else f"different: {', '.join(self.differences[:MAX_NAMES])}"
        return [("data", data), ("model", model)]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dictionary, ready for JSON."""
        return {"same": self.same, "same_data": self.same_data, "differences": self.differences}

    def __str__(self) -> str:
        return in_columns(self.lines())
