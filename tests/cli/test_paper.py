"""`smsvm paper --quick`: the facts it must show, and its page in a real browser."""

import collections
import csv
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys

import pytest

from conftest import BINARY, SANITIZER, environment

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "browser"))
from browser import browser  # noqa: E402, F401

PAPER = ["SmSVM", "SmSVM-ℓ2", "SmSVM-ℓ1-ℓ2", "LinearSVC-Hinge", "SGD ℓ2", "SSGD ℓ2 mb", "CG", "CG-ℓ2"]
REAL = {"Australian": "australian_scale", "Colon": "colon_std", "CoverType": "covtype_scale"}
SYNTHETIC = ["Synthetic tall", "Synthetic wide"]
DATA = pathlib.Path(os.environ.get("SMSVM_DATA", pathlib.Path(__file__).parents[2] / ".." / "shared" / "data"))
PRESENT = [name for name, file in REAL.items() if (DATA / f"{file}.libsvm.xz").exists()]


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """The folder of one quick run. Sanitizers make it ten times slower: then the long part is left out."""
    folder = tmp_path_factory.mktemp("paper")
    parts = ["--part", "convergence", "--part", "mean-hinge"] if SANITIZER else []
    command = [BINARY, "paper", "--quick", "-q", "-o", folder, "--data", DATA, *parts]
    subprocess.run(command, check=True, timeout=550, env=environment())
    return folder


@pytest.fixture(scope="module")
def runs(paper):
    with open(paper / "runs.csv", newline="") as file:
        return [
            {key: number(value) for key, value in line.items()} for line in csv.DictReader(file)
        ]  # fmt: skip


@pytest.fixture(scope="module")
def results(runs):
    if SANITIZER:
        pytest.skip("the results take too long under a sanitizer")
    return [run for run in runs if run["study"] == "results"]


def number(text):
    try:
        return float(text)
    except ValueError:
        return text or None


def same_problem(run):
    return run["data"], run["repetition"], run["l2"], run["l1"]


def test_every_cell_was_measured(results):
    cells = collections.Counter((run["data"], run["method"]) for run in results)
    for data in PRESENT + SYNTHETIC:
        for method in PAPER:
            assert cells[data, method] >= 1, (data, method)
    for run in results:
        assert 0 <= run["accuracy"] <= 1
        assert run["seconds"] > 0 and run["passes"] > 0
        assert math.isfinite(run["primal"]) and run["primal"] >= 0


def test_the_page_shows_every_cell_published_and_measured(paper, results):
    page = (paper / "report.md").read_text()
    overview = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("|") and "→" in line]
    assert [row[0].strip() for row in overview] == PAPER
    for row in overview:
        assert len(row) == 1 + len(PRESENT) + len(SYNTHETIC)
        assert all("→ **" in cell for cell in row[1:])


def test_nobody_is_below_the_proved_optimum(runs):
    for run in runs:
        for bound in ("dual", "optimum"):
            if run[bound] is not None:
                assert run[bound] <= run["primal"] * (1 + 1e-9) + 1e-12, run


def test_primal_dual_is_never_above_another_row(results):
    ours = {same_problem(run): run["primal"] for run in results if run["method"].startswith("primal-dual")}
    compared = 0
    for run in results:
        if not run["method"].startswith("primal-dual"):
            # Proved to 1e-6; without a penalty nothing is proved, and both stop where little moves.
            slack = 1e-6 if run["l2"] > 0 else 1e-4
            assert ours[same_problem(run)] <= run["primal"] * (1 + slack) + 1e-12, run
            compared += 1
    assert compared >= len(PAPER) * 2


def test_the_papers_newton_proves_a_thousandth_with_both_penalties(results):
    for run in results:
        if run["method"] == "SmSVM-ℓ1-ℓ2":
            assert run["relative_gap"] <= 1e-3, run
            assert run["passes_to_1e-3"] is not None


def test_primal_dual_proves_a_millionth_in_fewer_passes(results):
    passes = collections.defaultdict(dict)
    for run in results:
        if run["l1"] > 0:
            passes[same_problem(run)][run["method"]] = run
    for problem, by_method in passes.items():
        ours = by_method["primal-dual-ℓ1-ℓ2"]
        assert ours["relative_gap"] <= 1e-6, problem
        assert ours["passes_to_1e-3"] <= by_method["SmSVM-ℓ1-ℓ2"]["passes_to_1e-3"], problem


def test_accuracy_on_australian(results):
    if "Australian" not in PRESENT:
        pytest.skip("australian_scale is not in SMSVM_DATA")
    for method in ["SmSVM-ℓ2", "LinearSVC-Hinge", "SGD ℓ2", "SSGD ℓ2 mb", "CG-ℓ2"]:
        accuracies = [run["accuracy"] for run in results if run["data"] == "Australian" and run["method"] == method]
        assert 0.84 <= statistics.mean(accuracies) <= 0.88, method


def test_liblinear_is_near_the_optimum_of_the_same_problem(results):
    for run in results:
        if run["method"] == "LinearSVC-Hinge":
            assert run["above_optimum"] <= 0.05, run


def test_missing_data_are_named(smsvm, tmp_path):
    run = smsvm("paper", "--quick", "-q", "--part", "convergence", "--data", tmp_path, timeout=300)
    assert run.code == 0, run.err
    page = (tmp_path / "paper" / "report.md").read_text()
    assert "australian_scale" in page


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--part", "everything"], "choose from: results, convergence, robustness, scaling, mean-hinge"),
        (["--repeats", "0"], "--repeats"),
    ],
)
def test_bad_options_are_named(smsvm, arguments, said):
    run = smsvm("paper", *arguments)
    assert run.code == 2
    assert said in run.err


def test_a_folder_that_cannot_be_made(smsvm, tmp_path):
    (tmp_path / "file").write_text("")
    run = smsvm("paper", "--part", "mean-hinge", "-o", "file/paper")
    assert run.code == 73
    assert "file/paper" in run.err


def test_an_interruption_keeps_what_was_measured(tmp_path):
    command = [BINARY, "paper", "-v", "--part", "scaling", "-o", tmp_path / "paper"]
    started = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, env=environment())
    while b"SmSVM" not in started.stderr.readline():
        pass  # until a first method was measured
    started.send_signal(signal.SIGINT)
    started.stderr.read()
    assert started.wait(timeout=60) == 130
    started.stderr.close()
    with open(tmp_path / "paper" / "runs.csv", newline="") as file:
        assert any(line["method"].startswith("primal-dual") for line in csv.DictReader(file))
    assert "Interrupted" in (tmp_path / "paper" / "report.html").read_text()


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_in_a_browser(browser, paper, width, scheme):
    facts = browser.open_page(paper / "report.html", width, scheme)
    assert facts.width == width
    assert facts.errors == [] and facts.resources == []
    assert len(facts.svg_titles) == len(list(paper.glob("*.svg"))) >= 3
    assert facts.unseen_svgs == []
    assert not facts.scrolls_sideways
    assert facts.smallest_svg_text >= 9
    assert facts.text_collisions == [] and facts.text_outside == []
