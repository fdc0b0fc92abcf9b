"""Errors name options as Python has them, and as they are typed; the library writes no flags."""

import ast
import copy
import json
import pickle
import re
import subprocess
import sys

import click
import pytest
from helpers.cli import run
from helpers.paths import ROOT

import rosenblatt
from rosenblatt.cli import cli
from rosenblatt.cli.typed import flags_of
from rosenblatt.errors import DataError, OptionError, Sentence, given, option, sentence_of, subject
from rosenblatt.trained.provenance import typed_command

SOURCE = ROOT / "src" / "rosenblatt"
CUSTOM_PROPERTIES = {"display.py"}  # modules with CSS, whose colours have names that begin with two dashes


def typed(text):
    everything = click.Command(None, params=[one for verb in cli.commands.values() for one in verb.params])
    return Sentence(text).typed(flags_of(everything))


@pytest.mark.parametrize(
    ("text", "in_python", "in_the_shell"),
    [
        (option("labels"), "labels=", "--labels"),
        (option("ignore", "age"), "ignore='age'", "--ignore age"),
        (option("ignore", "zip code"), "ignore='zip code'", "--ignore 'zip code'"),
        (option("categorical", ("a", "b c")), "categorical=('a', 'b c')", "--categorical a --categorical 'b c'"),
        (option("header", True), "header=True", "--header"),
        (option("header", False), "header=False", "--no-header"),
        (option("fit_intercept", False), "fit_intercept=False", "--no-bias"),
        (option("quote", None), "quote=None", "--quote none"),
        (option("hash_bits", 18), "hash_bits=18", "--hash-bits 18"),
        (option("max_iter", 10), "max_iter=10", "--epochs 10"),
        (option("random_state"), "random_state=", "--seed"),
        (option("from_model"), "from_model=", "--from"),
        (option("features", (0, 1)), "features=(0, 1)", "--features 0,1"),
        (option("features", metavar=("A", "B")), "features=(A, B)", "--features A,B"),
        (option("shape", metavar=("height", "width")), "shape=(height, width)", "--shape HEIGHTxWIDTH"),
        (option("target", metavar="NAME"), "target=NAME", "--target NAME"),
        (option("what", "hulls", python="plots.hulls"), "plots.hulls", "--what hulls"),
        (option("missing", metavar="mean|zero"), "missing='mean' or 'zero'", "--missing mean|zero"),
        (subject("model"), "model", "--model"),
        (subject("data", "y"), "y", "--data"),
        (given("shape", (3, 4)), "(3, 4)", "3x4"),
        (option("eta0"), "eta0=", "eta0="),  # which no verb has
        (f"{option('header', True)} {option('quote', None)}", "header=True, quote=None", "--header --quote none"),
        ("\x02\x03 of a file, and \x02[1]\x03", "\x02\x03 of a file, and \x02[1]\x03", None),
    ],
    ids=lambda value: "text" if "\x02" in str(value) else None,  # tokens differ from process to process
)
def test_a_sentence_has_two_faces(text, in_python, in_the_shell):
    assert Sentence(text) == in_python
    assert typed(text) == (in_python if in_the_shell is None else in_the_shell)


def test_an_error_keeps_its_options_wherever_it_goes():
    error = DataError(f"d.csv must have labels: {option('labels')} names them, {option('ignore', 'a')} leaves a out.")
    shown = "d.csv must have labels: labels= names them, ignore='a' leaves a out."
    for one in (error, pickle.loads(pickle.dumps(error)), copy.copy(error), DataError(*error.args)):
        assert str(one) == f"{one}" == shown
        assert repr(one) == f"DataError({shown!r})"
        assert one.options == ("labels", "ignore")
    outer = OptionError(f"Twice: {sentence_of(error)}.")
    assert (str(outer), outer.options) == (f"Twice: {shown}", error.options)
    assert sentence_of(ValueError("plain.")) == "plain"
    flags = flags_of(cli.commands["train"])
    assert outer.typed(flags) == "Twice: d.csv must have labels: --labels names them, --ignore a leaves a out."
    assert (str(OptionError()), OptionError("plain").options) == ("", ())


def test_a_step_of_another_verb_begins_with_its_name():
    predict, train = cli.commands["predict"], cli.commands["train"]
    write = flags_of(predict, train)
    assert Sentence(f"{option('ignore', 'a')} leaves it out").typed(write) == "train --ignore a leaves it out"
    assert Sentence(f"{option('missing', metavar='mean|zero')}").typed(write) == "train --missing mean|zero"
    assert Sentence(f"{option('format')} and {option('hash_bits')}").typed(write) == "--format and --hash-bits"
    assert Sentence(option("header", False)).typed(write) == "--no-header"


def test_copies_of_a_sentence_are_typed_too():
    sentence = Sentence(f"{option('header', True)} helps")
    for one in (copy.deepcopy(sentence), pickle.loads(pickle.dumps(sentence)), Sentence(sentence)):
        assert (one, typed(one)) == ("header=True helps", "--header helps")
    assert json.dumps(sentence) == '"header=True helps"'


def test_python_and_the_shell_read_the_same_error_in_their_own_words(tmp_path, capsys, monkeypatch):
    path = tmp_path / "d.csv"
    path.write_text("zip code,b,y\n1,2,0\n1,,1\n")
    with pytest.raises(DataError) as refused:
        rosenblatt.train(path)
    said = "column 'b' has no value: "
    assert str(refused.value).endswith(
        f"{said}missing='mean', 'zero' or 'drop' says what to do, ignore='b' leaves the column out."
    )
    code, _, err = run(capsys, monkeypatch, "train", path)
    assert code == 1
    assert err.endswith(f"{said}--missing mean|zero|drop says what to do, --ignore b leaves the column out.\n")


def test_python_and_the_shell_read_the_same_notes_in_their_own_words(tmp_path, capsys, monkeypatch):
    homework, table = tmp_path / "homework.py", tmp_path / "d.jsonl"
    homework.write_text("def perceptron(X, y, epochs):\n    return X.shape\n")
    grade = rosenblatt.grade(homework)
    assert str(grade) == grade.to_dict()["sentence"] == grade.sentence
    assert str(grade).endswith(": X and y are lists; numpy=True gives arrays.")
    for words in (["grade", homework], ["grade", homework, "--json"]):
        assert ": X and y are lists; --numpy gives arrays." in run(capsys, monkeypatch, *words)[1]
    table.write_text('{"0": 1, "zip code": "007", "y": "a"}\n{"0": 2, "zip code": "012", "y": "b"}\n')
    done = rosenblatt.convert(table, tmp_path / "a.csv")
    with_options = "header=True, categorical=('zip code',)"
    assert ("to be read with", with_options) in done.lines()
    assert json.loads(json.dumps(done.to_dict()))["notes"]["to be read with"] == with_options
    _, out, _ = run(capsys, monkeypatch, "convert", table, tmp_path / "b.csv", "--json")
    assert json.loads(out)["notes"]["to be read with"] == "--header --categorical 'zip code'"
    assert "--header --categorical 'zip code'" in run(capsys, monkeypatch, "convert", table, tmp_path / "c.csv")[1]


def test_commands_are_made_of_options_by_name():
    reading = {"header": False, "quote": None, "ignore": ("a", "b c"), "format": None, "n_features": 3}
    command = typed_command("certify", "my data.csv", reading, bias=False, save="p.json", budget=None)
    assert command == (
        "rosenblatt certify 'my data.csv' --no-header --quote none --ignore a --ignore 'b c' --no-bias --save p.json"
    )


def test_only_the_command_line_has_text_with_flags():
    for path in SOURCE.rglob("*.py"):
        if path.parent.name != "cli" and path.name not in CUSTOM_PROPERTIES:
            texts = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
            flags = [text for text in texts if isinstance(text, str) and re.search("--[a-z]", text)]
            assert (path.name, flags) == (path.name, [])


@pytest.mark.parametrize(
    "name",
    ['\x02["zz","flag",null,5]\x03', '\x02["quote","metavar",[1],"x"]\x03', '\x02["labels","flag",null,"no"]\x03'],
)
def test_text_of_a_file_is_never_taken_for_an_option(name, tmp_path, capsys, monkeypatch):
    """A column of a file has the name that a token would have."""
    path = tmp_path / "d.jsonl"
    path.write_text("".join(json.dumps({"a": k, name: k, "class": "pq"[k % 2]}) + "\n" for k in range(4)))
    with pytest.raises(OptionError) as refused:
        rosenblatt.read(path, target="nope").table()
    assert name in str(refused.value)
    code, _, err = run(capsys, monkeypatch, "train", path, "--target", "nope")
    assert (code, name in err) == (2, True)


def test_an_error_of_another_process_keeps_its_options():
    code = (
        "import pickle, sys; from rosenblatt.errors import DataError, option; "
        "sys.stdout.buffer.write(pickle.dumps(DataError('No labels: ' + option('labels') + ' names a file.')))"
    )
    error = pickle.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert (str(error), error.options) == ("No labels: labels= names a file.", ("labels",))
    assert error.typed(lambda meant: f"--{meant.name}") == "No labels: --labels names a file."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["certify", "--gap", "3"], "--gap must be a number between 0 and 1"),
        (["certify", "--budget", "-1"], "--budget must be a number of seconds"),
        (["generate", "--rows", "0"], "--rows must be a whole number"),
        (["generate", "--noise", "2"], "--noise must be"),
        (["train", "{csv}", "--delimiter", "ab"], "--delimiter must be one ASCII character"),
        (["convert", "{csv}", "{folder}/d.tsv", "--scale", "unit"], "--scale must be left out from a table to a table"),
        (["plot", "{model}", "--no-bias"], "--no-bias must be left out of the picture of a model"),
        (["train", "{csv}", "--from", "{model}", "--no-bias"], "--no-bias must be left out where training goes on"),
        (["train", "{csv}", "--validation", "gone*.csv"], "--validation must be a fraction, or a file, or a pattern"),
    ],
)
def test_the_shell_reads_what_it_typed(arguments, message, tmp_path, capsys, monkeypatch):
    (tmp_path / "d.csv").write_text("a,b,y\n" + "1,2,p\n2,1,q\n" * 4)
    names = {"csv": tmp_path / "d.csv", "folder": tmp_path, "model": tmp_path / "m"}
    rosenblatt.train(names["csv"], model=names["model"])
    code, _, err = run(capsys, monkeypatch, *(argument.format(**names) for argument in arguments))
    assert (code > 0, message in err) == (True, True), err
