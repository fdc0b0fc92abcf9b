"""Exported models, run by ONNX Runtime and by what their JSON says."""

import json
import math
import os

import numpy as np
import onnxruntime

from rosenblatt import learners
from rosenblatt.commands.export import export

GRID = np.array([[a, b] for a in range(-4, 5) for b in range(-4, 5)], dtype=np.float64)


def session(path):
    """An ONNX Runtime session of a file."""
    return onnxruntime.InferenceSession(os.fspath(path), providers=["CPUExecutionProvider"])


def by_onnx(trained, folder, inputs, **options):
    """Labels and scores of the inputs, from the ONNX file alone."""
    export(trained, folder / "m.onnx", "onnx", **options)
    return session(folder / "m.onnx").run(["label", "scores"], inputs)


def by_json(trained, folder, rows):
    """The labels of rows, each a list of features or a dict of raw values, from what the JSON says alone."""
    export(trained, folder / "m.json", "json")
    told = json.loads((folder / "m.json").read_text())
    return [_label(told, _features(told, row)) for row in rows]


def _features(told, row):
    if told["encoding"] is None:
        return [float(x) for x in row]
    features = []
    if "ignored" in told["encoding"]:  # of rows of features
        features = [0.0 if k in told["encoding"]["ignored"] else float(x) for k, x in enumerate(row)]
        if "divisor" in told["encoding"]:
            parts = zip(features, told["encoding"]["shift"], told["encoding"]["divisor"], strict=True)
            features = [(x - shift) / divisor for x, shift, divisor in parts]
    for column in told["encoding"].get("columns", []):
        value, missing = row[column["name"]], told["encoding"]["missing"]
        if column["kind"] == "category":
            value = "" if missing == "mean" and value in ("?", "nan", "NaN", None) else value
            features += [float(value == category) for category in column["categories"]]
        elif column["kind"] == "list":
            parts = zip(value, *(column[name] for name in ("mean", "shift", "divisor")), strict=True)
            features += [_scaled(*part, missing) for part in parts]
        else:
            features.append(_scaled(value, column["mean"], column["shift"], column["divisor"], missing))
    if told["encoding"]["scale"] == "unit":
        features = _over(max(map(abs, features)), features)
        features = _over(math.sqrt(_from_left(x * x for x in features)), features)
    return features


def _scaled(value, mean, shift, divisor, missing):
    if value is None or math.isnan(value):
        value = {"mean": mean, "zero": 0.0}[missing]
    return (value - shift) / divisor


def _over(divisor, features):
    return [x / (divisor or 1.0) for x in features]


def _from_left(numbers):
    total = 0.0
    for number in numbers:  # since Python 3.12 sum() is more exact than this
        total += number
    return total


def _label(told, x):
    scores = []
    for w, b in zip(told["weights"], told["biases"], strict=True):
        s = [_from_left(x[j] * w[j] for j in range(lane, len(x), 8)) for lane in range(8)]
        scores.append((((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))) + b)
    classes, last = told["classes"], told["at_zero"] == "positive"
    if len(classes) == 1:
        return classes[0]
    if len(classes) == 2:
        return classes[int(scores[0] > 0 or (last and scores[0] == 0))]
    winners = [k for k, score in enumerate(scores) if score == max(scores)]
    return classes[winners[-1 if last else 0]]


def says_the_same(trained, folder, X):
    """Labels and scores of rows on which no sum is rounded."""
    expected, model = trained.model.predict(X), trained.model
    labels, scores = by_onnx(trained, folder, {"X": X})
    assert labels.tolist() == expected.tolist() == by_json(trained, folder, X.tolist())
    assert np.array_equal(scores[:, 0] if scores.shape[1] == 1 else scores, model.decision_function(X))
    return labels


def trained_to(weights, biases, classes, learner=learners.Perceptron, **options):
    """One with these weights: they make no mistake on the rows of the grid that have no tie."""
    scores = GRID @ np.transpose(weights) + biases
    scores = np.hstack([0 * scores, scores]) if len(weights) == 1 else scores
    best = scores.max(axis=1, keepdims=True)
    clear = (scores == best).sum(axis=1) == 1
    assert not clear.all()
    y = np.array(classes)[scores.argmax(axis=1)]
    return learner(**options).fit(GRID[clear], y[clear], coef_init=weights, intercept_init=biases), GRID[~clear]
