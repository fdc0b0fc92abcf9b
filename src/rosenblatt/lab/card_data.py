"""Data of the lab's cards: iris petals, digit images, and weights trained on digits.

``python -m rosenblatt.lab.card_data`` writes them to web/cards/embedded.js; a test compares that file with this code.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.data.samples import sample

TRAINED_ROWS = 1437  # of 1797 digits; the rest are test images
DRAWN_ROWS = 20  # number of zeros, and of ones, drawn in the plane
FILE = Path(__file__).with_name("web") / "cards" / "embedded.js"
WIDTH = 116

HEAD = """\
// Measured data and trained weights, written by rosenblatt/lab/card_data.py. Do not edit by hand.

"""


def embedded(weights: np.ndarray) -> str:
    """JavaScript source with petals, digits and weights: one row per class, bias last."""
    parts = [
        _list("IRIS_PETALS", "Petals of 150 irises, 50 per species: length and width in tenths of cm.", iris_petals()),
        _list("DIGIT_POINTS", "Zeros and ones alternate: the ink of 8 middle pixels and of 16 side pixels.", inks()),
        _list("DIGIT_WEIGHTS", "Ten classes, each with 64 weights and a bias.", weights.astype(int).ravel()),
        _list("DIGIT_IMAGES", "Digits not used in training: the digit, then its pixels in base 17.", images(weights)),
    ]
    return HEAD + "\n".join(parts)


def iris_petals() -> list[int]:
    """Petal lengths and widths in tenths of cm."""
    return [int(number) for number in np.rint(sample("petals").X * 10).ravel()]


def inks() -> list[int]:
    """Ink in the middle and at the sides of twenty zeros and twenty ones, alternating."""
    X, digits, _ = sample("digits")
    pixels = X.reshape(-1, 8, 8)[:, 2:6]
    middle, sides = pixels[:, :, 3:5].sum((1, 2)), pixels[:, :, [1, 2, 5, 6]].sum((1, 2))
    rows = [np.flatnonzero(digits == digit)[:DRAWN_ROWS] for digit in (0, 1)]
    return [int(ink) for pair in zip(*rows, strict=True) for row in pair for ink in (middle[row], sides[row])]


def digit_weights(rows: int = TRAINED_ROWS) -> np.ndarray:
    """Train a perceptron on the first rows, in the given order; return ten rows of 64 weights and a bias."""
    from rosenblatt.estimators import Perceptron

    X, digits, _ = sample("digits")
    model = Perceptron(order="given").fit(X[:rows], digits[:rows])
    return np.column_stack([model.coef_, model.intercept_])


def predicted(weights: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Class with the highest score for each row of X."""
    winners: np.ndarray = np.argmax(X @ weights[:, :-1].T + weights[:, -1], axis=1)
    return winners


def images(weights: np.ndarray) -> list[str]:
    """First test image of each digit, and the first misclassified one if there is any."""
    X, digits, _ = sample("digits")
    X, digits = X[TRAINED_ROWS:], digits[TRAINED_ROWS:]
    wrong = np.flatnonzero(predicted(weights, X) != digits)[:1]
    rows = [*(np.flatnonzero(digits == digit)[0] for digit in range(10)), *wrong]
    return [str(digits[row]) + "".join("0123456789abcdefg"[int(grey)] for grey in X[row]) for row in rows]


def _list(name: str, comment: str, values: Iterable[Any]) -> str:
    """JavaScript list, wrapped at ``WIDTH`` columns."""
    lines = [""]
    for value in values:
        word = f'"{value}",' if isinstance(value, str) else f"{value},"
        if len(lines[-1]) + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"// {comment}\nexport const {name} = [\n" + "".join(f"  {line}\n" for line in lines) + "];\n"


if __name__ == "__main__":
    FILE.write_text(embedded(digit_weights()), "utf-8")
