"""smsvm cv: fold scores against models trained by hand, what is chosen, given folds, the model that is written."""

import csv
import io
import json
import math
import signal
import subprocess

import pytest

from conftest import BINARY, SANITIZER, environment, files_in

METRICS = ("accuracy", "balanced-accuracy", "auc", "f1", "hinge")


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def signs_of(path):
    return [1 if float(line.split()[0]) > 0 else -1 for line in path.read_text().splitlines()]


@pytest.fixture
def given_folds(noisy, tmp_path):
    """A fold for each row, of unequal sizes, with names."""
    names = [("x", "first", "first", "2")[(7 * i + i // 13) % 4] for i in range(len(signs_of(noisy)))]
    (tmp_path / "folds").write_text("\n".join(names) + "\n")
    return names


def measured(scores, signs):
    """Accuracy, mean hinge loss and area under the curve."""
    accuracy = sum((score > 0) == (sign > 0) for score, sign in zip(scores, signs)) / len(signs)
    hinge = sum(max(0, 1 - sign * score) for score, sign in zip(scores, signs)) / len(signs)
    ranked = sorted(zip(scores, signs))
    negatives = wins = 0
    for _, sign in ranked:
        negatives += sign < 0
        wins += negatives if sign > 0 else 0
    return accuracy, hinge, wins / (negatives * (len(signs) - negatives))


def test_fold_scores_are_those_of_training_by_hand(smsvm, noisy, tmp_path, given_folds):
    facts = smsvm("cv", "--l2", "1e-4", "--folds-file", "folds", "--points", 4, "--min-ratio", "0.01", "--tolerance", "1e-8", "--metric",
                  "accuracy", "--metric", "hinge", "--metric", "auc", "--json", "-", noisy).json()
    order, signs = list(dict.fromkeys(given_folds)), signs_of(noisy)
    assert facts["fold_of_row"] == [order.index(fold) for fold in given_folds]
    path = facts["paths"][0]
    curves = {curve["metric"]: curve for curve in path["curves"]}
    for at, point in enumerate(path["points"][1:], 1):
        hinges = []
        for f, fold in enumerate(order):
            (tmp_path / "w").write_text("".join(f"{int(its != fold)}\n" for its in given_folds))
            train = smsvm("train", "--sample-weight", "w", "--tolerance", "1e-8", "--l1", point["l1"], "--l2", point["l2"],
                          noisy, "m")
            assert train.code == 0
            assert smsvm("predict", "--scores", noisy, "m", "s").code == 0
            scores = [float(word) for word in (tmp_path / "s").read_text().split()]
            left_out = [i for i, its in enumerate(given_folds) if its == fold]
            accuracy, hinge, auc = measured([scores[i] for i in left_out], [signs[i] for i in left_out])
            hinges.append((len(left_out), hinge))
            assert curves["accuracy"]["folds"][at][f] == pytest.approx(accuracy, abs=2.1 / len(left_out))
            assert curves["hinge"]["folds"][at][f] == pytest.approx(hinge, rel=1e-5)
            assert curves["auc"]["folds"][at][f] == pytest.approx(auc, abs=1e-4)
        total = sum(rows for rows, _ in hinges)
        mean = sum(rows * hinge for rows, hinge in hinges) / total
        error = math.sqrt(sum(rows * (hinge - mean) ** 2 for rows, hinge in hinges) / total / (len(hinges) - 1))
        assert curves["hinge"]["mean"][at] == pytest.approx(mean, rel=1e-5)
        assert curves["hinge"]["standard_error"][at] == pytest.approx(error, rel=1e-3)


@pytest.mark.parametrize("metric", METRICS)
def test_choice(smsvm, noisy, metric):
    run = smsvm("cv", "--l2", "1e-4", "--folds", 4, "--points", 12, "--metric", metric, "--csv", "-", noisy)
    points = table(run.out)
    means = [float(p[metric]) * (-1 if metric == "hinge" else 1) for p in points]
    best = means.index(max(means))
    enough = means[best] - float(points[best][f"{metric}_standard_error"])
    one_se = next(k for k, mean in enumerate(means) if mean >= enough - 1e-6)
    chosen = {k: p["chosen"] for k, p in enumerate(points) if p["chosen"]}
    assert chosen == ({best: "min 1se"} if best == one_se else {best: "min", one_se: "1se"})
    assert f"min         {metric} " in run.err and "1se         " in run.err


def test_full_points_are_those_of_the_path(smsvm, noisy):
    alone = table(smsvm("path", "--points", 9, noisy).out)
    for p, q in zip(alone, table(smsvm("cv", "--l2", "1e-4", "--folds", 3, "--points", 9, noisy).out), strict=True):
        assert p == {key: q[key] for key in p}


def test_sweeps_are_shared(smsvm, noisy):
    alone = smsvm("path", "--points", 9, "--json", "-", noisy).json()["passes"]
    assert smsvm("cv", "--l2", "1e-4", "--points", 9, "--json", "-", noisy).json()["passes"] < 2 * alone


@pytest.mark.parametrize("rule", ["min", "1se"])
def test_model(smsvm, noisy, rule):
    run = smsvm("cv", "--folds", 3, "--points", 9, "--rule", rule, "--certificate", "proof", "--json", "-", noisy, "model")
    facts = run.json()
    assert run.code == 0 and facts["rule"] == rule and "model       model, proof in proof: converged" in run.err
    training = smsvm("inspect", "model", "--json", "-").json()["training"]
    chosen = facts["best" if rule == "min" else "one_se"]
    assert training["l1"] == pytest.approx(chosen["l1"]) and training["l2"] == pytest.approx(chosen["l2"])
    assert smsvm("verify", noisy, "model", "proof").code == 0


def test_grid(smsvm, noisy):
    run = smsvm("cv", "--folds", 3, "--points", 5, "--l1-ratio", "0.2", "--l1-ratio", "0.9", "--json", "t", noisy)
    points = table(run.out)
    assert run.code == 0 and [p["point"] for p in points] == [str(k + 1) for _ in range(2) for k in range(5)]
    assert {round(float(p["l1_ratio"]), 6) for p in points} == {0.2, 0.9}
    assert sum("min" in p["chosen"] for p in points) == 1


def test_folds_are_stratified_and_follow_the_seed(smsvm, noisy):
    dealt = [smsvm("cv", "--folds", 5, "--points", 2, "--seed", seed, "--json", "-", noisy).json()["fold_of_row"]
             for seed in (1, 1, 2)]
    assert dealt[0] == dealt[1] != dealt[2]
    signs = signs_of(noisy)
    positives = [sum(sign > 0 for sign, its in zip(signs, dealt[0]) if its == fold) for fold in range(5)]
    assert max(positives) - min(positives) <= 1


def test_easy_folds_do_not_cut_the_path(smsvm, tmp_path):
    """Only the rows of one fold are hard: without it there are no errors."""
    lines, folds = [], []
    for i in range(120):
        sign, hard = 1 if i % 2 else -1, i % 6 == 0 or i % 6 == 3
        lines.append(f"{sign:+d} 1:{sign * (0.3 if not hard else -0.2)} 2:{((i * 37) % 19 - 9) / 20}")
        folds.append("hard" if hard else f"easy{i % 2}{i % 3 > 0}")
    (tmp_path / "d").write_text("\n".join(lines) + "\n")
    (tmp_path / "folds").write_text("\n".join(folds) + "\n")
    alone = table(smsvm("path", "--points", 20, "d").out)
    assert len(table(smsvm("cv", "--l2", "1e-4", "--points", 20, "--folds-file", "folds", "d").out)) == len(alone) > 10


def test_mark_of_utf8_is_no_part_of_the_first_fold(smsvm, noisy, tmp_path):
    folds = "".join(f"{'abc'[i % 3]}\n" for i in range(3000))
    (tmp_path / "plain").write_text(folds)
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbf" + folds.replace("\n", "\r\n").encode())
    plain, marked = (smsvm("cv", "--folds-file", name, "--points", 2, noisy).out for name in ("plain", "marked"))
    assert plain == marked != ""


def test_folds_of_one_class(smsvm, tmp_path):
    (tmp_path / "d").write_text("a 1:1\nb 1:-1\na 1:2\nb 1:0.1\n")
    (tmp_path / "by_class").write_text("0\n1\n0\n1\n")
    run = smsvm("cv", "--folds-file", "by_class", "d")
    assert run.code == 0 and "fold 1 has every row of a" in run.err and "fold 2 has every row of b" in run.err
    assert all(p["accuracy"] in ("0", "0.5") for p in table(run.out))
    run = smsvm("cv", "--folds-file", "by_class", "--metric", "auc", "d", "m")
    assert run.code == 65 and run.out == "" and "auc cannot be measured" in run.err and not (tmp_path / "m").exists()


def test_rows_of_weight_0_and_their_folds(smsvm, tiny, tmp_path):
    (tmp_path / "weights").write_text("1\n1\n1\n1\n0\n")
    (tmp_path / "five").write_text(tiny.read_text() + "-1 1:5\n")
    (tmp_path / "folds").write_text("a\na\nb\nb\nonly\n")
    facts = smsvm("cv", "--sample-weight", "weights", "--folds-file", "folds", "--json", "-", "five").json()
    assert facts["fold_of_row"] == [0, 0, 1, 1] and facts["rows"] == 4


def test_class_weights_do_not_count_in_the_measures(smsvm, noisy):
    facts = json.loads(smsvm("cv", "--folds", 4, "--points", 5, "--class-weight", "balanced", "--json", "-", noisy).out)
    sizes = [facts["fold_of_row"].count(fold) for fold in range(4)]
    for accuracies in facts["paths"][0]["curves"][0]["folds"]:
        for accuracy, size in zip(accuracies, sizes):
            assert accuracy * size == pytest.approx(round(accuracy * size), abs=1e-9)


def test_several_classes(smsvm, three_classes):
    run = smsvm("cv", "--l2", "1e-4", "--folds", 2, "--points", 6, "--metric", "accuracy", "--metric", "f1", three_classes, "model")
    points = table(run.out)
    assert run.code == 0 and {p["class"] for p in points} == {"1", "2", "3"}
    by_point = {}
    for p in points:
        by_point.setdefault(p["point"], set()).add((p["strength"], p["accuracy"], p["f1"], p["chosen"]))
    assert all(len(same) == 1 for same in by_point.values())
    assert smsvm("predict", three_classes, "model", "out").code == 0

    facts = smsvm("cv", "--l2", "1e-4", "--folds", 2, "--points", 6, "--json", "-", three_classes).json()
    at = facts["best"]["point"] - 1
    of_best = [each["points"][at]["nonzero_weights"] for each in facts["paths"][0]["classes"]]
    assert len(of_best) == 3 and facts["best"]["nonzero_weights"] == sum(of_best)


@pytest.mark.parametrize(
    "folds, code, said",
    [("1\n1\n1\n1\n", 65, "every row is in fold '1'"), ("1\n2\n", 65, "folds for 2 rows"),
     ("1\n2\n1\n2\n1\n", 65, "folds:5:1: more folds than the 4 rows"), ("1 2\n1\n2\n2\n", 65, "folds:1:3: '2' follows")],
)
def test_bad_folds_files(smsvm, tiny, tmp_path, folds, code, said):
    (tmp_path / "folds").write_text(folds)
    run = smsvm("cv", "--folds-file", "folds", tiny)
    assert run.code == code and run.out == "" and said in run.err


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["--folds", "1"], 2, "--folds is 1; it must be at least 2"),
        (["--folds", "5"], 2, "there are only 4 rows"),
        (["--folds", "2", "--folds-file", "f"], 2, "excludes"),
        (["--folds-file", "missing", ], 66, "missing"),
        (["--metric", "acuracy"], 2, "did you mean accuracy?"),
        (["--metric", "loss"], 2, "choose from: accuracy, balanced-accuracy, auc, f1, hinge"),
        (["--rule", "2se"], 2, "did you mean 1se?"),
        (["--max-seconds", "1e-9", "--folds", "2"], 3, "nothing was written"),
    ],
)
def test_refusals(smsvm, tiny, tmp_path, arguments, code, said):
    run = smsvm("cv", *arguments, tiny, "model")
    assert run.code == code and run.out == "" and said in run.err
    assert files_in(tmp_path) == [tiny.name]


def test_a_fold_for_each_of_many_rows_is_refused(smsvm, noisy, tmp_path):
    """Each is trained by itself: a column of identifiers would take hours, and memory for each row of each fold."""
    (tmp_path / "folds").write_text("".join(f"row-{row}\n" for row in range(3000)))
    run = smsvm("cv", "--folds-file", "folds", noisy)
    assert run.code == 65 and "3,000 different folds; expected at most 1,000" in run.err
    run = smsvm("cv", "--folds", 1001, noisy)
    assert run.code == 2 and "--folds is 1001; it must be at most 1000" in run.err


def test_strict(smsvm, noisy):
    options = ["--folds", 2, "--points", 3, "--strict", "-q"]
    assert smsvm("cv", *options, noisy).code == 0
    assert smsvm("cv", *options, "--max-passes", 2, noisy).code == 3


@pytest.mark.skipif("thread" in SANITIZER, reason="the thread sanitizer delays signals")
def test_interruption_keeps_what_every_fold_has(large, tmp_path):
    arguments = ["cv", "--l2", "1e-4", "--folds", 2, "--points", 5000, "--all-points", "--csv", "t.csv", "--log-format", "json", large, "m"]
    with subprocess.Popen([BINARY, *map(str, arguments)], cwd=tmp_path, stderr=subprocess.PIPE,
                          env=environment()) as process:
        reached = {}
        for line in process.stderr:
            event = json.loads(line)
            if event["event"] == "pass":
                reached[event["problem"]] = event["point"]
            if len(reached) == 3 and min(reached.values()) >= 3:
                break
        process.send_signal(signal.SIGINT)
        process.stderr.read()
        assert process.wait(timeout=60) == 130
    points = table((tmp_path / "t.csv").read_text())
    assert 2 <= len(points) < 5000 and sum("min" in p["chosen"] for p in points) == 1
    assert files_in(tmp_path) == ["t.csv"]


def test_paths_cut_short_say_so(smsvm, large, tmp_path):
    words = ["--l2", "1e-4", "--folds", 2, "--points", 5000, "--tolerance", "1e-7", large, "m"]
    for seconds in (1, 4, 16, 64):  # as many as a busy machine needs for the first point
        run = smsvm("cv", "--max-seconds", seconds, *words)
        if run.code != 3:
            break
    assert run.code == 0 and "stopped by --max-seconds before the end" in run.err
    assert "a weaker penalty may be better" not in run.err  # more time is what it wants


def test_all_kinds_of_penalty_are_tried_by_default(smsvm, noisy):
    facts = smsvm("cv", "--folds", 3, "--points", 6, "--json", "-", noisy, "m").json()
    assert [path["l1_ratio"] for path in facts["paths"]] == [0, 0.5, 0.95]
    chosen = facts["best"]
    assert chosen["l1"] == pytest.approx(facts["paths"][chosen["path"]]["l1_ratio"] * chosen["strength"])


@pytest.mark.parametrize("order", ["0.1,10,1", "10,1,0.1"])
def test_over_c(smsvm, noisy, order):
    run = smsvm("cv", "--over", "C", "--strengths", order, "--folds", 3, "--csv", "-", noisy, "m")
    points = table(run.out)
    assert run.code == 0 and [float(p["C"]) for p in points] == pytest.approx([0.1, 1, 10])
    assert all(float(p["l1"]) == 0 for p in points)
    chosen = next(float(p["C"]) for p in points if "min" in p["chosen"])
    assert smsvm("inspect", "m", "--json", "-").json()["training"]["C"] == pytest.approx(chosen)
    assert smsvm("cv", "--over", "C", "--l2", "1", noisy).code == 2


def test_a_path_whose_last_point_is_the_best_goes_on(smsvm, noisy):
    """Given strengths are visited as they are, with a word; a path of its own choice is extended."""
    begun = ["--l1-ratio", 0.5, "--folds", 3, "--metric", "hinge", "--csv", "-", noisy]
    largest = float(table(smsvm("cv", "--points", 3, *begun).out)[0]["strength"])
    given = smsvm("cv", "--strengths", f"{largest},{largest * 0.9}", *begun)
    assert len(table(given.out)) == 2 and "the best point is the last of its path" in given.err
    points = table(smsvm("cv", "--points", 5, "--min-ratio", 0.5, *begun).out)
    ratios = [float(q["strength"]) / float(p["strength"]) for p, q in zip(points, points[1:])]
    assert len(points) > 5 and ratios == pytest.approx([0.5 ** 0.25] * len(ratios))
