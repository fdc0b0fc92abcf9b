"""Rows that are the same under different labels: all of them, and no others."""

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import certify
from rosenblatt.errors import DataError
from rosenblatt.proofs.search import duplicates
from rosenblatt.proofs.search.duplicates import conflicts


def by_comparing(X, numbers):
    groups = {}
    for row, x in enumerate(X.tolist()):
        groups.setdefault(tuple(v + 0.0 for v in x), []).append(row)
    return tuple(sorted(tuple(rows) for rows in groups.values() if len(set(numbers[rows].tolist())) > 1))


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_all_groups_are_found(form, monkeypatch):
    monkeypatch.setattr(duplicates, "SLICE", 50)
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(50):
        X = rng.integers(-1, 2, (40, int(rng.integers(1, 5)))).astype(np.float64)
        X[X == 0] = rng.choice([0.0, -0.0], int((X == 0).sum()))
        numbers = rng.integers(0, 3, 40)
        groups = conflicts(form(X), numbers)
        assert groups == by_comparing(X, numbers)
        found += len(groups)
    assert found > 300


def test_rows_whose_keys_are_the_same_by_chance_are_told_apart(monkeypatch):
    monkeypatch.setattr(duplicates, "_row_keys", lambda matrix: np.zeros(matrix.shape[0], np.uint64))
    X = np.array([[1.0], [2.0], [1.0], [2.0], [3.0]])
    assert conflicts(X, np.array([0, 0, 1, 0, 1])) == ((0, 2),)


def test_a_certificate_lists_them_and_its_check_looks_at_each():
    X, y = np.array([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0], [1.0, 2.0], [3.0, 4.0]]), np.array([0, 1, 1, 0, 0])
    certificate = certify(X, y)
    assert certificate.conflicts == ((0, 2, 3), (1, 4))
    assert certificate.rows == [0, 2]
    assert "identical rows with both labels: 3 rows (0, 2, 3)" in str(certificate)
    assert type(certificate).from_json(certificate.to_json()) == certificate
    for wrong, fault in {
        ((0, 2), (1, 3)): "Rows of a group of conflicts must be the same; those of row 1 are not.",
        ((0, 3),): "Every group of conflicts must have rows of both labels; one with 2 rows does not.",
        ((0, 9),): "conflicts must be groups of rising rows from 0 to 4; one has others.",
        ((2, 0),): "conflicts must be groups of rising rows from 0 to 4; one has others.",
        ((0, 2), (2, 3)): "conflicts must be groups without a row in common; two have one.",
        ((),): "Every group of conflicts must have rows of both labels; one with 0 rows does not.",
    }.items():
        assert type(certificate)(**{**certificate.__dict__, "conflicts": wrong}).faults(X, y) == [fault]
    explicit = sp.csr_matrix(np.array([[1.0, 5.0], [1.0, 0.0]]))
    explicit.data[1] = 0.0  # the same rows, though one has its zero written down
    assert certify(explicit, [0, 1]).conflicts == ((0, 1),)


def test_the_features_of_a_conflict_are_those_in_which_its_rows_differ():
    X = np.array([[0.0, 7.0, 0.0], [1.0, 7.0, 1.0], [0.0, 7.0, 1.0], [1.0, 7.0, 0.0]])
    y = np.array([0, 0, 1, 1])
    for form in (X, sp.csr_matrix(X)):
        assert certify(form, y).features(form) == [0, 2]
    twins = np.array([[1.0, 2.0], [1.0, 2.0]])
    assert certify(twins, [0, 1]).features(twins) == []
    assert certify(X[:2, :2], [0, 1]).features(X[:2, :2]) == [0]  # a plane: those with weight
    assert certify(X, y, budget=0).features(X) is None
    with pytest.raises(DataError, match=r"X must have shape \(4, 3\), as the data of the certificate; got \(2, 3\)"):
        certify(X, y).features(X[:2])
