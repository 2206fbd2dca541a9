"""The estimator as its users meet it."""

import pickle

import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from smsvm import SmSVC, load, load_model


def objective(clf, X, y, l2, penalize_intercept=False):
    """λ/2 ‖w‖² + mean hinge loss of a two-class model."""
    sign = np.where(y == clf.classes_[1], 1, -1)
    w, b = clf.coef_[0], clf.intercept_[0]
    loss = np.maximum(0, 1 - sign * (X @ w + b)).mean()
    return l2 / 2 * (w @ w + (b * b if penalize_intercept else 0)) + loss


def test_primal_is_the_objective_of_the_model(noisy):
    X, y = noisy
    clf = SmSVC(C=0.1).fit(X, y)
    assert clf.certificate_.primal == pytest.approx(objective(clf, X, y, 1 / (0.1 * len(y))), rel=1e-12)
    assert clf.certificate_.gap <= 1e-4 and clf.certificate_.status == "converged"


def test_is_never_worse_than_linear_svc(noisy):
    X, y = noisy
    ours = SmSVC(C=0.5, intercept="penalized", tol=1e-9).fit(X, y)
    theirs = LinearSVC(C=0.5, loss="hinge", tol=1e-10, max_iter=1_000_000).fit(X, y)
    l2 = 1 / (0.5 * len(y))
    assert objective(ours, X, y, l2, True) <= objective(theirs, X, y, l2, True) * (1 + 1e-9)


@pytest.mark.parametrize("make", [sparse.csr_array, sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix])
def test_sparse_and_dense_agree(noisy, make):
    X, y = noisy
    X = np.where(np.abs(X) < 0.7, 0, X)
    dense = SmSVC(tol=1e-9).fit(X, y)
    other = SmSVC(tol=1e-9).fit(make(X), y)
    assert other.certificate_.primal == pytest.approx(dense.certificate_.primal, rel=1e-9)
    np.testing.assert_allclose(other.decision_function(make(X)), other.decision_function(X), rtol=1e-12)


def test_text_labels_and_several_classes(three_classes):
    X, y = three_classes
    clf = SmSVC().fit(X, y)
    assert list(clf.classes_) == ["ape", "bee", "cat"]
    assert clf.coef_.shape == (3, 12) and clf.decision_function(X).shape == (900, 3)
    alone = SmSVC().fit(X, y == "bee")
    np.testing.assert_array_equal(clf.coef_[1], alone.coef_[0])
    assert clf.certificate_.verify(X, y)


def test_weights_count_as_copies(noisy):
    X, y = noisy[0][:300], noisy[1][:300]
    weight = np.arange(300) % 4
    weighted = SmSVC(tol=1e-11).fit(X, y, sample_weight=weight)
    copied = SmSVC(tol=1e-11).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert weighted.certificate_.primal == pytest.approx(copied.certificate_.primal, rel=1e-10)
    assert weighted.certificate_.verify(X, y)
    assert len(weighted.certificate_.dual_point[0]) == 300


def test_balanced_classes_weigh_the_same(noisy):
    X, y = noisy
    y = np.where(np.arange(len(y)) % 3 == 0, y, 0)
    share = {label: len(y) / (2 * (y == label).sum()) for label in (0, 1)}
    balanced = SmSVC(class_weight="balanced").fit(X, y)
    given = SmSVC(class_weight=share).fit(X, y)
    np.testing.assert_array_equal(balanced.coef_, given.coef_)


def test_penalty_factors_and_scale(noisy):
    X, y = noisy
    factor = np.ones(20)
    factor[3] = 1e6
    clf = SmSVC(penalty_factor=factor).fit(X, y)
    assert abs(clf.coef_[0, 3]) < 1e-3
    assert clf.certificate_.verify(X, y)
    units = 10.0 ** np.arange(-3, 17, 1)
    one, other = SmSVC(scale="standard", tol=1e-8).fit(X, y), SmSVC(scale="standard", tol=1e-8).fit(X * units, y)
    np.testing.assert_allclose(other.coef_ * units, one.coef_, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_probabilities(noisy, three_classes, method):
    for X, y in (noisy, three_classes):
        clf = SmSVC(calibrate=method).fit(X, y)
        probability = clf.predict_proba(X)
        np.testing.assert_allclose(probability.sum(axis=1), 1)
        plain = SmSVC().fit(X, y)
        np.testing.assert_array_equal(plain.coef_, clf.coef_)
        assert not hasattr(plain, "predict_proba")
    # Of the rows said to be of a class with probability p, about that share is.
    X, y = noisy
    sure = SmSVC(calibrate=method).fit(X, y).predict_proba(X)[:, 1]
    middle = (sure > 0.6) & (sure < 0.8)
    assert abs(y[middle].mean() - sure[middle].mean()) < 0.1


def test_certificate_does_not_hold_for_other_data(noisy):
    X, y = noisy
    certificate = SmSVC().fit(X, y).certificate_
    assert certificate.verify(X, y)
    changed = X.copy()
    changed[7, 3] += 1
    for found in (certificate.verify(changed, y), certificate.verify(X, 1 - y), certificate.verify(X[1:], y[1:])):
        assert not found and found.reason
        assert np.isnan([found.primal, found.dual, found.gap]).all()  # there is no pass over what is not the data


@pytest.mark.parametrize("name", ["primal", "dual", "gap", "tolerance"])
def test_a_certificate_that_was_altered_does_not_hold(noisy, three_classes, name):
    for X, y in (noisy, three_classes):
        certificate = SmSVC(tol=1e-8).fit(X, y).certificate_
        assert certificate.status == "converged" and certificate.verify(X, y)
        true = getattr(certificate, name)
        for altered in (true * 0.999, 1e-30) if name != "tolerance" else (certificate.gap * 0.999, 1e-30):
            setattr(certificate, name, altered)
            found = certificate.verify(X, y)
            assert not found and name in found.reason
            assert found.primal == pytest.approx(certificate.primal_of_class.sum())
        setattr(certificate, name, true)
        assert certificate.verify(X, y)


def test_warns_where_nothing_can_be_proved(noisy):
    X, y = noisy
    for clf in (SmSVC(penalty_factor=[0.0] + [1.0] * 19), SmSVC(l1=0, l2=0)):
        with pytest.warns(ConvergenceWarning, match="stationary: nothing is proved .*give every feature a penalty"):
            clf.fit(X, y)
        assert clf.certificate_.status == "stationary" and clf.certificate_.gap is None
        found = clf.certificate_.verify(X, y)
        assert not found and "no bound" in found.reason


def test_what_was_computed_is_told_also_where_the_proof_fails(noisy, three_classes):
    X, y = noisy
    certificate = SmSVC().fit(X, y).certificate_
    certificate.dual_point[:] = 0  # which proves that the optimum is not below 0, and no more
    found = certificate.verify(X, y)
    assert not found and found.dual == 0 and found.gap == 1
    assert found.primal == pytest.approx(certificate.primal)
    certificate = SmSVC().fit(*three_classes).certificate_
    certificate.dual_point[1, 0] = 2
    found = certificate.verify(*three_classes)
    assert not found and "class 'bee'" in found.reason and np.isnan(found.primal)


def test_the_proof_of_weights_that_were_changed(noisy, tmp_path):
    X, y = noisy
    clf = SmSVC().fit(X, y)
    assert clf.certificate_.verify(X, y, model=clf)
    clf.save(tmp_path / "model")
    assert clf.certificate_.verify(X, y, model=load_model(tmp_path / "model"))
    clf.coef_ *= 2
    assert clf.certificate_.verify(X, y)  # of the model as it was trained
    found = clf.certificate_.verify(X, y, model=clf)
    assert not found and "above the claimed" in found.reason
    assert found.primal == pytest.approx(objective(clf, X, y, 1 / len(y)), rel=1e-12)
    with pytest.raises(ValueError, match="weights of shape"):
        clf.certificate_.verify(X, y, model=SmSVC().fit(X[:, :3], y))


def test_changed_weights_of_features_that_no_row_has_are_seen(tmp_path):
    (tmp_path / "data").write_text("+1 1:1 2000000:1\n-1 1:-1\n")
    data = load(tmp_path / "data")
    clf = SmSVC().fit(data)
    assert clf.certificate_.verify(data, model=clf)
    clf.coef_[0, 40] = 1
    assert "weight for feature 41" in clf.certificate_.verify(data, model=clf).reason


def test_more_classes_than_share_sweeps(capsys):
    y = np.repeat(np.arange(131), 2)
    X = np.column_stack([np.cos(y), np.sin(y)])
    clf = SmSVC(verbose=2).fit(X, y)
    told = {line.split()[2] for line in capsys.readouterr().out.splitlines() if " problem " in line}
    assert told == {str(k) for k in range(131)} and clf.coef_.shape == (131, 2)


def test_certificate_keeps_the_weights_of_rows(noisy):
    X, y = noisy
    weight = np.linspace(0.5, 2, len(y))
    clf = SmSVC().fit(X, y, weight)
    weight *= 3
    assert clf.certificate_.verify(X, y)


def test_warns_with_the_gap_and_what_to_do(noisy):
    X, y = noisy
    with pytest.warns(ConvergenceWarning, match=r"max_passes: proved relative gap .* raise max_passes or tol") as caught:
        SmSVC(tol=1e-12, max_passes=6).fit(X, y)
    assert caught[0].filename == __file__


def test_threads_never_change_a_bit(noisy):
    X, y = noisy
    one, many = SmSVC(n_jobs=1).fit(X, y), SmSVC(n_jobs=3).fit(X, y)
    np.testing.assert_array_equal(one.coef_, many.coef_)


def test_pickles_clones_and_sets_parameters(noisy):
    X, y = noisy
    clf = SmSVC(calibrate="isotonic").fit(X, y)
    again = pickle.loads(pickle.dumps(clf))
    np.testing.assert_array_equal(again.predict_proba(X), clf.predict_proba(X))
    assert again.certificate_.verify(X, y)
    assert clone(clf).set_params(C=3.0).get_params()["C"] == 3.0


def test_in_a_grid_search(noisy):
    X, y = noisy
    search = GridSearchCV(make_pipeline(StandardScaler(), SmSVC()), {"smsvc__C": [0.01, 1.0]}, cv=3, n_jobs=2).fit(X, y)
    assert search.best_score_ > 0.6


def test_in_a_pipeline_with_text():
    texts = ["ape eats fruit", "bee makes honey", "the ape climbs", "a bee flies"] * 10
    labels = ["ape", "bee"] * 20
    model = make_pipeline(TfidfVectorizer(), SmSVC()).fit(texts, labels)
    assert list(model.predict(["an ape", "honey of a bee"])) == ["ape", "bee"]


def test_cross_validates_in_processes(noisy):
    X, y = noisy
    alone = cross_val_score(SmSVC(), X, y, cv=4)
    np.testing.assert_array_equal(cross_val_score(SmSVC(), X, y, cv=4, n_jobs=2), alone)


def test_routes_weights(noisy):
    X, y = noisy
    weight = np.where(y == 1, 2.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        model = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False), SmSVC().set_fit_request(sample_weight=True)
        )
        model.fit(X, y, sample_weight=weight)
    assert model[-1]._facts["model"]["total_weight"] == weight.sum()


def test_other_solvers_agree(noisy):
    X, y = noisy
    best = SmSVC(tol=1e-6).fit(X, y).certificate_.primal
    for solver in ("newton", "bfgs"):
        assert SmSVC(tol=1e-4, solver=solver).fit(X, y).certificate_.primal == pytest.approx(best, rel=2e-4)


def test_html_holds_the_report(noisy):
    X, y = noisy
    assert "iframe" not in SmSVC()._repr_html_()
    clf = SmSVC().fit(X, y)
    assert "proved" in clf.report() and "srcdoc" in clf._repr_html_()
    assert "srcdoc" in clf._repr_mimebundle_()["text/html"]


def test_report_is_written(three_classes, tmp_path):
    SmSVC().fit(*three_classes).report(tmp_path / "report.html")
    assert "ape" in (tmp_path / "report.html").read_text()
