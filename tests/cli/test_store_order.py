"""Stores have the rows in an order of their own: nobody who looks at rows from outside must notice."""

import os
import random
import shutil

import pytest

from conftest import generate, sha256

ROWS = 6000  # more than a group that is left as it is


@pytest.fixture(scope="module")
def sorted_rows(tmp_path_factory):
    """Rows sorted by class, each known by its values; weights and folds that depend on the row, some weights 0."""
    folder = tmp_path_factory.mktemp("sorted")
    generator = random.Random(3)
    two, three, weights, folds = [], [], [], []
    for row in range(ROWS):
        values = [generator.gauss(0.4 * (k % 3 == 3 * row // ROWS), 1) for k in range(6)]
        features = " ".join(f"{k + 1}:{value:.4f}" for k, value in enumerate(values))
        features += f" {7 + row % 20}:1"
        two.append(f"{'+1' if 2 * row < ROWS else '-1'} {features}")
        three.append(f"{'abc'[3 * row // ROWS]} {features}")
        weights.append(f"{(row % 11) * (1 + row / ROWS):.5f}")
        folds.append(str(1 + (row * row) % 3))
    for name, lines in [("two", two), ("three", three), ("weights", weights), ("folds", folds)]:
        (folder / name).write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture
def both(smsvm, sorted_rows, tmp_path):
    """both("two") is the text and the store of it."""
    for name in ("weights", "folds"):
        shutil.copy(sorted_rows / name, tmp_path / name)

    def make(name, *options):
        shutil.copy(sorted_rows / name, tmp_path / name)
        run = smsvm("convert", "-q", name, f"{name}.store", *options)
        assert run.code == 0, run.err
        return name, f"{name}.store"

    return make


def test_the_content_is_the_same(smsvm, both):
    facts = [smsvm("inspect", data, "--json", "-").json() for data in both("two")]
    assert facts[0]["checksum"] == facts[1]["checksum"]
    assert facts[0]["rows"] == facts[1]["rows"] == ROWS


SOLVERS = ["primal-dual", "newton", "bfgs", "sgd", "minibatch-sgd", "cg"]


def verify_crosswise(smsvm, text, store, *known):
    """Whatever the proof was made from, it holds for both; `known`: options that say what rows weigh."""
    for proved in (text, store):
        for data in (text, store):
            run = smsvm("verify", data, f"{proved}.m", f"{proved}.c", *known)
            assert run.code == 0, (proved, data, run.out, run.err)


def weights_in(options):
    return options[:2] if "--sample-weight" in options else []


@pytest.mark.parametrize(
    "options",
    [
        *[["--solver", solver, "--max-passes", "60"] for solver in SOLVERS],
        ["--l1", "1e-3"],
        ["--sample-weight", "weights"],
        ["--sample-weight", "weights", "--scale", "standard", "--class-weight", "balanced"],
        ["--intercept", "none", "--seed", "9"],
        ["--max-passes", "4", "--tolerance", "1e-9"],
    ],
    ids=" ".join,
)
def test_a_proof_from_the_one_holds_for_the_other(smsvm, both, options):
    text, store = both("two")
    for data in (text, store):
        run = smsvm("train", "-q", data, f"{data}.m", "--certificate", f"{data}.c", *options)
        assert run.code == 0, run.err
    verify_crosswise(smsvm, text, store, *weights_in(options))


@pytest.mark.parametrize("options", [[], ["--sample-weight", "weights", "--class-weight", "c=3"]], ids=" ".join)
def test_several_classes(smsvm, both, options):
    text, store = both("three")
    for data in (text, store):
        assert smsvm("train", "-q", data, f"{data}.m", "--certificate", f"{data}.c", *options).code == 0
    verify_crosswise(smsvm, text, store, *weights_in(options))


def test_paths_and_folds(smsvm, both):
    text, store = both("two")
    for command in (["path", "--at", 1e-3], ["cv", "--folds-file", "folds"], ["cv", "--folds", 4]):
        tables = []
        for data in (text, store):
            options = ["--points", 4, "--sample-weight", "weights", "--tolerance", 1e-6, "--certificate", f"{data}.c"]
            run = smsvm(command[0], "-q", data, f"{data}.m", *command[1:], *options, "--csv", "-")
            assert run.code == 0, run.err
            tables.append([line.split(",") for line in run.out.splitlines()])
        verify_crosswise(smsvm, text, store)
        assert tables[0][0] == tables[1][0] and len(tables[0]) == len(tables[1])
        if command[0] == "cv":  # the same folds have the same accuracy, but for rows on the border
            mean = tables[0][0].index("accuracy")
            for of_text, of_store in zip(tables[0][1:], tables[1][1:]):
                assert float(of_text[mean]) == pytest.approx(float(of_store[mean]), abs=1e-3)


def test_predictions_are_in_the_order_of_the_source(smsvm, both):
    text, store = both("three", "--precision", "double")  # as predictions read a text
    assert smsvm("train", "-q", text, "m", "--calibrate", "platt", "--calibration-folds", 3).code == 0
    for option in ([], ["--scores"], ["--probability"]):
        said = [smsvm("predict", "-q", data, "m", *option).out.splitlines() for data in (text, store)]
        assert len(said[0]) >= ROWS
        differ = [row for row, lines in enumerate(zip(*said, strict=True)) if lines[0] != lines[1]]
        assert not differ


def test_calibration_from_scores_of_rows_left_out(smsvm, both):
    measures = []
    for data in both("two"):
        run = smsvm("train", "-q", data, "m", "--calibrate", "platt", "--tolerance", 1e-7, "--json", "-")
        assert run.code == 0, run.err
        measures.append(run.json()["calibration"])
    assert str(measures[0].keys()) == str(measures[1].keys())
    for name, value in measures[0].items():
        if isinstance(value, float):
            assert value == pytest.approx(measures[1][name], rel=1e-3), name


def test_dual_ascent_and_rows_as_the_smaller_space(smsvm, tmp_path):
    """More features than rows, and so many rows that they are dealt."""
    generator = random.Random(8)
    lines = []
    for row in range(4500):
        columns = sorted(generator.sample(range(1, 6000), 12))
        lines.append(f"{'+1' if 2 * row < 4500 else '-1'} " + " ".join(f"{k}:{generator.random():.3f}" for k in columns))
    (tmp_path / "wide").write_text("\n".join(lines) + "\n")
    assert smsvm("convert", "-q", "wide", "wide.store").code == 0
    for options in (["-C", "1"], ["--l2", "1e-6"], ["--l1", "1e-4", "--l2", "1e-4"]):
        for data in ("wide", "wide.store"):
            run = smsvm("train", "-q", data, f"{data}.m", "--certificate", f"{data}.c", *options, "--max-passes", 200)
            assert run.code == 0, run.err
        verify_crosswise(smsvm, "wide", "wide.store")


def test_a_checkpoint_goes_on_from_a_store(smsvm, both, tmp_path):
    text, store = both("two")
    hard = ["--tolerance", 1e-8, "--sample-weight", "weights"]
    assert smsvm("train", "-q", store, "m", "--certificate", "c", *hard).code == 0
    expected = sha256(tmp_path / "m"), sha256(tmp_path / "c")
    stopped = ["--checkpoint", "k", "--max-passes", 5, "--checkpoint-every", 1e-6]
    assert smsvm("train", "-q", store, "m", "--certificate", "c", *hard, *stopped).code == 0
    run = smsvm("train", "-q", text, "m", *hard, "--resume", "k")
    assert run.code == 65 and "the order of rows (text or store)" in run.err, run.err
    run = smsvm("train", "-q", store, "m", "--certificate", "c", *hard, "--resume", "k")
    assert run.code == 0, run.err
    assert (sha256(tmp_path / "m"), sha256(tmp_path / "c")) == expected
    assert smsvm("verify", text, "m", "c").code == 0


def forget(path):
    """Asks the system to have the file on the disk alone."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def test_the_same_bits_mapped_and_in_memory(smsvm, tmp_path):
    """With a ladder, whose samples are parts of the file, and frozen rows."""
    generate(tmp_path / "tall", "--rows", 40000, "--features", 20, "--separation", 0.3)
    assert smsvm("convert", "-q", "tall", "tall.store").code == 0
    sums = set()
    for data, options in [("tall.store", []), ("tall.store", ["--threads", 1]), ("tall.store", ["--trust-store"])]:
        assert smsvm("train", "-q", data, "m", "--certificate", "c", "--tolerance", 1e-6, *options).code == 0
        sums.add((sha256(tmp_path / "m"), sha256(tmp_path / "c")))
    forget(tmp_path / "tall.store")
    assert smsvm("train", "-q", "tall.store", "m", "--certificate", "c", "--tolerance", 1e-6, "--trust-store").code == 0
    sums.add((sha256(tmp_path / "m"), sha256(tmp_path / "c")))
    content = (tmp_path / "tall.store").read_bytes()
    assert smsvm("train", "-q", "-", "m", "--certificate", "c", "--tolerance", 1e-6, input=content).code == 0
    assert sums == {(sha256(tmp_path / "m"), sha256(tmp_path / "c"))}
    assert smsvm("verify", "tall", "m", "c").code == 0
