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


def test_a_scorer_of_ones_own_is_given_the_rows_left_out(noisy, tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = noisy
    splits = [(np.arange(500, 2000), np.arange(500)), (np.arange(0, 1500), np.arange(1500, 2000))]
    seen = []

    def score(model, rows, labels):
        seen.append((rows, labels))
        assert model.coef_.shape == (1, 20) and model.intercept_.shape == (1,)
        by_hand = rows @ model.coef_[0] + model.intercept_
        np.testing.assert_allclose(model.decision_function(rows), by_hand, atol=1e-12)
        np.testing.assert_allclose(model.decision_function(rows[::2]), by_hand[::2], atol=1e-12)  # of others, too
        return balanced_accuracy_score(labels, model.predict(rows))

    clf = SmSVCCV(points=3, cv=splits, scoring=score).fit(X, y)
    usual = SmSVCCV(points=3, cv=splits, scoring="balanced_accuracy").fit(X, y)
    np.testing.assert_array_equal(clf.scores_, usual.scores_)
    assert len(seen) == 1 + 3 * 2
    np.testing.assert_array_equal(seen[1][0], X[:500])
    np.testing.assert_array_equal(seen[-1][1], y[1500:])

    frames = []
    frame = pandas.DataFrame(X, columns=[f"f{j}" for j in range(20)])
    by_names = SmSVCCV(points=3, cv=splits, scoring=lambda model, rows, labels: frames.append(rows) or 1.0)
    by_names.fit(frame, y)
    pandas.testing.assert_frame_equal(frames[-1], frame[1500:])

    np.savez(tmp_path / "data.npz", X=X, y=y)
    data = load(tmp_path / "data.npz")
    of_file = SmSVCCV(points=3, cv=splits, scoring=lambda model, rows, labels: model.score(rows)).fit(data)
    np.testing.assert_allclose(of_file.scores_, SmSVCCV(points=3, cv=splits).fit(data).scores_)


@pytest.mark.parametrize("scoring", ["neg_log_loss", lambda model, X, y: model.predict_proba(X)[0, 0]])
def test_scorers_that_need_probabilities_are_refused_at_once(noisy, scoring, monkeypatch):
    monkeypatch.setattr("smsvm._svccv.follow", lambda *arguments: pytest.fail("the work has begun"))
    with pytest.raises(ValueError, match="asks for probabilities, which models of a path do not have"):
        SmSVCCV(points=4, cv=3, scoring=scoring, calibrate="platt").fit(*noisy)


@pytest.mark.parametrize("taken", [{"scale": "standard"}, {"scale": "minmax"}, {"class_weight": "balanced"}])
def test_nothing_is_learnt_from_rows_left_out(noisy, taken):
    X, y = noisy
    X = X.copy()
    X[:300] *= np.geomspace(1, 100, 20)
    splits = [(np.arange(300, 2000), np.arange(300)), (np.r_[np.flatnonzero(y == 0)[:150], np.flatnonzero(y == 1)], np.arange(1000))]
    clf = SmSVCCV(l2=1e-3, strengths=[0.02, 0.005], cv=splits, tol=1e-8, **taken).fit(X, y)
    for fold, (train, test) in enumerate(splits):
        for point in range(2):
            single = SmSVC(l1=clf.l1_path_[point], l2=1e-3, tol=1e-8, **taken).fit(X[train], y[train])
            assert clf.scores_[point, fold] == pytest.approx(single.score(X[test], y[test]), abs=2 / len(test))


def test_rows_count_as_often_as_they_are_drawn(noisy):
    X, y = noisy
    random = np.random.default_rng(0)
    splits = [(random.integers(0, 60, 200), random.integers(1000, 2000, 500)) for _ in range(3)]
    clf = SmSVCCV(l2=1e-3, strengths=[0.05, 0.005], cv=splits, tol=1e-8).fit(X, y)
    once = 0
    for fold, (train, test) in enumerate(splits):
        for point in range(2):
            single = SmSVC(l1=clf.l1_path_[point], l2=1e-3, tol=1e-8).fit(X[train], y[train])
            assert clf.scores_[point, fold] == pytest.approx(single.score(X[test], y[test]), abs=2 / len(test))
            different = np.unique(train)
            single.fit(X[different], y[different])
            once += abs(clf.scores_[point, fold] - single.score(X[test], y[test])) > 4 / len(test)
    assert once > 0  # so that it matters


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
