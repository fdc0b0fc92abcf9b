"""HTML parts of pages and notebooks: tables, figures, sections, and the page around them.

Text from data is escaped here. The functions return HTML; arguments named ``parts`` are HTML that other functions here
returned. Colours are those of the surrounding text, or greys and transparent tints, so that a part works in light and
dark themes.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from html import escape as escape_all

Lines = list[tuple[str, str]]

RIGHT, WRONG = "63,144,218", "231,99,0"  # tints: the blue and the orange of two classes
DARKEST = 0.5  # opacity of a tint, so that text on it stays readable in any theme
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')
LEFT_OUT = re.compile(
    r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*|<defs>\s*<style [^>]*>[^<]*</style>\s*</defs>\s*", re.S
)
LONGEST = 2000  # maximum characters of a text

PARTS = """
div.rosenblatt{margin:.75em 0}
.rosenblatt .box{overflow-x:auto;margin:0 0 1.5em;max-width:100%}
.rosenblatt table{border-collapse:collapse;border:0;margin:0;color:inherit;background:none;font-size:1em}
.rosenblatt caption{caption-side:top;text-align:left;font-weight:600;color:inherit;padding:0 0 .4em}
.rosenblatt tr{background:none!important}
.rosenblatt th,.rosenblatt td{text-align:left!important;vertical-align:top;padding:.3em 0 .3em 1.2em;color:inherit;
border:0;border-bottom:1px solid rgba(128,128,128,.35);font-weight:400;max-width:none}
.rosenblatt th:first-child,.rosenblatt td:first-child{padding-left:0}
.rosenblatt thead th{border-bottom:2px solid rgba(128,128,128,.7);font-weight:600;vertical-align:bottom}
.rosenblatt tbody th{font-weight:600}
.rosenblatt .number{text-align:right!important;font-variant-numeric:tabular-nums;white-space:nowrap}
.rosenblatt .shaded .number{padding:.3em .6em}
.rosenblatt .shaded caption{min-width:min(27rem,80vw)}
.rosenblatt .shaded td{border:1px solid rgba(128,128,128,.35)}
.rosenblatt .facts td{overflow-wrap:anywhere;white-space:pre-line}
.rosenblatt figure{margin:0 0 1.5em}
.rosenblatt figure .box{margin:0}
.rosenblatt figcaption{opacity:.85;max-width:44em}
.rosenblatt svg{display:block;max-width:100%;min-width:24rem;height:auto;overflow:visible}
.rosenblatt ul{margin:0 0 1.5em;padding-left:1.2em}
.rosenblatt li{overflow-wrap:anywhere}
"""
PAGE = """
:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#14171a}}
*{box-sizing:border-box}
body{margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue","DejaVu Sans",Arial,sans-serif}
main,header,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
footer{padding-bottom:2rem;opacity:.85;font-size:.875rem}
h1,h2,h3{line-height:1.25;overflow-wrap:anywhere}
h1{font-size:1.75rem;margin:0 0 .25em}
h2{font-size:1.25rem;margin:0 0 .75em;padding-top:1.25rem;border-top:1px solid rgba(128,128,128,.45)}
h3{font-size:1rem;margin:0 0 .5em}
p{margin:0 0 1em;max-width:44em;overflow-wrap:anywhere}
section{margin:0 0 1rem}
h2+.facts caption{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
.verdict{font-size:1.5rem;line-height:1.35;font-weight:600;max-width:none}
pre{margin:0 0 1.25em;padding:.75em 1em;border:1px solid rgba(128,128,128,.45);border-radius:.3em;
white-space:pre;overflow-x:auto;font:.9rem/1.45 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
@media (max-width:30rem){h1{font-size:1.4rem}.verdict{font-size:1.2rem}
.rosenblatt .facts th,.rosenblatt .facts td{display:block;padding:.3em 0;border:0}
.rosenblatt .facts td{padding-top:0;border-bottom:1px solid rgba(128,128,128,.35)}}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
section,figure,table,pre,tr{break-inside:avoid}h1,h2,h3,caption{break-after:avoid}
main,header,footer{max-width:none;padding:0}
pre{white-space:pre-wrap}pre,.rosenblatt td,.rosenblatt .table tbody th{overflow-wrap:anywhere}
.rosenblatt .box{overflow:visible}.rosenblatt svg{min-width:0;max-height:20cm}}
"""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 row", "12 rows"."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def printable(text: str) -> str:
    """Escape characters that control a terminal. The text is one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def in_columns(lines: Lines) -> str:
    """Align names and texts in two plain-text columns."""
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:<{width}}  {text}" for name, text in lines)


def in_html(caption: str, lines: Lines) -> str:
    """Return pairs of a name and a text as an HTML table. Texts after an empty name join the row above. No pairs, no
    table."""
    rows: list[tuple[str, list[str]]] = []
    for name, text in lines:
        if name or not rows:
            rows.append((name, []))
        rows[-1][1].append(text)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(chr(10).join(texts))}</td></tr>' for name, texts in rows
    )
    return _box(caption, body, "facts") if rows else ""


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    sides: str = "",
    shares: Sequence[Sequence[float]] | None = None,
) -> str:
    """Return an HTML table with a header. The first cell of each row is its header.

    sides: for each column "<" for text or ">" for numbers; left out, the first column is text and the others numbers.
    shares: for each cell but the first of its row how dark it is, from 0 to 1; below 0 in the colour of what is wrong.
    """
    classes = [' class="number"' if side == ">" else "" for side in sides or "<" + ">" * (len(header) - 1)]
    head = "".join(f'<th scope="col"{side}>{escape(name)}</th>' for name, side in zip(header, classes, strict=True))
    body = ""
    for number, (first, *cells) in enumerate(rows):
        tints = [_tint(share) for share in shares[number]] if shares is not None else [""] * len(cells)
        marked = zip(cells, classes[1:], tints, strict=True)
        body += f'<tr><th scope="row"{classes[0]}>{escape(first)}</th>'
        body += "".join(f"<td{side}{tint}>{escape(cell)}</td>" for cell, side, tint in marked) + "</tr>"
    kind = "table" if shares is None else "table shaded"
    return _box(caption, f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>", kind)


def listed(caption: str, texts: Iterable[str]) -> str:
    """Return a caption with a bullet list below it."""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<p><strong>{escape(caption)}</strong></p>" + (f"<ul>{items}</ul>" if items else "")


def figure(svg: str, label: str, caption: str = "") -> str:
    """Return a figure. label: description for screen readers. caption: text below the figure."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure><div class="box" tabindex="0">{_inline(svg, label)}</div>{below}</figure>'


def paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def typed(text: str) -> str:
    """Return a block of code."""
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'


def section(title: str, *parts: str) -> str:
    """Return a section with a heading, or nothing if it would be empty."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>" if any(parts) else ""


def notebook(*parts: str) -> str:
    """Wrap parts for a notebook, with their style sheet."""
    return f'<div class="rosenblatt"><style>{PARTS}</style>{"".join(parts)}</div>'


def page(title: str, above: Sequence[str], sections: Sequence[str], below: str) -> str:
    """Return a complete page that loads nothing: no script, no font, no file."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{PARTS}{PAGE}</style>\n</head>\n"
        f'<body class="rosenblatt">\n<header><h1>{escape(title)}</h1>{"".join(above)}</header>\n'
        f"<main>\n{chr(10).join(filter(None, sections))}\n</main>\n<footer>{below}</footer>\n</body>\n</html>\n"
    )


def escape(text: str) -> str:
    """Escape text for HTML and its attributes, and cut it to a maximum length."""
    return escape_all(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _box(caption: str, rows: str, kind: str) -> str:
    """Return a table that scrolls by itself on a narrow page. Tables of facts wrap instead."""
    scrolls = "" if kind == "facts" else ' tabindex="0"'
    return f'<div class="box {kind}"{scrolls}><table><caption>{escape(caption)}</caption>{rows}</table></div>'


def _tint(share: float) -> str:
    colour = RIGHT if share >= 0 else WRONG
    return f' style="background:rgba({colour},{DARKEST * min(abs(share), 1.0):.2f})"'


def _inline(svg: str, label: str) -> str:
    """Prepare an SVG for HTML: add a label, make its ids unique, and remove style rules that would affect the page."""
    svg = LEFT_OUT.sub("", svg)
    wanted = set(REFERENCE.findall(svg))
    own = hashlib.sha256(svg.encode()).hexdigest()[:8]

    def named(match: re.Match[str]) -> str:
        return f' id="{own}{match[1]}"' if match[1] in wanted else ""

    def tidied(tag: re.Match[str]) -> str:
        references = REFERENCE.sub(lambda match: match[0].removesuffix(match[1]) + own + match[1], tag[0])
        return re.sub(r' id="([^"]*)"', named, references)

    svg = re.sub(r"<[^>]+>", tidied, svg)  # only tags; text that looks like a tag is left alone
    opening = f'<svg role="img" aria-label="{escape(label)}" style="stroke-linejoin:round;stroke-linecap:butt"'
    return svg.replace("<svg", opening, 1).rstrip()
