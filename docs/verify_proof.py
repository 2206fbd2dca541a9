#!/usr/bin/env python3
"""Checks, in exact arithmetic, the proof that `smsvm train --certificate PROOF DATA MODEL` wrote.

    python3 verify_proof.py DATA MODEL PROOF [--weight-column C] [--sample-weight FILE] [--penalty-factor FILE] ...

Exit code 0 and `confirmed`, 1 and `NOT confirmed: reason`, or 2 for wrong usage and files that cannot be opened. Needs
Python 3.9 and nothing else, and shares nothing with smsvm. DATA is libsvm text or CSV, plain or compressed with gzip,
bzip2 or xz; .npy, .npz and .store are not read (a proof made from a store can be checked against the text it is from).

What is checked (method.md, sections 1 and 3). Each label k of the model (of two labels the first) has a column (w, b)
and a claim in the proof. With y = +1 for the rows of label k and -1 for all others, row weights c and N = sum c:
    P(w, b) = sum_j lambda_j/2 w_j^2 + mu_j |w_j|  +  1/N sum_i c_i max(0, 1 - y_i (x_i'w + b))  <=  claimed primal
    D(a)    = 1/N sum_i c_i a_i  -  sum_j max(0, |v_j| - mu_j)^2 / (2 lambda_j)                  >=  claimed dual
with v_j = 1/N sum_i c_i a_i y_i x_ij, lambda_j = l2 f_j s_j^2 and mu_j = l1 f_j s_j, and a first made feasible: for a
free intercept the class with the larger sum of c a is scaled down to the other's; then all of a until |v_j| <= mu_j
where lambda_j = 0. D(a) is a bound for any a in [0, 1], whoever made it. Decimals of DATA are taken as the rationals
they are, doubles of MODEL and PROOF too, and all is computed with integers: nothing is rounded, and both comparisons
have no slack. Of what MODEL says about its training everything that follows from the rest is checked as well. The XXH3
checksums of the files are not recomputed: every number is read here. Row weights are those of `--weight-column` or
`--sample-weight` times the class weights in MODEL; without these options, and likewise for the factors f_j without
`--penalty-factor`, they are taken from the proof, and the confirmation says so.

PROOF, version 3, little-endian: 8 bytes "\\x8aSMPROOF"; u32 version; u8 precision (0 float, 1 double); u8 flags (1 factors
f, 2 row weights c, 4 scales s); u8 intercept (0 free, 1 penalized, 2 none); f64 l2; f64 l1; u64 checksum of the data; i64
rows; f and s (if flagged), each u64 count and VECTOR; c (if flagged) VECTOR; u64 classes; for each class f64 primal, f64
dual, u64 length and text of its label, VECTOR a; u64 XXH3 of all before. VECTOR: u64 size, then so many bytes: one zstd
frame (RFC 8878) and zeros. The frame holds the doubles as 8 planes: first all lowest bytes, at last all highest ones.
"""
import argparse
import bz2
import ctypes.util
import gzip
import itertools
import lzma
import math
import re
import struct
import sys
from fractions import Fraction
from types import SimpleNamespace

NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?")
STATUSES = ["converged", "stationary", "stalled", "max_passes", "max_seconds", "interrupted"]  # from best to worst


class Refused(Exception):
    """Why the proof does not hold."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


# ---- Files, numbers, labels ----
def text_of(path):
    with open(path, "rb") as file:
        content = file.read()
    for magic, module in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\0", lzma)):
        content = module.decompress(content) if content.startswith(magic) else content
    return content.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def word_lines(path):
    lines = (line.split("#")[0].split() for line in text_of(path).split("\n"))
    return [words for words in lines if words]


def decimal(text):
    """A decimal number, exactly, as (integer, power of ten)."""
    match = NUMBER.fullmatch(text)
    require(match and math.isfinite(float(text)), f"'{text}' is not a finite decimal number")
    sign, whole, fraction, exponent = match.groups(default="")
    integer, power = int(sign + whole + fraction), int(exponent or 0) - len(fraction)
    require(integer == 0 or power > -9999, f"{text} is nearer to zero than this program can calculate")
    return (integer, power) if integer else (0, 0)


def double(text):
    require(NUMBER.fullmatch(text) and math.isfinite(float(text)), f"'{text}' is not a finite number")
    return float(text)


def label_of(text):
    """What labels are compared by: 1, +1 and 1.0 are one label."""
    return float(text) if NUMBER.fullmatch(text) and math.isfinite(float(text)) else text


def unpacked(frame, size):
    """What a zstd frame holds, by any decoder at hand. It need not be trusted: every a in [0, 1] gives a bound."""
    try:
        from compression import zstd  # since Python 3.14
        return zstd.ZstdDecompressor().decompress(frame, size + 1)
    except ImportError:
        library = ctypes.util.find_library("zstd")
    if not library:
        raise OSError("to read the proof, Python 3.14 or the library libzstd is needed")
    zstd, content = ctypes.CDLL(library), ctypes.create_string_buffer(size + 1)
    zstd.ZSTD_findFrameCompressedSize.restype = zstd.ZSTD_decompress.restype = ctypes.c_size_t
    length = min(len(frame), zstd.ZSTD_findFrameCompressedSize(frame, ctypes.c_size_t(len(frame))))
    found = zstd.ZSTD_decompress(content, ctypes.c_size_t(size + 1), frame, ctypes.c_size_t(length))
    return content.raw[:found] if found <= size else b""  # an error is a very large number


def read_proof(path):
    with open(path, "rb") as file:
        content = file.read()
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, content, at)
        at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def vector(count):
        frame = take(f"{take('Q')}s")
        require(count <= 125 * len(frame), "more numbers are announced than can be there")
        planes = unpacked(frame, 8 * count)
        require(len(planes) == 8 * count, "a compressed vector is damaged")
        return struct.unpack(f"<{count}d", bytes(itertools.chain(*zip(*(planes[k * count:][:count] for k in range(8))))))

    require(take("8s") == b"\x8aSMPROOF", "this is no proof")
    version, precision, flags, intercept = take("IBBB")
    require(version == 3 and flags < 8, f"version {version} with flags {flags}; version 3 is read here")
    proof = SimpleNamespace(precision=["float", "double"][precision], intercept=["free", "penalized", "none"][intercept])
    proof.l2, proof.l1, proof.checksum, proof.rows = take("ddQq")
    proof.factor = vector(take("Q")) if flags & 1 else None
    proof.scale = vector(take("Q")) if flags & 4 else None
    proof.weight = vector(proof.rows) if flags & 2 else None
    proof.classes = {}
    for _ in range(take("Q")):
        primal, dual, size = take("ddQ")
        label = take(f"{size}s").decode("utf-8", "surrogateescape")
        require(label_of(label) not in proof.classes, f"the class '{label}' stands there twice")
        proof.classes[label_of(label)] = SimpleNamespace(label=label, primal=primal, dual=dual, a=vector(proof.rows))
    require(at == len(content) - 8, "the file does not end after the last field and the checksum")
    return proof


def read_model(path):
    lines = text_of(path).split("\n")
    start = [line.strip() for line in lines].index("w")
    head = dict(line.split(" ", 1) for line in lines[:start])
    count, classes, sparse = int(head["nr_feature"]), int(head["nr_class"]), "nr_weight" in head
    model = SimpleNamespace(weights={}, intercepts=None, features=count, columns=1 if classes == 2 else classes)
    end = start + 1 + (int(head["nr_weight"]) if sparse else count)
    for number, line in enumerate(lines[start + 1:end], 1):
        words = line.split()
        number = int(words.pop(0)) if sparse else number
        require(len(words) == model.columns, f"feature {number} has {len(words)} weights")
        require(number not in model.weights and 1 <= number <= count, f"feature {number} cannot stand there")
        model.weights[number] = [double(word) for word in words]
    model.intercepts = [0.0] * model.columns
    if double(head["bias"]) >= 0:
        require(double(head["bias"]) == 1 and len(lines[end].split()) == model.columns, "an intercept is wrong")
        model.intercepts, end = [double(word) for word in lines[end].split()], end + 1
    require(lines[end] == "smsvm_model 1", "what smsvm writes after the weights is missing")
    model.facts = {}
    for line in lines[end + 1:]:
        key, _, rest = line.partition(" ")
        words = re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', rest)
        require(key not in model.facts, f"'{key}' stands there twice")
        model.facts[key] = [unquoted(word) if word[0] == '"' else word for word in words]
    model.labels = model.facts["labels"]
    require(len(model.labels) == classes >= 2, "the number of labels is wrong")
    keys = [label_of(label) for label in model.labels]
    require(len(set(keys)) == classes, "labels are not distinct")
    whole = all(isinstance(key, float) and key == int(key) and abs(key) < 2 ** 31 for key in keys)
    require([int(word) for word in head["label"].split()] == (keys if whole else list(range(1, classes + 1))),
            "the labels for LIBLINEAR differ from those at the end")
    return model


def unquoted(word):
    letters = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(r"\\(u00[0-7][0-9a-f]|.)", lambda escape: chr(int(escape[1][1:], 16)) if len(escape[1]) > 1 else
                  letters.get(escape[1], escape[1]), word[1:-1])


# ---- The data: labels, and for each row the numbers of its features and their values as integers / 10^digits ----
def read_data(path, options):
    stem = re.sub(r"\.(gz|bz2|xz|zst)$", "", path.lower())
    require(not stem.endswith((".npy", ".npz", ".store")), "this format is not read here; give the text it was made from")
    is_csv = stem.endswith((".csv", ".tsv")) if options.format == "auto" else options.format == "csv"
    data = SimpleNamespace(labels=[], features=[], values=[], weights=None, names=None, width=0)
    (read_csv if is_csv else read_libsvm)(text_of(path), options, data)
    require(data.labels, "there are no rows")
    exact = {spelling: decimal(spelling) for spelling in set(itertools.chain(*data.values))}
    data.digits = max([0] + [-power for _, power in exact.values()])
    exact = {spelling: integer * 10 ** (data.digits + power) for spelling, (integer, power) in exact.items()}
    data.values = [[exact[spelling] for spelling in row] for row in data.values]
    data.rows, data.keys = len(data.labels), [label_of(label) for label in data.labels]
    return data


def read_libsvm(text, options, data):
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r").split("#")[0].strip(" \t")
        if not line:
            continue
        label, *entries = [word for word in re.split("[ \t]+", re.sub(":[ \t]+", ":", line))]
        require(not re.search("[\0-\x1f\x7f:,]", label), f"line {number}: '{label}' is no label")
        entries = [entry.partition(":")[::2] for entry in entries if not re.fullmatch("qid:[0-9]+", entry)]
        require(all(re.fullmatch("[0-9]+", index) for index, _ in entries), f"line {number}: index:value is expected")
        data.labels.append(label)
        data.features.append([int(index) for index, _ in entries])
        data.values.append([value for _, value in entries])
        require(len(set(data.features[-1])) == len(entries), f"line {number}: a feature stands there twice")
    least = min((min(row) for row in data.features if row), default=1)
    base = min(least, 1) if options.index_base == "auto" else int(options.index_base)
    require(least >= base, f"there is an index {least}, and the first feature is {base} (see --index-base)")
    data.features = [[index + 1 - base for index in row] for row in data.features]
    data.width = max((max(row) for row in data.features if row), default=0)


def csv_rows(text, delimiter):
    blank, other = "[ \t\r]*".replace(delimiter, ""), f"[^{re.escape(delimiter)}\n]"
    field = re.compile(f'{blank}(?:"((?:[^"]|"")*)"{blank}|((?!"){other}*))({re.escape(delimiter)}|\n)')
    at, row, text = 0, [], text if text.endswith("\n") else text + "\n"
    while at < len(text):
        match = field.match(text, at)
        require(match, "a quote is not closed, or something follows it")
        row.append(match[2].rstrip(" \t\r") if match[1] is None else match[1].replace('""', '"'))
        at = match.end()
        if match[3] == "\n":
            if row != [""]:
                yield row
            row = []


def read_csv(text, options, data):
    line = re.sub('"[^"]*"?', '""', next((line for line in text.split("\n") if line.strip()), ""))
    best = max(";\t|", key=line.count)
    is_decimal = len(re.findall("(?<=[0-9]),(?=[0-9])", line)) == line.count(",")
    guess = best if line.count(best) > 0 and (is_decimal or line.count(best) >= line.count(",")) else ","
    rows = list(csv_rows(text, {None: guess, "tab": "\t"}.get(options.delimiter, options.delimiter)))
    require(rows, "there are no rows")
    first, columns = rows[0], len(rows[0])

    def numbered(name):
        return int(name) - 1 if re.fullmatch("[0-9]+", name or "") and 1 <= int(name) <= columns else None

    def like_data(field):
        return field.lower() in ("", "?", "na", "n/a", "nan", "null") or NUMBER.fullmatch(
            field if "." in field else field.replace(",", ".", 1)) or re.fullmatch("(?i)[+-]?(inf|nan|infinity)", field)

    named = any(name and numbered(name) is None for name in (options.label_column, options.weight_column))
    usual = numbered(options.label_column) or 0
    guessed = not all(like_data(field) for column, field in enumerate(first) if column != usual)
    names = rows.pop(0) if named or {"yes": True, "no": False}.get(options.header, guessed) else []

    def column(name):
        require(names.count(name) < 2, f"several columns are called '{name}'")
        found = names.index(name) if name in names else numbered(name)
        require(found is not None, f"there is no column '{name}'")
        return found

    weight = column(options.weight_column) if options.weight_column else None
    lower = [name.lower() for name in names]
    usual = next((lower.index(name) for name in ("label", "target", "class", "y") if name in lower), weight)
    label = column(options.label_column) if options.label_column else usual if usual != weight else int(weight == 0)
    rest = [column for column in range(columns) if column not in (label, weight)]
    for row in rows:
        require(len(row) == columns, f"a row has {len(row)} fields, the first one {columns}")
    data.labels, data.width = [row[label] for row in rows], len(rest)
    data.values, data.features = [[row[column] for column in rest] for row in rows], [range(1, len(rest) + 1)] * len(rows)
    data.names = [names[column] for column in rest] if names else None
    data.weights = [double(row[weight]) for row in rows] if weight is not None else None


# ---- Do data, model and proof belong together? Each function returns what the next ones need ----
def check_facts(proof, model):
    """What the model says about the problem it was trained on, against the proof."""
    facts = model.facts
    for key, found in (("l2", proof.l2), ("l1", proof.l1)):
        require(math.isfinite(found) and found >= 0, f"the proof's {key} is {found}")
        require(double(facts[key][0]) == found, f"the model was trained with {key} {facts[key][0]}, the proof has {found}")
    for key, found in (("intercept", proof.intercept), ("precision", proof.precision)):
        require(facts[key] == [found], f"the model was trained with {key} '{facts[key][0]}', the proof is about '{found}'")
    require(int(facts["data_checksum"][0], 16) == proof.checksum, "model and proof are about different data (checksum)")
    require(facts.get("scale", ["none"])[0] in ("none", "minmax", "standard"), "the model's scale is unknown")
    scaled = facts.get("scale", ["none"]) != ["none"]
    require(scaled == (proof.scale is not None), f"the model is {'' if scaled else 'not '}scaled, unlike the proof")
    require(proof.intercept != "none" or not any(model.intercepts), "there is an intercept, the proof is about none")


def row_weights(data, proof, model, options, notes):
    """c as integers over a common denominator, once known to be what data and options say."""
    require(data.rows == proof.rows, f"the data have {data.rows} rows, the proof is about {proof.rows}")
    given, of_class = data.weights, {}
    if options.sample_weight:
        require(given is None, "weights are given twice, in a column and in a file")
        given = [double(word) for words in word_lines(options.sample_weight) for word in words]
    words = model.facts.get("class_weights", ["0"])[1:]
    for label, weight in zip(words[::2], words[1::2]):
        of_class[label_of(label)] = double(weight)
    if given is not None or of_class:
        require(proof.weight is not None, "the proof is about rows without weights, but the rows have weights")
        expected = [each * of_class.get(key, 1.0) for each, key in zip(given or [1.0] * data.rows, data.keys)]
        require(len(given or data.keys) == data.rows, f"there are {len(given or [])} weights for {data.rows} rows")
        require(list(proof.weight) == expected, "a row's weight in the proof is not the one that column or file "
                "(--weight-column, --sample-weight) times class weight make")
    weights = proof.weight or [1.0] * data.rows
    require(all(math.isfinite(weight) and weight >= 0 for weight in weights), "a row weight is negative or not finite")
    require(any(weights), "all row weights are zero")
    if proof.weight and given is None and not of_class:
        notes.append(f"row weights are taken from the proof: {weights.count(0)} of {data.rows} are zero, "
                     f"their sum is {math.fsum(weights):.12g}")
    if of_class:
        notes.append("class weights are taken from the model: " + ", ".join(map(" = ".join, zip(words[::2], words[1::2]))))
    return over_common_denominator(weights)


def check_labels(data, model, proof, weights):
    """As training names the classes; rows of weight 0 do not count."""
    texts = {}
    for key, label, weight in zip(data.keys, data.labels, weights):
        if weight > 0:
            texts.setdefault(key, label)
    keys = [label_of(label) for label in model.labels]
    if len(keys) == 2 and len(texts) > 2 and keys[0] in texts:  # --positive: the others have one name together
        rest = "rest"
        while rest in texts:
            rest = f"not-{texts[keys[0]]}-{rest}"
        rest = -1.0 if isinstance(keys[0], float) and -1.0 not in texts else rest
        require(keys[1] == rest, f"the second label of the model is '{model.labels[1]}', not '{rest}'")
    else:
        for key, label in zip(keys, model.labels):
            require(key in texts, f"no row of the data has the model's label '{label}'")
        for key in texts:
            require(key in keys, f"rows of the data have the label '{texts[key]}', which the model does not have")
    require(set(proof.classes) == set(keys[:model.columns]), "the proof's classes are not those of the model")
    return keys[:model.columns]


def match_features(data, model):
    """Gives each column of the data the number that its name has in the model."""
    names = model.facts.get("feature_names", ["0"])[1:]
    require(not any(any(row) for number, row in model.weights.items() if number > data.width),
            "the model has a weight for a feature that the data do not have")
    if names and data.names is not None:
        require(sorted(names) == sorted(data.names), "the model's feature names are not those of the data's header")
        if len(set(names)) == len(names):
            number = [names.index(name) + 1 for name in data.names]
            data.features = [number] * data.rows
        require(len(set(names)) == len(names) or names == data.names, "columns of the same name are in another order")


def penalties(data, proof, model, options, weights, notes):
    """(lambda_j, mu_j) of each feature, and under 0 that of the intercept."""
    used = sorted({j for row, values in zip(data.features, data.values) for j, value in zip(row, values) if value})

    def by_feature(vector, what, least):
        numbers = range(1, data.width + 1) if vector is None or len(vector) == data.width else used
        require(vector is None or len(vector) == len(numbers), f"there are {len(vector or [])} {what}s for the features")
        vector = dict(zip(numbers, vector or [1.0] * data.width))
        require(all(least <= value < math.inf for value in vector.values()), f"a {what} is too small or not finite")
        return vector

    factor = by_feature(proof.factor, "penalty factor", 0)
    scale = by_feature(proof.scale, "scale", sys.float_info.min)
    if options.penalty_factor:
        given = {int(words[0]): double(words[1]) for words in word_lines(options.penalty_factor)}
        require(factor == {j: given.get(j, 1.0) for j in factor}, "a penalty factor is not that of the file")
    elif proof.factor:
        notes.append(f"penalty factors are taken from the proof: {sum(value != 1 for value in proof.factor)} are not 1")
    if proof.scale:
        stored = [int(word) for word in model.facts.get("feature_ids", [])[1:]] or sorted(model.weights)
        claimed = [double(word) for word in model.facts.get("feature_scale", ["0"])[1:]]
        require(claimed == [scale.get(j) for j in stored], "the scales in model and proof differ")
        check_scales(data, proof, model.facts["scale"][0], scale, weights)
    for j, row in model.weights.items():
        require(not any(row) or j in factor and j in scale, f"the model has a weight for feature {j}, the data do not")
    l2, l1 = Fraction(proof.l2), Fraction(proof.l1)
    charge = {j: (l2, l1) for j in factor}
    for j in factor if proof.factor or proof.scale else ():
        f, s = Fraction(factor[j]), Fraction(scale.get(j, 1.0))
        charge[j] = (l2 * f * s * s, l1 * f * s)
    return {**charge, **({0: (l2, l1)} if proof.intercept == "penalized" else {})}


def check_scales(data, proof, kind, scale, weights):
    """Scales are rounded numbers; so may be the values they are made from, to the precision of the proof."""
    count, total, sums, squares, least, greatest = {}, sum(weights), {}, {}, {}, {}
    for features, values, weight in zip(data.features, data.values, weights):
        for j, value in zip(features, values) if weight else ():
            if value:
                count[j] = count.get(j, 0) + 1
                sums[j] = sums.get(j, 0) + weight * value
                squares[j] = squares.get(j, 0) + weight * value * value
                least[j], greatest[j] = min(least.get(j, value), value), max(greatest.get(j, value), value)
    rows, unit = sum(weight > 0 for weight in weights), 2.0 ** (-23 if proof.precision == "float" else -52)
    for j, found in scale.items():
        low, high = least.get(j, 0), greatest.get(j, 0)
        low, high = (low, high) if count.get(j, 0) == rows else (min(low, 0), max(high, 0))
        variance = (total * squares.get(j, 0) - sums.get(j, 0) ** 2) / (total * 10 ** data.digits) ** 2
        spread = (high - low) / 10 ** data.digits if kind == "minmax" else math.sqrt(variance)
        blur = unit * max(-low, high) / 10 ** data.digits
        is_right = abs(found - spread) <= 1e-6 * spread + blur or found == 1 and spread <= blur
        require(is_right, f"the scale of feature {j} is {found}; '{kind}' makes it {spread} on these data")


def check_claims(proof, model, keys, weights, denominator):
    """What the model says about its training that follows from proof and data."""
    facts, claims, total = model.facts, [proof.classes[key] for key in keys], sum(weights) / denominator

    def near(key, value, relative):
        found = float(facts[key][0]) if key in facts else value
        require(found == value or abs(found - value) <= relative * abs(value), f"the model says {key} {found}, not {value}")

    near("rows", sum(weight > 0 for weight in weights), 0)
    near("total_weight", total, 1e-9)
    l1, l2 = proof.l1, proof.l2
    near("C", 1 / ((l1 + l2) * total) if l1 + l2 > 0 else math.inf, 1e-9)
    near("l1_ratio", l1 / (l1 + l2) if l1 + l2 > 0 else 0, 1e-9)
    near("primal", math.fsum(claim.primal for claim in claims), 0 if len(claims) == 1 else 1e-12)
    require("dual" in facts, "the model says that nothing was proved")
    near("dual", math.fsum(claim.dual for claim in claims), 0 if len(claims) == 1 else 1e-12)
    status = [facts["status"][0]]
    if len(claims) > 1:
        words = facts["classes"]
        status = words[::4]
        require([double(word) for word in words[1::4]] == [claim.primal for claim in claims] and
                [float(word) for word in words[2::4]] == [claim.dual for claim in claims],
                "what the model says about its classes differs from the proof")
    require(set(status) <= set(STATUSES) and facts["status"][0] == max(status, key=STATUSES.index), "a status is wrong")
    tolerance = double(facts["tolerance"][0])
    for claim, each in zip(claims, status):
        gap = (claim.primal - claim.dual) / claim.primal if claim.primal > 0 else 0
        require(each != "converged" or gap <= tolerance * (1 + 1e-9) + 1e-15,
                f"the model says 'converged' to {tolerance}, but a gap of {gap:.3g} is claimed")


# ---- P and D ----
def over_common_denominator(doubles):
    ratios = [value.as_integer_ratio() for value in doubles]
    common = max(denominator for _, denominator in ratios)  # all are powers of two
    return [numerator * (common // denominator) for numerator, denominator in ratios], common


def primal_value(data, proof, model, k, positive, weights, charge):
    numbers = sorted(model.weights)
    column = [model.weights[j][k] for j in numbers] + [model.intercepts[k]]
    integers, denominator = over_common_denominator(column)
    unit = 10 ** data.digits
    one, intercept, weight_of = denominator * unit, integers.pop() * unit, dict(zip(numbers, integers))
    weight_of = [weight_of.get(j, 0) for j in range(data.width + 1)]
    loss = 0
    for key, features, values, weight in zip(data.keys, data.features, data.values, weights):
        if weight:
            score = intercept + sum(weight_of[j] * value for j, value in zip(features, values))
            loss += weight * max(0, one - score if key == positive else one + score)
    penalty = Fraction(0)
    for j, value in itertools.chain(zip(numbers, column), [(0, column[-1])]):
        if value and j in charge:
            l2, l1 = charge[j]
            penalty += l2 / 2 * Fraction(value) ** 2 + l1 * abs(Fraction(value))
    return penalty + Fraction(loss, sum(weights) * one)


def dual_value(data, proof, claim, positive, weights, charge):
    """As numerator and denominator, which are not reduced: they may be long."""
    integers, denominator = over_common_denominator(claim.a)
    sums, unit = {True: [0] * (data.width + 1), False: [0] * (data.width + 1)}, 10 ** data.digits
    for key, features, values, weight, a in zip(data.keys, data.features, data.values, weights, integers):
        mine, a = sums[key == positive], a * weight
        if a:
            mine[0] += a * unit
            for j, value in zip(features, values):
                mine[j] += a * value
    plus, minus, heavier = sums[True][0], sums[False][0], 1
    up, down = 1, 1  # what the two classes are multiplied by, times `heavier`
    if proof.intercept == "free":
        up, down, heavier = minus, plus, max(plus, minus, 1)
    common = heavier * denominator * unit * sum(weights)  # of v and of the mean of a
    v = {j: abs(up * sums[True][j] - down * sums[False][j]) for j in charge}
    shrink = min([Fraction(1)] + [l1 * common / v[j] for j, (l2, l1) in charge.items() if l2 == 0 and v[j] > l1 * common])
    squares = {}
    for j, (l2, l1) in charge.items():
        excess = shrink.numerator * v[j] * l1.denominator - l1.numerator * common * shrink.denominator
        if l2 > 0 and excess > 0:
            squares[l2, l1.denominator] = squares.get((l2, l1.denominator), 0) + excess * excess
    terms = [(square * l2.denominator, 2 * l2.numerator * d * d) for (l2, d), square in squares.items()] or [(0, 1)]
    while len(terms) > 1:
        pairs = itertools.zip_longest(terms[::2], terms[1::2], fillvalue=(0, 1))
        terms = [(a * d + c * b, b * d) for (a, b), (c, d) in pairs]
    (top, bottom), length = terms[0], shrink.denominator * common
    value = (shrink.numerator * (up * plus + down * minus) * length * bottom - top, length * length * bottom)
    return value if value[0] > 0 else (0, 1)  # a = 0 proves that much


def verify(options):
    """What to say where the proof holds; Refused where it does not."""
    notes = []
    proof, model = parsed(read_proof, options.proof), parsed(read_model, options.model)
    data = parsed(read_data, options.data, options)
    check_facts(proof, model)
    weights, denominator = row_weights(data, proof, model, options, notes)
    keys = check_labels(data, model, proof, weights)
    match_features(data, model)
    charge = penalties(data, proof, model, options, weights, notes)
    check_claims(proof, model, keys, weights, denominator)
    primals, duals, gaps = [], [], []
    for k, key in enumerate(keys):
        claim, label = proof.classes[key], model.labels[k]
        require(all(0 <= a <= 1 for a in claim.a), f"class '{label}': a dual value is outside [0, 1]")
        require(math.isfinite(claim.primal) and math.isfinite(claim.dual), f"class '{label}': a claim is not finite")
        primal = primal_value(data, proof, model, k, key, weights, charge)
        top, bottom = dual_value(data, proof, claim, key, weights, charge)
        require(primal <= Fraction(claim.primal), f"class '{label}': the model's objective is {float(primal)!r}, above "
                f"the claimed {claim.primal!r} by {float(primal - Fraction(claim.primal)):.3g}")
        p, q = claim.dual.as_integer_ratio()
        require(top * q >= p * bottom, f"class '{label}': the dual point proves {top / bottom!r}, below the claimed "
                f"{claim.dual!r} by {(p * bottom - top * q) / (bottom * q):.3g}")
        primals.append(float(primal))
        duals.append(top / bottom)
        rest = primal.numerator * bottom - top * primal.denominator
        gaps.append(rest / (primal.numerator * bottom) if primal else 0.0)
    return "; ".join([f"confirmed   P = {math.fsum(primals):.15g}, D = {math.fsum(duals):.15g}, relative gap "
                      f"{max(gaps):.3e}{', the largest of the classes' if len(keys) > 1 else ''}", *notes])


def parsed(reader, path, *more):
    try:
        return reader(path, *more)
    except Refused as reason:
        raise Refused(f"{path}: {reason}") from None
    except (struct.error, ValueError, KeyError, IndexError, OverflowError, MemoryError) as error:
        raise Refused(f"{path} cannot be understood: {error!r}") from None


def main(arguments):
    parser = argparse.ArgumentParser(description="Checks in exact arithmetic what smsvm train --certificate proved.")
    for name in ("data", "model", "proof"):
        parser.add_argument(name)
    parser.add_argument("--format", choices=["auto", "libsvm", "csv"], default="auto")
    parser.add_argument("--index-base", choices=["0", "1", "auto"], default="1")
    parser.add_argument("--header", choices=["auto", "yes", "no"], default="auto")
    for name in ("--label-column", "--weight-column", "--delimiter", "--sample-weight", "--penalty-factor"):
        parser.add_argument(name)
    try:
        print(verify(parser.parse_args(arguments)))
        return 0
    except Refused as reason:
        print(f"NOT confirmed: {reason}")
        return 1
    except (OSError, EOFError, lzma.LZMAError) as error:
        print(f"{error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
