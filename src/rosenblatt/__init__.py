"""Rosenblatt: the perceptron family, exact, provable and fast.

Importing this package imports the standard library only; each name below loads what it needs on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosenblatt.commands import train as train
    from rosenblatt.data.samples import sample as sample
    from rosenblatt.errors import DataError as DataError
    from rosenblatt.errors import OptionError as OptionError
    from rosenblatt.errors import RosenblattError as RosenblattError
    from rosenblatt.errors import TrainingOverflow as TrainingOverflow
    from rosenblatt.estimators import AveragedPerceptron as AveragedPerceptron
    from rosenblatt.estimators import Perceptron as Perceptron
    from rosenblatt.estimators import PocketPerceptron as PocketPerceptron
    from rosenblatt.estimators import VotedPerceptron as VotedPerceptron
    from rosenblatt.learners.report import Report as Report

__version__ = "0.1.0"

_HOMES = {
    "AveragedPerceptron": "estimators",
    "DataError": "errors",
    "OptionError": "errors",
    "Perceptron": "estimators",
    "PocketPerceptron": "estimators",
    "Report": "learners.report",
    "RosenblattError": "errors",
    "TrainingOverflow": "errors",
    "VotedPerceptron": "estimators",
    "sample": "data.samples",
    "train": "commands",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rosenblatt' has no attribute {name!r}")
    value = getattr(import_module(f"rosenblatt.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
