"""Real files, raw as they are. They are not part of the package: without them these tests are left out."""

import numpy as np
import pytest
from helpers.paths import DATA, needs_data
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold

from rosenblatt import AveragedPerceptron, evaluate, read, train
from rosenblatt.errors import DataError

SMS = {"target": 1, "header": False, "text": (2,)}

pytestmark = [
    pytest.mark.compiled,
    needs_data,
]


def test_messages_have_quotes_that_are_none():
    path = DATA / "text" / "SMSSpamCollection"
    with pytest.raises(DataError, match="SMSSpamCollection:5082 must close the quote .* quote=None"):
        read(path, **SMS).table()
    assert len(read(path, quote=None, **SMS).table().y) == 5574


def test_spam_is_found():
    table = read(DATA / "text" / "SMSSpamCollection", quote=None, **SMS).table()
    X, y = table.X, table.y
    scores = []
    for here, there in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y):
        model = AveragedPerceptron(max_iter=5).fit(X[here], y[here])
        scores.append(f1_score(y[there], model.predict(X[there]), pos_label="spam"))
    assert np.mean(scores) >= 0.95


def test_incomes_are_predicted_from_raw_files():
    model = train(DATA / "uci" / "adult-train.csv", algorithm="averaged", max_iter=5)
    truth = read(DATA / "uci" / "adult-test.csv", encoding=model.encoding_).table().y
    predicted = model.predict_file(DATA / "uci" / "adult-test.csv")
    assert np.mean(predicted == np.char.rstrip(truth.astype(str), ".")) >= 0.85


def test_one_command_to_train_and_one_to_evaluate(tmp_path):
    train(DATA / "uci" / "adult-train.csv", model=tmp_path / "adult.perceptron")
    evaluation = evaluate(tmp_path / "adult.perceptron", DATA / "uci" / "adult-test.csv")
    assert evaluation.accuracy >= 0.845
    assert evaluation.taken_for == {"<=50K.": "<=50K", ">50K.": ">50K"}


def test_mushrooms_are_separable_as_they_are_written():
    model = train(DATA / "uci" / "agaricus-lepiota.data", target=1, validation=0.25)
    assert model.report_.reason == "converged"
    assert model.validation.accuracy == 1.0
    assert (model.predict_file(DATA / "uci" / "agaricus-lepiota.data")[:3] == ["p", "e", "e"]).all()


@pytest.mark.parametrize(
    ("path", "shape", "options"),
    [
        ("libsvm/a9a", (32561, 123), {}),
        ("libsvm/agaricus.txt.train", (6513, 126), {}),
        ("libsvm/heart_scale", (270, 13), {}),
        ("libsvm/reuters.trn.bz2", (7770, 8315), {}),
        ("uci/spambase.data", (4601, 57), {}),
        ("text/rcv1_small.dat", (1000, 9738), {}),
        ("mnist/t10k-images-idx3-ubyte.gz", (10000, 784), {"labels": "mnist/t10k-labels-idx1-ubyte.gz"}),
        ("stream/phishing.csv.gz", (1250, 9), {}),
    ],
)
def test_files_have_the_shapes_that_they_have(path, shape, options):
    if not (DATA / path).exists():
        path = next(iter(DATA.glob(f"{path.removesuffix('.dat')}*"))).relative_to(DATA)
    options = {name: str(DATA / value) for name, value in options.items()}
    assert read(DATA / path, **options).table().X.shape == shape
