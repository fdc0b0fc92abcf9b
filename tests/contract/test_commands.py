"""The command line: exit codes, JSON that equals Python, options that do not fit, steps that can be typed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import rosenblatt
from contract.shell import OLD_FLAGS, labels_of, run

FRUIT = "size,colour,ripe\n1,red,yes\n2,green,no\n3,red,yes\n4,green,no\n5,red,yes\n0.5,blue,no\n6,red,no\n"
LATER = "colour,size,ripe\ngreen,3,no\nred,2,yes\nteal,2,no\nred,5,no\n"
GRID = "a,b,y\n" + "".join(f"{a},{b},{(a > 0) + 2 * (b > 0)}\n" for a in (-2, -1, 1, 3) for b in (-3, -1, 1, 2))
FILES = {"d.csv": FRUIT, "later.csv": LATER, "grid.csv": GRID, "xor.csv": "a,b,y\n0,0,u\n1,1,u\n0,1,v\n1,0,v\n"}
FILES["strange.csv"] = FRUIT

WRITTEN = "--format --header --no-header --delimiter --quote --decimal --encoding --zero-based"
READING = f"{WRITTEN} --target --labels --ignore --id --text --categorical --numeric --missing --hash-bits"
RUN = "--max-iter --order --at-zero --no-fit-intercept --random-state"
LEARNING = f"{READING} {RUN} --algorithm --rule --margin --C --multiclass --kernel --degree --gamma --coef0"
RESULTS = "--model --report --validation --metric --certify --certify-when-stalled --checkpoint --resume --json"
OPTIONS = f"""train {LEARNING} {RESULTS} --scale --class-weight --from-model --predict-with --missing-label
predict {WRITTEN} --output --scores --top --threshold --json; evaluate {WRITTEN} --labels --missing-label --json
inspect --json; export --output --float32 --json; reproduce --from-model --labels --json; tutorial --force
trace {LEARNING} --mistakes --lines --all --json; lab {READING} {RUN} --features --class --example --output
certify {READING} --no-fit-intercept --gap --time-limit --check --output --json; exam --random-state --output
plot {LEARNING} --data --time-limit --kind --features --class --top --shape --style --output
grade --at-zero --no-fit-intercept --function --averaged --voted --labels --numpy --starter --json
compare {READING} --scale --metric --folds --random-state --models --time-limit --json
generate --rows --n-features --margin --radius --noise --drift --random-state --output --force --json"""


def report(data, **options):
    return rosenblatt.train(data, **options).report_.to_dict()


IN_PYTHON = {
    "train sample:note-004 --order given": lambda: report("sample:note-004", order="given"),
    "train d.csv --algorithm voted --max-iter 3": lambda: report("d.csv", algorithm="voted", max_iter=3),
    "train d.csv --validation 0.4 --random-state 2": lambda: report("d.csv", validation=0.4, random_state=2),
    "train grid.csv --rule pa1 --C 0.5 --scale none": lambda: report("grid.csv", rule="pa1", C=0.5, scale="none"),
    "train sample:xor --kernel poly --degree 2": lambda: report("sample:xor", kernel="poly", degree=2),
    "train d.csv --no-fit-intercept --target size": lambda: report("d.csv", fit_intercept=False, target="size"),
    "train later.csv --from-model m --max-iter 1": lambda: report("later.csv", from_model="m", max_iter=1),
    "predict m later.csv": lambda: [{"label": label} for label in labels_of("m", "later.csv")],
    "evaluate m later.csv": lambda: rosenblatt.evaluate("m", "later.csv").to_dict(),
    "inspect voted": lambda: rosenblatt.inspect("voted").to_dict(),
    "reproduce m": lambda: rosenblatt.reproduce("m").to_dict(),
    "trace sample:note-004": lambda: [step.to_dict() for step in rosenblatt.trace("sample:note-004")],
    "trace grid.csv --mistakes": lambda: [step.to_dict() for step in rosenblatt.trace("grid.csv") if step.mistake],
    "compare d.csv --folds 2 --models tree": lambda: rosenblatt.compare("d.csv", folds=2, models=["tree"]).to_dict(),
}
WRITING = """export m json > m.json; export m x.onnx --float32 > x.onnx; exam --random-state 3 > exam-3.html
plot sample:note-004 --kind mistakes > mistakes.png; generate --rows 9 -o g.csv > g.csv g.csv.truth.json
certify xor.csv --output c.json > c.json; train d.csv --model n --report r.html > n r.html"""
REFUSED = """train nope --model x; train d.csv --from-model nope --model x; train d.csv --validation nope --model x
predict nope d.csv -o x; predict m nope -o x; evaluate m nope; inspect nope; export nope json -o x; reproduce m nope
trace nope; certify nope --output x; certify --check nope d.csv; plot nope -o x.svg; lab nope --output x.html
compare nope; plot m --data nope --kind margins -o x.svg; train sample:nope
train d.csv --algorithm svm; train d.csv --max-iter 0; train d.csv --random-state -1; train d.csv --rate 1
train d.csv --C 2; train d.csv --margin 2; train d.csv --target unknown; train d.csv --ignore unknown
train d.csv --metric loss; train d.csv --resume; train d.csv --class-weight unknown=2; train d.csv --degree 2
train d.csv --format libsvm --header; train d.csv --kernel rbf --gamma x; train d.csv --algorithm voted --kernel rbf
predict m d.csv --top 2 --threshold 1; predict m d.csv --output d.csv; certify d.csv --time-limit -1
compare d.csv --time-limit -1; compare d.csv --models forest; plot sample:iris --kind unknown; generate --noise 2
plot m --kind weights --class unknown; plot m --kind weights --output w.bmp; export m json --float32
lab sample:petals --output x.html --class unknown; trace d.csv --lines 0"""
REFUSED += """; train later.csv --from-model strange.csv; certify later.csv --check strange.csv; export voted json
train d.csv --model strange.csv; certify xor.csv --output nowhere/x; exam -o folder; export voted onnx
exam -o nowhere/x; lab sample:xor --output nowhere/x; export m json -o nowhere/x
generate -o folder; generate -o strange.csv"""
NEXT = """train grid.csv; train d.csv --algorithm perceptron; train grid.csv --algorithm voted --max-iter 2
train xor.csv --certify --ignore b; train sample:note-004 --max-iter 1 --certify; train sample:xor --kernel poly
train later.csv --model 'my model.perceptron'; train later.csv --from-model m; tutorial 'two words'
compare grid.csv --folds 2 --models averaged --models tree"""


def commands(text):
    return pytest.mark.parametrize("line", re.split("; |\n", text))


def named(verb, flag):
    """A flag as messages of this version name it."""
    return (OLD_FLAGS[""] | OLD_FLAGS.get(verb, {})).get(flag, flag)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filled")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "folder").mkdir()
    rosenblatt.train(folder / "d.csv", model=folder / "m")
    rosenblatt.train("sample:petals", algorithm="voted", max_iter=1, model=folder / "voted")
    return folder


@pytest.fixture(autouse=True)
def here(filled, tmp_path, monkeypatch):
    """A copy of the folder with data, models and homework, in which the commands run."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def plain(value):
    """A result as JSON has it, without times, sentences and what the command alone knows."""
    if isinstance(value, dict):
        left_out = "seconds|notes|answer|command|origin|data|guessed"
        return {name: plain(each) for name, each in value.items() if not re.search(left_out, name)}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | float | None) else str(value)


@pytest.mark.parametrize("line", IN_PYTHON)
def test_json_is_what_python_returns_and_text_has_no_escapes(line):
    ended, expected = run(*line.split(), "--json"), plain(IN_PYTHON[line]())
    assert ended.code == 0, ended.err
    if isinstance(expected, list):
        assert [plain(json.loads(each)) for each in ended.out.splitlines()] == expected != []
    else:
        assert plain(ended.json).items() >= expected.items()
    assert "\x1b" not in run(*line.split()).out


@commands(WRITING)
def test_what_a_command_writes(line):
    (command, files), before = line.split(" > "), {*os.listdir()}
    assert run(*command.split()).code == 0
    assert sorted({*os.listdir()} - before) == files.split()
    assert all(os.path.getsize(name) > 0 for name in files.split())


@commands(OPTIONS)
def test_help_names_every_option_and_unknown_ones_are_bad_usage(line):
    verb, *flags = line.split()
    ended, unknown = run(verb, "--help"), run(verb, "--unheard-of")
    assert (ended.code, unknown.code, run("teach").code) == (0, 2, 2)
    assert {named(verb, flag) for flag in flags} <= {*re.findall(r"--[A-Za-z][\w-]*", ended.out)}
    assert f"\n  {verb} " in run("--help").out
    assert "--unheard-of" in unknown.error


@commands(REFUSED)
def test_what_is_refused_is_named_and_nothing_is_written(line):
    files, (verb, *_), ended = {*os.listdir()}, line.split(), run(*line.split())
    place, flags = re.search("nope|nowhere|folder|strange|voted", line), re.findall("--[-A-Za-z]+", line)
    assert ended.code == (2 if place is None else 1 if place[0] == "nope" else ended.code)
    assert (place[0] if place else named(verb, flags[-1])) in ended.error
    assert (ended.out, {*os.listdir()}, os.listdir("folder")) == ("", files, [])


@commands(NEXT)
def test_the_step_that_is_printed_can_be_typed(line, monkeypatch):
    printed = run(*shlex.split(line)).out.splitlines()[-1].partition("Next: ")[2]
    if move := re.match("cd (.*) && ", printed):
        monkeypatch.chdir(shlex.split(move[1])[0])
    steps = re.findall(r"rosenblatt (.*?)(?=, and |, wh|$)", printed)
    for step in steps:
        words = [{"TEST": "d.csv", "NEW": "d.csv", "FILE": "new"}.get(word, word) for word in shlex.split(step)]
        ended = run(*words)
        assert ended.code == 0, (step, ended.err)
    assert steps


def process(*words, **options):
    """A real process that runs a command."""
    return subprocess.run([sys.executable, "-m", "rosenblatt", *words], text=True, stderr=subprocess.PIPE, **options)


def test_real_processes_and_pipes():
    assert re.search(r"\d+\.\d+\.\d+", process("--version", stdout=subprocess.PIPE).stdout)
    for line in ("train {}", "predict m {}"):
        piped = process(*line.format("-").split(), "--json", input=FRUIT, stdout=subprocess.PIPE)
        found, expected = (out.splitlines() for out in (piped.stdout, run(*line.format("d.csv").split(), "--json").out))
        assert [plain(json.loads(each)) for each in found] == [plain(json.loads(each)) for each in expected] != []
    reader, writer = os.pipe()
    os.close(reader)
    closed = process("generate", "--rows", "5000", stdout=writer)
    os.close(writer)
    assert (closed.returncode, "Traceback" in closed.stderr) == (1, False)
