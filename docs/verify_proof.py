#!/usr/bin/env python3
"""Checks, in exact arithmetic, the proof that `smsvm train --certificate PROOF DATA MODEL` wrote.

    python3 verify_proof.py DATA MODEL PROOF [--weight-column C] [--sample-weight FILE] [--penalty-factor FILE] ...

Exit code 0 and `confirmed`, 1 and `NOT confirmed: reason`, or 2 for wrong usage and files that cannot be opened. Needs
Python 3.9 and, before 3.14, the system's libzstd; shares nothing else with smsvm. DATA is libsvm text or CSV, plain or
compressed with gzip, bzip2 or xz; .npy, .npz and .store are not read (give the text that a store was made from).

What is checked (method.md, sections 1 and 3). Each label k of the model (of two labels the first) has a column (w, b)
and a claim in the proof. With y = +1 for the rows of label k and -1 for all others, row weights c and N = sum c:
    P(w, b) = sum_j lambda_j/2 w_j^2 + mu_j |w_j|  +  1/N sum_i c_i max(0, 1 - y_i (x_i'w + b))  <=  claimed primal
    D(a)    = 1/N sum_i c_i a_i  -  sum_j max(0, |v_j| - mu_j)^2 / (2 lambda_j)                  >=  claimed dual
with v_j = 1/N sum_i c_i a_i y_i x_ij, lambda_j = l2 f_j s_j^2, mu_j = l1 f_j s_j (a penalized b is a feature that is
always 1, with f = s = 1), after a was made feasible: for a free b the class with the larger sum of c a is scaled down
to the other's; then all of a is, until |v_j| <= mu_j where lambda_j = 0. D(a) is a bound for any a in [0, 1]. Decimals
of DATA are the rationals they are, doubles of MODEL and PROOF too (row weights are doubles: decimals are rounded to
the nearest). All is computed with integers: nothing is rounded, P and D are compared without slack. What MODEL says
about its training is checked where it follows from the rest. XXH3 checksums are not recomputed: every number is read
here. Row weights are those of `--weight-column` or `--sample-weight`, times the class weights that MODEL names; if
there are neither, and likewise for f without `--penalty-factor`, they are taken from the proof, and the confirmation
says so. s must be what the model's `scale` makes of the data (to 1e-6, and the precision in which they were read).

PROOF, version 3, little-endian: 8 bytes "\\x8aSMPROOF"; u32 version; u8 precision (0 float, 1 double); u8 flags (1: f,
2: c, 4: s are given); u8 intercept (0 free, 1 penalized, 2 none); f64 l2; f64 l1; u64 checksum of the data; i64 rows;
f, s: each u64 count and VECTOR; c: VECTOR; u64 classes; for each class f64 primal, f64 dual, u64 length and text of
its label, VECTOR a; u64 XXH3 of all before. VECTOR: u64 size, then so many bytes: one zstd frame (RFC 8878) and zeros.
The frame holds doubles as 8 planes: first the lowest bytes of all, at last the highest ones.
"""
import argparse, bz2, csv, ctypes.util, gzip, io, itertools, json, lzma, math, re, struct, sys, zlib
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?")
STATUSES = ["converged", "stationary", "stalled", "max_passes", "max_seconds", "interrupted"]  # from best to worst

class Refused(Exception):
    """Why the proof does not hold."""

def require(condition, reason):
    if not condition:
        raise Refused(reason)

# ---- Numbers, labels, files ----
def double(text):
    require(NUMBER.fullmatch(text) and math.isfinite(float(text)), f"'{text}' is not a finite decimal number")
    return float(text)

def decimal(text):
    """Exactly, as (integer, power of ten)."""
    double(text)
    sign, whole, fraction, exponent = NUMBER.fullmatch(text).groups(default="")
    integer, power = int(sign + whole + fraction), int(exponent or 0) - len(fraction)
    require(integer == 0 or power > -9999, f"{text} is nearer to zero than this program can calculate")
    return (integer, power) if integer else (0, 0)

def over_common_denominator(doubles):
    ratios = [value.as_integer_ratio() for value in doubles]
    common = max(denominator for _, denominator in ratios)  # all are powers of two
    return [numerator * (common // denominator) for numerator, denominator in ratios], common

def label_of(text):
    """What labels are compared by: 1, +1 and 1.0 are one label."""
    return float(text) if NUMBER.fullmatch(text) and math.isfinite(float(text)) else text

def text_of(path):
    content = Path(path).read_bytes()
    for magic, module in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\0", lzma)):
        content = module.decompress(content) if content.startswith(magic) else content
    return content.decode("utf-8", "surrogateescape").removeprefix("\ufeff")

def word_lines(path):
    lines = (line.split("#")[0].split() for line in text_of(path).split("\n"))
    return [words for words in lines if words]

# ---- The proof ----
def unpacked(frame, size):
    """What a zstd frame holds, by the decoder at hand, which need not be trusted: any a in [0, 1] gives a bound."""
    try:
        from compression import zstd  # since Python 3.14
        return zstd.ZstdDecompressor().decompress(frame, size + 1)
    except ImportError:
        zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    content = ctypes.create_string_buffer(size + 1)
    zstd.ZSTD_findFrameCompressedSize.restype = zstd.ZSTD_decompress.restype = ctypes.c_size_t
    length = min(len(frame), zstd.ZSTD_findFrameCompressedSize(frame, ctypes.c_size_t(len(frame))))
    found = zstd.ZSTD_decompress(content, ctypes.c_size_t(size + 1), frame, ctypes.c_size_t(length))
    return content.raw[:found] if found <= size else b""  # an error is a very large number

def read_proof(path):
    content, at = Path(path).read_bytes(), 0
    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, content, at)
        at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]
    def vector(count):
        frame = take(f"{take('Q')}s")
        require(0 <= count <= 125 * len(frame), "the proof announces more numbers than it can hold")
        planes = unpacked(frame, 8 * count)
        require(len(planes) == 8 * count, "a compressed vector of the proof is damaged")
        joined = itertools.chain(*zip(*(planes[k * count:(k + 1) * count] for k in range(8))))
        return struct.unpack(f"<{count}d", bytes(joined))
    require(take("8s") == b"\x8aSMPROOF", "the proof does not begin like one")
    version, precision, flags, intercept = take("IBBB")
    known = version == 3 and precision < 2 and flags < 8 and intercept < 3
    require(known, f"the proof (version {version}) has an unknown version, precision, flag or kind of intercept")
    precision, intercept = ["float", "double"][precision], ["free", "penalized", "none"][intercept]
    proof = SimpleNamespace(precision=precision, intercept=intercept, classes={})
    proof.l2, proof.l1, proof.checksum, proof.rows = take("ddQq")
    proof.factor = vector(take("Q")) if flags & 1 else None
    proof.scale = vector(take("Q")) if flags & 4 else None
    proof.weight = vector(proof.rows) if flags & 2 else None
    for _ in range(take("Q")):
        primal, dual, size = take("ddQ")
        label = take(f"{size}s").decode("utf-8", "surrogateescape")
        require(label_of(label) not in proof.classes, f"the class '{label}' stands in the proof twice")
        require(math.isfinite(primal) and math.isfinite(dual), f"a claim about the class '{label}' is not finite")
        claim = SimpleNamespace(label=label, primal=primal, dual=dual, a=vector(proof.rows))
        require(all(0 <= a <= 1 for a in claim.a), f"a dual value of the class '{label}' is outside [0, 1]")
        proof.classes[label_of(label)] = claim
    require(at == len(content) - 8, "the proof does not end after the last field and the checksum")
    return proof

# ---- The model: LIBLINEAR's text, and after the weights lines "key words", in which texts are quoted ----
def read_model(path):
    lines = text_of(path).split("\n")
    start = [line.strip() for line in lines].index("w") + 1
    head = dict(line.split(" ", 1) for line in lines[:start - 1])
    count, classes, sparse = int(head["nr_feature"]), int(head["nr_class"]), "nr_weight" in head
    end, columns = start + int(head["nr_weight"] if sparse else count), 1 if classes == 2 else classes
    model = SimpleNamespace(intercepts=[0.0] * columns, stored=range(1, count + 1), columns=columns, facts={})
    rows = [[double(word) for word in line.split()] for line in lines[start:end]]
    if sparse:  # each row begins with the number of its feature
        model.stored, rows = [int(line.split()[0]) for line in lines[start:end]], [row[1:] for row in rows]
    require(all(len(row) == columns for row in rows), "a feature of the model has too many weights or too few")
    require(len(set(model.stored)) == len(rows) and all(1 <= j <= count for j in model.stored), "a feature is wrong")
    model.weights = {j: row for j, row in zip(model.stored, rows) if any(row)}
    if double(head["bias"]) >= 0:
        model.intercepts, end = [double(word) for word in lines[end].split()], end + 1
        require(double(head["bias"]) == 1 and len(model.intercepts) == columns, "the model's intercepts are wrong")
    require(lines[end] == "smsvm_model 1", "the model lacks what smsvm writes after the weights")
    for line in lines[end + 1:]:
        key, _, rest = line.partition(" ")
        require(key not in model.facts, f"'{key}' stands in the model twice")
        words = re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', rest)
        model.facts[key] = [json.loads(word, strict=False) if word[0] == '"' else word for word in words]
    model.stored = [int(word) for word in model.facts.get("feature_ids", [])[1:]] or model.stored
    model.labels, model.keys = model.facts["labels"], [label_of(label) for label in model.facts["labels"]]
    require(len(set(model.keys)) == len(model.keys) == classes >= 2, "the model's labels are not distinct")
    whole = all(isinstance(key, float) and key == int(key) and abs(key) < 2**31 for key in model.keys)
    require([int(word) for word in head["label"].split()] == (model.keys if whole else list(range(1, classes + 1))),
            "the model's labels for LIBLINEAR differ from those at its end")
    return model

# ---- The data: labels, and for each row the numbers of its features and their values as integers / 10^digits ----
def read_data(path, options):
    stem = re.sub(r"\.(gz|bz2|xz|zst)$", "", path.lower())
    require(not stem.endswith((".npy", ".npz", ".store")), f"{path} is not read here; give the text that it is from")
    data = SimpleNamespace(labels=[], features=[], values=[], weights=None, names=None, width=0)
    is_csv = stem.endswith((".csv", ".tsv")) if options.format == "auto" else options.format == "csv"
    (read_csv if is_csv else read_libsvm)(text_of(path), options, data)
    exact = {spelling: decimal(spelling) for spelling in set(itertools.chain(*data.values))}
    data.digits = max([0] + [-power for _, power in exact.values()])
    exact = {spelling: integer * 10 ** (data.digits + power) for spelling, (integer, power) in exact.items()}
    data.values = [[exact[spelling] for spelling in row] for row in data.values]
    data.rows, data.keys = len(data.labels), [label_of(label) for label in data.labels]
    return data

def read_libsvm(text, options, data):
    lines = [line.rstrip("\r").split("#")[0].strip(" \t") for line in text.split("\n")]
    for number, line in filter(lambda each: each[1], enumerate(lines, 1)):
        label, *entries = re.split("[ \t]+", re.sub(":[ \t]+", ":", line))
        require(not re.search("[\0-\x1f\x7f:,]", label), f"line {number} of the data: '{label}' is no label")
        entries = [entry.partition(":")[::2] for entry in entries if not re.fullmatch("qid:[0-9]+", entry)]
        right = all(re.fullmatch("[0-9]+", index) for index, _ in entries) and len(dict(entries)) == len(entries)
        require(right, f"line {number} of the data: a label and entries index:value, each index once, are expected")
        data.labels.append(label)
        data.features.append([int(index) for index, _ in entries])
        data.values.append([value for _, value in entries])
    least = min((min(row) for row in data.features if row), default=1)
    base = min(least, 1) if options.index_base == "auto" else int(options.index_base)
    require(least >= base, f"there is an index {least}, and the first feature is {base} (see --index-base)")
    data.features = [[index + 1 - base for index in row] for row in data.features]
    data.width = max((max(row) for row in data.features if row), default=0)

def read_csv(text, options, data):
    line = re.sub('"[^"]*"?', '""', next((line for line in text.split("\n") if line.strip()), ""))
    best = max(";\t|", key=line.count)
    guess = best if line.count(best) >= max(1, line.count(",")) else ","
    delimiter = {None: guess, "tab": "\t"}.get(options.delimiter, options.delimiter)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    rows = [[field.strip(" \t\r") for field in row] for row in reader if "".join(row).strip() or len(row) > 1]
    require(rows and all(len(row) == len(rows[0]) for row in rows), "rows must have as many fields as the first one")
    columns = range(len(rows[0]))
    def numbered(name):
        return int(name) - 1 if re.fullmatch("[0-9]+", name or "") and int(name) - 1 in columns else None
    def like_data(field):
        return NUMBER.fullmatch(field) or re.fullmatch(r"(?i)|\?|na|n/a|null|[+-]?(nan|inf|infinity)", field)
    named = any(name and numbered(name) is None for name in (options.label_column, options.weight_column))
    first = numbered(options.label_column) or 0
    guess = not all(like_data(field) for column, field in enumerate(rows[0]) if column != first)
    names = rows.pop(0) if named or {"yes": True, "no": False}.get(options.header, guess) else []
    def column_of(name):
        found = names.index(name) if names.count(name) == 1 else numbered(name)
        require(found is not None and names.count(name) < 2, f"there is no column '{name}', or there are several")
        return found
    weight = column_of(options.weight_column) if options.weight_column else None
    lower = [name.lower() for name in names]
    usual = next((lower.index(name) for name in ("label", "target", "class", "y") if name in lower), weight)
    label = column_of(options.label_column) if options.label_column else usual if usual != weight else int(weight == 0)
    rest = [column for column in columns if column not in (label, weight)]
    data.labels, data.values = [row[label] for row in rows], [[row[column] for column in rest] for row in rows]
    data.features, data.width = [range(1, len(rest) + 1)] * len(rows), len(rest)
    data.names = [names[column] for column in rest] if names else None
    data.weights = [double(row[weight]) for row in rows] if weight is not None else None

# ---- Do data, model and proof belong together? ----
def check_problem(proof, model):
    """What the model says about the problem it was trained on, against the proof."""
    facts, scaled = model.facts, model.facts.get("scale", ["none"]) != ["none"]
    for key, found in (("l2", proof.l2), ("l1", proof.l1)):
        require(math.isfinite(found) and found >= 0, f"the proof's {key} is {found}")
        require(double(facts[key][0]) == found, f"the model says {key} {facts[key][0]}, the proof says {found}")
    for key, found in (("intercept", proof.intercept), ("precision", proof.precision)):
        require(facts[key] == [found], f"the model says {key} '{facts[key][0]}', the proof says '{found}'")
    require(int(facts["data_checksum"][0], 16) == proof.checksum, "model and proof are about different data (checksum)")
    require(scaled == (proof.scale is not None), f"the model is {'' if scaled else 'not '}scaled, unlike the proof")
    require(proof.intercept != "none" or not any(model.intercepts), "there is an intercept, the proof is about none")

def row_weights(data, proof, model, options, notes):
    """c as integers over a common denominator, once known to be what data and options say."""
    require(data.rows == proof.rows, f"the data have {data.rows} rows, the proof is about {proof.rows}")
    given, words = data.weights, model.facts.get("class_weights", ["0"])[1:]
    if options.sample_weight:
        given = [double(weight) for line in word_lines(options.sample_weight) for weight in line]
        require(data.weights is None and len(given) == data.rows, "each row must have one weight, in column or file")
    of_class = {label_of(label): double(weight) for label, weight in zip(words[::2], words[1::2])}
    if given is not None or of_class:
        require(proof.weight, "the proof is about rows that all weigh 1, but these rows have weights")
        expected = [each * of_class.get(key, 1.0) for each, key in zip(given or [1.0] * data.rows, data.keys)]
        require(list(proof.weight) == expected, "a row weight of the proof is not that of the rows times that of the "
                "class (if the rows have weights: --weight-column, --sample-weight)")
    weights = proof.weight or [1.0] * data.rows
    sound = all(0 <= weight < math.inf for weight in weights) and any(weights)
    require(sound, "a row weight is negative or not finite, or all are zero")
    if of_class:
        notes.append("class weights are those of the model: " + ", ".join(map("=".join, zip(words[::2], words[1::2]))))
    elif proof.weight and given is None:
        notes.append(f"row weights are taken from the proof: {weights.count(0)} of {data.rows} are zero, "
                     f"their sum is {math.fsum(weights):.12g}")
    return over_common_denominator(weights)

def check_labels(data, model, proof, weights):
    """As training names the classes; rows of weight 0 do not count."""
    texts = {}
    for key, label, weight in zip(data.keys, data.labels, weights):
        if weight > 0:
            texts.setdefault(key, label)
    keys, rest = model.keys, "rest"
    if len(keys) == 2 and len(texts) > 2 and keys[0] in texts:  # --positive: all others have one name together
        while rest in texts:
            rest = f"not-{texts[keys[0]]}-{rest}"
        rest = -1.0 if isinstance(keys[0], float) and -1.0 not in texts else rest
        require(keys[1] == rest, f"the model's second label is '{model.labels[1]}'; the rest is called '{rest}'")
    else:
        for label in {*keys, *texts}:
            require(label in texts, f"no row (of a weight above 0) has the label '{label}', which the model has")
            require(label in keys, f"rows have the label '{label}', which the model does not have")
    require(set(proof.classes) == set(keys[:model.columns]), "the classes of the proof are not those of the model")

def match_features(data, model):
    """Gives each column of the data the number that its name has in the model; finds the features that matter."""
    names = model.facts.get("feature_names", ["0"])[1:]
    if names and data.names is not None:
        require(sorted(names) == sorted(data.names), "the model's feature names are not those in the data's header")
        number = dict(zip(names, model.stored))
        if len(number) == len(names):
            data.features = [[number[name] for name in data.names]] * data.rows
        require(len(number) == len(names) or names == data.names, "columns of the same name are in another order")
    data.used = sorted({j for row, values in zip(data.features, data.values) for j, x in zip(row, values) if x})
    strange = [j for j in model.weights if j > data.width]
    require(not strange, f"the model has weights for the features {strange}, which the data do not have")

def penalties(data, proof, model, options, weights, notes):
    """(lambda_j, mu_j) of each feature that matters, and under 0 that of the intercept."""
    def by_feature(vector, what, least):
        if vector is None:
            return dict.fromkeys([*data.used, *model.weights], 1.0)
        numbers = range(1, data.width + 1) if len(vector) == data.width else data.used
        require(len(vector) == len(numbers), f"the proof has {len(vector)} {what}s for {data.width} features")
        require(all(least <= value < math.inf for value in vector), f"a {what} is too small or not finite")
        return dict(zip(numbers, vector))

    factor = by_feature(proof.factor, "penalty factor", 0)
    scale = by_feature(proof.scale, "scale", sys.float_info.min)
    if options.penalty_factor:
        given = {int(words[0]): double(words[1]) for words in word_lines(options.penalty_factor)}
        require(factor == {j: given.get(j, 1.0) for j in factor}, "a penalty factor is not that of the file")
    elif proof.factor:
        notes.append(f"penalty factors are taken from the proof: {sum(value != 1 for value in proof.factor)} are not 1")
    if proof.scale:
        claimed = [double(word) for word in model.facts.get("feature_scale", ["0"])[1:]]
        require(claimed == [scale.get(j) for j in model.stored], "the scales in model and proof differ")
        check_scales(data, proof, model.facts["scale"][0], scale, weights)
    l2, l1 = Fraction(proof.l2), Fraction(proof.l1)
    charge = {0: (l2, l1)} if proof.intercept == "penalized" else {}
    for j in {*data.used, *model.weights}:
        require(j in factor and j in scale, f"the model has a weight for feature {j}, which the data do not have")
        f, s = Fraction(factor[j]), Fraction(scale[j])
        charge[j] = (l2 * f * s * s, l1 * f * s) if proof.factor or proof.scale else (l2, l1)
    return charge

def check_scales(data, proof, kind, scale, weights):
    """Scales are rounded numbers, and so may be the values they were made from: to the precision of the proof."""
    require(kind in ("minmax", "standard"), f"the model's scale '{kind}' is unknown")
    of_feature = {j: [] for j in scale}
    for features, values, weight in zip(data.features, data.values, weights):
        for j, value in zip(features, values) if weight else ():
            of_feature[j].append((weight, value)) if value else None
    rows, total, unit = sum(weight > 0 for weight in weights), sum(weights), 10**data.digits
    for j, found in scale.items():
        values = [value for _, value in of_feature[j]] + [0] * (len(of_feature[j]) < rows)
        low, high = min(values), max(values)
        mean, square = (sum(c * x**power for c, x in of_feature[j]) for power in (1, 2))
        variance = (total * square - mean * mean) / (total * unit) ** 2
        spread = (high - low) / unit if kind == "minmax" else math.sqrt(variance)
        blur = max(-low, high) / unit * 2.0 ** (-23 if proof.precision == "float" else -52)
        require(abs(found - spread) <= 1e-6 * spread + blur or found == 1 and spread <= blur,
                f"the scale of feature {j} is {found}; '{kind}' makes it {spread} on these data")

def check_claims(proof, model, weights, denominator):
    """What the model says about its training that follows from proof and data."""
    facts, claims = model.facts, [proof.classes[key] for key in model.keys[:model.columns]]
    several, strength, total = len(claims) > 1, proof.l1 + proof.l2, sum(weights) / denominator
    for key, value, relative in (
            ("rows", sum(weight > 0 for weight in weights), 0), ("total_weight", total, 1e-9),
            ("C", 1 / (strength * total) if strength else math.inf, 1e-9),
            ("l1_ratio", proof.l1 / strength if strength else 0, 1e-9),
            ("primal", math.fsum(claim.primal for claim in claims), 1e-12 * several),
            ("dual", math.fsum(claim.dual for claim in claims), 1e-12 * several)):
        found = float(facts.get(key, ["nan"])[0])
        right = found == value or abs(found - value) <= relative * abs(value)
        require(right, f"the model says {key} {found}, it should be {value}")
    status = facts["classes"][::4] if several else facts["status"]
    if several:
        said = [(double(primal), float(dual)) for primal, dual in zip(facts["classes"][1::4], facts["classes"][2::4])]
        require(said == [(claim.primal, claim.dual) for claim in claims], "what the model says of a class is wrong")
    require(set(status) <= set(STATUSES) and facts["status"] == [max(status, key=STATUSES.index)],
            "the model's status is unknown, or not the worst of its classes")
    tolerance = double(facts["tolerance"][0])
    for claim, each in zip(claims, status):
        gap = (claim.primal - claim.dual) / claim.primal if claim.primal > 0 else 0
        require(each != "converged" or gap <= tolerance * (1 + 1e-9) + 1e-15,
                f"the model says 'converged' to {tolerance}, but a gap of {gap:.3g} is claimed")

# ---- P and D ----
def primal_value(data, model, k, weights, charge):
    column = {0: model.intercepts[k], **{j: row[k] for j, row in model.weights.items()}}
    integers, denominator = over_common_denominator(column.values())
    weight_of, loss = {**dict.fromkeys(data.used, 0), **dict(zip(column, integers))}, 0
    one, intercept = denominator * 10**data.digits, weight_of[0] * 10**data.digits
    for key, features, values, weight in zip(data.keys, data.features, data.values, weights):
        if weight:
            score = intercept + sum(weight_of[j] * value for j, value in zip(features, values) if value)
            loss += weight * max(0, one - score if key == model.keys[k] else one + score)
    exact = {j: Fraction(column[j]) for j in charge if j in column}
    penalty = sum(charge[j][0] / 2 * w * w + charge[j][1] * abs(w) for j, w in exact.items())
    return penalty + Fraction(loss, sum(weights) * one)

def dual_value(data, proof, claim, positive, weights, charge):
    """As numerator and denominator, which are not reduced: they may be long."""
    integers, denominator = over_common_denominator(claim.a)
    sums = {sign: dict.fromkeys([0, *charge], 0) for sign in (True, False)}  # of c a x, under 0 of c a
    for key, features, values, weight, a in zip(data.keys, data.features, data.values, weights, integers):
        mine, a = sums[key == positive], a * weight
        mine[0] += a * 10**data.digits
        for j, value in zip(features, values) if a else ():
            if value:
                mine[j] += a * value
    plus, minus, up, down, heavier = sums[True][0], sums[False][0], 1, 1, 1
    if proof.intercept == "free":  # the classes are multiplied by up/heavier and down/heavier
        up, down, heavier = minus, plus, max(plus, minus, 1)
    common = heavier * denominator * 10**data.digits * sum(weights)  # the denominator of v and of the mean of a
    v = {j: abs(up * sums[True][j] - down * sums[False][j]) for j in charge}
    bounds = [l1 * common / v[j] for j, (l2, l1) in charge.items() if l2 == 0 and v[j] > l1 * common]
    shrink, squares = min([Fraction(1)] + bounds), {}
    for j, (l2, l1) in charge.items():
        excess = shrink.numerator * v[j] * l1.denominator - l1.numerator * common * shrink.denominator
        if l2 > 0 and excess > 0:
            squares[l2, l1.denominator] = squares.get((l2, l1.denominator), 0) + excess * excess
    terms = [(square * l2.denominator, 2 * l2.numerator * d * d) for (l2, d), square in squares.items()] or [(0, 1)]
    while len(terms) > 1:  # pairs of pairs, so that few of the products are long
        pairs = itertools.zip_longest(terms[::2], terms[1::2], fillvalue=(0, 1))
        terms = [(a * d + c * b, b * d) for (a, b), (c, d) in pairs]
    (top, bottom), length = terms[0], shrink.denominator * common
    value = (shrink.numerator * (up * plus + down * minus) * length * bottom - top, length * length * bottom)
    return value if value[0] > 0 else (0, 1)  # a = 0 proves that much

def verify(options):
    """What to say where the proof holds; Refused where it does not."""
    notes, found = [], []
    proof, model, data = read_proof(options.proof), read_model(options.model), read_data(options.data, options)
    check_problem(proof, model)
    weights, denominator = row_weights(data, proof, model, options, notes)
    check_labels(data, model, proof, weights)
    match_features(data, model)
    charge = penalties(data, proof, model, options, weights, notes)
    check_claims(proof, model, weights, denominator)
    for k, key in enumerate(model.keys[:model.columns]):
        claim, label = proof.classes[key], model.labels[k]
        primal = primal_value(data, model, k, weights, charge)
        require(primal <= Fraction(claim.primal), f"class '{label}': the model's objective is {float(primal)!r}, above "
                f"the claimed {claim.primal!r} by {float(primal - Fraction(claim.primal)):.3g}")
        top, bottom = dual_value(data, proof, claim, key, weights, charge)
        p, q = claim.dual.as_integer_ratio()
        require(top * q >= p * bottom, f"class '{label}': the dual point proves {top / bottom!r}, below the claimed "
                f"{claim.dual!r} by {(p * bottom - top * q) / (bottom * q):.3g}")
        gap = 1 - top * primal.denominator / (primal.numerator * bottom) if primal else 0.0
        found.append((float(primal), top / bottom, gap))
    primals, duals, gaps = zip(*found)
    return "; ".join([f"confirmed   P = {math.fsum(primals):.15g}, D = {math.fsum(duals):.15g}, relative gap "
                      f"{max(gaps):.3e}{', the largest of the classes' if len(gaps) > 1 else ''}", *notes])

def main(arguments):
    parser = argparse.ArgumentParser(description="Checks in exact arithmetic what smsvm train --certificate proved.")
    for name in ("data", "model", "proof"):
        parser.add_argument(name)
    for name, choices in (("format", "auto libsvm csv"), ("index-base", "1 0 auto"), ("header", "auto yes no")):
        parser.add_argument("--" + name, choices=choices.split(), default=choices.split()[0])
    for name in ("label-column", "weight-column", "delimiter", "sample-weight", "penalty-factor"):
        parser.add_argument("--" + name)
    try:
        print(verify(parser.parse_args(arguments)))
        return 0
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        print(f"a file cannot be read: {error}", file=sys.stderr)
        return 2
    except Refused as refused:
        reason = str(refused)
    except struct.error:
        reason = "the proof is cut short"
    except Exception as error:  # whatever else is wrong with the files, nothing is confirmed
        reason = f"a file is not as smsvm writes or reads it: {error!r}"
    print(f"NOT confirmed: {reason}".encode("utf-8", "replace").decode())
    return 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
