"""Models for many strengths of the penalty."""

from dataclasses import dataclass, field

import numpy as np

from . import _core
from ._callbacks import Steps
from ._progress import PathProgress
from ._words import words_of_python


@dataclass(eq=False)
class Path:
    """Models from the strongest penalty, which makes all weights zero, down; each is proved like a single one.

    Arrays have one entry per point; those per class have a second axis, of length 1 for two classes.

    Attributes
    ----------
    strength : ndarray of shape (n_points,)
        l1, or l1 + l2 where both fall together.
    l1, l2 : ndarray of shape (n_points,)
        The penalty.
    coefs : ndarray of shape (n_points, n_problems, n_features)
        Weights.
    intercepts, primal, dual, gap, loss, passes : ndarray of shape (n_points, n_problems)
        Constant terms; objective, its bound and their relative gap (nan where nothing is proved); mean hinge loss;
        passes over the data.
    status : list of list of str
        As in ``certificate_``.
    largest : tuple of float
        Between these two lies the least strength at which all weights are zero; 0, 0 where it was not looked for.
    classes : ndarray
        Labels.
    feature_names : ndarray or None
        Where X had names.
    """

    strength: np.ndarray
    l1: np.ndarray
    l2: np.ndarray
    coefs: np.ndarray = field(repr=False)
    intercepts: np.ndarray = field(repr=False)
    primal: np.ndarray = field(repr=False)
    dual: np.ndarray = field(repr=False)
    gap: np.ndarray = field(repr=False)
    loss: np.ndarray = field(repr=False)
    passes: np.ndarray = field(repr=False)
    status: list = field(repr=False)
    largest: tuple
    classes: np.ndarray
    feature_names: np.ndarray | None = field(default=None, repr=False)

    def __len__(self):
        return len(self.strength)

    @property
    def nonzero_weights(self):
        """Of each point and problem."""
        return np.count_nonzero(self.coefs, axis=2)


@dataclass(frozen=True)
class PathRequest:
    """Which points to visit: the command's options of the same names."""

    points: int = 100
    min_ratio: float | None = None
    l1_ratio: float | None = None
    strengths: tuple | None = None
    stop_early: bool = True

    @words_of_python()
    def native(self):
        options = _core.PathOptions()
        options.points = int(self.points)
        if self.min_ratio is not None and not self.min_ratio > 0:
            raise ValueError(f"min_ratio is {self.min_ratio}; it must be between 0 and 1")
        options.min_ratio = self.min_ratio or 0.0
        options.l1_ratio = None if self.l1_ratio is None else float(self.l1_ratio)
        options.strengths = [] if self.strengths is None else [float(each) for each in self.strengths]
        options.stop_early = self.stop_early
        options.check()
        return options

    @property
    def most_points(self):
        return int(self.points) if self.strengths is None else len(self.strengths)


def follow(problem, requests, masks=(), verbose=0, steps=None):
    """Follows a path for each request, on all rows and on those of each mask, in shared sweeps.

    Returns for each request the native paths, those on all rows first, and where the path begins.
    """
    problems = len(requests) * problem.columns * (1 + len(masks))
    progress = PathProgress(steps or Steps.none(), max(request.most_points for request in requests), problems, verbose)
    problem.solve_further(of_path=True)
    parts = [mask.astype(np.uint8) for mask in masks]
    native = [request.native() for request in requests]
    found, raised = _core.fit_paths(problem.native, native, parts, progress.listener())
    if raised is not None:
        raise raised
    return [(group.path, group.largest) for group in found]


def assemble(problem, native_paths, largest):
    """A Path of the native paths of all classes, as far as all of them go."""
    points = min(len(path) for path in native_paths)
    stored = problem.rows.features
    coefs = np.zeros((points, problem.columns, stored))
    for column, path in enumerate(native_paths):
        for coef, point in zip(coefs, path):
            coef[column, point.feature] = point.value

    def table(name):
        values = [[getattr(path[i], name) for path in native_paths] for i in range(points)]
        return np.array(values, dtype=float).reshape(points, problem.columns)

    first = native_paths[0][:points]
    return Path(
        strength=np.array([point.strength for point in first]),
        l1=np.array([point.l1 for point in first]),
        l2=np.array([point.l2 for point in first]),
        coefs=problem.dense(coefs),
        intercepts=table("intercept"),
        primal=table("primal"),
        dual=table("dual"),
        gap=table("relative_gap"),
        loss=table("loss"),
        passes=table("passes"),
        status=[[path[i].status for path in native_paths] for i in range(points)],
        largest=largest,
        classes=problem.classes,
        feature_names=getattr(problem.estimator, "feature_names_in_", None),
    )
