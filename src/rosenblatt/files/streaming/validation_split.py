"""Validation rows of a file, held out of training.

They are chosen page by page (``data/hold_out.py``), so that the format, the memory and the size of reads change
nothing. Only the rows are held out: the encoding and the number of features are of the whole file.
"""

from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any

import numpy as np

from rosenblatt.data.blocks import take_rows, widened
from rosenblatt.data.chunks import Chunk, pages
from rosenblatt.data.hold_out import of_page
from rosenblatt.errors import DataError, OptionError, subject
from rosenblatt.files.readers import Reader
from rosenblatt.files.sources import Source
from rosenblatt.files.streaming import file_rows
from rosenblatt.files.streaming.file_rows import Cache, GrowingStore


class HeldOut:
    """Rows of a reader in two parts, each in file order. Training uses it as a reader of its part.

    fraction: fraction of the rows that are held out, between 0 and 1.
    seed: seed of the choice, from 0 to 2³² − 1.
    cache: store for held-out rows while the others are read, so that the file is read once; None for no store.
    """

    def __init__(self, reader: Reader, fraction: float, seed: int = 0, cache: Cache | None = None) -> None:
        check_fraction(fraction, seed)
        self.reader, self.fraction, self.seed = reader, float(fraction), int(seed)
        self._cache = None if cache is None else cache.nameless()
        self._kept: GrowingStore | None = None

    def training(self) -> Iterator[Chunk]:
        """Yield the training rows from the beginning."""
        return self._rows(held=False)

    def validation(self) -> Iterator[Chunk]:
        """Yield the held-out rows from the beginning."""
        return iter(self._kept) if self._kept is not None and self._kept.is_complete else self._rows(held=True)

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _rows(self, held: bool) -> Iterator[Chunk]:
        """Yield one of the two parts. Raise a DataError at the end of the file if no row could be held out."""
        n_rows = n_held = width = 0
        kept = None
        if self._cache is not None and not held:
            self.close()
            kept = self._kept = GrowingStore(self._cache, file_rows.MAX_BYTES_IN_MEMORY * self.fraction)
        for number, page in enumerate(pages(self.reader.chunks())):
            width = max(width, *(part.block.n_features for part in page))
            is_held = of_page(number, n_rows, sum(part.n_rows for part in page), self.fraction, self.seed)
            n_rows, n_held = n_rows + len(is_held), n_held + int(is_held.sum())
            first = 0
            for part in page:
                is_wanted = is_held[first : first + part.n_rows] == held
                first += part.n_rows
                if kept is not None and not is_wanted.all():
                    kept.append([_some(part, np.flatnonzero(~is_wanted), width)])
                if is_wanted.any():
                    yield _some(part, np.flatnonzero(is_wanted), width)
        if not n_held:
            raise DataError(nothing_held(self.fraction, n_rows))
        if kept is not None:
            kept.is_complete = True

    # What training asks of a reader

    def chunks(self) -> Iterator[Chunk]:
        return self.training()

    @property
    def key(self) -> str:
        """Key that identifies these rows and distinguishes them from the whole file."""
        return f"{self.reader.key} but {self.fraction!r} by {self.seed}"

    @property
    def size(self) -> int:
        return self.reader.size

    @property
    def encoding(self) -> Any:
        return self.reader.encoding

    @property
    def sources(self) -> list[Source]:
        return self.reader.sources

    @property
    def names(self) -> dict[str, int]:
        return self.reader.names


def check_fraction(fraction: Any, seed: Any) -> None:
    """Raise an OptionError if this is no fraction or no seed."""
    if not isinstance(fraction, Real) or not 0 < float(fraction) < 1:
        raise OptionError(f"The validation fraction must be a number between 0 and 1; got {fraction!r}.")
    if not isinstance(seed, Integral) or isinstance(seed, bool) or not 0 <= int(seed) < 2**32:
        raise OptionError(f"{subject('seed')} must be a whole number from 0 to 2**32 − 1; got {seed!r}.")


def nothing_held(fraction: float, n_rows: int) -> str:
    """Sentence about a fraction of too few rows."""
    fault = f"{fraction:g} of {n_rows:,} is none: take a larger one, or a file of its own"
    return f"The validation fraction must leave rows on both sides; {fault}."


def _some(chunk: Chunk, rows: np.ndarray, width: int) -> Chunk:
    """Some rows of a chunk; sparse rows get this width."""
    labels = None if chunk.labels is None else chunk.labels[rows]
    return Chunk(widened(take_rows(chunk.block, rows), width), labels)
