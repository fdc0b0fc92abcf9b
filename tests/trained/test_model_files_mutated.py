"""Mutated model files are refused with a sentence. A checksum catches accidents, but a stranger can compute one."""

import copy
import hashlib
import json
import math
import random
import struct

import numpy as np
import pytest
from helpers.model_states import examples, learner_of

import rosenblatt
from rosenblatt import estimators, learners, online
from rosenblatt.errors import DataError, RosenblattError
from rosenblatt.trained.model_files import load, save
from rosenblatt.trained.trained_model import Trained


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
    yield rosenblatt.train("sample:note-004", max_iter=3, scale="standard", ignore="x1")


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


def report(**told):
    return lambda tree: tree["learner"]["report"].update(told)


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
        (report(first_pass_errors=-1), "the report's first pass is none"),
        (report(first_pass_errors=4.0), "the report's first pass is none"),
        (report(first_pass_errors=[]), "the report's first pass is none"),
        (report(first_pass_errors=13, mistakes_per_epoch=[13]), "the report's first pass is none"),
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
        try:
            rosenblatt.predict(path, table)  # which makes the model without the learner
        except RosenblattError as error:
            sentences.append(str(error))
    assert not any("\n" in sentence for sentence in sentences)
    assert 0 < loaded < count
