"""Verb ``reproduce``: train again as a model was trained and compare the bits."""

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosenblatt.commands.inspect import MAX_NAMES, Lines
from rosenblatt.commands.training_run import TrainingRun
from rosenblatt.display import in_columns
from rosenblatt.errors import DataError, option
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.read_options import OF_FEATURES
from rosenblatt.learners.state import state_of
from rosenblatt.trained.file_fit import RunOptions
from rosenblatt.trained.model_files import trained_of
from rosenblatt.trained.provenance import call_of, file_digest, inputs_of


def reproduce(
    model: Any,
    data: str | os.PathLike[str] | None = None,
    *,
    from_model: str | os.PathLike[str] | None = None,
    labels: str | os.PathLike[str] | None = None,
    on_window: Any = None,
) -> "Reproduction":
    """Train again as a model was trained, and compare the bits.

    model: what ``train`` gave, or the path of its file. data: where the training data is now; else where it was.
    from_model: where the model is now that it went on from. labels: where the file of labels is now.
    on_window: as for ``train``.
    """
    first = trained_of(model)
    if not first.origin.get("call"):
        raise DataError(
            f"The model must tell how it was trained; it does not: train {option('model')} writes one that does."
        )
    call = call_of(first.origin)
    was_data = call.pop("data")
    data = was_data if data is None else data
    if labels is not None:
        call["labels"] = os.fspath(labels)
    if call.get("from_model"):
        was = call.pop("from_sha256")
        call["from_model"] = from_model or call["from_model"]
        if file_digest(call["from_model"]) != was:
            raise DataError(f"{os.fspath(call['from_model'])} must be the model that was gone on from; it is another.")
    asked = {name: call.pop(name, None) for name in ("algorithm", "from_model", "validation")}
    how = RunOptions(on_window=on_window, certify_when_stalled=call.pop("certify_when_stalled", False))
    given: tuple[str, ...] = ()
    if isinstance(first.encoding_, FeatureScaling) and not asked["from_model"]:
        given, call["scale"] = OF_FEATURES, first.encoding_.scale
    with TrainingRun(data, call, **asked, run=how, given=given) as run:
        again = run.trained()
    if again.report_.reason == "interrupted":
        raise KeyboardInterrupt
    then = [(file["bytes"], file["sha256"]) for file in first.origin["inputs"]]
    now = [] if run.reader is None else [(file["bytes"], file["sha256"]) for file in inputs_of(run.reader)]
    return Reproduction(then == now, differences(state_of(first.learner_), state_of(again.learner_)))


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
    """Result of training again: the fields of the state that differ, if any."""

    same_data: bool
    differences: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not self.differences

    def lines(self) -> Lines:
        data = "the same (SHA-256)" if self.same_data else "different from the training data (SHA-256)"
        model = "the same, bit for bit" if self.same else f"different: {', '.join(self.differences[:MAX_NAMES])}"
        return [("data", data), ("model", model)]

    def to_dict(self) -> dict[str, Any]:
        return {"same": self.same, "same_data": self.same_data, "differences": self.differences}

    def __str__(self) -> str:
        return in_columns(self.lines())
