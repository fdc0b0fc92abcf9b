"""``plot``, as a function and as a verb: every picture of rows and of a model, and wrong use."""

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.cli import invoke
from helpers.screens import no_screen  # noqa: F401

import rosenblatt
from rosenblatt.cli import cli, plot as cli_plots
from rosenblatt.commands import plot
from rosenblatt.errors import DataError, OptionError

XOR = "x1,x2,class\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "note.perceptron"
    rosenblatt.train("sample:note-004", order="given", model=path)
    return path


@pytest.fixture
def xor(tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text(XOR)
    return path


def run(*words):
    return invoke(cli, "plot", *words, catch_exceptions=False)


def test_the_verb_offers_what_the_function_draws():
    assert cli_plots.PICTURES == plot.PICTURES


@pytest.mark.parametrize("what", [what for what in plot.PICTURES if what not in ("hulls", "pixels")])
def test_rows_that_a_plane_separates_have_every_picture_but_that_of_hulls(what):
    ax = rosenblatt.plot("sample:note-004", what, order="first-mistake")
    assert ax.get_title()


def test_the_run_that_is_drawn_is_the_one_that_trace_shows():
    told = rosenblatt.trace("sample:note-004", order="first-mistake")
    ax = rosenblatt.plot("sample:note-004", "proof", order="first-mistake")
    assert f"{told.report.n_mistakes} mistakes" in ax.get_title()
    assert "55" in ax.get_title()


def test_hulls_of_rows_that_no_plane_separates(xor):
    ax = rosenblatt.plot(xor, "hulls")
    meeting = [line for line in ax.lines if line.get_xydata().tolist() == [[0.5, 0.5]]]
    marked = [dots for dots in ax.collections if dots.get_offsets().tolist() == [[0.5, 0.5]]]
    assert meeting or marked


def test_pixels_of_digits():
    ax = rosenblatt.plot("sample:digits", "pixels", max_iter=2)
    shown = [image for part in [ax, *ax.child_axes] for image in part.images]
    assert len(shown) == 10


@pytest.mark.parametrize("what", ["mistakes", "weights", "boundary"])
def test_a_model_is_drawn_without_rows(model, what):
    assert rosenblatt.plot(model, what).get_xlabel()


@pytest.mark.parametrize("what", ["margins", "confusion", "boundary", "bound"])
def test_a_model_is_drawn_with_rows(model, tmp_path, what):
    X, y, _ = rosenblatt.sample("note-004")
    rows = tmp_path / "rows.npz"
    np.savez(rows, X=X, y=y)
    trained = rosenblatt.train(rows, algorithm="perceptron", order="given")
    assert rosenblatt.plot(trained, what, data=rows).get_title()


@pytest.mark.parametrize(("suffix", "begins"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_the_suffix_is_the_format_and_the_same_picture_the_same_bytes(tmp_path, suffix, begins):
    for name in ("one", "two"):
        done = run("sample:note-004", "-o", tmp_path / f"{name}{suffix}")
        told = f"The picture is in {tmp_path / name}{suffix}.\n"
        assert done.output == told + "As in Cornwell's lecture (note 004): --order first-mistake.\n"
    first, second = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("one", "two"))
    assert first.startswith(begins)
    assert first == second


def test_without_output_the_picture_is_named_after_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("sample:note-000", "--what", "loss", "--order", "given")
    assert (tmp_path / "loss.png").stat().st_size > 1000


def test_dark_is_dark(tmp_path):
    run("sample:note-004", "--style", "dark", "-o", tmp_path / "dark.svg")
    page = ElementTree.parse(tmp_path / "dark.svg").getroot()
    first = next(element for element in page.iter() if "fill" in (element.get("style") or ""))
    assert "#14171a" in first.get("style")


def test_features_by_name_and_by_number(tmp_path):
    for pair in ("petal length,petal width", "2,3"):
        assert run("sample:iris", "--features", pair, "-o", tmp_path / "iris.png").exit_code == 0
    ax = rosenblatt.plot("sample:iris", features=("petal length", "petal width"))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("petal length", "petal width")


@pytest.mark.parametrize("typed", ["petal width", "0,petal width,1"])
def test_one_or_three_features_are_typed_as_well(tmp_path, typed):
    wide = tmp_path / "wide.csv"
    wide.write_text("a,b,petal width,c,class\n1,2,3,4,x\n5,4,3,2,y\n2,2,1,0,x\n7,7,5,1,y\n")
    assert run(wide, "--features", typed, "-o", tmp_path / "some.png").exit_code == 0


def test_a_name_that_is_a_number_is_a_name_first(tmp_path):
    path = tmp_path / "years.csv"
    path.write_text("2019,1,0,2020,class\n1,2,3,4,x\n5,4,3,2,y\n2,2,1,0,x\n7,7,5,1,y\n")
    ax = rosenblatt.plot(path, features=("0", "3"), reading={"header": True})
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("0", "2020")


@pytest.fixture
def units(tmp_path):
    """Two numbers far from 0, and a category."""
    path = tmp_path / "units.csv"
    rows = [f"{100 + i + 9 * (i % 2)},{7000 - 9 * i},{'uv'[i % 2]},{'ab'[i % 2]}" for i in range(12)]
    path.write_text("\n".join(["length,width,colour,class", *rows]) + "\n")
    return path


def test_axes_of_a_model_of_scaled_numbers_say_so(units):
    trained = rosenblatt.train(units)
    ax = rosenblatt.plot(trained, data=units, features=("length", "colour=u"))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("length (scaled)", "colour=u")
    ax = rosenblatt.plot(trained, "margins", data=units)
    assert ax.get_xlabel().startswith("distance to the boundary, of scaled features")


def test_hulls_of_scaled_numbers_say_so(xor):
    ax = rosenblatt.plot(rosenblatt.train(xor), "hulls", data=xor)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x1 (scaled)", "x2 (scaled)")


@pytest.mark.parametrize("what", ["boundary", "margins"])
def test_axes_of_numbers_as_they_are_say_nothing_of_scales(units, what):
    for source, given in ((rosenblatt.train(units, scale="none"), {"data": units}), (units, {})):
        ax = rosenblatt.plot(source, what, features=("length", "width"), **given)
        assert "scaled" not in ax.get_xlabel() + ax.get_ylabel()


def test_shares_of_votes_have_no_scale(units):
    ax = rosenblatt.plot(rosenblatt.train(units, algorithm="voted"), "margins", data=units)
    assert "scaled" not in ax.get_xlabel()


def test_hashed_features_have_no_names_to_draw_weights_by(units):
    for source, given in ((rosenblatt.train(units, hash_bits=4), {}), (units, {"reading": {"hash_bits": 4}})):
        with pytest.raises(DataError, match=r"^Features are hashed, so no weight belongs to a single name\.$"):
            rosenblatt.plot(source, "weights", **given)


def test_weights_of_a_class_by_its_name(tmp_path):
    ax = rosenblatt.plot("sample:digits", "weights", label="3", most=5, max_iter=1)
    assert "3" in ax.get_title()
    assert len(ax.patches) == 5


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"what": "sculpture"}, "what must be one of boundary, .*; got 'sculpture'."),
        ({"output": "picture.gif"}, "output must end in .png, .svg, .pdf; got 'picture.gif'."),
        ({"style": "sepia"}, "style must be one of light, dark, page; got 'sepia'."),
        ({"data": "rows.csv"}, "data must be left out where the source is rows itself."),
        ({"what": "weights", "label": 7}, "label must be a class of the model, one of -1, 1; got 7."),
        ({"colour": "red"}, "plot takes the options of the learner: .*colour.*"),
    ],
)
def test_wrong_use_is_one_sentence(given, sentence):
    with pytest.raises(OptionError, match=sentence):
        rosenblatt.plot("sample:note-004", **given)


@pytest.mark.parametrize(
    ("what", "options", "sentence"),
    [
        ("margins", {}, "This picture of a model must have rows: data= names a file of them."),
        ("proof", {}, "This picture must see every visit, which a model does not keep: give the rows in its place."),
        ("boundary", {"order": "given"}, "order must be left out of the picture of a model: it is trained."),
    ],
)
def test_wrong_use_of_a_model_is_one_sentence(model, what, options, sentence):
    with pytest.raises(OptionError, match=sentence):
        rosenblatt.plot(model, what, **options)


def test_a_certificate_that_is_not_found_in_time_says_how_to_give_it_more(monkeypatch):
    from rosenblatt.proofs.search import certify

    class Undecided:
        separable = None

    monkeypatch.setattr(certify, "certify", lambda *args, **options: Undecided())
    with pytest.raises(DataError, match="undecided after 3 s: budget= gives it more."):
        rosenblatt.plot("sample:note-004", "bound", budget=3)


def test_five_features_are_too_many_for_a_boundary(tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("1,2,3,4,5,a\n5,4,3,2,1,b\n")
    with pytest.raises(DataError) as refused:
        rosenblatt.plot(path)
    has = f"boundary must have two or three features; {path} has 5: features=(A, B) chooses."
    assert str(refused.value) == has


def test_a_slice_of_a_model_needs_rows_at_whose_means_it_is():
    with pytest.raises(OptionError, match=r"^This picture of a model must have rows: data= names a file of them\.$"):
        rosenblatt.plot(rosenblatt.train("sample:iris", max_iter=1), features=(0, 1))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sample:iris", "--features", "0,9"], "--features must be numbers from 0 to 3 or names, .*; got 9."),
        (["sample:iris", "--features", "0,1,2"], "Of three features one plane .*: choose two, --features 0,1."),
        (["sample:iris", "--what", "hulls"], "hulls must have rows of two classes; these are of 3: .* two of them."),
        (["sample:iris", "--what", "proof"], "proof must have rows of two classes; these are of 3: --what bound .*"),
        (["sample:iris", "--what", "bound"], ".*no plane separates the rows; --what mistakes draws any run."),
        (["sample:note-004", "--what", "hulls"], "hulls must have rows that no plane separates; .* --what boundary .*"),
        (["sample:note-004", "--what", "pixels"], "--shape must be given, .* no square: --shape HEIGHTxWIDTH."),
        (["sample:iris", "--what", "pixels", "--shape", "3x3"], "--shape must have as many pixels .*; got 3x3."),
        (["sample:iris", "--what", "weights", "--algorithm", "voted"], ".*: train with --algorithm averaged for .*"),
        (
            ["sample:note-004", "--what", "weights", "--label", "7"],
            "--label must be a class of the model, .*; got '7'.",
        ),
    ],
)
def test_on_the_command_line_the_next_step_can_be_typed(tmp_path, words, sentence):
    with pytest.raises((DataError, OptionError), match=f"^{sentence}$"):
        run(*words, "-o", tmp_path / "none.png")


def test_hulls_in_the_shell_say_which_features_to_choose(tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("1,2,3,a\n3,2,1,b\n1,2,3,b\n")
    with pytest.raises(OptionError, match=r"--features \d,\d has columns in which the rows of the proof differ\.$"):
        run(path, "--what", "hulls", "-o", tmp_path / "none.png")


def test_labels_of_other_rows_are_said_to_be_those_of_data(tmp_path):
    X, y, _ = rosenblatt.sample("note-004")
    np.savez(tmp_path / "rows.npz", X=X, y=y)
    np.savez(tmp_path / "other.npz", X=X, y=y + 7)
    rosenblatt.train(tmp_path / "rows.npz", model=tmp_path / "m")
    with pytest.raises(DataError, match=r"^--data must have labels of the model only, -1, 1; got 6\.$"):
        run(tmp_path / "m", "--data", tmp_path / "other.npz", "-o", tmp_path / "none.png")


def test_a_folder_that_cannot_be_written_to_is_said_with_a_next_step():
    with pytest.raises(
        DataError, match=r"^--output must be in a folder .*; that of /proc/x.png is not .*: name another"
    ):
        run("sample:note-004", "-o", "/proc/x.png")


def test_letters_that_the_font_lacks_are_no_warning_on_the_terminal(tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("漢字,b,class\n1,2,x\n5,4,y\n", encoding="utf-8")
    assert run(path, "-o", tmp_path / "odd.png").output == f"The picture is in {tmp_path / 'odd.png'}.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--features", "1,2,3,4"], "--features must be one to three, with commas between; got '1,2,3,4'."),
        (["--features", "1,1"], "--features must be one to three, with commas between; got '1,1'."),
        (["--shape", "8by8"], "--shape must be HEIGHTxWIDTH, two whole numbers; got '8by8'."),
    ],
)
def test_wrong_words_are_one_sentence(words, sentence):
    with pytest.raises(OptionError, match=sentence):
        run("sample:note-004", *words)


def test_a_folder_that_is_not_there_is_refused():
    with pytest.raises(DataError, match=r"--output must be in a folder that is there; nowhere/at/all.png is not\."):
        run("sample:note-004", "-o", "nowhere/at/all.png")


@pytest.mark.parametrize("words", [["plot", "sample:note-004"], ["train", "sample:note-004", "--report", "r.html"]])
def test_without_matplotlib_a_sentence_says_how_to_have_it(words, tmp_path):
    """In a process of its own: one that has drawn before has parts of matplotlib."""
    hidden = (
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.partition('.')[0] == 'matplotlib': raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "import importlib.util; find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *a: None if name == 'matplotlib' else find(name, *a)\n"
        f"sys.argv[1:] = {words!r}\n"
        "from rosenblatt.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "the package matplotlib" in done.stderr
    assert 'pip install "rosenblatt[plot]".' in done.stderr
    assert list(tmp_path.iterdir()) == []
