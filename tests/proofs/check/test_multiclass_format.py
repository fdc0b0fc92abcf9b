"""Certificates of many classes as text and as JSON: read as they were written, and nothing else is read."""

import json
from dataclasses import replace

import numpy as np
import pytest
from helpers.multiclass import LINE, ROUND

from rosenblatt import DataError
from rosenblatt.proofs.check.certificate import Certificate
from rosenblatt.proofs.check.multiclass import MulticlassCertificate, load_certificate
from rosenblatt.proofs.search.certify import certify_many


def test_it_reads_well(line, round_set):
    assert repr(line) == str(line)
    assert str(line) == (
        "Separable by argmax: 3 rows, 1 features, 3 labels ('a', 'b', 'c'), with intercept\n"
        "  radius 1, augmented radius 1.41421356\n"
        "  augmented margin 0.33968311 to 0.33968311, proven by 4 rows against rivals "
        "(0 against 'b', 1 against 'a', 1 against 'c', 2 against 'b')\n"
        "  mistake bound 34\n"
        "  one against the rest: 2 separable ('a', 'c'), 1 not separable ('b')\n"
        "  pairwise: 3 separable ('a' and 'b', 'a' and 'c', 'b' and 'c')"
    )
    assert str(round_set).splitlines()[2] == (
        "  no weights classify all of these correctly: "
        "6 rows against rivals (0 against 'C', 1 against 'B', 2 against 'A', 3 against 'C', "
        "4 against 'B', 5 against 'A')"
    )
    undecided = str(certify_many(*LINE, fit_intercept=False, budget=0)).splitlines()
    assert undecided[0] == "Undecided: 3 rows, 1 features, 3 labels ('a', 'b', 'c'), without intercept"
    assert undecided[-2:] == [
        "  one against the rest: 3 undecided ('a', 'b', 'c')",
        "  pairwise: 3 undecided ('a' and 'b', 'a' and 'c', 'b' and 'c')",
    ]
    assert str(replace(line, rivals=None)) == "No certificate: rivals must be a tuple of labels; it is None."


@pytest.mark.parametrize("name", ["line", "round_set"])
def test_what_is_written_is_read(name, request, tmp_path):
    certificate = request.getfixturevalue(name)
    again = MulticlassCertificate.from_json(certificate.to_json())
    assert again == certificate
    assert again.to_json() == certificate.to_json()
    assert again.check(*(LINE if name == "line" else ROUND))
    certificate.save(tmp_path / "many.json")
    assert MulticlassCertificate.load(tmp_path / "many.json") == certificate
    assert load_certificate(str(tmp_path / "many.json")) == certificate
    sorted_keys = json.dumps(json.loads(certificate.to_json()), sort_keys=True, indent=2)
    (tmp_path / "many.json").write_text(sorted_keys)
    assert load_certificate(tmp_path / "many.json") == certificate


def test_a_part_alone_is_a_certificate(line, tmp_path):
    part = json.loads(line.to_json())["one_against_rest"][1]
    (tmp_path / "part.json").write_text(json.dumps(part))
    certificate = load_certificate(tmp_path / "part.json")
    assert isinstance(certificate, Certificate)
    assert certificate.check(LINE[0], [False, True, False])


def text_with(line, path, value):
    written = json.loads(line.to_json())
    place = written
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(written)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ["format"],
            "rosenblatt certificate",
            "text must say that its format is 'rosenblatt certificate of many class",
        ),
        (["version"], 2, "and its version 1; it does not."),
        (["more"], 1, "text must have the fields of a certificate; 'more' is none of them."),
        (["classes"], "abc", "text must be a certificate; its classes must be a list."),
        (["classes"], ["a"], "text must be a certificate: classes must be two labels or more, numbers or strings."),
        (["classes"], [["a"], "b", "c"], "classes must be two labels or more, numbers or strings."),
        (["classes"], ["a", "a", "c"], "one_against_rest must be a dict of 3 parts, by the classes in their order"),
        (["classes"], ["a", "b", "d"], r"pairwise\['a', 'd'\].classes must be 'a' and 'd'; they are others."),
        (["classes"], ["a", "b"], "text must have 2 parts of one_against_rest, by its classes; it has 3."),
        (["rivals"], None, "text must be a certificate; its rivals must be a list."),
        (["rivals"], ["a"], "text must be a certificate: rivals must be one for each row of argmax, 4; there are 1."),
        (["rivals", 0], {}, "text must be a certificate: rivals must be a tuple of labels"),
        (["fit_intercept"], 1, "fit_intercept must be True or False; it is 1."),
        (["fit_intercept"], False, r"one_against_rest\['a'\].fit_intercept must be False; it is True."),
        (["argmax"], 3, "argmax in text must be a certificate; it does not say that its format is"),
        (["argmax", "radius"], "3", "argmax in text must be a certificate; its radius cannot be read"),
        (["argmax", "n_features"], 5, "argmax must have 6 features, by its classes and one_against_rest"),
        (["pairwise"], {}, "text must be a certificate; its pairwise must be a list."),
        (["pairwise"], [], "text must have 3 parts of pairwise, by its classes; it has 0."),
        (["pairwise", 1], None, r"pairwise\['a', 'c'\] in text must be a certificate; it does not say"),
        (["one_against_rest", 0, "version"], 7, r"one_against_rest\['a'\] in text must be a certificate of version 1"),
        (["one_against_rest", 2, "classes"], [0, 5], r"one_against_rest\['c'\].classes must be False and True"),
    ],
)
def test_what_is_no_certificate_is_refused(line, path, value, message):
    with pytest.raises(DataError, match=message):
        MulticlassCertificate.from_json(text_with(line, path, value))


def test_what_is_no_json_is_refused(line):
    for text in ("", "{", "[" * 100_000, "[1]", "null"):
        with pytest.raises(DataError, match="text must "):
            MulticlassCertificate.from_json(text)
    twice = line.to_json().replace('"rows":', '"rows": [], "rows":', 1)
    with pytest.raises(DataError, match="text must be a certificate in JSON: 'rows' is there twice"):
        MulticlassCertificate.from_json(twice)
    with pytest.raises(DataError, match="'argmax' is missing"):
        MulticlassCertificate.from_json(
            json.dumps({key: value for key, value in json.loads(line.to_json()).items() if key != "argmax"})
        )


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(DataError, match="nowhere.json must be a certificate in JSON: .*No such file"):
        load_certificate(tmp_path / "nowhere.json")
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    with pytest.raises(DataError, match="picture must be a certificate in JSON: 'utf-8' codec"):
        MulticlassCertificate.load(tmp_path / "picture")
    (tmp_path / "half.json").write_text("{")
    with pytest.raises(DataError, match="half.json must be a certificate in JSON"):
        load_certificate(tmp_path / "half.json")


def test_what_is_not_whole_is_not_written(line):
    with pytest.raises(DataError, match="A certificate must be whole to be written: rivals must be a tuple of labels"):
        replace(line, rivals=None).to_json()
    with pytest.raises(DataError, match="classes must be numbers or strings to be written; they are bytes"):
        certify_many(LINE[0], np.array([b"a", b"b", b"c"])).to_json()
