"""What every fitted model can do: scores, classes, probabilities; leaving for other formats; pages and plots."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import estimator_html_repr
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._callbacks import CallbackSupportMixin
from ._data import Dataset, feature_count, texts_of
from ._native_model import native_model
from ._threads import threads_for
from ._validation import native_rows


def _is_calibrated(estimator):
    if getattr(estimator, "calibrate", None) is None and not hasattr(estimator, "calibration_"):
        raise AttributeError("predict_proba needs probabilities to be learned: set calibrate='platt' or 'isotonic'")
    return True


class LinearClassifier(CallbackSupportMixin, ClassifierMixin, BaseEstimator):
    """Base of the estimators. ``coef_``, ``intercept_`` and ``classes_`` are all that prediction needs."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def decision_function(self, X):
        """Score each row: its signed distance from the boundary, times the norm of the weights.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            Above 0 means ``classes_[1]``; for more than two classes one column for each.
        """
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X):
        """Tell the class of each row: that of the highest score; with ``calibrate`` the most probable one.

        Among equally probable classes the score decides.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_samples,)
            Labels.
        """
        scores = self._scores(X)
        chosen = decide(scores)
        if hasattr(self, "calibration_"):
            probability = self._probabilities(scores)
            own = probability[np.arange(len(chosen)), chosen]
            chosen = np.where(probability.max(axis=1) > own, probability.argmax(axis=1), chosen)
        return np.asarray(self.classes_)[chosen]

    @available_if(_is_calibrated)
    def predict_proba(self, X):
        """Estimate the probability of each class. Needs ``calibrate``.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        scores = self._scores(X)
        check_is_fitted(self, "calibration_")
        return self._probabilities(scores)

    def _probabilities(self, scores):
        found = _core.class_probabilities([native_calibration(each) for each in self.calibration_], scores)
        # The library names the class of positive scores first.
        return np.ascontiguousarray(found[:, ::-1]) if scores.shape[1] == 1 else found

    @available_if(_is_calibrated)
    def predict_log_proba(self, X):
        """Estimate the logarithm of the probability of each class. Needs ``calibrate``.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``; -inf where the probability is 0.
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    @property
    def dual_gap_(self):
        """What ``certificate_`` proves the objective to be above the optimum at most; nan where nothing is proved."""
        if not hasattr(self, "certificate_"):
            raise AttributeError(f"{type(self).__name__} has no dual_gap_ before it is fitted")
        certificate = self.certificate_
        return np.nan if certificate.dual is None else certificate.primal - certificate.dual

    def score(self, X, y=None, sample_weight=None):
        """Measure the accuracy.

        Parameters
        ----------
        X : {array-like, sparse matrix, dataframe, Dataset} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,), default=None
            Their labels; None: those of a :class:`Dataset`.
        sample_weight : array-like of shape (n_samples,), default=None
            What rows count; None: what a :class:`Dataset` says, else all the same.

        Returns
        -------
        float
            The share of rows whose class :meth:`predict` tells.
        """
        if isinstance(X, Dataset):
            y = X.target if y is None else y
            if y is None:
                raise ValueError(f"{X.source}: there are no labels; the score needs them")
            sample_weight = X.sample_weight if sample_weight is None else sample_weight
        return super().score(X, y, sample_weight)

    def save(self, path):
        """Write the model in LIBLINEAR's text format, as ``smsvm train`` does.

        Parameters
        ----------
        path : str or path-like
            The file; it appears complete or not at all.

        See Also
        --------
        smsvm.load_model : Reads it.
        """
        check_is_fitted(self, "coef_")
        from ._liblinear import save_model

        save_model(self, path)

    def to_onnx(self, dtype="float32"):
        """Make an ONNX graph of the model. Needs the package ``onnx``.

        Parameters
        ----------
        dtype : {"float32", "float64"}, default="float32"
            A ``LinearClassifier``, or a graph of plain operators that computes in double.

        Returns
        -------
        onnx.ModelProto
            With the input ``X`` and the outputs ``label`` and ``scores`` (one column per class).
        """
        check_is_fitted(self, "coef_")
        from ._onnx import to_onnx

        return to_onnx(self, dtype)

    def to_sklearn(self):
        """Make a fitted ``LinearSVC`` with these weights, for tools that know only scikit-learn's classes.

        Returns
        -------
        sklearn.svm.LinearSVC
            It predicts what this estimator predicts.
        """
        check_is_fitted(self, "coef_")
        from sklearn.svm import LinearSVC

        model = LinearSVC(C=getattr(self, "C", 1.0), loss="hinge", fit_intercept=self.intercept != "none")
        for name in ("coef_", "intercept_", "classes_", "n_iter_", "n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(model, name, getattr(self, name))
        return model

    def report(self, path=None):
        """Make the page of ``smsvm report``: what is proved, plots, tables.

        Of a model that :func:`smsvm.load_model` has read, or whose weights were set by hand, it is the shorter page about
        the model's file: what happened in training is not known.

        Parameters
        ----------
        path : str or path-like, default=None
            Where to write it.

        Returns
        -------
        str or None
            The page, if there is no path.
        """
        check_is_fitted(self, "coef_")
        from ._report import page

        text = page(self)
        if path is None:
            return text
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def _repr_html_inner(self):
        return self._html()

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] = self._html()
        return bundle

    def _html(self):
        """scikit-learn's diagram and, once fitted, the report."""
        diagram = estimator_html_repr(self)
        if not hasattr(self, "certificate_"):
            return diagram
        from ._report import embedded

        return diagram + embedded(self)

    def _scores(self, X):
        check_is_fitted(self, "coef_")
        rows, model = native_rows(self, X), self._native_model()
        if not isinstance(X, Dataset) and feature_count(rows) != model.features:
            raise ValueError(f"X has {feature_count(rows)} features, but coef_ has {model.features}")
        scores, complaints = _core.scores(model, rows, threads_for(self.n_jobs))
        for complaint in complaints:
            warnings.warn(complaint, stacklevel=3)
        return scores

    def _native_model(self):
        return native_model(texts_of_labels(self), self.coef_, self.intercept_, self.intercept != "none")


def texts_of_labels(estimator):
    """The labels as their file writes them, or as text where weights and classes were set by hand."""
    return getattr(estimator, "_labels", None) or texts_of(np.asarray(estimator.classes_))


def decide(scores):
    """The position of each row's class, from one column of scores for two classes or one for each of several."""
    return (scores[:, 0] > 0).astype(int) if scores.shape[1] == 1 else scores.argmax(axis=1)


def plain_calibration(native):
    """As plain numbers, which pickle: (slope, offset), or (scores, probabilities)."""
    if isinstance(native, _core.PlattCalibration):
        return (native.slope, native.offset)
    return (np.array(native.score), np.array(native.probability))


def native_calibration(plain):
    """And back."""
    if isinstance(plain[0], float):
        return _core.PlattCalibration(*plain)
    return _core.IsotonicCalibration(*map(list, plain))
