"""Slices make up all rows, whatever the number of cores."""

import pytest

from rosenblatt.loops import threads


@pytest.mark.parametrize("n_cores", [1, 2, 3, 8])
@pytest.mark.parametrize("n_rows", [0, 1, 2, 7, 100])
def test_slices_make_up_all_rows_in_order(n_cores, n_rows, monkeypatch):
    monkeypatch.setattr(threads, "available", lambda: n_cores)
    slices = threads.in_slices(lambda first, last: list(range(first, last)), n_rows, 1e9)
    assert [row for rows in slices for row in rows] == list(range(n_rows))
    assert len(slices) == max(1, min(n_cores, n_rows))


def test_little_work_stays_on_one_core(monkeypatch):
    monkeypatch.setattr(threads, "available", lambda: 8)
    assert threads.in_slices(lambda first, last: (first, last), 10, 1000.0) == [(0, 10)]


def test_an_error_in_a_slice_is_raised(monkeypatch):
    monkeypatch.setattr(threads, "available", lambda: 2)

    def fail(first, last):
        if first:
            raise ValueError("in the second slice")

    with pytest.raises(ValueError, match="in the second slice"):
        threads.in_slices(fail, 10, 1e9)


@pytest.mark.parametrize(("limit", "expected"), [("1", 1), ("0", 4), ("", 4), ("many", 4), ("64", 4)])
def test_the_usual_variable_limits_them(limit, expected, monkeypatch):
    monkeypatch.setattr(threads.os, "sched_getaffinity", lambda process: {0, 1, 2, 3}, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", limit)
    assert threads.available() == expected
