"""Complaints of the library name the command's options; here they have the names of parameters."""

import contextlib
import re

_OTHER_NAMES = {"-C": "C", "--tolerance": "tol", "--threads": "n_jobs", "--seed": "random_state",
                "--ignore-column": "ignore_columns"}
_SAME_NAMES = (
    "l1 l2 l1-ratio class-weight intercept max-passes max-seconds penalty-factor scale precision solver device calibrate "
    "calibration-folds points min-ratio index-base sort-indices label-column weight-column header delimiter "
    "labels categorical missing format"
)
_PARAMETERS = {**_OTHER_NAMES, **{f"--{name}": name.replace("-", "_") for name in _SAME_NAMES.split()}}
_OPTION = re.compile(rf"(?<![\w-])({'|'.join(sorted(_PARAMETERS, key=len, reverse=True))})(?![\w-])")


def in_words_of_python(text):
    """The text with the names of parameters for those of options."""
    return _OPTION.sub(lambda option: _PARAMETERS[option[0]], text)


@contextlib.contextmanager
def words_of_python():
    """What the library raises within, or within a function that this decorates, speaks of parameters."""
    try:
        yield
    except (ValueError, OSError) as error:
        if len(error.args) == 1 and isinstance(error.args[0], str):
            error.args = (in_words_of_python(error.args[0]),)
        raise
