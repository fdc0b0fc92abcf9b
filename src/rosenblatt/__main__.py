"""The command ``rosenblatt``, and ``python -m rosenblatt``: a process that starts and ends as fast as it can."""

import atexit
import gc
import os
import sys

ALLOCATIONS = 100_000  # between collections of garbage: imports make many objects, and none of them goes


def run() -> None:
    """Run the command line, then leave.

    Python would take apart every module and LLVM's code before it ends: a quarter of a short command's time.
    """
    gc.set_threshold(ALLOCATIONS)
    from rosenblatt.cli import main

    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    atexit._run_exitfuncs()  # temporary files go
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on
        code = code or 1
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    run()
