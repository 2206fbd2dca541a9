"""What predict says about its predictions where the data have labels."""

import json

import pytest

# Scores are the single feature; the model below has weight 1 and no intercept.
MODEL = "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\nnr_feature 1\nbias -1\nw\n1 \n"
ROWS = "1 1:2\n1 1:0.5\n1 1:-1\n-1 1:-2\n-1 1:0.5\n"
THREE = "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 3\nlabel 1 2 3\nnr_feature 3\nbias -1\nw\n1 0 0 \n0 1 0 \n0 0 1 \n"


@pytest.fixture
def rated(smsvm, tmp_path):
    (tmp_path / "m").write_text(MODEL)
    (tmp_path / "d").write_text(ROWS)

    def run(*options):
        return smsvm("predict", "d", "m", "labels", *options)

    return run


def test_measures_of_two_classes(rated):
    facts = rated("--json", "-").json()
    assert facts["correct"] == 3 and facts["accuracy"] == 0.6
    assert facts["confusion"] == [[1, 1], [1, 2]] and facts["unknown_rows"] == 0
    assert facts["balanced_accuracy"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    second, first = facts["classes"]
    assert first == {"label": "1", "rows": 3, "predicted": 3, "correct": 2, "precision": pytest.approx(2 / 3),
                     "recall": pytest.approx(2 / 3), "f1": pytest.approx(2 / 3), "auc": pytest.approx(4.5 / 6)}
    assert second["f1"] == pytest.approx(0.5) and facts["macro_f1"] == pytest.approx((2 / 3 + 0.5) / 2)
    assert facts["weighted_f1"] == pytest.approx((3 * 2 / 3 + 2 * 0.5) / 5)
    assert facts["auc"] == pytest.approx(4.5 / 6)  # of six pairs four in order, one equal
    assert facts["hinge_loss"] == pytest.approx((0 + 0.5 + 2 + 0 + 1.5) / 5)
    assert facts["roc"][0] == {"false_positive_rate": 0, "true_positive_rate": 0, "threshold": None}
    assert facts["roc"][-1] == {"false_positive_rate": 1, "true_positive_rate": 1, "threshold": -2}


def test_tables_go_to_standard_error_before_the_accuracy(rated, smsvm):
    run = rated()
    assert run.out == "Accuracy = 60% (3/5)\n"
    for words in ["precision", "recall", "F1", "AUC 0.7500", "true \\ said", "balanced accuracy 0.5833"]:
        assert words in run.err, words
    to_terminal = smsvm("predict", "d", "m")
    assert to_terminal.out.split() == ["1", "1", "-1", "-1", "1"]
    assert to_terminal.err.splitlines()[-1] == "Accuracy = 60% (3/5)" and "precision" in to_terminal.err
    assert rated("-q").err == ""


def test_json_log_has_the_measures(rated):
    events = [json.loads(line) for line in rated("--log-format", "json").err.splitlines()]
    assert [event["event"] for event in events] == ["read", "evaluation"]
    assert events[1]["auc"] == pytest.approx(0.75) and "roc" not in events[1]


def test_measures_of_three_classes(smsvm, tmp_path):
    (tmp_path / "m").write_text(THREE)
    (tmp_path / "d").write_text("1 1:1\n2 2:1\n3 3:1\n3 1:1\n2 2:3\n")
    run = smsvm("predict", "d", "m", "labels", "--json", "facts")
    facts = json.loads((tmp_path / "facts").read_text())
    assert facts["confusion"] == [[1, 0, 0], [0, 2, 0], [1, 0, 1]] and facts["accuracy"] == 0.8
    areas = [entry["auc"] for entry in facts["classes"]]
    assert areas == [pytest.approx(3.5 / 4), 1, pytest.approx(4.5 / 6)]
    assert facts["auc"] == pytest.approx(sum(areas) / 3)
    assert facts["hinge_loss"] is None and facts["roc"] is None
    assert run.out == "Accuracy = 80% (4/5)\n" and "AUC" in run.err.splitlines()[1]


def test_unknown_labels_are_a_class_that_is_never_predicted(smsvm, tmp_path):
    (tmp_path / "m").write_text(MODEL)
    run = smsvm("predict", "-", "m", "labels", "--json", "-", input="1 1:1\n7 1:1\n8 1:-1\n-1 1:-1\n")
    facts = run.json()
    assert facts["confusion"] == [[1, 0], [0, 1], [1, 1]] and facts["unknown_rows"] == 2
    assert [entry["label"] for entry in facts["classes"]] == ["-1", "1"]
    assert facts["macro_f1"] == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)


def test_one_class_only_has_no_ranking(smsvm, tmp_path):
    (tmp_path / "m").write_text(MODEL)
    facts = smsvm("predict", "-", "m", "labels", "--json", "-", input="1 1:1\n1 1:-1\n").json()
    assert facts["accuracy"] == 0.5 and facts["auc"] is None and facts["roc"] == []
    assert facts["classes"][0]["recall"] is None


def test_without_labels_everything_is_null(smsvm, tmp_path):
    (tmp_path / "m").write_text(MODEL)
    (tmp_path / "d.csv").write_text("1\n-1\n")
    run = smsvm("predict", "d.csv", "m", "--label-column", "none", "--header", "no", "--json", "facts")
    facts = json.loads((tmp_path / "facts").read_text())
    assert run.code == 0 and facts["rows"] == 2
    for key in ["correct", "accuracy", "balanced_accuracy", "macro_f1", "weighted_f1", "auc", "hinge_loss",
                "unknown_rows", "classes", "confusion", "roc"]:
        assert facts[key] is None, key
    assert "precision" not in run.err


def test_train_judges_other_rows_too(smsvm, noisy):
    run = smsvm("train", "--test", noisy, noisy, "m", "--json", "-")
    said = smsvm("predict", noisy, "m", "labels", "--json", "-").json()
    assert run.code == 0 and run.json()["test"]["accuracy"] == said["accuracy"] and "Accuracy = " in run.err


def test_predictions_make_a_page(smsvm, noisy, tmp_path):
    assert smsvm("train", noisy, "m").code == 0
    assert smsvm("predict", noisy, "m", "labels", "--report", "page.html", "--json", "facts.json").code == 0
    page = (tmp_path / "page.html").read_text()
    assert "Confusion matrix" in page and "ROC curve" in page
    assert smsvm("report", "facts.json", "-o", "again.html").code == 0
    assert (tmp_path / "again.html").read_text() == page


def test_a_model_that_is_not_written_is_not_judged(smsvm, noisy):
    run = smsvm("train", "--test", noisy, noisy, "m", "--max-seconds", "1e-9", "--json", "-")
    assert run.code == 4 and "Accuracy" not in run.err and "not written" in run.err and "test" not in run.json()


def test_other_rows_that_cannot_be_judged_cost_the_judgement_alone(smsvm, noisy, tmp_path):
    (tmp_path / "bad.svm").write_text("+1 1:x\n")
    run = smsvm("train", "--test", "bad.svm", noisy, "m", "--json", "facts.json")
    assert run.code == 65 and "bad.svm:1" in run.err and (tmp_path / "m").exists()
    assert json.loads((tmp_path / "facts.json").read_text())["status"] == "converged"
