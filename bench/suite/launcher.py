"""Runs a command and writes what it used; started by processes.py.

usage: launcher.py REPORT LIMIT COMMAND...

It is a small process on purpose: the peak memory that the system gives for a process is at least that of the process it
was started from. LIMIT is in seconds, 0 for none.
"""

import json
import os
import signal
import sys
import time


def main():
    report, limit, *command = sys.argv[1:]
    expired = []

    def give_up(*_):
        expired.append(True)
        os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, give_up)
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    signal.setitimer(signal.ITIMER_REAL, float(limit))
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    with open(report, "w") as file:
        json.dump(
            {
                "seconds": seconds,
                "cpu_seconds": usage.ru_utime + usage.ru_stime,
                "peak_bytes": usage.ru_maxrss * 1024,
                "exit_code": os.waitstatus_to_exitcode(status),
                "expired": bool(expired),
            },
            file,
        )


if __name__ == "__main__":
    main()
