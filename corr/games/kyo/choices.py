"""Building an action of Kyo click by click."""
from corr.games.api import Choices
def choices(draft, picks): return Choices("Choose a stack.")
