"""``python -m smsvm`` is the command ``smsvm``."""

import sys

from ._core import main as run


def main():
    """Run the command with the arguments of this process."""
    return run(["smsvm", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
