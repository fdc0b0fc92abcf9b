"""Entry point of ``rosenblatt`` and ``python -m rosenblatt``, which starts and ends the process quickly."""

import atexit
import gc
import os
import sys

ALLOCATIONS = 100_000  # allocations between garbage collections: imports make many objects that stay


def run() -> None:
    """Run the command line, then exit the process at once.

    Python would take apart every module and LLVM's code before it ends: a quarter of a short command's time.
    """
    gc.set_threshold(ALLOCATIONS)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (until the end)
    code: object = 0
    try:
        from rosenblatt.cli import main

        main()
    except SystemExit as end:
        code = end.code
    except KeyboardInterrupt:  # while modules were being imported
        print("rosenblatt: interrupted.", file=sys.stderr)
        code = 130
    atexit._run_exitfuncs()  # removes temporary files
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe has gone
        code = code or 1
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    run()
