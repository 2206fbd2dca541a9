"""When a peer has arrived."""

import numpy
import pytest
from scipy import sparse
from suite import comparison, processes
from suite.attempt import FIT, TEXT_TO_MODEL, Attempt, Case, Efforts, iterations, tolerances
from suite.problem import Problem

EFFORTS = Efforts([1, 2, 3, 4, 5])


def case(target):
    return Case("d", sparse.csr_matrix([[1.0]]), numpy.array([1.0]), Problem(l2=1.0, intercept="none"), target)


class Session:
    """Its weight after k iterations is 1 − 1/2^k; the objective ½w² + 1 − w tends to ½."""

    def __init__(self, seconds_per_iteration=1, stops_at=99):
        self.rate, self.stops_at, self.tried = seconds_per_iteration, stops_at, []

    def attempt(self, case, effort, limit):
        self.tried.append(effort)
        if effort * self.rate > limit:
            raise processes.TooSlow("")
        return Attempt(effort * self.rate, numpy.array([1 - 0.5**effort]), 0.0, effort >= self.stops_at)


def test_the_first_effort_that_is_good_enough_counts():
    status, last = comparison.sweep(EFFORTS, Session(), case(target=0.51), limit=100)
    assert (status, last["effort"], last["seconds"]) == ("arrived", 3, 3)
    assert last["primal"] == pytest.approx(0.5 + 0.5**7)


@pytest.mark.parametrize("target, first, tried", [(0.505, 4, [1, 3, 5, 4]), (0.51, 3, [1, 3, 2]), (0.7, 1, [1])])
def test_of_the_efforts_left_out_the_last_is_tried_too(target, first, tried):
    session = Session()
    _, last = comparison.sweep(Efforts([1, 2, 3, 4, 5], stride=2), session, case(target), limit=100)
    assert last["effort"] == first and session.tried == tried


def test_a_peer_beyond_the_limit_is_slower():
    assert comparison.sweep(EFFORTS, Session(), case(target=0.51), limit=2.5)[0] == "slower"
    assert comparison.sweep(EFFORTS, Session(seconds_per_iteration=100), case(target=0.51), limit=2)[0] == "slower"


def test_a_peer_that_stops_before_is_not_slower_but_stopped():
    assert comparison.sweep(EFFORTS, Session(stops_at=2), case(target=0.51), limit=100)[0] == "stopped"
    assert comparison.sweep(EFFORTS, Session(), case(target=0.5), limit=100)[0] == "stopped"


class Peer:
    efforts = EFFORTS

    def __init__(self, timed=FIT, session=None):
        self.timed, self.session = timed, session

    def start(self, case):
        if self.session is None:
            raise processes.Failed("no such module")
        self.session.close = lambda: setattr(self.session, "closed", True)
        return self.session


def test_only_the_session_of_a_peer_that_arrives_stays_open():
    for target, status in ((0.51, "arrived"), (0.5, "stopped")):
        session = Session()
        kept, last = comparison.search(Peer(session=session), case(target), limit=100)
        assert last["status"] == status
        assert (kept is session) == (status == "arrived") == (not hasattr(session, "closed"))


def test_a_peer_that_fails_says_why():
    kept, last = comparison.search(Peer(), case(0.51), limit=100)
    assert kept is None and last == {"status": "failed", "reason": "no such module"}


def test_only_those_near_the_best_take_turns():
    near, far = Peer(FIT), Peer(TEXT_TO_MODEL)
    arrived = {near: (None, {"seconds": 2}), far: (None, {"seconds": 70})}
    assert list(comparison.nearest(arrived, {FIT: 1, TEXT_TO_MODEL: 10})) == [near]
    assert len(comparison.nearest(arrived, {FIT: 1, TEXT_TO_MODEL: 12})) == 2
    assert comparison.nearest({}, {}) == {}


def test_efforts_grow():
    assert iterations().steps[:8] == [1, 2, 3, 4, 6, 8, 11, 16]
    assert tolerances().steps[0] == 1 and tolerances().steps[-1] == pytest.approx(1e-9)
    assert sorted(tolerances().steps, reverse=True) == tolerances().steps
