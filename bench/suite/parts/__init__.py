"""The parts of the suite: modules with measure(bench), which records, and report(lines), which makes Markdown of it."""

from suite.parts import choosing, covtype, datasets, kernels, memory, passes, reading, scaling, selection

ALL = {
    "kernels": kernels,
    "reading": reading,
    "passes": passes,
    "memory": memory,
    "scaling": scaling,
    "covtype": covtype,
    "datasets": datasets,
    "selection": selection,
    "choosing": choosing,
}
