"""The ground of every picture: colours, marks, styles, files."""

import io
import sys
import warnings
from xml.etree import ElementTree

import pytest
from matplotlib import colors, font_manager, pyplot

from rosenblatt import plots
from rosenblatt.errors import OptionError
from rosenblatt.plots.axes import COLOURS, MARKS, STYLES, axes_or_new, colour_of, ink_of, mark_of, svg_of


def luminance(colour):
    """As WCAG 2 has it."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colors.to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("style", ["light", "dark"])
def test_text_can_be_read(style):
    assert contrast(STYLES[style]["ink"], STYLES[style]["paper"]) > 7


@pytest.mark.parametrize("style", ["light", "dark"])
def test_the_first_two_classes_stand_out_from_the_paper(style):
    assert all(contrast(colour, STYLES[style]["paper"]) > 3 for colour in COLOURS[:2])


# How red-blind and green-blind eyes see, in linear light (Viénot, Brettel and Mollon 1999).
BLIND = {
    "red": [(0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)],
    "green": [(0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)],
}


@pytest.mark.parametrize("eyes", sorted(BLIND))
def test_the_first_two_classes_are_told_apart_by_the_colour_blind(eyes):
    def seen(colour):
        linear = [c**2.2 for c in colors.to_rgb(colour)]
        return [sum(m * c for m, c in zip(row, linear, strict=True)) for row in BLIND[eyes]]

    one, other = (seen(colour) for colour in COLOURS[:2])
    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.3


def test_no_two_of_a_hundred_classes_have_the_same_colour_and_mark():
    assert len(COLOURS) == len(MARKS) == 10
    assert len({(colour_of(place), mark_of(place)) for place in range(100)}) == 100


def test_axes_are_those_given():
    _, ax = pyplot.subplots()
    assert axes_or_new(ax) is ax
    assert axes_or_new() is not ax
    assert axes_or_new(three=True).name == "3d"


def test_axes_must_be_one():
    figure, pair = pyplot.subplots(1, 2)
    for given, kind in ((pair, "ndarray"), (figure, "Figure"), ("ax", "str")):
        with pytest.raises(OptionError) as error:
            plots.mistakes([2, 1], ax=given)
        assert str(error.value) == (
            f"ax must be one Axes of matplotlib, as figure.add_subplot() gives, or one of plt.subplots; got {kind}."
        )


def test_ink_follows_the_style_of_the_axes():
    with plots.style("dark"):
        assert ink_of(axes_or_new()) == STYLES["dark"]["ink"]
    with pyplot.style.context("dark_background"):
        assert ink_of(axes_or_new()) == "white"
    assert ink_of(axes_or_new()) == "black"


def test_a_picture_on_a_page_has_the_colour_of_the_text_around_and_is_closed():
    with plots.style("page"):
        ax = axes_or_new()
        ax.plot([1, 2], color=ink_of(ax))
        ax.set_title("a < b")
        svg = svg_of(ax.figure)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "currentColor" in svg
    assert "#010203" not in svg
    assert "a &lt; b" in svg  # text stays text
    assert pyplot.get_fignums() == []


def test_wrong_use_is_one_sentence(monkeypatch):
    with (
        pytest.raises(OptionError, match="style must be one of light, dark, page; got 'pink'."),
        plots.style("pink"),
    ):
        pass
    with pytest.raises(OptionError, match="output must end in .png, .svg, .pdf; got 'a.bmp'."):
        plots.save_picture(pyplot.figure(), "a.bmp")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(OptionError, match="Pictures need the package matplotlib: pip install"):
        axes_or_new()


def test_a_picture_can_be_written_to_an_open_file():
    file = io.BytesIO()
    plots.save_picture(pyplot.figure(), file, "png")
    assert file.getvalue().startswith(b"\x89PNG")


def test_letters_that_no_font_has_do_not_warn():
    with plots.style("page"), warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = plots.cumulative({"\u1200\U00012000": [1, 0]})
        plots.save_picture(ax.figure, io.BytesIO(), "png")
        assert "\u1200\U00012000: 1" in svg_of(ax.figure)


def test_other_warnings_of_a_picture_are_heard():
    class Odd:
        def savefig(self, *given, **how):
            warnings.warn("odd", UserWarning, stacklevel=1)

    with pytest.warns(UserWarning, match="odd"):
        plots.save_picture(Odd(), io.BytesIO(), "png")


def test_fonts_for_other_scripts_are_those_that_are_there(monkeypatch, caplog):
    before = list(pyplot.rcParams["font.family"])
    there = ["Arial Unicode MS", "DejaVu Sans", "Noto Sans CJK JP"]
    monkeypatch.setattr(font_manager.fontManager, "get_font_names", lambda: there)
    with plots.style("light"):
        assert pyplot.rcParams["font.family"] == [*before, "Noto Sans CJK JP", "Arial Unicode MS"]
    monkeypatch.undo()
    with plots.style("light"):
        plots.save_picture(plots.mistakes([2, 1]).figure, io.BytesIO(), "png")
    assert not caplog.records
