"""Scaling of rows that are features already: the numbers, whatever the format, and what cannot be a scaling."""

import json

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.preprocessing import MaxAbsScaler, Normalizer, StandardScaler

import rosenblatt
from rosenblatt.data import chunks
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.encoding.feature_scaling import FeatureScaling
from rosenblatt.files.formats import libsvm

SCALES = ("standard", "maxabs", "unit")
RNG = np.random.default_rng(19)
DENSE = RNG.normal(size=(60, 5)) * [1, 1000, 1e-3, 1, 0] + [0, 1e6, 0, 2, 7]
FULL = np.full((60, 1), 3.0)  # stored in every row, and the same
SPARSE = sp.hstack([sp.random(60, 8, 0.3, random_state=19) * 100, sp.csr_matrix(FULL)], format="csr")
Y = np.arange(60) % 2


def libsvm_text(X, first=1):
    X = sp.csr_matrix(X)
    rows = (X[i] for i in range(X.shape[0]))
    entries = (" ".join(f"{k + first}:{v!r}" for k, v in zip(r.indices, r.data.tolist(), strict=True)) for r in rows)
    return "".join(f"{y} {row}\n" for y, row in zip(Y, entries, strict=True))


def dense(path, **options):
    X = rosenblatt.read(path, **options).table().X
    return X.toarray() if sp.issparse(X) else X


@pytest.fixture
def svm(tmp_path):
    (tmp_path / "a.svm").write_text(libsvm_text(SPARSE))
    return tmp_path / "a.svm"


@pytest.fixture
def npz(tmp_path):
    np.savez(tmp_path / "a.npz", X=DENSE, y=Y)
    return tmp_path / "a.npz"


def peers(scale, X):
    makers = {"standard": StandardScaler(with_mean=not sp.issparse(X)), "maxabs": MaxAbsScaler(), "unit": Normalizer()}
    scaled = makers[scale].fit_transform(X)
    return scaled.toarray() if sp.issparse(X) else scaled


@pytest.mark.parametrize("scale", SCALES)
def test_rows_are_scaled_as_by_scikit_learn(svm, npz, scale):
    np.testing.assert_allclose(dense(npz, scale=scale), peers(scale, DENSE), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(dense(svm, scale=scale), peers(scale, SPARSE), rtol=1e-12)
    assert sp.issparse(rosenblatt.read(svm, scale=scale).table().X)


@pytest.mark.parametrize("scale", SCALES)
def test_dense_rows_have_the_bits_of_a_table(npz, tmp_path, scale):
    rosenblatt.convert(npz, tmp_path / "a.csv")
    assert dense(npz, scale=scale).tobytes() == dense(tmp_path / "a.csv", scale=scale).tobytes()


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("page", [7, 4096])
def test_bits_do_not_depend_on_how_rows_arrive(svm, tmp_path, monkeypatch, scale, page):
    """One file or three, large reads or small, LIBSVM or .npz: pages decide."""
    monkeypatch.setattr(chunks, "PAGE", page)
    whole = dense(svm, scale=scale)
    lines = svm.read_text().splitlines(keepends=True)
    folder = tmp_path / "parts"
    folder.mkdir()
    for k, (first, last) in enumerate([(0, 5), (5, 6), (6, 60)]):
        (folder / f"{k}.svm").write_text("".join(lines[first:last]))
    assert dense(folder, scale=scale).tobytes() == whole.tobytes()
    stored = sp.csr_matrix(SPARSE)
    np.savez(tmp_path / "b.npz", y=Y, data=stored.data, indices=stored.indices, indptr=stored.indptr, shape=(60, 9))
    assert dense(tmp_path / "b.npz", scale=scale).tobytes() == whole.tobytes()
    pieces = libsvm.pieces
    monkeypatch.setattr(libsvm, "pieces", lambda stream, name, size: pieces(stream, name, 97))
    assert dense(svm, scale=scale).tobytes() == whole.tobytes()


def test_wide_pages_are_summed_as_narrow_ones(tmp_path, monkeypatch):
    """The sums of a page go over all features, or over those that it has."""
    from rosenblatt.files.encoding import feature_survey

    (tmp_path / "a.svm").write_text(libsvm_text(SPARSE))
    by_all = dense(tmp_path / "a.svm", scale="standard")
    monkeypatch.setattr(feature_survey, "SPARE", 0)
    assert dense(tmp_path / "a.svm", scale="standard").tobytes() == by_all.tobytes()


def test_explicit_zeros_and_features_that_come_late_change_nothing(tmp_path):
    (tmp_path / "a.svm").write_text("1 1:2\n0 1:4 2:0\n1 1:2 3:5\n0 1:4\n")
    assert dense(tmp_path / "a.svm", scale="standard")[:, 0].tolist() == [2, 4, 2, 4]  # the deviation is 1
    assert dense(tmp_path / "a.svm", scale="maxabs").tolist() == [[0.5, 0, 0], [1, 0, 0], [0.5, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("scale", ["none", *SCALES])
def test_features_that_are_ignored_are_zero_and_others_keep_their_numbers(svm, npz, scale):
    """As if their values had been zero in the file."""
    without = DENSE * [1, 0, 1, 1, 1]
    others = npz.with_name("b.npz")
    np.savez(others, X=without, y=Y)
    assert dense(npz, scale=scale, ignore=[2]).tobytes() == (dense(others, scale=scale) + 0.0).tobytes()
    zeros = svm.with_name("b.svm")
    zeros.write_text(libsvm_text(sp.csr_matrix(SPARSE.toarray() * (np.arange(9) != 2))))
    assert dense(svm, scale=scale, ignore="3").tobytes() == dense(zeros, scale=scale).tobytes()
    assert dense(svm, scale=scale, id=(3,)).tobytes() == dense(zeros, scale=scale).tobytes()


def test_features_are_named_as_each_format_has_them(tmp_path, npz):
    (tmp_path / "z.svm").write_text(libsvm_text(SPARSE, first=0))
    assert not dense(tmp_path / "z.svm", zero_based=True, ignore=[0]).T[0].any()
    assert not dense(npz, ignore=["x2"]).T[1].any()
    (tmp_path / "a.vw").write_text("1 |n a:2 b:3 | c:4\n0 |n a:1 b:1 | c:1\n")
    assert dense(tmp_path / "a.vw", ignore=["n^b", "c"]).tolist() == [[2, 0, 0], [1, 0, 0]]
    assert not dense("sample:iris", ignore=["petal width", 1]).T[[0, 3]].any()


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("a.svm", {"ignore": [10]}, r"ignore must be a feature of .*a\.svm, by its number from 1 to 9; got 10\.$"),
        ("a.svm", {"id": ["colour"]}, r"id must be a feature of .*a\.svm, by its number from 1 to 9; got 'colour'\.$"),
        ("a.npz", {"ignore": 0}, r"ignore must be a feature of .*a\.npz, by its number from 1 to 5; got 0\.$"),
        ("a.npz", {"ignore": 1.5}, r"ignore must be features, each by its name or number; got 1\.5\.$"),
        ("a.vw", {"ignore": ["1"]}, r"ignore must be a feature of .*a\.vw, by its name \(it has n\^a\); got '1'\.$"),
        ("a.vw", {"id": ["n^a"], "hash_bits": 4}, "id must be left out for vw with hash_bits=, whose features have no"),
    ],
)
def test_a_feature_that_is_none_is_refused(svm, npz, tmp_path, name, options, said):
    (tmp_path / "a.vw").write_text("1 |n a:2\n0 |n a:1\n")
    with pytest.raises(OptionError, match=said):
        rosenblatt.read(tmp_path / name, **options).table()


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e308])
def test_numbers_that_cannot_be_added_are_refused(tmp_path, value):
    X = DENSE.copy()
    X[:9, 1] = value
    np.savez(tmp_path / "a.npz", X=X, y=Y)
    with pytest.raises(DataError, match="must have finite numbers that can be added; feature 2 has others: replace"):
        rosenblatt.read(tmp_path / "a.npz", scale="standard").table()
    assert np.isfinite(dense(tmp_path / "a.npz", scale="standard", ignore=2)).all()


def test_dense_and_sparse_files_together_are_not_centred(tmp_path):
    np.savez(tmp_path / "a.npz", X=DENSE[:30], y=Y[:30])
    rows = sp.csr_matrix(DENSE[30:])
    np.savez(tmp_path / "b.npz", y=Y[30:], data=rows.data, indices=rows.indices, indptr=rows.indptr, shape=rows.shape)
    expected = StandardScaler(with_mean=False).fit_transform(DENSE)
    np.testing.assert_allclose(dense(tmp_path / "*.npz", scale="standard"), expected, rtol=1e-9)


def test_the_scaling_is_surveyed_once_and_rows_are_kept(svm, monkeypatch):
    opened = []
    read = libsvm.libsvm_chunks
    monkeypatch.setattr(libsvm, "libsvm_chunks", lambda *given, **how: opened.append(1) or read(*given, **how))
    reader = rosenblatt.read(svm, scale="standard")
    assert (reader.encoding.n_features, len(opened)) == (9, 1)
    list(reader.chunks())
    assert len(opened) == 1
    monkeypatch.setattr("rosenblatt.files.feature_rows.MAX_CACHED_BYTES", 10)
    list(rosenblatt.read(svm, scale="standard").chunks())
    assert len(opened) == 3


@pytest.mark.parametrize("scale", ["none", *SCALES])
def test_a_scaling_is_kept_as_json_and_scales_the_same_bits(svm, npz, scale):
    for path in (svm, npz):
        reader = rosenblatt.read(path, scale=scale, ignore=1, id=2)
        kept = json.loads(json.dumps(reader.encoding.to_dict()))
        again = FeatureScaling.from_dict(kept)
        assert again.to_dict() == kept
        assert dense(path, encoding=again).tobytes() == dense(path, scale=scale, ignore=1, id=2).tobytes()


GOOD = FeatureScaling(2, "standard", np.zeros(2), np.ones(2), (1,), {"a": 1}).to_dict()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"divisor": [1.0, 0.0]}, "a divisor is not positive"),
        ({"divisor": [1.0]}, "there are not as many numbers of divisor as features"),
        ({"shift": [1.0, float("nan")]}, "a number of shift is not finite"),
        ({"scale": "unit"}, "there are not as many numbers of shift as features"),
        ({"scale": "log"}, "scale must be one of"),
        ({"n_features": -1}, "the number of features is none"),
        ({"n_features": True}, "the number of features is none"),
        ({"ignored": [2]}, "a column is none of the features"),
        ({"ignored": [1, 0]}, "the columns that are ignored are not sorted"),
        ({"ignored": [0]}, "a column of ids is not ignored"),
        ({"ignored": None}, "not iterable"),
        ({"ids": {"a": "b"}}, "a column is none of the features"),
        ({"shift": "no"}, "could not convert"),
    ],
)
def test_what_cannot_be_a_scaling_is_refused(change, said):
    with pytest.raises(DataError, match=f"must be what FeatureScaling.to_dict gives; it is not: .*{said}"):
        FeatureScaling.from_dict({**GOOD, **change})


def test_an_encoding_is_for_rows_of_its_kind(svm, tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,a\n2,b\n")
    scaling, encoding = rosenblatt.read(svm, scale="unit").encoding, rosenblatt.read(tmp_path / "a.csv").encoding
    for path, wrong in ((svm, encoding), (tmp_path / "a.csv", scaling)):
        with pytest.raises(DataError, match="^encoding must be that of rows of the kind of "):
            rosenblatt.read(path, encoding=wrong).table()
