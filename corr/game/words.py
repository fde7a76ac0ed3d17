"""Sentences about games for people: plain, short, and without blame."""

from enum import StrEnum

from corr.games.api import Info, OptionValue
from corr.games.seats import Seat, other

RESIGNATION = "resignation"
TIME = "time"
AGREEMENT = "agreement"
CANCELLED = "cancelled"
ABANDONED = "abandoned"
VOIDED = "voided"
FORFEIT = "forfeit"
"""In a league: a player withdrew, or never made a first turn."""
NEVER_BEGAN = "The first turn was never made."
"""Why a game of a league is a forfeit that one of the two never began."""
ADJUDICATED = "adjudicated"
"""In a league: the organisers set the result, or the rule for games that are unfinished at the end date did."""
ANNULLED = "annulled"
"""In a league: the game counts for nothing, as an organiser or the rule for unfinished games decided."""
NO_RESULT = frozenset({CANCELLED, ABANDONED, VOIDED, ANNULLED})
"""The end reasons of games that count for nothing: nobody won, and they are no draws."""
_NO_RESULT_WORDS = {
    CANCELLED: "The game was cancelled, because a first turn was never made.",
    ABANDONED: "The game was closed, because nobody had acted in it for a long time.",
    VOIDED: "An administrator ended the game.",
    ANNULLED: "The game was taken out of its league.",
}
_WON_BY = {
    RESIGNATION: "{loser} resigned",
    TIME: "{loser}’s time ran out",
    FORFEIT: "{loser} forfeited the game",
    ADJUDICATED: "so it was decided in its league",
}
_DRAWN_BY = {AGREEMENT: "the players agreed", ADJUDICATED: "so it was decided in its league"}


class EventKind(StrEnum):
    """What can stand in a game's history beside turns."""

    DRAW_OFFERED = "draw-offered"
    DRAW_WITHDRAWN = "draw-withdrawn"
    DRAW_DECLINED = "draw-declined"
    DRAW_AGREED = "draw-agreed"
    RESIGNED = "resigned"
    TIME = "time"
    TIME_LAPSED = "time-lapsed"
    """A deadline passed in a game that the other player may claim."""
    TIME_CLAIMED = "time-claimed"
    TIME_GIVEN = "time-given"
    TIME_EXTENDED = "time-extended"
    LEAVE_TAKEN = "leave-taken"
    LEAVE_SHORTENED = "leave-shortened"
    LEAVE_AUTOMATIC = "leave-automatic"
    OUTAGE = "outage"
    MAIL_HELD = "mail-held"
    """A mail with a turn waits until its player says that it is meant."""
    MAIL_PARKED = "mail-parked"
    """A mail for the game could not be read."""
    FROZEN = "frozen"
    THAWED = "thawed"
    CANCELLED = "cancelled"
    """A player never made a first turn."""
    ABANDONED = "abandoned"
    """Nobody acted for a long time in an untimed game."""
    VOIDED = "voided"
    """An administrator ended it without a result."""
    FORFEITED = "forfeited"
    """A player of a league withdrew, or never made a first turn."""
    RULED = "ruled"
    """The result was set, by an organiser of its league or by the season's rule."""
    ANNULLED = "annulled"
    """The same without a result."""
    RULING_UNDONE = "ruling-undone"
    """The result is again the one that was played."""
    PAUSED = "paused"
    RESUMED = "resumed"
    REPLACED = "replaced"
    """Somebody else plays on."""
    PACE_TIGHTENED = "pace-tightened"
    """Turns that begin from now on have less time."""


_MEANT = {
    "draw": ("offer draw", "accept draw"),
    "accept": ("accept draw",),
    "decline": ("decline draw",),
    "quit": ("resign",),
    "exit": ("resign",),
    "forfeit": ("resign",),
    "surrender": ("resign",),
    "concede": ("resign",),
}
"""What people write who know these games from elsewhere, and the words by which it is done here."""


def meant_words(text: str) -> tuple[str, ...]:
    """The words that may be meant by a text that is one word used elsewhere; none if it is not."""
    return _MEANT.get(text.strip(" \t\r\n.!?/-").casefold(), ())


def outcome_words(info: Info, winner: Seat | None, reason: str) -> str:
    """How a game ended, in a sentence or two."""
    if reason in NO_RESULT:
        return f"{_NO_RESULT_WORDS[reason]} There is no result."
    if winner is None:
        return f"The game is a draw: {_DRAWN_BY.get(reason) or info.endings[reason]}."
    loser = info.seats[other(winner)]
    clause = _WON_BY[reason].format(loser=loser) if reason in _WON_BY else info.endings[reason]
    return f"{info.seats[winner]} won: {clause}."


def option_words(info: Info, options: dict[str, OptionValue]) -> tuple[str, ...]:
    """A short line for each option that differs from the usual."""
    lines = []
    for option in info.options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if option.choices:
            lines.append(f"{option.title}: {dict(option.choices)[str(value)]}")
        else:
            lines.append(option.title if value else f"{option.title}: no")
    return tuple(lines)


RESIGNING_EARLY = "Resigning so early is free three times in 90 days; after that it counts against your reliability."
"""What is told before a game is resigned in which not both have made two turns."""


def rated_words(*, is_rated: bool) -> str:
    """Whether a game counts for ratings, in a sentence that both read before it begins."""
    return "The result counts for both players’ ratings." if is_rated else "The result counts for no ratings."


def early_words(*, is_rated: bool) -> str:
    """What is told before a game is broken off in which not both have made two turns."""
    told = "You have not both made two turns yet"
    return f"{told}, so the game will count for no ratings." if is_rated else f"{told}."


def seat_words(info: Info, seat: Seat) -> str:
    """Which seat somebody gets: "You play Blue and move first."."""
    return f"You play {info.seats[seat]} and move {('first', 'second')[seat]}."
