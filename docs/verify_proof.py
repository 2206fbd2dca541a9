#!/usr/bin/env python3
"""Checks, in exact arithmetic, the proof that `smsvm train --certificate PROOF DATA MODEL` wrote.

    python3 verify_proof.py DATA MODEL PROOF [--weight-column C] [--sample-weight FILE] [--penalty-factor FILE] ...

Exit code 0 and `confirmed`, 1 and `NOT confirmed: reason`, 2 for wrong usage or files that cannot be opened. Needs
Python 3.9 and libzstd, nothing of smsvm. DATA is libsvm text, or CSV if so named; it may be compressed (gz, bz2, xz).

Each label k of MODEL (of two labels the first) has a column (w, b) and a claim in PROOF. With y = +1 for the rows of
label k and -1 for all others, row weights c and N = sum c, what is checked is (method.md, sections 1 and 3)
    P(w, b) = sum_j lambda_j/2 w_j^2 + mu_j |w_j|  +  1/N sum_i c_i max(0, 1 - y_i (x_i'w + b))  <=  claimed primal
    D(a)    = 1/N sum_i c_i a_i  -  sum_j max(0, |v_j| - mu_j)^2 / (2 lambda_j)                  >=  claimed dual
with v_j = 1/N sum_i c_i a_i y_i x_ij, lambda_j = l2 f_j s_j^2, mu_j = l1 f_j s_j (a penalized b is a feature that is
always 1, with f = s = 1), after a was made feasible: for a free b the class with the larger sum of c a is scaled down
to the other's; then all of a is, until |v_j| <= mu_j where lambda_j = 0. D(a) is a bound for any a in [0, 1]. Decimals
of DATA and doubles of the others (and of c) are the rationals they are, nothing is rounded, there is no slack. What
MODEL says about its training is checked where it follows from the rest. c is told by `--weight-column` or
`--sample-weight` and the class weights in MODEL, f by `--penalty-factor`, or taken from PROOF, which the confirmation
says. Checksums (XXH3) are not computed. Models of more than 10^7 features, which are written otherwise, are not read.

PROOF, version 3, little-endian: 8 bytes "\\x8aSMPROOF"; u32 version; u8 precision (0 float, 1 double); u8 flags (1: f,
2: c, 4: s are given); u8 intercept (0 free, 1 penalized, 2 none); f64 l2; f64 l1; u64 checksum of the data; i64 rows;
f, s: each u64 count and VECTOR; c: VECTOR; u64 classes; for each class f64 primal, f64 dual, u64 length and text of
its label, VECTOR a; u64 XXH3 of all before. VECTOR: u64 size, then so many bytes: one zstd frame (RFC 8878) and zeros.
The frame holds doubles as 8 planes: first the lowest bytes of all, at last the highest ones.
"""
import argparse, bz2, collections, csv, ctypes.util, gzip, io, json, lzma, math, re, struct, sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

NUMBER = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*\.?[0-9]*(?:[eE][+-]?0*[0-9]{1,3})?")
STATUSES = ["converged", "stationary", "stalled", "max_passes", "max_seconds", "interrupted"]  # from best to worst

def require(condition, reason):
    if not condition:
        raise ValueError(reason)

def label_of(text):
    """The fraction that a finite decimal is, else the text: 1, +1 and 1.0 are one label."""
    return Fraction(text) if NUMBER.fullmatch(text) and math.isfinite(float(text)) else text

def exact(text):
    require(label_of(text) != text, f"'{text}' is not a finite decimal number with at most 3 digits in the exponent")
    return Fraction(text)

def as_integers(numbers):
    """The numerators of the numbers over their common denominator, and that denominator."""
    ratios = [number.as_integer_ratio() for number in numbers]
    common = math.lcm(*{denominator for _, denominator in ratios})
    return [numerator * (common // denominator) for numerator, denominator in ratios], common

def doubles(words): return [float(exact(word)) for word in words]
def numbers_in(path): return doubles(re.sub("#.*", "", text_of(path)).split())

def text_of(path):
    content = Path(path).read_bytes()
    for magic, module in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\0", lzma)):
        content = module.decompress(content) if content.startswith(magic) else content
    return content.decode("utf-8", "surrogateescape").removeprefix("\ufeff")

def unpacked(frame, count):
    """So many doubles from a zstd frame. The decoder need not be trusted: any a in [0, 1] gives a bound."""
    require(0 <= count <= 125 * len(frame), "the proof announces more numbers than it can hold")
    zstd, size_t = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1"), ctypes.c_size_t
    zstd.ZSTD_findFrameCompressedSize.restype = zstd.ZSTD_decompress.restype = size_t
    length = min(len(frame), zstd.ZSTD_findFrameCompressedSize(frame, size_t(len(frame))))  # without the zeros after it
    planes, joined = ctypes.create_string_buffer(8 * count), bytearray(8 * count)
    size = zstd.ZSTD_decompress(planes, size_t(8 * count), frame, size_t(length))
    require(size == 8 * count, "a compressed vector of the proof is damaged")
    for k in range(8):
        joined[k::8] = planes.raw[k * count:(k + 1) * count]
    return struct.unpack(f"<{count}d", joined)

def read_proof(path):
    file, least, largest = io.BytesIO(Path(path).read_bytes()), sys.float_info.min, sys.float_info.max
    def take(form): return struct.unpack("<" + form, file.read(struct.calcsize("<" + form)))
    def vector(count, low, high):
        values = unpacked(file.read(*take("Q")), count)
        require(all(low <= value <= high for value in values), f"a number of the proof is outside [{low}, {high}]")
        return values
    magic, version, precision, flags, intercept, l2, l1, checksum, rows = take("8sIBBBddQq")
    require(magic == b"\x8aSMPROOF" and version == 3 and flags < 8, "the proof does not begin like one of version 3")
    require(0 <= l2 <= largest and 0 <= l1 <= largest, f"l2 and l1 of the proof are {l2} and {l1}")
    proof = SimpleNamespace(precision=["float", "double"][precision], l2=l2, l1=l1, checksum=checksum, rows=rows,
                            intercept=["free", "penalized", "none"][intercept], classes={})
    proof.factor = vector(*take("Q"), 0, largest) if flags & 1 else None
    proof.scale = vector(*take("Q"), least, largest) if flags & 4 else None
    proof.weight = vector(rows, 0, largest) if flags & 2 else None
    for _ in range(*take("Q")):
        primal, dual, size = take("ddQ")
        label = file.read(size).decode("utf-8", "surrogateescape")
        require(label_of(label) not in proof.classes, f"the class '{label}' stands in the proof twice")
        proof.classes[label_of(label)] = SimpleNamespace(label=label, primal=primal, dual=dual, a=vector(rows, 0, 1))
    require(len(file.read()) == 8, "the proof does not end after the last field and the checksum")
    return proof

def read_model(path):
    """LIBLINEAR's text, and after the weights lines "key words", in which texts are quoted as in JSON."""
    lines, facts = text_of(path).split("\n"), {}
    start, end = lines.index("w "), lines.index("smsvm_model 1")
    for line in lines[:start] + lines[end + 1:]:
        key, _, rest = line.partition(" ")
        require(key not in facts, f"'{key}' stands in the model twice")
        words = re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', rest)
        texts = [json.loads(word, strict=False) if word[0] == '"' else word for word in words]
        facts[key] = words if key == "table" else texts  # there, a name in quotes is told from a word
    keys = [label_of(label) for label in facts["labels"]]
    whole = all(isinstance(key, Fraction) and key.denominator == 1 and abs(key) < 2**31 for key in keys)
    numbers, classes = keys if whole else [*range(1, len(keys) + 1)], keys[:1] if len(keys) == 2 else keys
    require(doubles(facts["label"]) == numbers and len(set(keys)) == len(keys) == int(facts["nr_class"][0]) >= 2,
            "the model's labels are not distinct, or not the same for LIBLINEAR and at the end")
    no_intercepts = {"1": [], "-1": [[0.0] * len(classes)]}[facts["bias"][0]]
    rows = [doubles(line.split()) for line in lines[start + 1:end]] + no_intercepts  # else they stand last
    complete = len(rows) == int(facts["nr_feature"][0]) + 1 and all(len(row) == len(classes) for row in rows)
    require(complete, "the model has too many weights or too few")
    weights = {0: rows.pop(), **{j: row for j, row in enumerate(rows, 1) if any(row)}}
    return SimpleNamespace(weights=weights, facts=facts, keys=keys, classes=classes)

def read_data(path, options, model):
    """Rows {feature: value as an integer over data.unit}, in which the feature 0 is always 1; values 0 are left out."""
    name = re.sub(r"\.(gz|bz2|xz)$", "", path.lower())
    require(not name.endswith((".npy", ".npz", ".store")), f"{path} is not read here; give the text that it is from")
    is_table = "table" in model.facts and not name.endswith((".svm", ".libsvm", ".svmlight"))
    rows_of = csv_rows if is_table or name.endswith((".csv", ".tsv")) else libsvm_rows
    texts, weights, rows = zip(*rows_of(text_of(path), options, model))
    spellings, width = list(set().union(*(row.values() for row in rows))), max(set().union(*rows))
    integers, unit = as_integers(map(exact, spellings))
    value_of = dict(zip(spellings, integers))
    rows = [{0: unit, **{j: value_of[x] for j, x in row.items() if value_of[x]}} for row in rows]
    keys, weights = [label_of(text) for text in texts], doubles(weight for weight in weights if weight is not None)
    used = sorted(set().union(*rows) - {0})
    return SimpleNamespace(rows=rows, unit=unit, width=width, used=used, texts=texts, keys=keys, weights=weights)

def libsvm_rows(text, options, model):
    """(label, no weight, {feature: decimal}) of each row."""
    for line in filter(None, (line.split("#")[0].strip() for line in text.split("\n"))):
        entries = re.findall(r"\s([0-9]+):\s*(\S+)", line)
        row = {int(index) + (options.index_base == "0"): value for index, value in entries}
        right = re.fullmatch(r"[^\s:,]+(\s+(qid|[0-9]+):\s*[^\s:]+)*", line)
        require(right and len(row) == len(entries) and 0 not in row,
                f"'{line}' is not a label and entries index:value, each index once, above 0 (see --index-base)")
        yield line.split()[0], None, row

def columns_of(words, names):
    """What MODEL made of the columns; one of an earlier version does not say: numbers, the label by its name or first."""
    def column(name, role): return SimpleNamespace(name=name, role=role, categories=None, fill=None, indicator=False)
    if words is None:
        usual = [name for name in names if name.lower() in ("label", "target", "class", "y")] + names[:1]
        return [column(name, "label" if name == usual[0] else "number") for name in names]
    words, columns = collections.deque(words[1:]), []
    while words:
        if words[0] == "numbers":
            words.popleft()
            columns += [column("", "number") for _ in range(int(words.popleft()))]
            continue
        columns.append(column(json.loads(words.popleft(), strict=False), words.popleft()))
        if columns[-1].role == "categories":
            columns[-1].categories = [json.loads(words.popleft(), strict=False) for _ in range(int(words.popleft()))]
        if words and words[0] == "fill":
            words.popleft()
            columns[-1].fill = words.popleft()
        if words and words[0] == "indicator":
            columns[-1].indicator = words.popleft() == "indicator"
    return columns

FEATURES = ("number", "boolean", "categories")

def names_of_features(columns):
    """As the model calls them; None: by their numbers, which other tables may not share."""
    used = [column for column in columns if column.role in FEATURES]
    if not any(column.name for column in columns):
        return None if any(column.categories or column.indicator for column in used) else []
    texts = [[f"={text}" for text in column.categories] if column.categories else [""] for column in used]
    return [column.name + text for column, own in zip(used, texts) for text in own + [" is missing"] * column.indicator]

def decimals_of(column, cell):
    """What the cell is to each of the features that its column makes."""
    missing = cell.lower() in ("", "?", "na", "n/a", "#n/a", "<na>", "nan", "null", r"\n")
    require(not missing or column.fill is not None, f"a missing value in column '{column.name}'")
    if column.role == "categories":
        values = [str(int(not missing and label_of(cell) == label_of(each))) for each in column.categories]
    elif missing:
        values = [column.fill]
    elif column.role == "boolean":
        values = [str(int(cell.lower() in ("true", "yes") or label_of(cell) == 1))]
    else:
        values = [cell if "." in cell else cell.replace(",", ".", 1)]
    return values + [str(int(missing))] * column.indicator

def csv_rows(text, options, model):
    """(label, weight, {feature: decimal}) of each row; features have the numbers that they have in MODEL."""
    text = re.sub(r"\A\s*#[# ]*", "", text)  # names as numpy.savetxt writes them
    lines = text.lstrip().split("\n")
    excel = re.fullmatch("sep=(.)\r?", lines[0])
    first_line = re.sub('"[^"]*"?', "", lines[1 if excel else 0])
    guess = max(";\t|,", key=first_line.count)
    delimiter = {None: excel[1] if excel else guess, "tab": "\t"}.get(options.delimiter, options.delimiter)
    if not first_line.count(delimiter):  # columns between blanks
        text, delimiter = re.sub("[ \t]+", " ", re.sub("(?m)^[ \t]+|[ \t\r]+$", "", text)), " "
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    rows = [[field.strip() for field in row] for row in reader if row][1 if excel else 0:]
    if len(rows) > 1 and len(rows[0]) == len(rows[1]) + 1 and not rows[0][-1]:
        rows[0].pop()  # a delimiter too many after the names
    require(all(len(row) == len(rows[0]) for row in rows), "rows must have as many fields as the first one")
    numbers = [str(number) for number in range(1, len(rows[0]) + 1)]
    words = model.facts.get("table")
    known = {column.name for column in columns_of(words, numbers)} - {""}
    has_names = bool(known & set(rows[0])) if words else all(label_of(field) == field for field in rows[0])
    names = rows.pop(0) if has_names else numbers
    columns = columns_of(words, names)
    stored, made = model.facts.get("feature_names", ["0"])[1:], names_of_features(columns)
    require(not words or made is None or stored == made, "the model's feature names are not those of its table")
    require(words or not stored or stored == made, "the model's feature names are not those in the data's header")
    def place_of(column, place):
        if not (words and has_names and column.name):
            return place
        twins, found = ([at for at, name in enumerate(those) if name == column.name] for those in
                        ([each.name for each in columns], names))
        require(column.role not in FEATURES or len(found) == len(twins),
                f"the data do not have as many columns '{column.name}' as the model knows")
        return found[twins.index(place)] if len(found) == len(twins) else -1
    def column_of(name): return (names if name in names else numbers).index(name)
    places = [place_of(column, place) for place, column in enumerate(columns)]
    label = [place for column, place in zip(columns, places) if column.role == "label" and place >= 0]
    label = [column_of(options.label_column)] if options.label_column else label
    weight = column_of(options.weight_column) if options.weight_column else None
    features = [(column, place) for column, place in zip(columns, places)
                if column.role in FEATURES and place != weight and place not in label]
    require(len(label) == 1, "the model does not say which column is the label (--label-column)")
    for row in rows:
        values = [value for column, place in features for value in decimals_of(column, row[place])]
        yield row[label[0]], None if weight is None else row[weight].replace(",", "."), dict(enumerate(values, 1))

def row_weights(data, proof, model, options, notes):
    """c as integers over a common denominator, once known to be what data and options say."""
    require(len(data.keys) == proof.rows, f"the data have {len(data.keys)} rows, the proof is about {proof.rows}")
    weights, words = list(proof.weight or [1.0] * proof.rows), model.facts.get("class_weights", ["0"])[1:]
    given = numbers_in(options.sample_weight) if options.sample_weight else data.weights
    of_class = dict(zip(map(label_of, words[::2]), doubles(words[1::2])))
    if given or of_class:
        given = given or [1.0] * proof.rows
        expected = [c * of_class.get(key, 1.0) for c, key in zip(given, data.keys)]
        right = weights == expected and len(given) == proof.rows and set(of_class) <= set(data.keys)
        require(right, "a row weight of the proof is not that of the row times that of its class "
                "(if rows have weights: --weight-column or --sample-weight)")
        notes += ["class weights are those of the model: " + " ".join(words)] if of_class else []
    elif proof.weight:
        notes.append(f"row weights are taken from the proof: {weights.count(0)} of {len(weights)} are zero, "
                     f"their sum is {math.fsum(weights):.12g}")
    require(any(weights), "all row weights are zero")
    return as_integers(weights)

def check_labels(data, model, proof, weights):
    """As training names the classes; rows of weight 0 do not count."""
    texts = {key: text for key, text, weight in zip(data.keys[::-1], data.texts[::-1], weights[::-1]) if weight}
    expected, first, rest = set(texts), model.keys[0], "rest"
    if len(model.keys) == 2 and len(texts) > 2 and first in texts:  # --positive: all others have one name together
        while rest in texts:
            rest = f"not-{texts[first]}-{rest}"
        expected = {first, -1 if isinstance(first, Fraction) and -1 not in texts else rest}
    require(set(model.keys) == expected, f"the model's labels {model.facts['labels']} are not those of the data")
    require(set(proof.classes) == set(model.classes), "the classes of the proof are not those of the model")

def penalties(data, proof, model, options, weights, notes):
    """(lambda_j, mu_j) of each feature, and under 0 that of a penalized intercept."""
    given = proof.factor or proof.scale  # for all features, or only for those that have values
    features = data.used if given and len(given) != data.width else range(1, data.width + 1)
    factor, scale = (list(vector or [1.0] * len(features)) for vector in (proof.factor, proof.scale))
    require(len(factor) == len(scale) == len(features) and {*model.weights} <= {0, *features},
            "data, model and proof do not have the same features")
    if options.penalty_factor:
        given = numbers_in(options.penalty_factor)
        given = dict(zip(given[::2], given[1::2]))
        require(factor == [given.get(j, 1.0) for j in features], "a penalty factor is not that of the file")
    elif proof.factor:
        notes.append(f"penalty factors are taken from the proof: {sum(f != 1 for f in factor)} are not 1")
    if proof.scale or model.facts["scale"] != ["none"]:
        check_scales(data, proof, model, zip(features, scale), weights)
    l2, l1, parts = Fraction(proof.l2), Fraction(proof.l1), zip(features, map(Fraction, factor), map(Fraction, scale))
    charge = {j: (l2 * f * s * s, l1 * f * s) for j, f, s in parts}
    return {0: (l2, l1), **charge} if proof.intercept == "penalized" else charge

def check_scales(data, proof, model, scales, weights):
    """Scales are rounded numbers, and so may be the values they were made from: to the precision of the proof."""
    kind, claimed = model.facts["scale"][0], doubles(model.facts.get("feature_scale", ["0"])[1:])
    require(claimed == list(proof.scale or []), "model and proof have different scales")
    total, columns = sum(weights), collections.defaultdict(list)
    for c, row in zip(weights, data.rows):
        for j, x in row.items() if c else ():
            columns[j].append((c, x))
    for j, found in scales:
        values = [x for _, x in columns[j]] + [0] * (len(columns[j]) < len(columns[0]))
        mean, square = (sum(c * x**power for c, x in columns[j]) for power in (1, 2))
        spread = {"minmax": (max(values) - min(values)) / data.unit,
                  "standard": math.sqrt((total * square - mean * mean) / (total * data.unit) ** 2)}[kind]
        blur = max(map(abs, values)) / data.unit * 2.0 ** (-23 if proof.precision == "float" else -52)
        require(abs(found - spread) <= 1e-6 * spread + blur or found == 1 and spread <= blur,
                f"the scale of feature {j} is {found}; '{kind}' makes it {spread} on these data")

def check_trailer(proof, model, weights, denominator):
    """What the model says about its training, where it follows from proof and data."""
    facts, claims = model.facts, [proof.classes[key] for key in model.classes]
    strength, total, tolerance = proof.l1 + proof.l2, sum(weights) / denominator, doubles(facts["tolerance"])[0]
    said = facts["classes"] if len(claims) > 1 else [facts[name][0] for name in ("status", "primal", "dual", "passes")]
    for name, value, allowed in (
            ("l2", proof.l2, 0), ("l1", proof.l1, 0), ("l1_ratio", proof.l1 / strength if strength else 0, 1e-9),
            ("C", 1 / (strength * total) if strength else math.inf, 1e-9), ("total_weight", total, 1e-9),
            ("rows", sum(weight > 0 for weight in weights), 0), ("data_checksum", f"{proof.checksum:016x}", 0),
            ("intercept", proof.intercept, 0), ("precision", proof.precision, 0),
            ("primal", math.fsum(claim.primal for claim in claims), 1e-12),
            ("dual", math.fsum(claim.dual for claim in claims), 1e-12),
            ("status", max(said[::4], key=STATUSES.index), 0)):
        found = facts[name][0]
        same = found == value if isinstance(value, str) else math.isclose(float(found), value, rel_tol=allowed)
        require(same, f"the model says {name} {found}, it should be {value}")
    require(len(said) == 4 * len(claims), "the model does not say of each class how its training ended")
    for status, primal, dual, claim in zip(said[::4], said[1::4], said[2::4], claims):
        gap = (claim.primal - claim.dual) / claim.primal if claim.primal > 0 else 0
        require([float(primal), float(dual)] == [claim.primal, claim.dual], "model and proof differ in P or D")
        require(status != "converged" or gap <= tolerance * (1 + 1e-9) + 1e-15,
                f"the model says 'converged' to {tolerance}, but a gap of {gap:.3g} is claimed")
    require(proof.intercept != "none" or not any(model.weights[0]), "there is an intercept, the proof is about none")

def primal_value(data, column, positive, weights, charge):
    (integers, denominator), loss = as_integers(column.values()), 0
    weight_of, one = dict(zip(column, integers)), denominator * data.unit
    for key, row, c in zip(data.keys, data.rows, weights):
        score = sum(weight_of[j] * x for j, x in row.items() if j in weight_of)
        loss += c * max(0, one - score if key == positive else one + score)
    terms = ((*charge[j], Fraction(w)) for j, w in column.items() if j in charge)
    return sum(l2 / 2 * w * w + l1 * abs(w) for l2, l1, w in terms) + Fraction(loss, sum(weights) * one)

def dual_value(data, claim, positive, weights, charge, has_free_intercept):
    (integers, denominator), sums = as_integers(claim.a), collections.Counter()
    signed = [c * a if key == positive else -c * a for key, c, a in zip(data.keys, weights, integers)]
    if has_free_intercept:  # each class is multiplied by the other's sum, and divided by the larger of the two
        plus, minus = sum(each for each in signed if each > 0), -sum(each for each in signed if each < 0)
        signed = [each * (minus if each > 0 else plus) for each in signed]
        denominator *= max(plus, minus, 1)
    for each, row in zip(signed, data.rows):
        for j, x in row.items() if each else ():
            sums[j] += each * x
    denominator *= sum(weights)
    v = {j: Fraction(abs(sums[j]), denominator * data.unit) for j in charge}
    shrink = min([Fraction(1), *(l1 / v[j] for j, (l2, l1) in charge.items() if l2 == 0 and v[j] > l1)])
    losses = [max(0, shrink * v[j] - l1) ** 2 / (2 * l2) for j, (l2, l1) in charge.items() if l2]
    while len(losses) > 1:  # pairs of pairs, so that few of the sums are long
        losses = [sum(losses[k:k + 2]) for k in range(0, len(losses), 2)]
    return max(0, shrink * Fraction(sum(map(abs, signed)), denominator) - sum(losses))  # a = 0 proves 0

def verify(options):
    """What to say where the proof holds; ValueError where it does not."""
    proof, model, notes, found = read_proof(options.proof), read_model(options.model), [], []
    data = read_data(options.data, options, model)
    weights, denominator = row_weights(data, proof, model, options, notes)
    check_labels(data, model, proof, weights)
    check_trailer(proof, model, weights, denominator)
    charge = penalties(data, proof, model, options, weights, notes)
    for k, key in enumerate(model.classes):
        claim, column = proof.classes[key], {j: row[k] for j, row in model.weights.items()}
        primal = primal_value(data, column, key, weights, charge)
        dual = dual_value(data, claim, key, weights, charge, proof.intercept == "free")
        above, below = primal - Fraction(claim.primal), Fraction(claim.dual) - dual
        require(above <= 0, f"class '{claim.label}': P is {float(above):.3g} above the claimed {claim.primal!r}")
        require(below <= 0, f"class '{claim.label}': D is {float(below):.3g} below the claimed {claim.dual!r}")
        found.append((primal, dual, 1 - dual / primal if primal else 0))
    primal, dual, gap = (float(total(values)) for total, values in zip((sum, sum, max), zip(*found)))
    return "; ".join([f"confirmed   P = {primal:.15g}, D = {dual:.15g}, largest relative gap {gap:.3e}", *notes])

def main(arguments):
    parser = argparse.ArgumentParser(description="Checks in exact arithmetic what smsvm train --certificate proved.")
    for name in ("data", "model", "proof", "--label-column", "--weight-column", "--delimiter", "--index-base",
                 "--sample-weight", "--penalty-factor"):
        parser.add_argument(name)
    try:
        print(verify(parser.parse_args(arguments)))
        return 0
    except OSError as error:
        print(f"a file cannot be read: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # whatever is wrong with the files, nothing is confirmed
        reason = error if isinstance(error, ValueError) else f"a file is not as smsvm writes or reads it: {error!r}"
        print(f"NOT confirmed: {reason}".encode("utf-8", "replace").decode())
        return 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
