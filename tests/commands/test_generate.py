"""Generated sets are written with their truth."""

import json
import os

import pytest
from helpers.conversions import COLUMNS, FEATURES, table

from rosenblatt import OptionError, generate
from rosenblatt.commands.convert import write_generated


@pytest.mark.parametrize("format", [*COLUMNS, *FEATURES])
def test_generated_sets_are_written_with_their_truth(tmp_path, format):
    generated = generate(50, 3, margin=0.1, noise=0.1, drift=20, seed=5)
    done = write_generated(generated, tmp_path / f"d.{format}")
    assert (done.n_rows, done.n_features) == (50, 3)
    X, y, _ = table(tmp_path / f"d.{format}")
    assert X.tobytes() == generated.X.tobytes()
    assert y.tolist() == generated.y.tolist()
    truth = json.loads((tmp_path / f"d.{format}.truth.json").read_text())
    assert truth["w"] == generated.w.tolist()
    assert truth["w_end"] == generated.w_end.tolist()
    assert truth["flipped"] == generated.flipped.tolist()
    assert (truth["b"], truth["margin"], truth["radius"]) == (generated.b, generated.margin, generated.radius)
    assert done.lines()[-1] == ("truth", str(tmp_path / f"d.{format}.truth.json"))


def test_a_generated_set_overwrites_neither_file(tmp_path):
    generated = generate(5, 2)
    write_generated(generated, tmp_path / "d.csv")
    os.unlink(tmp_path / "d.csv")
    with pytest.raises(
        OptionError, match="TARGET must have no .truth.json beside it; .* is there: force=True writes over"
    ):
        write_generated(generated, tmp_path / "d.csv")
    assert [file.name for file in tmp_path.iterdir()] == ["d.csv.truth.json"]
    write_generated(generated, tmp_path / "d.csv", force=True)
    assert (tmp_path / "d.csv").read_text().startswith("x1,x2,label\n")
