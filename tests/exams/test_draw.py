"""Questions drawn from a seed: always the same, and always good to be asked."""

import hashlib
import json
from math import gcd

import pytest

import rosenblatt
from rosenblatt.exams.draw import MAX_BOUND, MAX_DENOMINATOR, Draw
from rosenblatt.exams.questions import EDGE, GRID, LARGEST, MISTAKES, VISITS

DIGESTS = {0: "58fdef51c0d03b78", 17: "8181c4932422f61e", 2**32 - 1: "eaa9d1d2bc4ed7c9"}


def digest(seed):
    text = json.dumps(rosenblatt.exam(seed).to_dict(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("seed", DIGESTS)
def test_a_seed_gives_the_same_exam_for_ever(seed):
    assert digest(seed) == DIGESTS[seed]


def test_seeds_give_different_exams(papers):
    assert len({paper.questions for paper in papers}) == len(papers)


def test_random_numbers_are_in_their_range():
    draw = Draw(3)
    assert {draw.between(-2, 2) for _ in range(200)} == {-2, -1, 0, 1, 2}
    assert {draw.below(3) for _ in range(100)} == {0, 1, 2}
    assert sorted(draw.points(len(GRID))) == sorted(GRID)


def test_points_are_on_the_grid_and_different(papers):
    for paper in papers:
        first, line, _, averaging, last = paper.questions
        for rows in (first.rows, *last.sets):
            assert len(set(rows.X)) == len(rows)
            assert set(rows.y) == {-1, 1}
            assert all(max(map(abs, x)) <= LARGEST for x in rows.X)
        assert max(map(abs, (*line.point, *averaging.point))) <= LARGEST
        assert averaging.point not in first.rows.X


def test_runs_can_be_worked_out_by_hand(papers):
    for paper in papers:
        run = paper.solutions[0]
        assert len(run.visits) in VISITS
        assert len(run.mistakes) in MISTAKES
        assert not any(visit.mistake for visit in run.visits[-len(paper.questions[0].rows) :])
    assert {len(paper.solutions[0].visits) for paper in papers} == {8, 10, 12}


def test_the_line_and_its_arrow_can_be_drawn(papers):
    for paper in papers:
        line, point = paper.questions[1].line, paper.questions[1].point
        assert len(line.grid_points) >= 2
        assert gcd(*line.w, line.b) == 1
        start = line.arrow_start
        assert line.score(start) == 0
        assert max(abs(p + q) for p, q in zip(start, line.w, strict=True)) <= EDGE
        cross = (point[0] - start[0]) * line.w[1] - (point[1] - start[1]) * line.w[0]
        assert cross**2 >= line.square  # the point and its name are clear of the arrow


def test_the_given_line_is_not_that_of_the_run(papers):
    for paper in papers:
        given, last = paper.questions[2].line, paper.solutions[0].line
        common = gcd(*last.w, last.b)
        assert (*given.w, given.b) != tuple(value // common for value in (*last.w, last.b))
        assert paper.solutions[2].bound <= MAX_BOUND


def test_proofs_have_simple_fractions(papers):
    for paper in papers:
        for found in paper.solutions[4].sets:
            assert all(share.denominator <= MAX_DENOMINATOR for share in found.shares)
