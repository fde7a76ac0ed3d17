"""The states of seasons, entries and results that several packages share."""

from enum import StrEnum


class SeasonState(StrEnum):
    """The state of a season."""

    SIGN_UP = "sign-up"
    """Players may enter; also when the sign-up has ended and the season has not begun yet."""
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called-off"
    """It never began."""


class AskAnswer(StrEnum):
    """The answer of a player who was asked to play."""

    YES = "yes"
    NO = "no"


class EntryState(StrEnum):
    """The state of a player's entry in a season."""

    JOINED = "joined"
    LEFT = "left"
    """Before the season began."""
    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    """While the season ran."""


class Withdrawal(StrEnum):
    """What happens to the results of a player who withdraws."""

    REMOVED = "removed"
    FORFEITS = "forfeits"


class Result(StrEnum):
    """The result of a meeting."""

    FIRST = "first"
    """The player in the first seat won."""
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """The game is over and counts for nothing, so it leaves the table."""
