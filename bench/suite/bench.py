"""What the parts share: where things are, how thorough to be, where figures go."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from suite import data, processes
from suite.records import Recorder

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass
class Bench:
    binary: str
    builds: str  # the folder whose Google Benchmark programs are run
    data_folder: str
    scratch: str
    peers: str  # the folder of bench/install-peers
    quick: bool
    repeats: int
    only: str  # data sets whose name contains this
    recorder: Recorder = None

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    def record(self, kind, **fields):
        self.recorder.write(kind, **fields)

    def file(self, name):
        return os.path.join(self.scratch, name)

    def real(self, name):
        return data.real(self.data_folder, name, self.scratch)

    def present(self, names):
        """The real data sets of these names that are there; a line for each that is not."""
        found = []
        for name in names:
            try:
                self.real(name)
                found.append(name)
            except data.Missing as reason:
                print(f"SKIPPED: {reason}", flush=True)
        return found

    def tall(self, rows, features=50):
        """Synthetic data as text: classes that overlap, all features dense."""
        path = self.file(f"tall-{rows}x{features}")
        if not os.path.exists(path):
            needed = 16 * rows * features  # bytes of text, rounded up
            if shutil.disk_usage(self.scratch).free < needed:
                raise data.Missing(f"{needed / 1e9:.0f} GB free in {self.scratch} (TMPDIR says where)")
            self.say(f"generating {rows} x {features}")
            subprocess.run(
                [
                    self.binary,
                    "generate",
                    "-q",
                    "tall",
                    "--separation",
                    "0.3",
                    "--rows",
                    str(rows),
                    "--features",
                    str(features),
                    path,
                ],
                check=True,
            )
        return path

    def train(self, path, *options, model=None):
        """smsvm train: the process, and the JSON it wrote without the history."""
        run = processes.run([self.binary, "train", "-q", *options, "--json", "-", path, model or self.file("model")])
        facts = json.loads(run.output)
        facts.pop("history")
        return run, facts

    def inspect(self, path):
        return json.loads(processes.run([self.binary, "inspect", "-q", "--json", "-", path]).output)
