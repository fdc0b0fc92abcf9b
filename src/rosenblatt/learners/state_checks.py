"""Checks of a learner's state from a file, before any of it is used, since files may be hostile.

Compiled loops do not check their arrays. So every number that is an index, a count or a width is checked here against
the arrays.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.loops.csr import first_disorder

if TYPE_CHECKING:
    from rosenblatt.learners.base import Learner

MAX_COUNT = 2**62
WHOLE = ("n_features", "visited", "n_mistakes", "_rows")
OF_RULES = ("n_updates", "_zero_rows")  # counts that the plain perceptron does not need
REAL = ("weighed_mistakes", "_radius", "_seconds")
MAY_OVERFLOW = ("weighed_mistakes", "_radius")  # sums of finite numbers that need not be finite


class BadState(ValueError):
    """Error for an impossible state; the message names the fault."""


def check_state(make: type["Learner"], state: Any) -> None:
    """Raise a BadState, or one of Python's own errors, if this is not a state of a learner of this class."""
    name = state["algorithm"]
    ensure(name == make.__name__, f"the state is of the algorithm {name!r}, and not of {make.__name__}")
    counts = state["counts"]
    ensure(set(counts) - set(OF_RULES) == {*WHOLE, *REAL}, "the counts are others")
    for name in (*WHOLE, *(name for name in OF_RULES if name in counts)):
        ensure(is_count(counts[name]), f"{name} is no count")
    for name in REAL:
        number = counts[name]
        ensure(type(number) in (int, float) and number >= 0, f"{name} is no number")
        ensure(number < math.inf or name in MAY_OVERFLOW, f"{name} is no number")
    n_features = counts["n_features"]
    ensure(n_features >= 1, "there are no features")
    vectors = state["vectors"]
    ensure(len(vectors) == len(make.vector_names), "there are not as many weights as the algorithm has")
    for rows in vectors:
        check_weights(rows, n_features if make.has_weights else 0)
    n_classes = vectors[0]["n_classes"]
    ensure(all(rows["n_classes"] == n_classes for rows in vectors), "weights are of different classes")
    n_rows = _check_classes(state["classes"], n_classes, counts["visited"])
    class_counts = state["class_counts"]
    ensure(are_counts(class_counts, n_rows), "rows are counted of other classes")
    make.check_more(state["more"], n_features, n_classes, counts["visited"])


def check_weights(rows: Any, n_features: int) -> None:
    """Check the weights: one row for two classes, else one row per class; all finite."""
    w, b, n_classes = rows["w"], rows["b"], rows["n_classes"]
    ensure(_is_array(w, "f", 2) and _is_array(b, "f", 1) and w.dtype == b.dtype == np.float64, "weights are none")
    ensure(type(n_classes) is int and type(rows["by_feature"]) is bool, "weights are none")
    ensure(w.shape == ((1 if n_classes == 2 else n_classes), n_features), "weights are of another shape")
    ensure(n_classes >= 2 and len(b) == len(w), "weights are of another shape")
    ensure(bool(np.isfinite(w).all() and np.isfinite(b).all()), "weights are not finite")


def _check_classes(classes: Any, n_classes: int, visited: int) -> int:
    """Check the classes and return their number of rows."""
    labels, rows = classes["labels"], classes["rows"]
    ensure(isinstance(labels, np.ndarray) and labels.ndim == 1 and len(labels) < MAX_COUNT, "there are no classes")
    ensure(len(labels) >= 1 or visited == 0, "there are no classes")  # none, where all rows had the weight 0
    ensure(labels.dtype.kind != "U" or is_encodable(labels.tolist()), "a class is no text that can be written")
    ensure(labels.dtype.kind not in "f" or bool(np.isfinite(labels).all()), "a class is no number")
    ensure(bool((labels[1:] > labels[:-1]).all()), "classes are not in order")
    ensure(type(classes["given"]) is bool and type(rows) is list, "classes have no rows")
    named = [place for place in rows if place is not None]
    ensure(all(type(place) is int and 0 <= place < len(labels) for place in named), "a row is of no class")
    ensure(len(named) == len(rows) or len(rows) == 2, "a row has no class")
    ensure(len(set(named)) == len(named) and len(rows) <= max(2, len(labels)), "a class has two rows")
    n_rows = max(2, len(rows))
    ensure(n_classes <= n_rows, "there are more weights than classes")
    return n_rows


def check_page(page: Any, n_features: int, n_classes: int, last: int, visited: int) -> int:
    """Check mistakes and the rows on which they were made; return the visit of the last one."""
    arrays = page["rows"]
    n_rows = len(page["classes"])
    ensure(n_rows >= 1 and page["n_features"] == n_features, "rows of mistakes are of another width")
    values = arrays["values"]
    ensure(values.dtype in (np.float32, np.float64) and bool(np.isfinite(values).all()), "rows are not finite")
    if set(arrays) == {"values"}:
        ensure(values.shape == (n_rows, n_features), "rows of mistakes are of another shape")
    else:
        _check_sparse(values, arrays["columns"], arrays["starts"], n_rows, n_features)
    classes, weights, mistakes = page["classes"], page["weights"], page["mistakes"]
    ensure(classes.dtype in (np.uint8, np.uint32) and classes.ndim == 1, "classes of rows are none")
    ensure(bool((classes < n_classes).all()), "a row is of no class")
    ensure(_is_array(weights, "f", 1) and weights.dtype == np.float64 and len(weights) == n_rows, "weights are none")
    ensure(bool((np.isfinite(weights) & (weights >= 0)).all()), "a row weighs nothing that can be")
    row, wrong_class, when = mistakes["row"], mistakes["rival"], mistakes["when"]
    ensure(row.dtype == np.uint32 and wrong_class.dtype == np.int32 and when.dtype == np.int64, "mistakes are none")
    ensure(row.shape == wrong_class.shape == when.shape == (len(row),), "mistakes are not of one length")
    if "step" in mistakes:
        step = mistakes["step"]
        is_whole = _is_array(step, "f", 1) and step.dtype == np.float64 and len(step) == len(row)
        ensure(is_whole, "there is not one step per update")
        ensure(bool((np.isfinite(step) & (step > 0)).all()), "a step is not a number above 0")
    if not len(row):
        return last
    ensure(int(row.max()) < n_rows, "a mistake is on no row")
    ensure(bool(((wrong_class >= 0) & (wrong_class < n_classes)).all()), "a rival is no class")
    ensure(when[0] >= last and bool((when[1:] >= when[:-1]).all()) and when[-1] <= visited, "visits are not in order")
    return int(when[-1])


def check_kernel_state(more: Any) -> None:
    """Check the numbers of a kernel, and those of its support rows."""
    gamma, pages = more["gamma"], more["pages"]
    ensure(gamma is None or (type(gamma) is float and 0 < gamma < math.inf), "gamma is not a number above 0")
    ensure(is_count(more["n_given"]) and type(pages) is list and len(pages) <= 1, "there is more than one page")
    for page in pages:
        ensure(are_counts(page["numbers"], len(page["classes"])), "support rows are not numbered")
        ensure(bool((page["numbers"] < more["n_given"]).all()), "a support row was not given")


def check_unit_rows(rows: Any) -> None:
    """Check the support rows of precomputed kernel values: each selects one column."""
    ensure(hasattr(rows, "starts") and bool((np.diff(rows.starts) == 1).all()), "a support row selects no column")


def _check_sparse(values: Any, columns: Any, starts: Any, n_rows: int, n_features: int) -> None:
    ensure(columns.dtype == starts.dtype and columns.dtype in (np.int32, np.int64), "sparse rows are none")
    ensure(starts.shape == (n_rows + 1,) and values.shape == columns.shape == (len(values),), "sparse rows are none")
    ensure(starts[0] == 0 and bool((np.diff(starts) >= 0).all()) and starts[-1] == len(values), "sparse rows are none")
    ensure(max(first_disorder(columns, starts, n_features)) < 0, "columns of sparse rows are out of order")


def is_encodable(labels: list[Any]) -> bool:
    """Return True if the string labels can be written as UTF-8: half a surrogate pair cannot."""
    try:
        "".join(label for label in labels if isinstance(label, str)).encode()
    except UnicodeEncodeError:
        return False
    return True


def is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MAX_COUNT


def are_counts(value: Any, count: int) -> bool:
    return _is_array(value, "i", 1) and value.dtype == np.int64 and len(value) == count and bool((value >= 0).all())


def _is_array(value: Any, kind: str, dimensions: int) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == kind and value.ndim == dimensions


def ensure(is_so: Any, otherwise: str) -> None:
    if not is_so:
        raise BadState(otherwise)
