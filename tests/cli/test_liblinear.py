"""The commands that take LIBLINEAR's own options, beside LIBLINEAR where it is installed."""

import re
import shutil
import subprocess

import pytest

from conftest import BINARY, environment, generate

OPTIONS = ["-s", "3", "-c", "0.5", "-B", "1", "-w1", "2"]


@pytest.fixture
def overlapping(tmp_path):
    return generate(tmp_path / "data.svm", "--rows", "1e3", "--features", 10, "--separation", 0.3)


def objective(text):
    return float(re.search(r"^Objective value = (.*)$", text, re.MULTILINE)[1])


def test_last_lines_are_those_of_liblinear(smsvm, overlapping, tmp_path):
    run = smsvm("liblinear-train", *OPTIONS, overlapping, "m")
    assert run.code == 0 and re.search(r"^optimization finished, #iter = \d+$", run.out, re.MULTILINE)
    support = int(re.search(r"^nSV = (\d+)$", run.out, re.MULTILINE)[1])
    assert 0 < support <= 1000
    assert smsvm("liblinear-train", "-q", *OPTIONS, overlapping, "m").out == ""
    predicted = smsvm("liblinear-predict", overlapping, "m", "labels")
    assert re.fullmatch(r"Accuracy = [\d.]+% \(\d+/1000\)\n", predicted.out)
    if not shutil.which("liblinear-train"):
        pytest.skip("LIBLINEAR is not installed")
    theirs = subprocess.run(["liblinear-train", *OPTIONS, "-e", "1e-6", overlapping, tmp_path / "theirs"],
                            capture_output=True, text=True, check=True)
    assert objective(run.out) == pytest.approx(objective(theirs.stdout), rel=2e-4)
    assert smsvm("liblinear-predict", overlapping, "theirs", "labels").out[:12] == predicted.out[:12]


def test_cross_validation(smsvm, overlapping):
    run = smsvm("liblinear-train", "-s", "3", "-v", "5", "-q", overlapping)
    accuracy = float(re.fullmatch(r"Cross Validation Accuracy = ([\d.]+)%\n", run.out)[1])
    assert run.code == 0 and 50 < accuracy < 100


def test_a_program_of_that_name_is_that_command(overlapping, tmp_path):
    (tmp_path / "liblinear-train").symlink_to(BINARY)
    done = subprocess.run([tmp_path / "liblinear-train", "-s", "3", overlapping, tmp_path / "m"], capture_output=True,
                          text=True, env=environment())
    assert done.returncode == 0 and "nSV = " in done.stdout


@pytest.mark.parametrize(
    "options, said",
    [(["-s", "1"], "squared hinge loss"), (["-s", "7"], "-s 3 alone"), (["-B", "2"], "-B 2"), (["-c", "0"], "-c 0"),
     (["-c"], "a value is missing"), (["-C"], "smsvm cv --over C"), (["-p", "1"], "regression"), (["-x"], "no option -x"),
     (["-v", "1"], "n must >= 2")],
)
def test_what_is_not_the_same_problem_is_refused(smsvm, tiny, options, said):
    run = smsvm("liblinear-train", *options, *([tiny] if options != ["-c"] else []))
    assert run.code == 2 and run.out == "" and said in run.err


def test_without_a_solver_it_says_which_one_is_taken(smsvm, tiny):
    assert "squared hinge loss; this is -s 3" in smsvm("liblinear-train", tiny, "m").err
