"""predict, verify, check, inspect, generate; formats, compression and LIBLINEAR."""

import bz2
import gzip
import json
import lzma
import shutil
import subprocess

import pytest

from conftest import sha256


@pytest.fixture
def trained(smsvm, noisy, tmp_path):
    """A model m with its certificate c, trained on `noisy`."""
    assert smsvm("train", "-q", noisy, "m", "--certificate", "c").code == 0
    return tmp_path


def test_predict_to_a_file_prints_the_accuracy_last(smsvm, noisy, trained):
    run = smsvm("predict", noisy, "m", "labels")
    labels = (trained / "labels").read_text().split()
    truth = [line.split()[0] for line in noisy.read_text().splitlines()]
    correct = sum(float(one) == float(other) for one, other in zip(labels, truth))
    assert run.code == 0 and len(labels) == 3000
    assert run.out == f"Accuracy = {100 * correct / 3000:g}% ({correct}/3000)\n"


def test_predict_to_standard_output_keeps_it_pure(smsvm, noisy, trained):
    run = smsvm("predict", noisy, "m")
    smsvm("predict", noisy, "m", "labels")
    assert run.out == (trained / "labels").read_text()
    assert run.err.splitlines()[-1].startswith("Accuracy = ")
    assert smsvm("predict", "-q", noisy, "m").err == ""


def test_predict_scores_agree_with_labels(smsvm, noisy, trained):
    scores = [float(line) for line in smsvm("predict", "--scores", noisy, "m").out.split()]
    labels = smsvm("predict", noisy, "m").out.split()
    assert [label == "+1" for label in labels] == [score > 0 for score in scores]


def test_predict_json(smsvm, noisy, trained):
    run = smsvm("predict", noisy, "m", "labels", "--json", "-")
    facts = run.json()
    assert facts["rows"] == 3000 and facts["accuracy"] == facts["correct"] / 3000 > 0.5
    assert set(facts["seconds"]) == {"load", "total"}
    assert "Accuracy = " in run.err


def test_predict_counts_unknown_labels_as_wrong(smsvm, trained):
    run = smsvm("predict", "-", "m", "labels", input="5 1:1\n5 1:-1\n")
    assert run.code == 0 and run.out == "Accuracy = 0% (0/2)\n"
    assert "warning: 2 rows: the model does not know their label" in run.err


def test_predict_without_labels_says_no_accuracy(smsvm, tmp_path):
    (tmp_path / "train.csv").write_text("label,a,b\nyes,1,0\nno,0,1\nyes,0.9,0.2\nno,0.1,1\n")
    assert smsvm("train", "train.csv", "m", "--label-column", "label").code == 0
    numpy = pytest.importorskip("numpy")
    numpy.save(tmp_path / "new.npy", numpy.array([[1.0, 0.0], [0.0, 1.0]]))
    run = smsvm("predict", "new.npy", "m", "--label-column", "none", "--json", "facts")
    assert run.code == 0, run.err
    assert run.out.split() == ["yes", "no"] and "Accuracy" not in run.err
    assert json.loads((tmp_path / "facts").read_text())["accuracy"] is None


def test_predict_warns_of_features_beyond_the_model(smsvm, tiny):
    assert smsvm("train", tiny, "m").code == 0
    run = smsvm("predict", "-", "m", input="+1 1:1 9:5\n-1 1:-1\n")
    assert run.code == 0 and run.err.count("warning: ") == 1
    assert run.out.split() == ["+1", "-1"]


def test_verify_confirms_and_says_so(smsvm, noisy, trained):
    run = smsvm("verify", noisy, "m", "c")
    assert run.code == 0 and "confirmed" in run.out and "NOT" not in run.out and "proved: at most" in run.out
    assert smsvm("verify", "-q", noisy, "m", "c").out == ""


def test_verify_refuses_other_data(smsvm, tiny, trained):
    run = smsvm("verify", tiny, "m", "c")
    assert run.code == 1 and "NOT confirmed: " in run.out
    facts = smsvm("verify", tiny, "m", "c", "--json", "-").json()
    assert facts["confirmed"] is False and facts["reason"]


def test_verify_refuses_data_with_one_number_changed(smsvm, noisy, trained):
    text = noisy.read_text()
    (trained / "changed.svm").write_text(text.replace("1:", "1:1", 1))
    assert smsvm("verify", "changed.svm", "m", "c").code == 1


def test_verify_refuses_another_model(smsvm, noisy, trained):
    assert smsvm("train", noisy, "other", "-C", "1e-4").code == 0
    assert smsvm("verify", noisy, "other", "c").code == 1


def test_verify_refuses_a_damaged_certificate(smsvm, noisy, trained):
    content = bytearray((trained / "c").read_bytes())
    content[len(content) // 2] ^= 1
    (trained / "damaged").write_bytes(content)
    assert smsvm("verify", noisy, "m", "damaged").code == 65
    assert smsvm("verify", noisy, "m", "m").code == 65
    assert smsvm("verify", noisy, "c", "c").code == 65


def test_verify_takes_the_same_rows_in_another_wrapping(smsvm, noisy, trained):
    (trained / "packed").write_bytes(gzip.compress(noisy.read_bytes()))
    assert smsvm("verify", "packed", "m", "c").code == 0
    assert smsvm("verify", "-", "m", "c", input=noisy.read_bytes()).code == 0


def test_check_lists_every_complaint(smsvm, tmp_path):
    (tmp_path / "bad.svm").write_text("+1 1:1\n-1 2:x\n+1 3:1 2:1\n-1 1:nan\n")
    run = smsvm("check", "bad.svm")
    assert run.code == 65
    for place in ("bad.svm:2:6: ", "bad.svm:3:", "bad.svm:4:6: "):
        assert any(line.startswith(place) for line in run.out.splitlines()), (place, run.out)
    assert "bad.svm: 3 complaints" in run.out
    report = smsvm("check", "bad.svm", "--json", "-")
    assert report.code == 65
    facts = report.json()
    assert facts["ok"] is False and [c["line"] for c in facts["complaints"]] == [2, 3, 4]
    assert {"file", "line", "column", "found", "expected", "excerpt"} <= facts["complaints"][0].keys()


def test_check_stops_at_the_limit(smsvm, tmp_path):
    (tmp_path / "bad.svm").write_text("+1 1:x\n" * 50)
    facts = smsvm("check", "--limit", "7", "bad.svm", "--json", "-").json()
    assert len(facts["complaints"]) == 7 and facts["more"] is True


def test_check_of_good_data(smsvm, noisy):
    run = smsvm("check", noisy)
    assert run.code == 0 and "no complaints, 3,000 rows" in run.out
    assert smsvm("check", noisy, "--json", "-").json()["ok"] is True


def test_inspect_data(smsvm, three_classes):
    run = smsvm("inspect", three_classes)
    assert run.code == 0 and "1 (2 rows), 2 (2 rows), 3 (2 rows)" in run.out
    facts = smsvm("inspect", three_classes, "--json", "-").json()
    assert (facts["kind"], facts["rows"], facts["features"], facts["width"], facts["nonzeros"]) == ("data", 6, 3, 3, 8)
    assert facts["density"] == pytest.approx(8 / 18)
    assert facts["classes"] == [{"label": label, "rows": 2} for label in "123"]
    assert facts["least_value"] == 0 and facts["greatest_value"] == pytest.approx(1.1)
    assert facts["memory_bytes"] > 0 and len(facts["checksum"]) == 16


def test_inspect_model_and_certificate(smsvm, noisy, trained):
    checksum = smsvm("inspect", noisy, "--json", "-").json()["checksum"]
    model = smsvm("inspect", "m", "--json", "-").json()
    assert model["kind"] == "model" and model["labels"] == ["+1", "-1"] and model["features"] == 20
    assert model["training"]["status"] == "converged" and model["training"]["data_checksum"] == checksum
    sizes = [abs(entry["weights"][0]) for entry in model["largest_weights"]]
    assert len(sizes) == 10 and sizes == sorted(sizes, reverse=True)
    proof = smsvm("inspect", "c", "--json", "-").json()
    assert proof["kind"] == "certificate" and proof["data_checksum"] == checksum and proof["rows"] == 3000
    assert proof["primal"] == model["training"]["primal"] and proof["relative_gap"] <= 1e-4
    assert "largest" in smsvm("inspect", "m").out and "claims" in smsvm("inspect", "c").out


def test_columns_are_matched_by_name(smsvm, tmp_path):
    rows = [(i % 2, 3 * (i % 2) - 1.5 + i % 3, i % 5) for i in range(60)]
    (tmp_path / "a.csv").write_text("y,long,wide\n" + "".join(f"{y},{a},{b}\n" for y, a, b in rows))
    (tmp_path / "b.csv").write_text("y,wide,long\n" + "".join(f"{y},{b},{a}\n" for y, a, b in rows))
    assert smsvm("train", "a.csv", "m").code == 0
    assert smsvm("predict", "--scores", "a.csv", "m", "1").code == 0
    assert smsvm("predict", "--scores", "b.csv", "m", "2").code == 0
    assert (tmp_path / "1").read_text() == (tmp_path / "2").read_text()
    assert [entry["name"] for entry in smsvm("inspect", "m", "--json", "-").json()["largest_weights"]][0] == "long"
    (tmp_path / "c.csv").write_text("y,wide\n0,1\n")
    lacking = smsvm("predict", "c.csv", "m", "3")
    assert lacking.code == 65 and "'long'" in lacking.err and not (tmp_path / "3").exists()


def test_csv_comes_through_a_pipe(smsvm, tmp_path):
    (tmp_path / "a.csv").write_text("y,a\n" + "p,1\nq,-1\n" * 20)
    assert smsvm("train", "a.csv", "1").code == 0
    piped = smsvm("train", "--format", "csv", "-", "2", input=(tmp_path / "a.csv").read_text())
    assert piped.code == 0 and sha256(tmp_path / "1") == sha256(tmp_path / "2")
    assert smsvm("train", "-", "3", input=(tmp_path / "a.csv").read_text()).code == 0  # by its content
    assert sha256(tmp_path / "1") == sha256(tmp_path / "3")


def test_files_of_other_kinds_are_named(smsvm, trained):
    for file, kind in {"m": "model", "c": "certificate"}.items():
        run = smsvm("train", file, "other")
        assert run.code == 65 and f"this is a {kind}" in run.err


def test_a_proof_of_other_data_has_no_gap(smsvm, tiny, trained):
    run = smsvm("verify", tiny, "m", "c", "--json", "-")
    assert run.code != 0 and run.json()["relative_gap"] is None and run.json()["primal"] is None


def test_generate_is_deterministic_and_of_the_size_asked_for(smsvm, tmp_path):
    assert smsvm("generate", "tall", "--rows", "30", "--features", "4", "a").code == 0
    assert smsvm("generate", "tall", "--rows", "30", "--features", "4", "b").code == 0
    assert smsvm("generate", "tall", "--rows", "30", "--features", "4", "--seed", "2", "c").code == 0
    assert sha256(tmp_path / "a") == sha256(tmp_path / "b") != sha256(tmp_path / "c")
    run = smsvm("generate", "tall", "--rows", "30", "--features", "4", "-")
    assert run.out == (tmp_path / "a").read_text() and len(run.out.splitlines()) == 30


def test_no_file_is_called_what_it_is_not(smsvm, tiny, tmp_path):
    for name in ("d.store", "d.csv", "d.svm.gz", "d.npy"):
        run = smsvm("generate", "tall", name)
        assert run.code == 2 and "is written here" in run.err and not (tmp_path / name).exists()
    for name in ("d.parquet", "d.csv.gz", "D.TSV"):
        run = smsvm("convert", tiny, name)
        assert run.code == 2 and "expected .store, .libsvm, .svm or .csv" in run.err and not (tmp_path / name).exists()
    assert smsvm("convert", tiny, "D.CSV").code == 0 and (tmp_path / "D.CSV").read_text().startswith("label,")


def test_generate_default_sizes(smsvm, tmp_path):
    facts = smsvm("generate", "wide", "w", "--json", "-").json()
    assert (facts["rows"], facts["features"]) == (50, 2500)
    assert smsvm("inspect", "w", "--json", "-").json()["rows"] == 50
    assert "10,000 rows, 50 features" in smsvm("generate", "tall", "t").err


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_data_are_recognised_by_their_bytes(smsvm, tiny, tmp_path, compress):
    (tmp_path / "packed").write_bytes(compress(tiny.read_bytes()))
    assert smsvm("train", tiny, "one").code == 0
    assert smsvm("train", "packed", "two").code == 0
    assert smsvm("train", "-", "three", input=(tmp_path / "packed").read_bytes()).code == 0
    assert sha256(tmp_path / "one") == sha256(tmp_path / "two") == sha256(tmp_path / "three")


def test_zstandard(smsvm, tiny, tmp_path):
    if not shutil.which("zstd"):
        pytest.skip("zstd is not installed")
    subprocess.run(["zstd", "-q", str(tiny)], check=True)
    assert smsvm("train", "tiny.svm.zst", "m").code == 0


def test_liblinear_reads_our_model(smsvm, noisy, trained):
    program = shutil.which("liblinear-predict")
    if not program:
        pytest.skip("liblinear-predict is not installed (Debian: liblinear-tools)")
    theirs = subprocess.run([program, str(noisy), "m", "theirs"], cwd=trained, capture_output=True, text=True, check=True)
    ours = smsvm("predict", noisy, "m", "ours")
    assert ours.out.splitlines()[-1] == theirs.stdout.splitlines()[-1]
    as_numbers = [[float(label) for label in (trained / name).read_text().split()] for name in ("ours", "theirs")]
    assert as_numbers[0] == as_numbers[1]


def test_we_read_the_model_of_liblinear(smsvm, noisy, tmp_path):
    train, predict = shutil.which("liblinear-train"), shutil.which("liblinear-predict")
    if not train or not predict:
        pytest.skip("liblinear-train is not installed (Debian: liblinear-tools)")
    subprocess.run([train, "-s", "3", "-B", "1", "-q", str(noisy), "m"], cwd=tmp_path, check=True)
    theirs = subprocess.run([predict, str(noisy), "m", "x"], cwd=tmp_path, capture_output=True, text=True, check=True)
    ours = smsvm("predict", noisy, "m", "labels")
    assert ours.out == theirs.stdout
    assert "LIBLINEAR" in smsvm("inspect", "m").out


@pytest.mark.parametrize("text", ["copy.libsvm", "copy.csv"])
def test_text_and_back_is_the_same_problem(smsvm, noisy, tmp_path, text):
    assert smsvm("convert", noisy, "d.store", "--precision", "double").code == 0
    assert smsvm("convert", "d.store", text).code == 0
    assert smsvm("train", noisy, "m", "--precision", "double", "--json", "one").code == 0
    assert smsvm("train", text, "m2", "--precision", "double", "--json", "two").code == 0
    primal = [json.loads((tmp_path / name).read_text())["primal"] for name in ("one", "two")]
    assert primal[0] == pytest.approx(primal[1], rel=1e-12)


def test_libsvm_text_needs_labels(smsvm, tmp_path):
    (tmp_path / "d.csv").write_text("1,2\n3,4\n")
    run = smsvm("convert", "d.csv", "d.libsvm", "--label-column", "none", "--header", "no")
    assert run.code == 65 and "have no labels" in run.err and not (tmp_path / "d.libsvm").exists()


@pytest.mark.parametrize("label", ["not spam", "C#", "1:2", "1,0", "two\nlines"])
def test_labels_that_libsvm_text_cannot_hold_are_not_written(smsvm, tmp_path, label):
    (tmp_path / "d.csv").write_text("a,y\n" + f'1.5,"{label}"\n2.5,other\n' * 3)
    run = smsvm("convert", "d.csv", "d.svm")
    assert run.code == 65 and f"the label '{label.splitlines()[0]}" in run.err and "write .csv" in run.err
    assert not (tmp_path / "d.svm").exists()
    assert smsvm("convert", "d.csv", "copy.csv").code == 0
    of = [smsvm("inspect", name, "--json", "-").json()["classes"] for name in ("d.csv", "copy.csv")]
    assert of[0] == of[1]


def test_export(smsvm, noisy):
    assert smsvm("train", noisy, "m").code == 0
    lines = smsvm("export", "m", "--to", "csv").out.splitlines()
    said = smsvm("export", "m", "--to", "json").json()
    assert len(lines) == 22 and lines[-1] == f"intercept,,{said['intercept'][0]!r}"
    assert [line.split(",")[2] for line in lines[1:-1]] == [repr(w["weights"][0]) for w in said["weights"]]
    assert "Python" in smsvm("export", "m", "--to", "onnx").err


def test_counts_may_have_an_exponent(smsvm, tmp_path):
    assert smsvm("generate", "tall", "--rows", "1e2", "d").code == 0
    assert len((tmp_path / "d").read_text().splitlines()) == 100
    assert smsvm("generate", "tall", "--rows", "1.5", "d").code == 2
