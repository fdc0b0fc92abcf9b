"""What a page prints: its tables, its text and its links. Formulas are worked out as Python would."""

import re
from fractions import Fraction
from html.parser import HTMLParser

VOID = {"meta", "link"}


class Page(HTMLParser):
    """Parser that checks the nesting of tags, and keeps tables by caption, paragraphs and links in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tables, self.links, self.tags, self.texts, self.ids = [], [], [], set(), [], []
        self._text = None
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append(["", []])
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag == "a":
            self.links.append(attributes["href"])
        if tag in ("th", "td", "caption", "p", "li"):
            self._text = ""

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag in ("th", "td"):
            self.tables[-1][1][-1].append(self._text)
        elif tag == "caption":
            self.tables[-1][0] = self._text
        elif tag in ("p", "li"):
            self.texts.append(self._text)

    def handle_data(self, data):
        if self._text is not None:
            self._text += data

    def rows(self, caption):
        """Rows below the header of the tables with this caption, one after another."""
        return [row for name, rows in self.tables if name == caption for row in rows[1:]]


def value(text):
    """Value of a formula as it is printed: 2·(−3) + 1², 3/4, 12."""
    code = text.replace("−", "-").replace("·", "*").replace("²", "**2")
    assert re.fullmatch(r"[\d+\-*/() ]+", code), text
    return eval(re.sub(r"(?<!\*)\b(\d+)\b", r"Fraction(\1)", code), {"Fraction": Fraction})


def worked_out(text):
    """Value of a printed equation, after a check that all its sides are equal."""
    first, *others = [value(side) for side in re.split(" = ", text)]
    assert all(other == first for other in others), text
    return first


def pair(text):
    """Numbers of a printed vector, (3, −1/2)."""
    return [value(one) for one in text.strip().removeprefix("(").removesuffix(")").split(",")]
