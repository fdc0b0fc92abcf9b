"""Page of an exam: one HTML file that prints on A4, without scripts and requests."""

from rosenblatt.display import POLICY, escape
from rosenblatt.exams.question_parts import heading, question_sections
from rosenblatt.exams.questions import TOTAL, Questions
from rosenblatt.exams.solution_parts import Solutions, solution_sections
from rosenblatt.exams.text import paragraph, table
from rosenblatt.lab_links import PAGE

STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem;max-width:48rem;overflow-wrap:anywhere;color:#111;background:#fff;
font:11pt/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",Arial,sans-serif}
h1{font-size:1.6em;margin:0 0 .3em}
h2,h3,h4{line-height:1.25;break-after:avoid}
h2{font-size:1.25em;margin:1.2em 0 .5em;padding-top:.4em;border-top:1.5pt solid #111}
h3{font-size:1.1em;margin:1.5em 0 .5em}
h4{font-size:1em;margin:1em 0 .4em}
p{margin:0 0 .7em}
a{color:#1d4f91;overflow-wrap:anywhere}
code{font:.92em ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
.marks{float:right;font-weight:400;font-size:.85em}
.head{display:flex;flex-wrap:wrap;gap:0 2em;align-items:flex-start}
.head>div:first-child{flex:1 1 12rem}
.frame{max-width:100%}
.name{border-bottom:1px solid #111;padding:.5em 0 .1em;margin:0 0 .5em}
.rules{border:1px solid #777;padding:.5em .8em;margin:.4em 0 1em}
.rules p:last-child{margin:0}
table{border-collapse:collapse;margin:.4em 0 1em;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding-bottom:.3em;break-after:avoid}
th,td{border:1px solid #777;padding:.18em .55em;text-align:center;font-weight:400;white-space:nowrap}
thead th{font-weight:600;border-bottom:1.5pt solid #111}
.blank{width:calc(100% - 1px);table-layout:fixed}
.blank td,.blank tbody th{height:2em}
.blank th:first-child{width:6em}
.parts{list-style:none;counter-reset:part;margin:0 0 1em;padding:0}
.parts>li{counter-increment:part;padding-left:2em;margin:0 0 .8em;break-inside:avoid}
.parts>li::before{content:"(" counter(part,lower-alpha) ")";float:left;margin-left:-2em}
.room div{height:2.1em;border-bottom:1px dotted #777}
.beside{display:flex;flex-wrap:wrap;gap:0 2em;align-items:flex-start;break-inside:avoid}
.beside>div{flex:1 1 min(18rem,100%);min-width:0}
figure{margin:.4em 0 1em;break-inside:avoid}
svg{display:block;width:100%;max-width:22rem;height:auto}
.beside>.figure{flex:0 1 14rem}
.large svg{max-width:26rem;margin:0 auto}
figcaption{font-size:.9em;max-width:24rem}
.lab{font-size:.85em}
@media screen{.frame{overflow-x:auto}}
@page{size:A4;margin:16mm 16mm 18mm}
@media print{body{max-width:none;padding:0;font-size:10pt}
section.question,table,p{break-inside:avoid}
.question+.question,.solutions{break-before:page}
h2{margin-top:.6em}}
"""
NUMBERING = '@page{{@bottom-right{{content:"{title} · page " counter(page);font:8pt sans-serif}}}}'
RULES = (
    "A point is x = (x₁, x₂), and its label y is +1 or −1. The score is a = w·x + b. A visit is a mistake if y·a ≤ 0, "
    "so a score of 0 is a mistake. At a mistake the perceptron adds y·x to w and y to b (learning rate η = 1). Points "
    "are numbered from 0."
)
LAB = (
    f'<p class="lab">The links below open {PAGE}, the lab, which must be in the folder of this page. '
    f'In Python, <code>rosenblatt.lab.export("{PAGE}")</code> writes it.</p>\n'
)
EXACT = "Give exact numbers: whole numbers, fractions and roots. No calculator is needed."


def page_of(seed: int, questions: Questions, solutions: Solutions, with_solutions: bool) -> str:
    """Text of the page."""
    title = f"Perceptron exam {seed}"
    texts = question_sections(questions)
    asked = "".join(
        f'<section class="question">\n<h2>{head}</h2>\n{text}</section>\n'
        for head, text in zip(_headings(questions), texts, strict=True)
    )
    solved = _solved(questions, solutions) if with_solutions else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{NUMBERING.format(title=title)}\n</style>\n</head>\n<body>\n"
        f"<header>\n{_head(title, questions)}</header>\n<main>\n{asked}{solved}</main>\n"
        "</body>\n</html>\n"
    )


def _head(title: str, questions: Questions) -> str:
    marks = [str(question.marks) for question in questions]
    numbers = [str(place) for place in range(1, len(questions) + 1)]
    rows = [("marks", *marks, str(TOTAL)), ("reached", *[""] * (len(marks) + 1))]
    score = table("Marks", ("question", *numbers, "total"), rows, "score")
    names = paragraph("Name:", "name") + paragraph("Date:", "name")
    return (
        f'<div class="head">\n<div>\n<h1>{escape(title)}</h1>\n{names}</div>\n{score}</div>\n'
        f'<div class="rules">{paragraph(RULES)}{paragraph(f"{EXACT} Time: 60 minutes.")}</div>\n'
    )


def _headings(questions: Questions) -> list[str]:
    known: list[tuple[str, int]] = [(question.title, question.marks) for question in questions]
    return [heading(place, title, marks) for place, (title, marks) in enumerate(known, 1)]


def _solved(questions: Questions, solutions: Solutions) -> str:
    texts = solution_sections(questions, solutions)
    parts = "".join(
        f'<section class="solution">\n<h3>{head}</h3>\n{text}</section>\n'
        for head, text in zip(_headings(questions), texts, strict=True)
    )
    return f'<section class="solutions">\n<h2>Solutions</h2>\n{LAB}{parts}</section>\n'
