"""Student's function or class: found in a file, called, and its result converted to plain numbers.

This file is also the program of the student's process: python call.py FILE FUNCTION AVERAGED ARRAYS VOTED. It reads one
data set per line as JSON, and answers each with a line that has its number. It imports only the standard library, so
that it starts fast.
"""

import inspect
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Real
from pathlib import Path
from typing import Any

EPOCHS = (
    *("epochs", "epoch", "n_epochs", "n_epoch", "num_epochs", "max_epochs", "max_epoch", "max_iter", "maxiter"),
    *("max_iters", "max_iterations", "n_iter", "n_iters", "n_iterations", "num_iter", "num_iterations"),
    *("iterations", "iters", "t"),
)
RATES = ("eta", "eta0", "lr", "learning_rate", "learningrate", "alpha", "rate")
SIZES = ("n_features", "num_features", "n_inputs", "num_inputs", "no_of_inputs", "input_size", "input_dim", "dim", "d")
METHODS = ("fit", "train", "learn")
WEIGHTS = ("w_", "w", "weights_", "weights", "coef_")
BIASES = ("b_", "b", "bias_", "bias", "intercept_")
VOTES = ("votes_", "votes", "vectors_", "vectors", "perceptrons_", "perceptrons", "history_", "history", *WEIGHTS)
NAMES = ("perceptron", "train", "fit", "train_perceptron", "perceptron_train")
AVERAGED_NAMES = ("averaged_perceptron", "averaged", "average_perceptron", "train_averaged")
VOTED_NAMES = ("voted_perceptron", "voted", "vote_perceptron", "train_voted")
MAX_LINE = 1_000_000  # characters of an answer

Call = Callable[[Any, Any, int], Any]
Reply = dict[str, Any]  # {"value": …}, or {"fault": a phrase, "kind": …, "line": …}


def answered(call: Call, question: Reply, path: str, arrays: bool) -> Reply:
    """Call the function on a data set. An exception is an answer too."""
    try:
        X, y = question["X"], question["y"]
        if arrays:
            import numpy as np

            X, y = np.array(X, dtype=np.float64), np.array(y)
        value = call(X, y, question["epochs"])
        most = len(question["y"]) * question["epochs"] + 2  # limit for endless generators
        return {"value": plain(value, most)}
    except BaseException as error:  # also SystemExit, and whatever else a student raises
        return fault_of(error, path)


def fault_of(error: BaseException, path: str) -> Reply:
    """Exception raised, and the line of the student's file."""
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            line = step.tb_lineno
        step = step.tb_next
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    if isinstance(error, SystemExit):
        return {"fault": "calls exit", "kind": "exit", "line": line}
    text = str(error.msg if isinstance(error, SyntaxError) else error).partition("\n")[0][:200]
    name = type(error).__name__
    return {"fault": f"raises {name}" + (f" ({text})" if text else ""), "kind": name, "line": line}


def plain(value: Any, most: int) -> Any:
    """Convert to numbers and nested lists; other values become {"type": name}."""
    if isinstance(value, bool | int | float):
        return value
    if hasattr(value, "tolist"):  # arrays, and their numbers
        return plain(value.tolist(), most)
    if isinstance(value, list | tuple):
        return [plain(part, most) for part in value]
    if isinstance(value, Real | Decimal):
        return float(value)
    if isinstance(value, Iterator):
        return [plain(part, most) for part in itertools.islice(value, most)]
    return {"type": "None" if value is None else type(value).__name__}


def call_of(function: Callable[..., Any], voted: bool = False) -> Call:
    """Calling convention of a function or class, which must be callable in this way (``takes_a_set``)."""
    if inspect.isclass(function):
        return _call_of_class(function, voted)
    epochs_name, more = _arguments(function)
    if epochs_name is None:
        return lambda X, y, epochs: function(X, y, epochs, **more)
    return lambda X, y, epochs: function(X, y, **{epochs_name: epochs}, **more)


def _arguments(function: Callable[..., Any]) -> tuple[str | None, dict[str, int]]:
    """Name of the epochs, or None if they are the third argument; and arguments for learning rates, which are 1.

    Raises TypeError or ValueError if the function cannot be called with rows, labels and epochs.
    """
    signature = inspect.signature(function)
    others = list(signature.parameters.values())[2:]
    by_name = _by_name(others)
    rates = {name: 1 for name in by_name if name.lower() in RATES}
    named = next((name for name in by_name if name.lower() in EPOCHS), None)
    if named is None and others and others[0].name in rates:
        named = next((name for name in by_name if name not in rates), None)
    _ = signature.bind(0, 0, 0, **rates) if named is None else signature.bind(0, 0, **{named: 0}, **rates)
    return named, rates


def _by_name(parameters: Iterable[inspect.Parameter]) -> list[str]:
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [parameter.name for parameter in parameters if parameter.kind in kinds]


def takes_a_set(function: Any) -> bool:
    """Return True if a function can be called with rows, labels and epochs, or if a class can learn them."""
    if inspect.isclass(function):
        return bool(_method_of(function)) and _takes_epochs(function)
    if not callable(function):
        return False
    try:
        _arguments(function)
    except (TypeError, ValueError):
        return False
    return True


# Classes: made with the epochs and the learning rate, then taught by fit.


def _method_of(kind: type) -> str:
    """Name of the method that learns rows and labels, or an empty string."""
    return next((name for name in METHODS if callable(getattr(kind, name, None))), "")


def _names_of_class(kind: type) -> tuple[list[str], list[str]]:
    """Names of the arguments of the constructor, and those of ``fit`` after the rows and labels."""
    try:
        made = _by_name(inspect.signature(kind).parameters.values())
        method = inspect.signature(getattr(kind, _method_of(kind)))
    except (TypeError, ValueError):
        return [], []
    return made, _by_name(list(method.parameters.values())[3:])


def _takes_epochs(kind: type) -> bool:
    made, taught = _names_of_class(kind)
    return any(name.lower() in EPOCHS for name in (*made, *taught))


def _call_of_class(kind: type, voted: bool) -> Call:
    made, taught = _names_of_class(kind)

    def call(X: Any, y: Any, epochs: int) -> Any:
        known = {**dict.fromkeys(EPOCHS, epochs), **dict.fromkeys(RATES, 1), **dict.fromkeys(SIZES, len(X[0]))}

        def given(names: list[str]) -> dict[str, int]:
            return {name: known[name.lower()] for name in names if name.lower() in known}

        learner = kind(**given(made))
        returned = getattr(learner, _method_of(kind))(X, y, **given(taught))
        return _learned(learner, None if isinstance(returned, kind) else returned, voted)

    return call


def _learned(learner: Any, returned: Any, voted: bool) -> Any:
    """Attributes that hold the result: w and b, w alone, or votes; without them, the result of ``fit``."""
    own = {name: value for name in (*VOTES, *BIASES) if not callable(value := getattr(learner, name, None))}
    found = next((own[name] for name in (VOTES if voted else WEIGHTS) if own.get(name) is not None), returned)
    b = next((own[name] for name in BIASES if own.get(name) is not None), None)
    return found if voted or b is None or found is returned else (found, b)


def module_of(path: str) -> Any:
    """Load the file as a module that can import its neighbours; its name is not ``__main__``."""
    sys.path.insert(0, str(Path(path).parent))
    name = Path(path).stem
    spec = spec_from_file_location(name, path, loader=SourceFileLoader(name, path))
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = module_from_spec(spec)
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


def function_of(module: Any, name: str, averaged: bool, voted: bool = False) -> tuple[str, Reply]:
    """Name of the function or class to grade, or the fault."""
    own = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    if name:
        return _named_one(module, name)
    fitting = [key for key, value in own.items() if not key.startswith("_") and takes_a_set(value)]
    classes = [key for key in fitting if inspect.isclass(own[key])]
    names = [key for key in fitting if key not in classes]
    with_epochs = [key for key in names if any(n.lower() in EPOCHS for n in inspect.signature(own[key]).parameters)]
    named = (*(AVERAGED_NAMES if averaged else ()), *(VOTED_NAMES if voted else ()), *NAMES)
    for wanted in named:
        if wanted in (with_epochs if classes else names):  # train(model, X, y) may stand beside a class
            return wanted, {}
    for wanted in named:
        for key in classes:
            if key.lower() == wanted.replace("_", ""):
                return key, {}
    for group in (with_epochs, classes, names):
        if len(group) == 1:
            return group[0], {}
    if not fitting:
        return "", _nothing_to_grade(own)
    kind = "functions" if names else "classes"
    fault = f"has several {kind} that take X, y and epochs ({', '.join(names or classes)})"
    return "", {"fault": fault, "kind": "several", "line": None}


def _named_one(module: Any, name: str) -> tuple[str, Reply]:
    if not callable(getattr(module, name, None)):
        return "", {"fault": f"has no function {name!r}", "kind": "missing", "line": None}
    if not takes_a_set(getattr(module, name)):
        return "", {"fault": f"has {name!r}, which must take X, y and epochs", "kind": "missing", "line": None}
    return name, {}


def _nothing_to_grade(own: dict[str, Any]) -> Reply:
    """Fault of a file without a function or class that fits."""
    fault = "has no function that takes X, y and epochs"
    if learner := next((key for key, value in own.items() if inspect.isclass(value) and _method_of(value)), None):
        fault = f"has the class {learner!r}, which must take epochs in __init__ or in {_method_of(own[learner])}"
    return {"fault": fault, "kind": "missing", "line": None}


def main(path: str, name: str, averaged: str, arrays: str, voted: str = "False") -> None:
    """Answer questions until the input ends. The student's prints are discarded, and standard input is empty."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)

    process = os.getpid()

    def tell(number: int, reply: Reply) -> None:
        if os.getpid() != process:
            os._exit(0)  # a process forked by the student
        line = json.dumps({"number": number, **reply})
        if len(line) > MAX_LINE:
            fault = f"returns more than can be read, over {MAX_LINE:,} characters"
            line = json.dumps({"number": number, "fault": fault, "kind": "nonsense", "line": None})
        answers.write(line + "\n")
        answers.flush()

    try:
        module = module_of(path)
        name, fault = function_of(module, name, averaged == "True", voted == "True")
    except BaseException as error:
        fault = fault_of(error, path)
    if fault:
        tell(0, fault)
        return
    graded = getattr(module, name)
    call = call_of(graded, voted == "True")
    tell(0, {"function": name, "is_class": inspect.isclass(graded)})
    for number, line in enumerate(questions, 1):
        tell(number, answered(call, json.loads(line), path, arrays == "True"))


if __name__ == "__main__":
    main(*sys.argv[1:])
