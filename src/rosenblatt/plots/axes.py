"""Axes, colours and marks of classes, and picture files: the only module that imports matplotlib.

Ten colours that colour-blind readers can tell apart, on white and on black, each with its own mark. Everything that is
not a class is drawn in the ink of the axes, so that a picture works in any style of matplotlib.
"""

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rosenblatt.errors import OptionError, check_choice, subject

COLOURS = (
    *("#e76300", "#3f90da", "#832db6", "#ffa90e", "#717581"),
    *("#bd1f01", "#92dadd", "#a96b59", "#b9ac70", "#94a4a2"),
)
MARKS = "osD^vPX*<>"
PAGE_INK = "#010203"  # unique colour, replaced on a page by the colour of the text
STYLES = {
    "light": {"ink": "#1a1a1a", "paper": "#ffffff"},
    "dark": {"ink": "#e8e8e8", "paper": "#14171a"},
    "page": {"ink": PAGE_INK, "paper": "none"},
}
FORMATS = ("png", "svg", "pdf")
DOTS = 144  # dots per inch
FALLBACKS = ("Noto Sans CJK JP", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Arial Unicode MS", "Segoe UI Symbol")


def pyplot() -> Any:
    """Import matplotlib.pyplot, or raise an error that says how to install it."""
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError as error:
        raise OptionError('Pictures need the package matplotlib: pip install "rosenblatt[plot]".') from error
    return pyplot


def axes_or_new(ax: Any = None, *, size: tuple[float, float] = (6.4, 4.4), three: bool = False) -> Any:
    """Return the given axes, or those of a new figure. three: with a third axis."""
    if ax is not None:
        if not hasattr(ax, "xaxis"):
            rule = "one Axes of matplotlib, as figure.add_subplot() gives, or one of plt.subplots"
            raise OptionError(f"ax must be {rule}; got {type(ax).__name__}.")
        return ax
    figure = pyplot().figure(figsize=size, layout="constrained")
    return figure.add_subplot(projection="3d" if three else None)


def ink_of(ax: Any) -> Any:
    """Colour of the text of these axes."""
    return ax.xaxis.label.get_color()


def colour_of(place: int) -> str:
    """Colour of a class, by its place among the sorted labels. The greater of two classes is blue."""
    return COLOURS[place % len(COLOURS)]


def mark_of(place: int) -> str:
    """Mark of a class. From the 11th class on, marks advance by another step, so that pairs repeat late."""
    return MARKS[(place + place // len(COLOURS)) % len(MARKS)]


@contextmanager
def no_glyph_warnings() -> Iterator[None]:
    """Silence warnings about letters that no installed font has; they are drawn as boxes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


@contextmanager
def style(name: str = "light") -> Iterator[None]:
    """Return a context in which new figures have a style.

    Parameters
    ----------
    name : {'light', 'dark', 'page'}, default='light'
        Style: dark on white, light on black, or the colours of the web page around.

    Yields
    ------
    None
        Figures made inside the ``with`` block have the style.

    Raises
    ------
    OptionError
        If the name is none of the three, or matplotlib is not installed.

    See Also
    --------
    save_picture : Write a figure to a file.

    Examples
    --------
    >>> from rosenblatt import plots
    >>> with plots.style("dark"):
    ...     ax = plots.mistakes([5, 3, 1, 0])
    """
    check_choice("style", name, STYLES)
    plt, ink, paper = pyplot(), STYLES[name]["ink"], STYLES[name]["paper"]
    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    papered = ("figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor")
    settings = {
        **dict.fromkeys(inked, ink),
        **dict.fromkeys(papered, paper),
        "axes.spines.right": False,
        "grid.color": "#808080",  # of three axes
        "grid.alpha": 0.4,
        "axes.spines.top": False,
        "axes.titlesize": "medium",
        "font.family": _families(),
        "font.size": 11.0,
        "legend.frameon": False,
        "savefig.dpi": DOTS,
        "svg.fonttype": "none",  # text stays text
        "svg.hashsalt": "rosenblatt",  # the same picture is the same file
    }
    with plt.rc_context(settings):
        yield


def _families() -> list[str]:
    """Fonts that are set, then installed fallbacks: fonts that are not installed would cause warnings."""
    from matplotlib.font_manager import fontManager

    here = set(fontManager.get_font_names())
    return [*pyplot().rcParams["font.family"], *(name for name in FALLBACKS if name in here)]


def check_format(path: str | os.PathLike[str]) -> str:
    """Return the format of a picture file, by its suffix.

    Parameters
    ----------
    path : str or path-like
        Name of the file.

    Returns
    -------
    str
        One of "png", "svg" and "pdf".

    Raises
    ------
    OptionError
        If the suffix is another.

    See Also
    --------
    save_picture : Write a figure to a file.

    Examples
    --------
    >>> from rosenblatt import plots
    >>> plots.check_format("boundary.SVG")
    'svg'
    """
    suffix = os.path.splitext(os.fspath(path))[1].removeprefix(".").lower()
    if suffix not in FORMATS:
        raise OptionError(f"{subject('output')} must end in .{', .'.join(FORMATS)}; got {os.fspath(path)!r}.")
    return suffix


def save_picture(figure: Any, path: str | os.PathLike[str] | Any, format: str | None = None) -> None:
    """Write a figure to a file. The same figure gives the same bytes.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Figure to write; ``ax.figure`` is that of axes.
    path : str, path-like or file object
        File to write.
    format : {'png', 'svg', 'pdf'}, default=None
        Format of the file. None means that of the suffix.

    Raises
    ------
    OptionError
        If the suffix of the file is not that of a format.

    See Also
    --------
    style : Context in which new figures have a style.

    Examples
    --------
    >>> from rosenblatt import plots
    >>> ax = plots.mistakes([5, 3, 1, 0])
    >>> plots.save_picture(ax.figure, "mistakes.svg")
    """
    chosen = format or check_format(path)
    undated: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[chosen]
    with no_glyph_warnings():
        figure.savefig(path, format=chosen, metadata=undated)


def svg_of(figure: Any) -> str:
    """Convert a figure of style "page" to an SVG element in the colour of the surrounding text, and close it."""
    text = io.StringIO()
    save_picture(figure, text, "svg")
    pyplot().close(figure)
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace(PAGE_INK, "currentColor")
