"""Files out: all of a file or nothing; what is written is read as the same numbers, strings and labels."""

import io
import os
import struct

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st
from scipy.sparse import csr_matrix, load_npz

from rosenblatt import DataError, OptionError, read
from rosenblatt.data.blocks import block_of
from rosenblatt.data.chunks import Chunk
from rosenblatt.files.archives import new_partial
from rosenblatt.files.formats.tables import batches
from rosenblatt.files.raw_tables import table_writer
from rosenblatt.files.writers import LibsvmWriter, NpzWriter, VowpalWriter, target_of, writing

EXTREMES = [0.1, 1e-308, 5e-324, 1.7976931348623157e308, -0.0, 0.0, 1 / 3, 2.0**53 + 2, -123456.789e-250, 1e16, 1e22]


def chunk(X, y):
    return Chunk(block_of(X), np.asarray(y))


def text_of(make, *chunks):
    stream = io.BytesIO()
    writer = make(stream)
    for some in chunks:
        writer.write(some)
    writer.finish()
    writer.close()
    return stream.getvalue().decode()


def bits(X):
    return np.asarray(X, dtype=np.float64).tobytes()


# All or nothing


def begin(path, fault):
    with writing(target_of(path, force=True)) as stream:
        stream.write(b"a,b\n")
        raise fault


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_a_file_is_there_when_it_is_whole(tmp_path, suffix):
    path = tmp_path / f"d.csv{suffix}"
    with writing(target_of(path)) as stream:
        stream.write(b"a,b,y\n1,2,x\n")
        assert not path.exists()
        stream.write(b"3,4,z\n")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert read(path).table().X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_nothing_is_left_of_a_file_that_is_not(tmp_path, suffix):
    path = tmp_path / f"d.csv{suffix}"
    path.write_bytes(b"what was there")
    for fault in (ValueError, KeyboardInterrupt, SystemExit):
        with pytest.raises(fault):
            begin(path, fault)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"what was there"


def test_the_same_rows_are_the_same_compressed_bytes(tmp_path):
    for name in ("a.csv.gz", "b.csv.gz"):
        with writing(target_of(tmp_path / name)) as stream:
            stream.write(b"x\n" * 100)
    assert (tmp_path / "a.csv.gz").read_bytes() == (tmp_path / "b.csv.gz").read_bytes()


def test_a_full_disk_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "d.csv"
    with pytest.raises(DataError, match="d.csv could not be written: No space left on device."):
        begin(path, OSError(28, "No space left on device"))
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_goes_with_the_next_write(tmp_path):
    path = tmp_path / "d.csv"
    new_partial(path).close()  # as the system does for the dead
    assert len(list(tmp_path.iterdir())) == 1
    with writing(target_of(path)) as stream:
        stream.write(b"whole\n")
    assert [file.name for file in tmp_path.iterdir()] == ["d.csv"]


def test_a_target_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "there.csv").write_text("")
    (tmp_path / "folder.csv").mkdir()
    for name, told in {
        "d.xlsx": r"TARGET must be a file on a disk that ends in \.csv, \.data, .*\.npz, or in one of these and \.gz",
        "d": "TARGET must be a file on a disk that ends in",
        "d.npy": "TARGET must be a file on a disk that ends in",
        "d.parquet.gz": "TARGET must not be compressed twice, and parquet is; got .*: leave .gz out",
        "none/d.csv": "TARGET must be in a folder that is there",
        "there.csv": "TARGET must be a new file; .* is there: force=True writes over it, or name another",
        "folder.csv": "TARGET must be a file; .* is a folder",
    }.items():
        with pytest.raises(OptionError, match=told):
            target_of(tmp_path / name)
    with pytest.raises(OptionError, match="TARGET must be the path of a file; got 3"):
        target_of(3)
    with pytest.raises(OptionError, match="TARGET must be a file on a disk"):
        target_of("s3://bucket/d.csv")
    assert target_of(tmp_path / "there.csv", force=True).format == "csv"
    assert target_of("d.ndjson.ZST")[1:] == ("jsonl", ".zst")


# LIBSVM, VW, .npz


def test_libsvm_text_is_as_the_format_says():
    dense, sparse = np.array([[1.5, 0, -0.0], [0, 0, 0]]), csr_matrix(([0.0, 2.0], [0, 1], [0, 2]), shape=(1, 5))
    told = text_of(lambda s: LibsvmWriter(s, "d"), chunk(dense, [1, -1]), chunk(sparse, [2]))
    assert told == "1 1:1.5 3:-0\n-1\n2 1:0 2:2 5:0\n"  # the last says how wide rows are


def test_vw_text_is_as_the_format_says():
    X = np.array([[1.0, 0.5], [0, 1], [0, 0]])
    assert text_of(lambda s: VowpalWriter(s, "d"), chunk(X, [1, 2.5, True])) == "1 | 1 2:0.5\n2.5 | 2\n1 |\n"
    named = text_of(lambda s: VowpalWriter(s, "d", ["^a", "^b"], 2), chunk(X[1:], [0, 1]))
    assert named == "0 | a:0 b\n1 |\n"
    spaced = text_of(lambda s: VowpalWriter(s, "d", ["n^a", "^b"]), chunk(X[:1], [0]))
    assert spaced == "0 |n a | b:0.5\n"


@pytest.mark.parametrize("format", ["libsvm", "vw", "npz"])
@pytest.mark.parametrize("kind", ["dense", "sparse", "float32"])
def test_rows_in_many_chunks_are_read_as_they_were(tmp_path, format, kind):
    rng = np.random.default_rng(0)
    X = np.where(rng.random((50, 7)) < 0.5, rng.normal(size=(50, 7)), 0.0)
    X[:, 6] = 0  # the width is not forgotten
    if kind == "float32":
        X = X.astype(np.float32)
    else:
        X[3, :4] = EXTREMES[:4]
    y = rng.integers(-3, 3, 50)
    rows = csr_matrix(X) if kind == "sparse" else X
    path = tmp_path / f"d.{format}"
    makers = {"libsvm": lambda s: LibsvmWriter(s, "d"), "vw": lambda s: VowpalWriter(s, "d", None, 7), "npz": NpzWriter}
    with writing(target_of(path)) as stream:
        writer = makers[format](stream)
        for first in range(0, 50, 20):
            writer.write(chunk(rows[first : first + 20], y[first : first + 20]))
        writer.finish()
    table = read(path).table()
    found = table.X.toarray() if hasattr(table.X, "toarray") else table.X
    assert bits(found) == bits(X)
    assert table.y.tolist() == y.tolist()
    assert hasattr(table.X, "toarray") == (format != "npz" or kind == "sparse")


def test_numbers_keep_every_bit_in_libsvm_text():
    told = text_of(lambda s: LibsvmWriter(s, "d"), chunk(csr_matrix(np.array([EXTREMES])), [1]))
    values = [float(entry.partition(":")[2]) for entry in told.split()[1:]]
    assert bits(values) == bits([x for x in EXTREMES if x != 0])
    dense = text_of(lambda s: LibsvmWriter(s, "d"), chunk(np.array([EXTREMES]), [1]))
    assert "5:-0 " in dense
    assert "6:" not in dense


def test_sparse_npz_is_what_scipy_loads(tmp_path):
    X = csr_matrix(np.array([[0, 1.5], [2, 0]]))
    with writing(target_of(tmp_path / "d.npz")) as stream:
        writer = NpzWriter(stream, ["a", "b"])
        writer.write(chunk(X, ["x", "y"]))
        writer.finish()
    assert (load_npz(tmp_path / "d.npz") != X).nnz == 0
    with np.load(tmp_path / "d.npz") as arrays:
        assert arrays["y"].tolist() == ["x", "y"]
        assert arrays["features"].tolist() == ["a", "b"]


def test_what_is_not_finite_is_refused_with_its_place():
    X = np.ones((3, 2))
    X[2, 1] = np.nan
    for make in (lambda s: LibsvmWriter(s, "d.svm"), lambda s: VowpalWriter(s, "d.svm")):
        with pytest.raises(DataError, match="d.svm must hold finite numbers; got nan in row 4, column 2: replace it."):
            text_of(make, chunk(np.ones((1, 2)), [0]), chunk(X, [0, 1, 1]))


# Tables


def written(format, table, target="y"):
    stream = io.BytesIO()
    writer = table_writer(stream, f"d.{format}", format, table.schema, target)
    for batch in table.to_batches(max_chunksize=2):
        writer.write(batch)
    writer.finish()
    writer.close()
    return stream.getvalue()


ODD = pa.table(
    {
        "number": pa.array([0.1, None, -0.0, float("nan")]),
        "name": ['a,b;"c"', "", None, "µ\t|"],
        "truth": [True, False, None, True],
        "y": pa.array([1.0, 2.0, 0.5, -0.0]),
    }
)


def test_csv_is_quoted_where_it_must_be():
    assert written("csv", ODD).decode() == (
        'number,name,truth,y\n0.1,"a,b;""c""",1,1\n,"",0,2\n-0,,,0.5\nnan,µ\t|,1,-0\n'
    )
    assert written("tsv", ODD).decode().splitlines()[4] == 'nan\t"µ\t|"\t1\t-0'


def test_json_lines_have_every_key_and_show_the_type_of_labels():
    assert written("jsonl", ODD).decode() == (
        '{"number": 0.1, "name": "a,b;\\"c\\"", "truth": true, "y": 1.0}\n'
        '{"number": null, "name": "", "truth": false, "y": 2.0}\n'
        '{"number": -0.0, "name": null, "truth": null, "y": 0.5}\n'
        '{"number": null, "name": "µ\\t|", "truth": true, "y": -0.0}\n'
    )


def test_a_row_of_nothing_is_a_row():
    table = pa.table({"a": pa.array([None, "x"], pa.string()), "y": pa.array([None, "z"], pa.string())})
    assert written("tsv", table) == b'a\ty\n""\t\nx\tz\n'
    assert written("csv", table) == b"a,y\n,\nx,z\n"


@pytest.mark.parametrize("text", ["a\rb", "a\r\nb", "a\0b"])
def test_a_carriage_return_in_a_cell_is_refused(text):
    table = pa.table({"a": ["x", "y", text], "y": [1, 2, 3]})
    told = (
        "d.csv must have no carriage return and no NUL within a cell; column 'a', number 3, has 'a.*b': write Parquet"
    )
    with pytest.raises(DataError, match=told):
        written("csv", table)
    with pytest.raises(DataError, match="the names of columns, number 2, has"):
        written("csv", pa.table({"a": [1], f"y{text}": [1]}))
    assert written("jsonl", table).count(b"\n") == 3


def test_a_line_feed_in_a_cell_is_quoted():
    table = pa.table({"a\nb": ["x", "two\nlines", "\n"], "y": [1, 2, 3]})
    assert written("csv", table) == b'"a\nb",y\nx,1\n"two\nlines",2\n"\n",3\n'
    assert written("tsv", table) == b'"a\nb"\ty\nx\t1\n"two\nlines"\t2\n"\n"\t3\n'


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=30))
def test_every_double_is_written_so_that_it_is_read_again(numbers):
    table = pa.table({"a": numbers, "b": numbers, "y": [0] * len(numbers)})
    for format in ("csv", "jsonl", "parquet", "arrow"):
        found = pa.Table.from_batches(
            batch if isinstance(batch, pa.RecordBatch) else batch.to_arrow()
            for batch in batches(io.BytesIO(written(format, table)), f"d.{format}", format)
        )
        assert bits(found.column("a")) == struct.pack(f"={len(numbers)}d", *numbers)


def test_parquet_has_groups_of_many_rows(monkeypatch):
    from pyarrow import parquet

    from rosenblatt.files import writers

    monkeypatch.setattr(writers, "ROWS_A_GROUP", 4)
    table = pa.table({"a": list(range(9)), "y": list(range(9))})
    file = parquet.ParquetFile(io.BytesIO(written("parquet", table)))
    assert [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)] == [4, 4, 1]


def test_a_file_has_the_rights_of_any_writing(tmp_path):
    with writing(target_of(tmp_path / "d.csv")) as stream:
        stream.write(b"")
    (tmp_path / "other").touch()
    assert os.stat(tmp_path / "d.csv").st_mode == os.stat(tmp_path / "other").st_mode
