"""The part of a model file that tells how rows are read and where the model comes from, checked when it is read."""

from dataclasses import fields
from typing import Any, get_args

from rosenblatt.conventions import FORMATS
from rosenblatt.files.encoding.encoder import Encoding
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.encoding.odd_columns import check_left_out
from rosenblatt.files.read_options import NAMED_COLUMNS, ReadOptions
from rosenblatt.trained.trained_model import Reading


def list_of(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("something is not listed")
    return value


def are_strings(values: list[Any]) -> bool:
    return all(type(value) is str for value in values)


def origin_from(tree: Any) -> dict[str, Any]:
    """Provenance of a model, as written by ``provenance.origin_of``; {} if there is none."""
    if tree == {}:
        return {}
    kinds = {"name": str, "bytes": int, "sha256": str}
    if not all(type(file[name]) is kind for file in list_of(tree["inputs"]) for name, kind in kinds.items()):
        raise ValueError("the origin names no files")
    if tree["command"] is not None and not are_strings(list_of(tree["command"])):
        raise ValueError("the origin has no command")
    if not isinstance(tree["call"], dict):
        raise ValueError("the origin has no call")
    return dict(tree)


def _read_options(tree: dict[str, Any]) -> ReadOptions:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in tree.items()}
    options = ReadOptions(**values)
    for field in fields(ReadOptions):
        value = getattr(options, field.name)
        if field.name in NAMED_COLUMNS:
            good = all(type(column) in (str, int) for column in (value if isinstance(value, tuple) else (value,)))
        elif field.type is Any:
            good = value is None or type(value) is str
        else:
            kinds = get_args(field.type) or (field.type,)
            good = type(value) in kinds or (bool in kinds and value in (0, 1))
        if field.name in ("delimiter", "quote"):
            good = good and (value is None or (len(value) == 1 and value.isascii() and value not in "\r\n\0"))
        if not good:
            raise ValueError(f"{field.name} is no option to read by: {value!r}")
    options.check()
    return options


def reading_from(tree: dict[str, Any], n_features: int) -> Reading:
    options = _read_options(tree["options"])
    encoding = None if tree["encoding"] is None else _encoding(tree["encoding"])
    may_grow = isinstance(encoding, FeatureScaling) and encoding.n_features < n_features
    if encoding is not None and encoding.n_features != n_features and not may_grow:
        raise ValueError(f"the encoding has {encoding.n_features} features, and the weights {n_features}")
    names = {str(name): column for name, column in tree["names"].items()}
    if not all(type(column) is int and 0 <= column < n_features for column in names.values()):
        raise ValueError("a feature has no column")
    features = tree["features"]
    if features is not None and (len(list_of(features)) != n_features or not are_strings(features)):
        raise ValueError("there are not as many names as features")
    if tree["format"] not in (*FORMATS, "sample"):
        raise ValueError(f"there is no format {tree['format']!r}")
    guessed = dict(tree["guessed"])
    check_left_out(guessed)
    return Reading(options, tree["format"], encoding, names, features, guessed)


def _encoding(tree: Any) -> Encoding | FeatureScaling:
    """Encoding of a table, or scaling of features. Versions without scaling refuse the file."""
    return FeatureScaling.from_dict(tree) if "divisor" in tree else Encoding.from_dict(tree)
