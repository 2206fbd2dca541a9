"""Data sets as text in the scratch folder, as matrices, and the models made of them."""

import lzma
import os
import shutil

import numpy
from scipy import sparse


class Missing(Exception):
    """Something that a measurement needs is not there."""


def real_names(folder):
    """The data sets of a folder that are training sets of two classes."""
    if not folder:
        raise Missing("set SMSVM_DATA to the folder of the data sets")
    suffix = ".libsvm.xz"
    names = [entry[: -len(suffix)] for entry in sorted(os.listdir(folder)) if entry.endswith(suffix)]
    names = [name for name in names if not name.endswith((".t", ".multiclass"))]
    if not names:
        raise Missing(f"no NAME{suffix} in {folder}")
    return names


def real(folder, name, scratch):
    """The text of a data set, decompressed; in the page cache afterwards."""
    if not folder:
        raise Missing(f"{name}: set SMSVM_DATA to the folder of the data sets")
    packed = os.path.join(folder, name + ".libsvm.xz")
    if not os.path.exists(packed):
        raise Missing(f"{packed} is not there")
    path = os.path.join(scratch, name)
    if not os.path.exists(path):
        with lzma.open(packed) as source, open(path, "wb") as target:
            shutil.copyfileobj(source, target)
    with open(path, "rb") as file:
        while file.read(1 << 24):
            pass
    return path


def read_libsvm(path):
    """A sparse matrix and signs ±1, in double; for labels ±1 and lines without comments."""
    with open(path, "rb") as file:
        text = file.read()
    if b"#" in text:
        raise ValueError(f"{path}: comments")
    characters = numpy.frombuffer(text, dtype=numpy.uint8)
    ends = numpy.flatnonzero(characters == ord("\n"))
    if len(characters) and (len(ends) == 0 or ends[-1] != len(characters) - 1):
        ends = numpy.append(ends, len(characters))
    pairs_until = numpy.searchsorted(numpy.flatnonzero(characters == ord(":")), ends)
    tokens = numpy.fromstring(text.replace(b":", b" ").decode("ascii"), sep=" ")
    start = numpy.concatenate([[0], pairs_until])
    label_at = 2 * start[:-1] + numpy.arange(len(ends))
    if len(tokens) != 2 * start[-1] + len(ends):
        raise ValueError(f"{path}: not plain libsvm text")
    labels = tokens[label_at]
    if not numpy.isin(labels, [-1, 1]).all():
        raise ValueError(f"{path}: labels other than +1 and -1")
    pairs = numpy.delete(tokens, label_at).reshape(-1, 2)
    columns = pairs[:, 0].astype(numpy.int64) - 1
    width = int(columns.max()) + 1 if len(columns) else 0
    return sparse.csr_matrix((pairs[:, 1].copy(), columns, start), shape=(len(ends), width)), labels


def read_liblinear_model(path, width):
    """Weights and intercept of a two-class model in LIBLINEAR's format, for the class +1; absent features weigh 0."""
    header = {}
    with open(path) as file:
        for line in file:
            word, _, rest = line.strip().partition(" ")
            if word == "w":
                break
            header[word] = rest
        features, bias = int(header["nr_feature"]), float(header["bias"])
        values = numpy.array([float(next(file)) for _ in range(features + (bias >= 0))])
    if float(header["label"].split()[0]) < 0:
        values = -values
    weights = numpy.zeros(width)
    weights[: min(features, width)] = values[: min(features, width)]
    return weights, values[-1] * bias if bias >= 0 else 0.0


def read_ocas_model(path, width):
    """OCAS writes one number a line, the last is the intercept."""
    values = numpy.loadtxt(path, ndmin=1)
    weights = numpy.zeros(width)
    weights[: len(values) - 1] = values[:-1]
    return weights, float(values[-1])
