"""Model files whose header no training wrote are refused with a sentence; test_hostile_files has random changes."""

import pytest
from helpers.mutations import changed

import rosenblatt
from rosenblatt import online
from rosenblatt.errors import DataError
from rosenblatt.trained.model_files import load, save


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
