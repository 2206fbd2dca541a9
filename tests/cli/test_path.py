"""smsvm path: the points, what is proved about them, where the path begins and ends, and what is written."""

import csv
import io
import json
import math
import signal
import subprocess

import pytest

from conftest import BINARY, SANITIZER, environment, files_in

COLUMNS = ("point,strength,l1,l2,C,l1_ratio,status,primal,dual,relative_gap,loss,nonzero_weights,intercept,"
           "passes").split(",")
NAMED = "label,width,height\n" + "".join(
    f"{'a' if i % 3 else 'b'},{(7 * i) % 11 + 3 * (i % 3)},{(5 * i) % 13}\n" for i in range(60))


@pytest.fixture
def named(tmp_path):
    """60 rows of CSV, two classes that two features do not tell apart."""
    path = tmp_path / "named.csv"
    path.write_text(NAMED)
    return path


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def rows_of(path):
    """Label and dense features of a libsvm file with few features."""
    rows = []
    for line in path.read_text().splitlines():
        label, *entries = line.split()
        rows.append((1 if float(label) > 0 else -1, {int(j): float(v) for j, v in (e.split(":") for e in entries)}))
    return rows


def mean_hinge(rows, weights, intercept):
    loss = sum(max(0, 1 - sign * (intercept + sum(weights.get(j, 0) * v for j, v in row.items()))) for sign, row in rows)
    return loss / len(rows)


def test_table(smsvm, noisy):
    run = smsvm("path", "--points", 10, noisy)
    points = table(run.out)
    assert run.code == 0 and list(points[0]) == COLUMNS and len(points) == 10
    assert [int(p["point"]) for p in points] == list(range(1, 11))
    assert points[0]["nonzero_weights"] == "0" and int(points[1]["nonzero_weights"]) > 0
    for before, after in zip(points, points[1:]):
        assert float(after["strength"]) / float(before["strength"]) == pytest.approx(1e-4 ** (1 / 9))
        assert float(after["loss"]) <= float(before["loss"]) + 1e-4
    for p in points:
        assert p["status"] == "converged" and p["l1"] == p["strength"] and p["l2"] == "0.0001"
        gap = (float(p["primal"]) - float(p["dual"])) / float(p["primal"])
        assert 0 <= gap <= 1e-4 and float(p["relative_gap"]) == pytest.approx(gap, rel=1e-4, abs=1e-12)
    assert "10 points, each proved to 0.0001" in run.err


@pytest.mark.parametrize("intercept", ["free", "penalized", "none"])
@pytest.mark.parametrize("options", [[], ["--l1-ratio", "0.3"]])
def test_points_are_what_they_claim(smsvm, noisy, intercept, options):
    facts = smsvm("path", "--points", 5, "--precision", "double", "--intercept", intercept, *options, "--json", "-",
                  noisy).json()
    rows = rows_of(noisy)
    for p in facts["points"]:
        weights, b = dict(map(tuple, p["weights"])), p["intercept"]
        assert len(weights) == p["nonzero_weights"] and p["loss"] == pytest.approx(mean_hinge(rows, weights, b), abs=1e-9)
        penalised = [*weights.values(), b if intercept == "penalized" else 0]
        penalty = sum(p["l2"] / 2 * w * w + p["l1"] * abs(w) for w in penalised)
        assert p["primal"] == pytest.approx(p["loss"] + penalty, abs=1e-9)
        cold = smsvm("train", "--precision", "double", "--intercept", intercept, "--tolerance", "1e-8", "--l1", p["l1"],
                     "--l2", p["l2"], "--json", "-", noisy, "m").json()
        assert p["dual"] <= cold["primal"] * (1 + 1e-12) and cold["dual"] <= p["primal"] * (1 + 1e-12)


@pytest.mark.parametrize("intercept", ["free", "penalized", "none"])
def test_begins_where_weights_appear(smsvm, noisy, intercept):
    largest = smsvm("path", "--points", 1, "--intercept", intercept, "--json", "-", noisy).json()["largest"]
    assert 0 < largest["lower"] <= largest["upper"] <= largest["lower"] * (1 + 1.1e-4)
    for factor, some in ((1.001, False), (0.99, True)):
        l1 = repr(factor * largest["upper"])
        facts = smsvm("path", "--strengths", l1, "--tolerance", "1e-9", "--intercept", intercept, "--json", "-", noisy).json()
        assert (facts["points"][0]["nonzero_weights"] > 0) == some


def test_the_loss_may_rest_before_it_falls(smsvm, tmp_path):
    """One feature tells most rows apart; the others, each rare, come in much later."""
    lines = []
    for i in range(400):
        sign = 1 if i % 2 else -1
        wrong = i % 10 < 2
        lines.append(f"{sign:+d} 1:{-sign if wrong else sign}" + (f" {2 + i // 10}:{0.05 * sign}" if wrong else ""))
    (tmp_path / "d").write_text("\n".join(lines) + "\n")
    points = table(smsvm("path", "--l2", "1e-8", "--min-ratio", "1e-6", "d").out)
    resting = [p for p in points if p["nonzero_weights"] == "1"]
    assert len(resting) > 15 and float(points[-1]["loss"]) < 0.01


def test_ends_early_unless_told_otherwise(smsvm, tiny):
    short, whole = smsvm("path", "--points", 30, tiny), smsvm("path", "--points", 30, "--all-points", tiny)
    assert len(table(short.out)) < 30 and len(table(whole.out)) == 30
    assert whole.out.startswith(short.out)
    given = table(smsvm("path", "--strengths", "0.1,0.01,0.001,0", tiny).out)
    assert [p["strength"] for p in given] == ["0.1", "0.01", "0.001", "0"]


def test_l1_ratio(smsvm, noisy):
    for p in table(smsvm("path", "--l1-ratio", "0.25", "--points", 4, noisy).out):
        assert float(p["l1"]) == pytest.approx(float(p["strength"]) / 4)
        assert float(p["l2"]) == pytest.approx(float(p["strength"]) * 3 / 4) and float(p["l1_ratio"]) == pytest.approx(0.25)
    run = smsvm("path", "--l1-ratio", "0", "--points", 4, noisy)
    points = table(run.out)
    assert all(p["l1"] == "0" and p["status"] == "converged" and float(p["l2"]) > 0 for p in points)
    assert "all weights are zero" not in run.err


def test_unpenalised_features(smsvm, noisy, tmp_path):
    (tmp_path / "factors").write_text("1 0\n")
    run = smsvm("path", "--penalty-factor", "factors", "--points", 6, "--json", "-", noisy)
    facts = run.json()
    assert facts["largest"] is None and "all weights are zero" not in run.err and "nothing is proved" in run.err
    for p in facts["points"]:
        assert p["status"] == "stationary" and p["dual"] is None
        cold = smsvm("train", "--penalty-factor", "factors", "--l1", p["l1"], "--l2", p["l2"], "--json", "-", noisy, "m")
        assert p["primal"] == pytest.approx(cold.json()["primal"], rel=1e-3)
    assert [len(p["weights"]) for p in facts["points"][:2]] != [1, 1]
    assert smsvm("path", "--penalty-factor", "factors", "--points", 3, noisy).out.count(",,") == 3  # no dual, no gap


def test_names_weights_and_scale(smsvm, named, tmp_path):
    facts = smsvm("path", "--scale", "standard", "--json", "-", named).json()
    assert facts["labels"] == ["b", "a"] and facts["feature_names"] == {"1": "width", "2": "height"}
    assert facts["scale"] == "standard" and facts["points"]
    (tmp_path / "twice").write_text(NAMED + NAMED.split("\n", 1)[1])
    (tmp_path / "two").write_text("2\n" * 60)
    (tmp_path / "copies.csv").write_text((tmp_path / "twice").read_text())
    weighted = smsvm("path", "--sample-weight", "two", "--tolerance", "1e-8", named)
    copied = smsvm("path", "--tolerance", "1e-8", "copies.csv")
    for one, other in zip(table(weighted.out), table(copied.out), strict=True):
        assert float(one["primal"]) == pytest.approx(float(other["primal"]), rel=1e-7)


def test_several_classes_share_one_path(smsvm, tmp_path):
    (tmp_path / "d.csv").write_text('label,u,v\na,1,0.5\nb,-1,1\n"c,d",0,-1\na,2,0\nb,0,2\n"c,d",-0.5,-2\n')
    run = smsvm("path", "--points", 5, "d.csv")
    points = table(run.out)
    assert list(points[0]) == [COLUMNS[0], "class", *COLUMNS[1:]]
    by_class = {}
    for p in points:
        by_class.setdefault(p["class"], []).append(p["strength"])
    assert set(by_class) == {"a", "b", "c,d"} and len({tuple(s) for s in by_class.values()}) == 1
    facts = smsvm("path", "--points", 5, "--json", "-", "d.csv").json()
    assert [c["label"] for c in facts["classes"]] == ["a", "b", "c,d"] and "points" not in facts


def test_model_at_a_point(smsvm, noisy, tmp_path):
    run = smsvm("path", "--points", 8, "--at", "0.01", "--certificate", "proof", "--csv", "t.csv", noisy, "model")
    assert run.code == 0 and run.out == "" and "model       model, proof in proof: converged" in run.err
    strengths = [float(p["strength"]) for p in table((tmp_path / "t.csv").read_text())]
    nearest = min(strengths, key=lambda s: abs(math.log(s / 0.01)))
    training = smsvm("inspect", "model", "--json", "-").json()["training"]
    assert training["l1"] == pytest.approx(nearest)
    assert smsvm("verify", noisy, "model", "proof").code == 0


def test_standard_streams(smsvm, noisy, tmp_path):
    whole = smsvm("path", "--points", 4, noisy).out
    assert smsvm("path", "--points", 4, "-", input=noisy.read_bytes()).out == whole
    assert smsvm("path", "-q", "--points", 4, noisy).err == ""
    run = smsvm("path", "--points", 4, "--json", "-", "--csv", "t.csv", noisy)
    assert (tmp_path / "t.csv").read_text() == whole and len(run.json()["points"]) == 4
    run = smsvm("path", "--json", "-", "--csv", "-", noisy)
    assert run.code == 2 and run.out == "" and "standard output" in run.err


@pytest.mark.parametrize("command", [["path", "--points", 12], ["cv", "--points", 8, "--folds", 3]])
def test_same_bytes_for_any_threads(smsvm, noisy, command):
    outputs = {smsvm(*command, "--threads", threads, noisy).out for threads in (1, 2, 3, 2)}
    assert len(outputs) == 1 and len(outputs.pop()) > 500


def test_limits(smsvm, large, noisy):
    run = smsvm("path", "--max-seconds", "1e-9", noisy)
    assert run.code == 3 and run.out == "" and "nothing was written" in run.err
    run = smsvm("path", "--max-passes", 3, "--points", 4, "--strict", noisy)
    assert run.code == 3 and len(table(run.out)) == 4 and "max_passes" in run.out
    assert smsvm("path", "--points", 4, "--strict", noisy).code == 0
    assert smsvm("path", "--points", 4, "--memory", "1K", noisy).code == 0


def test_a_path_cut_short_says_so(smsvm, large, tmp_path):
    words = ["--points", 5000, "--all-points", "--tolerance", "1e-7", "--at", "1e-9", "--csv", "t.csv", large, "m"]
    for seconds in (0.5, 2, 8, 32):  # as many as a busy machine needs for the first point
        run = smsvm("path", "--max-seconds", seconds, *words)
        if run.code != 3:
            break
    last = float(table((tmp_path / "t.csv").read_text())[-1]["strength"])
    assert run.code == 0 and "stopped by --max-seconds before the end" in run.err
    assert f"--at 1e-09 lies beyond the end of the path: the model is the one at {last:.6g}" in run.err


def test_a_model_beyond_the_end_of_the_path_is_said(smsvm, noisy):
    path = ["path", "--points", 3, "--min-ratio", 0.5, noisy]
    last = float(table(smsvm(*path).out)[-1]["strength"])
    for strength, is_beyond in [(2 * last, False), (last, False), (last / 2, True)]:
        assert ("lies beyond the end of the path" in smsvm(*path, "m", "--at", strength).err) == is_beyond


def test_huge_number_of_points(smsvm, tiny):
    run = smsvm("path", "--points", 100000, tiny)
    assert run.code == 0 and len(table(run.out)) > 1000


@pytest.mark.skipif("thread" in SANITIZER, reason="the thread sanitizer delays signals")
@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interruption_keeps_the_points_so_far(large, tmp_path, number, code):
    arguments = ["path", "--points", 5000, "--all-points", "--tolerance", "1e-7", "--csv", "t.csv", "--json", "t.json",
                 "--at", "0.01", "--log-format", "json", large, "model"]
    with subprocess.Popen([BINARY, *map(str, arguments)], cwd=tmp_path, stderr=subprocess.PIPE,
                          env=environment()) as process:
        for line in process.stderr:
            if json.loads(line).get("point", 0) >= 3:
                break
        process.send_signal(number)
        process.stderr.read()
        assert process.wait(timeout=60) == code
    points = table((tmp_path / "t.csv").read_text())
    assert 2 <= len(points) < 5000 and {p["status"] for p in points[:-1]} == {"converged"}
    assert len(json.loads((tmp_path / "t.json").read_text())["points"]) == len(points)
    assert files_in(tmp_path) == ["t.csv", "t.json"]  # no model: the point asked for was not reached


@pytest.mark.skipif("thread" in SANITIZER, reason="the thread sanitizer delays signals")
@pytest.mark.parametrize("command", [["path", "--points", 3, "--min-ratio", 0.5, "--at", 0.01],
                                     ["cv", "--over", "C", "--strengths", 1, "--folds", 2]])
def test_a_signal_after_the_path_leaves_a_checkpoint(smsvm, large, tmp_path, command):
    options = ["--tolerance", "1e-7", "--csv", "t.csv"]
    assert smsvm(*command, *options, large, "whole").code == 0
    begun = [*command, *options, "--checkpoint", "k", "--log-format", "json", large, "m"]
    with subprocess.Popen([BINARY, *map(str, begun)], cwd=tmp_path, stderr=subprocess.PIPE,
                          env=environment()) as process:
        for line in process.stderr:
            if json.loads(line)["event"] == "done":
                break
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        code = process.wait(timeout=60)
    if code == 75:  # else the model was trained already
        assert smsvm(command[0], "--resume", "k").code == 0
    assert code in (75, 130) and (tmp_path / "m").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--points", "0"], "--points is 0"),
        (["--points", "many"], "--points: 'many' is not a number"),
        (["--min-ratio", "0"], "--min-ratio is 0"),
        (["--min-ratio", "1"], "--min-ratio is 1"),
        (["--strengths", "0.2,0.2"], "0.2 is given twice"),
        (["--strengths", ""], "--strengths: its value is empty"),
        (["--strengths", "-1"], "strength"),
        (["--l2", ""], "--l2: its value is empty"),
        (["--l2", "1", "--l1-ratio", "0.5"], "excludes"),
        (["--l1-ratio", "2"], "--l1-ratio"),
        (["--l1-ratio", "0.1", "--l1-ratio", "0.2"], "'smsvm cv' takes several"),
        (["--at", "0.1"], "--at chooses the point for a MODEL"),
        (["--certificate", "c"], "--certificate"),
        (["--intercept", "fre"], "did you mean free? (choose from: free, penalized, none)"),
        (["--pionts", "3"], "did you mean --points?"),
    ],
)
def test_usage_errors(smsvm, tiny, tmp_path, arguments, said):
    run = smsvm("path", *arguments, tiny)
    assert run.code == 2 and run.out == "" and said in run.err
    assert files_in(tmp_path) == [tiny.name]


def test_data_without_a_path(smsvm, tmp_path):
    (tmp_path / "one").write_text("1 1:1\n1 1:2\n")
    (tmp_path / "same").write_text("1 1:1\n-1 1:1\n1 1:1\n-1 1:1\n")
    assert smsvm("path", "one").code == 65
    run = smsvm("path", "same")
    assert run.code == 65 and run.out == "" and "no feature tells the classes apart" in run.err
    (tmp_path / "two").write_text("1 1:1\n-1 1:-1\n")
    assert smsvm("path", "two").code == 0


def test_verbose_names_the_point(smsvm, tiny):
    assert "point 2  pass" in smsvm("path", "-v", "--points", 5, tiny).err
    events = [json.loads(line) for line in smsvm("path", "--log-format", "json", "--points", 5, tiny).err.splitlines()]
    assert [e["event"] for e in events if e["event"] != "pass"] == ["read", "path", "done"]
    assert {"problem", "point", "passes", "primal", "dual"} <= next(e for e in events if e["event"] == "pass").keys()
