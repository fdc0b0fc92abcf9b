"""Model files: a trained model in one file that is checked, and runs no code, when it is loaded.

The file is an archive (``files/archives.py``). Its header has the kind of the model, its options, classes, features,
encoding, report and provenance; the arrays are the state that the learner needs to continue to the same bits.
"""

import os
from collections.abc import Callable, Collection
from dataclasses import asdict
from importlib import import_module
from typing import Any

import numpy as np

from rosenblatt import learners
from rosenblatt.conventions import ALGORITHMS, RULES
from rosenblatt.errors import DataError, RosenblattError, sentence_of
from rosenblatt.files.archives import read_archive, write_archive
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.read_options import NAMED_COLUMNS, ReadOptions
from rosenblatt.learners.base import Learner
from rosenblatt.learners.state import learned_from, model_from, set_state, state_of, state_of_model
from rosenblatt.learners.state_checks import check_state, is_encodable
from rosenblatt.models.linear import Model
from rosenblatt.trained.provenance import mapping, pairs
from rosenblatt.trained.reading_tree import are_strings, list_of, origin_from, reading_from
from rosenblatt.trained.report_tree import report_from, report_tree
from rosenblatt.trained.trained_model import FileModel, Reading, Trained
from rosenblatt.version import __version__

MAGIC = b"rosenblatt model 1\n"
# The kinds of models that a file can name, with their classes. A kind is a word of the file format: the class is
# imported from the public module of that name, wherever its source is.
LEARNERS = tuple(known.learner for known in ALGORITHMS.values())
ESTIMATORS = (
    *(known.estimator for known in ALGORITHMS.values()),
    *(name for known in RULES.values() for name in known.estimators),
)
ONLINE = (
    *(known.estimator for known in ALGORITHMS.values() if known.is_online),
    *(name for known in RULES.values() for name in known.online),
)
KINDS = {"learners": LEARNERS, "estimators": ESTIMATORS, "online": ONLINE, "river": (*ONLINE, "PAClassifier")}
TRAINED = "trained"
HOLDS_ROWS = "Votes and kernels need the rows on which mistakes were made: this file holds training rows."


def save(path: str | os.PathLike[str], model: Any) -> None:
    """Write a model to a file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        File to write, by convention ``NAME.perceptron``.
    model : object
        Estimator, learner, online classifier, or the result of ``rosenblatt.train``. The files of voted
        models and of kernel perceptrons hold training rows, because predictions are computed from them.

    Raises
    ------
    DataError
        If the object is not a model of this package, or its labels or options cannot be written.

    See Also
    --------
    rosenblatt.load : Load the model of a file.
    rosenblatt.export : Write a model for other programs.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> X, y = rosenblatt.sample("setosa")[:2]
    >>> model = rosenblatt.Perceptron().fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "setosa.perceptron"
    ...     rosenblatt.save(path, model)
    ...     again = rosenblatt.load(path)
    >>> (again.coef_ == model.coef_).all().item()
    True
    """
    kind = _kind(model)
    tree = {"rosenblatt": __version__, "kind": kind, "class": type(model).__name__}
    try:
        write_archive(path, MAGIC, {**tree, **_WRITERS[kind](model)})
    except RosenblattError:
        raise
    except (TypeError, ValueError) as error:
        raise DataError(f"The model must hold plain values only, to be saved: {error}.") from error


def load(path: str | os.PathLike[str]) -> Any:
    """Load the model of a file.

    Loading runs no code of the file, and everything in it is checked first.

    Parameters
    ----------
    path : str or path-like
        File written by ``rosenblatt.save`` or by training with ``model=``.

    Returns
    -------
    object
        Model as it was saved: an estimator, a learner, an online classifier or the result of ``rosenblatt.train``.

    Raises
    ------
    DataError
        If the file is damaged, is not a model, or is from a newer version.

    See Also
    --------
    rosenblatt.save : Write a model to a file.
    rosenblatt.inspect : Describe a model and its origin.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import rosenblatt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "iris.perceptron"
    ...     _ = rosenblatt.train("sample:iris", model=path)
    ...     model = rosenblatt.load(path)
    >>> model.classes_.tolist()
    ['setosa', 'versicolor', 'virginica']
    """
    return _opened(path, _loaded)


def _opened(path: str | os.PathLike[str], read: Callable[[dict[str, Any]], Any]) -> Any:
    """Apply ``read`` to the tree of a file."""
    name = os.fspath(path)
    tree = read_archive(path, MAGIC)
    try:
        if tree["kind"] != TRAINED and tree["class"] not in KINDS[tree["kind"]]:
            raise ValueError(f"there is no {tree['class']!r} among {tree['kind']}")
        return read(tree)
    except ModuleNotFoundError as error:
        raise DataError(f"{name} cannot be loaded: {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RosenblattError) as error:
        raise DataError(f"{name} must hold a model; it does not: {sentence_of(error)}.") from error


def _loaded(tree: dict[str, Any]) -> Any:
    kind = tree["kind"]
    if kind == TRAINED:
        return _trained(tree)
    return _READERS[kind](getattr(import_module(f"rosenblatt.{kind}"), tree["class"]), tree)


def is_model_file(path: str | os.PathLike[str]) -> bool:
    """Return True if a file exists that begins like a model file."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def holds_rows(model: Any) -> bool:
    """Return True if a model, and so its file, holds rows of the training data."""
    learner = getattr(model, "learner_", model)
    return isinstance(learner, learners.Voted | learners.Kernel)


def trained_of(model: Any) -> Trained:
    """Return a model, or that of a file, as one that takes raw files."""
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
    return Trained(learner, _plain_reading(None if names is None else [str(name) for name in names]))


def predictor_of(model: Any) -> FileModel:
    """Return a model, or that of a file, for prediction only. A file is loaded without its learner."""
    if isinstance(model, str | os.PathLike):
        model = _opened(model, _predictor)
    return model if isinstance(model, FileModel) else trained_of(model)


def _predictor(tree: dict[str, Any]) -> Any:
    """Frozen model of a tree; the saved model itself if it is untrained or online."""
    kind, trained = tree["kind"], tree.get("trained")
    if kind == TRAINED:
        trained = tree
    if trained is not None:
        model = _frozen(trained["algorithm"], trained["learner"])
        return FileModel(model, reading_from(trained["reading"], model.n_features))
    if kind == "learners" and tree["state"] is not None:
        return FileModel(_frozen(tree["class"], tree), _plain_reading(None))
    if kind == "estimators" and tree["fitted"]:
        return FileModel(_frozen(tree["algorithm"], tree["learner"]), _plain_reading(tree["features"]))
    return _loaded(tree)


def _frozen(algorithm: str, tree: dict[str, Any]) -> Model:
    """Frozen model of a learner's tree."""
    make = _learner_class(algorithm)
    check_state(make, tree["state"])
    own = {name: value for name, value in tree["options"].items() if name != "ratchet"}
    options = make.options_class(**{**own, "class_weight": mapping(own["class_weight"])})
    return model_from(make, learned_from(make, options, tree["state"]), tree["model"])


def _learner_class(algorithm: str) -> type[Learner]:
    if algorithm not in LEARNERS:
        raise ValueError(f"there is no algorithm {algorithm!r}")
    return getattr(learners, algorithm)  # type: ignore[no-any-return]


def _plain_reading(features: list[str] | None) -> Reading:
    """Reading options for arrays, for a model that was not trained on a file."""
    return Reading(ReadOptions(), "npz", None, {}, features, {})


def _kind(model: Any) -> str:
    if type(model) is Trained:
        return TRAINED
    kind = public_module(type(model)).removeprefix("rosenblatt.")
    if kind not in KINDS or type(model).__name__ not in KINDS[kind]:
        raise DataError(f"model must be one of rosenblatt's; got {type(model).__name__} of {type(model).__module__}.")
    return kind


def public_module(model_class: type) -> str:
    """Module that users import a class from: rosenblatt.estimators for one of rosenblatt.estimators.voted."""
    module = model_class.__module__
    return ".".join(module.split(".")[:2]) if module.startswith("rosenblatt.") else module


# Learners.


def _learner_tree(learner: Learner) -> dict[str, Any]:
    if not learner.n_features:
        return {"options": _options_tree(learner), "state": None}
    _check_labels(learner.classes.labels.tolist())
    tree = {"options": _options_tree(learner), "state": state_of(learner), "report": report_tree(learner.report)}
    return {**tree, "model": state_of_model(learner)}


def _learner(make: type[Learner], tree: dict[str, Any]) -> Learner:
    options = dict(tree["options"])
    options["class_weight"] = mapping(options["class_weight"])
    learner = make(**options)
    if tree["state"] is None:
        return learner
    check_state(make, tree["state"])
    set_state(learner, tree["state"])
    learner.report = report_from(tree["report"])
    if tree["model"] is not None:
        learner.ready_model = model_from(make, learner, tree["model"])
    return learner


def _check_labels(labels: Collection[Any]) -> None:
    if any(isinstance(label, bytes) for label in labels):
        raise DataError("labels must be strings or numbers to be saved; some are bytes: decode them before training.")
    if not is_encodable(list(labels)):
        raise DataError("labels must be text of whole characters to be saved; one has half a surrogate: replace it.")


def _options_tree(learner: Learner) -> dict[str, Any]:
    options = learner.options.by_name()
    _check_kernel(options.get("kernel"))
    own = {"ratchet": learner.ratchet} if isinstance(learner, learners.Pocket) else {}
    return {**options, **own, "class_weight": pairs(options["class_weight"])}


# What ``train`` gives, and estimators.


def _trained_tree(trained: Trained) -> dict[str, Any]:
    reading = trained.reading._asdict()
    reading["options"] = asdict(trained.reading.options)
    for name in NAMED_COLUMNS:
        some = reading["options"][name]
        reading["options"][name] = some if isinstance(some, str | int) else list(some)
    encoding = trained.encoding_
    if encoding is not None:
        reading["encoding"] = encoding.to_tree() if isinstance(encoding, FeatureScaling) else encoding.to_dict()
    algorithm = type(trained.learner_).__name__
    return {
        "algorithm": algorithm,
        "learner": _learner_tree(trained.learner_),
        "reading": reading,
        "origin": trained.origin,
    }


def _trained(tree: dict[str, Any]) -> Trained:
    learner = _learner(_learner_class(tree["algorithm"]), tree["learner"])
    return Trained(learner, reading_from(tree["reading"], learner.n_features), origin_from(tree["origin"]))


def _estimator_tree(model: Any) -> dict[str, Any]:
    params = model.get_params(deep=False)
    if params["random_state"] is not None and not isinstance(params["random_state"], int | np.integer):
        raise DataError(f"random_state must be a whole number or None to be saved; got {params['random_state']!r}.")
    _check_kernel(params.get("kernel"))
    params = _without_default_rules({**params, "class_weight": pairs(params["class_weight"])})
    names = getattr(model, "feature_names_in_", None)
    fitted = hasattr(model, "learner_")
    tree = {"params": params, "features": None if names is None else [str(name) for name in names]}
    if not fitted:
        return {**tree, "fitted": False}
    trained = _trained_tree(model.trained_) if hasattr(model, "trained_") else None
    algorithm = type(model.learner_).__name__
    own = {"algorithm": algorithm, "learner": _learner_tree(model.learner_) if trained is None else None}
    return {**tree, "fitted": True, **own, "trained": trained}


def _check_kernel(kernel: Any) -> None:
    if callable(kernel):
        raise DataError(
            "kernel must be a name to be saved; got a function: train with kernel='precomputed' on its values, and "
            "save that model."
        )


def _without_default_rules(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters without those of the plain perceptron's rule and of "argmax": earlier versions do not know them."""
    left_out: tuple[str, ...] = ("rule", "margin", "C") if params.get("rule") == "perceptron" else ()
    left_out += ("multiclass",) if params.get("multiclass") == "argmax" else ()
    return {name: value for name, value in params.items() if name not in left_out}


def _estimator(make: type, tree: dict[str, Any]) -> Any:
    params = {**tree["params"], "class_weight": mapping(tree["params"]["class_weight"])}
    model = make(**params)
    if not tree["fitted"]:
        return model
    if tree["trained"] is not None:
        model.trained_ = _trained(tree["trained"])
        model.encoding_ = model.trained_.encoding_
    made = _learner_class(tree["algorithm"])  # a parameter of the estimator may have changed since
    learner = model.trained_.learner_ if tree["trained"] is not None else _learner(made, tree["learner"])
    if type(learner) not in model.learner_classes() or learner.report is None:
        raise ValueError("the learner is of another algorithm")
    model.n_features_in_ = learner.n_features
    if tree["features"] is not None:
        if len(list_of(tree["features"])) != learner.n_features or not are_strings(tree["features"]):
            raise ValueError("there are not as many names as features")
        model.feature_names_in_ = np.array(tree["features"], dtype=object)
    model._show(learner)
    return model


# One at a time.


def _online_tree(model: Any) -> dict[str, Any]:
    features = model._features
    plain = (str, int, float, bool, type(None))
    names = [name.item() if isinstance(name, np.generic) else name for name in features.names]
    if not all(type(name) in plain for name in names):
        raise DataError("feature names must be strings or numbers to be saved; some are not.")
    _check_labels(model.classes or ())
    own = _without_default_rules({name: getattr(model, name) for name in model.parameters})
    columns = {"names": names, "numbered": features.numbered, "size": features.size}
    return {"own": own, "columns": columns, "learner": _learner_tree(model._singles.settled())}


def _online(make: type, tree: dict[str, Any]) -> Any:
    model = make(**tree["own"])
    columns = tree["columns"]
    learner = _learner(model._learner_class, tree["learner"])
    size, names = columns["size"], columns["names"]
    numbered = columns["numbered"]
    if type(size) is not int or learner.n_features not in (0, max(1, size)):
        raise ValueError("there are not as many features as weights")
    if type(numbered) is not bool or len(list_of(names)) != (0 if numbered else size):
        raise ValueError("there are not as many names as features")
    if numbered and not 0 < size == learner.n_features:
        raise ValueError("features are counted that never came")
    model.restore(learner, names, numbered, size)
    return model


_WRITERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "learners": _learner_tree,
    "estimators": _estimator_tree,
    "online": _online_tree,
    "river": _online_tree,
    TRAINED: _trained_tree,
}
_READERS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "learners": _learner,
    "estimators": _estimator,
    "online": _online,
    "river": _online,
}
