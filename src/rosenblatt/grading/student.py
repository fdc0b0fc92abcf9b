"""Student's function, in its own process or in this one. Both answer data sets, with a time limit for processes."""

import contextlib
import inspect
import io
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from rosenblatt.errors import OptionError, option
from rosenblatt.grading import call
from rosenblatt.grading.problems import Problem
from rosenblatt.grading.process import LineProcess
from rosenblatt.grading.results import MAX_TEXT, Fault

LAST_MOMENTS = 5.0  # seconds for a process to end that has closed its streams
MUCH_LONGER = 10  # times the longest call: a call that takes longer hangs, a shorter one is only slow


WRITES_TO_PIPE = Fault("writes to the pipe by which it is graded", "pipe")
CLOSES_PIPE = Fault("closes the pipe by which it is graded", "pipe")


class Student(Protocol):
    name: str
    function: str
    is_class: bool

    def ask(self, problem: Problem, limit: float | None = None) -> Any:
        """Return the result of the function as numbers and nested lists, or a Fault."""

    def restart(self) -> None:
        """Discard the state that earlier calls left behind."""

    @property
    def seconds_left(self) -> float: ...


class FunctionAtHand:
    """Function of this process: its exceptions are caught, but its time is not limited."""

    seconds_left = math.inf

    def __init__(self, function: Callable[..., Any], arrays: bool, voted: bool = False) -> None:
        if not call.takes_a_set(function):
            raise OptionError("student must be a file, or a function that takes X, y and epochs.")
        self.name = self.function = getattr(function, "__name__", "the function")
        self.is_class = inspect.isclass(function)
        self._call, self._arrays = call.call_of(function, voted), arrays
        code = getattr(getattr(function, "fit", None) if self.is_class else function, "__code__", None)
        self._path = getattr(code, "co_filename", "")

    def ask(self, problem: Problem, limit: float | None = None) -> Any:
        with contextlib.redirect_stdout(io.StringIO()):
            reply = call.answered(self._call, _question(problem), self._path, self._arrays)
        if reply.get("kind") == "KeyboardInterrupt":
            raise KeyboardInterrupt
        return _value(reply)

    def restart(self) -> None:
        """Do nothing: the state of a function in this process cannot be discarded."""


class FileStudent:
    """File whose function runs in another process, where it may crash, print, exit or hang."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        function: str | None,
        *,
        averaged: bool = False,
        voted: bool = False,
        arrays: bool = False,
        timeout: float = 10.0,
    ) -> None:
        self.path = Path(path).resolve()
        self.name, self.function, self.timeout = Path(path).name, function or "", timeout
        self.is_class = False
        self._options = (str(averaged), str(arrays), str(voted))
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

    def ask(self, problem: Problem, limit: float | None = None) -> Any:
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
        return _value(reply)

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
        self.function, self.is_class = reply["function"][:MAX_TEXT], reply.get("is_class") is True
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


def _value(reply: Any) -> Any:
    """Value of an answer, or its fault."""
    if "fault" in reply:
        return Fault(reply["fault"][:MAX_TEXT], reply["kind"], reply.get("line"))
    return reply["value"]
