"""Lab page for a notebook or a file: empty, with the user's points, or at one of its cards."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from numbers import Integral
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np

from rosenblatt.conventions import AT_ZERO, ORDERS
from rosenblatt.data.blocks import Block, block_of, dense_slice
from rosenblatt.data.labels import encode, labels_of, signs_of
from rosenblatt.docstrings import entries, insert
from rosenblatt.errors import DataError, OptionError, check_choice, option, subject
from rosenblatt.files.pages import write_page
from rosenblatt.lab.names import have_like_ranges, names_of

MAX_POINTS, LARGEST, MAX_EPOCHS, LAST_SEED = 500, 1e6, 1000, 2**32 - 1  # as state.js has them
CARD = re.compile(r"[a-z0-9-]{1,40}")
# Scripts and downloads, and nothing of the notebook around it.
FRAME = (
    '<iframe title="The perceptron lab" sandbox="allow-scripts allow-downloads" allow="clipboard-write; fullscreen" '
    'style="display:block;width:100%;height:{height}px;border:0" srcdoc="{page}"></iframe>'
)

# The lab's names of the options of a run.
LAB_NAMES = {
    **{"order": "order", "at_zero": "atZero", "eta0": "eta"},
    **{"max_iter": "epochs", "random_state": "seed", "fit_intercept": "bias"},
}

State = dict[str, Any]


class LabOptions(TypedDict, total=False):
    """Options of the run, named as in learners."""

    order: str | None
    at_zero: str | None
    fit_intercept: bool | None
    eta0: float | None
    max_iter: int | None
    random_state: int | None


SHARED = entries("""
features : sequence of int or str, default=None
    Two features to draw, by number or, for a data frame, by name. They must be given if there are more than two.
label : label, default=None
    Class that is plus; all other classes are minus. It must be given if there are more than two classes.
example : str, default=None
    Name of the card to start with, such as "xor". It takes the place of points.
**options
    Options of the run: ``order``, ``at_zero``, ``fit_intercept``, ``eta0``, ``max_iter`` and ``random_state``, as
    :class:`rosenblatt.Perceptron` has them.
""")


@dataclass(frozen=True)
class LabPage:
    """The lab as a page, with the points and options that it starts with.

    A notebook shows the page; ``str(page)`` is its HTML.

    Parameters
    ----------
    state : dict
        Points, options and card to start with. :func:`show` makes it from arrays.
    height : int, default=720
        Height of the frame in a notebook, in pixels.

    Attributes
    ----------
    html : str
        The whole page: one file that needs no other file and no network.

    See Also
    --------
    show : Make a page from points.
    export : Write a page to a file.

    Examples
    --------
    >>> from rosenblatt import lab
    >>> page = lab.show(example="xor")
    >>> page.save("lab.html").name
    'lab.html'
    """

    state: State
    height: int = 720  # of the frame in a notebook, in pixels

    @cached_property
    def html(self) -> str:
        """The whole page: one file that needs no other file and no network."""
        from rosenblatt.lab.bundle import bundled

        return bundled(self.state or None)

    def __str__(self) -> str:
        return self.html

    def _repr_html_(self) -> str:
        """The page within a page: as text of an attribute, where only & and " mean something else."""
        return FRAME.format(height=self.height, page=self.html.replace("&", "&amp;").replace('"', "&quot;"))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the page to a file, all of it or nothing.

        Parameters
        ----------
        path : str or path-like
            File to write, in a folder that exists.

        Returns
        -------
        Path
            Path of the file.

        Raises
        ------
        OptionError
            If the folder does not exist, or the path is a folder.
        """
        return write_page(path, self.html, "lab.html", "path")


@insert(SHARED)
def show(
    X: Any = None,
    y: Any = None,
    *,
    features: Sequence[int | str] | None = None,
    label: Any = None,
    example: str | None = None,
    height: int = 720,
    **options: Unpack[LabOptions],
) -> LabPage:
    """Show the lab in a notebook, without a server.

    ``rosenblatt.lab.show(X, y)`` as the last line of a cell shows the lab below the cell.

    Parameters
    ----------
    X : array-like, sparse matrix or data frame of shape (n_samples, n_features), default=None
        Points to start with, at most 500. None means the points of the lab.
    y : array-like of shape (n_samples,), default=None
        Labels, one per point.
    {features, label, example}
    height : int, default=720
        Height of the frame, in pixels.
    {**options}

    Returns
    -------
    LabPage
        The page, which a notebook shows.

    Raises
    ------
    DataError
        If there are too many points, or the features or the classes are not two.
    OptionError
        If an option breaks its rule.

    See Also
    --------
    export : Write the lab to a file.

    Examples
    --------
    >>> import rosenblatt
    >>> X, y, _ = rosenblatt.sample("note-004")
    >>> page = rosenblatt.lab.show(X, y, order="given")
    >>> len(page.state["points"])
    4
    """
    if not isinstance(height, Integral) or isinstance(height, bool) or not 100 <= int(height) <= 10_000:
        raise OptionError(f"height must be a whole number of pixels, from 100 to 10000; got {height!r}.")
    return LabPage(starting_state(X, y, features=features, label=label, example=example, **options), int(height))


@insert(SHARED)
def export(
    path: str | os.PathLike[str],
    example: str | None = None,
    data: Any = None,
    *,
    features: Sequence[int | str] | None = None,
    label: Any = None,
    reading: dict[str, Any] | None = None,
    **options: Unpack[LabOptions],
) -> Path:
    """Write the lab to an HTML file, to be opened from disk or put on any web host.

    Parameters
    ----------
    path : str or path-like
        File to write.
    {example}
    data : tuple, str or path-like, default=None
        Points to start with: a pair of X and y, a file, or ``sample:NAME``.
    {features, label}
    reading : dict, default=None
        Options of :func:`rosenblatt.read`, if ``data`` is a file.
    {**options}

    Returns
    -------
    Path
        Path of the file.

    Raises
    ------
    DataError
        If the points cannot be drawn.
    OptionError
        If an option breaks its rule.

    See Also
    --------
    show : Show the lab in a notebook.

    Examples
    --------
    >>> from rosenblatt import lab
    >>> lab.export("xor.html", "xor").name
    'xor.html'
    """
    X, y = points_of(data, reading)
    return LabPage(starting_state(X, y, features=features, label=label, example=example, **options)).save(path)


def points_of(data: Any, reading: dict[str, Any] | None = None) -> tuple[Any, Any]:
    """X and y of a pair, of a file, or None. X carries the names of its columns."""
    if data is None:
        return None, None
    if isinstance(data, str | os.PathLike):
        from rosenblatt.files.readers import read, warn_of_left_out

        reader = read(data, **(reading or {}))
        X, y, names = reader.table()
        warn_of_left_out(reader)
        return _Named(block_of(X), names), y
    try:
        X, y = data
    except (TypeError, ValueError) as error:
        raise DataError("data must be a file, sample:NAME, or a pair of X and y.") from error
    return X, y


def starting_state(
    X: Any = None,
    y: Any = None,
    *,
    features: Sequence[int | str] | None = None,
    label: Any = None,
    example: str | None = None,
    **options: Unpack[LabOptions],
) -> State:
    """Initial state of the lab, in the form of state.js. Options not given are left to the lab."""
    state: State = {}
    if example is not None:
        if X is not None:
            raise OptionError(f"{subject('example')} must be left out where there are points: a card has its own.")
        state["card"] = _card(example)
    if X is not None:
        state.update(_points_and_names(X, y, features, label))
    elif y is not None or features is not None or label is not None:
        raise DataError("X must be given with y, features and label: the points to start with.")
    if options:
        state["options"] = _run_options(options)
    return state


@dataclass(frozen=True)
class _Named:
    """Rows with the names of their columns."""

    block: Block
    columns: list[str]


def _points_and_names(X: Any, y: Any, features: Sequence[int | str] | None, label: Any) -> State:
    """Points, the names of their features and classes, and whether both axes can have one scale."""
    names = [str(name) for name in getattr(X, "columns", ())]
    block = X.block if isinstance(X, _Named) else block_of(X)
    if y is None:
        raise DataError("y must be given with X, one label per row.")
    if block.n_rows > MAX_POINTS:
        some = f"rows = numpy.random.default_rng(0).choice({block.n_rows}, {MAX_POINTS}, replace=False)"
        advice = f"it has {block.n_rows:,}: take a sample, X[rows] and y[rows] with {some}"
        raise DataError(f"X must have at most {MAX_POINTS} rows for the lab, which draws each; {advice}.")
    first, second = _columns(features, block.n_features, names)
    signs = _signs(y, block.n_rows, label)
    rows = dense_slice(block, 0, block.n_rows)[:, [first, second]]
    bad = np.flatnonzero(~(np.abs(rows) <= LARGEST).all(axis=1))
    if len(bad):
        place = f"got {rows[bad[0]].tolist()} in row {bad[0]}"
        raise DataError(f"X must be numbers from −1,000,000 to 1,000,000 for the lab; {place}: scale the columns.")
    both = zip(rows.tolist(), signs.tolist(), strict=True)
    state: State = {"points": [{"x": x1, "y": x2, "label": int(s)} for (x1, x2), s in both]}
    if given := names_of(names, (first, second), labels_of(y, block.n_rows), signs):
        state["names"] = given
    if not have_like_ranges(rows):
        state["equalAxes"] = False
    return state


def _columns(features: Sequence[int | str] | None, n_features: int, names: list[str]) -> list[int]:
    """Two columns to draw."""
    if features is None:
        if n_features == 2:
            return [0, 1]
        two = f"{option('features', (0, 1))} takes two of them"
        then = two if n_features > 2 else "numpy.c_[X, 0 * X] has a second one"
        raise DataError(f"X must have two features for the lab, which draws a plane; it has {n_features}: {then}.")
    given = [features] if isinstance(features, str) or not isinstance(features, Sequence) else list(features)
    if len(given) != 2:
        raise OptionError(f"{subject('features')} must be two, as in features=(0, 1); got {features!r}.")
    return [_column(feature, n_features, names) for feature in given]


def _column(feature: Any, n_features: int, names: list[str]) -> int:
    if isinstance(feature, str) and feature in names:
        return names.index(feature)
    if isinstance(feature, Integral) and not isinstance(feature, bool) and 0 <= int(feature) < n_features:
        return int(feature)
    known = f", or names: {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else ""
    raise OptionError(f"{subject('features')} must be numbers from 0 to {n_features - 1}{known}; got {feature!r}.")


def _signs(y: Any, n_rows: int, label: Any) -> np.ndarray:
    labels = labels_of(y, n_rows)
    distinct = encode(labels)[0].tolist()
    shown = ", ".join(map(str, distinct[:12])) + (", …" if len(distinct) > 12 else "")
    if label is not None:
        chosen = np.array([str(one) == str(label) for one in distinct])
        if not chosen.any():
            raise OptionError(f"{subject('label')} must be one of the classes, {shown}; got {label!r}.")
        return np.where(np.isin(labels, np.array(distinct)[chosen]), 1.0, -1.0)
    if len(distinct) > 2:
        then = f"{option('label', distinct[0])} takes one against the rest"
        raise DataError(f"y must have two classes for the lab; it has {len(distinct)} ({shown}): {then}.")
    return signs_of(labels, n_rows)


def _run_options(options: LabOptions) -> State:
    """Given options of a run, by the lab's names."""
    if unknown := [name for name in options if name not in LabOptions.__annotations__]:
        takes = "order, at_zero, fit_intercept, eta0, max_iter and random_state"
        raise OptionError(f"The lab takes {takes}; got {unknown[0]!r}.")
    given: dict[str, Any] = {name: options.get(name) for name in LabOptions.__annotations__}
    for name, choices in (("order", ORDERS), ("at_zero", AT_ZERO)):
        if given[name] is not None:
            check_choice(name, given[name], choices, quoted=True)
    for name, least, most in (("max_iter", 1, MAX_EPOCHS), ("random_state", 0, LAST_SEED)):
        number = given[name]
        if number is not None and not (isinstance(number, Integral) and least <= int(number) <= most):
            raise OptionError(
                f"{subject(name)} must be a whole number from {least} to {most} for the lab; got {number!r}."
            )
    eta0, bias = given["eta0"], given["fit_intercept"]
    if eta0 is not None and not (isinstance(eta0, int | float) and 1e-6 <= eta0 <= LARGEST):
        raise OptionError(f"{subject('eta0')} must be one number from 0.000001 to 1,000,000 for the lab; got {eta0!r}.")
    given["fit_intercept"] = None if bias is None else bool(bias)
    return {LAB_NAMES[name]: value for name, value in given.items() if value is not None}


def examples() -> list[str]:
    """Names of the cards; empty if they cannot be read."""
    source = files("rosenblatt.lab").joinpath("web/cards/card_data.js")
    return re.findall(r'^\s*(?:\{\s*)?id: "([a-z0-9-]+)"', source.read_text("utf-8"), re.M) if source.is_file() else []


def _card(example: Any) -> str:
    known = examples()
    if not isinstance(example, str) or not CARD.fullmatch(example) or (known and example not in known):
        names = f"one of {', '.join(known)}" if known else "the name of a card, in small letters, digits and dashes"
        raise OptionError(f"{subject('example')} must be {names}; got {example!r}.")
    return example
