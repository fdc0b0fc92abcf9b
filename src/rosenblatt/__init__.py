"""Rosenblatt: perceptrons that follow a rule you can name, report how training ended, and run fast.

>>> import rosenblatt
>>> X, y, _ = rosenblatt.sample("setosa")
>>> model = rosenblatt.Perceptron().fit(X, y)
>>> model.report_.reason, model.report_.errors
('converged', 0)

Importing this package imports the standard library only. Each public name loads what it needs on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosenblatt.commands.certify import certify as certify
    from rosenblatt.commands.compare import compare as compare
    from rosenblatt.commands.comparison import Comparison as Comparison
    from rosenblatt.commands.convert import convert as convert
    from rosenblatt.commands.evaluate import evaluate as evaluate
    from rosenblatt.commands.exam import exam as exam
    from rosenblatt.commands.export import export as export
    from rosenblatt.commands.inspect import inspect as inspect
    from rosenblatt.commands.plot import plot as plot
    from rosenblatt.commands.predict import predict as predict
    from rosenblatt.commands.reproduce import reproduce as reproduce
    from rosenblatt.commands.trace import trace as trace
    from rosenblatt.commands.train import fit_file as fit_file, train as train
    from rosenblatt.commands.tutorial import tutorial as tutorial
    from rosenblatt.data.generators import Generated as Generated, generate as generate
    from rosenblatt.data.samples import sample as sample
    from rosenblatt.errors import (
        DataError as DataError,
        OptionError as OptionError,
        RosenblattError as RosenblattError,
        TrainingOverflow as TrainingOverflow,
    )
    from rosenblatt.estimators import (
        AveragedPerceptron as AveragedPerceptron,
        KernelPerceptron as KernelPerceptron,
        MarginPerceptron as MarginPerceptron,
        NormalizedPerceptron as NormalizedPerceptron,
        PassiveAggressiveClassifier as PassiveAggressiveClassifier,
        Perceptron as Perceptron,
        PocketPerceptron as PocketPerceptron,
        VotedPerceptron as VotedPerceptron,
    )
    from rosenblatt.exams.exam import Exam as Exam
    from rosenblatt.files.readers import read as read
    from rosenblatt.grading.grade import Grade as Grade, grade as grade
    from rosenblatt.learners.report import Report as Report
    from rosenblatt.models.criterion import (
        perceptron_gradient as perceptron_gradient,
        perceptron_loss as perceptron_loss,
    )
    from rosenblatt.models.geometry import Hyperplane as Hyperplane, fold as fold
    from rosenblatt.models.trace import Step as Step, Trace as Trace
    from rosenblatt.proofs.check.certificate import Certificate as Certificate
    from rosenblatt.proofs.check.error_bracket import ErrorBracket as ErrorBracket
    from rosenblatt.proofs.check.multiclass import (
        MulticlassCertificate as MulticlassCertificate,
        load_certificate as load_certificate,
    )
    from rosenblatt.proofs.search.error_bracket import error_bracket as error_bracket
    from rosenblatt.trained.evaluation import Evaluation as Evaluation
    from rosenblatt.trained.model_files import load as load, save as save
    from rosenblatt.version import __version__ as __version__

# The public names of each module.
_NAMES = {
    "commands.certify": "certify",
    "commands.compare": "compare",
    "commands.comparison": "Comparison",
    "commands.convert": "convert",
    "commands.evaluate": "evaluate",
    "commands.exam": "exam",
    "commands.export": "export",
    "commands.inspect": "inspect",
    "commands.plot": "plot",
    "commands.predict": "predict",
    "commands.reproduce": "reproduce",
    "commands.trace": "trace",
    "commands.train": "fit_file train",
    "commands.tutorial": "tutorial",
    "data.generators": "Generated generate",
    "data.samples": "sample",
    "errors": "DataError OptionError RosenblattError TrainingOverflow",
    "estimators": "AveragedPerceptron KernelPerceptron MarginPerceptron NormalizedPerceptron "
    "PassiveAggressiveClassifier Perceptron PocketPerceptron VotedPerceptron",
    "exams.exam": "Exam",
    "files.readers": "read",
    "grading.grade": "Grade grade",
    "learners.report": "Report",
    "models.criterion": "perceptron_gradient perceptron_loss",
    "models.geometry": "Hyperplane fold",
    "models.trace": "Step Trace",
    "proofs.check.certificate": "Certificate",
    "proofs.check.error_bracket": "ErrorBracket",
    "proofs.check.multiclass": "MulticlassCertificate load_certificate",
    "proofs.search.error_bracket": "error_bracket",
    "trained.evaluation": "Evaluation",
    "trained.model_files": "load save",
    "version": "__version__",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
_ROOMS = ("dask", "lab", "learners", "online", "plots")  # modules with names of their own

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
