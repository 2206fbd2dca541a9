"""Problems on which a false bound was claimed once, or none was reached: what is claimed now is true, exactly."""

import importlib.util
import pathlib
import random
from fractions import Fraction

import pytest

VERIFIER = pathlib.Path(__file__).parents[2] / "docs" / "verify_proof.py"


@pytest.fixture
def train(smsvm, tmp_path):
    """train(lines, options) trains, has the proof confirmed in all three ways, and returns the facts."""

    def run(lines, *options):
        (tmp_path / "data.svm").write_text("\n".join(lines) + "\n")
        done = smsvm("train", "data.svm", "model", "--certificate", "proof", "--json", "-", *options)
        if done.code == 4:  # nothing better than w = 0 was found, and nothing is written
            assert not (tmp_path / "model").exists() and not (tmp_path / "proof").exists()
            return done.json()
        assert done.code == 0, done.err
        for exactly in ([], ["--exact"]):
            verdict = smsvm("verify", *exactly, "data.svm", "model", "proof")
            assert verdict.code == 0, verdict.err
        specification = importlib.util.spec_from_file_location("verify_proof", VERIFIER)
        second = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(second)
        assert second.main([str(tmp_path / name) for name in ("data.svm", "model", "proof")]) == 0
        return done.json()

    return run


def test_large_values_that_cancel_within_a_class(train):
    lines = []
    for y in (1, -1):
        lines += [f"{y:+d} 1:1e21 2:-1e21", *[f"{y:+d} 1:{y} 2:{y}"] * 20, f"{y:+d} 1:-1e21 2:1e21"]
    facts = train(lines, "--l2", "1e-3")
    assert facts["dual"] <= 0.0912  # what the weights (1/2, 1/2) have


@pytest.mark.parametrize("seed", range(4))
def test_columns_that_differ_by_little_of_what_they_have_in_common(train, seed):
    generator, lines = random.Random(seed), []
    for _ in range(600):
        a, d = generator.gauss(0, 3e4), generator.gauss(0, 1)
        lines.append(f"{1 if d + generator.gauss(0, 0.5) > 0 else -1} 1:{a!r} 2:{a + d!r}")
    facts = train(lines, "--precision", "double", "--l1", "1e-6", "--tolerance", "2e-4")
    assert facts["relative_gap"] < 0.01  # what rounding may do to sums of numbers of 3e4, beside a penalty of 1e-6


def test_time_stamps_are_told_apart(train):
    facts = train(["+1 1:1700000030", "-1 1:1699999970"] * 200, "--scale", "standard")
    assert facts["status"] == "converged" and facts["primal"] < 0.002


@pytest.mark.parametrize("precision", ["auto", "float", "double"])
def test_a_column_far_from_zero(train, precision):
    generator, lines = random.Random(1), []
    for _ in range(300):
        x = generator.gauss(0, 3.6)
        lines.append(f"{1 if x + generator.gauss(0, 2) > 0 else -1} 1:{5e6 + x:.3f}")
    facts = train(lines, "--precision", precision)
    assert (facts["status"] == "converged") == (precision != "float")


def test_a_tiny_optimum_without_l2(train):
    facts = train(["+1 1:3", "-1 1:-7"], "--l1", "1e-10")
    assert facts["status"] == "converged"
    assert Fraction(facts["dual"]) <= Fraction(1e-10) * 2 / 10 <= Fraction(facts["primal"])


def test_values_whose_squares_are_nothing(train):
    facts = train(["+1 1:1.5e-162", "-1 1:-1.5e-162", "+1 1:1e-162"], "--l2", "5e-324")
    assert facts["dual"] <= facts["primal"]


@pytest.mark.parametrize("penalty", [("--l1", "1e-6"), ("--l1", "1e-4"), ("--l1", "1e-3"), ("--l2", "1e-6")])
def test_many_rows_of_few_kinds(train, penalty):
    kinds = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    lines = [f"-1 1:{a} 2:{b}" for count, (a, b) in zip((158, 37, 148, 49), kinds) for _ in range(count)]
    lines += [f"+1 1:{a} 2:{b}" for count, (a, b) in zip((154, 115), kinds[::-1]) for _ in range(count)]
    assert train(lines, *penalty)["status"] == "converged"


@pytest.mark.parametrize("intercept", ["free", "penalized", "none"])
def test_a_large_constant_beside_more_features_than_rows(train, intercept):
    generator = random.Random(2)
    lines = [f"{y} 1:1e6 " + " ".join(f"{j}:{generator.gauss(0, 1):.4f}" for j in range(2, 8)) for y in (1, 1, 1, -1, 1)]
    facts = train(lines, "--l2", "1e-4", "--intercept", intercept)
    assert facts["status"] == "converged" and facts["passes"] < 30


@pytest.mark.parametrize("weight", ["1e300", "1e-300"])
def test_row_weights_of_any_size(smsvm, tmp_path, weight):
    (tmp_path / "data.svm").write_text("+1 1:1 2:0.5\n-1 1:-1\n+1 2:2\n-1 1:0.5 2:-1\n" * 5)
    (tmp_path / "weights").write_text(f"{weight}\n" * 20)
    run = smsvm("train", "data.svm", "model", "--l2", "1e-2", "--sample-weight", "weights", "--json", "-")
    plain = smsvm("train", "data.svm", "model", "--l2", "1e-2", "--json", "-")
    assert run.json()["status"] == "converged"
    assert run.json()["primal"] == pytest.approx(plain.json()["primal"], rel=1e-4)
