"""Sets of rows to grade by, and smaller ones."""

from itertools import pairwise

from rosenblatt.grading.problems import Problem, problems, shrunk


def test_sets_are_the_same_every_time_small_first_and_of_every_kind():
    found = problems(0)
    assert problems.__wrapped__(0) == found
    assert problems(1) != found
    assert all(a.size <= b.size for a, b in pairwise(found))
    assert {len(p.y) for p in found} >= {1, 2, 3, 4, 5, 6}
    assert {p.n_features for p in found} == {1, 2, 3}
    assert all(4 * v == int(4 * v) for p in found for x in p.X for v in x)
    assert sum(len(set(p.y)) == 1 for p in found) > 20  # one class
    assert sum(len(set(p.X)) < len(p.X) for p in found) > 20  # duplicates
    assert any(dict(zip(p.X, p.y, strict=True)) != dict(zip(p.X[::-1], p.y[::-1], strict=True)) for p in found)
    worked = Problem(((-1, 2), (1, 0), (1, 1), (-1, 0), (-1, -2), (1, -1)), (-1, 1, 1, -1, -1, 1), 1)
    assert worked in found


def test_shrinking_ends_at_the_smallest_set_of_which_it_is_true():
    largest = problems(0)[-1]
    assert shrunk(largest, lambda p: True) == Problem(((1,),), (1,), 1)
    small = shrunk(largest, lambda p: len(p.y) >= 3 and p.epochs >= 2 and -1 in p.y and any(2 in x for x in p.X))
    assert (len(small.y), small.epochs, small.n_features, small.y.count(-1)) == (3, 2, 1, 1)
    assert sorted(abs(v) for (v,) in small.X) == [1, 1, 2]
