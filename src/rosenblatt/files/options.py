"""The options of reading. The command line is made from them: nothing heavy is imported here."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read; what is None is guessed.

    format: csv, tsv, parquet, arrow, jsonl, libsvm, vw, npy, npz or idx.
    labels: a file of labels, for arrays that have none.
    target: the column of labels, by name or number from 1; the last, if it is not said.
    ignore, id, text, categorical: columns that are not used, that name rows, of free text, and of categories.
    header, delimiter, quote: of delimited text. missing: what becomes of missing values: mean, zero or drop.
    scale: of the numbers of tables: standard, maxabs, unit or none.
    hash_bits: hash categories and names to 2**hash_bits features. text_features: what text is cut into.
    zero_based: whether LIBSVM counts features from 0. n_features: how many of them there are.
    """

    format: str | None = None
    labels: str | None = None
    target: str | int | None = None
    ignore: tuple[str | int, ...] = ()
    id: tuple[str | int, ...] = ()
    text: tuple[str | int, ...] = ()
    categorical: tuple[str | int, ...] = ()
    header: bool | None = None
    delimiter: str | None = None
    quote: str | None = '"'
    missing: Any = None
    scale: Any = "none"
    hash_bits: int | None = None
    text_features: str = "chars3-5"
    zero_based: bool = False
    n_features: int | None = None
