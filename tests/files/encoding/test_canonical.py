"""One form of a value, whatever the format it stands in."""

from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

from rosenblatt.files.encoding.canonical import are_truths, canonical, canonical_label, canonical_text


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (("true", "True", "TRUE", " tRuE\t"), "true"),
        (("false", "False", "FALSE"), "false"),
        (("1", "1.0", "1.", "+1", "1.000", "1e0", "10e-1"), "1"),
        (("0", "-0", "0.0", "-0.0", "+0", ".0", "0e9"), "0"),
        (("-7", "-7.0", "-0.7e1"), "-7"),
        (("1.5", "1.50", "15e-1", "+1.5", "1.5000000000000000000001"), "1.5"),
        ((".5", "0.5", "5E-1"), "0.5"),
        (("1000", "1e3", "1E+3", "1000.0"), "1000"),
        (("0.0000001", "1e-7", "1E-07"), "1e-07"),
        (("12345678901234567890", "12345678901234567890.00"), "12345678901234567890"),
        (("1e20", "1e+20", "100000000000000000000"), "100000000000000000000"),
        (("1e23", "0.1e24"), str(int(1e23))),
        (("9" * 400,), "9" * 400),
        (("2024-01-31", "2024-01-31 00:00:00", "2024-01-31T00:00", "2024-01-31 00:00:00.000"), "2024-01-31"),
        (("2024-01-31 12:00:00", "2024-01-31T12:00", "2024-01-31 12:00:00.000000"), "2024-01-31 12:00:00"),
        (("2024-01-31 12:00:00.5", "2024-01-31T12:00:00.500"), "2024-01-31 12:00:00.5"),
        (("2024-01-31 12:00:00.123456789",), "2024-01-31 12:00:00.123456789"),
        (("2024-01-31T00:00:00Z", "2024-01-31 01:00:00+01:00", "2024-01-30 19:00-0500"), "2024-01-31 00:00:00Z"),
        (("0999-01-31",), "0999-01-31"),
    ],
)
def test_texts_of_one_value_have_one_form(texts, form):
    assert {canonical_text(text) for text in texts} == {form}
    assert canonical_text(form) == form


@pytest.mark.parametrize(
    "text",
    [*["", "t", "yes", "007", "-007", "00", "01.5", "1,5", "1_000", "0x10", "١", "nan", "inf", "1e999", "1 2"],
     *["red sun", "2024-13-01", "2024-02-30", "31.01.2024", "24-01-31", "2024-01-31 25:00:00", "truth"],
     "0001-01-01 00:00+23:00"],
)  # fmt: skip
def test_codes_and_words_stay(text):
    assert canonical_text(text) == text


@given(st.text(alphabet="0123456789.-+eE TZ:tru falsx", max_size=24))
def test_the_form_of_a_form_is_itself(text):
    assert canonical_text(canonical_text(text)) == canonical_text(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_has_the_form_of_its_texts(number):
    expected = canonical_text(repr(number))
    assert float(expected) == number
    for text in (f"{number:.17e}", f"{number:+.20g}"):
        assert canonical_text(text) == expected
    for form in (pa.array([number]), pa.array([repr(number)])):
        assert canonical(form).to_pylist() == [expected]


MOMENT = datetime(2024, 1, 31, 12, 0, 0, 500_000)


@pytest.mark.parametrize(
    ("values", "forms"),
    [
        (pa.array([True, None, False]), ["true", None, "false"]),
        (pa.array([2**64 - 1, 0], pa.uint64()), ["18446744073709551615", "0"]),
        (pa.array([-(2**63)]), ["-9223372036854775808"]),
        (pa.array([1.0, None, 1.5, -0.0, 1e20]), ["1", None, "1.5", "0", "100000000000000000000"]),
        (pa.array([0.1, 1e10], pa.float32()), ["0.10000000149011612", "10000000000"]),
        (pa.array([Decimal("12345678901234567890.00"), Decimal("0.50")]), ["12345678901234567890", "0.5"]),
        (pa.array([date(2024, 1, 31)], pa.date32()), ["2024-01-31"]),
        (pa.array([date(2024, 1, 31)], pa.date64()), ["2024-01-31"]),
        (pa.array([MOMENT, MOMENT.replace(hour=0, microsecond=0)]), ["2024-01-31 12:00:00.5", "2024-01-31"]),
        (pa.array([MOMENT]).cast(pa.timestamp("ns", "UTC")), ["2024-01-31 12:00:00.5Z"]),
        (pa.array([MOMENT]).cast(pa.timestamp("ms", "Asia/Tokyo")), ["2024-01-31 12:00:00.5Z"]),
        (pa.array(["True", "red", "1.0", None]), ["true", "red", "1", None]),
        (pa.array(["True", " red "], pa.large_string()), ["true", "red"]),
        (pa.array([], pa.string()), []),
    ],
)
def test_columns_of_every_type(values, forms):
    assert canonical(values).to_pylist() == forms
    assert canonical(values).type == pa.string()


def test_words_are_not_copied():
    values = pa.array(["red", "blue", None, "red"])
    assert canonical(values) is values


def test_truth_values_and_gaps():
    assert are_truths(pa.array(["True", None, "false", " TRUE"]))
    assert are_truths(pa.array(["True", "NA"]), ("NA",))
    for values in (["True", "NA"], ["True", "1"], ["yes", "no"], [], [None], ["t", "f"]):
        assert not are_truths(pa.array(values, pa.string()))


def test_labels_of_one_class_have_one_form():
    assert {canonical_label(label) for label in (1, 1.0, "1", "1.0", "+1")} == {"1"}
    assert {canonical_label(label) for label in (True, "True", "true")} == {"true"}
