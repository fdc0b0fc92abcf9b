"""The same rows in files of every format."""

import json
import struct

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file

X = np.array([[1.0, 2.5, 0.0], [3.0, -0.25, 1e-3], [0.0, 0.0, 7.0], [1e10, 1.0, 2.0]])
Y = np.array([1, 0, 1, 0])


def written(folder):
    """The rows in a file of each format: its path, and what must be said to read it."""
    columns = pa.table({**{f"x{k + 1}": X[:, k] for k in range(3)}, "class": Y})
    lines = [[*map(repr, row), str(label)] for row, label in zip(X.tolist(), Y.tolist(), strict=True)]
    for name, delimiter, head in (("a.csv", ",", True), ("b.tsv", "\t", False), ("c.txt", ";", True)):
        header = [["x1", "x2", "x3", "class"]] if head else []
        (folder / name).write_text("\n".join(delimiter.join(line) for line in [*header, *lines]) + "\n")
        yield name, {}
    pa.parquet.write_table(columns, folder / "d.parquet", row_group_size=3)
    pa.feather.write_feather(columns, folder / "e.feather")
    with pa.ipc.new_stream(folder / "f.arrow", columns.schema) as stream:
        stream.write_table(columns)
    records = [json.dumps(record) for record in columns.to_pylist()]
    (folder / "g.jsonl").write_text("\n".join(records) + "\n")
    dump_svmlight_file(X, Y, str(folder / "h.libsvm"), zero_based=False)
    dump_svmlight_file(X, Y, str(folder / "i.svm"), zero_based=True)
    np.savez(folder / "j.npz", X=X, y=Y)
    np.save(folder / "k.npy", X)
    np.save(folder / "k_labels.npy", Y)
    np.save(folder / "l.npy", np.asfortranarray(X))
    (folder / "l_labels.txt").write_text("1\n0\n1\n0\n")
    sp.save_npz(folder / "m.npz", sp.csr_matrix(X))
    (folder / "n").write_bytes(struct.pack(">BBBBII", 0, 0, 14, 2, 4, 3) + X.astype(">f8").tobytes())
    (folder / "n_labels").write_bytes(struct.pack(">BBBBI", 0, 0, 8, 1, 4) + Y.astype(np.uint8).tobytes())
    for name in ("d.parquet", "e.feather", "f.arrow", "g.jsonl", "h.libsvm", "j.npz"):
        yield name, {}
    yield "i.svm", {"zero_based": True}
    for name, labels in (("k.npy", "k_labels.npy"), ("l.npy", "l_labels.txt"), ("m.npz", "k_labels.npy")):
        yield name, {"labels": str(folder / labels)}
    yield "n", {"labels": str(folder / "n_labels")}
