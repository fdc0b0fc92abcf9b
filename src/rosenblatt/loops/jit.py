"""The one decorator of compiled code.

A loop releases the GIL, keeps the order of its additions (no fastmath) and is cached on disk where a
folder can be written.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import register_jitable
from numba.np import linalg


def _start_without_blas() -> None:
    """Numba imports all of scipy.linalg when it starts, to see that there is a BLAS: half a first call.

    Loops use none. So the question is answered yes (SciPy is a dependency), and Numba asks again by
    itself before it compiles a function that does use it.
    """
    ask = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath  # noqa: F401 (where it is asked)
    finally:
        linalg.ensure_blas = ask


_start_without_blas()

settings: Any = numba.config
COMPILING = not settings.DISABLE_JIT  # with NUMBA_DISABLE_JIT=1 every loop runs as plain Python

compiler: Callable[..., Callable[..., Callable[..., Any]]] = numba.njit
registered: Callable[..., Callable[..., Callable[..., Any]]] = register_jitable
# Loops allocate nothing, so nothing is counted: with Numba's reference counts a narrow pass took six times as long.
OPTIONS: dict[str, Any] = {"nogil": True, "fastmath": False, "error_model": "numpy", "_nrt": False}
INLINED: Any = {"forceinline": True, "_nrt": False}


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop on its first call, with the machine code kept on disk if possible."""
    try:
        return compiler(cache=True, **OPTIONS)(function)
    except RuntimeError:  # Numba found no folder it may write its cache to
        return compiler(**OPTIONS)(function)


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a part of loops: called by compiled code only, and compiled into the loops that call it."""
    return registered(**INLINED)(function)
