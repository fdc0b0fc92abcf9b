"""Errors of the package, one family.

    RosenblattError
    ├── OptionError        (ValueError)       an option outside its rule
    ├── DataError          (ValueError)       data that cannot be learned from or predicted on
    │   └── DataTypeError  (TypeError)        data of a type that holds no numbers
    ├── TrainingOverflow   (OverflowError)    scores or weights left the range of float64
    ├── NotTrained         (RuntimeError)     a learner was asked before it was taught
    └── ClusterError       (RuntimeError)     a Dask cluster that cannot be used

Each message is one sentence: the name, the rule, the value, the place and the next step. Sentences name options by
``option`` and ``subject``: printed, they read as a call in Python; the command line asks for them as they are typed.
"""

import json
import os
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

_KEY = os.urandom(8).hex()  # random, so that no text of a file is taken for a token
_TOKEN = re.compile(f"\x02{_KEY}([^\x02\x03]*)\x03")
_NO_VALUE = object()
MAX_QUOTED = 500  # maximum characters of a message quoted in another


class Meant(NamedTuple):
    """Option that a sentence names.

    form: "flag", the option alone; "value" and "metavar", with what it is set to, or a word for that; "given", only
    what it is set to.
    """

    name: str
    form: str
    value: Any
    python: str


def option(name: str, value: Any = _NO_VALUE, *, metavar: Any = None, python: str | None = None) -> str:
    """Name an option in a sentence: ``labels=``, ``ignore='age'``, or with a metavar ``target=NAME``, ``scale=a|b``.

    python: text for Python callers, if the name differs there.
    """
    if metavar is not None:
        words = f"({', '.join(metavar)})"
        if isinstance(metavar, str):  # a word, or values to choose from: a|b
            *others, last = map(repr, metavar.split("|"))
            words = f"{', '.join(others)} or {last}" if others else metavar
        return _token(name, "metavar", metavar, f"{name}={words}")
    if value is _NO_VALUE:
        return _token(name, "flag", None, f"{name}=")
    return _token(name, "value", value, python or f"{name}={value!r}")


def subject(name: str, python: str | None = None) -> str:
    """Name an option as the subject of a sentence: ``model must be …``."""
    return _token(name, "flag", None, python or name)


def given(name: str, value: Any) -> str:
    """Show the value that an option was given."""
    return _token(name, "given", value, repr(value))


def _token(*fields: Any) -> str:
    return f"\x02{_KEY}{json.dumps(fields, default=str)}\x03"  # JSON writes no control characters


def _written(text: str, write: Callable[[Meant], str]) -> str:
    return _TOKEN.sub(lambda token: write(Meant(*json.loads(token[1]))), text)


class Sentence(str):
    """Text that names options as in a Python call. ``typed`` returns it as a shell user would type them."""

    raw: str  # with tokens in place of the options: sentences are put together from it

    def __new__(cls, text: str) -> "Sentence":
        raw = getattr(text, "raw", text)
        listed = raw.replace(f"\x03 \x02{_KEY}", f"\x03, \x02{_KEY}")  # options one after another
        sentence = super().__new__(cls, _written(listed, lambda meant: meant.python))
        sentence.raw = raw
        return sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence_of_another_process, (_KEY, self.raw)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options in the sentence."""
        names: list[str] = []
        self.typed(lambda meant: names.append(meant.name) or "")  # type: ignore[func-returns-value]
        return tuple(names)

    def typed(self, write: Callable[[Meant], str]) -> str:
        """Return the text with each option written by ``write``."""
        return _written(self.raw, write)


def _sentence_of_another_process(key: str, raw: str) -> Sentence:
    return Sentence(raw.replace(f"\x02{key}", f"\x02{_KEY}"))


class RosenblattError(Exception):
    """Base class of the errors that this package raises on purpose.

    Each error is also one of Python's own: ``except ValueError`` catches an :class:`OptionError`. In Python, a message
    writes options as arguments (``labels=``); on the command line, as flags.

    Parameters
    ----------
    message : str, default=''
        One sentence: the name, the rule, the value, the place and the next step.

    Attributes
    ----------
    options : tuple of str
        Names of the options that the message mentions.
    sentence : str
        Message with tokens in place of the options. Other messages are built from it.

    See Also
    --------
    OptionError : A parameter breaks its rule.
    DataError : Data cannot be learned from or predicted on.
    TrainingOverflow : Scores or weights left the range of float64.

    Examples
    --------
    >>> import rosenblatt
    >>> try:
    ...     rosenblatt.Perceptron(max_iter=0).fit([[0.0], [1.0]], [0, 1])
    ... except rosenblatt.RosenblattError as error:
    ...     print(type(error).__name__, "-", error)
    OptionError - max_iter must be a whole number, at least 1; got 0.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(Sentence(message))

    @property
    def sentence(self) -> str:
        """Message with tokens in place of the options, from which another message can be built."""
        return self.args[0].raw  # type: ignore[no-any-return]

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options that the message mentions."""
        return self.args[0].options  # type: ignore[no-any-return]

    def typed(self, write: Callable[[Meant], str]) -> str:
        """Return the message with each option written by a function.

        Parameters
        ----------
        write : callable
            Takes a ``Meant``, which has the name and the value of an option, and returns the text for it.

        Returns
        -------
        str
            The message.
        """
        return self.args[0].typed(write)  # type: ignore[no-any-return]


def sentence_of(error: BaseException) -> str:
    """Return the message of any error without its full stop, for use inside another sentence.

    A message with several lines, or a very long one, is joined and cut.
    """
    text = error.sentence if isinstance(error, RosenblattError) else str(error)
    if len(text) > MAX_QUOTED or "\n" in text:
        line = " ".join(str(error).split())
        text = line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + "…"
    return text.rstrip(".")


class OptionError(RosenblattError, ValueError):
    """A parameter or an option breaks its rule.

    An ``OptionError`` is also a ``ValueError``.

    Parameters
    ----------
    message : str, default=''
        One sentence: the name, the rule, the value, the place and the next step.

    Attributes
    ----------
    options : tuple of str
        Names of the options that the message mentions.
    sentence : str
        Message with tokens in place of the options. Other messages are built from it.

    See Also
    --------
    DataError : Data cannot be learned from or predicted on.
    RosenblattError : Base class of all errors of the package.

    Examples
    --------
    Parameters are checked when training begins.

    >>> import rosenblatt
    >>> rosenblatt.Perceptron(eta0=-1.0).fit([[0.0], [1.0]], [0, 1])
    Traceback (most recent call last):
        ...
    rosenblatt.errors.OptionError: eta0 must be a positive number, ...; got -1.0.
    """


class DataError(RosenblattError, ValueError):
    """Data cannot be learned from or predicted on.

    A ``DataError`` is also a ``ValueError``. Data of a type that holds no numbers raises the subclass
    ``DataTypeError``, which is also a ``TypeError``.

    Parameters
    ----------
    message : str, default=''
        One sentence: the name, the rule, the value, the place and the next step.

    Attributes
    ----------
    options : tuple of str
        Names of the options that the message mentions.
    sentence : str
        Message with tokens in place of the options. Other messages are built from it.

    See Also
    --------
    OptionError : A parameter or an option breaks its rule.
    RosenblattError : Base class of all errors of the package.

    Examples
    --------
    >>> import rosenblatt
    >>> rosenblatt.Perceptron().fit([[0.0], [1.0]], ["spam", "spam"])
    Traceback (most recent call last):
        ...
    rosenblatt.errors.DataError: y must have at least two classes; got one class, 'spam'.
    """


class DataTypeError(DataError, TypeError):
    """Data has a type that holds no numbers."""


class DataWarning(UserWarning):
    """Part of the data is not used, or a checkpoint could not be written."""


def check_choice(name: str, value: Any, choices: Iterable[str], *, quoted: bool = False) -> None:
    """Raise an OptionError if the value of an option is not among its choices."""
    if not isinstance(value, str) or value not in choices:
        listed = ", ".join(map(repr, choices) if quoted else choices)
        raise OptionError(f"{subject(name)} must be one of {listed}; got {value!r}.")


class TrainingOverflow(RosenblattError, OverflowError):
    """Scores or weights left the range of float64.

    A ``TrainingOverflow`` is also an ``OverflowError``. Scaling the features helps.

    Parameters
    ----------
    message : str, default=''
        One sentence: the name, the rule, the value, the place and the next step.

    Attributes
    ----------
    options : tuple of str
        Names of the options that the message mentions.
    sentence : str
        Message with tokens in place of the options. Other messages are built from it.

    See Also
    --------
    DataError : Data cannot be learned from or predicted on.
    RosenblattError : Base class of all errors of the package.

    Examples
    --------
    >>> import rosenblatt
    >>> try:
    ...     rosenblatt.Perceptron(eta0=1e200).fit([[1e150], [-1e150]], [0, 1])
    ... except rosenblatt.TrainingOverflow as error:
    ...     print(error)
    Training overflowed: ...: scale the features.
    """


class NotTrained(RosenblattError, RuntimeError):
    """A learner was asked for its model before it was trained."""


class ClusterError(RosenblattError, RuntimeError):
    """A Dask cluster cannot be reached, was closed, or has other versions of packages."""
