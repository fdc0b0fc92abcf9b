"""Continued training on data that differs from the old: what is taken, and what is refused."""

import numpy as np
import pytest
from helpers.algorithms import ALGORITHMS
from helpers.continued_runs import numbers, table

import rosenblatt
from rosenblatt.errors import DataError, OptionError
from rosenblatt.trained.continue_training import continue_training


def test_a_column_is_missing_or_more_than_before(tmp_path):
    trained = rosenblatt.train(table(tmp_path / "a.csv", 50, 2, 3))
    (tmp_path / "b.csv").write_text("class,x,weight,colour,size\ncat,7,1,red,2\ndog,8,2,pink,3\n")
    again = continue_training(trained, tmp_path / "b.csv")
    assert again.guessed_["not used"] == "x"
    assert "not used 'x'" in dict(again.reading_lines())["guessed"]
    assert again.feature_names_[3] == "colour=pink"
    for text, column in (("size,weight,class\n1,2,cat\n", "colour"), ("size,colour,weight\n1,red,2\n", "class")):
        (tmp_path / "b.csv").write_text(text)
        with pytest.raises(DataError, match=rf"b\.csv must have a column '{column}', as in training; it has size, "):
            continue_training(trained, tmp_path / "b.csv")


def test_a_thousand_categories_in_all(tmp_path):
    head, lines = "a,b,y\n", [f"{k % 3},c{k},{'ny'[k % 2]}\n" for k in range(1001)]
    (tmp_path / "a.csv").write_text(head + "".join(lines[:600]))
    (tmp_path / "b.csv").write_text(head + "".join(lines[500:1000]))
    trained = rosenblatt.train(tmp_path / "a.csv", categorical="b", max_iter=1)
    assert continue_training(trained, tmp_path / "b.csv").n_features_in_ == 1001
    (tmp_path / "b.csv").write_text(head + "".join(lines[500:]))
    with pytest.raises(DataError, match=r"b\.csv column 'b' must have at most 1000 categories; it has more"):
        continue_training(trained, tmp_path / "b.csv")


def test_labels_are_of_the_kind_of_the_classes(tmp_path):
    (tmp_path / "a.csv").write_text("a,y\n1,0\n2,1\n")
    (tmp_path / "b.csv").write_text("a,y\n1,0\n2,maybe\n")
    trained = rosenblatt.train(tmp_path / "a.csv")
    with pytest.raises(DataError, match=r"b\.csv must have numbers as labels, as the model has \(0\); got 'maybe'\.$"):
        continue_training(trained, tmp_path / "b.csv")
    (tmp_path / "b.csv").write_text(
        "a,y\n1,+1\n2,7\n3,7.0\n"
    )  # as written, no whole numbers: but the same classes, 7 once
    assert continue_training(trained, tmp_path / "b.csv").classes_.tolist() == [0, 1, 7]
    assert continue_training(trained, tmp_path / "b.csv").classes_.dtype.kind == "i"
    words = rosenblatt.train(tmp_path / "b.csv")
    assert continue_training(words, tmp_path / "a.csv").classes_.tolist() == ["+1", "0", "7"]
    np.savez(tmp_path / "a.npz", X=np.eye(2), y=[0, 1])
    np.savez(tmp_path / "b.npz", X=np.eye(2), y=["0", "no"])
    with pytest.raises(DataError, match=r"b\.npz must have numbers as labels, as the model has \(0\); got 'no'\.$"):
        continue_training(rosenblatt.train(tmp_path / "a.npz"), tmp_path / "b.npz")


def test_a_zero_with_a_sign_takes_no_new_classes(tmp_path):
    old, new = table(tmp_path / "a.csv", 50, 2, 3), table(tmp_path / "b.csv", 50, 3, 3, 1)
    trained = rosenblatt.train(old, at_zero="positive")
    assert continue_training(trained, old).classes_.tolist() == ["cat", "dog"]
    with pytest.raises(
        DataError, match="y must have known classes where at_zero is 'positive' or 'negative'; got 'ant'"
    ):
        continue_training(trained, new)


def test_dense_rows_are_as_wide_as_before(tmp_path):
    np.savez(tmp_path / "a.npz", X=np.eye(3), y=[0, 1, 1])
    trained = rosenblatt.train(tmp_path / "a.npz")
    for width in (2, 4):
        np.save(tmp_path / "b.npy", np.ones((3, width)))
        np.save(tmp_path / "y.npy", [0, 1, 1])
        with pytest.raises(DataError, match=rf"b\.npy must have 3 features, as in training; it has {width}\.$"):
            continue_training(trained, tmp_path / "b.npy", labels=str(tmp_path / "y.npy"))
    np.save(tmp_path / "b.npy", np.ones((3, 3)))
    with pytest.raises(DataError, match=r"b\.npy must have labels to train on: labels= names a file of them"):
        continue_training(trained, tmp_path / "b.npy")
    with pytest.raises(DataError, match=r"sample:iris must have 3 features, as in training; it has 4\.$"):
        continue_training(trained, "sample:iris")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_dense_rows_then_wider_sparse_ones_then_dense_ones(algorithm, tmp_path):
    X, y = numbers(30, 2, 0)
    codes = (y == "dog").astype(int)
    np.savez(tmp_path / "a.npz", X=X[:, :2], y=codes)
    (tmp_path / "b.svm").write_text("0 1:0 4:0.5\n")  # no mistake, maybe: but features
    np.savez(tmp_path / "c.npz", X=X, y=codes)
    trained = rosenblatt.train(tmp_path / "a.npz", algorithm=algorithm, max_iter=1)
    wide = continue_training(trained, tmp_path / "b.svm")
    assert wide.model_.decision_function(X).shape == (30,)
    assert continue_training(wide, tmp_path / "c.npz").report_.n_rows == 30


def test_names_of_features_are_kept_and_go_on(tmp_path):
    trained = rosenblatt.train("sample:iris", max_iter=2)
    names = trained.feature_names_
    assert continue_training(trained, "sample:iris").feature_names_ == names
    np.savez(tmp_path / "b.npz", X=np.eye(4), y=trained.classes_[[0, 1, 2, 0]])
    assert continue_training(trained, tmp_path / "b.npz").feature_names_ == names
    dense = rosenblatt.train("sample:note-004", max_iter=2)
    (tmp_path / "b.svm").write_text("1 1:1 4:1\n-1 2:1\n")
    assert continue_training(dense, tmp_path / "b.svm").feature_names_ == [*dense.feature_names_, "x3", "x4"]


def test_what_go_on_takes(tmp_path):
    old = table(tmp_path / "a.csv", 50, 2, 3)
    trained = rosenblatt.train(old)
    with pytest.raises(
        OptionError, match="continue_training takes delimiter, .*, zero_based; got 'target': all else is the model's"
    ):
        continue_training(trained, old, target="size")
    with pytest.raises(OptionError, match="max_iter must be a whole number, at least 1; got 0"):
        continue_training(trained, old, max_iter=0)
    with pytest.raises(OptionError, match="trained must be what train gives, or load; got Averaged"):
        continue_training(trained.learner_, old)
    with pytest.raises(OptionError, match="early_stopping must be False in a model that goes on"):
        continue_training(rosenblatt.train(old, early_stopping=True, max_iter=3), old)
    with pytest.raises(OptionError, match="order must be one of shuffled, .* that goes on; it is 'first-mistake'"):
        continue_training(rosenblatt.train(old, order="first-mistake", max_iter=3), old)
    (tmp_path / "b.csv").write_text("size,colour,weight,class\n")
    with pytest.raises(DataError, match=r"b\.csv must have"):
        continue_training(trained, tmp_path / "b.csv")
    (tmp_path / "b.svm").write_text("1 1:1\n")
    with pytest.raises(DataError, match=r"b\.svm must be of a kind with the rows of training, csv; it is libsvm"):
        continue_training(trained, tmp_path / "b.svm")


def test_a_table_that_is_read_again_has_its_new_categories(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("size,colour,class\n" + "1,red,yes\n3,blue,no\n" * 5)
    (tmp_path / "b.csv").write_text("size,colour,class\n" + "2,green,yes\n3,blue,no\n" * 5)
    trained = rosenblatt.train(tmp_path / "a.csv")
    expected = continue_training(trained, tmp_path / "b.csv").model_.weights.w.tobytes()
    monkeypatch.setattr("rosenblatt.files.table_files.MAX_CACHED_BYTES", 0)
    assert continue_training(trained, tmp_path / "b.csv").model_.weights.w.tobytes() == expected
