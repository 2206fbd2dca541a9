"""The estimator for one penalty."""

import warnings

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._callbacks import FRAMES, Steps, with_callbacks
from ._certificate import certify
from ._liblinear import plain_facts
from ._linear import LinearClassifier, plain_calibration
from ._native_model import dense
from ._parameters import SMSVC
from ._path import PathRequest, assemble, follow
from ._problem import Problem
from ._progress import TrainingProgress
from ._validation import unchanged_where_it_fails
from ._words import words_of_python


class SmSVC(LinearClassifier):
    """Linear support vector classifier, trained exactly, with a proof of how near to the optimum it is.

    Minimises ``l2/2 ‖w‖² + l1 ‖w‖₁ + mean of max(0, 1 - y (w·x + b))``. Several classes are trained each against the
    rest, in shared passes over the data.

    Parameters
    ----------
    C : float, default=1.0
        Weight of the summed loss, as in LIBLINEAR and ``LinearSVC``: l2 = (1 - l1_ratio)/(C N) and l1 = l1_ratio/(C N),
        where N is the number of rows, or the sum of their weights.
    l1_ratio : float, default=0.0
        Share of ℓ1 in the penalty, 0 to 1.
    l1, l2 : float, default=None
        The two weights themselves, instead of ``C`` and ``l1_ratio``, which must then have their defaults; the one not
        given is 0.
    intercept : {"free", "penalized", "none"}, default="free"
        Not penalised; penalised like a feature that is always 1 (as ``LinearSVC`` does); absent.
    tol : float, default=1e-4
        Stop when the optimum is proved to be this near, relatively.
    max_passes : float, default=None
        Stop after so many passes over the data anyway; the gap reached is still proved. None: 100000, or 1000 for
        another ``solver``.
    class_weight : dict or "balanced", default=None
        What the rows of a class weigh, whatever they are used for.
    penalty_factor : array-like of shape (n_features,), default=None
        Multiplies both penalties of each feature; 0: not penalised.
    scale : {"none", "minmax", "standard"}, default="none"
        Penalise features as if each were divided by its range or its standard deviation. The data are not touched, and
        ``coef_`` is for the data as they are.
    precision : {"auto", "float", "double"}, default=None
        Of the values; None and "auto": as the data have it.
    solver : {"primal-dual", "newton", "bfgs", "sgd", "minibatch-sgd", "cg"}, default="primal-dual"
        The others are for comparison.
    device : {"auto", "cpu", "cuda"}, default="auto"
        Where to compute; this version has no CUDA.
    n_jobs : int, default=None
        Threads; None or -1: as many as this process may use. Never changes a bit of any result.
    random_state : int, RandomState instance or None, default=None
        Picks the rows of the first, small problems, and deals rows to folds. None is the same as 1: a fit can always be
        repeated.
    verbose : int, default=0
        1: a line at the end; 2: a line for every sweep.
    calibrate : {"platt", "isotonic"}, default=None
        Learn ``predict_proba`` from the scores of rows left out.
    calibration_folds : int, default=5
        By so many folds.
    max_seconds : float, default=None
        Stop after this time anyway.

    Attributes
    ----------
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        Weights.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        Constant terms.
    classes_ : ndarray of shape (n_classes,)
        Labels; a score above 0 means ``classes_[1]``.
    certificate_ : Certificate
        What is proved, and the proof: ``primal``, ``dual``, ``gap``, ``passes``; ``verify(X, y)`` checks it,
        for the weights as they were trained.
    n_iter_ : int
        Steps of the slowest class.
    n_passes_ : float
        Effective passes over the data.
    history_ : list of ndarray of shape (n_sweeps, 6)
        Of each class: passes, seconds, primal, dual, smoothing and nonzero weights after each sweep of all rows.
    calibration_ : list
        With ``calibrate``: what turns scores into probabilities.
    n_features_in_ : int
        Features seen during ``fit``.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X has names that are all text.

    Notes
    -----
    Ctrl-C raises KeyboardInterrupt; the estimator then has the best model so far, and ``certificate_`` says how good
    it is. Data of at most 10,000 cells are solved further than ``tol`` asks for.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from smsvm import SmSVC
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> clf = SmSVC(C=1.0, scale="standard").fit(X, y)
    >>> clf.certificate_.gap <= 1e-4
    True
    >>> bool(clf.certificate_.verify(X, y))
    True
    >>> round(clf.score(X, y), 2)
    0.99
    """

    _parameter_constraints = SMSVC

    def __init__(
        self,
        C=1.0,
        l1_ratio=0.0,
        *,
        l1=None,
        l2=None,
        intercept="free",
        tol=1e-4,
        max_passes=None,
        class_weight=None,
        penalty_factor=None,
        scale="none",
        precision=None,
        solver="primal-dual",
        device="auto",
        n_jobs=None,
        random_state=None,
        verbose=0,
        calibrate=None,
        calibration_folds=5,
        max_seconds=None,
    ):
        self.C = C
        self.l1_ratio = l1_ratio
        self.l1 = l1
        self.l2 = l2
        self.intercept = intercept
        self.tol = tol
        self.max_passes = max_passes
        self.class_weight = class_weight
        self.penalty_factor = penalty_factor
        self.scale = scale
        self.precision = precision
        self.solver = solver
        self.device = device
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.calibrate = calibrate
        self.calibration_folds = calibration_folds
        self.max_seconds = max_seconds

    @with_callbacks
    def fit(self, X, y=None, sample_weight=None):
        """Train.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows. C-contiguous float32 and float64 arrays and CSR matrices are used where they lie, and must not change
            meanwhile. A
            :class:`Dataset` of :func:`smsvm.load` brings its own labels.
        y : array-like of shape (n_samples,)
            Labels: numbers or text.
        sample_weight : array-like of shape (n_samples,), default=None
            A row of weight k counts as k copies of it, one of weight 0 as if it were not there.

        Returns
        -------
        self : SmSVC
            The fitted estimator.
        """
        with unchanged_where_it_fails(self):
            problem = Problem(self, X, y, sample_weight)
            steps = Steps(self, X, y, sample_weight)
            train_and_keep(self, problem, steps)
        steps.end()
        return self

    def sparsify(self):
        """Keep ``coef_`` as a SciPy CSR matrix, which is smaller where ℓ1 has made most weights zero.

        Returns
        -------
        self : SmSVC
            The estimator, which predicts and saves what it did before.
        """
        check_is_fitted(self, "coef_")
        self.coef_ = csr_matrix(self.coef_)
        return self

    def densify(self):
        """Keep ``coef_`` as an array again, after :meth:`sparsify`.

        Returns
        -------
        self : SmSVC
            The estimator.
        """
        check_is_fitted(self, "coef_")
        self.coef_ = dense(self.coef_)
        return self

    def path(self, X, y=None, sample_weight=None, *, points=100, min_ratio=None, strengths=None, stop_early=True):
        """Train for many strengths of the penalty, from the one that makes all weights zero down.

        The estimator itself is not changed. With ``l2`` given, l2 stays the same and l1 alone falls; otherwise both
        fall together, and ``l1_ratio`` is the share of l1. ``C`` and ``l1`` have no part in it and must have their
        defaults.

        Parameters
        ----------
        X, y, sample_weight
            As of :meth:`fit`.
        points : int, default=100
            So many strengths, in equal ratios.
        min_ratio : float, default=None
            The last strength divided by the first. None: 1e-4; with more features than rows 1e-2.
        strengths : array-like, default=None
            The strengths to visit instead, falling.
        stop_early : bool, default=True
            End once a thousandth of the first point's loss is left.

        Returns
        -------
        Path

        Examples
        --------
        >>> from sklearn.datasets import load_breast_cancer
        >>> from smsvm import SmSVC
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> path = SmSVC(l2=1e-3, scale="standard").path(X, y, points=10)
        >>> int(path.nonzero_weights[0, 0]), bool((path.gap <= 1e-4).all())
        (0, True)
        """
        problem = Problem(clone(self), X, y, sample_weight)
        self._check_penalty_of_path()
        ratio = None if self.l2 is not None else self.l1_ratio
        strengths = None if strengths is None else tuple(strengths)
        request = PathRequest(points, min_ratio, ratio, strengths, stop_early)
        [(native_paths, largest)] = follow(problem, [request], verbose=self.verbose)
        return assemble(problem, native_paths, largest)


    def _check_penalty_of_path(self):
        """A path says itself how strong its penalties are; what else says so would have no effect."""
        for name, default in (("C", 1.0), ("l1", None)):
            value = getattr(self, name)
            if value != default:
                raise ValueError(
                    f"{name}={value!r} has no part in a path, along which the penalty falls; leave {name} at its default, "
                    f"{default!r}, and give l2 or l1_ratio, or strengths to path"
                )


def train_and_keep(estimator, problem, steps, more=()):
    """Trains and sets all fitted attributes, also where the work was interrupted; then raises what did that.

    ``more`` is what else the estimator is to know together with its model.
    """
    progress = TrainingProgress(steps, problem.solve_further(), problem.columns, estimator.verbose)
    with words_of_python():
        trained, raised = _core.train(problem.native, progress.listener())
    fits = trained.fit
    coef = problem.dense(np.array([fit.weights for fit in fits]))
    intercept = np.array([fit.intercept for fit in fits])
    facts = plain_facts(_core.facts_of(problem.native, trained))
    model = {
        "labels": problem.labels,
        "coef": coef.copy(),  # what is proved stays, whatever becomes of coef_
        "intercept": intercept.copy(),
        "has_intercept": estimator.intercept != "none",
        "feature_ids": problem.rows.feature_ids,
    }
    fitted = {
        "classes_": problem.classes,
        "_labels": problem.labels,
        "coef_": coef,
        "intercept_": intercept,
        "n_iter_": max(1, *(fit.iterations for fit in fits)),
        "n_passes_": trained.passes,
        "history_": [fit.history for fit in fits],
        "certificate_": certify(problem, trained, fits, facts, model),
        "_facts": _facts(problem, trained, facts),
        **dict(more),
    }
    if trained.calibration:
        fitted["calibration_"] = [plain_calibration(each) for each in trained.calibration]
    else:
        vars(estimator).pop("calibration_", None)
    vars(estimator).update(fitted)  # all at once: Ctrl-C may come between any two statements
    if estimator.verbose:
        print(f"[smsvm] {describe(estimator.certificate_)}")
    if raised is not None:
        raise raised
    _warn_if_short(estimator)


def _facts(problem, trained, facts):
    """What reports and model files say beside what the attributes do."""
    return {
        "model": facts,
        "data": problem.data,
        "features": problem.estimator.n_features_in_,
        "nonzeros": problem.rows.nonzeros,
        "weighted": bool(len(problem.native.weight_given)),
        "class_rows": np.bincount(problem.codes, minlength=len(problem.classes)).tolist(),
        "threads": problem.threads,
        "passes": trained.passes,
        "hessian_rows": trained.outcome.hessian_rows,
        "seconds": {"load": 0.0, "train": trained.seconds, "total": problem.seconds()},
    }


def describe(certificate):
    """One line: why it stopped, and what is proved."""
    proved = "nothing is proved" if certificate.gap is None else f"proved relative gap {certificate.gap:.1e}"
    return (
        f"{certificate.status}: {proved} (asked for {certificate.tolerance:g}), objective {certificate.primal:.9g}, "
        f"{certificate.passes:.1f} passes"
    )


_ADVICE = {
    "max_passes": "raise max_passes or tol, or try scale='standard'",
    "max_seconds": "raise max_seconds or tol",
    "stalled": "raise tol, or use precision='double'",
    "stationary": "for a bound give every feature a penalty: l1 or l2 above 0, penalty_factor above 0",
}


def _warn_if_short(estimator):
    certificate = estimator.certificate_
    if certificate.status in _ADVICE and not (certificate.gap is not None and certificate.gap <= certificate.tolerance):
        advice = _ADVICE[certificate.status]
        if certificate.status == "stalled" and certificate.precision == "double":
            advice = "raise tol"
        warnings.warn(f"{describe(certificate)}; {advice}", ConvergenceWarning, stacklevel=4 + FRAMES)
