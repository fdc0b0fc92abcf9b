"""Verb ``export``: write a model for other programs as an ONNX graph or as readable JSON."""

import json
import os
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.commands.shared_entries import SHARED
from rosenblatt.conventions import EXPORTS, SIGN_OF_ZERO
from rosenblatt.docstrings import insert
from rosenblatt.errors import DataError, NotTrained, OptionError, check_choice, option, subject
from rosenblatt.files.archives import new_file
from rosenblatt.files.encoding.encoder import Encoding
from rosenblatt.files.encoding.feature_scaling import FeatureScaling, table_encoding
from rosenblatt.models.kernel import KernelModel
from rosenblatt.models.linear import LinearModel
from rosenblatt.models.voted import VotedModel
from rosenblatt.trained.model_files import load
from rosenblatt.trained.trained_model import Trained

INPUT_TYPES = ("float64", "float32")
JSON_FORMAT, JSON_VERSION = "rosenblatt linear model", 1

SCORE = (
    "The score of a row of features x under a row of weights w with its bias b, in double precision: s0 is the sum of "
    "the products x[j]*w[j], from left to right, for j = 0, 8, 16, …, s1 that for j = 1, 9, 17, …, and so on to s7; "
    "the score is (((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))) + b."
)
LABEL_OF_TWO = (
    "The label is classes[1] where the score is {more} 0, else classes[0]: a score of exactly 0 is classes[{k}]."
)
LABEL_OF_MANY = "The label is the class with the highest score, the {end} of classes where several have it."
FEATURES = (
    "The features of a row are those of its columns, one after another: a number, or each number of a list, is "
    "(value - shift) / divisor; a category is 1 at its place among the categories and 0 at the others, or 0 at all of "
    "them if it is none of these."
)
MISSING = {
    "mean": 'A number that is missing is the mean; a category that is (also ?, nan and NaN) is the category "".',
    "zero": "A number that is missing is 0, before it is shifted; a category that is has 0 everywhere.",
}
UNIT = (
    "Then all features of the row are divided by the largest absolute value among them, and by the root of the sum of "
    "their squares, added from left to right; a row of zeros stays."
)


SCALED_FEATURES = (
    "The features of a row are (value - shift) / divisor, of a value for each; those that are ignored are 0."
)
PLAIN_FEATURES = "The features of a row are its values; those that are ignored are 0."


class Exported(NamedTuple):
    """Parts of an exported file."""

    algorithm: str
    model: LinearModel
    encoding: Encoding | FeatureScaling | None  # of a table; or of rows of features that are scaled
    feature_names: list[Any] | None


@insert(SHARED)
def export(model: Any, path: str | os.PathLike[str], format: str = "onnx", *, input_type: str = "float64") -> None:
    """Write a model to a file for other programs: an ONNX graph, or JSON.

    The file is written whole or not at all. Voted models and models with hashed features cannot be exported.

    Parameters
    ----------
    model : object, str or path-like
        Trained model, or the path of its file: the result of ``rosenblatt.train``, a fitted estimator, a learner or an
        online classifier.
    path : str or path-like
        File to write.
    format : {'onnx', 'json'}, default='onnx'
        Format: an ONNX graph that takes raw columns, or rows of features as ``X``, to ``label`` and ``scores`` in
        double precision; or JSON with the weights and the rule in words. ONNX needs the package onnx.
    input_type : {'float64', 'float32'}, default='float64'
        Type of the numbers that an ONNX graph takes. It computes in double precision in both cases.

    Raises
    ------
    OptionError
        If ``format`` or ``input_type`` has another value, or ``model`` is not a model of this package.
    DataError
        If the model is not trained, is a voted one, or has hashed features.

    See Also
    --------
    rosenblatt.save : Write a model that this package can load.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import rosenblatt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "iris.json"
    ...     rosenblatt.export(rosenblatt.train("sample:iris"), path, "json")
    ...     model = json.loads(path.read_text())
    >>> model["classes"]
    ['setosa', 'versicolor', 'virginica']
    """
    check_choice("format", format, EXPORTS)
    check_choice("input_type", input_type, INPUT_TYPES)
    if format == "json" and input_type != "float64":
        raise OptionError(f"{subject('input_type')} is for onnx, and JSON has no inputs; got {input_type!r}.")
    exported = _exported(load(model) if isinstance(model, str | os.PathLike) else model)
    whole = _json_bytes(exported) if format == "json" else _onnx_bytes(exported, input_type)
    with new_file(path) as file:
        file.write(whole)


def _exported(trained: Any) -> Exported:
    """Return the parts of a trained model. Raise an error if there are none, or if ONNX cannot compute them."""
    trained = getattr(trained, "trained_", trained)  # estimators fitted on a file
    learner = getattr(trained, "learner_", trained)
    model, name = getattr(learner, "model", None), type(trained).__name__
    if model is None and hasattr(trained, "fit_by"):
        raise NotTrained(f"{name} must be taught before it can be exported: call fit.")
    if isinstance(model, VotedModel):
        raise DataError(
            "A model to export must be linear; a voted one is not, each weight vector of its run votes: "
            "train with algorithm averaged."
        )
    if isinstance(model, KernelModel):
        raise DataError(
            "A model to export must have weights of features; a kernel perceptron has kernel values in their place: "
            "train with algorithm averaged."
        )
    if not isinstance(model, LinearModel):
        raise OptionError(f"export takes what train returns, a fitted estimator or a learner; got {name}.")
    if model.classes.dtype.kind == "S":
        model = replace(model, classes=np.char.decode(model.classes, "utf-8", "surrogateescape"))
    algorithm = type(learner).__name__.removesuffix("Perceptron").lower() or "perceptron"
    encoding = getattr(trained, "encoding_", None)
    _refuse_hashed(trained, table_encoding(encoding))
    return Exported(algorithm, model, encoding, _feature_names(trained))


def _refuse_hashed(trained: Any, encoding: Encoding | None) -> None:
    """Raise an error for hashed features: ONNX has no hash operator, and people cannot follow a hash."""
    rule = "A model to export must have no hashed features"
    if encoding is not None:
        for column in encoding.schema.features:
            if column.kind == "text":
                ignore = option("ignore")
                raise DataError(
                    f"{rule}; those of column {column.name!r}, which is text, are hashed: {ignore} leaves it out."
                )
            if column.kind == "category" and encoding.hash_bits is not None:
                raise DataError(
                    f"{rule}; those of column {column.name!r} are hashed: train without {option('hash_bits')}."
                )
    elif isinstance(trained, Trained) and trained.reading.format == "vw" and trained.reading.options.hash_bits:
        raise DataError(f"{rule}; those of Vowpal Wabbit text are hashed: train without {option('hash_bits')}.")


def _feature_names(trained: Any) -> list[Any] | None:
    """Return the names of the features, or None if they have none."""
    for attribute in ("feature_names_", "feature_names_in_", "feature_names"):
        names = getattr(trained, attribute, None)
        if names is not None:
            return [name if isinstance(name, str | int) else str(name) for name in names]
    return None


def _onnx_bytes(exported: Exported, input_type: str) -> bytes:
    try:
        from rosenblatt.commands.export_onnx import onnx_bytes
    except ImportError as error:
        raise OptionError('format onnx needs the package onnx: pip install "rosenblatt[onnx]".') from error
    from rosenblatt.version import __version__

    algorithm, model, encoding, names = exported
    metadata = {"algorithm": algorithm, "version": __version__, "at_zero": model.at_zero, "feature_names": names}
    return onnx_bytes(model, encoding, input_type, metadata)


def _json_bytes(exported: Exported) -> bytes:
    from rosenblatt.version import __version__

    algorithm, model, encoding, names = exported
    w, b = model.weights
    tree = {
        "format": JSON_FORMAT,
        "version": JSON_VERSION,
        "made_by": f"rosenblatt {__version__}",
        "algorithm": algorithm,
        "score": SCORE,
        "label": _label_rule(model),
        "at_zero": model.at_zero,
        "classes": model.classes.tolist(),
        "n_features": model.n_features,
        "feature_names": names,
        "biases": b.tolist(),
        "weights": w[: len(b)].tolist(),
        "encoding": None if encoding is None else _encoding_tree(encoding, model.n_features),
    }
    # Characters that Unicode text cannot hold are escaped as in JSON.
    return (_lines(tree) + "\n").encode("utf-8", "backslashreplace")


def _label_rule(model: LinearModel) -> str:
    zero_is_positive = SIGN_OF_ZERO[model.at_zero] > 0
    if len(model.classes) == 1:
        return "The label is classes[0], whatever the score."
    if len(model.classes) > 2:
        return LABEL_OF_MANY.format(end="last" if zero_is_positive else "first")
    return LABEL_OF_TWO.format(more="at least" if zero_is_positive else "above", k=int(zero_is_positive))


def _encoding_tree(encoding: Encoding | FeatureScaling, n_features: int) -> dict[str, Any]:
    """Describe the encoding of features, with the columns of a table in the order of their features."""
    if isinstance(encoding, FeatureScaling):
        return _scaling_tree(encoding, n_features)
    missing = MISSING.get(encoding.missing or "", "No value may be missing.")
    unit = [UNIT] if encoding.scale == "unit" else []
    columns, numbers = [], 0
    for column in encoding.schema.features:
        entry: dict[str, Any] = {"name": column.name, "kind": column.kind}
        if column.kind == "category":
            entry["categories"] = encoding.categories[column.name]
        else:
            own = np.s_[numbers : numbers + column.size]
            for name, values in encoding.scaling._asdict().items():
                entry[name] = values[own].tolist() if column.kind == "list" else float(values[numbers])
            numbers += column.size
        columns.append(entry)
    return {
        "features": " ".join([FEATURES, missing, *unit]),
        "scale": encoding.scale,
        "missing": encoding.missing,
        "columns": columns,
    }


def _scaling_tree(scaling: FeatureScaling, n_features: int) -> dict[str, Any]:
    rules = [SCALED_FEATURES if len(scaling.divisor) else PLAIN_FEATURES, *[UNIT][: scaling.scale == "unit"]]
    tree: dict[str, Any] = {"features": " ".join(rules), "scale": scaling.scale, "ignored": list(scaling.ignored)}
    if len(scaling.divisor):
        shift, divisor = scaling.by_feature(n_features)
        tree |= {"shift": shift.tolist(), "divisor": divisor.tolist()}
    return tree


def _lines(value: Any, depth: int = 0) -> str:
    """Write JSON for people: one line per row of weights, per column of a table, and per other entry."""
    parts = list(value.values()) if isinstance(value, dict) else value
    if depth == 3 or not isinstance(parts, list) or not any(isinstance(part, dict | list) for part in parts):
        return _one_line(value)
    names = [f"{_one_line(name)}: " for name in value] if isinstance(value, dict) else [""] * len(parts)
    lines = [f"{name}{_lines(part, depth + 1)}" for name, part in zip(names, parts, strict=True)]
    begin, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    margin = "\n" + "  " * depth
    return f"{begin}{margin}  {f',{margin}  '.join(lines)}{margin}{end}"


def _one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
