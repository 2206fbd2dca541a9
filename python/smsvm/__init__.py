"""Linear support vector machines, trained exactly, in few passes, with a proof.

The estimators are scikit-learn's in manner; scikit-learn itself is imported when one of them is first used, so that
``import smsvm`` stays quick.
"""

import importlib
from typing import TYPE_CHECKING

from ._core import __version__
from ._data import Dataset, load

if TYPE_CHECKING:
    from ._certificate import Certificate
    from ._liblinear import load_model
    from ._path import Path
    from ._svc import SmSVC
    from ._svccv import SmSVCCV
    from .displays import ConvergenceDisplay, CrossValidationDisplay, PathDisplay, WeightsDisplay

# Where each lazily imported name is defined.
_HOMES = {
    "SmSVC": "_svc",
    "SmSVCCV": "_svccv",
    "Certificate": "_certificate",
    "Path": "_path",
    "load_model": "_liblinear",
    "ConvergenceDisplay": "displays",
    "PathDisplay": "displays",
    "CrossValidationDisplay": "displays",
    "WeightsDisplay": "displays",
}

__all__ = [
    "Certificate",
    "ConvergenceDisplay",
    "CrossValidationDisplay",
    "Dataset",
    "Path",
    "PathDisplay",
    "SmSVC",
    "SmSVCCV",
    "WeightsDisplay",
    "__version__",
    "load",
    "load_model",
]

if not TYPE_CHECKING:  # to a type checker it would say that there is every name

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module 'smsvm' has no attribute {name!r}")
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__():
    return sorted(__all__)
