"""Numbers, formulas and tables of the page. Cells and parts are HTML."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from rosenblatt.display import escape
from rosenblatt.exams.exact import Quotient
from rosenblatt.exams.questions import Line

Number = int | Fraction


def number(value: Number) -> str:
    """Exact number with a real minus sign: −3, 3/4."""
    return str(value).replace("-", "−")


def signed(label: int) -> str:
    """Format a label: +1 or −1."""
    return "+1" if label > 0 else "−1"


def vector(values: Iterable[Number]) -> str:
    return f"({', '.join(map(number, values))})"


def factor(value: Number) -> str:
    """Number in a product or sum: negative ones in parentheses."""
    return f"({number(value)})" if value < 0 else number(value)


def dot(w: Iterable[Number], x: Iterable[Number]) -> str:
    """Product w·x written out: 3·2 + (−1)·1."""
    return " + ".join(f"{factor(p)}·{factor(q)}" for p, q in zip(w, x, strict=True))


def squares(values: Iterable[int]) -> str:
    """Sum of squares written out: 3² + (−1)²."""
    return " + ".join(f"{factor(value)}²" for value in values)


def quotient(value: Quotient) -> str:
    """Quotient by a root in its simplest form: 7/√13, 7/(2√13), 2√5, 7/5."""
    top, bottom, root = value.numerator, value.denominator, value.radicand
    if root == 1:
        return number(Fraction(top, bottom))
    if top % root == 0:  # 10/√5 is 2√5
        whole = top // root
        return f"{'' if whole == 1 else whole}√{root}" + (f"/{bottom}" if bottom > 1 else "")
    return f"{top}/√{root}" if bottom == 1 else f"{top}/({bottom}√{root})"


def decimals(square: Fraction) -> str:
    """Root of a number, rounded, and marked so."""
    return f"≈ {math.sqrt(square):.2f}"


def equation(line: Line) -> str:
    """Equation of a line: 2x₁ − x₂ + 3 = 0."""
    terms = [(line.w[0], "x₁"), (line.w[1], "x₂"), (line.b, "")]
    text = ""
    for value, name in terms:
        if value:
            size = "" if abs(value) == 1 and name else str(abs(value))
            sign = ("−" if value < 0 else "") if not text else (" − " if value < 0 else " + ")
            text += f"{sign}{size}{name}"
    return f"{text} = 0"


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Return a table. The first cell of each row is its header. Cells are plain text; "" is a blank to fill in.

    Its frame scrolls on a narrow screen, also by keys: so it takes the focus.
    """
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    body = ""
    for first, *cells in rows:
        body += f'<tr><th scope="row">{escape(first)}</th>'
        body += "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>\n"
    name = f' class="{kind}"' if kind else ""
    return (
        f'<div class="frame" role="group" aria-label="{escape(caption)}" tabindex="0">'
        f"<table{name}><caption>{escape(caption)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f"<p{name}>{escape(text)}</p>\n"


def parts(*items: str) -> str:
    """Return the parts of a question, with letters. Items are HTML."""
    return '<ol class="parts">\n' + "".join(f"<li>{item}</li>\n" for item in items) + "</ol>\n"


def room(lines: int) -> str:
    """Lines to write on."""
    return '<div class="room" aria-hidden="true">' + "<div></div>" * lines + "</div>"


def columns(*items: str) -> str:
    """Return parts side by side. They are below each other on a narrow screen."""
    return '<div class="beside">\n' + "".join(f"<div>{item}</div>\n" for item in items) + "</div>\n"


def beside(text: str, figure: str) -> str:
    """Return text with a small figure on its right."""
    return f'<div class="beside">\n<div>{text}</div>\n<div class="figure">{figure}</div>\n</div>\n'
