"""Tables as text and as bytes, and the rows that are read of them."""

import io

import pyarrow as pa
from pyarrow import feather, parquet

from rosenblatt.files.encoding.values import PlainRows
from rosenblatt.files.formats.tables import batches


def text(content, format="csv", columns=None, **options):
    """The batches of a table that is written as text or bytes."""
    stream = io.BytesIO(content.encode() if isinstance(content, str) else content)
    return batches(stream, f"d.{format}", format, columns, **options)


def arrow(batch):
    """A batch as an Arrow record batch."""
    return batch.to_arrow() if isinstance(batch, PlainRows) else batch


def rows(table):
    """The rows of all batches, each as a dict."""
    return pa.Table.from_batches([arrow(batch) for batch in table]).to_pylist()


def binary(table, format, stream=False):
    """The bytes of an Arrow table in a binary format."""
    out = io.BytesIO()
    if format == "parquet":
        parquet.write_table(table, out)
    elif format == "feather":
        feather.write_feather(table, out)
    else:
        with (pa.ipc.new_stream if stream else pa.ipc.new_file)(out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


class Drops(io.RawIOBase):
    """A pipe: it gives a few bytes at a time, and cannot go back."""

    def __init__(self, content, size):
        self.content, self.size = io.BytesIO(content), size

    def readable(self):
        return True

    def read(self, size=-1):
        return self.content.read(self.size if size < 0 else min(size, self.size))


def every_binary(table):
    """The format and the bytes of an Arrow table in every binary format."""
    return [
        ("parquet", binary(table, "parquet")),
        ("feather", binary(table, "feather")),
        ("arrow", binary(table, "arrow")),
        ("arrow", binary(table, "arrow", stream=True)),
    ]
