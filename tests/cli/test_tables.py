"""Tables as people have them: the right label column and the right model, or an error with the way out."""

import gzip
import json
import pathlib
import subprocess
import sys

import pytest

from table_cases import CASES, COLORS, FIRST_01, LAST_01, ROWS, WORDS, ZERO_ONE, npy, reference, table

VERIFIER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "verify_proof.py"
WORDS_OF_OPTIONS = {"label_column": "--label-column", "ignore_columns": "--ignore-column", "missing": "--missing",
                    "categorical": "--categorical", "header": "--header"}


def as_words(options):
    return [word for name, value in options.items()
            for word in (WORDS_OF_OPTIONS[name], value if isinstance(value, str) else ",".join(value))]


def weights(path):
    """The lines of the weights, and the labels in their order."""
    text = path.read_text()
    labels = next(line for line in text.split("\n") if line.startswith("labels "))
    return text[text.index("\nw \n"):text.index("\nsmsvm_model ")], [json.loads(word) for word in labels.split(" ")[1:]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_table_is_read_as_it_is_meant_or_refused(smsvm, tmp_path, case):
    (tmp_path / case.name).write_bytes(case.content)
    run = smsvm("train", *as_words(case.options), case.name, "model")
    if case.refused:
        assert run.code == 65, run.err
        assert all(words in run.err for words in case.refused), run.err
        assert not (tmp_path / "model").exists()
        return
    assert run.code == 0, run.err
    first = run.err.split("\n")[0]
    assert f"label {case.label} (" in first and f"{case.labels[0]} is positive" in first
    assert all(words in run.err for words in case.said), run.err
    (tmp_path / "reference.svm").write_text(reference(case))
    assert smsvm("train", "-q", "reference.svm", "expected").code == 0
    found, expected = weights(tmp_path / "model"), weights(tmp_path / "expected")
    assert found[0] == expected[0]
    assert found[1] == expected[1] == case.labels
    again = smsvm("predict", case.name, "model", "out")  # without any option: the model knows
    expected = smsvm("predict", "reference.svm", "expected", "other")
    assert again.code == 0 and again.out == expected.out and "Accuracy = " in again.out, again.err
    assert (tmp_path / "out").read_text() == (tmp_path / "other").read_text()


@pytest.mark.parametrize("case", [case for case in CASES if case.rows], ids=lambda case: case.name)
def test_table_means_the_same_to_every_command(smsvm, tmp_path, case):
    (tmp_path / case.name).write_bytes(case.content)
    words = as_words(case.options)
    inspected = smsvm("inspect", *words, case.name)
    assert inspected.code == 0 and f"label {case.label} (" in inspected.err
    assert smsvm("check", *words, case.name).code == 0
    assert smsvm("convert", *words, case.name, "x.store").code == 0
    trained = smsvm("train", *words, "--certificate", "proof", case.name, "model")
    assert smsvm("train", "-q", "x.store", "of_store").code == 0
    assert (tmp_path / "of_store").read_bytes() == (tmp_path / "model").read_bytes(), trained.err
    (tmp_path / f"{case.name}.gz").write_bytes(gzip.compress(case.content))
    assert smsvm("train", "-q", *words, f"{case.name}.gz", "of_gz").code == 0
    assert (tmp_path / "of_gz").read_bytes() == (tmp_path / "model").read_bytes()
    verified = smsvm("verify", case.name, "model", "proof")
    assert verified.code == 0, verified.out + verified.err
    exact = smsvm("verify", "--exact", case.name, "model", "proof")
    assert exact.code == 0, exact.out + exact.err
    assert smsvm("predict", "-q", "x.store", "model", "out").code == 0


def write(folder, name, content):
    (folder / name).write_bytes(content)
    return name


def test_text_on_standard_input_is_recognised(smsvm, tmp_path):
    write(tmp_path, "d.csv", table(["a", "b", "y"], LAST_01))
    assert smsvm("train", "-q", "d.csv", "1").code == 0
    assert smsvm("train", "-q", "-", "2", input=(tmp_path / "d.csv").read_bytes()).code == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_data_of_the_width_of_the_model_have_no_label(smsvm, tmp_path):
    write(tmp_path, "train.npy", npy(LAST_01))
    write(tmp_path, "test.npy", npy([row[:2] for row in LAST_01]))
    write(tmp_path, "test.csv", table(None, [row[:2] for row in LAST_01]))
    write(tmp_path, "wide.npy", npy([[*row, "1"] for row in LAST_01]))
    assert smsvm("train", "-q", "train.npy", "m").code == 0
    assert smsvm("predict", "train.npy", "m", "1").code == 0
    for name in ("test.npy", "test.csv"):
        run = smsvm("predict", name, "m", "2")
        assert run.code == 0 and "no labels" in run.err and "Accuracy" not in run.out
        assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    run = smsvm("predict", "wide.npy", "m", "3")
    assert run.code == 65 and "4 columns" in run.err and "2 features" in run.err


def test_single_column_or_row_is_a_table_where_the_model_knows_one(smsvm, tmp_path):
    for features, lines in (([0], "2.5\n-2.5\n"), ([0, 1], "2.5 -1\n")):
        rows = [[*(row[j] for j in features), row[2]] for row in LAST_01]
        write(tmp_path, "train.csv", table([*("ab"[j] for j in features), "y"], rows))
        write(tmp_path, "new.csv", table(["a", "b"][:len(features)], [line.split() for line in lines.splitlines()]))
        assert smsvm("train", "-q", "train.csv", "m").code == 0
        expected = smsvm("predict", "--scores", "new.csv", "m", "-")
        run = smsvm("predict", "--scores", "-", "m", "-", input=lines)
        assert run.code == 0 and "no labels" in run.err and run.out == expected.out != "", run.err


def test_labels_that_the_model_does_not_know_in_its_place_are_refused(smsvm, tmp_path):
    write(tmp_path, "train.csv", table(["a", "b", "kind"], LAST_01))
    write(tmp_path, "moved.csv", table(None, FIRST_01))
    assert smsvm("train", "-q", "train.csv", "m").code == 0
    run = smsvm("predict", "moved.csv", "m", "out")
    assert run.code == 65 and "none of its labels" in run.err and "--label-column" in run.err
    assert not (tmp_path / "out").exists()
    assert "Accuracy" in smsvm("predict", "--label-column", "1", "moved.csv", "m", "out").out


def test_which_column_is_missing_is_asked(smsvm, tmp_path):
    rows = [[str(i), *row] for i, row in enumerate(LAST_01)]
    write(tmp_path, "train.data", table(None, rows))
    write(tmp_path, "no_index.data", table(None, LAST_01))
    write(tmp_path, "no_label.data", table(None, [row[:3] for row in rows]))
    assert smsvm("train", "-q", "train.data", "m").code == 0
    assert smsvm("predict", "-q", "train.data", "m", "1").code == 0
    for name, options in (("no_index.data", ["--label-column", "3"]), ("no_label.data", ["--label-column", "none"])):
        run = smsvm("predict", name, "m", "2")
        assert run.code == 65 and "which one is missing" in run.err
        assert smsvm("predict", "-q", *options, name, "m", "2").code == 0
        assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_weights_are_not_mistaken_for_labels(smsvm, tmp_path):
    write(tmp_path, "train.csv", table(["w", "a", "b", "y"], [["2", *row] for row in LAST_01]))
    write(tmp_path, "no_weights.csv", table(None, LAST_01))
    assert smsvm("train", "-q", "--weight-column", "w", "train.csv", "m").code == 0
    assert smsvm("predict", "-q", "train.csv", "m", "1").code == 0
    run = smsvm("predict", "no_weights.csv", "m", "2")
    assert run.code == 65 and "which one is missing" in run.err, run.err
    assert "Accuracy" in smsvm("predict", "--label-column", "3", "no_weights.csv", "m", "2").out
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_rows_further_on_are_looked_at_too(smsvm, tmp_path):
    def rows(last):
        return [[f"{i % 97}.5", f"{i % 89}.25", last(i)] for i in range(30000)]

    write(tmp_path, "turns.csv", table(["u", "v", "w"], rows(lambda i: f"{i % 3}" if i < 20000 else f"{i}.5")))
    write(tmp_path, "sorted.csv", table(["kind", "u", "count"], [[f"{i // 15000}", row[0], row[2]] for i, row in
                                                                 enumerate(rows(lambda i: f"{i % 7}"))]))
    assert "cannot tell which column is the label" in smsvm("train", "turns.csv", "m").err
    run = smsvm("train", "sorted.csv", "m")
    assert run.code == 65 and "column 'kind', column 'count' look like classes" in run.err


def test_test_set_is_read_as_that_of_the_model(smsvm, tmp_path):
    rows = [[color, a, WORDS[t]] for color, (t, a, _) in zip(COLORS, ROWS)]
    write(tmp_path, "train.csv", table(["color", "a", "kind"], rows))
    write(tmp_path, "test.csv", table(["kind", "a", "color"], [[kind, a, "violet" if color == "red" else color]
                                                               for color, a, kind in rows]))
    run = smsvm("train", "--label-column", "kind", "--test", "test.csv", "--json", "facts", "train.csv", "m")
    assert run.code == 0 and "that the model does not know, such as 'violet'" in run.err
    predicted = smsvm("predict", "--json", "-", "test.csv", "m", "out").json()
    facts = json.loads((tmp_path / "facts").read_text())["test"]
    assert facts == {key: predicted[key] for key in facts}
    late = smsvm("train", "--test", "nowhere.csv", "train.csv", "other")
    assert late.code == 66 and not (tmp_path / "other").exists()


def test_width_tells_where_the_model_knows_no_table(smsvm, tmp_path):
    (tmp_path / "train.svm").write_text("".join(f"{y} 1:{a} 2:{b}\n" for a, b, y in LAST_01))
    write(tmp_path, "test.npy", npy([row[:2] for row in LAST_01]))
    assert smsvm("train", "-q", "train.svm", "m").code == 0
    smsvm("predict", "-q", "train.svm", "m", "1")
    assert smsvm("predict", "-q", "test.npy", "m", "2").code == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_table_of_too_few_features_is_said(smsvm, tmp_path):
    (tmp_path / "train.svm").write_text("".join(f"{y} 1:{a} 2:{b}\n" for a, b, y in LAST_01))
    write(tmp_path, "narrow.csv", table(["a", "y"], [[a, y] for a, _, y in LAST_01]))
    assert smsvm("train", "-q", "train.svm", "m").code == 0
    run = smsvm("predict", "narrow.csv", "m", "out")
    assert run.code == 0 and "the table has 1 feature, the model knows 2" in run.err
    assert "knows 2" not in smsvm("predict", "train.svm", "m", "out").err


def test_model_finds_its_columns_by_their_names(smsvm, tmp_path):
    write(tmp_path, "train.csv", table(["a", "b", "kind"], LAST_01))
    write(tmp_path, "moved.csv", table(["more", "b", "a"], [["x", b, a] for _, a, b in ROWS]))
    write(tmp_path, "lacking.csv", table(["b", "kind"], [[b, ZERO_ONE[t]] for t, _, b in ROWS]))
    assert smsvm("train", "-q", "train.csv", "m").code == 0
    smsvm("predict", "-q", "train.csv", "m", "1")
    moved = smsvm("predict", "moved.csv", "m", "2")
    assert moved.code == 0 and "not trained on column 'more'" in moved.err
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    lacking = smsvm("predict", "lacking.csv", "m", "3")
    assert lacking.code == 65 and "no column called 'a'" in lacking.err


def test_unseen_category_is_none_of_them(smsvm, tmp_path):
    rows = [[["red", "green"][i % 2], a, WORDS[t]] for i, (t, a, _) in enumerate(ROWS)]
    write(tmp_path, "train.csv", table(["color", "a", "class"], rows))
    write(tmp_path, "new.csv", table(["color", "a"], [["violet", "0.5"], ["red", "0.5"], ["violet", "1.5"]]))
    assert smsvm("train", "-q", "train.csv", "m").code == 0
    run = smsvm("predict", "--scores", "new.csv", "m", "scores")
    assert run.code == 0 and "2 values of column 'color' that the model does not know, such as 'violet'" in run.err
    text = (tmp_path / "m").read_text()
    w = [float(word) for word in text[text.index("\nw \n") + 4:text.index("\nsmsvm_model ")].split()]
    scores = [float(line) for line in (tmp_path / "scores").read_text().split()]
    assert scores == pytest.approx([0.5 * w[2] + w[3], w[1] + 0.5 * w[2] + w[3], 1.5 * w[2] + w[3]])


def test_missing_values_are_what_they_were_in_training(smsvm, tmp_path):
    write(tmp_path, "train.csv", table(["a", "b", "y"], [["" if i % 6 == 2 else row[0], *row[1:]]
                                                         for i, row in enumerate(LAST_01)]))
    write(tmp_path, "new.csv", table(["a", "b"], [["", "1"], ["3", "1"]]))
    assert smsvm("train", "-q", "--missing", "mean", "train.csv", "m").code == 0
    fill = next(line for line in (tmp_path / "m").read_text().split("\n") if line.startswith("table ")).split(" ")[5]
    write(tmp_path, "filled.csv", table(["a", "b"], [[fill, "1"], ["3", "1"]]))
    assert smsvm("predict", "-q", "--scores", "new.csv", "m", "1").code == 0
    assert smsvm("predict", "-q", "--scores", "filled.csv", "m", "2").code == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_advice_is_one_that_helps_where_a_model_has_decided(smsvm, tmp_path):
    write(tmp_path, "train.csv", table(["a", "b", "y"], LAST_01))
    assert smsvm("train", "-q", "train.csv", "m").code == 0
    for cell, said in (("", "the model was trained without --missing"), ("x", "the model was trained on numbers there")):
        write(tmp_path, "new.csv", table(["a", "b"], [[cell, "1"], ["3", "1"]]))
        run = smsvm("predict", "--missing", "mean", "new.csv", "m", "out")
        assert run.code == 65 and "new.csv:2:1" in run.err and said in run.err, run.err


@pytest.mark.parametrize("labels", [("labels.txt", "\n".join(row[2] for row in LAST_01).encode()),
                                    ("labels.csv", table(["id", "y"], [[str(i), row[2]] for i, row in enumerate(LAST_01)])),
                                    ("series.csv", table(["", "0"], [[str(i), row[2]] for i, row in enumerate(LAST_01)])),
                                    ("headed.txt", table(["y"], [[row[2]] for row in LAST_01])),
                                    ("labels.npy", npy([[row[2]] for row in LAST_01], "<i8"))], ids=lambda each: each[0])
def test_labels_in_a_file_of_their_own(smsvm, tmp_path, labels):
    write(tmp_path, "x.csv", table(["a", "b"], [row[:2] for row in LAST_01]))
    write(tmp_path, "all.csv", table(["a", "b", "y"], LAST_01))
    write(tmp_path, *labels)
    assert smsvm("train", "-q", "all.csv", "1").code == 0
    run = smsvm("train", "--labels", labels[0], "--certificate", "p", "x.csv", "2")
    assert run.code == 0, run.err
    assert weights(tmp_path / "1") == weights(tmp_path / "2")
    assert smsvm("verify", "--labels", labels[0], "x.csv", "2", "p").code == 0
    compared = smsvm("predict", "--labels", labels[0], "x.csv", "2", "out")
    assert "Accuracy" in compared.out
    write(tmp_path, "short.csv", table(["a", "b"], [row[:2] for row in LAST_01[1:]]))
    run = smsvm("train", "--labels", labels[0], "short.csv", "3")
    assert run.code == 65 and "36 labels for 35 rows" in run.err
    beside = smsvm("train", "--labels", labels[0], "all.csv", "3")
    assert beside.code == 65 and "--ignore-column y" in beside.err


@pytest.mark.parametrize("name, content, said", [
    ("l.txt", "\n".join([*(row[2] for row in LAST_01[1:]), "inf"]).encode(), "l.txt:36:1: the label 'inf'"),
    ("l.svm", b"".join(f"{y} 1:{a}\n".encode() for a, _, y in LAST_01), "not a file of labels alone"),
    ("l.npz", b"PK\x03\x04" + bytes(60), "not a file of labels alone")], ids=lambda each: str(each)[:5])
def test_files_of_something_else_than_labels_are_refused(smsvm, tmp_path, name, content, said):
    write(tmp_path, "x.csv", table(["a", "b"], [row[:2] for row in LAST_01]))
    write(tmp_path, name, content)
    run = smsvm("train", "--labels", name, "x.csv", "m")
    assert run.code == 65 and said in run.err, run.err


PAIRS = [("1", "-1"), ("1", "0"), ("yes", "no"), ("True", "False"), ("YES", "zero"), ("2", "-7"), ("10", "9"),
         ("b", "a"), ("M", "B"), ("1", "2"), ("x", "5")]


@pytest.mark.parametrize("positive, other", PAIRS)
def test_positive_class_does_not_depend_on_the_order_of_rows(smsvm, tmp_path, positive, other):
    rows = [f"{positive if t else other} 1:{a} 2:{b}\n" for t, a, b in ROWS]
    signs = []
    for name, order in (("one.svm", rows), ("two.svm", sorted(rows)), ("three.svm", sorted(rows)[::-1])):
        (tmp_path / name).write_text("".join(order))
        run = smsvm("train", name, "m")
        assert f"2 classes, {positive} is positive" in run.err
        assert weights(tmp_path / "m")[1] == [positive, other]
        scored = smsvm("predict", "--scores", "one.svm", "m", "scores").code
        signs.append([line.startswith("-") for line in (tmp_path / "scores").read_text().split()])
        assert scored == 0
    agree = sum(a == b == c for a, b, c in zip(*signs))
    assert agree >= len(ROWS) - 1  # one row may lie on the plane
    table_of_classes = [line.split()[0] for line in smsvm("predict", "one.svm", "m", "o").err.split("\n")[2:4]]
    numbers = all(word.lstrip("-").isdigit() for word in (positive, other))
    assert table_of_classes == sorted([positive, other], key=(float if numbers else str))


def test_classes_are_listed_in_sorted_order(smsvm, tmp_path):
    (tmp_path / "d.svm").write_text("10 1:1\n9 2:1\nab 3:1\n-1 1:0.9 2:0.1\nB 2:1.1\n10 1:1.1\n")
    facts = smsvm("train", "d.svm", "m", "--json", "-").json()
    assert facts["labels"] == [each["label"] for each in facts["class_rows"]] == ["-1", "9", "10", "B", "ab"]
    assert weights(tmp_path / "m")[1] == facts["labels"]
    assert [each["label"] for each in smsvm("inspect", "--json", "-", "d.svm").json()["classes"]] == facts["labels"]


def test_check_groups_equal_complaints_by_column(smsvm, tmp_path):
    rows = [["" if i % 2 else a, "" if i % 3 == 0 else b, ZERO_ONE[t]] for i, (t, a, b) in enumerate(ROWS)]
    write(tmp_path, "d.csv", table(["a", "b", "y"], rows))
    run = smsvm("check", "--json", "facts", "d.csv")
    assert run.code == 65
    assert "18 such complaints about column 'a': lines 3, 5, 7" in run.out
    assert "12 such complaints about column 'b': lines 2, 5, 8" in run.out
    facts = json.loads((tmp_path / "facts").read_text())
    assert [(each["line"], each["times"]) for each in facts["complaints"]] == [(2, 12), (3, 18)]


@pytest.mark.parametrize("option", [["--label-column", "2"], ["--ignore-column", "2"], ["--missing", "mean"],
                                    ["--categorical", "2"]])
def test_options_of_tables_are_refused_where_there_is_none(smsvm, tiny, option):
    run = smsvm("train", *option, tiny, "m")
    assert run.code == 2 and option[0] in run.err


def test_two_columns_cannot_be_the_same(smsvm, tmp_path):
    write(tmp_path, "d.csv", table(["y", "a", "b"], FIRST_01))
    run = smsvm("train", "--label-column", "a", "--ignore-column", "a", "d.csv", "m")
    assert run.code == 2 and "--ignore-column are both column 2" in run.err


@pytest.mark.parametrize("case", [case for case in CASES if case.rows and not case.name.endswith(".npy")],
                         ids=lambda case: case.name)
def test_second_verifier_reads_tables_as_the_command_does(smsvm, tmp_path, case):
    (tmp_path / case.name).write_bytes(case.content)
    assert smsvm("train", "-q", *as_words(case.options), "--certificate", "proof", case.name, "model").code == 0
    judged = subprocess.run([sys.executable, VERIFIER, case.name, "model", "proof"], cwd=tmp_path, capture_output=True,
                            text=True, timeout=60)
    assert judged.returncode == 0 and "confirmed" in judged.stdout, judged.stdout + judged.stderr


def test_labels_that_differ_in_capitals_alone_are_said(smsvm, tmp_path):
    spelled = [[a, b, [["no", "yes"], ["No", "YES"]][i % 2][t]] for i, (t, a, b) in enumerate(ROWS)]
    write(tmp_path, "spelled.csv", table(["a", "b", "class"], spelled))
    run = smsvm("train", "spelled.csv", "m")
    assert run.code == 0 and "4 classes" in run.err and "differ in capitals alone" in run.err
    assert "differ in capitals" in smsvm("check", "spelled.csv").err
    write(tmp_path, "d.csv", table(["a", "b", "class"], [[a, b, WORDS[t]] for t, a, b in ROWS]))
    assert "capitals" not in smsvm("train", "d.csv", "m").err


def test_weights_written_as_csv_are_said_to_need_an_option(smsvm, tmp_path):
    write(tmp_path, "d.csv", table(["w", "a", "y"], [[str(1 + i % 3), a, t] for i, (a, _, t) in enumerate(LAST_01)]))
    run = smsvm("convert", "--weight-column", "w", "d.csv", "e.csv")
    assert run.code == 0 and "--weight-column weight" in run.err
    smsvm("train", "-q", "--weight-column", "w", "d.csv", "1")
    assert "weight 'weight'" in smsvm("train", "--weight-column", "weight", "e.csv", "2").err
    assert weights(tmp_path / "1") == weights(tmp_path / "2")


def test_labels_of_many_digits_are_told_apart(smsvm, tmp_path):
    write(tmp_path, "d.csv", table(["a", "b", "y"], [[a, b, str(2**53 + t)] for t, a, b in ROWS]))
    run = smsvm("train", "d.csv", "m")
    assert run.code == 0 and f"{2**53 + 1} is positive" in run.err, run.err
    predicted = smsvm("predict", "d.csv", "m", "out")
    assert predicted.code == 0 and set((tmp_path / "out").read_text().split()) == {str(2**53), str(2**53 + 1)}
