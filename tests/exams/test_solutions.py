"""Every number of the solutions is worked out again, by hand, for 200 seeds."""

import json
from fractions import Fraction

from .by_hand import (
    averaging_of,
    bound_of,
    check_quotient,
    dot,
    meeting_point,
    nearest_by_its_proof,
    run_of,
    sign,
)


def questions_and_solutions(papers):
    """Both as they are written to JSON."""
    for paper in papers:
        fields = json.loads(json.dumps(paper.to_dict()))
        yield fields["questions"], fields["solutions"]


def exact(value):
    """Numbers as fractions, in lists and dicts: "3/4" and 3 are numbers; True is not."""
    if isinstance(value, dict):
        return {name: exact(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [exact(inner) for inner in value]
    return value if value is None or isinstance(value, bool) else Fraction(value)


def test_runs(papers):
    for asked, solved in questions_and_solutions(papers):
        rows = asked[0]["rows"]
        assert exact(solved[0]) == exact({"visits": run_of(rows["X"], rows["y"]), "converged": True})


def test_lines(papers):
    for asked, solved in questions_and_solutions(papers):
        (w, b), point, found = asked[1]["line"].values(), asked[1]["point"], solved[1]
        score = dot(w, point) + b
        assert (found["score"], found["side"]) == (score, sign(score))
        check_quotient(found["distance"], score, dot(w, w))
        check_quotient(found["origin_distance"], b, dot(w, w))
        assert found.keys() == {"score", "side", "distance", "origin_distance"}


def test_bounds(papers):
    for asked, solved in questions_and_solutions(papers):
        rows, line, found = asked[2]["rows"], asked[2]["line"], exact(solved[2])
        best, best_bound = found.pop("best"), found.pop("best_bound")
        assert rows == asked[0]["rows"]
        mistakes = sum(visit["mistake"] for visit in run_of(rows["X"], rows["y"]))
        assert found == exact(bound_of(rows["X"], rows["y"], line["w"], line["b"], mistakes))
        assert min(found["products"]) > 0
        assert mistakes <= best_bound <= found["bound"]
        point = nearest_by_its_proof(rows["X"], rows["y"], best["shares"])
        assert best == {"shares": best["shares"], "point": point}
        assert best_bound == found["radius_square"] / dot(point, point)


def test_averages_and_votes(papers):
    for asked, solved in questions_and_solutions(papers):
        rows = asked[3]["rows"]
        assert rows == asked[0]["rows"]
        expected = averaging_of(run_of(rows["X"], rows["y"]), asked[3]["point"])
        assert exact(solved[3]) == exact(expected)
        assert len(set(expected["predictions"])) == 2


def test_separability(papers):
    for asked, solved in questions_and_solutions(papers):
        for rows, found in zip(asked[4]["sets"], exact(solved[4])["sets"], strict=True):
            X, y, line = rows["X"], rows["y"], found["line"]
            if found["separable"]:
                assert all(label * (dot(line["w"], x) + line["b"]) > 0 for x, label in zip(X, y, strict=True))
                assert (found["shares"], found["meeting_point"]) == ([], None)
            else:
                assert line is None
                assert found["meeting_point"] == meeting_point(X, y, found["shares"])
        assert {found["separable"] for found in solved[4]["sets"]} == {True, False}
