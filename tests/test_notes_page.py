"""The lecture pages: every slide is there with what to look at, every slip is named, blocks give what is shown."""

import doctest
import re
import shlex
import sys

import pytest
from helpers.paths import DOCS

from rosenblatt.cli import main

ENTRANCE = (DOCS / "notes.md").read_text()
PAGES = {  # by the code of the lecture
    "000": "cmu",
    "001": "cmu-student",
    "002": "manchester",
    "003": "maryland",
    "004": "cornwell",
}
NAMES = {  # as style asks: on the first page, and at the top of the lecture's own
    "000": "CMU 10-301/601 Lecture 6 – Perceptron",
    "001": "A student's notes on",
    "002": "Manchester, Foundations of Machine Learning, Week 2: Perceptrons",
    "003": "Maryland CMSC 422 Lecture 6, The Perceptron",
    "004": "Classification, Halfspaces, the Perceptron algorithm",
}
NOTES = {code: (DOCS / "notes" / f"{page}.md").read_text() for code, page in PAGES.items()}
TEXTS = {"zero": ENTRANCE, **NOTES}
BLOCK = re.compile(r"(?ms)^```([\w{}]*)\n(.*?)^```$")

# The titles of the slides, in order; slides of one title in a row are one.
SLIDES = {
    "000": """
        Lecture 6 – Perceptron
        Front Matter
        Q & A
        Recall: Fisher Iris Dataset
        Linear Algebra Review
        Geometry Warm-up
        Linear Decision Boundaries
        Linear Decision Boundaries: Example
        Online Learning
        Online Learning: Setup
        (Online) Perceptron Learning Algorithm
        (Online) Perceptron Learning Algorithm: Example (no Intercept)
        Updating the Intercept
        Poll Question 1
        Notational Hack
        (Online) Perceptron Learning Algorithm
        (Online) Perceptron Learning Algorithm: Intuition
        (Online) Perceptron Learning Algorithm: Inductive Bias
        (Online) Perceptron Learning Algorithm
        (Batch) Perceptron Learning Algorithm
        Perceptron Mistake Bound
        Computing the Margin
        Perceptron Learning Objectives
    """,
    "001": """
        Linear Decision Boundaries
        Online Learning Setup
        Online Perceptron Learning Algorithm
        Inductive Bias
        Batch Perceptron Learning Algorithm
        Perceptron Mistake Bound
    """,
    "002": """
        Foundations of Machine Learning: Week 2: Perceptrons
        Overview
        Linear classifiers
        Linear classifier
        Generative Process
        Loss function
        Stochastic Gradient Descent
        Perceptron Update
        Numerical Example
        Intuition
        Decision boundary
        Summary
        END LECTURE
    """,
    "003": """
        Lecture 6 The Perceptron
        Impact of initialization
        Optimization View of K-means
        This week
        Geometry concept: Hyperplane
        Binary classification via hyperplanes
        Function Approximation with Perceptron
        Perception: Prediction Algorithm
        Aside: biological inspiration
        Perceptron Training Algorithm
        Perceptron update: geometric interpretation
        Properties of the Perceptron training algorithm
        Practical considerations
        Predicting with
        How would you modify this algorithm for voted perceptron?
        How would you modify this algorithm for averaged perceptron?
        Averaged perceptron decision rule
        Averaged Perceptron Training
        Can the perceptron always find a hyperplane to separate positive from negative examples?
        This week
    """,
    "004": """
        Classification, Halfspaces, the Perceptron algorithm
        Outline
        Example of Classification
        Close only counts in horseshoes ...Regression
        A linear model for classification
        Half-space model, continued
        Linearly separable
        Not linearly separable
        Setup for Perceptron algorithm
        Perceptron algorithm
        Example
        Example, continued
        Perceptron algorithm, stopping time
    """,
}

# Where each slip is named, and words of what is said of it there.
SLIPS = [
    ("000", "Perceptron Mistake Bound", "true only in the augmented space"),
    ("001", "Linear Decision Boundaries", "without the x"),
    ("001", "Online Perceptron Learning Algorithm", "stands there twice"),
    ("001", "Perceptron Mistake Bound", "false in the plain space"),
    ("002", "Linear classifiers", "z = 0 has no case"),
    ("002", "Linear classifiers", "w₀x₁ + w₀x₂ + …"),
    ("002", "Loss function", "not the hinge loss"),
    ("002", "Stochastic Gradient Descent", "has no j"),
    ("003", "Optimization View of K-means", "k ≤ n"),
    ("003", "Perception: Prediction Algorithm", "w₀ and b both"),
    ("003", "Perceptron Training Algorithm", "returns w₀ and b both"),
    ("003", "Averaged Perceptron Training", "c = T + 1, not T"),
    ("004", "A linear model for classification", "only where ‖w‖ = 1"),
    ("004", "Half-space model, continued", "x·x for w·x"),
    ("004", "Perceptron algorithm, stopping time", '"min over V" is missing'),
    ("004", "Perceptron algorithm, stopping time", "after T iterations, not T + 1"),
]

# How many blocks there are at least: Python and shell.
BLOCKS = {"zero": (2, 0), "000": (13, 1), "001": (4, 0), "002": (8, 0), "003": (12, 0), "004": (9, 1)}


def blocks(text, kind):
    return [block for language, block in BLOCK.findall(text) if language == kind]


def slides(text):
    """Titles, and the text under each: slides that are shown together share it."""
    for part in re.split(r"(?m)^## ", text)[1:]:
        heading, _, said = part.partition("\n")
        for title in heading.split(" · "):
            yield title, said


@pytest.mark.parametrize("page", TEXTS)
def test_the_python_of_a_page_gives_what_is_shown(page):
    """The blocks of a page share their names, and no other page's."""
    names, shown = {}, []
    runner = doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks(TEXTS[page], "python"), 1):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{page}, block {number}", None, None)
        assert test.examples
        test.globs = names
        runner.run(test, out=shown.append, clear_globs=False)
    assert not runner.summarize(verbose=False).failed, "".join(shown)


@pytest.mark.parametrize("block", blocks("\n".join(TEXTS.values()), "text"), ids=lambda block: block.partition("\n")[0])
def test_the_commands_give_what_is_shown(block, capsys, monkeypatch):
    command, _, output = block.partition("\n")
    prompt, *arguments = shlex.split(command)
    assert prompt == "$"
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_is_run(page):
    text = TEXTS[page]
    kinds = [language for language, _ in BLOCK.findall(text)]
    assert set(kinds) <= {"python", "text", "{toctree}"}
    assert text.count("```") == 2 * len(kinds)
    assert all(block.startswith("$ rosenblatt ") for block in blocks(text, "text"))
    assert all(block.startswith(">>> ") for block in blocks(text, "python"))
    python, shell = BLOCKS[page]
    assert len(blocks(text, "python")) >= python
    assert len(blocks(text, "text")) >= shell


@pytest.mark.parametrize("note", SLIDES)
def test_every_slide_is_there_in_the_order_of_the_lecture(note):
    titles = [line.strip() for line in SLIDES[note].strip().splitlines()]
    assert [title for title, _ in slides(NOTES[note])] == titles


def test_every_slide_has_code_or_says_why_not():
    for note, text in NOTES.items():
        for title, said in slides(text):
            assert ">>> " in said or "$ rosenblatt " in said or "Nothing" in said, f"{note}: {title}"


@pytest.mark.parametrize("page", TEXTS)
def test_every_block_is_followed_by_what_to_look_at(page):
    text = TEXTS[page]
    blocks_here = [match.end() for match in BLOCK.finditer(text) if match[1] in ("python", "text")]
    assert all(text[end:].lstrip("\n").startswith("**Look at** ") for end in blocks_here)


@pytest.mark.parametrize("note", PAGES)
def test_a_lecture_has_its_name_and_its_code_once(note):
    assert NAMES[note] in ENTRANCE
    assert f"(notes/{PAGES[note]}.md)" in ENTRANCE
    assert NAMES[note] in NOTES[note].partition("\n")[0]
    assert re.findall(r"\bnote (00\d)", NOTES[note]) == [note]
    prose = BLOCK.sub("", NOTES[note])
    assert set(re.findall(r"(?<![\w.-])00[0-4]\b", prose)) == {note}


@pytest.mark.parametrize(("note", "slide", "words"), SLIPS)
def test_every_slip_is_named_where_it_occurs(note, slide, words):
    said = " ".join(dict(slides(NOTES[note]))[slide].split())
    assert any(words in remark for remark in said.split("Slip: ")[1:])


def test_no_other_slip_is_named():
    assert "".join(NOTES.values()).count("Slip: ") == len(SLIPS)


def test_the_three_rules_at_zero_stand_first():
    said = " ".join(ENTRANCE.split())
    assert "CMU predicts +1, Manchester predicts −1 (in its generative process), and for Maryland and Cornwell" in said
    assert "The worked examples of the lectures do not show the difference" in said


def test_what_another_package_has_is_shown_and_not_denied():
    """k-NN by Hamming distance, linear regression, k-means: slides of CMU, Cornwell and Maryland."""
    assert "not in this package" not in "".join(NOTES.values())
    assert "'Hamming'" in dict(slides(NOTES["000"]))["Q & A"]
    assert "inertia_" in dict(slides(NOTES["003"]))["Optimization View of K-means"]
    assert "linear-regression" in dict(slides(NOTES["004"]))["Close only counts in horseshoes ...Regression"]
