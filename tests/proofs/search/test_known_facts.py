"""Known facts about real sets, proven. The sets are not part of the package: without them these tests are left out."""

import bz2
import gzip
from itertools import combinations

import numpy as np
import pytest
from helpers.paths import DATA, needs_data
from sklearn.datasets import load_svmlight_file
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import OneHotEncoder

from rosenblatt import certify

pytestmark = [
    pytest.mark.compiled,
    needs_data,
]


def table(name):
    return np.loadtxt(DATA / "uci" / name, delimiter=",", dtype=str)


def csv(name):
    rows = table(name)
    return rows[:, :-1].astype(np.float64), rows[:, -1]


def setosa():
    X, y = csv("iris.csv")
    return X, np.char.find(np.char.lower(y), "setosa") >= 0


def mushrooms():
    rows = table("agaricus-lepiota.data")
    return OneHotEncoder().fit_transform(rows[:, 1:]), rows[:, 0]


def svmlight(name):
    path = DATA / "libsvm" / name
    return load_svmlight_file(bz2.open(path) if path.suffix == ".bz2" else str(path))


def sms():
    lines = (DATA / "text" / "SMSSpamCollection").read_text(encoding="utf-8").splitlines()
    labels, texts = zip(*(line.split("\t", 1) for line in lines), strict=True)
    return CountVectorizer(binary=True, dtype=np.float64).fit_transform(texts), np.array(labels)


SETS = {
    "iris setosa": (setosa, True),
    "sonar": (lambda: csv("sonar.csv"), True),
    "mushrooms": (lambda: svmlight("agaricus.txt.train"), True),
    "mushrooms, categorical": (mushrooms, True),
    "SMS words": (sms, True),
    "banknote": (lambda: csv("banknote_authentication.csv"), False),
    "pima": (lambda: csv("pima-indians-diabetes.csv"), False),
    "spambase": (lambda: csv("spambase.data"), False),
    "a9a": (lambda: svmlight("a9a"), False),
    "reuters": (lambda: svmlight("reuters.trn.bz2"), False),
}


@pytest.mark.parametrize("name", SETS)
def test_known_facts(name):
    make, separable = SETS[name]
    X, y = make()
    certificate = certify(X, y)
    assert certificate.separable is separable
    assert certificate.check(X, y)
    if separable:
        for lower, upper in (certificate.margin, certificate.augmented_margin):
            assert lower >= (1 - 1e-3) * upper > 0
    if name == "reuters":
        assert len(certificate.rows) == 2
        assert len(certificate.conflicts) == 6


def mnist():
    folder = DATA / "mnist"
    pixels = gzip.decompress((folder / "train-images-idx3-ubyte.gz").read_bytes())
    digits = gzip.decompress((folder / "train-labels-idx1-ubyte.gz").read_bytes())
    return np.frombuffer(pixels, np.uint8, offset=16).reshape(-1, 784), np.frombuffer(digits, np.uint8, offset=8)


NOT_SEPARABLE = {(2, 3), (2, 8), (3, 5), (3, 8), (4, 9), (5, 8), (7, 9)}


def test_pairs_of_digits(request):
    """All 45 with --long."""
    X, y = mnist()
    every = request.config.getoption("--long")
    for pair in combinations(range(10), 2) if every else [(5, 8)]:
        rows = np.isin(y, pair)
        certificate = certify(X[rows], y[rows])
        assert certificate.separable is (pair not in NOT_SEPARABLE), pair
        assert certificate.check(X[rows], y[rows]), pair
