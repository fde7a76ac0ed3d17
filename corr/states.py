"""How far a season has come, and what became of somebody's wish to play in it."""

from enum import StrEnum


class SeasonState(StrEnum):
    """How far a season has come."""

    SIGN_UP = "sign-up"
    """Players may enter; also when the sign-up has ended and the season has not begun yet."""
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called-off"
    """It never began."""


class AskAnswer(StrEnum):
    """What a player answered who was asked to play."""

    YES = "yes"
    NO = "no"


class EntryState(StrEnum):
    """What became of somebody's wish to play."""

    JOINED = "joined"
    LEFT = "left"
    """Before the season began."""
    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    """While the season ran."""


class Withdrawal(StrEnum):
    """What became of the results of a player who withdrew."""

    REMOVED = "removed"
    FORFEITS = "forfeits"


class Result(StrEnum):
    """How a meeting ended."""

    FIRST = "first"
    """Who has the first seat won."""
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """It is over and counts for nothing: it is no game of the table any more."""
