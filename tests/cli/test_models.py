"""The verbs that take model files, as a user types them."""

import json
import subprocess
import sys

import numpy as np
import pytest
from helpers.cli import run

import rosenblatt

ROWS = "size,colour,class\n" + "1,red,yes\n3,blue,no\n2,red,no\n4,blue,no\n1,blue,yes\n" * 4


@pytest.fixture
def model(tmp_path):
    (tmp_path / "d.csv").write_text(ROWS)
    rosenblatt.train(tmp_path / "d.csv", model=tmp_path / "m.perceptron", algorithm="averaged")
    return str(tmp_path / "m.perceptron")


def test_train_writes_a_model_and_says_what_to_do_with_it(capsys, monkeypatch, tmp_path):
    (tmp_path / "d.csv").write_text(ROWS)
    path = str(tmp_path / "m.perceptron")
    code, out, _ = run(capsys, monkeypatch, "train", str(tmp_path / "d.csv"), "--model", path, "--validation", "0.2")
    assert code == 0
    assert f"The model is in {path}." in out
    assert f"Next: rosenblatt evaluate {path} TEST, and rosenblatt predict {path} NEW" in out
    for said in ("training accuracy", "validation accuracy", "(majority 0.", "heaviest features", "colour=red"):
        assert said in " ".join(out.split())
    assert "rows were predicted wrong before they were learned (" in " ".join(out.split())
    places = [out.index(said) for said in ("validation accuracy", "first pass", "training accuracy")]
    assert places == sorted(places)  # rows that were held out come first
    assert sorted(p.name for p in tmp_path.iterdir()) == ["d.csv", "m.perceptron"]
    assert rosenblatt.load(path).origin["command"][:2] == ["rosenblatt", "train"]


def test_a_voted_model_is_said_to_hold_rows(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "m")
    _, out, _ = run(capsys, monkeypatch, "train", "sample:iris", "--algorithm", "voted", "--model", path)
    assert "this file holds training rows" in out
    _, out, _ = run(capsys, monkeypatch, "inspect", path)
    assert "this file holds training rows" in " ".join(out.split())


def test_predict(capsys, monkeypatch, model, tmp_path):
    new = tmp_path / "new.csv"
    new.write_text("colour,size,extra\nred,1,x\nblue,4,x\n")
    code, out, err = run(capsys, monkeypatch, "predict", model, str(new))
    assert (code, out) == (0, "yes\nno\n")
    assert err == "not used: 1 column that training has not seen: extra.\n"
    code, out, _ = run(capsys, monkeypatch, "predict", model, str(new), "--scores")
    label, score = out.splitlines()[0].split("\t")
    assert (label, float(score) > 0) == ("yes", True)
    _, out, _ = run(capsys, monkeypatch, "predict", model, str(new), "--top", "2", "--json")
    assert [label for label, _ in json.loads(out.splitlines()[1])["top"]] == ["no", "yes"]
    _, out, _ = run(capsys, monkeypatch, "predict", model, str(new), "--threshold", "1e9")
    assert out == "no\nno\n"
    code, out, _ = run(capsys, monkeypatch, "predict", model, str(new), "-o", str(tmp_path / "labels.txt"))
    assert (code, out, (tmp_path / "labels.txt").read_text()) == (0, "", "yes\nno\n")


def test_unseen_categories_are_told(capsys, monkeypatch, model, tmp_path):
    told = "2 rows have values of 'colour' that training has not seen, the first 'teal'"
    (tmp_path / "new.csv").write_text("size,colour,class\n1,red,yes\n4,teal,no\n4,pink,no\n")
    _, out, err = run(capsys, monkeypatch, "predict", model, str(tmp_path / "new.csv"))
    assert (out, err) == ("yes\nno\nno\n", f"unseen: {told}.\n")
    _, out, _ = run(capsys, monkeypatch, "evaluate", model, str(tmp_path / "new.csv"))
    assert f"unseen {told}" in " ".join(out.split())
    _, out, _ = run(capsys, monkeypatch, "train", str(tmp_path / "d.csv"), "--validation", str(tmp_path / "new.csv"))
    assert "validation accuracy 1.0000" in " ".join(out.split())  # told even where every row is right
    assert f"unseen {told}" in " ".join(out[: out.index("first pass")].split())


def test_predict_with_ids_and_many_classes(capsys, monkeypatch, tmp_path):
    path, model = tmp_path / "d.csv", str(tmp_path / "m")
    path.write_text("name,size,class\n" + "".join(f"n{k},{k % 3},{'abc'[k % 3]}\n" for k in range(30)))
    assert run(capsys, monkeypatch, "train", str(path), "--id", "name", "--model", model)[0] == 0
    code, out, _ = run(capsys, monkeypatch, "predict", model, str(path), "--scores")
    assert code == 0
    assert out.splitlines()[4].startswith("n4\tb\t")
    code, _, err = run(capsys, monkeypatch, "predict", model, str(path), "--threshold", "0")
    assert (code, err) == (2, "rosenblatt: --threshold is for two classes; the model has 3.\n")


def test_predict_leaves_no_part_of_a_file(capsys, monkeypatch, model, tmp_path):
    new = tmp_path / "new.csv"
    new.write_text("colour,size\nred,1\nblue,x\n")
    code, _, err = run(capsys, monkeypatch, "predict", model, str(new), "-o", str(tmp_path / "labels.txt"))
    assert (code, err.count("\n")) == (1, 1)
    assert "new.csv:3" in err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["d.csv", "m.perceptron", "new.csv"]


def test_evaluate_and_inspect(capsys, monkeypatch, model, tmp_path):
    test = tmp_path / "test.csv"
    test.write_text(ROWS.replace("yes", "YES."))
    code, out, _ = run(capsys, monkeypatch, "evaluate", model, str(test))
    assert code == 0
    assert "'YES.' is taken for 'yes'" in " ".join(out.split())
    code, out, _ = run(capsys, monkeypatch, "evaluate", model, str(test), "--json")
    assert json.loads(out)["n_rows"] == 20
    code, out, _ = run(capsys, monkeypatch, "inspect", model)
    assert code == 0
    for said in ("Averaged", "no, yes", "colour (category)", "SHA-256", "trained on"):
        assert said in " ".join(out.split())
    code, out, _ = run(capsys, monkeypatch, "inspect", model, "--json")
    assert json.loads(out)["algorithm"] == "Averaged"


def test_reproduce(capsys, monkeypatch, model, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "reproduce", model)
    assert (code, "the same, bit for bit" in out) == (0, True)
    other = tmp_path / "other.csv"
    other.write_text(ROWS + "9,red,yes\n9,red,no\n")
    code, out, _ = run(capsys, monkeypatch, "reproduce", model, str(other))
    assert code == 1
    assert "different: " in out
    assert "different from the training data" in out
    code, _, err = run(capsys, monkeypatch, "reproduce", model, str(tmp_path / "gone.csv"))
    assert (code, err.startswith("rosenblatt: DATA must be a file")) == (1, True)


def test_the_nightly_job(capsys, monkeypatch, model, tmp_path):
    new = tmp_path / "tonight.csv"
    new.write_text("size,colour,class\n" + "5,green,maybe\n1,red,yes\n2,red,no\n" * 5)
    later = str(tmp_path / "later.perceptron")
    code, out, _ = run(capsys, monkeypatch, "train", str(new), "--from", model, "--model", later, "--epochs", "20")
    assert code == 0
    assert "maybe, no, yes" in out
    loaded = rosenblatt.load(later)
    assert loaded.classes_.tolist() == ["maybe", "no", "yes"]
    assert "colour=green" in loaded.feature_names_
    code, out, _ = run(capsys, monkeypatch, "reproduce", later)
    assert (code, "the same, bit for bit" in out) == (0, True)
    code, _, err = run(capsys, monkeypatch, "train", str(new), "--from", model, "--algorithm", "voted")
    assert (code, "algorithm must be left out where training goes on from a model" in err) == (2, True)
    code, _, err = run(capsys, monkeypatch, "train", str(new), "--from", model, "--order", "given")
    assert (code, "order must be left out where training goes on from a model" in err) == (2, True)


def test_reproduce_knows_what_nobody_typed(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "m")
    (tmp_path / "xor.csv").write_text("a,b,y\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n")
    run(capsys, monkeypatch, "train", str(tmp_path / "xor.csv"), "--certify-when-stalled", "--model", path)
    assert rosenblatt.load(path).report_.reason == "not_separable"
    assert run(capsys, monkeypatch, "reproduce", path)[0] == 0
    np.save(tmp_path / "X.npy", np.eye(3))
    np.save(tmp_path / "y.npy", [0, 1, 1])
    labels = str(tmp_path / "y.npy")
    run(capsys, monkeypatch, "train", str(tmp_path / "X.npy"), "--labels", labels, "--model", path)
    assert len(rosenblatt.load(path).origin["inputs"]) == 2
    np.save(tmp_path / "y.npy", [1, 1, 0])
    code, out, _ = run(capsys, monkeypatch, "reproduce", path)
    assert (code, "different from the training data" in out) == (1, True)


def test_a_model_file_can_ask_for_nothing_but_training(capsys, monkeypatch, model, tmp_path):
    evil = rosenblatt.load(model)
    evil.origin["call"]["cache"] = str(tmp_path / "cache")
    rosenblatt.save(tmp_path / "evil", evil)
    code, _, err = run(capsys, monkeypatch, "reproduce", str(tmp_path / "evil"))
    assert (code, err) == (
        1,
        "rosenblatt: The model must tell of arguments of train; it tells of 'cache', which is none.\n",
    )
    assert not (tmp_path / "cache").exists()


def test_the_model_is_there_whatever_comes_after_training(capsys, monkeypatch, tmp_path):
    (tmp_path / "d.csv").write_text(ROWS)
    (tmp_path / "bad.csv").write_text("size,colour,class\nx,red,yes\n")
    names = [str(tmp_path / name) for name in ("d.csv", "bad.csv", "m")]
    code, _, err = run(capsys, monkeypatch, "train", names[0], "--validation", names[1], "--model", names[2])
    assert (code, "bad.csv:2" in err) == (1, True)
    assert rosenblatt.load(names[2]).predict_file(names[0]).shape == (20,)
    code, _, err = run(capsys, monkeypatch, "train", names[0], "--validation", "gone.csv", "--model", names[2])
    assert (code, "--validation must be a fraction, or" in err) == (1, True)


def test_output_is_never_an_input(capsys, monkeypatch, model, tmp_path):
    data = str(tmp_path / "d.csv")
    for output in (data, model):
        code, _, err = run(capsys, monkeypatch, "predict", model, data, "-o", output)
        assert (code, "--output must be another file than what is read" in err) == (2, True)
    assert (tmp_path / "d.csv").read_text() == ROWS
    code, out, _ = run(capsys, monkeypatch, "predict", model, data, "-o", "-")
    assert (code, len(out.splitlines())) == (0, 20)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["predict", "{gone}", "{data}"], 1, "gone cannot be read: No such file or directory."),
        (["predict", "{data}", "{data}"], 1, "d.csv must begin with 'rosenblatt model 1'"),
        (["evaluate", "{model}", "{gone}"], 1, "DATA must be a file"),
        (["export", "{model}", "excel"], 2, "'excel' is not one of"),
        (["train", "{data}", "--model", "{data}"], 1, "--model must be a file of its own; "),
        (["train", "{data}", "--model", "{gone}/m"], 1, "--model must be in a folder that is there; "),
        (["train", "{data}", "--validation", "2"], 2, "validation fraction must be a number between 0 and 1; got 2.0."),
        (["train", "{data}", "--class-weight", "yes"], 2, "--class-weight must be balanced, or CLASS=FACTOR; got"),
        (["train", "{data}", "--class-weight", "maybe=2"], 2, "--class-weight must name classes of the data; got"),
        (["train", "{data}", "--from", "{gone}"], 1, "gone cannot be read"),
        (["train", "{data}", "--from", "{model}", "--class-weight", "balanced"], 2, "--class-weight must be left out"),
        (["train", "{data}", "--resume"], 2, "resume must have a checkpoint to go on from"),
        (["predict", "{model}", "{data}", "--top", "2", "--threshold", "1"], 2, "--threshold must be a number"),
    ],
)  # fmt: skip
def test_what_goes_wrong(capsys, monkeypatch, model, tmp_path, arguments, code, message):
    names = {"gone": tmp_path / "gone", "data": tmp_path / "d.csv", "model": model}
    before = sorted(p.name for p in tmp_path.iterdir())
    found, _, err = run(capsys, monkeypatch, *(argument.format(**names) for argument in arguments))
    assert found == code
    assert message in err
    assert "Traceback" not in err
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_class_weights_are_by_the_labels_as_they_are_read(capsys, monkeypatch, tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("a,y\n" + "1,0\n2,1\n1,1\n" * 5)
    for weight in ("1=5", "0=5"):
        code, out, _ = run(capsys, monkeypatch, "train", str(path), "--class-weight", weight, "--json")
        assert code == 0
        assert json.loads(out)["training"]["n_rows"] == 15
    (tmp_path / "d.svm").write_text("1 1:1\n-1 1:2\n")
    assert run(capsys, monkeypatch, "train", str(tmp_path / "d.svm"), "--class-weight=-1=2")[0] == 0


def test_export_of_a_model_file(capsys, monkeypatch, model, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "export", model, "json")
    assert (code, out.endswith("m.json.\n")) == (0, True)
    assert json.loads((tmp_path / "m.json").read_text())["classes"] == ["no", "yes"]


def test_models_of_estimators_predict_files_of_arrays(tmp_path):
    X, y = np.eye(3), np.array([0, 1, 1])
    rosenblatt.save(tmp_path / "m", rosenblatt.AveragedPerceptron().fit(X, y))
    np.save(tmp_path / "X.npy", X)
    [page] = rosenblatt.predict(tmp_path / "m", tmp_path / "X.npy")
    assert page.labels.tolist() == [0, 1, 1]


def test_a_pipe_that_is_closed_ends_quietly(model, tmp_path):
    command = f"{sys.executable} -m rosenblatt predict {model} {tmp_path / 'd.csv'} | head -n 1"
    shown = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (shown.stdout, shown.stderr) == ("yes\n", "")


def test_export_understands_the_name_of_a_file(capsys, monkeypatch, model, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "export", model, tmp_path / "other.json")
    assert (code, out) == (0, f"The model is in {tmp_path / 'other.json'}.\n")
    assert json.loads((tmp_path / "other.json").read_text())["classes"] == ["no", "yes"]


def test_no_line_of_piped_output_ends_in_blanks(capsys, monkeypatch, model):
    _, out, _ = run(capsys, monkeypatch, "inspect", model)
    assert len(out.splitlines()) > 5
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
