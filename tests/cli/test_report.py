"""Pages of results: from every kind of file, and from nothing else."""

import html.parser
import json
import math
import random
import re
import shlex

import pytest

from conftest import BINARY, files_in


class Page(html.parser.HTMLParser):
    """What a page holds: headings, words, and the numbers in full that its texts stand for."""

    def __init__(self, text):
        super().__init__()
        self.headings, self.numbers, self.words, self.tags, self.texts = [], set(), "", [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.add_number(dict(attributes).get("title", ""))

    def add_number(self, text):
        for part in text.split(" ± "):
            try:
                self.numbers.add(float(part))
            except ValueError:
                pass

    def handle_data(self, data):
        if self.tags and self.tags[-1] == "title":  # of a drawing: "age: 0.5"
            self.add_number(data.rsplit(": ")[-1])
        if self.tags and self.tags[-1] == "h2" and data.strip():
            self.headings.append(data)
        self.words += data
        self.texts.append(data)


@pytest.fixture
def page(tmp_path):
    return lambda name: Page((tmp_path / name).read_text())


def numbers_in(value):
    if isinstance(value, dict):
        return [number for each in value.values() for number in numbers_in(each)]
    if isinstance(value, list):
        return [number for each in value for number in numbers_in(each)]
    return [] if isinstance(value, (bool, str)) or value is None else [float(value)]


COMMANDS = {
    "train": ["train", "noisy.svm", "m", "--calibrate", "platt", "--l1", "1e-3"],
    "path": ["path", "noisy.svm", "--points", "12", "--csv", "table.csv"],
    "cv": ["cv", "noisy.svm", "--l2", "1e-4", "--points", "8", "--folds", "3", "--csv", "table.csv", "--metric", "auc", "--metric", "hinge"],
    "grid": ["cv", "noisy.svm", "--points", "6", "--folds", "3", "--csv", "table.csv", "--l1-ratio", "0.3", "--l1-ratio", "0.9"],
}  # fmt: skip


@pytest.fixture
def made(smsvm, noisy, tmp_path):
    """made("cv") runs that command with --json and --report, and returns the JSON."""
    (tmp_path / "noisy.svm").symlink_to(noisy)

    def make(kind, *more):
        run = smsvm(*COMMANDS[kind], *more, "-q", "--json", f"{kind}.json", "--report", f"{kind}.html")
        assert run.code == 0, run.err
        return json.loads((tmp_path / f"{kind}.json").read_text())

    return make


@pytest.mark.parametrize("kind", COMMANDS)
def test_report_makes_the_page_that_the_command_made(smsvm, made, tmp_path, kind):
    made(kind)
    assert smsvm("report", f"{kind}.json", "-o", "again.html").code == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / f"{kind}.html").read_bytes()


def test_training(made, page):
    facts, shown = made("train"), page("train.html")
    assert shown.headings == [
        "Quality", "Weights", "Data", "Convergence", "How it was made"
    ]  # fmt: skip
    for key in ("primal", "dual", "relative_gap", "passes", "peak_memory_bytes", "rows", "features", "nonzeros", "l1"):
        assert facts[key] in shown.numbers, key
    assert set(numbers_in(facts["history"])) <= shown.numbers
    assert {entry["weight"] for entry in facts["weights"]} <= shown.numbers
    assert set(numbers_in(facts["held_out"]["confusion"])) <= shown.numbers
    assert "proved: at most" in shown.words and facts["command_line"] in shown.words
    assert sum(map(sum, facts["held_out"]["confusion"])) == facts["rows"]
    right = sum(row[k] for k, row in enumerate(facts["held_out"]["confusion"]))
    assert right / facts["rows"] == pytest.approx(facts["calibration"]["accuracy"])


def test_path(made, page):
    facts, shown = made("path"), page("path.html")
    assert shown.headings == ["Path", "Data", "How it was made"]
    for point in facts["points"]:
        assert {point[key] for key in ("strength", "primal", "dual", "loss", "intercept")} <= shown.numbers


def test_cross_validation(made, page):
    facts, shown = made("cv"), page("cv.html")
    assert shown.headings == ["Quality", "Weights", "Weights along the path", "Data", "How it was made"]
    for curve in facts["paths"][0]["curves"]:
        assert set(curve["mean"] + curve["standard_error"]) <= shown.numbers
    assert set(numbers_in(facts["best"]["scores"])) <= shown.numbers
    assert "min" in shown.words and "1se" in shown.words
    assert facts["held_out"]["roc"] and facts["held_out"]["calibration_curve"] is None
    assert sum(map(sum, facts["held_out"]["confusion"])) == facts["rows"]


def test_curves_of_several_classes(smsvm, page, tmp_path):
    draw = random.Random(3)
    labels = [draw.randint(1, 3) for _ in range(300)]
    row = lambda label: " ".join(f"{j}:{draw.gauss(j == label, 1):.6g}" for j in (1, 2, 3))
    (tmp_path / "three.svm").write_text("".join(f"{label} {row(label)}\n" for label in labels))
    run = smsvm("train", "three.svm", "m", "--calibrate", "platt", "--json", "t.json", "--report", "t.html")
    assert run.code == 0
    classes = json.loads((tmp_path / "t.json").read_text())["held_out"]["classes"]
    assert {each["label"] for each in classes} == {"1", "2", "3"}
    for each in classes:
        first, last = each["roc"][0], each["roc"][-1]
        assert (first["false_positive_rate"], last["true_positive_rate"]) == (0, 1)
        rows = sum(bin["rows"] for bin in each["calibration_curve"])
        positive = sum(bin["rows"] * bin["share_positive"] for bin in each["calibration_curve"])
        assert rows == 300 and positive == pytest.approx(labels.count(int(each["label"])))
    shown = page("t.html")
    assert "ROC curve" in shown.words and "Calibration curve" in shown.words and "chance" in shown.words


def test_held_out_rows_of_cv_are_those_of_its_measure(smsvm, noisy, tmp_path):
    run = smsvm("cv", noisy, "--points", "5", "--folds", "3", "--json", "-")
    facts = run.json()
    right = sum(row[k] for k, row in enumerate(facts["held_out"]["confusion"]))
    assert right / facts["rows"] == pytest.approx(facts["best"]["scores"]["accuracy"]["mean"])


def test_a_grid_has_a_curve_for_each_ratio(made, page):
    made("grid")
    shown = page("grid.html")
    for ratio in ("0.3", "0.9"):
        assert f"Weights along the path, ρ\u00a0=\u00a0{ratio}" in shown.words


def test_model_and_what_inspect_says_of_it(smsvm, made, page, tmp_path):
    facts = made("train")
    assert smsvm("report", "m").code == 0
    shown = page("m.html")
    assert shown.headings == ["Weights", "How it was made"]
    for key in ("primal", "dual", "relative_gap", "passes", "l1", "tolerance"):
        assert facts[key] in shown.numbers, key
    assert {entry["weight"] for entry in facts["weights"]} <= shown.numbers
    smsvm("inspect", "m", "--json", "model.json")
    assert smsvm("report", "model.json", "-o", "inspected.html").code == 0


def test_models_of_liblinear_have_pages_too(smsvm, page, tmp_path):
    (tmp_path / "theirs").write_text(
        "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias -1\nw\n0.5 \n-0.25 \n"
    )
    assert smsvm("report", "theirs").code == 0
    assert "A model of LIBLINEAR" in page("theirs.html").words


def test_several_classes(smsvm, three_classes, page, tmp_path):
    run = smsvm("train", three_classes, "m", "--json", "f.json", "--report", "f.html", "--calibrate", "platt",
                "--calibration-folds", "2")  # fmt: skip
    assert run.code == 0, run.err
    facts, shown = json.loads((tmp_path / "f.json").read_text()), page("f.html")
    for each in facts["classes"]:
        assert {each["primal"], each["dual"], each["intercept"]} <= shown.numbers
        assert f"Class {each['label']}" in shown.words
    assert smsvm("report", "m").code == 0
    for command in ("path", "cv"):
        run = smsvm(command, three_classes, "--points", "5", "--csv", "c.csv", "--report", "p.html",
                    *(["--folds", "2"] if command == "cv" else []))  # fmt: skip
        assert run.code == 0, run.err
        assert "class 3" in page("p.html").words
        if command == "cv":  # at the point chosen, not of the first class alone
            assert {f"Class {each['label']}" for each in facts["classes"]} <= set(page("p.html").texts)


def test_rows_of_test_are_judged_first(smsvm, noisy, page, tmp_path):
    run = smsvm("train", noisy, "m", "--test", noisy, "--calibrate", "platt", "--json", "f.json", "--report", "f.html")
    assert run.code == 0, run.err
    test, shown = json.loads((tmp_path / "f.json").read_text())["test"], page("f.html")
    assert shown.headings[0] == "Quality" and "Test rows" in shown.words
    assert test["roc"] and test["calibration_curve"]
    assert set(numbers_in(test["confusion"])) | {test["accuracy"], test["auc"]} <= shown.numbers


def test_predict_has_the_curves_of_several_classes(smsvm, three_classes, page, tmp_path):
    assert smsvm("train", three_classes, "m", "--calibrate", "platt", "--calibration-folds", "2").code == 0
    run = smsvm("predict", "--probability", three_classes, "m", "o", "--json", "f.json", "--report", "f.html")
    assert run.code == 0, run.err
    facts = json.loads((tmp_path / "f.json").read_text())
    assert facts["roc"] is None and facts["calibration_curve"] is None
    for each in facts["classes"]:
        curve = [(at["false_positive_rate"], at["true_positive_rate"]) for at in each["roc"]]
        area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(curve, curve[1:]))
        assert area == pytest.approx(each["auc"])
        assert sum(bin["rows"] for bin in each["calibration_curve"]) == facts["rows"]
        assert f"{each['label']}, AUC {each['auc']:.3f}" in page("f.html").words


def test_weights_are_shown_in_units_of_the_scale(smsvm, noisy, page, tmp_path):
    run = smsvm("train", noisy, "m", "--scale", "standard", "--json", "f.json", "--report", "f.html")
    assert run.code == 0, run.err
    sizes = [each["weight"] * each["scale"] for each in json.loads((tmp_path / "f.json").read_text())["weights"]]
    assert sorted(sizes, key=abs, reverse=True) == sizes
    assert smsvm("report", "m").code == 0
    for name in ("f.html", "m.html"):
        assert {round(size, 9) for size in sizes[:10]} <= {round(number, 9) for number in page(name).numbers}
        assert "per standard deviation" in page(name).words
    assert smsvm("path", noisy, "--scale", "standard", "--points", "4", "--csv", "c", "--json", "p.json").code == 0
    scale = json.loads((tmp_path / "p.json").read_text())["feature_scale"]
    assert scale and all(value > 0 for value in scale.values())


def test_the_confusion_matrix_of_predict_names_its_rows(smsvm, tmp_path, page):
    (tmp_path / "d.svm").write_text("".join(f"{'+1' if i < 5 else '-1'} 1:{i if i != 9 else -9}\n" for i in range(20)))
    assert smsvm("train", "d.svm", "m").code == 0
    assert smsvm("predict", "d.svm", "m", "o", "--json", "f.json", "--report", "f.html").code == 0
    facts = json.loads((tmp_path / "f.json").read_text())
    text = (tmp_path / "f.html").read_text()
    for row, each in zip(facts["confusion"], facts["classes"]):
        assert sum(row) == each["rows"]
        assert re.search(rf'<th scope="row">{re.escape(each["label"])}</th><td title="{row[0]}"', text)


def test_a_best_point_at_the_edge_is_marked(smsvm, noisy, page, tmp_path):
    run = smsvm("cv", noisy, "--strengths", "10", "--strengths", "1", "--l2", "1e-4", "--csv", "c", "--json", "f.json", "--report", "f.html")
    assert run.code == 0, run.err
    best, shown = json.loads((tmp_path / "f.json").read_text())["best"], page("f.html")
    end = {1: "first", 2: "last"}[best["point"]]
    assert f"The best point is the {end} of its path" in shown.words and f"best, {end} of its path" in shown.words


def test_names_of_columns(smsvm, page, tmp_path):
    rows = "\n".join(f"{i % 2},{i % 2 + math.sin(i)},{math.cos(i)}" for i in range(40))
    (tmp_path / "d.csv").write_text(f"label,age <years>,income\n{rows}\n")
    assert smsvm("train", "d.csv", "m", "--report", "t.html").code == 0
    assert smsvm("path", "d.csv", "--points", "5", "--csv", "c.csv", "--report", "p.html").code == 0
    for name in ("t.html", "p.html"):
        assert "age <years>" in page(name).words and "income" in page(name).words


def test_command_line_can_be_typed_again(smsvm, tiny, tmp_path):
    odd = tmp_path / "it's odd; $(x).svm"
    odd.write_text(tiny.read_text())
    facts = smsvm("train", odd, "m", "--json", "-").json()
    assert shlex.split(facts["command_line"]) == [BINARY, "train", str(odd), "m", "--json", "-"]


def test_labels_and_names_are_no_markup(smsvm, page, tmp_path):
    (tmp_path / "d.csv").write_text("label,a\n<script>alert(1)</script>,1\n**x**,2\n<script>alert(1)</script>,0\n")
    assert smsvm("train", "d.csv", "m", "--report", "r.html").code == 0
    shown = page("r.html")
    assert "script" not in shown.tags and "<script>alert(1)</script>" in shown.words


def test_a_page_needs_nothing_else(made, tmp_path):
    made("cv")
    text = (tmp_path / "cv.html").read_text()
    assert re.findall(r'(?:src|href)="(?!#|data:)', text) == []
    assert "<script" not in text and '<meta name="viewport"' in text and "prefers-color-scheme: dark" in text
    assert text.count("<svg") == text.count('role="img" aria-label="')


def test_where_the_page_goes(smsvm, made, tmp_path):
    made("train")
    assert smsvm("report", "train.json").code == 0  # train.html, in this folder
    assert smsvm("report", "train.json", "-o", "-").out == (tmp_path / "train.html").read_text()
    piped = smsvm("report", "-", "-o", "piped.html", input=(tmp_path / "train.json").read_text())
    assert piped.code == 0 and (tmp_path / "piped.html").read_text() == (tmp_path / "train.html").read_text()
    run = smsvm("report", "-", input="{}")
    assert run.code == 2 and "-o" in run.err
    run = smsvm("report", "train.json", "-o", "train.json")
    assert run.code == 2 and "would replace the input" in run.err
    run = smsvm("train", "noisy.svm", "m", "--json", "same", "--report", "same")
    assert run.code == 2
    assert smsvm("report", "train.json", "-o", "no/such/folder.html").code == 73


def test_what_cannot_be_opened(smsvm):
    run = smsvm("report", "nothing.json")
    assert run.code == 66 and "nothing.json" in run.err


WRONG = {
    "data": "+1 1:1\n-1 2:1\n",
    "empty": "",
    "list": "[1, 2]",
    "other": '{"version": "0.1.0"}',
    "predict": '{"rows": 3, "accuracy": 1}',
    "truncated": '{"command": "train", "status": "conv',
    "unknown": '{"command": "dance"}',
    "incomplete": '{"command": "cv"}',
    "deep": '{"command": ' + "[" * 100000,
    "deep and whole": '{"command": "train", "x": ' + "[" * 100000 + "]" * 100000 + "}",
    "infinite": '{"command": "train", "primal": 1e999}',
    "bytes": '{"command": "\\ud800"}',
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_files_are_refused_and_leave_no_page(smsvm, tmp_path, kind):
    (tmp_path / "file").write_text(WRONG[kind])
    run = smsvm("report", "file")
    assert run.code == 65, run.err
    assert run.err.startswith("smsvm: file: ") and "expected" in run.err
    assert files_in(tmp_path) == ["file"]


def test_certificates_are_refused_by_name(smsvm, tiny):
    smsvm("train", tiny, "m", "--certificate", "proof")
    run = smsvm("report", "proof")
    assert run.code == 65 and "certificate" in run.err


def test_quiet_is_quiet(smsvm, made):
    made("train")
    run = smsvm("report", "-q", "train.json")
    assert (run.out, run.err) == ("", "")
