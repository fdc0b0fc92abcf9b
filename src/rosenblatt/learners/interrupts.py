"""Handling of Ctrl-C and SIGTERM between two steps of training. Other threads leave signals alone."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Handler = Callable[[int, Any], Any]


@contextmanager
def ctrl_c_noted(patient: bool = False) -> Iterator[Callable[[], bool]]:
    """Set a flag on Ctrl-C instead of raising between a loop's return and its bookkeeping.

    Pressed a second time it raises as ever, unless ``patient``.
    """
    pressed = False

    def note(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed and not patient:
            raise KeyboardInterrupt
        pressed = True

    with _handled(signal.SIGINT, note):
        yield lambda: pressed


@contextmanager
def ctrl_c_raises() -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl-C, as Python's own handler does."""
    with _handled(signal.SIGINT, signal.default_int_handler):
        yield


@contextmanager
def sigterm_exits() -> Iterator[None]:
    """Exit in order on SIGTERM, so that nothing is left behind, unless another handler is set."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    with _handled(signal.SIGTERM, lambda number, frame: sys.exit(128 + number)):
        yield


@contextmanager
def _handled(number: signal.Signals, handler: Handler) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)
