"""What training on a file leaves: labels of other files as its classes are, and what is said of unused columns."""

import numpy as np
import pytest

import rosenblatt
from rosenblatt.errors import DataError
from rosenblatt.trained.predictions import like_classes


@pytest.mark.parametrize(
    ("labels", "classes", "expected"),
    [
        ([1, 0, 7], [0, 1], [1, 0, 7]),
        (["1", "0.0", "+1", "7"], [0, 1], [1, 0, 1, 7]),
        (["1"], [False, True], [True]),
        ([1.0, 0.0, 0.5], ["0", "1"], ["1", "0", "0.5"]),
        ([1, 0], ["+1", "-1"], ["+1", "0"]),
        ([1, 2], ["01", "1", "1.0"], ["1", "2"]),
        ([1.0], ["01", "1", "1.0"], ["1.0"]),
        (["yes.", "no"], ["no", "yes"], ["yes.", "no"]),
        ([True, False], ["false", "true"], ["true", "false"]),
        ([True, False], ["False", "True"], ["True", "False"]),
        (["True", "FALSE"], [False, True], [True, False]),
        (["True", "FALSE"], [0, 1], [1, 0]),
        (["true", "1"], ["1", "True"], ["True", "1"]),
        (["1", "2.50", "3"], ["1.0", "2.5"], ["1.0", "2.5", "3"]),
        (["1.00", "01"], ["1", "1.0"], ["1.00", "01"]),
        ([b"no"], ["no", "yes"], [b"no"]),
        ([1], ["no", "yes"], ["1"]),
    ],
)
def test_labels_are_numbers_or_strings_as_the_classes_are(labels, classes, expected):
    assert like_classes(np.array(labels), np.array(classes), "f").tolist() == expected


@pytest.mark.parametrize("label", ["other", "nan", "1e999"])
def test_a_label_that_is_no_number_is_no_class_of_numbers(label):
    with pytest.raises(DataError, match=f"^f must have numbers as labels, as in training; got '{label}'.$"):
        like_classes(np.array(["1", label]), np.array([0, 1]), "f")


def test_only_the_first_of_many_unused_columns_are_shown(tmp_path):
    (tmp_path / "t.csv").write_text("a,class\n1,yes\n2,no\n")
    more = [f"c{k}" for k in range(25)]
    (tmp_path / "p.csv").write_text(",".join([*more, "a"]) + "\n" + ",".join(["0"] * 25 + ["1"]) + "\n")
    predictions = rosenblatt.train(tmp_path / "t.csv").predictions(tmp_path / "p.csv")
    assert [page.labels.tolist() for page in predictions] == [["yes"]]
    [(name, text)] = predictions.lines()
    assert (name, text[:50]) == ("not used", "25 columns that training has not seen: c0, c1, c2,")
    assert text.endswith("c18, c19, …")
