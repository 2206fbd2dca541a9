"""The estimator that chooses the strength of the penalty by cross-validation."""

import warnings

import numpy as np
from scipy.sparse import issparse
from sklearn.metrics import get_scorer
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing
from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    get_routing_for_object,
    process_routing,
)

from . import _core
from ._arrow import is_arrow
from ._callbacks import Steps, with_callbacks
from ._data import Dataset
from ._linear import LinearClassifier, decide
from ._parameters import SMSVCCV
from ._path import PathRequest, assemble, follow
from ._problem import Problem
from ._svc import train_and_keep
from ._validation import unchanged_where_it_fails

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
        The last strength divided by the first. None: 1e-4; with more features than rows 1e-2.
    strengths : array-like, default=None
        The strengths to visit instead, falling.
    cv : int, cross-validation generator or iterable, default=5
        Anything scikit-learn accepts.
    scoring : str or callable, default=None
        What to measure; None: accuracy. A callable is given a model of the path, the rows left out and their labels. Such
        a model has no probabilities. Before the work begins it is called once, with a model whose weights are zero.
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
        with unchanged_where_it_fails(self):
            problem = Problem(self, X, y, sample_weight)
            steps = Steps(self, X, y, sample_weight)
            validation = _Validation(self, problem, X, sample_weight, params)
            requests = self._requests()
            found = follow(problem, requests, validation.parts, self.verbose, steps)
            curves = [validation.measure(paths) for paths, _ in found]
            best, one_se, chosen = _choose(curves)
            validated = problem.seconds()
            known = _known_of_path(problem, *found[chosen], requests[chosen], curves[chosen], best, one_se)
            at = best if self.rule == "min" else one_se
            problem.native.move_to(found[chosen][0][0][at])
            train_and_keep(self, problem, Steps.none(), known)
        self._facts["seconds"]["cv"] = validated
        steps.end()
        return self

    def _requests(self):
        ratios = [None] if self.l2 is not None else np.atleast_1d(self.l1_ratio).tolist()
        strengths = None if self.strengths is None else tuple(self.strengths)
        return [PathRequest(self.points, self.min_ratio, ratio, strengths) for ratio in ratios]

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


def _known_of_path(problem, native_paths, largest, request, curve, best, one_se):
    """The fitted attributes that a single model does not have."""
    path = assemble(problem, native_paths[: problem.columns], largest)
    scores, mean, error = curve
    return {
        "path_": path,
        "l1_path_": path.l1,
        "l2_path_": path.l2,
        "coefs_path_": path.coefs,
        "scores_": scores,
        "mean_score_": mean,
        "standard_error_": error,
        "l1_min_": float(path.l1[best]),
        "l2_min_": float(path.l2[best]),
        "l1_1se_": float(path.l1[one_se]),
        "l2_1se_": float(path.l2[one_se]),
        "l1_ratio_": request.l1_ratio,
        "_best": best,
        "_one_se": one_se,
    }


class _OfPath(LinearClassifier):
    """A model of the path, for scorers. The scores of the rows it was not trained on are known already."""

    def __init__(self):
        pass

    @classmethod
    def of(cls, problem, points, X, scores):
        """The model of these points of the path, one for each problem, whose scores of X these are."""
        model = cls()
        model.classes_, model._labels = problem.classes, problem.labels
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(problem.estimator, name):
                setattr(model, name, getattr(problem.estimator, name))
        model.intercept, model.n_jobs = problem.estimator.intercept, problem.estimator.n_jobs
        model._problem, model._points, model._known = problem, points, (X, scores)
        return model

    @property
    def coef_(self):
        coef = np.zeros((self._problem.columns, self._problem.rows.features))
        for weights, point in zip(coef, self._points):
            weights[point.feature] = point.value
        return self._problem.dense(coef)

    @property
    def intercept_(self):
        return np.array([point.intercept for point in self._points] or [0.0] * self._problem.columns)

    def _scores(self, X):
        return self._known[1] if X is self._known[0] else super()._scores(X)

    def fit(self, X, y):
        raise NotImplementedError("a model of a path is fitted already")

    def __sklearn_is_fitted__(self):
        return True


class _Split:
    """What a split measures by: rows, and what scorers are given of them. Rows of weight 0 do not count."""

    def __init__(self, problem, X, train, test):
        native = problem.native
        position = np.full(native.rows_given, -1)
        position[native.kept if len(native.kept) else slice(None)] = np.arange(problem.rows.rows)
        copies = np.bincount(np.arange(native.rows_given)[train], minlength=native.rows_given).astype(np.float64)
        self.copies = copies[position >= 0]
        given = np.sort(np.arange(native.rows_given)[test])
        self.given = given[position[given] >= 0]
        self.rows = position[self.given]
        self.labels = problem.classes[problem.codes[self.rows]]
        # Those of the library's rows whose scores are needed; they increase.
        self._different, self._among = np.unique(self.rows, return_inverse=True)
        self._problem, self._X = problem, X

    def native(self):
        return _core.keep_rows(self._problem.rows, self._different)

    def scores(self, part, models):
        """Rows × models."""
        fold = np.zeros(len(self._different), dtype=np.int32)
        return _core.held_out_scores(part, fold, [models], self._problem.threads)[self._among]

    def X(self):
        """The rows as they were given; those of a table that was read as an Arrow stream are an array."""
        if isinstance(self._X, Dataset):
            return Dataset(_core.keep_rows(self._X._native, np.unique(self.given)), self._X.source)
        return _safe_indexing(self._X, self.given)


class _Validation:
    """The splits, and what is measured on their test parts."""

    def __init__(self, estimator, problem, X, sample_weight, params):
        from sklearn import get_config

        self._problem = problem
        self._scorer = None if estimator.scoring is None else get_scorer(estimator.scoring)
        self._score_params = {}
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
        splitter = check_cv(estimator.cv, problem.given_labels, classifier=True)
        X = problem.array if is_arrow(X) or issparse(X) else X
        no_rows = np.zeros((problem.native.rows_given, 1))
        self._splits = [
            _Split(problem, X, train, test)
            for train, test in splitter.split(no_rows, problem.given_labels, **split_params)
        ]
        self._check_scorer(estimator.scoring)

    def _rows_for_scorer(self, split):
        """Those of scikit-learn ask the model and do not look at them."""
        looks = self._scorer is not None and not hasattr(self._scorer, "_response_method")
        return split.X() if looks else np.zeros((len(split.rows), 1))

    @property
    def parts(self):
        """How often each row is trained on, of each split."""
        return [split.copies for split in self._splits]

    def _check_scorer(self, scoring):
        """Before any work is done: models of a path have no probabilities."""
        if self._scorer is None:
            return
        split = self._splits[0]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._score(split, self._rows_for_scorer(split), [], np.zeros((len(split.rows), self._problem.columns)))
        except AttributeError as error:
            if "predict_proba" in str(error) or "predict_log_proba" in str(error):
                raise ValueError(
                    f"scoring={scoring!r} asks for probabilities, which models of a path do not have; choose a measure "
                    "of predict or of decision_function, such as 'roc_auc'"
                ) from error
        except Exception:  # of a model without weights: to be told, if at all, of one that has some
            pass

    def measure(self, native_paths):
        """Scores of each point and split, their mean, and its standard error."""
        columns = self._problem.columns
        points = min(len(path) for path in native_paths)
        if points == 0:
            raise ValueError("stopped before the first point of the path was known")
        scores = np.empty((points, len(self._splits)))
        for k, split in enumerate(self._splits):
            paths = native_paths[(1 + k) * columns : (2 + k) * columns]
            scores[:, k] = self._measure_split(split, paths, points)
        own = self._problem.native.sample_weight
        weight = [own[split.rows].sum() if len(own) else len(split.rows) for split in self._splits]
        return (scores, *_core.summarise(scores, weight))

    def _measure_split(self, split, paths, points):
        part, columns = split.native(), len(paths)
        X = self._rows_for_scorer(split)
        at_once = max(1, _MOST_SCORES // (len(split.rows) * columns))
        measured = []
        for first in range(0, points, at_once):
            last = min(first + at_once, points)
            models = [
                _core.LinearModel(path[point].feature, path[point].value, path[point].intercept)
                for point in range(first, last)
                for path in paths
            ]
            scores = split.scores(part, models)
            for k in range(last - first):
                of_point = [path[first + k] for path in paths]
                measured.append(self._score(split, X, of_point, scores[:, k * columns : (k + 1) * columns]))
        return measured

    def _score(self, split, X, points, scores):
        params = {name: _rows_of(value, split.given) for name, value in self._score_params.items()}
        if self._scorer is None:
            right = decide(scores) == self._problem.codes[split.rows]
            return np.average(right, weights=params.get("sample_weight"))
        return self._scorer(_OfPath.of(self._problem, points, X, scores), X, split.labels, **params)


def _rows_of(value, rows):
    value = np.asarray(value)
    return value[rows] if value.ndim else value


def _choose(curves):
    """The best point, the strongest within a standard error of it, and the path of both; of equals the strongest."""
    chosen, best, one_se = _core.choose_points([(mean, error) for _, mean, error in curves])
    if np.isnan(curves[chosen][1][best]):
        raise ValueError("nothing could be measured: no split has rows of several classes")
    return best, one_se, chosen
