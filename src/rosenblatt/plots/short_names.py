"""Names and labels as a picture has room for them."""

from typing import Any

LONGEST_NAME, LONGEST_LABEL = 28, 16  # characters, of a feature and of a class


def shown_label(label: Any) -> str:
    """A label in a title or in a legend."""
    return shortened(str(label), LONGEST_LABEL)


def shortened(text: str, longest: int) -> str:
    """In one line, and cut where it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
