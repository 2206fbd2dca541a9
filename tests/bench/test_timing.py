"""Ratios, spreads and exponents."""

import pytest
from suite.timing import growth_exponent, interleave, ratio, spread


def test_spread_of_an_odd_and_an_even_number():
    found = spread([3, 1, 2])
    assert (found.median, found.least, found.most, found.count) == (2, 1, 3, 3)
    assert spread([1, 2, 3, 10]).median == 2.5


def test_nothing_measured_is_not_zero():
    with pytest.raises(ValueError):
        spread([])


def test_ratio_is_taken_round_by_round():
    # the machine was twice as slow in the second round, for both
    found = ratio([1, 2, 1], [3, 6, 3.3])
    assert found.median == pytest.approx(3)
    assert (found.least, found.most) == (pytest.approx(3), pytest.approx(3.3))


def test_ratio_needs_the_same_rounds():
    with pytest.raises(ValueError, match="2 rounds"):
        ratio([1, 2], [1])


def test_programs_take_turns():
    order = [(number, name) for number, name, _ in interleave(2, {"a": lambda: 0, "b": lambda: 0})]
    assert order == [(0, "a"), (0, "b"), (1, "a"), (1, "b")]


def test_exponent_of_a_power():
    assert growth_exponent([10, 100, 1000], [2, 20, 200]) == pytest.approx(1)
    assert growth_exponent([10, 100], [1, 1000]) == pytest.approx(3)
