"""Models in LIBLINEAR's text format, with the command's trailer."""

import os

import numpy as np

from . import _core
from ._certificate import Certificate
from ._data import label_kind, label_values, missing_files_told_apart
from ._linear import native_calibration, plain_calibration, texts_of_labels
from ._native_model import checked_weights


def save_model(estimator, path):
    """Write what ``smsvm train`` would: LIBLINEAR's own programs read it, and so do ``smsvm predict`` and ``verify``."""
    _core.save_model(whole_model(estimator), os.fspath(path))


def whole_model(estimator):
    """The native model with all that its file says."""
    model = estimator._native_model()
    model.label_kind = label_kind(np.asarray(estimator.classes_), texts_of_labels(estimator))
    model.feature_names = _stored_names(estimator, model)
    if getattr(estimator, "_table", ""):
        model.set_table(estimator._table)
    model.calibration = [native_calibration(each) for each in getattr(estimator, "calibration_", [])]
    if hasattr(estimator, "_facts") and is_as_trained(estimator):
        model.facts = _native_facts(estimator._facts["model"])
    return model


def _stored_names(estimator, model):
    """Of the features whose weights the model stores; none if the data had none."""
    names = getattr(estimator, "feature_names_in_", None)
    if names is None:
        return []
    stored = model.feature_ids - 1 if len(model.feature_ids) else range(model.features)
    return [str(names[column]) for column in stored]


def is_as_trained(estimator):
    """What was found in training says nothing about weights that were changed since."""
    trained = estimator.certificate_.model
    now = checked_weights(trained["labels"], estimator.coef_, estimator.intercept_)
    return all(np.array_equal(trained[key], values) for key, values in zip(("coef", "intercept"), now))


_FACTS = (
    "status l2 l1 c l1_ratio intercept precision tolerance primal dual rows total_weight passes data_checksum "
    "class_weights scale feature_scale"
).split()


def plain_facts(native):
    """What is known about a training as plain values, which pickle."""
    of_class = [(each.status, each.primal, each.dual, each.passes) for each in native.classes]
    return {name: getattr(native, name) for name in _FACTS} | {"classes": of_class}


def _native_facts(plain):
    """And back."""
    facts = _core.TrainingFacts()
    for name in _FACTS:
        setattr(facts, name, plain[name])
    facts.classes = [_core.ClassFacts(*each) for each in plain["classes"]]
    return facts


def load_model(path):
    """Read a model of ``smsvm train``, :meth:`SmSVC.save` or LIBLINEAR.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    SmSVC
        A fitted estimator. What a model file does not hold it does not have: ``history_``, the dual point of
        ``certificate_`` and, for LIBLINEAR's models, ``certificate_`` at all.

    Examples
    --------
    >>> import os, tempfile
    >>> from sklearn.datasets import load_iris
    >>> from smsvm import SmSVC, load_model
    >>> X, y = load_iris(return_X_y=True)
    >>> clf = SmSVC().fit(X, y)
    >>> file = os.path.join(tempfile.mkdtemp(), "iris.model")
    >>> clf.save(file)
    >>> bool((load_model(file).coef_ == clf.coef_).all())
    True
    """
    path = os.fspath(path)
    with missing_files_told_apart(path):
        model = _core.load_model(path)
    estimator = _unfitted(model)
    facts = model.facts
    columns = len(model.intercept)
    stored = model.weights.reshape(-1, columns).T
    coef = stored
    if len(model.feature_ids):
        coef = np.zeros((columns, model.features))
        coef[:, model.feature_ids - 1] = stored
    intercept = np.array(model.intercept)
    calibrations = [plain_calibration(each) for each in model.calibration]
    labels = np.array(label_values(model.labels, model.label_kind))
    order = np.argsort(labels, kind="stable")
    if columns > 1:
        coef, intercept = coef[order], intercept[order]
        calibrations = [calibrations[k] for k in order] if calibrations else []
    elif len(labels) == 2 and order[0] == 0:  # its positive class is our first
        coef, intercept = -coef, -intercept
        calibrations = [_mirrored(each) for each in calibrations]
    estimator.classes_ = labels[order]
    estimator._labels = [model.labels[k] for k in order]
    estimator.coef_ = np.ascontiguousarray(coef)
    estimator.intercept_ = intercept
    estimator.n_features_in_ = int(model.features)
    estimator._table = model.table
    if model.feature_names and not len(model.feature_ids):
        estimator.feature_names_in_ = np.array(model.feature_names, dtype=object)
    if calibrations:
        estimator.calibration_ = calibrations
    if facts is not None:
        estimator.n_passes_ = facts.passes
        if facts.classes:
            facts.classes = [facts.classes[k] for k in order]
        estimator.certificate_ = _certificate_of(facts, facts.classes or [facts])
        estimator.certificate_.model = {
            "labels": estimator._labels,
            "coef": estimator.coef_.copy(),
            "intercept": estimator.intercept_.copy(),
            "has_intercept": model.has_intercept,
        }
        estimator._facts = {"model": plain_facts(facts)}
    return estimator


def _unfitted(model):
    """With the parameters that the model was trained with, as far as it says."""
    from ._svc import SmSVC

    facts = model.facts
    if facts is None:
        return SmSVC(intercept="penalized" if model.has_intercept else "none")
    return SmSVC(
        l1=facts.l1,
        l2=facts.l2,
        intercept=facts.intercept,
        tol=facts.tolerance,
        scale=facts.scale,
        precision=facts.precision,
    )


def _mirrored(calibration):
    """For scores of the other sign, the probability of the other class."""
    first, second = calibration
    if isinstance(first, float):
        return (first, -second)
    return (-first[::-1], 1 - second[::-1])


def _certificate_of(facts, of_class):
    duals = [each.dual for each in of_class]
    proved = all(dual is not None for dual in duals)
    primals = [each.primal for each in of_class]
    gaps = [_core.relative_gap(primal, dual) for primal, dual in zip(primals, duals)]
    return Certificate(
        status=facts.status,
        primal=facts.primal,
        dual=facts.dual,
        gap=max(gaps) if proved else None,
        passes=facts.passes,
        tolerance=facts.tolerance,
        primal_of_class=np.array(primals),
        dual_of_class=np.array([np.nan if dual is None else dual for dual in duals]),
        dual_point=np.empty((0, 0)),
        l1=facts.l1,
        l2=facts.l2,
        intercept=facts.intercept,
        precision=facts.precision,
        checksum=facts.data_checksum,
        feature_scale=np.array(facts.feature_scale),
    )
