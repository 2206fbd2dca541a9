"""Training and calibration of one problem."""

import numpy as np

from . import _core
from ._words import words_of_python


class Trained:
    """Fits of each class and, where asked for, what turns scores into probabilities."""

    def __init__(self, fits, passes, seconds, calibrations, raised):
        self.fits = fits
        self.passes = passes
        self.seconds = seconds
        self.calibrations = calibrations
        self.raised = raised


@words_of_python()
def train(problem, penalty, listener=None, calibrate=None, folds=5):
    """Solves the problem; with ``calibrate`` also without each fold in turn, in the same sweeps."""
    targets = problem.targets()
    whole = len(targets)
    fold_of_row = None
    if calibrate is not None:
        fold_of_row = _core.stratified_folds(problem.codes, folds, problem.options.stopping.seed)
        for fold in range(folds):
            targets += problem.targets(fold_of_row != fold)
    fits, passes, seconds, raised = _train_in_groups(problem, targets, penalty, listener)
    calibrations = None
    if calibrate is not None and raised is None:
        calibrations = _learn(problem, calibrate, fold_of_row, [fits[k : k + whole] for k in range(whole, len(fits), whole)])
    return Trained(fits[:whole], passes, seconds, calibrations, raised)


def _train_in_groups(problem, targets, penalty, listener):
    at_once = _core.problems_at_once(problem.rows.rows)
    fits, passes, seconds, raised = [], 0.0, 0.0, None
    for first in range(0, len(targets), at_once):
        stopping = problem.stopping(spent=seconds)
        told = listener and (lambda number, *news, first=first: listener(first + number, *news))
        group, caught = _core.train(problem.rows, targets[first : first + at_once], penalty, stopping, told)
        fits += group.fit
        passes += group.passes
        seconds += group.seconds
        raised = raised or caught
        if raised is not None and len(fits) < problem.columns:
            raise raised  # some class has nothing to show yet
        if raised is not None:
            break
    return fits, passes, seconds, raised


def _learn(problem, method, fold_of_row, fits_of_fold):
    models = [[linear_model(fit.weights, fit.intercept) for fit in fits] for fits in fits_of_fold]
    scores = _core.held_out_scores(problem.rows, fold_of_row, models, problem.threads)
    return [
        _core.calibrate(method, np.ascontiguousarray(scores[:, column]), problem.sign(column), problem.weight)
        for column in range(problem.columns)
    ]


def linear_model(weights, intercept):
    """Dense weights as the library's sparse ones."""
    feature = np.flatnonzero(weights).astype(np.int32)
    return _core.LinearModel(feature, np.ascontiguousarray(weights[feature]), intercept)
