"""Model files: saved = loaded = gone on with, bit for bit; and what comes from strangers is refused with a sentence."""

import copy
import hashlib
import json
import math
import pickle
import random
import struct

import numpy as np
import pytest
import scipy.sparse as sp
from helpers.paths import GOLDEN
from sklearn.base import clone

import rosenblatt
from rosenblatt import estimators, learners, model_files, online
from rosenblatt.errors import DataError, RosenblattError
from rosenblatt.learners.states import state_of
from rosenblatt.model_files import load, save
from rosenblatt.trained import Trained

LEARNERS = [learners.Perceptron, learners.Averaged, learners.Voted, learners.Pocket]
ESTIMATORS = [getattr(estimators, name) for name in model_files.ESTIMATORS]


def examples(n_classes=2, labels="int", sparse=False, seed=0):
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, (60, 5)).astype(float)
    y = random.integers(0, n_classes, 60)
    names = {"int": y - 1, "str": np.array([f"c{k}" for k in y]), "float": y / 2, "bool": y == 0}[labels]
    return (sp.csr_array(X) if sparse else X), names


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("size,colour,weight,class\n" + "1,red,2.5,yes\n3,blue,1,no\n2,red,-1,no\n" * 4)
    return path


def same(a, b):
    """Whether two trees of dicts, lists and arrays have the same bits."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b or (a != a and b != b)


def state(learner):
    found = state_of(learner)
    del found["counts"]["_seconds"]
    return found


def learner_of(model):
    if isinstance(model, learners.Learner):
        return model
    return model._singles.settled() if hasattr(model, "_singles") else getattr(model, "learner_", None)


def assert_twins(model, twin, X):
    assert same(state(model), state(twin))
    assert np.array_equal(model.model.predict(X), twin.model.predict(X))
    assert model.model.decision_function(X).tobytes() == twin.model.decision_function(X).tobytes()
    assert model.options == twin.options


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


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.perceptron")), ids=lambda path: path.stem)
def test_files_of_before_load_and_predict_as_they_did(path):
    told = json.loads(path.with_suffix(".json").read_text())
    model = load(path)
    learner = learner_of(model)
    assert type(model).__name__ == told["class"]
    scores = learner.model.decision_function(np.array(told["X"]))
    assert [score.hex() for score in np.ravel(scores).tolist()] == told["scores"]


def test_there_are_golden_files_of_every_kind():
    assert len(list(GOLDEN.glob("*.perceptron"))) >= 8


# Mutations. A checksum catches accidents; a stranger can compute one, so most mutated files here have a right one.


def models():
    X, y = examples(3, "str")
    two, labels = examples(2, "int", sparse=True)
    yield learners.Perceptron(max_iter=3).fit(two, labels)
    yield learners.Averaged(max_iter=3).fit(X, y)
    yield learners.Voted(max_iter=2).fit(two, labels)
    yield learners.Voted(max_iter=2).fit(X, y)
    yield learners.Pocket(max_iter=3).fit(X, y)
    yield estimators.AveragedPerceptron(max_iter=3).fit(X, y)
    stream = online.AveragedPerceptron()
    stream.learn_one({"a": 1.0}, 1)
    stream.learn_one({"b": -1.0}, 0)
    yield stream
    yield rosenblatt.train("sample:note-004", max_iter=3)


ODD = [None, -1, 0, 2**31, 2**63, 1e308, math.nan, "x", [], {}, True, [1, 2], {"array": [0, "<f8", [2]]}]


def sealed(body):
    return body + hashlib.sha256(body).digest()


def mutated(whole, draw):
    """A file with some bytes changed; most often with the right checksum."""
    body = bytearray(whole[:-32])
    length = struct.unpack("<Q", body[19:27])[0]
    kind = draw.randrange(6)
    if kind == 0:  # any bytes
        for _ in range(draw.randint(1, 8)):
            body[draw.randrange(len(body))] = draw.randrange(256)
    elif kind == 1:  # numbers in the header
        for _ in range(draw.randint(1, 3)):
            places = [k for k in range(27, 27 + length) if 48 <= body[k] <= 57]
            body[draw.choice(places)] = draw.choice(b"0123456789-e.")
    elif kind in (2, 3):  # a value of the header, by another
        tree = json.loads(body[27 : 27 + length])
        place = tree
        while isinstance(place, dict | list) and len(place):
            key = draw.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or draw.random() < 0.15:
                place[key] = draw.choice([*ODD, copy.deepcopy(draw.choice(list(tree.values())))])
                break
            place = place[key]
        header = json.dumps(tree).encode()
        body = bytearray(body[:19] + struct.pack("<Q", len(header)) + header + body[27 + length :])
    elif kind == 4:  # arrays
        if len(body) > 27 + length:
            for _ in range(draw.randint(1, 16)):
                body[draw.randrange(27 + length, len(body))] = draw.choice([0, 1, 127, 128, 255])
    else:
        return bytes(whole[: draw.randrange(len(whole))])
    return sealed(bytes(body)) if draw.random() < 0.9 else bytes(body) + whole[-32:]


def changed(whole, change):
    """A file whose header was changed by someone who knows what they do."""
    length = struct.unpack("<Q", whole[19:27])[0]
    tree = json.loads(whole[27 : 27 + length])
    change(tree)
    header = json.dumps(tree).encode()
    return sealed(whole[:19] + struct.pack("<Q", len(header)) + header + whole[27 + length : -32])


def reading(**options):
    return lambda tree: tree["reading"]["options"].update(options)


def origin(**told):
    return lambda tree: tree["origin"].update(told)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (reading(quote=1), "quote is no option to read by: 1"),
        (reading(delimiter=5), "delimiter is no option to read by: 5"),
        (reading(target={}), "target is no option to read by: {}"),
        (reading(header="x"), "header is no option to read by: 'x'"),
        (reading(ignore=[["a"]]), "ignore is no option to read by: (['a'],)"),
        (reading(hash_bits="1"), "hash_bits is no option to read by: '1'"),
        (lambda tree: tree["reading"]["encoding"].update(labels=3), "an encoding must be what Encoding.to_dict gives"),
        (origin(inputs=3), "something is not listed"),
        (origin(inputs=["a"]), "string indices must be integers"),
        (origin(inputs=[{"name": "a", "bytes": "1", "sha256": ""}]), "the origin names no files"),
        (origin(command="a"), "something is not listed"),
        (origin(command=[1]), "the origin has no command"),
        (origin(call=[]), "the origin has no call"),
        (lambda tree: tree.update(origin=None), "'NoneType' object is not subscriptable"),
    ],
)
def test_a_header_that_no_training_wrote_is_refused(change, fault, table, tmp_path):
    rosenblatt.train(table, model=tmp_path / "m", command=["train", "d.csv"])
    whole = (tmp_path / "m").read_bytes()
    (tmp_path / "m").write_bytes(changed(whole, change))
    with pytest.raises(DataError) as caught:
        load(tmp_path / "m")
    assert f"m must hold a model; it does not: {fault}" in str(caught.value)
    (tmp_path / "m").write_bytes(changed(whole, lambda tree: tree.update(origin={})))
    assert load(tmp_path / "m").origin == {}


def test_features_that_never_came_take_no_memory(tmp_path):
    save(tmp_path / "m", online.Perceptron())
    whole = (tmp_path / "m").read_bytes()
    (tmp_path / "m").write_bytes(
        changed(whole, lambda tree: tree.update(columns={"names": [], "numbered": True, "size": 2**45}))
    )
    with pytest.raises(DataError, match="it does not: features are counted that never came"):
        load(tmp_path / "m")


def use(model, table):
    """Ask a model for all that is printed of it, have it predict, and go on with it."""
    rosenblatt.inspect(model).lines()
    if isinstance(model, Trained):
        model.predict_file("sample:note-004" if model.encoding_ is None else table)
    learner = learner_of(model)
    if learner is not None and learner.n_features:
        rows = np.resize(np.eye(5), (5, learner.n_features))
        learner.model.predict(rows)
        if not learner.options.early_stopping:
            learner.partial_fit(rows, learner.classes.labels[[0, -1, 0, -1, 0]])


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of rows so large that no training would have had them
def test_mutated_files_are_refused_with_a_sentence_or_can_be_used(table, tmp_path, request):
    count = 100_000 if request.config.getoption("--long") else 5_000
    draw = random.Random(1)
    path = tmp_path / "m"
    wholes = []
    for model in models():
        save(path, model)
        wholes.append(path.read_bytes())
    for options in ({}, {"hash_bits": 4, "scale": "unit"}):
        rosenblatt.train(table, model=path, max_iter=3, command=["train"], **options)
        wholes.append(path.read_bytes())
    loaded, sentences = 0, []
    for number in range(count):
        path.write_bytes(mutated(wholes[number % len(wholes)], draw))
        try:
            model = load(path)
            loaded += 1
            use(model, table)
        except RosenblattError as error:
            sentences.append(str(error))
    assert not any("\n" in sentence for sentence in sentences)
    assert 0 < loaded < count
