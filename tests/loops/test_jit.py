"""The decorator: falls back to no cache, and leaves Numba as it found it."""

import subprocess
import sys

import pytest

from rosenblatt.loops import jit as module


def test_without_a_folder_for_the_cache(monkeypatch):
    asked = []

    def compiler(cache=False, **options):
        asked.append(cache)
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(module, "compiler", compiler)
    assert module.jit(len) is len
    assert asked == [True, False]


@pytest.mark.compiled
def test_other_functions_find_their_blas():
    """Numba is started without asking for a BLAS; a user's function that needs one still gets it."""
    code = (
        "import numpy as np, numba, sys, rosenblatt.loops.visits\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "print(numba.njit(lambda a: a @ a)(np.full((2, 2), 2.0)).tolist())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[[8.0, 8.0], [8.0, 8.0]]"
