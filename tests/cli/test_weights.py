"""What rows weigh: a file, a column, a class."""

import random
import shutil
import subprocess

import pytest

from test_classes import blobs

TIGHT = ["--tolerance", "1e-10", "--precision", "double"]


def facts(smsvm, *arguments):
    run = smsvm("train", *arguments, "--json", "-")
    assert run.code == 0, run.err
    return run.json()


@pytest.fixture
def three(tmp_path):
    return blobs(tmp_path / "three.svm", ["2", "0", "5"], 90, features=4)


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def weights_and_copies(three, tmp_path, seed=3):
    """A file of weights 0 to 3, and the data in which each row stands as often."""
    rows = three.read_text().splitlines()
    draw = random.Random(seed)
    weights = [1, 1, 1] + [draw.randrange(4) for _ in rows[3:]]
    copies = [row for row, weight in zip(rows, weights) for _ in range(weight)]
    return write(tmp_path / "w", weights), write(tmp_path / "copies.svm", copies), weights


@pytest.mark.parametrize("options", [[], ["--l1", "0.01", "--l2", "0.001"], ["-C", "3", "--intercept", "penalized"],
                                     ["--positive", "0", "--scale", "standard"], ["--scale", "minmax"]])
def test_a_weight_is_so_many_copies(smsvm, three, tmp_path, options):
    file, copies, weights = weights_and_copies(three, tmp_path)
    weighted = facts(smsvm, three, "m", "--sample-weight", file, *options, *TIGHT, "--certificate", "c")
    copied = facts(smsvm, copies, "m2", *options, *TIGHT)
    assert weighted["primal"] == pytest.approx(copied["primal"], rel=1e-9)
    assert weighted["l2"] == pytest.approx(copied["l2"], rel=1e-12) and weighted["C"] == pytest.approx(copied["C"])
    assert weighted["total_weight"] == copied["rows"] == sum(weights)
    assert weighted["rows"] == sum(weight > 0 for weight in weights)
    assert weighted["sample_weight"] is True and copied["sample_weight"] is False
    verdict = smsvm("verify", three, "m", "c", "--json", "-")
    assert verdict.code == 0 and verdict.json()["row_weights"] is True


def test_verify_says_which_weights_it_was_not_told(smsvm, three, tmp_path):
    file, _, weights = weights_and_copies(three, tmp_path)
    assert smsvm("train", "-q", three, "m", "--sample-weight", file, "--certificate", "c").code == 0
    taken = f"row weights from the proof: {len(weights)} rows, {weights.count(0)} of weight 0, sum {sum(weights)}, "
    for exact in ([], ["--exact"]):
        run = smsvm("verify", three, "m", "c", *exact)
        assert run.code == 0 and f"taken       {taken}" in run.out
        [said] = smsvm("verify", three, "m", "c", "--json", "-", *exact).json()["taken_from_the_proof"]
        assert said.startswith(taken)
        run = smsvm("verify", three, "m", "c", "--sample-weight", file, "--json", "-", *exact)
        assert run.code == 0 and run.json()["taken_from_the_proof"] == []
    write(tmp_path / "others", weights[::-1])
    run = smsvm("verify", three, "m", "c", "--sample-weight", "others")
    assert run.code == 1 and "NOT confirmed: row " in run.out
    assert smsvm("verify", three, "m", "c", "--sample-weight", file, "--weight-column", "2").code == 2


def test_weight_zero_is_a_row_that_is_not_there(smsvm, three, tmp_path):
    rows = three.read_text().splitlines()
    weights = [int(not row.startswith("0")) for row in rows]  # a whole class goes
    run = smsvm("train", three, "m", "--sample-weight", write(tmp_path / "w", weights), *TIGHT, "--json", "-",
                "--certificate", "c")
    assert f"{weights.count(0)} rows of weight 0 left out" in run.err
    there = facts(smsvm, write(tmp_path / "rest.svm", [row for row in rows if not row.startswith("0")]), "m2", *TIGHT)
    assert run.json()["primal"] == there["primal"] and run.json()["passes"] == there["passes"]
    assert "classes" not in run.json()
    assert smsvm("inspect", "m", "--json", "-").json()["labels"] == ["5", "2"]
    assert smsvm("verify", three, "m", "c").code == 0


def test_weights_in_a_column(smsvm, three, tmp_path):
    file, _, weights = weights_and_copies(three, tmp_path)
    lines = ["label,weight,a,b,c,d"]
    for row, weight in zip(three.read_text().splitlines(), weights):
        label, *values = row.split()
        lines.append(",".join([label, str(weight)] + [value.split(":")[1] for value in values]))
    write(tmp_path / "d.csv", lines)
    column = facts(smsvm, "d.csv", "m", "--weight-column", "weight", "--certificate", "c")
    assert column["features"] == 4 and column["sample_weight"] is True
    assert column["primal"] == facts(smsvm, three, "m2", "--sample-weight", file)["primal"]
    assert smsvm("verify", "d.csv", "m", "c", "--weight-column", "2").code == 0
    known = smsvm("verify", "d.csv", "m", "c")
    assert known.code == 0 and "weight 'weight'" in known.err  # the model knows
    assert smsvm("predict", "-q", "d.csv", "m", "--weight-column", "weight").code == 0
    run = smsvm("train", three, "m", "--weight-column", "2")
    assert run.code == 2 and "--sample-weight" in run.err
    run = smsvm("train", "d.csv", "m", "--weight-column", "weight", "--sample-weight", file)
    assert run.code == 2 and "give one of them" in run.err


def test_weights_may_have_decimal_commas(smsvm, tmp_path):
    rows = [(f"{i % 7 - 3}.5", f"{1 + i % 3}.25", i * i % 5 % 2) for i in range(40)]
    write(tmp_path / "points.csv", ["a;w;y"] + [f"{a};{w};{y}" for a, w, y in rows])
    write(tmp_path / "commas.csv", ["a;w;y"] + [f"{a};{w};{y}".replace(".", ",") for a, w, y in rows])
    of = [facts(smsvm, name, name[0], "--weight-column", "w", "--certificate", "proof")
          for name in ("points.csv", "commas.csv")]
    assert of[0]["total_weight"] == of[1]["total_weight"] > 50 and of[0]["primal"] == of[1]["primal"]
    assert smsvm("verify", "--exact", "commas.csv", "c", "proof").code == 0


def test_class_weights_multiply_rows(smsvm, three, tmp_path):
    by_class = facts(smsvm, three, "m", "--class-weight", "2=3", "--class-weight", "0=0.5", *TIGHT,
                     "--certificate", "c")
    of = {"2": 3, "0": 0.5, "5": 1}
    by_row = write(tmp_path / "w", [of[row.split()[0]] for row in three.read_text().splitlines()])
    assert by_class["primal"] == facts(smsvm, three, "m2", "--sample-weight", by_row, *TIGHT)["primal"]
    assert by_class["class_weight"] == {"2": 3, "0": 0.5}
    assert smsvm("verify", three, "m", "c").code == 0
    trained = smsvm("inspect", "m", "--json", "-").json()["training"]
    assert trained["class_weight"] == {"2": 3, "0": 0.5} and trained["total_weight"] == by_class["total_weight"]
    halved = write(tmp_path / "h", [0.5] * 90)
    both = facts(smsvm, three, "m", "--class-weight", "2=6", "--class-weight", "5=2", "--sample-weight", halved, *TIGHT)
    assert both["primal"] == by_class["primal"]


def test_balanced(smsvm, three):
    count = {label: 0 for label in "205"}
    for row in three.read_text().splitlines():
        count[row.split()[0]] += 1
    balanced = facts(smsvm, three, "m", "--class-weight", "balanced")
    assert balanced["class_weight"] == {label: pytest.approx(90 / (3 * n)) for label, n in count.items()}
    assert balanced["total_weight"] == pytest.approx(90)


def test_two_classes_as_liblinear_weighs_them(smsvm, tmp_path):
    if not shutil.which("liblinear-train"):
        pytest.skip("liblinear-train is not installed")
    data = blobs(tmp_path / "d.svm", ["1", "-1"], 80, features=3)
    command = ["liblinear-train", "-q", "-s", "3", "-c", "0.05", "-B", "1", "-w1", "4", "-w-1", "0.25",
               "-e", "1e-9", data, "l"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    run = smsvm("train", data, "m", "-C", "0.05", "--intercept", "penalized", "--class-weight", "1=4", "--class-weight",
                "-1=0.25", *TIGHT)
    assert run.code == 0, run.err
    ours = [float(word) for word in (tmp_path / "m").read_text().split("\nw \n")[1].split()[:4]]
    theirs = [float(word) for word in (tmp_path / "l").read_text().split("\nw\n")[1].split()]
    assert ours == pytest.approx(theirs, abs=1e-3)


@pytest.mark.parametrize(
    "argument, words",
    [("9=2", "--class-weight 9=2: no row has this label; there are: 0 ("), ("2", "expected LABEL=WEIGHT"),
     ("2=-1", "a weight >= 0"), ("2=nan", "a weight >= 0"), ("2=", "a weight >= 0")],
)
def test_bad_class_weights(smsvm, three, tmp_path, argument, words):
    run = smsvm("train", three, "m", "--class-weight", argument)
    assert run.code == 2 and words in run.err and not (tmp_path / "m").exists()


def test_class_weights_that_contradict(smsvm, three):
    run = smsvm("train", three, "m", "--class-weight", "2=1", "--class-weight", "2.0=3")
    assert run.code == 2 and "has a weight already" in run.err
    run = smsvm("train", three, "m", "--class-weight", "balanced", "--class-weight", "2=3")
    assert run.code == 2 and "either balanced or" in run.err


@pytest.mark.parametrize(
    "text, place, words",
    [("1\n-1\n1\n1\n", "w:2:1:", "'-1' is not a weight"), ("1\n1 2\n1\n1\n", "w:2:3:", "'2' follows the weight"),
     ("1\nx\n", "w:2:1:", "'x' is not a weight"), ("1\n1\n", "w:", "2 weights; expected one for each of the 4 rows"),
     ("1\n1\n1\n1\n1\n", "w:5:1:", "more weights than the 4 rows"), ("1 \n  inf\n1\n1\n", "w:2:3:", "'inf' is not")],
)
def test_mistakes_in_sample_weights_are_placed(smsvm, tiny, tmp_path, text, place, words):
    (tmp_path / "w").write_text(text)
    run = smsvm("train", tiny, "m", "--sample-weight", "w")
    assert run.code == 65 and f"\n{place}" in run.err and words in run.err, run.err
    assert not (tmp_path / "m").exists()


def test_weights_that_leave_nothing(smsvm, tiny, tmp_path):
    run = smsvm("train", tiny, "m", "--sample-weight", write(tmp_path / "w", [0, 0, 0, 0]))
    assert run.code == 65 and "every row has the weight 0" in run.err
    run = smsvm("train", tiny, "m", "--sample-weight", write(tmp_path / "w", [1, 0, 1, 0]))
    assert run.code == 65 and "every row has the label +1" in run.err
    assert smsvm("train", tiny, "m", "--sample-weight", "missing").code == 66
