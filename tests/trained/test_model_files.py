"""Model files: saved = loaded = gone on with, bit for bit."""

import copy
import pickle
import random

import numpy as np
import pytest
from helpers.algorithms import LEARNERS
from helpers.model_states import assert_twins, examples, same, state
from sklearn.base import clone

import rosenblatt
from rosenblatt import estimators, learners, online
from rosenblatt.errors import DataError
from rosenblatt.trained import model_files
from rosenblatt.trained.model_files import load, save

ESTIMATORS = [getattr(estimators, name) for name in model_files.ESTIMATORS]


@pytest.mark.parametrize("make", LEARNERS)
@pytest.mark.parametrize(("n_classes", "labels"), [(2, "int"), (2, "bool"), (3, "str"), (4, "float")])
@pytest.mark.parametrize("sparse", [False, True])
def test_a_learner_is_the_same_and_goes_on_to_the_same_bits(make, n_classes, labels, sparse, tmp_path):
    X, y = examples(n_classes, labels, sparse)
    for model in (make(max_iter=4, class_weight="balanced").fit(X, y), make(eta0=[1, 2, 3, 4, 5.0]).partial_fit(X, y)):
        save(tmp_path / "m.perceptron", model)
        twin = load(tmp_path / "m.perceptron")
        assert type(twin) is make
        assert_twins(model, twin, X)
        assert twin.report.to_dict() == model.report.to_dict()
        more, labels_of_more = examples(n_classes, labels, sparse, seed=1)
        assert_twins(model.partial_fit(more, labels_of_more), twin.partial_fit(more, labels_of_more), X)


@pytest.mark.parametrize("make", ESTIMATORS)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("early_stopping", [False, True])
def test_an_estimator_is_the_same(make, early_stopping, tmp_path):
    X, y = examples(3, "str")
    model = make(max_iter=5, early_stopping=early_stopping, class_weight={"c0": 2.0}, random_state=7).fit(X, y)
    save(tmp_path / "m", model)
    twin = load(tmp_path / "m")
    assert twin.get_params() == model.get_params()
    assert_twins(model.learner_, twin.learner_, X)
    assert twin.predict(X).tolist() == model.predict(X).tolist()
    assert (twin.n_iter_, twin.n_features_in_) == (model.n_iter_, model.n_features_in_)
    assert str(twin.report_) == str(model.report_)
    for other in (pickle.loads(pickle.dumps(twin)), copy.deepcopy(twin), clone(twin).fit(X, y)):
        assert other.predict(X).tolist() == model.predict(X).tolist()
    if not early_stopping:
        assert_twins(model.partial_fit(X, y).learner_, twin.partial_fit(X, y).learner_, X)


def test_an_estimator_before_fit_and_with_names(tmp_path):
    import pandas

    save(tmp_path / "m", estimators.PocketPerceptron(ratchet=False, eta0=0.5))
    assert load(tmp_path / "m").get_params() == estimators.PocketPerceptron(ratchet=False, eta0=0.5).get_params()
    X, y = examples()
    frame = pandas.DataFrame(X, columns=list("abcde"))
    model = estimators.AveragedPerceptron(max_iter=2).fit(frame, y)
    save(tmp_path / "m", model)
    assert load(tmp_path / "m").feature_names_in_.tolist() == list("abcde")
    assert load(tmp_path / "m").predict(frame).tolist() == model.predict(frame).tolist()


@pytest.mark.parametrize("make", [online.Perceptron, online.AveragedPerceptron])
@pytest.mark.parametrize("numbered", [False, True])
def test_an_online_learner_goes_on_to_the_same_bits(make, numbered, tmp_path):
    draw = random.Random(0)
    rows = [
        ({(k if numbered else f"f{k}"): draw.choice([-1, 1, 2]) for k in draw.sample(range(9), 3)}, draw.choice("abc"))
        for _ in range(60)
    ]
    model = make()
    save(tmp_path / "m", model)
    assert load(tmp_path / "m").predict_one({}) is None
    for x, y in rows[:30]:
        model.learn_one(x, y)
    save(tmp_path / "m", model)
    twin = load(tmp_path / "m")
    for x, y in rows[30:]:
        assert twin.predict_one(x) == model.predict_one(x)
        model.learn_one(x, y)
        twin.learn_one(x, y)
    assert twin.feature_names == model.feature_names
    assert same(state(twin._singles.settled()), state(model._singles.settled()))


def test_river_models(tmp_path):
    river = pytest.importorskip("rosenblatt.river")
    model = river.Perceptron()
    model.learn_one({"a": 1.0}, True)
    model.learn_one({"a": -1.0}, False)
    save(tmp_path / "m", model)
    assert type(load(tmp_path / "m")) is river.Perceptron


@pytest.mark.parametrize("algorithm", ["perceptron", "averaged", "voted", "pocket"])
def test_what_train_gives_predicts_raw_files_again(algorithm, tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("size,colour,class\n" + "1,red,yes\n3,blue,no\n2,red,no\n" * 5)
    model = rosenblatt.train(path, algorithm=algorithm, certify=True)
    save(tmp_path / "m", model)
    twin = load(tmp_path / "m")
    assert_twins(model.learner_, twin.learner_, np.eye(3))
    assert twin.predict_file(path).tolist() == model.predict_file(path).tolist()
    assert twin.feature_names_ == model.feature_names_
    assert twin.report_.to_dict() == model.report_.to_dict()
    assert twin.reading_lines() == model.reading_lines()
    fitted = rosenblatt.fit_file(estimators.AveragedPerceptron(), path)
    save(tmp_path / "e", fitted)
    assert load(tmp_path / "e").trained_.predict_file(path).tolist() == fitted.trained_.predict_file(path).tolist()


def test_a_voted_model_holds_rows():
    X, y = examples()
    assert model_files.holds_rows(learners.Voted().fit(X, y))
    assert model_files.holds_rows(estimators.VotedPerceptron().fit(X, y))
    assert not model_files.holds_rows(estimators.AveragedPerceptron().fit(X, y))


def test_what_cannot_be_saved(tmp_path):
    with pytest.raises(DataError, match="model must be one of rosenblatt's; got dict of builtins"):
        save(tmp_path / "m", {})
    X, y = examples()
    with pytest.raises(DataError, match=r"random_state must be a whole number or None to be saved; got RandomState"):
        save(tmp_path / "m", estimators.AveragedPerceptron(random_state=np.random.RandomState(0)).fit(X, y))
    model = online.Perceptron()
    model.learn_one({("a", 1): 1.0}, "x")
    with pytest.raises(DataError, match="feature names must be strings or numbers to be saved"):
        save(tmp_path / "m", model)
    rule = r"^labels must be strings or numbers to be saved; some are bytes: decode them before training\.$"
    model = online.Perceptron(classes=[b"x", b"y"])
    for _ in range(2):
        with pytest.raises(DataError, match=rule):
            save(tmp_path / "m", model)
        model.learn_one({"a": 1.0}, b"x")
    with pytest.raises(DataError, match=rule):
        save(tmp_path / "m", learners.Averaged().fit(X, y.astype("S2")))
    with pytest.raises(DataError, match=r"^Arrays must be of numbers or strings to be written; one is of object\.$"):
        save(tmp_path / "m", estimators.AveragedPerceptron(eta0=np.array([None])))
    with pytest.raises(DataError, match=r"nowhere/m could not be written: No such file or directory"):
        save(tmp_path / "nowhere" / "m", learners.Perceptron())
    assert list(tmp_path.iterdir()) == []


def test_arrays_of_the_other_byte_order_are_saved(tmp_path):
    X, y = examples(3, "str")
    model = estimators.AveragedPerceptron(eta0=np.arange(1, 6).astype(">f8"), max_iter=2).fit(X, y.astype(">U2"))
    save(tmp_path / "m", model)
    assert load(tmp_path / "m").predict(X).tolist() == model.predict(X).tolist()


@pytest.mark.parametrize("ignored", ["size", ["size"], {"size"}, np.array(["size"]), 1])
def test_columns_may_be_named_in_any_way(ignored, table, tmp_path):
    model = rosenblatt.train(table, ignore=ignored, header=1)
    save(tmp_path / "m", model)
    assert load(tmp_path / "m").predict_file(table).tolist() == model.predict_file(table).tolist()


def test_an_online_learner_with_names_of_numpy_is_saved(tmp_path):
    model = online.Perceptron(features=np.array(["a", "b"]), classes=np.array(["x", "y"]))
    for key, label in (("a", "x"), ("c", "y")):
        model.learn_one({np.str_(key): 1.0}, np.str_(label))
    save(tmp_path / "m", model)
    assert load(tmp_path / "m").feature_names == ["a", "b", "c"]
    assert load(tmp_path / "m").weights == model.weights


def test_a_column_named_array_is_saved(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("array,class\n" + "a,yes\nb,no\n" * 5)
    save(tmp_path / "m", rosenblatt.train(path))
    assert load(tmp_path / "m").encoding_.categories == {"array": ["a", "b"]}


def test_files_that_are_none(tmp_path):
    path = tmp_path / "m.perceptron"
    with pytest.raises(DataError, match=r"m\.perceptron cannot be read: No such file or directory"):
        load(path)
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(DataError, match=r"m\.perceptron must begin with 'rosenblatt model 1'; it does not"):
        load(path)
    save(path, learners.Averaged().fit(*examples()))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"rosenblatt model 1\n", b"rosenblatt model 2\n"))
    with pytest.raises(DataError, match=r"is of format 2, and this rosenblatt reads format 1: upgrade rosenblatt"):
        load(path)
    for cut in (10, 100, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(DataError):
            load(path)
