"""docs/notes.md: every slide of the five notes is there, every slip is named, and what is typed gives what is shown."""

import doctest
import re
import shlex
import sys

import pytest
from helpers.paths import DOCS

from rosenblatt.cli import main

PAGE = (DOCS / "notes.md").read_text()
SECTIONS = {part.partition("\n")[0]: part for part in re.split(r"(?m)^## ", PAGE)[1:]}
ZERO = "First: a score of exactly zero"
NOTES = {name[5:8]: text for name, text in SECTIONS.items() if name.startswith("Note ")}
BLOCK = re.compile(r"(?ms)^```(\w*)\n(.*?)^```$")

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
BLOCKS = {ZERO: (2, 0), "000": (13, 1), "001": (4, 0), "002": (8, 0), "003": (11, 0), "004": (8, 1)}


def blocks(text, kind):
    return [block for language, block in BLOCK.findall(text) if language == kind]


def slides(text):
    """Titles, and what is said under each: slides that are shown together share it."""
    for part in re.split(r"(?m)^### ", text)[1:]:
        heading, _, said = part.partition("\n")
        for title in heading.split(" · "):
            yield title, said


@pytest.mark.parametrize("section", SECTIONS)
def test_the_python_of_a_note_gives_what_is_shown(section):
    """The blocks of a note share their names, and no other note's."""
    names, shown = {}, []
    runner = doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks(SECTIONS[section], "python"), 1):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{section}, block {number}", None, None)
        assert test.examples
        test.globs = names
        runner.run(test, out=shown.append, clear_globs=False)
    assert not runner.summarize(verbose=False).failed, "".join(shown)


@pytest.mark.parametrize("block", blocks(PAGE, "text"), ids=lambda block: block.partition("\n")[0])
def test_the_commands_give_what_is_shown(block, capsys, monkeypatch):
    command, _, output = block.partition("\n")
    prompt, *arguments = shlex.split(command)
    assert prompt == "$"
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert capsys.readouterr().out == output


def test_every_block_is_run():
    kinds = [language for language, _ in BLOCK.findall(PAGE)]
    assert set(kinds) == {"python", "text"}
    assert PAGE.count("```") == 2 * len(kinds)
    assert sum(block.startswith("$ rosenblatt ") for block in blocks(PAGE, "text")) == kinds.count("text")
    assert sum(block.startswith(">>> ") for block in blocks(PAGE, "python")) == kinds.count("python")
    for section, (python, shell) in BLOCKS.items():
        text = NOTES.get(section) or SECTIONS[section]
        assert len(blocks(text, "python")) >= python, section
        assert len(blocks(text, "text")) >= shell, section


@pytest.mark.parametrize("note", SLIDES)
def test_every_slide_is_there_in_the_order_of_the_note(note):
    titles = [line.strip() for line in SLIDES[note].strip().splitlines()]
    assert [title for title, _ in slides(NOTES[note])] == titles


def test_every_slide_has_code_or_says_why_not():
    for note, text in NOTES.items():
        for title, said in slides(text):
            assert ">>> " in said or "$ rosenblatt " in said or "Nothing" in said, f"{note}: {title}"


@pytest.mark.parametrize(("note", "slide", "words"), SLIPS)
def test_every_slip_is_named_where_it_occurs(note, slide, words):
    said = " ".join(dict(slides(NOTES[note]))[slide].split())
    assert any(words in remark for remark in said.split("Slip: ")[1:])


def test_no_other_slip_is_named():
    assert PAGE.count("Slip: ") == len(SLIPS)


def test_the_three_rules_at_zero_stand_first():
    said = " ".join(SECTIONS[ZERO].split())
    assert "000 predicts +1 there, 002 −1 (its generative process), for 003 and 004 it is a mistake" in said
    assert "No worked example of the notes does" in said
