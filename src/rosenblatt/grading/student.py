"""Student's function, in its own process or in this one. Both answer data sets, with a time limit for processes."""

import contextlib
import io
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rosenblatt.display import counted
from rosenblatt.errors import OptionError, option
from rosenblatt.grading import call
from rosenblatt.grading.problems import Problem, Weights
from rosenblatt.grading.process import LineProcess

LAST_MOMENTS = 5.0  # seconds for a process to end that has closed its streams
MUCH_LONGER = 10  # times the longest call: a call that takes longer hangs, a shorter one is only slow
MAX_TEXT = 300  # characters of a fault


class Fault(NamedTuple):
    """Misbehaviour of a function instead of an answer; the text continues "your function …"."""

    text: str
    kind: str
    line: int | None = None

    @property
    def is_final(self) -> bool:
        """Return True if the process is gone or never started, so nothing more can be asked."""
        return self.kind in ("hangs", "slow", "dies", "load", "pipe")


WRITES_TO_PIPE = Fault("writes to the pipe by which it is graded", "pipe")
CLOSES_PIPE = Fault("closes the pipe by which it is graded", "pipe")


class Answer(NamedTuple):
    """Weights after the last visit, and after each visit if the function returns them."""

    last: Weights
    history: list[Weights] | None = None


class Student(Protocol):
    name: str
    function: str

    def answer(self, problem: Problem, limit: float | None = None) -> Answer | Fault: ...

    def restart(self) -> None:
        """Discard the state that earlier calls left behind."""

    @property
    def seconds_left(self) -> float: ...


class FunctionAtHand:
    """Function of this process: its exceptions are caught, but its time is not limited."""

    seconds_left = math.inf

    def __init__(self, function: Callable[..., Any], bias: bool, arrays: bool) -> None:
        if not call.takes_a_set(function):
            raise OptionError("student must be a file, or a function that takes X, y and epochs.")
        self.name = self.function = getattr(function, "__name__", "the function")
        self._call, self._bias, self._arrays = call.call_of(function), bias, arrays
        self._path = getattr(getattr(function, "__code__", None), "co_filename", "")

    def answer(self, problem: Problem, limit: float | None = None) -> Answer | Fault:
        with contextlib.redirect_stdout(io.StringIO()):
            reply = call.answered(self._call, _question(problem), self._path, self._arrays)
        if reply.get("kind") == "KeyboardInterrupt":
            raise KeyboardInterrupt
        return _read(reply, problem, self._bias)

    def restart(self) -> None:
        """Do nothing: the state of a function in this process cannot be discarded."""


class FileStudent:
    """File whose function runs in another process, where it may crash, print, exit or hang."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        function: str | None,
        *,
        bias: bool,
        averaged: bool,
        arrays: bool,
        timeout: float,
    ) -> None:
        self.path = Path(path).resolve()
        self.name, self.function, self.timeout = Path(path).name, function or "", timeout
        self._options, self._bias = (str(averaged), str(arrays)), bias
        self._process: LineProcess | None = None
        self._asked = 0  # sets, of the process
        self._spent = self._longest = 0.0  # seconds that were waited for the process, in all and for one answer

    def __enter__(self) -> "FileStudent":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def seconds_left(self) -> float:
        """Remaining time of the student. Time that the engine takes is not counted."""
        return self.timeout - self._spent

    def answer(self, problem: Problem, limit: float | None = None) -> Answer | Fault:
        if self._process is None and (fault := self._start()):
            return fault
        assert self._process is not None
        self._process.send(json.dumps(_question(problem)))
        self._asked += 1
        before = self._spent
        reply = self._reply(self.seconds_left if limit is None else min(limit, self.seconds_left))
        took = self._spent - before
        if isinstance(reply, Fault):
            if reply.kind == "hangs" and took < MUCH_LONGER * self._longest:
                return Fault(f"is too slow for {self.timeout:g} s in all: {option('timeout')} gives it more", "slow")
            return reply
        self._longest = max(self._longest, took)
        with contextlib.suppress(RecursionError):  # absurdly nested lists
            return _read(reply, problem, self._bias)
        self._end()
        return WRITES_TO_PIPE

    def restart(self) -> None:
        self._end()

    def _start(self) -> Fault | None:
        """Run the file and wait until its function is ready."""
        # -P: what lies beside call.py is not to be imported; -B: nothing is written beside the student's file.
        command = [sys.executable, "-B", "-P", call.__file__, str(self.path), self.function, *self._options]
        self._process, self._asked = LineProcess(command, self.path.parent), 0
        reply = self._reply(self.seconds_left)
        if isinstance(reply, Fault):
            return reply._replace(text=f"{reply.text} while the file is imported", kind="load")
        if "fault" in reply:
            self._end()
            hint = f": {option('function')} names the one to grade" if reply["kind"] == "several" else ""
            return Fault(reply["fault"][:MAX_TEXT] + hint, "load", reply.get("line"))
        self.function = reply["function"][:MAX_TEXT]
        return None

    def _reply(self, limit: float) -> Any:
        """Next line of the process as JSON, or a Fault if none comes. The time counts as the student's."""
        began = time.monotonic()
        try:
            return self._next(limit)
        finally:
            self._spent += time.monotonic() - began

    def _next(self, limit: float) -> Any:
        assert self._process is not None
        try:
            line = self._process.line(limit)
            reply = json.loads(line) if line else None
            if line and not _is_reply(reply, self._asked):
                raise ValueError
        except TimeoutError:
            self._end()
            return Fault(f"does not return within {self.timeout:g} s", "hangs")
        except (ValueError, OverflowError, RecursionError):
            self._end()
            return WRITES_TO_PIPE
        if line:
            return reply
        code = self._end(LAST_MOMENTS)
        if code is None:
            return CLOSES_PIPE
        ending = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return Fault(f"ends the process, {ending}", "dies")

    def _end(self, patience: float = 0.0) -> int | None:
        """End the process; return its exit code if it has ended by itself."""
        process, self._process = self._process, None
        return None if process is None else process.end(patience)


def _is_reply(reply: Any, number: int) -> bool:
    """Return True if a line is a valid answer of ``call`` to the question of this number, or the first line."""
    if not isinstance(reply, dict) or type(reply.get("number")) is not int or reply["number"] != number:
        return False
    if "fault" in reply:
        texts = isinstance(reply["fault"], str) and isinstance(reply.get("kind"), str)
        return texts and (reply.get("line") is None or type(reply["line"]) is int)
    return isinstance(reply.get("function"), str) if number == 0 else "value" in reply and _is_plain(reply["value"])


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return isinstance(value.get("type"), str)
    return isinstance(value, int | float) or (isinstance(value, list) and all(map(_is_plain, value)))


def _question(problem: Problem) -> dict[str, Any]:
    """Data set as new lists."""
    return {"X": [list(x) for x in problem.X], "y": list(problem.y), "epochs": problem.epochs}


def _read(reply: Any, problem: Problem, bias: bool) -> Answer | Fault:
    """Weights from an answer, or its fault."""
    if "fault" in reply:
        return Fault(reply["fault"][:MAX_TEXT], reply["kind"], reply.get("line"))
    value, d = reply["value"], problem.n_features
    must = f"must return w{', b' * bias}, here a list of {counted(d, 'number')}{' and a number' * bias}"
    last = _weights(value, d, bias)
    if last is not None:
        return _finite(Answer(last))
    history = [_weights(entry, d, bias) for entry in value] if isinstance(value, list) else []
    if not history or None in history:
        return Fault(f"{must}; it returns {_text(value)}", "nonsense")
    return _history([entry for entry in history if entry is not None], problem)


def _history(history: list[Weights], problem: Problem) -> Answer | Fault:
    """Weights after each visit. The start may come first, and repeated weights at the end may be left out."""
    if len(history) == problem.n_visits + 1:
        history = history[1:]
    if len(history) > problem.n_visits:
        text = f"returns a list of {len(history)} weights for {counted(problem.n_visits, 'visit')}"
        return Fault(text, "too many visits")
    return _finite(Answer(history[-1], history))


def _finite(answer: Answer) -> Answer | Fault:
    for w, b in answer.history or [answer.last]:
        for value in (*w, b):
            if not math.isfinite(value):
                return Fault(f"returns {value}, where a number must be", "nonsense")
    return answer


def _weights(value: Any, d: int, bias: bool) -> Weights | None:
    """Weights w and b. Column and row vectors and single numbers are accepted."""
    whole = _flat(value)
    if not bias and whole is not None and len(whole) == d:
        return tuple(whole), 0.0
    if not isinstance(value, list) or len(value) != 2 or (not bias and isinstance(value[1], list)):
        return None
    w, b = map(_flat, value)
    return (tuple(w), b[0]) if w is not None and b is not None and (len(w), len(b)) == (d, 1) else None


def _flat(value: Any) -> list[float] | None:
    """All numbers of nested lists; None if there is anything else."""
    if isinstance(value, dict):
        return None
    if not isinstance(value, list):
        try:
            return [float(value)]
        except OverflowError:
            return [math.inf]
    parts = [_flat(part) for part in value]
    return None if None in parts else [number for part in parts for number in part or []]


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "nothing, None" if value["type"] == "None" else f"a {value['type']}"
    if not isinstance(value, list):
        return "a number"
    parts = (_text(part) if isinstance(part, dict | list) else f"{(_flat(part) or [0.0])[0]:g}" for part in value[:6])
    return "[" + ", ".join(parts) + "]"
