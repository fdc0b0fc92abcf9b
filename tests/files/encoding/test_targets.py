"""Targets without classes: numbers to be predicted, and labels that no two rows share."""

import numpy as np
import pytest
from helpers.odd_columns import CLASS, FORMATS, N_ROWS, ODD, SIZE, write

import rosenblatt
from rosenblatt.errors import DataError

PRICE = np.linspace(1, 9, N_ROWS).tolist()


def sentence(path, **options):
    with pytest.raises(DataError) as refused:
        rosenblatt.read(path, **options).table()
    return str(refused.value)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "values", [PRICE, ODD["customerId"][0], [round(price, 1) + 0.05 * (k % 9) for k, price in enumerate(PRICE)]]
)
def test_a_target_of_numbers_is_regression(tmp_path, format, values):
    path = write(tmp_path / f"d.{format}", size=SIZE, kind=CLASS, price=values)
    text = sentence(path)
    assert text == (
        f"{path} column 'price' must have classes to be the target; it has {len(set(values))} different numbers in "
        "300 rows, and that is regression: target=NAME names a column of classes, categorical='price' takes each "
        "number for a class."
    )
    assert sentence(path, target="price") == text
    assert rosenblatt.read(path, target="kind").table().y.tolist() == CLASS
    as_classes = rosenblatt.read(path, categorical="price").table()
    assert len(set(as_classes.y.tolist())) == len(set(values))
    assert as_classes.features == ["size", "kind=no", "kind=yes"]


@pytest.mark.parametrize("format", FORMATS)
def test_labels_that_no_two_rows_share(tmp_path, format):
    path = write(tmp_path / f"d.{format}", size=SIZE, kind=CLASS, name=ODD["name"][0])
    assert sentence(path) == (
        f"{path} column 'name' must have classes to be the target; each of the 300 rows has a label of its own: "
        "target=NAME names a column of classes, categorical='name' takes each label for a class."
    )
    assert rosenblatt.read(path, target="kind", ignore="name").table().y.tolist() == CLASS
    assert len(rosenblatt.read(path, categorical="name").encoding.labels) == N_ROWS
    assert rosenblatt.train(path, categorical="name", max_iter=1).report_.n_rows == N_ROWS


@pytest.mark.parametrize(
    "values",
    [
        [k % 105 for k in range(N_ROWS)],
        [k // 2 for k in range(N_ROWS)],
        [*range(N_ROWS - 1), 0],
        [(k % 3) / 2 for k in range(N_ROWS)],
        [k / 2 % 75 for k in range(N_ROWS)],
        [f"c{k // 2}" for k in range(N_ROWS)],
        [*ODD["name"][0][:-1], "p0"],
    ],
)
def test_many_classes_stay(tmp_path, values):
    path = write(tmp_path / "d.csv", size=SIZE, y=values)
    assert len(rosenblatt.read(path).encoding.labels) == len(set(values))


def test_tiny_tables_are_never_judged(tmp_path):
    path = write(tmp_path / "d.csv", size=SIZE[:19], price=PRICE[:19])
    assert rosenblatt.read(path).table().y.shape == (19,)
    assert "regression" in sentence(write(path, size=SIZE[:20], price=PRICE[:20]))


def test_more_numbers_than_classes_may_be(tmp_path):
    n = 12_000
    path = write(tmp_path / "d.csv", size=(SIZE * 40)[:n], kind=(CLASS * 40)[:n], price=np.linspace(1, 9, n).tolist())
    assert "and that is regression: target=NAME" in sentence(path)
    assert len(rosenblatt.read(path, target="kind").table().y) == n


def test_a_model_is_continued_and_evaluated_with_any_labels(tmp_path):
    """Where the columns are known nothing is judged."""
    model = rosenblatt.train(write(tmp_path / "d.csv", size=SIZE, y=[k % 50 for k in range(N_ROWS)]), max_iter=2)
    more = write(tmp_path / "more.csv", size=SIZE[:50], y=range(50))
    assert rosenblatt.evaluate(model, more).n_rows == 50
    assert rosenblatt.train(more, from_model=model).report_.n_rows == 50
