"""What an estimator knows once it is fitted: after another fit has failed, and after its attributes were set by hand."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone

from smsvm import SmSVC, SmSVCCV, load_model


@pytest.mark.parametrize("make", [SmSVC, lambda: SmSVCCV(points=3, cv=3)])
def test_a_fit_that_fails_changes_nothing(make, noisy):
    pandas = pytest.importorskip("pandas")
    X, y = noisy
    frame = pandas.DataFrame(X, columns=[f"f{j}" for j in range(20)])
    clf = make().fit(frame, y)
    before = dict(vars(clf))
    with pytest.raises(ValueError, match="two classes"):
        clf.fit(X[:, :3], np.zeros(len(y)))
    assert vars(clf) == before
    np.testing.assert_array_equal(clf.predict(frame), make().fit(X, y).predict(X))
    unfitted = make()
    with pytest.raises(ValueError, match="two classes"):
        unfitted.fit(frame, np.zeros(len(y)))
    assert not hasattr(unfitted, "n_features_in_") and not hasattr(unfitted, "feature_names_in_")


@pytest.mark.parametrize("stop", [KeyboardInterrupt, MemoryError])
def test_a_fit_that_is_stopped_before_there_is_a_model_changes_nothing(noisy, monkeypatch, stop):
    X, y = noisy
    clf = SmSVCCV(points=3, cv=3).fit(X, y)
    before = dict(vars(clf))

    def stopped(*arguments, **named):
        raise stop

    for where in ("smsvm._svccv.follow", "smsvm._svccv.train_and_keep"):
        with monkeypatch.context() as patch, pytest.raises(stop):
            patch.setattr(where, stopped)
            clf.fit(X[:, :3], y)
        assert vars(clf) == before


def test_weights_may_be_set_by_hand(noisy, three_classes, tmp_path):
    for X, y in (noisy, three_classes):
        fitted = SmSVC().fit(X, y)
        by_hand = SmSVC()
        by_hand.coef_, by_hand.intercept_, by_hand.classes_ = fitted.coef_, fitted.intercept_, fitted.classes_
        np.testing.assert_array_equal(by_hand.predict(X), fitted.predict(X))
        np.testing.assert_array_equal(by_hand.decision_function(X), fitted.decision_function(X))
        by_hand.save(tmp_path / "model")
        np.testing.assert_array_equal(load_model(tmp_path / "model").predict(X), fitted.predict(X))
        assert "nothing is known about how it was trained" in by_hand.report()
        by_hand.coef_, by_hand.intercept_ = fitted.coef_.tolist(), fitted.intercept_.tolist()
        np.testing.assert_array_equal(by_hand.predict(X), fitted.predict(X))
        by_hand.coef_ = scipy.sparse.csr_matrix(fitted.coef_)
        np.testing.assert_array_equal(by_hand.predict(X), fitted.predict(X))
        with pytest.raises(ValueError, match=f"X has 3 features, but coef_ has {X.shape[1]}"):
            by_hand.predict(X[:, :3])


@pytest.mark.parametrize(
    "name, value, complaint",
    [
        ("coef_", np.ones((3, 20)), r"coef_ has the shape \(3, 20\); expected 1 × features for 2 classes"),
        ("coef_", np.ones((1, 7)), "X has 20 features, but coef_ has 7"),
        ("coef_", np.full((1, 20), np.nan), "must be finite"),
        ("intercept_", np.ones(2), r"intercept_ has the shape \(2,\); expected \(1,\)"),
    ],
)
def test_weights_that_cannot_be_are_refused(noisy, name, value, complaint):
    clf = SmSVC().fit(*noisy)
    setattr(clf, name, value)
    with pytest.raises(ValueError, match=complaint):
        clf.predict(noisy[0])


def test_a_single_row_of_weights_and_one_intercept_are_enough(noisy):
    X, y = noisy
    clf = SmSVC(intercept="none").fit(X, y)
    expected = clf.decision_function(X)
    clf.coef_, clf.intercept_ = clf.coef_[0], 0.0
    np.testing.assert_array_equal(clf.decision_function(X), expected)


def test_the_report_claims_nothing_of_weights_that_were_changed(noisy):
    clf = SmSVC().fit(*noisy)
    assert "nothing is known" not in clf.report()
    clf.coef_ = 2 * clf.coef_
    assert "nothing is known" in clf.report()


def test_models_of_files_have_reports(noisy, three_classes, tmp_path):
    for X, y in (noisy, three_classes):
        SmSVC(calibrate="platt").fit(X, y).save(tmp_path / "model")
        clf = load_model(tmp_path / "model")
        page = clf.report()
        assert "The largest weights" in page or "Class bee" in page
        assert "relative gap" in page and "x3" in page and "nothing is known" not in page
        clf.report(tmp_path / "page.html")
        assert (tmp_path / "page.html").read_text() == page
        assert "smsvm report" in clf._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_the_class_predicted_is_the_most_probable_one(noisy, three_classes, method):
    for X, y in (noisy, three_classes):
        clf = SmSVC(calibrate=method).fit(X, y)
        probability, predicted = clf.predict_proba(X), np.searchsorted(clf.classes_, clf.predict(X))
        np.testing.assert_array_equal(probability[np.arange(len(y)), predicted], probability.max(axis=1))
        if method == "platt":  # of isotonic ones some are equal, and the score decides
            np.testing.assert_array_equal(predicted, probability.argmax(axis=1))
        by_score = SmSVC().fit(X, y).predict(X)
        assert (clf.predict(X) != by_score).any() and clf.score(X, y) > 0.97 * (by_score == y).mean()
        assert clone(clf).set_params(calibrate=None).fit(X, y).score(X, y) == (by_score == y).mean()


def test_logarithms_of_probabilities(noisy):
    clf = SmSVC(calibrate="isotonic").fit(*noisy)
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(clf.predict_log_proba(noisy[0]), np.log(clf.predict_proba(noisy[0])))
    assert not hasattr(SmSVC().fit(*noisy), "predict_log_proba")


def test_sparse_weights_are_the_same_weights(noisy, three_classes, tmp_path):
    for X, y in (noisy, three_classes):
        clf = SmSVC(l1=0.02).fit(X, y)
        scores, coef, page = clf.decision_function(X), clf.coef_, clf.report()
        clf.save(tmp_path / "dense")
        assert scipy.sparse.issparse(clf.sparsify().coef_) and clf.coef_.nnz == np.count_nonzero(coef) < coef.size
        np.testing.assert_array_equal(clf.decision_function(X), scores)
        np.testing.assert_array_equal(clf.to_sklearn().predict(X), clf.predict(X))
        clf.save(tmp_path / "sparse")
        assert (tmp_path / "sparse").read_bytes() == (tmp_path / "dense").read_bytes()
        assert len(clf.report()) == len(page) and clf.certificate_.verify(X, y, model=clf)
        np.testing.assert_array_equal(clf.densify().coef_, coef)


def test_the_gap_is_that_of_the_certificate(noisy, tmp_path):
    clf = SmSVC(tol=1e-8).fit(*noisy)
    certificate = clf.certificate_
    assert clf.dual_gap_ == certificate.primal - certificate.dual <= 1e-8 * certificate.primal
    assert not hasattr(SmSVC(), "dual_gap_")
    clf.save(tmp_path / "model")
    assert load_model(tmp_path / "model").dual_gap_ == clf.dual_gap_
