"""`--solver`: the paper's method and what it compares with, as their users meet them."""

import pytest

ALL = ["primal-dual", "newton", "bfgs", "sgd", "minibatch-sgd", "cg"]
WITH_L1 = ["primal-dual", "newton", "bfgs"]


def train(smsvm, data, solver, *options):
    return smsvm("train", "-q", "--solver", solver, "--json", "-", "--certificate", "proof", *options, data, "model")


@pytest.mark.parametrize("solver", ALL)
def test_every_solver_proves_what_it_says(smsvm, noisy, solver):
    done = train(smsvm, noisy, solver, "--l2", 0.01, "--tolerance", 0.02, "--max-passes", 200)
    assert done.code == 0, done.err
    facts = done.json()
    assert facts["solver"] == solver
    assert facts["relative_gap"] <= 0.05
    assert facts["passes"] <= 200
    assert smsvm("verify", "-q", noisy, "model", "proof").code == 0


@pytest.mark.parametrize("solver", WITH_L1)
def test_the_exact_solvers_agree(smsvm, noisy, solver):
    facts = train(smsvm, noisy, solver, "--l2", 0.001, "--l1", 0.01, "--tolerance", "1e-3").json()
    best = train(smsvm, noisy, "primal-dual", "--l2", 0.001, "--l1", 0.01, "--tolerance", "1e-7").json()
    assert facts["status"] == "converged"
    assert best["dual"] <= facts["primal"] <= best["primal"] * 1.0011


@pytest.mark.parametrize("solver", ["sgd", "minibatch-sgd", "cg"])
def test_first_order_solvers_refuse_l1(smsvm, tiny, solver):
    done = train(smsvm, tiny, solver, "--l2", 0.1, "--l1", 0.1)
    assert done.code == 2
    assert f"--solver {solver}" in done.err and "ℓ1" in done.err


def test_sgd_needs_a_penalty(smsvm, tiny):
    done = train(smsvm, tiny, "sgd", "--l2", 0)
    assert done.code == 2
    assert "--l2" in done.err


@pytest.mark.parametrize("solver", ["newton", "bfgs", "cg", "primal-dual"])
def test_without_a_penalty_nothing_is_proved(smsvm, noisy, solver):
    done = train(smsvm, noisy, solver, "--l2", 0, "--max-passes", 100)
    assert done.code == 0, done.err
    facts = done.json()
    assert facts["dual"] is None and facts["relative_gap"] is None
    assert facts["status"] in ("stationary", "max_passes", "stalled")


@pytest.mark.parametrize(
    "option, value",
    [("--epsilon-start", 0), ("--epsilon-start", "1e200"), ("--epsilon-min", "1e-300"), ("--epsilon-min", 2), ("--epsilon-factor", 1), ("--armijo", 0.7), ("--armijo", "nan")],
)
def test_bad_smoothing_is_named(smsvm, tiny, option, value):
    done = train(smsvm, tiny, "newton", option, value)
    assert done.code == 2
    assert option in done.err


def test_smoothing_options_reach_newton(smsvm, noisy):
    facts = train(smsvm, noisy, "newton", "--l2", 0.01, "--epsilon-start", 0.25, "--epsilon-factor", 5).json()
    levels = sorted({line["epsilon"] for line in facts["history"]}, reverse=True)
    assert levels[0] == 0.25
    assert levels[1] == pytest.approx(0.05)


def test_an_unknown_solver_is_refused(smsvm, tiny):
    done = train(smsvm, tiny, "adam")
    assert done.code == 2
    assert "choose from: primal-dual, newton, bfgs, sgd, minibatch-sgd, cg" in done.err
