"""Raw figures: one JSON object per line, written as they are measured."""

import json
import os


class Recorder:
    """Writes the lines of one part to FOLDER/PART.jsonl, the first of them about the machine; what an interrupted run
    measured stays."""

    def __init__(self, folder, part):
        self.lines = []
        self._path, self._file = path_of(folder, part), None

    def write(self, kind, **fields):
        self.lines.append({"kind": kind, **fields})
        if len(self.lines) == 1:
            return  # where nothing can be measured, the figures of an earlier run stay
        if self._file is None:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            self._file = open(self._path, "w")
            self._file.write(json.dumps(self.lines[0]) + "\n")
        self._file.write(json.dumps(self.lines[-1]) + "\n")
        self._file.flush()

    def close(self):
        if self._file:
            self._file.close()


def path_of(folder, part):
    return os.path.join(folder, part + ".jsonl")


def load(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def of_kind(lines, kind, **fields):
    """The lines of a kind whose fields have the given values."""
    return [
        line for line in lines if line["kind"] == kind and all(line.get(key) == value for key, value in fields.items())
    ]


def groups(lines, *keys):
    """Lines by the values of the keys, in the order of their first appearance."""
    found = {}
    for line in lines:
        found.setdefault(tuple(line[key] for key in keys), []).append(line)
    return found


def whole_rounds(lines, key, *about):
    """Without the rounds that were interrupted: those in which a value of the key is missing that others have.

    Rounds are told apart by their number and the values of `about`.
    """
    values = {line[key] for line in lines}
    rounds = groups(lines, *about, "round").values()
    return [line for found in rounds if {line[key] for line in found} == values for line in found]
