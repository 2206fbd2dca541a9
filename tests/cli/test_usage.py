"""Command lines that are not understood, and the help that is offered instead."""

import json

import pytest

COMMANDS = ["train", "path", "cv", "predict", "verify", "check", "convert", "inspect", "export", "generate", "version"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_begins_with_examples(smsvm, command):
    run = smsvm(command, "--help")
    assert run.code == 0 and run.err == ""
    assert "Examples:" in run.out and f"smsvm {command}" in run.out
    assert run.out.index("Examples:") < run.out.index("Usage:") < run.out.rindex("--json")
    assert smsvm(command, "-h").out == run.out


def test_help_of_the_program_lists_every_command(smsvm):
    run = smsvm("--help")
    assert run.code == 0 and run.err == "" and "Examples:" in run.out
    for command in COMMANDS:
        assert f"\n  {command} " in run.out


def test_nothing_at_all_is_a_usage_error_with_help(smsvm):
    run = smsvm()
    assert run.code == 2 and run.out == "" and "Usage:" in run.err


@pytest.mark.parametrize(
    "given, meant",
    [("trian", "train"), ("trai", "train"), ("predcit", "predict"), ("verfy", "verify"), ("inspekt", "inspect")],
)
def test_misspelt_command(smsvm, given, meant):
    run = smsvm(given, "data")
    assert run.code == 2 and run.out == ""
    assert f"there is no command '{given}'; did you mean {meant}?" in run.err


def test_unknown_command_without_a_near_one_lists_them_all(smsvm):
    run = smsvm("xyzzy")
    assert run.code == 2
    for command in COMMANDS:
        assert command in run.err


@pytest.mark.parametrize(
    "command, given, meant",
    [("train", "--tolerence", "--tolerance"), ("train", "--max-pases", "--max-passes"), ("predict", "--score", "--scores"),
     ("check", "--index-bas", "--index-base")],
)
def test_misspelt_option(smsvm, command, given, meant):
    run = smsvm(command, given, "1", "data", "model")
    assert run.code == 2 and run.out == ""
    assert f"there is no option {given}; did you mean {meant}?" in run.err
    assert f"Try 'smsvm {command} --help'" in run.err


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["train"], "DATA is required"),
        (["train", "a", "b", "c"], "unexpected argument 'c'"),
        (["train", "--l2", "1", "-C", "1", "a"], "excludes"),
        (["train", "--l1", "1", "--l1-ratio", "1", "a"], "excludes"),
        (["train", "--tolerance", "small", "a"], "--tolerance: 'small' is not a number"),
        (["train", "--tolerance"], "--tolerance"),
        (["train", "--tolerance", "-1", "a"], "--tolerance"),
        (["train", "--tolerance", "nan", "a"], "--tolerance"),
        (["train", "--max-passes", "-1", "a"], "--max-passes"),
        (["train", "--l2", "-1", "a"], "--l2"),
        (["train", "--l1", "inf", "a"], "--l1"),
        (["train", "-C", "0", "a"], "-C"),
        (["train", "--l1-ratio", "1.5", "a"], "--l1-ratio"),
        (["train", "--intercept", "maybe", "a"], "choose from: free, penalized, none"),
        (["train", "--solver", "adam", "a"], "choose from: primal-dual, newton, bfgs"),
        (["train", "--precision", "half", "a"], "choose from: auto, float, double"),
        (["train", "--device", "tpu", "a"], "choose from: auto, cpu, cuda"),
        (["train", "--threads", "-1", "a"], "--threads"),
        (["train", "--seed", "-3", "a"], "--seed: '-3' is negative"),
        (["train", "--seed", "18446744073709551616", "a"], "is too large; at most 18446744073709551615"),
        (["cv", "-C", "1", "a"], "there is no option -C; 'smsvm train' has it"),
        (["train", "-C", "abc", "a"], "-C: 'abc' is not a number"),
        (["path", "--strengths", "1,x,3", "a"], "--strengths: 'x' is not a number"),
        (["train", "--memory", "4X", "a"], "--memory: '4X' is not a number of bytes"),
        (["train", "--delimiter", "ab", "a"], "--delimiter"),
        (["train", "--log-format", "xml", "a"], "choose from: text, json"),
        (["train", "-"], "MODEL"),
        (["predict", "a"], "MODEL is required"),
        (["verify", "a", "b"], "CERTIFICATE is required"),
        (["generate", "fat", "a"], "choose from: tall, wide"),
        (["generate", "tall", "--rows", "0", "a"], "--rows"),
        (["generate", "tall", "--sparsity", "2", "a"], "--sparsity"),
        (["check", "--limit", "0", "a"], "--limit"),
    ],
)
def test_usage_errors(smsvm, tmp_path, arguments, said):
    run = smsvm(*arguments)
    assert run.code == 2, run.err
    assert run.out == "" and said in run.err
    assert list(tmp_path.iterdir()) == []


def test_outputs_that_would_overwrite_each_other_or_the_data(smsvm, tiny):
    before = tiny.read_bytes()
    assert smsvm("train", tiny, tiny).code == 2
    assert smsvm("train", tiny, f"../{tiny.parent.name}/{tiny.name}").code == 2
    assert smsvm("train", tiny, "m", "--certificate", "./m").code == 2
    assert smsvm("train", tiny, "-", "--json", "-").code == 2
    assert smsvm("predict", tiny, tiny, "--json", "-").code == 2
    assert tiny.read_bytes() == before


def test_version(smsvm):
    short, long = smsvm("--version"), smsvm("version")
    assert short.code == long.code == 0
    assert short.out.startswith("smsvm ") and long.out.startswith(short.out.strip())
    facts = json.loads(smsvm("version", "--json", "-").out)
    assert short.out == f"smsvm {facts['version']}\n"
    assert {"compiler", "libraries", "devices"} <= facts.keys() and facts["libraries"]["zlib"]


@pytest.mark.parametrize(
    "given, said",
    [
        (["--C", "1"], "did you mean -C?"), (["-c", "1"], "is -C here"), (["-s", "2"], "LIBLINEAR's -s 3"),
        (["-B", "1"], "--intercept penalized"), (["-e", "0.1"], "--tolerance"), (["-n", "4"], "--threads"),
        (["-w1", "2"], "--class-weight 1=W"), (["-b", "1"], "--calibrate platt"), (["-v", "5"], "smsvm cv --folds"),
        (["--cost", "1"], "did you mean -C?"), (["--max-iter", "9"], "did you mean --max-passes?"),
        (["--n-jobs", "2"], "did you mean --threads?"), (["--folds", "3"], "'smsvm cv' has it"),
    ],
)  # fmt: skip
def test_options_of_other_programs_are_answered_by_their_counterpart(smsvm, tiny, given, said):
    run = smsvm("train", *given, tiny, "m")
    assert run.code == 2 and said in run.err


def test_help_is_a_command_too(smsvm):
    assert smsvm("help").out == smsvm("--help").out
    assert smsvm("help", "cv").out == smsvm("cv", "--help").out


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help_fits_80_columns(smsvm, command):
    assert [line for line in smsvm(*command, "--help").out.splitlines() if len(line) > 80] == []


def test_what_is_no_model_is_told_from_one(smsvm, tiny):
    assert smsvm("train", "-q", tiny, "m", "--certificate", "proof").code == 0
    for other in (tiny, "proof"):
        run = smsvm("predict", tiny, other)
        assert run.code == 65 and "expected a file written by train or by LIBLINEAR" in run.err, run.err
