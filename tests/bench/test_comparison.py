"""When a peer has arrived, and what is made of the rounds."""

import numpy
import pytest
from scipy import sparse
from suite import comparison, processes
from suite.attempt import FIT, TEXT_TO_MODEL, Attempt, Case, iterations, tolerances
from suite.parts import datasets
from suite.problem import Problem


def case(target):
    return Case("d", "d", sparse.csr_matrix([[1.0]]), numpy.array([1.0]), Problem(l2=1.0, intercept="none"), target)


class Peer:
    """Its weight after k iterations is 1 − 1/2^k; the objective ½w² + 1 − w tends to ½."""

    efforts = [1, 2, 3, 4, 5]

    def __init__(self, seconds_per_iteration=1, stops_at=99):
        self.rate, self.stops_at = seconds_per_iteration, stops_at

    def attempt(self, case, effort, limit):
        if effort * self.rate > limit:
            raise processes.TooSlow("")
        return Attempt(effort * self.rate, numpy.array([1 - 0.5**effort]), 0.0, effort >= self.stops_at)


def test_the_first_effort_that_is_good_enough_counts():
    status, last = comparison.sweep(Peer, Peer(), case(target=0.51), limit=100)
    assert (status, last["effort"], last["seconds"]) == ("arrived", 3, 3)
    assert last["primal"] == pytest.approx(0.5 + 0.5**7)


def test_a_peer_beyond_the_limit_is_slower():
    assert comparison.sweep(Peer, Peer(), case(target=0.51), limit=2.5)[0] == "slower"
    assert comparison.sweep(Peer, Peer(seconds_per_iteration=100), case(target=0.51), limit=2)[0] == "slower"


def test_a_peer_that_stops_before_is_not_slower_but_stopped():
    assert comparison.sweep(Peer, Peer(stops_at=2), case(target=0.51), limit=100)[0] == "stopped"
    assert comparison.sweep(Peer, Peer(), case(target=0.5), limit=100)[0] == "stopped"


def test_only_those_near_the_best_take_turns():
    near, far = Peer(), Peer()
    near.timed, far.timed = FIT, TEXT_TO_MODEL
    arrived = {near: (None, {"seconds": 2}), far: (None, {"seconds": 70})}
    assert list(comparison.nearest(arrived, {FIT: 1, TEXT_TO_MODEL: 10})) == [near]
    assert len(comparison.nearest(arrived, {FIT: 1, TEXT_TO_MODEL: 12})) == 2
    assert comparison.nearest({}, {}) == {}


def records(peer_seconds):
    about = {"data": "d", "problem": "p"}
    lines = [
        {"kind": "ours", **about, "primal": 1.0},
        {"kind": "sweep", **about, "peer": "a", "timed": FIT, "status": "arrived", "seconds": 2.0, "primal": 1.0},
        {"kind": "sweep", **about, "peer": "b", "timed": FIT, "status": "slower", "seconds": 21.0, "primal": 3.0},
    ]
    for seconds in peer_seconds:
        lines += [
            {"kind": "round", **about, "program": comparison.OURS, "seconds": {FIT: 1.0, TEXT_TO_MODEL: 4.0}},
            {"kind": "round", **about, "program": comparison.OURS_ALONE, "seconds": {FIT: 2.0, TEXT_TO_MODEL: 8.0}},
            {"kind": "round", **about, "program": "a", "seconds": {FIT: seconds}},
        ]
    return lines


def test_outcome_compares_like_with_like():
    found = comparison.outcome(records([3.0, 2.0, 2.5]))
    assert found["peers"]["a"]["ratio"].median == 2.5
    assert found["peers"]["a"]["ratio_one_thread"].median == 1.25
    assert "ratio" not in found["peers"]["b"]
    assert found["seconds"][TEXT_TO_MODEL].median == 4


def test_report_names_the_exceptions():
    assert "nowhere" in datasets.report(records([3.0]))
    text = datasets.report(records([0.5]))
    assert "d, p: 0.50 × (a)" in text and "faster in 0" in text


def test_without_a_peer_the_ratio_is_a_bound():
    lines = [line for line in records([3.0]) if line.get("peer") != "a" and line.get("program") != "a"]
    text = datasets.report(lines)
    assert "≥ 20 ×" in text and "median ratio at least 20.0 ×" in text


def test_efforts_grow():
    assert iterations()[:8] == [1, 2, 3, 4, 6, 8, 11, 16]
    assert tolerances()[0] == 1 and tolerances()[-1] == pytest.approx(1e-9)
    assert sorted(tolerances(), reverse=True) == tolerances()
