"""The pages of ``smsvm report``, from what a fitted estimator knows."""

import html
import json

import numpy as np

from . import _core
from ._core import __version__
from ._feature_names import name_of
from ._liblinear import is_as_trained, whole_model
from ._native_model import dense

_MOST_WEIGHTS = 50
_AS_IN_MODELS = "status primal dual l1 l2 l1_ratio rows total_weight tolerance precision scale".split()


def page(estimator):
    """One HTML page of plots and tables."""
    if not hasattr(estimator, "history_") or not is_as_trained(estimator):
        return _page_of_model(estimator)
    facts = _validation_facts(estimator) if hasattr(estimator, "path_") else _training_facts(estimator)
    return _core.result_page(json.dumps(facts), type(estimator).__name__)


def _page_of_model(estimator):
    """Without what happened in training: of a file, or of weights that were set by hand."""
    model = whole_model(estimator)
    if not model.feature_names:
        stored = model.feature_ids - 1 if len(model.feature_ids) else range(model.features)
        model.feature_names = [name_of(None, column) for column in stored]
    return _core.model_page(model, type(estimator).__name__)


def embedded(estimator):
    """The page in a frame of its own, whose style is not that of what surrounds it."""
    return (
        '<iframe title="smsvm report" style="width:100%;height:40em;border:0" '
        f'srcdoc="{html.escape(page(estimator), quote=True)}"></iframe>'
    )


def _common(estimator, command):
    known = estimator._facts
    labels = estimator._labels
    return {name: known["model"][name] for name in _AS_IN_MODELS} | {
        "command": command,
        "command_line": repr(estimator),
        "data": known["data"],
        # The library names the class of positive scores first.
        "labels": labels[::-1] if len(labels) == 2 else labels,
        "class_rows": [{"label": label, "rows": rows} for label, rows in zip(labels, known["class_rows"])],
        "intercept_mode": estimator.intercept,
        "features": known["features"],
        "nonzeros": known["nonzeros"],
        "threads": known["threads"],
        "peak_memory_bytes": _core.peak_memory_bytes(),
        "version": __version__,
        "passes": known["passes"],
        "seconds": known["seconds"],
        "held_out": None,
    }


def _training_facts(estimator):
    certificate, known = estimator.certificate_, estimator._facts
    coef = dense(estimator.coef_)
    facts = _common(estimator, "train")
    facts |= {
        "relative_gap": certificate.gap,
        "passes": certificate.passes,
        "iterations": int(estimator.n_iter_),
        "hessian_rows": known["hessian_rows"],
        "nonzero_weights": int(np.count_nonzero(coef)),
        "intercept": float(estimator.intercept_[0]) if len(coef) == 1 else estimator.intercept_.tolist(),
        "sample_weight": known["weighted"],
        "C": _number(known["model"]["c"]),
        "penalty_factor": estimator.penalty_factor is not None,
        "calibration": None,
        "solver": getattr(estimator, "solver", "primal-dual"),
        "device": "cpu",
        "history": _history(estimator.history_[0]) if len(coef) == 1 else [],
        "weights": _weights(estimator, coef[0]) if len(coef) == 1 else [],
    }
    if len(coef) > 1:
        facts["classes"] = [
            {
                **facts,
                "label": str(label),
                "status": status,
                "primal": primal,
                "dual": dual,
                "relative_gap": None if dual is None else (primal - dual) / primal if primal > 0 else 0.0,
                "passes": passes,
                "nonzero_weights": int(np.count_nonzero(coef[k])),
                "intercept": float(estimator.intercept_[k]),
                "history": _history(estimator.history_[k]),
                "weights": _weights(estimator, coef[k]),
            }
            for k, (label, (status, primal, dual, passes)) in enumerate(zip(estimator.classes_, known["model"]["classes"]))
        ]
    return facts


def _history(table):
    names = ("passes", "seconds", "primal", "dual", "epsilon", "nonzero_weights")
    return [
        {name: int(value) if name == "nonzero_weights" else _number(value) for name, value in zip(names, line)}
        for line in table
    ]


def _number(value):
    return float(value) if np.isfinite(value) else None


def _weights(estimator, coef):
    names = getattr(estimator, "feature_names_in_", None)
    largest = np.argsort(-np.abs(coef), kind="stable")[:_MOST_WEIGHTS]
    return [
        {"feature": int(j) + 1, "name": name_of(names, j), "weight": float(coef[j])}
        for j in largest
        if coef[j] != 0
    ]


def _validation_facts(estimator):
    path = estimator.path_
    metric = metric_name(estimator.scoring)
    names = getattr(estimator, "feature_names_in_", None)

    def points(column):
        nonzero = path.nonzero_weights
        return [
            {
                "strength": float(path.strength[i]),
                "l1": float(path.l1[i]),
                "l2": float(path.l2[i]),
                "status": path.status[i][column],
                "primal": float(path.primal[i, column]),
                "dual": _number(path.dual[i, column]),
                "relative_gap": _number(path.gap[i, column]),
                "loss": float(path.loss[i, column]),
                "nonzero_weights": int(nonzero[i, column]),
                "intercept": float(path.intercepts[i, column]),
                "passes": float(path.passes[i, column]),
                "weights": [[int(j) + 1, float(path.coefs[i, column, j])] for j in np.flatnonzero(path.coefs[i, column])],
            }
            for i in range(len(path))
        ]

    def chosen(at):
        score = {"mean": _number(estimator.mean_score_[at]), "standard_error": _number(estimator.standard_error_[at])}
        return {
            "path": 0,
            "point": at + 1,
            "strength": float(path.strength[at]),
            "l1": float(path.l1[at]),
            "l2": float(path.l2[at]),
            "nonzero_weights": int(path.nonzero_weights[at].sum()),
            "scores": {metric: score},
        }

    curve = {
        "metric": metric,
        "mean": [_number(value) for value in estimator.mean_score_],
        "standard_error": [_number(value) for value in estimator.standard_error_],
        "folds": [[_number(value) for value in line] for line in estimator.scores_],
    }
    columns = range(path.coefs.shape[1])
    route = {"l1_ratio": estimator.l1_ratio_, "curves": [curve], "largest": None}
    if len(columns) == 1:
        route["points"] = points(0)
    else:
        route["classes"] = [{"label": str(estimator.classes_[k]), "points": points(k)} for k in columns]
    return _common(estimator, "cv") | {
        "feature_names": {str(j + 1): name_of(names, j) for j in np.flatnonzero(path.coefs.any(axis=(0, 1)))},
        "intercept": estimator.intercept,
        "rule": estimator.rule,
        "best": chosen(estimator._best),
        "one_se": chosen(estimator._one_se),
        "paths": [route],
    }


def metric_name(scoring):
    """What a plot calls the measure."""
    if scoring is None:
        return "accuracy"
    return scoring if isinstance(scoring, str) else getattr(scoring, "__name__", "score")
