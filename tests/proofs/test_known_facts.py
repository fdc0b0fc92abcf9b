"""Known facts about real sets, proven. The sets are not part of the package: without them these tests are left out."""

import bz2
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_svmlight_file
from sklearn.feature_extraction.text import CountVectorizer

from rosenblatt import certify

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not DATA.is_dir(), reason="the sets of ../shared/data are not there"),
]


def csv(name, label=-1):
    table = np.loadtxt(DATA / "uci" / name, delimiter=",", dtype=str)
    return np.delete(table, label, axis=1).astype(np.float64), table[:, label]


def svmlight(name):
    path = DATA / "libsvm" / name
    return load_svmlight_file(bz2.open(path) if path.suffix == ".bz2" else str(path))


def sms():
    lines = (DATA / "text" / "SMSSpamCollection").read_text(encoding="utf-8").splitlines()
    labels, texts = zip(*(line.split("\t", 1) for line in lines), strict=True)
    return CountVectorizer(binary=True, dtype=np.float64).fit_transform(texts), np.array(labels)


SETS = {
    "sonar": (lambda: csv("sonar.csv"), True),
    "mushrooms": (lambda: svmlight("agaricus.txt.train"), True),
    "banknote": (lambda: csv("banknote_authentication.csv"), False),
    "pima": (lambda: csv("pima-indians-diabetes.csv"), False),
    "spambase": (lambda: csv("spambase.data"), False),
    "a9a": (lambda: svmlight("a9a"), False),
    "reuters": (lambda: svmlight("reuters.trn.bz2"), False),
    "SMS words": (sms, True),
}


@pytest.mark.parametrize("name", SETS)
def test_known_facts(name):
    make, separable = SETS[name]
    X, y = make()
    certificate = certify(X, y, budget=5)  # the margin of the words' set takes minutes, the verdict a second
    assert certificate.separable is separable
    assert certificate.check(X, y)
