"""Passes over the data to a proved gap, over the reference cases."""

import os
import subprocess

from suite import data, markdown, records
from suite.bench import ROOT
from suite.records import groups, of_kind
from suite.timing import spread


def measure(bench):
    raw = bench.file("reference.jsonl")
    command = [
        os.path.join(ROOT, "scripts", "reference"),
        "--binary",
        bench.binary,
        "--raw",
        raw,
        "--cases",
        "fast" if bench.quick else "all",
        "--only",
        bench.only,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode == 77:
        raise data.Missing(done.stdout.strip().removeprefix("SKIPPED: "))
    for line in records.load(raw):
        bench.record("case", **line)


def is_tall(case):
    return case["n"] >= 10 * case["m"] and case["lambda"] > 0


def report(lines):
    cases = of_kind(lines, "case")

    def cell(found, gap):
        counts = spread(case["passes"][gap] if case["passes"][gap] is not None else float("inf") for case in found)
        return f"{counts.median:.1f} ({counts.most:.1f})"

    rows = [
        [name, len(found), cell(found, "1e-3"), cell(found, "1e-6")] for (name,), found in groups(cases, "data").items()
    ]
    tall = [case for case in cases if is_tall(case)]
    if tall:
        rows.append(["**tall, λ > 0**", len(tall), cell(tall, "1e-3"), cell(tall, "1e-6")])
    table = markdown.table(["data set", "cases", "to 1e-3, median (most)", "to 1e-6, median (most)"], rows)
    passed = f"{sum(not case['faults'] for case in cases)} of {len(cases)} cases"
    return f"{table}\n\n{passed} converge to 1e-6 within 200 passes, agree with the known optimum and verify."
