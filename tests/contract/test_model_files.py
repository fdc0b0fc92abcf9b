"""Model files: a loaded model has the bits of the saved one, and no file of a stranger does any harm."""

import gzip
import hashlib
import json
import math
import pickle
import random
import resource
from functools import partial
from pathlib import Path

import numpy as np
import pandas
import pytest
import scipy.sparse as sp
from hypothesis import given, strategies as st

import rosenblatt
from contract.shell import labels_of, run
from rosenblatt import learners, online, river

ESTIMATORS = {
    "perceptron": partial(rosenblatt.Perceptron, at_zero="negative", class_weight="balanced"),
    "averaged": partial(rosenblatt.AveragedPerceptron, eta0=[1.0, 2.0, 0.5, 3.0]),
    "voted": rosenblatt.VotedPerceptron,
    "pocket": partial(rosenblatt.PocketPerceptron, ratchet=False, fit_intercept=False),
    "aggressive": rosenblatt.PassiveAggressiveClassifier,
    "linear kernel": partial(rosenblatt.KernelPerceptron, kernel="linear", predict_with="last"),
    "poly kernel": partial(rosenblatt.KernelPerceptron, kernel="poly", multiclass="one-vs-rest"),
    "rbf kernel": partial(rosenblatt.KernelPerceptron, kernel="rbf", predict_with="averaged"),
}
ONLINE = {"online": online.Perceptron, "online average": online.AveragedPerceptron, "river": river.Perceptron}
TRAINED = {
    "table": {"certify": True, "scale": "standard", "max_iter": 5},
    "hashed table": {"hash_bits": 4, "scale": "unit", "algorithm": "perceptron", "id": "size", "max_iter": 5},
    "numbers": {"scale": "standard", "categorical": "class", "algorithm": "kernel", "max_iter": 2, "ignore": "colour"},
}
TABLE = "size,colour,weight,class\n" + "1,red,2.5,yes\n3,blue,1,no\n2,red,-1,no\n" * 4
LABELS = {"int": lambda y: y - 1, "float": lambda y: y * 2.0, "str": lambda y: np.array(["a", "bc", "é"])[y]}


def examples(seed, n_classes=3, labels="str"):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (20, 4)).astype(float), rng.integers(0, n_classes, 20)
    y[:n_classes] = np.arange(n_classes)
    return X, LABELS[labels](y)


def taught(kind, model, path, X, y):
    """A model that has learned rows, or further rows."""
    if kind in TRAINED:
        return rosenblatt.train(path, **({"from_model": model} if model else TRAINED[kind]))
    if kind in ESTIMATORS:
        model = model or ESTIMATORS[kind](max_iter=3)
        return (model.partial_fit if hasattr(model, "classes_") else model.fit)(X, y)
    model = model or ONLINE[kind]()
    for row, label in zip(X, y.tolist(), strict=True):
        model.learn_one({f"x{k}": value for k, value in enumerate(row) if value}, label)
    return model


def answers(model, path):
    """Predictions, scores and report. Rows in memory have as many features as the model."""
    if hasattr(model, "predict_one"):
        return [model.predict_one(row) for row in ({}, {"x0": 1.0, "x2": -2.0}, {"x1": 3.0, "new": 1.0})], model.weights
    report = model.report_ and {**model.report_.to_dict(), "seconds": 0}
    if hasattr(model, "predict_file"):
        return labels_of(model, path), report
    rows = np.resize(np.arange(-3.0, 4.0), (5, model.n_features_in_))
    return model.predict(rows).tolist(), model.decision_function(rows).tobytes(), report, model.get_params()


@given(
    st.sampled_from([*ESTIMATORS, *ONLINE, *TRAINED]), st.integers(0, 10**6), st.sampled_from(sorted(LABELS)), st.data()
)
def test_a_loaded_model_is_the_saved_one_and_learns_on_alike(tmp_path_factory, kind, seed, labels, data):
    folder, n_classes = tmp_path_factory.mktemp("models"), data.draw(st.integers(2, 3))
    first, second, path = folder / "first", folder / "second", folder / "rows.csv"
    path.write_text(TABLE)
    (X, y), (X_more, y_more) = (examples(each, n_classes, labels) for each in (seed, seed + 1))
    early, sparse = (kind in ESTIMATORS and data.draw(st.booleans()) for _ in range(2))
    form = sp.csr_array if sparse else np.asarray
    started = ESTIMATORS[kind](max_iter=3, early_stopping=early) if kind in ESTIMATORS else None
    model = taught(kind, started, path, form(X), y)
    rosenblatt.save(first, model)
    twin = rosenblatt.load(first)
    rosenblatt.save(second, twin)
    assert second.read_bytes() == first.read_bytes()
    assert type(twin) is type(model)
    assert answers(twin, path) == answers(model, path)
    assert run("inspect", first, "--json").json == json.loads(json.dumps(rosenblatt.inspect(model).to_dict()))
    if not early:
        model, twin = (taught(kind, each, path, form(X_more), y_more) for each in (model, twin))
        assert answers(twin, path) == answers(model, path)


def test_models_before_training_and_names_of_features(tmp_path):
    for model in (rosenblatt.PocketPerceptron(eta0=0.5), online.Perceptron(at_zero="positive"), learners.Voted()):
        rosenblatt.save(tmp_path / "m", model)
        assert type(rosenblatt.load(tmp_path / "m")) is type(model)
        assert rosenblatt.inspect(tmp_path / "m").to_dict()["trained"] is False
    frame = pandas.DataFrame(examples(0)[0], columns=["a", "array", "'array", "é"])
    rosenblatt.save(tmp_path / "m", rosenblatt.Perceptron().fit(frame, examples(0)[1]))
    assert rosenblatt.load(tmp_path / "m").feature_names_in_.tolist() == list(frame.columns)


@pytest.mark.parametrize(
    ("model", "named"),
    [
        ({}, "dict"),
        (rosenblatt.Perceptron(random_state=np.random.RandomState(0)), "random_state"),
        (online.Perceptron(classes=[b"x", b"y"]), "labels"),
        (online.Perceptron(classes=["a", "\ud800"]), "labels"),
        (online.Perceptron(features=[("a", 1)]), "feature names"),
    ],
)
def test_what_cannot_be_saved_leaves_the_old_file(model, named, tmp_path):
    (tmp_path / "m").write_text("old")
    with pytest.raises(rosenblatt.DataError, match=named):
        rosenblatt.save(tmp_path / "m", model)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("m", "old")]


# A model file is a line, eight bytes with the length of a JSON header, the header, arrays, and the SHA-256 of all that.
ODD = [None, -1, 0, 2**31, 2**63, 10**300, 1e308, 5e-324, math.nan, math.inf, "x", "\ud800", "\x1b[2J", "os", True]
ODD += [[], {}, [1, 2], {"array": [0, "<f8", [2]]}, [[[]]], "0" * 5000, [2**31] * 300, [0, 2**40], [2**62, 4]]
DTYPES = ["<f8", "<i8", "<u8", "<f4", "<i4", "<U1", "|S8", "|b1", "|O", "<f2", "<U999999999"]
NUMBERS = [*np.array([math.nan, math.inf, -1.0, 1e308]), *np.array([-1, 1, 2**31, 2**62])]


def sealed(body):
    return body + hashlib.sha256(body).digest()


def parts_of(whole):
    start = whole.index(b"\n") + 9
    end = start + int.from_bytes(whole[start - 8 : start], "little")
    return whole[: start - 8], json.loads(whole[start:end]), whole[end:-32]


def joined(magic, tree, arrays):
    header = json.dumps(tree).encode()
    return sealed(magic + len(header).to_bytes(8, "little") + header + arrays)


def places(tree):
    """Every value inside a tree: its holder, and its name or number there."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, key
        if isinstance(tree[key], dict | list):
            yield from places(tree[key])


def alternatives(value):
    if isinstance(value, list):
        return [[], value[1:], value * 2, value[::-1], [*value, 0], [value]]
    if isinstance(value, str) and value.startswith(("<", "|")):
        return DTYPES
    return [value + 1, value - 1, -value, 2 * value, 2**40] if type(value) in (int, float) else ODD


def change_header(whole, draw):
    magic, tree, arrays = parts_of(whole)
    holder, key = draw.choice(list(places(tree)))
    if isinstance(holder, dict) and draw.random() < 0.2:
        holder[draw.choice([*map(str, holder), "x", "array", "__class__"])] = holder.pop(key)
    else:
        holder[key] = draw.choice(draw.choice([ODD, alternatives(holder[key])]))
    return joined(magic, tree, arrays)


def change_body(whole, draw):
    """Cut off, leave out or repeat a part, or overwrite some bytes."""
    body = whole[:-32]
    first, last = sorted(draw.choices(range(len(body)), k=2))
    odd = draw.choice([draw.randbytes(1), draw.choice(NUMBERS).tobytes()])
    overwritten = body[:first] + odd + body[first + len(odd) :]
    parts = [body[:first], body[:first] + body[last:], body[:last] + body[first:]]
    return sealed(draw.choice([*parts, *[overwritten] * 4]))


def outcome(use, *given):
    """Return the result of a call, or the sentence of its error."""
    try:
        return use(*given)
    except rosenblatt.RosenblattError as error:
        sentence = str(error)
    assert "\n" not in sentence
    assert len(sentence) < 1000
    return sentence


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of numbers that no training would have had
@pytest.mark.parametrize("kind", ["pocket", "voted", "poly kernel", "online average", "river", *TRAINED])
def test_a_changed_file_gives_a_sentence_or_a_model(kind, tmp_path, request):
    path, again, rows = tmp_path / "m", tmp_path / "again", tmp_path / "rows.csv"
    rows.write_text(TABLE)
    rosenblatt.save(path, taught(kind, None, rows, *examples(0)))
    whole, draw, n_used = path.read_bytes(), random.Random(kind), 0
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20_000 if request.config.getoption("--long") else 400):
        path.write_bytes(draw.choice([change_header, change_body])(whole, draw))
        outcome(labels_of, path, rows)
        outcome(rosenblatt.inspect, path)
        model = outcome(rosenblatt.load, path)
        if not isinstance(model, str) and outcome(rosenblatt.save, again, model) is None:
            assert outcome(answers, rosenblatt.load(again), rows) == outcome(answers, model, rows)
            n_used += 1
    assert n_used > 20
    for place in draw.choices(range(len(whole)), k=40):  # damage is seen by the checksum, wherever it is
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert isinstance(outcome(rosenblatt.load, path), str)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 2**20  # KiB


class Payload:
    def __reduce__(self):
        return Path.touch, (Path("touched"),)


MAGIC = b"rosenblatt model 1\n"
STRANGE = {
    "folder": None,
    "missing": None,
    "empty": b"",
    "text": b"size,colour\n1,2\n",
    "pickle": pickle.dumps(Payload()),
    "bomb": gzip.compress(bytes(2**24)),
    "cut": MAGIC,
    "newer": MAGIC.replace(b"1", b"2"),
    "long header": sealed(MAGIC + (2**62).to_bytes(8, "little") + b"{}"),
    "deep header": sealed(MAGIC + (10**5).to_bytes(8, "little") + b"[" * 10**5),
    "list": joined(MAGIC, [1], b""),
    "code": joined(MAGIC, {"kind": "os", "class": "system"}, b""),
    "hidden code": joined(MAGIC, {"kind": "estimators", "class": "import_module"}, b""),
}


@pytest.mark.parametrize("name", STRANGE)
def test_other_files_give_a_sentence_and_run_no_code(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if name == "folder":
        Path("m").mkdir()
    elif name != "missing":
        Path("m").write_bytes(STRANGE[name])
    for use in (rosenblatt.load, rosenblatt.inspect, partial(rosenblatt.predict, data="sample:iris")):
        assert isinstance(outcome(use, "m"), str)
    for verb in (["inspect", "m"], ["predict", "m", "sample:iris"], ["train", "sample:iris", "--from-model", "m"]):
        ended = run(*verb)
        assert (ended.code, ended.err.count("\n"), "m" in ended.error) == (1, 1, True)
    assert not Path("touched").exists()
