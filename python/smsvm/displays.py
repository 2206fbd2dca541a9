"""Plots, in the manner of scikit-learn's Display classes. They need matplotlib, which is imported when one is drawn."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._feature_names import name_of
from ._native_model import dense


def _axes(ax):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    return plt.subplots(layout="constrained")[1]  # so that names of features are not cut off


def _check_cross_validated(display, estimator, instead=""):
    """A single model has no path to draw."""
    from ._svccv import SmSVCCV

    if not isinstance(estimator, SmSVCCV):
        found = type(estimator).__name__
        raise TypeError(f"{display.__name__}.from_estimator expects a fitted SmSVCCV, not {found}{instead}")
    check_is_fitted(estimator, "path_")


def _class_shown(classes, problem):
    """Which of several classes a plot is about; nothing to say of two."""
    return f"class {classes[problem]} against the rest" if len(classes) > 2 else ""


class _Display:
    """Keeps what is drawn, and where: ``ax_`` and ``figure_``."""

    def _drawn(self, ax):
        self.ax_ = ax
        self.figure_ = ax.figure
        return self


class ConvergenceDisplay(_Display):
    """The proved relative gap after each sweep of all rows, with the tolerance asked for.

    Parameters
    ----------
    histories : list of ndarray
        ``history_`` of a fitted estimator.
    labels : list of str
        What the lines are called.
    tolerance : float
        Asked for.
    """

    def __init__(self, histories, labels, tolerance):
        self.histories = histories
        self.labels = labels
        self.tolerance = tolerance

    @classmethod
    def from_estimator(cls, estimator, *, against="passes", ax=None, **line_kw):
        """Draw the convergence of a fitted estimator.

        Parameters
        ----------
        estimator : SmSVC or SmSVCCV
            Fitted.
        against : {"passes", "seconds"}, default="passes"
            What the gap is drawn against.
        ax : matplotlib Axes, default=None
            Where to draw.
        **line_kw : dict
            For matplotlib's ``plot``.

        Returns
        -------
        ConvergenceDisplay
        """
        check_is_fitted(estimator, "coef_")
        if not hasattr(estimator, "history_"):
            raise ValueError(
                f"this {type(estimator).__name__} has no history_; expected an SmSVC or SmSVCCV after fit "
                "(a model file does not hold it)"
            )
        several = len(estimator.history_) > 1
        labels = [str(label) for label in estimator.classes_] if several else [""]
        display = cls(estimator.history_, labels, estimator.certificate_.tolerance)
        return display.plot(against=against, ax=ax, **line_kw)

    def plot(self, *, against="passes", ax=None, **line_kw):
        """Draw; parameters as of :meth:`from_estimator`."""
        ax = _axes(ax)
        at = {"passes": 0, "seconds": 1}[against]
        for history, label in zip(self.histories, self.labels):
            primal, dual = history[:, 2], history[:, 3]
            ax.plot(history[:, at], (primal - dual) / primal, label=label, **{"marker": ".", **line_kw})
        ax.axhline(self.tolerance, linestyle="--", color="grey", linewidth=1)
        ax.set(yscale="log", xlabel=against, ylabel="proved relative gap")
        if len(self.labels) > 1:
            ax.legend(title="class")
        return self._drawn(ax)


class PathDisplay(_Display):
    """Weights against the strength of the penalty.

    Parameters
    ----------
    path : Path
        Of ``SmSVC.path`` or ``SmSVCCV.path_``.
    """

    def __init__(self, path):
        self.path = path

    @classmethod
    def from_estimator(cls, estimator, **kwargs):
        """Draw ``path_`` of a fitted :class:`SmSVCCV`; parameters as of :meth:`plot`."""
        _check_cross_validated(cls, estimator, "; PathDisplay.from_path draws what SmSVC.path returns")
        return cls(estimator.path_).plot(**kwargs)

    @classmethod
    def from_path(cls, path, **kwargs):
        """Draw a path; parameters as of :meth:`plot`."""
        return cls(path).plot(**kwargs)

    def plot(self, *, problem=0, names=5, ax=None, **line_kw):
        """Draw.

        Parameters
        ----------
        problem : int, default=0
            Which class, where there are more than two.
        names : int, default=5
            So many features, the heaviest at the end, are named.
        ax : matplotlib Axes, default=None
            Where to draw.
        **line_kw : dict
            For matplotlib's ``plot``.

        Returns
        -------
        PathDisplay
        """
        ax = _axes(ax)
        coefs = self.path.coefs[:, problem]
        used = np.flatnonzero(coefs.any(axis=0))
        heavy = used[np.argsort(-np.abs(coefs[-1, used]), kind="stable")][:names]
        for j in used:
            name = name_of(self.path.feature_names, j)
            style = {"linewidth": 1.5, "label": name} if j in heavy else {"linewidth": 0.7, "color": "silver"}
            ax.plot(self.path.strength, coefs[:, j], **{**style, **line_kw})
        ax.set(xscale="log", xlabel="strength of the penalty", ylabel="weight")
        ax.set_title(_class_shown(self.path.classes, problem))
        ax.invert_xaxis()
        if len(heavy):
            ax.legend(fontsize="small")
        return self._drawn(ax)


class CrossValidationDisplay(_Display):
    """The mean score of each strength with its standard error, and the two points of choice.

    Parameters
    ----------
    strength, mean, standard_error : ndarray
        Of each point.
    best, one_se : float
        Strengths of the best point, and of the strongest one within a standard error of it.
    metric : str
        What was measured.
    """

    def __init__(self, strength, mean, standard_error, best, one_se, metric="score"):
        self.strength = strength
        self.mean = mean
        self.standard_error = standard_error
        self.best = best
        self.one_se = one_se
        self.metric = metric

    @classmethod
    def from_estimator(cls, estimator, *, ax=None, **kwargs):
        """Draw the curve of a fitted :class:`SmSVCCV`.

        Parameters
        ----------
        estimator : SmSVCCV
            Fitted.
        ax : matplotlib Axes, default=None
            Where to draw.
        **kwargs : dict
            For matplotlib's ``errorbar``.

        Returns
        -------
        CrossValidationDisplay
        """
        from ._report import metric_name

        _check_cross_validated(cls, estimator)
        strength = estimator.path_.strength
        display = cls(
            strength,
            estimator.mean_score_,
            estimator.standard_error_,
            strength[estimator._best],
            strength[estimator._one_se],
            metric_name(estimator.scoring),
        )
        return display.plot(ax=ax, **kwargs)

    def plot(self, *, ax=None, **kwargs):
        """Draw; parameters as of :meth:`from_estimator`."""
        ax = _axes(ax)
        style = {"marker": ".", "linewidth": 1, "elinewidth": 0.5, **kwargs}
        ax.errorbar(self.strength, self.mean, yerr=self.standard_error, **style)
        if self.best == self.one_se:  # one line would hide the other
            ax.axvline(self.best, linestyle="--", color="C1", label="min and 1se")
        else:
            ax.axvline(self.best, linestyle="--", color="C1", label="min")
            ax.axvline(self.one_se, linestyle="--", color="C2", label="1se")
        ax.set(xscale="log", xlabel="strength of the penalty", ylabel=self.metric)
        ax.invert_xaxis()
        ax.legend()
        return self._drawn(ax)


class WeightsDisplay(_Display):
    """The largest weights.

    Parameters
    ----------
    weights : ndarray
        From the largest in absolute value down.
    names : list of str
        Of their features.
    title : str, default=""
        Which class it is, where there are more than two.
    """

    def __init__(self, weights, names, title=""):
        self.weights = weights
        self.names = names
        self.title = title

    @classmethod
    def from_estimator(cls, estimator, *, most=20, problem=0, feature_names=None, ax=None, **bar_kw):
        """Draw the largest weights of a fitted estimator.

        Parameters
        ----------
        estimator : SmSVC or SmSVCCV
            Fitted.
        most : int, default=20
            So many.
        problem : int, default=0
            Which class, where there are more than two.
        feature_names : sequence of str, default=None
            By default those seen in ``fit``; without, x0 is the first column.
        ax : matplotlib Axes, default=None
            Where to draw.
        **bar_kw : dict
            For matplotlib's ``barh``.

        Returns
        -------
        WeightsDisplay
        """
        check_is_fitted(estimator, "coef_")
        coef = dense(estimator.coef_)[problem]
        largest = np.argsort(-np.abs(coef), kind="stable")[:most]
        largest = largest[coef[largest] != 0]
        known = getattr(estimator, "feature_names_in_", None) if feature_names is None else feature_names
        names = [name_of(known, j) for j in largest]
        return cls(coef[largest], names, _class_shown(estimator.classes_, problem)).plot(ax=ax, **bar_kw)

    def plot(self, *, ax=None, **bar_kw):
        """Draw; parameters as of :meth:`from_estimator`."""
        ax = _axes(ax)
        place = np.arange(len(self.weights))
        colours = ["C0" if weight > 0 else "C3" for weight in self.weights]
        ax.barh(place, self.weights, **{"color": colours, **bar_kw})
        ax.set_yticks(place, self.names)
        ax.invert_yaxis()
        ax.axvline(0, color="grey", linewidth=0.8)
        ax.set(xlabel="weight", title=self.title)
        return self._drawn(ax)
