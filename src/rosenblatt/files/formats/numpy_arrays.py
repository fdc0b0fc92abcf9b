"""Array files: .npy, .npz with X and y, and idx, the format of MNIST."""

import math
import warnings
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk
from rosenblatt.data.labels import is_whole
from rosenblatt.data.whole_numbers import check_whole_numbers
from rosenblatt.errors import DataError, option
from rosenblatt.files.charsets import other_charset

AT_ONCE = 2**21  # numbers of an array that are read at a time
IDX_TYPES = {8: ">u1", 9: ">i1", 11: ">i2", 12: ">i4", 13: ">f4", 14: ">f8"}


def npy_chunks(stream: IO[bytes], name: str, labels: np.ndarray | None) -> Iterator[Chunk]:
    """Yield the rows of an array in parts."""
    shape, in_columns, dtype = _npy_header(stream, name)
    if dtype.hasobject:
        raise DataError(f"{name} must hold numbers; it holds Python objects, which are not loaded.")
    if in_columns and len(shape) == 2:
        columns = _whole(stream, name, shape[::-1], dtype)
        yield from _chunks(name, columns.T, labels)
    else:
        yield from _streamed(stream, name, shape, dtype, labels)


def npz_chunks(stream: IO[bytes], name: str, labels: np.ndarray | None, *, with_labels: bool = True) -> Iterator[Chunk]:
    """Yield the rows of X, or of a matrix saved by SciPy, with the labels y if they are needed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with np.load(stream, allow_pickle=False) as archive:
                arrays = {key: archive[key] for key in archive.files}
    except Exception as error:  # as above, of a damaged archive
        raise DataError(f"{name} must be an .npz file of plain arrays: {_one_line(error)}.") from error
    X: Any = arrays.get("X")
    if X is None and {"data", "indices", "indptr", "shape"} <= set(arrays):
        from scipy.sparse import csr_matrix

        try:
            X = csr_matrix((arrays["data"], arrays["indices"], arrays["indptr"]), shape=tuple(arrays["shape"].tolist()))
        except (ValueError, TypeError) as error:
            raise DataError(f"{name} must hold a CSR matrix as SciPy saves it: {error}.") from error
    y = arrays.get("y") if labels is None else labels
    if X is None or (y is None and with_labels):
        held, wanted = ", ".join(arrays) or "none", f"arrays X and y ({option('labels')} names a file of labels)"
        raise DataError(f"{name} must hold {wanted if with_labels else 'an array X'}; it holds {held}.")
    yield from _chunks(name, X, y if with_labels else None)


def idx_chunks(stream: IO[bytes], name: str, labels: np.ndarray | None) -> Iterator[Chunk]:
    """Yield the rows of an idx array: its first dimension counts them, the others are features."""
    shape, dtype = _idx_header(stream, name)
    yield from _streamed(stream, name, (shape[0], math.prod(shape[1:])), dtype, labels)


def read_labels(stream: IO[bytes], name: str, format: str) -> np.ndarray:
    """Read a file of labels, one per row: .npy, idx, or text with one label per line."""
    match format:
        case "npy":
            shape, _, dtype = _npy_header(stream, name)
            if dtype.hasobject:
                raise DataError(f"{name} must hold numbers or strings; it holds Python objects, which are not loaded.")
            labels = _whole(stream, name, shape, dtype)
        case "idx":
            shape, dtype = _idx_header(stream, name)
            labels = _native(_whole(stream, name, shape, dtype))
        case _:
            text = stream.read()
            try:
                lines = text.decode("utf-8-sig").splitlines()
            except UnicodeDecodeError as error:
                line = 1 + text.count(b"\n", 0, error.start)
                wrong = f"got the byte 0x{text[error.start]:02x}: {other_charset(text)}"
                raise DataError(f"{name}:{line} must be text in UTF-8, one label per line; {wrong}.") from error
            words = [line.strip() for line in lines if line.strip()]
            labels = np.array([int(label) for label in words] if all(map(is_whole, words)) else words)
    if not isinstance(labels, np.ndarray) or labels.ndim != 1:
        raise DataError(f"{name} must hold one label per row; it has shape {np.shape(labels)}.")
    return labels


def _npy_header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], bool, np.dtype]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers that Python 2 wrote
            version = np.lib.format.read_magic(stream)
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, in_columns, dtype = read(stream)
        if not all(type(size) is int for size in shape):  # NumPy takes True for 1
            raise ValueError(f"its shape must be of whole numbers; it is {shape}")
        return shape, in_columns, dtype
    except Exception as error:  # NumPy evaluates the header as Python, which may raise anything
        raise DataError(f"{name} must be an .npy file: {_one_line(error)}.") from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _idx_header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], np.dtype]:
    magic = stream.read(4)
    if len(magic) < 4 or magic[:2] != b"\0\0" or magic[2] not in IDX_TYPES or not magic[3]:
        raise DataError(f"{name} must be an idx file; it begins with {magic!r}.")
    sizes = stream.read(4 * magic[3])
    if len(sizes) < 4 * magic[3]:
        raise DataError(f"{name} must have {magic[3]} sizes in its header; it is cut off.")
    return tuple(np.frombuffer(sizes, ">u4").tolist()), np.dtype(IDX_TYPES[magic[2]])


def _streamed(
    stream: IO[bytes], name: str, shape: tuple[int, ...], dtype: np.dtype, labels: np.ndarray | None
) -> Iterator[Chunk]:
    if len(shape) != 2:
        raise DataError(f"{name} must have two dimensions, rows and features; it has shape {shape}.")
    n_rows, n_features = shape
    _check_labels(name, n_rows, labels)
    step = max(1, AT_ONCE // max(1, n_features))
    for first in range(0, n_rows, step):
        last = min(n_rows, first + step)
        values = _native(_whole(stream, name, (last - first, n_features), dtype))
        check_whole_numbers(values, name, first)
        yield Chunk(block_of(values), None if labels is None else labels[first:last])


def _chunks(name: str, X: Any, labels: np.ndarray | None) -> Iterator[Chunk]:
    check_whole_numbers(X, name)
    block = block_of(X)
    _check_labels(name, block.n_rows, labels)
    yield Chunk(block, labels)


def _check_labels(name: str, n_rows: int, labels: np.ndarray | None) -> None:
    if labels is not None and labels.shape != (n_rows,):
        raise DataError(f"{name} must have as many rows as there are labels, {len(labels)}; it has {n_rows}.")


def _whole(stream: IO[bytes], name: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Read an array of this shape without allocating more memory than the file has bytes."""
    if not dtype.itemsize:
        raise DataError(f"{name} must hold numbers or strings that have bytes; its header says {dtype.str!r}.")
    size = math.prod(shape) * dtype.itemsize
    parts = bytearray()
    while len(parts) < size:
        part = stream.read(min(size - len(parts), 2**24))
        if not part:
            raise DataError(f"{name} must have {size:,} bytes of numbers by its header; it is cut off.")
        parts += part
    return np.frombuffer(parts, dtype).reshape(shape)


def _native(array: np.ndarray) -> np.ndarray:
    """Convert to native byte order, and float16 to float32."""
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    return array.astype(np.float32) if array.dtype == np.float16 else array
