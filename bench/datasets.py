"""The data: drawn from a seed, or real sets from the folder beside the repository."""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
from comparison import Unavailable
from scipy.sparse import csr_matrix
from sklearn.datasets import load_svmlight_file

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"

DENSE_SHAPES = ((1_000_000, 10), (400_000, 100), (50_000, 784))
SPARSE_ROWS, SPARSE_FEATURES, STORED = 200_000, 100_000, 56
NOISE = 0.5  # of a score's spread: no weights get all labels right
SECTOR_FEATURES = 55_197


def dense(n_rows: int, n_features: int) -> tuple[np.ndarray, np.ndarray]:
    """Standard normal rows with noisy labels of a random direction."""
    random = np.random.default_rng(0)
    X = random.standard_normal((n_rows, n_features))
    return X, noisy_labels(X @ random.standard_normal(n_features), random)


def sparse(n_rows: int, seed: int = 0) -> tuple[csr_matrix, np.ndarray]:
    """Rows with one normal value in each of 56 strips of columns; another seed draws other rows, same direction."""
    random = np.random.default_rng(seed)
    width = SPARSE_FEATURES // STORED
    columns = np.arange(STORED) * width + random.integers(0, width, (n_rows, STORED))
    starts = np.arange(0, n_rows * STORED + 1, STORED, dtype=np.int32)
    values = random.standard_normal(n_rows * STORED)
    X = csr_matrix((values, columns.ravel().astype(np.int32), starts), shape=(n_rows, SPARSE_FEATURES))
    direction = np.random.default_rng(2**20).standard_normal(SPARSE_FEATURES)
    return X, noisy_labels(X @ direction, random)


def noisy_labels(scores: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return (scores + NOISE * scores.std() * random.standard_normal(len(scores)) > 0).astype(np.int64)


def mnist(part: str = "train") -> tuple[np.ndarray, np.ndarray]:
    """Pixels from 0 to 1 and digits; ``part`` is "train" or "t10k"."""
    pixels = idx_bytes(f"mnist/{part}-images-idx3-ubyte.gz", 16)
    return pixels.reshape(-1, 784) / 255.0, idx_bytes(f"mnist/{part}-labels-idx1-ubyte.gz", 8)


def mnist_pair(*pair: int) -> tuple[np.ndarray, np.ndarray]:
    """The training rows of two digits."""
    X, y = mnist()
    chosen = np.isin(y, pair)
    return X[chosen], y[chosen]


def sector(part: str = "") -> tuple[Any, np.ndarray]:
    """Web pages of 105 kinds of company; ``part`` is "" or ".t" for the test rows."""
    X, y = load_svmlight_file(str(found(f"libsvm/sector{part}.scale.bz2")), n_features=SECTOR_FEATURES)
    # It comes with 64-bit columns, which scikit-learn's own Perceptron does not take.
    return csr_matrix((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=X.shape), y


def idx_bytes(name: str, header: int) -> np.ndarray:
    return np.frombuffer(gzip.decompress(found(name).read_bytes()), dtype=np.uint8, offset=header)


def found(name: str) -> Path:
    if not (SHARED / name).exists():
        raise Unavailable(f"the data set {name} is not in ../shared/data")
    return SHARED / name


def head(X: Any, y: np.ndarray, share: float = 0.1) -> tuple[Any, np.ndarray]:
    """The first rows, as arrays of their own."""
    n_rows = int(len(y) * share)
    return X[:n_rows].copy(), y[:n_rows]
