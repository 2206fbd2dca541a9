"""Forged data, models and proofs are refused with a reason: by the command, and by the verifier in Python."""

import json
import re
import subprocess

import pytest

import forgeries
import forgery_cases
from conftest import BINARY, environment

xxhash = pytest.importorskip("xxhash", reason="python3-xxhash is not installed: a forger's checksums cannot be made")

EXPECTED = 500  # different ones, at least


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, env=environment(), timeout=120)


def train(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr.decode()


def hash_of(content):
    return xxhash.xxh3_64_intdigest(content)


def checksum_of(path, options, precision):
    done = run("inspect", "-q", "--json", "-", "--precision", precision, *options, path)
    assert done.returncode == 0, done.stderr.decode()
    return int(json.loads(done.stdout)["checksum"], 16)


def by_command(arguments, *more):
    """Exit code and what was said."""
    done = run("verify", *arguments, *more)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def in_python(verifier, arguments, capsys):
    code = verifier.main(arguments)
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.fixture(scope="module")
def verifier():
    return forgery_cases.load_verifier()


@pytest.fixture(scope="module")
def cases(verifier, tmp_path_factory):
    return forgery_cases.true_cases(train, tmp_path_factory.mktemp("true"), verifier)


@pytest.fixture(scope="module")
def forged(cases, tmp_path_factory):
    """{kind: [(what was altered, the arguments that name the files)]}"""
    def written(case):
        return case.write(tmp_path_factory.mktemp("forged"), hash_of, checksum_of)

    made = forgeries.forgeries(cases, hash_of)
    return {kind: [(what, written(case)) for what, case in found] for kind, found in made.items()}


@pytest.fixture(scope="module")
def verify_exactly():
    if not re.search(r"--exact\b", run("verify", "--help").stdout.decode()):
        pytest.skip("this smsvm verify has no --exact")
    return ["--exact"]


def confirmed_wrongly(forged, check):
    """Those that are confirmed, or refused without a reason."""
    wrong = []
    for what, arguments in forged:
        code, said = check(arguments)
        if code == 0 or "confirmed" in said.replace("NOT confirmed: ", "") or len(said.split()) < 4:
            wrong.append(f"{what} ({code}: {said.strip()[-200:]})")
    return wrong


def test_the_cases_are_true(cases, verifier, tmp_path, capsys):
    for case in cases.values():
        arguments = case.write(tmp_path, hash_of, checksum_of)
        assert by_command(arguments)[0] == 0, by_command(arguments)[1]
        code, said = in_python(verifier, arguments, capsys)
        assert code == 0, said
        primal, dual = (float(sum(values)) for values in zip(*forgery_cases.truth(case)))
        found = [float(number) for number in re.findall(r"[PD] = ([^,]+),", said)]
        assert found == pytest.approx([primal, dual], rel=1e-14)


def test_there_are_many_of_every_kind(forged):
    assert sorted(forged) == forgeries.KINDS
    assert sum(map(len, forged.values())) >= EXPECTED


@pytest.mark.parametrize("kind", forgeries.KINDS)
def test_python_refuses(forged, verifier, capsys, kind):
    assert confirmed_wrongly(forged[kind], lambda arguments: in_python(verifier, arguments, capsys)) == []


@pytest.mark.parametrize("kind", forgeries.KINDS)
def test_the_command_refuses(forged, kind):
    assert confirmed_wrongly(forged[kind], by_command) == []


@pytest.mark.parametrize("kind", forgeries.KINDS)
def test_the_command_refuses_exactly(forged, kind, verify_exactly):
    assert confirmed_wrongly(forged[kind], lambda arguments: by_command(arguments, *verify_exactly)) == []
