"""A homework that writes to its pipe, leaves processes behind or prints without end has its sentence, and no more."""

import os
import sys
import time
from pathlib import Path

import pytest
from helpers.cli import invoke
from helpers.homework import LISTS, ONE_ROW

from rosenblatt.cli.lab import grade

FIRST = "def perceptron(X, y, epochs):\n"
WRITES = """import os
def write(text):
    for stream in range(3, 30):
        try:
            os.write(stream, text)
        except OSError:
            pass
"""
PIPE = "your function writes to the pipe by which it is graded."


@pytest.mark.parametrize(
    "text",
    [
        b"\n",
        b"hello\n",
        b"[]\n",
        b"3\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b"9" * 5000 + b"\n",
        b'{"value": [[1], 1]}\n',
        b'{"number": 1}\n',
        b'{"number": 1, "value": "some"}\n',
        b'{"number": 1, "value": {"kind": 1}}\n',
        b'{"number": 1, "value": [[null], 1]}\n',
        b'{"number": 1, "fault": 3}\n',
        b'{"number": 1, "fault": "is", "kind": [], "line": "x"}\n',
        b'{"number": 1, "function": "f"}\n',
    ],
)
def test_writing_to_the_pipe(graded, text):
    found = graded(f"{WRITES}{FIRST}    write({text!r})\n    return [0], 0\n")
    assert (str(found), found.kind) == (f"{ONE_ROW}: {PIPE}", "pipe")


def test_writing_to_the_pipe_while_the_file_is_imported(graded):
    found = graded(f"{WRITES}write(b'some\\n')\n{LISTS}")
    assert str(found) == "homework.py writes to the pipe by which it is graded while the file is imported."


def test_answers_that_come_again_are_not_those_of_the_next_set(graded):
    text = LISTS + WRITES + 'write(b\'{"number": 0, "function": "perceptron"}\\n\' * 2)\n'
    assert graded(text).kind == "pipe"


@pytest.mark.parametrize("text", [b"x", b"x" * 65536, b"\n"])
def test_writing_to_the_pipe_without_end(graded, text):
    found = graded(f"{WRITES}{FIRST}    while True: write({text!r})\n", timeout=3)
    assert found.kind in ("pipe", "hangs")


def test_printing_without_end(graded):
    assert graded(f"{FIRST}    while True: print('x' * 1000)\n", timeout=3).kind == "hangs"


def test_a_faulty_text_is_bounded(graded):
    text = b'{"number": 1, "fault": "' + b"x" * 100_000 + b'", "kind": "k", "line": null}\n'
    assert len(str(graded(f"{WRITES}{FIRST}    write({text!r})\n    return [0], 0\n"))) < 1000


def test_an_answer_that_is_too_long(graded):
    found = graded(f"{FIRST}    return [0] * 400_000, 0\n", timeout=3)
    assert str(found) == f"{ONE_ROW}: your function returns more than can be read, over 1,000,000 characters."


def test_whole_numbers_that_no_float_holds(graded):
    found = graded(f"{FIRST}    return [10**400] * 5\n")
    assert str(found).endswith("a number; it returns [inf, inf, inf, inf, inf].")


def test_a_json_module_that_is_changed(graded):
    assert graded(f"import json\n{FIRST}    json.dumps = lambda reply: 'some'\n    return [0], 0\n").kind == "pipe"


def test_a_pipe_that_is_closed(graded):
    closed = f"import os, time\n{FIRST}    os.closerange(3, 30)\n"
    assert str(graded(closed + "    return [0], 0\n")).endswith("your function ends the process, with exit code 1.")
    found = graded(closed + "    time.sleep(100)\n", timeout=3)
    assert (str(found), found.kind) == (f"{ONE_ROW}: your function closes the pipe by which it is graded.", "pipe")


# Processes.

LEAVES = """import os, time
def leave(path):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(path, "a") as file:
                file.write(f"{os.getpid()}\\n")
            time.sleep(100)
        os._exit(0)
    while not (os.path.exists(path) and os.path.getsize(path)):
        time.sleep(0.01)
"""


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def left(tmp_path):
    """Path to which daemons write their ids; none of them outlives the test."""
    path = tmp_path / "daemons"
    yield path
    for pid in path.read_text().split() if path.exists() else []:
        if is_running(int(pid)):
            os.kill(int(pid), 9)


@pytest.mark.skipif(sys.platform != "linux", reason="daemons are found in /proc")
def test_a_daemon_is_not_left_behind(graded, left):
    first = f"os.path.exists({str(left)!r}) or leave({str(left)!r})"
    assert graded(LEAVES + LISTS.replace("\n    ", f"\n    {first}\n    ", 1)).passed
    (pid,) = left.read_text().split()
    for _ in range(1000):  # the signal is sent, the process may need a moment
        if not is_running(int(pid)):
            break
        time.sleep(0.01)
    assert not is_running(int(pid))


def test_a_process_that_ends_while_its_daemon_holds_the_pipe(graded, left):
    found = graded(f"{LEAVES}{FIRST}    leave({str(left)!r})\n    os._exit(5)\n", timeout=60)
    assert str(found) == f"{ONE_ROW}: your function ends the process, with exit code 5."


def test_time_runs_out_while_a_daemon_holds_the_pipe(graded, left):
    assert graded(f"{LEAVES}{FIRST}    leave({str(left)!r})\n    time.sleep(100)\n", timeout=3).kind == "hangs"


def test_a_copy_of_the_process_does_not_answer(graded):
    assert graded("import os\n" + LISTS.replace("\n    ", "\n    os.fork()\n    ", 1), timeout=60).passed


def test_the_next_file_is_graded(tmp_path, left):
    texts = {
        "a.py": f"{WRITES}{FIRST}    write(b'some\\n')\n    while True: pass\n",
        "b.py": f"{WRITES}{FIRST}    while True: write(b'some' * 10_000)\n",
        "c.py": f"{LEAVES}{FIRST}    leave({str(left)!r})\n    while True: print(1)\n",
        "d.py": LISTS,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    lines = invoke(grade, tmp_path, "--timeout", 5).output.splitlines()
    assert [line[len(f"{tmp_path}/")] for line in lines[:4]] == ["a", "b", "c", "d"]
    assert ": All " in lines[3]
    assert lines[4:] == ["1 of 4 files agree with the engine."]
