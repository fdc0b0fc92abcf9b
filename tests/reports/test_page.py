"""The page of a run: what it says, what it lists at most, and that data never becomes markup."""

import hashlib
import html
import os
import re

import matplotlib
import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt
from rosenblatt.cli import cli
from rosenblatt.errors import DataError, OptionError
from rosenblatt.reports import page as report_pages

HOSTILE = ("<script>alert(1)</script>", '"onload=', "$x^2$", "a & b")


@pytest.fixture
def drawn_page(tmp_path):
    """Trains, and returns the page as text; its file is page.html."""
    matplotlib.use("Agg")

    def made(data, **options):
        rosenblatt.train(data, report=tmp_path / "page.html", **options)
        return (tmp_path / "page.html").read_text(encoding="utf-8")

    return made


@pytest.fixture
def page(drawn_page, monkeypatch):
    """The same with empty pictures, which is much faster."""

    def empty(figure):
        matplotlib.pyplot.close(figure)
        return "<svg></svg>"

    monkeypatch.setattr("rosenblatt.plots.axes.svg_of", empty)
    return drawn_page


def plain(page):
    """The text that a reader sees; cells have spaces between them."""
    body = re.sub(r"<(style|svg).*?</\1>", "", page[page.index("<body") :], flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def headings(page):
    return re.findall(r"<h2>(.*?)</h2>", page)


def labels(page):
    return [html.unescape(label) for label in re.findall(r'<svg role="img" aria-label="([^"]*)"', page)]


def table_of(path, rows, header="a,b,class"):
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def test_a_page_of_the_notes_example_says_all_of_it(page):
    text = page("sample:note-004", order="given", certify=True)
    said = plain(text)
    assert headings(text) == [
        "Training setup",
        "How training ended",
        "Accuracy",
        "The boundary",
        "Margins",
        "Largest weights",
        "Proof",
        "Reproduce this run",
    ]
    assert "Perceptron on sample:note-004 Converged: an epoch passed without a mistake. 9 mistakes in 6 epochs." in said
    headline = "75.00% of the training rows were predicted wrong before they were learned, in the first epoch."
    assert headline in said
    assert "first pass 3 of 4 rows were predicted wrong before they were learned (75.0 %)" in said
    assert (
        "rows 4 features 2 classes 2: -1, 1 algorithm Perceptron: the last weights predict scaling none "
        "options order given" in said
    )
    assert "accuracy 1.0000 share of the majority class 0.5000" in said
    assert "-1 2 0 1 0 2" in said  # the confusions
    assert "mistake bound 9 mistakes, at most 55 possible (proven)" in said
    assert "rosenblatt certify sample:note-004 --save proof.json" in said
    assert "rosenblatt certify sample:note-004 --check proof.json" in said
    assert f"rosenblatt {rosenblatt.__version__}, Python" in said
    mistakes, boundary, margins, weights = labels(text)
    assert mistakes == "Mistakes per epoch: 3 1 2 1 2 0"
    assert boundary.startswith("The regions of the classes")
    assert margins == "Histogram of how far 4 rows are on the right side: 0 are not"
    assert weights == "The weights for 1: x1 +4, x2 −0.5"


def test_a_page_asks_for_nothing_and_runs_nothing(drawn_page):
    text = drawn_page("sample:digits", max_iter=2)
    assert "<script" not in text
    assert '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';' in text
    for address in re.findall(r'(?:src|href)="([^"]*)"', text):
        assert address.startswith(("#", "data:"))
    assert "data:image/png;base64" in text  # the pixels
    assert "@import" not in text
    assert len(re.findall("<h1>", text)) == 1


def test_pictures_are_in_the_colour_of_the_text(drawn_page):
    text = drawn_page("sample:note-004")
    assert "currentColor" in text
    assert "#010203" not in text


@pytest.mark.parametrize("n_features", [2, 3])
def test_labels_names_and_files_stay_text(drawn_page, tmp_path, n_features):
    names = ["<script>alert(2)</script>", "$\\frac$", '"onload=alert(3)'][:n_features]
    header = ",".join('"' + name.replace('"', '""') + '"' for name in [*names, "class"])
    rng = np.random.default_rng(0)
    rows = []
    for i in range(40):
        cells = [f"{x:.3f}" for x in rng.normal(size=n_features) + i % 4]
        rows.append(",".join([*cells, '"' + HOSTILE[i % 4].replace('"', '""') + '"']))
    path = table_of(tmp_path / "<b>$a$ &.csv", rows, header)
    text = drawn_page(path, max_iter=3)
    assert not re.search(r"<script|<b>|<[^>]* onload", text)
    said = plain(text)
    for label in HOSTILE:
        assert label in said
    assert os.fspath(path) in said
    shown = [html.unescape(found) for found in re.findall(r"<text[^>]*>([^<]*)</text>", text)]
    assert names[1] in shown  # a dollar is no formula
    assert names[0] in shown


def test_what_was_typed_is_on_the_page_and_no_other_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table_of(tmp_path / "my data.csv", ["1;2;x", "3;4;y"] * 4, "a;b;class")
    monkeypatch.setattr("sys.argv", ["rosenblatt", "train", "my data.csv", "--report", "r.html", "--delimiter", ";"])
    ran = CliRunner().invoke(cli, ["train", "my data.csv", "--report", "r.html", "--delimiter", ";"])
    assert ran.exit_code == 0, ran.output
    assert "The report is in r.html." in ran.output
    text = (tmp_path / "r.html").read_text()
    said = plain(text)
    assert "rosenblatt train 'my data.csv' --report r.html --delimiter ';'" in said
    assert "rosenblatt certify 'my data.csv' --delimiter ';' --save proof.json" in said
    data = (tmp_path / "my data.csv").read_bytes()
    assert f"my data.csv {len(data)} {hashlib.sha256(data).hexdigest()}" in said
    assert os.fspath(tmp_path) not in text


def test_a_call_from_python_is_written_as_one(page, tmp_path):
    said = plain(page("sample:note-004", fit_intercept=False, max_iter=3))
    report = os.fspath(tmp_path / "page.html")
    assert f"rosenblatt.train('sample:note-004', report={report!r}, fit_intercept=False, max_iter=3)" in said
    assert "options fit_intercept False, max_iter 3" in said
    assert "certify sample:note-004 --no-bias --save" in said


def test_validation_rows_are_shown_beside_those_of_training(page, tmp_path):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(200, 2))
    path = table_of(tmp_path / "t.csv", [f"{a:.3f},{b:.3f},{'yes' if a + b > 0 else 'no'}" for a, b in x])
    said = plain(page(path, validation=0.25))
    assert said.index("% of the validation rows are predicted right") < said.index("% of the training rows are")
    assert said.count("were predicted wrong before they were learned") == 1  # in the report, not in the headline
    assert "training validation accuracy" in said
    assert "rows 150 50" in said
    assert "validation 0.25 of the rows were held out" in said
    assert "The tables below are for the validation rows." in said
    counts = re.search(r"predicted as no yes no (\d+) (\d+) yes (\d+) (\d+)", said)
    assert sum(map(int, counts.groups())) == 50


def test_a_certificate_says_which_rows_it_is_about(page, tmp_path):
    path = table_of(tmp_path / "t.csv", [f"{2 * i},{i * i % 7},{'yes' if i > 10 else 'no'}" for i in range(20)])
    said = plain(page(path, validation=0.2, certify=True))
    assert "verdict separable, proven" in said
    assert "the commands below take all rows of the file" in said
    assert "the answer is the same, with a margin and a bound of its own" in said


def test_a_proof_that_no_plane_separates_has_no_margin_and_no_bound(page, tmp_path):
    path = table_of(tmp_path / "xor.csv", ["0,0,x", "1,1,x", "0,1,y", "1,0,y"])
    said = plain(page(path, certify=True, max_iter=3))
    assert "the answer is the same, with a proof of its own." in said
    assert "rosenblatt.proofs.check.certificate" in said


def test_scaled_features_are_said_to_be_scaled(drawn_page, tmp_path):
    path = table_of(tmp_path / "t.csv", [f"{100 + i},{i % 5 * 1000},{'xy'[i > 5]}" for i in range(12)])
    text = drawn_page(path)
    for label in ("a (scaled)", "b (scaled)", "distance to the boundary, of scaled features"):
        assert f">{label}<" in text
    how = "Features are scaled as in training: numbers minus their mean, divided by their standard deviation."
    assert plain(text).count(how) == 2  # below the boundary, and below the margins
    raw = drawn_page(path, scale="none")
    assert "are scaled" not in plain(raw)
    assert not re.search(r"\(scaled\)|of scaled", raw)


def test_margins_say_whose_they_are_and_which_are_wrong_where_some_are(page, tmp_path):
    right = plain(page("sample:note-004", order="given"))
    assert "Margins of 4 training rows." in right
    assert "left of 0" not in right
    path = table_of(tmp_path / "xor.csv", ["0,0,x", "1,1,x", "0,1,y", "3,0,y"])
    wrong = plain(page(path, max_iter=1))
    assert "Margins of 4 training rows. Rows left of 0 are on the wrong side." in wrong


def test_one_epoch_has_a_sentence_in_place_of_a_picture(page):
    said = plain(page("sample:iris", max_iter=1))
    count = re.search(r"(\d+) mistakes in 1 epoch\.", said)[1]
    assert f"The only epoch had {count} mistakes, so there is no curve to draw." in said


def test_where_votes_are_counted_on_some_rows_the_headline_says_so(page, tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.reports.page_rows.MAX_VOTES", 1)
    rows = [f"{i % 7},{i % 3},{'no' if i % 5 else 'yes'}" for i in range(100)]
    said = plain(page(table_of(tmp_path / "t.csv", rows), algorithm="voted", max_iter=1))
    assert re.search(r"% of 1 of the 100 training rows are predicted right \(80\.00% of all are of the majority", said)
    assert "share of the majority class 0.8000" in said


def test_the_file_of_validation_is_among_those_that_were_read(page, tmp_path):
    path = table_of(tmp_path / "t.csv", ["1,2,x", "3,4,y", "5,1,x", "2,9,y"])
    other = table_of(tmp_path / "other.csv", ["1,3,x", "3,5,y"])
    data = other.read_bytes()
    for model in (None, tmp_path / "m"):
        said = plain(page(path, validation=other, model=model))
        read = said[said.index("Input files") :]
        assert f"{path} {path.stat().st_size}" in read
        assert f"{other} {len(data)} {hashlib.sha256(data).hexdigest()}" in read


def test_unseen_categories_of_the_file_of_validation_are_told(page, tmp_path):
    path = table_of(tmp_path / "t.csv", ["1,red,x", "3,blue,y", "5,red,x", "2,blue,y"])
    other = table_of(tmp_path / "other.csv", ["1,teal,x", "3,blue,y"])
    said = plain(page(path, validation=other))
    assert "unseen 1 row has a value of 'b' that training has not seen, 'teal'" in said


def test_pixels_are_images_and_names_are_bars(page):
    text = page("sample:digits", max_iter=2)
    assert labels(text)[-1] == "The weights as images of 8 by 8 pixels, one per class"
    iris = page("sample:iris", max_iter=2)
    assert [label.split(":")[0] for label in labels(iris)[-3:]] == [
        f"The weights for {name}" for name in ("setosa", "versicolor", "virginica")
    ]


def test_a_voted_model_has_votes_and_no_weights(page):
    said = plain(page("sample:iris", algorithm="voted", max_iter=1))
    assert "Voted perceptron on sample:iris" in said
    assert "A voted model has no single weight vector" in said


def test_many_classes_are_bounded(page, tmp_path):
    X, y = np.eye(40), np.arange(40)
    np.savez(tmp_path / "many.npz", X=np.vstack([X, X[:5]]), y=np.concatenate([y, y[1:6]]))
    text = page(tmp_path / "many.npz", max_iter=3)
    said = plain(text)
    assert "40: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …" in said
    assert "The 10 classes of lowest F1, of 40" in said
    assert "Most confused" in said
    assert "the first 12 of 40 classes" in said
    assert text.count("<tr>") < 80
    assert len(text) < 300_000


def test_many_names_are_bounded(page, tmp_path):
    rng = np.random.default_rng(0)
    lines = [f"{i % 2} | " + " ".join(f"name_of_{n}:1" for n in rng.integers(0, 50_000, 300)) for i in range(60)]
    (tmp_path / "t.vw").write_text("\n".join(lines) + "\n")
    text = page(tmp_path / "t.vw", max_iter=2)
    assert text.count("name_of_") <= 2 * report_pages.MAX_WEIGHTS  # in the label, and in the picture
    assert len(text) < 200_000


def test_many_files_are_bounded(page, tmp_path, monkeypatch):
    monkeypatch.setattr(report_pages, "MAX_FILES", 2)
    (tmp_path / "parts").mkdir()
    for i in range(3):
        table_of(tmp_path / "parts" / f"p{i}.csv", ["1,2,5,x", "3,4,6,y"], "a,b,c,class")
    said = plain(page(tmp_path / "parts", max_iter=2))
    assert "Input files, the first 2 of 3" in said
    assert "p1.csv" in said
    assert "p2.csv" not in said


def test_too_many_classes_and_features_have_no_margins(page, monkeypatch):
    monkeypatch.setattr("rosenblatt.reports.page_rows.TOO_MANY", 10)
    text = page("sample:iris", max_iter=2)
    assert "There are too many classes and features to measure distances in time." in plain(text)


def test_weights_of_zero_have_a_page(page, tmp_path):
    np.savez(tmp_path / "zero.npz", X=np.zeros((4, 2)), y=np.array([0, 1, 0, 1]))
    assert "How training ended" in plain(page(tmp_path / "zero.npz", algorithm="perceptron", max_iter=2))


def test_an_interrupted_run_has_a_page_of_what_there_is(page, monkeypatch):
    from rosenblatt.commands.training_run import TrainingRun

    trained = TrainingRun.trained

    def interrupted(run, **how):
        found = trained(run, **how)
        found.report_.reason = "interrupted"
        return found

    monkeypatch.setattr(TrainingRun, "trained", interrupted)
    text = page("sample:note-004")
    said = plain(text)
    assert "Interrupted: Ctrl-C was pressed." in said
    assert "The run was interrupted, so its rows were not evaluated." in said
    assert "The boundary" not in headings(text)
    assert "Largest weights" in headings(text)


def test_training_goes_on_and_has_a_page(page, tmp_path):
    path = table_of(tmp_path / "t.csv", ["1,2,x", "3,4,y", "5,1,x", "2,9,y"] * 5)
    first = rosenblatt.train(path, max_iter=2)
    said = plain(page(path, from_model=first, max_iter=1))
    assert "from_model=…" in said
    assert "rows 20" in said


def test_more_rows_than_are_else_evaluated_are_told_of(page, monkeypatch):
    monkeypatch.setattr("rosenblatt.commands.training_run.MAX_EVALUATED_ROWS", 10)
    assert "rows predicted right" in plain(page("sample:iris", max_iter=2))


# What is wrong is said before anything is read


@pytest.fixture
def unread(monkeypatch):
    """Fails where a file is read."""

    def read(reader):
        raise AssertionError("it was read")

    monkeypatch.setattr("rosenblatt.files.readers.Reader.chunks_and_ids", read)


def test_without_matplotlib_it_says_how_to_have_it(unread, tmp_path, monkeypatch):
    monkeypatch.setattr(report_pages, "find_spec", lambda name: None)
    with pytest.raises(OptionError) as refused:
        rosenblatt.train("sample:iris", report=tmp_path / "r.html")
    needs = 'report needs the package matplotlib for its pictures: pip install "rosenblatt[plot]".'
    assert str(refused.value) == needs


def test_a_folder_that_is_not_there_is_refused(unread, tmp_path):
    with pytest.raises(DataError, match=r"^report must be in a folder that is there; .*none/r.html is not\."):
        rosenblatt.train("sample:iris", report=tmp_path / "none" / "r.html")


def test_a_file_of_another_kind_is_not_lost(unread, tmp_path):
    other = tmp_path / "data.csv"
    other.write_text("1,2,x\n")
    with pytest.raises(DataError, match=r"^report must be a file of its own; .*data.csv is another, and would be"):
        rosenblatt.train("sample:iris", report=other)
    with pytest.raises(DataError, match="^report must be a file of its own"):
        rosenblatt.train("sample:iris", report=tmp_path)
    assert other.read_text() == "1,2,x\n"


def test_a_page_takes_the_place_of_another(page, tmp_path):
    (tmp_path / "page.html").write_text("\n <!doctype HTML><p>old")
    assert "Perceptron on sample:note-004" in page("sample:note-004")


def test_the_page_is_no_model(unread, tmp_path):
    with pytest.raises(OptionError, match="^report must be another file than model; both are "):
        rosenblatt.train("sample:iris", model=tmp_path / "m", report=tmp_path / "m")
