"""The verb ``tutorial``: write the data files of docs/tutorial.md."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosenblatt.errors import OptionError, option

if TYPE_CHECKING:
    from numpy.random import Generator

DESCRIPTIONS = {
    "spam.csv": "400 messages, labelled spam or ham.",
    "inbox.csv": "50 messages without labels.",
    "topics.parquet": "300 texts on two topics, each an embedding of 32 numbers.",
    "vectors.npy": "The same embeddings as a NumPy array.",
    "topics.npy": "The topics of the texts as a NumPy array.",
    "sectors.svm": "Words of 2,100 companies in 105 sectors, sparse, in LIBSVM format.",
    "payments.csv": "5,000 card payments, of which about one in fifty is fraud.",
    "tonight.csv": "500 later payments, with a kind of shop that payments.csv does not have.",
}
GREETINGS = ["hi", "hello", "dear friend", "hey you"]
SPAM = ["win a FREE prize now", "claim your cash reward", "urgent: call 0900 to win", "free ringtones, txt WIN"]
HAM = ["see you at lunch", "the meeting is at ten", "call me when you are home", "thanks for the notes"]


def tutorial(folder: str | os.PathLike[str] = ".", *, force: bool = False) -> dict[str, str]:
    """Write the data files that the tutorial trains on.

    The rows are random numbers with a fixed seed, so that every call writes the same bytes.

    Parameters
    ----------
    folder : str or path-like, default='.'
        Folder to write to. It is created if it does not exist.
    force : bool, default=False
        Overwrite files that exist.

    Returns
    -------
    dict of str to str
        Name of each file, and one sentence that describes it.

    Raises
    ------
    OptionError
        If a file exists and `force` is False. Nothing is written then.

    See Also
    --------
    generate : Make rows with a known separating hyperplane.
    sample : Load a bundled data set.

    Examples
    --------
    >>> import tempfile
    >>> import rosenblatt
    >>> files = rosenblatt.tutorial(tempfile.mkdtemp())
    >>> files["inbox.csv"]
    '50 messages without labels.'
    """
    import numpy as np

    place = Path(folder)
    for name in DESCRIPTIONS:
        if (place / name).exists() and not force:
            again = f"{option('force', True)} writes over it, or name another folder"
            raise OptionError(f"FOLDER must have no file of the name {name!r}; {os.fspath(place)!r} has one: {again}.")
    place.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(0)
    writers: list[Callable[[Path, Generator], None]] = [_messages, _topics, _sectors, _payments]
    for write in writers:
        write(place, random)
    return dict(DESCRIPTIONS)


def _messages(place: Path, random: "Generator") -> None:
    def drawn(n_rows: int) -> Iterator[tuple[str, str]]:
        for _ in range(n_rows):
            label, texts = ("spam", SPAM) if random.random() < 0.3 else ("ham", HAM)
            yield label, f"{random.choice(GREETINGS)}, {random.choice(texts)} {random.integers(100)}"

    _write(place / "spam.csv", "label,message", [f'{label},"{text}"' for label, text in drawn(400)])
    _write(place / "inbox.csv", "message", [f'"{text}"' for _, text in drawn(50)])


def _topics(place: Path, random: "Generator") -> None:
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet

    topic = random.integers(0, 2, 300)
    vectors = random.normal(size=(300, 32)) + 0.8 * topic[:, None]
    names = np.array(["sport", "politics"])[topic]
    pyarrow.parquet.write_table(pa.table({"embedding": list(vectors), "topic": names}), place / "topics.parquet")
    np.save(place / "vectors.npy", vectors)
    np.save(place / "topics.npy", topic)


def _sectors(place: Path, random: "Generator") -> None:
    """Each sector has five words of its own; a company uses some of these, and some of all words."""
    import numpy as np

    lines = []
    for row in range(2100):
        own, others = 5 * (row % 105) + random.integers(0, 5, 4), random.integers(0, 525, 4)
        lines.append(" ".join([str(row % 105), *(f"{word + 1}:1" for word in np.unique([*own, *others]))]))
    _write(place / "sectors.svm", lines[0], lines[1:])


def _payments(place: Path, random: "Generator") -> None:
    """Fraud takes larger amounts, and takes them before two in the afternoon."""

    def drawn(n_rows: int, shops: list[str]) -> Iterator[str]:
        for _ in range(n_rows):
            fraud = random.random() < 0.02
            amount: Any = random.gamma(2, 90 if fraud else 40)
            hour = random.integers(0, 14 if fraud else 24)
            yield f"{amount:.2f},{hour},{random.choice(shops)},{'fraud' if fraud else 'fine'}"

    names = "amount,hour,shop,class"
    _write(place / "payments.csv", names, [*drawn(5000, ["food", "books", "travel"])])
    _write(place / "tonight.csv", names, [*drawn(500, ["food", "games"])])


def _write(path: Path, first: str, lines: list[str]) -> None:
    path.write_text("\n".join([first, *lines, ""]), newline="\n")
