"""
Corr that takes all signals within an hour for one: `python -m tests.cli.unhurried` is `corr`.

On a busy machine the second of two that belong together may come seconds after the first.
"""

import sys

from corr.cli import life, main

if __name__ == "__main__":
    vars(life)["_ONE_WISH"] = 3600.0
    sys.exit(main())
