"""Scales of numbers: means, deviations and lengths."""

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.encodings import both, dense

from rosenblatt.files.encoding.scaling import Moments, PageMoments
from rosenblatt.files.encoding.schema import Columns


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        ("none", [[3, 4], [0, 0], [-6, 8]]),
        ("maxabs", [[0.5, 0.5], [0, 0], [-1, 1]]),
        ("unit", [[0.6, 0.8], [0, 0], [-0.6, 0.8]]),
    ],
)
def test_scales(scale, expected):
    _, chunk = both("3,4,a\n0,0,b\n-6,8,a\n", scale=scale)
    assert dense(chunk).tolist() == pytest.approx(np.array(expected), abs=1e-15)


def test_unit_rows_of_any_size():
    _, chunk = both("3e200,4e200,a\n3e-200,4e-200,b\n", scale="unit")
    assert dense(chunk) == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8]]))
    content = "".join(f"{k},c{k},{k % 2}\n" for k in range(1, 40))
    encoding, chunk = both(content, Columns(numeric=("x1",), categorical=("x2",)), scale="unit")
    assert not encoding.is_dense
    assert np.linalg.norm(dense(chunk), axis=1) == pytest.approx(np.ones(39))


def test_moments_are_those_of_exact_arithmetic():
    rng = np.random.default_rng(0)
    numbers = rng.normal(1e9, 1.0, size=10_000)
    moments = Moments(1)
    for first in range(0, 10_000, 4096):
        moments.add(numbers[None, first : first + 4096])
    exact = [Fraction(number) for number in numbers.tolist()]
    mean = sum(exact) / len(exact)
    spread = math.sqrt(sum((number - mean) ** 2 for number in exact) / len(exact))
    scaling = moments.scaling("standard", ["a"])
    assert abs(scaling.mean[0] - float(mean)) <= math.ulp(1e9)
    assert scaling.divisor[0] == pytest.approx(spread, rel=1e-9)


def test_a_number_that_never_changes_becomes_zero():
    _, chunk = both("0.1,1,a\n" * 7 + "0.1,2,b\n")
    assert dense(chunk)[:, 0].tolist() == [0.0] * 8
    _, chunk = both("0,1,a\n0,2,b\n", scale="maxabs")
    assert dense(chunk).tolist() == [[0, 0.5], [0, 1]]


def test_moments_do_not_depend_on_the_order_in_memory():
    page = np.random.default_rng(0).normal(size=(5, 1000))
    for ours, same in zip(PageMoments.of(page), PageMoments.of(np.asfortranarray(page)), strict=True):
        assert ours.tobytes() == same.tobytes()
