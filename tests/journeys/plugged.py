"""
Corr with one game more: `python -m tests.journeys.plugged` is `corr` where the folder of games holds a fourth package.

Nothing is told to the service but where games lie; the package itself is found, as every other is.
"""

import sys
from pathlib import Path

from corr import games
from corr.cli import main

GAMES = Path(__file__).parent / "games"

if __name__ == "__main__":
    games.__path__.append(str(GAMES))
    sys.exit(main())
