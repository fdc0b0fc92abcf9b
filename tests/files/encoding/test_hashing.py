"""Hashed categories, and text as rows of length one."""

import sys

import numpy as np
import pytest
from helpers.encodings import TABLE, both, dense, learned

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Columns


def test_hashed_categories_share_their_columns_and_add_up():
    encoding, chunk = both("1,red,x,0\n3,blue,y,1\n", hash_bits=8)
    assert encoding.n_features == 1 + 256
    assert encoding.feature_names() is None
    assert dense(chunk)[:, 0].tolist() == [-1, 1]
    assert dense(chunk)[:, 1:].sum(axis=1).tolist() == [2, 2]
    columns = np.flatnonzero(dense(chunk)[0])[1:]
    assert columns.tolist() == [119, 193]  # of x2=red and x3=x: the same everywhere and for ever
    _, crowded = both("1,red,x,0\n3,blue,y,1\n", hash_bits=1)
    assert dense(crowded)[:, 1:].sum(axis=1).tolist() == [2, 2]


def test_hashing_has_room_for_any_number_of_categories():
    content, columns = "".join(f"c{k},{k % 2}\n" for k in range(1001)), Columns(categorical=("x1",))
    with pytest.raises(DataError) as caught:
        learned(content, columns, name="d.csv")
    assert str(caught.value) == (
        "d.csv column 'x1' must have at most 1000 categories; it has more: text='x1' reads it as text, "
        "hash_bits=18 hashes categories, ignore='x1' leaves it out."
    )
    assert learned(content, columns, hash_bits=10).n_features == 1024
    assert len(learned(content[: content.index("c1000")], columns).feature_names()) == 1000


@pytest.mark.parametrize(("features", "in_first"), [("chars3-5", 30), ("words", 3), ("words1-2", 5)])
def test_text_becomes_rows_of_length_one(features, in_first):
    content = "ham\thello you there\nspam\tWIN cash now\nham\thello you\n"
    encoding, chunk = both(content, Columns(target=1, text=(2,)), text_features=features)
    assert encoding.n_features == 2**18
    values, columns, starts = chunk.block.rows
    for k in range(3):
        row = slice(starts[k], starts[k + 1])
        assert (np.diff(columns[row]) > 0).all()
        assert np.square(values[row]).sum() == pytest.approx(1)
    assert starts[1] == in_first


def test_empty_text_is_a_row_of_zeros():
    _, chunk = both("a\thello\nb\t\na\tyou\n", Columns(target=1, text=(2,), missing="zero"))
    assert np.diff(chunk.block.rows.starts)[1] == 0


def test_without_text_scikit_learn_is_not_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.feature_extraction.text", None)
    both(TABLE)
    with pytest.raises(ImportError):
        both("a\thello\nb\tyou\n", Columns(target=1, text=(2,)))
