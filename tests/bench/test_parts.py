"""What the parts make of their raw lines."""

from suite.parts import kernels, memory, passes, reading, scaling, selection


def kernel(name, **counters):
    return {"kind": "kernel", "name": name, **counters}


def test_kernels_are_compared_with_blas_of_the_same_size_and_with_its_peak():
    text = kernels.report(
        [
            kernel("syrk/54/sse2", **{"GFLOP/s": 5}),
            kernel("syrk/54/avx2", **{"GFLOP/s": 10}),
            kernel("syrk/54/openblas", **{"GFLOP/s": 20}),
            kernel("syrk/500/openblas", **{"GFLOP/s": 40}),
            kernel("cholesky/54/threads:2/avx2/real_time", **{"GFLOP/s": 10}),
        ]
    )
    assert "| syrk/54 | avx2 | 10 GFLOP/s | 50 % | 25 % |" in text
    assert "| cholesky/54/threads:2 | avx2 | 10 GFLOP/s |  |  |" in text
    assert "syrk/500" not in text


def test_kernels_are_sorted_by_size():
    lines = [kernel(f"syrk/{size}/avx2", **{"GFLOP/s": 1}) for size in ("1000", "54", "500")]
    text = kernels.report(lines)
    assert text.index("syrk/54") < text.index("syrk/500") < text.index("syrk/1000")


def test_kernels_are_compared_with_the_bandwidth():
    text = kernels.report(
        [kernel("read_bandwidth/1e8/copy", bytes_per_second=2e10), kernel("sweep/1e8/avx2", bytes_per_second=1.5e10)]
    )
    assert "| sweep/1e8 | avx2 | 15 GB/s |  | 75 % |" in text


def test_memory_limit():
    line = {"kind": "memory", "data": "d", "stored_bytes": 8e8, "state_bytes": 2e8, "peak_bytes": 1.3e9 + 2**26}
    assert "| yes |" in memory.report([line])
    assert "| **no** |" in memory.report([line | {"peak_bytes": 1.3e9 + 2**26 + 1}])


def test_passes():
    def case(name, rows, l2, count):
        return {
            "kind": "case",
            "data": name,
            "n": rows,
            "m": 10,
            "lambda": l2,
            "passes": {"1e-3": 3.0, "1e-6": count},
            "faults": [] if count else ["stalled"],
        }

    text = passes.report([case("a", 100, 0.1, 5.0), case("a", 100, 0, 9.0), case("b", 99, 0.1, None)])
    assert "| a | 2 | 3.0 (3.0) | 7.0 (9.0) |" in text
    assert "| b | 1 | 3.0 (3.0) | inf (inf) |" in text
    assert "| **tall, λ > 0** | 1 | 3.0 (3.0) | 5.0 (5.0) |" in text
    assert "2 of 3 cases" in text


def test_reading():
    lines = [
        {"kind": "read", "data": "d", "bytes": 2e9, "reader": reader, "seconds": seconds, "round": 0}
        for reader, seconds in (("smsvm", 2.0), ("other", 8.0))
    ]
    assert "| d, 2000 MB | smsvm | 2 s | 1 GB/s |  |" in reading.report(lines)
    assert "|  | other | 8 s | 0.25 GB/s | 4.00 × (one run) |" in reading.report(lines)


def test_scaling():
    lines = [
        {
            "kind": "size",
            "varied": "rows",
            "rows": rows,
            "features": 50,
            "threads": threads,
            "passes": 9.0,
            "hessian_rows": 4.0,
            "seconds": rows / threads,
            "round": 0,
        }
        for rows in (10_000, 100_000)
        for threads in (1, 2)
    ]
    text = scaling.report(lines)
    assert "| 1e4 × 50 | 9.0 | 4.0 | 10000 s | 5000 s | 2.00 × (one run) |" in text
    assert "rows to the power 1.00 on 1 thread, 1.00 on 2 threads" in text


def test_selection_compares_path_with_fit_and_folds_with_path():
    def run(what, seconds, passes, sweeps):
        figures = {"seconds": seconds, "passes": passes, "sweeps": sweeps, "points": 7}
        return {"kind": "selection", "data": "d", "what": what, **figures}

    text = selection.report([run("densest", 0.5, 5, None), run("path", 2, 50, 40), run("cv", 10, 60, 44)])
    assert "| d | 7 | 0.5 s | 2 s | 4.00 × (one run) | 50 | 10 s | 5.00 × (one run) | 1.10 × | 1.20 × |" in text
    assert selection.report([run("densest", 0.5, 5, None)]) == ""


def test_selection_compares_classes_together_with_each_alone():
    alone = [{"kind": "class", "data": "d", "label": "1", "passes": p, "seconds": 1.0} for p in (4.0, 6.0)]
    text = selection.report([*alone, {"kind": "classes", "data": "d", "passes": 6.5, "seconds": 1.5}])
    assert "2 classes together take 6.5 passes and 1.5 s" in text and "alone 6.0 passes" in text
