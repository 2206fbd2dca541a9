"""Weights in the shape of a native model."""

import numpy as np

from . import _core


def native_model(labels, coef, intercept, has_intercept=True, feature_ids=()):
    """The library's model: its first label is the one that a score above 0 means.

    ``labels`` are texts, in the order of ``classes_``. With ``feature_ids`` only these columns (numbered from 1) of the weights are stored.
    """
    model = _core.Model()
    model.labels = labels[::-1] if len(labels) == 2 else labels
    model.features = coef.shape[1]
    if len(feature_ids):
        model.feature_ids = feature_ids
        coef = coef[:, feature_ids - 1]
    model.weights = np.ascontiguousarray(coef.T, dtype=np.float64).ravel()
    model.intercept = [float(value) for value in intercept]
    model.has_intercept = has_intercept
    return model
