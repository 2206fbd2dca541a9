"""Interleaved runs and what is said about them."""

import math
import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Several measurements of one quantity."""

    median: float
    least: float
    most: float
    count: int


def spread(values):
    values = list(values)
    if not values:
        raise ValueError("no measurements")
    return Spread(statistics.median(values), min(values), max(values), len(values))


def ratio(ours, theirs):
    """How many times longer they take, round by round: what disturbs the machine disturbs both sides of a round."""
    if len(ours) != len(theirs):
        raise ValueError(f"{len(ours)} rounds of ours, {len(theirs)} of theirs")
    return spread(other / own for own, other in zip(ours, theirs))


def interleave(rounds, programs):
    """Runs A B C, A B C, ...; yields (round, name, what the program returned)."""
    for number in range(rounds):
        for name, program in programs.items():
            yield number, name, program()


def growth_exponent(sizes, seconds):
    """The slope of log seconds over log size, by least squares."""
    return statistics.linear_regression([math.log(size) for size in sizes], [math.log(time) for time in seconds]).slope
