"""Decorator of all compiled code.

A loop releases the GIL, keeps the order of its additions (no fastmath) and is cached on disk where a
folder can be written. Nothing that is wrong with the cache stops a run: the loop is compiled again.
"""

import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import register_jitable

settings: Any = numba.config
COMPILING = not settings.DISABLE_JIT  # with NUMBA_DISABLE_JIT=1 every loop runs as plain Python

compiler: Callable[..., Callable[..., Callable[..., Any]]] = numba.njit
registered: Callable[..., Callable[..., Callable[..., Any]]] = register_jitable
# Loops allocate nothing, so nothing is counted: with Numba's reference counts a narrow pass took six times as long.
OPTIONS: dict[str, Any] = {"nogil": True, "fastmath": False, "error_model": "numpy", "_nrt": False}
INLINED: Any = {"forceinline": True, "_nrt": False}


class CheckedFiles(IndexDataCacheFile):
    """Cache files of one loop: an index and machine code per signature, each with a checksum at its end.

    Damaged code could end the process, and so could code of another signature: two processes that write at a time can
    give both one name. So the code is stored with its signature.
    """

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        stored_key, data = super().load(key) or (None, None)
        return data if stored_key == key else None

    def _load_index(self) -> Any:
        try:
            return super()._load_index() if _is_whole(self._index_path) else {}
        except Exception:  # unreadable, or names a class that this version does not have
            return {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if _is_whole(self._data_path(name)) else None

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as file:
            content = io.BytesIO()
            yield content
            file.write(content.getvalue() + checksum(content.getvalue()))


def checksum(content: bytes) -> bytes:
    """CRC-32 in four bytes, which Numba does not read."""
    return zlib.crc32(content).to_bytes(4, "little")


def _is_whole(path: str) -> bool:
    content = Path(path).read_bytes()
    return checksum(content[:-4]) == content[-4:]


class CachedCode(FunctionCache):
    """Machine code from disk, without the parts that only compiling needs.

    Numba fills its tables of types and functions before it reads its cache; a third of a first call. Code that is
    read refers to none of them, and Numba fills them by itself before it compiles.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        code = None
        with suppress(Exception):  # on any error, the loop is compiled
            code = self._load_overload(sig, target_context)
        if code is None:
            _start_without_blas()
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # a full disk, a folder that is gone: the next run compiles again
            self._save_overload(sig, data)


def _start_without_blas() -> None:
    """Keep Numba from importing scipy.linalg before its first compilation.

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
        with suppress(RuntimeError, OSError):  # Numba found no folder it may write its cache to
            loop._cache = CachedCode(function)
    return loop  # type: ignore[no-any-return]


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that only compiled code calls: it is compiled into the loops that call it."""
    return registered(**INLINED)(function)
