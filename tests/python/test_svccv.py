"""Paths and cross-validation."""

import json
import subprocess
import sys

import numpy as np
import pytest
import sklearn
from sklearn.metrics import balanced_accuracy_score, get_scorer
from sklearn.model_selection import GroupKFold, ShuffleSplit, StratifiedKFold

from smsvm import SmSVC, SmSVCCV, load


def test_path_begins_where_all_weights_are_zero(noisy):
    X, y = noisy
    path = SmSVC(l2=1e-4).path(X, y, points=12)
    assert path.nonzero_weights[0, 0] == 0 and path.nonzero_weights[-1, 0] > 5
    assert (np.diff(path.l1) < 0).all() and (path.gap <= 1e-4).all()
    assert path.coefs.shape == (len(path), 1, 20)


def test_points_of_a_path_are_single_fits(three_classes):
    X, y = three_classes
    path = SmSVC(l1_ratio=0.5).path(X, y, strengths=[0.1, 0.01])
    single = SmSVC(l1=path.l1[1], l2=path.l2[1]).fit(X, y)
    assert path.primal[1].sum() == pytest.approx(single.certificate_.primal, rel=2e-4)


def test_path_leaves_the_estimator_alone(noisy):
    clf = SmSVC(l1_ratio=1.0)
    clf.path(*noisy, points=3)
    assert not hasattr(clf, "n_features_in_")


def test_scores_are_those_of_single_fits(noisy):
    X, y = noisy
    folds = StratifiedKFold(3)
    clf = SmSVCCV(l2=1e-3, strengths=[0.05, 0.005], cv=folds, tol=1e-8).fit(X, y)
    for fold, (train, test) in enumerate(folds.split(X, y)):
        for point in range(2):
            single = SmSVC(l1=clf.l1_path_[point], l2=1e-3, tol=1e-8).fit(X[train], y[train])
            assert clf.scores_[point, fold] == pytest.approx(single.score(X[test], y[test]), abs=2 / len(test))


def test_model_is_that_of_the_point_chosen(noisy):
    X, y = noisy
    for rule in ("min", "1se"):
        clf = SmSVCCV(points=10, l1_ratio=0.9, rule=rule).fit(X, y)
        chosen = (clf.l1_min_, clf.l2_min_) if rule == "min" else (clf.l1_1se_, clf.l2_1se_)
        single = SmSVC(l1=chosen[0], l2=chosen[1]).fit(X, y)
        np.testing.assert_array_equal(clf.coef_, single.coef_)
        assert clf.certificate_.verify(X, y)
    assert clf.l1_1se_ >= clf.l1_min_


@pytest.mark.parametrize("scoring", ["roc_auc", "f1_macro", get_scorer("balanced_accuracy")])
def test_any_scorer(noisy, scoring):
    clf = SmSVCCV(points=4, cv=3, scoring=scoring).fit(*noisy)
    assert clf.scores_.shape == (4, 3) and clf.mean_score_.max() > 0.6


def test_a_scorer_of_ones_own(noisy):
    clf = SmSVCCV(points=4, cv=3, scoring=lambda model, X, y: balanced_accuracy_score(y, model.predict(X)))
    assert clf.fit(*noisy).mean_score_.max() > 0.6


def test_any_splitter(noisy):
    X, y = noisy
    assert SmSVCCV(points=4, cv=ShuffleSplit(4, random_state=0)).fit(X, y).scores_.shape == (4, 4)
    groups = np.arange(len(y)) % 7
    assert SmSVCCV(points=4, cv=GroupKFold(7)).fit(X, y, groups=groups).scores_.shape == (4, 7)
    with sklearn.config_context(enable_metadata_routing=True):
        clf = SmSVCCV(points=4, cv=GroupKFold(7), scoring="accuracy").fit(X, y, groups=groups)
        assert clf.scores_.shape == (4, 7)


def test_a_grid_of_ratios(noisy):
    clf = SmSVCCV(points=5, l1_ratio=[0.1, 0.9]).fit(*noisy)
    assert clf.l1_ratio_ in (0.1, 0.9)
    np.testing.assert_allclose(clf.l1_path_ / (clf.l1_path_ + clf.l2_path_), clf.l1_ratio_)


def test_several_classes(three_classes):
    X, y = three_classes
    clf = SmSVCCV(points=6, cv=3, calibrate="platt").fit(X, y)
    assert clf.coefs_path_.shape == (6, 3, 12)
    assert clf.predict_proba(X).shape == (900, 3)
    assert "Cross-validation" in clf.report()


def test_agrees_with_the_command(noisy, tmp_path):
    X, y = noisy
    np.savez(tmp_path / "data.npz", X=X, y=np.where(y == 1, 1, -1))
    folds = np.arange(len(y)) % 4
    (tmp_path / "folds").write_text("\n".join(map(str, folds)))
    command = [sys.executable, "-m", "smsvm", "cv", "-q", "--points", "8", "--l1-ratio", "0.5", "--folds-file", "folds"]
    subprocess.run([*command, "--json", "cv.json", "--csv", "cv.csv", "data.npz"], cwd=tmp_path, check=True)
    told = json.loads((tmp_path / "cv.json").read_text())
    splits = [(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(4)]
    clf = SmSVCCV(points=8, l1_ratio=0.5, cv=splits).fit(load(tmp_path / "data.npz"))
    assert [point["l1"] for point in told["paths"][0]["points"]] == clf.l1_path_.tolist()
    curve = told["paths"][0]["curves"][0]
    np.testing.assert_allclose(curve["mean"], clf.mean_score_, rtol=1e-12)
    np.testing.assert_allclose(curve["standard_error"], clf.standard_error_, rtol=1e-9)
    assert told["best"]["l1"] == clf.l1_min_ and told["one_se"]["l1"] == clf.l1_1se_
