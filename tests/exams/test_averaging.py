"""Algorithm 7 of the exams is the plain average over visits, and the votes fill the run."""

from fractions import Fraction

from .by_hand import plain_average


def test_the_average_is_the_mean_of_all_weights(papers):
    for paper in papers:
        run, averaged = paper.solutions[0], paper.solutions[3]
        visits = [{"w": visit.w, "b": visit.b} for visit in run.visits]
        assert [*averaged.average.w, averaged.average.b] == plain_average(visits)


def test_votes_add_up_to_the_average(papers):
    for paper in papers:
        run, averaged = paper.solutions[0], paper.solutions[3]
        c, votes = averaged.average.c, averaged.votes
        assert votes[0].w == run.mistakes[0].w
        assert sum(vote.survival for vote in votes) == len(run.visits) - run.mistakes[0].number + 1
        for j in (0, 1):
            assert Fraction(sum(vote.survival * vote.w[j] for vote in votes), c) == averaged.average.w[j]
