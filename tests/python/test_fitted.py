"""What an estimator knows once it is fitted: after another fit has failed, and after its attributes were set by hand."""

import numpy as np
import pytest
from sklearn.base import clone

from smsvm import SmSVC, SmSVCCV


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
