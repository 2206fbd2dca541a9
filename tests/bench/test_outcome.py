"""What is made of the records of a comparison."""

import pytest
from suite.attempt import FIT, TEXT_TO_MODEL
from suite.outcome import OURS, OURS_ALONE, outcome
from suite.parts import covtype, datasets

ABOUT = {"data": "d", "problem": "p"}
OUR_SECONDS, ALONE_SECONDS = {FIT: 1.0, TEXT_TO_MODEL: 4.0}, {FIT: 2.0, TEXT_TO_MODEL: 8.0}


def sweep(peer, status, seconds, primal, give_up=20.0):
    return {
        "kind": "sweep", **ABOUT, "peer": peer, "timed": FIT, "status": status, "seconds": seconds, "primal": primal,
        "give_up": give_up,
    }  # fmt: skip


def turn(program, seconds):
    return {"kind": "round", **ABOUT, "program": program, "seconds": seconds}


def records(seconds_of_a, sweeps=None):
    lines = [{"kind": "ours", **ABOUT, "primal": 2.0}]
    lines += sweeps or [
        sweep("a", "arrived", 2.0, 2.0),
        sweep("b", "slower", 21.0, 3.0),
        sweep("c", "arrived", 9.0, 2.0),
    ]
    for seconds in seconds_of_a:
        lines += [turn(OURS, OUR_SECONDS), turn(OURS_ALONE, ALONE_SECONDS), turn("a", {FIT: seconds})]
    return lines


def test_like_is_compared_with_like():
    found = outcome(records([3.0, 2.0, 2.5]))
    a, b, c = found.peers
    assert (a.ratio.median, a.ratio_one_thread.median, a.seconds) == (2.5, 1.25, 2.5)
    assert b.ratio is None and b.above == pytest.approx(0.5)
    assert (c.ratio.median, c.ratio.count, c.ratio_one_thread) == (9.0, 1, None)
    assert found.seconds[TEXT_TO_MODEL].median == 4
    assert found.best() is a


def test_a_round_that_was_interrupted_counts_as_far_as_it_is_whole():
    assert outcome(records([3.0, 2.0])[:-1]).peers[0].ratio.count == 1
    assert outcome(records([])) is None


def test_report_names_the_exceptions():
    assert "nowhere" in datasets.report(records([3.0]))
    text = datasets.report(records([0.5]))
    assert "d, p: 0.50 × (a)" in text and "faster in 0" in text


def test_without_a_peer_that_arrives_the_ratio_is_a_bound():
    lines = [sweep("a", "slower", 21.0, 3.0), sweep("b", "failed", None, None, give_up=7.0)]
    text = datasets.report([line for line in records([3.0], lines) if line.get("program") != "a"])
    assert "| none | training alone |  | ≥ 7.00 × |" in text and "at least 7.00 ×" in text


def test_covtype_lists_every_peer():
    text = covtype.report(
        records([3.0], [sweep("a", "arrived", 2.0, 2.0), sweep("b", "slower", 21.0, 3.0, give_up=12.0)])
    )
    assert "| a | training alone | 1 s | 3 s | 3.00 × (one run) | 0.0e+00 |" in text
    assert "| b | training alone | 1 s |  | ≥ 12.0 × | 5.0e-01 |" in text
