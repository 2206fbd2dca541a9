"""Which versions of the other programs were there."""

import json
import os
import subprocess

DEBIAN = ["liblinear-tools", "libocas-tools"]
LIBRARIES = {
    "venv": ["scikit-learn", "xgboost", "rehline", "liblinear-multicore"],
    "venv-lightning": ["sklearn-contrib-lightning"],
}
ASK = """
import importlib.metadata as m, json, sys
def version(name):
    try: return m.version(name)
    except m.PackageNotFoundError: return None
print(json.dumps({name: version(name) for name in sys.argv[1:]}))
"""


def peer_versions(folder):
    found = {}
    for package in DEBIAN:
        asked = _output(["dpkg-query", "-W", "-f=${Version}", package])
        if asked:
            found[package] = asked
    for environment, names in LIBRARIES.items():
        asked = _output([os.path.join(folder, environment, "bin", "python"), "-c", ASK, *names])
        found |= {name: version for name, version in json.loads(asked or "{}").items() if version}
    return found


def _output(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
