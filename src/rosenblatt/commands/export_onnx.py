"""Linear model as an ONNX graph in double precision: raw values go in, a label and the scores come out.

The operators are basic ones. LinearClassifier of ai.onnx.ml would be one node, but it computes in float32, which moves
points near the boundary to the other side. This is the only module that imports onnx.
"""

import json
from typing import Any, cast

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

from rosenblatt.conventions import SIGN_OF_ZERO
from rosenblatt.errors import DataError
from rosenblatt.files.encoding.encoder import Encoding
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.encoding.values import MARKS
from rosenblatt.models.linear import LinearModel

OPSET, ML_OPSET, IR_VERSION = 17, 3, 8  # versions of 2022, known to common runtimes
ML = "ai.onnx.ml"
MAX_BYTES = 2**31 - 2**20  # protobuf's limit, minus room for other parts
ROWS = "rows"  # the name of the first dimension, of any size
FLOATS = {"float64": TensorProto.DOUBLE, "float32": TensorProto.FLOAT}
UNKNOWN = -1  # code of a category unseen in training


class Graph:
    """Nodes, constants and inputs of a graph under construction. Every name is unique."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []
        self._taken = {"", "label", "scores"}

    def input(self, name: str, kind: int, width: int) -> str:
        """Add an input of shape rows × width. Underscores are appended to a name that is taken."""
        free = self._free(name)
        self.inputs.append(helper.make_tensor_value_info(free, kind, [ROWS, width]))
        return free

    def constant(self, values: Any) -> str:
        name = self._free("constant")
        self.constants.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def add(self, operator: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        """Add a node and return its output."""
        output = output or self._free(operator)
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def joined(self, parts: list[str]) -> str:
        """Concatenate columns side by side."""
        return parts[0] if len(parts) == 1 else self.add("Concat", *parts, axis=1)

    def double(self, name: str, input_type: str) -> str:
        return name if input_type == "float64" else self.add("Cast", name, to=TensorProto.DOUBLE)

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def onnx_bytes(
    model: LinearModel, encoding: Encoding | FeatureScaling | None, input_type: str, metadata: dict[str, Any]
) -> bytes:
    """Build and check the graph of a model; ``metadata`` is stored in it as JSON."""
    if model.weights.w.nbytes > MAX_BYTES:
        size = f"they take {model.weights.w.nbytes / 1e9:.1f} GB"
        raise DataError(f"An ONNX file holds at most 2 GB, and the weights must fit; {size}: export json has no limit.")
    graph = Graph()
    try:
        if encoding is None or isinstance(encoding, FeatureScaling):
            rows = graph.double(graph.input("X", FLOATS[input_type], model.n_features), input_type)
            rows = _scaled_features(graph, rows, encoding, model.n_features)
            features = np.arange(model.n_features)
        else:
            rows, features, columns = _encoded(graph, encoding, input_type)
            metadata = {**metadata, "columns": columns}
        labels = _classified(graph, model, rows, features)
        return _whole(graph, labels, len(model.weights.b), metadata)
    except UnicodeEncodeError as error:
        raise DataError(f"An ONNX file holds Unicode text alone; {error.object!r} has what is none.") from error


def _encoded(graph: Graph, encoding: Encoding, input_type: str) -> tuple[str, np.ndarray, dict[str, str]]:
    """Return the encoded rows, numbers before categories; the feature of each number; and the column of each input."""
    columns = encoding.schema.features
    kinds = {"category": TensorProto.STRING}
    inputs = [graph.input(column.name, kinds.get(column.kind, FLOATS[input_type]), column.size) for column in columns]
    numbers, ones, numeric, categorical = list[str](), list[str](), list[int](), list[int]()
    width = 0
    for column, name in zip(columns, inputs, strict=True):
        if column.kind == "category":
            categories = encoding.categories[column.name]
            ones.append(_one_hot(graph, name, categories, encoding.missing))
            own, size = categorical, len(categories)
        else:
            numbers.append(name)
            own, size = numeric, column.size
        own.extend(range(width, width + size))
        width += size
    if numbers:
        ones.insert(0, _scaled(graph, graph.double(graph.joined(numbers), input_type), encoding))
    rows = graph.joined(ones)
    if encoding.scale == "unit":
        rows = _of_length_1(graph, rows)
    names = {name: column.name for name, column in zip(inputs, columns, strict=True)}
    return rows, np.array(numeric + categorical), names


def _scaled(graph: Graph, numbers: str, encoding: Encoding) -> str:
    """Fill missing values, subtract the shift and divide by the divisor, bit for bit as Scaling.rows does."""
    mean, shift, divisor = encoding.scaling
    if encoding.missing in ("mean", "zero"):
        instead = graph.constant(mean if encoding.missing == "mean" else np.zeros_like(mean))
        numbers = graph.add("Where", graph.add("IsNaN", numbers), instead, numbers)
    if shift.any():
        numbers = graph.add("Sub", numbers, graph.constant(shift))
    if (divisor != 1).any():
        numbers = graph.add("Div", numbers, graph.constant(divisor))
    return numbers


def _scaled_features(graph: Graph, rows: str, scaling: FeatureScaling | None, n_features: int) -> str:
    """Scale rows of features as FeatureScaling.rows does; ignored features are set to 0 first."""
    if scaling is None:
        return rows
    if scaling.ignored:
        is_used = np.isin(np.arange(n_features), scaling.ignored, invert=True)
        rows = graph.add("Where", graph.constant(is_used), rows, graph.constant(0.0))
    if len(scaling.divisor):
        shift, divisor = scaling.by_feature(n_features)
        rows = graph.add("Sub", rows, graph.constant(shift)) if shift.any() else rows
        rows = graph.add("Div", rows, graph.constant(divisor))
    return _of_length_1(graph, rows) if scaling.scale == "unit" else rows


def _one_hot(graph: Graph, strings: str, categories: list[str], missing: str | None) -> str:
    """Return a 0/1 column per category. Missing marks count as their own category, if there is one."""
    codes = {"": UNKNOWN} | {category: code for code, category in enumerate(categories)}  # a table may not be empty
    if missing == "mean":
        codes |= dict.fromkeys(MARKS, codes[""])
    table: dict[str, Any] = {"keys_strings": list(codes), "values_int64s": list(codes.values())}
    code = graph.add("LabelEncoder", strings, domain=ML, default_int64=UNKNOWN, **table)
    every = graph.constant(np.arange(len(categories)))
    return graph.add("Cast", graph.add("Equal", code, every), to=TensorProto.DOUBLE)


def _of_length_1(graph: Graph, rows: str) -> str:
    """Scale rows to length 1. Dividing by the largest value first keeps squares in range; zeros stay."""
    zero, one, axis = graph.constant(0.0), graph.constant(1.0), graph.constant([1])

    def divided(by: str) -> str:
        return graph.add("Div", rows, graph.add("Where", graph.add("Equal", by, zero), one, by))

    rows = divided(graph.add("ReduceMax", graph.add("Abs", rows), axes=[1], keepdims=1))
    squares = graph.add("ReduceSum", graph.add("Mul", rows, rows), axis, keepdims=1)
    rows = divided(graph.add("Sqrt", squares))
    return rows


def _classified(graph: Graph, model: LinearModel, rows: str, features: np.ndarray) -> Any:
    """Add scores and the label by the model's tie rule; return the labels of the classes."""
    w, b = model.weights
    products = graph.add("MatMul", rows, graph.constant(np.ascontiguousarray(w[: len(b)].T[features])))
    scores = graph.add("Add", products, graph.constant(b), output="scores")
    last_wins = SIGN_OF_ZERO[model.at_zero] > 0
    if len(b) > 1:
        winner = graph.add("ArgMax", scores, axis=1, keepdims=0, select_last_index=int(last_wins))
    else:
        is_positive = graph.add("GreaterOrEqual" if last_wins else "Greater", scores, graph.constant(0.0))
        flat = graph.add("Squeeze", is_positive, graph.constant([1]))
        winner = graph.add("Cast", flat, to=TensorProto.INT64)
    labels = _labels(model.classes if len(model.classes) > 1 else np.repeat(model.classes, 2))
    graph.add("Gather", graph.constant(labels), winner, output="label")
    return labels


def _labels(classes: np.ndarray) -> np.ndarray:
    """Return labels as strings or 64-bit integers; numbers that are not whole stay as they are."""
    if classes.dtype.kind == "U":
        return classes.astype(object)
    whole = all(label == int(label) and -(2**63) <= int(label) < 2**63 for label in classes.tolist())
    return classes.astype(np.int64) if whole else classes.astype(np.uint64 if classes.dtype.kind == "u" else np.float64)


def _whole(graph: Graph, labels: np.ndarray, n_scores: int, metadata: dict[str, Any]) -> bytes:
    """Assemble the complete ONNX file of a graph."""
    kind = helper.np_dtype_to_tensor_dtype(labels.dtype)
    outputs = [
        helper.make_tensor_value_info("label", kind, [ROWS]),
        helper.make_tensor_value_info("scores", TensorProto.DOUBLE, [ROWS, n_scores]),
    ]
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(ML, ML_OPSET)]
    whole = helper.make_model(
        helper.make_graph(graph.nodes, "rosenblatt", graph.inputs, outputs, graph.constants),
        opset_imports=opsets,
        ir_version=IR_VERSION,
        producer_name="rosenblatt",
        producer_version=str(metadata["version"]),
    )
    notes = {name: value if isinstance(value, str) else json.dumps(value) for name, value in metadata.items()}
    helper.set_model_props(whole, notes)
    checker.check_model(whole, full_check=True)
    return cast(bytes, whole.SerializeToString())
