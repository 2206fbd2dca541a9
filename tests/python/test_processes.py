"""Signals, threads, fork, other libraries in the process; the command in the package."""

import ctypes
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import joblib
import numpy as np
import pytest

from smsvm import SmSVC, SmSVCCV


class Interruption:
    """Sends SIGINT to this process after a while, and never after the block has ended."""

    def __init__(self, seconds):
        self._timer = threading.Timer(seconds, self._send)

    def _send(self):
        self.sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    def __enter__(self):
        self._timer.start()
        return self

    def __exit__(self, *raised):
        self.ended = time.perf_counter()
        self._timer.cancel()
        self._timer.join()


@pytest.mark.parametrize("make", [lambda: SmSVC(tol=1e-14, max_passes=1e9, solver="sgd"), lambda: SmSVCCV(tol=1e-13)])
def test_ctrl_c_is_prompt(long_work, make):  # neither would end by itself in a while
    for seconds in (0.3, 0.8):
        clf = make()
        with pytest.raises(KeyboardInterrupt), Interruption(seconds) as interruption:
            clf.fit(*long_work)
        assert interruption.ended - interruption.sent < 2  # 0.2 where the machine has nothing else to do


def test_ctrl_c_keeps_the_best_model_so_far(long_work):
    X, y = long_work
    clf = SmSVC(tol=1e-14, max_passes=1e9, solver="sgd")  # which never gets there
    with pytest.raises(KeyboardInterrupt), Interruption(1.5):
        clf.fit(X, y)
    assert clf.certificate_.status == "interrupted"
    assert clf.certificate_.verify(X, y)
    assert clf.predict(X[:5]).shape == (5,)
    assert clf.set_params(tol=1e-2, solver="primal-dual").fit(X, y).certificate_.status == "converged"


def test_many_interrupted_fits_leave_nothing_behind():
    random = np.random.default_rng(1)
    X = random.standard_normal((40_000, 30))
    y = (X[:, 0] + 2 * random.standard_normal(len(X)) > 0).astype(int)

    def interrupted_fits(count):
        stopped = 0
        for k in range(count):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.001 + 0.0002 * (k % 100))
                SmSVC(tol=1e-14, max_passes=1e9).fit(X, y)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                stopped += 1
        return stopped

    def raise_interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, raise_interrupt)
    try:
        interrupted_fits(50)
        threads, memory = threading.active_count(), _bytes_in_use()
        assert interrupted_fits(500) > 400
        assert _bytes_in_use() - memory < 5 * X.nbytes  # no copy of the data in a hundred fits; what allocators keep wavers
        assert threading.active_count() == threads
        time.sleep(0.5)
        assert len(os.listdir("/proc/self/task")) < 20
    finally:
        signal.signal(signal.SIGALRM, before)


def _bytes_in_use():
    """Resident memory once threads of interrupted fits have ended, without what the allocator keeps for later."""
    gc.collect()
    time.sleep(0.5)
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_other_threads_run_meanwhile(long_work):
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.perf_counter()
    SmSVC(n_jobs=1).fit(*long_work)
    seconds = time.perf_counter() - started
    done.set()
    thread.join()
    assert len(ticks) > 50 * seconds


def _fit_in_child(X, y, queue):
    queue.put(SmSVC().fit(X, y).coef_)


def test_works_after_fork(noisy):
    X, y = noisy
    here = SmSVC().fit(X, y).coef_
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_fit_in_child, args=(X, y, queue))
    child.start()
    np.testing.assert_array_equal(queue.get(timeout=60), here)
    child.join(60)
    assert child.exitcode == 0


@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_beside_joblib(noisy, backend):
    X, y = noisy
    fits = joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(SmSVC(C=c).fit)(X, y) for c in (1.0, 1.0, 0.1))
    np.testing.assert_array_equal(fits[0].coef_, fits[1].coef_)


def test_beside_pytorch(noisy):
    torch = pytest.importorskip("torch")
    X, y = noisy
    torch.mm(torch.ones(300, 300), torch.ones(300, 300))  # starts its threads
    clf = SmSVC().fit(X, y)
    score = torch.from_numpy(X) @ torch.from_numpy(clf.coef_[0]) + clf.intercept_[0]
    np.testing.assert_allclose(score.numpy(), clf.decision_function(X), rtol=1e-9, atol=1e-9)


def test_the_command_is_in_the_package(tmp_path):
    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "smsvm", *arguments], cwd=tmp_path, capture_output=True, text=True)

    assert run("version").stdout.startswith("smsvm ")
    assert run("generate", "-q", "tall", "--rows", "200", "data").returncode == 0
    assert run("train", "-q", "data", "model").returncode == 0
    assert "Accuracy" in run("predict", "data", "model", "labels").stdout
    assert run("trian").returncode == 2
    assert run("train", "missing").returncode == 66


def test_importing_is_quick():
    code = "import time, numpy; t = time.perf_counter(); import smsvm; print(time.perf_counter() - t)"
    seconds = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)]
    assert min(seconds) < 0.1
    code = "import sys, smsvm; assert 'sklearn' not in sys.modules and 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
