"""More than two classes: each against the rest, in shared sweeps."""

import json
import random
import shutil
import signal
import subprocess
import time

import pytest

from conftest import BINARY, environment, sha256
from test_train import KEYS, KEYS_OF_PROBLEM


def blobs(path, labels, rows, features=6, spread=1.2, seed=1):
    """Rows around one centre per label; no plane separates them."""
    draw = random.Random(seed)
    centres = {label: [draw.gauss(0, 1) for _ in range(features)] for label in labels}
    lines = []
    for i in range(rows):
        label = labels[i % len(labels)] if i < len(labels) else draw.choice(labels)
        values = [centre + draw.gauss(0, spread) for centre in centres[label]]
        lines.append(f"{label} " + " ".join(f"{j + 1}:{value:.4f}" for j, value in enumerate(values)))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def five(tmp_path):
    return blobs(tmp_path / "five.svm", ["3", "1", "7", "-2", "10"], 600)


def test_each_class_is_what_it_is_alone(smsvm, five):
    together = smsvm("train", five, "m", "--json", "-").json()
    assert list(together) == KEYS + ["classes"]
    slowest = 0
    for of_class in together["classes"]:
        assert list(of_class) == ["label"] + KEYS_OF_PROBLEM
        alone = smsvm("train", five, "one", "--positive", of_class["label"], "--json", "-").json()
        for key in ("status", "primal", "dual", "intercept", "passes", "iterations", "nonzero_weights"):
            assert of_class[key] == alone[key], key
        slowest = max(slowest, alone["passes"])
    assert [of_class["label"] for of_class in together["classes"]] == ["-2", "1", "3", "7", "10"]
    assert slowest <= together["passes"] <= slowest + 2


def test_the_whole_says_the_worst_and_the_sums(smsvm, five):
    whole = smsvm("train", five, "m", "--json", "-", "--max-passes", "5", "--tolerance", "1e-9").json()
    classes = whole["classes"]
    assert whole["status"] == "max_passes"
    assert whole["primal"] == pytest.approx(sum(one["primal"] for one in classes))
    assert whole["dual"] == pytest.approx(sum(one["dual"] for one in classes))
    assert whole["relative_gap"] == max(one["relative_gap"] for one in classes)
    assert whole["iterations"] == sum(one["iterations"] for one in classes)
    assert whole["intercept"] == [one["intercept"] for one in classes]
    assert whole["history"] == [] and all(one["history"] for one in classes)


def test_strict_asks_it_of_every_class(smsvm, five):
    assert smsvm("train", five, "m", "--strict").code == 0
    assert smsvm("train", five, "m", "--strict", "--max-passes", "4", "--tolerance", "1e-9").code == 3


def test_liblinear_predicts_the_same(smsvm, five, tmp_path):
    if not shutil.which("liblinear-predict"):
        pytest.skip("liblinear-predict is not installed")
    for intercept in ("free", "none"):
        assert smsvm("train", five, "m", "--intercept", intercept).code == 0
        assert smsvm("predict", five, "m", "ours").code == 0
        done = subprocess.run(["liblinear-predict", five, "m", "theirs"], cwd=tmp_path, capture_output=True, timeout=60)
        assert done.returncode == 0
        assert (tmp_path / "ours").read_text().split() == (tmp_path / "theirs").read_text().split()


def test_objectives_are_those_of_liblinear(smsvm, five, tmp_path):
    """Its solver, asked for more, comes to the same weights: one against the rest means the same there."""
    if not shutil.which("liblinear-train"):
        pytest.skip("liblinear-train is not installed")
    command = ["liblinear-train", "-q", "-s", "3", "-c", "0.1", "-B", "1", "-e", "1e-9", five, "theirs"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    assert smsvm("train", five, "ours", "-C", "0.1", "--intercept", "penalized", "--tolerance", "1e-9",
                 "--precision", "double").code == 0

    def weights(model):
        """Of each class; LIBLINEAR lists classes as it meets them."""
        text = (tmp_path / model).read_text()
        labels = next(line for line in text.split("\n") if line.startswith("label ")).split()[1:]
        words = text.split("\nw")[1].split()[: 7 * 5]
        return {label: [float(word) for word in words[k::5]] for k, label in enumerate(labels)}

    theirs = weights("theirs")
    assert list(theirs) == ["3", "1", "7", "-2", "10"]
    for label, ours in weights("ours").items():
        assert ours == pytest.approx(theirs[label], abs=2e-3)


def test_text_labels_are_kept(smsvm, tmp_path):
    (tmp_path / "d.csv").write_text("label,a,b\nred,1,0\ngreen,0,1\nblue,-1,-1\nred,2,0.1\ngreen,0.2,1\nblue,-1,-2\n")
    assert smsvm("train", "d.csv", "m").code == 0
    lines = (tmp_path / "m").read_text().splitlines()
    assert "nr_class 3" in lines and "label 1 2 3" in lines and 'labels "blue" "green" "red"' in lines
    assert smsvm("predict", "-q", "d.csv", "m").out.split() == ["red", "green", "blue"] * 2


def test_proof_of_every_class(smsvm, five, tmp_path):
    assert smsvm("train", five, "m", "--certificate", "c").code == 0
    run = smsvm("verify", five, "m", "c", "--json", "-")
    assert run.code == 0, run.err
    facts = run.json()
    assert [one["label"] for one in facts["classes"]] == ["-2", "1", "3", "7", "10"]
    assert facts["relative_gap"] == max(one["relative_gap"] for one in facts["classes"]) <= 1e-4
    assert facts["primal"] == pytest.approx(sum(one["primal"] for one in facts["classes"]))
    said = smsvm("inspect", "c", "--json", "-").json()
    assert said["positive"] is None and [one["label"] for one in said["classes"]] == ["-2", "1", "3", "7", "10"]
    trained = smsvm("inspect", "m", "--json", "-").json()["training"]
    assert [one["status"] for one in trained["classes"]] == ["converged"] * 5


def test_the_first_class_that_fails_is_named(smsvm, five):
    smsvm("train", five, "m", "--certificate", "c")
    smsvm("train", five, "worse", "--l2", "1", "--certificate", "other")
    run = smsvm("verify", five, "worse", "c")
    assert run.code == 1 and "NOT confirmed" in run.out
    smsvm("train", five, "rough", "--tolerance", "0.3")
    run = smsvm("verify", five, "rough", "c", "--json", "-")
    assert run.code == 1 and run.json()["reason"].startswith("class '-2': the model's objective is")
    smsvm("train", five, "single", "--positive", "7", "--certificate", "one")
    run = smsvm("verify", five, "m", "one", "--json", "-")
    assert run.code == 1 and "about which the proof says nothing" in run.json()["reason"]


@pytest.mark.parametrize("solver", ["primal-dual", "newton", "bfgs", "sgd", "minibatch-sgd", "cg"])
def test_every_solver(smsvm, five, solver):
    run = smsvm("train", five, "m", "--solver", solver, "--tolerance", "0.05", "--max-passes", "300", "--l2", "0.01",
                "--certificate", "c", "--json", "-")
    assert run.code == 0, run.err
    assert len(run.json()["classes"]) == 5
    assert smsvm("verify", five, "m", "c").code == 0


def test_threads_change_nothing(smsvm, five, tmp_path):
    for threads in (1, 3):
        smsvm("train", five, f"m{threads}", "--certificate", f"c{threads}", "--threads", threads)
    assert sha256(tmp_path / "m1") == sha256(tmp_path / "m3")
    assert sha256(tmp_path / "c1") == sha256(tmp_path / "c3")


def test_lines_name_the_class(smsvm, five):
    run = smsvm("train", "-v", five, "m")
    for label in ("3", "1", "7", "-2", "10"):
        assert f"\nclass {label}  pass " in run.err and f"\nclass       {label}: converged" in run.err
    events = [json.loads(line) for line in smsvm("train", "--log-format", "json", five, "m").err.splitlines()]
    assert {event["class"] for event in events if event["event"] == "pass"} == {"3", "1", "7", "-2", "10"}
    assert events[1]["classes"] == ["-2", "1", "3", "7", "10"] and len(events[-1]["classes"]) == 5


def test_interruption_keeps_all_classes(tmp_path):
    data = blobs(tmp_path / "many.svm", ["1", "2", "3", "4"], 60000, features=40)
    command = [BINARY, "train", data, "m", "--certificate", "c", "--tolerance", "1e-15", "--max-passes", "1e9",
               "--json", "j", "--log-format", "json"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, env=environment())
    seen = set()
    for line in process.stderr:
        event = json.loads(line)
        if event["event"] == "pass":
            seen.add(event["class"])
        if len(seen) == 4:
            break
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    process.stderr.read()
    assert process.wait(timeout=30) == 130 and time.monotonic() - began < 5
    facts = json.loads((tmp_path / "j").read_text())
    assert facts["status"] == "interrupted" and len(facts["classes"]) == 4
    check = subprocess.run([BINARY, "verify", "-q", data, "m", "c"], cwd=tmp_path, timeout=60, capture_output=True)
    assert check.returncode == 0


def test_penalty_factors_are_for_every_class(smsvm, five, tmp_path):
    (tmp_path / "factors").write_text("2 1e6\n")
    options = ["--l1", "1e-3", "--l2", "1e-3", "--penalty-factor", "factors"]
    run = smsvm("train", five, "m", *options, "--certificate", "c", "--json", "-")
    assert run.code == 0 and run.json()["penalty_factor"] is True
    rows = (tmp_path / "m").read_text().split("\nw \n")[1].splitlines()
    assert [float(word) for word in rows[1].split()] == [0] * 5
    assert smsvm("verify", five, "m", "c").code == 0


def test_many_classes_go_in_groups(smsvm, tmp_path):
    data = blobs(tmp_path / "d", [str(k) for k in range(130)], 400)  # one group has at most 128
    run = smsvm("train", data, "m", "--certificate", "c", "--tolerance", "1e-2", "--json", "-")
    assert run.code == 0 and len(run.json()["classes"]) == 130
    assert run.json()["passes"] < sum(one["passes"] for one in run.json()["classes"]) / 20
    assert smsvm("verify", data, "m", "c").code == 0


def test_labels_that_are_no_classes(smsvm, tmp_path):
    (tmp_path / "d").write_text("".join(f"{i / 7} 1:{i}\n" for i in range(1500)))
    run = smsvm("train", "d", "m")
    assert run.code == 65 and "1500 classes, and no more than 1000 are trained" in run.err and "--positive" in run.err
