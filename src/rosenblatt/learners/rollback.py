"""Rollback: a call that fails leaves an object as it was."""

import copy
from types import TracebackType
from typing import Any, Self


class Rollback:
    """Restore the attributes of an object when the block fails.

    error: the kind of failure that is rolled back.
    """

    def __init__(self, holder: Any, error: type[BaseException] = BaseException) -> None:
        self._holder, self._error = holder, error
        self._before = vars(holder).copy()

    def include_arrays(self) -> None:
        """Also restore the contents of arrays that the block changes in place."""
        self._before = copy.deepcopy(self._before)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, self._error):
            self._holder.__dict__ = self._before
