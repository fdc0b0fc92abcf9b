"""The decorator: falls back to no cache, and leaves Numba as it found it."""

import os
import subprocess
import sys

import pytest

from rosenblatt.loops import jit as module


@pytest.mark.compiled
def test_without_a_folder_for_the_cache(monkeypatch):
    def no_folder(function):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(module, "CachedCode", no_folder)
    assert module.jit(lambda x: x + 1)(2) == 3


@pytest.mark.compiled
def test_other_functions_find_their_blas():
    """Numba is started without asking for a BLAS; a user's function that needs one still gets it."""
    code = (
        "import numpy as np, numba, sys, rosenblatt.loops.binary\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "print(numba.njit(lambda a: a @ a)(np.full((2, 2), 2.0)).tolist())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[[8.0, 8.0], [8.0, 8.0]]"


@pytest.mark.compiled
def test_kept_code_is_used_without_the_compiler(tmp_path):
    """What only compiling needs is not loaded where the machine code is on disk; the numbers are the same."""
    code = (
        "import numpy as np, sys\n"
        "from rosenblatt.loops.rng import PICK, shuffle\n"
        "rows = np.arange(9, dtype=np.uint32)\n"
        "shuffle(rows, 1, 2, PICK)\n"
        "print(rows.tolist(), 'numba.np.arraymath' in sys.modules)"
    )
    home = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=home).stdout
        for _ in range(2)
    )
    assert first.endswith("True\n")
    assert second == first.replace("True", "False")
