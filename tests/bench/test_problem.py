"""What an answer is worth: by hand, and by every name that the programs give to the same penalty."""

import numpy
import pytest
from scipy import sparse
from suite.problem import Problem

MATRIX = sparse.csr_matrix([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
SIGNS = numpy.array([1.0, -1.0, -1.0])
WEIGHTS = numpy.array([0.5, -1.0])


def test_objective_is_penalty_plus_mean_loss():
    # margins 0.5, 2 and 0.5: losses 0.5, 0 and 0.5
    assert Problem(l2=0.1, l1=0.01, intercept="none").objective(MATRIX, SIGNS, WEIGHTS) == pytest.approx(
        0.05 * 1.25 + 0.01 * 1.5 + 1 / 3
    )


def test_intercept_moves_the_scores_and_is_penalised():
    # margins 0.75, 1.75 and 0.25
    assert Problem(l2=0.1).objective(MATRIX, SIGNS, WEIGHTS, 0.25) == pytest.approx(
        0.05 * (1.25 + 0.0625) + (0.25 + 0 + 0.75) / 3
    )


def test_zero_weights_cost_one():
    assert Problem(l2=0.1).objective(MATRIX, SIGNS, numpy.zeros(2)) == 1


def test_intercept_as_a_constant_feature_is_the_same_problem():
    with_ones = sparse.hstack([MATRIX, numpy.ones((3, 1))], "csr")
    assert Problem(l2=0.1).objective(MATRIX, SIGNS, WEIGHTS, 0.25) == pytest.approx(
        Problem(l2=0.1, intercept="none").objective(with_ones, SIGNS, [*WEIGHTS, 0.25])
    )


def test_weights_in_single_precision_are_evaluated_in_double():
    value = Problem(l2=0.1, intercept="none").objective(MATRIX, SIGNS, WEIGHTS.astype(numpy.float32))
    assert value.dtype == numpy.float64


def test_c_and_lambda_say_the_same():
    assert Problem.with_c(4, rows=100).l2 == pytest.approx(1 / 400)
    assert Problem.with_c(4, rows=100).c(100) == pytest.approx(4)


def test_elastic_net_by_its_other_names():
    problem = Problem(l2=3e-3, l1=1e-3, intercept="none")
    assert problem.alpha == pytest.approx(4e-3)
    assert problem.l1_ratio == pytest.approx(0.25)
    assert problem.c(100) == pytest.approx(2.5)


def test_what_programs_understand_differently_is_refused():
    with pytest.raises(ValueError, match="intercept"):
        Problem(l2=0.1, l1=0.1)
    with pytest.raises(ValueError, match="free"):
        Problem(l2=0.1, intercept="free")
    with pytest.raises(ValueError, match="none"):
        Problem(l2=0.1, intercept="none").objective(MATRIX, SIGNS, WEIGHTS, 0.5)
