"""Data of the lab's cards: iris flowers, digits, and weights trained on digits.

``python -m rosenblatt.lab.card_data`` writes them to web/cards/embedded.js; a test proves that they are these.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.data.samples import sample

TRAINED_ROWS = 1437  # of 1797 digits; the others are new to the weights
DRAWN_ROWS = 20  # zeros, and as many ones, in the plane
FILE = Path(__file__).with_name("web") / "cards" / "embedded.js"
WIDTH = 116

HEAD = """\
// Numbers that were measured or trained elsewhere: written by rosenblatt/lab/card_data.py, not by hand.

"""


def embedded(weights: np.ndarray) -> str:
    """Source of the module: flowers, digits, and weights, one row per class with its bias last."""
    parts = [
        _list("IRIS_PETALS", "Petals of 150 irises, 50 a species, in tenths of cm: length, width.", iris_petals()),
        _list("DIGIT_POINTS", "Zeros and ones in turn: the ink of 8 pixels in the middle, of 16 beside.", inks()),
        _list("DIGIT_WEIGHTS", "Of ten classes: 64 weights and a bias each.", weights.astype(int).ravel()),
        _list("DIGIT_IMAGES", "Digits new to the weights: the digit, and its pixels in base 17.", images(weights)),
    ]
    return HEAD + "\n".join(parts)


def iris_petals() -> list[int]:
    """Lengths and widths of petals, in tenths of a cm."""
    return [int(number) for number in np.rint(sample("petals").X * 10).ravel()]


def inks() -> list[int]:
    """Ink in the middle and at the sides of twenty zeros and twenty ones, alternating."""
    X, digits, _ = sample("digits")
    pixels = X.reshape(-1, 8, 8)[:, 2:6]
    middle, sides = pixels[:, :, 3:5].sum((1, 2)), pixels[:, :, [1, 2, 5, 6]].sum((1, 2))
    rows = [np.flatnonzero(digits == digit)[:DRAWN_ROWS] for digit in (0, 1)]
    return [int(ink) for pair in zip(*rows, strict=True) for row in pair for ink in (middle[row], sides[row])]


def digit_weights(rows: int = TRAINED_ROWS) -> np.ndarray:
    """Weights of a perceptron trained on the first rows in order: ten rows of 64 weights and a bias."""
    from rosenblatt.estimators import Perceptron

    X, digits, _ = sample("digits")
    model = Perceptron(order="given").fit(X[:rows], digits[:rows])
    return np.column_stack([model.coef_, model.intercept_])


def predicted(weights: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Class with the highest score."""
    winners: np.ndarray = np.argmax(X @ weights[:, :-1].T + weights[:, -1], axis=1)
    return winners


def images(weights: np.ndarray) -> list[str]:
    """First new image of each digit, and the first misclassified one, if any."""
    X, digits, _ = sample("digits")
    X, digits = X[TRAINED_ROWS:], digits[TRAINED_ROWS:]
    wrong = np.flatnonzero(predicted(weights, X) != digits)[:1]
    rows = [*(np.flatnonzero(digits == digit)[0] for digit in range(10)), *wrong]
    return [str(digits[row]) + "".join("0123456789abcdefg"[int(grey)] for grey in X[row]) for row in rows]


def _list(name: str, comment: str, values: Iterable[Any]) -> str:
    """List split into lines of limited length."""
    lines = [""]
    for value in values:
        word = f'"{value}",' if isinstance(value, str) else f"{value},"
        if len(lines[-1]) + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"// {comment}\nexport const {name} = [\n" + "".join(f"  {line}\n" for line in lines) + "];\n"


if __name__ == "__main__":
    FILE.write_text(embedded(digit_weights()), "utf-8")
