"""scikit-learn's callbacks, where the installed version has them (1.9)."""

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks

    FRAMES = 1  # that the decorator adds to the stack; warnings point above it
except ImportError:
    FRAMES = 0

    class CallbackSupportMixin:
        """Nothing: this scikit-learn has no callbacks."""

    def with_callbacks(method):
        """Nothing: this scikit-learn has no callbacks."""
        return method


# A fit is one task of so many steps, each a hundredth of the way: sweeps differ too much to be counted.
_STEPS = 100


class Steps:
    """Tells the callbacks of an estimator how far its fit has come."""

    def __init__(self, estimator, X, y, sample_weight):
        self._context = None
        self._done = 0
        if getattr(estimator, "_skl_callbacks", None):
            metadata = None if sample_weight is None else {"sample_weight": sample_weight}
            self._facts = {"estimator": estimator, "X": X, "y": y, "metadata": metadata}
            self._context = estimator._init_callback_context(max_subtasks=_STEPS)
            self._context.call_on_fit_task_begin(**self._facts)

    @classmethod
    def none(cls):
        """For a part of a fit whose steps nobody counts."""
        steps = cls.__new__(cls)
        steps._context = None
        steps._done = 0
        return steps

    @property
    def wanted(self):
        return self._context is not None

    def reach(self, share):
        """Goes on to this share of the way; True if a callback wants to stop."""
        stop = False
        while self._context is not None and self._done < int(_STEPS * min(share, 1.0)):
            step = self._context.subcontext(task_name="step")
            step.call_on_fit_task_begin(**self._facts)
            stop = step.call_on_fit_task_end(**self._facts) or stop
            self._done += 1
        return stop

    def end(self, **attributes):
        """The whole task, with what makes a fitted estimator."""
        if self._context is not None:
            self._context.call_on_fit_task_end(**self._facts, reconstruction_attributes=attributes)
