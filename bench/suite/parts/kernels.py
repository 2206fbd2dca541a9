"""The inner loops, by the Google Benchmark programs of a build: every executable whose name ends in _benchmark.

Benchmarks are called KERNEL/SIZE[/threads:N]/IMPLEMENTATION. Where the implementation `openblas` is there too, ours is
put in relation to it at the same size, and to the most that it reaches at any size (the counter GFLOP/s). Kernels that
report bytes_per_second are put in relation to a benchmark called read_bandwidth.
"""

import json
import os
import re

from suite import data, markdown, processes
from suite.records import of_kind
from suite.timing import spread

BLAS, BANDWIDTH = "openblas", "read_bandwidth"
FLOPS, BYTES = "GFLOP/s", "bytes_per_second"
QUICK = "-quarter|double|[2-6]000"  # without samples of rows, double and the large factorisations


def measure(bench):
    programs = find_programs(bench.builds)
    if not programs:
        raise data.Missing(f"no *_benchmark in {bench.builds} (configure with -DSMSVM_BUILD_BENCHMARKS=ON)")
    for program in programs:
        bench.say(f"kernels: {os.path.basename(program)}")
        run = processes.run(
            [
                program,
                "--benchmark_format=json",
                f"--benchmark_repetitions={bench.repeats}",
                "--benchmark_enable_random_interleaving=true",
                f"--benchmark_min_time={0.02 if bench.quick else 0.2}",
                *([f"--benchmark_filter={QUICK}"] if bench.quick else []),
            ]
        )
        for entry in json.loads(run.output)["benchmarks"]:
            if entry["run_type"] == "iteration" and not entry.get("error_occurred"):
                bench.record("kernel", program=os.path.basename(program), **entry)


def find_programs(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.join(place, name) for name in names if name.endswith("_benchmark")]
    return sorted(path for path in found if os.path.isfile(path) and os.access(path, os.X_OK))


def split_name(name):
    """Kernel, size and threads on one side, implementation on the other."""
    words = [word for word in name.split("/") if word not in ("real_time", "process_time")]
    return ("/".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0], "")


def threads_of(kernel):
    return next((word for word in kernel.split("/") if word.startswith("threads:")), "threads:1")


def in_order(kernel):
    """Sizes as numbers: 54 before 500 before 1000."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in re.split(r"(\d+)", kernel)]


def medians(lines, rate):
    """Of one rate: {kernel: {implementation: median over the repetitions}}, in the order of kernels and sizes."""
    values = {}
    for line in lines:
        if rate in line:
            kernel, implementation = split_name(line["name"])
            values.setdefault(kernel, {}).setdefault(implementation, []).append(line[rate])
    return {
        kernel: {implementation: spread(found).median for implementation, found in each.items()}
        for kernel, each in sorted(values.items(), key=lambda item: in_order(item[0]))
    }


def report(lines):
    lines = of_kind(lines, "kernel")
    rows = arithmetic_rows(medians(lines, FLOPS)) + memory_rows(medians(lines, BYTES))
    return markdown.table(["kernel", "best of ours", "rate", "of OpenBLAS at this size", "of the limit"], rows)


def arithmetic_rows(rates):
    """The limit is the most that OpenBLAS reaches on as many threads, whatever the kernel and the size."""
    peaks = {}
    for kernel, found in rates.items():
        peaks[threads_of(kernel)] = max(peaks.get(threads_of(kernel), 0), found.get(BLAS, 0))
    rows = []
    for kernel, found in rates.items():
        ours = {name: rate for name, rate in found.items() if name != BLAS}
        if ours:
            best = max(ours, key=ours.get)
            rows.append(
                [
                    kernel,
                    best,
                    f"{ours[best]:.3g} GFLOP/s",
                    percentage(ours[best], found.get(BLAS)),
                    percentage(ours[best], peaks[threads_of(kernel)]),
                ]
            )
    return rows


def memory_rows(rates):
    """The limit is the read bandwidth measured on as many threads."""
    limits = {
        threads_of(kernel): max(found.values()) for kernel, found in rates.items() if kernel.startswith(BANDWIDTH)
    }
    rows = []
    for kernel, found in rates.items():
        best = max(found, key=found.get)
        rows.append(
            [kernel, best, f"{found[best] / 1e9:.3g} GB/s", "", percentage(found[best], limits.get(threads_of(kernel)))]
        )
    return rows


def percentage(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else ""
