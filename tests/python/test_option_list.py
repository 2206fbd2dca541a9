"""The library's list of options: the command, the estimators and docs/cli.md know every one of them."""

import pathlib
import re
import subprocess
import sys

import pytest

from smsvm import SmSVC, _core

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "cli.md"
NAMES = _core.option_names


@pytest.fixture(scope="module")
def help_text():
    done = subprocess.run([sys.executable, "-m", "smsvm", "train", "--help"], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("option", [option for option, _, _ in NAMES])
def test_the_command_and_its_documentation_have_every_option(option, help_text):
    assert re.search(rf"^  {option} ", help_text, re.M)
    table = [line for line in DOCS.read_text().splitlines() if line.startswith("| `-")]
    assert any(re.search(rf"`{option}[` ]", line) for line in table)


def test_every_parameter_is_one_of_the_estimator():
    parameters = [parameter for _, _, parameter in NAMES if parameter]
    assert set(parameters) <= set(SmSVC().get_params()) and len(parameters) == len(set(parameters))
    assert len(parameters) > 10


def test_every_option_is_an_attribute_that_can_be_set():
    options = _core.TrainingOptions()
    for _, attribute, _ in NAMES:
        setattr(options, attribute, getattr(options, attribute))


def test_words_are_those_of_the_command(help_text):
    for parameter, words in _core.option_words.items():
        option = next(option for option, _, its_parameter in NAMES if its_parameter == parameter)
        assert f"  {option} {'|'.join(words)}" in help_text
        for word in words:
            if (parameter, word) != ("device", "cuda"):  # which no machine here has
                SmSVC(**{parameter: None if word == "none" and parameter == "calibrate" else word})._validate_params()
