"""Untrusted process that answers by lines, with limits on line length and time."""

import contextlib
import os
import select
import signal
import subprocess
import time
from pathlib import Path
from uuid import uuid4

from rosenblatt.grading.call import MAX_LINE

BETWEEN_LOOKS = 50  # milliseconds: a process may have ended while a child of it holds the pipe
MARK = "ROSENBLATT_GRADE"  # variable of the environment by which daemons are found


class LineProcess:
    """Process in its own session, which ends with all processes that it started."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._mark = f"{MARK}={uuid4().hex}"
        name, _, value = self._mark.partition("=")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, name: value},
            start_new_session=True,  # Ctrl-C is ours, and children of the process end with it
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._received = b""  # what follows the last line

    def send(self, line: str) -> None:
        with contextlib.suppress(OSError):  # where it is gone, the answers have ended, too
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()

    def line(self, limit: float) -> bytes:
        """Return the next line, or an empty one if no more can come.

        Raises TimeoutError when the limit in seconds has passed, OverflowError when a line is too long.
        """
        deadline = time.monotonic() + limit
        stream = self._stdout.fileno()
        ready = select.poll()
        ready.register(stream, select.POLLIN | select.POLLHUP)
        parts = [self._received]
        length = len(self._received)
        while b"\n" not in parts[-1]:
            if length > MAX_LINE:
                raise OverflowError
            if time.monotonic() > deadline:
                raise TimeoutError
            has_ended = self._process.poll() is not None  # first, so that nothing it wrote is missed
            if ready.poll(BETWEEN_LOOKS):
                parts.append(os.read(stream, 65536))
                length += len(parts[-1])
                if not parts[-1]:
                    return b""
            elif has_ended:
                return b""
        line, _, self._received = b"".join(parts).partition(b"\n")
        return line + b"\n"

    def end(self, patience: float = 0.0) -> int | None:
        """End the process and its children. Return its exit code if it has ended by itself, in this many seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        code = self._process.poll()
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        _end_daemons(self._mark.encode())
        for stream in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):
                stream.close()
        return code


def _end_daemons(mark: bytes) -> None:
    """End processes that left the session. Where /proc exists, their environment carries a mark."""
    with contextlib.suppress(OSError):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if mark in Path("/proc", pid, "environ").read_bytes().split(b"\0"):
                    os.kill(int(pid), signal.SIGKILL)
