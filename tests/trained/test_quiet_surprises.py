"""Files and options that once were taken and quietly meant something else."""

import numpy as np
import pytest
from helpers.cli import run

import rosenblatt
from rosenblatt.errors import DataError, OptionError

N = 60


def write(path, text):
    path.write_text(text)
    return path


def rows_of(label, n=N):
    return "".join(f"{row * 7 % 11},{label(row)}\n" for row in range(n))


@pytest.mark.parametrize("suffix", ["svm", "vw", "npz", "npy", "csv", "comma.csv"])
def test_a_target_of_regression_is_refused_in_every_format(tmp_path, suffix):
    path, y = tmp_path / f"d.{suffix}", np.arange(N) * 1.25
    options = {}
    if suffix == "svm":
        path.write_text("".join(f"{label} 1:{row % 7}\n" for row, label in enumerate(y)))
    elif suffix == "vw":
        path.write_text("".join(f"{label} | a:{row % 7}\n" for row, label in enumerate(y)))
    elif suffix == "npz":
        np.savez(path, X=np.arange(N)[:, None] % 7, y=y)
    elif suffix == "npy":
        np.save(path, np.arange(N)[:, None] % 7)
        np.save(tmp_path / "y.npy", y)
        options = {"labels": str(tmp_path / "y.npy")}
    else:
        text = "a;y\n" + "".join(f"{row % 7};{label}\n" for row, label in enumerate(y))
        path.write_text(text.replace(".", ",") if suffix == "comma.csv" else text)
    with pytest.raises(DataError, match="that is regression"):
        rosenblatt.train(path, **options)


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        (("1", "1.0", "0"), [0, 1]),
        (("True", "true", "False"), ["False", "True"]),
        (("0.5", "1.50", "1.5"), ["0.5", "1.5"]),
    ],
)
def test_a_label_that_is_written_in_two_ways_is_one_class(tmp_path, labels, classes):
    path = write(tmp_path / "d.csv", "a,y\n" + rows_of(lambda row: labels[row % 3]))
    trained = rosenblatt.train(path, max_iter=2)
    assert trained.classes_.tolist() == classes
    assert set(trained.predict_file(path).tolist()) <= set(classes)


def test_words_for_nothing_among_labels_that_are_numbers(tmp_path):
    path = write(tmp_path / "d.csv", "a,y\n" + rows_of(lambda row: ["0", "1", "NA", "?"][row % 4]))
    with pytest.raises(DataError, match=r"numbers but for '\?', which stands for none: missing_label='drop' leaves"):
        rosenblatt.train(path)
    trained = rosenblatt.train(path, missing_label="drop")
    assert (trained.classes_.tolist(), trained.n_unlabelled) == ([0, 1], N // 2)
    words = write(tmp_path / "words.csv", "a,y\n" + rows_of(lambda row: ["no", "yes", "NA"][row % 3]))
    assert rosenblatt.train(words, missing_label="drop").classes_.tolist() == ["NA", "no", "yes"]


def test_decimal_commas_of_categories_and_labels(tmp_path):
    points = "c,x,y\n" + "".join(f"{row % 3}.5,0.{row % 7},{row % 2}.5\n" for row in range(N))
    commas = write(tmp_path / "k.csv", points.replace(",", ";").replace(".", ","))
    points = write(tmp_path / "p.csv", points)
    for train, other, options in ((points, commas, {"decimal": ","}), (commas, points, {})):
        reading = {"decimal": ","} if train is commas else {}
        trained = rosenblatt.train(train, categorical="c", max_iter=3, **reading)
        assert trained.classes_.tolist() == ["0.5", "1.5"]
        other_scores = [
            page.scores for page in trained.predictions(other, delimiter=None, **({"decimal": "."} | options))
        ]
        own_scores = [page.scores for page in trained.predictions(train)]
        assert np.array_equal(np.concatenate(other_scores), np.concatenate(own_scores))


def test_columns_that_only_a_later_file_has_are_told(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "f"
    folder.mkdir()
    write(folder / "a.csv", "a,b,y\n1,2,p\n2,3,q\n")
    write(folder / "c.csv", "b,y,a,extra\n1,p,2,9\n3,q,1,8\n")
    code, out, _ = run(capsys, monkeypatch, "train", folder)
    assert (code, "columns that the first file does not have: extra" in out) == (0, True)


def test_a_model_of_scaled_features_predicts_raw_arrays(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 3)) * [1, 1000, 1]
    np.savez(tmp_path / "s.npz", X=X, y=(X[:, 0] > 0).astype(int))
    trained = rosenblatt.train(tmp_path / "s.npz", scale="standard", ignore=3)
    assert trained.predict(X).tolist() == trained.predict_file(tmp_path / "s.npz").tolist()
    assert ("ignored", "features x3") in trained.reading_lines()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("train d.csv --hash-bits 4", "--hash-bits must be left out where no column is hashed"),
        ("train d.csv --text-features words", "--text-features must be left out where no column is text"),
        ("train sample:iris --cache kept", "--cache must be left out for a bundled set"),
        ("train d.svm --ignore 1 --id 1", "--id must be features that are nothing else; '1' is ignored"),
    ],
)
def test_options_that_would_do_nothing_are_refused(tmp_path, capsys, monkeypatch, command, said):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "d.csv", "a,y\n1,u\n2,v\n")
    write(tmp_path / "d.svm", "1 1:2 2:1\n0 1:1\n")
    code, _, err = run(capsys, monkeypatch, *command.split())
    assert (code, said in err) == (2, True), err


@pytest.mark.parametrize("option", [{"labels": "none.npy"}, {"missing_label": "drop"}])
def test_options_of_labels_are_refused_where_none_are_read(tmp_path, option):
    trained = rosenblatt.train(write(tmp_path / "d.csv", "a,y\n1,u\n2,v\n"))
    with pytest.raises(OptionError, match="must be left out where labels are not read"):
        trained.predict_file(tmp_path / "d.csv", **option)


def test_rows_that_lack_only_a_label_are_not_dropped_with_missing_values(tmp_path):
    path = write(tmp_path / "d.csv", "a,b,y\n1,2,p\n3,,q\n5,6,\n")
    rosenblatt.convert(path, tmp_path / "e.csv", missing="drop")
    assert (tmp_path / "e.csv").read_text() == "a,b,y\n1,2,p\n5,6,\n"


def test_numbers_of_32_bits_are_the_same_categories_in_every_format(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    t = pa.array(np.arange(N, dtype=np.float32) % 7 / 10)
    parquet.write_table(pa.table({"t": t, "y": np.arange(N) % 2}), tmp_path / "f.parquet")
    rosenblatt.convert(tmp_path / "f.parquet", tmp_path / "f.csv")
    trained = rosenblatt.train(tmp_path / "f.parquet", categorical="t")
    predictions = trained.predictions(tmp_path / "f.csv")
    assert trained.predict_file(tmp_path / "f.parquet").tolist() == [
        label for page in predictions for label in page.labels.tolist()
    ]
    assert predictions.lines() == []


@pytest.mark.parametrize("dates", ["{:02}-Jan-2001", "Jan {} 2024", "{}. Jan 2024", "2024-01-{:02}"])
def test_dates_with_names_of_months_and_a_few_other_words_are_left_out(tmp_path, dates):
    def when(row):
        return "unknown" if row == 5 else dates.format(row % 28 + 1)

    path = write(tmp_path / "d.csv", "a,when,y\n" + "".join(f"{row % 7},{when(row)},{row % 2}\n" for row in range(N)))
    assert [entry["reason"] for entry in rosenblatt.train(path).guessed_["left out"]] == ["holds dates"]


def test_a_counter_that_runs_down_and_numbers_by_name_are_left_out(tmp_path):
    rows = "".join(f"{row % 7},{N - row},{row * 37 % 61},{row % 2}\n" for row in range(N))
    path = write(tmp_path / "d.csv", "a,n,customer_no,y\n" + rows)
    assert [entry["column"] for entry in rosenblatt.train(path).guessed_["left out"]] == ["n", "customer_no"]


@pytest.mark.parametrize("option", ["delimiter", "quote"])
def test_a_character_that_no_text_has_is_refused(tmp_path, option):
    path = write(tmp_path / "d.csv", "a,y\n1,u\n2,v\n")
    with pytest.raises(OptionError, match=f"{option} must be one ASCII character"):
        rosenblatt.train(path, **{option: "\0"})


def test_a_shape_of_truth_values_is_no_header(tmp_path):
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (True, 2), }"
    header += b" " * (118 - len(header) - 1) + b"\n"
    labels = tmp_path / "y.npy"
    labels.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(16))
    np.save(tmp_path / "x.npy", np.ones((2, 2)))
    with pytest.raises(DataError, match=r"must be an \.npy file: its shape must be of whole numbers"):
        rosenblatt.train(tmp_path / "x.npy", labels=str(labels))
