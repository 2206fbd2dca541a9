"""The verifier in Python, which shares nothing with the command, confirms what the command confirms, exactly."""

import bz2
import gzip
import lzma
import os
import random
import re
import subprocess
import sys

import pytest

import forgery_cases

VERIFIER = forgery_cases.VERIFIER


@pytest.fixture(scope="module")
def verifier():
    return forgery_cases.load_verifier()


def rows_of(labels, count=60, features=5, seed=1):
    """Decimals that no binary number equals, some of them zero."""
    draw = random.Random(seed)
    centres = {label: [draw.gauss(0, 1) for _ in range(features)] for label in labels}
    rows = []
    for i in range(count):
        label = labels[i % len(labels)]
        rows.append((label, [f"{draw.choice([0, 1, 1]) * draw.gauss(centre, 1.2):.3f}" for centre in centres[label]]))
    return rows


def write_libsvm(path, rows):
    path.write_text("".join(label + "".join(f" {j}:{x}" for j, x in enumerate(values, 1) if float(x)) + "\n"
                            for label, values in rows))
    return path


def write_csv(path, rows, names=None, delimiter=","):
    names = names or ["label", *(f"x{j}" for j in range(1, len(rows[0][1]) + 1))]
    lines = [names] + [[label, *values] for label, values in rows]
    path.write_text("".join(delimiter.join(line) + "\n" for line in lines))
    return path


class Bench:
    """Trains in a folder, and asks both verifiers."""

    def __init__(self, smsvm, folder, verifier, capsys):
        self.smsvm, self.folder, self.verifier, self.capsys = smsvm, folder, verifier, capsys

    def train(self, data, *options):
        run = self.smsvm("train", "-q", data, "model", "--certificate", "proof", *options)
        assert run.code == 0, run.err

    def python(self, data, *options):
        arguments = [data, self.folder / "model", self.folder / "proof", *options]
        code = self.verifier.main([str(argument) for argument in arguments])
        return code, self.capsys.readouterr().out

    def both_confirm(self, data, options=()):
        run = self.smsvm("verify", data, "model", "proof", *options, "--json", "-")
        assert run.code == 0, run.out + run.err
        code, said = self.python(data, *options)
        assert code == 0 and said.startswith("confirmed "), said
        primal, dual = re.search(r"P = (\S+), D = (\S+),", said).groups()
        assert float(primal) == pytest.approx(run.json()["primal"], rel=1e-7)
        assert float(dual) == pytest.approx(run.json()["dual"], rel=1e-7)
        assert said.count("taken from the proof") == len(run.json()["taken_from_the_proof"])
        return said

    def both_refuse(self, data, *options):
        run = self.smsvm("verify", data, "model", "proof", *options)
        assert run.code == 1 and "NOT confirmed: " in run.out, run.out
        assert self.python(data, *options)[0] == 1


@pytest.fixture
def bench(smsvm, tmp_path, verifier, capsys):
    return Bench(smsvm, tmp_path, verifier, capsys)


@pytest.fixture(params=["float", "double"])
def precision(request):
    return ["--precision", request.param]


PENALTIES = [[], ["--l1", "0.02"], ["--l1", "0.01", "--l2", "0.03"], ["-C", "10", "--l1-ratio", "0.3"]]
LABELS = {"two": ["+1", "-1"], "three": ["3", "1", "2"], "text": ["no", "yes"]}


@pytest.mark.parametrize("intercept", ["free", "penalized", "none"])
@pytest.mark.parametrize("penalty", PENALTIES, ids=["l2", "l1", "both", "C"])
@pytest.mark.parametrize("labels", LABELS)
def test_every_problem(bench, tmp_path, precision, labels, penalty, intercept):
    data = write_libsvm(tmp_path / "data.svm", rows_of(LABELS[labels]))
    bench.train(data, *penalty, *precision, "--intercept", intercept)
    bench.both_confirm(data)


@pytest.mark.parametrize("scale", ["standard", "minmax"])
@pytest.mark.parametrize("intercept", ["free", "penalized"])
def test_scaled_features_with_names(bench, tmp_path, precision, scale, intercept):
    rows = [(label, values[:3] + ["1.5", f"{float(values[3]) * 1000 + 1:.2f}"])
            for label, values in rows_of(["a", "b", "c"], seed=2)]
    data = write_csv(tmp_path / "data.csv", rows, ["class", "p q", "r", "s", "constant", "large"], ";")
    bench.train(data, "--scale", scale, "--l1", "0.001", "--l2", "0.01", "--intercept", intercept, *precision)
    bench.both_confirm(data)


def test_class_weights(bench, tmp_path, precision):
    data = write_libsvm(tmp_path / "data.svm", rows_of(["0", "1", "2"], seed=3))
    bench.train(data, "--class-weight", "balanced", "--scale", "standard", *precision)
    assert "class weights" in bench.both_confirm(data)
    bench.train(data, "--class-weight", "1=2.5", "--class-weight", "0=0", *precision)  # which leaves two classes
    bench.both_confirm(data)


def test_weights_in_a_column(bench, tmp_path, precision):
    rows = [(label, [str(i % 4 / 10)] + values) for i, (label, values) in enumerate(rows_of(["x", "y"], seed=4))]
    data = write_csv(tmp_path / "data.csv", rows, ["label", "weight", "a", "b", "c", "d", "e"])
    bench.train(data, "--weight-column", "weight", "--class-weight", "x=0.3", "--scale", "minmax", *precision)
    said = bench.both_confirm(data, ["--weight-column", "weight"])
    assert "row weights are taken" not in said
    code, said = bench.python(data)  # the column would be a feature
    assert code == 1 and "NOT confirmed: " in said


def test_weights_and_factors_in_files(bench, tmp_path, precision):
    data = write_libsvm(tmp_path / "data.svm", rows_of(["1", "0"], seed=5))
    weights, factors = tmp_path / "weights", tmp_path / "factors"
    weights.write_text("# of rows\n" + "".join(f"{i % 3 / 10}\n\n" for i in range(60)))
    factors.write_text("2 0.5 # half\n5 3\n")
    bench.train(data, "--sample-weight", weights, "--penalty-factor", factors, *precision)
    said = bench.both_confirm(data)
    assert "row weights are taken from the proof: 20 of 60 are zero, their sum is 6" in said
    assert "penalty factors are taken from the proof: 2 are not 1" in said
    said = bench.both_confirm(data, ["--sample-weight", weights, "--penalty-factor", factors])
    assert "taken from the proof" not in said
    weights.write_text(weights.read_text().replace("0.1", "0.3", 1))
    bench.both_refuse(data, "--sample-weight", weights)
    factors.write_text("2 0.5\n")
    bench.both_refuse(data, "--penalty-factor", factors)


@pytest.mark.parametrize("labels, positive", [("2 0 5", "0"), ("2 -1 5", "5"), ("a rest b", "b")])
def test_one_class_against_the_rest(bench, tmp_path, precision, labels, positive):
    data = write_libsvm(tmp_path / "data.svm", rows_of(labels.split(), seed=6))
    bench.train(data, "--positive", positive, *precision)
    bench.both_confirm(data)


@pytest.mark.parametrize("solver", ["newton", "bfgs", "sgd", "cg"])
def test_other_solvers(bench, tmp_path, precision, solver):
    data = write_libsvm(tmp_path / "data.svm", rows_of(["1", "-1"], seed=7))
    bench.train(data, "--solver", solver, "--max-passes", "300", *precision)
    bench.both_confirm(data)


def test_a_proof_from_a_store_holds_for_the_text(bench, smsvm, tmp_path, precision):
    data = write_libsvm(tmp_path / "data.svm", rows_of(["1", "2", "3"], seed=8))
    assert smsvm("convert", "-q", data, "data.store", *precision).code == 0
    bench.train("data.store", "--scale", "standard")
    bench.both_confirm(data)
    code, said = bench.python(tmp_path / "data.store")
    assert code == 1 and "not read here" in said


def test_wide_data_and_large_feature_numbers(bench, tmp_path, precision):
    rows = rows_of(["1", "-1"], count=30, features=40, seed=9)
    lines = [label + "".join(f" {j * j * 10 + 7}:{x}" for j, x in enumerate(values)) for label, values in rows]
    data = tmp_path / "data.svm"
    data.write_text("\n".join(lines))
    bench.train(data, "--l1", "0.01", "--l2", "0.01", "--scale", "minmax", *precision)
    bench.both_confirm(data)


def test_oddities_of_libsvm_text(bench, tmp_path, precision):
    lines = []
    for i, (label, values) in enumerate(rows_of(["1", "-1"], seed=10)):
        label = {"1": ["1", "+1", "1.0", "1e0"], "-1": ["-1", "-1.0"]}[label][i % 2]
        entries = " ".join(f"{j}:{' ' * (i % 5 == 0)}{x}" for j, x in enumerate(values))
        lines.append(f"{label} {'qid:3 ' * (i % 4 == 0)}{entries}{' ' * (i % 3)}{'# more: 1' * (i % 7 == 0)}\r\n")
    data = tmp_path / "data.svm"
    data.write_bytes(b"\xef\xbb\xbf# a comment\r\n\r\n" + "".join(lines).replace(" 1:", "\t1:").encode())
    bench.train(data, "--index-base", "0", *precision)
    bench.both_confirm(data, ["--index-base", "0"])


@pytest.mark.parametrize("delimiter, options", [(",", []), ("\t", ["--delimiter", "tab"]), ("|", []), (";", [])])
def test_oddities_of_csv(bench, tmp_path, precision, delimiter, options):
    rows = [(f'"it""s {label}"', [values[0], f'"{values[1]}"', f" {values[2]} ", values[3]])
            for label, values in rows_of(["a", "b"], seed=11)]
    data = tmp_path / "data.csv"
    lines = [delimiter.join([*values[:2], label, *values[2:]]) for label, values in rows]
    data.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode())
    options = [*options, "--label-column", "3"]
    bench.train(data, *options, *precision)
    bench.both_confirm(data, options)


@pytest.mark.parametrize("suffix, pack", [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_compressed_data(bench, tmp_path, suffix, pack):
    plain = write_csv(tmp_path / "plain.csv", rows_of(["1", "0"], seed=12))
    data = tmp_path / f"data.csv.{suffix}"
    data.write_bytes(pack(plain.read_bytes()))
    bench.train(data, "--precision", "double")
    bench.both_confirm(data)


def test_exchanged_columns_are_known_by_their_names(bench, tmp_path):
    rows, names = rows_of(["a", "b"], seed=13), ["label", "one", "two", "three", "four", "five"]
    data = write_csv(tmp_path / "data.csv", rows, names)
    bench.train(data, "--scale", "standard", "--precision", "double")
    bench.both_confirm(data)
    turned = [(label, values[::-1]) for label, values in rows]
    turned = write_csv(tmp_path / "turned.csv", turned, names[:1] + names[:0:-1])
    assert bench.python(turned)[0] == 0
    renamed = write_csv(tmp_path / "renamed.csv", rows, names[:1] + names[:0:-1])
    assert bench.python(renamed)[0] == 1


def test_exit_codes_of_the_program(bench, tmp_path):
    data = write_libsvm(tmp_path / "data.svm", rows_of(["1", "-1"], seed=14))
    bench.train(data, "--precision", "double")

    def run(*arguments):
        command = [sys.executable, VERIFIER, *arguments]
        return subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ)

    good = run("data.svm", "model", "proof")
    assert good.returncode == 0 and good.stdout.startswith(b"confirmed ") and good.stderr == b""
    assert run("data.svm", "model").returncode == 2
    assert run("data.svm", "model", "missing").returncode == 2
    bad = run("data.svm", "model", "model")
    assert bad.returncode == 1 and bad.stdout.startswith(b"NOT confirmed: ")
