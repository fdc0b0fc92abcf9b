"""Parts of files: read in order, they have the rows of the files, bit for bit; errors name the real lines."""

import csv
import gzip
import io
import json
import os
import pickle
import random

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from helpers.formats import written

from rosenblatt.data.blocks import widened
from rosenblatt.data.chunks import joined
from rosenblatt.errors import DataError, OptionError
from rosenblatt.files.feature_files import Known
from rosenblatt.files.formats import text_lines
from rosenblatt.files.parts import part_options, parts_of, with_real_lines
from rosenblatt.files.read_options import ReadOptions
from rosenblatt.files.readers import Reader, read
from rosenblatt.files.sources import sources_of

SIZES = (1, 7, 64, 1000, 10**6)
MARK = b"\xef\xbb\xbf"


def rows(readers):
    """Bytes of the rows of readers, one after another, with labels and IDs. Each reader has at least one row."""
    chunks, ids = [], {}
    for reader in readers:
        n_before = len(chunks)
        for chunk, columns in reader.chunks_and_ids():
            chunks.append(chunk)
            for name, values in columns.items():
                ids.setdefault(name, []).extend(values.to_pylist())
        assert len(chunks) > n_before
    width = max(chunk.block.n_features for chunk in chunks)  # sparse chunks are as wide as what has been seen
    block, labels = joined(
        [chunk._replace(block=widened(chunk.block, width)) if chunk.block.is_sparse else chunk for chunk in chunks]
    )
    kept = None if labels is None else (labels.dtype.kind, labels.tolist())
    return type(block.rows), block.n_features, [np.asarray(array).tobytes() for array in block.rows], kept, ids


def parts_and_readers(data, size, *, with_labels=True, encoding=None, **options):
    """Parts that went through pickle, and a reader of each, as a worker makes it."""
    reader = Reader(data, ReadOptions.of(options), encoding, with_labels=with_labels, given=options)
    parts = pickle.loads(pickle.dumps(parts_of(reader, size)))
    settings = {"encoding": reader.encoding, "with_labels": with_labels}
    return parts, [Reader(part, part_options(reader), **settings) for part in parts]


def n_parts(data, sizes=SIZES, **options):
    """Number of parts by their size; together they have the rows of the whole."""
    whole, counts = rows([Reader(data, ReadOptions.of(options), given=options)]), []
    for size in sizes:
        parts, readers = parts_and_readers(data, size, **options)
        assert rows(readers) == whole
        counts.append(len(parts))
    return counts


def test_every_format_has_the_rows_of_its_parts(tmp_path):
    cut = set()
    for name, options in written(tmp_path):
        counts = n_parts(tmp_path / name, **options)
        assert counts[-1] == 1
        cut |= {name} if counts[0] > 1 else set()
    assert cut == {"a.csv", "b.tsv", "c.txt", "d.parquet", "g.jsonl", "h.libsvm", "i.svm"}


def test_sparse_text(tmp_path):
    lines = [f"{k % 3 - 1} {k % 5 + 1}:{k / 7} 9:{k} # note {k}\r\n" for k in range(40)]
    lines[3:3] = lines[20:20] = ["\n", "  # a comment\n", "\r\n"] * 4
    (tmp_path / "d.libsvm").write_bytes(MARK + "".join(lines).removesuffix("\r\n").encode())
    assert n_parts(tmp_path / "d.libsvm")[0] == 40
    assert n_parts(tmp_path / "d.libsvm", scale="standard")[0] == 40
    vw = "".join(f"{k % 2} 'tag{k} |a f{k % 9}:{k} g |b h{k}\n" for k in range(40))
    (tmp_path / "d.vw").write_text(vw + "\n \n")
    assert n_parts(tmp_path / "d.vw", hash_bits=6)[0] == 40
    assert n_parts(tmp_path / "d.vw", hash_bits=6, scale="unit")[2] > 10


def test_json_lines_are_cut_where_the_first_rows_have_the_same_types(tmp_path):
    plain = [{"a": k / 3, "s": "pq"[k % 2], "l": [k, 0.5], "y": k % 3} for k in range(30)]
    (tmp_path / "d.jsonl").write_text("\n\n".join(map(json.dumps, plain)))
    assert n_parts(tmp_path / "d.jsonl")[0] == 30
    mixed = [{**row, **({"a": k} if k % 4 else {}), **({"y": 1.5} if k == 29 else {})} for k, row in enumerate(plain)]
    (tmp_path / "d.jsonl").write_text("\n".join(map(json.dumps, mixed)))
    assert n_parts(tmp_path / "d.jsonl", categorical="a")[0] == 1  # a label of the last row makes all fractions
    odd = [{key: value for key, value in row.items() if key != "s" or k % 10 == 0} for k, row in enumerate(plain)]
    (tmp_path / "d.jsonl").write_text("\r\n".join(map(json.dumps, odd)))
    assert n_parts(tmp_path / "d.jsonl", missing="mean")[0] == 3  # no part is without a key


def test_row_groups(tmp_path):
    names = pa.array(["a", "b", "c"] * 20).dictionary_encode()
    table = pa.table({"x": np.arange(60) / 7, "s": names, "id": np.arange(60), "class": np.arange(60) % 2})
    with pa.parquet.ParquetWriter(tmp_path / "d.parquet", table.schema) as file:
        for first, last in ((0, 7), (7, 7), (7, 8), (8, 40), (40, 60), (60, 60)):
            file.write_table(table.slice(first, last - first))
    assert n_parts(tmp_path / "d.parquet", id="id")[0] == 4
    parts = parts_of(read(tmp_path / "d.parquet"), 1)
    assert sum(part.size for part in parts) < (tmp_path / "d.parquet").stat().st_size
    assert [(part.first, part.last) for part in parts] == [(0, 1), (1, 3), (3, 4), (4, 6)]


def random_table(rng):
    """Delimited text with quoted line ends, blank lines, decimal commas and categories; and options for it."""
    end, delimiter = rng.choice(["\n", "\r\n"]), rng.choice([",", ";", "\t"])
    comma = delimiter != "," and rng.random() < 0.5
    words = ["red", "grün", "1,234", "a b", f"x{delimiter}y", f"two{end}lines", f'"{end}{end}', 'say "hi"', "it's"]
    quote = rng.choice(['"', "'"])
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, quotechar=quote, lineterminator=end)
    head = rng.random() < 0.6
    if head:
        writer.writerow([f"name{end}of two lines" if rng.random() < 0.3 else "n", "m", "word", "class"])
    for _ in range(rng.randint(5, 40)):
        numbers = [f"{rng.gauss(0, 1):.3f}", rng.choice(["7", "1.500", "0.001", "1e3"])]
        writer.writerow([*(n.replace(".", ",") if comma else n for n in numbers), rng.choice(words), rng.choice("pqr")])
        while rng.random() < 0.15:
            text.write(rng.choice(["", " ", "\t"]) + end)
    options = {"quote": quote, "header": head} | rng.choice([{}, {"id": 3}, {"scale": "standard"}, {"hash_bits": 5}])
    content = text.getvalue()
    content = content if rng.random() < 0.6 else content.rstrip()
    return (MARK if rng.random() < 0.3 else b"") + content.encode(), options


@pytest.mark.parametrize("seed", range(30))
def test_delimited_text_is_cut_at_the_ends_of_rows(tmp_path, seed):
    content, options = random_table(random.Random(seed))
    (tmp_path / "d.csv").write_bytes(content)
    n_parts(tmp_path / "d.csv", (1, 7, 100), **options)


def test_each_line_of_plain_text_can_be_a_part(tmp_path):
    lines = [f"{k * k % 17},{k * k % 9},{'ab'[k % 2]}" for k in range(30)]
    for content in ("\n".join(lines), "\r\n".join(["x,y,class", *lines, ""]), "\n" * 9 + "\n\n \n".join(lines)):
        for mark in (b"", MARK):
            (tmp_path / "d.csv").write_bytes(mark + content.encode())
            first, _, some, *_, last = n_parts(tmp_path / "d.csv")
            assert (first, last) == (30, 1)
            assert 2 < some <= len(content) // 64 + 1
    parts = parts_of(read(tmp_path / "d.csv"), 20)
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert [0, *(part.last for part in parts)] == [*(part.first for part in parts), len(MARK + content.encode())]


def test_a_quote_inside_a_cell_opens_nothing(tmp_path):
    lines = ['5" disk,1,a', '3" disk,2,b', ' "a, b" ,3,a', "plain,4,b"] * 5
    (tmp_path / "d.csv").write_text("\n".join(lines))
    assert n_parts(tmp_path / "d.csv", header=False)[0] == 20
    (tmp_path / "d.csv").write_text("\n".join(['"x,1,a', 'y",2,b'] * 10))
    assert n_parts(tmp_path / "d.csv", header=False, quote=None)[0] == 20


def test_quotes_over_several_blocks(tmp_path, monkeypatch):
    cells = ["line\n" * (1 + k % 9) for k in range(50)]
    (tmp_path / "d.csv").write_text("".join(f'"{cell}",{k % 7},{"ab"[k % 2]}\n' for k, cell in enumerate(cells)))
    monkeypatch.setattr("rosenblatt.files.parts.BLOCK", 16)
    assert n_parts(tmp_path / "d.csv", (1, 100), header=False)[0] == 50


def test_files_that_are_one_part(tmp_path):
    lines = "".join(f'{k},"w{k % 2}",{"ab"[k % 2]}\n' for k in range(20)).encode()
    for name, content in {
        "a.csv": lines.replace(b"\n", b"\r"),
        "b.csv": lines.replace(b"\n", b"\r", 1),
        "c.csv.gz": gzip.compress(lines),
        "d.csv": gzip.compress(lines),
        "e.csv": lines.decode().encode("utf-16"),
    }.items():
        (tmp_path / name).write_bytes(content)
        assert n_parts(tmp_path / name, (1, 50), **({"charset": "utf-16"} if name == "e.csv" else {})) == [1, 1]
    (part,) = parts_of(read("sample:iris"), 1)
    assert rows([Reader(part, part_options(read("sample:iris")))]) == rows([read("sample:iris")])
    assert parts_of(Reader(part, part_options(read("sample:iris"))), 5) == [part]


def test_decimal_commas_are_those_of_the_file(tmp_path):
    """1,234 alone could be a number of thousands; a category with a comma stays as it is."""
    lines = [f"{k % 2},5;1,234;{'0,5' if k % 3 else 'b'};{'ab'[k % 2]}" for k in range(20)]
    lines[10:10] = ["2;3,25;b;a"]
    (tmp_path / "d.csv").write_text("x;y;word;class\n" + "\n".join(lines))
    counts = n_parts(tmp_path / "d.csv")
    assert counts[0] == 1
    (tmp_path / "d.csv").write_text("x;y;word;class\n" + "\n".join(line.replace("1,234", "0,25") for line in lines))
    assert n_parts(tmp_path / "d.csv")[0] == 20  # the row without a comma is joined with the one before it


def test_a_mark_in_the_middle_begins_no_part(tmp_path):
    (tmp_path / "d.csv").write_bytes(b"red,1,a\nblue,2,b\n" + MARK + b"red,3,a\nblue,4,b\n")
    assert n_parts(tmp_path / "d.csv", header=False)[0] == 3


def test_folders_of_files(tmp_path):
    for k in range(3):
        text = "".join(f"{row + k},{'uvw'[row % 3]},{'ab'[row % 2]}\n" for row in range(10))
        (tmp_path / f"{k}.csv").write_text("\nx,word,class\n" + text)
    assert n_parts(tmp_path)[0] == 30
    assert n_parts(str(tmp_path / "[12].csv"))[0] == 20
    assert {part.count for part in parts_of(read(tmp_path), 1000)} == {1}
    (tmp_path / "2.csv").write_text("1;u;a\n2;v;b\n")  # another delimiter, no header: each file is guessed for itself
    assert n_parts(tmp_path)[0] == 3
    options = part_options(read(tmp_path))
    assert (options.format, options.header, options.delimiter) == ("csv", None, None)


def test_files_behind_a_uri_are_one_part_each(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("x,class\n" + "1,a\n2,b\n" * 5)
    assert n_parts(f"file://{tmp_path}")[0] == 2
    assert n_parts([f"file://{tmp_path}/b.csv", str(tmp_path / "a.csv")], (1, 1000)) == [11, 2]
    parts = parts_of(read(f"file://{tmp_path}"), 1)
    (tmp_path / "b.csv").unlink()
    with pytest.raises(DataError, match=r"b\.csv must have 48 bytes on every machine.*; it has 0: copy it again\.$"):
        sources_of(parts[1])


def test_tables_are_cut_without_a_survey(tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.files.table_files.TableFiles.survey", None)
    (tmp_path / "d.csv").write_text("x,word,class\n" + "1,u,a\n2,v,b\n" * 5)
    (tmp_path / "d.jsonl").write_text('{"x": 1, "y": "a"}\n{"x": 2, "y": "b"}\n' * 5)
    for name in ("d.csv", "d.jsonl"):
        reader = read(tmp_path / name)
        assert (len(parts_of(reader, 1)), part_options(reader).format) == (10, name[2:])


def test_options_and_labels(tmp_path):
    path = tmp_path / "d.txt"
    path.write_text("".join(f"{k % 9}\t{k % 7}.5\t{'?' if k == 3 else k % 2}\n" for k in range(20)))
    assert n_parts(path, missing_label="drop", missing="mean")[0] == 19  # the row without a label is not alone
    path.write_text("".join(f"{k % 9}\t{k % 7}.5\t{k % 2}\n" for k in range(20)))
    options = part_options(read(path))
    assert (options.format, options.header, options.delimiter) == ("tsv", False, None)
    encoding = read(path).encoding
    for labels in (True, False):
        _, readers = parts_and_readers(path, 20, with_labels=labels, encoding=encoding)
        assert rows(readers) == rows([Reader(path, ReadOptions(), encoding, with_labels=labels)])
    assert len({reader.key for reader in readers}) == len(readers)
    assert sum(reader.size for reader in readers) == path.stat().st_size


WRONG = {  # formats, with a row that is right and one that is wrong
    ("d.csv", "x,word,class\n"): ("{k},w,{y}", "nan,w,1", "abc,w,1", "1,w", "1,w,"),
    ("d.tsv", '"two\nlines"\tword\tclass\n'): ('{k}\t"w\n"\t{y}', "nan\tw\t1", "x\tw\t1", "1\tw"),
    ("e.csv", ""): ("{k},{k}.5,{y}", "nan,1,1", "1,2", "1,\xff,1"),
    ("d.jsonl", ""): ('{{"a": {k}, "b": "w", "y": {y}}}', '{"a": "x", "b": "w", "y": 1}', "[", '{"a": 1, "y": 1}'),
    ("d.libsvm", "# comment\n"): ("{y} 1:{k}", "1 1:nan", "x 1:1", "1 2:1 1:1"),
    ("d.vw", "\n"): ("{y} |a f:{k}", "1 |a f:nan", "1 a"),
}


def first_error(parts, readers):
    """The first part that cannot be read, and the error."""
    for part, reader in zip(parts, readers, strict=True):
        try:
            rows([reader])
        except DataError as error:
            return part, error
    return None


@pytest.fixture
def _few_first_rows(monkeypatch):
    """Tables look at few first rows, and their parts begin after these."""
    for function in (text_lines.unchecked_lines_of, text_lines.lines_of):
        monkeypatch.setattr(function, "__defaults__", (32,))
    for format in ("csv", "jsonl"):
        monkeypatch.setattr(f"rosenblatt.files.formats.{format}.SAMPLE", 3)
    monkeypatch.setattr("rosenblatt.files.formats.csv.LOOKED_AT", 3)


@pytest.mark.usefixtures("_few_first_rows")
@pytest.mark.parametrize(("name", "head"), WRONG)
def test_errors_of_parts_name_the_lines_of_the_file(tmp_path, name, head):
    path, (row, *wrong) = tmp_path / name, WRONG[name, head]
    options = {"hash_bits": 5} if name == "d.vw" else {}
    lines = [row.format(k=k * k % 17, y=k % 2) for k in range(90)]
    path.write_text(head + "\n\n".join(lines))
    encoding = read(path, **options).encoding
    for bad in wrong:
        lines[60] = bad
        path.write_text(head + "\n\n".join(lines), encoding="latin-1")
        with pytest.raises(DataError) as whole:
            rows([Reader(path, ReadOptions.of(options), encoding)])
        parts, readers = parts_and_readers(path, 80, encoding=encoding, **options)
        assert len(parts) > 3
        part, error = first_error(parts, readers)
        assert part.number > 2
        assert f"part {part.number} of {len(parts)}, bytes {part.first} to {part.last}):" in str(error)
        assert str(with_real_lines(pickle.loads(pickle.dumps(error)), part)) == str(whole.value)


def test_errors_of_row_groups_name_the_rows_of_the_file(tmp_path):
    x = np.arange(60.0) % 7
    pa.parquet.write_table(pa.table({"x": x, "class": x % 2}), tmp_path / "d.parquet", row_group_size=7)
    encoding = read(tmp_path / "d.parquet").encoding
    x[44] = np.nan
    pa.parquet.write_table(pa.table({"x": x, "class": x % 2}), tmp_path / "d.parquet", row_group_size=7)
    parts, readers = parts_and_readers(tmp_path / "d.parquet", 1, encoding=encoding)
    with pytest.raises(DataError, match=r"d\.parquet \(part 7 of 9, row groups 6 to 7\) row 3 column 'x'") as caught:
        rows([readers[6]])
    assert f"{tmp_path}/d.parquet row 45 column 'x'" in str(with_real_lines(caught.value, parts[6]))
    os.remove(tmp_path / "d.parquet")
    assert with_real_lines(caught.value, parts[6]) is caught.value
    assert "(part" not in str(with_real_lines(DataError(f"{parts[6]} must be right."), parts[6]))


@pytest.mark.usefixtures("_few_first_rows")
def test_a_wrong_row_makes_no_wrong_part(tmp_path):
    """A part may begin with a row that is too short, or with words; it must not be read as another table."""
    for row in ("1,2", "u,v,w", "1,2,a,4", '1,2,"a', '1,2,"a\nb"c'):
        (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 10)
        encoding = read(tmp_path / "d.csv").encoding
        (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 5 + row + "\n" + "1,2,a\n3,4,b\n" * 5)
        for labels in (True, False):
            with pytest.raises(DataError, match=r"d\.csv:11 ") as whole:
                rows([Reader(tmp_path / "d.csv", ReadOptions(), encoding, with_labels=labels)])
            parts, readers = parts_and_readers(tmp_path / "d.csv", 1, with_labels=labels, encoding=encoding)
            part, error = first_error(parts, readers)
            assert str(with_real_lines(error, part)) == str(whole.value)


def test_refusals(tmp_path, monkeypatch):
    (tmp_path / "d.vw").write_text("1 |a x\n0 |a y\n")
    with pytest.raises(OptionError, match=r"^hash_bits must be given for vw on a cluster.*got None for .*d\.vw"):
        parts_of(read(tmp_path / "d.vw"), 100)
    known = Known("vw", None, {"a^y": 0, "a^x": 1}, 2)  # of a model that is to predict
    reader = Reader(tmp_path / "d.vw", ReadOptions(), known=known)
    parts = [Reader(part, part_options(reader), known=known) for part in parts_of(reader, 1)]
    assert (len(parts), rows(parts)) == (2, rows([reader]))
    with pytest.raises(OptionError, match=r"^hash_bits must be given for vw"):
        parts_of(Reader(tmp_path / "d.vw", ReadOptions(), known=known._replace(grows=True)), 1)
    for size in (0, -1, 1.5):
        with pytest.raises(OptionError, match=rf"^part_bytes must be a whole number, at least 1; got {size}\.$"):
            parts_of(read("sample:iris"), size)
    os.mkfifo(tmp_path / "pipe")
    for name in ("-", tmp_path / "pipe"):
        with pytest.raises(DataError, match=r"must be a file .* can be read only once: save it as a file first\.$"):
            parts_of(read(name), 100)
    (tmp_path / "e.csv").write_text("x,class\n")
    with pytest.raises(DataError, match=r"e\.csv must have"):
        parts_of(read(tmp_path / "e.csv"), 1)
    (tmp_path / "e.libsvm").write_text("\n# nothing\n")
    (part,) = parts_of(read(tmp_path / "e.libsvm"), 1)
    with pytest.raises(DataError, match=r"e\.libsvm must have at least one row"):
        rows([Reader(part, ReadOptions(format="libsvm"))])


def test_a_file_that_has_changed_is_refused(tmp_path):
    (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 10)
    for size in (1, 1000):
        part = parts_of(read(tmp_path / "d.csv"), size)[-1]
        (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 11)
        with pytest.raises(DataError, match=r"d\.csv must have 120 bytes on every machine.*; it has 132: copy it"):
            sources_of(part)
        (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 10)


def test_a_part_can_be_read_from_another_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.csv").write_text("1,2,a\n3,4,b\n" * 10)
    parts, readers = parts_and_readers("d.csv", 1)
    monkeypatch.chdir("/")
    assert str(parts[1]) == os.fspath(parts[1]) == "d.csv (part 2 of 20, bytes 6 to 12)"
    assert [part.name for part in parts] == ["d.csv"] * 20
    assert len(rows(readers)[3][1]) == 20
