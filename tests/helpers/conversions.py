"""Small tables to convert, and whether two files hold the same."""

import numpy as np

from rosenblatt import read

COLUMNS = ("csv", "tsv", "parquet", "arrow", "jsonl")
FEATURES = ("libsvm", "vw", "npz")


NUMBERS = """size,weight,kind
0.1,5e-324,1
-0.0,1.7976931348623157e308,0
12345678901234568,1e-308,1
0,0.30000000000000004,0
"""
MIXED = """age,work,pay,place,size,class
39,"State, gov",0.1,Zürich,5e-324,<=50K
050,Private ""x"",1e-308,"a;b|c",1.7976931348623157e308,>50K
-0,?,17,Zürich,0.30000000000000004,<=50K
7,x:y z,+2.5,NA,12345678901234568,>50K
"""


def made(tmp_path, text, name="d.csv"):
    """Write the text to a file; return its path."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def table(path, **options):
    """Features as a dense array, labels and names of a file."""
    found = read(path, **options).table()
    X = found.X.toarray() if hasattr(found.X, "toarray") else found.X
    return np.asarray(X, dtype=np.float64), found.y, found.features


def same(one, other, *, names=True, signs=True, of_other=None, **options):
    """Assert that two files hold the same features and labels. of_other: options of reading for the other file only."""
    (X, y, features), (X2, y2, features2) = table(one, **options), table(other, **options, **(of_other or {}))
    assert X.shape == X2.shape
    assert (X if signs else X + 0.0).tobytes() == (X2 if signs else X2 + 0.0).tobytes()
    assert y.tolist() == y2.tolist()
    assert [type(label) for label in y.tolist()] == [type(label) for label in y2.tolist()]
    assert not names or features == features2
