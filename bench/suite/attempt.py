"""What a peer is given, what it answers, and how its effort grows."""

from dataclasses import dataclass

import numpy
from scipy import sparse

from suite.problem import Problem

TEXT_TO_MODEL, FIT = "text to model", "training alone"  # what is timed


@dataclass
class Case:
    """A data set and a problem, with all that a peer may want to start from."""

    path: str
    matrix: sparse.csr_matrix
    signs: numpy.ndarray
    problem: Problem
    target: float  # the objective to reach

    @property
    def rows(self):
        return len(self.signs)


@dataclass(frozen=True)
class Attempt:
    seconds: float
    weights: numpy.ndarray
    intercept: float
    finished: bool = False  # more effort would change nothing


@dataclass(frozen=True)
class Efforts:
    """What is tried, from little to much: every stride-th, and where one arrives, also the one before it."""

    steps: list
    stride: int = 1


def tolerances():
    """1, 0.32, 0.1, ... 1e-9, one after the other: how much longer the next takes is not known."""
    return Efforts([10 ** (-step / 2) for step in range(19)])


def iterations():
    """1, 2, 3, 4, 6, 8, 11, 16, ..., each √2 of the one before; every other one, since time grows alike."""
    return Efforts(sorted({round(2 ** (step / 2)) for step in range(41)}), stride=2)
