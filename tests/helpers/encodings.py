"""Tables as text, and the encodings that are learned of them."""

import io

from rosenblatt.data.blocks import dense_slice
from rosenblatt.data.chunks import joined
from rosenblatt.files.encoding.schema import Columns
from rosenblatt.files.encoding.survey import encoding_of
from rosenblatt.files.formats.tables import batches


def read(content, columns=None, format="csv", **options):
    """The batches of a table that is written as text."""
    return batches(io.BytesIO(content.encode()), "d.csv", format, columns, **options)


def learned(content, columns=None, format="csv", *, header=None, **options):
    """The encoding of a table."""
    table = read(content, columns, format, header=header)
    return encoding_of(table, table.schema, table.missing, **options)


def encoded(encoding, content, format="csv", labels=True, **options):
    """The rows of a table, encoded."""
    table = read(content, Columns(missing=encoding.missing), format, known=encoding.schema, labels=labels, **options)
    return joined([encoding.chunk(batch) for batch in table])


def dense(chunk):
    """The features of a chunk as an array."""
    return dense_slice(chunk.block, 0, chunk.block.n_rows)


def both(content, columns=None, format="csv", **options):
    """The encoding of a table, and its rows encoded."""
    encoding = learned(content, columns, format, **options)
    return encoding, encoded(encoding, content, format)


TABLE = "age,city,class\n10,Bonn,yes\n20,Rome,no\n30,Bonn,no\n"
