"""Names of features: what they are called where they have none, and whether they are those of ``fit``."""

import warnings

_MOST_NAMES = 5


def name_of(names, feature):
    """The name of a column, numbered from 0; scikit-learn's word for it where there are no names."""
    return f"x{feature}" if names is None else str(names[feature])


def check_names(estimator, names):
    """Complains, as scikit-learn does about data frames, where the names of columns are not those of ``fit``.

    scikit-learn's own check takes the data, and knows only its own kinds of them.
    """
    known = getattr(estimator, "feature_names_in_", None)
    if known is None and names is None:
        return
    estimator_name = type(estimator).__name__
    if known is None:
        warnings.warn(f"X has feature names, but {estimator_name} was fitted without feature names", stacklevel=5)
    elif names is None:
        warnings.warn(
            f"X does not have valid feature names, but {estimator_name} was fitted with feature names", stacklevel=5
        )
    elif list(known) != list(names):
        raise ValueError(_difference(set(known), set(names)))


def _difference(known, names):
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted(names - known), sorted(known - names)
    if unseen:
        lines += ["Feature names unseen at fit time:", *_listed(unseen)]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:", *_listed(missing)]
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    return "\n".join(lines) + "\n"


def _listed(names):
    return [f"- {name}" for name in names[:_MOST_NAMES]] + ["- ..."] * (len(names) > _MOST_NAMES)
