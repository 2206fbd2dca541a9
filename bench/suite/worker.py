"""Trains with one library as often as it is told to; run by libraries.py with the Python of that library's environment.

usage: worker.py LIBRARY MATRIX.npz SIGNS.npy PROBLEM

A line {"effort": E, "weights": FILE} on standard input is answered with {"seconds": S}. Data of which half or more is
not zero are given as a dense array, others as compressed sparse rows, in double; the intercept is a feature that is
always 1.
"""

import json
import os
import sys
import time
import warnings

import numpy
from scipy import sparse


def linear_svc(features, signs, problem):
    from sklearn.svm import LinearSVC

    def train(iterations):
        svc = LinearSVC(
            loss="hinge", C=problem["c"], fit_intercept=False, tol=1e-9, max_iter=iterations, random_state=0
        )
        return svc.fit(features, signs).coef_

    return train


def sgd(features, signs, problem):
    from sklearn.linear_model import SGDClassifier

    def train(epochs):
        classifier = SGDClassifier(
            loss="hinge",
            penalty="elasticnet" if problem["l1_ratio"] > 0 else "l2",
            alpha=problem["alpha"],
            l1_ratio=problem["l1_ratio"],
            fit_intercept=False,
            max_iter=epochs,
            tol=None,
            random_state=0,
        )
        return classifier.fit(features, signs).coef_

    return train


def rehline(features, signs, problem):
    from rehline import plq_ElasticNet_Classifier, plq_Ridge_Classifier

    def train(iterations):
        options = dict(loss={"name": "svm"}, C=problem["c"], fit_intercept=False, tol=1e-9, max_iter=iterations)
        if problem["l1_ratio"] > 0:
            classifier = plq_ElasticNet_Classifier(l1_ratio=problem["l1_ratio"], **options)
        else:
            classifier = plq_Ridge_Classifier(**options)
        return classifier.fit(features, signs).coef_

    return train


def lightning_sdca(features, signs, problem):
    from lightning.classification import SDCAClassifier

    def train(epochs):
        classifier = SDCAClassifier(
            loss="hinge", alpha=problem["alpha"], l1_ratio=problem["l1_ratio"], tol=0, max_iter=epochs, random_state=0
        )
        return classifier.fit(features, signs).coef_

    return train


def liblinear_multicore(features, signs, problem):
    from liblinear.liblinear import parameter
    from liblinear.liblinear import problem as converted
    from liblinear.liblinearutil import train as train_model

    rows = converted(signs, sparse.csr_matrix(features))  # its own format; not timed

    def train(tolerance):
        settings = parameter(f"-s 3 -q -m {os.cpu_count()} -c {problem['c']!r} -e {tolerance!r}")
        model = train_model(rows, settings)
        width = features.shape[1]
        weights = numpy.array(model.w[:width]) * (1 if model.label[0] > 0 else -1)
        return weights

    return train


LIBRARIES = {
    "LinearSVC": linear_svc,
    "SGDClassifier": sgd,
    "ReHLine": rehline,
    "lightning SDCA": lightning_sdca,
    "liblinear-multicore": liblinear_multicore,
}


def main():
    library, matrix_file, signs_file, problem = sys.argv[1:]
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    features, signs = sparse.load_npz(matrix_file).tocsr(), numpy.load(signs_file)
    if features.nnz >= features.shape[0] * features.shape[1] / 2:
        features = features.toarray()
    train = LIBRARIES[library](features, signs, json.loads(problem))

    def answer(facts):
        answers.write(json.dumps(facts) + "\n")
        answers.flush()

    answer({"ready": True})
    for line in sys.stdin:
        order = json.loads(line)
        start = time.perf_counter()
        weights = train(order["effort"])
        seconds = time.perf_counter() - start
        numpy.save(order["weights"], numpy.asarray(weights, dtype=numpy.float64).ravel())
        answer({"seconds": seconds})


if __name__ == "__main__":
    main()
