"""How fast libsvm text becomes data in memory."""

import os
import re
import shutil
from functools import partial

from suite import data, machine, markdown, processes
from suite.records import groups, of_kind, whole_rounds
from suite.timing import interleave, ratio, spread

REAL = ["covtype_scale", "a9a", "news20-bydate"]

IN_PYTHON = {  # title: module, and the expression that reads
    "XGBoost DMatrix": ("xgboost", "xgboost.DMatrix(path + '?format=libsvm')"),
    "load_svmlight_file": ("sklearn.datasets", "sklearn.datasets.load_svmlight_file(path)"),
}
SCRIPT = """
import {module}, sys, time
path, start = sys.argv[1], time.perf_counter()
{expression}
print(time.perf_counter() - start)
"""


def measure(bench):
    files = {name: bench.real(name) for name in bench.present(REAL)}
    if not bench.quick:
        files["tall 1e6 x 50"] = bench.tall(1_000_000)
    if not files:
        raise data.Missing("no text to read")
    readers = present_readers(bench)
    for name, path in files.items():
        bench.say(f"reading {name}")
        about = {"data": name, "bytes": os.path.getsize(path)}
        programs = {title: partial(read, path) for title, read in readers.items()}
        for number, reader, seconds in interleave(bench.repeats, programs):
            bench.record("read", **about, round=number, reader=reader, seconds=seconds, load=machine.load())


def present_readers(bench):
    """Functions of a path that return seconds, by title; a line for each that is not there."""
    readers = {"smsvm": partial(smsvm, bench, "0"), "smsvm, one thread": partial(smsvm, bench, "1")}
    for command, read in (("liblinear-train", liblinear), ("svmocas", ocas)):
        if shutil.which(command):
            readers[command] = partial(read, bench)
        else:
            print(f"SKIPPED: {command} is not there", flush=True)
    python = os.path.join(bench.peers, "venv", "bin", "python")
    for title, (module, expression) in IN_PYTHON.items():
        try:
            processes.run([python, "-c", f"import {module}"])
            readers[title] = partial(in_python, python, SCRIPT.format(module=module, expression=expression))
        except processes.Failed:
            print(f"SKIPPED: {title}: {python} cannot import {module} (bench/install-peers)", flush=True)
    return readers


def smsvm(bench, threads, path):
    _, facts = bench.train(path, "--threads", threads, "--tolerance", "0.9", "--max-passes", "1")
    return facts["seconds"]["load"]


def liblinear(bench, path):
    """Its reader cannot be called alone: the whole process, with a training that ends after its first gradient."""
    return processes.run(["liblinear-train", "-q", "-s", "2", "-e", "1e9", path, bench.file("model")]).seconds


def ocas(bench, path):
    """It says itself how long it has read."""
    output = processes.run(["svmocas", "-t", "1e-4", path, bench.file("model")]).output
    return float(re.search(r"load_time\s*:\s*([0-9.]+)", output)[1])


def in_python(python, script, path):
    return float(processes.run([python, "-W", "ignore", "-c", script, path]).output.splitlines()[-1])


def report(lines):
    rows, whole = [], whole_rounds(of_kind(lines, "read"), "reader", "data")
    for (name, size), runs in groups(whole, "data", "bytes").items():
        times = {reader: [run["seconds"] for run in found] for (reader,), found in groups(runs, "reader").items()}
        for reader, seconds in times.items():
            speed = size / spread(seconds).median / 1e9
            against = "" if reader == "smsvm" else markdown.ratio(ratio(times["smsvm"], seconds))
            rows.append(
                [
                    f"{name}, {markdown.megabytes(size)}" if reader == "smsvm" else "",
                    reader,
                    markdown.seconds(spread(seconds).median),
                    f"{speed:.3g} GB/s",
                    against,
                ]
            )
    return markdown.table(["file", "reader", "median", "speed", "its time / smsvm's"], rows)
