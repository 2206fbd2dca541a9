"""train --calibrate and predict --probability."""

import json
import math

import pytest

from conftest import sha256

METHODS = ["platt", "isotonic"]


def probabilities(text):
    """Of the output of predict --probability: the labels of the header, and per row its label and its numbers."""
    header, *lines = text.splitlines()
    assert header.split()[0] == "labels"
    return header.split()[1:], [(line.split()[0], [float(word) for word in line.split()[1:]]) for line in lines]


@pytest.fixture
def digits(tmp_path):
    """Three classes that overlap, drawn by a small generator of our own: the same on every machine."""
    state = 1

    def uniform():
        nonlocal state
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (state >> 11) / (1 << 53)

    lines = []
    for i in range(600):
        label = i % 3
        values = [uniform() + uniform() - 1 + (1.0 if j == label else 0.0) for j in range(3)]
        lines.append(f"{label + 1} " + " ".join(f"{j + 1}:{value:.6g}" for j, value in enumerate(values)))
    path = tmp_path / "digits.svm"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("method", METHODS)
def test_two_classes(smsvm, noisy, method):
    run = smsvm("train", noisy, "m", "--calibrate", method, "--json", "-")
    assert run.code == 0, run.err
    learnt = run.json()["calibration"]
    assert learnt["method"] == method and learnt["folds"] == 5
    assert 0.5 < learnt["accuracy"] < 1 and 0.5 < learnt["auc"] < 1 and 0 < learnt["log_loss"] < math.log(2)
    assert f"calibration {method} from 5 folds" in run.err
    labels, rows = probabilities(smsvm("predict", "-q", "--probability", noisy, "m").out)
    assert labels == ["+1", "-1"] and len(rows) == 3000
    for label, numbers in rows:
        assert len(numbers) == 2 and sum(numbers) == pytest.approx(1) and min(numbers) >= 0
        assert numbers[labels.index(label)] == max(numbers)
    # Calibrated: among all rows as many +1 as the probabilities add up to.
    truth = [line.split()[0] == "+1" for line in noisy.read_text().splitlines()]
    assert sum(numbers[0] for _, numbers in rows) == pytest.approx(sum(truth), rel=0.03)


@pytest.mark.parametrize("method", METHODS)
def test_three_classes(smsvm, digits, method):
    run = smsvm("train", digits, "m", "--calibrate", method, "--calibration-folds", "4", "--json", "-")
    assert run.code == 0 and run.json()["calibration"]["folds"] == 4, run.err
    scored = smsvm("predict", "--probability", digits, "m", "out", "--json", "-").json()
    assert 0 < scored["log_loss"] < 1 and 0 < scored["brier_score"] < 0.5 and scored["calibration_curve"] is None
    labels, rows = probabilities(smsvm("predict", "-q", "--probability", digits, "m").out)
    assert labels == ["1", "2", "3"] and len(rows) == 600
    for label, numbers in rows:
        assert sum(numbers) == pytest.approx(1) and numbers[labels.index(label)] == max(numbers)


def test_the_model_itself_is_that_without_a_calibration(smsvm, noisy, tmp_path):
    smsvm("train", noisy, "plain")
    smsvm("train", noisy, "calibrated", "--calibrate", "platt")
    plain = (tmp_path / "plain").read_text().split("smsvm_model")[0]
    assert (tmp_path / "calibrated").read_text().startswith(plain)
    assert smsvm("predict", noisy, "plain").out == smsvm("predict", noisy, "calibrated").out


@pytest.mark.parametrize("method", METHODS)
def test_threads_change_nothing(smsvm, noisy, tmp_path, method):
    for threads in "13":
        assert smsvm("train", noisy, f"m{threads}", "--calibrate", method, "--threads", threads).code == 0
    assert sha256(tmp_path / "m1") == sha256(tmp_path / "m3")


def test_folds_follow_the_seed(smsvm, noisy, tmp_path):
    def line(*options):
        assert smsvm("train", noisy, "m", "--calibrate", "platt", *options).code == 0
        return [line for line in (tmp_path / "m").read_text().splitlines() if line.startswith("calibration ")]

    assert len(line()) == 1 and line() == line("--seed", "1") != line("--seed", "2")


def test_measures_of_probabilities(smsvm, noisy, tmp_path):
    smsvm("train", noisy, "m", "--calibrate", "platt")
    run = smsvm("predict", "--probability", noisy, "m", "out", "--json", "facts")
    facts = json.loads((tmp_path / "facts").read_text())
    labels, rows = probabilities((tmp_path / "out").read_text())
    truth = [line.split()[0] for line in noisy.read_text().splitlines()]
    at_truth = [numbers[labels.index(label)] for (_, numbers), label in zip(rows, truth)]
    assert facts["log_loss"] == pytest.approx(sum(-math.log(p) for p in at_truth) / 3000)
    assert facts["brier_score"] == pytest.approx(sum((1 - p) ** 2 for p in at_truth) / 3000)
    assert sum(entry["rows"] for entry in facts["calibration_curve"]) == 3000
    for entry in facts["calibration_curve"]:
        if entry["rows"] > 300:
            assert entry["share_positive"] == pytest.approx(entry["mean_probability"], abs=0.1)
    assert "probabilities: log loss" in run.err and run.out.startswith("Accuracy = ")
    plain = smsvm("predict", noisy, "m", "out", "--json", "-").json()
    assert plain["log_loss"] is None and plain["calibration_curve"] is None


def test_a_model_without_a_calibration_is_told(smsvm, tiny):
    assert smsvm("train", tiny, "m").code == 0
    run = smsvm("predict", "--probability", tiny, "m")
    assert run.code == 2 and "--calibrate platt" in run.err and run.out == ""


def test_logistic_regression_of_liblinear_has_probabilities(smsvm, tmp_path):
    (tmp_path / "m").write_text("solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 1\nbias -1\nw\n2 \n")
    labels, rows = probabilities(smsvm("predict", "--probability", "-", "m", input="1 1:0.5\n").out)
    assert labels == ["1", "-1"] and rows[0][1][0] == pytest.approx(1 / (1 + math.exp(-1)))


def test_inspect_names_the_calibration(smsvm, noisy):
    smsvm("train", noisy, "m", "--calibrate", "isotonic")
    assert smsvm("inspect", "m", "--json", "-").json()["calibration"] == "isotonic"
    assert "calibration isotonic" in smsvm("inspect", "m").out
    smsvm("train", noisy, "m")
    assert smsvm("inspect", "m", "--json", "-").json()["calibration"] is None


def test_bad_options(smsvm, tiny):
    for options in (["--calibrate", "beta"], ["--calibrate", "platt", "--calibration-folds", "1"],
                    ["--calibration-folds", "3"], ["--calibrate", "platt", "--calibration-folds", "5"]):
        run = smsvm("train", tiny, "m", *options)
        assert run.code == 2, options
    assert "only 4 rows" in run.err
    assert smsvm("predict", "--scores", "--probability", tiny, "m").code == 2


def test_a_certificate_still_verifies(smsvm, noisy):
    assert smsvm("train", noisy, "m", "--calibrate", "platt", "--certificate", "c").code == 0
    assert smsvm("verify", noisy, "m", "c").code == 0


def test_weights_and_scaling_go_along(smsvm, noisy):
    run = smsvm("train", noisy, "m", "--calibrate", "platt", "--class-weight", "balanced", "--scale", "standard",
                "--json", "-")
    assert run.code == 0 and run.json()["calibration"]["auc"] > 0.5, run.err
    assert smsvm("predict", "-q", "--probability", noisy, "m").code == 0


def test_models_of_folds_that_did_not_finish_are_told(smsvm, noisy):
    run = smsvm("train", noisy, "m", "--calibrate", "platt", "--max-passes", "4", "--tolerance", "1e-10")
    assert run.code == 0 and "warning: --calibrate: 5 of the 5 models without a fold" in run.err
