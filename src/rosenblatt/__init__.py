"""Rosenblatt: the perceptron family, exact, provable and fast.

Importing this package imports the standard library only; each name below loads what it needs on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosenblatt.commands.certify import certify as certify
    from rosenblatt.commands.compare import Comparison as Comparison
    from rosenblatt.commands.compare import compare as compare
    from rosenblatt.commands.convert import convert as convert
    from rosenblatt.commands.evaluate import evaluate as evaluate
    from rosenblatt.commands.export import export as export
    from rosenblatt.commands.inspect import inspect as inspect
    from rosenblatt.commands.plot import plot as plot
    from rosenblatt.commands.predict import predict as predict
    from rosenblatt.commands.reproduce import reproduce as reproduce
    from rosenblatt.commands.trace import trace as trace
    from rosenblatt.commands.train import fit_file as fit_file
    from rosenblatt.commands.train import train as train
    from rosenblatt.data.generators import Generated as Generated
    from rosenblatt.data.generators import generate as generate
    from rosenblatt.data.samples import sample as sample
    from rosenblatt.errors import DataError as DataError
    from rosenblatt.errors import OptionError as OptionError
    from rosenblatt.errors import RosenblattError as RosenblattError
    from rosenblatt.errors import TrainingOverflow as TrainingOverflow
    from rosenblatt.estimators import AveragedPerceptron as AveragedPerceptron
    from rosenblatt.estimators import Perceptron as Perceptron
    from rosenblatt.estimators import PocketPerceptron as PocketPerceptron
    from rosenblatt.estimators import VotedPerceptron as VotedPerceptron
    from rosenblatt.files.readers import read as read
    from rosenblatt.grading.grade import Grade as Grade
    from rosenblatt.grading.grade import grade as grade
    from rosenblatt.learners.report import Report as Report
    from rosenblatt.models.geometry import Hyperplane as Hyperplane
    from rosenblatt.models.geometry import fold as fold
    from rosenblatt.models.geometry import perceptron_gradient as perceptron_gradient
    from rosenblatt.models.geometry import perceptron_loss as perceptron_loss
    from rosenblatt.models.trace import Step as Step
    from rosenblatt.models.trace import Trace as Trace
    from rosenblatt.proofs.check.certificate import Certificate as Certificate
    from rosenblatt.proofs.check.error_bracket import ErrorBracket as ErrorBracket
    from rosenblatt.proofs.check.multiclass import MulticlassCertificate as MulticlassCertificate
    from rosenblatt.proofs.check.multiclass import load_certificate as load_certificate
    from rosenblatt.proofs.search.error_bracket import error_bracket as error_bracket
    from rosenblatt.trained.evaluation import Evaluation as Evaluation
    from rosenblatt.trained.model_files import load as load
    from rosenblatt.trained.model_files import save as save
    from rosenblatt.version import __version__ as __version__

_HOMES = {
    "__version__": "version",
    "AveragedPerceptron": "estimators",
    "Certificate": "proofs.check.certificate",
    "Comparison": "commands.compare",
    "DataError": "errors",
    "ErrorBracket": "proofs.check.error_bracket",
    "Evaluation": "trained.evaluation",
    "Generated": "data.generators",
    "Grade": "grading.grade",
    "Hyperplane": "models.geometry",
    "MulticlassCertificate": "proofs.check.multiclass",
    "OptionError": "errors",
    "Perceptron": "estimators",
    "PocketPerceptron": "estimators",
    "Report": "learners.report",
    "RosenblattError": "errors",
    "Step": "models.trace",
    "Trace": "models.trace",
    "TrainingOverflow": "errors",
    "VotedPerceptron": "estimators",
    "certify": "commands.certify",
    "compare": "commands.compare",
    "convert": "commands.convert",
    "error_bracket": "proofs.search.error_bracket",
    "evaluate": "commands.evaluate",
    "export": "commands.export",
    "fit_file": "commands.train",
    "fold": "models.geometry",
    "generate": "data.generators",
    "grade": "grading.grade",
    "inspect": "commands.inspect",
    "load": "trained.model_files",
    "load_certificate": "proofs.check.multiclass",
    "perceptron_gradient": "models.geometry",
    "perceptron_loss": "models.geometry",
    "plot": "commands.plot",
    "predict": "commands.predict",
    "read": "files.readers",
    "reproduce": "commands.reproduce",
    "sample": "data.samples",
    "save": "trained.model_files",
    "trace": "commands.trace",
    "train": "commands.train",
}

_ROOMS = ("lab", "learners", "online", "plots")  # modules with names of their own

__all__ = sorted(name for name in _HOMES if not name.startswith("_"))


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"rosenblatt.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'rosenblatt' has no attribute {name!r}")
    value = getattr(import_module(f"rosenblatt.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})
