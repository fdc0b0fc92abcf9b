"""Encodings of real tables. They are not part of the package: without them these tests are left out."""

import pytest
from helpers.paths import DATA, needs_data

from rosenblatt.errors import DataError
from rosenblatt.files.encoding.schema import Columns
from rosenblatt.files.encoding.survey import encoding_of
from rosenblatt.files.formats.tables import batches


def real(path, columns, **options):
    table = batches(DATA / path, path, "csv", columns, **options)
    encoding = encoding_of(table, table.schema, table.missing)
    again = batches(DATA / path, path, "csv", Columns(missing=columns.missing), known=encoding.schema, **options)
    return encoding, sum(encoding.chunk(batch).n_rows for batch in again)


@needs_data
def test_adult():
    encoding, n_rows = real("uci/adult-train.csv", Columns())
    assert (n_rows, encoding.n_features, encoding.labels) == (32561, 108, ["<=50K", ">50K"])
    assert "x2=Private" in encoding.feature_names()
    complete = batches(DATA / "uci/adult-train.csv", "adult", "csv", Columns(missing="drop"))
    assert sum(batch.num_rows for batch in complete) == 30162


@needs_data
def test_mushrooms():
    encoding, n_rows = real("uci/agaricus-lepiota.data", Columns(target=1))
    assert (n_rows, encoding.n_features, encoding.labels) == (8124, 117, ["e", "p"])


@needs_data
def test_messages_with_unbalanced_quotes():
    columns = Columns(target=1, text=(2,))
    table = batches(DATA / "text/SMSSpamCollection", "sms", "csv", columns, quote=None)
    assert sum(batch.num_rows for batch in table) == 5574
    with pytest.raises(DataError, match=r"^sms:\d+ must close the quote that it opens; .*: quote=None"):
        list(batches(DATA / "text/SMSSpamCollection", "sms", "csv", columns))
