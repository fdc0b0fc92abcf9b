"""One warning for all fits of one grid search, also where they run in several processes.

A search fits clones of a copy of its own, which lives as long as the search. The clones carry the path of a folder
that does not exist yet: the first fit that warns makes it, the others find it, and it goes with the copy. Python's own
filters cannot fold these warnings: scikit-learn resets them before every fit, and each process has its own.
"""

import contextlib
import os
import sys
import tempfile
import uuid
import warnings
import weakref
from pathlib import Path
from typing import Any

SEARCH = "sklearn.model_selection._search"
CLONE = "sklearn.base"  # through which a search clones a pipeline with its steps
AND_OTHERS = " Other fits of this search that do not converge are not reported."

NOTES: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()  # a search's copy → path for its clones
COPY = ""  # the note of a search's copy of a user's estimator


def note_for_clone(estimator: Any, note: str | None) -> str | None:
    """The note for a clone of an estimator that has this note itself. None unless a search is cloning."""
    frame: Any = sys._getframe(2)
    while frame and frame.f_globals.get("__name__") == CLONE:
        frame = frame.f_back
    if frame is None or frame.f_globals.get("__name__") != SEARCH:
        return None
    if note is None:
        return COPY
    if estimator not in NOTES:
        path = str(Path(tempfile.gettempdir()) / f"rosenblatt-search-{uuid.uuid4().hex}")
        NOTES[estimator] = path
        weakref.finalize(estimator, _remove, path)
    return NOTES[estimator]


def warn_once(note: str | None, message: str, category: type[Warning], stacklevel: int) -> None:
    """Warn, unless a fit that shares the note has warned before."""
    if not note:
        warnings.warn(message, category, stacklevel=stacklevel + 1)
        return
    try:
        os.mkdir(note)
    except FileExistsError:
        return
    except OSError:
        pass  # a warning too many is better than none
    try:
        warnings.warn(message + AND_OTHERS, category, stacklevel=stacklevel + 1)
    except Warning:  # turned into an error by a filter: every fit has its own
        _remove(note)
        raise


def _remove(note: str) -> None:
    with contextlib.suppress(OSError):
        os.rmdir(note)
