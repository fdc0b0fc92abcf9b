"""The one decorator of compiled code.

A loop releases the GIL, keeps the order of its additions (no fastmath) and is cached on disk where a
folder can be written.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.extending import register_jitable

settings: Any = numba.config
COMPILING = not settings.DISABLE_JIT  # with NUMBA_DISABLE_JIT=1 every loop runs as plain Python

compiler: Callable[..., Callable[..., Callable[..., Any]]] = numba.njit
registered: Callable[..., Callable[..., Callable[..., Any]]] = register_jitable
# Loops allocate nothing, so nothing is counted: with Numba's reference counts a narrow pass took six times as long.
OPTIONS: dict[str, Any] = {"nogil": True, "fastmath": False, "error_model": "numpy", "_nrt": False}
INLINED: Any = {"forceinline": True, "_nrt": False}


class CachedCode(FunctionCache):
    """Machine code from disk, without what only compiling needs.

    Numba fills its tables of types and functions before it reads its cache; a third of a first call. Code that is
    read refers to none of them, and Numba fills them by itself before it compiles.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            code = self._load_overload(sig, target_context)
        if code is None:
            _start_without_blas()
        return code


def _start_without_blas() -> None:
    """Numba imports all of scipy.linalg before it first compiles, to see that there is a BLAS.

    Loops use none. So the question is answered yes (SciPy is a dependency), and Numba asks again by
    itself before it compiles a function that does use it.
    """
    from numba.np import linalg

    ask = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath  # noqa: F401 (where it is asked)
    finally:
        linalg.ensure_blas = ask


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop on its first call, with the machine code kept on disk if possible."""
    loop: Any = compiler(**OPTIONS)(function)
    if COMPILING:
        with suppress(RuntimeError):  # Numba found no folder it may write its cache to
            loop._cache = CachedCode(function)
    return loop  # type: ignore[no-any-return]


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that only compiled code calls: it is compiled into the loops that call it."""
    return registered(**INLINED)(function)
