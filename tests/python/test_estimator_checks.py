"""scikit-learn's own checks, all of them."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from smsvm import SmSVC, SmSVCCV


@parametrize_with_checks([SmSVC(), SmSVCCV()])
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)
