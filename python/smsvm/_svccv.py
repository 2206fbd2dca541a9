"""The estimator that chooses the strength of the penalty by cross-validation."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import get_scorer
from sklearn.model_selection import check_cv
from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    get_routing_for_object,
    process_routing,
)

from . import _core
from ._callbacks import Steps, with_callbacks
from ._linear import LinearClassifier, decide
from ._parameters import SMSVCCV
from ._path import PathRequest, assemble, follow
from ._problem import Problem
from ._svc import train_and_keep

_MOST_SCORES = 1 << 25  # kept in memory at a time


class SmSVCCV(LinearClassifier):
    """Linear support vector classifier whose penalty is chosen by cross-validation along a path.

    Follows the path on all rows and on those of each fold's training part, all in shared passes over the data, and
    measures the latter on the rows they did not see. The model is that of all rows at the point chosen, with its proof.

    Parameters
    ----------
    points : int, default=100
        Strengths of the penalty, in equal ratios, from the one that makes all weights zero down.
    l1_ratio : float or list of float, default=1.0
        l1 and l2 fall together, and this share of their sum is l1. A list is a grid.
    l2 : float, default=None
        If given, l2 stays the same and l1 alone falls; ``l1_ratio`` must then have its default.
    min_ratio : float, default=None
        The last strength, the first being 1. None: 1e-4; with more features than rows 1e-2.
    strengths : array-like, default=None
        The strengths to visit instead, falling.
    cv : int, cross-validation generator or iterable, default=5
        Anything scikit-learn accepts.
    scoring : str or callable, default=None
        What to measure; None: accuracy. A callable is not given the rows themselves, only a model that knows their
        scores.
    rule : {"min", "1se"}, default="min"
        The best point, or the strongest penalty on the same path within one standard error of it.
    intercept, tol, max_passes, class_weight, penalty_factor, scale, precision, device, n_jobs, random_state, verbose,\
 calibrate, calibration_folds, max_seconds
        As of :class:`SmSVC`; ``tol`` and ``max_passes`` hold for each point, ``max_seconds`` for the paths and once
        more for the model.

    Attributes
    ----------
    l1_path_, l2_path_ : ndarray of shape (n_points,)
        The penalties visited (of the ratio chosen, where there are several).
    coefs_path_ : ndarray of shape (n_points, 1 or n_classes, n_features)
        Their models, trained on all rows.
    scores_ : ndarray of shape (n_points, n_splits)
        What was measured.
    mean_score_, standard_error_ : ndarray of shape (n_points,)
        Splits count by the weight of their rows; the standard error is glmnet's.
    l1_min_, l1_1se_, l2_min_, l2_1se_ : float
        The penalty of the best point, and of the strongest one within a standard error of it.
    l1_ratio_ : float or None
        The ratio chosen.
    path_ : Path
        All of the path.
    coef_, intercept_, classes_, certificate_, n_iter_, n_passes_, history_, n_features_in_, feature_names_in_
        As of :class:`SmSVC`, at the point chosen.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from smsvm import SmSVCCV
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> clf = SmSVCCV(points=20, l2=1e-3, rule="1se", scale="standard").fit(X, y)
    >>> bool(clf.l1_1se_ >= clf.l1_min_)
    True
    >>> clf.scores_.shape[1]
    5
    """

    _parameter_constraints = SMSVCCV

    def __init__(
        self,
        points=100,
        l1_ratio=1.0,
        *,
        l2=None,
        min_ratio=None,
        strengths=None,
        cv=5,
        scoring=None,
        rule="min",
        intercept="free",
        tol=1e-4,
        max_passes=None,
        class_weight=None,
        penalty_factor=None,
        scale="none",
        precision=None,
        device="auto",
        n_jobs=None,
        random_state=None,
        verbose=0,
        calibrate=None,
        calibration_folds=5,
        max_seconds=None,
    ):
        self.points = points
        self.l1_ratio = l1_ratio
        self.l2 = l2
        self.min_ratio = min_ratio
        self.strengths = strengths
        self.cv = cv
        self.scoring = scoring
        self.rule = rule
        self.intercept = intercept
        self.tol = tol
        self.max_passes = max_passes
        self.class_weight = class_weight
        self.penalty_factor = penalty_factor
        self.scale = scale
        self.precision = precision
        self.device = device
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.calibrate = calibrate
        self.calibration_folds = calibration_folds
        self.max_seconds = max_seconds

    @with_callbacks
    def fit(self, X, y=None, sample_weight=None, **params):
        """Choose the penalty and train.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows, as for :meth:`SmSVC.fit`.
        y : array-like of shape (n_samples,)
            Labels.
        sample_weight : array-like of shape (n_samples,), default=None
            What rows count, in training and in what is measured.
        **params : dict
            For the splitter and the scorer, by metadata routing; ``groups`` also without.

        Returns
        -------
        self : SmSVCCV
            The fitted estimator.
        """
        problem = Problem(self, X, y, sample_weight)
        steps = Steps(self, X, y, sample_weight)
        validation = _Validation(self, problem, sample_weight, params)
        requests = self._requests()
        found = follow(problem, requests, validation.train_masks, self.verbose, steps)
        curves = [validation.measure(paths) for paths, _ in found]
        best, one_se, chosen = _choose(curves)
        validated = problem.seconds()
        self._keep(problem, *found[chosen], requests[chosen], curves[chosen], best, one_se)
        at = best if self.rule == "min" else one_se
        problem.native.move_to(found[chosen][0][0][at])
        train_and_keep(self, problem, Steps.none())
        self._facts["seconds"]["cv"] = validated
        steps.end()
        return self

    def _requests(self):
        ratios = [None] if self.l2 is not None else np.atleast_1d(self.l1_ratio).tolist()
        strengths = None if self.strengths is None else tuple(self.strengths)
        return [PathRequest(self.points, self.min_ratio, ratio, strengths) for ratio in ratios]

    def _keep(self, problem, native_paths, largest, request, curve, best, one_se):
        path = assemble(problem, native_paths[: problem.columns], largest)
        self.path_ = path
        self.l1_path_, self.l2_path_, self.coefs_path_ = path.l1, path.l2, path.coefs
        self.scores_, self.mean_score_, self.standard_error_ = curve
        self.l1_min_, self.l2_min_ = float(path.l1[best]), float(path.l2[best])
        self.l1_1se_, self.l2_1se_ = float(path.l1[one_se]), float(path.l2[one_se])
        self.l1_ratio_ = request.l1_ratio
        self._best, self._one_se = best, one_se

    def get_metadata_routing(self):
        """Where metadata go: weights to training, and what the splitter and the scorer ask for to them.

        Returns
        -------
        MetadataRouter
        """
        router = MetadataRouter(owner=self.__class__.__name__).add_self_request(self)
        router.add(
            splitter=check_cv(self.cv, classifier=True),
            method_mapping=MethodMapping().add(caller="fit", callee="split"),
        )
        if self.scoring is not None:
            router.add(
                scorer=get_scorer(self.scoring),
                method_mapping=MethodMapping().add(caller="fit", callee="score"),
            )
        return router


class _Scored(ClassifierMixin, BaseEstimator):
    """A model that knows the scores of the rows it will be asked about, for scorers."""

    def __init__(self, classes=None, scores=None):
        self.classes_ = classes
        self._scores = scores

    def decision_function(self, X):
        return self._scores[:, 0] if self._scores.shape[1] == 1 else self._scores

    def predict(self, X):
        return self.classes_[decide(self._scores)]

    def __sklearn_is_fitted__(self):
        return True


class _Validation:
    """The splits, and what is measured on their test parts."""

    def __init__(self, estimator, problem, sample_weight, params):
        from sklearn import get_config

        self._problem = problem
        self._scorer = None if estimator.scoring is None else get_scorer(estimator.scoring)
        self._score_params = {}
        labels = problem.classes[problem.codes]
        rows = problem.rows.rows
        if get_config().get("enable_metadata_routing"):
            weights = {} if sample_weight is None else {"sample_weight": sample_weight}
            routed = process_routing(estimator, "fit", **weights, **params)
            split_params = routed.splitter.split
            if self._scorer is not None:
                self._score_params = routed.scorer.score
        else:
            split_params = params
            if len(problem.native.sample_weight_given):
                self._score_params = {"sample_weight": problem.native.sample_weight_given}
        given, kept = problem.native.rows_given, problem.native.kept
        splitter = check_cv(estimator.cv, problem.given_labels, classifier=True)
        self.train_masks, self.test_rows, self._test_given = [], [], []
        position = np.full(given, -1)
        position[kept if len(kept) else slice(None)] = np.arange(rows)
        for train, test in splitter.split(np.zeros((given, 1)), problem.given_labels, **split_params):
            mask = np.zeros(given, dtype=bool)
            mask[train] = True
            test = np.arange(given)[test]
            test = np.sort(test[position[test] >= 0])
            self.train_masks.append(mask[kept] if len(kept) else mask)
            self.test_rows.append(position[test])
            self._test_given.append(test)
        self._labels = labels

    def measure(self, native_paths):
        """Scores of each point and split, their mean, and its standard error."""
        columns = self._problem.columns
        points = min(len(path) for path in native_paths)
        if points == 0:
            raise ValueError("stopped before the first point of the path was known")
        scores = np.empty((points, len(self.test_rows)))
        for split in range(len(self.test_rows)):
            paths = native_paths[(1 + split) * columns : (2 + split) * columns]
            scores[:, split] = self._measure_split(split, paths, points)
        own = self._problem.native.sample_weight
        weight = [own[rows].sum() if len(own) else len(rows) for rows in self.test_rows]
        return (scores, *_core.summarise(scores, weight))

    def _measure_split(self, split, paths, points):
        rows, given = self.test_rows[split], self._test_given[split]
        part = _core.keep_rows(self._problem.rows, rows)
        fold = np.zeros(len(rows), dtype=np.int32)
        columns = len(paths)
        at_once = max(1, _MOST_SCORES // (len(rows) * columns))
        params = {name: _rows_of(value, given) for name, value in self._score_params.items()}
        measured = []
        for first in range(0, points, at_once):
            last = min(first + at_once, points)
            models = [
                _core.LinearModel(path[point].feature, path[point].value, path[point].intercept)
                for point in range(first, last)
                for path in paths
            ]
            scores = _core.held_out_scores(part, fold, [models], self._problem.threads)
            for k in range(last - first):
                measured.append(self._score(rows, scores[:, k * columns : (k + 1) * columns], params))
        return measured

    def _score(self, rows, scores, params):
        if self._scorer is None:
            right = decide(scores) == self._problem.codes[rows]
            return np.average(right, weights=params.get("sample_weight"))
        model = _Scored(self._problem.classes, scores)
        return self._scorer(model, np.zeros((len(rows), 1)), self._labels[rows], **params)


def _rows_of(value, rows):
    value = np.asarray(value)
    return value[rows] if value.ndim else value


def _choose(curves):
    """The best point, the strongest within a standard error of it, and the path of both; of equals the strongest."""
    chosen, best, one_se = _core.choose_points([(mean, error) for _, mean, error in curves])
    if np.isnan(curves[chosen][1][best]):
        raise ValueError("nothing could be measured: no split has rows of several classes")
    return best, one_se, chosen
