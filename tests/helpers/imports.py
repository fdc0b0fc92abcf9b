"""Modules that an import loads, in a new process."""

import subprocess
import sys


def modules_after(statement):
    """Names of all modules that are loaded when a new interpreter has run the statement."""
    code = f"{statement}; import sys; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
