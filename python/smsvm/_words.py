"""Complaints of the library name the command's options; here they have the names of parameters."""

import contextlib
import re

from . import _core

# Beside those of the library's list of options.
_SAME_NAMES = (
    "class-weight penalty-factor precision points min-ratio index-base sort-indices label-column weight-column header "
    "delimiter labels categorical missing format"
)
_PARAMETERS = {
    **{option: parameter for option, _, parameter in _core.option_names if parameter},
    **{f"--{name}": name.replace("-", "_") for name in _SAME_NAMES.split()},
    "--ignore-column": "ignore_columns",
}
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
