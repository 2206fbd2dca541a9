#!/usr/bin/env python3
"""A tour of the Python package on real data: census incomes (a9a) and 62 gene expressions (colon_std).

usage: examples/tour.py [FOLDER]

Writes figures and reports into FOLDER (default: tour). The data are NAME.libsvm.xz of the folder SMSVM_DATA.
"""

import os
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")

from smsvm import (
    ConvergenceDisplay,
    CrossValidationDisplay,
    PathDisplay,
    SmSVC,
    SmSVCCV,
    WeightsDisplay,
    load,
    load_model,
)

DATA = pathlib.Path(os.environ.get("SMSVM_DATA", "../shared/data"))


def incomes(folder):
    """Many rows: a model, its proof, and how good its probabilities are."""
    train, test = load(DATA / "a9a.libsvm.xz"), load(DATA / "a9a.t.libsvm.xz")
    clf = SmSVC(C=1.0, tol=1e-6, calibrate="platt").fit(train)
    certificate = clf.certificate_
    print(f"a9a: {certificate.status}, at most {100 * certificate.gap:.2g} % above the optimum, {clf.n_passes_:.1f} passes")
    print("     checked by other code:", certificate.verify(train))
    print(f"     test accuracy {clf.score(test):.4f}")
    probability = clf.predict_proba(test)[:, 1]
    for least in (0.1, 0.5, 0.8):
        rows = (probability > least) & (probability < least + 0.1)
        print(f"     said {least:.1f} to {least + 0.1:.1f}: {(test.target[rows] == 1).mean():.2f} earn more")
    ConvergenceDisplay.from_estimator(clf).figure_.savefig(folder / "a9a-convergence.svg")
    WeightsDisplay.from_estimator(clf, most=15).figure_.savefig(folder / "a9a-weights.svg")
    clf.report(folder / "a9a.html")
    clf.save(folder / "a9a.model")
    assert (load_model(folder / "a9a.model").coef_ == clf.coef_).all()


def genes(folder):
    """More features than rows: which genes are enough?"""
    data = load(DATA / "colon_std.libsvm.xz")
    clf = SmSVCCV(points=40, l2=0.01, rule="1se").fit(data)
    at = clf.l1_path_.tolist().index(clf.l1_1se_)
    print(
        f"colon: {(clf.coef_ != 0).sum()} of {clf.n_features_in_} genes, "
        f"accuracy {clf.mean_score_[at]:.3f} ± {clf.standard_error_[at]:.3f} on patients left out"
    )
    CrossValidationDisplay.from_estimator(clf).figure_.savefig(folder / "colon-validation.svg")
    PathDisplay.from_estimator(clf).figure_.savefig(folder / "colon-path.svg")
    clf.report(folder / "colon.html")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "tour")
    folder.mkdir(exist_ok=True)
    incomes(folder)
    genes(folder)
    print(f"figures and reports are in {folder}")


if __name__ == "__main__":
    main()
