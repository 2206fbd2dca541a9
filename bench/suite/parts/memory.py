"""Peak memory of training against what the data need: the stored rows and five doubles of state for each."""

from suite import markdown
from suite.records import of_kind

REAL = ["covtype_scale", "news20-bydate"]
STATE_BYTES_PER_ROW = 5 * 8
FACTOR, ALLOWANCE = 1.3, 64 * 2**20


def measure(bench):
    files = {name: bench.real(name) for name in bench.present(REAL)} | {"tall 1e6 x 50": bench.tall(1_000_000)}
    for name, path in files.items():
        bench.say(f"memory: {name}")
        facts = bench.inspect(path)
        run, trained = bench.train(path, "--l2", "1e-5", "--l1", "1e-4", "--precision", "float")
        bench.record(
            "memory",
            data=name,
            rows=facts["rows"],
            stored_bytes=facts["memory_bytes"],
            state_bytes=STATE_BYTES_PER_ROW * facts["rows"],
            peak_bytes=run.peak_bytes,
            status=trained["status"],
        )


def limit(line):
    return FACTOR * (line["stored_bytes"] + line["state_bytes"]) + ALLOWANCE


def report(lines):
    rows = []
    for line in of_kind(lines, "memory"):
        needed = line["stored_bytes"] + line["state_bytes"]
        rows.append(
            [
                line["data"],
                markdown.megabytes(line["stored_bytes"]),
                markdown.megabytes(line["state_bytes"]),
                markdown.megabytes(line["peak_bytes"]),
                markdown.factor(line["peak_bytes"] / needed),
                markdown.megabytes(limit(line)),
                "yes" if line["peak_bytes"] <= limit(line) else "**no**",
            ]
        )
    return markdown.table(
        ["data", "rows as stored", "state of the rows", "peak", "peak / both", "limit", "within"], rows
    )
