"""Small pages, a small table, and the same rows in several files."""

import numpy as np
import pytest
from helpers.pages import small_pages  # noqa: F401
from helpers.trained_files import rows
from sklearn.datasets import dump_svmlight_file


@pytest.fixture
def table(tmp_path):
    """The path of a small CSV file."""
    path = tmp_path / "d.csv"
    path.write_text("size,colour,weight,class\n" + "1,red,2.5,yes\n3,blue,1,no\n2,red,-1,no\n" * 4)
    return path


@pytest.fixture
def paths(tmp_path):
    """The same rows in a file of each kind, and in five parts."""
    X, y = rows()
    dump_svmlight_file(X, y, str(tmp_path / "a.libsvm"), zero_based=False)
    np.savez(tmp_path / "a.npz", X=X, y=y)
    lines = [",".join(map(repr, [*x, label])) for x, label in zip(X.tolist(), y.tolist(), strict=True)]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "parts").mkdir()
    for k in range(5):
        (tmp_path / "parts" / f"{k}.csv").write_text("\n".join(lines[k * 26 : (k + 1) * 26]) + "\n")
    return {name: tmp_path / name for name in ("a.libsvm", "a.npz", "a.csv", "parts")}
