"""Names and labels shortened for pictures."""

from typing import Any

LONGEST_NAME, LONGEST_LABEL = 28, 16  # characters, of a feature and of a class


def shown_label(label: Any) -> str:
    """Label for a title or a legend."""
    return shortened(str(label), LONGEST_LABEL)


def shortened(text: str, longest: int) -> str:
    """Text in one line, truncated if it is too long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"
