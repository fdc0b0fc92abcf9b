"""The printed page: its numbers are those of the solutions, and it asks for nothing."""

import re
from dataclasses import replace
from math import floor, isclose, sqrt

import rosenblatt

from .by_hand import dot
from .printed import Page, pair, value, worked_out

SCORE = re.compile(r"^a = ")


def text_of(page):
    return " ".join(page.texts)


def found(pattern, text):
    (match,) = re.findall(pattern, text)
    return match


def test_the_printed_run_is_that_of_the_solution(printed):
    for paper, page in printed:
        rows, run = page.rows("The run, worked out"), paper.solutions[0]
        for visit, (number, x, y, score, product, mistake, w, b) in zip(run.visits, rows, strict=True):
            assert int(number) == visit.number
            assert (pair(x), value(y)) == ([*visit.x], visit.y)
            assert (worked_out(score), value(product)) == (visit.score, visit.y * visit.score)
            assert mistake == ("yes" if visit.mistake else "no")
            assert (pair(w), value(b)) == ([*visit.w], visit.b)
        counts = f"The run has {len(run.visits)} visits and {len(run.mistakes)} mistakes."
        assert counts in text_of(page)


def test_the_printed_distances_are_those_of_the_solution(printed):
    for paper, page in printed:
        line, solution = paper.questions[1].line, paper.solutions[1]
        text = text_of(page)
        root = found(r"‖w‖ = √\(([^=]*)\) = √(\d+),", text)
        assert worked_out(" = ".join(root)) == line.square
        assert worked_out(found(r"a = w·x \+ b = (.*?), so P is", text)) == solution.score
        side = "positive" if solution.score > 0 else "negative"
        assert f"so P is on the {side} side" in text
        shown = (found(r"\|a\|/‖w‖ = (.*?[\d)])\.(?: |$)", text), abs(solution.score))
        origin = (found(r"\|b\|/‖w‖ = (.*?[\d)])\.(?: |$)", text), abs(line.b))
        for formula, size in (shown, origin):
            exact, *rounded = formula.split(" ≈ ")
            for side in exact.split(" = "):
                assert isclose(number_of(side), size / sqrt(line.square))
            assert all(rounded_text == f"{size / sqrt(line.square):.2f}" for rounded_text in rounded)


def number_of(text):
    """Value of a quotient with a root, as a float: 7/(2√13), 3√2."""
    code = re.sub(r"√(\d+)", r"*sqrt(\1)", text).replace("(*", "(").replace("/*", "/")
    return eval(code.removeprefix("*"), {"sqrt": sqrt})


def test_the_printed_bound_is_that_of_the_solution(printed):
    for paper, page in printed:
        question, solution = paper.questions[2], paper.solutions[2]
        for i, (number, x, square, product) in enumerate(page.rows("The vectors, worked out")):
            assert (int(number), pair(x)) == (i, [*question.rows.X[i], 1])
            assert (worked_out(square), worked_out(product)) == (solution.squares[i], solution.products[i])
        text = text_of(page)
        assert f"R² = {solution.radius_square}." in text
        assert (
            worked_out(found(r"so γ² = ([^,]*?)\.(?= )", text.partition("The best bound")[0])) == solution.margin_square
        )
        bound, limit = found(r"\(R/γ\)² = ([^:]*): at most (\d+) mistakes\.", text.partition("The best bound")[0])
        exact = worked_out(bound.partition(" ≈ ")[0])
        assert (exact, int(limit)) == (solution.bound, floor(solution.bound))
        assert f"made {solution.mistakes} mistakes, and {solution.mistakes} ≤ {limit}." in text


def test_the_printed_proof_of_the_best_bound_holds(printed):
    """The weighted mean has the length of the largest margin, and the direction reaches it."""
    for paper, page in printed:
        rows, best = paper.questions[2].rows, paper.solutions[2].best
        (text,) = [text for text in page.texts if "Proof: the weighted mean" in text]
        mean = found(r"Proof: the weighted mean (.*) of the vectors", text)
        terms = re.findall(r"(\d+(?:/\d+)?)·(\(−1\)·)?\(([^()]*)\)", mean)
        point = [
            dot([value(s) * (-1 if m else 1) for s, m, _ in terms], column)
            for column in zip(*(pair(x) for *_, x in terms), strict=True)
        ]
        assert sum(value(share) for share, *_ in terms) == 1
        assert dot(point, point) == best.square == worked_out(found(r"γ² = (\d+(?:/\d+)?)", text))
        if "The best bound" in text:
            direction = pair(found(r"\(w, b\) = \(([^)]*)\)", text))
            products = [label * dot(direction, (*x, 1)) for x, label in zip(rows.X, rows.y, strict=True)]
            least, square = found(r"y·\(w·x \+ b\) is (\d+), and its squared length is (\d+)", text)
            assert (min(products), dot(direction, direction)) == (int(least), int(square))
            assert min(products) ** 2 / dot(direction, direction) == best.square
            bound, limit = found(r"\(R/γ\)² = ([^:]*): at most (\d+) mistakes", text)
            assert worked_out(bound.partition(" ≈ ")[0]) == paper.solutions[2].best_bound
            assert int(limit) == floor(paper.solutions[2].best_bound)
        else:
            assert paper.solutions[2].best_bound == paper.solutions[2].bound


def test_the_printed_sums_and_votes_are_those_of_the_solution(printed):
    for paper, page in printed:
        solution = paper.solutions[3]
        rows = page.rows("Algorithm 7, worked out")
        for k, (step, cells) in enumerate(zip(solution.average.steps, rows, strict=True), 1):
            number, c, y, x, moved, u, beta = cells
            assert [int(number), int(c), value(y), value(beta)] == [k, step.c, step.y, step.beta]
            assert [pair(x), pair(u)] == [[*step.x], [*step.u]]
            assert pair(moved) == [step.c * step.y * v for v in step.x]
        for k, (vote, cells) in enumerate(zip(solution.votes, page.rows("The votes, worked out"), strict=True), 1):
            number, w, b, survival, score, label = cells
            assert [int(number), pair(w), value(b), int(survival)] == [k, [*vote.w], vote.b, vote.survival]
            assert [worked_out(score), value(label)] == [vote.score, vote.label]
        text, average = text_of(page), solution.average
        weights = found(r"w − u/c = (.*?), and the averaged bias is b − β/c = (.*?)\.(?: |$)", text)
        assert pair(weights[0].rpartition(" = ")[2]) == [*average.w]
        assert worked_out(weights[1]) == average.b
        total = [
            sum(vote.survival * v for vote, v in zip(solution.votes, column, strict=True))
            for column in zip(*((*vote.w, vote.b) for vote in solution.votes), strict=True)
        ]
        assert pair(found(r"\(w⁽ᵏ⁾, b⁽ᵏ⁾\) = (\([^)]*\)), which is c", text)) == total


def test_the_printed_predictions_are_those_of_the_solution(printed):
    for paper, page in printed:
        solution = paper.solutions[3]
        point = paper.questions[3].point
        caption = f"The predictions at x = ({point[0]}, {point[1]})".replace("-", "−")
        last, mean, votes = page.rows(caption)
        assert worked_out(SCORE.sub("", last[1])) == solution.last_score
        assert worked_out(SCORE.sub("", mean[1])) == solution.average_score
        plus, minus = re.fullmatch(r"(\d+) votes for \+1, (\d+) votes for −1", votes[1]).groups()
        assert int(plus) - int(minus) == solution.vote_sum
        assert tuple(value(row[2]) for row in (last, mean, votes)) == solution.predictions


def test_the_printed_proofs_of_separability_hold(printed):
    for paper, page in printed:
        texts, scores = page.texts, page.rows("The scores")
        for rows, solution in zip(paper.questions[4].sets, paper.solutions[4].sets, strict=True):
            if solution.separable:
                for (number, y, score, product), x, label in zip(scores, rows.X, rows.y, strict=True):
                    assert value(y) == label == rows.y[int(number)]
                    assert worked_out(score) == solution.line.score(x)
                    assert value(product.removesuffix(" > 0")) == label * solution.line.score(x) > 0
                continue
            for name in ("Plus", "Minus"):
                (text,) = [text for text in texts if text.startswith(f"{name} points: ")]
                mean = text.removeprefix(f"{name} points: ").removesuffix(".").split(" = ")[0]
                terms = re.findall(r"(?:(\d+/\d+|1)·)?\(([^()]*)\)", mean)
                shares = [value(share or "1") for share, _ in terms]
                assert sum(shares) == 1
                columns = zip(*(pair(x) for _, x in terms), strict=True)
                assert tuple(dot(shares, column) for column in columns) == solution.meeting_point


def test_the_sheet_for_students_does_not_depend_on_the_solutions(papers):
    """No number of a solution can be on it: the page is the same with the solutions of another exam."""
    other = rosenblatt.exam(10_000).solutions
    for paper in papers:
        sheet = paper.html(solutions=False)
        assert replace(paper, solutions=other).html(solutions=False) == sheet
        assert "olution" not in sheet.partition("</style>")[2]
        assert "<a " not in sheet
        assert paper.html().startswith(sheet.partition("</main>")[0])
    for caption in ("The run", "The vectors", "Algorithm 7: one row per mistake", "The votes: one row per mistake"):
        assert all(row[-1] == "" for row in Page(sheet).rows(caption)[1:])


def test_all_exams_have_the_same_form(papers):
    """Blank tables have as many rows for every seed: their number gives nothing away."""
    counts = {
        tuple(len(rows) for _, rows in page.tables if rows[0][0] in ("visit", "mistake", "k"))
        for page in (Page(paper.html(solutions=False)) for paper in papers)
    }
    assert counts == {(14, 8, 8)}


def test_the_page_is_one_file_without_scripts(printed):
    for paper, page in printed:
        text = paper.html()
        assert not page.tags & {"script", "iframe", "img", "object", "form", "video", "audio"}
        assert "default-src 'none'" in text
        assert "http" not in text.replace('http-equiv="Content-Security-Policy"', "")
        assert all(link.startswith("lab.html#") for link in page.links)
        assert len(page.links) == 4
        assert "url(" not in text
