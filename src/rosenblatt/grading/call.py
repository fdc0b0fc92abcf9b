"""Student's function: found in a file, called, and its result converted to plain numbers.

This file is also the program of the student's process: python call.py FILE FUNCTION AVERAGED ARRAYS. It reads one data
set per line as JSON, and answers each with a line that has its number. It imports only the standard library, so that it
starts fast.
"""

import inspect
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Real
from pathlib import Path
from typing import Any

EPOCHS = ("epochs", "epoch", "n_epochs", "num_epochs", "max_epochs", "max_iter", "maxiter", "n_iter", "iterations", "t")
NAMES = ("perceptron", "train", "fit", "train_perceptron", "perceptron_train")
AVERAGED_NAMES = ("averaged_perceptron", "averaged", "average_perceptron", "train_averaged")
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


def call_of(function: Callable[..., Any]) -> Call:
    """Calling convention: epochs by keyword if a parameter has such a name, else as third argument."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return function
    named = next((name for name in list(parameters)[2:] if name.lower() in EPOCHS), None)
    if named is None or parameters[named].kind is inspect.Parameter.POSITIONAL_ONLY:
        return function
    return lambda X, y, epochs: function(X, y, **{named: epochs})


def takes_a_set(function: Any) -> bool:
    """Return True if the function can be called with rows, labels and epochs."""
    if not callable(function) or inspect.isclass(function):
        return False
    try:
        signature = inspect.signature(function)
        named = [name for name in list(signature.parameters)[2:] if name.lower() in EPOCHS]
        _ = signature.bind(0, 0, **{named[0]: 0}) if named else signature.bind(0, 0, 0)
    except (TypeError, ValueError):
        return False
    return True


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


def function_of(module: Any, name: str, averaged: bool) -> tuple[str, Reply]:
    """Name of the function to grade, or the fault."""
    own = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    if name:
        if not callable(getattr(module, name, None)):
            return "", {"fault": f"has no function {name!r}", "kind": "missing", "line": None}
        if not takes_a_set(getattr(module, name)):
            return "", {"fault": f"has {name!r}, which must take X, y and epochs", "kind": "missing", "line": None}
        return name, {}
    names = [key for key, value in own.items() if not key.startswith("_") and takes_a_set(value)]
    for wanted in (*(AVERAGED_NAMES if averaged else ()), *NAMES):
        if wanted in names:
            return wanted, {}
    with_epochs = [key for key in names if any(n.lower() in EPOCHS for n in inspect.signature(own[key]).parameters)]
    for group in (with_epochs, names):
        if len(group) == 1:
            return group[0], {}
    if not names:
        return "", {"fault": "has no function that takes X, y and epochs", "kind": "missing", "line": None}
    fault = f"has several functions that take X, y and epochs ({', '.join(names)})"
    return "", {"fault": fault, "kind": "several", "line": None}


def main(path: str, name: str, averaged: str, arrays: str) -> None:
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
        name, fault = function_of(module, name, averaged == "True")
    except BaseException as error:
        fault = fault_of(error, path)
    if fault:
        tell(0, fault)
        return
    call = call_of(getattr(module, name))
    tell(0, {"function": name})
    for number, line in enumerate(questions, 1):
        tell(number, answered(call, json.loads(line), path, arrays == "True"))


if __name__ == "__main__":
    main(*sys.argv[1:])
