"""How training time and passes grow with rows, features and threads."""

import os

from suite import data, machine, markdown, processes
from suite.records import groups, of_kind, whole_rounds
from suite.timing import growth_exponent, interleave, ratio, spread

ROWS, MORE_ROWS = [10_000, 100_000, 1_000_000], [10_000_000]
FEATURES, MORE_FEATURES = [10, 30, 100, 300], [1000]
FIXED_ROWS, FIXED_FEATURES = 100_000, 50
OPTIONS = ["--l2", "1e-5", "--l1", "1e-4", "--tolerance", "1e-4"]


def measure(bench):
    for rows in ROWS + ([] if bench.quick else MORE_ROWS):
        try_size(bench, "rows", rows, FIXED_FEATURES)
    for features in FEATURES + ([] if bench.quick else MORE_FEATURES):
        try_size(bench, "features", FIXED_ROWS, features)


def try_size(bench, varied, rows, features):
    """A size that is too large for the machine is named and left out."""
    try:
        one_size(bench, varied, rows, features)
    except (data.Missing, processes.Failed) as reason:
        print(f"SKIPPED: {rows} x {features}: {reason}", flush=True)


def one_size(bench, varied, rows, features):
    path = bench.tall(rows, features)
    bench.say(f"scaling: {rows} x {features}")
    programs = {
        threads: lambda threads=threads: bench.train(path, *OPTIONS, "--threads", str(threads))[1]
        for threads in thread_counts()
    }
    for number, threads, facts in interleave(bench.repeats, programs):
        bench.record(
            "size",
            varied=varied,
            rows=rows,
            features=features,
            threads=threads,
            round=number,
            seconds=facts["seconds"]["train"],
            load_seconds=facts["seconds"]["load"],
            passes=facts["passes"],
            hessian_rows=facts["hessian_rows"],
            status=facts["status"],
            machine_load=machine.load(),
        )
    if rows * features > 1e8 or varied == "features":
        os.remove(path)


def thread_counts():
    cores = os.cpu_count()
    return sorted({1, 2, cores} if cores > 1 else {1})


def report(lines):
    sizes = whole_rounds(of_kind(lines, "size"), "threads", "varied", "rows", "features")
    return "\n\n".join(
        table_of(of_kind(sizes, "size", varied=varied), varied)
        for varied in ("rows", "features")
        if of_kind(sizes, "size", varied=varied)
    )


def table_of(lines, varied):
    threads = sorted({line["threads"] for line in lines})
    rows, medians = [], {count: [] for count in threads}
    for (size, width), runs in groups(lines, "rows", "features").items():
        times = {count: [run["seconds"] for run in runs if run["threads"] == count] for count in threads}
        for count in threads:
            medians[count].append((size if varied == "rows" else width, spread(times[count]).median))
        rows.append(
            [
                f"{markdown.count(size)} × {width}",
                f"{runs[0]['passes']:.1f}",
                f"{runs[0]['hessian_rows']:.1f}",
                *(markdown.seconds(spread(times[count]).median) for count in threads),
                *(markdown.ratio(ratio(times[count], times[1])) for count in threads[1:]),
            ]
        )
    titles = [
        "data",
        "passes",
        "rows in Hessians / rows",
        *(f"{count} thread{'s' * (count > 1)}" for count in threads),
        *(f"one thread's time / {count} threads'" for count in threads[1:]),
    ]
    text = markdown.table(titles, rows)
    if len(rows) > 1:
        exponents = ", ".join(
            f"{growth_exponent(*zip(*medians[count])):.2f} on {count} thread{'s' * (count > 1)}" for count in threads
        )
        text += f"\n\nTime grows as {varied} to the power {exponents}."
    return text
