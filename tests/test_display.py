"""Parts of pages: what is in them, and that text stays text."""

import re
from html import escape, unescape
from html.parser import HTMLParser

import pytest
import sklearn

import rosenblatt
from rosenblatt import display
from rosenblatt.trained.evaluation import Evaluation

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
NOTE = rosenblatt.sample("note-004")[:2]

HOSTILE = ("<script>alert(1)</script>", '"onload=', "a'b", "&amp;")


class Checker(HTMLParser):
    """The tags of a page, each closed; attributes by tag; and the text."""

    VOID = ("meta", "link", "br", "img")

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text, self._open = [], [], "", []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_names_stand_above_each_other():
    assert display.in_columns([("a", "1"), ("longer", "2")]) == "a       1\nlonger  2"


def test_facts_are_rows_with_their_name_as_header():
    html = display.in_html("Caption", [("a", "1"), ("b", "2"), ("", "3")])
    assert Checker(html).tags == ["div", "table", "caption", "tr", "th", "td", "tr", "th", "td"]
    assert '<th scope="row">b</th><td>2\n3</td>' in html
    assert display.in_html("Caption", []) == ""


def test_a_table_says_which_cells_are_headers_and_which_numbers():
    html = display.table("Counts", ["", "a", "b"], [["x", "1", "2"]])
    assert '<th scope="col" class="number">a</th>' in html
    assert '<th scope="row">x</th><td class="number">1</td>' in html
    assert html.count("<tr>") == 2
    assert 'class="number"' not in display.table("", ["a", "b"], [["x", "y"]], sides="<<")


def test_cells_are_as_dark_as_their_share_and_of_another_colour_where_they_are_wrong():
    html = display.table("", ["", "a", "b"], [["x", "1", "2"]], shares=[[1.0, -0.5]])
    assert re.findall(r"rgba\(([^)]*)\)", html) == [f"{display.RIGHT},0.50", f"{display.WRONG},0.25"]


def test_a_row_of_another_length_is_an_error():
    with pytest.raises(ValueError):
        display.table("", ["a", "b"], [["x"]])


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text_in_every_part(text):
    parts = [
        display.in_html(text, [(text, text)]),
        display.table(text, [text, text], [[text, text]]),
        display.listed(text, [text]),
        display.figure("<svg><g/></svg>", text, text),
        display.paragraph(text),
        display.typed(text),
        display.section(text, display.paragraph(text)),
    ]
    checked = Checker(display.page(text, parts, parts, display.paragraph(text)))
    assert "script" not in checked.tags
    assert checked.text.count(text) > 2 * len(parts)
    assert not any("onload" in attributes for _, attributes in checked.attributes)
    assert [attributes["aria-label"] for tag, attributes in checked.attributes if tag == "svg"] == [text, text]


def test_endless_text_is_cut():
    html = display.paragraph("a" * 10**6)
    assert len(html) < 2 * display.LONGEST
    assert "a…</p>" in html


def test_a_picture_has_a_label_and_names_of_its_own():
    svg = (
        '<svg><metadata><a>b</a></metadata><defs>\n<style type="text/css">*{x: y}</style>\n</defs>'
        '<g id="axes_1"><path id="m1"/><use xlink:href="#m1"/><path clip-path="url(#m1)"/>'
        '<text> id="axes_1" url(#m1)</text></g></svg>'
    )
    html, other = display.figure(svg, "a line"), display.figure(svg.replace("</g>", "<g/></g>"), "a line")
    assert "<metadata>" not in html
    assert "<style" not in html
    assert '<svg role="img" aria-label="a line"' in html
    assert '<text> id="axes_1" url(#m1)</text>' in html  # text is not changed
    assert "<g>" in html
    (name,) = re.findall(r'<path id="([^"]*)"', html)
    assert f'href="#{name}"' in html
    assert f"url(#{name})" in html
    assert name not in other


def test_an_empty_section_is_none():
    assert display.section("Title", "", "") == ""
    assert display.section("Title", "", "<p>a</p>") == "<section><h2>Title</h2><p>a</p></section>"


def test_a_page_is_whole_and_forbids_all_that_it_does_not_need():
    html = display.page("Title", ["<p>above</p>"], ["", "<section>a</section>"], "below")
    checked = Checker(html)
    assert html.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in checked.attributes
    assert checked.tags.count("h1") == checked.tags.count("main") == 1
    policy = next(found["content"] for tag, found in checked.attributes if "http-equiv" in found)
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
    assert "http:" not in html
    assert "https:" not in html


def test_the_caption_of_a_narrow_table_of_confusions_has_room_for_a_line():
    assert ".rosenblatt .shaded caption{min-width:min(27rem,80vw)}" in display.notebook("")


def test_what_a_notebook_shows_brings_its_style_and_no_colour_of_its_own():
    html = display.notebook(display.paragraph("a"))
    assert html.startswith('<div class="rosenblatt"><style>')
    rules = html[html.index("<style>") : html.index("</style>")]
    assert set(re.findall(r"(?<![\w-])color:([^;}]+)", rules)) == {"inherit"}
    assert all(line.startswith((".rosenblatt", "div.rosenblatt", "border")) for line in rules.split("\n")[1:-1])


# What notebooks show


def tables(html):
    """Captions of the tables."""
    return [unescape(caption) for caption in re.findall("<caption>(.*?)</caption>", html)]


def test_a_report_is_a_table_and_a_picture():
    report = rosenblatt.Perceptron(order="given").fit(*NOTE).report_
    html = report._repr_html_()
    assert tables(html) == ["Training report"]
    assert '<th scope="row">epochs</th><td>6</td>' in html
    assert '<svg role="img" aria-label="Mistakes per epoch: 3 1 2 1 2 0"' in html
    assert "#010203" not in html


def test_a_report_of_one_epoch_is_a_table_alone():
    report = rosenblatt.Perceptron(max_iter=1).fit(*NOTE).report_
    assert "<svg" not in report._repr_html_()


def test_without_matplotlib_a_report_is_a_table_alone(monkeypatch):
    monkeypatch.setattr("rosenblatt.learners.report.find_spec", lambda name: None)
    report = rosenblatt.Perceptron(order="given").fit(*NOTE).report_
    assert tables(report._repr_html_()) == ["Training report"]
    assert "<svg" not in report._repr_html_()


def test_errors_of_validation_are_in_the_picture():
    X, y, _ = rosenblatt.sample("iris")
    report = rosenblatt.Perceptron(early_stopping=True, max_iter=4).fit(X, y).report_
    assert "; validation errors: " in report._repr_html_()


def test_a_trace_is_the_table_of_the_notes():
    html = rosenblatt.trace(*NOTE, order="given")._repr_html_()
    assert tables(html) == ["9 mistakes in 24 visits. converged: an epoch passed without a mistake."]
    assert html.count("<tr>") == 25
    assert '<th scope="col" class="number">ŷ</th>' in html


def test_a_certificate_is_its_verdict_and_its_reasons():
    html = rosenblatt.certify(*NOTE)._repr_html_()
    assert "<strong>Separable: 4 rows, 2 features, labels -1 and 1, with intercept</strong>" in html
    assert "<li>mistake bound 55</li>" in html
    X, y, _ = rosenblatt.sample("iris")
    many = rosenblatt.certify(X[::10], y[::10])._repr_html_()
    assert "<strong>Separable by argmax: 15 rows, 4 features, 3 labels (&#x27;setosa&#x27;," in many
    hostile = rosenblatt.certify([[1.0], [2.0]], ["<b>", "c"])._repr_html_()
    assert "<b>" not in hostile
    assert "&lt;b&gt;" in hostile


def test_an_evaluation_has_its_confusions_shaded():
    html = rosenblatt.train("sample:iris", max_iter=3).training._repr_html_()
    assert tables(html)[:3] == ["Evaluation", "Classes", "Confusion: rows by true class and predicted class"]
    assert html.count("background:rgba") == 9


def test_an_evaluation_of_many_classes_has_the_worst_pairs():
    evaluation = Evaluation()
    evaluation.add(list(range(40)), [1, 0, *range(2, 40)])
    html = evaluation._repr_html_()
    assert tables(html)[1:3] == ["The 10 classes of lowest F1, of 40", "Most confused"]
    assert '<th scope="row">0</th><td>1</td><td class="number">1</td>' in html


def test_a_comparison_is_a_table_and_its_answer():
    found = rosenblatt.compare("sample:setosa", folds=2, models=["averaged", "k-nn"])
    html = found._repr_html_()
    assert tables(html) == ["What was compared", "accuracy on rows that were not learned"]
    assert f"<p>{escape(found.answer)}</p>" in html


def test_what_was_trained_shows_its_report_and_how_right_it_is():
    html = rosenblatt.train("sample:iris", max_iter=3)._repr_html_()
    assert tables(html)[:3] == ["Trained on a file", "Training report", "Evaluation"]


def test_a_fitted_estimator_shows_the_diagram_and_its_report():
    model = rosenblatt.Perceptron(order="given")
    for html in (model._repr_html_(), model._repr_mimebundle_()["text/html"]):
        assert "sk-top-container" in html
        assert "Training report" not in html
    model.fit(*NOTE)
    for html in (model._repr_html_(), model._repr_mimebundle_()["text/html"]):
        assert html.index("sk-top-container") < html.index("<caption>Training report</caption>")
    with sklearn.config_context(display="text"):
        assert not hasattr(model, "_repr_html_")
        assert set(model._repr_mimebundle_()) == {"text/plain"}
