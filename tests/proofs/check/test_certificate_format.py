"""Certificates as JSON: read as they were written, and nothing else is read."""

import json
import math
from dataclasses import fields, replace
from fractions import Fraction as F

import numpy as np
import pytest

from rosenblatt.errors import DataError
from rosenblatt.proofs.check.certificate import Bracket, Certificate, HullPoint

# XOR with multipliers of thousands of digits, which Python does not write in base 10: two pairs of twins.
TWINS = [[0.1, 0.5], [0.1, 0.5], [2.0, 3.0], [2.0, 3.0]]
LONG = Certificate(
    separable=False,
    fit_intercept=True,
    classes=("no", "yes"),
    n_rows=4,
    n_features=2,
    radius=3.6055512754639896,
    augmented_radius=3.7416573867739418,
    hull=HullPoint((0, 1, 2, 3), (3**20_000, 3**20_000, 5, 5), 2 * 3**20_000 + 10),
)
# − at −1 and + at 3, on a line with a bias.
LINE = Certificate(
    separable=True,
    fit_intercept=True,
    classes=(-1, 1.5),
    n_rows=2,
    n_features=1,
    radius=3.0,
    augmented_radius=3.1622776601683795,
    weights=np.array([0.1]),
    bias=-0.1,
    margin=Bracket(1.9999, 2.0),
    hull=HullPoint.of([0, 1], [1, 1]),
    augmented_weights=np.array([1.0]),
    augmented_bias=-0.0,
    augmented_margin=Bracket(0.5, 2.0),
    augmented_hull=HullPoint.of([0, 1], [F(1, 2), 0.5]),
    mistake_bound=40,
)
# Upper bounds only, of rows whose norm is beyond float64.
UNDECIDED = replace(
    LINE,
    separable=None,
    radius=1e300,
    weights=None,
    bias=None,
    margin=Bracket(0.0, math.inf),
    augmented_weights=None,
    augmented_bias=None,
    augmented_margin=None,
    augmented_hull=None,
    mistake_bound=None,
)
DATA = {"long": (LONG, TWINS, ["no", "yes", "no", "yes"]), "line": (LINE, [[-1], [3]], [-1, 1.5])}


@pytest.mark.parametrize("certificate", [LONG, LINE, UNDECIDED])
def test_what_is_written_is_read(certificate, tmp_path):
    again = Certificate.from_json(certificate.to_json())
    assert again == certificate
    for field in fields(certificate):
        assert type(getattr(again, field.name)) is type(getattr(certificate, field.name))
    assert again.to_json() == certificate.to_json()
    certificate.save(tmp_path / "certificate.json")
    assert Certificate.load(str(tmp_path / "certificate.json")) == certificate


@pytest.mark.parametrize("name", DATA)
def test_a_proof_still_holds_after_it_was_read(name):
    certificate, X, y = DATA[name]
    assert certificate.faults(X, y) == []
    assert Certificate.from_json(certificate.to_json()).check(X, y)


def test_certificates_that_differ_in_one_field_are_not_equal():
    assert LINE != LONG
    assert LINE != "a certificate"
    assert replace(LINE, weights=np.array([math.nextafter(0.1, 1)])) != LINE
    assert replace(LINE, weights=None) != LINE
    assert replace(LINE, mistake_bound=41) != LINE
    assert replace(LINE, hull=HullPoint.of([0, 1], [1, F(1, 2)])) != LINE
    with pytest.raises(TypeError, match="unhashable"):
        hash(LINE)


def test_numbers_of_numpy_are_written_as_those_of_python():
    certificate = replace(LINE, bias=np.float64(-0.1), margin=Bracket(np.float64(1.9999), np.float64(2.0)))
    assert Certificate.from_json(certificate.to_json()) == LINE


def test_other_programs_write_whole_floats_without_a_point():
    text = LINE.to_json().replace("3.0", "3").replace("2.0", "2")
    assert Certificate.from_json(text) == LINE


def changed(**values):
    return json.dumps({**json.loads(LINE.to_json()), **values})


def without(name):
    return json.dumps({key: value for key, value in json.loads(LINE.to_json()).items() if key != name})


HULL = {"rows": [0, 1], "numerators": ["0x1", "0x1"], "denominator": "0x1"}
REFUSED = {
    "": "text must be a certificate in JSON: Expecting value",
    "{": "text must be a certificate in JSON",
    "[" * 100_000: "text must be a certificate in JSON",
    "9" * 5000: "text must be a certificate in JSON",
    "[1, 2]": "it does not say that its format is 'rosenblatt certificate'",
    "{}": "it does not say that its format is 'rosenblatt certificate'",
    '{"format": "rosenblatt certificate", "format": "a"}': "'format' is there twice",
    changed(format="rosenblatt model"): "it does not say that its format is 'rosenblatt certificate'",
    changed(version=2): "text must be a certificate of version 1; it is of version 2",
    without("version"): "it is of version None",
    without("augmented_hull"): "must have the fields of a certificate; 'augmented_hull' is missing",
    changed(rows=[1]): "must have the fields of a certificate; 'rows' is none of them",
    changed(radius="3"): "its radius cannot be read: of type str is not a number",
    changed(radius=True): "its radius cannot be read: True is not a number",
    changed(radius=None): "its radius cannot be read: None is not a number",
    changed(radius=10**400): "its radius cannot be read: int too large to convert to float",
    changed(radius=math.nan): "radius must be a finite float64, not below 0; it is nan",
    changed(weights=[1, "a"]): "its weights cannot be read",
    changed(weights=3): "its weights cannot be read",
    changed(weights=[math.inf]): "weights must be a vector of finite float64, or None",
    changed(bias=None): "bias must be given in this kind of certificate",
    changed(margin=[1]): "its margin cannot be read",
    changed(margin=[2, 1]): "margin.lower must not be above upper, 1.0; it is 2.0",
    changed(hull=[0, 1]): "its hull cannot be read: it does not have rows, numerators and denominator",
    changed(hull={**HULL, "extra": 1}): "its hull cannot be read: it does not have rows, numerators and denominator",
    changed(hull={**HULL, "denominator": "one"}): "its hull cannot be read: invalid literal",
    changed(hull={**HULL, "numerators": [1, 2]}): "its hull cannot be read",
    changed(hull={**HULL, "rows": [0.5, 1]}): "hull must be a HullPoint of whole numbers in tuples, or None",
    changed(classes="ab"): "its classes cannot be read: it is not a list",
    changed(classes=[1, 2, 3]): "classes must be a tuple of one or two labels",
    changed(classes=[[1], 2]): "classes must be a tuple of one or two labels",
    changed(separable="yes"): "separable must be True or False, or None; it is of type str",
    changed(n_rows=-1): "n_rows must be a whole number, not below 0; it is -1",
}


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_certificate_is_refused(text):
    with pytest.raises(DataError, match=REFUSED[text]):
        Certificate.from_json(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(DataError, match="nowhere.json must be a certificate in JSON: .*No such file"):
        Certificate.load(tmp_path / "nowhere.json")
    (tmp_path / "picture").write_bytes(b"\x89PNG")
    with pytest.raises(DataError, match="picture must be a certificate in JSON: 'utf-8' codec"):
        Certificate.load(tmp_path / "picture")
    (tmp_path / "half.json").write_text(LINE.to_json()[:100])
    with pytest.raises(DataError, match="half.json must be a certificate in JSON"):
        Certificate.load(tmp_path / "half.json")


def test_what_is_not_whole_is_not_written():
    with pytest.raises(DataError, match="A certificate must be whole to be written: radius must be a finite float64"):
        replace(LINE, radius=math.nan).to_json()
    with pytest.raises(DataError, match="classes must be numbers or strings to be written; they are bytes"):
        replace(LINE, classes=(b"a", b"b")).to_json()


def test_a_certificate_shows_its_verdict_and_numbers():
    assert (
        repr(LINE)
        == str(LINE)
        == (
            "Separable: 2 rows, 1 features, labels -1 and 1.5, with intercept\n"
            "  radius 3, margin 1.9999 to 2, proven by 2 rows (0, 1)\n"
            "  augmented radius 3.16227766, augmented margin 0.5 to 2, proven by 2 rows (0, 1)\n"
            "  mistake bound 40"
        )
    )
    assert str(LONG) == (
        "Not separable: 4 rows, 2 features, labels 'no' and 'yes', with intercept\n"
        "  radius 3.60555128, margin none\n"
        "  augmented radius 3.74165739, augmented margin none\n"
        "  no plane puts all of 4 rows (0, 1, 2, 3) on the correct side"
    )
    assert (
        str(replace(LINE, radius="x"))
        == "No certificate: radius must be a finite float64, not below 0; it is of type str."
    )
    many = replace(UNDECIDED, n_rows=10**20, hull=HullPoint.of(range(20), [F(1, 20)] * 20))
    assert str(many).startswith("Undecided: 1.00000E+20 rows, 1 features, labels -1 and 1.5, with intercept\n")
    assert "proven by 20 rows (0, 1, 2, 3, 4, 5, 6, 7, 8, …)" in str(many)
