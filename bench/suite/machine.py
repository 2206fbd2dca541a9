"""What the figures were measured on."""

import datetime
import os
import platform


def load():
    return round(os.getloadavg()[0], 2)


def describe():
    return {
        "date": datetime.date.today().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "system": platform.platform(terse=True),
        "load_before": load(),
    }


def sentence(facts, load_after=None):
    text = (
        f"{facts['date']}, {facts['processor']}, {facts['cores']} cores, {facts['memory_gib']} GiB, "
        f"compiler {facts['compiler']}, load {facts['load_before']} before"
    )
    return text + (f" and {load_after} after" if load_after is not None else ", not run to its end")


def _processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine() or "unknown processor"
