"""Plots and pages."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.svm import LinearSVC

import smsvm
from smsvm import ConvergenceDisplay, CrossValidationDisplay, PathDisplay, SmSVC, SmSVCCV, WeightsDisplay

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    import matplotlib.pyplot as plt

    plt.close("all")


def test_plots(noisy, three_classes):
    for X, y in (noisy, three_classes):
        clf = SmSVC().fit(X, y)
        cv = SmSVCCV(points=5, cv=3).fit(X, y)
        for display in (
            ConvergenceDisplay.from_estimator(clf),
            ConvergenceDisplay.from_estimator(clf, against="seconds"),
            PathDisplay.from_estimator(cv),
            PathDisplay.from_path(SmSVC(l1_ratio=0.9).path(X, y, points=5)),
            CrossValidationDisplay.from_estimator(cv),
            WeightsDisplay.from_estimator(clf, most=5),
        ):
            display.figure_.canvas.draw()
            assert display.ax_.has_data()


@pytest.mark.parametrize(
    "display, estimator",
    [
        (ConvergenceDisplay, SmSVC()),
        (ConvergenceDisplay, SmSVCCV()),
        (WeightsDisplay, SmSVC()),
        (PathDisplay, SmSVCCV()),
        (CrossValidationDisplay, SmSVCCV()),
    ],
)
def test_what_is_not_fitted_cannot_be_drawn(display, estimator):
    with pytest.raises(NotFittedError):
        display.from_estimator(estimator)


def test_estimators_that_do_not_know_what_is_drawn(noisy, tmp_path):
    clf = SmSVC().fit(*noisy)
    with pytest.raises(TypeError, match="PathDisplay.from_estimator expects a fitted SmSVCCV, not SmSVC; .*from_path"):
        PathDisplay.from_estimator(clf)
    with pytest.raises(TypeError, match="CrossValidationDisplay.from_estimator expects a fitted SmSVCCV, not SmSVC"):
        CrossValidationDisplay.from_estimator(clf)
    clf.save(tmp_path / "model")
    for other in (smsvm.load_model(tmp_path / "model"), LinearSVC().fit(*noisy)):
        with pytest.raises(ValueError, match="has no history_; expected an SmSVC or SmSVCCV after fit"):
            ConvergenceDisplay.from_estimator(other)


def test_features_have_the_same_names_everywhere(noisy):
    pandas = pytest.importorskip("pandas")
    X, y = noisy
    for rows, name in ((X, "x{}"), (pandas.DataFrame(X, columns=[f"column-{j}" for j in range(20)]), "column-{}")):
        clf, cv = SmSVC().fit(rows, y), SmSVCCV(points=5, cv=3).fit(rows, y)
        heaviest = name.format(np.argmax(np.abs(clf.coef_[0])))
        assert WeightsDisplay.from_estimator(clf, most=3).names[0] == heaviest
        assert f">{heaviest}<" in clf.report() and "feature 1" not in clf.report()
        heaviest = name.format(np.argmax(np.abs(cv.coefs_path_[-1, 0])))
        legend = PathDisplay.from_estimator(cv).ax_.get_legend()
        assert legend.get_texts()[0].get_text() in {name.format(j) for j in range(20)}
        assert heaviest in {text.get_text() for text in legend.get_texts()} and f">{heaviest}<" in cv.report()


def test_plots_of_several_classes_say_which(noisy, three_classes):
    clf = SmSVC(l1_ratio=0.5).fit(*three_classes)
    assert WeightsDisplay.from_estimator(clf, problem=1).ax_.get_title() == "class bee against the rest"
    path = SmSVC(l1_ratio=0.9).path(*three_classes, points=3)
    assert PathDisplay.from_path(path, problem=2).ax_.get_title() == "class cat against the rest"
    assert WeightsDisplay.from_estimator(SmSVC().fit(*noisy)).ax_.get_title() == ""


def test_long_names_are_not_cut_off(noisy):
    X, y = noisy
    display = WeightsDisplay.from_estimator(SmSVC().fit(X, y), feature_names=["a name of many words"] * 20)
    display.figure_.canvas.draw()
    assert all(label.get_window_extent().x0 >= 0 for label in display.ax_.get_yticklabels())


def test_two_choices_at_one_point_are_both_told():
    strength, score = np.array([1.0, 0.1]), np.array([0.5, 0.9])
    for best, one_se, expected in ((0.1, 0.1, ["min and 1se"]), (0.1, 1.0, ["min", "1se"])):
        display = CrossValidationDisplay(strength, score, score / 10, best, one_se).plot()
        assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == expected


def test_reports_say_what_they_are_about(noisy, tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = noisy
    (tmp_path / "tiny.svm").write_text("+1 1:1\n-1 1:-1\n")
    for clf, title in (
        (SmSVC().fit(X, y), "Linear SVM trained on an array of 2000 × 20"),
        (SmSVC().fit(pandas.DataFrame(X), y), "Linear SVM trained on a DataFrame of 2000 × 20"),
        (SmSVCCV(points=3, cv=2).fit(X, y), "Cross-validation on an array of 2000 × 20"),
        (SmSVC().fit(smsvm.load(tmp_path / "tiny.svm")), "Linear SVM trained on tiny.svm"),
    ):
        assert f"<title>{title}</title>" in clf.report()
