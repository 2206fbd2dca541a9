"""scikit-learn's callbacks, where it has them."""

import pytest

from smsvm import SmSVC, SmSVCCV

callback = pytest.importorskip("sklearn.callback", reason="this scikit-learn has no callbacks")


class Counter:
    def __init__(self, stop_after=None):
        self.begun = self.ended = self.set_up = self.torn_down = 0
        self.stop_after = stop_after

    def setup(self, estimator, context):
        self.set_up += 1

    def teardown(self, estimator, context):
        self.torn_down += 1

    def on_fit_task_begin(self, estimator, context):
        self.begun += 1

    def on_fit_task_end(self, estimator, context):
        self.ended += 1
        return self.stop_after is not None and self.ended >= self.stop_after


@pytest.mark.parametrize("make", [SmSVC, lambda: SmSVCCV(points=10, cv=3)])
def test_callbacks_see_the_fit(noisy, make):
    counter = Counter()
    clf = make().set_callbacks(counter).fit(*noisy)
    assert counter.set_up == counter.torn_down == 1
    assert counter.begun == counter.ended > 2
    assert clf.score(*noisy) > 0.5


def test_a_callback_can_stop_the_fit(long_work):
    clf = SmSVC(tol=1e-10).set_callbacks(Counter(stop_after=3)).fit(*long_work)
    assert clf.certificate_.status == "interrupted"
    assert clf.certificate_.gap > 1e-10


def test_what_a_callback_raises_is_raised(long_work):
    class Broken(Counter):
        def on_fit_task_end(self, estimator, context):
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        SmSVC(tol=1e-10).set_callbacks(Broken()).fit(*long_work)


def test_progress_bar(noisy):
    pytest.importorskip("rich")
    SmSVC().set_callbacks(callback.ProgressBar()).fit(*noisy)
